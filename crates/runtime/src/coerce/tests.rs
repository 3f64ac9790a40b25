//! The coercion tables, row by row.

use contract::{Document, NoFiles, Schema};
use serde_json::{Value, json};

use super::{Mode, coerce};
use crate::validate::{Formats, Validator};

fn validator(schema: &Value) -> Validator {
    let text = Document::json("s.json", schema.to_string().as_bytes()).expect("JSON");
    let schema = Schema::read(&text, &NoFiles).expect("a schema");
    Validator::new(&schema, Formats::Assert)
}

fn run(schema: &Value, document: Value, mode: Mode) -> (String, Vec<&'static str>) {
    let done = coerce(&validator(schema), &document, mode).expect("a verdict");
    (done.document.to_string(), done.changes.iter().map(|c| c.rule.as_str()).collect())
}

#[test]
fn scalars() {
    let (safe, lenient) = (Mode::Safe, Mode::Lenient);
    for (wanted, from, to, mode) in [
        ("integer", "\"42\"", "42", safe),
        ("integer", "\"-3\"", "-3", safe),
        ("integer", "\"5.0\"", "\"5.0\"", safe),
        ("integer", "\"abc\"", "\"abc\"", safe),
        ("integer", "\"1e3\"", "1000", safe),
        ("integer", "\"1e-3\"", "\"1e-3\"", safe),
        ("integer", "5.0", "5.0", safe),
        ("integer", "\"\"", "\"\"", safe),
        ("integer", "\" 4\"", "\" 4\"", safe),
        ("integer", "\"007\"", "\"007\"", safe),
        ("integer", "\"123456789012345678901\"", "123456789012345678901", safe),
        ("integer", "true", "true", lenient),
        ("number", "\"3.5\"", "3.5", safe),
        ("number", "\"NaN\"", "\"NaN\"", safe),
        ("number", "\"Infinity\"", "\"Infinity\"", safe),
        ("number", "\".5\"", "\".5\"", safe),
        ("number", "\"5.\"", "\"5.\"", safe),
        ("number", "null", "null", lenient),
        ("boolean", "\"TRUE\"", "true", safe),
        ("boolean", "\"yes\"", "\"yes\"", safe),
        ("boolean", "\"yes\"", "true", lenient),
        ("boolean", "\"0\"", "false", lenient),
        ("boolean", "1", "1", lenient),
        ("array", "\"a\"", "[\"a\"]", safe),
        ("array", "{\"a\":1}", "[{\"a\":1}]", safe),
        ("array", "null", "null", lenient),
        ("object", "\"{\\\"a\\\":1}\"", "{\"a\":1}", safe),
        ("object", "\"[1]\"", "\"[1]\"", safe),
        ("object", "\"{\"", "\"{\"", safe),
        ("string", "5", "5", safe),
        ("string", "5.50", "\"5.5\"", lenient),
        ("string", "1.0", "\"1\"", lenient),
        ("string", "1e3", "\"1000\"", lenient),
        ("string", "9007199254740993", "\"9007199254740993\"", lenient),
        ("string", "true", "\"true\"", lenient),
        ("string", "[1]", "[1]", lenient),
    ] {
        let value = serde_json::from_str(from).expect("JSON");
        assert_eq!(run(&json!({"type": wanted}), value, mode).0, to, "{wanted} {from}");
    }
}

#[test]
fn places_and_defaults() {
    let schema = json!({
        "type": "object",
        "properties": {
            "n": {"$ref": "#/$defs/count"}, "tags": {"type": "array", "items": {"type": "integer"}},
            "deep": {"type": "object", "properties": {"x": {"default": 1}}, "default": {}}, "z": {"default": null}
        },
        "$defs": {"count": {"allOf": [{"type": "number"}, {"type": ["integer", "null"]}], "default": 7}}
    });
    assert_eq!(
        run(&schema, json!({"tags": "5", "other": "6"}), Mode::Safe),
        (
            r#"{"tags":[5],"other":"6","n":7,"deep":{"x":1},"z":null}"#.to_owned(),
            vec!["wrap-in-array", "string-to-integer", "default", "default", "default", "default"]
        )
    );
    let unchanged = json!({"n": null, "tags": [], "deep": {"x": "1"}, "z": "5"});
    assert_eq!(run(&schema, unchanged.clone(), Mode::Lenient), (unchanged.to_string(), vec![]));
}

#[test]
fn alternatives_are_tried_in_order() {
    let schema = json!({"anyOf": [{"type": "integer", "maximum": 3}, {"type": "boolean"}, {"type": "array"}]});
    for (from, to) in [
        ("\"2\"", "2"),
        ("\"true\"", "true"),
        ("\"9\"", "[\"9\"]"),
        ("false", "false"),
        ("null", "null"),
    ] {
        let value = serde_json::from_str(from).expect("JSON");
        assert_eq!(run(&schema, value, Mode::Safe).0, to, "{from}");
    }
    assert_eq!(run(&json!({"type": ["string", "integer"]}), json!("5"), Mode::Safe).0, "\"5\"");
}

#[test]
fn a_default_is_not_added_inside_of_itself() {
    let itself = json!({"$ref": "#", "default": {}});
    let schema = json!({"type": "object", "properties": {"a": itself, "b": itself}});
    assert_eq!(run(&schema, json!({}), Mode::Safe).0, r#"{"a":{"b":{}},"b":{"a":{}}}"#);
}

#[test]
fn defaults_that_multiply_are_an_issue() {
    let itself = json!({"$ref": "#", "default": {}});
    let names: serde_json::Map<_, _> = (0..12).map(|i| (format!("p{i}"), itself.clone())).collect();
    let validator = validator(&json!({"type": "object", "properties": names}));
    let done = coerce(&validator, &json!({}), Mode::Safe).expect("a result");
    assert_eq!((done.document, done.changes.len()), (json!({}), 0));
    let issue = done.issue.expect("an issue");
    assert_eq!(issue.keyword, "default");
    assert!(issue.path.tokens().len() > 3, "{}", issue.path);
}

/// A tree whose nodes are those of the schema that refers to it.
#[test]
fn dynamic_references() {
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "http://e/strict",
        "$dynamicAnchor": "node", "$ref": "tree", "properties": {"extra": {"type": "integer"}},
        "$defs": {"tree": {"$id": "tree", "$dynamicAnchor": "node", "type": "object", "properties":
            {"kids": {"type": "array", "items": {"$dynamicRef": "#node"}}}}}
    });
    let (document, _) = run(&schema, json!({"kids": [{"extra": "4"}]}), Mode::Safe);
    assert_eq!(document, r#"{"kids":[{"extra":4}]}"#);
}
