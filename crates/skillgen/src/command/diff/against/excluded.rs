//! Files that are excluded from a comparison of folders: those that `--exclude` and `diff.exclude` match, and
//! submodules, whose files belong to another repository.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use ignore::gitignore::Gitignore;

use super::State;
use super::marks;
use super::sorting::{LeftOut, LeftOutKind, Texts};
use crate::globs;

/// The patterns of excluded files, in `.gitignore` syntax.
#[derive(Debug)]
pub(in crate::command::diff) struct Excludes {
    /// Of the command line: relative to the working folder, or to the compared folders.
    given: Gitignore,
    /// Of skillgen.toml: relative to its folder.
    configured: Gitignore,
    folder: PathBuf,
}

impl Excludes {
    pub(in crate::command::diff) fn new(
        given: &[String],
        (configured, place): (&[String], &dyn Fn(usize) -> Option<String>),
        folder: &Path,
    ) -> anyhow::Result<Excludes> {
        Ok(Excludes {
            given: globs::matcher(given, Path::new("")).context("--exclude")?,
            configured: globs::placed_matcher(configured, Path::new(""), place)?,
            folder: folder.to_owned(),
        })
    }

    /// The folder of skillgen.toml, the base of its patterns.
    pub(super) fn folder(&self) -> &str {
        self.folder.to_str().filter(|folder| !folder.is_empty()).unwrap_or(".")
    }

    /// Whether a file is excluded, by its path relative to the base of each pattern.
    pub(super) fn matches(&self, from_here: &str, from_settings: Option<&str>) -> bool {
        globs::matches(&self.given, from_here)
            || from_settings.is_some_and(|path| globs::matches(&self.configured, path))
    }
}

/// Removes excluded files. Files that the user named are always compared; a file moved into an excluded folder counts
/// as removed, and one moved out of it as a copy.
pub(super) fn take_out(
    files: &mut BTreeMap<String, State>,
    texts: &dyn Texts,
    is_excluded: impl Fn(&str) -> bool,
) -> Vec<LeftOut> {
    let is_out = |path: &str| !texts.is_named(path) && is_excluded(path);
    let mut left_out = Vec::new();
    for (path, state) in std::mem::take(files) {
        let from = match &state {
            State::Renamed(from) => Some(from.clone()),
            _ => None,
        };
        let is_from_outside = from.as_ref().is_some_and(|from| is_out(from));
        if !is_out(&path) {
            let state = match from.filter(|_| is_from_outside) {
                Some(from) => State::Copied(from),
                None => state,
            };
            files.insert(path, state);
            continue;
        }
        if let Some(from) = from.filter(|_| !is_from_outside) {
            files.insert(from, State::Removed);
        }
        if marks::may_be_contract(&path) {
            left_out.push(LeftOut {
                path,
                part_of: None,
                kind: LeftOutKind::Excluded,
                reason: "excluded by --exclude or diff.exclude".to_owned(),
            });
        }
    }
    left_out
}

/// A submodule: its state is not compared, because git would run in it.
pub(super) fn submodule(path: String) -> LeftOut {
    let reason = "a submodule; compare in it, with its own revisions".to_owned();
    LeftOut { path, part_of: None, kind: LeftOutKind::Submodule, reason }
}
