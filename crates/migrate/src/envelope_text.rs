//! The text of an envelope, recognized by its fields.

use serde_json::Value;

/// The fields of the envelope: a text with all of them is the envelope.
pub(crate) const FIELDS: [&str; 5] = ["success", "confidence", "deliverables", "metrics", "errors"];

/// The same for the helper envelope, as words, because `ts` is part of other words.
pub(crate) const HELPER_FIELDS: [&str; 5] = ["schema_version", "status", "error", "agent", "ts"];

/// Whether a text contains all fields of one of the two envelopes.
pub(crate) fn has_fields(text: &str) -> bool {
    let words = || text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    FIELDS.iter().all(|field| text.contains(field))
        || HELPER_FIELDS.iter().all(|field| words().any(|word| word == *field))
}

/// Why a text with all fields of the envelope is none; `None` if it is one, and if variables or escapes decide what is
/// printed.
pub(crate) fn fault(text: &str) -> Option<String> {
    if text.contains(['$', '`', '%', '\\']) {
        return None;
    }
    let value: Value = match serde_json::from_str(text.trim()) {
        Ok(value) => value,
        Err(error) => return Some(format!("it is no JSON: {error}")),
    };
    let given = |field: &str| value.get(field);
    let wrong = |field: &str, wanted: &str| match given(field) {
        Some(value) => format!("{field} is {value}, expected {wanted}"),
        None => format!("it has no {field} at its top"),
    };
    if HELPER_FIELDS.iter().all(|field| given(field).is_some()) {
        return None;
    }
    FIELDS.into_iter().find_map(|field| {
        let (wanted, is_right): (_, fn(&Value) -> bool) = match field {
            "success" => ("true or false", Value::is_boolean),
            "confidence" => ("a number from 0 to 1", |value| {
                value.as_f64().is_some_and(|number| (0.0..=1.0).contains(&number))
            }),
            "metrics" => ("an object", Value::is_object),
            _ => ("a list", Value::is_array),
        };
        (!given(field).is_some_and(is_right)).then(|| wrong(field, wanted))
    })
}

#[cfg(test)]
mod tests {
    use super::fault;

    #[test]
    fn a_literal_envelope_is_read() {
        let with = |confidence: &str| {
            format!(
                r#"{{"success": true, "confidence": {confidence}, "deliverables": [], "metrics": {{}}, "errors": []}}"#
            )
        };
        assert_eq!(fault(&with("0.9")), None);
        assert_eq!(fault(&with("$c")), None);
        let wrong = fault(&with("1.5"));
        assert_eq!(wrong.as_deref(), Some("confidence is 1.5, expected a number from 0 to 1"));
        assert!(fault(&with("0.9").replace("[]}", "[],}")).is_some());
        assert!(fault(&with("0.9")[..40]).is_some());
        let nested = format!(r#"{{"result": {}}}"#, with("0.9"));
        assert_eq!(fault(&nested).as_deref(), Some("it has no success at its top"));
        let twice = format!("{}\n{}", with("0.9"), with("0.9"));
        assert!(fault(&twice).is_some_and(|why| why.starts_with("it is no JSON: trailing")));
        let helper = r#"{"schema_version": "1.0.0", "status": "ok", "error": null, "agent": "codex", "ts": ""}"#;
        assert_eq!(fault(helper), None);
    }
}
