//! The place of a tree's state: in the user's state folder, by the tree's path. A repository may contain anything, so
//! the state is neither read from nor written to the tree.

use std::fs::{self, File, OpenOptions};
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use sha2::{Digest as _, Sha256};

use crate::user_state;

/// The journal, in the state folder of a tree.
pub(super) const JOURNAL: &str = "journal.jsonl";

/// The state folder of a tree; its path has no links.
fn folder_for(root: &Path) -> Option<PathBuf> {
    let name: String =
        Sha256::digest(root.as_os_str().as_bytes()).iter().map(|b| format!("{b:02x}")).collect();
    Some(user_state::path()?.join("migrate").join(name))
}

/// Creates the state folder of a tree.
///
/// # Errors
/// It can't be created, or another user could write in it.
pub(super) fn make_folder(root: &Path) -> anyhow::Result<PathBuf> {
    let state = user_state::folder()?;
    let folder = folder_for(root).context("invariant: the state folder is known")?;
    user_state::own_folder(&state.join("migrate"))?;
    user_state::own_folder(&folder)?;
    let tree = folder.join("tree");
    if !own_file(&tree)? {
        // For people who look into the folder, and for [`below`].
        let path = format!("{}\n", root.to_string_lossy());
        fs::write(&tree, path).with_context(|| format!("{}: can't be written", tree.display()))?;
    }
    Ok(folder)
}

/// The full path; for a missing file, below its last existing folder. A link in the last place is not
/// resolved.
pub(super) fn absolute(path: &Path) -> PathBuf {
    let whole =
        |p: &Path| fs::canonicalize(if p.as_os_str().is_empty() { Path::new(".") } else { p });
    let link = fs::symlink_metadata(path).is_ok_and(|m| m.is_symlink() && !path.is_dir());
    if !link && let Ok(found) = whole(path) {
        return found;
    }
    let there = path.ancestors().skip(1).find_map(|up| Some((up, whole(up).ok()?)));
    let Some((up, found)) = there else { return path.to_owned() };
    path.strip_prefix(up).map_or(found.clone(), |rest| found.join(rest))
}

fn folder(path: &Path) -> PathBuf {
    let path = absolute(path);
    if path.is_dir() { path } else { path.parent().map(Path::to_owned).unwrap_or(path) }
}

/// The folders above with a journal, the nearest first.
fn journals(folder: &Path) -> Vec<PathBuf> {
    let has = |f: &&Path| folder_for(f).is_some_and(|state| state.join(JOURNAL).exists());
    folder.ancestors().filter(has).map(Path::to_owned).collect()
}

/// The state of a named path.
pub(super) fn home(path: &Path) -> PathBuf {
    let folder = folder(path);
    crate::git::top_of(&folder).or_else(|| journals(&folder).into_iter().next()).unwrap_or(folder)
}

/// The folders whose journals may list writes below a path: a submodule may have been migrated from above.
pub(super) fn homes(path: &Path) -> Vec<PathBuf> {
    journals(&folder(path))
}

/// The folders below a path that have journals of their own: outside of git, a script that is named alone has that of its
/// folder.
pub(super) fn below(path: &Path) -> Vec<PathBuf> {
    let folder = folder(path);
    let states = user_state::path().and_then(|state| fs::read_dir(state.join("migrate")).ok());
    let of_state = |state: fs::DirEntry| {
        let tree = state.path().join("tree");
        let text =
            own_file(&tree).is_ok_and(|is_there| is_there).then(|| fs::read(&tree).ok())??;
        let tree = PathBuf::from(std::ffi::OsStr::from_bytes(text.strip_suffix(b"\n")?));
        let is_below = tree.starts_with(&folder) && tree != folder;
        // The name of the state says whose it is.
        let is_own = folder_for(&tree).is_some_and(|own| own == state.path());
        (is_below && is_own && state.path().join(JOURNAL).exists()).then_some(tree)
    };
    let mut found: Vec<PathBuf> =
        states.into_iter().flatten().flatten().filter_map(of_state).collect();
    found.sort();
    found
}

/// The state that a former version kept in a tree, from a path upwards.
pub(super) fn former(path: &Path) -> Option<PathBuf> {
    let folder = folder(path);
    let homes = folder.ancestors().map(|f| f.join(".skillgen"));
    homes.into_iter().find(|home| home.join("migrate").join(JOURNAL).is_file())
}

/// A folder of the state, created if it doesn't exist. A link is rejected.
///
/// # Errors
/// It can't be created, or something else is in its place.
pub(super) fn own_folder(path: &Path) -> anyhow::Result<()> {
    match fs::symlink_metadata(path) {
        Ok(meta) if meta.is_dir() => Ok(()),
        Ok(_) => bail!(
            "{}: not a folder, and skillgen keeps its state there; move it away",
            path.display()
        ),
        Err(_) => fs::create_dir(path)
            .or_else(|e| if path.is_dir() { Ok(()) } else { Err(e) })
            .with_context(|| format!("{}: the state folder can't be made", path.display())),
    }
}

/// A file of the state, if it exists.
///
/// # Errors
/// Something else is in its place, such as a FIFO, which would block, or a link.
pub(super) fn own_file(path: &Path) -> anyhow::Result<bool> {
    match fs::symlink_metadata(path) {
        Ok(meta) if meta.is_file() => Ok(true),
        Ok(_) => bail!(
            "{}: not a plain file, and skillgen keeps its state there (journal, lock); move it away",
            path.display()
        ),
        Err(_) => Ok(false),
    }
}

/// Opens a file of the state for writing, and creates it if necessary.
///
/// # Errors
/// Those of [`own_file`], or it can't be written.
pub(super) fn open(path: &Path, append: bool) -> anyhow::Result<File> {
    own_file(path)?;
    let mut options = OpenOptions::new();
    options.create(true).write(true).append(append).truncate(false);
    let flags = rustix::fs::OFlags::NOFOLLOW | rustix::fs::OFlags::NONBLOCK;
    options.custom_flags(i32::try_from(flags.bits()).unwrap_or_default());
    options.open(path).with_context(|| format!("{}: can't be written", path.display()))
}
