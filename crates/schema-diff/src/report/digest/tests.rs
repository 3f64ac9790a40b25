//! Tests of how findings are joined to changes, and of the summary.

use contract::{Bump, Contract, NoFiles, Pointer};
use serde_json::json;

use super::{Digest, digest, home};
use crate::report::{Change, ChangeRole, Proof, ReleasedWith, Report};
use crate::rules::RuleId;

fn change(rule: RuleId, role: ChangeRole, new_path: &str, level: Bump) -> Change {
    Change {
        rule,
        level,
        role,
        scope: None,
        proof: Proof::Witness,
        old_path: None,
        new_path: Pointer::parse(new_path),
        old_file: None,
        new_file: None,
        old: None,
        new: Some(json!({"type": "string"})),
        message: format!("something about {new_path}"),
        witness: None,
        note: None,
        instead: String::new(),
        uncompared: None,
        rewritten: None,
        is_factored_out: false,
        released_with: ReleasedWith::Itself,
        setting: None,
        ignored: None,
    }
}

fn of(changes: Vec<Change>) -> Digest {
    digest(&Report { changes, ..Report::default() })
}

#[test]
fn a_shared_definition_is_one_change_in_both_roles() {
    let at = "/definitions/Article/properties/url";
    let found = of(vec![
        change(RuleId::OptionalPropertyAdded, ChangeRole::Input, at, Bump::Minor),
        change(RuleId::OptionalPropertyAdded, ChangeRole::Output, at, Bump::Major),
    ]);
    assert_eq!(found.entries.len(), 1);
    assert_eq!(found.entries[0].level(), Bump::Major);
    assert_eq!(found.entries[0].levels[&ChangeRole::Input], Bump::Minor);
    assert_eq!(found.counts[&ChangeRole::Output][&Bump::Major], 1);
    assert_eq!(found.groups[0].title, "Article");
}

#[test]
fn the_same_edit_of_one_name_is_one_change_with_its_places() {
    let rule = RuleId::RequiredPropertyAdded;
    let found = of(vec![
        change(rule, ChangeRole::Both, "/$defs/A/properties/kind", Bump::Major),
        change(rule, ChangeRole::Both, "/$defs/B/properties/kind", Bump::Major),
        change(rule, ChangeRole::Both, "/$defs/B/properties/other", Bump::Major),
    ]);
    assert_eq!(found.entries.len(), 2);
    assert_eq!(found.entries[0].places, ["A", "B"]);
    assert_eq!(found.entries[1].places, ["B"]);
}

#[test]
fn two_ways_of_knowing_a_change_join_what_was_told_apart() {
    let rule = RuleId::RequiredPropertyAdded;
    let (a, b) = ("/$defs/A/properties/kind", "/$defs/B/properties/kind");
    let found = of(vec![
        change(rule, ChangeRole::Input, a, Bump::Major),
        change(rule, ChangeRole::Output, b, Bump::Major),
        change(rule, ChangeRole::Input, b, Bump::Major),
    ]);
    assert_eq!(found.entries.len(), 1);
    assert_eq!(found.entries[0].findings.len(), 3);
}

#[test]
fn the_nearest_name_is_the_home() {
    let mut tool = change(
        RuleId::TypeChanged,
        ChangeRole::Input,
        "/tools/0/inputSchema/$defs/Range/properties/to",
        Bump::Major,
    );
    assert_eq!(home(&tool), "Range");
    tool.scope = Some("search".to_owned());
    assert_eq!(home(&tool), "search: Range");
    tool.new_path = Pointer::parse("/tools/0/inputSchema/properties/definitions/x");
    assert_eq!(home(&tool), "search");
}

#[test]
fn a_bundled_file_is_named_by_its_path() {
    for (name, expected) in [
        ("http:~1~1e.org~1definitions~12.6.0~1message.json", "definitions/2.6.0/message"),
        ("https:~1~1e.org~1a.schema.json#", "a"),
        ("https:~1~1e.org", "e.org"),
        ("a~1b.json", "a/b.json"),
    ] {
        let at = format!("/definitions/{name}/properties/x");
        assert_eq!(
            home(&change(RuleId::TypeChanged, ChangeRole::Both, &at, Bump::Major)),
            expected
        );
    }
}

#[test]
fn a_change_is_decided_where_it_is_shown_once() {
    let rule = RuleId::RequiredPropertyAdded;
    let open =
        |at| Change { proof: Proof::Unproven, ..change(rule, ChangeRole::Both, at, Bump::Major) };
    let (a, b) = ("/$defs/A/properties/kind", "/$defs/B/properties/kind");
    assert_eq!(of(vec![open(a), open(b)]).undecided, [0]);
    assert_eq!(of(vec![open(a), change(rule, ChangeRole::Both, b, Bump::Major)]).undecided, [0; 0]);
}

#[test]
fn ignored_findings_are_not_counted() {
    let mut one = change(RuleId::TypeChanged, ChangeRole::Both, "/properties/a", Bump::Major);
    one.ignored = Some("known".to_owned());
    assert_eq!(of(vec![one]), Digest::default());
}

#[test]
fn the_levels_of_a_comparison_are_those_of_its_findings() {
    let read = |text: &str| Contract::read("c.json", text.as_bytes(), &NoFiles).unwrap();
    let old = read(r#"{"type": "object", "properties": {"a": {"type": "string"}}}"#);
    let new = read(r#"{"type": "object", "properties": {"a": {"type": "integer"}}}"#);
    let report = crate::diff(&old, &new, &crate::Settings::default());
    let found = digest(&report);
    let most = found.entries.iter().map(super::Entry::level).max();
    assert_eq!(most, Some(report.required_bump()));
}

#[test]
fn equal_edits_of_two_objects_are_two_places() {
    let of_place = |place: &str| {
        change(RuleId::TypeChanged, ChangeRole::Input, &format!("/properties/{place}"), Bump::Major)
    };
    let found = of(vec![
        of_place("billing/properties/city"),
        of_place("lines/items/properties/city"),
        of_place("billing/properties/city"),
    ]);
    assert_eq!(found.entries[0].places, ["input", "lines[].city"]);
}

/// One bound under many names is one change; under two, each name has its own.
#[test]
fn a_common_bound_is_one_change() {
    let bound = |names: &[&str], new: i64, old: Option<i64>| {
        let one = |name: &&str| Change {
            old: old.map(serde_json::Value::from),
            new: Some(json!(new)),
            ..change(
                RuleId::MaximumLowered,
                ChangeRole::Both,
                &format!("/$defs/A/properties/{name}/maximum"),
                Bump::Major,
            )
        };
        of(names.iter().map(one).collect()).entries
    };
    let joined = bound(&["a", "b", "c"], 9, None);
    assert_eq!(joined.len(), 1);
    assert_eq!(joined[0].places, ["A", "A.b", "A.c"]);
    assert_eq!(joined[0].names, ["b", "c"]);
    assert_eq!(bound(&["a", "b"], 9, None).len(), 2);
    assert_eq!(bound(&["a", "b", "c"], 9, Some(10)).len(), 3, "no bound came or went");
}
