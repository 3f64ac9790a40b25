//! The API contract document of section 31.6 (docs/seed-coverage.md): `version`, `input`, `output` (and
//! `parameter`) with shared `definitions`; optionally `tools`, `engines`, `execution_modes`.

use serde_json::Value;

use super::SourceError;
use crate::{Contract, Document, Draft, Loader, Pointer, Role, Schema, SourceKind, Tool};

/// A document with an `input` or `output` schema, and no assertions at its root.
pub(super) fn applies(value: &Value) -> bool {
    let Value::Object(members) = value else { return false };
    let schema = |key: &str| matches!(members.get(key), Some(Value::Object(_) | Value::Bool(_)));
    let says_more = ["type", "properties", "$ref", "allOf", "anyOf", "oneOf", "items", "enum"]
        .iter()
        .any(|k| members.contains_key(*k));
    let declares = |is_declared: &dyn Fn(&str) -> bool| {
        Role::ALL.iter().any(|role| is_declared(role.as_str()))
    };
    // With a version it is one even without a schema, which is then reported.
    let is_versioned = members.contains_key("version") && !members.contains_key("$schema");
    let is_contract =
        declares(&schema) || (is_versioned && declares(&|role| members.contains_key(role)));
    is_contract && !says_more
}

/// Reads the document.
pub(super) fn read(document: &Document, loader: &dyn Loader) -> Result<Contract, SourceError> {
    let value = document.value();
    let draft = value.get("$schema").and_then(Value::as_str).and_then(Draft::from_uri);
    let mut contract = Contract::new(SourceKind::ApiContract, document);
    let text = |key: &str| value.get(key).and_then(Value::as_str).map(str::to_owned);
    if let Some(name) = text("name").or_else(|| text("title")) {
        contract.name = name;
    }
    if value.get("version").is_some_and(|v| !v.is_string()) {
        let message = "version: expected a string such as \"1.0.0\"";
        return Err(SourceError::at(document, &Pointer::root().push("version"), message));
    }
    contract.version = text("version");
    contract.description = text("description");
    for role in Role::ALL {
        if value.get(role.as_str()).is_some() {
            let place = Pointer::root().push(role.as_str());
            contract.schemas.insert(role, Schema::read_at(document, &place, draft, loader)?);
        }
    }
    for (name, tool) in tools(value) {
        contract.tools.insert(name, tool);
    }
    contract.read_effects(value);
    Ok(contract)
}

/// `tools` as a list of names, a list of `{name}` objects, or a map by name.
fn tools(value: &Value) -> Vec<(String, Tool)> {
    match value.get("tools") {
        Some(Value::Array(list)) => list
            .iter()
            .filter_map(|t| {
                let name = t.as_str().or_else(|| t.get("name").and_then(Value::as_str))?;
                Some((name.to_owned(), Tool::default()))
            })
            .collect(),
        Some(Value::Object(map)) => map.keys().map(|k| (k.clone(), Tool::default())).collect(),
        _ => Vec::new(),
    }
}
