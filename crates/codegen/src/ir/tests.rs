//! What lowering makes of schemas, and in which order checks stand.

use contract::{Document, NoFiles, Schema};
use serde_json::{Value, json};

use super::{Formats, Kind, Sub, Unit, lower};

fn unit(schema: &Value) -> Result<Unit, super::Refusal> {
    let document = Document::from_value("test.json", schema.clone());
    let schema = Schema::read(&document, &NoFiles).expect("a schema");
    lower(&schema, Formats::Assert)
}

fn keywords(unit: &Unit) -> Vec<&str> {
    let Sub::Call(root) = unit.root else { return Vec::new() };
    unit.functions[root].body.checks.iter().map(|check| check.keyword.as_str()).collect()
}

#[test]
fn order_is_the_sources_with_unevaluated_last() {
    let unit = unit(&json!({
        "unevaluatedProperties": false, "required": ["a"], "properties": {"a": {"minimum": 1}},
        "type": "object"
    }));
    assert_eq!(
        keywords(&unit.expect("lowered")),
        ["required", "properties", "type", "unevaluatedProperties"]
    );
}

#[test]
fn constants_fold() {
    let folded = unit(&json!({"items": true, "anyOf": [true, {"type": "null"}], "title": "t"}));
    assert!(keywords(&folded.expect("lowered")).is_empty());
    let never = unit(&json!({"allOf": [false]})).expect("lowered");
    let Sub::Call(root) = never.root else { unreachable!("a schema with keywords is a call") };
    assert!(matches!(never.functions[root].body.checks[0].kind, Kind::Never));
}

#[test]
fn recursion_is_marked_and_endless_references_are_refused() {
    let tree = unit(&json!({"properties": {"child": {"$ref": "#"}}})).expect("lowered");
    assert!(tree.functions.iter().any(|function| function.recursive));
    let endless = unit(&json!({"$ref": "#/$defs/a", "$defs": {"a": {"anyOf": [{"$ref": "#"}]}}}));
    assert!(endless.expect_err("no value could be decided").reason.contains("itself"));
}

#[test]
fn a_pattern_that_is_none_is_refused_by_its_place() {
    let refusal = unit(&json!({"properties": {"a": {"pattern": "(a"}}})).expect_err("no pattern");
    assert_eq!(refusal.pointer.as_str(), "/properties/a/pattern");
}
