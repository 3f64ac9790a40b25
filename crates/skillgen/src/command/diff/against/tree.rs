//! The repository as `--against` sees it: which files hold contracts, on either side, and what became of each.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, bail};

use super::State;
use super::marks::{self, Mark};
use crate::git::{DifferenceKind, Revision, WorkingTree};

/// The repository, seen from the folder that the command runs in.
pub(super) struct Tree {
    pub(super) git: Arc<WorkingTree>,
    /// The revision as it was named, and as it was found.
    pub(super) name: String,
    revision: Revision,
    top: PathBuf,
    /// From the top down to the current folder, with a final slash; empty at the top.
    prefix: String,
    /// As they were given, and from the top.
    paths: Vec<String>,
    below: Vec<String>,
}

/// A contract to look at.
#[derive(Clone, Debug)]
pub(super) struct Job {
    /// From the top.
    pub(super) path: String,
    pub(super) state: State,
    /// Its own files are the same; a file that it refers to may differ.
    pub(super) by_reference: bool,
}

impl Tree {
    pub(super) fn open(name: &str, paths: &[String]) -> anyhow::Result<Tree> {
        let git = WorkingTree::current().context("--against needs a git repository")?;
        let revision = git
            .revision(name)
            .map_err(|_| anyhow::anyhow!("--against {name}: no such revision"))?;
        let mut below = Vec::new();
        for path in paths {
            let from_top = git.below_top(path);
            let in_tree = std::fs::symlink_metadata(path).is_ok();
            let in_revision = || from_top.as_ref().is_some_and(|p| git.kind(&revision, p).is_ok());
            if !in_tree && !in_revision() {
                bail!("{path}: neither in the work tree nor at {name}");
            }
            match from_top {
                // The top itself: everything.
                Some(path) if path.is_empty() => below.push(".".to_owned()),
                Some(path) => below.push(path),
                None => bail!("{path}: outside of the repository"),
            }
        }
        let (top, prefix) = (git.top().to_owned(), git.prefix());
        Ok(Tree { git, name: name.to_owned(), revision, top, prefix, paths: paths.to_vec(), below })
    }

    /// A path of the repository as the user would name it.
    pub(super) fn shown(&self, path: &str) -> String {
        match path.strip_prefix(&self.prefix) {
            Some(below) => below.to_owned(),
            None => self.top.join(path).to_string_lossy().into_owned(),
        }
    }

    /// What is to be looked at, in order of paths.
    pub(super) fn jobs(&self) -> anyhow::Result<Vec<Job>> {
        let mut files = self.changed(&self.below)?;
        let others = self.git.untracked(&self.below)?;
        let renamed = self.renamed(&files, &others);
        for path in others {
            let from = renamed.get(&path);
            let state = from.map_or(State::Added, |from| State::Renamed(from.clone()));
            if let Some(from) = from {
                files.remove(from);
            }
            files.insert(path, state);
        }
        // What a contract refers to may stand anywhere, also where nobody asked.
        let is_changed = !files.is_empty() || self.any_change()?;
        let before: BTreeSet<&String> = renamed.values().collect();
        for path in self.git.tracked(&self.below)?.into_iter().filter(|path| !before.contains(path))
        {
            files.entry(path).or_insert(State::Same);
        }
        let packages = packages(&files);
        let mut jobs: BTreeMap<String, Job> = BTreeMap::new();
        for (path, state) in files {
            match packages.iter().find(|(folder, _)| path.starts_with(&format!("{folder}/"))) {
                // A package is one contract: what is in it is compared with it.
                Some((folder, whole)) => {
                    let job = jobs.entry(folder.clone()).or_insert_with(|| Job {
                        path: folder.clone(),
                        state: whole.clone(),
                        by_reference: false,
                    });
                    if job.state == State::Same && state != State::Same {
                        job.state = State::Changed;
                    }
                }
                None if self.is_contract(&path, &state) => {
                    let by_reference = state == State::Same && is_changed && self.refers(&path);
                    let state = if by_reference { State::Changed } else { state };
                    jobs.insert(path.clone(), Job { path, state, by_reference });
                }
                None => {}
            }
        }
        for job in jobs.values_mut().filter(|job| is_changed && job.state == State::Same) {
            if packages.contains_key(&job.path) {
                (job.state, job.by_reference) = (State::Changed, true);
            }
        }
        Ok(jobs.into_values().collect())
    }

    /// The paths that were asked about and hold no contract.
    pub(super) fn without_contract(&self, jobs: &[Job]) -> Vec<&String> {
        let holds = |asked: &str| {
            let below = |path: &str| path == asked || path.starts_with(&format!("{asked}/"));
            asked == "."
                || jobs.iter().any(|job| match &job.state {
                    State::Renamed(from) if below(from) => true,
                    // A file of a package stands for the package.
                    _ => below(&job.path) || asked.starts_with(&format!("{}/", job.path)),
                })
        };
        let asked = self.paths.iter().zip(&self.below);
        asked.filter(|(_, below)| !holds(below)).map(|(path, _)| path).collect()
    }

    /// Whether anything in the repository differs from the revision.
    fn any_change(&self) -> anyhow::Result<bool> {
        Ok(!self.changed(&[])?.is_empty() || !self.git.untracked(&[])?.is_empty())
    }

    /// Files that differ from the revision, with renames found.
    fn changed(&self, below: &[String]) -> anyhow::Result<BTreeMap<String, State>> {
        let differences = self.git.differences(&self.revision, below)?;
        let state = |kind| match kind {
            DifferenceKind::Added => State::Added,
            DifferenceKind::Removed => State::Removed,
            DifferenceKind::Renamed(from) => State::Renamed(from),
            DifferenceKind::Modified => State::Changed,
        };
        let mut files: BTreeMap<String, State> =
            differences.into_iter().map(|one| (one.path, state(one.kind))).collect();
        for path in self.hidden(below)? {
            files.entry(path).or_insert(State::Changed);
        }
        Ok(files)
    }

    /// Files that git was told not to look at (assume-unchanged, skip-worktree) and that differ all the same.
    fn hidden(&self, below: &[String]) -> anyhow::Result<Vec<String>> {
        let hidden = self.git.listing()?.hidden;
        if hidden.is_empty() {
            return Ok(Vec::new());
        }
        let asked: BTreeSet<String> = self.git.tracked(below)?.into_iter().collect();
        let names = hidden.iter().filter_map(|name| name.to_str().map(str::to_owned));
        let differs = |path: &String| {
            let now = self.read(path, &State::Same);
            asked.contains(path)
                && self.may_be_contract(path)
                && now.is_some()
                && now != self.read(path, &State::Removed)
        };
        Ok(names.filter(differs).collect())
    }

    /// New files that git does not track yet, with the one each was before: git finds renames among tracked
    /// files only. Of equal texts, each is taken once, in the order of paths.
    fn renamed(
        &self,
        files: &BTreeMap<String, State>,
        others: &[String],
    ) -> BTreeMap<String, String> {
        let removed = files.iter().filter(|(_, state)| **state == State::Removed);
        let named = removed.filter(|(path, _)| self.may_be_contract(path));
        let mut gone: BTreeMap<Vec<u8>, Vec<&String>> = BTreeMap::new();
        for (path, state) in named.rev() {
            if let Some(text) = self.read(path, state).filter(|text| !text.is_empty()) {
                gone.entry(text).or_default().push(path);
            }
        }
        let mut renamed = BTreeMap::new();
        if gone.is_empty() {
            return renamed;
        }
        for path in others {
            let text = self.read(path, &State::Added);
            if let Some(from) = text.and_then(|text| gone.get_mut(&text)?.pop()) {
                renamed.insert(path.clone(), from.clone());
            }
        }
        renamed
    }

    fn may_be_contract(&self, path: &str) -> bool {
        is_schema_name(path) || marks::is_skill(path)
    }

    /// Whether an unchanged contract points at other files, which may have changed.
    fn refers(&self, path: &str) -> bool {
        self.read(path, &State::Same).is_some_and(|bytes| marks::refers(path, &bytes))
    }

    fn read(&self, path: &str, state: &State) -> Option<Vec<u8>> {
        if *state == State::Removed {
            return self.git.blob(&self.revision, path, crate::input::MAX_CONTRACT).ok();
        }
        crate::input::file(&self.git.file(path).ok()?, crate::input::MAX_CONTRACT).ok()
    }

    /// Whether a file holds a contract now or held one: what became of the other side is told then.
    fn is_contract(&self, path: &str, state: &State) -> bool {
        if self.paths.iter().any(|p| self.shown(path) == *p.trim_start_matches("./")) {
            return true;
        }
        let before = match state {
            State::Same | State::Added => None,
            State::Renamed(from) => Some(from.as_str()),
            State::Changed | State::Removed => Some(path),
        };
        let now = (*state != State::Removed).then(|| self.mark(path, state));
        if now == Some(Mark::Contract) {
            return true;
        }
        let then = before.map(|path| self.mark(path, &State::Removed));
        // What was there and can be read on no side may be one.
        then == Some(Mark::Contract)
            || (then == Some(Mark::Unread) && now.is_none_or(|now| now == Mark::Unread))
    }

    fn mark(&self, path: &str, state: &State) -> Mark {
        if !self.may_be_contract(path) || self.shown(path).starts_with(".git/") {
            return Mark::Other;
        }
        if path.rsplit('/').next().is_some_and(|name| name.contains(".schema.")) {
            return Mark::Contract;
        }
        self.read(path, state).map_or(Mark::Unread, |bytes| marks::of(path, &bytes))
    }
}

pub(super) fn is_schema_name(path: &str) -> bool {
    let ending = Path::new(path).extension().and_then(OsStr::to_str).unwrap_or_default();
    matches!(ending.to_ascii_lowercase().as_str(), "json" | "yaml" | "yml")
}

/// Folders with a runner manifest, and what became of the manifest.
pub(super) fn packages(files: &BTreeMap<String, State>) -> BTreeMap<String, State> {
    let folder = |path: &str| path.strip_suffix("/assets/runner.json").map(str::to_owned);
    let found = files.iter().filter_map(|(path, state)| {
        let state = match state {
            State::Renamed(from) => State::Renamed(folder(from)?),
            other => other.clone(),
        };
        Some((folder(path)?, state))
    });
    found.collect()
}
