//! Files below a root, which references of a schema may open.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context as _, bail};
use contract::{Document, Loader};

use super::MAX_CONTRACT;
use super::references::{References, as_path};
use crate::paths;

/// The maximum number of files of a folder that are searched by `$id`.
pub(super) const MOST_SIBLINGS: usize = 2000;

/// The regular files below a root; no file outside of it is opened, also not through links.
pub(crate) struct RootedFiles {
    /// Without links.
    root: PathBuf,
    /// The contract's file, or its folder with a trailing slash, from the root.
    start: String,
    references: References,
    by_id: IdIndex,
}

impl RootedFiles {
    /// The files that the contract at `path`, a file or a folder, may refer to.
    pub(crate) fn new(path: &Path, references: &References) -> anyhow::Result<RootedFiles> {
        let is_folder = path.is_dir();
        let folder = if is_folder { path } else { paths::folder_of(path) };
        let real = folder
            .canonicalize()
            .with_context(|| format!("{}: can't be read", folder.display()))?;
        let root = match references.root() {
            Some(root) => root.to_owned(),
            None => crate::git::top_of(&real).unwrap_or_else(|| real.clone()),
        };
        let Ok(below) = real.strip_prefix(&root) else {
            bail!(
                "{}: outside of the root {}; `--root DIR` names another",
                path.display(),
                root.display()
            );
        };
        let mut start = as_path(below).context("a name of a folder is not UTF-8")?;
        if !start.is_empty() {
            start.push('/');
        }
        if !is_folder {
            let name = path.file_name().unwrap_or_default();
            start.push_str(name.to_str().context("the name of the file is not UTF-8")?);
        }
        let references = references.clone();
        Ok(RootedFiles { root, start, references, by_id: IdIndex::default() })
    }
}

/// Whether a reference is a plain path below its folder.
pub(super) fn inside(path: &str) -> bool {
    let plain = Path::new(path)
        .components()
        .all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    !path.is_empty() && !path.contains([':', '\\', '\0']) && plain
}

/// The message for a path that leads out of the root.
pub(super) fn out_of_root(root: &str) -> String {
    format!("it leads outside of the root {root}; `--root DIR` sets another root")
}

/// Whether a path leads out of the root.
pub(super) fn leaves(path: &str) -> bool {
    path == ".." || path.starts_with("../") || path.starts_with('/')
}

impl Loader for RootedFiles {
    fn load(&self, path: &str) -> Result<Option<Vec<u8>>, String> {
        let root = || self.root.display().to_string();
        if leaves(path) {
            return Err(out_of_root(&root()));
        }
        if !inside(path) || paths::is_in_git(Path::new(path)) {
            return Ok(None);
        }
        let Ok(real) = self.root.join(path).canonicalize() else { return Ok(None) };
        let Ok(below) = real.strip_prefix(&self.root) else { return Err(out_of_root(&root())) };
        if !real.is_file() || paths::is_in_git(below) {
            return Ok(None);
        }
        super::unmoved(&real, MAX_CONTRACT)
            .map(Some)
            .map_err(|e| format!("{}: {}", self.label(path), e.root_cause()))
    }

    fn start(&self) -> &str {
        &self.start
    }

    fn find(&self, url: &str, near: &str) -> Result<Option<String>, String> {
        let is_file = |path: &str| Ok(inside(path) && self.root.join(path).is_file());
        if let Some(path) = self.references.mapped(url, &self.root, is_file)? {
            return Ok(Some(path));
        }
        let folder = near.rfind('/').map_or("", |at| &near[..=at]).to_owned();
        self.by_id.find(url, &folder, || {
            let entries = std::fs::read_dir(self.root.join(&folder));
            let entries = entries.map_err(|e| format!("{folder}: {e}"))?;
            let names = entries.flatten().filter_map(|entry| entry.file_name().into_string().ok());
            let mut found = Vec::new();
            for path in contracts_by_name(names, &folder)? {
                // An unreadable file has no `$id`.
                if let Ok(Some(bytes)) = self.load(&path) {
                    found.push((path, bytes));
                }
            }
            Ok(found)
        })
    }

    fn label(&self, path: &str) -> String {
        let whole = self.root.join(path);
        let here = std::env::current_dir().and_then(std::fs::canonicalize).unwrap_or_default();
        whole.strip_prefix(&here).unwrap_or(&whole).to_string_lossy().into_owned()
    }
}

/// File names that may be schemas, as sorted paths.
pub(super) fn contracts_by_name(
    names: impl Iterator<Item = String>,
    folder: &str,
) -> Result<Vec<String>, String> {
    let is_named = |name: &String| {
        [".json", ".yaml", ".yml"].iter().any(|ending| name.to_ascii_lowercase().ends_with(ending))
    };
    let mut paths: Vec<String> =
        names.filter(is_named).map(|name| format!("{folder}{name}")).collect();
    paths.sort();
    if paths.len() > MOST_SIBLINGS {
        return Err(format!(
            "{} files stand beside it, and `$id` is looked for in {MOST_SIBLINGS} at most; `--map URL-PREFIX=FOLDER` names them",
            paths.len()
        ));
    }
    Ok(paths)
}

/// The `$id` of each file in a folder.
#[derive(Default)]
pub(super) struct IdIndex(RefCell<BTreeMap<String, BTreeMap<String, Vec<String>>>>);

impl IdIndex {
    /// The file of a folder whose `$id` is this URL. `read` returns the files with their paths; it is
    /// called once for each folder.
    pub(super) fn find(
        &self,
        url: &str,
        folder: &str,
        read: impl FnOnce() -> Result<Vec<(String, Vec<u8>)>, String>,
    ) -> Result<Option<String>, String> {
        if !self.0.borrow().contains_key(folder) {
            let mut ids: BTreeMap<String, Vec<String>> = BTreeMap::new();
            for (path, bytes) in read()? {
                if let Some(id) = own_id(&path, &bytes) {
                    ids.entry(id).or_default().push(path);
                }
            }
            self.0.borrow_mut().insert(folder.to_owned(), ids);
        }
        let known = self.0.borrow();
        let files = known.get(folder).and_then(|ids| ids.get(bare(url)));
        match files.map(Vec::as_slice) {
            None | Some([]) => Ok(None),
            Some([path]) => Ok(Some(path.clone())),
            Some([first, second, ..]) => {
                Err(format!("both {first} and {second} have this `$id`; it must name one file"))
            }
        }
    }
}

fn bare(url: &str) -> &str {
    url.split('#').next().unwrap_or_default()
}

/// The absolute `$id` (`id` in draft-04) of a file.
fn own_id(path: &str, bytes: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(bytes);
    if !text.contains("id") || !text.contains(':') {
        return None;
    }
    let document = Document::guess(path, bytes).ok()?;
    let id = ["$id", "id"].iter().find_map(|key| document.value().get(*key)?.as_str())?;
    let id = bare(id);
    id.contains(':').then(|| id.to_owned())
}
