//! Iterates over the members of valid JSON without building values.

use std::borrow::Cow;

/// The name of a value's type in messages.
#[must_use]
pub fn kind(value: &[u8]) -> &'static str {
    match value.first() {
        Some(b'{') => "object",
        Some(b'[') => "array",
        Some(b'"') => "string",
        Some(b't' | b'f') => "boolean",
        Some(b'n') => "null",
        _ => "number",
    }
}

/// The text of a string value; `None` for other values.
#[must_use]
pub fn text(value: &[u8]) -> Option<Cow<'_, str>> {
    let inner = value.strip_prefix(b"\"")?.strip_suffix(b"\"")?;
    Some(super::string::decode(inner))
}

/// The members of an object, in order: the key and the exact text of the value.
pub fn members(object: &[u8]) -> impl Iterator<Item = (Cow<'_, str>, &[u8])> {
    let mut at = 1;
    std::iter::from_fn(move || {
        at = skip(object, at, b", \t\r\n");
        if object.get(at) != Some(&b'"') {
            return None;
        }
        let key_end = end_of_value(object, at);
        let key = text(&object[at..key_end])?;
        let start = skip(object, key_end, b": \t\r\n");
        let end = end_of_value(object, start);
        at = end;
        Some((key, &object[start..end]))
    })
}

/// The items of an array, in order: the exact text of each.
pub fn items(array: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut at = 1;
    std::iter::from_fn(move || {
        at = skip(array, at, b", \t\r\n");
        if matches!(array.get(at), None | Some(b']')) {
            return None;
        }
        let start = at;
        at = end_of_value(array, start);
        Some(&array[start..at])
    })
}

fn skip(bytes: &[u8], mut at: usize, what: &[u8]) -> usize {
    while bytes.get(at).is_some_and(|b| what.contains(b)) {
        at += 1;
    }
    at
}

fn end_of_string(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => return at + 1,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    bytes.len()
}

fn end_of_value(bytes: &[u8], start: usize) -> usize {
    match bytes.get(start) {
        Some(b'"') => end_of_string(bytes, start),
        Some(b'{' | b'[') => {
            let (mut at, mut depth) = (start, 0usize);
            while let Some(byte) = bytes.get(at) {
                match byte {
                    b'"' => {
                        at = end_of_string(bytes, at);
                        continue;
                    }
                    b'{' | b'[' => depth += 1,
                    b'}' | b']' => {
                        depth -= 1;
                        if depth == 0 {
                            return at + 1;
                        }
                    }
                    _ => {}
                }
                at += 1;
            }
            bytes.len()
        }
        _ => bytes[start..]
            .iter()
            .position(|b| matches!(b, b',' | b'}' | b']' | b' ' | b'\t' | b'\r' | b'\n'))
            .map_or(bytes.len(), |n| start + n),
    }
}

/// Appends a value without the white space between its tokens.
pub fn compact(value: &[u8], out: &mut Vec<u8>) {
    let mut at = 0;
    while let Some(byte) = value.get(at) {
        match byte {
            b'"' => {
                let end = end_of_string(value, at);
                out.extend_from_slice(&value[at..end]);
                at = end;
            }
            b' ' | b'\t' | b'\r' | b'\n' => at += 1,
            other => {
                out.push(*other);
                at += 1;
            }
        }
    }
}
