//! The text of a JSON string. Lone surrogates become U+FFFD instead of an error.

use std::borrow::Cow;

/// Decodes the content of a valid JSON string.
#[must_use]
pub fn decode(raw: &[u8]) -> Cow<'_, str> {
    if !raw.contains(&b'\\') {
        return String::from_utf8_lossy(raw);
    }
    let text = String::from_utf8_lossy(raw);
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars();
    let mut high: Option<u16> = None;
    while let Some(c) = rest.next() {
        let unit = if c == '\\' { escape(&mut rest) } else { Unit::Char(c) };
        match (high.take(), unit) {
            (Some(first), Unit::Surrogate(low @ 0xDC00..=0xDFFF)) => {
                let pair = char::decode_utf16([first, low]).next();
                out.push(pair.and_then(Result::ok).unwrap_or(char::REPLACEMENT_CHARACTER));
                continue;
            }
            (Some(_), _) => out.push(char::REPLACEMENT_CHARACTER),
            (None, _) => {}
        }
        match unit {
            Unit::Char(c) => out.push(c),
            Unit::Surrogate(unit @ 0xD800..=0xDBFF) => high = Some(unit),
            Unit::Surrogate(_) => out.push(char::REPLACEMENT_CHARACTER),
        }
    }
    if high.is_some() {
        out.push(char::REPLACEMENT_CHARACTER);
    }
    Cow::Owned(out)
}

#[derive(Clone, Copy)]
enum Unit {
    Char(char),
    Surrogate(u16),
}

fn escape(rest: &mut std::str::Chars<'_>) -> Unit {
    Unit::Char(match rest.next() {
        Some('n') => '\n',
        Some('t') => '\t',
        Some('r') => '\r',
        Some('b') => '\u{8}',
        Some('f') => '\u{c}',
        Some('u') => {
            let mut unit = 0u32;
            for _ in 0..4 {
                let digit = rest.next().and_then(|c| c.to_digit(16)).unwrap_or(0);
                unit = unit * 16 + digit;
            }
            match char::from_u32(unit) {
                Some(c) => c,
                None => return Unit::Surrogate(u16::try_from(unit).unwrap_or(0xDFFF)),
            }
        }
        Some(other) => other,
        None => char::REPLACEMENT_CHARACTER,
    })
}

/// Appends `text` as a JSON string with quotes. Only control characters, quotes and backslashes are
/// escaped.
pub fn encode(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            c if c < ' ' => {
                const HEX: [char; 16] = [
                    '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f',
                ];
                out.push_str("\\u00");
                out.push(HEX[(c as usize) >> 4]);
                out.push(HEX[(c as usize) & 15]);
            }
            c => out.push(c),
        }
    }
    out.push('"');
}

/// The text of a line that holds exactly one JSON string; otherwise `None`.
#[must_use]
pub fn decode_line(line: &[u8]) -> Option<String> {
    let line = line.trim_ascii();
    let inner = line.strip_prefix(b"\"")?.strip_suffix(b"\"")?;
    let mut bytes = inner.iter();
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' | 0..=0x1f => return None,
            b'\\' => match bytes.next()? {
                b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => {}
                b'u' => {
                    for _ in 0..4 {
                        bytes.next().filter(|b| b.is_ascii_hexdigit())?;
                    }
                }
                _ => return None,
            },
            _ => {}
        }
    }
    Some(decode(inner).into_owned())
}
