//! The values of a schema that an issue lists.

use serde_json::Value;

use super::tell;

/// The values of a schema that an issue lists.
#[derive(Debug, Clone, Copy)]
pub(super) enum Wanted<'v> {
    /// Of `const`.
    One(&'v Value),
    /// Of `enum`.
    OneOf(&'v [Value]),
}

impl Wanted<'_> {
    pub(super) fn message(self, got: &Value) -> String {
        match self {
            Wanted::One(value) => {
                format!("expected {}, got {}", tell::brief(value), tell::brief(got))
            }
            Wanted::OneOf(list) => {
                format!("expected one of {}, got {}", tell::brief_list(list), tell::brief(got))
            }
        }
    }

    pub(super) fn size(self, most: usize) -> usize {
        match self {
            Wanted::One(value) => tell::size(value, most),
            Wanted::OneOf(list) => list.iter().map(|value| tell::size(value, most)).sum(),
        }
    }

    pub(super) fn copy(self) -> Value {
        match self {
            Wanted::One(value) => value.clone(),
            Wanted::OneOf(list) => Value::Array(list.to_vec()),
        }
    }

    pub(super) fn kind(self) -> &'static str {
        match self {
            Wanted::One(value) => contract::value::kind(value),
            Wanted::OneOf(_) => "array",
        }
    }
}
