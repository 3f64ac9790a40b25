//! Teams' decisions about findings of `skillgen diff`: ignores with an end, baselines, announced removals,
//! open objects, and dates as versions.

use std::path::Path;

use libtest_mimic::{Failed, Trial};
use serde_json::{Value, json};

use crate::support::{put, run_with, skillgen, text};

pub(crate) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("diff_policy::an ignore ends with its day", ends),
        Trial::test("diff_policy::an ignore that meets nothing is a finding", unused),
        Trial::test("diff_policy::a baseline holds what was there", baseline),
        Trial::test("diff_policy::announced removals are milder", announced),
        Trial::test("diff_policy::announced removals of values are milder", announced_values),
        Trial::test("diff_policy::announced removals of parts are milder", announced_parts),
        Trial::test("diff_policy::open objects read leniently", open_objects),
        Trial::test("diff_policy::dates are versions", dates),
        Trial::test("diff_policy::a new name beside a new property", renamed),
        Trial::test("diff_policy::levels of enum growth by role", enum_growth),
        Trial::test("diff_policy::a closed pipe keeps the exit code", closed_pipe),
    ]
}

struct Folder(tempfile::TempDir);

impl Folder {
    fn new(old: &Value, new: &Value) -> Folder {
        let folder = tempfile::tempdir().unwrap();
        put(folder.path(), "old.json", old.to_string());
        put(folder.path(), "new.json", new.to_string());
        Folder(folder)
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    /// Runs on the given day; gives the exit code, the JSON report (or null) and the line on stderr.
    fn run(&self, day: &str, args: &[&str]) -> (i32, Value, String) {
        let mut command = skillgen();
        command.current_dir(self.path()).args(["diff", "old.json", "new.json", "--format", "json"]);
        let seconds = if day == "2027-01-01" { "1798761600" } else { "1798675200" };
        command.args(args).env("SOURCE_DATE_EPOCH", seconds);
        let (code, out, err) = text(&run_with(command, b""));
        (code, serde_json::from_str(&out).unwrap_or_default(), err)
    }

    fn bump(&self, config: &str) -> String {
        put(self.path(), "skillgen.toml", config);
        let (_, report, err) = self.run("2026-12-31", &[]);
        report["required_bump"].as_str().unwrap_or(&err).to_owned()
    }
}

fn rules(report: &Value) -> Vec<&str> {
    let changes = report["changes"].as_array().unwrap();
    changes
        .iter()
        .filter(|c| c.get("ignored").is_none())
        .filter_map(|c| c["rule"].as_str())
        .collect()
}

fn object(properties: Value) -> Value {
    json!({"type": "object", "properties": properties})
}

fn ends() -> Result<(), Failed> {
    let folder = Folder::new(
        &object(json!({"a": {"type": "string"}})),
        &object(json!({"a": {"type": "integer"}})),
    );
    for until in ["\"2026-12-31\"", "2026-12-31"] {
        let ignore = format!(
            "[[ignore]]\nrule = \"property-type-changed\"\nreason = \"x\"\nuntil = {until}\n"
        );
        put(folder.path(), "skillgen.toml", ignore);
        let (code, report, err) = folder.run("2026-12-31", &[]);
        assert_eq!((code, &report["required_bump"]), (0, &json!("none")), "{until} {err}");
        let (code, report, _) = folder.run("2027-01-01", &[]);
        assert_eq!((code, rules(&report)), (1, vec!["property-type-changed", "ignore-expired"]));
    }
    let days = ["2026-02-30", "2026-1-1", "20261101", "2020"].map(|day| (day, "is no day"));
    for (until, wanted) in days.into_iter().chain([("soon", "neither a version nor a day")]) {
        let ignore = format!("[[ignore]]\nrule = \"*\"\nreason = \"x\"\nuntil = \"{until}\"\n");
        put(folder.path(), "skillgen.toml", ignore);
        let (code, _, err) = folder.run("2026-12-31", &[]);
        if code != 2 || !err.contains(wanted) {
            return Err(format!("{until}: exit {code}: {err}").into());
        }
    }
    Ok(())
}

fn unused() -> Result<(), Failed> {
    let folder = Folder::new(&json!({"title": "a"}), &json!({"title": "b"}));
    let ignore = |path: &str| {
        format!("[[ignore]]\nrule = \"enum-value-removed\"\npath = \"{path}\"\nreason = \"x\"\n")
    };
    put(folder.path(), "skillgen.toml", ignore("/properties/*"));
    let (code, report, _) = folder.run("2026-12-31", &[]);
    assert_eq!((code, rules(&report)), (0, vec!["title-changed", "ignore-unused"]));
    assert_eq!(report["required_bump"], "patch", "the configuration is no part of the contract");
    put(folder.path(), "skillgen.toml", ignore("elsewhere.json"));
    assert_eq!(rules(&folder.run("2026-12-31", &[]).1), ["title-changed"]);
    Ok(())
}

fn baseline() -> Result<(), Failed> {
    let old = object(json!({"a": {"type": "string"}, "b": {"type": "string"}}));
    let new = object(json!({"a": {"type": "integer"}, "b": {"type": "string"}}));
    let folder = Folder::new(&old, &new);
    let args = ["--baseline", "known.json"];
    let (code, _, err) = folder.run("", &args);
    assert!(code == 2 && err.contains("--write-baseline"), "{code} {err}");
    let (code, report, _) = folder.run("", &[args[0], args[1], "--write-baseline"]);
    assert_eq!((code, &report["required_bump"]), (0, &json!("none")));
    let (code, report, _) = folder.run("", &args);
    assert_eq!((code, &report["changes"][0]["ignored"]), (0, &json!("in the baseline")));
    let more = object(json!({"a": {"type": "integer"}, "b": {"type": "integer"}}));
    put(folder.path(), "new.json", more.to_string());
    let (code, report, _) = folder.run("", &args);
    assert_eq!((code, rules(&report)), (1, vec!["property-type-changed"]));
    // Most messages contain no values: another edit of the same keyword is another finding.
    for (old, first, second) in [
        (
            json!({}),
            json!({"anyOf": [{"required": ["a"]}, {"required": ["b"]}]}),
            json!({"anyOf": [{"required": ["a"]}]}),
        ),
        (
            json!({"not": {"const": 1}}),
            json!({"not": {"enum": [1, 2]}}),
            json!({"not": {"enum": [1, 2, 3]}}),
        ),
        (
            json!({}),
            json!({"items": {"type": ["string", "number"]}}),
            json!({"items": {"type": "string"}}),
        ),
        // A type without common values: the rest of the property is not compared.
        (
            json!({"properties": {"a": {"type": "string"}}}),
            json!({"properties": {"a": {"type": "integer"}}}),
            json!({"properties": {"a": {"type": "integer", "maximum": 0}}}),
        ),
    ] {
        let folder = Folder::new(&old, &first);
        let (code, ..) = folder.run("", &[args[0], args[1], "--write-baseline"]);
        assert_eq!((code, folder.run("", &args).0), (0, 0), "{first}");
        put(folder.path(), "new.json", second.to_string());
        let (code, report, _) = folder.run("", &args);
        assert_eq!(code, 1, "{second}: {report}");
    }
    Ok(())
}

fn announced() -> Result<(), Failed> {
    let with = |b: Value| object(json!({"a": {"type": "string"}, "b": b}));
    let gone = object(json!({"a": {"type": "string"}}));
    for (b, rule, bump) in [
        (json!({"type": "string"}), "optional-property-removed", "major"),
        (json!({"type": "string", "deprecated": true}), "deprecated-property-removed", "minor"),
        (json!({"x-sunset": "2026-12-31"}), "deprecated-property-removed", "minor"),
        (
            json!({"deprecated": true, "x-sunset": "2027-01-01"}),
            "property-removed-before-sunset",
            "major",
        ),
    ] {
        let (_, report, _) = Folder::new(&with(b.clone()), &gone).run("2026-12-31", &[]);
        if rules(&report) != [rule] || report["required_bump"] != bump {
            return Err(format!("{b}: {:?}, {}", rules(&report), report["required_bump"]).into());
        }
    }
    Ok(())
}

/// The values `old` and `late` go; one alternative, or an extension of the list, marks them.
fn announced_values() -> Result<(), Failed> {
    let (plain, milder, early) =
        ("enum-value-removed", "deprecated-enum-value-removed", "enum-value-removed-before-sunset");
    let constants = |old: Value| json!({"oneOf": [{"const": "a"}, old]});
    let listed = |keyword: &str, marks: Value| json!({"enum": ["a", "old", 3], keyword: marks});
    let kept = json!({"enum": ["a"]});
    let cases: Vec<(Value, Vec<&str>, &str)> = vec![
        (constants(json!({"const": "old"})), vec![plain], "major"),
        (constants(json!({"const": "old", "deprecated": true})), vec![milder], "minor"),
        (constants(json!({"const": "old", "x-sunset": "2026-12-31"})), vec![milder], "minor"),
        (constants(json!({"const": "old", "x-sunset": "2027-01-01"})), vec![early], "major"),
        (constants(json!({"enum": ["old", "late"], "deprecated": true})), vec![milder], "minor"),
        (
            json!({"anyOf": [{"const": "a"}, {"$ref": "#/$defs/Old"}],
                "$defs": {"Old": {"const": "old", "deprecated": true}}}),
            vec![milder],
            "minor",
        ),
        // An alternative that is not marked keeps the value's promise.
        (
            json!({"anyOf": [{"enum": ["a", "old"]}, {"const": "old", "deprecated": true}]}),
            vec![plain],
            "major",
        ),
        (listed("x-enum-deprecated", json!({"old": true})), vec![plain, milder], "major"),
        (listed("x-enum-deprecated", json!([false, true, true])), vec![milder], "minor"),
        (listed("x-deprecated-values", json!(["old", 3])), vec![milder], "minor"),
        (listed("enumDeprecated", json!({"old": "use a", "3": "use a"})), vec![milder], "minor"),
        (
            listed(
                "x-deprecated-enum-members",
                json!([{"name": "old"}, {"value": 3, "x-sunset": "2027-01-01"}]),
            ),
            vec![milder, early],
            "major",
        ),
        (json!({"enum": ["a", "old"], "deprecated": true}), vec![milder], "minor"),
        // The constant is an object, not a schema.
        (json!({"enum": ["a", {"deprecated": true}]}), vec![plain], "major"),
    ];
    for (old, expected, bump) in cases {
        let properties = |of: &Value| {
            let mut of = of.clone();
            let definitions = of.as_object_mut().unwrap().remove("$defs").unwrap_or(json!({}));
            json!({"type": "object", "properties": {"v": of}, "$defs": definitions})
        };
        let folder = Folder::new(&properties(&old), &properties(&kept));
        let (_, report, _) = folder.run("2026-12-31", &["--role", "input"]);
        let mut found: Vec<&str> =
            rules(&report).into_iter().filter(|rule| rule.contains("removed")).collect();
        found.sort_unstable();
        let mut expected = expected;
        expected.sort_unstable();
        if found != expected || report["required_bump"] != bump {
            return Err(format!("{old}: {found:?}, {}", report["required_bump"]).into());
        }
    }
    Ok(())
}

fn announced_parts() -> Result<(), Failed> {
    let list = |mark: Value| {
        let mut list = json!({"type": "array"});
        list.as_object_mut().unwrap().extend(mark.as_object().unwrap().clone());
        list
    };
    for (mark, alternative, definition, bump) in [
        (json!({}), "any-of-branch-removed", "definition-removed", "major"),
        (
            json!({"deprecated": true}),
            "deprecated-alternative-removed",
            "deprecated-definition-removed",
            "minor",
        ),
        (
            json!({"deprecated": true, "x-sunset": "2027-01-01"}),
            "any-of-branch-removed",
            "definition-removed",
            "major",
        ),
    ] {
        let text = json!({"type": "string"});
        for (old, new, rule) in [
            (
                json!({"anyOf": [text, {"type": "integer"}, list(mark.clone())]}),
                json!({"anyOf": [text, {"type": "integer"}]}),
                alternative,
            ),
            (
                json!({"type": "string", "$defs": {"Old": list(mark.clone())}}),
                text.clone(),
                definition,
            ),
        ] {
            let (_, report, _) = Folder::new(&old, &new).run("2026-12-31", &["--role", "input"]);
            if rules(&report) != [rule] || report["required_bump"] != bump {
                return Err(
                    format!("{old}: {:?}, {}", rules(&report), report["required_bump"]).into()
                );
            }
        }
    }
    Ok(())
}

fn open_objects() -> Result<(), Failed> {
    let less = object(json!({"a": {"type": "string"}}));
    let more = object(json!({"a": {"type": "string"}, "b": {"type": "integer"}}));
    let shut = json!({"type": "object", "properties": {"a": {"type": "string"}}, "additionalProperties": false});
    let map = |schema: Value| object(json!({"m": {"type": "object", "allOf": [schema]}}));
    for (old, new, exact, lenient) in [
        (&less, &more, "major", "patch"),
        (&more, &less, "minor", "patch"),
        (&less, &shut, "major", "patch"),
        // The names of a map are its content.
        (
            &map(json!({"additionalProperties": true})),
            &map(json!({"additionalProperties": false})),
            "major",
            "major",
        ),
        (&map(json!({})), &map(json!({"additionalProperties": false})), "major", "major"),
        (
            &map(json!({"properties": {"a": {}}, "additionalProperties": true})),
            &map(json!({"properties": {"a": {}}, "additionalProperties": false})),
            "major",
            "major",
        ),
        (
            &map(json!({"properties": {"a": {}}})),
            &map(json!({"properties": {"a": {}}, "additionalProperties": false})),
            "major",
            "patch",
        ),
    ] {
        let folder = Folder::new(old, new);
        let config = "[diff]\nrole = \"input\"\npolicy = \"strict\"\n";
        let found = (
            folder.bump(&format!("{config}open-objects = \"as-written\"\n")),
            folder.bump(&format!("{config}open-objects = \"ignore-undeclared\"\n")),
        );
        if found != (exact.to_owned(), lenient.to_owned()) {
            return Err(format!("{old} → {new}: {found:?}, expected {exact}, {lenient}").into());
        }
    }
    let folder = Folder::new(&less, &more);
    assert!(folder.bump("[diff]\nopen-objects = \"perhaps\"\n").contains("ignore-undeclared"));
    Ok(())
}

fn dates() -> Result<(), Failed> {
    let of = |version: &str, kind: &str| json!({"name": "n", "version": version, "input": {"type": kind}, "output": {"type": "object"}});
    for (old, new, sufficient) in
        [("2026-01-31", "2026-07-28", true), ("2026-01-31", "2026-01-31", false)]
    {
        let folder = Folder::new(&of(old, "object"), &of(new, "array"));
        let (code, report, _) = folder.run("", &[]);
        let declared = &report["declared"];
        if declared["sufficient"] != sufficient || !declared["next_version"].is_null() {
            return Err(format!("{old} → {new}: exit {code}: {declared}").into());
        }
        assert_eq!(code, i32::from(!sufficient));
    }
    Ok(())
}

fn renamed() -> Result<(), Failed> {
    let old = object(json!({"query": {"type": "string"}}));
    let new = object(json!({"subject": {"type": "string"}, "limit": {"type": "integer"}}));
    let (_, report, _) = Folder::new(&old, &new).run("", &["--role", "input"]);
    assert_eq!(rules(&report), ["optional-property-renamed", "optional-property-added"]);
    // With two candidates nothing is proposed.
    let new = object(json!({"subject": {"type": "string"}, "limit": {"type": "string"}}));
    let (_, report, _) = Folder::new(&old, &new).run("", &["--role", "input"]);
    assert!(!rules(&report).contains(&"optional-property-renamed"), "{report:#}");
    Ok(())
}

fn enum_growth() -> Result<(), Failed> {
    let folder = Folder::new(&json!({"enum": ["a"]}), &json!({"enum": ["a", "b"]}));
    let level = "[rules]\nenum-value-added = { input = \"patch\", output = \"major\" }\n";
    put(folder.path(), "skillgen.toml", level);
    for (role, bump) in [("input", "patch"), ("output", "major")] {
        let (_, report, _) = folder.run("", &["--role", role]);
        assert_eq!(report["required_bump"], bump, "{role}");
    }
    Ok(())
}

/// `skillgen diff … | head -1` fails a script with `pipefail` as the whole report does.
fn closed_pipe() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    for (name, kind) in [("a.json", "string"), ("b.json", "integer")] {
        let all: serde_json::Map<String, Value> =
            (0..400).map(|n| (format!("p{n}"), json!({"type": kind}))).collect();
        let schema = json!({"type": "object", "properties": all});
        std::fs::write(folder.path().join(name), schema.to_string())?;
    }
    let mut command = skillgen();
    command.args(["diff", "a.json", "b.json"]).current_dir(folder.path());
    let mut child = command.stdout(std::process::Stdio::piped()).spawn()?;
    drop(child.stdout.take());
    let code = child.wait()?.code();
    if code == Some(1) { Ok(()) } else { Err(format!("exit {code:?}").into()) }
}
