//! Replacing a file: old or new at any moment, with its mode, owner and times.

use std::fs::{self, File, FileTimes};
use std::io::Write as _;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown};
use std::path::Path;

use anyhow::{Context as _, bail};

/// Puts `bytes` in the place of the file at `path`, if that still holds `expected`.
///
/// The new text is written and flushed in `scratch` (on the same file system, else beside the file), then renamed.
pub(super) fn replace(
    path: &Path,
    expected: &[u8],
    bytes: &[u8],
    scratch: &Path,
) -> anyhow::Result<()> {
    let fail = || format!("{}: can't be written", path.display());
    let meta = fs::symlink_metadata(path).with_context(fail)?;
    if !meta.is_file() {
        bail!("{}: not a plain file any more; left as it is", path.display());
    }
    if fs::read(path).with_context(fail)? != expected {
        bail!("{}: changed while it was being migrated; left as it is", path.display());
    }
    if meta.permissions().mode() & 0o222 == 0 {
        bail!("{}: read-only; left as it is", path.display());
    }
    let parent = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let same =
        fs::metadata(scratch).map(|m| m.dev()).ok() == fs::metadata(parent).map(|m| m.dev()).ok();
    let folder = if same { scratch } else { parent };
    let mut file =
        tempfile::Builder::new().prefix(".skillgen-").tempfile_in(folder).with_context(fail)?;
    file.write_all(bytes).with_context(fail)?;
    let handle = file.as_file();
    if meta.uid() != rustix::process::getuid().as_raw()
        || meta.gid() != rustix::process::getgid().as_raw()
    {
        chown(file.path(), Some(meta.uid()), Some(meta.gid())).with_context(fail)?;
    }
    handle
        .set_permissions(fs::Permissions::from_mode(meta.permissions().mode() & 0o7777))
        .with_context(fail)?;
    let times = FileTimes::new()
        .set_accessed(meta.accessed().with_context(fail)?)
        .set_modified(meta.modified().with_context(fail)?);
    handle.set_times(times).with_context(fail)?;
    handle.sync_all().with_context(fail)?;
    file.persist(path).map_err(|e| e.error).with_context(fail)?;
    sync_folder(parent);
    Ok(())
}

/// Makes a rename last. A file system that can't is no reason to stop: the file itself is whole.
pub(super) fn sync_folder(folder: &Path) {
    if let Ok(handle) = File::open(folder) {
        let _ = handle.sync_all();
    }
}
