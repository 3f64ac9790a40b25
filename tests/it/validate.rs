//! `skillgen validate` at the boundary: each case of tests/validate/cases.json is a contract, a document,
//! the arguments, the exit code, and what is printed.

use libtest_mimic::{Failed, Trial};
use serde_json::{Value, json};

use crate::support::{root, run_with, skillgen, text};

pub(crate) fn cases() -> Vec<Trial> {
    let path = root().join("tests/validate/cases.json");
    let cases: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    let mut trials: Vec<Trial> = cases
        .as_array()
        .unwrap()
        .iter()
        .cloned()
        .map(|case| {
            let name = format!("validate::{}", case["name"].as_str().unwrap());
            Trial::test(name, move || judge(&case))
        })
        .collect();
    trials.push(Trial::test("validate::several_documents", several));
    trials.push(Trial::test("validate::keys that stand twice", repeated_keys));
    trials.push(Trial::test("validate::a skill without a contract", no_contract));
    trials.push(Trial::test("validate::compat", compat));
    trials
}

fn judge(case: &Value) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let contract = match case["contract"]["file"].as_str() {
        Some(file) => {
            let path = folder.path().join("SKILL.md");
            std::fs::copy(root().join(file), &path)?;
            path
        }
        None => {
            let path = folder.path().join("contract.json");
            std::fs::write(&path, case["contract"].to_string())?;
            path
        }
    };
    let mut command = skillgen();
    command.arg("validate").arg("--contract").arg(&contract).args(["-", "--format", "json"]);
    command.args(case["args"].as_array().unwrap().iter().filter_map(Value::as_str));
    let (code, stdout, stderr) = text(&run_with(command, case["data"].to_string().as_bytes()));
    if json!(code) != case["exit"] {
        return Err(format!("exit {code}: {stdout}{stderr}").into());
    }
    let printed: Value = serde_json::from_str(&stdout)?;
    if code < 2 && printed.get("valid").is_some() {
        keeps_to("validate", &printed)?;
    }
    for (key, expected) in case["expect"].as_object().unwrap() {
        if !holds(key, expected, &printed, &stderr) {
            return Err(format!("{key} is not {expected}: {stdout}{stderr}").into());
        }
    }
    Ok(())
}

/// skillgen keeps the contracts that it sells.
pub(crate) fn keeps_to(schema: &str, printed: &Value) -> Result<(), Failed> {
    let path = root().join(format!("schemas/{schema}.schema.json"));
    let schema: Value = serde_json::from_slice(&std::fs::read(path)?)?;
    jsonschema::validate(&schema, printed).map_err(|e| e.to_string().into())
}

fn holds(key: &str, expected: &Value, printed: &Value, stderr: &str) -> bool {
    let list = |key: &str| printed[key].as_array().cloned().unwrap_or_default();
    let has = |key: &str, field: &str| {
        let words = expected.as_array().unwrap().iter().map(|w| w.as_str().unwrap());
        words
            .into_iter()
            .all(|w| list(key).iter().any(|row| row[field].as_str().unwrap().contains(w)))
    };
    match key {
        "stderr" => {
            stderr.contains(expected.as_str().unwrap()) && stderr.trim_end().lines().count() == 1
        }
        "issues" => {
            let found: Vec<Value> = list("issues")
                .iter()
                .map(|i| json!([i["path"], i["keyword"], i["expected"]]))
                .collect();
            contract::value::equal(&Value::Array(found), expected)
        }
        "rules" => {
            let rules: Vec<Value> = list("changes").iter().map(|c| c["rule"].clone()).collect();
            &Value::Array(rules) == expected
        }
        "messages" => has("issues", "message"),
        "actual" => expected.as_array().unwrap().iter().all(|wanted| {
            list("issues").iter().any(|issue| &issue["validation_error"]["actual"] == wanted)
        }),
        "warnings" => has("warnings", "message"),
        "undecided" => {
            has("checks", "description") && list("checks").iter().any(|c| c["outcome"] == "unknown")
        }
        "phase" => list("issues").iter().all(|issue| {
            let record = &issue["validation_error"];
            let filled = ["skill", "check", "expected", "actual", "suggestion"]
                .iter()
                .all(|field| record[*field].as_str().is_some_and(|text| !text.is_empty()));
            filled && &record["phase"] == expected
        }),
        "response" => {
            let error = &printed["errors"][0];
            printed["status"] == "failed"
                && error["recoverable"] == true
                && &error["details"] == expected
        }
        "code" => &printed["errors"][0]["code"] == expected,
        // The text of a property order is part of what is promised of a coerced document.
        "document" => {
            contract::value::equal(&printed[key], expected) && keys(&printed[key]) == keys(expected)
        }
        _ => contract::value::equal(&printed[key], expected),
    }
}

fn keys(value: &Value) -> Vec<String> {
    value.as_object().map(|o| o.keys().cloned().collect()).unwrap_or_default()
}

fn several() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    for (name, content) in [("s.json", "{\"type\": \"integer\"}"), ("a.json", "1"), ("b.yaml", "x")]
    {
        std::fs::write(folder.path().join(name), content)?;
    }
    let run = |args: &[&str]| text(&crate::support::run_in(folder.path(), args));
    let (code, stdout, _) =
        run(&["validate", "--contract", "s.json", "a.json", "b.yaml", "--format", "json"]);
    let printed: Value = serde_json::from_str(&stdout)?;
    assert_eq!((code, &printed["valid"]), (1, &json!(false)));
    keeps_to("validate", &printed)?;
    let rows: Vec<Value> = printed["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| json!([row["path"], row["valid"]]))
        .collect();
    assert_eq!(rows, [json!(["a.json", true]), json!(["b.yaml", false])]);
    let (code, _, stderr) = run(&["validate", "--contract", "s.json", "missing.json"]);
    assert!(code == 2 && stderr.contains("missing.json"), "{code} {stderr}");
    Ok(())
}

/// Readers take the first or the last of two: there is no verdict that holds for all of them.
/// A skill that says nothing of its inputs accepts nothing: the user is told, and JSON text with a key twice stays text.
fn no_contract() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text);
    write("SKILL.md", "---\nname: demo\ndescription: d\n---\nBody\n")?;
    write("in.json", "{}")?;
    write(
        "object.json",
        "{\"type\": \"object\", \"properties\": {\"o\": {\"type\": \"object\"}}}",
    )?;
    write("twice.json", r#"{"o": "{\"a\": 1, \"a\": 2}"}"#)?;
    let run = |args: &[&str]| text(&crate::support::run_in(folder.path(), args));
    let (code, stdout, stderr) = run(&["validate", "--contract", "SKILL.md", "in.json"]);
    assert_eq!((code, stdout.as_str()), (2, ""), "{stderr}");
    assert!(stderr.contains("no contract") && stderr.lines().count() == 1, "{stderr}");
    let (code, stdout, _) =
        run(&["validate", "--coerce", "--contract", "object.json", "twice.json"]);
    assert_eq!(code, 1, "{stdout}");
    Ok(())
}

fn repeated_keys() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    for (name, content) in [
        ("ok.json", "{\"properties\": {\"a\": {\"type\": \"string\"}}}"),
        ("twice.json", "{\n  \"type\": \"object\",\n  \"type\": \"array\"\n}"),
        ("data.json", "{\"a\": \"x\"}"),
        ("twice.data.json", "{\"a\": 1,\n \"a\": \"x\"}"),
        (
            "printed.txt",
            "note\n{\"success\": false, \"success\": true, \"confidence\": 1, \"deliverables\": [], \
             \"metrics\": {}, \"errors\": []}\n",
        ),
    ] {
        std::fs::write(folder.path().join(name), content)?;
    }
    let run = |args: &[&str]| text(&crate::support::run_in(folder.path(), args));
    for (args, place) in [
        (
            &["validate", "--contract", "twice.json", "data.json"][..],
            "twice.json:3:3: the key `type`",
        ),
        (&["emit", "--lang", "go", "--contract", "twice.json"], "twice.json:3:3: the key `type`"),
        (
            &["validate", "--contract", "ok.json", "twice.data.json"],
            "twice.data.json:2:2: the key `a`",
        ),
    ] {
        let (code, out, err) = run(args);
        if code != 2 || !err.contains(place) {
            return Err(format!("{args:?}: exit {code}: {out}{err}").into());
        }
    }
    // A skill's output is read as every parser of it does, and the report says so.
    let (code, out, err) = run(&["parse", "printed.txt"]);
    if code != 0 || !out.contains("line 2: the key `success` occurs twice in one object") {
        return Err(format!("parse: exit {code}: {out}{err}").into());
    }
    Ok(())
}

fn compat() -> Result<(), Failed> {
    for (requirement, version, expected) in [
        (">=1.0,<2", "1.5", 0),
        (">=1.0,<2", "2.1", 1),
        ("^1.2.3", "1.9.0", 0),
        ("1.x", "2.0.0", 1),
        ("what", "1.0", 2),
        (">=1", "what", 2),
    ] {
        let mut command = skillgen();
        command.args(["compat", "--requires", requirement, "--version", version]);
        let (code, stdout, stderr) = text(&run_with(command, b""));
        assert_eq!(code, expected, "{requirement} {version}");
        if code == 1 {
            assert!(stdout.contains(requirement) && stdout.contains(version));
        }
        assert_eq!(stderr.lines().count(), usize::from(code == 2));
    }
    Ok(())
}
