//! Schemas that take a validator exponential time: `check` and `emit` report them, and `--safe-patterns` refuses them.

use std::fs;

use libtest_mimic::{Failed, Trial};
use serde_json::{Map, Value, json};

use crate::support::{run_in, text};

pub(crate) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("security_work::recursion_that_doubles_is_told", recursion_doubles),
        Trial::test("security_work::references_that_multiply_are_told", references_multiply),
        Trial::test("security_work::properties_that_meet_at_each_level", properties_meet),
    ]
}

/// Definitions that each refer twice to the next one, without recursion: `check` and `emit` tell it, and `--safe-patterns`
/// refuses it.
fn references_multiply() -> Result<(), Failed> {
    let scratch = tempfile::tempdir()?;
    let folder = scratch.path();
    let level = |at: usize| {
        let next = json!({"$ref": format!("#/$defs/d{}", at + 1)});
        (format!("d{at}"), json!({"anyOf": [next, {"required": ["x"], "allOf": [next]}]}))
    };
    let mut definitions: Map<String, Value> = (0..30).map(level).collect();
    definitions.insert("d30".to_owned(), json!({"type": "integer"}));
    let schema = json!({"$ref": "#/$defs/d0", "$defs": definitions});
    fs::write(folder.join("c.schema.json"), schema.to_string())?;
    let ask = |args: &[&str]| text(&run_in(folder, args));
    let (_, out, err) = ask(&["check", "c.schema.json", "--format", "json"]);
    if !out.contains("\"design-references-multiply\"") {
        return Err(format!("check: {out}{err}").into());
    }
    for lang in ["ts", "python", "bash", "rust", "go"] {
        let args = ["emit", "--lang", lang, "--contract", "c.schema.json", "--out", "out"];
        let (code, _, err) = ask(&args);
        if code != 0 || !err.contains("ways lead from the root to this schema for one value") {
            return Err(format!("{args:?}: exit {code}: {err}").into());
        }
        let (code, out, err) = ask(&[&args[..], &["--safe-patterns"]].concat());
        if code != 2 || !out.is_empty() || !err.contains("--safe-patterns refuses it") {
            return Err(format!("{args:?} --safe-patterns: exit {code}: {err}").into());
        }
    }
    Ok(())
}

/// Definitions whose two members give one property the next definition: their types are made at once, though 2^40 ways lead
/// to the last one.
fn properties_meet() -> Result<(), Failed> {
    let scratch = tempfile::tempdir()?;
    let folder = scratch.path();
    let level = |at: usize| {
        let next = json!({"$ref": format!("#/$defs/d{}", at + 1)});
        let also =
            json!({"allOf": [next, {"type": "object", "properties": {"z": {"type": "string"}}}]});
        let members = [next, also].map(|a| json!({"type": "object", "properties": {"a": a}}));
        (format!("d{at}"), json!({"allOf": members}))
    };
    let mut definitions: Map<String, Value> = (0..40).map(level).collect();
    let last = json!({"type": "object", "properties": {"x": {"type": "integer"}}});
    definitions.insert("d40".to_owned(), last);
    let schema = json!({"$ref": "#/$defs/d0", "$defs": definitions});
    fs::write(folder.join("c.schema.json"), schema.to_string())?;
    for lang in ["ts", "python", "rust"] {
        let args = [
            "emit",
            "--lang",
            lang,
            "--contract",
            "c.schema.json",
            "--with",
            "types",
            "--out",
            "out",
        ];
        let (code, out, err) = text(&run_in(folder, &args));
        if code != 0 {
            return Err(format!("{args:?}: exit {code}: {out}{err}").into());
        }
    }
    Ok(())
}

/// A schema that two alternatives apply to the same part, at each level: `validate` takes 60 levels at once; `check` and `emit` tell
/// it, in each language, and `--safe-patterns` and `safe-patterns = true` refuse it, also for the inputs that a migration gives.
fn recursion_doubles() -> Result<(), Failed> {
    let scratch = tempfile::tempdir()?;
    let folder = scratch.path();
    let branch = |needed: &str| json!({"type": "object", "properties": {"a": {"$ref": "#/$defs/n"}}, "required": [needed]});
    let mut schema = json!({"$ref": "#/$defs/n", "$defs": {"n": {"anyOf": [branch("x"), {"type": "object",
        "properties": {"a": {"$ref": "#/$defs/n"}}}]}}});
    fs::write(folder.join("old.json"), schema.to_string())?;
    schema["title"] = json!("Tree");
    fs::write(folder.join("c.schema.json"), schema.to_string())?;
    let document = (0..60).fold(json!({}), |inner, _| json!({"a": inner}));
    fs::write(folder.join("d.json"), document.to_string())?;
    let ask = |args: &[&str]| text(&run_in(folder, args));
    let start = std::time::Instant::now();
    let (code, _, err) = ask(&["validate", "--contract", "c.schema.json", "d.json"]);
    if code != 0 || start.elapsed().as_secs() > 30 {
        return Err(format!("validate: exit {code} after {:?}: {err}", start.elapsed()).into());
    }
    let (_, out, err) = ask(&["check", "c.schema.json", "--format", "json"]);
    if !out.contains("\"design-recursion-doubles\"") {
        return Err(format!("check: {out}{err}").into());
    }
    let told =
        "property \"a\" is checked here and by /$defs/n/anyOf/0/properties/a, so the work doubles";
    let one = ["--contract", "c.schema.json", "--out", "out"];
    let pair = ["--migration", "old.json", "c.schema.json"];
    for lang in ["ts", "python", "bash", "rust", "go"] {
        for way in [&one[..], &pair] {
            let args = [&["emit", "--lang", lang], way].concat();
            let (code, _, err) = ask(&args);
            if code != 0 || !err.contains("warning: c.schema.json:1:") || !err.contains(told) {
                return Err(format!("{args:?}: exit {code}: {err}").into());
            }
            let (code, out, err) = ask(&[&args[..], &["--safe-patterns"]].concat());
            if code != 2 || !out.is_empty() || !err.contains("--safe-patterns refuses it") {
                return Err(format!("{args:?} --safe-patterns: exit {code}: {err}").into());
            }
        }
    }
    let entry = "[[emit]]\nlang = \"go\"\ncontract = \"c.schema.json\"\nout = \"made\"\n";
    fs::write(folder.join("skillgen.toml"), format!("{entry}safe-patterns = true\n"))?;
    let (code, _, err) = ask(&["emit"]);
    let refused = err.contains(told) && err.contains("`safe-patterns` in skillgen.toml refuses it");
    if code != 2 || !refused || folder.join("made").exists() {
        return Err(format!("safe-patterns = true: exit {code}: {err}").into());
    }
    fs::write(folder.join("skillgen.toml"), entry)?;
    let (code, _, err) = ask(&["emit"]);
    if code != 0 || !err.contains(told) {
        return Err(format!("[[emit]]: exit {code}: {err}").into());
    }
    // The language alone means its entries; without any, what is printed is said.
    let (code, out, err) = ask(&["emit", "--lang", "go"]);
    if code != 0 || !out.is_empty() || !err.contains("/made/") {
        return Err(format!("--lang go: exit {code}: {err}").into());
    }
    let (code, out, err) = ask(&["emit", "--lang", "ts"]);
    if code != 0 || !out.contains("SkillOutput") || !err.contains("the built-in skill-output-v1") {
        return Err(format!("--lang ts: exit {code}: {err}").into());
    }
    Ok(())
}
