// Steps that bring inputs of an older version to a newer one. Also compiled into the contract crate,
// so that what `diff` proves of a migration is what is emitted.

use serde_json::{Map, Value};

//= at:
/// Changes what stands at a path; `None` is every item of a list. Where nothing stands, nothing is done.
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
/// A value becomes a list of itself, unless it is a list.
fn wrap(value: &mut Value) {
    if !value.is_array() {
        *value = Value::Array(vec![value.take()]);
    }
}

//= rename:
/// A property gets another name, unless that is taken.
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
/// A property is set where it is missing.
fn fill(value: &mut Value, name: &str, default: &str) {
    let Value::Object(object) = value else { return };
    if !object.contains_key(name) {
        let default = serde_json::from_str(default).unwrap_or_default();
        object.insert(name.to_owned(), default);
    }
}

//= leave_out:
/// A property is left out.
fn leave_out(value: &mut Value, name: &str) {
    let Value::Object(object) = value else { return };
    if object.contains_key(name) {
        let rest: Map<String, Value> =
            std::mem::take(object).into_iter().filter(|(other, _)| other != name).collect();
        *object = rest;
    }
}

//= numeral:
/// Whether a text is a plain decimal that no language rounds: `12`, `-0.5`; not `1e3`, `05` or ` 1`.
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
/// A text that is a whole number is read as one.
fn to_integer(value: &mut Value) {
    let read = value.as_str().filter(|text| numeral(text, false));
    if let Some(number) = read.and_then(|text| serde_json::from_str(text).ok()) {
        *value = number;
    }
}

//= to_number: numeral
/// A text that is a number is read as one.
fn to_number(value: &mut Value) {
    let read = value.as_str().filter(|text| numeral(text, true));
    if let Some(number) = read.and_then(|text| serde_json::from_str(text).ok()) {
        *value = number;
    }
}

//= to_boolean:
/// A text that is a truth value is read as one.
fn to_boolean(value: &mut Value) {
    let Some(text) = value.as_str() else { return };
    if text.eq_ignore_ascii_case("true") {
        *value = Value::Bool(true);
    } else if text.eq_ignore_ascii_case("false") {
        *value = Value::Bool(false);
    }
}

//= to_string:
/// A truth value, or a number of common size, is written as a text.
fn to_string(value: &mut Value) {
    let text = match &*value {
        Value::Bool(truth) => truth.to_string(),
        Value::Number(number) => match number.as_f64() {
            // Adding zero takes the sign from a zero.
            Some(float) if float == 0.0 || (1e-4..1e15).contains(&float.abs()) => {
                (float + 0.0).to_string()
            }
            _ => return,
        },
        _ => return,
    };
    *value = Value::String(text);
}
