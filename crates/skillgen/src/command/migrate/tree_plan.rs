//! The plan of a run over a tree, and what writing it came to.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::file_plan::FilePlan;
use super::helper_file::HelperFiles;
use super::state;
use crate::walk::Skipped;

/// A run.
#[derive(Debug)]
pub(super) struct TreePlan {
    pub(super) files: Vec<FilePlan>,
    /// Files that are written but are not migrated scripts: changed readers.
    pub(super) readers: Vec<FilePlan>,
    /// The helper files beside the scripts.
    pub(super) helpers: HelperFiles,
    /// What could not be read.
    pub(super) skipped: Vec<Skipped>,
    /// Whether .gitattributes lists the helper.
    pub(super) attributes: bool,
}

impl TreePlan {
    /// Why part of the work was not done, on one line.
    pub(super) fn left(&self, written: &Written) -> Option<String> {
        const SHOWN: usize = 3;
        let unread = self.skipped.iter().filter(|s| s.unreadable);
        let unread = unread.map(|s| format!("{}: {}", s.path.display(), s.reason));
        let all: Vec<String> = written.failures.iter().cloned().chain(unread).collect();
        let more = match all.len().saturating_sub(SHOWN) {
            0 => String::new(),
            more => format!("; and {more} more, which the report names"),
        };
        (!all.is_empty()).then(|| format!("{}{more}", all[..all.len().min(SHOWN)].join("; ")))
    }
}

/// The result of writing.
#[derive(Debug, Default)]
pub(super) struct Written {
    /// By displayed path.
    pub(super) backups: BTreeMap<String, String>,
    /// The ids of the runs, one for each tree.
    pub(super) runs: Vec<(PathBuf, String)>,
    pub(super) failures: Vec<String>,
}

impl Written {
    /// Each run, and the command that undoes it from the working folder.
    pub(super) fn ways_back(&self) -> impl Iterator<Item = (&str, String)> {
        let here = state::home(Path::new("."));
        self.runs.iter().map(move |(home, run)| {
            let place = match home.strip_prefix(&here) {
                Ok(rest) if rest.as_os_str().is_empty() => String::new(),
                _ => format!(" {}", quoted(home)),
            };
            (run.as_str(), format!("skillgen migrate --undo --run {run}{place}"))
        })
    }
}

/// A path for a shell, relative to the working folder if it is below it.
fn quoted(path: &Path) -> String {
    let here = std::env::current_dir().and_then(std::fs::canonicalize).unwrap_or_default();
    let text = path.strip_prefix(&here).unwrap_or(path).to_string_lossy().into_owned();
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._+:@%,-".contains(c);
    let text = if text.starts_with('-') { format!("./{text}") } else { text };
    if text.chars().all(plain) { text } else { format!("'{}'", text.replace('\'', "'\\''")) }
}
