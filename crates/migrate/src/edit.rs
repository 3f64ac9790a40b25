//! Edits: text put in at a byte, never printed from a tree.

use std::sync::Arc;

/// A piece of text that a script gains.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// Byte offset in the source.
    pub at: usize,
    /// Bytes of the source that it replaces (a blank line that makes room for the envelope).
    pub len: usize,
    /// The text; thousands of scripts share one envelope.
    pub text: Arc<str>,
    /// 1-based line in the source.
    pub line: usize,
    /// The pattern or layer that wants it.
    pub pattern: String,
}

impl Edit {
    /// A text that is put in and takes nothing away.
    pub(crate) fn put(at: usize, text: impl Into<Arc<str>>, line: usize, pattern: &str) -> Self {
        Self { at, len: 0, text: text.into(), line, pattern: pattern.to_owned() }
    }

    /// The text, with `:` in place of an envelope.
    pub(crate) fn short(&self) -> &str {
        match self.pattern.as_str() {
            "envelope" if self.text.ends_with(crate::envelope::BEFORE_COMMAND) => ":; ",
            "envelope" => ":",
            _ => &self.text,
        }
    }
}

/// Puts the edits into the source. They may come in any order; two at one place keep their order.
#[must_use]
pub fn apply(bytes: &[u8], edits: &[Edit]) -> Vec<u8> {
    within(bytes, edits, 0..bytes.len(), |edit| &edit.text)
}

/// The migrated text with `:` in place of the envelope: the same script to a parser, and a tenth of it to read. What the
/// envelope is made of is looked at once, not once a script.
#[must_use]
pub fn apply_short(bytes: &[u8], edits: &[Edit]) -> Vec<u8> {
    within(bytes, edits, 0..bytes.len(), Edit::short)
}

/// The line of each edit before and after all edits, shortened for a report.
#[must_use]
pub fn shown(bytes: &[u8], edits: &[Edit]) -> Vec<(String, String)> {
    let mut order: Vec<Edit> = edits.to_vec();
    order.sort_by_key(|edit| edit.at);
    let starts: Vec<usize> = std::iter::once(0)
        .chain(bytes.iter().enumerate().filter(|(_, b)| **b == b'\n').map(|(i, _)| i + 1))
        .collect();
    edits
        .iter()
        .map(|edit| {
            let start = starts.get(edit.line.saturating_sub(1)).copied().unwrap_or(bytes.len());
            let end = starts.get(edit.line).map_or(bytes.len(), |next| next - 1).max(start);
            let from = order.partition_point(|e| e.at < start);
            let to = order.partition_point(|e| e.at <= end);
            let after = within(bytes, &order[from..to], start..end, |edit| &edit.text);
            (shortened(&bytes[start..end]), shortened(&after))
        })
        .collect()
}

fn within<'e>(
    bytes: &[u8],
    edits: &'e [Edit],
    range: std::ops::Range<usize>,
    text: impl Fn(&'e Edit) -> &'e str,
) -> Vec<u8> {
    let mut order: Vec<&Edit> = edits.iter().collect();
    order.sort_by_key(|edit| edit.at);
    let more: usize = order.iter().map(|e| text(e).len()).sum();
    let mut out = Vec::with_capacity(range.len() + more);
    let mut at = range.start;
    for edit in order {
        let start = edit.at.clamp(at, range.end);
        out.extend_from_slice(&bytes[at..start]);
        out.extend_from_slice(text(edit).as_bytes());
        at = (start + edit.len).min(range.end);
    }
    out.extend_from_slice(&bytes[at..range.end]);
    out
}

/// The first line with words, at most 160 characters of it.
pub(crate) fn shortened(line: &[u8]) -> String {
    const LONGEST: usize = 160;
    // Of a line that holds an envelope only the beginning is wanted.
    let text = String::from_utf8_lossy(&line[..line.len().min(LONGEST * 8)]);
    let text = text.trim_start().lines().next().unwrap_or("").trim_end();
    if text.chars().count() > LONGEST {
        text.chars().take(LONGEST - 3).chain("...".chars()).collect()
    } else {
        text.to_owned()
    }
}
