//! The release story: what a change to the news-digest contract needs, with a witness that python's
//! jsonschema confirms on both versions.

use std::process::Command;

use libtest_mimic::{Failed, Trial};
use serde_json::{Value, json};

use crate::support::{python, root, run_in, run_with, text};

/// What is done to the contract, and what it needs.
type Change = (&'static str, fn(&mut Value), &'static str);

const CHANGES: &[Change] = &[
    ("the same file twice", |_| {}, "none"),
    ("a description", |c| c["/d"] = json!("How far back to look, in words."), "patch"),
    ("an optional parameter", |c| c["/p"] = json!({"type": "boolean", "default": false}), "minor"),
    (
        "topics from string to array",
        |c| c["/t"] = json!({"type": "array", "items": {"type": "string"}, "minItems": 1}),
        "major",
    ),
    ("a required parameter", |c| c["/r"] = json!(["topics", "time_range"]), "major"),
    ("a parameter removed", |c| c["/x"] = Value::Null, "major"),
];

pub(crate) fn cases() -> Vec<Trial> {
    CHANGES
        .iter()
        .map(|change| Trial::test(format!("release::{}", change.0), move || judge(change)))
        .collect()
}

/// Applies a change: its marks stand for the places that are awkward to write.
fn changed(old: &Value, change: fn(&mut Value)) -> Value {
    let mut marks = json!({});
    change(&mut marks);
    let mut new = old.clone();
    let input = &mut new["definitions"]["Input"];
    let properties = input["properties"].as_object_mut().unwrap();
    for (mark, value) in marks.as_object().unwrap() {
        match mark.as_str() {
            "/d" => properties["time_range"]["description"] = value.clone(),
            "/p" => drop(properties.insert("dry_run".to_owned(), value.clone())),
            "/t" => drop(properties.insert("topics".to_owned(), value.clone())),
            "/x" => drop(properties.shift_remove("save_to_file")),
            _ => {}
        }
    }
    if let Some(required) = marks.get("/r") {
        input["required"] = required.clone();
    }
    new
}

fn judge((_, change, bump): &Change) -> Result<(), Failed> {
    let source = root().join("examples/contracts/news-digest/v1.json");
    let old: Value = serde_json::from_slice(&std::fs::read(source)?)?;
    let new = changed(&old, *change);
    let folder = tempfile::tempdir()?;
    std::fs::write(folder.path().join("old.json"), old.to_string())?;
    std::fs::write(folder.path().join("new.json"), new.to_string())?;
    let output = run_in(folder.path(), &["diff", "old.json", "new.json", "--format", "json"]);
    let (code, out, err) = text(&output);
    let report: Value = serde_json::from_str(&out).map_err(|e| format!("{e}: {out}{err}"))?;
    if report["required_bump"] != *bump {
        return Err(format!("{} is needed, expected {bump}\n{out}", report["required_bump"]).into());
    }
    // The version was not raised: any need is more than what is declared.
    if (code == 1) != (*bump != "none") {
        return Err(format!("exit {code} for {bump}").into());
    }
    confirm(&old, &new, &report)
}

/// Asks python whether each witness tells the versions apart as the report says.
fn confirm(old: &Value, new: &Value, report: &Value) -> Result<(), Failed> {
    let script = "import json, sys, jsonschema
old, new, report = json.load(sys.stdin)
def takes(contract, role, document):
    schema = dict(contract, **{'$schema': 'https://json-schema.org/draft/2020-12/schema',
                               '$ref': '#/' + role})
    return jsonschema.Draft202012Validator(schema).is_valid(document)
for row in report['roles']:
    for way, (a, b) in {'backward': (old, new), 'forward': (new, old)}.items():
        answer = row[way]
        if answer['verdict'] == 'refuted':
            document = answer['witness']
            assert takes(a, row['role'], document) and not takes(b, row['role'], document), row
for change in report['changes']:
    if 'witness' in change:
        role = change['role']
        assert takes(old, role, change['witness']) != takes(new, role, change['witness']), change
";
    let mut command = Command::new(python());
    command.args(["-c", script]);
    let all = json!([old, new, report]).to_string();
    let (code, _, err) = text(&run_with(command, all.as_bytes()));
    if code == 0 { Ok(()) } else { Err(err.into()) }
}
