//! What undo reports of a file, and what it asks of the files around it.

use std::fs;
use std::path::Path;

/// The result for a file.
pub(super) struct Restoration {
    /// Its name in reports.
    pub(super) path: String,
    /// The id of the run that is undone; empty without a journal.
    pub(super) run: String,
    /// Whether the file is as it was before.
    pub(super) restored: bool,
    /// What was done, or why nothing was.
    pub(super) reason: String,
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
