//! Replacing a file: old or new at any moment, with its mode, owner and times.

use std::fs::{self, File, FileTimes};
use std::io::Write as _;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};

/// A new text that waits beside its file, whole, with mode, owner and times.
pub(super) struct Staged {
    file: tempfile::NamedTempFile,
    path: PathBuf,
    expected: Vec<u8>,
}

/// Writes `bytes` to a temporary file in `scratch` (beside `path`, if that is another file system). Nothing is replaced yet.
pub(super) fn stage(
    path: &Path,
    expected: &[u8],
    bytes: &[u8],
    scratch: &Path,
) -> anyhow::Result<Staged> {
    let fail = || format!("{}: can't be written", path.display());
    let meta = fs::symlink_metadata(path).with_context(fail)?;
    if !meta.is_file() {
        bail!("{}: not a plain file any more; left as it is", path.display());
    }
    if meta.permissions().mode() & 0o222 == 0 {
        bail!("{}: read-only; left as it is", path.display());
    }
    let parent = folder_of(path);
    let same =
        fs::metadata(scratch).map(|m| m.dev()).ok() == fs::metadata(parent).map(|m| m.dev()).ok();
    let folder = if same { scratch } else { parent };
    let mut file =
        tempfile::Builder::new().prefix(".skillgen-").tempfile_in(folder).with_context(fail)?;
    file.write_all(bytes).with_context(fail)?;
    let handle = file.as_file();
    let mine = (rustix::process::getuid().as_raw(), rustix::process::getgid().as_raw());
    if (meta.uid(), meta.gid()) != mine {
        chown(file.path(), Some(meta.uid()), Some(meta.gid())).with_context(fail)?;
    }
    handle
        .set_permissions(fs::Permissions::from_mode(meta.permissions().mode() & 0o7777))
        .with_context(fail)?;
    let times = FileTimes::new()
        .set_accessed(meta.accessed().with_context(fail)?)
        .set_modified(meta.modified().with_context(fail)?);
    handle.set_times(times).with_context(fail)?;
    Ok(Staged { file, path: path.to_owned(), expected: expected.to_vec() })
}

impl Staged {
    /// Renames the new text over the file, if that still holds what was read.
    pub(super) fn commit(self) -> anyhow::Result<()> {
        let fail = || format!("{}: can't be written", self.path.display());
        if fs::read(&self.path).with_context(fail)? != self.expected {
            bail!("{}: changed while it was being migrated; left as it is", self.path.display());
        }
        self.file.persist(&self.path).map_err(|e| e.error).with_context(fail)?;
        Ok(())
    }
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Makes all that was written on the file system of `folder` last. A file system that can't is no reason to stop.
pub(super) fn sync(folder: &Path) {
    if let Ok(handle) = File::open(folder) {
        let _ = rustix::fs::syncfs(&handle);
    }
}
