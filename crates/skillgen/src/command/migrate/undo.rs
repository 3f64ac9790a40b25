//! `migrate --undo`: reverts the writes of the journals, the last one first.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};

use super::super::Outcome;
use super::journal::{self, Entry, Journal};
use super::restoration::{Restoration, Way, shown, still_sourced, summary};
use super::{own_lines, replace, selection, state, words};
use crate::args::Format;
use crate::context::Ctx;
use crate::render::json::Status;
use crate::render::style::{BOLD, paint};
use crate::wire::migrate_undo::{MigrateUndoReport, UndoOutcome, UndoTotals, UndoneFile};

/// What to undo.
struct Request<'a> {
    /// Files and folders by full path; empty means all.
    paths: Vec<PathBuf>,
    run: Option<&'a str>,
}

impl Request<'_> {
    fn wants(&self, root: &Path, entry: &Entry) -> bool {
        let named = || self.paths.iter().any(|path| root.join(&entry.path).starts_with(path));
        self.is_of_run(entry) && (self.paths.is_empty() || named())
    }

    fn is_of_run(&self, entry: &Entry) -> bool {
        self.run.is_none_or(|run| *run == entry.run)
    }
}

/// Restores files: all in the journals, the named ones, or those of one run; `named` is a `.skillgen` folder whose
/// journal is used.
pub(super) fn undo(
    paths: &[PathBuf],
    run: Option<&str>,
    named: Option<&Path>,
    ctx: &Ctx,
) -> anyhow::Result<Outcome> {
    // A run's id may be given in place of a path.
    let (ids, paths): (Vec<&PathBuf>, Vec<&PathBuf>) = paths.iter().partition(|p| {
        let text = p.to_string_lossy();
        !p.exists() && text.len() == 4 && text.chars().all(|c| c.is_ascii_digit())
    });
    // As when writing: a repository's link leads nowhere.
    selection::stays_inside(&paths)?;
    let run =
        run.map(str::to_owned).or_else(|| ids.first().map(|p| p.to_string_lossy().into_owned()));
    let run = run.as_deref();
    let mut backs = Vec::new();
    let mut found = false;
    let has_journal =
        |path: &Path| !state::homes(path).is_empty() || !state::below(path).is_empty();
    let own_lines = named.is_none() && run.is_none() && !paths.iter().any(|p| has_journal(p));
    let scripts = paths.clone();
    let own_lines = own_lines && (!paths.is_empty() || !has_journal(Path::new(".")));
    if own_lines {
        let backs = own_lines::undo(&paths)?;
        if !backs.is_empty() {
            tell(&backs, ctx)?;
            return Ok(Outcome::clean_if(backs.iter().all(Restoration::is_restored)));
        }
    }
    let journals = match named {
        Some(home) => {
            let paths = paths.iter().map(|path| state::absolute(path)).collect();
            vec![(Journal::open_named(home)?, paths)]
        }
        None => journals(&paths)?,
    };
    let mut places = Vec::new();
    let mut of_other_tree = Vec::new();
    for (journal, paths) in journals {
        let Found { is_of_this_tree, is_of_other_tree } =
            in_tree(&journal, &Request { paths, run }, &mut backs)?;
        found |= is_of_this_tree;
        of_other_tree.extend(is_of_other_tree.then(|| of_another_tree(&journal)));
        places.push(journal.folder.join(state::JOURNAL).display().to_string());
    }
    match of_other_tree.first() {
        Some(why) if found => ctx.note(&format!("left: {why}")),
        Some(why) => bail!("{why}"),
        None => {}
    }
    // A journal about other scripts of this tree is not used.
    if !found && backs.is_empty() && run.is_none() && named.is_none() {
        backs = own_lines::undo(&scripts)?;
    }
    if !found && let Some(run) = run {
        bail!("no run {run} that can be undone; the journal is {}", places.join(", "));
    }
    tell(&backs, ctx)?;
    Ok(Outcome::clean_if(backs.iter().all(Restoration::is_restored)))
}

/// The journals with writes below the paths, with the request for each: each tree has its own.
fn journals(paths: &[&PathBuf]) -> anyhow::Result<Vec<(Journal, Vec<PathBuf>)>> {
    let here = PathBuf::from(".");
    let mut homes: BTreeMap<PathBuf, Vec<PathBuf>> = BTreeMap::new();
    let all = if paths.is_empty() { vec![&here] } else { paths.to_vec() };
    for path in all {
        let above = state::homes(path);
        // A journal of a folder below lists writes to that folder only.
        let below = if paths.is_empty() && !above.is_empty() { vec![] } else { state::below(path) };
        if above.is_empty() && below.is_empty() {
            let home = state::home(path);
            let former = state::former(path);
            let former = former.map_or_else(String::new, |former| {
                let former = shown(&former);
                format!("; {former} may be of a former version: if it is yours and not the repository's, add `--journal {former}`")
            });
            bail!("{}: nothing to undo, skillgen wrote nothing here{former}", home.display());
        }
        // Without a path, the whole nearest journal; else those that may contain writes to it.
        let named =
            |home: &PathBuf| (home.clone(), (!paths.is_empty()).then(|| state::absolute(path)));
        let count = if paths.is_empty() { 1 } else { above.len() };
        for (home, named) in above.iter().take(count).chain(&below).map(named) {
            homes.entry(home).or_default().extend(named);
        }
    }
    let open = |(home, named): (PathBuf, Vec<PathBuf>)| Ok((Journal::open(&home)?, named));
    homes.into_iter().map(open).collect()
}

/// What a journal lists of a request.
struct Found {
    is_of_this_tree: bool,
    /// Writes to another tree that was at this path.
    is_of_other_tree: bool,
}

/// Why writes of a journal are not undone, and what is left to do.
fn of_another_tree(journal: &Journal) -> String {
    let (root, folder) = (shown(&journal.root), journal.folder.display());
    format!(
        "{root}: the journal has writes to another tree at this path: the folder or its `.git` was replaced since, or a \
         former version wrote them; former texts are in {folder}/backup; move {folder} away, and `--undo` removes the \
         lines of the migration instead"
    )
}

/// Restores the files of one journal.
fn in_tree(
    journal: &Journal,
    request: &Request,
    backs: &mut Vec<Restoration>,
) -> anyhow::Result<Found> {
    let lines = journal.lines()?;
    let mut others = live(lines.of_other_tree).into_iter();
    let is_of_other_tree = others.any(|entry| request.wants(&journal.root, &entry));
    let live = live(lines.entries);
    let (mut chosen, rest): (Vec<Entry>, Vec<Entry>) =
        live.into_iter().partition(|entry| request.wants(&journal.root, entry));
    let found = !chosen.is_empty();
    // A file that was created for the scripts of a folder stays while one of them needs it, and is removed with the
    // last one of its run.
    let folder = |entry: &Entry| entry.path.parent().map(Path::to_owned);
    let needed: BTreeSet<_> = rest.iter().filter(|e| !e.before.is_empty()).map(folder).collect();
    chosen.retain(|e| !e.before.is_empty() || !needed.contains(&folder(e)));
    let left: BTreeSet<_> = chosen.iter().map(folder).collect();
    let made = rest.into_iter().filter(|entry| {
        let here = left.contains(&folder(entry)) && !needed.contains(&folder(entry));
        entry.before.is_empty() && here && request.is_of_run(entry)
    });
    chosen.splice(0..0, made.collect::<Vec<_>>());
    let mut undone = Vec::new();
    for entry in chosen.iter().rev() {
        // One failure must not prevent the others.
        let (way, reason) = back(journal, entry)
            .unwrap_or_else(|error| (Way::Kept, format!("{error:#}; {}", kept(journal, entry))));
        if way != Way::Kept {
            undone.push(Entry { undone: true, ..entry.clone() });
        }
        let path = shown(&journal.root.join(&entry.path));
        backs.push(Restoration { path, run: entry.run.clone(), way, reason });
    }
    // A file that is already restored needs nothing.
    let named = &request.paths;
    let whole = named.is_empty() || named.iter().any(|n| journal.root.starts_with(n));
    if whole || !found {
        let damaged = "is damaged: its write can't be undone; the former texts are in backup/";
        let foreign = "was not written by a run of yours on this tree; it is not followed";
        let faults = lines.damaged.iter().map(|line| (line, damaged));
        for (line, fault) in faults.chain(lines.foreign.iter().map(|line| (line, foreign))) {
            backs.push(Restoration {
                path: shown(&journal.folder.join(state::JOURNAL)),
                run: String::new(),
                way: Way::Kept,
                reason: format!("line {line} {fault}"),
            });
        }
    }
    replace::sync(&journal.folder);
    journal.append(&undone)?;
    Ok(Found { is_of_this_tree: found, is_of_other_tree })
}

/// The place of the former text.
fn kept(journal: &Journal, entry: &Entry) -> String {
    if entry.before.is_empty() {
        return "it was not there before".to_owned();
    }
    format!("the former text is kept in {}", shown(&journal.backup(&entry.before)))
}

/// The writes that no undo has reverted: each undo cancels one write of its kind.
fn live(mut entries: Vec<Entry>) -> Vec<Entry> {
    let kind = |e: &Entry| Entry { undone: false, ..e.clone() };
    let mut gone: BTreeMap<Entry, usize> = BTreeMap::new();
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

/// Restores one file; returns the result.
fn back(journal: &Journal, entry: &Entry) -> anyhow::Result<(Way, String)> {
    let path = journal.root.join(&entry.path);
    let outcome = |way: Way, reason: &str| Ok((way, reason.to_owned()));
    let left = |reason: &str| Ok((Way::Kept, format!("{reason}; {}", kept(journal, entry))));
    let Ok(meta) = fs::symlink_metadata(&path) else {
        return if entry.before.is_empty() {
            outcome(Way::Unchanged, "was not there before")
        } else {
            left("is gone")
        };
    };
    if crate::paths::is_in_git(&entry.path) {
        return left("is in the folder of git itself; left as it is");
    }
    // A folder of the path may have become a link since.
    let folder = path.parent().and_then(|folder| fs::canonicalize(folder).ok());
    if folder.is_none_or(|folder| path.parent() != Some(&folder)) {
        return left("is reached through a link now; left as it is");
    }
    if !meta.is_file() {
        return left("is not a plain file any more; left as it is");
    }
    let now = match crate::regular::read(&path) {
        Err(error) if error.kind() == std::io::ErrorKind::InvalidInput => {
            return left(&format!("{error}; left as it is"));
        }
        now => now.context("can't be read")?,
    };
    let current = journal::digest(&now);
    if current == entry.before {
        return outcome(Way::Unchanged, "already holds its former text");
    }
    if current != entry.after {
        return Ok(match own_lines::taken_back(journal, &path, &now) {
            Some(Ok(_)) => (
                Way::Restored,
                "was edited since: the lines of the migration are taken out, your edits stay"
                    .to_owned(),
            ),
            Some(Err(why)) => (
                Way::Kept,
                format!("was edited since, and {why:#}; left as it is; {}", kept(journal, entry)),
            ),
            None if own_lines::is_clean(entry, &now) => {
                (Way::Unchanged, "holds no line of the migration any more".to_owned())
            }
            None => {
                (Way::Kept, format!("was edited since; left as it is; {}", kept(journal, entry)))
            }
        });
    }
    let helper = Some(&path).filter(|_| entry.before.is_empty());
    if let Some(script) = helper.and_then(|path| still_sourced(path)) {
        return left(&format!("is still sourced by {script}"));
    }
    if entry.before.is_empty() {
        replace::remove(&path, &now)?;
        return outcome(Way::Removed, "removed");
    }
    if let Some(why) = replace::obstacle(&meta) {
        return left(why);
    }
    let Ok(bytes) = fs::read(journal.backup(&entry.before)) else {
        return outcome(
            Way::Kept,
            &format!("has no backup any more (backup/{}); left as it is", entry.before),
        );
    };
    if journal::digest(&bytes) != entry.before {
        return outcome(
            Way::Kept,
            &format!("has a damaged backup (backup/{}); left as it is", entry.before),
        );
    }
    replace::stage(&path, &now, &bytes, &journal.folder.join("scratch"))?.commit()?;
    outcome(Way::Restored, "restored")
}

fn tell(backs: &[Restoration], ctx: &Ctx) -> anyhow::Result<()> {
    if ctx.global.format == Format::Json {
        let file = |one: &Restoration| UndoneFile {
            path: one.path.clone(),
            run: one.run.clone(),
            outcome: if one.is_restored() { UndoOutcome::Restored } else { UndoOutcome::Kept },
            reason: one.reason.clone(),
        };
        let restored = backs.iter().filter(|one| one.is_restored()).count();
        let report = MigrateUndoReport {
            files: backs.iter().map(file).collect(),
            totals: UndoTotals { restored, kept: backs.len() - restored },
        };
        return ctx.print_json(Status::Ok, &report);
    }
    let mut text = String::new();
    for b in backs {
        text.push_str(&format!("{}: {}\n", words::name(&b.path), contract::text::safe(&b.reason)));
    }
    if backs.is_empty() {
        text.push_str("nothing to undo\n");
    } else if !ctx.global.quiet {
        text.push_str(&format!("{}\n", paint(BOLD, &summary(backs))));
    }
    ctx.print(&text)
}
