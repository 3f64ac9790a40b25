//! A schema in the form in which two versions can be told alike though one is wrapped: without a `$ref` or an `allOf` at the
//! root, and with `$defs` for `definitions`.

use serde_json::{Map, Value};

/// The most wrappers around a root.
const MAX_WRAPPERS: usize = 8;

/// The members of the root, with those of the definition that it refers to and of its `allOf`.
pub(super) fn unwrapped(document: &Value) -> Value {
    let Value::Object(members) = document else { return document.clone() };
    let mut root = members.clone();
    if let Some(definitions) = root.remove("definitions") {
        root.entry("$defs").or_insert(definitions);
    }
    for _ in 0..MAX_WRAPPERS {
        let target = root.get("$ref").and_then(Value::as_str).map(str::to_owned);
        let target = target.and_then(|reference| take_definition(&mut root, &reference));
        if target.is_some() {
            root.remove("$ref");
        }
        let branches = match root.get_mut("allOf").map(Value::take) {
            Some(Value::Array(branches)) => branches,
            _ => Vec::new(),
        };
        root.remove("allOf");
        if target.is_none() && branches.is_empty() {
            break;
        }
        let (schemas, others): (Vec<Value>, Vec<Value>) =
            target.into_iter().chain(branches).partition(Value::is_object);
        for schema in schemas {
            merge(&mut root, schema);
        }
        if !others.is_empty() {
            root.insert("allOf".to_owned(), Value::Array(others));
            break;
        }
    }
    Value::Object(root)
}

/// Removes the definition that a reference of the root leads to.
fn take_definition(root: &mut Map<String, Value>, reference: &str) -> Option<Value> {
    let name = reference.strip_prefix("#/$defs/").or(reference.strip_prefix("#/definitions/"))?;
    root.get_mut("$defs")?.as_object_mut()?.remove(name)
}

/// Adds the members of a schema; those of objects, such as `properties`, one by one.
fn merge(root: &mut Map<String, Value>, schema: Value) {
    let Value::Object(members) = schema else { return };
    for (key, value) in members {
        match (root.get_mut(&key), value) {
            (Some(Value::Object(known)), Value::Object(more)) => {
                for (name, value) in more {
                    known.entry(name).or_insert(value);
                }
            }
            (Some(Value::Array(known)), Value::Array(more)) => known.extend(more),
            (Some(_), _) => {}
            (None, value) => drop(root.insert(key, value)),
        }
    }
}

/// A reference with `$defs` for `definitions`.
pub(super) fn with_defs(reference: &str) -> String {
    reference.replace("#/definitions/", "#/$defs/")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::unwrapped;

    #[test]
    fn wrappers_are_taken_off() {
        let plain = json!({"type": "object", "properties": {"a": {}}, "required": ["a"]});
        let referred = json!({"$ref": "#/definitions/A", "definitions": {"A": plain}});
        let mut wanted = plain.clone();
        wanted["$defs"] = json!({});
        assert_eq!(unwrapped(&referred), wanted);
        assert_eq!(unwrapped(&json!({"allOf": [plain]})), plain);
        // A reference to itself ends.
        let circle = json!({"$ref": "#/$defs/A", "$defs": {"A": {"$ref": "#/$defs/A"}}});
        assert_eq!(unwrapped(&circle), json!({"$ref": "#/$defs/A", "$defs": {}}));
    }
}
