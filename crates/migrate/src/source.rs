//! A script's bytes: what stands on which line, and parts of them as text.
//!
//! A script may be in any encoding; all that is read and edited goes by bytes. Where a part is wanted as text, bytes that are
//! no UTF-8 are shown as single private-use characters, so that different bytes stay different.

use std::borrow::Cow;
use std::ops::Range;

/// The source of one script.
#[derive(Debug)]
pub(crate) struct Source<'a> {
    bytes: &'a [u8],
    /// The whole as text, if it is UTF-8.
    text: Option<&'a str>,
    /// The byte offset of each line.
    lines: Vec<usize>,
}

impl<'a> Source<'a> {
    /// Accepts any bytes.
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        let mut lines = Vec::with_capacity(bytes.len() / 24 + 16);
        lines.push(0);
        lines.extend(bytes.iter().enumerate().filter(|(_, b)| **b == b'\n').map(|(i, _)| i + 1));
        Self { bytes, text: std::str::from_utf8(bytes).ok(), lines }
    }

    /// The whole as text.
    pub(crate) fn text(&self) -> Cow<'a, str> {
        self.text.map_or_else(|| Cow::Owned(shown_bytes(self.bytes)), Cow::Borrowed)
    }

    /// A part as text.
    pub(crate) fn slice(&self, range: Range<usize>) -> Cow<'a, str> {
        match self.text.and_then(|text| text.get(range.clone())) {
            Some(text) => Cow::Borrowed(text),
            None => Cow::Owned(shown_bytes(self.bytes.get(range).unwrap_or_default())),
        }
    }

    /// The bytes of the file.
    pub(crate) fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// The 1-based line of a byte offset.
    pub(crate) fn line_of(&self, byte: usize) -> usize {
        self.lines.partition_point(|start| *start <= byte).max(1)
    }

    /// The number of lines; one after the last line end counts.
    pub(crate) fn count(&self) -> usize {
        self.lines.len()
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

    /// A line as text for a report, shortened if it is very long.
    pub(crate) fn shown(&self, line: usize) -> String {
        shortened(self.line(line))
    }
}

/// A text in which a byte that is not UTF-8 is one character.
fn shown_bytes(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        let shown = |byte: &u8| char::from_u32(0xF700 + u32::from(*byte)).unwrap_or('\u{FFFD}');
        text.extend(chunk.invalid().iter().map(shown));
    }
    text
}

/// The maximum length of a line in a report, in characters.
const LONGEST: usize = 160;

/// The number of bytes examined for them: of a line with an envelope only the beginning is needed.
pub(crate) const LOOKED_AT: usize = LONGEST * 8;

/// The first line with words, at most 160 characters of it.
pub(crate) fn shortened(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(&line[..line.len().min(LOOKED_AT)]);
    let text = text.trim_start().lines().next().unwrap_or("").trim_end();
    if text.chars().count() > LONGEST {
        text.chars().take(LONGEST - 3).chain("...".chars()).collect()
    } else {
        text.to_owned()
    }
}
