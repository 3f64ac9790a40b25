//! A script's bytes as text that a parser can read, with the way back from characters to bytes.
//!
//! The parser counts characters and wants UTF-8; edits are made in bytes and a script may be in any encoding. Bytes that are no
//! UTF-8 are shown to the parser as single private-use characters, so that every position maps back exactly.

use std::borrow::Cow;

/// The source of one script.
#[derive(Debug)]
pub(crate) struct Source<'a> {
    bytes: &'a [u8],
    text: Cow<'a, str>,
    /// Byte offset of each character, and of the end; none where all is ASCII.
    offsets: Option<Vec<usize>>,
    /// Byte offset of the first byte of each line.
    lines: Vec<usize>,
}

impl<'a> Source<'a> {
    /// Takes any bytes; nothing is refused here.
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        let (text, offsets) = match std::str::from_utf8(bytes) {
            Ok(text) if bytes.is_ascii() => (Cow::Borrowed(text), None),
            Ok(text) => {
                let starts = text.char_indices().map(|(at, _)| at);
                (Cow::Borrowed(text), Some(starts.chain([bytes.len()]).collect()))
            }
            Err(_) => {
                let (text, offsets) = Self::shown_bytes(bytes);
                (Cow::Owned(text), Some(offsets))
            }
        };
        let mut lines = vec![0];
        lines.extend(bytes.iter().enumerate().filter(|(_, b)| **b == b'\n').map(|(i, _)| i + 1));
        Self { bytes, text, offsets, lines }
    }

    /// A text in which a byte that is no UTF-8 is one character, and where each character begins.
    fn shown_bytes(bytes: &[u8]) -> (String, Vec<usize>) {
        let mut text = String::with_capacity(bytes.len());
        let mut offsets = Vec::with_capacity(bytes.len() + 1);
        let mut at = 0;
        for chunk in bytes.utf8_chunks() {
            for c in chunk.valid().chars() {
                offsets.push(at);
                text.push(c);
                at += c.len_utf8();
            }
            for byte in chunk.invalid() {
                offsets.push(at);
                text.push(char::from_u32(0xF700 + u32::from(*byte)).unwrap_or('\u{FFFD}'));
                at += 1;
            }
        }
        offsets.push(at);
        (text, offsets)
    }

    /// The text as the parser sees it.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The bytes as they stand in the file.
    pub(crate) fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// The byte offset of the character with this index.
    pub(crate) fn byte_of(&self, character: usize) -> usize {
        let at = self.offsets.as_ref().map_or(Some(character), |all| all.get(character).copied());
        at.unwrap_or(self.bytes.len()).min(self.bytes.len())
    }

    /// The 1-based line of a byte offset.
    pub(crate) fn line_of(&self, byte: usize) -> usize {
        self.lines.partition_point(|start| *start <= byte).max(1)
    }

    /// The bytes of a line, without its line end.
    pub(crate) fn line(&self, line: usize) -> &'a [u8] {
        let start = self.line_start(line);
        let end = self.lines.get(line).map_or(self.bytes.len(), |next| next.saturating_sub(1));
        self.bytes.get(start..end.max(start)).unwrap_or_default()
    }

    /// The byte offset at which a line begins.
    pub(crate) fn line_start(&self, line: usize) -> usize {
        self.lines.get(line.saturating_sub(1)).copied().unwrap_or(self.bytes.len())
    }

    /// A line as text for a report, shortened where it is very long.
    pub(crate) fn shown(&self, line: usize) -> String {
        crate::edit::shortened(self.line(line))
    }
}
