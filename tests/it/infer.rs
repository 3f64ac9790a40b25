//! `skillgen infer`: each folder of tests/infer holds a script and the facts that are read out of it; what is drafted is
//! sound under skillgen's own rules, in both forms, and the same each time.

use std::path::Path;

use libtest_mimic::{Failed, Trial};
use serde_json::Value;

use crate::support::{case_folders, run_in, run_with, skillgen, text};

pub(crate) fn cases() -> Vec<Trial> {
    let mut trials: Vec<Trial> = case_folders("infer")
        .into_iter()
        .map(|folder| {
            let name = folder.file_name().unwrap().to_string_lossy().into_owned();
            Trial::test(format!("infer::{name}"), move || case(&folder))
        })
        .collect();
    trials.push(Trial::test("infer_refusals", refusals));
    trials.push(Trial::test("infer_stdin", stdin));
    trials
}

fn case(folder: &Path) -> Result<(), Failed> {
    let report = report(folder)?;
    let facts = facts(&report);
    let path = folder.join("expected.txt");
    if std::env::var_os("SKILLGEN_BLESS").is_some() {
        std::fs::write(&path, &facts).unwrap();
    }
    let expected = std::fs::read_to_string(&path).map_err(|e| format!("expected.txt: {e}"))?;
    if facts != expected {
        return Err(format!("expected:\n{expected}\nfound:\n{facts}").into());
    }
    if self::report(folder)? != report {
        return Err("a second run says something else".into());
    }
    sound(&report)
}

fn report(folder: &Path) -> Result<Value, Failed> {
    let (code, out, err) = text(&run_in(folder, &["infer", "script.sh", "--format", "json"]));
    if code != 0 || !err.is_empty() {
        return Err(format!("exit {code}: {out} {err}").into());
    }
    serde_json::from_str(&out).map_err(|e| format!("{e}: {out}").into())
}

/// The draft in lines: what a reader wants to know at a glance.
fn facts(report: &Value) -> String {
    let contract = &report["contract"];
    let mut out = format!("{}\n", contract["description"].as_str().unwrap_or(""));
    for field in report["fields"].as_array().into_iter().flatten() {
        let (role, name) = (field["role"].as_str().unwrap(), field["name"].as_str().unwrap());
        let schema = &contract[role]["properties"][name];
        let need = if field["required"] == true { "required" } else { "optional" };
        out.push_str(&format!(
            "{role} {name} ({}): {need} {}\n",
            field["from"].as_str().unwrap(),
            shape(schema)
        ));
        out.push_str(&format!("    {}\n", schema["description"].as_str().unwrap()));
    }
    let output = &contract["output"];
    out.push_str(&format!("output: {}\n", output["description"].as_str().unwrap_or("")));
    for (name, schema) in output["properties"].as_object().into_iter().flatten() {
        out.push_str(&format!("    {name}: {}\n", shape(schema)));
        for (name, schema) in schema["properties"].as_object().into_iter().flatten() {
            out.push_str(&format!("        {name}: {}\n", shape(schema)));
        }
    }
    for key in ["tools", "secrets"] {
        for one in report[key].as_array().into_iter().flatten() {
            out.push_str(&format!(
                "{key}: {} (line {})\n",
                one["name"].as_str().unwrap(),
                one["line"]
            ));
        }
    }
    for one in report["exits"].as_array().into_iter().flatten() {
        out.push_str(&format!(
            "exit {} (line {}): {}\n",
            one["code"],
            one["line"],
            one["text"].as_str().unwrap()
        ));
    }
    for one in report["notes"].as_array().into_iter().flatten() {
        out.push_str(&format!("note (line {}): {}\n", one["line"], one["text"].as_str().unwrap()));
    }
    out
}

/// The keywords of a schema that say what it takes.
fn shape(schema: &Value) -> String {
    let told = [
        "type", "items", "enum", "pattern", "minimum", "maximum", "minItems", "default", "examples",
    ];
    let parts: Vec<String> = told
        .iter()
        .filter_map(|key| {
            let value = schema.get(*key)?;
            Some(match value.get("type").filter(|_| *key == "items") {
                Some(kind) => format!("items={kind}"),
                None => format!("{key}={value}"),
            })
        })
        .collect();
    if parts.is_empty() { "open".to_owned() } else { parts.join(" ") }
}

/// Both forms pass `check` without an error, and the contract is read by the commands that ask for one.
fn sound(report: &Value) -> Result<(), Failed> {
    let place = tempfile::tempdir().unwrap();
    let root = place.path();
    std::fs::write(root.join("contract.json"), report["contract"].to_string()).unwrap();
    std::fs::create_dir(root.join("drafted")).unwrap();
    let skill = format!(
        "---\nname: drafted\ndescription: Does what its script does. Use when that is asked for.\n{}---\n\nText.\n",
        report["frontmatter"].as_str().unwrap()
    );
    std::fs::write(root.join("drafted/SKILL.md"), skill).unwrap();
    for path in ["contract.json", "drafted"] {
        let (code, out, err) = text(&run_in(root, &["check", path, "--format", "json"]));
        let found: Value = serde_json::from_str(&out).map_err(|e| format!("{e}: {out} {err}"))?;
        if code != 0 {
            return Err(format!("check {path}: {out}").into());
        }
        for finding in found["findings"].as_array().into_iter().flatten() {
            let rule = finding["rule"].as_str().unwrap_or("");
            // What a script does not say can't be said for it.
            let known = rule.starts_with("design-") || rule == "schema-root-not-object";
            if finding["level"] != "info" && !known {
                return Err(format!("check {path}: {finding}").into());
            }
        }
    }
    // The same document as `diff` reads it: nothing changed against itself.
    let (code, out, err) =
        text(&run_in(root, &["diff", "contract.json", "contract.json", "--format", "json"]));
    let same: Value = serde_json::from_str(&out).map_err(|e| format!("{e}: {out} {err}"))?;
    if code != 0 || same["required_bump"] != "none" {
        return Err(format!("diff against itself: {out}").into());
    }
    Ok(())
}

fn refusals() -> Result<(), Failed> {
    let place = tempfile::tempdir().unwrap();
    let files: [(&str, &str, &str); 6] = [
        ("a.py", "print('x')\n", "Python"),
        ("b.sh", "#!/usr/bin/env python3\nprint('x')\n", "python3"),
        ("c.zsh", "#!/bin/zsh\necho x\n", "zsh"),
        ("d.sh", "#!/bin/bash\nif true; then\n", "d.sh:"),
        ("e.js", "console.log(1)\n", "JavaScript"),
        ("f.sh", "#!/bin/bash\necho \0\n", "NUL"),
    ];
    for (name, content, word) in files {
        std::fs::write(place.path().join(name), content).unwrap();
        let (code, out, err) = text(&run_in(place.path(), &["infer", name]));
        if code != 2 || !out.is_empty() || err.lines().count() != 1 || !err.contains(word) {
            return Err(format!("{name}: exit {code}: {out:?} {err:?}").into());
        }
    }
    let (code, _, err) = text(&run_in(place.path(), &["infer", "none.sh"]));
    if code != 2 || err.lines().count() != 1 {
        return Err(format!("none.sh: exit {code}: {err:?}").into());
    }
    Ok(())
}

fn stdin() -> Result<(), Failed> {
    let mut command = skillgen();
    command.args(["infer", "-", "--as", "frontmatter", "-q"]);
    let (code, out, err) = text(&run_with(command, b"#!/bin/bash\necho \"Items: $1\"\n"));
    if code != 0
        || !err.is_empty()
        || !out.starts_with("metadata:\n  contract: |\n    version: 1\n    input_schema:\n")
    {
        return Err(format!("exit {code}: {out} {err}").into());
    }
    Ok(())
}
