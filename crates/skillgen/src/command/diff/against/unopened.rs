//! URLs that are not opened. Many contracts refer to one URL, on both sides; the cause is one finding, with the number of
//! places, and with the option that opens the URL if a file of the tree has such an `$id`.

use std::collections::{BTreeMap, BTreeSet};

use super::likeness::file_name;
use super::{Sides, marks, tree};
use crate::command::diff::relation_words::plural;
use crate::command::diff::uncompared::Uncompared;
use crate::command::diff::words::named_and_more;
use crate::git::WorkingTree;
use crate::input::MAX_CONTRACT;

/// The files in which a URL's file is searched.
struct SearchedFiles<'f> {
    paths: Vec<String>,
    text: &'f dyn Fn(&str) -> Option<Vec<u8>>,
    /// The name of a path for the user.
    shown: &'f dyn Fn(&str) -> String,
}

/// Joins the findings about one URL.
pub(super) fn join(all: Vec<Uncompared>, sides: &dyn Sides) -> Vec<Uncompared> {
    let (paths, texts) = sides.new_files();
    let (text, shown) = (|path: &str| texts.new_text(path), |path: &str| sides.shown(path));
    join_among(all, &SearchedFiles { paths, text: &text, shown: &shown })
}

/// The same for two contracts; the URL's file may be in the git tree around the current folder.
pub(in crate::command::diff) fn join_of_pair(all: Vec<Uncompared>) -> Vec<Uncompared> {
    let nothing = SearchedFiles { paths: Vec::new(), text: &|_| None, shown: &str::to_owned };
    let Ok(git) = WorkingTree::current() else { return join_among(all, &nothing) };
    let prefix = git.prefix();
    let text = |path: &str| crate::input::file(&git.file(path).ok()?, MAX_CONTRACT).ok();
    let shown = |path: &str| tree::shown(git.top(), &prefix, path);
    let paths = git.tracked(&[]).unwrap_or_default();
    join_among(all, &SearchedFiles { paths, text: &text, shown: &shown })
}

fn join_among(all: Vec<Uncompared>, files: &SearchedFiles<'_>) -> Vec<Uncompared> {
    let mut by_url: BTreeMap<String, Vec<Uncompared>> = BTreeMap::new();
    let mut others = Vec::new();
    for one in all {
        match one.unopened_url().map(str::to_owned).filter(|_| one.is_open()) {
            Some(url) => by_url.entry(url).or_default().push(one),
            None => others.push(one),
        }
    }
    let joined = by_url.into_iter().map(|(url, all)| one_finding(&url, all, files));
    joined.chain(others).collect()
}

fn one_finding(url: &str, mut all: Vec<Uncompared>, searched: &SearchedFiles<'_>) -> Uncompared {
    let files: BTreeSet<String> = all.iter().filter_map(|one| one.file.clone()).collect();
    let others: Vec<String> =
        files.into_iter().filter(|file| Some(file) != all[0].file.as_ref()).collect();
    let places = all.len();
    let mut first = all.remove(0);
    first.also = all.iter().map(Uncompared::fault_place).collect();
    let option = map_option(url, searched).map(|option| format!("; {option}")).unwrap_or_default();
    if places > 1 {
        let also = match others.as_slice() {
            [] => String::new(),
            others => format!(", also in {}", named_and_more(others)),
        };
        first.change.message.push_str(&format!("; {} refer to it{also}", plural(places, "place")));
    }
    first.change.message.push_str(&option);
    first
}

/// The `--map` that makes a file of the tree the one of the URL: one with this `$id`, else one with this name below the
/// same host.
fn map_option(url: &str, searched: &SearchedFiles<'_>) -> Option<String> {
    let (prefix, name) = url.rsplit_once('/')?;
    let host = |url: &str| url.split('/').nth(2).map(str::to_owned);
    let with_uri = |path: &String| {
        let uri = marks::look(path, (searched.text)(path).as_deref()).uri?;
        Some((path.clone(), uri))
    };
    let named = searched.paths.iter().filter(|path| file_name(path) == name);
    let found: Vec<(String, String)> = named.filter_map(with_uri).collect();
    let is_same = |(_, uri): &&(String, String)| uri == url;
    let is_near = |(_, uri): &&(String, String)| host(uri) == host(url) && file_name(uri) == name;
    let (path, uri) = found.iter().find(is_same).or_else(|| found.iter().find(is_near))?;
    let path = (searched.shown)(path);
    let folder = path.rsplit_once('/').map_or(".", |(folder, _)| folder);
    let whose = if uri == url { String::new() } else { format!(", whose `$id` is {uri}") };
    Some(format!("`--map {prefix}/={folder}` reads {path} for it{whose}"))
}
