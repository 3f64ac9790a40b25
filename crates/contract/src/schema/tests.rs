//! Tests of the reader: drafts, references, and invalid schemas.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::*;
use crate::{Loader, NoFiles};

struct Files(BTreeMap<&'static str, Value>);

impl Loader for Files {
    fn load(&self, uri: &str) -> Result<Option<Vec<u8>>, String> {
        Ok(self.0.get(uri).map(|v| v.to_string().into_bytes()))
    }
}

fn read(value: Value) -> Schema {
    let text = value.to_string();
    let document = Document::json("t.json", text.as_bytes()).expect("JSON");
    Schema::read(&document, &NoFiles).expect("a schema")
}

fn fails(value: &Value) -> String {
    let document = Document::json("t.json", value.to_string().as_bytes()).expect("JSON");
    Schema::read(&document, &NoFiles).expect_err("no schema").to_string()
}

fn keywords(schema: &Schema) -> &Keywords {
    schema.node(schema.root()).keywords().expect("an object")
}

#[test]
fn draft4_boolean_bounds_become_numbers() {
    let s = read(json!({
        "$schema": "http://json-schema.org/draft-04/schema#",
        "minimum": 1, "exclusiveMinimum": true, "maximum": 9, "exclusiveMaximum": false
    }));
    let k = keywords(&s);
    assert_eq!(k.exclusive_minimum.as_ref().map(ToString::to_string).as_deref(), Some("1"));
    assert!(k.minimum.is_none() && k.exclusive_maximum.is_none());
    assert_eq!(k.maximum.as_ref().map(ToString::to_string).as_deref(), Some("9"));
    assert_eq!(k.spelled("exclusiveMinimum"), "minimum");
}

#[test]
fn item_arrays_and_dependencies_are_brought_to_one_vocabulary() {
    let s = read(json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "items": [{"type": "string"}], "additionalItems": false,
        "dependencies": {"a": ["b"], "c": {"minProperties": 2}}
    }));
    let k = keywords(&s);
    assert_eq!(k.prefix_items.len(), 1);
    assert!(matches!(s.node(k.items.expect("rest")).body, Body::Bool(false)));
    assert_eq!(k.spelled("items"), "additionalItems");
    assert_eq!(k.dependent_required["a"], ["b"]);
    assert_eq!(s.node(k.dependent_schemas["c"]).pointer.as_str(), "/dependencies/c");
}

#[test]
fn siblings_of_ref_count_from_2019_on() {
    let schema = |draft: &str| {
        json!({"$schema": draft, "$ref": "#/definitions/a", "maximum": 3,
               "definitions": {"a": {"type": "integer"}}})
    };
    let old = read(schema("http://json-schema.org/draft-07/schema#"));
    assert!(keywords(&old).maximum.is_none());
    assert_eq!(keywords(&old).extra["maximum"], json!(3));
    let new = read(schema("https://json-schema.org/draft/2020-12/schema"));
    assert!(keywords(&new).maximum.is_some());
}

#[test]
fn recursion_is_an_edge() {
    let s = read(json!({"properties": {"next": {"$ref": "#"}}}));
    let next = s.node(keywords(&s).properties["next"]).keywords().expect("object");
    assert_eq!(next.reference.as_ref().expect("ref").target, s.root());
}

#[test]
fn what_judges_the_same_value_again_without_end_is_no_schema() {
    let itself = [
        json!({"$ref": "#"}),
        json!({"anyOf": [{"type": "string"}, {"$ref": "#"}]}),
        json!({"oneOf": [{"$ref": "#"}, {"type": "string"}]}),
        json!({"not": {"$ref": "#"}}),
        json!({"if": {"$ref": "#"}}),
        json!({"if": {"type": "string"}, "then": {"$ref": "#"}}),
        json!({"if": {"type": "string"}, "else": {"allOf": [{"$ref": "#"}]}}),
        json!({"dependentSchemas": {"a": {"$ref": "#"}}}),
        json!({"$dynamicAnchor": "x", "anyOf": [{"$dynamicRef": "#x"}]}),
        json!({"$schema": "https://json-schema.org/draft/2019-09/schema",
            "anyOf": [{"$recursiveRef": "#"}]}),
        json!({"$schema": "http://json-schema.org/draft-07/schema#",
            "dependencies": {"a": {"$ref": "#"}}}),
    ];
    for schema in itself {
        assert!(fails(&schema).contains("it refers to itself"), "{schema}");
    }
    let ends = [
        json!({"anyOf": [{"type": "string"}, {"items": {"$ref": "#"}}]}),
        json!({"propertyNames": {"$ref": "#"}}),
        json!({"not": {"properties": {"a": {"$ref": "#"}}}}),
        json!({"then": {"$ref": "#"}}),
        json!({"contains": {"$ref": "#"}, "unevaluatedItems": {"$ref": "#"}}),
        json!({"anyOf": [{"$ref": "#/$defs/a"}, {"$ref": "#/$defs/a"}], "$defs": {"a": {}}}),
    ];
    for schema in ends {
        read(schema);
    }
}

#[test]
fn ids_anchors_and_embedded_resources_resolve() {
    let s = read(json!({
        "$id": "http://example.com/root.json",
        "$ref": "other.json#here",
        "$defs": {"o": {"$id": "other.json", "$defs": {"x": {"$anchor": "here", "type": "null"}}}}
    }));
    let target = keywords(&s).reference.as_ref().expect("ref").target;
    assert_eq!(s.node(target).pointer.as_str(), "/$defs/o/$defs/x");
    assert_eq!(s.resource(s.node(target).resource).uri, "http://example.com/other.json");
}

#[test]
fn dynamic_anchors_are_known_per_resource() {
    let s = read(json!({
        "$id": "http://example.com/strict", "$dynamicAnchor": "node", "$ref": "tree",
        "unevaluatedProperties": false,
        "$defs": {"tree": {"$id": "tree", "$dynamicAnchor": "node", "type": "object",
            "properties": {"kids": {"items": {"$dynamicRef": "#node"}}}}}
    }));
    let tree = keywords(&s).reference.as_ref().expect("ref").target;
    let kids = s.node(tree).keywords().expect("object").properties["kids"];
    let items = s.node(kids).keywords().expect("object").items.expect("items");
    let dynamic = s.node(items).keywords().expect("object").dynamic_reference.clone().expect("ref");
    assert_eq!((dynamic.target, dynamic.anchor.as_deref()), (tree, Some("node")));
    let outer = s.resource(s.node(s.root()).resource);
    assert_eq!(outer.dynamic_anchors["node"], s.root());
}

#[test]
fn files_given_alongside_are_read_and_bundled() {
    let files =
        Files(BTreeMap::from([("defs/common.json", json!({"$defs": {"n": {"minimum": 2}}}))]));
    let text = json!({"properties": {"n": {"$ref": "defs/common.json#/$defs/n"}}}).to_string();
    let document = Document::json("t.json", text.as_bytes()).expect("JSON");
    let s = Schema::read(&document, &files).expect("a schema");
    let whole = s.to_standalone();
    let validator = jsonschema::validator_for(&whole).expect("a validator");
    assert!(validator.is_valid(&json!({"n": 2})) && !validator.is_valid(&json!({"n": 1})));
}

#[test]
fn a_published_id_does_not_hide_the_file_beside() {
    let files = Files(BTreeMap::from([("b.json", json!({"type": "integer"}))]));
    let text = json!({"$id": "https://example.com/schemas/a.json", "$ref": "b.json"}).to_string();
    let document = Document::json("a.json", text.as_bytes()).expect("JSON");
    let s = Schema::read(&document, &files).expect("a schema");
    let validator = jsonschema::validator_for(&s.to_standalone()).expect("a validator");
    assert!(validator.is_valid(&json!(1)) && !validator.is_valid(&json!("1")));
}

#[test]
fn a_part_of_a_document_stands_alone() {
    let text = json!({
        "version": "1.0.0", "input": {"$ref": "#/definitions/a%20b"},
        "definitions": {"a b": {"type": "integer"}}
    });
    let document = Document::json("t.json", text.to_string().as_bytes()).expect("JSON");
    let place = Pointer::root().push("input");
    let s = Schema::read_at(&document, &place, None, &NoFiles).expect("a schema");
    let validator = jsonschema::validator_for(&s.to_standalone()).expect("a validator");
    assert!(validator.is_valid(&json!(1)) && !validator.is_valid(&json!("1")));
    let target = keywords(&s).reference.as_ref().expect("ref").target;
    let validator = jsonschema::validator_for(&s.at(target).to_standalone()).expect("a validator");
    assert!(validator.is_valid(&json!(1)) && !validator.is_valid(&json!("1")));
}

#[test]
fn references_are_written_as_uris_for_other_validators() {
    for (name, text) in [
        ("List<string|null>", "List<string|null>"),
        ("List<string|null>", "List%3Cstring%7Cnull%3E"),
        ("a[] \"b\" {é}^`\\\\", "a[] \"b\" {é}^`\\\\"),
        ("100%", "100%25"),
        ("100%é", "100%é"),
    ] {
        let written = format!("#/definitions/{text}");
        let schema = json!({
            "$schema": "http://json-schema.org/draft-07/schema#",
            "properties": {"a": {"$ref": written}, "$ref": {"const": {"$ref": written}}},
            "definitions": {name: {"type": "integer"}}
        });
        let document = Document::json("t.json", schema.to_string().as_bytes()).expect("JSON");
        let s = Schema::read(&document, &NoFiles).expect("a schema");
        let validator = jsonschema::validator_for(&s.to_standalone()).expect("a validator");
        assert!(validator.is_valid(&json!({"a": 1})), "{name}");
        assert!(!validator.is_valid(&json!({"a": "1"})), "{name}");
        // A value that looks like a reference is not one.
        assert!(validator.is_valid(&json!({"$ref": {"$ref": written}})), "{name}");
    }
}

#[test]
fn metaschemas_need_no_file() {
    for draft in Draft::ALL {
        let s = read(json!({"$schema": draft.uri(), "$ref": format!("{}#", draft.uri())}));
        assert!(s.nodes().count() > 20, "{}", draft.name());
    }
}

#[test]
fn what_is_no_schema_is_told_with_its_place() {
    let line = fails(&json!({"properties": {"a": {"type": "strnig"}}}));
    assert!(line.starts_with("t.json:1:28: type: expected null, boolean"), "{line}");
    assert!(line.ends_with("got \"strnig\" (at /properties/a/type)"), "{line}");
    assert!(fails(&json!({"$ref": "#/nope"})).contains("leads nowhere"));
    assert!(fails(&json!({"$ref": "#nope"})).contains("no anchor `nope`"));
    assert!(fails(&json!({"$ref": "http://example.com/x"})).contains("is not opened"));
    assert!(fails(&json!({"$ref": "../../etc/passwd"})).contains("is not opened"));
    assert!(fails(&json!({"exclusiveMinimum": true})).contains("draft-04 only"));
    assert!(fails(&json!({"minLength": -1, "items": 3})).ends_with("(and 1 more)"));
    assert!(fails(&json!({"properties": {"a": 3}})).contains("not a schema"));
    assert!(fails(&json!({"multipleOf": 0})).contains("above zero"));
}

#[test]
fn unknown_keywords_are_kept_as_they_stood() {
    let s =
        read(json!({"x-role": "main", "type": "object", "$id": "urn:x", "const": {"$id": "no"}}));
    assert_eq!(keywords(&s).extra["x-role"], json!("main"));
    assert_eq!(keywords(&s).order, ["x-role", "type", "$id", "const"]);
}

#[test]
fn deep_schemas_are_read_and_deeper_ones_refused() {
    let nested = |levels: usize| {
        let text = format!("{}true{}", "{\"not\":".repeat(levels), "}".repeat(levels));
        let document = Document::json("deep.json", text.as_bytes()).map_err(|e| e.to_string())?;
        Schema::read(&document, &NoFiles).map_err(|e| e.to_string())
    };
    let run = move || {
        assert_eq!(nested(MAX_LEVELS - 1).expect("a schema").nodes().count(), MAX_LEVELS);
        assert!(nested(MAX_LEVELS + 1).expect_err("refused").contains("nested deeper"));
    };
    // serde_json's recursion needs the stack that the command gives its worker.
    let worker = std::thread::Builder::new().stack_size(256 << 20).spawn(run).expect("a thread");
    worker.join().expect("no overflow");
}
