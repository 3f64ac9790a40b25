//! Loops over a folder that would include the helper file, such as a test that expects a `#!` line in each file.

use std::path::{Path, PathBuf};

use migrate::{FileUse, FolderLoop, Outcome, Refusal};

use super::Args;
use super::file_plan::FilePlan;
use super::helper_file::key;

/// A loop and its place.
#[derive(Debug)]
pub(super) struct LocatedLoop {
    /// The file's name in reports.
    pub(super) shown: String,
    /// From the root, without links.
    pub(super) whole: PathBuf,
    /// The name of the included file.
    pub(super) name: String,
    pub(super) reads: FolderLoop,
}

impl LocatedLoop {
    /// Whether it iterates over the folder of a file with that name.
    pub(super) fn meets(&self, file: &Path) -> bool {
        let Some(folder) = file.parent() else { return false };
        let is_named = file.file_name().is_some_and(|name| *name == *self.name);
        let named = &self.reads.folder;
        let own = || self.whole.parent().unwrap_or(Path::new("/"));
        let is_folder = |folder: &Path| {
            if named.is_empty() { folder == own() } else { folder.ends_with(named) }
        };
        let below = self.reads.recursive;
        is_named
            && match below {
                true if named.is_empty() => true,
                true => folder.ancestors().any(is_folder),
                false => is_folder(folder),
            }
    }

    /// Why scripts beside the helper are refused.
    fn reason(&self) -> String {
        let does = match self.reads.files {
            FileUse::Runs => "runs each file of the folder",
            FileUse::Sources => "sources each file of the folder",
            FileUse::ExpectsShebang => "expects a `#!` line in each file of the folder",
            FileUse::ExpectsExecutable => "expects that each file of the folder is executable",
        };
        format!(
            "{}:{} {does}, also `{}`: leave that file out there, or use `--helper inline` or --force",
            self.shown, self.reads.line, self.name
        )
    }
}

/// Refuses the scripts whose new helper file such a loop would include.
pub(super) fn refuse(files: &mut [FilePlan], loops: &[LocatedLoop], args: &Args) {
    if args.force || loops.is_empty() {
        return;
    }
    for file in files.iter_mut().filter(|file| file.outcome == Outcome::Migrated) {
        let helper = file.new_helper().map(|helper| key(&helper));
        // An existing file is already included.
        let Some(helper) = helper.filter(|helper| !helper.exists()) else { continue };
        let meets = loops.iter().filter(|found| found.meets(&helper));
        let reasons: Vec<Refusal> =
            meets.map(|found| Refusal { line: 1, reason: found.reason() }).collect();
        if !reasons.is_empty() {
            file.refuse(reasons);
        }
    }
}
