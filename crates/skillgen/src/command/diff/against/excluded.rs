//! What is kept out of a comparison of folders: files that `--exclude` and `diff.exclude` name, and submodules, whose
//! files belong to another repository.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use ignore::gitignore::Gitignore;

use super::State;
use super::marks;
use super::sorting::{LeftOut, LeftOutKind, Texts};
use crate::globs;

/// The patterns of files that are not compared, written as in `.gitignore`.
#[derive(Debug)]
pub(in crate::command::diff) struct Excludes {
    /// Of the command line: from the working folder, or from the folders that are compared.
    given: Gitignore,
    /// Of skillgen.toml: from its folder.
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

    /// The folder of skillgen.toml, where its patterns begin.
    pub(super) fn folder(&self) -> &str {
        self.folder.to_str().filter(|folder| !folder.is_empty()).unwrap_or(".")
    }

    /// Whether a file is excluded, by its path from where the patterns of each place begin.
    pub(super) fn matches(&self, from_here: &str, from_settings: Option<&str>) -> bool {
        globs::matches(&self.given, from_here)
            || from_settings.is_some_and(|path| globs::matches(&self.configured, path))
    }
}

/// Takes excluded files out. What the user named is looked at in any case; what was moved to an excluded place is gone
/// from its old one, and what came out of one is new.
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
            files.insert(path, if is_from_outside { State::Added } else { state });
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

/// A submodule: whether it differs is not asked, since git would run in it.
pub(super) fn submodule(path: String) -> LeftOut {
    let reason = "a submodule; compare in it, with its own revisions".to_owned();
    LeftOut { path, part_of: None, kind: LeftOutKind::Submodule, reason }
}
