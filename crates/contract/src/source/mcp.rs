//! An MCP tool, or the result of `tools/list` (also inside its JSON-RPC response): per tool an input
//! schema and, in newer revisions, an output schema. References begin at each schema itself.

use serde_json::Value;

use super::SourceError;
use crate::{Contract, Document, Loader, Pointer, Role, Schema, SourceKind, Tool};

/// Where the tools are: the document itself is one, or it has a list of them.
fn tools_at(value: &Value) -> Option<Pointer> {
    let is_tool = |t: &Value| t.get("name").is_some() && t.get("inputSchema").is_some();
    if is_tool(value) {
        return Some(Pointer::root());
    }
    let places = [Pointer::root().push("tools"), Pointer::root().push("result").push("tools")];
    places.into_iter().find(|p| match value.pointer(p.as_str()) {
        Some(Value::Array(tools)) => !tools.is_empty() && tools.iter().all(is_tool),
        _ => false,
    })
}

/// Whether the document is a tool or a list of tools.
pub(super) fn applies(value: &Value) -> bool {
    tools_at(value).is_some()
}

/// Reads the tools.
pub(super) fn read(document: &Document, loader: &dyn Loader) -> Result<Contract, SourceError> {
    let mut contract = Contract::new(SourceKind::Mcp, document);
    let Some(place) = tools_at(document.value()) else {
        let message = "no MCP tool with name and inputSchema";
        return Err(SourceError::at(document, &Pointer::root(), message));
    };
    if place.is_root() {
        let (name, tool) = one(document, &place, loader)?;
        contract.name = name;
        contract.description = tool.description.clone();
        contract.schemas = tool.schemas;
        return Ok(contract);
    }
    let count = match document.value().pointer(place.as_str()) {
        Some(Value::Array(list)) => list.len(),
        _ => 0,
    };
    for i in 0..count {
        let here = place.push_index(i);
        let (name, tool) = one(document, &here, loader)?;
        if contract.tools.insert(name.clone(), tool).is_some() {
            let message = format!("the tool `{name}` stands twice in the list");
            return Err(SourceError::at(document, &here.push("name"), message));
        }
    }
    Ok(contract)
}

fn one(
    document: &Document,
    place: &Pointer,
    loader: &dyn Loader,
) -> Result<(String, Tool), SourceError> {
    let value = document.value().pointer(place.as_str()).unwrap_or(&Value::Null);
    let Some(name) = value.get("name").and_then(Value::as_str) else {
        let message = "name: expected a string";
        return Err(SourceError::at(document, &place.push("name"), message));
    };
    let mut tool = Tool {
        description: value.get("description").and_then(Value::as_str).map(str::to_owned),
        ..Tool::default()
    };
    for (role, key) in [(Role::Input, "inputSchema"), (Role::Output, "outputSchema")] {
        if value.get(key).is_some() {
            let schema = Schema::read_embedded(document, &place.push(key), None, loader)?;
            tool.schemas.insert(role, schema);
        }
    }
    Ok((name.to_owned(), tool))
}
