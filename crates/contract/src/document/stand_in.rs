//! Texts that git leaves where a file should stand. A reader of JSON or YAML would only say that a character is wrong.

use super::{Position, ReadError};

pub(super) const LFS_POINTER: &str =
    "a Git LFS pointer and not the file itself; run `git lfs pull`";

/// Whether a text is what git has in place of a large file. It may read as a text in YAML.
pub(super) fn is_lfs_pointer(text: &str) -> bool {
    text.starts_with("version https://git-lfs.github.com/spec/")
}

/// The error for a text that can't be read because of a merge conflict, at its first marker.
pub(super) fn conflict(label: &str, text: &str, line_offset: u32) -> Option<ReadError> {
    let line_of = |marker: &str| text.lines().position(|line| line.starts_with(marker));
    let (start, end) = (line_of("<<<<<<< ")?, line_of(">>>>>>> ")?);
    let line = u32::try_from(start).ok()? + 1 + line_offset;
    (start < end).then(|| ReadError {
        label: label.to_owned(),
        position: Some(Position { line, column: 1 }),
        message: "an unresolved merge conflict; resolve it first".to_owned(),
    })
}

/// What stands at a place where a JSON parser stops, if it is of JavaScript or Python and looks like JSON: a comment,
/// `False`, text in single quotes, `...` for what is left out.
pub(super) fn of_another_language(text: &str, line: usize, column: usize) -> Option<&'static str> {
    let line = text.lines().nth(line.checked_sub(1)?)?;
    // The parser counts bytes, and may stop behind the first letter of a word.
    let rest = line.get(column.checked_sub(1)?..)?;
    let word = |name: &str| {
        let starts = rest.starts_with(name);
        starts || column > 1 && line.get(column - 2..).is_some_and(|rest| rest.starts_with(name))
    };
    [
        ("//", "a comment, which JSON doesn't have; remove it"),
        ("/*", "a comment, which JSON doesn't have; remove it"),
        ("#", "a comment, which JSON doesn't have; remove it"),
        ("False", "`False` of Python; write `false`"),
        ("True", "`True` of Python; write `true`"),
        ("None", "`None` of Python; write `null`"),
        ("...", "`...` in place of values; write them, or leave it out"),
        ("'", "text in single quotes; write double quotes"),
    ]
    .into_iter()
    .find_map(|(start, cause)| word(start).then_some(cause))
}
