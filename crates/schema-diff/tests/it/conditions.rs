//! A condition whose `if`, `then` and `else` change together: each has its own finding, and a document that the pair with
//! only this edit tells apart as well.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use contract::{Contract, NoFiles, Pointer};
use schema_diff::{Change, Settings, Side, diff};
use serde_json::{Value, json};

fn changes(old: &Value, new: &Value) -> Vec<Change> {
    let read =
        |value: &Value| Contract::read("in.json", value.to_string().as_bytes(), &NoFiles).unwrap();
    diff(&read(old), &read(new), &Settings::default()).changes
}

fn delivery(asked: &str, then: &Value, otherwise: &Value) -> Value {
    json!({
        "type": "object",
        "properties": {"kind": {"type": "string"}, "street": {"type": "string"}, "url": {"type": "string"}},
        "if": {"properties": {"kind": {"const": asked}}, "required": ["kind"]},
        "then": then,
        "else": otherwise
    })
}

/// The findings, each with its message and its witness, which the pair with only that edit has to tell apart.
#[track_caller]
fn each_by_itself(old: &Value, new: &Value, expected: &[(&str, &str)]) {
    let found = changes(old, new);
    let told: Vec<&str> = found.iter().map(|change| change.message.as_str()).collect();
    assert_eq!(told, expected.iter().map(|(_, message)| *message).collect::<Vec<_>>());
    for (change, (keyword, _)) in found.iter().zip(expected) {
        let witness = change.witness.as_ref().unwrap_or_else(|| panic!("{change:#?}"));
        let (accepting, refusing) = match witness.accepted_by {
            Side::Old => (old, new),
            Side::New => (new, old),
        };
        let mut mended = refusing.clone();
        mended[keyword] = accepting[keyword].clone();
        let takes = |schema: &Value| jsonschema::is_valid(schema, &witness.document);
        assert!(takes(accepting) && !takes(refusing) && takes(&mended), "{change:#?}");
    }
}

#[test]
fn then_and_else() {
    let of = |most: u32, name: &str| {
        let then = json!({"properties": {"street": {"maxLength": most}}});
        delivery("post", &then, &json!({"required": [name]}))
    };
    each_by_itself(
        &of(80, "url"),
        &of(40, "street"),
        &[
            ("then", "the `then` of a condition of the document changed, for `kind` = \"post\""),
            ("else", "the `else` of a condition of the document changed, unless `kind` = \"post\""),
        ],
    );
}

#[test]
fn all_three() {
    let old = delivery("post", &json!({"required": ["street"]}), &json!({"required": ["kind"]}));
    let then = json!({"required": ["street", "url"]});
    let new = delivery("mail", &then, &json!({"required": ["url"]}));
    each_by_itself(
        &old,
        &new,
        &[
            (
                "if",
                "the `if` of a condition of the document changed from `kind` = \"post\" to `kind` = \"mail\"",
            ),
            ("then", "the `then` of a condition of the document changed, for `kind` = \"mail\""),
            ("else", "the `else` of a condition of the document changed, unless `kind` = \"mail\""),
        ],
    );
}

#[test]
fn an_added_else() {
    let mut old = delivery("post", &json!({"required": ["street"]}), &json!({}));
    old.as_object_mut().unwrap().remove("else");
    let new = delivery("post", &json!({"required": ["url"]}), &json!({"required": ["kind"]}));
    let found = changes(&old, &new);
    let told: Vec<(&str, Option<&str>)> = found
        .iter()
        .map(|change| (change.message.as_str(), change.old_path.as_ref().map(Pointer::as_str)))
        .collect();
    let expected = [
        ("the `then` of a condition of the document changed, for `kind` = \"post\"", Some("/then")),
        ("the `else` of a condition of the document was added, unless `kind` = \"post\"", Some("")),
    ];
    assert_eq!(told, expected);
}
