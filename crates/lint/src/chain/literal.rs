//! `chain-literal-mismatch`: a literal in a chain that violates the input's type.

use contract::types::SkillType;
use serde_json::Value;

use super::shape::EndpointType;
use super::{Oracle, reference};

/// The mismatch of a literal that can't be coerced when the step runs: expected type, found type. Lists and objects
/// with references are not checked as a whole.
pub(super) fn mismatch(
    shape: &EndpointType,
    value: &Value,
    oracle: &dyn Oracle,
) -> Option<(String, &'static str)> {
    if holds_reference(value) {
        let outer = match value {
            Value::Array(_) => {
                matches!(shape.kind(), Some(SkillType::StringList | SkillType::ObjectList) | None)
            }
            _ => matches!(shape.kind(), Some(SkillType::Object) | None),
        };
        // What the references in it lead to has types of its own.
        let got = if value.is_array() { "array" } else { "object" };
        return (!outer).then(|| (shape.words().unwrap_or_default(), got));
    }
    match shape {
        EndpointType::Unknown(_) => None,
        EndpointType::Typed(expected) => {
            let fits = expected.fits(value) || oracle.converts(value, *expected);
            (!fits).then(|| (expected.as_str().to_owned(), kind(value)))
        }
        EndpointType::Schema(schema) => {
            if !crate::cost::affordable(schema, schema.root(), value) {
                return None;
            }
            let standalone = schema.to_standalone();
            let validator = jsonschema::options().build(&standalone).ok()?;
            let error = validator.iter_errors(value).next()?;
            let expected = match shape.words() {
                Some(words) if !is_of(shape, value) => words,
                _ => format!("a value that the schema takes ({error})"),
            };
            Some((expected, kind(value)))
        }
    }
}

fn is_of(shape: &EndpointType, value: &Value) -> bool {
    shape.kind().is_none_or(|kind| kind.fits(value))
}

fn holds_reference(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.iter().any(|item| is_reference(item) || holds_reference(item)),
        Value::Object(members) => {
            members.values().any(|member| is_reference(member) || holds_reference(member))
        }
        _ => false,
    }
}

fn is_reference(value: &Value) -> bool {
    value.as_str().is_some_and(|text| reference::read(text).is_some())
}

/// The type of a value, as the protocol names it.
pub(super) fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Object(_) => "object",
        Value::Array(items) if !items.is_empty() && items.iter().all(Value::is_string) => {
            "string[]"
        }
        Value::Array(items) if !items.is_empty() && items.iter().all(Value::is_object) => {
            "object[]"
        }
        Value::Array(_) => "array",
    }
}
