//! A lock: what a server offers, as a file of the repository. Servers list items in any order, so the
//! lock sorts items by name, keys, and the names in `required`. It omits what changes without a release:
//! sizes, dates and cache hints.

use serde_json::{Map, Value, json};

use super::ListKind;
use crate::provider_tools::name_of_item;

/// The version of the format.
const VERSION: u64 = 1;

/// Keys of a document in their order; all others follow by name.
const OF_DOCUMENT: [&str; 12] = [
    "mcpLock",
    "name",
    "version",
    "description",
    "protocolVersion",
    "serverInfo",
    "capabilities",
    "instructions",
    "tools",
    "prompts",
    "resources",
    "resourceTemplates",
];

/// Keys of items and schemas in their order; all others follow by name.
const OF_ITEM: [&str; 21] = [
    "name",
    "uri",
    "uriTemplate",
    "title",
    "description",
    "mimeType",
    "inputSchema",
    "input_schema",
    "outputSchema",
    "function",
    "parameters",
    "annotations",
    "execution",
    "arguments",
    "$schema",
    "$ref",
    "type",
    "properties",
    "required",
    "additionalProperties",
    "items",
];

/// Keys of a result that describe the response, not the server.
const OF_THE_ANSWER: [&str; 7] =
    ["$schema", "_meta", "cacheScope", "mcpLock", "nextCursor", "resultType", "ttlMs"];

/// Keywords whose value is data, which is not sorted.
const DATA: [&str; 4] = ["const", "default", "enum", "examples"];

/// Keywords whose value is a map by user-defined names.
const MAPS: [&str; 6] =
    ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "_meta"];

/// Whether a document is a lock.
#[must_use]
pub fn is_lock(document: &Value) -> bool {
    document.get("mcpLock").is_some()
}

/// The lock of a server's lists.
#[must_use]
pub fn lock(server: &Map<String, Value>) -> Value {
    let mut members: Map<String, Value> = server
        .iter()
        .filter(|(key, _)| !OF_THE_ANSWER.contains(&key.as_str()))
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect();
    members.insert("mcpLock".to_owned(), json!(VERSION));
    for kind in ListKind::ALL {
        if let Some(Value::Array(items)) = members.get_mut(kind.key()) {
            let identity =
                |item: &Value| item.get(kind.identity()).and_then(Value::as_str).map(str::to_owned);
            items.sort_by_key(|item| identity(item).or_else(|| name_of_item(item)));
            for item in items.iter_mut() {
                if let Value::Object(item) = item {
                    without_todays_content(kind, item);
                }
                *item = sorted(item, &OF_ITEM);
            }
        }
    }
    let listed = |key: &str| ListKind::ALL.iter().any(|kind| kind.key() == key);
    for (key, value) in members.iter_mut().filter(|(key, _)| !listed(key)) {
        *value = sorted(value, if key == "serverInfo" { &OF_ITEM } else { &[] });
    }
    ordered(members, &OF_DOCUMENT)
}

/// The text of a lock.
///
/// # Panics
/// Does not fail, because JSON values can be written.
#[must_use]
pub fn text(lock: &Value) -> String {
    let text = serde_json::to_string_pretty(lock).expect("invariant: a JSON value can be written");
    text + "\n"
}

fn without_todays_content(kind: ListKind, item: &mut Map<String, Value>) {
    if matches!(kind, ListKind::Resources | ListKind::Templates) {
        item.remove("size");
        if let Some(Value::Object(annotations)) = item.get_mut("annotations") {
            annotations.remove("lastModified");
        }
    }
}

fn sorted(value: &Value, first: &[&str]) -> Value {
    match value {
        Value::Array(items) => Value::Array(items.iter().map(|item| sorted(item, first)).collect()),
        Value::Object(members) => {
            let one = |(key, value): (&String, &Value)| {
                let value = match (key.as_str(), value) {
                    (key, _) if DATA.contains(&key) => value.clone(),
                    ("required", Value::Array(names)) => Value::Array(by_name(names)),
                    (key, Value::Object(map)) if MAPS.contains(&key) => {
                        let inner = map.iter().map(|(k, v)| (k.clone(), sorted(v, first)));
                        ordered(inner.collect(), &[])
                    }
                    _ => sorted(value, first),
                };
                (key.clone(), value)
            };
            ordered(members.iter().map(one).collect(), first)
        }
        other => other.clone(),
    }
}

fn by_name(names: &[Value]) -> Vec<Value> {
    let mut names = names.to_vec();
    names.sort_by_key(|name| name.as_str().map(str::to_owned));
    names
}

fn ordered(members: Map<String, Value>, first: &[&str]) -> Value {
    let mut members: Vec<(String, Value)> = members.into_iter().collect();
    let rank = |key: &str| first.iter().position(|k| *k == key).unwrap_or(first.len());
    members.sort_by(|(a, _), (b, _)| rank(a).cmp(&rank(b)).then_with(|| a.cmp(b)));
    Value::Object(members.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(value: &Value) -> String {
        text(&lock(value.as_object().expect("an object")))
    }

    #[test]
    fn the_order_in_which_a_server_tells_makes_no_difference() {
        let a = json!({"tools": [
            {"name": "b", "inputSchema": {"type": "object", "properties": {"y": {}, "x": {}}, "required": ["y", "x"]}},
            {"inputSchema": {}, "name": "a"}]});
        let b = json!({"ttlMs": 5, "tools": [
            {"name": "a", "inputSchema": {}},
            {"inputSchema": {"required": ["x", "y"], "properties": {"x": {}, "y": {}}, "type": "object"}, "name": "b"}]});
        assert_eq!(of(&a), of(&b));
    }

    #[test]
    fn data_keeps_its_order() {
        let schema = json!({"enum": ["b", "a"], "default": {"required": ["b", "a"], "a": 1}});
        let text = of(&json!({"tools": [{"name": "a", "inputSchema": schema}]}));
        assert!(text.contains("\"b\",\n            \"a\""), "{text}");
    }

    #[test]
    fn what_changes_without_a_release_stays_out() {
        let resource =
            json!({"uri": "a:", "size": 1, "annotations": {"lastModified": "2026", "priority": 1}});
        let text = of(&json!({"resources": [resource], "nextCursor": null}));
        assert!(
            !text.contains("size") && !text.contains("lastModified") && text.contains("priority")
        );
    }
}
