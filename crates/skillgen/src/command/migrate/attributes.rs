//! `--gitattributes`: marks helper files as generated, so that code hosts collapse them in reviews.

use std::path::Path;

/// The line, without its line end.
pub(super) const LINE: &str = "skill-envelope.* linguist-generated";

/// The text of `.gitattributes` in this folder with the line; `None` if it already has the line.
///
/// # Errors
/// The file can't be read.
pub(super) fn with_line(folder: &Path) -> std::io::Result<Option<String>> {
    let mut text = match crate::regular::text(&folder.join(".gitattributes")) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(error),
    };
    let says_so = |line: &str| {
        let mut words = line.split_whitespace();
        let helper = words.next().is_some_and(|name| name.ends_with("skill-envelope.*"));
        helper && words.any(|word| word.trim_start_matches('-').starts_with("linguist-generated"))
    };
    if text.lines().any(says_so) {
        return Ok(None);
    }
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    text.push_str(LINE);
    text.push('\n');
    Ok(Some(text))
}
