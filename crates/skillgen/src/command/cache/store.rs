//! The folder of the cache. Entries appear whole (a rename), and what looks before it removes does both
//! under one lock, so that processes side by side never see half an entry nor remove a fresh one.

use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use runtime::cache::{Entry, Key};
use serde_json::Value;

use crate::output;

/// Files larger than this are no entries.
const MAX_ENTRY: u64 = 256 << 20;
/// The file that processes lock.
const LOCK: &str = ".lock";

/// What a key led to.
pub(crate) enum Found {
    /// A fresh entry.
    Entry(Box<Entry>),
    /// None, or one that had expired.
    Nothing,
    /// A damaged one, which was set aside; why.
    Corrupt(String),
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

    fn lock(&self) -> anyhow::Result<File> {
        let fail = || format!("{}: the cache can't be locked", self.folder.display());
        let file = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(self.folder.join(LOCK))
            .with_context(fail)?;
        file.lock().with_context(fail)?;
        Ok(file)
    }

    /// Looks a key up. Expired entries are removed, damaged ones set aside.
    pub(crate) fn get(&self, key: &Key, now: i64) -> anyhow::Result<Found> {
        let path = self.folder.join(key.file_name());
        if !is_plain_file(&path) {
            return Ok(Found::Nothing);
        }
        let _lock = self.lock()?;
        let text = match read(&path) {
            Ok(Some(text)) => text,
            Ok(None) => return Ok(Found::Nothing),
            Err(why) => return self.set_aside(&path, &why),
        };
        match Entry::read(&text) {
            Ok(entry) if entry.key != key.to_string() => {
                self.set_aside(&path, "it belongs to another key")
            }
            Ok(entry) if entry.is_expired(now) => {
                fs::remove_file(&path)
                    .with_context(|| format!("{}: can't be removed", path.display()))?;
                Ok(Found::Nothing)
            }
            Ok(entry) => Ok(Found::Entry(Box::new(entry))),
            Err(why) => self.set_aside(&path, &why.to_string()),
        }
    }

    fn set_aside(&self, path: &Path, why: &str) -> anyhow::Result<Found> {
        let aside = path.with_extension("md.corrupt");
        fs::rename(path, &aside).with_context(|| format!("{}: can't be moved", path.display()))?;
        let shown = aside.file_name().map(|n| n.to_string_lossy()).unwrap_or_default();
        Ok(Found::Corrupt(format!(
            "{}: damaged cache entry ({why}); kept as {shown}",
            path.display()
        )))
    }

    /// Keeps an output.
    pub(crate) fn put(
        &self,
        key: &Key,
        value: &Value,
        now: i64,
        ttl_minutes: f64,
    ) -> anyhow::Result<PathBuf> {
        fs::create_dir_all(&self.folder)
            .with_context(|| format!("{}: can't be made", self.folder.display()))?;
        let path = self.folder.join(key.file_name());
        let _lock = self.lock()?;
        output::replace(&path, Entry::new(key, value, now, ttl_minutes).to_text().as_bytes())?;
        Ok(path)
    }

    /// Removes all entries, or those that have expired by `now`. Files that are no entries stay.
    pub(crate) fn purge(&self, now: Option<i64>) -> anyhow::Result<usize> {
        let names = match fs::read_dir(&self.folder) {
            Ok(names) => names,
            Err(e) if e.kind() == ErrorKind::NotFound => return Ok(0),
            Err(e) => {
                return Err(e).with_context(|| format!("{}: can't be read", self.folder.display()));
            }
        };
        let _lock = self.lock()?;
        let mut removed = 0;
        for name in names {
            let path =
                name.with_context(|| format!("{}: can't be read", self.folder.display()))?.path();
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

/// A regular file, not a link to somewhere else.
fn is_plain_file(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|meta| meta.is_file())
}

/// The text of an entry; nothing where it has gone; else why it is none.
fn read(path: &Path) -> Result<Option<String>, String> {
    match fs::metadata(path) {
        Ok(meta) if meta.len() > MAX_ENTRY => return Err("too large".to_owned()),
        _ => {}
    }
    match fs::read(path) {
        Ok(bytes) => String::from_utf8(bytes).map(Some).map_err(|_| "not UTF-8".to_owned()),
        Err(e) if e.kind() == ErrorKind::NotFound => Ok(None),
        Err(e) => Err(e.to_string()),
    }
}
