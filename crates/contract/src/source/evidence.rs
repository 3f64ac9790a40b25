//! Detects JSON and YAML documents that are contracts, for a search of a folder. Data, settings of
//! tools and documents of other formats are not contracts.

use serde_json::{Map, Value};

use super::{api_contract, mcp, provider};
use crate::schema::{uri, vocabulary};
use crate::{Role, value};

/// The evidence in a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// Certain: it names a dialect of JSON Schema, or has the form of an API contract or of a list of tools.
    Declared,
    /// Its keys are those of a schema.
    Keys,
    /// Nothing.
    None,
}

/// Documents of other formats that hold schemas further down.
const OTHER_FORMATS: [&str; 4] = ["apiVersion", "asyncapi", "openapi", "swagger"];

/// Formats of API descriptions, by the key that holds their version.
const API_FORMATS: [(&str, &str); 3] =
    [("openapi", "OpenAPI"), ("swagger", "OpenAPI (Swagger)"), ("asyncapi", "AsyncAPI")];

/// The key and the name of an API description, if the document is one.
pub(crate) fn api_format(document: &Value) -> Option<(&'static str, &'static str)> {
    let says = |key: &str| document.get(key).is_some_and(|v| v.is_string() || v.is_number());
    API_FORMATS.into_iter().find(|(key, _)| says(key)).filter(|_| document.get("info").is_some())
}

/// Whether a value is plausible for a keyword.
type Fits = fn(&Value) -> bool;

/// Keywords that no other known format has.
const UNMISTAKABLE: [(&str, Fits); 8] = [
    ("$defs", Value::is_object),
    ("$dynamicRef", Value::is_string),
    ("$ref", Value::is_string),
    ("additionalProperties", is_schema),
    ("allOf", are_schemas),
    ("anyOf", are_schemas),
    ("oneOf", are_schemas),
    ("unevaluatedProperties", is_schema),
];

/// Keywords that assert nothing, or whose names occur in data.
const WEAK: [&str; 14] = [
    "$comment",
    "$id",
    "$schema",
    "const",
    "default",
    "deprecated",
    "description",
    "examples",
    "id",
    "items",
    "properties",
    "readOnly",
    "title",
    "writeOnly",
];

/// The evidence in a document.
#[must_use]
pub fn evidence(document: &Value) -> Evidence {
    let dialect = document.get("$schema").and_then(Value::as_str);
    if dialect.is_some_and(|uri| uri.contains("json-schema.org/"))
        || is_api_contract(document)
        || mcp::is_unmistakable(document)
        || provider::applies(document)
        || document.get("inputSchema").is_some()
    {
        return Evidence::Declared;
    }
    let Value::Object(members) = document else { return Evidence::None };
    if OTHER_FORMATS.iter().any(|key| members.get(*key).is_some_and(Value::is_string))
        || !has_schema_keys(members, LEVELS)
    {
        return Evidence::None;
    }
    Evidence::Keys
}

/// The absolute URI of a schema's `$id`.
#[must_use]
pub fn own_uri(document: &Value) -> Option<String> {
    let id = ["$id", "id"].iter().find_map(|key| document.get(*key)?.as_str())?;
    let bare = id.split('#').next().unwrap_or_default();
    uri::is_absolute(bare).then(|| bare.to_owned())
}

/// A reference relative to a path or URI, without its fragment.
#[must_use]
pub fn resolved(base: &str, reference: &str) -> String {
    uri::resolve(base, reference).0
}

/// The maximum depth of the search.
const LEVELS: usize = 8;

fn is_api_contract(document: &Value) -> bool {
    let roles = || Role::ALL.iter().filter_map(|role| document.get(role.as_str()));
    let is_versioned = document.get("version").is_some()
        && ["input", "output"].iter().any(|role| document.get(*role).is_some());
    let mut schemas = roles().filter_map(Value::as_object);
    is_versioned
        || (api_contract::applies(document) && schemas.any(|role| has_schema_keys(role, LEVELS)))
}

fn is_schema(value: &Value) -> bool {
    value.is_object() || value.is_boolean()
}

fn are_schemas(value: &Value) -> bool {
    value.as_array().is_some_and(|list| !list.is_empty() && list.iter().all(is_schema))
}

fn has_schema_keys(members: &Map<String, Value>, levels: usize) -> bool {
    if levels == 0 {
        return false;
    }
    let below = |value: &Value| match value {
        Value::Object(members) => has_schema_keys(members, levels - 1),
        Value::Array(list) => {
            let mut objects = list.iter().filter_map(Value::as_object);
            objects.any(|members| has_schema_keys(members, levels - 1))
        }
        _ => false,
    };
    let any_below = |key: &str| {
        let map = members.get(key).and_then(Value::as_object);
        map.is_some_and(|map| map.values().any(below))
    };
    let unmistakable = UNMISTAKABLE.iter().any(|(key, fits)| members.get(*key).is_some_and(fits));
    unmistakable
        || members.get("type").is_some_and(names_types)
        || members.get("enum").and_then(Value::as_array).is_some_and(|list| !list.is_empty())
        || ["properties", "patternProperties", "definitions", "dependentSchemas"]
            .iter()
            .any(|key| any_below(key))
        || ["items", "prefixItems", "not", "if", "contains", "propertyNames"]
            .iter()
            .any(|key| members.get(*key).is_some_and(below))
        || has_only_keywords(members)
}

/// A key that shows that a value is not a schema: no draft has it, and nothing else suggests a schema.
#[must_use]
pub fn foreign_key(value: &Value) -> Option<&str> {
    let members = value.as_object().filter(|_| evidence(value) == Evidence::None)?;
    let is_known = |key: &str| vocabulary::is_keyword(key) || key.starts_with("x-");
    members.keys().map(String::as_str).find(|key| !is_known(key))
}

fn names_types(value: &Value) -> bool {
    let is_type = |name: &Value| {
        let known = ["array", "boolean", "integer", "null", "number", "object", "string"];
        name.as_str().is_some_and(|name| known.contains(&name))
    };
    match value {
        Value::Array(names) => !names.is_empty() && names.iter().all(is_type),
        name => is_type(name),
    }
}

/// Whether all keys are keywords or `x-…`, and one of them is an assertion with a plausible value.
fn has_only_keywords(members: &Map<String, Value>) -> bool {
    let is_known = |key: &String| vocabulary::is_keyword(key) || key.starts_with("x-");
    let asserts = |(key, value): (&String, &Value)| {
        let fits = match key.as_str() {
            "required" => value.as_array().is_some_and(|names| names.iter().all(Value::is_string)),
            "type" => false,
            "format" | "pattern" => value.is_string(),
            "dependencies" | "dependentRequired" | "dependentSchemas" => value.is_object(),
            _ => !value.is_null(),
        };
        fits && vocabulary::is_keyword(key) && !WEAK.contains(&key.as_str())
    };
    let constant = members.contains_key("const") && members.keys().all(is_known);
    constant || (members.keys().all(is_known) && members.iter().any(asserts))
}

/// The recognizable top-level keys of an unreadable text: of JSON those of the outermost object, of YAML those at
/// the start of a line.
#[must_use]
pub fn keys_of_broken(text: &str) -> Vec<String> {
    let text = text.trim_start_matches('\u{feff}');
    if text.trim_start().starts_with(['{', '[']) {
        return json_keys(text);
    }
    let key = |line: &str| {
        let (key, _) = line.split_once(':')?;
        let key = key.trim_end().trim_matches(['"', '\'']);
        let is_name = !key.is_empty() && !key.contains(char::is_whitespace);
        is_name.then(|| key.to_owned())
    };
    text.lines().filter_map(key).collect()
}

fn json_keys(text: &str) -> Vec<String> {
    let mut keys = Vec::new();
    let (mut depth, mut last) = (0_usize, None);
    let mut rest = text.char_indices();
    while let Some((at, c)) = rest.next() {
        match c {
            '{' | '[' => depth += 1,
            '}' | ']' => depth = depth.saturating_sub(1),
            ':' if depth == 1 => keys.extend(last.take()),
            '"' => {
                let mut escaped = false;
                let end = rest.by_ref().find(|(_, c)| {
                    let ends = *c == '"' && !escaped;
                    escaped = *c == '\\' && !escaped;
                    ends
                });
                last = end.map(|(end, _)| text[at + 1..end].to_owned());
            }
            _ => {}
        }
    }
    keys
}

/// Words that an unreadable text has if it was meant as a contract: all of one line.
const WORDS_OF_CONTRACTS: [&[&str]; 6] = [
    &["json-schema.org/"],
    &["inputSchema"],
    &["mcpLock"],
    &["\"input_schema\""],
    &["\"function\"", "\"parameters\""],
    &["functionDeclarations"],
];

/// Whether an unreadable text has the words or the top-level keys of a contract.
#[must_use]
pub fn is_broken_contract(text: &str) -> bool {
    if WORDS_OF_CONTRACTS.iter().any(|words| words.iter().all(|word| text.contains(word))) {
        return true;
    }
    let keys = keys_of_broken(text);
    let has = |key: &str| keys.iter().any(|k| k == key);
    UNMISTAKABLE.iter().any(|(key, _)| has(key))
        || (has("type") && (has("properties") || has("items") || has("enum") || has("required")))
}

/// The references of a document without fragments, and its dialect. Data contains no references.
#[must_use]
pub fn references(document: &Value) -> Vec<String> {
    let mut found = Vec::new();
    let mut todo = vec![(document, false)];
    while let Some((value, is_map)) = todo.pop() {
        match value {
            Value::Object(members) => {
                for (key, value) in members {
                    match (key.as_str(), value) {
                        ("$ref" | "$dynamicRef" | "$schema", Value::String(target)) if !is_map => {
                            found.push(target.clone());
                        }
                        ("const" | "default" | "enum" | "example" | "examples", _) if !is_map => {}
                        (key, value) => todo.push((value, !is_map && is_map_of_schemas(key))),
                    }
                }
            }
            Value::Array(items) => todo.extend(items.iter().map(|item| (item, false))),
            _ => {}
        }
    }
    let bare = |target: String| target.split('#').next().unwrap_or_default().to_owned();
    let mut found: Vec<String> = found.into_iter().map(bare).collect();
    found.retain(|target| !target.is_empty() && !target.contains("json-schema.org/"));
    found.sort();
    found.dedup();
    found
}

fn is_map_of_schemas(key: &str) -> bool {
    ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"].contains(&key)
}

/// A description of a JSON or YAML document that is not a contract.
#[must_use]
pub fn kind_of_other(document: &Value) -> String {
    match document {
        Value::Object(members) => {
            let named = OTHER_FORMATS.iter().find(|key| members.contains_key(**key));
            match named {
                Some(key) => format!("a document with `{key}`"),
                None => "an object without the keys of a schema".to_owned(),
            }
        }
        other => format!("{} and no schema", value::kind(other)),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn schemas_show_themselves_by_their_keys() {
        for document in [
            json!({"type": "object"}),
            json!({"type": ["string", "null"]}),
            json!({"properties": {"a": {"type": "string"}}}),
            json!({"properties": {"a": {}}, "required": ["a"], "additionalProperties": false}),
            json!({"$ref": "a.json"}),
            json!({"anyOf": [{"minimum": 1}]}),
            json!({"$defs": {}}),
            json!({"definitions": {"a": {"enum": [1]}}}),
            json!({"required": ["a"]}),
            json!({"minLength": 2, "title": "t"}),
            json!({"const": 1}),
            json!({"not": {"type": "string"}}),
        ] {
            assert_eq!(evidence(&document), Evidence::Keys, "{document}");
        }
        for document in [
            json!({"$schema": "https://json-schema.org/draft/2020-12/schema"}),
            json!({"version": "1.0.0", "input": {}}),
            json!({"input": {"type": "object"}}),
            json!([{"name": "t", "inputSchema": {}}]),
            json!([{"name": "t", "input_schema": {}}]),
            json!({"tools": [{"type": "function", "function": {"name": "t"}}]}),
            json!({"mcpLock": 1}),
        ] {
            assert_eq!(evidence(&document), Evidence::Declared, "{document}");
        }
    }

    #[test]
    fn data_and_settings_show_nothing() {
        for document in [
            json!({"name": "x", "version": "1.0.0", "type": "module", "dependencies": {"a": "1"}}),
            json!({"$schema": "https://json.schemastore.org/tsconfig", "compilerOptions": {}}),
            json!({"type": "Feature", "geometry": {}, "properties": {"name": "x", "open": true}}),
            json!({"type": "record", "name": "r", "fields": []}),
            json!({"openapi": "3.1.0", "components": {"schemas": {}}, "type": "object"}),
            json!({"apiVersion": "v1", "kind": "ConfigMap", "data": {}}),
            json!({"items": [{"title": "a", "id": 1}]}),
            json!({"title": "t", "description": "d"}),
            json!({"required": "yes"}),
            json!({"dependencies": [{"role": "r"}]}),
            json!({"input": {"a": 1}, "output": {"b": 2}}),
            json!({"tools": ["hammer"]}),
            json!({}),
            json!([]),
            json!("type"),
        ] {
            assert_eq!(evidence(&document), Evidence::None, "{document}");
        }
    }

    #[test]
    fn what_was_cut_off_shows_its_first_keys() {
        for text in [
            "{\"type\": \"object\", \"properties\": {\"a\": {\"ty",
            "{\"$ref\": \"x.json\",",
            "type: object\nproperties:\n  a: {\n",
            "{\"anyOf\": [",
        ] {
            assert!(is_broken_contract(text), "{text}");
        }
        for text in [
            "{\"a\": {\"properties\": {}, \"type\": \"object\"",
            "// settings\n{\"compilerOptions\": {\"type\": 1}",
            "a: 1\n---\nspec:\n  properties:\n    type: object\n",
        ] {
            assert!(!is_broken_contract(text), "{text}");
        }
    }

    #[test]
    fn references_are_those_of_schemas() {
        let document = json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "properties": {"$ref": {"$ref": "a.json#/x"}, "default": {"$ref": "b.json"}},
            "examples": [{"$ref": "c.json"}],
            "items": {"$ref": "#/properties"},
        });
        assert_eq!(references(&document), ["a.json", "b.json"]);
    }
}
