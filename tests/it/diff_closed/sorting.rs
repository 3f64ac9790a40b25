//! Which files of a folder are contracts: also those without `$schema` and with any name, folder against folder and
//! since a revision. Others are left out by evidence, and counted.

use libtest_mimic::{Failed, Trial};
use serde_json::{Value, json};

use super::{Repository, rules};
use crate::support::{put, run_in, text};

pub(crate) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("diff_closed::sorting::schemas without a mark", without_mark),
        Trial::test("diff_closed::sorting::parts and other files", parts_and_others),
        Trial::test("diff_closed::sorting::packages", packages),
        Trial::test("diff_closed::sorting::unchanged and unread", unchanged_and_unread),
        Trial::test("diff_closed::sorting::links", links),
        Trial::test("diff_closed::sorting::folders of a revision", folders_of_revision),
        Trial::test("diff_closed::sorting::renamed files", renamed_files),
        Trial::test("diff_closed::sorting::files that are no longer tracked", no_longer_tracked),
        Trial::test("diff_closed::sorting::contracts inside of a skill", inside_of_skill),
    ]
}

/// Two states of a folder, compared as two folders and since a revision.
fn both_ways(
    before: &[(&str, &str)],
    now: &[(&str, &str)],
    judge: impl Fn(i32, &Value) -> bool,
) -> Result<(), Failed> {
    let folders = tempfile::tempdir()?;
    for (name, content) in before {
        put(folders.path(), format!("old/{name}"), content);
    }
    for (name, content) in now {
        put(folders.path(), format!("new/{name}"), content);
    }
    let (code, out, err) =
        text(&run_in(folders.path(), &["diff", "old", "new", "--format", "json"]));
    let report: Value = serde_json::from_str(&out).map_err(|e| format!("{e}: {out}{err}"))?;
    if !judge(code, &report) {
        return Err(format!("folders: exit {code}: {report:#}").into());
    }
    let in_folder: Vec<(String, &str)> =
        before.iter().map(|(name, content)| (format!("c/{name}"), *content)).collect();
    let in_folder: Vec<(&str, &str)> = in_folder.iter().map(|(n, c)| (n.as_str(), *c)).collect();
    let repository = Repository::new(&in_folder);
    std::fs::remove_dir_all(repository.path().join("c"))?;
    for (name, content) in now {
        put(repository.path(), format!("c/{name}"), content);
    }
    let since_head = |paths: &[&str], how: &str| {
        let args: Vec<&str> = ["--against", "HEAD"].iter().chain(paths).copied().collect();
        let (code, report) = repository.json(&args);
        if !judge(code, &report) {
            return Err(format!("since HEAD {paths:?}, {how}: exit {code}: {report:#}"));
        }
        Ok(())
    };
    since_head(&["c"], "untracked")?;
    since_head(&[], "untracked")?;
    repository.git(&["add", "-A"]);
    Ok(since_head(&[], "tracked")?)
}

const STRING: &str = r#"{"type": "object", "properties": {"n": {"type": "string"}}}"#;
const NUMBER: &str = r#"{"type": "object", "properties": {"n": {"type": "number"}}}"#;

fn without_mark() -> Result<(), Failed> {
    let yaml = "properties:\n  n:\n    type: string\n";
    let other = [("package.json", r#"{"name": "x", "type": "module"}"#)];
    let with = |file: &'static str, content: &'static str| [other[0], (file, content)];
    for (file, old, new, rule) in [
        ("a.json", STRING, NUMBER, "property-type-changed"),
        ("a.yaml", yaml, "properties:\n  n:\n    type: number\n", "property-type-changed"),
        ("a.json", r##"{"$ref": "#/$defs/a", "$defs": {"a": {"type": "string"}}}"##, "false", ""),
        (
            "a.json",
            r#"{"anyOf": [{"type": "string"}, {"type": "null"}]}"#,
            r#"{"type": "null"}"#,
            "",
        ),
        // It was a contract, so the other side must be one, too.
        ("a.json", STRING, "{\"type\": \"obj", "contract-unreadable"),
        ("a.json", STRING, "[]", "contract-unreadable"),
        ("a.json", STRING, "{\"name\": \"x\"}", "contract-unreadable"),
        ("a.yaml", yaml, "properties: [", "contract-unreadable"),
        ("a.json", "{\"properties\": {\"a\": {\"ty", STRING, "contract-unreadable"),
    ] {
        both_ways(&with(file, old), &with(file, new), |code, report| {
            let wanted = if rule == "contract-unreadable" { 2 } else { 1 };
            let found = rules(report);
            code == wanted && !found.is_empty() && (rule.is_empty() || found == [rule])
        })?;
    }
    both_ways(&with("a.json", STRING), &other, |code, report| {
        code == 1 && rules(report) == ["contract-removed"]
    })?;
    both_ways(
        &[("b.json", STRING)],
        &[("b.json", STRING), ("a.json", "{\"$ref\":")],
        |code, report| code == 2 && rules(report).contains(&"contract-unreadable".to_owned()),
    )
}

fn parts_and_others() -> Result<(), Failed> {
    let user = r#"{"type": "object", "properties": {"p": {"$ref": "parts/p.json"}}}"#;
    let others = [
        ("package.json", r#"{"name": "x", "type": "module"}"#),
        ("tsconfig.json", "{\n  // comments\n  \"compilerOptions\": {}\n}"),
        ("data/list.json", "[1, 2]"),
        ("openapi.yaml", "openapi: 3.1.0\ntype: object\n"),
    ];
    let with = |part: &'static str| {
        let mut files = others.to_vec();
        files.extend([("user.json", user), ("parts/p.json", part)]);
        files
    };
    both_ways(&with(STRING), &with(NUMBER), |code, report| {
        let contracts = report["contracts"].as_array().unwrap();
        let left_out = report["left_out"].as_array().unwrap();
        let parts: Vec<&Value> = left_out.iter().filter(|one| one["part_of"].is_string()).collect();
        let is_part = parts.len() == 1
            && parts[0]["path"].as_str().unwrap().ends_with("parts/p.json")
            && parts[0]["part_of"].as_str().unwrap().ends_with("user.json");
        let told = report["changes"][0]["new_file"].as_str().unwrap().ends_with("parts/p.json");
        code == 1 && contracts.len() == 1 && left_out.len() == 5 && is_part && told
    })?;
    // If contracts only refer to each other, one is the contract.
    let ring = |kind: &str| json!({"properties": {"n": {"type": kind}, "b": {"$ref": "b.json"}}});
    let back = r#"{"properties": {"a": {"$ref": "a.json"}}}"#;
    let (old, new) = (ring("string").to_string(), ring("number").to_string());
    both_ways(
        &[("a.json", &old), ("b.json", back)],
        &[("a.json", &new), ("b.json", back)],
        |code, report| code == 1 && rules(report).contains(&"property-type-changed".to_owned()),
    )?;
    // A file that only data mentions is a separate contract.
    let data = (r"data.json", r#"{"examples": [{"$ref": "a.json"}], "type": "object"}"#);
    both_ways(&[data, ("a.json", STRING)], &[data, ("a.json", NUMBER)], |code, _| code == 1)?;
    let folder = tempfile::tempdir()?;
    for side in ["old", "new"] {
        put(folder.path(), format!("{side}/a.json"), STRING);
        put(folder.path(), format!("{side}/package.json"), "{}");
    }
    let out = text(&run_in(folder.path(), &["diff", "old", "new"])).1;
    let wanted = "passed: no change; 0 contracts compared with old, 1 unchanged\n\n1 other data file is no contract \
                  (--verbose names them)\n\n";
    assert_eq!(out, wanted);
    let out = text(&run_in(folder.path(), &["diff", "old", "new", "-v"])).1;
    assert!(out.contains("  new/package.json: an object without the keys of a schema\n"), "{out}");
    Ok(())
}

/// A contract in a package that the package doesn't name is a separate one, and a manifest hides nothing of the skill.
fn packages() -> Result<(), Failed> {
    let runner = r#"{"id": "p", "version": "1.0.0", "schemas": {"input": "assets/in.json"}}"#;
    let skill = "---\nname: p\ndescription: d\ninput_schema:\n  type: object\n---\n";
    let narrow =
        "---\nname: p\ndescription: d\ninput_schema:\n  type: object\n  required: [a]\n---\n";
    let manifest = ("p/assets/runner.json", runner);
    let files = |input: &'static str, other: &'static str| {
        [manifest, ("p/SKILL.md", skill), ("p/assets/in.json", input), ("p/other.json", other)]
    };
    for (old, new) in [
        (files(STRING, STRING), files(NUMBER, STRING)),
        (files(STRING, STRING), files(STRING, NUMBER)),
    ] {
        both_ways(&old, &new, |code, report| {
            code == 1 && rules(report).contains(&"property-type-changed".to_owned())
        })?;
    }
    let plain = r#"{"id": "p", "version": "1.0.0"}"#;
    both_ways(
        &[("p/SKILL.md", skill)],
        &[("p/SKILL.md", narrow), ("p/assets/runner.json", plain)],
        |code, report| code == 1 && report["required_bump"] == "major",
    )
}

/// Equal bytes are unchanged, not compared; with their references.
fn unchanged_and_unread() -> Result<(), Failed> {
    let broken = r#"{"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "strng"}"#;
    for (content, wanted) in [
        (STRING, 0),
        (broken, 0),
        (r#"{"$ref": "p.json"}"#, 0),
        (r#"{"$ref": "../../../out.json"}"#, 2),
        (r#"{"$ref": "https://example.org/nowhere.json"}"#, 2),
        (r#"{"$ref": "none.json"}"#, 2),
        (r#"{"$ref": "none.json", "ty"#, 2),
    ] {
        let files = [("a.json", content), ("p.json", STRING)];
        both_ways(&files, &files, |code, report| {
            let told = rules(report).iter().all(|rule| rule == "contract-unreadable");
            code == wanted
                && report["compared"] == 0
                && (wanted == 0 || told)
                && (wanted == 2 || report["unchanged"].as_u64() > Some(0))
        })?;
    }
    // A named file is read.
    let repository = Repository::new(&[("a.json", broken), ("package.json", "{\"name\": \"x\"}")]);
    for file in ["a.json", "package.json"] {
        let (code, report) = repository.json(&["--against", "HEAD", file]);
        if code != 2 || rules(&report) != ["contract-unreadable"] {
            return Err(format!("{file}: exit {code}: {report:#}").into());
        }
    }
    Ok(())
}

/// A link is read if it stays in the folder; one that leads out is reported.
fn links() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    put(folder.path(), "out.json", STRING);
    for (side, content) in [("old", STRING), ("new", NUMBER)] {
        put(folder.path(), format!("{side}/v/a.txt"), content);
        std::os::unix::fs::symlink("v/a.txt", folder.path().join(side).join("latest.json"))?;
    }
    let run = || text(&run_in(folder.path(), &["diff", "old", "new"]));
    let (code, out, _) = run();
    assert!(code == 1 && out.contains("new/latest.json:1:49"), "{out}");
    std::os::unix::fs::symlink("../out.json", folder.path().join("new/far.json"))?;
    let (code, out, _) = run();
    assert!(code == 2 && out.contains("new/far.json: not compared: "), "{out}");
    Ok(())
}

/// A folder of a revision can be OLD or NEW, and `bump --since` accepts one.
fn folders_of_revision() -> Result<(), Failed> {
    let versioned = |version: &str, kind: &str| {
        json!({"version": version, "input": {"type": "object", "properties": {"n": {"type": kind}}}})
            .to_string()
    };
    let repository = Repository::new(&[
        ("c/a.json", &versioned("1.0.0", "string")),
        ("c/b.json", &versioned("1.4.0", "string")),
        ("c/none.json", STRING),
        ("package.json", "{\"name\": \"x\", \"version\": \"9.0.0\"}"),
    ]);
    put(repository.path(), "c/a.json", versioned("1.0.0", "number"));
    for (old, new) in [("HEAD:c", "c"), ("HEAD:./c/", "c"), ("HEAD:", "."), ("c", "HEAD:c")] {
        let (code, report) = repository.json(&[old, new]);
        let counts = [&report["compared"], &report["unchanged"]];
        if code != 1 || rules(&report) != ["property-type-changed"] || counts != [1, 2] {
            return Err(format!("{old} {new}: exit {code}: {report:#}").into());
        }
    }
    let (code, out, err) = repository.run(&["changelog", "HEAD:c", "c"]);
    assert!(code == 0 && out.starts_with("## c/a.json: 2.0.0\n"), "{out}{err}");
    put(repository.path(), "c/none.json", NUMBER);
    let (code, out, err) = repository.run(&["bump", "--since", "HEAD", "."]);
    let wanted = "c/a.json: 1.0.0 → 2.0.0 (major change)\n\
                  no version is declared; the changes need a major version:\n  major  c/none.json\n";
    assert_eq!((code, out.as_str(), err.as_str()), (0, wanted, ""), "bump");
    let text = std::fs::read_to_string(repository.path().join("c/a.json"))?;
    assert_eq!(text, versioned("2.0.0", "number"));
    // If one can't be compared, none is written.
    put(repository.path(), "c/b.json", "{");
    put(repository.path(), "c/a.json", versioned("1.0.0", "number"));
    let (code, out, err) = repository.run(&["bump", "--since", "HEAD", "c"]);
    let kept = std::fs::read_to_string(repository.path().join("c/a.json"))?.contains("1.0.0");
    if code != 2 || !kept || !err.contains("c/b.json:1:1: not compared") {
        return Err(format!("bump: exit {code}: {out}{err}").into());
    }
    Ok(())
}

/// A file with most of the same lines, or the same `$id`, under another path is the same contract.
fn renamed_files() -> Result<(), Failed> {
    let lines = |kind: &str| {
        format!(
            "{{\n  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n  \"type\": \"object\",\n  \
             \"properties\": {{\n    \"n\": {{\"type\": \"{kind}\"}}\n  }}\n}}\n"
        )
    };
    let id = |rest: &str| format!("{{\"$id\": \"https://example.com/s\", {rest}}}");
    for (old, new, file_rule) in [
        (lines("string"), lines("number"), "contract-renamed"),
        (
            id("\"type\": \"string\""),
            id("\"type\": \"number\", \"minimum\": 0, \"maximum\": 10"),
            "contract-moved",
        ),
    ] {
        both_ways(&[("a.json", &old)], &[("b.json", &new)], |code, report| {
            let found = rules(report);
            let has = |rule: &str| found.iter().any(|found| found == rule);
            code == 1 && has(file_rule) && !has("contract-removed") && !has("contract-added")
        })?;
    }
    // A skill is identified by its name, whatever its text.
    let skill = |kind: &str, words: &str| {
        format!(
            "---\nname: digest\ndescription: {words}\ninput_schema:\n  type: {kind}\n---\n{}",
            format!("{words}\n").repeat(40)
        )
    };
    both_ways(
        &[("examples/digest/SKILL.md", &skill("object", "Collects the news."))],
        &[("skills/digest/SKILL.md", &skill("array", "Writes a report of what happened."))],
        |code, report| {
            let found = rules(report);
            let has = |rule: &str| found.iter().any(|found| found == rule);
            code == 1 && has("contract-moved") && has("type-changed") && !has("contract-removed")
        },
    )
}

/// Files that git no longer tracks still exist.
fn no_longer_tracked() -> Result<(), Failed> {
    let repository = Repository::new(&[("a.json", STRING), ("b.json", STRING)]);
    repository.git(&["rm", "-q", "--cached", "a.json", "b.json"]);
    put(repository.path(), "a.json", NUMBER);
    let (code, report) = repository.json(&["--against", "HEAD"]);
    let states: Vec<&Value> =
        report["contracts"].as_array().into_iter().flatten().map(|c| &c["state"]).collect();
    if code != 1 || rules(&report) != ["property-type-changed"] {
        return Err(format!("exit {code}, {states:?}: {report:#}").into());
    }
    Ok(())
}

/// A folder that is a skill may hold contracts beside its SKILL.md.
fn inside_of_skill() -> Result<(), Failed> {
    let skill = "---\nname: news\ndescription: Reads the news.\n---\n# News\n";
    let breaks = |code: i32, report: &Value| {
        code == 1 && rules(report).iter().any(|rule| rule == "property-type-changed")
    };
    both_ways(
        &[("SKILL.md", skill), ("schemas/a.json", STRING)],
        &[("SKILL.md", skill), ("schemas/a.json", NUMBER)],
        breaks,
    )?;
    // The folder itself is a package: its manifest and what that names are one contract.
    let manifest = |version: &str| {
        json!({"id": "news", "version": version, "schemas": {"input": "schemas/input.json"}})
            .to_string()
    };
    both_ways(
        &[
            ("SKILL.md", skill),
            ("assets/runner.json", &manifest("1.0.0")),
            ("schemas/input.json", STRING),
        ],
        &[
            ("SKILL.md", skill),
            ("assets/runner.json", &manifest("1.0.1")),
            ("schemas/input.json", NUMBER),
        ],
        breaks,
    )
}
