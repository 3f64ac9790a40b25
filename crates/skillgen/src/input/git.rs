//! `REV:PATH`, as in `git show`.

use std::sync::Arc;

use anyhow::{Context as _, bail};
use contract::{Contract, Loader};

use super::MAX_CONTRACT;
use super::files::{IdIndex, contracts_by_name, inside, leaves, out_of_root};
use super::opened::OpenedFiles;
use super::references::{References, as_path};
use crate::git::{ObjectKind, Revision, WorkingTree};

/// Splits `REV:PATH`; prefixes such as `./` and `C:\` are not revisions.
pub(crate) fn split(spec: &str) -> Option<(&str, &str)> {
    let (revision, path) = spec.split_once(':')?;
    let sound = !revision.is_empty() && !revision.starts_with(['-', '.', '/']);
    sound.then_some((revision, path))
}

/// The contract at a path of a revision.
pub(super) fn contract(
    spec: &str,
    revision: &str,
    path: &str,
    references: &References,
    log: &OpenedFiles,
) -> anyhow::Result<Contract> {
    let find = || -> anyhow::Result<(Arc<WorkingTree>, Revision, ObjectKind)> {
        let tree = WorkingTree::current()?;
        let revision = tree.revision(revision)?;
        let kind = tree.kind(&revision, path)?;
        Ok((tree, revision, kind))
    };
    let (tree, id, kind) = find()
        .with_context(|| format!("{spec}: no such file, and no such path of a git revision"))?;
    let root = match references.root() {
        None => String::new(),
        Some(root) => root.strip_prefix(tree.top()).ok().and_then(as_path).with_context(|| {
            format!("{spec}: --root {} is outside of the repository", root.display())
        })?,
    };
    let mut start = tree.path_below_top(path).with_context(|| format!("{spec}: outside of git"))?;
    if kind == ObjectKind::Tree && !start.is_empty() {
        start.push('/');
    }
    let files = GitFiles {
        tree,
        revision: id,
        name: revision.to_owned(),
        root,
        start,
        references: references.clone(),
        by_id: IdIndex::default(),
    };
    if !files.is_bounded(&files.start) {
        bail!("{spec}: outside of the root {}; `--root DIR` names another", files.root);
    }
    if kind == ObjectKind::Tree {
        return Ok(contract::source::package::read(spec, &log.of(&files))?);
    }
    let bytes = files.tree.blob(&files.revision, &files.start, MAX_CONTRACT);
    super::text_or_archive(spec, bytes.with_context(|| spec.to_owned())?, &log.of(&files))
}

/// The files of a revision, below a root. Paths are from the top of the tree.
struct GitFiles {
    tree: Arc<WorkingTree>,
    revision: Revision,
    /// As named.
    name: String,
    /// The root, without a trailing slash; empty for the top.
    root: String,
    /// The contract's file, or its folder with a trailing slash.
    start: String,
    references: References,
    by_id: IdIndex,
}

impl GitFiles {
    fn is_bounded(&self, path: &str) -> bool {
        let below = path.strip_prefix(&self.root);
        self.root.is_empty() || below.is_some_and(|rest| rest.starts_with('/'))
    }
}

impl Loader for GitFiles {
    fn load(&self, path: &str) -> Result<Option<Vec<u8>>, String> {
        if leaves(path) || (inside(path) && !self.is_bounded(path)) {
            return Err(out_of_root(&self.tree.top().join(&self.root).display().to_string()));
        }
        if !inside(path) {
            return Ok(None);
        }
        // Where a link leads is not known here, so it could leave the root.
        if !self.root.is_empty()
            && self.tree.is_through_link(&self.revision, path).map_err(|e| format!("{e:#}"))?
        {
            return Err(format!(
                "{}: a link; at a git revision links are followed without --root only",
                self.label(path)
            ));
        }
        Ok(self.tree.blob(&self.revision, path, MAX_CONTRACT).ok())
    }

    fn start(&self) -> &str {
        &self.start
    }

    fn find(&self, url: &str, near: &str) -> Result<Option<String>, String> {
        let is_file = |path: &str| {
            Ok(inside(path)
                && self.tree.kind(&self.revision, path).is_ok_and(|kind| kind == ObjectKind::Blob))
        };
        if let Some(path) = self.references.mapped(url, self.tree.top(), is_file)? {
            return Ok(Some(path));
        }
        let folder = near.rfind('/').map_or("", |at| &near[..=at]).to_owned();
        self.by_id.find(url, &folder, || {
            let names = self.tree.names_in(&self.revision, folder.trim_end_matches('/'));
            let names = names.map_err(|e| format!("{folder}: {e:#}"))?;
            let mut found = Vec::new();
            for path in contracts_by_name(names.into_iter(), &folder)? {
                if let Ok(Some(bytes)) = self.load(&path) {
                    found.push((path, bytes));
                }
            }
            Ok(found)
        })
    }

    fn label(&self, path: &str) -> String {
        format!("{}:{path}", self.name)
    }
}
