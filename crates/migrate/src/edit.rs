//! Edits: text put in at a byte, never printed from a tree.

/// A piece of text that a script gains.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// Byte offset in the source.
    pub at: usize,
    /// Bytes of the source that it replaces (a blank line that makes room for the envelope).
    pub len: usize,
    /// The text.
    pub text: String,
    /// 1-based line in the source.
    pub line: usize,
    /// The pattern or layer that wants it.
    pub pattern: String,
    /// The source line before.
    pub before: String,
    /// The line after all edits.
    pub after: String,
}

/// Puts the edits into the source. They may come in any order; two at one place keep their order.
#[must_use]
pub fn apply(bytes: &[u8], edits: &[Edit]) -> Vec<u8> {
    let mut order: Vec<&Edit> = edits.iter().collect();
    order.sort_by_key(|edit| edit.at);
    let mut out =
        Vec::with_capacity(bytes.len() + edits.iter().map(|e| e.text.len()).sum::<usize>());
    let mut at = 0;
    for edit in order {
        let start = edit.at.clamp(at, bytes.len());
        out.extend_from_slice(&bytes[at..start]);
        out.extend_from_slice(edit.text.as_bytes());
        at = (start + edit.len).min(bytes.len());
    }
    out.extend_from_slice(&bytes[at..]);
    out
}
