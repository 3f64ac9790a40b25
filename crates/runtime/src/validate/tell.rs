//! The messages of issues, equal to those of emitted helpers.

use contract::Pointer;
use contract::value::kind;
use serde_json::Value;

/// A message for people.
pub(super) fn message(keyword: &str, expected: &Value, got: &Value) -> String {
    match (keyword, expected, got) {
        ("type", Value::Array(types), Value::String(got)) => {
            let types: Vec<&str> = types.iter().filter_map(Value::as_str).collect();
            format!("expected {}, got {got}", types.join(" or "))
        }
        ("type", Value::String(wanted), Value::String(got)) => {
            format!("expected {wanted}, got {got}")
        }
        ("required" | "dependentRequired" | "dependencies", Value::String(_), Value::Null) => {
            format!("required property {} is missing", brief(expected))
        }
        (
            "additionalProperties" | "unevaluatedProperties" | "properties" | "patternProperties",
            Value::Bool(false),
            Value::String(_),
        ) => format!("property {} is not allowed", brief(got)),
        ("enum", _, _) => format!("expected one of {}, got {}", brief(expected), brief(got)),
        ("const", _, _) => format!("expected {}, got {}", brief(expected), brief(got)),
        (_, Value::Bool(false), _) => format!("{keyword}: nothing is allowed here"),
        ("anyOf", _, _) => format!("anyOf: none of the {expected} alternatives fits"),
        ("oneOf", _, _) => format!("oneOf: expected 1 alternative to fit, got {got}"),
        ("not", _, _) => "not: what must not fit, fits".to_owned(),
        ("uniqueItems", _, _) => "uniqueItems: two items are equal".to_owned(),
        ("pattern", Value::String(pattern), _) => {
            format!("pattern: expected a match of {pattern}, got {}", brief(got))
        }
        ("format", Value::String(name), _) => format!("expected format {name}, got {}", brief(got)),
        ("exclusiveMinimum" | "exclusiveMaximum", _, _) => {
            let side = if keyword == "exclusiveMinimum" { "more" } else { "less" };
            format!("{keyword}: expected {side} than {}, got {}", brief(expected), brief(got))
        }
        _ => format!("{keyword}: expected {}, got {}", brief(expected), brief(got)),
    }
}

/// A value in a message: scalars and short lists as JSON, others by type.
#[must_use]
pub fn brief(value: &Value) -> String {
    match value {
        Value::Array(list) => brief_list(list),
        Value::Object(_) => "an object".to_owned(),
        Value::String(text) if text.chars().count() > 60 => {
            let start: String = text.chars().take(57).collect();
            Value::from(format!("{start}…")).to_string()
        }
        Value::Number(number) if number.as_str().len() > 60 => {
            format!("{}…", &number.as_str()[..57])
        }
        scalar => scalar.to_string(),
    }
}

/// A list in a message.
pub(super) fn brief_list(list: &[Value]) -> String {
    let scalars = list.len() <= 12 && list.iter().all(|v| !v.is_array() && !v.is_object());
    if !scalars {
        return "an array".to_owned();
    }
    let items: Vec<String> = list.iter().map(brief).collect();
    format!("[{}]", items.join(", "))
}

/// The number of values in a value, counted up to `limit`.
pub(super) fn size(value: &Value, limit: usize) -> usize {
    let mut count = 0;
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        count += 1;
        if count > limit {
            break;
        }
        match value {
            Value::Array(items) => open.extend(items),
            Value::Object(members) => open.extend(members.values()),
            Value::String(text) => count += text.len() / 64,
            _ => {}
        }
    }
    count
}

/// A schema's place in a message.
pub(super) fn place(pointer: &Pointer) -> String {
    if pointer.is_root() { "the root".to_owned() } else { pointer.as_str().to_owned() }
}

/// The JSON type of a value.
pub(super) fn kind_of(value: &Value) -> Value {
    Value::from(kind(value))
}
