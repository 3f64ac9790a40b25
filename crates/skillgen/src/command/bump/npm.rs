//! package.json: the version of an npm package that a contract is released with.

use std::path::{Path, PathBuf};

use contract::Document;
use serde_json::Value;

use crate::git::WorkingTree;
use crate::input;

/// The file's name.
pub(super) const PACKAGE: &str = "package.json";

/// The package.json in a folder, or beside a file.
pub(super) fn beside(path: &Path) -> PathBuf {
    if path.is_dir() { path.join(PACKAGE) } else { path.with_file_name(PACKAGE) }
}

/// The version of the package of a `diff` source: a path, or `REV:PATH`.
pub(super) fn version(source: &str) -> anyhow::Result<Option<String>> {
    let path = Path::new(source);
    let (name, bytes) = if path.exists() {
        let file = beside(path);
        if !file.is_file() || crate::paths::out_of_tree(&file).is_some() {
            return Ok(None);
        }
        (file.display().to_string(), input::file(&file, input::MAX_CONTRACT)?)
    } else {
        let Some((revision, below)) = input::split_revision(source) else { return Ok(None) };
        let tree = WorkingTree::current()?;
        let revision = tree.revision(revision)?;
        let Some(start) = tree.path_below_top(below) else { return Ok(None) };
        let file = beside(Path::new(&start)).to_string_lossy().into_owned();
        match tree.blob(&revision, &file, input::MAX_CONTRACT) {
            Ok(bytes) => (format!("{source}: {file}"), bytes),
            // The revision has no such file, so it declares no version.
            Err(_) => return Ok(None),
        }
    };
    let document = Document::guess(&name, &bytes)?;
    Ok(document.value().get("version").and_then(Value::as_str).map(str::to_owned))
}
