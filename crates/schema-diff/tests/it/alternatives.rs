//! Tests of documents for changes of alternatives, also without steps for attribution; and that a type is reported
//! once.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use contract::{Contract, NoFiles};
use schema_diff::{Change, Settings, diff};
use serde_json::{Value, json};

fn changes(old: &Value, new: &Value, attribution_values: Option<usize>) -> Vec<Change> {
    let read =
        |value: &Value| Contract::read("in.json", value.to_string().as_bytes(), &NoFiles).unwrap();
    let mut settings = Settings { definitions: Some(false), ..Settings::default() };
    if let Some(values) = attribution_values {
        settings.options.attribution_values = values;
    }
    diff(&read(old), &read(new), &settings).changes
}

/// A list of names, each of which matches one of the patterns.
fn names(patterns: &[&str]) -> Value {
    let all: Vec<Value> = patterns.iter().map(|p| json!({"pattern": p})).collect();
    let items = json!({"type": "string", "anyOf": all});
    json!({"type": "object", "properties": {"names": {"type": "array", "items": items}}})
}

/// A pattern of a family of names, in letters of either case.
fn family(name: &str, members: &[&str]) -> String {
    let either = |word: &str| -> String {
        let letter = |c: char| format!("[{}{c}]", c.to_ascii_uppercase());
        word.chars().map(letter).collect()
    };
    let members: Vec<String> = members.iter().map(|word| either(word)).collect();
    format!("^{}(\\.({}))?$", either(name), members.join("|"))
}

#[test]
fn a_removed_alternative_has_no_document_of_another() {
    let few = ["array", "bigint", "intl", "promise", "string", "symbol", "weakref", "disposable"];
    let many = [
        "array",
        "bigint",
        "date",
        "disposable",
        "error",
        "float",
        "intl",
        "object",
        "promise",
        "regexp",
        "string",
        "symbol",
        "weakref",
    ];
    let (before, now) = (family("next", &few), family("next", &many));
    let extra: Vec<String> =
        (b'a'..b'u').map(|letter| family(&format!("other{}", char::from(letter)), &few)).collect();
    let mut after = vec![now.as_str()];
    after.extend(extra.iter().map(String::as_str));
    let old = names(&["^p$", "^q$", &before, "^r$"]);
    for values in [Some(0), None] {
        let found = changes(&old, &names(&after), values);
        let removed: Vec<&Change> =
            found.iter().filter(|change| change.rule.as_str() == "any-of-branch-removed").collect();
        assert_eq!(removed.len(), 4, "{found:#?}");
        for change in removed {
            assert_eq!(change.level, contract::Bump::Major, "{change:#?}");
            let pattern = change.old.as_ref().unwrap()["pattern"].as_str().unwrap();
            let witness = change.witness.as_ref().map(|witness| &witness.document["names"]);
            if pattern == before {
                // The new version accepts all of these names.
                assert_eq!(witness, None, "{change:#?}");
                assert!(change.note.is_some(), "{change:#?}");
            } else {
                let name = pattern.trim_matches(['^', '$']);
                assert_eq!(witness, Some(&json!([name])), "{change:#?}");
            }
        }
    }
}

/// A type that is reached at a property and at an alternative is one change.
#[test]
fn a_changed_type_of_a_definition_is_told_once() {
    let tower = |height: usize, end: &str| {
        let mut definitions = serde_json::Map::new();
        for level in 0..height {
            let next = json!({"$ref": format!("#/$defs/d{}", level + 1)});
            let either = json!({"anyOf": [next, {"properties": {"x": next}}]});
            definitions.insert(format!("d{level}"), either);
        }
        definitions.insert(format!("d{height}"), json!({"type": end}));
        json!({"$ref": "#/$defs/d0", "$defs": definitions})
    };
    for height in [1, 4] {
        let found = changes(&tower(height, "string"), &tower(height, "integer"), None);
        let rules: Vec<&str> = found.iter().map(|change| change.rule.as_str()).collect();
        assert_eq!(rules, ["property-type-changed"], "{found:#?}");
    }
}

#[test]
fn a_title_that_passes_to_another_type_is_no_partner() {
    let tool = json!({"type": "object", "properties": {"name": {"type": "string"}}});
    let list = |title: &str| json!({"type": "array", "title": title, "items": tool});
    let object =
        json!({"type": "object", "title": "Tools", "properties": {"components": list("c")}});
    let within = |tools: Value| json!({"type": "object", "properties": {"tools": tools}});
    let old = within(list("Tools"));
    let new = within(json!({"oneOf": [object, list("Tools (legacy)")]}));
    let found = changes(&old, &new, None);
    let rules: Vec<&str> =
        found.iter().map(|c| c.rule.as_str()).filter(|rule| *rule != "title-changed").collect();
    assert_eq!(rules, ["one-of-branch-added"], "{found:#?}");
    assert!(found.iter().any(|c| c.message.contains("new alternative `Tools`")), "{found:#?}");
    // Without another partner, the title decides.
    let several = |kind: &str, other: &str| {
        within(json!({"anyOf": [
            {"title": "A", "type": kind, "maximum": 3, "maxLength": 3},
            {"title": other, "type": "array", "minItems": 2}
        ]}))
    };
    let found = changes(&several("string", "B"), &several("integer", "B"), None);
    assert!(found.iter().any(|c| c.rule.as_str().contains("type-changed")), "{found:#?}");
}
