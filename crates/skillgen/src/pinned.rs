//! A folder that is opened once and used through its descriptor: its target can't change between the check and the
//! write, even if another process replaces it with a link.

use std::fs::{self, File};
use std::io::{Error, ErrorKind, Result};
use std::os::fd::AsRawFd as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context as _, bail};
use rustix::fs::{Mode, OFlags};
use rustix::io::Errno;

use crate::paths;

/// An open folder. Systems without `/proc/self/fd` use its path without links instead.
pub(crate) struct PinnedFolder {
    real: PathBuf,
    used: PathBuf,
    handle: File,
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
            Some((used, real)) => Ok(PinnedFolder { real, used, handle }),
            None => {
                let real = fs::canonicalize(folder)?;
                Ok(PinnedFolder { used: real.clone(), real, handle })
            }
        }
    }

    /// Opens a folder, and creates it and those above it if they don't exist: each in the folder that was opened before it,
    /// so that no link takes its place meanwhile. `refuse` gets the target, without links, before anything is created.
    ///
    /// # Errors
    /// Those of `refuse`; or it can't be opened or created, with `failed` in front.
    pub(crate) fn make(
        folder: &Path,
        failed: impl Fn() -> String,
        refuse: impl Fn(PathBuf) -> anyhow::Result<()>,
    ) -> anyhow::Result<PinnedFolder> {
        let is_there = |path: &&Path| fs::metadata(path).is_ok();
        let start = match folder.ancestors().find(is_there) {
            Some(start) if !start.as_os_str().is_empty() => start,
            _ => Path::new("."),
        };
        let rest = folder.strip_prefix(start).unwrap_or(folder);
        let mut pinned = PinnedFolder::open(start).with_context(&failed)?;
        refuse(pinned.real.join(rest))?;
        for part in rest.components() {
            match part {
                Component::CurDir => {}
                Component::Normal(name) => {
                    pinned = pinned.made(Path::new(name)).with_context(&failed)?;
                }
                _ => bail!("{}: `..` leads out of a folder that doesn't exist", failed()),
            }
        }
        Ok(pinned)
    }

    /// A folder in this one, created if it doesn't exist; no link.
    fn made(&self, name: &Path) -> Result<PinnedFolder> {
        match rustix::fs::mkdirat(&self.handle, name, Mode::from_raw_mode(0o777)) {
            Ok(()) | Err(Errno::EXIST) => {}
            Err(error) => return Err(error.into()),
        }
        let flags = OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC | OFlags::RDONLY;
        let handle = File::from(rustix::fs::openat(&self.handle, name, flags, Mode::empty())?);
        Ok(match real_path(&handle) {
            Some((used, real)) => PinnedFolder { real, used, handle },
            None => {
                let real = self.real.join(name);
                PinnedFolder { used: real.clone(), real, handle }
            }
        })
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
    fn folders_are_made_where_the_first_one_was_opened() {
        let scratch = tempfile::tempdir().unwrap();
        let top = fs::canonicalize(scratch.path()).unwrap();
        let make = |path: &str| PinnedFolder::make(&top.join(path), String::new, |_| Ok(()));
        assert_eq!(make("a/./b").unwrap().real, top.join("a/b"));
        assert!(make("a/b").is_ok());
        let refused = PinnedFolder::make(&top.join("c/d"), String::new, |_| anyhow::bail!("no"));
        assert!(refused.is_err() && !top.join("c").exists());
        assert!(make("c/../d").is_err() && !top.join("d").exists());
        fs::create_dir(top.join("outside")).unwrap();
        // A link that another process puts into the way of what is not there yet.
        let parent = PinnedFolder::open(&top.join("a")).unwrap();
        symlink("../outside", top.join("a/late")).unwrap();
        assert!(parent.made("late".as_ref()).is_err());
    }

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
