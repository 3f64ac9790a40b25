//! A folder of contracts: on disk, or of a git revision (`REV:FOLDER`).

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::bail;
use contract::source::package::{MANIFEST, SKILL};

use super::marks;
use crate::git::{ObjectKind, Revision, WorkingTree};
use crate::input::{MAX_CONTRACT, References};
use crate::walk;

/// A folder with contracts.
pub(super) enum Folder {
    Disk(PathBuf),
    Revision(RevisionFolder),
}

/// A folder of a git revision.
pub(super) struct RevisionFolder {
    git: Arc<WorkingTree>,
    revision: Revision,
    /// As the user named it, without a trailing slash.
    spec: String,
    /// From the top without links, with a trailing slash; empty for the top.
    path: String,
}

impl Folder {
    /// The folder that a source names; `None` if it names a file.
    pub(super) fn of(source: &str) -> Option<Folder> {
        let path = Path::new(source);
        if path.is_dir() {
            return Some(Folder::Disk(path.to_owned()));
        }
        let (name, below) = crate::input::revision_and_path(source)?;
        let git = WorkingTree::current().ok()?;
        let revision = git.revision(name).ok()?;
        let named = git.path_below_top(below)?;
        if git.kind(&revision, &named).ok()? != ObjectKind::Tree {
            return None;
        }
        let spec = format!("{name}:{named}");
        // Git lists the files of a folder, not those behind a link to one.
        let mut path = if named.is_empty() { named } else { git.real_path(&revision, &named)? };
        if !path.is_empty() {
            path.push('/');
        }
        Some(Folder::Revision(RevisionFolder { git, revision, spec, path }))
    }

    /// Its name in messages.
    pub(super) fn label(&self) -> String {
        match self {
            Folder::Disk(path) => path.display().to_string(),
            Folder::Revision(folder) => folder.spec.clone(),
        }
    }

    /// The source of the contract at a path of the folder; without a path, of the folder itself.
    pub(super) fn source(&self, path: &str) -> String {
        match self {
            _ if path.is_empty() => self.label(),
            Folder::Disk(folder) if folder == Path::new(".") => path.to_owned(),
            Folder::Disk(folder) => folder.join(path).to_string_lossy().into_owned(),
            Folder::Revision(folder) => {
                let slash = if folder.spec.ends_with(':') { "" } else { "/" };
                format!("{}{slash}{path}", folder.spec)
            }
        }
    }

    /// The root of its contracts' references.
    pub(super) fn references(&self, given: &References) -> anyhow::Result<References> {
        match self {
            Folder::Disk(path) => given.bounded_by(path),
            Folder::Revision(_) => Ok(given.clone()),
        }
    }

    /// Whether the folder itself is a skill or a package.
    pub(super) fn is_contract(&self) -> bool {
        let holds = |name: &str| match self {
            Folder::Disk(folder) => folder.join(name).exists(),
            Folder::Revision(folder) => {
                folder.git.kind(&folder.revision, &format!("{}{name}", folder.path)).is_ok()
            }
        };
        [SKILL, MANIFEST].into_iter().any(holds)
    }

    /// The files that may contain contracts, and links with such names.
    pub(super) fn names(&self) -> anyhow::Result<BTreeSet<String>> {
        match self {
            Folder::Disk(folder) => {
                let wanted = |path: &Path| path.to_str().is_some_and(marks::may_be_contract);
                let found = walk::files_and_links(folder, wanted)?;
                let name = |one: walk::FoundFile| one.relative.to_string_lossy().into_owned();
                Ok(found.into_iter().map(name).collect())
            }
            Folder::Revision(folder) => {
                let names = folder.git.files_below(&folder.revision, &folder.path)?;
                Ok(names.into_iter().filter(|path| marks::may_be_contract(path)).collect())
            }
        }
    }

    /// The bytes of a file, unless a link leads out.
    pub(super) fn read(&self, path: &str) -> Option<Vec<u8>> {
        match self {
            Folder::Disk(folder) => crate::input::file(&open_in(folder, path)?, MAX_CONTRACT).ok(),
            Folder::Revision(folder) => {
                let path = format!("{}{path}", folder.path);
                folder.git.blob(&folder.revision, &path, MAX_CONTRACT).ok()
            }
        }
    }

    /// Whether git lacks the object of a file of a revision.
    pub(super) fn lacks(&self, path: &str) -> bool {
        match self {
            Folder::Disk(_) => false,
            Folder::Revision(folder) => {
                folder.git.lacks(&folder.revision, &format!("{}{path}", folder.path))
            }
        }
    }

    /// The file of the folder that a path leads to if it is a link on disk. A link of a revision is read as its target.
    pub(super) fn link_target(&self, path: &str) -> Option<String> {
        let Folder::Disk(folder) = self else { return None };
        let meta = std::fs::symlink_metadata(folder.join(path)).ok()?;
        let real = open_in(folder, path).filter(|_| meta.is_symlink())?;
        real.strip_prefix(folder.canonicalize().ok()?).ok()?.to_str().map(str::to_owned)
    }

    /// Fails if a link leads a file out of the folder.
    pub(super) fn is_inside(&self, path: &str) -> anyhow::Result<()> {
        if let Folder::Disk(folder) = self
            && open_in(folder, path).is_none()
        {
            bail!("{path}: a link that leads out of the folder; it was not opened");
        }
        Ok(())
    }

    /// Whether a file has the same bytes on both sides. Unreadable files are not equal.
    pub(super) fn has_same(&self, other: &Folder, path: &str) -> bool {
        match (self, other) {
            // A link to a target outside of the folder is opened on neither side; reading the file reports
            // it.
            (Folder::Disk(old), Folder::Disk(new)) => {
                let both = open_in_tree(old, path).zip(open_in_tree(new, path));
                both.is_some_and(|(old, new)| same_bytes(&old, &new))
            }
            _ => self.read(path).is_some_and(|bytes| other.read(path) == Some(bytes)),
        }
    }
}

/// A file of a folder, unless a link leads out of it.
fn open_in(folder: &Path, path: &str) -> Option<PathBuf> {
    let whole = folder.join(path).canonicalize().ok()?;
    whole.starts_with(folder.canonicalize().ok()?).then_some(whole)
}

/// Like [`open_in`], for the git tree around the folder, if there is one.
fn open_in_tree(folder: &Path, path: &str) -> Option<PathBuf> {
    let file = folder.join(path);
    match crate::git::top_of(&crate::paths::whole(folder)) {
        Some(_) => crate::paths::out_of_tree(&file).is_none().then_some(file),
        None => open_in(folder, path),
    }
}

/// Whether two files have the same bytes, of any size.
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
