//! An issue: one violation of a schema. `skillgen validate` and all emitted helpers use the same form
//! (schemas/validate.schema.json).

use serde_json::{Value, json};

use crate::Pointer;

/// One failing keyword at one place.
#[derive(Clone, Debug, PartialEq)]
pub struct Issue {
    /// The place in the instance.
    pub path: Pointer,
    /// The keyword that failed.
    pub keyword: String,
    /// What the schema expects: the keyword's value, or the missing key.
    pub expected: Value,
    /// The value found; null if it is missing.
    pub got: Value,
    /// A message for people.
    pub message: String,
}

impl Issue {
    /// The issue as JSON: `{path, keyword, expected, got, message}`.
    #[must_use]
    pub fn to_json(&self) -> Value {
        json!({
            "path": self.path.as_str(),
            "keyword": self.keyword,
            "expected": self.expected,
            "got": self.got,
            "message": self.message,
        })
    }
}
