//! The files that may read scripts, in the whole repository, whatever path was named.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

use anyhow::Context as _;

use super::reader_language::language;
use super::scan::Walked;
use crate::paths;
use crate::walk::{self, Skipped};

/// A file that may be a reader.
#[derive(Debug)]
pub(super) struct ReaderFile {
    /// Its path for opening; below a named folder, in the form of the scripts there.
    pub(super) path: PathBuf,
    /// Its name in reports.
    pub(super) shown: String,
    /// From the root, without links.
    pub(super) whole: PathBuf,
}

/// Every file that may be a reader: below the named folders, and in the trees around them or, if folders are given, in
/// `searched`.
///
/// # Errors
/// A folder is unreadable.
pub(super) fn readable(
    roots: &[PathBuf],
    searched: &[PathBuf],
    walked: &Walked,
) -> anyhow::Result<(Vec<ReaderFile>, Vec<Skipped>)> {
    let trees = trees(roots, searched)?;
    let mut folders: Vec<PathBuf> = roots.iter().filter(|root| root.is_dir()).cloned().collect();
    // A named tree is traversed under its name, because it may be ignored by git.
    folders
        .extend(trees.iter().filter(|tree| !roots.iter().any(|r| paths::same(r, tree))).cloned());
    let mut files = Vec::new();
    let mut skipped = Vec::new();
    let mut seen = BTreeSet::new();
    for (index, folder) in folders.iter().enumerate() {
        let whole = paths::whole(folder);
        let named = index < roots.len() && roots.contains(folder);
        let may_read = |path: &Path| language(path).is_some();
        let (found, closed) = match walked.below(folder, may_read) {
            Some(found) => found,
            None => walk::readable(folder, may_read)?,
        };
        skipped.extend(closed);
        for file in found {
            let whole = whole.join(&file.relative);
            if folders.len() > 1 && !seen.insert(whole.clone()) {
                continue;
            }
            let path = if named { file.path } else { from_here(&whole) };
            let shown = paths::shown(&path);
            files.push(ReaderFile { path, shown, whole });
        }
    }
    // One traversal returns each file in order.
    if folders.len() > 1 {
        files.sort_by(|a, b| a.whole.cmp(&b.whole));
    }
    Ok((files, skipped))
}

/// The trees that are searched for readers.
fn trees(roots: &[PathBuf], searched: &[PathBuf]) -> anyhow::Result<BTreeSet<PathBuf>> {
    if searched.is_empty() {
        return Ok(roots.iter().map(|root| tree_of(root)).collect());
    }
    let folder = |path: &PathBuf| {
        let whole = std::fs::canonicalize(path)
            .with_context(|| format!("--readers-in {}: can't be read", path.display()))?;
        if !whole.is_dir() {
            anyhow::bail!(
                "--readers-in {}: not a folder; name the folder to search",
                path.display()
            );
        }
        Ok(whole)
    };
    searched.iter().map(folder).collect()
}

/// The tree around a named path: the git tree; without git, the project or the skills around it.
fn tree_of(root: &Path) -> PathBuf {
    let folder = if root.is_dir() { root } else { paths::folder_of(root) };
    let folder = paths::whole(folder);
    if let Some(top) = crate::git::top_of(&folder) {
        return top;
    }
    let home = std::env::var_os("HOME").map(|home| paths::whole(Path::new(&home)));
    let inner: Vec<&Path> = folder
        .ancestors()
        .take_while(|up| home.as_deref() != Some(*up) && up.parent().is_some() && !is_shared(up))
        .take(HIGHEST)
        .collect();
    // A skill's own package is not a project.
    let skill = inner.iter().rposition(|up| up.join("SKILL.md").is_file());
    let above = &inner[skill.map_or(0, |at| at + 1).min(inner.len())..];
    let project = |up: &&&Path| PROJECT.iter().any(|name| up.join(name).exists());
    let skills = |up: &&&Path| up.file_name().is_some_and(|name| name == "skills");
    let found = above.iter().find(project).or_else(|| above.iter().find(skills));
    let own = skill.map_or(folder.as_path(), |at| inner[at]);
    found.map_or_else(|| own.to_owned(), |up| up.to_path_buf())
}

/// The number of parent folders that are searched for the top of a project.
const HIGHEST: usize = 8;

/// Files at the top of a project.
const PROJECT: [&str; 14] = [
    "skillgen.toml",
    ".claude",
    ".claude-plugin",
    "package.json",
    "pyproject.toml",
    "setup.py",
    "Cargo.toml",
    "go.mod",
    "Gemfile",
    "Makefile",
    "justfile",
    "Taskfile.yml",
    "AGENTS.md",
    "CLAUDE.md",
];

/// A world-writable folder, such as `/tmp`: its files belong to no project.
fn is_shared(folder: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    const EVERYBODY: u32 = 0o002;
    std::fs::metadata(folder).is_ok_and(|meta| meta.permissions().mode() & EVERYBODY != 0)
}

/// A full path relative to the working folder, with `../` if that is short.
fn from_here(whole: &Path) -> PathBuf {
    const UP: usize = 6;
    let here = paths::whole(Path::new("."));
    let shared = here.components().zip(whole.components()).take_while(|(a, b)| a == b).count();
    let up = here.components().count() - shared;
    if shared < 2 || up > UP {
        return whole.to_owned();
    }
    let back = std::iter::repeat_n(Component::ParentDir, up);
    back.chain(whole.components().skip(shared)).collect()
}
