//! A folder that is opened once and used through its descriptor: its target can't change between the check and the
//! write, even if another process replaces it with a link.

use std::fs::{self, File};
use std::io::{Error, ErrorKind, Result};
use std::os::fd::AsRawFd as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use rustix::fs::OFlags;

use crate::paths;

/// An open folder. Systems without `/proc/self/fd` use its path without links instead.
pub(crate) struct PinnedFolder {
    real: PathBuf,
    used: PathBuf,
    _handle: File,
}

impl PinnedFolder {
    /// Opens a folder; follows links.
    ///
    /// # Errors
    /// It is not a folder, or can't be opened.
    pub(crate) fn open(folder: &Path) -> Result<PinnedFolder> {
        let flags = OFlags::DIRECTORY | OFlags::CLOEXEC;
        let flags = i32::try_from(flags.bits()).unwrap_or_default();
        let handle = fs::OpenOptions::new().read(true).custom_flags(flags).open(folder)?;
        match real_path(&handle) {
            Some((used, real)) => Ok(PinnedFolder { real, used, _handle: handle }),
            None => {
                let real = fs::canonicalize(folder)?;
                Ok(PinnedFolder { used: real.clone(), real, _handle: handle })
            }
        }
    }

    /// Opens the folder of a file whose path has no links.
    ///
    /// # Errors
    /// Those of [`PinnedFolder::open`], or the path now contains a link.
    pub(crate) fn of_file(file: &Path) -> Result<PinnedFolder> {
        let folder = paths::folder_of(file);
        let pinned = PinnedFolder::open(folder)?;
        match pinned.real == folder {
            true => Ok(pinned),
            false => Err(Error::new(ErrorKind::InvalidInput, "is reached through a link now")),
        }
    }

    /// Its path without links.
    pub(crate) fn real(&self) -> &Path {
        &self.real
    }

    /// The folder's own path, through its descriptor.
    pub(crate) fn path(&self) -> &Path {
        &self.used
    }

    /// The path of the file in it with the name of `file`.
    pub(crate) fn file(&self, file: &Path) -> PathBuf {
        self.used.join(file.file_name().unwrap_or_default())
    }
}

/// The path of an open file through its descriptor, and its target; `None` if the system doesn't say.
pub(crate) fn real_path(handle: &File) -> Option<(PathBuf, PathBuf)> {
    let used = PathBuf::from(format!("/proc/self/fd/{}", handle.as_raw_fd()));
    let real = fs::read_link(&used).ok()?;
    Some((used, real))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use super::PinnedFolder;

    #[test]
    fn a_folder_that_a_link_replaces_stays_the_one_that_was_opened() {
        let scratch = tempfile::tempdir().unwrap();
        let top = fs::canonicalize(scratch.path()).unwrap();
        for name in ["inside", "outside"] {
            fs::create_dir(top.join(name)).unwrap();
        }
        let file = top.join("inside/a");
        let pinned = PinnedFolder::of_file(&file).unwrap();
        fs::rename(top.join("inside"), top.join("moved")).unwrap();
        symlink("outside", top.join("inside")).unwrap();
        fs::write(pinned.file(&file), "x").unwrap();
        assert!(top.join("moved/a").is_file() && !top.join("outside/a").exists());
        assert!(PinnedFolder::of_file(&file).is_err());
    }
}
