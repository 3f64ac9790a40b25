//! `skillgen check`: baselines, suppressions, trees and formats, with small generated skills.

use std::collections::BTreeMap;
use std::path::Path;

use libtest_mimic::{Failed, Trial};
use serde_json::Value;

use crate::check::write;
use crate::support::{run_in, text};

pub(crate) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("check::baseline", baseline),
        Trial::test("check::baseline-from-another-folder", baseline_from_elsewhere),
        Trial::test("check::baseline-that-is-stale", stale_baseline),
        Trial::test("check::overrides", overrides),
        Trial::test("check::unknown-rules", unknown_rules),
        Trial::test("check::page", page),
        Trial::test("check::suppressions", suppressions),
        Trial::test("check::suppressions-that-do-not-count", idle_suppressions),
        Trial::test("check::tree", tree),
        Trial::test("check::tree-of-schemas", tree_of_schemas),
        Trial::test("check::tree-that-can't-be-read", unreadable),
        Trial::test("check::diff-in-json", diff_in_json),
        Trial::test("check::forms", forms),
        Trial::test("check::formats", formats),
        Trial::test("check::fail-on", fail_on),
        Trial::test("check::exclude", exclude),
        Trial::test("check::annotations", annotations),
    ]
}

/// A SKILL.md in a fresh folder, checked with options: exit code and the document.
fn checked(place: &Path, options: &[&str]) -> Result<(i32, Value), Failed> {
    let mut args = vec!["check", "demo", "--format", "json"];
    args.extend(options);
    let (code, out, err) = text(&run_in(place, &args));
    let value = serde_json::from_str(&out).map_err(|e| format!("{e}: {out} {err}"))?;
    Ok((code, value))
}

fn skill(place: &Path, content: &str) {
    let files = BTreeMap::from([("SKILL.md".to_owned(), content.as_bytes().to_vec())]);
    write(&place.join("demo"), &files);
}

/// Old findings are marked and don't fail; new ones do, even if lines have moved.
fn baseline() -> Result<(), Failed> {
    let place = tempfile::tempdir().unwrap();
    skill(place.path(), "---\nname: Demo!\ndescription: Use when asked.\n---\n");
    let with = ["--baseline", "base.json"];
    let (code, _) = checked(place.path(), &[&with[..], &["--update-baseline"]].concat())?;
    if code != 0 {
        return Err(format!("after writing the baseline: exit {code}").into());
    }
    skill(place.path(), "---\nlicense: MIT\nname: Demo!\ndescription: Use when asked.\n---\n");
    let (code, value) = checked(place.path(), &with)?;
    if code != 0 || value["suppressed"].as_array().unwrap().is_empty() {
        return Err(format!("a moved finding: exit {code}: {value}").into());
    }
    skill(place.path(), "---\nname: Demo!\n---\n");
    let (code, value) = checked(place.path(), &with)?;
    let rules: Vec<&str> =
        value["findings"].as_array().unwrap().iter().filter_map(|f| f["rule"].as_str()).collect();
    match (code, rules.as_slice()) {
        (1, ["description-missing"]) => Ok(()),
        _ => Err(format!("a new finding: exit {code}: {rules:?}").into()),
    }
}

const NO_NAME: &str = "---\nname: Demo!\ndescription: Use when asked.\n---\n";

/// A baseline works from any working folder.
fn baseline_from_elsewhere() -> Result<(), Failed> {
    let place = tempfile::tempdir()?;
    skill(place.path(), NO_NAME);
    let write = ["--baseline", "demo/base.json", "--update-baseline"];
    checked(place.path(), &write)?;
    let inside = place.path().join("demo");
    let (code, out, err) = text(&run_in(&inside, &["check", ".", "--baseline", "base.json"]));
    match (code, out.contains("suppressed"), err.as_str()) {
        (0, true, "") => Ok(()),
        _ => Err(format!("exit {code}: {out}{err}").into()),
    }
}

/// Unused entries of a baseline are reported if their file was checked.
fn stale_baseline() -> Result<(), Failed> {
    let place = tempfile::tempdir()?;
    skill(place.path(), NO_NAME);
    checked(place.path(), &["--baseline", "base.json", "--update-baseline"])?;
    skill(place.path(), "---\nname: demo\ndescription: Use when asked.\n---\nSay hello.\n");
    let run = |path: &str| text(&run_in(place.path(), &["check", path, "--baseline", "base.json"]));
    let (_, _, err) = run("demo");
    if !err.contains("findings that it lists are gone") || !err.contains("demo/SKILL.md") {
        return Err(format!("nothing said of a stale baseline: {err}").into());
    }
    std::fs::create_dir(place.path().join("other"))?;
    let (_, _, err) = run("other");
    if err.contains("gone") {
        return Err(format!("a file that was not checked is no stale entry: {err}").into());
    }
    Ok(())
}

/// Levels of some paths; the last matching override counts.
fn overrides() -> Result<(), Failed> {
    let place = tempfile::tempdir()?;
    skill(place.path(), NO_NAME);
    let config = "[rules]\nname-invalid = \"error\"\n[[check.override]]\npath = \"demo/**\"\n\
                  rules = { name-invalid = \"info\" }\n[[check.override]]\npath = [\"other/**\"]\n\
                  rules = { name-invalid = \"off\" }\n";
    std::fs::write(place.path().join("skillgen.toml"), config)?;
    let (code, value) = checked(place.path(), &[])?;
    let level = value["findings"].as_array().into_iter().flatten();
    let level = level.filter(|f| f["rule"] == "name-invalid").map(|f| f["level"].clone()).next();
    if code != 0 || level != Some("info".into()) {
        return Err(format!("exit {code}: {value}").into());
    }
    let config = config.replace("other/**", "demo/**");
    std::fs::write(place.path().join("skillgen.toml"), config)?;
    let (_, value) = checked(place.path(), &[])?;
    let found = value["findings"].to_string().contains("name-invalid");
    if found { Err(format!("still found: {value}").into()) } else { Ok(()) }
}

/// An unknown rule is a typing error, wherever it is named.
fn unknown_rules() -> Result<(), Failed> {
    let place = tempfile::tempdir()?;
    skill(place.path(), NO_NAME);
    let told = [
        "[rules]\nname-invalidd = \"off\"\n",
        "[[check.allow]]\nrule = \"name-invalidd\"\nreason = \"x\"\n",
        "[[check.override]]\npath = \"a\"\nrules = { name-invalidd = \"off\" }\n",
    ];
    for config in told {
        std::fs::write(place.path().join("skillgen.toml"), config)?;
        let (code, _, err) = text(&run_in(place.path(), &["check", "demo"]));
        if code != 2 || !err.contains("did you mean name-invalid") {
            return Err(format!("{config}: exit {code}: {err}").into());
        }
    }
    // The table is shared: check accepts rules of diff.
    let config = "[rules]\nenum-removed = \"minor\"\n";
    std::fs::write(place.path().join("skillgen.toml"), config)?;
    let (code, _, err) = text(&run_in(place.path(), &["check", "demo"]));
    if code == 2 { Err(err.into()) } else { Ok(()) }
}

/// The page quotes text of files, and contains each finding.
fn page() -> Result<(), Failed> {
    let place = tempfile::tempdir()?;
    skill(place.path(), "---\nname: \"<b>x</b>\"\ndescription: Use when asked.\n---\n");
    let (_, out, _) = text(&run_in(place.path(), &["check", "demo", "--format", "html"]));
    let wanted =
        ["<!DOCTYPE html>", "id=\"show-error\" checked", "<code>demo/SKILL.md:2", "&lt;b&gt;"];
    match wanted.iter().find(|needle| !out.contains(**needle)) {
        Some(needle) => Err(format!("no {needle:?} in\n{out}").into()),
        None if out.contains("<b>x") => Err("words of a file are HTML".into()),
        None => Ok(()),
    }
}

/// A suppression needs a reason, in the file and in the configuration.
fn suppressions() -> Result<(), Failed> {
    let place = tempfile::tempdir().unwrap();
    let skill_with =
        |comment: &str| format!("---\n{comment}name: Demo!\ndescription: Use when asked.\n---\n");
    for (comment, wanted) in [
        ("", 1),
        ("# skillgen: allow name-invalid the name is on posters\n", 0),
        ("# skillgen: allow name-invalid\n", 1),
        ("# skillgen: allow description-missing wrong rule\n", 1),
    ] {
        skill(place.path(), &skill_with(comment));
        let (code, value) = checked(place.path(), &[])?;
        if code != wanted {
            return Err(format!("{comment:?}: exit {code}: {value}").into());
        }
    }
    skill(place.path(), &skill_with(""));
    let config = place.path().join("skillgen.toml");
    for (toml, wanted) in [
        ("[rules]\nname-invalid = \"warning\"\n", 0),
        ("[rules]\nname-invalid = \"off\"\n", 0),
        ("[[check.allow]]\nrule = \"name-invalid\"\npath = \"demo/**\"\nreason = \"posters\"\n", 0),
        (
            "[[check.allow]]\nrule = \"name-invalid\"\npath = \"other/**\"\nreason = \"posters\"\n",
            1,
        ),
    ] {
        std::fs::write(&config, toml).unwrap();
        let (code, value) = checked(place.path(), &[])?;
        if code != wanted {
            return Err(format!("{toml}: exit {code}: {value}").into());
        }
    }
    for toml in [
        "[[check.allow]]\nrule = \"name-invalid\"\n",
        "[[check.allow]]\nrule = \"nope\"\nreason = \"x\"\n",
        "[rules]\nname-invalid = \"loud\"\n",
        "[[check.allow]]\nrule = \"name-invalid\"\npaths = \"demo\"\nreason = \"x\"\n",
        "[[check.allow]]\nrule = \"name-invalid\"\npath = [\"demo\"]\nreason = \"x\"\n",
        "[check]\nallow = \"name-invalid\"\n",
        "[check]\nprofiles = \"codex-2026-11\"\n",
    ] {
        std::fs::write(&config, toml).unwrap();
        let (code, _, err) = text(&run_in(place.path(), &["check", "demo"]));
        if code != 2 || err.lines().count() != 1 {
            return Err(format!("{toml}: exit {code}: {err}").into());
        }
    }
    Ok(())
}

/// A suppression without a reason, of an unknown rule, or without a finding is reported at its place.
fn idle_suppressions() -> Result<(), Failed> {
    let place = tempfile::tempdir().unwrap();
    let head = "---\nname: demo\ndescription: Use when asked.\n";
    let schema = r#"{"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object",
"x-skillgen-allow": ALLOW, "additionalProperties": false,
"properties": {"n": {"type": "integer", "description": "How many there are, at most ten"}}}"#;
    let key = |allow: &str| schema.replace("ALLOW", allow);
    let chain = "# skillgen: allow chain-key-unknown why not\n# skillgen: allow chain-empty\nchain:\n  - skill: a\n    odd: 1\n";
    let (used, invalid, unused) = ("", "suppression-invalid", "suppression-unused");
    for (file, text, wanted, line) in [
        ("demo/SKILL.md", format!("{head}---\n"), used, 0),
        ("demo/SKILL.md", format!("{head}# skillgen: allow name-invalid\n---\n"), invalid, 4),
        (
            "demo/SKILL.md",
            format!("{head}---\n\n<!-- skillgen: allow nope as said -->\n"),
            invalid,
            6,
        ),
        (
            "demo/SKILL.md",
            format!("{head}# skillgen: allow name-invalid posters\n---\n"),
            unused,
            4,
        ),
        (
            "demo/SKILL.md",
            format!("{head}# skillgen: allow provider-keyword not asked\n---\n"),
            used,
            0,
        ),
        (
            "demo/input.schema.json",
            key(r#"{"design-integer-unbounded": "counted elsewhere"}"#),
            used,
            0,
        ),
        ("demo/input.schema.json", key(r#"{"design-integer-unbounded": ""}"#), invalid, 2),
        ("demo/input.schema.json", key(r#"["design-integer-unbounded"]"#), invalid, 2),
        ("demo/input.schema.json", key(r#"{"schema-invalid": "was"}"#), unused, 2),
        ("demo/chain.yaml", chain.to_owned(), invalid, 2),
    ] {
        let folder = place.path().join("demo");
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(place.path().join(file), &text).unwrap();
        let (_, value) = checked(place.path(), &[])?;
        std::fs::remove_dir_all(&folder).unwrap();
        let told: Vec<(&str, u64)> = value["findings"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|f| Some((f["rule"].as_str()?, f["line"].as_u64()?)))
            .filter(|(rule, _)| rule.starts_with("suppression-"))
            .collect();
        let good = match wanted {
            "" => told.is_empty(),
            rule => told == [(rule, line)],
        };
        if !good {
            return Err(format!("{text}: {value}").into());
        }
    }
    skill(place.path(), "---\nname: demo\ndescription: Use when asked.\n---\n");
    let toml = "# ours\n[[check.allow]]\nrule = \"name-invalid\"\nreason = \"posters\"\n";
    std::fs::write(place.path().join("skillgen.toml"), toml).unwrap();
    for (path, wanted) in [(".", true), ("demo", false)] {
        let (code, out, err) = text(&run_in(place.path(), &["check", path, "--format", "json"]));
        let value: Value = serde_json::from_str(&out).map_err(|e| format!("{e}: {err}"))?;
        let told = &value["findings"][0];
        if code != 0 || (told["rule"] == unused && told["line"] == 2) != wanted {
            return Err(format!("{path}: {out}").into());
        }
    }
    Ok(())
}

/// A tree is traversed: skills at any depth, also in dot folders; files that must not be opened are
/// reported and not opened.
fn tree() -> Result<(), Failed> {
    let place = tempfile::tempdir().unwrap();
    let good = "---\nname: NAME\ndescription: Use NAME when asked.\n---\nSay hello.\n";
    for path in ["demo/a", "demo/.claude/skills/b", "demo/a/deep/er/c", "demo/.git/d"] {
        let name = path.rsplit('/').next().unwrap();
        let text = if name == "d" { "broken".to_owned() } else { good.replace("NAME", name) };
        let files = BTreeMap::from([("SKILL.md".to_owned(), text.into_bytes())]);
        write(&place.path().join(path), &files);
    }
    let (code, value) = checked(place.path(), &[])?;
    if code != 0 || value["totals"]["files"] != 3 {
        return Err(format!("exit {code}: {value}").into());
    }
    let outside = place.path().join("demo/link");
    std::fs::create_dir_all(&outside).unwrap();
    std::os::unix::fs::symlink("/dev/zero", outside.join("SKILL.md")).unwrap();
    let (code, value) = checked(place.path(), &[])?;
    let finding = &value["findings"][0];
    let told = finding["rule"] == "package-file-not-regular"
        && finding["path"].as_str().unwrap().ends_with("demo/link/SKILL.md");
    match (code, told) {
        (1, true) => Ok(()),
        _ => Err(format!("exit {code}: {value}").into()),
    }
}

/// Schemas, contracts and chains are detected by content in a tree without skills; a folder with none of
/// them, or with a package's `assets`, is an incomplete package.
fn tree_of_schemas() -> Result<(), Failed> {
    let place = tempfile::tempdir().unwrap();
    let files = |list: &[(&str, &str)]| -> BTreeMap<String, Vec<u8>> {
        list.iter().map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec())).collect()
    };
    let found = files(&[
        ("demo/input.json", r#"{"type": "object", "required": 3}"#),
        ("demo/deep/api.json", r#"{"version": "1.0.0", "input": {"type": "objekt"}}"#),
        ("demo/steps.yaml", "chain:\n  - inputs: {}\n"),
        ("demo/notes.json", r#"{"a": 1}"#),
    ]);
    write(place.path(), &found);
    let (code, value) = checked(place.path(), &[])?;
    let mut paths: Vec<&str> =
        value["findings"].as_array().unwrap().iter().filter_map(|f| f["path"].as_str()).collect();
    paths.dedup();
    if code != 1 || paths != ["demo/deep/api.json", "demo/input.json", "demo/steps.yaml"] {
        return Err(format!("exit {code}: {value}").into());
    }
    let kept = [("other/notes.json", "{\"a\": 1}"), ("pack/assets/input.json", "{}")];
    write(place.path(), &files(&kept));
    let told = [("other", 2, "other: nothing to check"), ("pack", 1, "package-file-missing")];
    for (folder, wanted, words) in told {
        let (code, out, err) = text_of(place.path(), folder);
        if code != wanted || !format!("{out}{err}").contains(words) {
            return Err(format!("{folder}: exit {code}: {out}{err}").into());
        }
    }
    Ok(())
}

/// The allowed values of a keyword are reported, and one keyword makes a schema.
fn forms() -> Result<(), Failed> {
    let place = tempfile::tempdir().unwrap();
    for (content, code, told) in [
        (r#"{"type": "objekt"}"#, 1, "or type array, found \"objekt\""),
        (r#"{"pattern": "^a"}"#, 0, "in 1 file"),
        (r#"{"not": 3}"#, 1, "found number 3"),
    ] {
        std::fs::write(place.path().join("s.json"), content).unwrap();
        let (found, out, err) = text_of(place.path(), "s.json");
        if found != code || !out.contains(told) {
            return Err(format!("{content}: exit {found}: {out}{err}").into());
        }
    }
    Ok(())
}

fn text_of(place: &Path, folder: &str) -> (i32, String, String) {
    text(&run_in(place, &["check", folder]))
}

/// A chain or schema by name that is not a document is reported, not skipped.
fn unreadable() -> Result<(), Failed> {
    let place = tempfile::tempdir().unwrap();
    std::fs::create_dir(place.path().join("demo")).unwrap();
    std::fs::write(place.path().join("demo/chain.yaml"), "chain: [").unwrap();
    let (code, out, err) = text_of(place.path(), "demo");
    if code != 1 || !out.contains("demo/chain.yaml: 1:8: not YAML") {
        return Err(format!("exit {code}: {out}{err}").into());
    }
    Ok(())
}

/// `--diff --format json` is one document with the diff in it; formats for findings only are rejected.
fn diff_in_json() -> Result<(), Failed> {
    let place = tempfile::tempdir().unwrap();
    skill(place.path(), "---\nname: demo\ndescription: Use this: when asked\n---\n");
    let (_, value) = checked(place.path(), &["--diff"])?;
    if !value["diff"].as_str().is_some_and(|diff| diff.contains("+description: \"Use this")) {
        return Err(format!("{value}").into());
    }
    let args = ["check", "demo", "--diff", "--format", "sarif"];
    let (code, out, err) = text(&run_in(place.path(), &args));
    if code != 2 || !out.is_empty() || err.lines().count() != 1 {
        return Err(format!("exit {code}: {out}{err}").into());
    }
    Ok(())
}

/// Each format prints its own content, and no control characters.
fn formats() -> Result<(), Failed> {
    let place = tempfile::tempdir().unwrap();
    skill(place.path(), "---\nname: \"\\e[31mx\"\ndescription: Use when asked.\n---\n");
    for (format, word) in [
        ("text", "name-invalid"),
        ("markdown", "| error |"),
        ("markdown", "| write the name of the folder: demo |"),
        ("github", "::error file="),
        ("junit", "<failure"),
        ("sarif", "\"ruleId\""),
    ] {
        let (code, out, err) = text(&run_in(place.path(), &["check", "demo", "--format", format]));
        if code != 1 || !out.contains(word) || out.contains('\u{1b}') {
            return Err(format!("{format}: exit {code}: {out:?} {err}").into());
        }
    }
    let (code, out, err) = text(&run_in(place.path(), &["check", "demo", "--profile", "nope"]));
    if code != 2 || !out.is_empty() || !err.contains("skill-runner-2026-02") {
        return Err(format!("--profile nope: exit {code}: {out} {err}").into());
    }
    Ok(())
}

const WARNED: &str =
    "---\nname: demo\ndescription: Does nothing.\n---\nRun `python scripts/none.py`.\n";

/// The level that fails is chosen: errors without a word.
fn fail_on() -> Result<(), Failed> {
    let place = tempfile::tempdir().unwrap();
    skill(place.path(), WARNED);
    for (level, wanted) in [("error", 0), ("warning", 1), ("info", 1), ("never", 0)] {
        let (code, _) = checked(place.path(), &["--fail-on", level])?;
        if code != wanted {
            return Err(format!("--fail-on {level}: exit {code}").into());
        }
    }
    skill(place.path(), "---\nname: demo\n---\nSay hello.\n");
    let (code, _) = checked(place.path(), &["--fail-on", "never"])?;
    if code != 0 {
        return Err(format!("an error with --fail-on never: exit {code}").into());
    }
    Ok(())
}

/// Findings in matching files are omitted, all others are kept.
fn exclude() -> Result<(), Failed> {
    let place = tempfile::tempdir().unwrap();
    let broken = BTreeMap::from([("SKILL.md".to_owned(), b"---\nname: a\n---\nHello.\n".to_vec())]);
    write(&place.path().join("demo/old/a"), &broken);
    write(&place.path().join("demo/new/a"), &broken);
    let (code, value) = checked(place.path(), &["--exclude", "old/"])?;
    let paths: Vec<&str> =
        value["findings"].as_array().unwrap().iter().filter_map(|f| f["path"].as_str()).collect();
    if code != 1 || paths.is_empty() || paths.iter().any(|path| path.contains("/old/")) {
        return Err(format!("exit {code}: {paths:?}").into());
    }
    Ok(())
}

/// Annotations say what to do and leave infos out unless asked; a clean tree is one test that passed.
fn annotations() -> Result<(), Failed> {
    let place = tempfile::tempdir().unwrap();
    skill(place.path(), WARNED);
    let github = |more: &[&str]| {
        let args = [&["check", "demo", "--format", "github"], more].concat();
        text(&run_in(place.path(), &args)).1
    };
    let (few, all) = (github(&[]), github(&["--all"]));
    let advised = few.contains("add the script") && few.contains("skillgen explain script-missing");
    if !advised || few.contains("::notice") || !all.contains("::notice") {
        return Err(format!("{few}\n{all}").into());
    }
    let warned = |level: &str| {
        let args = ["check", "demo", "--format", "junit", "--fail-on", level];
        text(&run_in(place.path(), &args)).1
    };
    if warned("warning").contains("failures=\"0\"") || !warned("error").contains("failures=\"0\"") {
        return Err("a finding that fails the check is a failed test".into());
    }
    skill(place.path(), "---\nname: demo\ndescription: Use when asked.\n---\nSay hello.\n");
    let (_, junit, _) = text(&run_in(place.path(), &["check", "demo", "--format", "junit"]));
    let clean =
        ["tests=\"1\"", "failures=\"0\"", "<testcase "].iter().all(|part| junit.contains(part));
    match clean {
        true => Ok(()),
        false => Err(junit.into()),
    }
}
