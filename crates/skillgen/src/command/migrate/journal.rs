//! Backups by content and a journal of writes; `undo` reads them.
//!
//! The state is in the user's state folder ([`state::make_folder`]): `backup/SHA256` holds former contents, and
//! `journal.jsonl` has one line for each write, made durable before that write. A killed run leaves each file old or
//! new; the journal then lists at most one write too many, which undo recognizes by the content. Each line is signed
//! with the user's key and names the tree by [`identity`], so that undo never follows a line that no run of this user on
//! this tree wrote. The path alone does not name it: another clone may be there now.
//!
//! Callers [`Journal::open`] the tree and [`Journal::write`] all files of a run at once (and [`Journal::provide`] a new
//! file). `migrate --undo` restores the former bytes.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::Write as _;
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context as _, bail};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::file_plan::FilePlan;
use super::replace::{self, Staged};
use super::{identity, state};
use crate::git::WorkingTree;
use crate::regular;
use crate::scratch::ScratchFile;
use crate::user_state::Seal;

/// The purpose of a line's seal.
const PURPOSE: &str = "migrate journal";
/// The maximum size of a journal.
const MAX_JOURNAL: u64 = 256 << 20;

/// The locked state folder of a tree.
pub(super) struct Journal {
    /// The base of recorded paths.
    pub(super) root: PathBuf,
    pub(super) folder: PathBuf,
    run: String,
    trust: Trust,
    _lock: File,
}

/// Why the lines of a journal are trusted.
enum Trust {
    /// Each line is signed with the user's key, and names the tree with this identity.
    Sealed(Seal, String),
    /// The user named it (`--journal`): a journal in the tree, of a former version.
    Named,
}

/// The content of a journal.
#[derive(Default)]
pub(super) struct Lines {
    pub(super) entries: Vec<Entry>,
    /// The numbers of unreadable lines.
    pub(super) damaged: Vec<usize>,
    /// The numbers of lines that no run of this user at this path wrote.
    pub(super) foreign: Vec<usize>,
    /// The writes of this user's runs at this path, to another tree that was there.
    pub(super) of_other_tree: Vec<Entry>,
}

/// Who wrote a line.
enum Writer {
    /// A run of this user on this tree.
    Own,
    /// A run of this user on a tree that was at this path before, or of a former version, which named no tree.
    OnOtherTree,
    /// Someone else.
    Foreign,
}

/// A write in the journal.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Entry {
    pub(super) run: String,
    pub(super) path: PathBuf,
    /// The former content; empty for a new file.
    pub(super) before: String,
    pub(super) after: String,
    pub(super) undone: bool,
}

/// The prepared replacement of a file; `None` if another run replaced it.
type Prepared = (String, Option<(Entry, Staged)>);

/// The digest of a content.
pub(super) fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|b| format!("{b:02x}")).collect()
}

impl Journal {
    /// Opens the state folder of `root`, creates it if necessary, and waits for other runs to
    /// finish.
    pub(super) fn open(root: &Path) -> anyhow::Result<Self> {
        let folder = state::make_folder(root)?;
        Journal::at(root, folder, Trust::Sealed(Seal::open()?, identity::of_tree(root)))
    }

    /// Opens a journal of a former version: `home` is the `.skillgen` of a tree that the user named.
    pub(super) fn open_named(home: &Path) -> anyhow::Result<Self> {
        if !fs::symlink_metadata(home).is_ok_and(|meta| meta.is_dir()) {
            bail!("--journal {}: no such folder", home.display());
        }
        let home = state::absolute(home);
        let folder = home.join("migrate");
        state::own_folder(&folder)?;
        let root = home.parent().unwrap_or(Path::new("/")).to_owned();
        if !state::own_file(&folder.join(state::JOURNAL))? {
            bail!("{}: holds no journal", folder.display());
        }
        let owner = fs::metadata(folder.join(state::JOURNAL)).map(|meta| meta.uid()).ok();
        if owner != Some(rustix::process::geteuid().as_raw()) {
            bail!("{}: its journal belongs to another user; it is not followed", folder.display());
        }
        if let Some(tree) = WorkingTree::containing(&root)?
            && tree.listing()?.any_below(&folder)
        {
            bail!(
                "{}: git tracks it, so it came with the repository; `--undo` does not follow it",
                folder.display()
            );
        }
        Journal::at(&root, folder, Trust::Named)
    }

    fn at(root: &Path, folder: PathBuf, trust: Trust) -> anyhow::Result<Self> {
        let fail = || format!("{}: the state folder can't be made", folder.display());
        for part in ["backup", "scratch"] {
            state::own_folder(&folder.join(part))?;
        }
        let lock = state::open(&folder.join("lock"), false)?;
        rustix::fs::flock(&lock, rustix::fs::FlockOperation::LockExclusive).with_context(fail)?;
        // Leftovers of a killed run are removed, because this run holds the lock.
        for left in fs::read_dir(folder.join("scratch")).with_context(fail)?.flatten() {
            if left.file_name().as_bytes().starts_with(b".skillgen-") {
                let _ = fs::remove_file(left.path());
            }
        }
        let mut journal =
            Self { root: root.to_owned(), folder, run: String::new(), trust, _lock: lock };
        let Lines { entries, of_other_tree, .. } = journal.lines()?;
        // Ids of another tree's runs are not used again, so that an id names one run in the whole file.
        let all = entries.iter().chain(&of_other_tree);
        let last = all.filter_map(|e| e.run.parse::<u64>().ok()).max().unwrap_or(0);
        journal.run = format!("{:04}", last.saturating_add(1));
        Ok(journal)
    }

    /// The id of this run.
    pub(super) fn run(&self) -> &str {
        &self.run
    }

    /// The backup of a file's former text.
    pub(super) fn backup(&self, name: &str) -> PathBuf {
        self.folder.join("backup").join(name)
    }

    /// Replaces files and keeps their former contents. Returns the path of each backup, and whether anything was
    /// written.
    ///
    /// New texts and backups are on disk before the journal lists them, and the journal is on disk before the first
    /// rename.
    pub(super) fn write(
        &self,
        files: &[&FilePlan],
    ) -> anyhow::Result<(Vec<anyhow::Result<String>>, bool)> {
        let prepared: Vec<anyhow::Result<Prepared>> =
            files.iter().map(|f| self.prepare(&f.path, &f.before, &f.after())).collect();
        replace::sync(&self.folder);
        let staged = prepared.iter().flatten().filter_map(|(_, staged)| staged.as_ref());
        let entries: Vec<Entry> = staged.map(|(entry, _)| entry.clone()).collect();
        self.append(&entries)?;
        let mut failed = Vec::new();
        let mut commit = |(backup, staged): Prepared| -> anyhow::Result<String> {
            if let Some((entry, staged)) = staged {
                staged.commit().inspect_err(|_| failed.push(Entry { undone: true, ..entry }))?;
            }
            Ok(backup)
        };
        let done = prepared.into_iter().map(|one| one.and_then(&mut commit)).collect();
        let wrote = entries.len() > failed.len();
        replace::sync(&self.folder);
        self.append(&failed)?;
        Ok((done, wrote))
    }

    /// Replaces one file and keeps its former content, without an entry for undo. Returns the path of the
    /// backup.
    pub(super) fn put(&self, path: &Path, before: &[u8], after: &[u8]) -> anyhow::Result<String> {
        let (backup, staged) = self.prepare(path, before, after)?;
        if let Some((_, staged)) = staged {
            staged.commit()?;
        }
        Ok(backup)
    }

    /// Writes a file that the scripts need; `undo` removes it with the last of them.
    pub(super) fn provide(&self, path: &Path, text: &[u8]) -> anyhow::Result<()> {
        if let Ok(whole) = fs::canonicalize(path) {
            let now = regular::read(&whole)
                .with_context(|| format!("{}: can't be read", path.display()))?;
            let (_, staged) = self.prepare(path, &now, text)?;
            let Some((entry, staged)) = staged else { return Ok(()) };
            self.append(&[entry])?;
            return staged.commit();
        }
        let parent = path.parent().unwrap_or(Path::new("."));
        let parent = fs::canonicalize(parent)
            .with_context(|| format!("{}: can't be written", path.display()))?;
        let whole = parent.join(path.file_name().unwrap_or_default());
        self.append(&[Entry {
            run: self.run.clone(),
            path: self.below(&whole, path)?,
            before: String::new(),
            after: digest(text),
            undone: false,
        }])?;
        replace::create(&whole, text, &self.folder.join("scratch"))
    }

    /// A path without links from the root, if it may be written: it is in the tree, and not in git's
    /// folder.
    fn below(&self, whole: &Path, named: &Path) -> anyhow::Result<PathBuf> {
        match whole.strip_prefix(&self.root) {
            Err(_) => bail!("{}: outside of {}", named.display(), self.root.display()),
            Ok(below) if crate::paths::is_in_git(below) => {
                bail!("{}: in the folder of git itself; left as it is", named.display())
            }
            Ok(below) => Ok(below.to_owned()),
        }
    }

    fn prepare(&self, path: &Path, before: &[u8], after: &[u8]) -> anyhow::Result<Prepared> {
        let absolute =
            fs::canonicalize(path).with_context(|| format!("{}: can't be read", path.display()))?;
        let relative = self.below(&absolute, path)?;
        let old = digest(before);
        let done = regular::read(&absolute).is_ok_and(|now| now == after);
        if done && self.backup(&old).exists() || before == after {
            return Ok((self.shown_backup(&old), None));
        }
        let staged = replace::stage(&absolute, before, after, &self.folder.join("scratch"))?;
        let backup = self.keep(&old, before)?;
        let entry = Entry {
            run: self.run.clone(),
            path: relative,
            before: old,
            after: digest(after),
            undone: false,
        };
        Ok((backup, Some((entry, staged))))
    }

    pub(super) fn keep(&self, name: &str, bytes: &[u8]) -> anyhow::Result<String> {
        let path = self.backup(name);
        let fail = || format!("{}: the backup can't be written", path.display());
        if fs::read(&path).ok().as_deref() != Some(bytes) {
            let mut file = ScratchFile::make(&self.folder.join("scratch")).with_context(fail)?;
            file.as_file().write_all(bytes).with_context(fail)?;
            file.persist(&path).map_err(|refused| refused.error).with_context(fail)?;
        }
        Ok(self.shown_backup(name))
    }

    pub(super) fn append(&self, entries: &[Entry]) -> anyhow::Result<()> {
        if entries.is_empty() {
            return Ok(());
        }
        let path = self.folder.join(state::JOURNAL);
        let fail = || format!("{}: the journal can't be written", path.display());
        let mut text: String =
            entries.iter().map(|entry| format!("{}\n", self.line(entry))).collect();
        let whole =
            fs::read(&path).map_or(true, |bytes| bytes.is_empty() || bytes.ends_with(b"\n"));
        if !whole {
            // The end of a run that was killed while writing a line.
            text.insert(0, '\n');
        }
        let mut file = state::open(&path, true).with_context(fail)?;
        file.write_all(text.as_bytes()).with_context(fail)?;
        file.sync_all().with_context(fail)
    }

    /// Reads the journal.
    pub(super) fn lines(&self) -> anyhow::Result<Lines> {
        let path = self.folder.join(state::JOURNAL);
        let mut lines = Lines::default();
        if !state::own_file(&path)? {
            return Ok(lines);
        }
        let bytes = crate::input::file(&path, MAX_JOURNAL)?;
        for (index, line) in bytes.split_inclusive(|b| *b == b'\n').enumerate() {
            let value = serde_json::from_slice::<Value>(line).ok();
            let read = value.and_then(|value| Some((entry(&value)?, value)));
            match read.map(|(entry, value)| (self.writer(&entry, &value), entry)) {
                Some((Writer::Own, entry)) => lines.entries.push(entry),
                Some((Writer::OnOtherTree, entry)) => lines.of_other_tree.push(entry),
                Some((Writer::Foreign, _)) => lines.foreign.push(index + 1),
                // A truncated line belongs to a write that did not happen; the next run completes
                // it.
                None if cut_off(line) => {}
                None => lines.damaged.push(index + 1),
            }
        }
        Ok(lines)
    }

    /// A line for an entry, signed if this journal is.
    fn line(&self, entry: &Entry) -> Value {
        let mut line = line(entry);
        if let Trust::Sealed(seal, tree) = &self.trust {
            line["tree"] = json!(tree);
            line["seal"] = json!(seal.mark(PURPOSE, &self.sealed(entry, Some(tree))));
        }
        line
    }

    /// Who wrote the line of an entry.
    fn writer(&self, entry: &Entry, line: &Value) -> Writer {
        let Trust::Sealed(seal, tree) = &self.trust else { return Writer::Own };
        let text = |key: &str| line.get(key).and_then(Value::as_str);
        let named = text("tree");
        if !seal.holds(text("seal").unwrap_or_default(), PURPOSE, &self.sealed(entry, named)) {
            return Writer::Foreign;
        }
        if named == Some(tree) { Writer::Own } else { Writer::OnOtherTree }
    }

    /// The signed content: the path and identity of the tree, and the whole entry. Former versions signed no identity.
    fn sealed<'e>(&'e self, entry: &'e Entry, tree: Option<&'e str>) -> Vec<&'e [u8]> {
        let entry = [
            self.root.as_os_str().as_bytes(),
            entry.run.as_bytes(),
            entry.path.as_os_str().as_bytes(),
            entry.before.as_bytes(),
            entry.after.as_bytes(),
            if entry.undone { b"undone" } else { b"" },
        ];
        entry.into_iter().chain(tree.map(str::as_bytes)).collect()
    }

    /// A backup's name in reports.
    fn shown_backup(&self, name: &str) -> String {
        self.backup(name).to_string_lossy().into_owned()
    }
}

/// The beginning of a line of [`line`], without the rest. A part of it is never complete JSON.
fn cut_off(line: &[u8]) -> bool {
    const HEAD: &[u8] = b"{\"run\":\"";
    let line = line.trim_ascii_end();
    let common = line.len().min(HEAD.len());
    let error = serde_json::from_slice::<Value>(line).err();
    line[..common] == HEAD[..common] && error.is_some_and(|e| e.is_eof())
}

fn line(entry: &Entry) -> Value {
    let mut line = json!({"run": entry.run, "path": entry.path.to_string_lossy(), "before": entry.before, "after": entry.after, "undone": entry.undone});
    if entry.path.to_str().is_none() {
        let bytes = entry.path.as_os_str().as_bytes();
        line["path_bytes"] = json!(bytes.iter().map(|b| format!("{b:02x}")).collect::<String>());
    }
    line
}

/// A plausible entry: it names a path below the root, and contents by digest.
fn entry(value: &Value) -> Option<Entry> {
    let text = |key: &str| value.get(key)?.as_str().map(str::to_owned);
    let digest =
        |key: &str| text(key).filter(|t| t.len() == 64 && t.bytes().all(|b| b.is_ascii_hexdigit()));
    let path = match value.get("path_bytes") {
        Some(hex) => PathBuf::from(OsString::from_vec(bytes(hex.as_str()?)?)),
        None => PathBuf::from(text("path")?),
    };
    let below = path.components().all(|part| matches!(part, Component::Normal(_)))
        && !crate::paths::is_in_git(&path);
    let before = text("before").filter(String::is_empty).or_else(|| digest("before"))?;
    let undone = value.get("undone").and_then(Value::as_bool).unwrap_or(false);
    (below && path.file_name().is_some()).then_some(Entry {
        run: text("run")?,
        path,
        before,
        after: digest("after")?,
        undone,
    })
}

fn bytes(hex: &str) -> Option<Vec<u8>> {
    let pairs = hex.as_bytes().chunks(2);
    pairs.map(|p| u8::from_str_radix(std::str::from_utf8(p).ok()?, 16).ok()).collect()
}
