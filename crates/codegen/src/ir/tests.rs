//! Tests of lowering, and of the order of checks.

use contract::{Document, NoFiles, Schema};
use serde_json::{Value, json};

use super::{Formats, Keys, Kind, Left, Sub, Unit, discriminator, flat, left, lower};

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
    // The dynamic scope decides which anchor applies, so the reader accepts it.
    let endless = unit(&json!({"$id": "https://example.com/a", "$dynamicAnchor": "n",
        "anyOf": [{"$dynamicRef": "#n"}],
        "$defs": {"other": {"$id": "other", "$dynamicAnchor": "n"}}}));
    assert!(endless.expect_err("no value could be decided").reason.contains("itself"));
}

#[test]
fn what_is_applied_in_place_unfolds_into_one_list() {
    let unit = unit(&json!({
        "allOf": [{"$ref": "#/$defs/a"}, {"maximum": 3}], "minimum": 1, "$defs": {"a": {"type": "number"}}
    }));
    let unit = unit.expect("lowered");
    let list = flat(&unit, &[&unit.root]).expect("a list");
    let words: Vec<&str> = list.iter().map(|check| check.keyword.as_str()).collect();
    assert_eq!(words, ["type", "maximum", "minimum"]);
}

#[test]
fn references_alone_are_the_schema_that_they_lead_to() {
    let unit = unit(&json!({
        "properties": {"a": {"$ref": "#"}, "b": {"$ref": "#", "minimum": 1}}
    }));
    let unit = unit.expect("lowered");
    let keys = Keys::of(&flat(&unit, &[&unit.root]).expect("a list")).expect("keys");
    assert!(matches!(keys.at("a")[0].bare(), Sub::Call(_)));
    assert!(matches!(keys.at("b")[0].bare(), Sub::Block(_)));
}

#[test]
fn what_must_be_noted_or_is_refused_is_no_list() {
    for schema in [
        json!({"allOf": [{"properties": {"a": true}}], "unevaluatedProperties": false}),
        json!({"minimum": 1, "allOf": [false]}),
    ] {
        let unit = unit(&schema).expect("lowered");
        assert!(flat(&unit, &[&unit.root]).is_none(), "{schema}");
    }
}

#[test]
fn constants_leave_what_all_of_them_take() {
    let unit =
        unit(&json!({"enum": ["a", "b", 1], "allOf": [{"enum": ["b", "c"]}], "type": "string"}));
    let unit = unit.expect("lowered");
    let list = flat(&unit, &[&unit.root]).expect("a list");
    assert_eq!(left(&list, contract::Type::String), Left::Some(vec![&json!("b")]));
    assert_eq!(left(&list, contract::Type::Number), Left::Never);
}

#[test]
fn keys_are_asked_by_name_and_noted_in_bits() {
    let unit = unit(&json!({
        "properties": {"a": {"minimum": 1}, "b": true}, "additionalProperties": {"type": "null"},
        "required": ["b", "c", "b"], "dependentRequired": {"a": ["d"]}
    }));
    let unit = unit.expect("lowered");
    let keys = Keys::of(&flat(&unit, &[&unit.root]).expect("a list")).expect("keys");
    assert!(keys.bits().into_iter().eq(["b", "c", "a", "d"]));
    assert_eq!(keys.told(), ["a", "b", "c", "d"]);
    assert!(matches!(keys.at("a")[..], [Sub::Block(_)]) && keys.at("c").len() == 1);
    let patterned = super::tests::unit(&json!({"patternProperties": {"a": {"type": "null"}}}));
    let patterned = patterned.expect("lowered");
    assert!(Keys::of(&flat(&patterned, &[&patterned.root]).expect("a list")).is_none());
}

fn branches(second: &Value) -> (Unit, Vec<Sub>) {
    let first =
        json!({"type": "object", "required": ["kind"], "properties": {"kind": {"const": "a"}}});
    let unit = unit(&json!({"oneOf": [first, second]})).expect("lowered");
    let list = flat(&unit, &[&unit.root]).expect("a list");
    let subs = match &list[0].kind {
        Kind::OneOf(subs) => subs.clone(),
        other => unreachable!("{other:?}"),
    };
    (unit, subs)
}

#[test]
fn a_property_tells_branches_apart_only_where_it_leaves_one() {
    let (unit, subs) = branches(&json!({
        "type": "object", "required": ["x", "kind"], "properties": {"x": true, "kind": {"enum": ["c", "b"]}}
    }));
    let apart = discriminator(&unit, &subs).expect("told apart");
    assert_eq!((apart.property, apart.texts), ("kind", vec![vec!["a"], vec!["b", "c"]]));
    for other in [
        json!({"type": "object", "required": ["kind"], "properties": {"kind": {"enum": ["a", "b"]}}}),
        json!({"type": "object", "properties": {"kind": {"const": "b"}}}),
        json!({"required": ["kind"], "properties": {"kind": {"const": "b"}}}),
        json!({"type": "object", "required": ["kind"], "properties": {"kind": {"enum": ["b", 1]}}}),
    ] {
        let (unit, subs) = branches(&other);
        assert!(discriminator(&unit, &subs).is_none(), "{other}");
    }
}
