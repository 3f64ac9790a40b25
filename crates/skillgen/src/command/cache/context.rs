//! What a cached output depends on beyond the protocol's key, which holds only the skill's name and its inputs; and
//! whether an output is valid under the present contract.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;

use anyhow::{Context as _, bail};
use contract::{Contract, Role};
use runtime::canonical::exact;
use runtime::coerce::Mode;
use runtime::protocol::{Judgement, Subject, judge, judge_given};
use runtime::validate::{Formats, Validator};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

/// The maximum size of a script.
const MAX_SCRIPT: u64 = 256 << 20;
/// Larger files of the skill are identified by their size and modification time.
const MAX_READ: u64 = 8 << 20;
/// The bytes of all files that are read; those behind them are identified in the same way.
const MAX_ALL: u64 = 1 << 30;
/// The maximum number of files and folders of a skill whose outputs are cached.
const MOST_FILES: usize = 20_000;

/// The files that an output depends on.
pub(crate) struct Files<'p> {
    /// The skill's folder: a script may source, import or read any of its files.
    pub(crate) folder: &'p Path,
    /// The script, if there is one; it may be outside of the folder.
    pub(crate) script: Option<&'p Path>,
    /// The cache's folder, which may be inside of the skill's.
    pub(crate) cache: &'p Path,
}

impl Files<'_> {
    /// The digest of the script and of all files in the skill's folder, by path. SKILL.md is represented by its
    /// frontmatter (see [`context`]), because its text is for agents and changes no output.
    fn digest(&self) -> anyhow::Result<Vec<u8>> {
        let Some(script) = self.script else { return Ok(Vec::new()) };
        let mut digest = Sha256::new();
        digest.update(Sha256::digest(crate::input::file(script, MAX_SCRIPT)?));
        // By its identity: the path without links of each folder takes the square of their depth.
        let identity = |meta: &std::fs::Metadata| (meta.dev(), meta.ino());
        let cache = std::fs::metadata(self.cache).ok().map(|meta| identity(&meta));
        let (mut files, mut found) = (Vec::new(), 0);
        let mut folders = vec![self.folder.to_owned()];
        // Folders reached by links of the skill: each once, because links can form circles.
        let mut linked = BTreeSet::from([crate::paths::whole(self.folder)]);
        // .gitignore is not respected: a script may source an ignored file.
        while let Some(folder) = folders.pop() {
            let fail = || format!("{}: can't be read", folder.display());
            for entry in std::fs::read_dir(&folder).with_context(fail)? {
                let entry = entry.with_context(fail)?;
                let (path, kind) = (entry.path(), entry.file_type().with_context(fail)?);
                let name = entry.file_name();
                // Files that interpreters and package managers generate.
                let is_made = ["__pycache__", "node_modules", ".git", ".venv"]
                    .iter()
                    .any(|made| name == *made);
                let is_linked_folder = kind.is_symlink()
                    && path.is_dir()
                    && crate::paths::out_of_tree(&path).is_none();
                if is_linked_folder && !is_made && linked.insert(crate::paths::whole(&path)) {
                    folders.push(path.clone());
                }
                if kind.is_dir() && !is_made {
                    let meta = entry.metadata().with_context(fail)?;
                    if Some(identity(&meta)) != cache {
                        found += 1;
                        folders.push(path);
                    }
                } else if !kind.is_dir() && path != self.folder.join("SKILL.md") {
                    files.push(path);
                }
                if files.len() + found > MOST_FILES {
                    bail!(
                        "{}: more than {MOST_FILES} files and folders, which are not compared",
                        self.folder.display()
                    );
                }
            }
        }
        files.sort();
        let mut left = MAX_ALL;
        for path in files {
            let state = state(&path, &mut left)?;
            let name = path.strip_prefix(self.folder).unwrap_or(&path).as_os_str();
            for part in [name.as_bytes(), &state] {
                digest.update((part.len() as u64).to_be_bytes());
                digest.update(part);
            }
        }
        Ok(digest.finalize().to_vec())
    }
}

/// A digest of a file's content; for a very large file, its size and modification time. A link is represented by its
/// target; a target outside of the tree is not opened, and its path is used. `left` are the bytes that may be read.
fn state(path: &Path, left: &mut u64) -> anyhow::Result<Vec<u8>> {
    if crate::paths::out_of_tree(path).is_some() {
        let target = std::fs::read_link(path).unwrap_or_default();
        return Ok(target.into_os_string().into_encoded_bytes());
    }
    let Ok(meta) = std::fs::metadata(path) else {
        // A broken link.
        return Ok(b"none".to_vec());
    };
    if meta.is_file() && meta.len() <= MAX_READ.min(*left) {
        *left -= meta.len();
        return Ok(Sha256::digest(crate::input::file(path, MAX_READ)?).to_vec());
    }
    Ok(format!("{} {} {}", meta.len(), meta.mtime(), meta.mtime_nsec()).into_bytes())
}

/// The digest of the contract, the skill's files, the script's arguments and the inputs. Of a package, the manifest and the
/// schemas are among the files. The key has the inputs, too, but takes `1.0` and `1` as equal, and
/// large numbers that differ in their last digits.
pub(crate) fn context(
    contract: &Contract,
    files: &Files<'_>,
    args: &[OsString],
    inputs: &Value,
) -> anyhow::Result<String> {
    let script = files.digest()?;
    let declared = contract.skill.as_ref().unwrap_or(&contract.document).value().to_string();
    let inputs = exact(inputs);
    let mut digest = Sha256::new();
    // Each is preceded by its length, so that `a b` and `ab` differ.
    for part in [declared.as_bytes(), inputs.as_bytes(), &script]
        .into_iter()
        .chain(args.iter().map(|arg| arg.as_bytes()))
    {
        digest.update((part.len() as u64).to_be_bytes());
        digest.update(part);
    }
    Ok(digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

/// The inputs as `run` gives them to the script, coerced and with defaults, and what it says of them.
pub(crate) fn judge_inputs(
    contract: &Contract,
    given: &Value,
) -> anyhow::Result<(Value, Judgement)> {
    let schema = contract.schemas.get(&Role::Input);
    let validator = schema.map(|schema| Validator::new(schema, Formats::Assert));
    let validator = validator.as_ref();
    let subject = Subject { contract, role: Role::Input, validator, inputs: None, given: None };
    let (coerced, judgement) = judge_given(&subject, given, Mode::Protocol)?;
    Ok((coerced.document, judgement))
}

/// The verdict of the present contract on an output.
pub(crate) fn judge_output(
    contract: &Contract,
    inputs: &Value,
    output: &Value,
) -> anyhow::Result<Judgement> {
    let schema = contract.schemas.get(&Role::Output);
    let validator = schema.map(|schema| Validator::new(schema, Formats::Assert));
    let subject = Subject {
        contract,
        role: Role::Output,
        validator: validator.as_ref(),
        inputs: inputs.as_object(),
        given: None,
    };
    Ok(judge(&subject, output)?)
}
