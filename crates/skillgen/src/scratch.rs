//! Temporary folders and files that are removed when skillgen ends, also by a signal that can be handled.

use std::collections::BTreeSet;
use std::fs::File;
use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

use tempfile::NamedTempFile;

/// The number of attempts to remove a folder while files are still added.
const TRIES: usize = 50;

/// The present folders and files.
static PATHS: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// A temporary folder that only this user can open.
#[derive(Debug)]
pub(crate) struct ScratchFolder {
    path: PathBuf,
}

impl ScratchFolder {
    /// Creates a folder whose name begins with `prefix`.
    pub(crate) fn make(prefix: &str) -> io::Result<ScratchFolder> {
        ScratchFolder::make_in(&std::env::temp_dir(), prefix)
    }

    /// The same in this folder.
    pub(crate) fn make_in(folder: &Path, prefix: &str) -> io::Result<ScratchFolder> {
        watch_signals();
        // Under the lock, because a signal between the two lines would leave the folder.
        let mut paths = paths();
        // Regardless of the umask, because git reads its configuration there.
        let private = std::fs::Permissions::from_mode(0o700);
        let mut builder = tempfile::Builder::new();
        let path = builder.prefix(prefix).permissions(private).tempdir_in(folder)?.keep();
        paths.insert(path.clone());
        Ok(ScratchFolder { path })
    }

    /// Its path.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Removes it.
    ///
    /// # Errors
    /// Some of it can't be removed.
    pub(crate) fn close(self) -> io::Result<()> {
        std::fs::remove_dir_all(&self.path)
    }
}

impl Drop for ScratchFolder {
    fn drop(&mut self) {
        // In this order, so that a signal between the two lines still finds it listed.
        let _ = std::fs::remove_dir_all(&self.path);
        paths().remove(&self.path);
    }
}

/// A temporary file beside the file that it will replace.
#[derive(Debug)]
pub(crate) struct ScratchFile {
    // Dropped in this order: it is gone, or has its final name, when it is removed from the list.
    file: NamedTempFile,
    listed: Listed,
}

/// A temporary file that could not replace another, and still exists.
#[derive(Debug)]
pub(crate) struct Refused {
    /// Why.
    pub(crate) error: io::Error,
    /// The file.
    pub(crate) file: ScratchFile,
}

/// A path that is removed on a signal.
#[derive(Debug)]
struct Listed(PathBuf);

impl ScratchFile {
    /// Creates an empty file that only this user can read.
    pub(crate) fn make(folder: &Path) -> io::Result<ScratchFile> {
        watch_signals();
        // Under the lock, as for a folder.
        let mut paths = paths();
        let file = tempfile::Builder::new().prefix(".skillgen-").tempfile_in(folder)?;
        let path = file.path().to_owned();
        paths.insert(path.clone());
        Ok(ScratchFile { file, listed: Listed(path) })
    }

    /// The open file.
    pub(crate) fn as_file(&mut self) -> &mut File {
        self.file.as_file_mut()
    }

    /// Its path.
    pub(crate) fn path(&self) -> &Path {
        self.file.path()
    }

    /// Renames the file over another.
    ///
    /// # Errors
    /// The error, with the file, which is removed with the error.
    pub(crate) fn persist(self, path: &Path) -> Result<(), Box<Refused>> {
        let Self { file, listed } = self;
        file.persist(path).map(drop).map_err(|refused| {
            Box::new(Refused { error: refused.error, file: Self { file: refused.file, listed } })
        })
    }
}

impl Drop for Listed {
    fn drop(&mut self) {
        paths().remove(&self.0);
    }
}

/// Removes all folders and files: those of values that live as long as the process, and before a signal
/// ends it.
pub(crate) fn remove_all() {
    for path in std::mem::take(&mut *paths()) {
        // Another thread, or a process in a sandbox, may still add files.
        let gone = || {
            let done = std::fs::remove_file(&path).or_else(|_| std::fs::remove_dir_all(&path));
            done.is_ok() || std::fs::symlink_metadata(&path).is_err()
        };
        let _ = (0..TRIES).any(|_| gone());
    }
}

fn paths() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    PATHS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Waits in a thread for a signal, from the first temporary folder on.
fn watch_signals() {
    static START: Once = Once::new();
    START.call_once(|| {
        let ignored = crate::signals::ignored();
        let numbers = crate::signals::ENDING.iter().map(|(number, _)| *number);
        let watched: Vec<i32> = numbers.filter(|n| ignored >> (n - 1) & 1 == 0).collect();
        // Without handlers, a signal ends the process as usual; the folder then remains.
        let Ok(mut signals) = signal_hook::iterator::Signals::new(watched) else { return };
        std::thread::spawn(move || {
            for signal in signals.forever() {
                remove_all();
                let _ = signal_hook::low_level::emulate_default_handler(signal);
            }
        });
    });
}
