//! An issue: one way in which a document breaks a schema. The same shape in `skillgen validate` and in
//! every emitted helper (schemas/validate.schema.json).

use serde_json::{Value, json};

use crate::Pointer;

/// One failing keyword at one place.
#[derive(Clone, Debug, PartialEq)]
pub struct Issue {
    /// The place in the instance.
    pub path: Pointer,
    /// The keyword that failed.
    pub keyword: String,
    /// What the schema asks for: the keyword's value, or the missing key.
    pub expected: Value,
    /// What stood there; null where nothing did.
    pub got: Value,
    /// One sentence for a person.
    pub message: String,
}

impl Issue {
    /// The issue as it is printed: `{path, keyword, expected, got, message}`.
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
