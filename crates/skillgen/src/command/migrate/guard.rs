//! Git as a second way to undo: files must be committed and unmodified, unless `--allow-dirty` is given.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::bail;
use migrate::Outcome;

use super::file_plan::FilePlan;
use super::journal::{self, Journal};
use super::state;
use super::tree_plan::TreePlan;
use crate::git::{self, WorkingTree};
use crate::paths;

/// The advice to continue.
const ANYWAY: &str = "or use --allow-dirty";

/// The first change that git reports at or below `path`, which has no links; `None` outside of git, where the backups
/// restore files. Files that this user's runs wrote, and that nobody changed since, don't count.
fn change(path: &Path) -> Result<Option<String>, String> {
    let folder = if path.is_dir() { path } else { path.parent().unwrap_or(Path::new("/")) };
    let unknown =
        |e: anyhow::Error| format!("git can't determine whether the tree is clean: {e:#}");
    let Some(tree) = WorkingTree::containing(folder).map_err(unknown)? else { return Ok(None) };
    if tree.first_change(path).map_err(unknown)?.is_none() {
        return Ok(None);
    }
    let written = written(tree.top()).map_err(unknown)?;
    let own = |file: &Path| {
        let digests = written.get(file);
        digests.is_some_and(|digests| {
            crate::regular::read(file).is_ok_and(|bytes| digests.contains(&journal::digest(&bytes)))
        })
    };
    tree.first_change_but(path, &own).map_err(unknown)
}

/// The files that this user's runs wrote below the top of a tree, with their digests.
fn written(top: &Path) -> anyhow::Result<BTreeMap<PathBuf, BTreeSet<String>>> {
    let mut written: BTreeMap<PathBuf, BTreeSet<String>> = BTreeMap::new();
    if !state::homes(top).iter().any(|home| home == top) {
        return Ok(written);
    }
    for entry in Journal::open(top)?.lines()?.entries {
        written.entry(top.join(&entry.path)).or_default().insert(entry.after);
    }
    Ok(written)
}

/// Rejects a tree with uncommitted changes. Links are followed, because their target is written.
pub(super) fn clean(roots: &[PathBuf]) -> anyhow::Result<()> {
    for root in roots {
        let target = paths::whole(root);
        match change(&target) {
            Err(why) => bail!("{}: {why}; use --allow-dirty to migrate anyway", root.display()),
            Ok(Some(first)) => {
                bail!("{}: uncommitted changes ({first}); commit them, {ANYWAY}", root.display())
            }
            Ok(None) => {}
        }
    }
    Ok(())
}

/// Refuses a plan that would write an uncommitted file, such as an ignored one, or one whose changes git does not
/// report. Readers may be outside of the named paths, so they are checked too.
pub(super) fn committed(plan: &TreePlan) -> anyhow::Result<()> {
    let readers: BTreeSet<&Path> = plan.readers.iter().map(|f| f.path.as_path()).collect();
    let mut trees: BTreeMap<PathBuf, Vec<(&FilePlan, OsString)>> = BTreeMap::new();
    let mut tops: BTreeMap<PathBuf, Option<PathBuf>> = BTreeMap::new();
    for file in plan.files.iter().chain(&plan.readers) {
        if file.outcome != Outcome::Migrated {
            continue;
        }
        let whole = paths::whole(&file.path);
        let folder = whole.parent().unwrap_or(Path::new("/")).to_owned();
        let top = tops.entry(folder.clone()).or_insert_with(|| git::top_of(&folder)).clone();
        // Outside of git, the backups restore files.
        let Some(top) = top else { continue };
        let name = whole.strip_prefix(&top).unwrap_or(&whole).as_os_str().to_owned();
        trees.entry(top).or_default().push((file, name));
    }
    for (top, files) in trees {
        let anyway = |file: &FilePlan, why: &str| format!("{}: {why}; {ANYWAY}", file.shown);
        let listing = WorkingTree::containing(&top)
            .and_then(|tree| tree.map(|tree| tree.listing()).transpose())
            .map_err(|why| anyhow::anyhow!(anyway(files[0].0, &format!("{why:#}"))))?
            .unwrap_or_default();
        for (file, name) in &files {
            if !listing.tracked.contains(name) {
                let hidden = listing.hidden.contains(name);
                let why = if hidden {
                    "git ignores its changes (assume-unchanged, skip-worktree), so only the backup could restore it; unset that flag"
                } else {
                    "git ignores it, so only the backup could restore it; add it to the repository"
                };
                bail!("{}", anyway(file, why));
            }
        }
        for (file, name) in files.iter().filter(|(f, _)| readers.contains(f.path.as_path())) {
            let first =
                change(&top.join(name)).map_err(|why| anyhow::anyhow!(anyway(file, &why)))?;
            if let Some(first) = first {
                bail!(
                    "{}: uncommitted changes ({first}) in a file that would be rewritten; commit them, {ANYWAY}",
                    top.display()
                );
            }
        }
    }
    Ok(())
}
