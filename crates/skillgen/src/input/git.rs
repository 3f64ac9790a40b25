//! `REV:PATH`, as in `git show`.

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context as _, bail};
use contract::{Contract, Loader};

use super::MAX_CONTRACT;
use super::files::inside;

/// Cuts `REV:PATH`; a revision has no path separator-only prefix such as `./` or `C:\`.
pub(super) fn split(spec: &str) -> Option<(&str, &str)> {
    let (revision, path) = spec.split_once(':')?;
    let sound = !revision.is_empty() && !revision.starts_with(['-', '.', '/']) && !path.is_empty();
    sound.then_some((revision, path))
}

/// The contract at a path of a revision.
pub(super) fn contract(spec: &str, revision: &str, path: &str) -> anyhow::Result<Contract> {
    let kind = git(&["cat-file", "-t", spec])
        .with_context(|| format!("{spec}: no such file, and no such path of a git revision"))?;
    let folder = match (kind.as_slice(), Path::new(path).parent().and_then(Path::to_str)) {
        (b"tree\n", _) => path.trim_end_matches('/').to_owned(),
        (_, parent) => parent.unwrap_or_default().to_owned(),
    };
    let files = GitFiles { revision: revision.to_owned(), folder };
    if kind == b"tree\n" {
        return Ok(contract::source::package::read(spec, &files)?);
    }
    super::text_or_archive(spec, show(spec)?, &files)
}

/// The files of a folder of a revision.
pub(crate) struct GitFiles {
    /// The revision.
    pub(crate) revision: String,
    /// The folder, without a final slash; empty for the top.
    pub(crate) folder: String,
}

impl Loader for GitFiles {
    fn load(&self, uri: &str) -> Result<Option<Vec<u8>>, String> {
        if !inside(uri) {
            return Ok(None);
        }
        let slash = if self.folder.is_empty() { "" } else { "/" };
        let spec = format!("{}:{}{slash}{uri}", self.revision, self.folder);
        Ok(show(&spec).ok())
    }
}

fn show(spec: &str) -> anyhow::Result<Vec<u8>> {
    let bytes = git(&["cat-file", "blob", spec])?;
    if bytes.len() as u64 > MAX_CONTRACT {
        bail!("{spec}: more than {} MB", MAX_CONTRACT >> 20);
    }
    Ok(bytes)
}

/// Runs git and gives its stdout; its first line of stderr is the error.
fn git(args: &[&str]) -> anyhow::Result<Vec<u8>> {
    let output = Command::new("git")
        .args(args)
        .stdin(Stdio::null())
        .output()
        .context("git can't be started; REV:PATH needs it")?;
    if !output.status.success() {
        let text = String::from_utf8_lossy(&output.stderr);
        let line = text.lines().next().unwrap_or("git failed").trim_start_matches("fatal: ");
        bail!("{line}");
    }
    Ok(output.stdout)
}
