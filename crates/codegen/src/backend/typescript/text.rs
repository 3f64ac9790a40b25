//! JSON values and names as TypeScript text.

use serde_json::Value;

/// A string literal: JSON's, with line ends and invisible characters escaped. In single quotes if that
/// escapes less, as in prettier.
pub(super) fn quoted(text: &str) -> String {
    let single = text.matches('"').count() > text.matches('\'').count();
    let mut out = String::with_capacity(text.len() + 2);
    let json = Value::String(text.to_owned()).to_string();
    let json = match single {
        true => format!("'{}'", json[1..json.len() - 1].replace("\\\"", "\"").replace('\'', "\\'")),
        false => json,
    };
    for character in json.chars() {
        match character {
            '\u{7f}'..='\u{9f}'
            | '\u{2028}'
            | '\u{2029}'
            | '\u{feff}'
            | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}' => {
                out.push_str(&format!("\\u{:04x}", u32::from(character)));
            }
            other => out.push(other),
        }
    }
    out
}

/// A scalar literal for `===`; `None` for arrays and objects.
pub(super) fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::Array(_) | Value::Object(_) => None,
        Value::String(text) => Some(quoted(text)),
        other => Some(other.to_string()),
    }
}

/// Any JSON value as an expression. A key `__proto__` in an object literal would set the prototype, so
/// such objects are parsed from their text.
pub(super) fn literal(value: &Value) -> String {
    if holds_proto(value) {
        return format!("JSON.parse({})", quoted(&value.to_string()));
    }
    plain(value)
}

fn plain(value: &Value) -> String {
    match value {
        Value::Array(items) => {
            format!("[{}]", items.iter().map(plain).collect::<Vec<_>>().join(", "))
        }
        Value::Object(members) if members.is_empty() => "{}".to_owned(),
        Value::Object(members) => {
            let members = members.iter().map(|(name, value)| match is_identifier(name) {
                true => format!("{name}: {}", plain(value)),
                false => format!("{}: {}", quoted(name), plain(value)),
            });
            format!("{{ {} }}", members.collect::<Vec<_>>().join(", "))
        }
        Value::String(text) => quoted(text),
        other => other.to_string(),
    }
}

fn holds_proto(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.iter().any(holds_proto),
        Value::Object(members) => {
            members.iter().any(|(name, value)| name == "__proto__" || holds_proto(value))
        }
        _ => false,
    }
}

/// Whether a property name needs no quotes.
pub(super) fn is_identifier(name: &str) -> bool {
    name.starts_with(|first| crate::types::is_start(first) || "_$".contains(first))
        && name.chars().all(|c| crate::types::is_word(c) || "_$".contains(c))
}

/// A property access: `["name"]`.
pub(super) fn key(name: &str) -> String {
    format!("[{}]", quoted(name))
}
