//! Files below a folder: what a schema's relative references may lead to.

use std::path::{Component, Path, PathBuf};

use anyhow::Context as _;
use contract::Loader;

use super::MAX_CONTRACT;

/// The regular files of a folder; nothing outside of it is opened, also through links.
pub(crate) struct FolderFiles {
    root: PathBuf,
}

impl FolderFiles {
    /// The files below `root`.
    pub(crate) fn new(root: &Path) -> anyhow::Result<FolderFiles> {
        let root =
            root.canonicalize().with_context(|| format!("{}: can't be read", root.display()))?;
        Ok(FolderFiles { root })
    }
}

/// Whether a reference is a plain relative path that stays below its folder.
pub(super) fn inside(uri: &str) -> bool {
    let path = Path::new(uri);
    !uri.is_empty()
        && !uri.contains(':')
        && !uri.contains('\\')
        && !uri.contains('\0')
        && path.components().all(|c| matches!(c, Component::Normal(_) | Component::CurDir))
}

impl Loader for FolderFiles {
    fn load(&self, uri: &str) -> Result<Option<Vec<u8>>, String> {
        if !inside(uri) {
            return Ok(None);
        }
        let Ok(path) = self.root.join(uri).canonicalize() else { return Ok(None) };
        if !path.starts_with(&self.root) || !path.is_file() {
            return Ok(None);
        }
        super::file(&path, MAX_CONTRACT)
            .map(Some)
            .map_err(|e| format!("`{uri}`: {}", e.root_cause()))
    }
}
