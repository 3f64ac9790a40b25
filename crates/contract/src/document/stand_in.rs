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
