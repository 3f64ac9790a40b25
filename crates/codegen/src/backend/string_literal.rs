//! String literals: the common escapes of all languages of the C family. Each language spells the rest
//! differently.

/// A literal in double quotes, on one line; `escape` spells characters that must not be in a source.
pub(super) fn string_literal(text: &str, escape: impl Fn(char) -> Option<String>) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            other => match escape(other) {
                Some(escaped) => out.push_str(&escaped),
                None => out.push(other),
            },
        }
    }
    out.push('"');
    out
}

/// The text of a comment: invisible and control characters are written by their code.
pub(crate) fn visible(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\t' | '\r' | '\u{2028}' | '\u{2029}' => out.push(' '),
            other if hides(other) => out.push_str(&format!("U+{:04X}", u32::from(other))),
            other => out.push(other),
        }
    }
    out
}

/// Whether a character must not be in a source: it is invisible or controls the display.
#[must_use]
pub fn hides(character: char) -> bool {
    contract::text::steers(character)
        || matches!(character, '\u{200b}'..='\u{200f}' | '\u{2028}' | '\u{2029}' | '\u{feff}')
}
