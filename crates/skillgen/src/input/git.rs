//! `REV:PATH`, as in `git show`.

use std::path::Path;
use std::sync::Arc;

use anyhow::Context as _;
use contract::{Contract, Loader};

use super::MAX_CONTRACT;
use super::files::inside;
use crate::git::{ObjectKind, Revision, WorkingTree};

/// Cuts `REV:PATH`; a revision has no path separator-only prefix such as `./` or `C:\`.
pub(super) fn split(spec: &str) -> Option<(&str, &str)> {
    let (revision, path) = spec.split_once(':')?;
    let sound = !revision.is_empty() && !revision.starts_with(['-', '.', '/']) && !path.is_empty();
    sound.then_some((revision, path))
}

/// The contract at a path of a revision.
pub(super) fn contract(spec: &str, revision: &str, path: &str) -> anyhow::Result<Contract> {
    let find = || -> anyhow::Result<(Arc<WorkingTree>, Revision, ObjectKind)> {
        let tree = WorkingTree::current()?;
        let revision = tree.revision(revision)?;
        let kind = tree.kind(&revision, path)?;
        Ok((tree, revision, kind))
    };
    let (tree, revision, kind) = find()
        .with_context(|| format!("{spec}: no such file, and no such path of a git revision"))?;
    let folder = match (kind, Path::new(path).parent().and_then(Path::to_str)) {
        (ObjectKind::Tree, _) => path.trim_end_matches('/').to_owned(),
        (ObjectKind::Blob, parent) => parent.unwrap_or_default().to_owned(),
    };
    let files = GitFiles { tree, revision, folder };
    if kind == ObjectKind::Tree {
        return Ok(contract::source::package::read(spec, &files)?);
    }
    let bytes = files.tree.blob(&files.revision, path, MAX_CONTRACT);
    super::text_or_archive(spec, bytes.with_context(|| spec.to_owned())?, &files)
}

/// The files of a folder of a revision.
struct GitFiles {
    tree: Arc<WorkingTree>,
    revision: Revision,
    /// The folder, without a final slash; empty for the top.
    folder: String,
}

impl Loader for GitFiles {
    fn load(&self, uri: &str) -> Result<Option<Vec<u8>>, String> {
        if !inside(uri) {
            return Ok(None);
        }
        let slash = if self.folder.is_empty() { "" } else { "/" };
        let path = format!("{}{slash}{uri}", self.folder);
        Ok(self.tree.blob(&self.revision, &path, MAX_CONTRACT).ok())
    }
}
