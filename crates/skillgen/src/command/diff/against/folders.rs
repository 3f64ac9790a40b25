//! Folder against folder: each contract of the one and the contract at the same path of the other, as of two
//! releases that were unpacked.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::bail;

use super::marks::{self, Mark};
use super::tree::{Job, is_schema_name, packages};
use super::{Sides, State};
use crate::input::References;
use crate::walk;

/// Two folders that hold contracts.
pub(super) struct Folders {
    old: PathBuf,
    new: PathBuf,
    /// What bounds references, on each side.
    references: [References; 2],
}

/// Whether OLD and NEW are folders of contracts, and neither is one contract itself.
pub(in crate::command::diff) fn are_folders(old: &str, new: &str) -> bool {
    let holds = |folder: &Path| {
        let is_one = ["SKILL.md", contract::source::package::MANIFEST];
        folder.is_dir() && !is_one.iter().any(|name| folder.join(name).exists())
    };
    holds(Path::new(old)) && holds(Path::new(new))
}

impl Folders {
    pub(super) fn new(old: &str, new: &str, references: &References) -> anyhow::Result<Folders> {
        let bounded = |folder: &str| references.bounded_by(Path::new(folder));
        Ok(Folders {
            old: PathBuf::from(old),
            new: PathBuf::from(new),
            references: [bounded(old)?, bounded(new)?],
        })
    }

    /// What is to be looked at, in order of paths.
    pub(super) fn jobs(&self) -> anyhow::Result<Vec<Job>> {
        let (before, now) = (names(&self.old)?, names(&self.new)?);
        let mut files: BTreeMap<String, State> = BTreeMap::new();
        for path in before.union(&now) {
            let state = match (before.contains(path), now.contains(path)) {
                (true, false) => State::Removed,
                (false, _) => State::Added,
                _ if read(&self.old, path) == read(&self.new, path) => State::Same,
                _ => State::Changed,
            };
            files.insert(path.clone(), state);
        }
        let packages = packages(&files);
        let mut jobs: BTreeMap<String, Job> = BTreeMap::new();
        for (path, state) in files {
            let package =
                packages.iter().find(|(folder, _)| path.starts_with(&format!("{folder}/")));
            if let Some((folder, state)) = package {
                // What a package refers to may differ anywhere.
                let by_reference = *state == State::Same;
                let state = if by_reference { State::Changed } else { state.clone() };
                let job = Job { path: folder.clone(), state, by_reference };
                jobs.insert(folder.clone(), job);
            } else if self.is_contract(&path) {
                let refers = || read(&self.new, &path).is_some_and(|b| marks::refers(&path, &b));
                let by_reference = state == State::Same && refers();
                let state = if by_reference { State::Changed } else { state };
                jobs.insert(path.clone(), Job { path, state, by_reference });
            }
        }
        if jobs.is_empty() {
            bail!(
                "{}: no contract found, and none in {}; name two files, or a folder with SKILL.md",
                self.new.display(),
                self.old.display()
            );
        }
        Ok(jobs.into_values().collect())
    }

    fn is_contract(&self, path: &str) -> bool {
        let is_named = path.rsplit('/').next().is_some_and(|name| name.contains(".schema."));
        let is_marked = |folder: &Path| {
            read(folder, path).is_some_and(|bytes| marks::of(path, &bytes) == Mark::Contract)
        };
        is_named || is_marked(&self.new) || is_marked(&self.old)
    }
}

impl Sides for Folders {
    fn shown(&self, path: &str) -> String {
        self.new.join(path).to_string_lossy().into_owned()
    }

    fn old_source(&self, path: &str) -> String {
        self.old.join(path).to_string_lossy().into_owned()
    }

    fn references(&self) -> [&References; 2] {
        [&self.references[0], &self.references[1]]
    }

    fn is_inside(&self, _path: &str) -> anyhow::Result<()> {
        // Links are not among the files that were found.
        Ok(())
    }
}

/// The files that may hold contracts, below a folder.
fn names(folder: &Path) -> anyhow::Result<BTreeSet<String>> {
    let wanted = |path: &Path| {
        path.to_str().is_some_and(|path| is_schema_name(path) || marks::is_skill(path))
    };
    let found = walk::files(folder, wanted)?;
    Ok(found.into_iter().map(|one| one.relative.to_string_lossy().into_owned()).collect())
}

fn read(folder: &Path, path: &str) -> Option<Vec<u8>> {
    crate::input::file(&folder.join(path), crate::input::MAX_CONTRACT).ok()
}
