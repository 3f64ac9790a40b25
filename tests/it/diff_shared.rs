//! Files that several contracts refer to: whose version covers a change in them.

use std::path::Path;

use libtest_mimic::{Failed, Trial};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::{put, run_in, text};

pub(crate) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("diff_shared::users answer for a shared file", users_answer),
        Trial::test("diff_shared::what no user shows", unused_parts),
        Trial::test("diff_shared::a file that is named alone", named_alone),
        Trial::test("diff_shared::lists say what they leave out", left_out),
        Trial::test("diff_shared::a removal says where it stood", stood_at),
        Trial::test("diff_shared::findings about ignores stand at their lines", ignores),
        Trial::test("diff_shared::bump writes package.json", npm),
    ]
}

const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

/// Two contracts with an input that refer to a file without version and role, committed.
fn repository() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    shared(&folder, &json!({"street": {"type": "string"}, "kind": {"enum": ["a"]}}));
    for name in ["a", "b"] {
        contract(&folder, name, "1.0.0");
    }
    git(folder.path(), &["init", "-q"]);
    git(folder.path(), &["add", "."]);
    git(folder.path(), &["commit", "-qm", "one"]);
    folder
}

fn contract(folder: &TempDir, name: &str, version: &str) {
    let input =
        json!({"type": "object", "properties": {"address": {"$ref": "shared/common.json"}}});
    let contract = json!({"name": name, "version": version, "input": input});
    put(folder.path(), format!("{name}.json"), contract.to_string());
}

fn shared(folder: &TempDir, properties: &Value) {
    let schema = json!({"$schema": DIALECT, "type": "object", "properties": properties});
    put(folder.path(), "shared/common.json", format!("{schema:#}"));
}

fn run(folder: &TempDir, args: &[&str]) -> (i32, String, String) {
    text(&run_in(folder.path(), args))
}

/// A change has the level that it has for the contracts that use the file; `bump` writes what `diff` asks for.
fn users_answer() -> Result<(), Failed> {
    for (street, bumped, word) in [
        (json!({"type": ["string", "null"]}), "1.1.0", "minor"),
        (json!({"type": "integer"}), "2.0.0", "major"),
    ] {
        let folder = repository();
        shared(&folder, &json!({"street": street, "kind": {"enum": ["a"]}}));
        let (code, out, err) = run(&folder, &["diff", "--against", "HEAD"]);
        assert_eq!(code, 1, "{out}{err}");
        has(
            &out,
            &[
                &format!("refused: needs a {word} version; 3 contracts compared"),
                &format!("shared/common.json: needs a {word} version"),
                &format!("a.json and 1 more: the changes need a {word} step, 1.0.0 → {bumped}"),
            ],
        )?;
        let (code, out, err) = run(&folder, &["bump", "--since", "HEAD", "."]);
        assert_eq!(code, 0, "{out}{err}");
        has(&out, &[&format!("a.json: 1.0.0 → {bumped}"), &format!("b.json: 1.0.0 → {bumped}")])?;
        let (code, out, err) = run(&folder, &["diff", "--against", "HEAD"]);
        assert_eq!(code, 0, "{out}{err}");
        has(
            &out,
            &["passed: shared/common.json: the versions of the contracts that use it decide"],
        )?;
    }
    Ok(())
}

/// A change that none of the contracts uses is evaluated as one of the file itself.
fn unused_parts() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let common = |kind: &str| {
        let spare = json!({"type": kind});
        let definitions = json!({"Used": {"type": "string"}, "Spare": spare});
        put(
            folder.path(),
            "common.json",
            json!({"$schema": DIALECT, "$defs": definitions}).to_string(),
        );
    };
    common("string");
    let input = json!({"properties": {"u": {"$ref": "common.json#/$defs/Used"}}});
    let contract = json!({"version": "1.0.0", "input": input});
    put(folder.path(), "a.json", contract.to_string());
    git(folder.path(), &["init", "-q"]);
    git(folder.path(), &["add", "."]);
    git(folder.path(), &["commit", "-qm", "one"]);
    common("integer");
    let (code, out, err) = run(&folder, &["diff", "--against", "HEAD"]);
    assert_eq!(code, 1, "{out}{err}");
    has(&out, &["common.json: a change of level major was found (--fail-on major, the default"])
}

/// Its roles are not known then.
fn named_alone() -> Result<(), Failed> {
    let folder = repository();
    shared(&folder, &json!({"street": {"type": ["string", "null"]}, "kind": {"enum": ["a"]}}));
    let (code, out, err) = run(&folder, &["diff", "--against", "HEAD", "shared/common.json"]);
    assert_eq!(code, 1, "{out}{err}");
    has(&out, &["shared/common.json: needs a major version", "property-type-widened (both)"])
}

/// Every shortened list says so.
fn left_out() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let schema = |kind: &str| {
        let names = ["a", "b", "c", "d"];
        let properties: serde_json::Map<String, Value> =
            names.iter().map(|name| ((*name).to_owned(), json!({"type": kind}))).collect();
        json!({"properties": properties}).to_string()
    };
    put(folder.path(), "old.json", schema("string"));
    put(folder.path(), "new.json", schema("integer"));
    let cut = "3 more changes not shown (--max 1)";
    for format in ["github", "sarif", "junit", "text", "markdown", "html"] {
        let args = ["diff", "old.json", "new.json", "--format", format];
        let (_, out, _) = run(&folder, &args);
        assert!(!out.contains("not shown"), "{format}: {out}");
        let (_, out, _) = run(&folder, &[&args[..], &["--max", "1"]].concat());
        has(&out, &[cut])?;
    }
    let args = ["diff", "old.json", "new.json", "--format", "json", "--max", "1"];
    let report: Value = serde_json::from_str(&run(&folder, &args).1)?;
    assert_eq!(report["changes"].as_array().map(Vec::len), Some(4));
    Ok(())
}

fn stood_at() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let schema = |branches: Value| format!("{:#}", json!({"anyOf": branches}));
    let (text_branch, number) = (json!({"type": "string"}), json!({"type": "number"}));
    put(folder.path(), "old.json", schema(json!([text_branch, number, {"type": "null"}])));
    put(folder.path(), "new.json", schema(json!([text_branch, number])));
    for format in ["github", "sarif", "junit"] {
        let (_, out, _) = run(&folder, &["diff", "old.json", "new.json", "--format", format]);
        has(&out, &["of type null; it stood at old.json:9:5"])
            .map_err(|e| format!("{format}: {e:?}"))?;
    }
    Ok(())
}

fn ignores() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    put(folder.path(), "a.json", json!({"version": "1.0.0", "type": "object"}).to_string());
    git(folder.path(), &["init", "-q"]);
    git(folder.path(), &["add", "."]);
    git(folder.path(), &["commit", "-qm", "one"]);
    put(folder.path(), "a.json", json!({"version": "2.0.0", "type": "array"}).to_string());
    let config = "[diff]\nrole = \"input\"\n\n[[ignore]]\nrule = \"enum-added\"\nreason = \"none\"\n\n\
                  [[ignore]]\nrule = \"type-changed\"\nreason = \"over\"\nuntil = \"2020-01-01\"\n";
    put(folder.path(), "skillgen.toml", config);
    let (_, out, _) = run(&folder, &["diff", "--against", "HEAD", "--format", "github"]);
    has(
        &out,
        &[
            "file=skillgen.toml,line=4,col=1,title=ignore-unused",
            "file=skillgen.toml,line=8,col=1,title=ignore-expired",
            "skillgen.toml:8:1: the ignore of `type-changed` expired after 2020-01-01",
        ],
    )?;
    let args = ["diff", "--against", "HEAD", "--format", "sarif"];
    let report: Value = serde_json::from_str(&run(&folder, &args).1)?;
    let results = report["runs"][0]["results"].as_array().cloned().unwrap_or_default();
    let places: Vec<Value> = results
        .iter()
        .filter(|result| result["ruleId"].as_str().is_some_and(|id| id.starts_with("ignore-")))
        .map(|result| result["locations"][0]["physicalLocation"]["region"]["startLine"].clone())
        .collect();
    assert_eq!(places, [json!(4), json!(8)], "{report:#}");
    // The same of a single pair.
    let (_, out, _) = run(&folder, &["diff", "HEAD:a.json", "a.json", "--format", "github"]);
    has(&out, &["file=skillgen.toml,line=4,col=1,title=ignore-unused"])
}

/// The package that a contract is released with gets the version: beside the same one, and where the contract
/// declares none.
fn npm() -> Result<(), Failed> {
    let package =
        |version: &str| format!("{{\n\t\"name\": \"p\",\n\t\"version\" : \"{version}\"\n}}\n");
    let schema = |version: Option<&str>, kind: &str| {
        let mut schema = json!({"$schema": DIALECT, "type": kind});
        if let Some(version) = version {
            schema["version"] = json!(version);
        }
        schema.to_string()
    };
    for (own, other, wanted) in [
        (Some("1.0.0"), "1.0.0", "2.0.0"),
        (None, "1.0.0", "2.0.0"),
        // A package with another version is released separately.
        (Some("1.0.0"), "4.5.6", "4.5.6"),
    ] {
        let folder = tempfile::tempdir()?;
        put(folder.path(), "api/tool.json", schema(own, "object"));
        put(folder.path(), "api/package.json", package(other));
        git(folder.path(), &["init", "-q"]);
        git(folder.path(), &["add", "."]);
        git(folder.path(), &["commit", "-qm", "one"]);
        put(folder.path(), "api/tool.json", schema(own, "array"));
        for paths in [&["api/tool.json"][..], &["."]] {
            put(folder.path(), "api/tool.json", schema(own, "array"));
            put(folder.path(), "api/package.json", package(other));
            let (code, out, err) =
                run(&folder, &[&["bump", "--since", "HEAD"][..], paths].concat());
            assert_eq!(code, 0, "{out}{err}");
            has(&out, &["api/tool.json: 1.0.0 → 2.0.0 (major change)"])?;
            let now = std::fs::read_to_string(folder.path().join("api/package.json"))?;
            assert_eq!(now, package(wanted));
            let now = std::fs::read_to_string(folder.path().join("api/tool.json"))?;
            assert_eq!(now, schema(own.map(|_| "2.0.0"), "array"));
            let (code, out, _) = run(&folder, &[&["bump", "--since", "HEAD"][..], paths].concat());
            assert_eq!(code, 0);
            has(&out, &["2.0.0 is enough for a major change"])?;
        }
    }
    Ok(())
}

fn git(folder: &Path, args: &[&str]) {
    let mut command = std::process::Command::new("git");
    command.current_dir(folder).args(["-c", "user.name=t", "-c", "user.email=t@example.org"]);
    assert!(command.args(args).output().unwrap().status.success(), "git {args:?}");
}

fn has(out: &str, wanted: &[&str]) -> Result<(), Failed> {
    for text in wanted {
        if !out.contains(text) {
            return Err(format!("no {text:?} in\n{out}").into());
        }
    }
    Ok(())
}
