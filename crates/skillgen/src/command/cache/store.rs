//! The folder of the cache. Entries appear whole (a rename), and what looks before it removes does both
//! under one lock, so that processes side by side never see half an entry nor remove a fresh one.
//!
//! The folder may have come with a repository. It is used only if it is this user's and no link leads to it; an entry is used
//! only if it carries the seal of this user's key.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{ErrorKind, Read as _};
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use runtime::cache::{Entry, Key};

use crate::output;
use crate::regular::no_link;
use crate::user_state::Seal;

/// Files larger than this are no entries.
const MAX_ENTRY: u64 = 256 << 20;
/// The file that processes lock.
const LOCK: &str = ".lock";
/// What the seal of an entry is for.
const PURPOSE: &str = "cache entry";

/// What a key led to.
pub(crate) enum Lookup {
    /// A fresh entry.
    Entry(Box<Entry>),
    /// None, or one that had expired.
    Nothing,
    /// One that is damaged, or that is not for this user or context; why.
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

    /// Whether the folder is there, and this user's own.
    ///
    /// # Errors
    /// It is somebody else's, or a link leads to it.
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

    /// Waits until no other process has the key, and keeps it from them until the result is dropped, or the process ends.
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
            // The process before may have removed the file that this one has open.
            let own = file.metadata().with_context(fail)?;
            let is_own = fs::symlink_metadata(&path)
                .is_ok_and(|there| (there.dev(), there.ino()) == (own.dev(), own.ino()));
            if is_own {
                return Ok(KeyLock { path, _file: file });
            }
        }
    }

    /// Makes the folder if it isn't there.
    fn make_folder(&self) -> anyhow::Result<()> {
        if self.check_folder()? {
            return Ok(());
        }
        let fail = || format!("{}: can't be made", self.folder.display());
        DirBuilder::new().recursive(true).mode(0o700).create(&self.folder).with_context(fail)
    }

    /// Looks a key up. Expired entries are removed, damaged ones set aside; one of somebody else stays and is not used.
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
            Ok(entry) if entry.context != context => {
                unusable("made by another script, version or other arguments; it is not used")
            }
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

    /// Keeps an entry, sealed.
    pub(crate) fn put(&self, key: &Key, mut entry: Entry) -> anyhow::Result<PathBuf> {
        self.make_folder()?;
        let path = self.folder.join(key.file_name());
        entry.seal = mark(&Seal::open()?, &entry);
        let _lock = self.lock()?;
        output::replace_private(&path, entry.to_text().as_bytes())?;
        Ok(path)
    }

    /// Removes all entries, or those that have expired by `now`. Files that are no entries stay.
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

/// A key that other processes wait for.
pub(crate) struct KeyLock {
    path: PathBuf,
    _file: File,
}

impl Drop for KeyLock {
    fn drop(&mut self) {
        // Removed while it is locked: a file that stays is only an empty file too many.
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

/// A regular file, not a link to somewhere else.
fn is_plain_file(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|meta| meta.is_file())
}

/// The text of an entry; nothing where it has gone; else why it is none.
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
