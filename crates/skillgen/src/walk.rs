//! Walking trees: .gitignore respected, dot folders walked (.claude, .codex …), .git and skillgen's own
//! state left out, links not followed, results in a stable order.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use ignore::WalkBuilder;

/// A regular file below a root.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Found {
    /// As it can be opened.
    pub(crate) path: PathBuf,
    /// Below the root that the user named; empty where that was the file itself.
    pub(crate) relative: PathBuf,
}

/// The bytes of a regular file that was found, if there are not more than `most`; none where it can't be read.
pub(crate) fn contents(path: &Path, most: u64) -> Option<Vec<u8>> {
    let mut file = File::open(path).ok()?;
    let meta = file.metadata().ok().filter(|m| m.is_file() && m.len() <= most)?;
    let mut bytes = Vec::with_capacity(usize::try_from(meta.len()).unwrap_or(0) + 1);
    file.read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

/// The regular files below `root` whose name `wanted` takes, sorted by path.
pub(crate) fn files(root: &Path, wanted: impl Fn(&Path) -> bool) -> anyhow::Result<Vec<Found>> {
    let mut found = Vec::new();
    let walk = WalkBuilder::new(root)
        .hidden(false)
        .follow_links(false)
        .require_git(false)
        .git_global(false)
        .filter_entry(|e| {
            let name = e.file_name().to_string_lossy();
            e.depth() == 0 || (name != ".git" && !name.starts_with(".skillgen"))
        })
        .build();
    for entry in walk {
        let entry = entry?;
        if entry.file_type().is_some_and(|t| t.is_file()) && wanted(entry.path()) {
            let path = entry.path().to_owned();
            let relative = path.strip_prefix(root).unwrap_or(&path).to_owned();
            found.push(Found { path, relative });
        }
    }
    found.sort();
    Ok(found)
}
