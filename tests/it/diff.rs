//! `skillgen diff` at the boundary. A folder of tests/diff is a case: `old.*`, `new.*` and `expected.json`,
//! which holds the arguments, the exit code and the findings in short. UPDATE=1 writes what is found.
//! Every output is held against its schema, every witness is confirmed by another validator.

use std::path::{Path, PathBuf};

use libtest_mimic::{Failed, Trial};
use serde_json::{Value, json};

use crate::support::{case_folders, root, run_in, skillgen, text};

pub(crate) fn cases() -> Vec<Trial> {
    let mut trials: Vec<Trial> = Vec::new();
    for folder in case_folders("diff") {
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        trials.push(Trial::test(format!("diff::{name}"), move || run(&folder)));
    }
    trials.push(Trial::test("diff::formats", every_format));
    trials.push(Trial::test("diff::against", against));
    trials.push(Trial::test("diff::repository_examples", repository_examples));
    trials.push(Trial::test("diff::bad_input_is_one_line", bad_input));
    trials.push(Trial::test("diff::configuration", configuration));
    trials
}

/// `old.json`, `old.yaml`, `old.md`, or the folder `old`.
fn source(folder: &Path, side: &str) -> String {
    let names = ["", ".json", ".yaml", ".md", ".schema.json"];
    let found = names.iter().map(|end| format!("{side}{end}")).find(|n| folder.join(n).exists());
    found.unwrap_or_else(|| panic!("{}: no {side}", folder.display()))
}

fn run(folder: &Path) -> Result<(), Failed> {
    let path = folder.join("expected.json");
    let expected: Value = std::fs::read_to_string(&path)
        .map_or_else(|_| json!({}), |text| serde_json::from_str(&text).unwrap());
    let (old, new) = (source(folder, "old"), source(folder, "new"));
    let mut args = vec!["diff", &old, &new, "--format", "json"];
    let extra = expected.get("arguments").and_then(Value::as_array).cloned().unwrap_or_default();
    args.extend(extra.iter().filter_map(Value::as_str));
    let output = run_in(folder, &args);
    let (code, out, err) = text(&output);
    let report: Value = serde_json::from_str(&out).map_err(|e| format!("{e}: {out}{err}"))?;
    is_valid(&report)?;
    confirm(folder, &old, &new, &report)?;
    let mut found = short(&report, code);
    if !extra.is_empty() {
        found["arguments"] = json!(extra);
    }
    if std::env::var_os("UPDATE").is_some() {
        let text = serde_json::to_string_pretty(&found).unwrap() + "\n";
        std::fs::write(&path, text).unwrap();
        return Ok(());
    }
    if found != expected {
        return Err(format!("expected {expected:#}\nfound {found:#}").into());
    }
    Ok(())
}

/// What matters of a report, a line a finding.
fn short(report: &Value, code: i32) -> Value {
    let line = |c: &Value| -> Value {
        let word = |key: &str| c[key].as_str().unwrap_or("-").to_owned();
        let place = c["new_path"].as_str().or(c["old_path"].as_str()).unwrap_or("-");
        let scope =
            c.get("scope").and_then(Value::as_str).map(|s| format!(" [{s}]")).unwrap_or_default();
        let accepted = c
            .get("accepted_by")
            .and_then(Value::as_str)
            .map(|a| format!(" {a}"))
            .unwrap_or_default();
        json!(format!(
            "{} {} {}{scope} {}{accepted} {place}",
            word("level"),
            word("rule"),
            word("role"),
            word("proof")
        ))
    };
    let roles: serde_json::Map<String, Value> = report["roles"]
        .as_array()
        .unwrap()
        .iter()
        .map(|r| {
            let scope =
                r.get("scope").and_then(Value::as_str).map(|s| format!(" {s}")).unwrap_or_default();
            (format!("{}{scope}", r["role"].as_str().unwrap()), r["relation"].clone())
        })
        .collect();
    let mut short = json!({
        "exit": code,
        "required_bump": report["required_bump"],
        "roles": roles,
        "changes": report["changes"].as_array().unwrap().iter().map(line).collect::<Vec<_>>(),
    });
    if !report["declared"].is_null() {
        short["declared"] = report["declared"].clone();
    }
    let plan = |m: &Value| json!({"steps": m["steps"], "complete": m["complete"]});
    if let Some(migration) = report.get("migration") {
        short["migration"] = plan(migration);
    }
    for migration in report.get("tool_migrations").and_then(Value::as_array).into_iter().flatten() {
        short["tool_migrations"][migration["scope"].as_str().unwrap()] = plan(migration);
    }
    short
}

/// The report against schemas/diff.schema.json and the envelope's schema.
fn is_valid(report: &Value) -> Result<(), Failed> {
    for name in ["diff", "helper-envelope-v1"] {
        let text =
            std::fs::read_to_string(root().join(format!("schemas/{name}.schema.json"))).unwrap();
        let schema: Value = serde_json::from_str(&text).unwrap();
        let validator = jsonschema::options().offline().build(&schema).unwrap();
        if let Some(error) = validator.iter_errors(report).next() {
            return Err(format!("{name}: {error} at {}", error.instance_path()).into());
        }
    }
    Ok(())
}

/// Plain schemas: every witness is accepted by the one side and refused by the other, as boon sees it.
fn confirm(folder: &Path, old: &str, new: &str, report: &Value) -> Result<(), Failed> {
    let read = |name: &str| -> Option<Value> {
        let text = std::fs::read_to_string(folder.join(name)).ok()?;
        let schema = serde_json::from_str(&text).ok().filter(|v: &Value| {
            v.get("input").is_none() && v.get("output").is_none() && v.get("tools").is_none()
        });
        schema.map(written)
    };
    let (Some(a), Some(b)) = (read(old), read(new)) else { return Ok(()) };
    for change in report["changes"].as_array().unwrap() {
        let Some(witness) = change.get("witness").filter(|_| change.get("scope").is_none()) else {
            continue;
        };
        let (yes, no) = if change["accepted_by"] == "old" { (&a, &b) } else { (&b, &a) };
        if has_long_number(witness) {
            // boon reads numbers as doubles.
            continue;
        }
        if !boon_accepts(yes, witness) || boon_accepts(no, witness) {
            return Err(format!("{}: {witness} is no witness", change["rule"]).into());
        }
    }
    Ok(())
}

/// The schema with its references written as URIs are: boon finds no others.
fn written(schema: Value) -> Value {
    let encoded = |text: String| -> String {
        let one = |c: char| match c {
            '<' | '>' | '|' | '{' | '}' | '[' | ']' => format!("%{:02X}", u32::from(c)),
            c => c.to_string(),
        };
        text.chars().map(one).collect()
    };
    match schema {
        Value::Object(members) => {
            let member = |(name, value): (String, Value)| match value {
                Value::String(text) if name == "$ref" => (name, encoded(text).into()),
                value => (name, written(value)),
            };
            members.into_iter().map(member).collect()
        }
        Value::Array(items) => items.into_iter().map(written).collect(),
        other => other,
    }
}

fn has_long_number(document: &Value) -> bool {
    let text = document.to_string();
    text.split(|c: char| !c.is_ascii_digit()).any(|digits| digits.len() > 15)
}

fn boon_accepts(schema: &Value, document: &Value) -> bool {
    let mut schemas = boon::Schemas::new();
    let mut compiler = boon::Compiler::new();
    compiler.enable_format_assertions();
    compiler.add_resource("file:///schema.json", schema.clone()).unwrap();
    let index = compiler.compile("file:///schema.json", &mut schemas).unwrap();
    schemas.validate(document, index).is_ok()
}

fn every_format() -> Result<(), Failed> {
    let folder = root().join("tests/diff/several-changes");
    let json = |format: &str| -> String {
        let (_, out, _) =
            text(&run_in(&folder, &["diff", "old.json", "new.json", "--format", format]));
        out
    };
    let sarif: Value = serde_json::from_str(&json("sarif")).unwrap();
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    let uri = &results[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
    assert_eq!(uri, "new.json");
    let checks = [
        ("text", "needs a major version"),
        ("markdown", "- **major** "),
        ("github", "::error file=new.json,line="),
        ("junit", "type=\"major\">"),
        ("html", "<article class=\"major\" id=\"f0\">"),
        // The finding is shown at its line of the schemas, side by side, with the changed words
        // marked.
        ("html", "<a class=\"mark major\" href=\"#f0\""),
        ("html", "<td class=\"del\">      &quot;type&quot;: <mark>&quot;string&quot;</mark>"),
        ("html", "<td class=\"add\">      &quot;type&quot;: <mark>&quot;integer&quot;</mark>"),
    ];
    for (format, wanted) in checks {
        let out = json(format);
        if !out.contains(wanted) {
            return Err(format!("{format}: no {wanted:?} in {out}").into());
        }
    }
    let page = json("html");
    for needle in ["http://", "src=", "<link", "<script"] {
        // Self-contained: the only URLs are those in the schemas.
        if needle != "http://" && page.contains(needle) {
            return Err(format!("the page holds {needle}").into());
        }
    }
    Ok(())
}

/// A folder for one test below target, removed before and kept after.
fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("diff-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn git(folder: &Path, args: &[&str]) {
    let mut command = std::process::Command::new("git");
    command.current_dir(folder).args(["-c", "user.name=t", "-c", "user.email=t@example.org"]);
    let output = command.args(args).output().unwrap();
    assert!(output.status.success(), "git {args:?}: {}", String::from_utf8_lossy(&output.stderr));
}

fn write(folder: &Path, name: &str, value: &Value) {
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    // A text is a file that is not JSON.
    let content = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    std::fs::write(path, content).unwrap();
}

/// The examples of rules about whole files: repositories before and after.
fn repository_examples() -> Result<(), Failed> {
    let mut tried = 0;
    for id in schema_diff::RuleId::all() {
        let doc = &id.rule().doc;
        let files = |block: &str| -> Value {
            doc.block(block).map_or(Value::Null, |text| serde_json::from_str(text).unwrap())
        };
        let (old, new) = (files("json old"), files("json new"));
        let named = |value: &Value| {
            value.as_object().is_some_and(|all| all.keys().any(|name| name.contains('.')))
        };
        if !named(&old) {
            continue;
        }
        tried += 1;
        let folder = scratch(id.as_str());
        git(&folder, &["init", "-q"]);
        for (name, schema) in old.as_object().unwrap() {
            write(&folder, name, schema);
        }
        git(&folder, &["add", "."]);
        git(&folder, &["commit", "-qm", "one"]);
        for name in old.as_object().unwrap().keys() {
            std::fs::remove_file(folder.join(name))?;
        }
        for (name, schema) in new.as_object().unwrap() {
            write(&folder, name, schema);
        }
        git(&folder, &["add", "-A"]);
        let (_, out, err) =
            text(&run_in(&folder, &["diff", "--against", "HEAD", "--format", "json"]));
        let report: Value = serde_json::from_str(&out).map_err(|e| format!("{e}: {out}{err}"))?;
        let found: Vec<&Value> =
            report["changes"].as_array().unwrap().iter().map(|change| &change["rule"]).collect();
        let also = doc.data.get("also").and_then(|a| a.as_array()).into_iter().flatten();
        let mut wanted: Vec<&str> = also.filter_map(|also| also.as_str()).collect();
        wanted.push(id.as_str());
        let mut found: Vec<&str> = found.into_iter().filter_map(Value::as_str).collect();
        found.sort_unstable();
        wanted.sort_unstable();
        if found != wanted {
            return Err(format!("{id}: found {found:?}: {out}").into());
        }
    }
    if tried < 3 { Err("the examples are gone".into()) } else { Ok(()) }
}

fn against() -> Result<(), Failed> {
    let folder = scratch("against");
    git(&folder, &["init", "-q"]);
    let schema = |kind: &str| {
        json!({"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object",
               "properties": {"a": {"type": kind}, "b": {"type": "string", "minLength": 2}}})
    };
    write(&folder, "same.schema.json", &schema("string"));
    write(&folder, "changed.schema.json", &schema("string"));
    write(
        &folder,
        "gone.schema.json",
        &json!({"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "array", "items": {"type": "boolean"}, "minItems": 3}),
    );
    write(&folder, "deep/before.schema.json", &schema("integer"));
    write(&folder, "package.json", &json!({"name": "no contract"}));
    write(&folder, "untold.schema.json", &schema("number"));
    write(
        &folder,
        "refers.schema.json",
        &json!({"$schema": "https://json-schema.org/draft/2020-12/schema", "$ref": "changed.schema.json"}),
    );
    git(&folder, &["add", "."]);
    git(&folder, &["commit", "-qm", "one"]);
    write(&folder, "changed.schema.json", &schema("integer"));
    write(&folder, "new.schema.json", &json!(true));
    std::fs::remove_file(folder.join("gone.schema.json")).unwrap();
    git(&folder, &["mv", "deep/before.schema.json", "deep/after.schema.json"]);
    // Git's index does not list this one.
    std::fs::rename(folder.join("untold.schema.json"), folder.join("told.schema.json")).unwrap();
    let output = run_in(&folder, &["diff", "--against", "HEAD", "--format", "json"]);
    let (code, out, err) = text(&output);
    let report: Value = serde_json::from_str(&out).map_err(|e| format!("{e}: {out}{err}"))?;
    is_valid(&report)?;
    let deep = run_in(&folder.join("deep"), &["diff", "--against", "HEAD", "--format", "json"]);
    let deep: Value = serde_json::from_str(&text(&deep).1).unwrap();
    assert_eq!(deep["contracts"].as_array().unwrap().len(), 7, "all, from a subfolder too");
    let contracts = report["contracts"].as_array().unwrap();
    let line = |c: &Value| {
        let bump = c.get("required_bump").and_then(Value::as_str).unwrap_or("-");
        format!("{} {} {bump}", c["path"].as_str().unwrap(), c["state"].as_str().unwrap())
    };
    let found: Vec<String> = contracts.iter().map(line).collect();
    let wanted = [
        "changed.schema.json changed major",
        "deep/after.schema.json renamed none",
        "gone.schema.json removed -",
        "new.schema.json added -",
        "refers.schema.json changed major",
        "same.schema.json unchanged -",
        "told.schema.json renamed none",
    ];
    if found != wanted || report["required_bump"] != "major" || code != 1 {
        return Err(format!("exit {code}, {} {found:#?} {err}", report["required_bump"]).into());
    }
    let gated = run_in(&folder, &["diff", "--against", "HEAD", "--fail-on", "major"]);
    assert_eq!(gated.status.code(), Some(1));
    // Its path is its only name.
    let below = run_in(&folder, &["diff", "--against", "HEAD", "deep", "--fail-on", "major"]);
    let (code, out, _) = text(&below);
    assert!(
        code == 1 && out.contains("major  deep/before.schema.json is deep/after.schema.json now"),
        "{out}"
    );
    let nowhere = run_in(&folder, &["diff", "--against", "nope"]);
    assert_eq!(nowhere.status.code(), Some(2));
    let revisions = run_in(
        &folder,
        &["diff", "HEAD:changed.schema.json", "changed.schema.json", "--format", "json"],
    );
    assert!(text(&revisions).1.contains("property-type-changed"), "{:?}", text(&revisions));
    Ok(())
}

fn bad_input() -> Result<(), Failed> {
    let folder = scratch("bad");
    std::fs::write(folder.join("good.json"), "{}").unwrap();
    std::fs::write(folder.join("cut.json"), "{\"type\": ").unwrap();
    std::fs::write(folder.join("none.json"), "{\"type\": 5}").unwrap();
    std::fs::write(folder.join("dangling.json"), "{\"$ref\": \"#/$defs/nope\"}").unwrap();
    std::fs::write(folder.join("empty.json"), "").unwrap();
    std::fs::write(folder.join("latin.json"), b"{\"title\": \"\xe9\"}").unwrap();
    for args in [
        &["diff", "cut.json", "good.json"][..],
        &["diff", "good.json", "none.json"],
        &["diff", "good.json", "dangling.json"],
        &["diff", "good.json", "empty.json"],
        &["diff", "good.json", "latin.json"],
        &["diff", "good.json", "missing.json"],
        &["diff", "good.json"],
        &["diff"],
        &["diff", "good.json", "good.json", "good.json"],
        &["diff", "-", "-"],
        &["diff", "good.json", "good.json", "--policy", "nope.toml"],
        &["diff", "good.json", "good.json", "--check-version"],
        &["diff", "good.json", "good.json", "--role", "nope"],
    ] {
        let (code, _, err) = text(&run_in(&folder, args));
        if code != 2 || err.trim_end().lines().count() != 1 {
            return Err(format!("{args:?}: exit {code}: {err}").into());
        }
    }
    let mut piped = skillgen();
    piped.args(["diff", "-", "good.json"]).current_dir(&folder);
    let output = crate::support::run_with(piped, b"{}");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output).2);
    Ok(())
}

fn configuration() -> Result<(), Failed> {
    let folder = scratch("configuration");
    write(
        &folder,
        "old.json",
        &json!({"type": "object", "properties": {"a": {"enum": [1, 2]}, "b": {"type": "string"}}}),
    );
    write(
        &folder,
        "new.json",
        &json!({"type": "object", "properties": {"a": {"enum": [1]}, "b": {"type": "integer"}}}),
    );
    let run = |config: &str| -> (i32, Value) {
        std::fs::write(folder.join("skillgen.toml"), config).unwrap();
        let (code, out, err) =
            text(&run_in(&folder, &["diff", "old.json", "new.json", "--format", "json"]));
        (code, serde_json::from_str(&out).unwrap_or(json!(err)))
    };
    let ignores = "[[ignore]]\nrule = \"property-type-changed\"\npath = \"/properties/b/*\"\nreason = \"nobody sends b\"\n\
                   [rules]\nenum-value-removed = \"minor\"\n";
    let (code, report) = run(ignores);
    assert_eq!((code, &report["required_bump"]), (0, &json!("minor")), "{report:#}");
    let ignored =
        report["changes"].as_array().unwrap().iter().find(|c| c.get("ignored").is_some()).unwrap();
    assert_eq!(ignored["ignored"], "nobody sends b");
    for until in ["until", "until-version"] {
        let both = format!("[[ignore]]\nrule = \"*\"\nreason = \"known\"\n{until} = \"2.0.0\"\n");
        assert_eq!(run(&both).1["required_bump"], "none", "{until}");
    }
    assert_eq!(run("[diff]\nfail-on = \"major\"\n").0, 1);
    assert_eq!(run("[diff]\nrole = \"output\"\n").1["roles"][0]["role"], "output");
    for wrong in [
        "[[ignore]]\nrule = \"enum-value-removed\"\n",
        "[[ignore]]\nrule = \"nope\"\nreason = \"x\"\n",
        "[rules]\nenum-value-removed = \"huge\"\n",
        "[diff]\nformats = \"perhaps\"\n",
        "[diff]\nfail_on = \"major\"\n",
        "[dif]\nfail-on = \"major\"\n",
        "[migrate]\nconfidence = 1\n",
        "[[ignore]]\nrule = \"*\"\nreason = \"x\"\nuntil = \"2.0.0\"\nuntil-version = \"2.0.0\"\n",
    ] {
        assert_eq!(run(wrong).0, 2, "{wrong}");
    }
    Ok(())
}
