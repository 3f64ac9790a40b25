//! Changes that are told by what they change: a double negation by nothing, an `else` by its own name.

use contract::{Bump, Contract, NoFiles};
use schema_diff::{Report, RoleChoice, Settings, diff};
use serde_json::{Value, json};

fn report(old: &Value, new: &Value) -> Report {
    let read = |value: &Value| {
        Contract::read("a.json", value.to_string().as_bytes(), &NoFiles).expect("a schema")
    };
    let settings =
        Settings { role: Some(RoleChoice::One(contract::Role::Input)), ..Settings::default() };
    diff(&read(old), &read(new), &settings)
}

#[test]
fn a_double_negation_is_no_change() {
    let plain = json!({"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"],
        "additionalProperties": false});
    let double = json!({"not": {"description": "neither", "not": plain}});
    for written in [double.clone(), json!({"allOf": [double]}), json!({"not": {"not": double}})] {
        for (old, new) in [(&plain, &written), (&written, &plain)] {
            let levels: Vec<(String, Bump)> = report(old, new)
                .changes
                .iter()
                .map(|change| (change.rule.to_string(), change.level))
                .collect();
            assert!(
                levels.iter().all(|(_, level)| *level == Bump::Patch),
                "{old} → {new}: {levels:?}"
            );
        }
    }
    let mut other = plain.clone();
    other["properties"]["a"] = json!({"type": "integer"});
    let change = &report(&plain, &json!({"not": {"not": other}})).changes[0];
    assert_eq!(
        (change.rule.to_string(), change.level),
        ("property-type-changed".to_owned(), Bump::Major)
    );
}

#[test]
fn a_double_negation_evaluates_nothing() {
    let old = json!({"type": "object", "properties": {"a": {}}, "unevaluatedProperties": false});
    let new = json!({"type": "object", "not": {"not": {"properties": {"a": {}}}}, "unevaluatedProperties": false});
    assert!(report(&old, &new).changes.iter().any(|change| change.level == Bump::Major));
}

#[test]
fn a_changed_else_is_named() {
    let old = json!({"if": {"properties": {"c": {"const": 1}}, "required": ["c"]},
        "then": {"type": "array"}, "else": {"type": "object"}});
    let mut new = old.clone();
    new["else"]["minProperties"] = json!(1);
    let message = &report(&old, &new).changes[0].message;
    assert!(message.contains("`else`") && message.contains("unless `c` = 1"), "{message}");
    let mut new = old.clone();
    new["then"]["minItems"] = json!(1);
    let message = &report(&old, &new).changes[0].message;
    assert!(message.contains("for `c` = 1"), "{message}");
}

#[test]
fn a_dropped_multiple_of_many_is_told_in_time() {
    let many = |from: u64| {
        let steps: Vec<Value> = (from..1_500).map(|i| json!({"multipleOf": 2 * i + 1})).collect();
        json!({"type": "integer", "allOf": steps})
    };
    let report = report(&many(1_400), &many(1_401));
    assert_eq!(report.changes[0].rule.to_string(), "multiple-of-widened");
}

#[test]
fn every_contains_is_compared() {
    let kept = [
        json!({"contains": {"const": 37}}),
        json!({"contains": {"minimum": 35}, "maxContains": 3}),
        json!({"contains": {"minimum": 4}}),
        json!({"contains": {"minimum": 12}}),
        json!({"contains": {"const": 30}, "maxContains": 1}),
    ];
    let more: Vec<Value> =
        kept.iter().cloned().chain([json!({"contains": {"const": 14}})]).collect();
    let (less, more) =
        (json!({"type": "array", "allOf": kept}), json!({"type": "array", "allOf": more}));
    let rules = |old, new| -> Vec<(String, Bump)> {
        let changes = report(old, new).changes;
        changes.iter().map(|change| (change.rule.to_string(), change.level)).collect()
    };
    assert_eq!(rules(&less, &more), [("contains-added".to_owned(), Bump::Major)]);
    assert_eq!(rules(&more, &less)[0].0, "contains-removed");
}
