//! What a contract can lose without a change in any schema: its kind, a role, its version. And why a gate passes.

use libtest_mimic::{Failed, Trial};

use super::{Repository, rules};
use crate::support::put;

pub(super) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("diff_closed::another kind of contract", kinds),
        Trial::test("diff_closed::a role whose key is misspelled", roles),
        Trial::test("diff_closed::a version that is gone or goes down", versions),
        Trial::test("diff_closed::a skill's file in small letters", small_letters),
        Trial::test("diff_closed::the default limit stays", default_limit),
        Trial::test("diff_closed::why it passes", passes),
        Trial::test("diff_closed::notes of what is gone", notes),
    ]
}

fn changed(file: &str, old: &str, new: &str) -> Repository {
    let repository = Repository::new(&[(file, old)]);
    put(repository.path(), file, new);
    repository
}

fn kinds() -> Result<(), Failed> {
    let schema = "{\"type\": \"object\", \"required\": [\"a\"]}";
    for list in [
        "{\"tools\": []}",
        "{\"prompts\": []}",
        "{\"resources\": []}",
        "{\"result\": {\"tools\": []}}",
    ] {
        for (old, new) in [(schema, list), (list, schema)] {
            let (code, report) = changed("a.json", old, new).json(&["--against", "HEAD"]);
            if code != 1 || rules(&report) != ["contract-kind-changed"] {
                return Err(format!("{old} to {new}: exit {code}: {report:#}").into());
            }
        }
    }
    // A schema that becomes the input of an API contract, or a tool, keeps its role.
    for same in [
        "{\"version\": \"1.0.0\", \"input\": {\"type\": \"object\", \"required\": [\"a\"]}}",
        "{\"name\": \"t\", \"inputSchema\": {\"type\": \"object\", \"required\": [\"a\"]}}",
    ] {
        let (_, report) = changed("a.json", schema, same).json(&["--against", "HEAD"]);
        assert!(!rules(&report).contains(&"contract-kind-changed".to_owned()), "{report:#}");
    }
    Ok(())
}

fn roles() -> Result<(), Failed> {
    let contract = "{\"version\": \"1.0.0\", \"input\": {\"type\": \"object\"}, \"output\": {\"type\": \"string\"}}";
    let skill = "---\nname: s\ndescription: d\ninput_schema:\n  type: object\n---\n";
    for (file, old, key, now) in [
        ("a.json", contract, "input", "inputs"),
        ("s/SKILL.md", skill, "input_schema", "inputs_schema"),
    ] {
        let repository = changed(file, old, &old.replace(key, now));
        let (code, report) = repository.json(&["--against", "HEAD"]);
        if code != 1 || report["required_bump"] != "major" {
            return Err(format!("{file}: exit {code}: {report:#}").into());
        }
        assert_eq!(rules(&report), ["role-schema-removed"]);
        let (_, _, err) = repository.run(&["diff", "--against", "HEAD"]);
        let hint = format!("the key `{now}` is not read; did you mean `{key}`?");
        assert!(err.contains(&hint), "{err}");
        // What the documents alone show: every old input is still accepted.
        let (code, report) = repository.json(&["--against", "HEAD", "--policy", "strict"]);
        assert!(code < 2 && report["required_bump"] == "minor", "exit {code}: {report:#}");
    }
    Ok(())
}

fn versions() -> Result<(), Failed> {
    let contract = "{\"version\": \"1.0.0\", \"input\": {\"type\": \"object\"}}";
    let removed = changed("a.json", contract, "{\"input\": {\"type\": \"object\"}}");
    let (code, report) = removed.json(&["--against", "HEAD"]);
    assert!(code == 1 && rules(&report) == ["version-removed"], "exit {code}: {report:#}");
    let (code, out, _) = removed.run(&["diff", "--against", "HEAD", "--check-version"]);
    assert!(code == 1 && out.contains("the version was 1.0.0, none is declared now"), "{out}");

    let lowered = changed("a.json", contract, &contract.replace("1.0.0", "0.9.0"));
    for args in [&["diff", "--against", "HEAD"][..], &["diff", "HEAD:./a.json", "a.json"]] {
        let (code, out, _) = lowered.run(args);
        assert!(code == 1 && out.contains("1.0.0 → 0.9.0: the new version is older"), "{out}");
    }
    // A schema file may keep its version in the metadata of a skill.
    let skill = "---\nname: s\ndescription: d\nversion: 1.0.0\n---\n";
    let moved = skill.replace("version: 1.0.0", "metadata: {version: 1.0.0}");
    let (code, report) = changed("s/SKILL.md", skill, &moved).json(&["--against", "HEAD"]);
    assert!(code == 0 && rules(&report).is_empty(), "exit {code}: {report:#}");
    Ok(())
}

fn small_letters() -> Result<(), Failed> {
    let skill = "---\nname: s\ndescription: d\ninput_schema:\n  type: object\n---\n";
    for (from, to, code, rule) in [
        ("s/SKILL.md", "s/skill.md", 1, "contract-renamed"),
        ("s/skill.md", "s/SKILL.md", 0, "contract-moved"),
    ] {
        let repository = Repository::new(&[(from, skill)]);
        repository.git(&["mv", from, to]);
        let (got, report) = repository.json(&["--against", "HEAD"]);
        if got != code || rules(&report) != [rule] {
            return Err(format!("{from} to {to}: exit {got}: {report:#}").into());
        }
    }
    Ok(())
}

fn default_limit() -> Result<(), Failed> {
    let repository = changed("a.json", "{\"type\": \"object\"}", "{\"type\": \"array\"}");
    put(repository.path(), "skillgen.toml", "[diff]\ncheck-version = false\n");
    let (code, out, _) = repository.run(&["diff", "--against", "HEAD"]);
    assert!(code == 1 && out.contains("the default where no version is declared"), "{out}");
    let (code, out, _) = repository.run(&["diff", "--against", "HEAD", "--no-check-version"]);
    assert!(
        code == 0
            && out.starts_with("not checked: ")
            && out.contains("\nnot checked: the declared"),
        "{out}"
    );
    Ok(())
}

fn passes() -> Result<(), Failed> {
    let wider = "{\"type\": [\"array\", \"object\"], \"properties\": {\"a\": {}}}";
    let repository = changed("input.json", "{\"type\": \"object\"}", wider);
    let reason =
        "no change reaches the limit (--fail-on major, the default where no version is declared)";
    let (code, out, _) = repository.run(&["diff", "--against", "HEAD"]);
    assert!(code == 0 && out.ends_with(&format!("passed: {reason}\n")), "{out}");
    let (_, out, _) = repository.run(&["diff", "--against", "HEAD", "--format", "markdown"]);
    assert!(out.contains("Passed: no change reaches the limit"), "{out}");
    let added = Repository::new(&[("a.json", "{\"type\": \"object\"}")]);
    put(added.path(), "b.json", "{\"type\": \"object\"}");
    let (code, out, _) = added.run(&["diff", "--against", "HEAD"]);
    assert!(code == 0 && out.ends_with(&format!("passed: {reason}\n")), "{out}");
    Ok(())
}

fn notes() -> Result<(), Failed> {
    let object = "{\"type\": \"object\"}";
    let repository = Repository::new(&[("a.json", object), ("b.json", object)]);
    std::fs::remove_file(repository.path().join("a.json"))?;
    let (_, out, _) = repository.run(&["changelog", "--since", "HEAD"]);
    assert_eq!(out, "## Contracts\n\n### Breaking changes\n\n- a.json was removed\n");
    let (_, out, _) = repository.run(&["diff", "--against", "HEAD", "--format", "markdown"]);
    let told =
        "- **major** a.json was removed (contract, `contract-removed`)\n  - instead: Keep the file";
    assert!(out.contains("- **major** a.json was removed\n") && out.contains(told), "{out}");
    put(repository.path(), "a.json", object);
    put(repository.path(), "b.json", "{\"type\": ");
    let (code, out, err) = repository.run(&["changelog", "--since", "HEAD"]);
    assert!(code == 2 && out.is_empty() && err.contains("b.json"), "exit {code}: {out}{err}");
    let (_, out, _) = repository.run(&["changelog", "--since", "HEAD", "--format", "json"]);
    assert!(out.contains("\"partial\"") && !out.contains("No contract changed"), "{out}");
    Ok(())
}
