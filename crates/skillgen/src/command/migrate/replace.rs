//! Replaces a file atomically, and keeps its mode, owner, times and extended attributes (such as an ACL).

use std::fs::{self, File, FileTimes, Metadata};
use std::io::{ErrorKind, Write as _};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, fchown};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use rustix::fs::XattrFlags;

use crate::output;
use crate::pinned::PinnedFolder;
use crate::scratch::ScratchFile;

/// A complete new text beside its file, with mode, owner and times.
pub(super) struct Staged {
    file: ScratchFile,
    path: PathBuf,
    meta: Metadata,
    expected: Vec<u8>,
    /// The folder of the new text, if it is beside its file: the text's path goes through the folder's descriptor.
    parent: Option<PinnedFolder>,
}

/// Why a file must not be replaced, if there is a reason.
pub(super) fn obstacle(meta: &Metadata) -> Option<&'static str> {
    if !meta.is_file() {
        return Some("not a plain file any more; left as it is");
    }
    (meta.permissions().mode() & 0o222 == 0).then_some("read-only; left as it is")
}

/// Removes a file whose path has no links, if it still has the content that was read.
pub(super) fn remove(path: &Path, expected: &[u8]) -> anyhow::Result<()> {
    let fail = || format!("{}: can't be removed", path.display());
    let parent = PinnedFolder::of_file(path).with_context(fail)?;
    let target = parent.file(path);
    if crate::regular::read(&target).with_context(fail)? != expected {
        bail!("{}: changed while it was being removed; left as it is", path.display());
    }
    fs::remove_file(target).with_context(fail)
}

/// Writes `bytes` to a temporary file in `scratch` (or beside `path`, if that is another file system). Nothing is
/// replaced yet.
pub(super) fn stage(
    path: &Path,
    expected: &[u8],
    bytes: &[u8],
    scratch: &Path,
) -> anyhow::Result<Staged> {
    let fail = || format!("{}: can't be written", path.display());
    let parent = PinnedFolder::of_file(path).with_context(fail)?;
    let meta = fs::symlink_metadata(parent.file(path)).with_context(fail)?;
    if let Some(why) = obstacle(&meta) {
        bail!("{}: {why}", path.display());
    }
    let device = |folder: &Path| fs::metadata(folder).map(|meta| meta.dev()).ok();
    let beside = device(scratch) != device(parent.path());
    let folder = if beside { parent.path() } else { scratch };
    let file = temporary(folder, &parent.file(path), bytes, &meta).with_context(fail)?;
    let parent = beside.then_some(parent);
    Ok(Staged { file, path: path.to_owned(), meta, expected: expected.to_vec(), parent })
}

/// Writes a new file, from a temporary file in `scratch` (or beside `path`, if that is another file system): so a run
/// that is killed leaves nothing in the tree that no journal knows.
pub(super) fn create(path: &Path, bytes: &[u8], scratch: &Path) -> anyhow::Result<()> {
    let fail = || format!("{}: can't be written", path.display());
    let parent = PinnedFolder::of_file(path).with_context(fail)?;
    let target = parent.file(path);
    // A temporary file is private; a helper is as readable as any other new file.
    let mode = || Some((fs::Permissions::from_mode(0o644), None));
    let place = |folder: &Path| output::write_through(folder, &target, bytes, mode());
    let placed = match place(scratch) {
        Err(error) if error.kind() == ErrorKind::CrossesDevices => place(parent.path()),
        placed => placed,
    };
    placed.with_context(fail)
}

/// A file with the text and all attributes of `path`.
fn temporary(
    folder: &Path,
    path: &Path,
    bytes: &[u8],
    meta: &Metadata,
) -> std::io::Result<ScratchFile> {
    let mut file = ScratchFile::make(folder)?;
    let handle = file.as_file();
    handle.write_all(bytes)?;
    let mine = (rustix::process::getuid().as_raw(), rustix::process::getgid().as_raw());
    if (meta.uid(), meta.gid()) != mine {
        fchown(&*handle, Some(meta.uid()), Some(meta.gid()))?;
    }
    handle.set_permissions(fs::Permissions::from_mode(meta.permissions().mode() & 0o7777))?;
    attributes(path, handle)?;
    let times = FileTimes::new().set_accessed(meta.accessed()?).set_modified(meta.modified()?);
    handle.set_times(times)?;
    Ok(file)
}

/// Copies the extended attributes. The system's own (such as a label) may be impossible to set; those that users set
/// must be kept.
fn attributes(from: &Path, to: &File) -> std::io::Result<()> {
    let Ok(length) = rustix::fs::llistxattr_query(from) else { return Ok(()) };
    let mut names = vec![0; length];
    let length = rustix::fs::llistxattr(from, names.as_mut_slice())?;
    for name in names[..length].split(|b| *b == 0).filter(|name| !name.is_empty()) {
        let mut value = vec![0; rustix::fs::lgetxattr_query(from, name)?];
        let length = rustix::fs::lgetxattr(from, name, value.as_mut_slice())?;
        let set = rustix::fs::fsetxattr(to, name, &value[..length], XattrFlags::empty());
        if name.starts_with(b"user.") || name.starts_with(b"system.posix_acl") {
            set?;
        }
    }
    Ok(())
}

impl Staged {
    /// Renames the new text over the file, if the file still has the content that was read.
    pub(super) fn commit(self) -> anyhow::Result<()> {
        let Staged { file, path, meta, expected, parent: _waits_in } = self;
        let fail = || format!("{}: can't be written", path.display());
        let parent = PinnedFolder::of_file(&path).with_context(fail)?;
        let target = parent.file(&path);
        if crate::regular::read(&target).with_context(fail)? != expected {
            bail!("{}: changed while it was being migrated; left as it is", path.display());
        }
        let refused = match file.persist(&target) {
            Ok(_) => return Ok(()),
            Err(refused) => refused,
        };
        if refused.error.kind() != ErrorKind::CrossesDevices {
            return Err(refused.error).with_context(fail);
        }
        // Another mount of the same device only shows in an attempt.
        let bytes = fs::read(refused.file.path()).with_context(fail)?;
        let beside = temporary(parent.path(), &target, &bytes, &meta);
        beside.with_context(fail)?.persist(&target).map_err(|e| e.error).with_context(fail)?;
        Ok(())
    }
}

/// Makes all writes on the file system of `folder` durable. A file system without this is not an error.
pub(super) fn sync(folder: &Path) {
    if let Ok(handle) = File::open(folder) {
        let _ = rustix::fs::syncfs(&handle);
    }
}
