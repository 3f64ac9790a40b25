//! Chains.

use contract::Document;
use serde_json::Value;

use crate::report::Report;

/// Whether a document is meant to be a chain.
#[must_use]
pub fn looks_like_chain(value: &Value) -> bool {
    let steps = value.get("chain").unwrap_or(value);
    let list = steps.as_array().filter(|list| !list.is_empty());
    list.is_some_and(|list| list.iter().all(|step| step.get("skill").is_some()))
        || value.get("chain").is_some_and(Value::is_array)
}

/// Checks what can be said of a chain without its skills.
#[must_use]
pub fn check_alone(_document: &Document) -> Report {
    Report::default()
}
