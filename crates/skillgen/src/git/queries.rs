//! Queries of a working tree: tracked, new, ignored and changed files.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::path::{Path, PathBuf};

use anyhow::bail;

use super::process::{LIST, SHORT};
use super::{LINK_MODE, Revision, WorkingTree};
use crate::paths::is_in_git;

/// The files of the index.
#[derive(Debug, Default)]
pub(crate) struct Listing {
    /// Those whose changes git reports.
    pub(crate) tracked: BTreeSet<OsString>,
    /// Those whose changes git does not report (assume-unchanged, skip-worktree).
    pub(crate) hidden: BTreeSet<OsString>,
    top: PathBuf,
}

impl Listing {
    /// Whether a file at or below a path (without links) is tracked.
    pub(crate) fn any_below(&self, path: &Path) -> bool {
        let Ok(below) = path.strip_prefix(&self.top) else { return false };
        self.tracked.iter().chain(&self.hidden).any(|name| Path::new(name).starts_with(below))
    }
}

/// How a file of the working tree differs from a revision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum DifferenceKind {
    /// It is not in the revision.
    Added,
    /// It is not in the working tree.
    Removed,
    /// Its content or its kind differs.
    Modified,
}

/// A file that differs from a revision, by its path from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Difference {
    /// The present path; for a removed file, its former path.
    pub(crate) path: String,
    /// How it differs.
    pub(crate) kind: DifferenceKind,
}

impl WorkingTree {
    /// The first uncommitted change or untracked file at or below `path` (without links), as `git status` shows it.
    /// Submodules count.
    ///
    /// # Errors
    /// Git can't decide.
    pub(crate) fn first_change(&self, path: &Path) -> anyhow::Result<Option<String>> {
        self.first_change_but(path, &|_| false)
    }

    /// Like [`WorkingTree::first_change`], without the files of this tree that `own` accepts; it gets their full
    /// paths.
    ///
    /// # Errors
    /// Git can't decide.
    pub(crate) fn first_change_but(
        &self,
        path: &Path,
        own: &dyn Fn(&Path) -> bool,
    ) -> anyhow::Result<Option<String>> {
        let below = self.name(path);
        let args = [
            "status",
            "--porcelain",
            "-z",
            "--untracked-files=all",
            "--ignore-submodules=all",
            "--no-renames",
        ];
        let out = self.run(&args, &[&below], LIST)?;
        // `XY NAME`, from the top.
        let is_own = |entry: &[u8]| {
            entry.get(3..).is_some_and(|name| own(&self.top().join(OsStr::from_bytes(name))))
        };
        let first = out.split(|b| *b == 0).find(|entry| !entry.is_empty() && !is_own(entry));
        if let Some(first) = first {
            return Ok(Some(String::from_utf8_lossy(first).trim().to_owned()));
        }
        for (commit, name) in self.submodules(&below)? {
            let folder = self.top().join(&name);
            // A submodule that is not checked out has no changes.
            let Some(module) = WorkingTree::containing(&folder)?.filter(|m| m.top() == folder)
            else {
                continue;
            };
            let shown = name.to_string_lossy().into_owned();
            if module.commit().as_deref() != Some(&*commit) {
                return Ok(Some(format!("M {shown}")));
            }
            if let Some(change) = module.first_change(&folder)? {
                let (letters, rest) = change.split_once(' ').unwrap_or(("", &change));
                return Ok(Some(format!("{letters} {shown}/{}", rest.trim_start())));
            }
        }
        Ok(None)
    }

    /// The files of the index below the top.
    ///
    /// # Errors
    /// It is unreadable.
    pub(crate) fn listing(&self) -> anyhow::Result<Listing> {
        let out = self.run(&["ls-files", "-z", "-v"], &[], LIST)?;
        let mut listing = Listing { top: self.top().to_owned(), ..Listing::default() };
        for line in out.split(|b| *b == 0).filter(|line| line.len() > 2) {
            let (mark, name) = line.split_at(2);
            let name = OsString::from_vec(name.to_vec());
            match mark {
                b"H " => listing.tracked.insert(name),
                // A lower-case letter is assume-unchanged, S is skip-worktree.
                b"h " | b"S " | b"s " => listing.hidden.insert(name),
                _ => false,
            };
        }
        Ok(listing)
    }

    /// The tracked files at or below paths from the top; without paths, all.
    ///
    /// # Errors
    /// The index is unreadable.
    pub(crate) fn tracked(&self, paths: &[String]) -> anyhow::Result<Vec<String>> {
        self.names(&["ls-files", "-z", "--cached"], paths)
    }

    /// The tracked links, by their paths from the top.
    ///
    /// # Errors
    /// The index is unreadable.
    pub(crate) fn links(&self) -> anyhow::Result<BTreeSet<String>> {
        let entries = self.names(&["ls-files", "-z", "--cached", "--stage"], &[])?;
        let link = |entry: &String| {
            let (mode, path) = entry.split_once('\t')?;
            mode.as_bytes().starts_with(LINK_MODE).then(|| path.to_owned())
        };
        Ok(entries.iter().filter_map(link).collect())
    }

    /// The files that are neither tracked nor ignored, at or below paths from the top; without paths,
    /// all.
    ///
    /// # Errors
    /// Git can't decide.
    pub(crate) fn untracked(&self, paths: &[String]) -> anyhow::Result<Vec<String>> {
        self.names(&["ls-files", "-z", "--others", "--exclude-standard"], paths)
    }

    /// The files of a revision below a folder, given from the top with a trailing slash or empty; by their paths from
    /// the folder.
    ///
    /// # Errors
    /// There is no such folder.
    pub(crate) fn files_below(
        &self,
        revision: &Revision,
        folder: &str,
    ) -> anyhow::Result<Vec<String>> {
        let spec = self.object(revision, folder)?;
        self.names(&["ls-tree", "-r", "-z", "--name-only", "--full-tree", &spec], &[])
    }

    /// How the tracked files at or below paths differ from a revision. Git doesn't look for renames, because it would read
    /// the objects of all files for that.
    ///
    /// # Errors
    /// Git can't decide.
    pub(crate) fn differences(
        &self,
        revision: &Revision,
        paths: &[String],
    ) -> anyhow::Result<Vec<Difference>> {
        // A comparison holds all paths of the revision in memory, so their number is checked first.
        let tree = format!("{}^{{tree}}", revision.0);
        self.refuse_foreign_names()?;
        self.run(&["ls-tree", "-r", "-z", "--name-only", "--full-tree", &tree], &[], LIST)?;
        let args =
            ["diff", "--name-status", "-z", "--no-renames", "--no-ext-diff", "--no-textconv"];
        let args =
            [&args[..], &["--ignore-submodules=all", "--end-of-options", &revision.0]].concat();
        let words = self.names(&args, paths).or_else(|_| {
            // Git reads the object of a file with a new date and the same size, which may be missing. Without this
            // comparison the file counts as different.
            self.names(&[&["-c", "diff.autoRefreshIndex=false"], args.as_slice()].concat(), paths)
        });
        let mut words = words?.into_iter();
        let mut differences = Vec::new();
        while let (Some(letter), Some(path)) = (words.next(), words.next()) {
            let kind = match letter.as_str() {
                "A" => DifferenceKind::Added,
                "D" => DifferenceKind::Removed,
                _ => DifferenceKind::Modified,
            };
            differences.push(Difference { path, kind });
        }
        Ok(differences)
    }

    /// Rejects an index that names files outside of the tree, because git would open them for a
    /// comparison.
    fn refuse_foreign_names(&self) -> anyhow::Result<()> {
        let out = self.run(&["ls-files", "-z", "--cached"], &[], LIST)?;
        let is_plain = |name: &[u8]| {
            !name.starts_with(b"/")
                && name
                    .split(|b| *b == b'/')
                    .all(|part| !part.is_empty() && part != b"." && part != b"..")
                && !is_in_git(Path::new(OsStr::from_bytes(name)))
        };
        match out.split(|b| *b == 0).find(|name| !name.is_empty() && !is_plain(name)) {
            None => Ok(()),
            Some(name) => bail!(
                "the index of git names `{}`, which is no path of the tree; `git read-tree HEAD` makes it anew",
                contract::text::safe(&String::from_utf8_lossy(name))
            ),
        }
    }

    /// The commit that is checked out.
    fn commit(&self) -> Option<String> {
        let out =
            self.run(&["rev-parse", "--verify", "--quiet", "HEAD^{commit}"], &[], SHORT).ok()?;
        Some(String::from_utf8_lossy(&out).trim_end().to_owned())
    }

    /// The submodules below a path: the commit of each, and its path.
    fn submodules(&self, below: &OsStr) -> anyhow::Result<Vec<(String, OsString)>> {
        let out = self.run(&["ls-files", "-z", "--stage"], &[below], LIST)?;
        let modules = out.split(|b| *b == 0).filter_map(|line| {
            let rest = line.strip_prefix(b"160000 ")?;
            let tab = rest.iter().position(|b| *b == b'\t')?;
            let id = rest[..tab].split(|b| *b == b' ').next()?;
            let name = OsString::from_vec(rest[tab + 1..].to_vec());
            Some((String::from_utf8_lossy(id).into_owned(), name))
        });
        Ok(modules.collect())
    }

    fn names(&self, args: &[&str], paths: &[String]) -> anyhow::Result<Vec<String>> {
        let paths: Vec<&OsStr> = paths.iter().map(OsStr::new).collect();
        let out = self.run(args, &paths, LIST)?;
        let text = String::from_utf8_lossy(&out);
        Ok(text.split('\0').filter(|name| !name.is_empty()).map(str::to_owned).collect())
    }

    /// A path without links, from the top; `.` for the top.
    fn name(&self, path: &Path) -> OsString {
        let below = path.strip_prefix(self.top()).unwrap_or(path).as_os_str();
        if below.as_bytes().is_empty() { OsString::from(".") } else { below.to_owned() }
    }
}
