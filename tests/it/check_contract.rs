//! `skillgen check --add-contract`: adds the keys of a contract to an existing skill, and changes nothing else.
//! `--role`: separate schemas in a role.

use std::fs;
use std::path::Path;

use libtest_mimic::{Failed, Trial};
use serde_json::Value;

use crate::support::{run_in, text};

pub(crate) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("check_contract::from_a_script", from_a_script),
        Trial::test("check_contract::checks_go_with_their_inputs", checks_of_inputs),
        Trial::test("check_contract::odd_files", odd_files),
        Trial::test("check_contract::below_metadata", below_metadata),
        Trial::test("check_contract::role_of_a_schema", role_of_a_schema),
    ]
}

const SCRIPT: &str = "#!/bin/bash\n# Counts.\n[ -n \"$1\" ] || { echo \"ERROR: a file is missing\"; exit 2; }\necho \"Words: $(wc -w < \"$1\")\"\n";
const HEAD: &str = "---\nname: count\ndescription: \"Counts words. Use when: a text has a limit.\"\nversion: 2   # kept\n";
const BODY: &str = "---\n\n# Count\n\n---\nname: not this one\n---\n  trailing  \n\n\n```\nno end";

fn put(root: &Path, name: &str, content: &str) {
    let path = root.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, content).unwrap();
}

/// The former text with one run of new lines, which the frontmatter gained.
fn gained<'t>(before: (&str, &str), after: &'t str) -> Result<&'t str, Failed> {
    let inner = after.strip_prefix(before.0).and_then(|rest| rest.strip_suffix(before.1));
    inner.ok_or_else(|| format!("more than the frontmatter changed: {after:?}").into())
}

fn from_a_script() -> Result<(), Failed> {
    let place = tempfile::tempdir().unwrap();
    let root = place.path();
    let skill = format!("{HEAD}{BODY}");
    put(root, "count/SKILL.md", &skill);
    put(root, "count/scripts/count.sh", SCRIPT);
    let (code, out, _) = text(&run_in(root, &["check", "count", "--add-contract", "--diff"]));
    if code != 0
        || !out.contains("+    output_schema:\n")
        || fs::read_to_string(root.join("count/SKILL.md")).unwrap() != skill
    {
        return Err(format!("--diff: exit {code}: {out}").into());
    }
    for options in [&["--fix"][..], &["--unsafe-fixes"]] {
        let mut args = vec!["check", "count"];
        args.extend(options);
        run_in(root, &args);
        let now = fs::read_to_string(root.join("count/SKILL.md")).unwrap();
        if now.contains("output_schema") {
            return Err(format!("{options:?} adds a contract that nobody asked for").into());
        }
    }
    let (code, out, err) = text(&run_in(root, &["check", "count", "--fix", "--add-contract"]));
    if code != 0 {
        return Err(format!("exit {code}: {out}{err}").into());
    }
    let after = fs::read_to_string(root.join("count/SKILL.md")).unwrap();
    let lines = gained((HEAD, BODY), &after)?;
    for wanted in [
        "metadata:\n  contract: |\n",
        "    input_schema:\n      required:\n",
        "    output_schema:\n",
        "    cacheable: false\n",
        "Known names: words",
    ] {
        if !lines.contains(wanted) {
            return Err(format!("no {wanted:?} in {lines}").into());
        }
    }
    if lines.contains("version:") {
        return Err("a key that is there is added again".into());
    }
    run_in(root, &["check", "count", "--add-contract"]);
    if fs::read_to_string(root.join("count/SKILL.md")).unwrap() != after {
        return Err("a second run changed it".into());
    }
    // Other commands can read the contract.
    put(root, "in.json", "{}");
    let (code, out, _) = text(&run_in(
        root,
        &["validate", "--contract", "count/SKILL.md", "--role", "input", "in.json"],
    ));
    if code != 1 || !out.contains("Missing required input: argument_1") {
        return Err(format!("validate: exit {code}: {out}").into());
    }
    Ok(())
}

/// CRLF, no script, broken YAML, no frontmatter, an existing contract, invalid UTF-8.
/// The inputs are those of the body, so a check of the script's argument would be about no input.
fn checks_of_inputs() -> Result<(), Failed> {
    let place = tempfile::tempdir()?;
    let root = place.path();
    let body = "---\n\n# Count\n\n## Inputs\n\n- `topic` (string): What to count\n";
    put(root, "count/SKILL.md", &format!("{HEAD}{body}"));
    put(root, "count/scripts/count.sh", "#!/bin/bash\nfile=${1:?a file}\nwc -w \"$file\"\n");
    let (code, _, err) = text(&run_in(root, &["check", "count", "--add-contract"]));
    let now = fs::read_to_string(root.join("count/SKILL.md"))?;
    let held = now.contains("name: \"topic\"") && !now.contains("file is not empty");
    if code == 0 && held { Ok(()) } else { Err(format!("exit {code}: {err}{now}").into()) }
}

fn odd_files() -> Result<(), Failed> {
    let place = tempfile::tempdir().unwrap();
    let root = place.path();
    let head = "---\r\nname: a\r\ndescription: Does a. Use when asked.\r\n";
    put(root, "a/SKILL.md", &format!("{head}---\r\nText\r\n"));
    let own = "---\nname: b\ndescription: Does b. Use when asked.\nversion: 1\noutput_schema:\n  required: []\n---\n";
    let same = [
        ("b/SKILL.md", own),
        ("c/SKILL.md", "---\nname: x: y\n---\n"),
        ("d/SKILL.md", "no block\n---\n---\n"),
    ];
    for (name, content) in same {
        put(root, name, content);
    }
    fs::create_dir(root.join("e")).unwrap();
    fs::write(root.join("e/SKILL.md"), b"---\nname: e\ndescription: \xff\n---\n").unwrap();
    let (_, _, err) = text(&run_in(root, &["check", ".", "--add-contract"]));
    for (name, content) in same {
        if fs::read_to_string(root.join(name)).unwrap() != content {
            return Err(format!("{name} was changed").into());
        }
    }
    if fs::read(root.join("e/SKILL.md")).unwrap() != b"---\nname: e\ndescription: \xff\n---\n" {
        return Err("e was changed".into());
    }
    if !err.contains("c/SKILL.md: no contract was added") || !err.contains("d/SKILL.md") {
        return Err(format!("not told: {err}").into());
    }
    let after = fs::read_to_string(root.join("a/SKILL.md")).unwrap();
    let lines = gained((head, "---\r\nText\r\n"), &after)?;
    let kept = lines.contains("    output_schema: {}\r\n") && !lines.contains("[]");
    if !kept || lines.replace("\r\n", "").contains('\n') {
        return Err(format!("line ends: {lines:?}").into());
    }
    for profile in ["skill-runner", "skills-ref", "codex", "claude-code"] {
        let (code, out, _) = text(&run_in(root, &["check", "a", "--profile", profile]));
        if code != 0 && profile != "skill-runner" {
            return Err(format!("check for {profile}: {out}").into());
        }
    }
    Ok(())
}

/// Keys of a contract text have their places in the file, and the same meaning as at the top.
fn below_metadata() -> Result<(), Failed> {
    const TOP: &str = "---\nname: a\ndescription: Does a. Use when asked.\nversion: 1\ninput_schema:\n  required:\n    - name: n\n      type: text\n---\nText\n";
    let place = tempfile::tempdir().unwrap();
    let root = place.path();
    let (head, keys) = TOP.split_once("version").unwrap();
    let (keys, tail) = keys.split_once("---\n").unwrap();
    let indented: String = format!("version{keys}").lines().map(|l| format!("    {l}\n")).collect();
    let below = format!("{head}metadata:\n  contract: |\n{indented}---\n{tail}");
    put(root, "old/a/SKILL.md", &TOP.replace("text\n", "string\n"));
    put(root, "new/a/SKILL.md", &below.replace("text\n", "string\n"));
    put(root, "bad/a/SKILL.md", &below);
    put(root, "broken/a/SKILL.md", &below.replace("required:", "required: :"));
    put(root, "twice/a/SKILL.md", &below.replace("metadata:", "version: 2\nmetadata:"));
    let (code, out, _) = text(&run_in(root, &["diff", "old/a/SKILL.md", "new/a/SKILL.md"]));
    if code != 0 || !out.contains("no change") {
        return Err(format!("diff: exit {code}: {out}").into());
    }
    let wanted = [
        ("bad", "bad/a/SKILL.md:10:17: error expected one of string"),
        ("broken", "contract-shape"),
        ("twice", "twice/a/SKILL.md:7:5: warning expected each key once, found \"version\" again"),
    ];
    for (folder, line) in wanted {
        let (_, out, _) = text(&run_in(root, &["check", folder]));
        if !out.contains(line) {
            return Err(format!("{folder}: no {line:?} in {out}").into());
        }
    }
    Ok(())
}

/// The seed's poor designs in a schema without a role in its name: found with --role.
fn role_of_a_schema() -> Result<(), Failed> {
    let place = tempfile::tempdir().unwrap();
    let poor = r#"{"type": "object", "required": ["topic", "time_range", "max_articles", "language", "format", "save_file"],
        "properties": {"topic": {"type": "string"}, "timeout_seconds": {"type": "integer"},
        "format": {"type": "string", "description": "Output format: prose, bullets, or structured"}}}"#;
    std::fs::write(place.path().join("poor.json"), poor)?;
    let rules = |path: &str, more: &[&str]| -> Result<Vec<String>, Failed> {
        let args = [&["check", path, "--format", "json"], more].concat();
        let (_, out, err) = text(&run_in(place.path(), &args));
        let value: Value = serde_json::from_str(&out).map_err(|e| format!("{e}: {out} {err}"))?;
        let found = value["findings"].as_array().into_iter().flatten();
        Ok(found.filter_map(|f| f["rule"].as_str().map(str::to_owned)).collect())
    };
    let input = rules("poor.json", &["--role", "input"])?;
    let wanted = [
        "design-too-many-required",
        "design-enum-in-words",
        "design-integer-unbounded",
        "design-description-thin",
        "design-object-open",
    ];
    if let Some(rule) = wanted.iter().find(|rule| !input.iter().any(|found| found == *rule)) {
        return Err(format!("--role input: no {rule}: {input:?}").into());
    }
    let output = rules("poor.json", &["--role", "output"])?;
    if !output.iter().any(|rule| rule == "design-output-status") {
        return Err(format!("--role output: {output:?}").into());
    }
    let named = rules("poor.json", &[])?;
    if named != input {
        return Err(format!("named without a role: {named:?}").into());
    }
    // Schemas of a folder may have any role.
    let none = rules(".", &[])?;
    if none.iter().any(|rule| rule == "design-too-many-required" || rule == "design-output-status")
    {
        return Err(format!("without a role: {none:?}").into());
    }
    Ok(())
}
