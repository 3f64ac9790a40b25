//! Annotations of several conjuncts, formats that no validator asserts, and the order of lists that mean sets.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use contract::{Bump, Contract, NoFiles};
use schema_diff::{Formats, Report, RoleChoice, Settings, diff};
use serde_json::{Value, json};

fn report(old: &Value, new: &Value, role: RoleChoice) -> Report {
    let read =
        |value: &Value| Contract::read("a.json", value.to_string().as_bytes(), &NoFiles).unwrap();
    let mut settings = Settings { role: Some(role), ..Settings::default() };
    settings.options.formats = Formats::Assert;
    diff(&read(old), &read(new), &settings)
}

/// Rule, place in the new version, old and new value of each finding.
fn found(old: &Value, new: &Value) -> Vec<(String, String, Value, Value)> {
    let report = report(old, new, RoleChoice::Both);
    let one = |change: schema_diff::Change| {
        let at = change.new_path.map(|at| at.as_str().to_owned()).unwrap_or_default();
        let [old, new] = [change.old, change.new].map(Option::unwrap_or_default);
        (change.rule.to_string(), at, old, new)
    };
    report.changes.into_iter().map(one).collect()
}

#[test]
fn each_default_of_a_conjunction_counts() {
    let schema = |second: &str| {
        json!({
            "$schema": "http://json-schema.org/draft-07/schema#",
            "properties": {"mode": {"allOf": [{"$ref": "#/definitions/Mode"}, {"default": second}]}},
            "definitions": {"Mode": {"enum": ["safe", "fast"], "default": "safe"}}
        })
    };
    let wanted = (
        "default-changed".to_owned(),
        "/properties/mode/allOf/1/default".to_owned(),
        json!("safe"),
        json!("fast"),
    );
    assert_eq!(found(&schema("safe"), &schema("fast")), [wanted]);
    assert_eq!(
        report(&schema("safe"), &schema("fast"), RoleChoice::Both).required_bump(),
        Bump::Major
    );
}

#[test]
fn each_annotation_of_a_conjunction_counts() {
    let changes = [
        ("description", json!("A"), json!("B"), "description-changed"),
        ("title", json!("A"), json!("B"), "title-changed"),
        ("examples", json!([1]), json!([2]), "examples-changed"),
        ("x-note", json!("A"), json!("B"), "extension-changed"),
        ("contentEncoding", json!("base64"), json!("base32"), "content-encoding-changed"),
    ];
    for (keyword, before, now, rule) in changes {
        let schema = |second: &Value| json!({"allOf": [{"type": "string", keyword: "first"}, {keyword: second}]});
        let schema = |second: &Value| match keyword {
            "examples" => json!({"allOf": [{"type": "string", keyword: [0]}, {keyword: second}]}),
            _ => schema(second),
        };
        let wanted = (rule.to_owned(), format!("/allOf/1/{keyword}"), before.clone(), now.clone());
        assert_eq!(found(&schema(&before), &schema(&now)), [wanted], "{keyword}");
    }
    for (keyword, rule) in [
        ("deprecated", "deprecated-changed"),
        ("readOnly", "read-only-changed"),
        ("writeOnly", "write-only-changed"),
    ] {
        let schema = |second: bool| json!({"allOf": [{"type": "string"}, {keyword: second}]});
        let rules: Vec<String> =
            found(&schema(false), &schema(true)).into_iter().map(|one| one.0).collect();
        assert_eq!(rules, [rule]);
    }
}

/// A branch before others moves them; a text that both versions have is no news.
#[test]
fn moved_annotations_are_no_change() {
    let texts = |all: &[&str]| {
        let all: Vec<Value> = all.iter().map(|text| json!({"description": text})).collect();
        json!({ "allOf": all })
    };
    let rules = |old: &[&str], new: &[&str]| -> Vec<(Value, Value)> {
        let found = found(&texts(old), &texts(new)).into_iter();
        let described = found.filter(|one| one.0 == "description-changed");
        described.map(|one| (one.2, one.3)).collect()
    };
    assert_eq!(rules(&["a", "b"], &["n", "a", "b"]), [(Value::Null, json!("n"))]);
    assert_eq!(rules(&["a", "b"], &["b", "a"]), []);
    assert_eq!(rules(&["a"], &["a", "a"]), []);
    assert_eq!(rules(&["a", "b"], &["a", "c"]), [(json!("b"), json!("c"))]);
}

#[test]
fn formats_of_numbers_are_named() {
    let integer = |format: Option<&str>| match format {
        Some(format) => json!({"properties": {"n": {"type": "integer", "format": format}}}),
        None => json!({"properties": {"n": {"type": "integer"}}}),
    };
    for (old, new) in [(Some("int32"), Some("int64")), (None, Some("int32")), (Some("int32"), None)]
    {
        let value = |format: Option<&str>| format.map(Value::from).unwrap_or_default();
        let one = found(&integer(old), &integer(new));
        assert_eq!(one.len(), 1, "{one:?}");
        assert_eq!(one[0].0, "number-format-changed");
        assert_eq!((&one[0].2, &one[0].3), (&value(old), &value(new)));
        for (role, level) in
            [(contract::Role::Input, Bump::Patch), (contract::Role::Output, Bump::Minor)]
        {
            let report = report(&integer(old), &integer(new), RoleChoice::One(role));
            assert_eq!(report.required_bump(), level, "{role}");
        }
    }
}

#[test]
fn formats_that_nobody_asserts_are_annotations() {
    let text = |format: &str| json!({"type": "string", "format": format});
    let listed = |format: &str| json!({"enum": ["a", "b"], "format": format});
    for schema in [&text as &dyn Fn(&str) -> Value, &listed] {
        let report = report(&schema("binary"), &schema("password"), RoleChoice::Both);
        let all: Vec<(String, Bump)> =
            report.changes.iter().map(|c| (c.rule.to_string(), c.level)).collect();
        assert_eq!(all, [("format-changed".to_owned(), Bump::Patch)], "{:?}", report.changes);
    }
    // A format that validators assert is decided by its language.
    let found = report(&text("date"), &text("ipv4"), RoleChoice::Both);
    assert_eq!(found.required_bump(), Bump::Major);
}

#[test]
fn the_order_of_sets_is_no_change() {
    let schema = |required: Value, kinds: Value, values: Value| {
        json!({
            "type": "object",
            "required": required,
            "properties": {"a": {"type": kinds}, "b": {"enum": values}}
        })
    };
    let old = schema(json!(["a", "b"]), json!(["string", "null"]), json!([1, "x"]));
    let new = schema(json!(["b", "a"]), json!(["null", "string"]), json!(["x", 1]));
    assert_eq!(found(&old, &new), []);
}

#[test]
fn a_rewrite_names_its_keywords_and_is_told_once() {
    let one = |more: Value| {
        let mut schema = json!({"type": "string", "maxLength": 3});
        schema.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        schema
    };
    let file = |more: Value| json!({"$defs": {"A": one(more.clone()), "B": one(more)}});
    let report =
        report(&file(json!({})), &file(json!({"allOf": [{"maxLength": 5}]})), RoleChoice::Both);
    assert_eq!(report.changes.len(), 2, "{:?}", report.changes);
    let digest = schema_diff::digest(&report);
    assert_eq!(digest.entries.len(), 1);
    assert_eq!(
        report.changes[digest.entries[0].main].message,
        "`A` is written differently (`allOf` was added) and accepts exactly the same documents"
    );
}
