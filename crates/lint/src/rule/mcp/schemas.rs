//! `mcp-input-not-object`, `mcp-output-not-object`, `mcp-header-invalid`: the protocol's requirements for a tool's
//! schemas.

use contract::Pointer;
use contract::mcp::Headers;
use serde_json::Value;

use super::Item;
use crate::report::Report;
use crate::source::quote;

/// The root of both schemas.
pub(crate) fn check(item: &Item<'_>, report: &mut Report) {
    if !item.value.is_object() {
        return;
    }
    root(item, "inputSchema", "mcp-input-not-object", true, report);
    root(item, "outputSchema", "mcp-output-not-object", false, report);
}

pub(crate) fn root(item: &Item<'_>, key: &str, rule: &str, required: bool, report: &mut Report) {
    let expected = "expected a JSON Schema with \"type\": \"object\" at its root";
    let at: Pointer = item.place.push(key);
    let (place, found) = match item.value.get(key) {
        None if required => (item.place.clone(), "none".to_owned()),
        None => return,
        Some(Value::Object(members)) => match members.get("type") {
            Some(Value::String(kind)) if kind == "object" => return,
            Some(other) => (at.push("type"), format!("\"type\": {}", quote(other))),
            None => (at, "no type".to_owned()),
        },
        Some(other) => (at, quote(other)),
    };
    let message = format!("{}: `{key}`: {expected}, found {found}", item.shown());
    report.value(rule, item.source, &place, message);
}

/// Annotations because of which clients ignore the tool.
pub(crate) fn headers(item: &Item<'_>, headers: &Headers, report: &mut Report) {
    for fault in &headers.faults {
        let message = format!("{}: `x-mcp-header`: {}", item.shown(), fault.reason);
        report
            .value("mcp-header-invalid", item.source, &fault.pointer, message)
            .advise("fix the annotation or remove it: HTTP clients leave out the whole tool");
    }
}
