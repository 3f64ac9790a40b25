//! The formats for machines: their lists and counts match the report, and failures are what the gate refuses.

use libtest_mimic::{Failed, Trial};
use serde_json::{Value, json};

use crate::support::{put, run_in, text};

pub(crate) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("diff_lists::a report that passed has no failure", passed),
        Trial::test("diff_lists::each change once in every format", counted_once),
        Trial::test("diff_lists::level, max and summary in every format", selected),
        Trial::test("diff_lists::one role in every format", one_role),
    ]
}

/// A definition that several others use, with a break and an addition in it; and as many other breaks as asked.
fn versions(folder: &std::path::Path, breaks: usize) {
    for (side, kind, version) in [("old", "string", "1.0.0"), ("new", "integer", "2.0.0")] {
        let mut shared = json!({"type": "object", "properties": {"id": {"type": kind}}});
        if side == "new" {
            shared["properties"]["note"] = json!({"type": "string"});
        }
        let mut properties = serde_json::Map::new();
        for user in ["first", "second", "third"] {
            properties.insert(user.to_owned(), json!({"$ref": "#/$defs/Shared"}));
        }
        for number in 0..breaks {
            properties.insert(format!("p{number}"), json!({"type": kind}));
        }
        let schema = json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema", "version": version, "type": "object",
            "properties": properties, "$defs": {"Shared": shared},
        });
        put(folder, format!("{side}.json"), schema.to_string());
    }
}

/// The errors, warnings and notices of each format.
fn listed(folder: &std::path::Path, more: &[&str]) -> Vec<(&'static str, [usize; 3])> {
    let run = |format: &str| {
        let mut args = vec!["diff", "old.json", "new.json", "--role", "input", "--format", format];
        args.extend(more);
        text(&run_in(folder, &args)).1
    };
    let github = run("github");
    let annotations = |kind: &str| {
        let lines = github.lines().filter(|line| line.starts_with(&format!("::{kind} file=")));
        lines.filter(|line| !line.contains("title=version")).count()
    };
    let sarif: Value = serde_json::from_str(&run("sarif")).unwrap();
    let results = |level: &str| {
        let results = sarif["runs"][0]["results"].as_array().unwrap();
        results.iter().filter(|one| one["level"] == level).count()
    };
    let junit = run("junit");
    let failed = junit.matches("<failure ").count() - junit.matches("type=\"gate\"").count();
    let noted = |level: &str| junit.matches(&format!("<system-out>{level}: ")).count();
    let warned = if failed == 0 { noted("major") } else { 0 } + noted("minor");
    vec![
        ("github", [annotations("error"), annotations("warning"), annotations("notice")]),
        ("sarif", [results("error"), results("warning"), results("note")]),
        ("junit", [failed, warned, noted("patch")]),
    ]
}

fn passed() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    versions(folder.path(), 0);
    for (format, [errors, warnings, _]) in listed(folder.path(), &[]) {
        assert_eq!((errors, warnings), (0, 2), "{format}: 1.0.0 to 2.0.0 is a large enough step");
    }
    for (format, [errors, warnings, _]) in listed(folder.path(), &["--fail-on", "major"]) {
        assert_eq!((errors, warnings), (1, 1), "{format}: a major change is refused");
    }
    Ok(())
}

fn counted_once() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    versions(folder.path(), 5);
    let args = ["diff", "old.json", "new.json", "--role", "input"];
    let (_, out, _) = text(&run_in(folder.path(), &args));
    assert!(out.contains("6 major, 1 minor"), "{out}");
    for (format, [errors, warnings, _]) in listed(folder.path(), &["--fail-on", "major"]) {
        assert_eq!((errors, warnings), (6, 1), "{format}");
    }
    Ok(())
}

fn selected() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    versions(folder.path(), 20);
    for (more, wanted) in [
        (&["--fail-on", "major", "--max", "3"][..], (3, 0)),
        (&["--fail-on", "major", "--level", "major"], (21, 0)),
        (&["--fail-on", "major", "--summary"], (10, 0)),
        (&["--fail-on", "minor"], (22, 0)),
    ] {
        for (format, [errors, warnings, _]) in listed(folder.path(), more) {
            assert_eq!((errors, warnings), wanted, "{format} {more:?}");
        }
    }
    Ok(())
}

/// With `--role` each format lists the changes of this role, and of no other.
fn one_role() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    for (side, kind) in [("old", "string"), ("new", "number")] {
        let skill = format!(
            "---\nname: s\ndescription: d\ninput_schema:\n  required:\n    - name: topics\n      type: {kind}\n\
             output_schema:\n  required:\n    - name: summary\n      type: {kind}\n---\n# S\n"
        );
        put(folder.path(), format!("{side}.md"), skill);
    }
    let formats = ["text", "json", "markdown", "sarif", "github", "junit", "html"];
    for format in formats {
        for (role, shown, hidden) in
            [("input", "topics", "summary"), ("output", "summary", "topics")]
        {
            let args = ["diff", "old.md", "new.md", "--role", role, "--format", format];
            let (code, out, err) = text(&run_in(folder.path(), &args));
            assert_eq!(code, 1, "{format}, {role}: {err}");
            let plain = out.replace("<code>", "`").replace("</code>", "`");
            let is_told = |name: &str| plain.contains(&format!("the type of `{name}` changed"));
            assert!(is_told(shown), "{format}, {role}: no {shown}: {out}");
            assert!(!is_told(hidden), "{format}, {role}: {hidden} is there: {out}");
        }
    }
    Ok(())
}
