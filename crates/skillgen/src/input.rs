//! Reads the sources that the user names: a file, a folder, a .zip, `REV:PATH`, `builtin:NAME` or
//! `-`. Only this module opens contracts; references stay below a root.

mod definitions;
mod files;
mod git;
mod opened;
mod package;
mod references;

use std::collections::BTreeMap;
use std::io::Read;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::{PoisonError, RwLock};

use anyhow::{Context as _, bail};
use contract::{Contract, Document, Loader, NoFiles};

use crate::builtin;

pub(crate) use definitions::{DefinitionFiles, contracts};
pub(crate) use files::RootedFiles;
pub(crate) use git::split as revision_and_path;
pub(crate) use opened::{Opened, OpenedFiles};
pub(crate) use package::ZipFiles;
pub(crate) use references::{ReferenceArgs, References};

/// The maximum size of a contract.
pub(crate) const MAX_CONTRACT: u64 = 32 << 20;
/// The maximum size of data: a document takes about fifty times its size in memory.
pub(crate) const MAX_DATA: u64 = 64 << 20;

/// Reads a contract from any source.
pub(crate) fn contract(spec: &str, references: &References) -> anyhow::Result<Contract> {
    contract_and_log(spec, references, &OpenedFiles::default())
}

/// Like [`contract`]; the log gets every file that its references open.
pub(crate) fn contract_and_log(
    spec: &str,
    references: &References,
    log: &OpenedFiles,
) -> anyhow::Result<Contract> {
    let contract = open(spec, references, log)?;
    contract::source::ambiguous::refuse(&contract)?;
    Ok(contract)
}

fn open(spec: &str, references: &References, log: &OpenedFiles) -> anyhow::Result<Contract> {
    if let Some(name) = spec.strip_prefix("builtin:") {
        let text = builtin::schema(name).with_context(|| {
            format!("no built-in schema `{name}`; `skillgen schema` lists them")
        })?;
        let label = format!("builtin:{name}");
        let document = Document::json(&label, text.as_bytes())?;
        return Ok(contract::source::from_document(&document, &NoFiles)?);
    }
    if spec == "-" {
        return text_or_archive("-", stdin(MAX_CONTRACT)?, &NoFiles);
    }
    let path = Path::new(spec);
    if let Ok(meta) = std::fs::metadata(path) {
        if meta.is_dir() {
            let files = RootedFiles::new(path, references)?;
            return Ok(contract::source::package::read(spec, &log.of(&files))?);
        }
        let bytes = file(path, MAX_CONTRACT)?;
        if is_from_shell(path) {
            return text_or_archive(spec, bytes, &NoFiles);
        }
        return text_or_archive(spec, bytes, &log.of(&RootedFiles::new(path, references)?));
    }
    if let Some((revision, inside)) = git::split(spec) {
        return git::contract(spec, revision, inside, references, log);
    }
    // The system's own reason: not found, permission denied, …
    let error = std::fs::metadata(path).err();
    match error {
        Some(e) => Err(e).with_context(|| format!("{spec}: can't be read")),
        None => bail!("{spec}: can't be read"),
    }
}

/// The revision and the path of `REV:PATH`.
pub(crate) fn split_revision(spec: &str) -> Option<(&str, &str)> {
    git::split(spec)
}

/// Whether bytes are an archive with a SKILL.md or a runner manifest at the top.
pub(crate) fn is_packed_skill(bytes: &[u8]) -> bool {
    use contract::source::package::{MANIFEST, SKILL};
    let holds = |files: &ZipFiles, name: &str| matches!(files.load(name), Ok(Some(_)) | Err(_));
    bytes.starts_with(b"PK\x03\x04")
        && ZipFiles::new("", bytes.to_vec())
            .is_ok_and(|files| holds(&files, SKILL) || holds(&files, MANIFEST))
}

/// A contract is one text, or a package in an archive, from any source.
fn text_or_archive(spec: &str, bytes: Vec<u8>, beside: &dyn Loader) -> anyhow::Result<Contract> {
    if bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06") {
        return Ok(contract::source::package::read(spec, &ZipFiles::new(spec, bytes)?)?);
    }
    Ok(Contract::read(spec, &bytes, beside)?)
}

/// Reads a file or, for `-`, standard input; also returns the label for messages.
pub(crate) fn data(spec: &str) -> anyhow::Result<(String, Vec<u8>)> {
    refuse_text(spec, "-")?;
    let bytes = if spec == "-" { stdin(MAX_DATA)? } else { file(Path::new(spec), MAX_DATA)? };
    Ok((spec.to_owned(), bytes))
}

/// The contents that a preview of fixes has given files, by canonical path.
static PREVIEWED: RwLock<BTreeMap<PathBuf, Vec<u8>>> = RwLock::new(BTreeMap::new());

/// Lets [`file`] return these bytes for a path. The file on disk stays: `--diff` checks what `--fix` would write.
pub(crate) fn preview(path: &Path, bytes: Vec<u8>) {
    let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    PREVIEWED.write().unwrap_or_else(PoisonError::into_inner).insert(path, bytes);
}

fn previewed(path: &Path) -> Option<Vec<u8>> {
    let files = PREVIEWED.read().unwrap_or_else(PoisonError::into_inner);
    if files.is_empty() {
        return None;
    }
    files.get(&path.canonicalize().ok()?).cloned()
}

/// Refuses JSON text in the place of a file's name; `pipe` is what reads standard input.
pub(crate) fn refuse_text(spec: &str, pipe: &str) -> anyhow::Result<()> {
    if spec.trim_start().starts_with(['{', '[']) && !Path::new(spec).exists() {
        let shown = runtime::validate::brief(&serde_json::Value::from(spec));
        bail!("{shown}: expected the name of a file, found JSON; pipe it in and write `{pipe}`");
    }
    Ok(())
}

/// Reads a file of at most `limit` bytes. Devices and similar files are rejected; pipes of a shell's
/// `<(…)` are accepted.
pub(crate) fn file(path: &Path, limit: u64) -> anyhow::Result<Vec<u8>> {
    let name = path.display();
    if let Some(bytes) = previewed(path) {
        return Ok(bytes);
    }
    let meta = std::fs::metadata(path).with_context(|| format!("{name}: can't be read"))?;
    if meta.is_dir() {
        bail!("{name}: is a folder; expected a file");
    }
    if !meta.is_file() && !is_from_shell(path) {
        bail!("{name}: is no regular file");
    }
    if meta.len() > limit {
        bail!("{name}: {} MB; at most {} MB are read", meta.len() >> 20, limit >> 20);
    }
    let file = std::fs::File::open(path).with_context(|| format!("{name}: can't be read"))?;
    bounded(file, limit, &name.to_string())
}

/// Like [`file`], for a path without links: rejected if another process has put a link into it.
///
/// # Errors
/// As [`file`].
pub(crate) fn unmoved(path: &Path, limit: u64) -> anyhow::Result<Vec<u8>> {
    let name = path.display();
    let mut options = std::fs::OpenOptions::new();
    let options = options.read(true).custom_flags(crate::regular::no_link());
    let file = options.open(path).with_context(|| format!("{name}: can't be read"))?;
    let meta = file.metadata().with_context(|| format!("{name}: can't be read"))?;
    if !meta.is_file() {
        bail!("{name}: is no regular file");
    }
    if meta.len() > limit {
        bail!("{name}: {} MB; at most {} MB are read", meta.len() >> 20, limit >> 20);
    }
    if crate::pinned::real_path(&file).is_some_and(|(_, real)| real != path) {
        bail!("{name}: is reached through a link now");
    }
    bounded(file, limit, &name.to_string())
}

/// A shell's paths for `<(…)` and standard input.
pub(crate) fn is_from_shell(path: &Path) -> bool {
    path.starts_with("/dev/fd") || path.starts_with("/proc") || path == Path::new("/dev/stdin")
}

fn stdin(limit: u64) -> anyhow::Result<Vec<u8>> {
    bounded(std::io::stdin().lock(), limit, "-")
}

fn bounded(reader: impl Read, limit: u64, name: &str) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader
        .take(limit + 1)
        .read_to_end(&mut bytes)
        .with_context(|| format!("{name}: can't be read"))?;
    if bytes.len() as u64 > limit {
        bail!("{name}: more than {} MB", limit >> 20);
    }
    Ok(bytes)
}
