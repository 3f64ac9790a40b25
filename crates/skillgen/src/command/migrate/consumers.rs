//! The readers of a tree: every file that runs one of the scripts and reads its text.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use migrate::{ConsumerLanguage, Names, Reader, Use};
use rayon::prelude::*;

use super::scan::Candidate;
use crate::walk::{self, Skipped};

/// Files above this size are no readers that a person wrote.
const LARGEST: usize = 1 << 20;

/// A reader of a script's text.
#[derive(Debug, Clone)]
pub(super) struct Consumer {
    /// The file that reads.
    pub(super) path: PathBuf,
    /// As reports name it.
    pub(super) shown: String,
    /// Where and how.
    pub(super) reads: Use,
}

/// Files that may read, each with its name in reports.
type Readable = Vec<(PathBuf, String)>;

/// The readers of each candidate, by its index, among the files of [`readable`].
pub(super) fn find(candidates: &[Candidate], files: Readable) -> BTreeMap<usize, Vec<Consumer>> {
    let mut names: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    // Paths compare part by part, which takes its time; their bytes don't.
    let mut texts: BTreeMap<&OsStr, &[u8]> = BTreeMap::new();
    for (index, candidate) in candidates.iter().enumerate() {
        if let Some(name) = candidate.path.file_name() {
            names.entry(name.to_string_lossy().into_owned()).or_default().push(index);
        }
        texts.insert(candidate.path.as_os_str(), &candidate.bytes);
    }
    let wanted = Names::new(names.keys().cloned());
    let uses = |(path, shown): (PathBuf, String)| -> Vec<(usize, Consumer)> {
        let Some(language) = language(&path) else { return Vec::new() };
        // A script that is planned has been read.
        let bytes = match texts.get(path.as_os_str()) {
            Some(bytes) if bytes.len() <= LARGEST => Cow::Borrowed(*bytes),
            _ => Cow::Owned(walk::contents(&path, LARGEST as u64).unwrap_or_default()),
        };
        let Ok(text) = std::str::from_utf8(&bytes) else { return Vec::new() };
        // Most texts name no script at all.
        if wanted.within(text).is_empty() {
            return Vec::new();
        }
        let reader = Reader::new(text, language);
        let mut found = Vec::new();
        for name in reader.named(&wanted) {
            let indexes = names.get(name).map(Vec::as_slice).unwrap_or_default();
            for mut reads in reader.uses(name) {
                reads.blocking &= !past(&path);
                let all: Vec<usize> =
                    indexes.iter().copied().filter(|i| candidates[*i].path != path).collect();
                for index in meant(candidates, &all, &path, &reads.tail) {
                    let consumer =
                        Consumer { path: path.clone(), shown: shown.clone(), reads: reads.clone() };
                    found.push((index, consumer));
                }
            }
        }
        found
    };
    let all: Vec<Vec<(usize, Consumer)>> = files.into_par_iter().map(uses).collect();
    let mut found: BTreeMap<usize, Vec<Consumer>> = BTreeMap::new();
    for (index, consumer) in all.into_iter().flatten() {
        found.entry(index).or_default().push(consumer);
    }
    found
}

/// The scripts of one name that a path in `reader` may mean: the one that it leads to from the reader's folder or one above
/// it, the nearest first; where none does, every one whose path ends so.
fn meant(candidates: &[Candidate], all: &[usize], reader: &Path, tail: &str) -> Vec<usize> {
    if all.len() < 2 {
        return all.to_vec();
    }
    let near = reader
        .ancestors()
        .skip(1)
        .find_map(|folder| all.iter().copied().find(|i| candidates[*i].path == folder.join(tail)));
    match near {
        Some(index) => vec![index],
        None if tail.contains('/') => {
            all.iter().copied().filter(|i| candidates[*i].path.ends_with(tail)).collect()
        }
        None => Vec::new(),
    }
}

/// A document that tells of what was: nobody follows it any more.
fn past(path: &Path) -> bool {
    let document = path.extension().is_some_and(|e| e == "md");
    let old = |name: &std::ffi::OsStr| {
        let name = name.to_string_lossy().to_ascii_lowercase();
        let stem = name.strip_suffix(".md").unwrap_or(&name);
        matches!(stem, "archive" | "archived" | "archives" | "_archive" | ".archive" | "history")
            || ["changelog", "changes", "release-notes", "release_notes"].contains(&stem)
    };
    document && path.iter().any(old)
}

/// The files in which agents are told of hooks and of the status line.
fn settings(path: &Path) -> bool {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    matches!(name.as_str(), "settings.json" | "settings.local.json" | "plugin.json")
        || (name.starts_with("hooks") && name.ends_with(".json"))
}

fn language(path: &Path) -> Option<ConsumerLanguage> {
    let extension = path.extension().map(|e| e.to_string_lossy().into_owned()).unwrap_or_default();
    match extension.as_str() {
        "" if path.file_name().is_some_and(|name| name == "Makefile" || name == "justfile") => {
            Some(ConsumerLanguage::Lines)
        }
        "sh" | "bash" | "" => Some(ConsumerLanguage::Shell),
        "yml" | "yaml" | "mk" | "just" => Some(ConsumerLanguage::Lines),
        "md" => Some(ConsumerLanguage::Markdown),
        "json" if settings(path) => Some(ConsumerLanguage::Settings),
        "py" | "js" | "mjs" | "cjs" | "ts" | "mts" | "tsx" | "jsx" => Some(ConsumerLanguage::Code),
        _ => None,
    }
}

/// Every file that may read, below the trees of the roots: a single script's readers stand anywhere in its git tree.
pub(super) fn readable(roots: &[PathBuf]) -> anyhow::Result<(Readable, Vec<Skipped>)> {
    let mut files = BTreeMap::new();
    let mut skipped = Vec::new();
    for root in roots {
        let tree = if root.is_dir() {
            root.clone()
        } else {
            let parent =
                root.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
            super::state::top(parent).unwrap_or_else(|| parent.to_owned())
        };
        let (found, closed) = walk::readable(&tree, |p| language(p).is_some())?;
        skipped.extend(closed);
        for file in found {
            let shown = file.path.to_string_lossy();
            let shown = shown.strip_prefix("./").unwrap_or(&shown).to_owned();
            files.insert(file.path, shown);
        }
    }
    Ok((files.into_iter().collect(), skipped))
}
