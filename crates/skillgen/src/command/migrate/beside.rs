//! Finds the files that scripts source where the shell finds them, also outside of the named paths: they are read,
//! never changed. Also finds files that scripts outside source.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use migrate::{Options, Outcome, Sourced, SourcedDependency};
use rayon::prelude::*;

use super::file_plan::FilePlan;
use super::gate;
use super::language::Language;
use super::reader_files::ReaderFile;
use crate::paths::whole;
use crate::walk;

/// The maximum size of a script.
const LARGEST: u64 = 1 << 20;
/// The number of parent folders that are searched for a sourced file outside of git.
const ABOVE: usize = 3;
/// The maximum number of files that one script sources, directly and indirectly.
const MOST: usize = 200;

/// Words that name sourced files, with their lines.
pub(super) type Words = Vec<(usize, String)>;

/// Plans scripts again if their sourced files matter.
pub(super) fn plan(
    files: &mut [FilePlan],
    words: &[Words],
    options: impl Fn(&Path) -> Options + Sync,
) {
    let mut search = Search { files, names: BTreeMap::new(), read: BTreeMap::new() };
    for (index, file) in files.iter().enumerate() {
        search.names.entry(file.path.file_name().unwrap_or_default()).or_default().push(index);
    }
    let mut found: BTreeMap<usize, FoundSources> = BTreeMap::new();
    for (index, words) in words.iter().enumerate().filter(|(_, w)| !w.is_empty()) {
        // The functions of a sourced file may state what the script itself doesn't.
        if files[index].outcome == Outcome::Migrated || files[index].is_gainless() {
            found.insert(index, search.beside(&files[index].path, words));
        }
    }
    let again = |(index, file): (usize, &mut FilePlan)| {
        let FoundSources { beside, unknown, is_whole } = found.get(&index)?;
        if !beside.is_empty() || *is_whole {
            let (beside, beside_is_whole) = (beside.clone(), *is_whole);
            let options = Options { beside, beside_is_whole, ..options(&file.path) };
            let plan = migrate::plan(&file.before, &options);
            file.take(plan);
            gate::all(std::slice::from_mut(file));
        }
        let is_migrated = file.outcome == Outcome::Migrated;
        file.notes.extend(unknown.iter().filter(|_| is_migrated).map(|(line, word)| {
            let word = contract::text::safe(word);
            (*line, format!("sources `{word}`, which is not found in the tree: if it runs a command by `exec`, the envelope is lost"))
        }));
        file.notes.sort();
        Some(())
    };
    files.par_iter_mut().enumerate().for_each(|pair| {
        again(pair);
    });
}

/// The files that a script sources.
struct FoundSources {
    /// Those that matter.
    beside: Vec<SourcedDependency>,
    /// The words that lead to no file.
    unknown: Words,
    /// Whether each word leads to a file, also those of sourced files.
    is_whole: bool,
}

/// The facts about sourced files.
struct Search<'f> {
    files: &'f [FilePlan],
    names: BTreeMap<&'f OsStr, Vec<usize>>,
    read: BTreeMap<PathBuf, Arc<Sourced>>,
}

impl Search<'_> {
    /// The files that a script sources, directly and indirectly.
    fn beside(&mut self, script: &Path, words: &Words) -> FoundSources {
        let (mut found, mut unknown, mut is_whole) = (Vec::new(), Vec::new(), true);
        let mut seen = BTreeSet::from([whole(script)]);
        let mut todo: Vec<(PathBuf, usize, String)> =
            words.iter().map(|(line, word)| (script.to_owned(), *line, word.clone())).collect();
        todo.reverse();
        while let Some((from, line, word)) = todo.pop() {
            let Some(path) = resolve(&from, &word) else {
                if only_sets_paths(&word) {
                    continue;
                }
                is_whole = false;
                if from == script {
                    unknown.push((line, word));
                }
                continue;
            };
            if seen.len() > MOST {
                is_whole = false;
                continue;
            }
            if !seen.insert(path.clone()) {
                continue;
            }
            let file = self.read(&path);
            todo.extend(file.sources.iter().rev().map(|(_, w)| (path.clone(), line, w.clone())));
            if file.matters() {
                found.push(SourcedDependency { line, name: shown(&path, script), file });
            }
        }
        FoundSources { beside: found, unknown, is_whole }
    }

    /// A file in its state after the run.
    fn read(&mut self, path: &Path) -> Arc<Sourced> {
        if let Some(known) = self.read.get(path) {
            return known.clone();
        }
        let same = |i: &&usize| whole(&self.files[**i].path) == path;
        let named = self.names.get(path.file_name().unwrap_or_default());
        let planned = named.into_iter().flatten().find(same).map(|i| &self.files[*i]);
        let text = match planned {
            Some(file) if file.outcome == Outcome::Migrated => file.after(),
            Some(file) => file.before.clone(),
            None => walk::contents_at(path, path, LARGEST).unwrap_or_default(),
        };
        let file = Arc::new(Sourced::of(&text));
        self.read.insert(path.to_owned(), file.clone());
        file
    }
}

/// Whether a word names a file of a known tool, which sets paths and a prompt, and defines functions of its own names only: the
/// script that sources it keeps the meaning of its variables and functions.
fn only_sets_paths(word: &str) -> bool {
    const ENDS: [&str; 5] =
        ["/bin/activate", "/.cargo/env", "/nvm.sh", "/etc/os-release", "/conda.sh"];
    let word = word.trim_matches(['"', '\'']);
    ENDS.iter().any(|end| word.ends_with(end))
}

/// The files of these words, and of the words in them; and words whose file is not found.
pub(super) fn reached(
    script: &Path,
    words: &[(usize, String)],
) -> (BTreeSet<PathBuf>, Vec<(usize, String)>) {
    let (mut found, mut unknown) = (BTreeSet::new(), Vec::new());
    let mut todo: Vec<(PathBuf, usize, String)> =
        words.iter().map(|(line, word)| (script.to_owned(), *line, word.clone())).collect();
    while let Some((from, line, word)) = todo.pop().filter(|_| found.len() < MOST) {
        match resolve(&from, &word) {
            Some(path) if found.insert(path.clone()) => {
                let text = walk::contents_at(&path, &path, LARGEST).unwrap_or_default();
                let words = migrate::sourced_by(&text).into_iter();
                todo.extend(words.map(|(_, word)| (path.clone(), line, word)));
            }
            Some(_) => {}
            None => unknown.push((line, word)),
        }
    }
    (found, unknown)
}

/// The name of a sourced file in a report: relative to the script's folder or one above it.
fn shown(path: &Path, script: &Path) -> String {
    let script = whole(script);
    let near = script.ancestors().skip(1).take(ABOVE).find_map(|f| path.strip_prefix(f).ok());
    contract::text::safe(&near.unwrap_or(path).to_string_lossy())
}

/// The file of a word in `script`: an expansion at its beginning stands for the script's folder or one above it.
fn resolve(script: &Path, word: &str) -> Option<PathBuf> {
    let expanded = word.rfind(['}', ')', '$', '`']).map(|i| {
        let rest = &word[i + 1..];
        rest.find('/').map_or("", |i| rest[i..].trim_start_matches('/'))
    });
    let rest = expanded.unwrap_or(word);
    if rest.is_empty() || rest.starts_with('~') || rest.contains(['*', '?', '[']) {
        return None;
    }
    let folder = whole(script).parent()?.to_owned();
    let top = crate::git::top_of(&folder);
    let within = |f: &&Path| top.as_ref().is_none_or(|top| f.starts_with(top));
    // A repository may name any file of the machine, also through a link.
    let bound = top.as_deref().or_else(|| folder.ancestors().take(ABOVE).last())?;
    let file = |path: PathBuf| {
        let path = whole(&path);
        let is_file =
            path.starts_with(bound) && std::fs::metadata(&path).is_ok_and(|m| m.is_file());
        is_file.then_some(path)
    };
    if let Some(path) = file(folder.join(rest)) {
        return Some(path);
    }
    let rest = rest.rsplit("../").next().unwrap_or(rest).trim_start_matches("./");
    let most = if top.is_some() { usize::MAX } else { ABOVE };
    folder.ancestors().take_while(within).take(most).find_map(|f| file(f.join(rest)))
}

/// The files that a script outside of the named paths sources, in its git tree; outside of git, in the folder of a
/// named script.
pub(super) fn from_outside(
    files: &[FilePlan],
    roots: &[PathBuf],
) -> anyhow::Result<BTreeSet<usize>> {
    let mut found = BTreeSet::new();
    let roots: BTreeSet<PathBuf> = roots.iter().map(|r| whole(r)).collect();
    let folder = |root: &PathBuf| {
        if root.is_dir() {
            root.clone()
        } else {
            root.parent().map(Path::to_owned).unwrap_or_default()
        }
    };
    let tops: BTreeSet<PathBuf> = roots
        .iter()
        .filter_map(|r| crate::git::top_of(&folder(r)).or_else(|| r.is_file().then(|| folder(r))))
        .filter(|t| !roots.contains(t))
        .collect();
    if tops.is_empty() {
        return Ok(found);
    }
    let mut names: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (index, file) in files.iter().enumerate().filter(|(_, f)| f.language == Language::Shell) {
        let name = file.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        names.entry(name).or_default().push(index);
    }
    let wanted = migrate::Names::new(names.keys().cloned());
    let shell = |p: &Path| p.extension().is_none_or(|e| e == "sh" || e == "bash");
    for top in tops {
        let real_top = whole(&top);
        // An unreadable file there sources nothing that runs.
        let others: Vec<walk::FoundFile> = walk::readable(&top, shell)?
            .0
            .into_iter()
            .filter(|f| !roots.iter().any(|r| f.path.starts_with(r)))
            .collect();
        let sourced = |other: &walk::FoundFile| -> Vec<PathBuf> {
            let bytes = walk::contents_at(&other.path, &real_top.join(&other.relative), LARGEST);
            let Some(bytes) = bytes else { return Vec::new() };
            let Ok(text) = std::str::from_utf8(&bytes) else { return Vec::new() };
            if wanted.within(text).is_empty() {
                return Vec::new();
            }
            let words = migrate::sourced_by(&bytes);
            words.iter().filter_map(|(_, word)| resolve(&other.path, word)).collect()
        };
        let all: BTreeSet<PathBuf> = others.par_iter().flat_map_iter(sourced).collect();
        for path in all {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let same = names.get(&name).into_iter().flatten();
            found.extend(same.filter(|i| whole(&files[**i].path) == path));
        }
    }
    Ok(found)
}

/// The files that bats tests source, also by `load`, which searches beside the test and adds `.bash` to a name.
pub(super) fn loaded_by_tests(files: &[ReaderFile]) -> BTreeSet<PathBuf> {
    let mut found = BTreeSet::new();
    for file in files.iter().filter(|file| file.path.extension().is_some_and(|e| e == "bats")) {
        let Some(bytes) = walk::contents_at(&file.path, &file.whole, LARGEST) else {
            continue;
        };
        let text = String::from_utf8_lossy(&bytes);
        for line in text.lines().map(str::trim_start) {
            let sources =
                ["load ", "source ", ". "].iter().find_map(|word| line.strip_prefix(word));
            let word = sources.and_then(|rest| rest.split_whitespace().next()).unwrap_or_default();
            let word = word.trim_matches(['"', '\'']);
            if word.is_empty() {
                continue;
            }
            let named = [word.to_owned(), format!("{word}.bash")];
            found.extend(named.iter().filter_map(|word| resolve(&file.whole, word)));
        }
    }
    found
}
