//! Canonical JSON (RFC 8785): equal values have equal bytes. It holds numbers as doubles; [`exact`] keeps them.

use std::cmp::Ordering;

use contract::value::compare_numbers;
use serde_json::{Number, Value};

use crate::json::string;

/// A number that ECMAScript, and so RFC 8785, can't hold.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the number {0} is too large for canonical JSON")]
pub struct TooLarge(String);

enum Item<'v> {
    Value(&'v Value),
    Name(&'v str),
    Text(char),
}

/// The canonical bytes of a value.
///
/// # Errors
/// A number beyond the range of a double.
pub fn canonical(value: &Value) -> Result<String, TooLarge> {
    written(value, write_scalar)
}

/// The canonical bytes of a value, but for its numbers, which stay as they are written: values with equal bytes are one document
/// for each reader.
#[must_use]
pub fn exact(value: &Value) -> String {
    let scalar = |value: &Value, out: &mut String| match value {
        Value::Number(number) => {
            out.push_str(number.as_str());
            Ok(())
        }
        other => write_scalar(other, out),
    };
    // Only numbers can be too large.
    written(value, scalar).unwrap_or_default()
}

/// A number as text: as canonical JSON writes it, `1.5` for `1.50` and `1000` for `1e3`, if a double holds it; otherwise with
/// all its digits.
#[must_use]
pub fn number_text(number: &Number) -> String {
    let mut text = String::new();
    let is_held = write_scalar(&Value::Number(number.clone()), &mut text).is_ok()
        && text.parse().is_ok_and(|short| compare_numbers(&short, number) == Some(Ordering::Equal));
    if is_held {
        return text;
    }
    let written = number.as_str();
    match written.contains('.') && !written.contains(['e', 'E']) {
        true => written.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => written.to_owned(),
    }
}

/// The bytes of a value, with members in canonical order and scalars as `scalar` writes them.
fn written(
    value: &Value,
    scalar: impl Fn(&Value, &mut String) -> Result<(), TooLarge>,
) -> Result<String, TooLarge> {
    let mut out = String::new();
    // The parts that are still to be written, last first, so that depth takes no call stack.
    let mut open = vec![Item::Value(value)];
    while let Some(item) = open.pop() {
        match item {
            Item::Text(c) => out.push(c),
            Item::Name(name) => {
                string::encode(name, &mut out);
                out.push(':');
            }
            Item::Value(Value::Array(items)) => {
                out.push('[');
                open.push(Item::Text(']'));
                for (index, item) in items.iter().enumerate().rev() {
                    open.push(Item::Value(item));
                    if index > 0 {
                        open.push(Item::Text(','));
                    }
                }
            }
            Item::Value(Value::Object(members)) => {
                let mut sorted: Vec<(Vec<u16>, &String, &Value)> =
                    members.iter().map(|(k, v)| (k.encode_utf16().collect(), k, v)).collect();
                sorted.sort_unstable_by(|a, b| a.0.cmp(&b.0));
                out.push('{');
                open.push(Item::Text('}'));
                for (index, (_, name, value)) in sorted.into_iter().enumerate().rev() {
                    open.push(Item::Value(value));
                    open.push(Item::Name(name));
                    if index > 0 {
                        open.push(Item::Text(','));
                    }
                }
            }
            Item::Value(plain) => scalar(plain, &mut out)?,
        }
    }
    Ok(out)
}

fn write_scalar(value: &Value, out: &mut String) -> Result<(), TooLarge> {
    match value {
        Value::String(text) => string::encode(text, out),
        Value::Number(number) => {
            let double = number.as_str().parse::<f64>().ok().filter(|d| d.is_finite());
            let Some(double) = double else {
                let shown: String = number.as_str().chars().take(40).collect();
                return Err(TooLarge(shown));
            };
            out.push_str(ryu_js::Buffer::new().format_finite(double));
        }
        other => out.push_str(&other.to_string()),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{canonical, exact, number_text};

    #[test]
    fn rfc_8785() {
        for (from, to) in [
            (r#"{"b": 1, "a": [true, null, "x"]}"#, r#"{"a":[true,null,"x"],"b":1}"#),
            ("1.0", "1"),
            ("1e21", "1e+21"),
            ("-0.0", "0"),
            ("1e-7", "1e-7"),
            ("0.000001", "0.000001"),
            ("333333333.33333329", "333333333.3333333"),
            ("4.50", "4.5"),
            ("2e-3", "0.002"),
            ("1E30", "1e+30"),
            ("9007199254740993", "9007199254740992"),
            ("123456789012345678901234", "1.2345678901234569e+23"),
            (
                "\"\\u20ac$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\\u007f\"",
                "\"€$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\u{7f}\"",
            ),
            // By UTF-16 units U+1F600 comes before U+FB33.
            (
                "{\"\u{fb33}\": 1, \"\u{1f600}\": 2, \"\\r\": 3, \"1\": 4}",
                "{\"\\r\":3,\"1\":4,\"\u{1f600}\":2,\"\u{fb33}\":1}",
            ),
            ("[]", "[]"),
            ("{}", "{}"),
            ("[[],{}]", "[[],{}]"),
        ] {
            let value = serde_json::from_str(from).expect("JSON");
            assert_eq!(canonical(&value).expect("in range"), to);
        }
        assert!(canonical(&serde_json::from_str("1e400").expect("JSON")).is_err());
    }

    #[test]
    fn exact_bytes_and_texts_keep_all_digits() {
        let document = r#"{"b": 1.50, "a": 1.0, "c": 9007199254740993}"#;
        let exact = exact(&serde_json::from_str(document).expect("JSON"));
        assert_eq!(exact, r#"{"a":1.0,"b":1.50,"c":9007199254740993}"#);
        for (from, to) in [
            ("1.50", "1.5"),
            ("1.0", "1"),
            ("1e3", "1000"),
            ("0.1", "0.1"),
            ("9007199254740993", "9007199254740993"),
            ("333333333.333333290", "333333333.33333329"),
            ("9007199254740993.0", "9007199254740993"),
            ("1e400", "1e+400"),
            ("-0.0", "0"),
        ] {
            assert_eq!(number_text(&serde_json::from_str(from).expect("JSON")), to);
        }
    }
}
