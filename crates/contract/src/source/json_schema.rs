//! A JSON Schema file: one schema whose role only the caller knows.

use serde_json::Value;

use super::SourceError;
use crate::{Contract, Document, Loader, Pointer, Schema, SourceKind};

/// Reads the document as a schema.
pub(super) fn read(document: &Document, loader: &dyn Loader) -> Result<Contract, SourceError> {
    let value = document.value();
    if !matches!(value, Value::Object(_) | Value::Bool(_)) {
        let got = crate::value::kind(value);
        let message = format!("not a schema: expected an object or a boolean, got {got}");
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
