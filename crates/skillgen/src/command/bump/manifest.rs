//! The manifests of packages that a contract is released with: package.json, Cargo.toml and pyproject.toml.

use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use contract::Document;
use serde::Deserialize;
use serde_json::Value;
use toml::Spanned;

use crate::git::{ObjectKind, WorkingTree};
use crate::input;

/// The names of the files.
const MANIFESTS: [&str; 3] = ["package.json", "Cargo.toml", "pyproject.toml"];

/// The manifests in a folder, or beside a file; they need not exist.
pub(super) fn beside(path: &Path) -> Vec<PathBuf> {
    let of = |name: &&str| if path.is_dir() { path.join(name) } else { path.with_file_name(name) };
    MANIFESTS.iter().map(of).collect()
}

/// Whether a file is a manifest in TOML.
pub(super) fn is_toml(name: &str) -> bool {
    name.ends_with(".toml")
}

/// The tables of Cargo.toml and pyproject.toml that may declare a version.
#[derive(Deserialize)]
struct TomlManifest {
    package: Option<TomlPackage>,
    project: Option<TomlPackage>,
    tool: Option<Tools>,
}

#[derive(Deserialize)]
struct Tools {
    poetry: Option<TomlPackage>,
}

/// The version may be a table: `version.workspace = true`.
#[derive(Deserialize)]
struct TomlPackage {
    version: Option<Spanned<toml::Value>>,
}

/// The version of a manifest in TOML, and the range of its text in quotes; `None` if it declares none as a string.
pub(super) fn toml_version(
    name: &str,
    text: &str,
) -> anyhow::Result<Option<(String, Range<usize>)>> {
    let manifest: TomlManifest = toml::from_str(text)
        .map_err(|error| anyhow::anyhow!("{name}: not TOML: {}", error.message()))?;
    let poetry = manifest.tool.and_then(|tools| tools.poetry);
    let all = [manifest.package, manifest.project, poetry];
    let version = all.into_iter().flatten().find_map(|package| package.version);
    Ok(version.and_then(|spanned| {
        let range = spanned.span();
        Some((spanned.get_ref().as_str()?.to_owned(), range))
    }))
}

/// The text with the version of a manifest in TOML replaced, inside of its quotes; `None` if it declares another one.
pub(super) fn replaced(
    name: &str,
    text: &str,
    from: &str,
    to: &str,
) -> anyhow::Result<Option<String>> {
    let Some((_, range)) = toml_version(name, text)?.filter(|(version, _)| version == from) else {
        return Ok(None);
    };
    let quoted = &text[range.clone()];
    let Some(at) = quoted.find(from) else {
        anyhow::bail!("{name}: version {from:?} isn't written as one word");
    };
    let start = range.start + at;
    Ok(Some(format!("{}{to}{}", &text[..start], &text[start + from.len()..])))
}

/// The version of the package of a `diff` source: a path, or `REV:PATH`. The first manifest that declares one decides.
pub(super) fn version(source: &str) -> anyhow::Result<Option<String>> {
    let path = Path::new(source);
    if path.exists() {
        for file in beside(path) {
            if !file.is_file() || crate::paths::out_of_tree(&file).is_some() {
                continue;
            }
            let bytes = input::file(&file, input::MAX_CONTRACT)?;
            if let Some(version) = declared(&file.display().to_string(), &bytes)? {
                return Ok(Some(version));
            }
        }
        return Ok(None);
    }
    let Some((revision, below)) = input::split_revision(source) else { return Ok(None) };
    let tree = WorkingTree::current()?;
    let revision = tree.revision(revision)?;
    let Some(start) = tree.path_below_top(below) else { return Ok(None) };
    for file in beside(Path::new(&start)) {
        let file = file.to_string_lossy().into_owned();
        // If the revision has no such file, it declares no version.
        if !matches!(tree.kind(&revision, &file), Ok(ObjectKind::Blob)) {
            continue;
        }
        let bytes = tree.blob(&revision, &file, input::MAX_CONTRACT);
        let bytes = bytes.with_context(|| format!("{source}: {file}"))?;
        if let Some(version) = declared(&format!("{source}: {file}"), &bytes)? {
            return Ok(Some(version));
        }
    }
    Ok(None)
}

fn declared(name: &str, bytes: &[u8]) -> anyhow::Result<Option<String>> {
    if is_toml(name) {
        let text = std::str::from_utf8(bytes).map_err(|_| anyhow::anyhow!("{name}: not UTF-8"))?;
        return Ok(toml_version(name, text)?.map(|(version, _)| version));
    }
    let document = Document::guess(name, bytes)?;
    Ok(document.value().get("version").and_then(Value::as_str).map(str::to_owned))
}
