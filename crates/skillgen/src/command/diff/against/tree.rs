//! The repository for `--against`: which files are contracts, on either side, and how each changed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use anyhow::{Context as _, bail};

use super::likeness::{Text, file_name};
use super::origins::{OriginSearch, SearchedSides, undecided_in_words};
use super::renames::renames;
use super::sorting::{self, Job, LeftOut, Sorted, Texts};
use super::{Excludes, State, excluded, marks};
use crate::git::{DifferenceKind, Revision, WorkingTree};
use crate::input::References;

/// The repository, relative to the working folder.
pub(super) struct Tree {
    pub(super) git: Arc<WorkingTree>,
    /// The revision as named and as resolved.
    pub(super) name: String,
    pub(super) revision: Revision,
    top: PathBuf,
    /// From the top down to the working folder, with a trailing slash; empty at the top.
    prefix: String,
    /// As given, and from the top.
    paths: Vec<String>,
    pub(super) below: Vec<String>,
    /// The tracked links: their targets may change though they don't.
    links: BTreeSet<String>,
    /// All tracked files that differ from the revision, after the first search.
    differing: OnceLock<BTreeMap<String, State>>,
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
        let links = git.links()?;
        let (name, paths) = (name.to_owned(), paths.to_vec());
        let differing = OnceLock::new();
        Ok(Tree { git, name, revision, top, prefix, paths, below, links, differing })
    }

    /// A path of the repository in the user's form.
    pub(super) fn shown(&self, path: &str) -> String {
        shown(&self.top, &self.prefix, path)
    }

    /// The files to compare, in order of paths.
    pub(super) fn sorted(&self, excludes: &Excludes) -> anyhow::Result<Sorted> {
        let mut files = self.requested_files(&self.below)?;
        let is_alone = |state: &State| matches!(state, State::Added | State::Removed);
        if self.is_partial() && files.values().any(is_alone) {
            // The other half of a rename may be anywhere in the tree.
            files = self.requested_files(&[])?;
        }
        let tracked = self.git.tracked(&self.below)?.into_iter();
        let is_link =
            |path: &String| self.below.contains(path) && self.is_through_folder_link(path);
        for path in tracked.filter(|path| !is_link(path)) {
            files.entry(path).or_insert(State::Same);
        }
        let without_successor = self.pair(&mut files);
        files.retain(|path, state| match state {
            State::Renamed(from) => self.is_requested(path) || self.is_requested(from),
            _ => self.is_requested(path),
        });
        files.retain(|path, _| !self.shown(path).starts_with(".git/"));
        let from_settings = self.folder_of(excludes);
        let mut left_out = excluded::take_out(&mut files, self, |path| {
            let below = from_settings.as_deref().and_then(|folder| below(path, folder));
            excludes.matches(&self.shown(path), below)
        });
        left_out.extend(self.submodules(&mut files));
        let mut sorted = sorting::sort(&files, self);
        sorted.left_out.extend(left_out);
        if self.is_partial() && sorted.jobs.iter().any(|job| job.state == State::Added) {
            sorted.gone = OriginSearch { sides: self }.gone_contracts(&without_successor);
        }
        Ok(sorted)
    }

    /// Notes the former path of each file that was added. Returns the paths that are gone, without those of renamed files.
    fn pair(&self, files: &mut BTreeMap<String, State>) -> BTreeSet<String> {
        let removed = files.iter().filter(|(_, state)| **state == State::Removed);
        let mut removed: BTreeSet<String> = removed.map(|(path, _)| path.clone()).collect();
        let renamed = self.renamed(files);
        for (path, from) in &renamed {
            files.remove(from);
            files.insert(path.clone(), State::Renamed(from.clone()));
        }
        OriginSearch { sides: self }.add_origins(files, &renamed, &removed);
        for state in files.values() {
            if let State::Renamed(from) | State::Copied(from) = state {
                removed.remove(from);
            }
        }
        removed
    }

    /// The path at the revision, from the top, of the only requested file if it was renamed since.
    ///
    /// # Errors
    /// A file that may be it can't be read.
    pub(super) fn former_path(&self) -> anyhow::Result<Option<String>> {
        let [path] = self.below.as_slice() else { return Ok(None) };
        if self.git.kind(&self.revision, path).is_ok() {
            return Ok(None);
        }
        let mut files = self.requested_files(&[])?;
        self.pair(&mut files);
        match files.remove(path) {
            Some(State::Renamed(from) | State::Copied(from)) => Ok(Some(from)),
            Some(State::Undecided(unread)) => {
                let sources: Vec<String> =
                    unread.iter().map(|path| format!("{}:{path}", self.name)).collect();
                let why = undecided_in_words(&sources, &References::default());
                bail!("{}: {why}", contract::text::safe(&self.shown(path)));
            }
            _ => Ok(None),
        }
    }

    /// The same as [`Tree::changed_and_untracked`], with what the requested paths reach through links to folders.
    fn requested_files(&self, below: &[String]) -> anyhow::Result<BTreeMap<String, State>> {
        let mut files = self.changed_and_untracked(below)?;
        self.add_behind_links(&mut files)?;
        Ok(files)
    }

    /// Files that differ from the revision, and those that git doesn't track.
    fn changed_and_untracked(&self, below: &[String]) -> anyhow::Result<BTreeMap<String, State>> {
        let mut files = self.changed(below)?;
        for path in self.git.untracked(below)? {
            // Files that git no longer tracks still exist.
            let is_known = files.get(&path) == Some(&State::Removed);
            files.insert(path, if is_known { State::Changed } else { State::Added });
        }
        Ok(files)
    }

    /// The folder of skillgen.toml from the top; `None` if it is outside.
    fn folder_of(&self, excludes: &Excludes) -> Option<String> {
        let folder = std::fs::canonicalize(excludes.folder()).ok()?;
        folder.strip_prefix(&self.top).ok()?.to_str().map(str::to_owned)
    }

    /// Removes submodules: git lists each as a file that is a folder in the working tree.
    fn submodules(&self, files: &mut BTreeMap<String, State>) -> Vec<LeftOut> {
        let is_folder = |path: &str| {
            std::fs::symlink_metadata(self.top.join(path)).is_ok_and(|meta| meta.is_dir())
        };
        let found =
            files.iter().filter(|(path, state)| **state != State::Removed && is_folder(path));
        let found: Vec<String> = found.map(|(path, _)| path.clone()).collect();
        found.iter().for_each(|path| drop(files.remove(path)));
        found.into_iter().map(excluded::submodule).collect()
    }

    /// The tracked files that are equal at the revision, without links. References may lead to any of them.
    pub(super) fn unchanged(&self) -> anyhow::Result<BTreeSet<String>> {
        let mut unchanged: BTreeSet<String> = self.git.tracked(&[])?.into_iter().collect();
        for path in self.changed(&[])?.keys() {
            unchanged.remove(path);
        }
        unchanged.retain(|path| !self.links.contains(path));
        Ok(unchanged)
    }

    /// The requested paths without a contract.
    pub(super) fn without_contract(&self, jobs: &[Job]) -> Vec<&String> {
        let holds = |asked: &str| {
            let below = |path: &str| path == asked || path.starts_with(&format!("{asked}/"));
            asked == "."
                || jobs.iter().any(|job| match &job.state {
                    State::Renamed(from) if below(from) => true,
                    // A file of a package represents the package.
                    _ => below(&job.path) || asked.starts_with(&format!("{}/", job.path)),
                })
        };
        let asked = self.paths.iter().zip(&self.below);
        asked.filter(|(_, below)| !holds(below)).map(|(path, _)| path).collect()
    }

    /// Tracked files that differ from the revision, at or below paths. Git is asked once, for all files.
    fn changed(&self, below: &[String]) -> anyhow::Result<BTreeMap<String, State>> {
        let all = match self.differing.get() {
            Some(all) => all,
            None => {
                let all = self.all_changed()?;
                self.differing.get_or_init(|| all)
            }
        };
        let is_in = |path: &str| below.is_empty() || below.iter().any(|asked| holds(asked, path));
        let files = all.iter().filter(|(path, _)| is_in(path));
        Ok(files.map(|(path, state)| (path.clone(), state.clone())).collect())
    }

    fn all_changed(&self) -> anyhow::Result<BTreeMap<String, State>> {
        let differences = self.git.differences(&self.revision, &[])?;
        let state = |kind| match kind {
            DifferenceKind::Added => State::Added,
            DifferenceKind::Removed => State::Removed,
            DifferenceKind::Modified => State::Changed,
        };
        let mut files: BTreeMap<String, State> =
            differences.into_iter().map(|one| (one.path, state(one.kind))).collect();
        for path in self.hidden()? {
            files.entry(path).or_insert(State::Changed);
        }
        Ok(files)
    }

    /// Files with assume-unchanged or skip-worktree that differ nevertheless.
    fn hidden(&self) -> anyhow::Result<Vec<String>> {
        let hidden = self.git.listing()?.hidden;
        let names = hidden.iter().filter_map(|name| name.to_str().map(str::to_owned));
        let differs = |path: &String| {
            let now = self.read(path, &State::Same);
            marks::may_be_contract(path) && now.is_some() && now != self.read(path, &State::Removed)
        };
        Ok(names.filter(differs).collect())
    }

    /// The removed path of each added one that was renamed.
    fn renamed(&self, files: &BTreeMap<String, State>) -> BTreeMap<String, String> {
        let of = |wanted: State| -> Vec<&String> {
            let paths = files.iter().filter(|(_, state)| **state == wanted);
            paths.map(|(path, _)| path).collect()
        };
        let (gone, come) = (of(State::Removed), of(State::Added));
        if gone.is_empty() || come.is_empty() {
            return BTreeMap::new();
        }
        let is_contract = |path: &&String| marks::may_be_contract(path);
        let removed: Vec<&String> = gone.iter().copied().filter(is_contract).collect();
        let added: Vec<&String> = come.iter().copied().filter(is_contract).collect();
        let (before, unread) = self.texts(&removed, &State::Removed);
        let now = self.texts(&added, &State::Added).0;
        let mut found = renames(&refs(&before), &refs(&now));
        // What can't be read may be the former text of a file with the same name; its comparison gives the reason.
        for from in unread {
            let is_partner =
                |path: &&&String| file_name(path) == file_name(from) && !found.contains_key(**path);
            if let Some(path) = added.iter().find(is_partner) {
                found.insert((*path).clone(), from.clone());
            }
        }
        self.renamed_to_or_from_other_names((&gone, &come), &before, &now, &mut found);
        found
    }

    /// Adds renames between a name that contracts have and one that they don't have: from any file with the same stem, and
    /// to any file of about the same size.
    fn renamed_to_or_from_other_names(
        &self,
        (gone, come): (&[&String], &[&String]),
        before: &[Text],
        now: &[Text],
        found: &mut BTreeMap<String, String>,
    ) {
        let taken: BTreeSet<&String> = found.values().collect();
        let before: Vec<&Text> = before.iter().filter(|text| !taken.contains(&text.path)).collect();
        let now: Vec<&Text> = now.iter().filter(|text| !found.contains_key(&text.path)).collect();
        let is_other = |path: &&&String| !marks::may_be_contract(path);
        let stems: BTreeSet<&str> = now.iter().map(|text| stem(&text.path)).collect();
        let with_stem = |path: &&&String| is_other(path) && stems.contains(stem(path));
        let removed: Vec<&String> = gone.iter().filter(with_stem).copied().collect();
        let is_of_size = |path: &&&String| {
            let size = std::fs::metadata(self.top.join(path)).map(|meta| meta.len());
            let fits = |text: &&Text, size: u64| {
                let length = text.bytes.len() as u64;
                length <= size.saturating_mul(2) && size <= length.saturating_mul(2)
            };
            size.is_ok_and(|size| before.iter().any(|text| fits(text, size)))
        };
        let added: Vec<&String> =
            come.iter().filter(is_other).filter(is_of_size).copied().collect();
        let removed = self.texts(&removed, &State::Removed).0;
        let added = self.texts(&added, &State::Added).0;
        let more = [renames(&refs(&removed), &now), renames(&before, &refs(&added))];
        found.extend(more.into_iter().flatten());
    }

    /// The texts of files, and the paths of those that can't be read.
    fn texts<'p>(&self, paths: &[&'p String], state: &State) -> (Vec<Text>, Vec<&'p String>) {
        let (mut texts, mut unread) = (Vec::new(), Vec::new());
        for path in paths {
            match self.read(path, state) {
                Some(bytes) if bytes.is_empty() => {}
                Some(bytes) => texts.push(Text { path: (*path).clone(), bytes }),
                None => unread.push(*path),
            }
        }
        (texts, unread)
    }

    fn read(&self, path: &str, state: &State) -> Option<Vec<u8>> {
        if *state == State::Removed {
            return self.git.blob(&self.revision, path, crate::input::MAX_CONTRACT).ok();
        }
        crate::input::file(&self.git.file(path).ok()?, crate::input::MAX_CONTRACT).ok()
    }
}

impl Texts for Tree {
    fn old_text(&self, path: &str) -> Option<Vec<u8>> {
        self.read(path, &State::Removed)
    }

    fn new_text(&self, path: &str) -> Option<Vec<u8>> {
        self.read(path, &State::Same)
    }

    fn is_link(&self, path: &str) -> bool {
        self.links.contains(path)
    }

    fn is_named(&self, path: &str) -> bool {
        self.paths.iter().any(|p| self.shown(path) == *p.trim_start_matches("./"))
    }
}

impl SearchedSides for Tree {
    fn is_partial(&self) -> bool {
        !self.below.is_empty() && self.below.iter().all(|path| path != ".")
    }

    fn is_requested(&self, path: &str) -> bool {
        !self.is_partial() || self.below.iter().any(|asked| holds(asked, path))
    }

    fn lacks(&self, path: &str) -> bool {
        self.git.lacks(&self.revision, path)
    }

    fn link_target(&self, path: &str) -> Option<String> {
        let meta = std::fs::symlink_metadata(self.top.join(path)).ok()?;
        let real = self.git.file(path).ok().filter(|_| meta.is_symlink())?;
        real.strip_prefix(&self.top).ok()?.to_str().map(str::to_owned)
    }

    fn new_paths(&self) -> Vec<String> {
        self.git.tracked(&[]).unwrap_or_default()
    }
}

/// A path below the top of a working tree in the user's form; `prefix` leads from the top down to the working folder.
pub(super) fn shown(top: &Path, prefix: &str, path: &str) -> String {
    match path.strip_prefix(prefix) {
        Some("") => ".".to_owned(),
        Some(below) => below.to_owned(),
        None => top.join(path).to_string_lossy().into_owned(),
    }
}

fn refs(texts: &[Text]) -> Vec<&Text> {
    texts.iter().collect()
}

/// The name of a file up to its first dot.
fn stem(path: &str) -> &str {
    let name = file_name(path);
    name.split('.').find(|part| !part.is_empty()).unwrap_or(name)
}

/// Whether a requested path is a file, or a folder around it; `.` is the top.
fn holds(asked: &str, path: &str) -> bool {
    asked == "." || path == asked || below(path, asked).is_some()
}

/// A path relative to a folder around it.
fn below<'p>(path: &'p str, folder: &str) -> Option<&'p str> {
    if folder.is_empty() {
        return Some(path);
    }
    path.strip_prefix(folder)?.strip_prefix('/')
}
