//! A JSON Schema file: one schema whose role only the caller knows.

use serde_json::Value;

use super::SourceError;
use crate::schema::keywords;
use crate::{Contract, Document, Loader, Pointer, Schema, SourceKind};

/// Reads the document as a schema.
pub(super) fn read(document: &Document, loader: &dyn Loader) -> Result<Contract, SourceError> {
    let value = document.value();
    if !matches!(value, Value::Object(_) | Value::Bool(_)) {
        let got = crate::value::kind(value);
        let message = format!("not a schema: expected an object or a boolean, got {got}");
        return Err(SourceError::at(document, &Pointer::root(), message));
    }
    // Without one keyword it would accept every document, as what nobody meant to be a schema does.
    let members = value.as_object();
    let is_foreign = |keys: &serde_json::Map<String, Value>| {
        !keys.is_empty() && !keys.keys().any(|key| keywords::is_keyword(key))
    };
    if members.is_some_and(is_foreign) {
        let message = "not a contract: none of its keys is a keyword of JSON Schema; expected a \
                       schema, an API contract or a list of MCP tools";
        return Err(SourceError::at(document, &Pointer::root(), message));
    }
    let schema = Schema::read(document, loader)?;
    let mut contract = Contract::new(SourceKind::JsonSchema, document);
    let text = |key: &str| value.get(key).and_then(Value::as_str).map(str::to_owned);
    contract.version = text("version").or_else(|| text("x-version"));
    contract.description = text("description");
    if let Some(title) = text("title") {
        contract.name = title;
    }
    contract.plain = Some(schema);
    Ok(contract)
}
