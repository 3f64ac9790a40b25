//! String literals: what is escaped alike in every language of the C family. How the rest is spelled is
//! the language's own.

/// A literal in double quotes, on one line; `escape` spells what must not stand in a source as it is.
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

/// The text of a comment: what would hide or steer what shows it is spelled by its code.
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

/// Whether a character must not stand in a source as it is: it would hide, or steer what shows it.
#[must_use]
pub fn hides(character: char) -> bool {
    contract::text::steers(character)
        || matches!(character, '\u{200b}'..='\u{200f}' | '\u{2028}' | '\u{2029}' | '\u{feff}')
}
