//! Canonical JSON (RFC 8785): equal values have equal bytes.

use serde_json::Value;

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
            Item::Value(scalar) => write_scalar(scalar, &mut out)?,
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
    use super::canonical;

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
}
