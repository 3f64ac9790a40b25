//! Git as the second way back: what is written has to stand in a commit as it is, unless the user says `--allow-dirty`.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::bail;
use migrate::Outcome;

use super::work::{FilePlan, Plan};
use crate::git::{self, WorkingTree};
use crate::paths;

/// How to go on all the same.
const ANYWAY: &str = "or use --allow-dirty";

/// The first change that git knows of at or below `path`, which has no links.
fn change(path: &Path) -> Result<Option<String>, String> {
    let folder = if path.is_dir() { path } else { path.parent().unwrap_or(Path::new("/")) };
    let unknown = |e: anyhow::Error| format!("git can't tell whether the tree is clean: {e:#}");
    match WorkingTree::containing(folder).map_err(unknown)? {
        Some(tree) => tree.first_change(path).map_err(unknown),
        None => Err("not in a git tree, so there is no second way back".to_owned()),
    }
}

/// Refuses a tree with uncommitted changes, or none at all. A link is followed: its target is what is written.
pub(super) fn clean(roots: &[PathBuf]) -> anyhow::Result<()> {
    for root in roots {
        let target = paths::whole(root);
        match change(&target) {
            Err(why) => bail!("{}: {why}; use --allow-dirty to go on without it", root.display()),
            Ok(Some(first)) => {
                bail!("{}: uncommitted changes ({first}); commit them, {ANYWAY}", root.display())
            }
            Ok(None) => {}
        }
    }
    Ok(())
}

/// Refuses a plan that would write a file which no commit holds: one that is ignored, say, or whose changes git is told not to
/// look at. Readers stand outside of the named paths at times, so that they are asked about, too.
pub(super) fn committed(plan: &Plan) -> anyhow::Result<()> {
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
        let Some(top) = top else {
            bail!(
                "{}: not in a git tree, so there is no second way back; use --allow-dirty to go on without it",
                file.shown
            );
        };
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
                    "git is told not to look at its changes (assume-unchanged, skip-worktree), so there is no second way back; undo that"
                } else {
                    "git ignores it, so there is no second way back; add it to the repository"
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
