//! Finds the script that a path in a reader means: a tree may contain many files of the same name.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::reader_files::ReaderFile;
use super::scan::Candidate;
use crate::paths;

/// The scripts of a tree by name: candidates, and all others that a path could mean.
pub(super) struct Scripts {
    by_name: BTreeMap<String, Vec<usize>>,
    /// Full paths; the candidates come first.
    paths: Vec<PathBuf>,
    candidates: usize,
    /// The folders with a SKILL.md.
    skills: BTreeSet<PathBuf>,
}

impl Scripts {
    pub(super) fn new(candidates: &[Candidate], files: &[ReaderFile]) -> Self {
        let known: BTreeMap<&Path, &Path> =
            files.iter().map(|file| (file.path.as_path(), file.whole.as_path())).collect();
        let whole = |candidate: &Candidate| match known.get(candidate.path.as_path()) {
            Some(whole) => whole.to_path_buf(),
            None => paths::whole(&candidate.path),
        };
        let mut paths: Vec<PathBuf> = candidates.iter().map(whole).collect();
        let own: BTreeSet<PathBuf> = paths.iter().cloned().collect();
        let name =
            |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let mut by_name: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (index, path) in paths.iter().enumerate() {
            by_name.entry(name(path)).or_default().push(index);
        }
        let mut skills = BTreeSet::new();
        for file in files {
            let name = name(&file.whole);
            if name == "SKILL.md" {
                skills.extend(file.whole.parent().map(Path::to_owned));
            }
            if let Some(same) = by_name.get_mut(&name).filter(|_| !own.contains(&file.whole)) {
                same.push(paths.len());
                paths.push(file.whole.clone());
            }
        }
        Self { by_name, paths, candidates: candidates.len(), skills }
    }

    /// The names of the candidates.
    pub(super) fn names(&self) -> impl Iterator<Item = &String> {
        self.by_name.keys()
    }

    /// The candidates that a path in `reader` ending in `tail` may mean: the file that it leads to from the reader's
    /// folder or one above, the nearest first; else one of the reader's own skill; else every file whose path ends so.
    pub(super) fn meant(&self, name: &str, tail: &str, reader: &Path, text: &str) -> Vec<usize> {
        let all = self.by_name.get(name).map(Vec::as_slice).unwrap_or_default();
        let all: Vec<usize> = all.iter().copied().filter(|i| self.paths[*i] != reader).collect();
        let mut found = match paths::nearest(reader, tail, &all, |i| self.paths[i].as_path()) {
            Some(index) => vec![index],
            None => self.anywhere(&all, tail, reader, text),
        };
        found.retain(|index| *index < self.candidates);
        found
    }

    /// The candidates of a name whose full path matches.
    pub(super) fn met(&self, name: &str, fits: impl Fn(&Path) -> bool) -> Vec<usize> {
        let all = self.by_name.get(name).into_iter().flatten().copied();
        all.filter(|index| *index < self.candidates && fits(&self.paths[*index])).collect()
    }

    fn anywhere(&self, all: &[usize], tail: &str, reader: &Path, text: &str) -> Vec<usize> {
        let path = |index: &usize| self.paths[*index].as_path();
        let ends = |index: &usize| path(index).ends_with(tail);
        let skill = self.skill(reader);
        if let Some(skill) = skill {
            let own: Vec<usize> =
                all.iter().copied().filter(|i| path(i).starts_with(skill) && ends(i)).collect();
            if !own.is_empty() {
                return own;
            }
        }
        let fits: Vec<usize> = match all {
            // A loop over a folder means that folder.
            _ if tail.starts_with("./") => Vec::new(),
            [one] => vec![*one],
            _ if tail.contains('/') => all.iter().copied().filter(ends).collect(),
            _ => Vec::new(),
        };
        fits.into_iter().filter(|index| !self.foreign(skill, path(index), text)).collect()
    }

    /// The skill of a file.
    fn skill(&self, path: &Path) -> Option<&Path> {
        path.ancestors().skip(1).find_map(|up| self.skills.get(up)).map(PathBuf::as_path)
    }

    /// Whether a script belongs to another skill than the reader, one that the reader's text does not
    /// name.
    fn foreign(&self, reader: Option<&Path>, script: &Path, text: &str) -> bool {
        let (Some(reader), Some(script)) = (reader, self.skill(script)) else { return false };
        let apart = !reader.starts_with(script) && !script.starts_with(reader);
        let name = script.file_name().unwrap_or_default().to_string_lossy();
        apart && !has_word(text, &name)
    }
}

/// Whether a name occurs in a text, and not as a part of a longer one.
fn has_word(text: &str, name: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    text.match_indices(name).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        !before.is_some_and(part) && !text[at + name.len()..].chars().next().is_some_and(part)
    })
}
