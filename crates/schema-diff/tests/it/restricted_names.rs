//! A property that is declared newly, where the old version speaks of its name in another way: by a schema for
//! undeclared properties, or by a condition on it.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use contract::{Bump, Contract, NoFiles, Role};
use schema_diff::{OpenObjects, RoleChoice, Settings, diff};
use serde_json::{Value, json};

/// The level that declaring `b` has, for one role.
fn level(rest: &Value, schema: &Value, role: Role, open_objects: OpenObjects) -> Bump {
    let version = |properties: Value| {
        let mut version = rest.clone();
        version["type"] = json!("object");
        version["properties"] = properties;
        Contract::read("in.json", version.to_string().as_bytes(), &NoFiles).unwrap()
    };
    let (old, new) = (version(json!({"a": {}})), version(json!({"a": {}, "b": schema})));
    let mut settings = Settings { role: Some(RoleChoice::One(role)), ..Settings::default() };
    settings.policy.open_objects = open_objects;
    let report = diff(&old, &new, &settings);
    let is_added = |rule: &str| rule == "optional-property-added";
    report.changes.iter().find(|change| is_added(change.rule.as_str())).unwrap().level
}

#[test]
fn a_name_that_was_restricted_is_no_new_one() {
    let integer = json!({"type": "integer"});
    for rest in [
        json!({"additionalProperties": {"type": "string"}}),
        json!({"unevaluatedProperties": {"type": "string"}}),
        json!({"propertyNames": {"enum": ["a", "b"]}}),
        json!({"dependentRequired": {"a": ["b"]}}),
        json!({"dependentRequired": {"b": ["a"]}}),
        json!({"dependentSchemas": {"b": {"minProperties": 2}}}),
        json!({"anyOf": [{"required": ["b"]}, {"required": ["c"]}]}),
        json!({"not": {"required": ["b", "c"]}}),
        json!({"if": {"required": ["b"]}, "then": {"minProperties": 2}}),
        json!({"allOf": [{"$ref": "#/$defs/map"}], "$defs": {"map": {"additionalProperties": {"minimum": 3}}}}),
    ] {
        for open_objects in [OpenObjects::AsWritten, OpenObjects::IgnoreUndeclared] {
            let found = level(&rest, &integer, Role::Input, open_objects);
            assert_eq!(found, Bump::Major, "{rest}, {open_objects:?}");
        }
    }
}

#[test]
fn what_was_allowed_before_is_no_break() {
    let map = json!({"additionalProperties": {"type": "string"}});
    let text = json!({"type": "string", "description": "a text"});
    assert_eq!(level(&map, &text, Role::Input, OpenObjects::AsWritten), Bump::Minor);
    assert_eq!(level(&map, &text, Role::Output, OpenObjects::AsWritten), Bump::Minor);
    // An output gets a kind of value that its readers did not know of.
    let integer = json!({"type": "integer"});
    assert_eq!(level(&map, &integer, Role::Output, OpenObjects::AsWritten), Bump::Major);
}

#[test]
fn an_undeclared_name_is_new() {
    for rest in [
        json!({}),
        json!({"additionalProperties": false}),
        json!({"additionalProperties": {"description": "anything"}}),
        json!({"propertyNames": {"pattern": "^[a-z]+$"}}),
        json!({"required": ["a"]}),
    ] {
        let found = level(&rest, &json!({"type": "integer"}), Role::Input, OpenObjects::AsWritten);
        assert_eq!(found, Bump::Minor, "{rest}");
    }
}
