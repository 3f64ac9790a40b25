//! The readers of a tree: every file that runs one of the scripts and reads its text.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use migrate::{ConsumerLanguage, Use};

use super::scan::Candidate;
use crate::walk;

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

/// The readers of each candidate, by its index.
pub(super) fn find(
    candidates: &[Candidate],
    roots: &[PathBuf],
) -> anyhow::Result<BTreeMap<usize, Vec<Consumer>>> {
    let mut names: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (index, candidate) in candidates.iter().enumerate() {
        if let Some(name) = candidate.path.file_name() {
            names.entry(name.to_string_lossy().into_owned()).or_default().push(index);
        }
    }
    let mut found: BTreeMap<usize, Vec<Consumer>> = BTreeMap::new();
    for (path, shown) in readable(roots)? {
        let Some(language) = language(&path) else { continue };
        let Ok(bytes) = std::fs::read(&path) else { continue };
        let Ok(text) = String::from_utf8(bytes) else { continue };
        // One pass over the words of a file, not one search a script.
        let words: BTreeSet<&str> = text
            .split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-' | '.')))
            .map(|word| word.trim_end_matches('.'))
            .collect();
        for (name, indexes) in &names {
            let odd =
                name.contains(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-' | '.')));
            if !(words.contains(name.as_str()) || odd && text.contains(name.as_str())) {
                continue;
            }
            for reads in migrate::uses(&text, language, name) {
                let all: Vec<usize> =
                    indexes.iter().copied().filter(|i| candidates[*i].path != path).collect();
                for index in meant(candidates, &all, &path, &reads.tail) {
                    let consumer =
                        Consumer { path: path.clone(), shown: shown.clone(), reads: reads.clone() };
                    found.entry(index).or_default().push(consumer);
                }
            }
        }
    }
    Ok(found)
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

fn language(path: &Path) -> Option<ConsumerLanguage> {
    let extension = path.extension().map(|e| e.to_string_lossy().into_owned()).unwrap_or_default();
    match extension.as_str() {
        "sh" | "bash" | "" | "yml" | "yaml" | "mk" => Some(ConsumerLanguage::Shell),
        "md" => Some(ConsumerLanguage::Markdown),
        "py" | "js" | "mjs" | "cjs" | "ts" | "mts" | "tsx" | "jsx" => Some(ConsumerLanguage::Code),
        _ => None,
    }
}

/// Every file that may read, below the trees of the roots: a single script's readers stand anywhere in its git tree.
fn readable(roots: &[PathBuf]) -> anyhow::Result<Vec<(PathBuf, String)>> {
    const LARGEST: u64 = 1 << 20;
    let mut files = BTreeMap::new();
    for root in roots {
        let tree = if root.is_dir() {
            root.clone()
        } else {
            let parent =
                root.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
            super::journal::top(parent).unwrap_or_else(|| parent.to_owned())
        };
        for file in walk::files(&tree, |p| language(p).is_some())? {
            if std::fs::metadata(&file.path).is_ok_and(|m| m.is_file() && m.len() <= LARGEST) {
                let shown = file.path.to_string_lossy();
                let shown = shown.strip_prefix("./").unwrap_or(&shown).to_owned();
                files.insert(file.path, shown);
            }
        }
    }
    Ok(files.into_iter().collect())
}
