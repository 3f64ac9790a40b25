//! A JSON Schema file: one schema; only the caller knows its role.

use serde_json::Value;

use super::{SourceError, evidence};
use crate::provider_tools::KNOWN_FORMS;
use crate::schema::vocabulary;
use crate::{Contract, Document, Loader, Pointer, Schema, SourceKind};

/// The place of a schema in a document of another format, if there is one.
fn schema_in(value: &Value) -> String {
    let first = |list: &[&str]| {
        let mut at = value;
        for key in list {
            at = at.get(*key)?;
        }
        let name = at.as_object()?.keys().next()?;
        Some(format!("{}/{}", list.join("/"), name))
    };
    let found = first(&["components", "schemas"]).or_else(|| first(&["definitions"]));
    found.unwrap_or_else(|| "components/schemas/NAME".to_owned())
}

/// Explains why an API description is not a contract; `None` for other documents.
#[must_use]
pub fn other_format(document: &Document) -> Option<SourceError> {
    let (key, format) = evidence::api_format(document.value())?;
    let file = document.label().rsplit(['/', ':']).next().unwrap_or_default();
    let at = schema_in(document.value());
    let message = format!(
        "{format} is not read; compare one schema of it: a file with {{\"$ref\": \"{file}#/{at}\"}}"
    );
    Some(SourceError::at(document, &Pointer::root().push(key), message))
}

/// Whether an object is not intended as a schema: without a keyword it would accept every document. A description
/// alone, as in a package.json, does not make it a schema.
fn is_foreign(object: &serde_json::Map<String, Value>) -> bool {
    let is_annotation = |key: &String| matches!(key.as_str(), "title" | "description");
    let is_ours = |key: &String| key == "version" || key.starts_with("x-");
    let keyword = |key: &String| vocabulary::is_keyword(key);
    if object.is_empty() || object.keys().any(|key| keyword(key) && !is_annotation(key)) {
        return false;
    }
    !object.keys().any(keyword) || object.keys().any(|key| !keyword(key) && !is_ours(key))
}

/// The first object in a list, or in the `tools` of an object without keywords: it was meant as a tool, but has no
/// known form.
fn first_unknown_tool(value: &Value) -> Option<Pointer> {
    let (place, list) = match value {
        Value::Object(members) if is_foreign(members) => {
            (Pointer::root().push("tools"), members.get("tools")?)
        }
        other => (Pointer::root(), other),
    };
    let index = list.as_array()?.iter().position(Value::is_object)?;
    Some(place.push_index(index))
}

/// Reads the document as a schema.
pub(super) fn read(document: &Document, loader: &dyn Loader) -> Result<Contract, SourceError> {
    let value = document.value();
    if let Some(place) = first_unknown_tool(value) {
        let message = format!("not a contract: {KNOWN_FORMS}");
        return Err(SourceError::at(document, &place, message));
    }
    if !matches!(value, Value::Object(_) | Value::Bool(_)) {
        let got = crate::value::kind(value);
        let message = format!("not a schema: expected an object or a boolean, got {got}");
        return Err(SourceError::at(document, &Pointer::root(), message));
    }
    if let Some(error) = other_format(document) {
        return Err(error);
    }
    if value.as_object().is_some_and(is_foreign) {
        let message = "not a contract: none of its keys, title and description aside, is a keyword \
                       of JSON Schema; expected a schema, an API contract or a list of MCP tools";
        return Err(SourceError::at(document, &Pointer::root(), message));
    }
    let schema = Schema::read(document, loader)?;
    let mut contract = Contract::new(SourceKind::JsonSchema, document);
    let text = |key: &str| value.get(key).and_then(Value::as_str).map(str::to_owned);
    let version = |key: &str| match value.get(key)? {
        Value::Number(number) => Some(number.to_string()),
        other => other.as_str().map(str::to_owned),
    };
    contract.version = version("version").or_else(|| version("x-version"));
    contract.description = text("description");
    if let Some(title) = text("title") {
        contract.name = title;
    }
    contract.plain = Some(schema);
    Ok(contract)
}
