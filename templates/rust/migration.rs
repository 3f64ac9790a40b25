// Steps that convert inputs of an older version to a newer one. The contract crate compiles this
// file too, so `diff` proves exactly what is emitted.

use serde_json::{Map, Value};

//= at:
/// Changes the value at a path, if there is one; `None` stands for every item of a list.
fn at(value: &mut Value, path: &[Option<&str>], change: &dyn Fn(&mut Value)) {
    match (path, value) {
        ([], value) => change(value),
        ([Some(name), rest @ ..], Value::Object(object)) => {
            if let Some(inner) = object.get_mut(*name) {
                at(inner, rest, change);
            }
        }
        ([None, rest @ ..], Value::Array(items)) => {
            items.iter_mut().for_each(|item| at(item, rest, change));
        }
        _ => {}
    }
}

//= wrap:
/// Wraps a value in a list, unless it is a list.
fn wrap(value: &mut Value) {
    if !value.is_array() {
        *value = Value::Array(vec![value.take()]);
    }
}

//= rename:
/// Renames a property, unless the new name exists.
fn rename(value: &mut Value, from: &str, to: &str) {
    let Value::Object(object) = value else { return };
    if object.contains_key(from) && !object.contains_key(to) {
        let named = |name: String| if name == from { to.to_owned() } else { name };
        let renamed: Map<String, Value> =
            std::mem::take(object).into_iter().map(|(name, inner)| (named(name), inner)).collect();
        *object = renamed;
    }
}

//= fill:
/// Sets a missing property.
fn fill(value: &mut Value, name: &str, default: &str) {
    let Value::Object(object) = value else { return };
    if !object.contains_key(name) {
        let default = serde_json::from_str(default).unwrap_or_default();
        object.insert(name.to_owned(), default);
    }
}

//= leave_out:
/// Removes a property.
fn leave_out(value: &mut Value, name: &str) {
    let Value::Object(object) = value else { return };
    if object.contains_key(name) {
        let rest: Map<String, Value> =
            std::mem::take(object).into_iter().filter(|(other, _)| other != name).collect();
        *object = rest;
    }
}

//= numeral:
/// Whether a text is a plain decimal that no language rounds: `12`, `-0.5`, but not `1e3`, `05` or `
/// 1`.
fn numeral(text: &str, fraction: bool) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let (whole, decimals) = match digits.split_once('.') {
        Some((whole, decimals)) if fraction => (whole, Some(decimals)),
        Some(_) => return false,
        None => (digits, None),
    };
    let plain = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    plain(whole)
        && (whole == "0" || !whole.starts_with('0'))
        && decimals.is_none_or(plain)
        && whole.len() + decimals.map_or(0, str::len) <= 15
}

//= to_integer: numeral
/// Converts a text to the whole number that it holds.
fn to_integer(value: &mut Value) {
    let read = value.as_str().filter(|text| numeral(text, false));
    if let Some(number) = read.and_then(|text| serde_json::from_str(text).ok()) {
        *value = number;
    }
}

//= to_number: numeral
/// Converts a text to the number that it holds.
fn to_number(value: &mut Value) {
    let read = value.as_str().filter(|text| numeral(text, true));
    if let Some(number) = read.and_then(|text| serde_json::from_str(text).ok()) {
        *value = number;
    }
}

//= to_boolean:
/// Converts a text to the boolean that it holds.
fn to_boolean(value: &mut Value) {
    let Some(text) = value.as_str() else { return };
    if text.eq_ignore_ascii_case("true") {
        *value = Value::Bool(true);
    } else if text.eq_ignore_ascii_case("false") {
        *value = Value::Bool(false);
    }
}

//= to_string:
/// Converts a boolean, or a number of common size, to text.
fn to_string(value: &mut Value) {
    let text = match &*value {
        Value::Bool(truth) => truth.to_string(),
        Value::Number(number) => match number.as_f64() {
            // Adding zero removes the sign of a zero.
            Some(float) if float == 0.0 || (1e-4..1e15).contains(&float.abs()) => {
                (float + 0.0).to_string()
            }
            _ => return,
        },
        _ => return,
    };
    *value = Value::String(text);
}
