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
                for index in indexes {
                    if meant(&candidates[*index].path, &path, &reads.tail, indexes.len()) {
                        let consumer = Consumer {
                            path: path.clone(),
                            shown: shown.clone(),
                            reads: reads.clone(),
                        };
                        found.entry(*index).or_default().push(consumer);
                    }
                }
            }
        }
    }
    Ok(found)
}

/// Is it this script that the path means? A path with folders says so; a bare name means the one beside the reader, or the
/// only one of that name.
fn meant(script: &Path, reader: &Path, tail: &str, namesakes: usize) -> bool {
    if script == reader {
        return false;
    }
    if tail.contains('/') {
        return namesakes == 1
            || script.to_string_lossy().ends_with(&format!("/{tail}"))
            || script.to_string_lossy() == tail;
    }
    namesakes == 1 || script.parent() == reader.parent()
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
