//! Places in a valid JSON text: one pointer, duplicate names, depth.

use std::collections::BTreeSet;

use super::json_scan::{Event, Scan, string_end, unescape};
use super::{Position, to_u32};
use crate::Pointer;

/// The position of byte `at`.
pub(super) fn position(text: &str, at: usize) -> Position {
    let before = &text[..at.min(text.len())];
    let line_start = before.rfind('\n').map_or(0, |n| n + 1);
    Position {
        line: to_u32(before.bytes().filter(|b| *b == b'\n').count() + 1),
        column: to_u32(before[line_start..].trim_start_matches('\u{feff}').chars().count() + 1),
    }
}

/// Whether `text` begins like JSON. `{a: 1}` and `[a, b]` are YAML, because no JSON list or object begins with a bare
/// word.
pub(super) fn begins(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    if !text.starts_with(['{', '[', '"']) {
        return false;
    }
    let inner = text.trim_start_matches(|c: char| matches!(c, '{' | '[') || c.is_whitespace());
    let end = inner.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(inner.len());
    let word = &inner[..end];
    !word.starts_with(|c: char| c.is_alphabetic() || c == '_')
        || matches!(word, "true" | "false" | "null")
}

/// The byte at which the text first nests deeper than `limit`. Works on any text.
pub(super) fn too_deep(text: &str, limit: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let (mut at, mut depth) = (0, 0usize);
    while at < bytes.len() {
        match bytes[at] {
            b'"' => {
                at = string_end(bytes, at);
                continue;
            }
            b'{' | b'[' => {
                depth += 1;
                if depth > limit {
                    return Some(at);
                }
            }
            b'}' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        at += 1;
    }
    None
}

/// The places (name, value) of `pointer`; for elements and the root, both are the value's. If a
/// name occurs twice, the last one counts, as in the value.
pub(super) fn find(text: &str, pointer: &Pointer) -> Option<(Position, Position)> {
    let bytes = text.as_bytes();
    let mut at = skip_space(bytes, 0);
    let mut name_at = at;
    for token in pointer.tokens() {
        match bytes.get(at)? {
            b'{' => (name_at, at) = member(text, at, &token)?,
            b'[' => {
                at = element(bytes, at, token.parse().ok()?)?;
                name_at = at;
            }
            _ => return None,
        }
    }
    (at < bytes.len()).then(|| (position(text, name_at), position(text, at)))
}

/// A place that only moves forward, so that a text with many duplicates is counted once.
pub(super) struct Cursor {
    at: usize,
    position: Position,
}

impl Cursor {
    pub(super) fn new(text: &str) -> Cursor {
        let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Cursor { at, position: Position::START }
    }

    /// The place of the byte `to`, which is not before the last one.
    pub(super) fn advance(&mut self, bytes: &[u8], to: usize) -> Position {
        for byte in bytes.get(self.at..to).unwrap_or_default() {
            match byte {
                b'\n' => {
                    self.position.line = self.position.line.saturating_add(1);
                    self.position.column = 1;
                }
                // Continuation bytes of a character have no column.
                0x80..=0xbf => {}
                _ => self.position.column = self.position.column.saturating_add(1),
            }
        }
        self.at = to;
        self.position
    }
}

/// Names that occurred before in the same object: (pointer, place of the later name).
pub(super) fn duplicates(text: &str) -> Vec<(Pointer, Position)> {
    enum Frame {
        Object { names: BTreeSet<String>, current: String },
        Array { seen: usize },
    }
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut stack: Vec<Frame> = Vec::new();
    let mut cursor = Cursor::new(text);
    for event in Scan::new(text) {
        match (event, stack.last_mut()) {
            (Event::Name(at, end), Some(Frame::Object { names, current })) => {
                *current = unescape(&text[at..end]);
                if !names.insert(current.clone()) {
                    let here = stack.iter().fold(Pointer::root(), |outer, frame| match frame {
                        Frame::Object { current, .. } => outer.push(current),
                        Frame::Array { seen } => outer.push_index(seen.saturating_sub(1)),
                    });
                    found.push((here, cursor.advance(bytes, at)));
                }
            }
            (Event::Open(..) | Event::Scalar(_), Some(Frame::Array { seen })) => *seen += 1,
            _ => {}
        }
        match event {
            Event::Open(_, true) => {
                stack.push(Frame::Object { names: BTreeSet::new(), current: String::new() });
            }
            Event::Open(_, false) => stack.push(Frame::Array { seen: 0 }),
            Event::Close => {
                stack.pop();
            }
            Event::Name(..) | Event::Scalar(_) => {}
        }
    }
    found
}

fn member(text: &str, open: usize, wanted: &str) -> Option<(usize, usize)> {
    let bytes = text.as_bytes();
    let mut at = skip_space(bytes, open + 1);
    let mut found = None;
    while *bytes.get(at)? == b'"' {
        let end = string_end(bytes, at);
        let colon = skip_space(bytes, end);
        let value = skip_space(bytes, colon + 1);
        if unescape(&text[at..end]) == wanted {
            found = Some((at, value));
        }
        let next = skip_space(bytes, skip_value(bytes, value));
        if bytes.get(next) != Some(&b',') {
            break;
        }
        at = skip_space(bytes, next + 1);
    }
    found
}

fn element(bytes: &[u8], open: usize, index: usize) -> Option<usize> {
    let mut at = skip_space(bytes, open + 1);
    for _ in 0..index {
        at = skip_space(bytes, skip_value(bytes, at));
        if bytes.get(at) != Some(&b',') {
            return None;
        }
        at = skip_space(bytes, at + 1);
    }
    (bytes.get(at)? != &b']').then_some(at)
}

fn skip_value(bytes: &[u8], start: usize) -> usize {
    let (mut at, mut depth) = (start, 0usize);
    while at < bytes.len() {
        match bytes[at] {
            b'"' => {
                at = string_end(bytes, at);
                if depth == 0 {
                    return at;
                }
                continue;
            }
            b'{' | b'[' => depth += 1,
            b'}' | b']' if depth <= 1 => return if depth == 0 { at } else { at + 1 },
            b'}' | b']' => depth -= 1,
            b',' if depth == 0 => return at,
            _ => {}
        }
        at += 1;
    }
    at
}

fn skip_space(bytes: &[u8], start: usize) -> usize {
    let mut at = if start == 0 && bytes.starts_with("\u{feff}".as_bytes()) { 3 } else { start };
    while bytes.get(at).is_some_and(|b| b" \t\r\n".contains(b)) {
        at += 1;
    }
    at
}
