//! Writing files: whole or not at all.

use std::fs;
use std::io::Write;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::Path;

use anyhow::{Context as _, bail};

/// Replaces `path` with `bytes` in one step (a temporary file beside it, then a rename). Mode and owner of the former file are
/// kept, without setuid and setgid. Of a link the file is replaced that it leads to.
///
/// # Errors
/// The path leaves its git tree through a link.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    if let Some(target) = crate::paths::out_of_tree(path) {
        bail!(
            "{}: not written: leads out of the git tree through a link, to {}; name that file itself",
            path.display(),
            target.display()
        );
    }
    let linked = fs::symlink_metadata(path).is_ok_and(|meta| meta.is_symlink());
    let target = if linked { fs::canonicalize(path).ok() } else { None };
    let path = target.as_deref().unwrap_or(path);
    let fail = || format!("{}: can't be written", path.display());
    fs::create_dir_all(crate::paths::folder_of(path)).with_context(fail)?;
    let former = fs::metadata(path).ok();
    // A temporary file is private; a generated one is as readable as any other file.
    let mode = former.as_ref().map_or(0o644, |meta| meta.permissions().mode() & 0o777);
    replace_with_mode(path, bytes, Some((fs::Permissions::from_mode(mode), former)))
}

/// As [`replace`], in a folder that is there, with a file that only this user can read.
pub(crate) fn replace_private(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    // A temporary file is private already.
    replace_with_mode(path, bytes, None)
}

fn replace_with_mode(
    path: &Path,
    bytes: &[u8],
    kept: Option<(fs::Permissions, Option<fs::Metadata>)>,
) -> anyhow::Result<()> {
    let folder = crate::paths::folder_of(path);
    let fail = || format!("{}: can't be written", path.display());
    let mut file =
        tempfile::Builder::new().prefix(".skillgen-").tempfile_in(folder).with_context(fail)?;
    file.write_all(bytes).with_context(fail)?;
    if let Some((mode, former)) = kept {
        let mine = rustix::process::geteuid().as_raw();
        if let Some(former) = former.filter(|meta| meta.uid() != mine) {
            // Only root can give a file to another user; for all others the file becomes their own, as with an editor.
            let _ =
                std::os::unix::fs::fchown(file.as_file(), Some(former.uid()), Some(former.gid()));
        }
        file.as_file().set_permissions(mode).with_context(fail)?;
    }
    file.as_file().sync_all().with_context(fail)?;
    file.persist(path).map_err(|e| e.error).with_context(fail)?;
    Ok(())
}
