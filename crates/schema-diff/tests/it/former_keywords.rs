//! A keyword that the draft no longer has must be checked by no validator: `dependencies` of 2020-12 and
//! `dependentRequired` were proved equivalent, because one of them still checked it.

use contract::{Contract, NoFiles};
use schema_diff::{Settings, Verdict, diff};

const DRAFT_7: &str = "http://json-schema.org/draft-07/schema#";
const LATEST: &str = "https://json-schema.org/draft/2020-12/schema";

fn rules(draft: &str, old: &str, new: &str) -> Vec<String> {
    let read = |rest: &str| {
        let text = format!("{{\"$schema\": \"{draft}\", \"type\": \"object\", {rest}}}");
        Contract::read("a.json", text.as_bytes(), &NoFiles).expect("a schema")
    };
    let report = diff(&read(old), &read(new), &Settings::default());
    report.changes.iter().map(|change| change.rule.to_string()).collect()
}

#[test]
fn dependencies_count_up_to_draft_7() {
    let before = r#""dependencies": {"number": ["holder"]}"#;
    let after = r#""dependentRequired": {"number": ["holder"]}"#;
    assert_eq!(rules(LATEST, before, after), ["dependent-required-added", "extension-changed"]);
    assert_eq!(rules(LATEST, before, r#""title": "t""#), ["title-changed", "extension-changed"]);
    assert_eq!(rules(DRAFT_7, before, r#""minProperties": 0"#)[0], "dependent-required-removed");
}

#[test]
fn a_recursive_reference_counts_in_2019_09_only() {
    let version = |draft: &str| {
        let text = format!(
            r##"{{"$schema": "https://json-schema.org/draft/{draft}/schema", "$recursiveAnchor": true,
            "properties": {{"child": {{"$recursiveRef": "#"}}, "name": {{"type": "string"}}}}}}"##
        );
        Contract::read("a.json", text.as_bytes(), &NoFiles).expect("a schema")
    };
    let report = diff(&version("2019-09"), &version("2020-12"), &Settings::default());
    let relation = &report.roles[0].relation;
    assert_eq!(relation.backward, Verdict::Holds);
    assert!(matches!(relation.forward, Verdict::Refuted(_)), "{relation:?}");
}
