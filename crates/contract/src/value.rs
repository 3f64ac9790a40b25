//! JSON values in the sense of JSON Schema: equality by value (1 equals 1.0, the order of keys does
//! not matter), integers by value, lengths in code points. The `==` of `serde_json` compares
//! numbers by their text.

use std::cmp::Ordering;

use serde_json::{Number, Value};

use crate::number::Exact;

/// Whether two values are equal in the sense of JSON Schema.
#[must_use]
pub fn equal(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => compare_numbers(a, b) == Some(Ordering::Equal),
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| equal(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(k, v)| b.get(k).is_some_and(|w| equal(v, w)))
        }
        _ => a == b,
    }
}

/// Exact comparison; `None` only if a number has too large an exponent and the texts differ.
#[must_use]
pub fn compare_numbers(a: &Number, b: &Number) -> Option<Ordering> {
    if a == b {
        return Some(Ordering::Equal);
    }
    if let (Some(a), Some(b)) = (a.as_i64(), b.as_i64()) {
        return Some(a.cmp(&b));
    }
    Some(Exact::new(a)?.cmp(&Exact::new(b)?))
}

/// What a value takes beside its text.
const VALUE: usize = 32;

/// The size of a document in memory, about: the bytes of its texts and names, and 32 for each value.
#[must_use]
pub fn size(value: &Value) -> usize {
    match value {
        Value::String(text) => VALUE + text.len(),
        Value::Array(items) => VALUE + items.iter().map(size).sum::<usize>(),
        Value::Object(members) => {
            VALUE + members.iter().map(|(name, member)| name.len() + size(member)).sum::<usize>()
        }
        _ => VALUE,
    }
}

/// The name of the JSON type: `null`, `boolean`, `number`, `string`, `array`, `object`.
#[must_use]
pub fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// Whether the value is an integer, such as `1.0` or `1e3`.
#[must_use]
pub fn is_integer(value: &Value) -> bool {
    match value {
        Value::Number(n) => n.as_i64().is_some() || Exact::new(n).is_some_and(|x| x.is_integer()),
        _ => false,
    }
}

/// The length of a string in code points.
#[must_use]
pub fn char_len(text: &str) -> usize {
    text.chars().count()
}

/// The depth of the value: a scalar is 1. Computed without recursion.
#[must_use]
pub fn depth(value: &Value) -> usize {
    let mut deepest = 0;
    let mut stack = vec![(value, 1usize)];
    while let Some((v, d)) = stack.pop() {
        deepest = deepest.max(d);
        match v {
            Value::Array(items) => stack.extend(items.iter().map(|i| (i, d + 1))),
            Value::Object(members) => stack.extend(members.values().map(|m| (m, d + 1))),
            _ => {}
        }
    }
    deepest
}
