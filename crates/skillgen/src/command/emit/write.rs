//! Writes the files of `emit`: new ones, or over its own.

use std::path::Path;

use anyhow::bail;

use super::check::version;
use super::{Planned, beside};
use crate::context::Ctx;
use crate::{output, walk};

/// The maximum size of a file of `emit`.
const LARGEST: u64 = 64 << 20;

/// Rejects to replace a file that `emit` did not write. What the planned file says does not matter: a template or a
/// `header` of the repository decides on that.
///
/// # Errors
/// A file without skillgen's line exists at the place of a planned one.
fn only_own(planned: &[Planned]) -> anyhow::Result<()> {
    for file in planned {
        if std::fs::metadata(&file.path).is_ok_and(|old| old.is_file() && old.len() == 0) {
            continue;
        }
        let is_own = |old: Vec<u8>| {
            old == file.text.as_bytes() || version(&String::from_utf8_lossy(&old)).is_some()
        };
        if file.path.exists()
            && !walk::contents(&crate::paths::whole(&file.path), LARGEST).is_some_and(is_own)
        {
            let missing = match version(&file.text) {
                Some(_) => "",
                None => ", and a template that leaves out `{{header}}` can't replace it",
            };
            bail!(
                "{}: not written by `skillgen emit`{missing}; remove it, or choose another --name or folder",
                file.path.display()
            );
        }
    }
    Ok(())
}

/// Writes files; returns their paths.
///
/// # Errors
/// A file of another origin exists, or can't be replaced; then no file is written, or not all.
pub(super) fn written<'p>(planned: &'p [Planned], ctx: &Ctx) -> anyhow::Result<Vec<&'p Path>> {
    only_own(planned)?;
    beside::warn(planned, ctx);
    for file in planned {
        output::replace(&file.path, file.text.as_bytes())?;
        ctx.note(&format!("wrote {}", file.path.display()));
    }
    Ok(planned.iter().map(|file| file.path.as_path()).collect())
}
