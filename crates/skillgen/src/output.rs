//! Writes files completely or not at all.

use std::fs;
use std::io::Write;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};

use crate::paths;
use crate::pinned::PinnedFolder;
use crate::scratch::ScratchFile;

/// Replaces `path` with `bytes` in one step (a temporary file beside it, then a rename). The mode and owner of the
/// former file are kept, without setuid and setgid. For a link, its target is replaced.
///
/// # Errors
/// The path leaves its git tree through a link, or is a link out of its folder outside of git.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let refuse = |target: Option<PathBuf>| match target {
        None => Ok(()),
        Some(target) => bail!(
            "{}: not written: leads out of the git tree through a link, to {}; name that file itself",
            path.display(),
            target.display()
        ),
    };
    refuse(paths::out_of_tree(path))?;
    let linked = fs::symlink_metadata(path).is_ok_and(|meta| meta.is_symlink());
    // Once: the link may be another one a moment later. A link to nothing is itself replaced.
    let target = if linked { fs::canonicalize(path).ok() } else { None };
    if let Some(target) = target.as_deref().filter(|target| paths::is_link_out(path, target)) {
        bail!(
            "{}: not written: a link out of its folder, to {}; name that file itself",
            path.display(),
            target.display()
        );
    }
    let file = target.as_deref().unwrap_or(path);
    let fail = || format!("{}: can't be written", path.display());
    let folder = paths::folder_of(file);
    // Checked again: a link may have replaced a folder.
    let again = |real| refuse(paths::leads_out(path, real));
    let pinned = PinnedFolder::make(folder, fail, again)?;
    let former = fs::symlink_metadata(pinned.file(file)).ok().filter(fs::Metadata::is_file);
    // A temporary file is private; a generated one has the usual permissions.
    let mode = former.as_ref().map_or(0o644, |meta| meta.permissions().mode() & 0o777);
    let kept = Some((fs::Permissions::from_mode(mode), former));
    write_through(pinned.path(), &pinned.file(file), bytes, kept).with_context(fail)
}

/// Like [`replace`], in an existing folder, with a file that only this user can read.
pub(crate) fn replace_private(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    // A temporary file is private already.
    write_through(paths::folder_of(path), path, bytes, None)
        .with_context(|| format!("{}: can't be written", path.display()))
}

/// Writes a file by a temporary file in `folder`, which must be on the same file system, and a rename; with this mode, and
/// the owner of the former file.
///
/// # Errors
/// [`std::io::ErrorKind::CrossesDevices`] for another file system, and whatever the system reports.
pub(crate) fn write_through(
    folder: &Path,
    path: &Path,
    bytes: &[u8],
    kept: Option<(fs::Permissions, Option<fs::Metadata>)>,
) -> std::io::Result<()> {
    let mut file = ScratchFile::make(folder)?;
    file.as_file().write_all(bytes)?;
    if let Some((mode, former)) = kept {
        let mine = rustix::process::geteuid().as_raw();
        if let Some(former) = former.filter(|meta| meta.uid() != mine) {
            // Only root can give a file to another user; for others the file becomes their own, as with an editor.
            let _ =
                std::os::unix::fs::fchown(file.as_file(), Some(former.uid()), Some(former.gid()));
        }
        file.as_file().set_permissions(mode)?;
    }
    file.as_file().sync_all()?;
    file.persist(path).map_err(|refused| refused.error)
}
