//! The notes on a field: `(string, optional, default: 5)`.

use super::kind::type_of;

/// Is this a note on a field: its type, whether it is required, its default?
pub(super) fn is_note(text: &str) -> bool {
    let lower = text.trim_matches([' ', '`', '*']).to_lowercase();
    matches!(lower.as_str(), "required" | "mandatory" | "optional")
        || lower.starts_with("default")
        || type_of(&lower).is_some()
}

/// The notes in parentheses at the head of a text, and what follows.
pub(super) fn parenthesis(text: &str) -> (&str, &str) {
    let start = text.trim_start();
    let within = |open: char, close: char| {
        let inner = start.strip_prefix(open)?;
        let mut depth = 0_usize;
        for (at, c) in inner.char_indices() {
            match c {
                _ if c == open => depth += 1,
                _ if c == close && depth == 0 => return Some((&inner[..at], &inner[at + 1..])),
                _ if c == close => depth -= 1,
                _ => {}
            }
        }
        None
    };
    within('(', ')').or_else(|| within('[', ']')).unwrap_or(("", text))
}

/// The notes between commas and semicolons; those in brackets, quotes and backticks belong to a note: `dict[str, int]`,
/// `default: "a, b"`.
pub(super) fn split(notes: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut depth, mut quote, mut start) = (0_usize, None, 0);
    for (at, c) in notes.char_indices() {
        match (c, quote) {
            (_, Some(open)) => quote = (c != open).then_some(open),
            // A quote without an end is a letter.
            ('"' | '`', None) if notes[at + 1..].contains(c) => quote = Some(c),
            ('(' | '[' | '{', None) => depth += 1,
            (')' | ']' | '}', None) => depth = depth.saturating_sub(1),
            (',' | ';', None) if depth == 0 => {
                parts.push(notes[start..at].trim_matches([' ', '*']));
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(notes[start..].trim_matches([' ', '*']));
    parts
}
