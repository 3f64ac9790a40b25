//! What undo reports of a file, and what it asks of the files around it.

use std::fs;
use std::path::Path;

/// What became of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// It holds its former text again.
    Restored,
    /// It was added by a migration, and is gone.
    Removed,
    /// Nothing had to be done.
    Unchanged,
    /// It could not be restored.
    Kept,
}

/// The result for a file.
pub(super) struct Restoration {
    /// Its name in reports.
    pub(super) path: String,
    /// The id of the run that is undone; empty without a journal.
    pub(super) run: String,
    /// What became of it.
    pub(super) way: Way,
    /// What was done, or why nothing was.
    pub(super) reason: String,
}

impl Restoration {
    /// Whether the file is as it was before the migration.
    pub(super) fn is_restored(&self) -> bool {
        self.way != Way::Kept
    }
}

/// The results in one line: `3 files restored, 1 added file removed; 1 not restored, for the reason above`.
pub(super) fn summary(all: &[Restoration]) -> String {
    let count = |way: Way| all.iter().filter(|one| one.way == way).count();
    let counted = |way: Way, one: &str, several: &str| match count(way) {
        0 => None,
        1 => Some(format!("1 {one}")),
        n => Some(format!("{n} {several}")),
    };
    let done = [
        counted(Way::Restored, "file restored", "files restored"),
        counted(Way::Removed, "added file removed", "added files removed"),
        counted(Way::Unchanged, "needed nothing", "needed nothing"),
    ];
    let done: Vec<String> = done.into_iter().flatten().collect();
    let done = if done.is_empty() { "nothing restored".to_owned() } else { done.join(", ") };
    let kept = counted(
        Way::Kept,
        "not restored, for the reason above",
        "not restored, for the reasons above",
    );
    kept.map_or_else(|| done.clone(), |kept| format!("{done}; {kept}"))
}

/// A path relative to the working folder.
pub(super) fn shown(path: &Path) -> String {
    let here = std::env::current_dir().and_then(fs::canonicalize).unwrap_or_default();
    path.strip_prefix(&here).unwrap_or(path).to_string_lossy().into_owned()
}

/// A script that sources the helper file beside it.
pub(super) fn still_sourced(helper: &Path) -> Option<String> {
    const READ: u64 = 4 << 20;
    let name = helper.file_name()?.to_str()?;
    let files = fs::read_dir(helper.parent()?).ok()?.flatten();
    let sources = |text: &[u8]| {
        migrate::sources_helper(text).is_some_and(|shell| migrate::helper_name(shell) == name)
    };
    let mut names: Vec<_> = files
        .filter(|e| e.metadata().is_ok_and(|m| m.is_file() && m.len() <= READ))
        .filter(|e| !e.file_name().to_str().is_some_and(migrate::is_helper_name))
        .filter(|e| crate::regular::read(&e.path()).is_ok_and(|text| sources(&text)))
        .map(|e| e.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names.into_iter().next()
}
