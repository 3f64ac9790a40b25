//! Temporary folders that are removed when skillgen ends, also when SIGHUP, SIGINT or SIGTERM ends it.

use std::collections::BTreeSet;
use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

/// The folders that are there now.
static FOLDERS: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// A temporary folder that only this user can open.
#[derive(Debug)]
pub(crate) struct ScratchFolder {
    path: PathBuf,
}

impl ScratchFolder {
    /// Makes a folder whose name begins with `prefix`.
    pub(crate) fn make(prefix: &str) -> io::Result<ScratchFolder> {
        watch_signals();
        // Under the lock: a signal that comes between the two lines would leave the folder.
        let mut folders = folders();
        // Not by the umask: git is given a configuration from there.
        let private = std::fs::Permissions::from_mode(0o700);
        let path = tempfile::Builder::new().prefix(prefix).permissions(private).tempdir()?.keep();
        folders.insert(path.clone());
        Ok(ScratchFolder { path })
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for ScratchFolder {
    fn drop(&mut self) {
        folders().remove(&self.path);
        let _ = std::fs::remove_dir_all(&self.path);
    }
}

/// Removes all folders: of values that live as long as the process, and before a signal ends it.
pub(crate) fn remove_all() {
    for folder in std::mem::take(&mut *folders()) {
        let _ = std::fs::remove_dir_all(folder);
    }
}

fn folders() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    FOLDERS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Waits in a thread for a signal, from the first temporary folder on.
fn watch_signals() {
    static START: Once = Once::new();
    START.call_once(|| {
        let ignored = crate::signals::ignored();
        let numbers = crate::signals::ENDING.iter().map(|(number, _)| *number);
        let watched: Vec<i32> = numbers.filter(|n| ignored >> (n - 1) & 1 == 0).collect();
        // Without handlers a signal ends the process as ever; the folder then stays.
        let Ok(mut signals) = signal_hook::iterator::Signals::new(watched) else { return };
        std::thread::spawn(move || {
            for signal in signals.forever() {
                remove_all();
                let _ = signal_hook::low_level::emulate_default_handler(signal);
            }
        });
    });
}
