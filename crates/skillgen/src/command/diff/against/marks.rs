//! What shows that a file holds a contract, by its name and its text. A text that can't be read as JSON or
//! YAML is one where it says so: a contract that was cut off is no other file.

use contract::Document;
use serde_json::Value;

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    Contract,
    Other,
    /// The file can't be read.
    Unread,
}

/// Whether a file is a skill's text.
pub(super) fn is_skill(path: &str) -> bool {
    matches!(path.rsplit('/').next(), Some("SKILL.md" | "skill.md"))
}

/// What the text of a file is.
pub(super) fn of(path: &str, bytes: &[u8]) -> Mark {
    let text = String::from_utf8_lossy(bytes);
    let is_contract = if is_skill(path) {
        text.trim_start_matches('\u{feff}').trim_start().starts_with("---")
    } else {
        // Looking for the words first spares reading every JSON file of the repository.
        ["$schema", "inputSchema", "input", "output", "mcpLock"]
            .iter()
            .any(|word| text.contains(word))
            && match Document::guess(path, bytes) {
                Ok(document) => holds_contract(document.value()),
                Err(_) => ["json-schema.org/", "inputSchema", "mcpLock"]
                    .iter()
                    .any(|word| text.contains(word)),
            }
    };
    if is_contract { Mark::Contract } else { Mark::Other }
}

fn holds_contract(value: &Value) -> bool {
    let dialect = value.get("$schema").and_then(Value::as_str);
    let schema = dialect.is_some_and(|d| d.contains("json-schema.org/"));
    let api = value.get("version").is_some()
        && (value.get("input").is_some() || value.get("output").is_some());
    let list = value.get("tools").or_else(|| value.pointer("/result/tools")).unwrap_or(value);
    let tools = list.as_array().is_some_and(|t| t.iter().any(|t| t.get("inputSchema").is_some()));
    let is_lock = contract::mcp::lock::is_lock(value);
    schema || api || tools || is_lock || value.get("inputSchema").is_some()
}

/// Whether a contract refers to anything but itself. What can't be read refers to nothing.
pub(super) fn refers(path: &str, bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    if !["$ref", "$dynamicRef", "$schema"].iter().any(|word| text.contains(word)) {
        return false;
    }
    let document = if path.ends_with(".md") {
        contract::source::frontmatter::document(path, bytes)
    } else {
        Document::guess(path, bytes)
    };
    document.is_ok_and(|document| has_reference(document.value()))
}

fn has_reference(value: &Value) -> bool {
    let mut todo = vec![value];
    while let Some(value) = todo.pop() {
        match value {
            Value::Object(members) => {
                let leads_out = |key: &str| {
                    let target = members.get(key).and_then(Value::as_str);
                    target.is_some_and(|target| !target.starts_with('#'))
                };
                let own_dialect = members.get("$schema").and_then(Value::as_str);
                if leads_out("$ref")
                    || leads_out("$dynamicRef")
                    || own_dialect.is_some_and(|uri| !uri.contains("json-schema.org/"))
                {
                    return true;
                }
                todo.extend(members.values());
            }
            Value::Array(items) => todo.extend(items),
            _ => {}
        }
    }
    false
}
