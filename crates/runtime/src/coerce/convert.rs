//! The conversions, one rule each. None of them loses information.

use contract::schema::{Type, TypeSet};
use contract::{Document, value::kind};
use serde_json::{Number, Value};

use super::{CoercionRule, Mode};
use crate::canonical::number_text;
use crate::validate::takes;

/// The value converted to one of `types`, and the rule that converted it.
pub(super) fn convert(value: &Value, types: TypeSet, mode: Mode) -> Option<(Value, CoercionRule)> {
    if takes(types, value) || value.is_null() {
        return None;
    }
    let lenient = mode == Mode::Lenient;
    if let Value::String(text) = value {
        let wants_number = types.contains(Type::Number);
        if (wants_number || types.contains(Type::Integer))
            && let Some(number) = numeral(text, wants_number)
        {
            let rule = match wants_number {
                true => CoercionRule::StringToNumber,
                false => CoercionRule::StringToInteger,
            };
            return Some((Value::Number(number), rule));
        }
        if types.contains(Type::Boolean)
            && let Some(flag) = boolean(text, lenient)
        {
            return Some((Value::Bool(flag), CoercionRule::StringToBoolean));
        }
        if types.contains(Type::Object)
            && let Some(object) = object(text)
        {
            return Some((object, CoercionRule::JsonToObject));
        }
        if types.contains(Type::Array)
            && let Some(array) = json(text, "array")
        {
            return Some((array, CoercionRule::JsonToArray));
        }
    }
    if types.contains(Type::Array) && !value.is_array() {
        return Some((Value::Array(vec![value.clone()]), CoercionRule::WrapInArray));
    }
    if lenient && types.contains(Type::String) {
        match value {
            Value::Number(number) => {
                return Some((Value::from(number_text(number)), CoercionRule::NumberToString));
            }
            Value::Bool(flag) => {
                return Some((Value::from(flag.to_string()), CoercionRule::BooleanToString));
            }
            _ => {}
        }
    }
    None
}

/// A JSON numeral: `42`, `-3`, `3.5`, `1e3`; no sign `+`, no spaces, no leading zeros (an identifier such as 007 is
/// not a number), and an exponent of at most two digits. An integer has no fraction and is written without an
/// exponent.
pub(super) fn numeral(text: &str, fraction_too: bool) -> Option<Number> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let (digits, exponent) = match digits.split_once(['e', 'E']) {
        Some((digits, exponent)) => (digits, Some(exponent)),
        None => (digits, None),
    };
    let (whole, fraction) = match digits.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (digits, None),
    };
    let all_digits = |t: &str| !t.is_empty() && t.bytes().all(|b| b.is_ascii_digit());
    let is_exponent = |e: &str| {
        let unsigned = e.strip_prefix('+').or_else(|| e.strip_prefix('-').filter(|_| fraction_too));
        let digits = unsigned.unwrap_or(e);
        all_digits(digits) && digits.len() <= 2
    };
    let sound = all_digits(whole)
        && (whole == "0" || !whole.starts_with('0'))
        && fraction.is_none_or(|f| fraction_too && all_digits(f))
        && exponent.is_none_or(is_exponent);
    if !sound {
        return None;
    }
    let Some(exponent) = exponent.filter(|_| !fraction_too) else { return text.parse().ok() };
    let zeros = if whole == "0" { 0 } else { exponent.trim_start_matches('+').parse().ok()? };
    let sign = if text.starts_with('-') { "-" } else { "" };
    format!("{sign}{whole}{}", "0".repeat(zeros)).parse().ok()
}

pub(super) fn boolean(text: &str, lenient: bool) -> Option<bool> {
    let is = |words: &[&str]| words.iter().any(|w| w.eq_ignore_ascii_case(text));
    if is(&["true"]) || (lenient && is(&["yes", "1"])) {
        Some(true)
    } else if is(&["false"]) || (lenient && is(&["no", "0"])) {
        Some(false)
    } else {
        None
    }
}

pub(super) fn object(text: &str) -> Option<Value> {
    json(text, "object")
}

/// The JSON object or array in a text.
fn json(text: &str, wanted: &str) -> Option<Value> {
    let opening = if wanted == "object" { '{' } else { '[' };
    if !text.trim_start().starts_with(opening) {
        return None;
    }
    let document = Document::json("", text.as_bytes()).ok()?;
    // Parsers differ on repeated keys, so such a text stays a string.
    let is_plain = document.duplicate_keys().is_empty();
    (is_plain && kind(document.value()) == wanted).then(|| document.value().clone())
}
