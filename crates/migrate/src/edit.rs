//! Edits: text inserted at a byte offset; the script is never printed from a syntax tree.

use std::borrow::Cow;
use std::sync::Arc;

use crate::envelope::{FENCE, SOURCED, Shell, begins_with_say, fence_of};
use crate::source::{LOOKED_AT, shortened};

/// The pattern of the changes of a reader; and of an assignment in a here-document, where it is text.
pub(crate) const CONSUMER: &str = "consumer";
pub(crate) const CONSUMER_TEXT: &str = "consumer text";

/// Between a prefix and its command on the next line.
pub(crate) const CONTINUED: &str = "\\\n";

/// A piece of text that a script gains.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// The byte offset in the source.
    pub at: usize,
    /// The replaced bytes of the source (a blank line that makes room for the envelope).
    pub len: usize,
    /// The text; thousands of scripts share one envelope.
    pub text: Arc<str>,
    /// The 1-based line in the source.
    pub line: usize,
    /// The pattern or layer of the edit.
    pub pattern: Cow<'static, str>,
    /// Whether it is inside of a quoted word: in the action of a trap.
    pub quoted: bool,
}

impl Edit {
    /// An insertion.
    pub(crate) fn put(
        at: usize,
        text: impl Into<Arc<str>>,
        line: usize,
        pattern: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self { at, len: 0, text: text.into(), line, pattern: pattern.into(), quoted: false }
    }

    /// The shell whose helper file this line sources, if it is that line.
    #[must_use]
    pub fn sources_helper(&self) -> Option<Shell> {
        let text = (self.pattern == "envelope").then_some(&self.text)?;
        SOURCED.iter().find(|(_, mark)| text.contains(mark)).map(|(shell, _)| *shell)
    }

    /// The shell of the envelope, if this edit inserts it.
    #[must_use]
    pub fn shell(&self) -> Option<Shell> {
        let fenced = || self.text.starts_with(FENCE[0]).then(|| fence_of(&self.text).0);
        (self.pattern == "envelope").then(|| self.sources_helper().or_else(fenced)).flatten()
    }

    /// Whether this is a new line.
    #[must_use]
    pub fn adds_line(&self) -> bool {
        self.sources_helper().is_some() && self.text.ends_with('\n')
    }

    /// Whether it is a prefix whose command is on the next line.
    fn is_continued(&self) -> bool {
        begins_with_say(&self.text) && self.text.contains(CONTINUED)
    }

    /// The text, with `:` in place of an envelope.
    pub(crate) fn short(&self) -> &str {
        match &*self.pattern {
            "envelope" if self.text.ends_with("; ") => ":; ",
            "envelope" if self.text.ends_with('\n') => ":\n",
            "envelope" => ":",
            _ => &self.text,
        }
    }
}

/// Applies the edits to the source, in any order; two at one place keep their order.
#[must_use]
pub fn apply(bytes: &[u8], edits: &[Edit]) -> Vec<u8> {
    within(bytes, &sorted(edits), 0..bytes.len(), |edit| &edit.text, usize::MAX)
}

/// The original with a comment in place of a new line, and with continued lines: the same script, with the line numbers of
/// the migrated one.
#[must_use]
pub fn numbered<'b>(bytes: &'b [u8], edits: &[Edit]) -> Cow<'b, [u8]> {
    let mut order = sorted(edits);
    order.retain(|edit| edit.adds_line() || edit.is_continued());
    if order.is_empty() {
        return Cow::Borrowed(bytes);
    }
    let line = |edit: &'_ Edit| if edit.adds_line() { "#\n" } else { CONTINUED };
    Cow::Owned(within(bytes, &order, 0..bytes.len(), line, usize::MAX))
}

/// The migrated text with `:` in place of the envelope: the same script for a parser, and a tenth of the text. The
/// envelope is parsed once, not once for each script.
#[must_use]
pub fn apply_short(bytes: &[u8], edits: &[Edit]) -> Vec<u8> {
    within(bytes, &sorted(edits), 0..bytes.len(), Edit::short, usize::MAX)
}

/// The complete line of each edit before and after all edits; a line with very many edits is shortened, because the
/// report repeats it for each of them. A new line has no line before.
#[must_use]
pub fn shown(bytes: &[u8], edits: &[Edit]) -> Vec<(String, String)> {
    let mut order = sorted(edits);
    order.retain(|edit| !edit.adds_line());
    let starts: Vec<usize> = std::iter::once(0)
        .chain(bytes.iter().enumerate().filter(|(_, b)| **b == b'\n').map(|(i, _)| i + 1))
        .collect();
    let line = |line: usize| {
        let start = starts.get(line.saturating_sub(1)).copied().unwrap_or(bytes.len());
        let end = starts.get(line).map_or(bytes.len(), |next| next - 1).max(start);
        let from = order.partition_point(|e| e.at < start);
        let to = order.partition_point(|e| e.at <= end);
        let whole = to - from <= WHOLE;
        let most = if whole { usize::MAX } else { LOOKED_AT };
        let after = within(bytes, &order[from..to], start..end, |edit| &edit.text, most);
        let text = |line: &[u8]| if whole { trimmed(line) } else { shortened(line) };
        (text(&bytes[start..end]), text(&after))
    };
    let mut shown: Vec<(String, String)> = Vec::with_capacity(edits.len());
    for (index, edit) in edits.iter().enumerate() {
        if edit.adds_line() {
            shown.push((String::new(), edit.text.trim_end().to_owned()));
            continue;
        }
        // A line may have thousands of edits, and is the same for all of them.
        let is_same = |last: &usize| edits[*last].line == edit.line && !edits[*last].adds_line();
        let same = index.checked_sub(1).filter(is_same);
        shown.push(same.map_or_else(|| line(edit.line), |last| shown[last].clone()));
    }
    shown
}

/// The edits in order of the source.
fn sorted(edits: &[Edit]) -> Vec<&Edit> {
    let mut order: Vec<&Edit> = edits.iter().collect();
    order.sort_by_key(|edit| edit.at);
    order
}

/// A part of the source with its edits, `most` bytes of it and the text of the last edit.
fn within<'e>(
    bytes: &[u8],
    order: &[&'e Edit],
    range: std::ops::Range<usize>,
    text: impl Fn(&'e Edit) -> &'e str,
    most: usize,
) -> Vec<u8> {
    let more: usize = order.iter().map(|e| text(e).len()).sum();
    let mut out = Vec::with_capacity((range.len() + more).min(most));
    let mut at = range.start;
    for edit in order {
        if out.len() >= most {
            return out;
        }
        let start = edit.at.clamp(at, range.end);
        out.extend_from_slice(&bytes[at..start]);
        out.extend_from_slice(text(edit).as_bytes());
        at = (start + edit.len).min(range.end);
    }
    out.extend_from_slice(&bytes[at..range.end]);
    out
}

/// The maximum number of edits of a line that is shown in full.
const WHOLE: usize = 16;

/// The lines, trimmed.
fn trimmed(line: &[u8]) -> String {
    String::from_utf8_lossy(line).trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::{Edit, shown};

    /// Each line before and after the edits, for edits before these positions of these lines.
    fn lines(text: &str, places: impl Iterator<Item = (usize, usize)>) -> Vec<(String, String)> {
        let edits: Vec<Edit> =
            places.map(|(at, line)| Edit::put(at, "say ", line, "status")).collect();
        shown(text.as_bytes(), &edits)
    }

    #[test]
    fn lines_before_and_after() {
        let pair = |before: &str, after: &str| (before.to_owned(), after.to_owned());
        let one = pair("a; b", "say a; say b");
        let both = lines("a; b\n  c\n", [(0, 1), (3, 1), (7, 2)].into_iter());
        assert_eq!(both, [one.clone(), one, pair("c", "say c")]);
        let back = lines("a\nb", [(2, 2), (0, 1)].into_iter());
        assert_eq!(back, [pair("b", "say b"), pair("a", "say a")]);
    }

    /// Text that is assembled for one edit of a line is not assembled for each of thousands.
    #[test]
    fn thousands_of_edits_in_a_line() {
        let shown = lines(&"a; ".repeat(100_000), (0..100_000).map(|n| (n * 3, 1)));
        assert_eq!(shown.len(), 100_000);
        assert!(shown.iter().all(|(_, after)| after.starts_with("say a; say a; ")));
    }
}
