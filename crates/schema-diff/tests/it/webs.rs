//! Webs and chains of definitions that refer to each other: each definition that differs is the place of a
//! finding, whether or not there were steps enough to look at it.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use contract::{Contract, NoFiles, Role};
use schema_diff::{Ceiling, Change, RoleChoice, Settings, diff};
use serde_json::{Map, Value, json};

/// `count` definitions, and what `edit` makes of them.
fn web(
    count: usize,
    next: impl Fn(usize) -> (usize, usize),
    edit: impl Fn(usize, &mut Value),
) -> Contract {
    let mut definitions = Map::new();
    for at in 0..count {
        let (left, right) = next(at);
        let mut definition = json!({
            "type": "object",
            "properties": {
                "id": {"type": "integer", "minimum": 0},
                "name": {"type": "string", "maxLength": 40},
                "left": {"$ref": format!("#/$defs/d{left}")},
                "right": {"type": "array", "items": {"$ref": format!("#/$defs/d{right}")}}
            },
            "required": ["id"]
        });
        edit(at, &mut definition);
        definitions.insert(format!("d{at}"), definition);
    }
    let text = json!({"$defs": definitions, "$ref": "#/$defs/d0"}).to_string();
    Contract::read("web.json", text.as_bytes(), &NoFiles).unwrap()
}

fn changes(old: &Contract, new: &Contract, ceiling: Ceiling) -> Vec<Change> {
    let mut settings =
        Settings { role: Some(RoleChoice::Both), definitions: Some(false), ..Settings::default() };
    settings.options.ceiling = ceiling;
    diff(old, new, &settings).changes
}

fn is_at(change: &Change, definition: usize) -> bool {
    let prefix = format!("/$defs/d{definition}");
    [&change.old_path, &change.new_path].into_iter().flatten().any(|path| {
        let rest = path.as_str().strip_prefix(&prefix);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    })
}

/// Each definition leads to two others.
fn edited_web(count: usize) -> (Contract, Contract, [usize; 3]) {
    let next = |at: usize| ((2 * at + 1) % count, (2 * at + 2) % count);
    let edited = [count / 2, count - 1, count / 3];
    let edit = |at: usize, definition: &mut Value| {
        if at == edited[0] {
            definition["properties"]["id"]["minimum"] = json!(1);
        }
        if at == edited[1] {
            definition["properties"]["name"]["maxLength"] = json!(41);
        }
        if at == edited[2] {
            definition["required"] = json!(["id", "name"]);
        }
    };
    (web(count, next, |_, _| {}), web(count, next, edit), edited)
}

#[test]
fn no_edit_of_a_web_vanishes() {
    for count in [100, 500, 1000] {
        let (old, new, edited) = edited_web(count);
        let found = changes(&old, &new, Ceiling::default());
        let rules = ["minimum-raised", "max-length-raised", "property-became-required"];
        for (at, rule) in edited.into_iter().zip(rules) {
            let is_told =
                |c: &Change| c.rule.as_str() == rule && is_at(c, at) && c.witness.is_some();
            assert!(found.iter().any(is_told), "{count}: {rule} of d{at}: {found:#?}");
        }
    }
}

/// In a chain, the last definitions are far away by every way.
#[test]
fn no_edit_of_a_chain_vanishes() {
    let count = 150;
    let next = |at: usize| ((at + 1).min(count - 1), (at + 1).min(count - 1));
    let edit = |_: usize, definition: &mut Value| {
        definition["properties"]["id"]["minimum"] = json!(1);
    };
    let (old, new) = (web(count, next, |_, _| {}), web(count, next, edit));
    let found = changes(&old, &new, Ceiling::default());
    for at in 0..count {
        let is_told = |c: &Change| c.rule.as_str() == "minimum-raised" && is_at(c, at);
        assert!(found.iter().any(is_told), "d{at}");
    }
}

#[test]
fn what_there_was_no_time_for_is_listed_as_unproven() {
    let (old, new, edited) = edited_web(300);
    let found = changes(&old, &new, Ceiling::new(|| Box::new(|_| true)));
    for at in edited {
        assert!(found.iter().any(|c| is_at(c, at)), "d{at}: {found:#?}");
    }
    assert!(found.iter().all(|c| c.witness.is_none()), "{found:#?}");
}

#[test]
fn edits_are_listed_before_the_time_is_over() {
    let (old, new, edited) = edited_web(300);
    // The time for proofs is over at once; what is left of it goes to the edits.
    let found = changes(&old, &new, Ceiling::new(|| Box::new(|percent| percent < 100)));
    for at in edited {
        assert!(
            found.iter().any(|c| is_at(c, at) && c.rule.as_str() != "unproven-relation"),
            "d{at}: {found:#?}"
        );
    }
}

#[test]
fn a_change_is_shown_by_the_shortest_way_to_it() {
    let version = |most: u64| {
        let part = json!({"$ref": "#/$defs/part"});
        let deep = json!({"properties": {"deep": {"type": "array", "items": part}}});
        let text = json!({
            "properties": {"first": deep, "parts": {"type": "array", "items": part}},
            "$defs": {"part": {"properties": {"size": {"type": "integer", "maximum": most}}}}
        });
        Contract::read("parts.json", text.to_string().as_bytes(), &NoFiles).unwrap()
    };
    let found = changes(&version(9), &version(8), Ceiling::default());
    let witness = found.iter().find_map(|change| change.witness.as_ref()).unwrap();
    assert_eq!(witness.document, json!({"parts": [{"size": 9}]}));
}

/// If all of many definitions reach a changed one, only that one is compared, and those that use another one where a
/// change can show in another way.
#[test]
fn definitions_that_follow_a_changed_one_are_not_compared_one_by_one() {
    let library = |most: u64, text: &str| {
        let count = 120;
        let to = |at: usize| json!({"$ref": format!("#/$defs/D{}", at % count)});
        let definition = |at: usize| {
            let most = if at == 60 { most } else { 100 };
            let value = json!({"type": "integer", "maximum": most});
            let mut one =
                json!({"properties": {"a": to(2 * at + 1), "b": to(2 * at + 2), "v": value}});
            if at == 7 {
                one["not"] = to(60);
            }
            (format!("D{at}"), one)
        };
        let mut all: serde_json::Map<String, Value> = (0..count).map(definition).collect();
        all.insert("Apart".to_owned(), json!({"type": "string"}));
        json!({"description": text, "$defs": all})
    };
    let read =
        |value: &Value| Contract::read("in.json", value.to_string().as_bytes(), &NoFiles).unwrap();
    let settings = Settings { role: Some(RoleChoice::One(Role::Input)), ..Settings::default() };
    let report = diff(&read(&library(100, "a")), &read(&library(90, "b")), &settings);
    let rows = report.roles.iter().filter_map(|row| row.scope.as_deref());
    let scopes: std::collections::BTreeSet<&str> = rows.collect();
    assert_eq!(scopes, ["Apart", "D60", "D7"].into());
    let rules: Vec<&str> = report.changes.iter().map(|change| change.rule.as_str()).collect();
    assert!(rules.contains(&"maximum-lowered"), "{rules:?}");
    assert!(report.hints.iter().any(|hint| hint.starts_with("118 definitions have the same text")));
}
