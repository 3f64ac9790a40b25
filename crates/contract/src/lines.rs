//! The start of each line of a text, computed once for each file, so that places are looked up.

use std::sync::OnceLock;

use crate::Position;

/// The offset of each line, computed on first use.
#[derive(Debug, Default)]
pub struct Lines {
    starts: OnceLock<Vec<usize>>,
    /// The number of characters before each [`STEP`]th byte, computed for the first place far inside of a line.
    characters: OnceLock<Vec<usize>>,
}

/// The distance in bytes between the places whose characters are counted once: a text may be one line.
const STEP: usize = 1024;

impl Lines {
    /// The line and column of the byte `at` of `text`, which is the same text at each call.
    #[must_use]
    pub fn position(&self, text: &str, at: usize) -> Position {
        let starts = self.starts.get_or_init(|| {
            let later = text.match_indices('\n').map(|(newline, _)| newline + 1);
            std::iter::once(0).chain(later).collect()
        });
        let line = starts.partition_point(|start| *start <= at);
        let start = starts[line - 1];
        let column = 1 + match at - start > STEP {
            true => self.characters_before(text, at) - self.characters_before(text, start),
            false => text[start..at].chars().count(),
        };
        let small = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Position { line: small(line), column: small(column) }
    }
    fn characters_before(&self, text: &str, at: usize) -> usize {
        let characters = self.characters.get_or_init(|| {
            let (mut counted, mut last) = (0, 0);
            let count = |step: usize| {
                let next = text.floor_char_boundary(step * STEP);
                counted += text[last..next].chars().count();
                last = next;
                counted
            };
            (0..=text.len() / STEP).map(count).collect()
        });
        let step = at / STEP;
        let from = text.floor_char_boundary(step * STEP);
        characters[step] + text[from..at].chars().count()
    }
}

#[cfg(test)]
mod tests {
    use super::Lines;
    use crate::Position;

    #[test]
    fn columns_of_long_lines_count_characters() {
        let text = format!("a\n{}b\nc", "x\u{20ac}\u{1f40e}".repeat(3_000));
        let lines = Lines::default();
        for part in [0, 1, 170, 171, 172, 1_999, 2_999] {
            let found = lines.position(&text, 2 + part * 8);
            assert_eq!(found, Position { line: 2, column: u32::try_from(part * 3 + 1).unwrap() });
            assert_eq!(lines.position(&text, 2 + part * 8 + 4).column, found.column + 2);
        }
        let end = text.len();
        assert_eq!(lines.position(&text, end - 3), Position { line: 2, column: 9_001 });
        assert_eq!(lines.position(&text, end), Position { line: 3, column: 2 });
    }
}
