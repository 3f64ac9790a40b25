//! Git as the second way back: what is written has to stand in a commit as it is, unless the user says `--allow-dirty`.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::bail;
use migrate::Outcome;

use super::state;
use super::work::{FilePlan, Plan};
use crate::paths;

/// How to go on all the same.
const ANYWAY: &str = "or use --allow-dirty";

/// Runs git on the repository of `folder` alone, whatever a hook has set, and without a program of that repository.
fn git(folder: &Path, args: &[&str], names: &[&OsStr]) -> Result<Vec<u8>, String> {
    let mut command = Command::new("git");
    command.arg("-C").arg(folder).args(["-c", "core.fsmonitor=false"]).args(args).arg("--");
    command.args(names).stdin(Stdio::null());
    for name in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR"] {
        command.env_remove(name);
    }
    // A name is no pattern; and a lock that only speeds up the next status is not worth taking.
    command.env("GIT_LITERAL_PATHSPECS", "1").env("GIT_OPTIONAL_LOCKS", "0").env("LC_ALL", "C");
    let Ok(output) = command.output() else {
        return Err("git can't be asked whether the tree is clean".to_owned());
    };
    if output.status.success() {
        return Ok(output.stdout);
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let said = said.lines().next().unwrap_or_default().trim_start_matches("fatal: ").to_owned();
    let none =
        said.is_empty() || said.contains("not a git repository") || said.contains("work tree");
    Err(if none {
        "not in a git tree, so there is no second way back".to_owned()
    } else {
        format!("git can't tell whether the tree is clean: {said}")
    })
}

/// The first change that git knows of in `names` below `folder`.
fn change(folder: &Path, names: &[&OsStr]) -> Result<Option<String>, String> {
    let args = ["status", "--porcelain", "-z", "--untracked-files=all", "--ignore-submodules=none"];
    let out = git(folder, &args, names)?;
    let first = out.split(|b| *b == 0).next().filter(|first| !first.is_empty());
    Ok(first.map(|first| String::from_utf8_lossy(first).trim().to_owned()))
}

/// Refuses a tree with uncommitted changes, or none at all. A link is followed: its target is what is written.
pub(super) fn clean(roots: &[PathBuf]) -> anyhow::Result<()> {
    for root in roots {
        let target = paths::whole(root);
        let (folder, name) = if target.is_dir() {
            (target.as_path(), OsStr::new("."))
        } else {
            (target.parent().unwrap_or(Path::new("/")), target.file_name().unwrap_or_default())
        };
        match change(folder, &[name]) {
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
        let top = tops.entry(folder.clone()).or_insert_with(|| state::top(&folder)).clone();
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
        // `-v` tells those that git is told not to look at by a small letter or an S.
        let listed = git(&top, &["ls-files", "-z", "-v"], &[]);
        let listed = listed.map_err(|why| anyhow::anyhow!(anyway(files[0].0, &why)))?;
        let known: BTreeSet<OsString> = listed
            .split(|b| *b == 0)
            .filter_map(|line| line.strip_prefix(b"H "))
            .map(|name| OsString::from_vec(name.to_vec()))
            .collect();
        for (file, name) in &files {
            if !known.contains(name) {
                let hidden = [b"h ", b"S ", b"s "].iter().any(|mark| {
                    listed.split(|b| *b == 0).any(|l| l == [*mark, name.as_bytes()].concat())
                });
                let why = if hidden {
                    "git is told not to look at its changes (assume-unchanged, skip-worktree), so there is no second way back; undo that"
                } else {
                    "git ignores it, so there is no second way back; add it to the repository"
                };
                bail!("{}", anyway(file, why));
            }
        }
        let asked: Vec<&OsStr> = files
            .iter()
            .filter(|(f, _)| readers.contains(f.path.as_path()))
            .map(|(_, name)| name.as_os_str())
            .collect();
        if asked.is_empty() {
            continue;
        }
        let first =
            change(&top, &asked).map_err(|why| anyhow::anyhow!(anyway(files[0].0, &why)))?;
        if let Some(first) = first {
            bail!(
                "{}: uncommitted changes ({first}) in a file that would be rewritten; commit them, {ANYWAY}",
                top.display()
            );
        }
    }
    Ok(())
}
