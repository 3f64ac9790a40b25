//! The start of each line of a text, computed once for each file, so that places of findings are looked up.

use std::cell::OnceCell;

use contract::Position;

/// The maximum number of bytes of a line before a place, because a file may be one line.
const LONGEST: usize = 2_000;

/// The offset of each line, computed on first use.
#[derive(Default)]
pub(crate) struct Lines {
    starts: OnceCell<Vec<usize>>,
}

impl Lines {
    /// The line and column of the byte `at` of `text`, which is the same text at each call.
    pub(crate) fn position(&self, text: &str, at: usize) -> Position {
        let starts = self.starts.get_or_init(|| {
            let later = text.match_indices('\n').map(|(newline, _)| newline + 1);
            std::iter::once(0).chain(later).collect()
        });
        let line = starts.partition_point(|start| *start <= at);
        let column = text[starts[line - 1]..at].chars().count() + 1;
        let small = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Position { line: small(line), column: small(column) }
    }
}

/// The part of a line before the byte `at`; of a very long line the last [`LONGEST`] bytes.
pub(crate) fn before(text: &str, at: usize) -> &str {
    let near = &text[text.floor_char_boundary(at.saturating_sub(LONGEST))..at];
    near.rsplit('\n').next().unwrap_or_default()
}

/// The lines of a text, with their offsets.
pub(crate) fn each_line(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split('\n').map(move |line| (line.as_ptr() as usize - text.as_ptr() as usize, line))
}

#[cfg(test)]
mod tests {
    use super::{Lines, before};

    #[test]
    fn places_are_those_that_counting_gives() {
        let text = "ä\nbc\n\nd";
        let lines = Lines::default();
        for (at, _) in text.char_indices().chain([(text.len(), ' ')]) {
            assert_eq!(lines.position(text, at), crate::source::end_of(&text[..at]), "{at}");
        }
        assert_eq!(before("a\nbc", 3), "b");
    }
}
