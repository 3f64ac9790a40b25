//! Patterns of paths in `.gitignore` syntax: `--exclude`, `--only`, `--skip`.

use std::path::Path;

use anyhow::bail;
use ignore::gitignore::{Gitignore, GitignoreBuilder};

/// A matcher of patterns relative to `folder`.
///
/// # Errors
/// An invalid pattern, with the pattern.
pub(crate) fn matcher(globs: &[String], folder: &Path) -> anyhow::Result<Gitignore> {
    placed_matcher(globs, folder, |_| None)
}

/// Like [`matcher`]; `place` returns the place of a pattern by its index.
///
/// # Errors
/// An invalid pattern, with its place.
pub(crate) fn placed_matcher(
    globs: &[String],
    folder: &Path,
    place: impl Fn(usize) -> Option<String>,
) -> anyhow::Result<Gitignore> {
    let lines: Vec<&str> = globs.iter().map(String::as_str).collect();
    build(&lines, folder).or_else(|whole| {
        let faulty = lines.iter().enumerate().find_map(|(at, glob)| {
            let error = build(&[glob], folder).err()?;
            Some((at, described(glob, &error)))
        });
        match faulty {
            Some((at, fault)) => {
                let place = place(at).map_or_else(String::new, |place| format!("{place}: "));
                bail!("{place}{fault}")
            }
            None => bail!("the patterns are too many together ({whole}); use fewer"),
        }
    })
}

/// The first invalid line of an ignore file, with its place.
pub(crate) fn fault_in_file(path: &Path) -> Option<String> {
    let bytes = crate::regular::read(path).ok()?;
    let text = String::from_utf8_lossy(&bytes);
    text.lines().enumerate().find_map(|(index, line)| {
        let error = build(&[line], Path::new("")).err()?;
        Some(format!("{}:{}: {}", path.display(), index + 1, described(line, &error)))
    })
}

/// A matcher of one line; its error names that line.
pub(crate) fn line_matcher(line: &str, folder: &Path) -> anyhow::Result<Gitignore> {
    build(&[line], folder).map_err(|error| anyhow::anyhow!(described(line, &error)))
}

fn build(globs: &[&str], folder: &Path) -> Result<Gitignore, ignore::Error> {
    let mut builder = GitignoreBuilder::new(folder);
    for glob in globs {
        builder.add_line(None, glob)?;
    }
    builder.build()
}

/// The error of a pattern, which may be long.
fn described(glob: &str, error: &ignore::Error) -> String {
    const MAX_SHOWN: usize = 60;
    if glob.chars().count() <= MAX_SHOWN {
        return format!("`{glob}` is no pattern: {error}");
    }
    let begin: String = glob.chars().take(MAX_SHOWN).collect();
    // The error may quote the whole pattern.
    let reason: String = error.to_string().replace(glob, "…");
    let reason: String = reason.chars().take(2 * MAX_SHOWN).collect();
    format!("`{begin}…` is no pattern that can be used ({reason}); shorten or correct it")
}

/// Whether a path, or a folder above it, matches.
pub(crate) fn matches(matcher: &Gitignore, path: &str) -> bool {
    !matcher.is_empty() && matcher.matched_path_or_any_parents(relative(path), false).is_ignore()
}

/// The matcher accepts no absolute paths and no `..`, so these are matched by their last
/// components.
fn relative(path: &str) -> &str {
    path.trim_start_matches("../").trim_start_matches('/')
}
