//! Whether the items of an array are unique, in one pass: each item gets a key that only equal values
//! share.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::json::decimal::Decimal;

/// Whether no two items are equal (1 equals 1.0, the order of keys does not matter).
pub(super) fn all_differ(items: &[Value]) -> bool {
    let mut seen = BTreeSet::new();
    items.iter().all(|item| seen.insert(key(item)))
}

/// A key that only equal values share.
pub(super) fn key(value: &Value) -> Vec<u8> {
    let mut key = Vec::new();
    write(value, &mut key);
    key
}

fn write(value: &Value, out: &mut Vec<u8>) {
    match value {
        Value::Null => out.push(b'n'),
        Value::Bool(true) => out.push(b't'),
        Value::Bool(false) => out.push(b'f'),
        Value::Number(number) => Decimal::read(number.as_str().as_bytes()).key(out),
        Value::String(text) => write_text(text, out),
        Value::Array(items) => {
            out.push(b'[');
            for item in items {
                write(item, out);
                out.push(b',');
            }
            out.push(b']');
        }
        Value::Object(members) => {
            out.push(b'{');
            let mut sorted: Vec<_> = members.iter().collect();
            sorted.sort_unstable_by_key(|(name, _)| *name);
            for (name, value) in sorted {
                write_text(name, out);
                write(value, out);
                out.push(b',');
            }
            out.push(b'}');
        }
    }
}

fn write_text(text: &str, out: &mut Vec<u8>) {
    // The length separates adjacent texts.
    out.extend_from_slice(format!("\"{}:", text.len()).as_bytes());
    out.extend_from_slice(text.as_bytes());
}
