//! Undo without a journal: for a clone of a tree that was migrated elsewhere, and for scripts that were edited since.
//! The lines of the migration are recognized and removed; the rest of the text is kept.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};

use super::journal::{self, Entry, Journal};
use super::language::Language;
use super::restoration::{Restoration, Way, shown, still_sourced};
use super::{helper_file, replace, scan, state};
use crate::{paths, regular};

/// Removes the migration's lines from the scripts below the paths, and the helper files that no script needs any more.
///
/// # Errors
/// A path can't be read.
pub(super) fn undo(paths: &[&PathBuf]) -> anyhow::Result<Vec<Restoration>> {
    let here = PathBuf::from(".");
    let all = if paths.is_empty() { vec![&here] } else { paths.to_vec() };
    let mut backs = Vec::new();
    for path in all {
        if !path.exists() {
            continue;
        }
        let paths = std::slice::from_ref(path);
        let (candidates, _) = scan::candidates(paths, &scan::Walked::new(paths)?)?;
        let scripts = candidates.into_iter().filter(|one| {
            one.language == Language::Shell && migrate::taken_back(&one.bytes).is_some()
        });
        let scripts: Vec<scan::Candidate> = scripts.collect();
        if scripts.is_empty() {
            continue;
        }
        let journal = Journal::open(&state::home(path))?;
        let mut folders = std::collections::BTreeSet::new();
        for script in scripts {
            let whole = fs::canonicalize(&script.path)
                .with_context(|| format!("{}: can't be read", script.shown))?;
            let done = match paths::is_in_git(&whole) {
                true => Some(Err(anyhow!("it is in the folder of git itself"))),
                false => taken_back(&journal, &whole, &script.bytes),
            };
            let Some(done) = done else { continue };
            let folder = whole.parent().filter(|_| done.is_ok());
            folders.extend(folder.map(Path::to_owned));
            let (way, reason) = match done {
                Ok(backup) => (
                    Way::Restored,
                    format!(
                        "the lines of the migration are taken out; the text before is kept in {backup}"
                    ),
                ),
                Err(why) => (Way::Kept, format!("{why:#}; left as it is")),
            };
            backs.push(Restoration { path: script.shown, run: String::new(), way, reason });
        }
        for folder in folders {
            for shell in [migrate::Shell::Bash, migrate::Shell::Sh] {
                backs.extend(helper(&journal, &folder.join(migrate::helper_name(shell)))?);
            }
        }
    }
    Ok(backs)
}

/// Removes the migration's lines from one script; `None` if there are none. Returns the backup of the former text.
pub(super) fn taken_back(
    journal: &Journal,
    path: &Path,
    now: &[u8],
) -> Option<anyhow::Result<String>> {
    let text = match migrate::taken_back(now)? {
        Ok(text) => text,
        Err(why) => {
            return Some(Err(anyhow!("the migration in it is not complete any more: {why}")));
        }
    };
    let obstacle = fs::symlink_metadata(path).ok().as_ref().and_then(replace::obstacle);
    Some(match obstacle {
        Some(why) => Err(anyhow!("{why}")),
        None => journal.put(path, now, &text),
    })
}

/// Whether an edited script contains nothing of a migration any more, although the journal lists
/// one.
pub(super) fn is_clean(entry: &Entry, now: &[u8]) -> bool {
    let script = now.starts_with(b"#!") && entry.path.extension().is_none_or(|end| end != "md");
    script && !entry.before.is_empty() && migrate::taken_back(now).is_none()
}

/// Removes an unedited helper file that no script sources. `path` is in a folder without links; what is no plain file
/// there, as a link that a repository brought, is left.
fn helper(journal: &Journal, path: &Path) -> anyhow::Result<Option<Restoration>> {
    let outcome = |way: Way, reason: String| {
        Ok(Some(Restoration { path: shown(path), run: String::new(), way, reason }))
    };
    let bytes = match regular::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return outcome(Way::Kept, format!("{error}; left as it is")),
    };
    if let Some(script) = still_sourced(path) {
        return outcome(Way::Unchanged, format!("is still sourced by {script}"));
    }
    if !helper_file::is_untouched(&bytes) {
        return outcome(Way::Kept, "was edited; left as it is".to_owned());
    }
    let backup = journal.keep(&journal::digest(&bytes), &bytes)?;
    replace::remove(path, &bytes)?;
    outcome(Way::Removed, format!("removed; its text is kept in {backup}"))
}
