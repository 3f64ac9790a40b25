//! Small cases of the validator; the official suite runs in tests/it/suite.rs.

use contract::{Document, NoFiles, Schema};
use serde_json::{Value, json};

use super::{Formats, Matcher, ValidateError, Validator};

fn schema(text: &Value) -> Schema {
    let document = Document::json("s.json", text.to_string().as_bytes()).expect("JSON");
    Schema::read(&document, &NoFiles).expect("a schema")
}

fn issues(text: &Value, instance: &str) -> Vec<(String, String)> {
    let instance: Value = serde_json::from_str(instance).expect("JSON");
    let validator = Validator::new(&schema(text), Formats::Assert);
    let issues = validator.validate(&instance).expect("a verdict");
    assert_eq!(issues.is_empty(), validator.is_valid(&instance).expect("a verdict"));
    issues.into_iter().map(|i| (i.path.as_str().to_owned(), i.keyword)).collect()
}

fn pairs(list: &[(&str, &str)]) -> Vec<(String, String)> {
    list.iter().map(|(p, k)| ((*p).to_owned(), (*k).to_owned())).collect()
}

#[test]
fn issues_come_in_the_schemas_order() {
    let schema = json!({
        "required": ["b", "a"], "additionalProperties": false,
        "properties": {"x": {"minLength": 2, "type": "string", "enum": ["q"]}, "n": false},
        "minProperties": 9
    });
    assert_eq!(
        issues(&schema, r#"{"y": 1, "x": "", "n": 0, "z": 2}"#),
        pairs(&[
            ("", "required"),
            ("", "required"),
            ("", "additionalProperties"),
            ("", "additionalProperties"),
            ("/x", "minLength"),
            ("/x", "enum"),
            ("", "properties"),
            ("", "minProperties"),
        ])
    );
}

#[test]
fn combinators_are_one_issue() {
    let schema = json!({"anyOf": [{"type": "string"}, {"type": "null"}], "oneOf": [true, true],
        "not": {"type": "number"}, "allOf": [{"minimum": 5}, false], "contains": {"const": 1}});
    assert_eq!(
        issues(&schema, "1"),
        pairs(&[("", "anyOf"), ("", "oneOf"), ("", "not"), ("", "minimum"), ("", "allOf")])
    );
    assert_eq!(issues(&json!(false), "1"), pairs(&[("", "false")]));
}

#[test]
fn items_false_is_one_issue_at_the_array() {
    let schema = json!({"prefixItems": [{"type": "string"}], "items": false});
    assert_eq!(issues(&schema, "[1, 2, 3]"), pairs(&[("/0", "type"), ("", "items")]));
    let schema = json!({"prefixItems": [true], "unevaluatedItems": false});
    assert_eq!(
        issues(&schema, "[1, 2, 3]"),
        pairs(&[("", "unevaluatedItems"), ("", "unevaluatedItems")])
    );
}

#[test]
fn property_names_are_told_at_the_object() {
    let schema = json!({"properties": {"a/b": {"propertyNames": {"maxLength": 1}}}});
    assert_eq!(
        issues(&schema, r#"{"a/b": {"long": 1, "s": 2}}"#),
        pairs(&[("/a~1b", "maxLength")])
    );
}

#[test]
fn numbers_are_exact() {
    for (schema, instance, valid) in [
        (json!({"multipleOf": 0.1}), "0.3", true),
        (json!({"multipleOf": 0.01}), "19.99", true),
        (json!({"type": "integer"}), "1e400", true),
        (json!({"type": "integer"}), "1e-400", false),
        (json!({"maximum": 9007199254740992i64}), "9007199254740993", false),
        (json!({"exclusiveMaximum": 1}), "0.99999999999999999999999999", true),
        (json!({"minimum": 0}), "-1e-999999999", false),
        (json!({"minimum": -5}), "-4.5", true),
        (json!({"uniqueItems": true}), "[1, 1.0]", false),
        (json!({"uniqueItems": true}), "[[1], [\"1\"], {\"a\": 1}, 0.0, false]", true),
        (json!({"enum": [100]}), "1e2", true),
    ] {
        assert_eq!(issues(&schema, instance).is_empty(), valid, "{schema} {instance}");
    }
}

#[test]
fn patterns_of_both_engines() {
    for (pattern, text, found) in [
        ("^a.c$", "a\u{2028}c", false),
        ("\\d", "٣", false),
        ("^\\S+$", "a\u{feff}", false),
        ("^(?!x)a", "ab", true),
        ("(?<=b)c", "bc", true),
        ("^(a)?\\1b$", "b", true),
        ("(a)\\1", "aa", true),
        ("\\Bx", "ax", true),
        ("\\Bx", " x", false),
        ("^(?=.*\\d)(?=.*[a-z]).{4,}$", "ab12", true),
        ("^\\p{Lu}", "É", true),
        ("a$", "a\n", false),
    ] {
        assert_eq!(Matcher::new(pattern).and_then(|m| m.find(text)), Ok(found), "{pattern}");
    }
    assert!(Matcher::new("(").is_err());
    assert_eq!(Matcher::new("^(a+)+$").and_then(|m| m.find(&"a".repeat(100_000))), Ok(true));
    let bomb = Matcher::new("^(?:(a|aa)+\\1)+b$").expect("a pattern");
    assert!(bomb.find(&format!("{}!", "a".repeat(5_000))).is_err());
}

#[test]
fn loops_are_told() {
    // The dynamic scope decides which anchor applies, so the reader accepts it.
    let ring = json!({"$id": "https://example.com/a", "$dynamicAnchor": "n", "anyOf": [{"$dynamicRef": "#n"}],
        "$defs": {"other": {"$id": "other", "$dynamicAnchor": "n"}}});
    let validator = Validator::new(&schema(&ring), Formats::Assert);
    assert!(matches!(validator.validate(&json!(1)), Err(ValidateError::Loop { .. })));
}

/// Nested lists, 60 levels.
fn nested_lists() -> Value {
    (0..60).fold(json!(null), |inner, _| json!([inner]))
}

#[test]
fn alternatives_ask_once_about_a_value() {
    let late = json!({"anyOf": [
        {"allOf": [{"items": {"$ref": "#"}}, {"minItems": 9}]}, {"items": {"$ref": "#"}}
    ]});
    let validator = Validator::new(&schema(&late), Formats::Assert);
    assert_eq!(validator.is_valid(&nested_lists()), Ok(true));
    assert_eq!(validator.validate(&nested_lists()), Ok(Vec::new()));
}

#[test]
fn issues_that_multiply_are_refused() {
    let twice = json!({"allOf": [{"items": {"$ref": "#"}}, {"items": {"$ref": "#"}}], "not": {"type": "null"}});
    let validator = Validator::new(&schema(&twice), Formats::Assert);
    assert_eq!(validator.is_valid(&nested_lists()), Ok(false));
    assert_eq!(validator.validate(&nested_lists()), Err(ValidateError::Work));
}

#[test]
fn recursion_goes_deep() {
    let worker = std::thread::Builder::new().stack_size(256 << 20).spawn(|| {
        let schema = schema(
            &json!({"items": {"$ref": "#"}, "unevaluatedItems": {"anyOf": [{"$ref": "#"}]}}),
        );
        let mut value = json!(1);
        for _ in 0..10_000 {
            value = Value::Array(vec![value]);
        }
        let validator = Validator::new(&schema, Formats::Assert);
        assert_eq!(validator.is_valid(&value), Ok(true));
    });
    assert!(worker.expect("a thread").join().is_ok());
}

#[test]
fn subschemas_that_double_take_linear_time() {
    let next = json!({"properties": {"a": {"$ref": "#/$defs/n"}}});
    let node = [
        json!({"allOf": [next, next]}),
        json!({"dependentSchemas": {"a": next, "b": next}}),
        json!({"properties": {"a": {"$ref": "#/$defs/n"}}, "patternProperties": {"^a": {"$ref": "#/$defs/n"}}}),
    ];
    for node in node {
        let text = json!({"$ref": "#/$defs/n", "$defs": {"n": node}});
        let document =
            (0..60).fold("{}".to_owned(), |inner, _| format!("{{\"a\":{inner},\"b\":0}}"));
        assert!(issues(&text, &document).is_empty(), "{text}");
    }
}

#[test]
fn exponents_of_any_size_are_divided() {
    let schema = json!({"multipleOf": 0.5});
    for (instance, is_multiple) in
        [("1e-999999999", false), ("1e999999999", true), ("0e999999999", true), ("-15e-1", true)]
    {
        assert_eq!(issues(&schema, instance).is_empty(), is_multiple, "{instance}");
    }
}
