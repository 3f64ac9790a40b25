//! Compares two folders: each contract of the one with the contract at the same path of the other, for two
//! unpacked releases, or a revision and the working tree.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::bail;
use contract::source::package::SKILL;

use super::folder::Folder;
use super::likeness::Text;
use super::origins::{OriginSearch, SearchedSides};
use super::renames::renames;
use super::sorting::{self, Sorted, Texts};
use super::{Excludes, Sides, State, excluded};
use crate::input::{Opened, References};

/// Two folders with contracts.
pub(in crate::command::diff) struct Folders {
    old: Folder,
    new: Folder,
}

impl Folders {
    /// The folders OLD and NEW; `None` if one of them is a single contract.
    pub(in crate::command::diff) fn of(old: &str, new: &str) -> Option<Folders> {
        Some(Folders { old: Folder::of(old)?, new: Folder::of(new)? })
    }

    /// The names of both in messages.
    pub(super) fn labels(&self) -> [String; 2] {
        [self.old.label(), self.new.label()]
    }

    /// Whether both folders are compared as one contract each, a skill or a package: they contain no others, or one of
    /// them can't be read, so that its parts are not known.
    pub(in crate::command::diff) fn are_single_contracts(
        &self,
        references: &References,
        excludes: &Excludes,
    ) -> bool {
        let own = |job: &sorting::Job| job.path.is_empty() || job.path == SKILL;
        let is_unread =
            |folder: &Folder| crate::input::contract(&folder.label(), references).is_err();
        self.old.is_contract()
            && self.new.is_contract()
            && (self.sorted(excludes).is_ok_and(|sorted| sorted.jobs.iter().all(own))
                || is_unread(&self.old)
                || is_unread(&self.new))
    }

    /// The removed path of each added path, for renames.
    fn renamed(&self, files: &BTreeMap<String, State>) -> BTreeMap<String, String> {
        let texts = |wanted: State, folder: &Folder| -> Vec<Text> {
            let paths = files.iter().filter(|(_, state)| **state == wanted).map(|(path, _)| path);
            paths
                .filter_map(|path| Some(Text { path: path.clone(), bytes: folder.read(path)? }))
                .collect()
        };
        let is_there = |wanted: State| files.values().any(|state| *state == wanted);
        if !is_there(State::Removed) || !is_there(State::Added) {
            return BTreeMap::new();
        }
        let (removed, added) = (texts(State::Removed, &self.old), texts(State::Added, &self.new));
        renames(&removed.iter().collect::<Vec<_>>(), &added.iter().collect::<Vec<_>>())
    }

    /// The files to compare, in order of paths.
    pub(super) fn sorted(&self, excludes: &Excludes) -> anyhow::Result<Sorted> {
        let (before, now) = (self.old.names()?, self.new.names()?);
        let mut files: BTreeMap<String, State> = BTreeMap::new();
        for path in before.union(&now) {
            let state = match (before.contains(path), now.contains(path)) {
                (true, false) => State::Removed,
                (false, _) => State::Added,
                _ if self.old.has_same(&self.new, path) => State::Same,
                _ => State::Changed,
            };
            files.insert(path.clone(), state);
        }
        let removed = files.iter().filter(|(_, state)| **state == State::Removed);
        let removed: BTreeSet<String> = removed.map(|(path, _)| path.clone()).collect();
        let renamed = self.renamed(&files);
        for (path, from) in &renamed {
            files.remove(from);
            files.insert(path.clone(), State::Renamed(from.clone()));
        }
        OriginSearch { sides: self }.add_origins(&mut files, &renamed, &removed);
        let left_out =
            excluded::take_out(&mut files, self, |path| excludes.matches(path, Some(path)));
        let mut sorted = sorting::sort(&files, self);
        sorted.left_out.extend(left_out);
        if sorted.jobs.is_empty() {
            bail!(
                "{}: no contract found, and none in {}; name two files, or a folder with SKILL.md",
                self.new.label(),
                self.old.label()
            );
        }
        Ok(sorted)
    }

    /// The two sides, with the roots of their references.
    pub(super) fn sides(&self, references: &References) -> anyhow::Result<BoundedFolders<'_>> {
        let bounds = [self.old.references(references)?, self.new.references(references)?];
        Ok(BoundedFolders { folders: self, references: bounds })
    }
}

impl Texts for Folders {
    fn old_text(&self, path: &str) -> Option<Vec<u8>> {
        self.old.read(path)
    }

    fn new_text(&self, path: &str) -> Option<Vec<u8>> {
        self.new.read(path)
    }

    fn is_link(&self, _path: &str) -> bool {
        false
    }

    fn is_named(&self, _path: &str) -> bool {
        false
    }
}

impl SearchedSides for Folders {
    fn is_partial(&self) -> bool {
        false
    }

    fn is_requested(&self, _path: &str) -> bool {
        true
    }

    fn lacks(&self, path: &str) -> bool {
        self.old.lacks(path)
    }

    fn link_target(&self, path: &str) -> Option<String> {
        self.new.link_target(path)
    }

    fn new_paths(&self) -> Vec<String> {
        self.new.names().unwrap_or_default().into_iter().collect()
    }
}

/// Two folders, with the roots of their references.
pub(super) struct BoundedFolders<'f> {
    folders: &'f Folders,
    references: [References; 2],
}

impl Sides for BoundedFolders<'_> {
    fn shown(&self, path: &str) -> String {
        self.folders.new.source(path)
    }

    fn old_source(&self, path: &str) -> String {
        self.folders.old.source(path)
    }

    fn references(&self) -> [&References; 2] {
        [&self.references[0], &self.references[1]]
    }

    fn is_inside(&self, path: &str) -> anyhow::Result<()> {
        self.folders.new.is_inside(path)
    }

    fn old_is_inside(&self, path: &str) -> anyhow::Result<()> {
        self.folders.old.is_inside(path)
    }

    fn new_files(&self) -> (Vec<String>, &dyn Texts) {
        (self.folders.new.names().unwrap_or_default().into_iter().collect(), self.folders)
    }

    fn are_unchanged(&self, _opened: &[Opened]) -> bool {
        // The differences are not known in advance, so both sides are read.
        false
    }
}
