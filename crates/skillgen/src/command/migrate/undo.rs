//! `migrate --undo`: what the journals tell, taken back from the last write to the first.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use serde_json::{Map, Value, json};

use super::super::Outcome;
use super::journal::{self, Entry, Journal};
use super::replace;
use crate::args::Format;
use crate::context::Ctx;
use crate::render::json::Status;

/// What became of a file that was to be put back.
struct Back {
    path: String,
    run: String,
    restored: bool,
    reason: String,
}

/// Puts files back: all that the journals hold, those named, or one run.
pub(super) fn undo(paths: &[PathBuf], run: Option<&str>, ctx: &Ctx) -> anyhow::Result<Outcome> {
    // A run's id may stand where a path would.
    let (ids, paths): (Vec<&PathBuf>, Vec<&PathBuf>) = paths.iter().partition(|p| {
        let text = p.to_string_lossy();
        !p.exists() && text.len() == 4 && text.chars().all(|c| c.is_ascii_digit())
    });
    let run =
        run.map(str::to_owned).or_else(|| ids.first().map(|p| p.to_string_lossy().into_owned()));
    let here = PathBuf::from(".");
    // Each tree has a journal of its own.
    let mut homes: BTreeMap<PathBuf, Vec<PathBuf>> = BTreeMap::new();
    if paths.is_empty() {
        homes.insert(journal::home(&here), Vec::new());
    }
    for path in paths {
        homes.entry(journal::home(path)).or_default().push(absolute(path));
    }
    let missing = |home: &PathBuf| !home.join(".skillgen/migrate/journal.jsonl").exists();
    if let Some(home) = homes.keys().find(|home| missing(home)) {
        bail!("{}: nothing to undo, there is no journal in .skillgen/migrate", home.display());
    }
    let mut backs = Vec::new();
    let mut found = false;
    for (home, named) in &homes {
        found |= in_tree(home, named, run.as_deref(), &mut backs)?;
    }
    if !found && let Some(run) = run {
        let home = homes.keys().next().map(|h| h.display().to_string()).unwrap_or_default();
        bail!(
            "no run {run} that can be undone; the journal is {home}/.skillgen/migrate/journal.jsonl"
        );
    }
    report(&backs, ctx)?;
    Ok(Outcome::clean_if(backs.iter().all(|b| b.restored)))
}

/// Puts back what one journal holds. False if it holds nothing that was asked for.
fn in_tree(
    root: &Path,
    named: &[PathBuf],
    run: Option<&str>,
    backs: &mut Vec<Back>,
) -> anyhow::Result<bool> {
    let journal = Journal::open(root)?;
    let live = live(journal.entries()?);
    let asked = |e: &Entry| {
        run.is_none_or(|r| *r == e.run)
            && (named.is_empty() || named.iter().any(|n| root.join(&e.path).starts_with(n)))
    };
    let (mut chosen, rest): (Vec<Entry>, Vec<Entry>) = live.into_iter().partition(asked);
    let found = !chosen.is_empty();
    // A file that was made for scripts stays as long as one of them needs it, and goes with the last.
    if rest.iter().any(|e| !e.before.is_empty()) {
        chosen.retain(|e| !e.before.is_empty());
    } else if found {
        chosen.splice(0..0, rest);
    }
    let mut undone = Vec::new();
    for entry in chosen.iter().rev() {
        let back = back(&journal, entry)?;
        if back.restored {
            undone.push(Entry { undone: true, ..entry.clone() });
        }
        backs.push(back);
    }
    replace::sync(&journal.folder);
    journal.append(&undone)?;
    Ok(found)
}

/// The writes that no undo has taken back: each undo takes one write of its kind out of the journal.
fn live(mut entries: Vec<Entry>) -> Vec<Entry> {
    let kind = |e: &Entry| [&e.path, &e.run, &e.before, &e.after].map(Clone::clone);
    let mut gone: BTreeMap<[String; 4], usize> = BTreeMap::new();
    for entry in entries.iter().filter(|e| e.undone) {
        *gone.entry(kind(entry)).or_default() += 1;
    }
    entries.retain(|e| {
        if e.undone {
            return false;
        }
        match gone.get_mut(&kind(e)).filter(|left| **left > 0) {
            Some(left) => {
                *left -= 1;
                false
            }
            None => true,
        }
    });
    entries
}

fn absolute(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| {
        let parent = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        fs::canonicalize(parent).unwrap_or_default().join(path.file_name().unwrap_or_default())
    })
}

fn back(journal: &Journal, entry: &Entry) -> anyhow::Result<Back> {
    let path = journal.root.join(&entry.path);
    let told = |restored: bool, reason: &str| Back {
        path: entry.path.clone(),
        run: entry.run.clone(),
        restored,
        reason: reason.to_owned(),
    };
    let now = match fs::read(&path) {
        Ok(bytes) => bytes,
        Err(_) if entry.before.is_empty() => return Ok(told(true, "was not there before")),
        Err(_) => return Ok(told(false, "is gone; the backup is kept")),
    };
    let current = journal::digest(&now);
    if current == entry.before {
        return Ok(told(true, "was as before"));
    }
    if current != entry.after {
        return Ok(told(false, "was edited since; left as it is, the backup is kept"));
    }
    if entry.before.is_empty() {
        fs::remove_file(&path).with_context(|| format!("{}: can't be removed", path.display()))?;
        return Ok(told(true, "taken away"));
    }
    let backup = journal.folder.join("backup").join(&entry.before);
    let bytes = fs::read(&backup)
        .with_context(|| format!("{}: the backup can't be read", backup.display()))?;
    if journal::digest(&bytes) != entry.before {
        return Ok(told(false, "has a damaged backup; left as it is"));
    }
    replace::stage(&path, &now, &bytes, &journal.folder.join("scratch"))?.commit()?;
    Ok(told(true, "put back"))
}

fn report(backs: &[Back], ctx: &Ctx) -> anyhow::Result<()> {
    if ctx.global.format == Format::Json {
        let files: Vec<Value> = backs
            .iter()
            .map(|b| json!({"path": b.path, "run": b.run, "outcome": if b.restored { "restored" } else { "kept" }, "reason": b.reason}))
            .collect();
        let mut payload = Map::new();
        payload.insert("files".to_owned(), json!(files));
        let restored = backs.iter().filter(|b| b.restored).count();
        payload.insert(
            "totals".to_owned(),
            json!({"restored": restored, "kept": backs.len() - restored}),
        );
        return ctx.print_json(Status::Ok, payload);
    }
    let mut text = String::new();
    for b in backs {
        text.push_str(&format!("{}: {}\n", contract::text::safe(&b.path), b.reason));
    }
    if backs.is_empty() {
        text.push_str("nothing to undo\n");
    }
    ctx.print(&text)
}
