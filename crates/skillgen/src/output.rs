//! Writing files: whole or not at all.

use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::Context as _;

/// Replaces `path` with `bytes` in one step (a temporary file beside it, then a rename). The mode of
/// the former file is kept.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let fail = || format!("{}: can't be written", path.display());
    fs::create_dir_all(crate::paths::folder_of(path)).with_context(fail)?;
    let mode = fs::metadata(path).ok().map(|m| m.permissions());
    #[cfg(unix)]
    let mode = mode.or_else(|| {
        use std::os::unix::fs::PermissionsExt as _;
        // A temporary file is private; a generated one is as readable as any other file.
        Some(fs::Permissions::from_mode(0o644))
    });
    replace_with_mode(path, bytes, mode)
}

/// As [`replace`], in a folder that is there, with a file that only this user can read.
pub(crate) fn replace_private(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    // A temporary file is private already.
    replace_with_mode(path, bytes, None)
}

fn replace_with_mode(
    path: &Path,
    bytes: &[u8],
    mode: Option<fs::Permissions>,
) -> anyhow::Result<()> {
    let folder = crate::paths::folder_of(path);
    let fail = || format!("{}: can't be written", path.display());
    let mut file =
        tempfile::Builder::new().prefix(".skillgen-").tempfile_in(folder).with_context(fail)?;
    file.write_all(bytes).with_context(fail)?;
    if let Some(mode) = mode {
        file.as_file().set_permissions(mode).with_context(fail)?;
    }
    file.as_file().sync_all().with_context(fail)?;
    file.persist(path).map_err(|e| e.error).with_context(fail)?;
    Ok(())
}
