//! A file for rules: its path, and its content with places.

use contract::{Document, Pointer, Position};
use serde_json::Value;

/// A JSON or YAML file.
pub(crate) struct Source {
    /// Its path in findings.
    pub(crate) path: String,
    /// Its content.
    pub(crate) document: Document,
}

impl Source {
    pub(crate) fn value(&self) -> &Value {
        self.document.value()
    }

    pub(crate) fn get(&self, pointer: &Pointer) -> Option<&Value> {
        self.document.value().pointer(pointer.as_str())
    }
}

pub(crate) fn bom_edit() -> crate::fix::Edit {
    crate::fix::Edit { start: 0, end: '\u{feff}'.len_utf8(), text: String::new() }
}

/// The place after the last character of `text`.
pub(crate) fn end_of(text: &str) -> Position {
    let line = text.matches('\n').count() + 1;
    let row = text.rsplit('\n').next().unwrap_or_default();
    let column = row.chars().count() + 1;
    let small = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    Position { line: small(line), column: small(column) }
}

/// A value in a message: JSON, shortened if it is long.
pub(crate) fn quote(value: &Value) -> String {
    const LONGEST: usize = 120;
    // A very deep value is represented by its type, because printing would recurse as deep.
    if contract::value::depth(value) > 64 {
        return format!("a deeply nested {}", contract::value::kind(value));
    }
    let text = value.to_string();
    match text.char_indices().nth(LONGEST) {
        None => text,
        Some((at, _)) => format!("{}…", &text[..at]),
    }
}

/// A string member, trimmed; `None` if it is blank.
pub(crate) fn filled<'v>(value: &'v Value, key: &str) -> Option<&'v str> {
    value.get(key).and_then(Value::as_str).map(str::trim).filter(|text| !text.is_empty())
}
