//! Folder against folder: each contract of the one and the contract at the same path of the other, as of two
//! releases that were unpacked.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};

use anyhow::bail;

use super::sorting::{self, Sorted, Texts};
use super::{Sides, State, marks};
use crate::input::{Opened, References};
use crate::walk;

/// Two folders that hold contracts.
pub(super) struct Folders {
    old: PathBuf,
    new: PathBuf,
    /// What bounds references, on each side.
    references: [References; 2],
}

/// Whether OLD and NEW are folders of contracts, and neither is one contract itself.
pub(in crate::command::diff) fn are_folders(old: &str, new: &str) -> bool {
    let holds = |folder: &Path| {
        let is_one = ["SKILL.md", contract::source::package::MANIFEST];
        folder.is_dir() && !is_one.iter().any(|name| folder.join(name).exists())
    };
    holds(Path::new(old)) && holds(Path::new(new))
}

impl Folders {
    pub(super) fn new(old: &str, new: &str, references: &References) -> anyhow::Result<Folders> {
        let bounded = |folder: &str| references.bounded_by(Path::new(folder));
        Ok(Folders {
            old: PathBuf::from(old),
            new: PathBuf::from(new),
            references: [bounded(old)?, bounded(new)?],
        })
    }

    /// What is to be looked at, in order of paths.
    pub(super) fn sorted(&self) -> anyhow::Result<Sorted> {
        let (before, now) = (names(&self.old)?, names(&self.new)?);
        let mut files: BTreeMap<String, State> = BTreeMap::new();
        for path in before.union(&now) {
            let state = match (before.contains(path), now.contains(path)) {
                (true, false) => State::Removed,
                (false, _) => State::Added,
                _ if same_bytes(&self.old.join(path), &self.new.join(path)) => State::Same,
                _ => State::Changed,
            };
            files.insert(path.clone(), state);
        }
        let sorted = sorting::sort(&files, self);
        if sorted.jobs.is_empty() {
            bail!(
                "{}: no contract found, and none in {}; name two files, or a folder with SKILL.md",
                self.new.display(),
                self.old.display()
            );
        }
        Ok(sorted)
    }
}

impl Texts for Folders {
    fn old_text(&self, path: &str) -> Option<Vec<u8>> {
        read(&self.old, path)
    }

    fn new_text(&self, path: &str) -> Option<Vec<u8>> {
        read(&self.new, path)
    }

    fn is_named(&self, _path: &str) -> bool {
        false
    }
}

impl Sides for Folders {
    fn shown(&self, path: &str) -> String {
        self.new.join(path).to_string_lossy().into_owned()
    }

    fn old_source(&self, path: &str) -> String {
        self.old.join(path).to_string_lossy().into_owned()
    }

    fn references(&self) -> [&References; 2] {
        [&self.references[0], &self.references[1]]
    }

    fn is_inside(&self, path: &str) -> anyhow::Result<()> {
        match open_in(&self.new, path) {
            Some(_) => Ok(()),
            None => bail!("{path}: a link that leads out of the folder; it was not opened"),
        }
    }

    fn are_unchanged(&self, _opened: &[Opened]) -> bool {
        // Nobody says what differs here: both sides are read.
        false
    }
}

/// The files that may hold contracts, below a folder, and links of such names.
fn names(folder: &Path) -> anyhow::Result<BTreeSet<String>> {
    let wanted = |path: &Path| path.to_str().is_some_and(marks::may_be_contract);
    let found = walk::files_and_links(folder, wanted)?;
    Ok(found.into_iter().map(|one| one.relative.to_string_lossy().into_owned()).collect())
}

/// A file of a folder that no link leads out of.
fn open_in(folder: &Path, path: &str) -> Option<PathBuf> {
    let whole = folder.join(path).canonicalize().ok()?;
    whole.starts_with(folder.canonicalize().ok()?).then_some(whole)
}

fn read(folder: &Path, path: &str) -> Option<Vec<u8>> {
    crate::input::file(&open_in(folder, path)?, crate::input::MAX_CONTRACT).ok()
}

/// Whether two files have the same bytes, whatever their size. What can't be read is not the same.
fn same_bytes(old: &Path, new: &Path) -> bool {
    let compare = || -> std::io::Result<bool> {
        let (old, new) = (File::open(old)?, File::open(new)?);
        let (a, b) = (old.metadata()?, new.metadata()?);
        if !a.is_file() || !b.is_file() || a.len() != b.len() {
            return Ok(false);
        }
        let (mut old, mut new) = (BufReader::new(old), BufReader::new(new));
        loop {
            let (a, b) = (old.fill_buf()?, new.fill_buf()?);
            let most = a.len().min(b.len());
            if a[..most] != b[..most] {
                return Ok(false);
            }
            if most == 0 {
                return Ok(a.is_empty() && b.is_empty());
            }
            old.consume(most);
            new.consume(most);
        }
    };
    compare().unwrap_or(false)
}
