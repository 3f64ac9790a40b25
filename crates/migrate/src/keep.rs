//! `# skillgen: keep`: at the end of a line it excludes the line, in the comments at the top of a script the whole
//! script.

use std::collections::BTreeSet;

use crate::source::Source;
use crate::syntax::Tree;

/// The comment.
pub(crate) const WORDS: &str = "# skillgen: keep";

/// The places of these comments.
#[derive(Debug, Default)]
pub(crate) struct Keep {
    /// The line of the comment that excludes the whole script.
    pub(crate) whole: Option<usize>,
    lines: BTreeSet<usize>,
}

impl Keep {
    /// Reads the comments of a script; the same words in a text or in a here-document are not a
    /// comment.
    pub(crate) fn of(source: &Source<'_>, tree: &Tree) -> Keep {
        let mut keep = Keep::default();
        if !source.text().contains("skillgen:") {
            return keep;
        }
        let bytes = source.bytes();
        let top = top_end(bytes);
        for at in tree.comments.iter().map(|at| *at as usize) {
            let end = bytes[at..].iter().position(|b| *b == b'\n').map_or(bytes.len(), |n| at + n);
            if !says_so(&bytes[at..end]) {
                continue;
            }
            let line = source.line_of(at);
            let start = bytes[..at].iter().rposition(|b| *b == b'\n').map_or(0, |n| n + 1);
            let alone = bytes[start..at].iter().all(u8::is_ascii_whitespace);
            if !alone {
                keep.lines.insert(line);
            } else if start <= top {
                keep.whole = keep.whole.or(Some(line));
            } else {
                // On a separate line below the top, it applies to the next line.
                keep.lines.insert(line + 1);
            }
        }
        keep
    }

    /// Whether a command on these lines is excluded.
    pub(crate) fn holds(&self, first: usize, last: usize) -> bool {
        self.lines.contains(&first) || self.lines.contains(&last)
    }
}

/// `# skillgen: keep`, with any spaces, and a reason after it.
fn says_so(comment: &[u8]) -> bool {
    let text = String::from_utf8_lossy(comment);
    let words = text.trim_start_matches('#').trim_start().strip_prefix("skillgen:");
    let word = words.and_then(|rest| rest.split_whitespace().next());
    // `keep: team B migrates it`
    word.map(|word| word.trim_end_matches([':', ',', ';', '.', '-', '\u{2013}', '\u{2014}']))
        == Some("keep")
}

/// The end of the comments and blank lines at the top of a script.
fn top_end(bytes: &[u8]) -> usize {
    let is_comment = |line: &&[u8]| {
        let text = line.trim_ascii();
        text.is_empty() || text.starts_with(b"#")
    };
    bytes.split_inclusive(|b| *b == b'\n').take_while(is_comment).map(<[u8]>::len).sum()
}

#[cfg(test)]
mod tests {
    use super::says_so;

    #[test]
    fn a_reason_may_follow() {
        for comment in
            ["keep", "keep: team B migrates it", "keep, for now", "keep - legacy", "keep (CI)"]
        {
            assert!(says_so(format!("# skillgen: {comment}").as_bytes()), "{comment}");
        }
        for comment in ["keeps", "keep-alive", "allow x", ""] {
            assert!(!says_so(format!("# skillgen: {comment}").as_bytes()), "{comment}");
        }
    }
}
