//! The folder of the cache. Entries appear atomically (by rename), and a lock covers each check and removal, so that
//! parallel processes never see half an entry or remove a fresh one.
//!
//! The folder may have come with a repository. It is only used if it belongs to this user and no link leads to it; an
//! entry is only used if it has the seal of this user's key.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{ErrorKind, Read as _};
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use runtime::cache::{Entry, Key};

use crate::output;
use crate::regular::no_link;
use crate::user_state::Seal;

/// The maximum size of an entry.
const MAX_ENTRY: u64 = 256 << 20;
/// The lock file.
const LOCK: &str = ".lock";
/// The purpose of an entry's seal.
const PURPOSE: &str = "cache entry";

/// The result of a lookup.
pub(crate) enum Lookup {
    /// A fresh entry.
    Entry(Box<Entry>),
    /// None, or an expired one.
    Nothing,
    /// An entry that is damaged, or of another user or context, with the reason.
    Unusable(String),
}

/// A cache.
pub(crate) struct Store {
    folder: PathBuf,
}

impl Store {
    /// The cache in a folder, which need not exist.
    pub(crate) fn new(folder: &Path) -> Store {
        Store { folder: folder.to_owned() }
    }

    /// Whether the folder exists and belongs to this user.
    ///
    /// # Errors
    /// It belongs to another user, or a link leads to it.
    fn check_folder(&self) -> anyhow::Result<bool> {
        let name = self.folder.display();
        if self.folder.is_relative() {
            let mut path = PathBuf::new();
            for part in self.folder.components() {
                path.push(part);
                if fs::symlink_metadata(&path).is_ok_and(|meta| meta.is_symlink()) {
                    bail!(
                        "{}: a link; name the cache's folder itself with --cache-dir",
                        path.display()
                    );
                }
            }
        }
        let meta = match fs::metadata(&self.folder) {
            Ok(meta) => meta,
            Err(e) if e.kind() == ErrorKind::NotFound => return Ok(false),
            Err(e) => return Err(e).with_context(|| format!("{name}: can't be read")),
        };
        if !meta.is_dir() {
            bail!("{name}: not a folder; name one for the cache with --cache-dir");
        }
        if meta.uid() != rustix::process::geteuid().as_raw() || meta.mode() & 0o002 != 0 {
            bail!(
                "{name}: other users can write there; name a folder of your own with --cache-dir"
            );
        }
        Ok(true)
    }

    fn lock(&self) -> anyhow::Result<File> {
        let path = self.folder.join(LOCK);
        let fail = || format!("{}: the cache can't be locked", self.folder.display());
        if fs::symlink_metadata(&path).is_ok_and(|meta| !meta.is_file()) {
            bail!("{}: not a plain file, and the cache locks it; move it away", path.display());
        }
        let mut options = OpenOptions::new();
        options.create(true).truncate(false).write(true).mode(0o600);
        let file = options.custom_flags(no_link()).open(&path).with_context(fail)?;
        file.lock().with_context(fail)?;
        Ok(file)
    }

    /// Waits for the lock of a key, and holds it until the result is dropped or the process ends.
    pub(crate) fn lock_key(&self, key: &Key) -> anyhow::Result<KeyLock> {
        self.make_folder()?;
        let path = self.folder.join(format!(".{}.lock", key.file_name()));
        if fs::symlink_metadata(&path).is_ok_and(|meta| !meta.is_file()) {
            bail!("{}: not a plain file, and the cache locks it; move it away", path.display());
        }
        let fail = || format!("{}: can't be locked", path.display());
        loop {
            let mut options = OpenOptions::new();
            options.create(true).truncate(false).write(true).mode(0o600);
            let file = options.custom_flags(no_link()).open(&path).with_context(fail)?;
            file.lock().with_context(fail)?;
            // The previous process may have removed the file that is open here.
            let own = file.metadata().with_context(fail)?;
            let is_own = fs::symlink_metadata(&path)
                .is_ok_and(|there| (there.dev(), there.ino()) == (own.dev(), own.ino()));
            if is_own {
                return Ok(KeyLock { path, _file: file });
            }
        }
    }

    /// Creates the folder if it doesn't exist.
    fn make_folder(&self) -> anyhow::Result<()> {
        if self.check_folder()? {
            return Ok(());
        }
        let fail = || format!("{}: can't be made", self.folder.display());
        DirBuilder::new().recursive(true).mode(0o700).create(&self.folder).with_context(fail)
    }

    /// Looks up a key. Expired entries are removed, damaged ones set aside; entries of other users are kept and not
    /// used.
    pub(crate) fn get(&self, key: &Key, context: &str, now: i64) -> anyhow::Result<Lookup> {
        let path = self.folder.join(key.file_name());
        if !self.check_folder()? || !is_plain_file(&path) {
            return Ok(Lookup::Nothing);
        }
        let _lock = self.lock()?;
        let text = match read(&path) {
            Ok(Some(text)) => text,
            Ok(None) => return Ok(Lookup::Nothing),
            Err(why) => return self.set_aside(&path, &why),
        };
        let unusable = |why: &str| Ok(Lookup::Unusable(format!("{}: {why}", path.display())));
        match Entry::read(&text) {
            Ok(entry) if entry.key != key.to_string() => {
                self.set_aside(&path, "it belongs to another key")
            }
            Ok(entry) if !is_sealed(&Seal::open()?, &entry) => {
                unusable("not written by a run of yours; it is not used")
            }
            Ok(entry) if entry.is_expired(now) => {
                fs::remove_file(&path)
                    .with_context(|| format!("{}: can't be removed", path.display()))?;
                Ok(Lookup::Nothing)
            }
            Ok(entry) if entry.context != context => unusable(
                "made by another contract or script, or with other arguments; it is not used",
            ),
            Ok(entry) => Ok(Lookup::Entry(Box::new(entry))),
            Err(why) => self.set_aside(&path, &why.to_string()),
        }
    }

    fn set_aside(&self, path: &Path, why: &str) -> anyhow::Result<Lookup> {
        let aside = path.with_extension("md.corrupt");
        fs::rename(path, &aside).with_context(|| format!("{}: can't be moved", path.display()))?;
        let shown = aside.file_name().map(|n| n.to_string_lossy()).unwrap_or_default();
        Ok(Lookup::Unusable(format!(
            "{}: damaged cache entry ({why}); kept as {shown}",
            path.display()
        )))
    }

    /// Stores a sealed entry.
    pub(crate) fn put(&self, key: &Key, mut entry: Entry) -> anyhow::Result<PathBuf> {
        self.make_folder()?;
        let path = self.folder.join(key.file_name());
        entry.seal = mark(&Seal::open()?, &entry);
        let _lock = self.lock()?;
        output::replace_private(&path, entry.to_text().as_bytes())?;
        Ok(path)
    }

    /// Removes all entries, or those expired by `now`. Other files are kept.
    pub(crate) fn purge(&self, now: Option<i64>) -> anyhow::Result<usize> {
        if !self.check_folder()? {
            return Ok(0);
        }
        let fail = || format!("{}: can't be read", self.folder.display());
        let names = fs::read_dir(&self.folder).with_context(fail)?;
        let _lock = self.lock()?;
        let mut removed = 0;
        for name in names {
            let path = name.with_context(fail)?.path();
            if path.extension().is_none_or(|e| e != "md") || !is_plain_file(&path) {
                continue;
            }
            let Ok(Some(text)) = read(&path) else { continue };
            let Ok(entry) = Entry::read(&text) else { continue };
            if now.is_none_or(|now| entry.is_expired(now)) {
                fs::remove_file(&path)
                    .with_context(|| format!("{}: can't be removed", path.display()))?;
                removed += 1;
            }
        }
        Ok(removed)
    }
}

/// A lock on a key.
pub(crate) struct KeyLock {
    path: PathBuf,
    _file: File,
}

impl Drop for KeyLock {
    fn drop(&mut self) {
        // Removed while locked; a file that remains is only an extra empty file.
        let _ = fs::remove_file(&self.path);
    }
}

fn mark(seal: &Seal, entry: &Entry) -> String {
    let parts = entry.sealed_parts();
    seal.mark(PURPOSE, &parts.each_ref().map(String::as_bytes))
}

fn is_sealed(seal: &Seal, entry: &Entry) -> bool {
    let parts = entry.sealed_parts();
    seal.holds(&entry.seal, PURPOSE, &parts.each_ref().map(String::as_bytes))
}

/// A regular file, not a link.
fn is_plain_file(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|meta| meta.is_file())
}

/// The text of an entry; `None` if it is gone; an error if it is not an entry.
fn read(path: &Path) -> Result<Option<String>, String> {
    let file = match OpenOptions::new().read(true).custom_flags(no_link()).open(path) {
        Ok(file) => file,
        Err(e) if e.kind() == ErrorKind::NotFound => return Ok(None),
        Err(e) => return Err(e.to_string()),
    };
    let mut bytes = Vec::new();
    file.take(MAX_ENTRY + 1).read_to_end(&mut bytes).map_err(|e| e.to_string())?;
    if bytes.len() as u64 > MAX_ENTRY {
        return Err("too large".to_owned());
    }
    String::from_utf8(bytes).map(Some).map_err(|_| "not UTF-8".to_owned())
}
