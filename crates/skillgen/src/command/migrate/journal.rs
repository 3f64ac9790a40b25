//! The way back: backups by content and a journal of what was written; `undo` reads them.
//!
//! State stands in `.skillgen/migrate` at the top of the git tree (or beside what was named): `backup/SHA256` holds former
//! contents, `journal.jsonl` one line a write, made durable before the write it tells of. A run that is killed leaves each
//! file old or new; the journal then names at most one file too many, which undo sees by its content.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::replace::{self, Staged};
use super::work::FilePlan;

/// The state folder of a tree, locked.
pub(super) struct Journal {
    /// What recorded paths begin at.
    pub(super) root: PathBuf,
    pub(super) folder: PathBuf,
    run: String,
    _lock: File,
}

/// A write, as the journal tells it.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    pub(super) run: String,
    pub(super) path: String,
    /// The content before; empty for a file that was not there.
    pub(super) before: String,
    pub(super) after: String,
    pub(super) undone: bool,
}

/// The top of the git tree that holds `folder`.
pub(super) fn top(folder: &Path) -> Option<PathBuf> {
    let folder = fs::canonicalize(folder).ok()?;
    folder.ancestors().find(|f| f.join(".git").exists()).map(Path::to_owned)
}

/// Where the state of a named path stands.
pub(super) fn home(path: &Path) -> PathBuf {
    let folder = if path.is_dir() {
        path.to_owned()
    } else {
        path.parent().unwrap_or(Path::new(".")).to_owned()
    };
    let folder = if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder };
    let absolute = fs::canonicalize(&folder).unwrap_or(folder);
    let state = |f: &&Path| f.join(".skillgen/migrate/journal.jsonl").exists();
    top(&absolute)
        .or_else(|| absolute.ancestors().find(state).map(Path::to_owned))
        .unwrap_or(absolute)
}

/// The name of a content.
pub(super) fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|b| format!("{b:02x}")).collect()
}

impl Journal {
    /// Opens (and makes) the state folder of `root`, waiting for another run to finish.
    pub(super) fn open(root: &Path) -> anyhow::Result<Self> {
        let folder = root.join(".skillgen/migrate");
        let fail = || format!("{}: the state folder can't be made", folder.display());
        fs::create_dir_all(folder.join("backup")).with_context(fail)?;
        fs::create_dir_all(folder.join("scratch")).with_context(fail)?;
        let ignore = root.join(".skillgen/.gitignore");
        if !ignore.exists() {
            fs::write(&ignore, "*\n").with_context(fail)?;
        }
        let lock = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(folder.join("lock"))
            .with_context(fail)?;
        rustix::fs::flock(&lock, rustix::fs::FlockOperation::LockExclusive).with_context(fail)?;
        // What a killed run left there belongs to nobody: the lock is ours.
        for left in fs::read_dir(folder.join("scratch")).with_context(fail)?.flatten() {
            let _ = fs::remove_file(left.path());
        }
        let mut journal = Self { root: root.to_owned(), folder, run: String::new(), _lock: lock };
        let runs: BTreeSet<String> = journal.entries()?.into_iter().map(|e| e.run).collect();
        journal.run = format!("{:04}", runs.len() + 1);
        Ok(journal)
    }

    /// The id of this run.
    pub(super) fn run(&self) -> &str {
        &self.run
    }

    /// Replaces files, with their former contents kept. Gives the path of each backup.
    ///
    /// New texts and backups are all on disk before the journal tells of them, and the journal is before the first rename.
    pub(super) fn write(&self, files: &[&FilePlan]) -> anyhow::Result<Vec<anyhow::Result<String>>> {
        let prepared: Vec<anyhow::Result<(String, Entry, Staged)>> =
            files.iter().map(|f| self.prepare(&f.path, &f.before, &f.after())).collect();
        replace::sync(&self.folder);
        let entries: Vec<Entry> =
            prepared.iter().flatten().map(|(_, entry, _)| entry.clone()).collect();
        self.append(&entries)?;
        let done = prepared
            .into_iter()
            .map(|one| one.and_then(|(backup, _, staged)| staged.commit().map(|()| backup)))
            .collect();
        replace::sync(&self.folder);
        Ok(done)
    }

    /// Writes a file that the scripts need, and that `undo` takes away again with the last of them.
    pub(super) fn provide(&self, path: &Path, text: &[u8]) -> anyhow::Result<()> {
        let (entry, staged) = match fs::read(path) {
            Ok(now) if now == text => return Ok(()),
            Ok(now) => {
                let (_, entry, staged) = self.prepare(path, &now, text)?;
                (entry, Some(staged))
            }
            Err(_) => {
                let parent = path.parent().unwrap_or(Path::new("."));
                let parent = fs::canonicalize(parent)
                    .with_context(|| format!("{}: can't be written", path.display()))?;
                let whole = parent.join(path.file_name().unwrap_or_default());
                let entry = Entry {
                    run: self.run.clone(),
                    path: path_text(whole.strip_prefix(&self.root).unwrap_or(&whole))?,
                    before: String::new(),
                    after: digest(text),
                    undone: false,
                };
                (entry, None)
            }
        };
        self.append(&[entry])?;
        match staged {
            Some(staged) => staged.commit(),
            None => crate::output::replace(path, text),
        }
    }

    fn prepare(
        &self,
        path: &Path,
        before: &[u8],
        after: &[u8],
    ) -> anyhow::Result<(String, Entry, Staged)> {
        let absolute =
            fs::canonicalize(path).with_context(|| format!("{}: can't be read", path.display()))?;
        let Ok(relative) = absolute.strip_prefix(&self.root) else {
            bail!("{}: outside of {}", path.display(), self.root.display());
        };
        let relative = path_text(relative)?;
        let old = digest(before);
        let staged = replace::stage(&absolute, before, after, &self.folder.join("scratch"))?;
        let backup = self.keep(&old, before)?;
        let entry = Entry {
            run: self.run.clone(),
            path: relative,
            before: old,
            after: digest(after),
            undone: false,
        };
        Ok((backup, entry, staged))
    }

    fn keep(&self, name: &str, bytes: &[u8]) -> anyhow::Result<String> {
        let path = self.folder.join("backup").join(name);
        let fail = || format!("{}: the backup can't be written", path.display());
        if fs::read(&path).ok().as_deref() != Some(bytes) {
            let mut file = tempfile::Builder::new()
                .prefix(".skillgen-")
                .tempfile_in(self.folder.join("scratch"))
                .with_context(fail)?;
            file.write_all(bytes).with_context(fail)?;
            file.persist(&path).map_err(|e| e.error).with_context(fail)?;
        }
        Ok(format!(".skillgen/migrate/backup/{name}"))
    }

    pub(super) fn append(&self, entries: &[Entry]) -> anyhow::Result<()> {
        let path = self.folder.join("journal.jsonl");
        let fail = || format!("{}: the journal can't be written", path.display());
        let mut text = String::new();
        for entry in entries {
            let line = json!({"run": entry.run, "path": entry.path, "before": entry.before, "after": entry.after, "undone": entry.undone});
            text.push_str(&format!("{line}\n"));
        }
        let whole =
            fs::read(&path).map_or(true, |bytes| bytes.is_empty() || bytes.ends_with(b"\n"));
        if !whole {
            // The end of a run that was killed while it wrote a line.
            text.insert(0, '\n');
        }
        let mut file =
            OpenOptions::new().create(true).append(true).open(&path).with_context(fail)?;
        file.write_all(text.as_bytes()).with_context(fail)?;
        file.sync_all().with_context(fail)
    }

    pub(super) fn entries(&self) -> anyhow::Result<Vec<Entry>> {
        let path = self.folder.join("journal.jsonl");
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => {
                return Err(error).with_context(|| format!("{}: can't be read", path.display()));
            }
        };
        // A line that was cut off tells of a write that did not come.
        Ok(text
            .lines()
            .filter_map(|line| serde_json::from_str::<Value>(line).ok())
            .filter_map(|v| entry(&v))
            .collect())
    }
}

fn entry(value: &Value) -> Option<Entry> {
    let text = |key: &str| value.get(key)?.as_str().map(str::to_owned);
    let undone = value.get("undone").and_then(Value::as_bool).unwrap_or(false);
    Some(Entry {
        run: text("run")?,
        path: text("path")?,
        before: text("before")?,
        after: text("after")?,
        undone,
    })
}

fn path_text(path: &Path) -> anyhow::Result<String> {
    let text = path.to_str().with_context(|| {
        format!("{}: the path is not UTF-8, so it can't be recorded", path.display())
    })?;
    Ok(text.to_owned())
}
