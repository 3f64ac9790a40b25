//! Patterns of paths as `.gitignore` has them: `--exclude`, `--only`, `--skip`.

use std::path::Path;

use anyhow::Context as _;
use ignore::gitignore::{Gitignore, GitignoreBuilder};

/// A matcher of patterns that begin at `folder`.
///
/// # Errors
/// A pattern that is none, with the pattern.
pub(crate) fn matcher(globs: &[String], folder: &Path) -> anyhow::Result<Gitignore> {
    let mut builder = GitignoreBuilder::new(folder);
    for glob in globs {
        builder.add_line(None, glob).with_context(|| format!("`{glob}`"))?;
    }
    Ok(builder.build()?)
}

/// Whether a path, or a folder above it, matches.
pub(crate) fn matches(matcher: &Gitignore, path: &str) -> bool {
    !matcher.is_empty() && matcher.matched_path_or_any_parents(relative(path), false).is_ignore()
}

/// The matcher takes no absolute paths and no `..`: these are matched by their last parts.
fn relative(path: &str) -> &str {
    path.trim_start_matches("../").trim_start_matches('/')
}
