//! The start of each line of a text, computed once for each file, so that places are looked up.

use std::sync::OnceLock;

use crate::Position;

/// The offset of each line, computed on first use.
#[derive(Debug, Default)]
pub struct Lines {
    starts: OnceLock<Vec<usize>>,
}

impl Lines {
    /// The line and column of the byte `at` of `text`, which is the same text at each call.
    #[must_use]
    pub fn position(&self, text: &str, at: usize) -> Position {
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
