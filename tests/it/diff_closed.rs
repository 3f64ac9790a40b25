//! The gate fails closed: what can't be read, resolved or compared is a finding with its file, place and
//! reason, and the exit code is 2, in every format and in every command that opens contracts.

use std::path::Path;

use libtest_mimic::{Failed, Trial};
use serde_json::{Value, json};

use crate::support::{put, run_in, text};

mod accepted;
mod left_out;
mod linked;
mod lost;
mod moved;
mod origins;
mod sorting;
mod unreadable;

pub(crate) fn cases() -> Vec<Trial> {
    let mut trials = vec![
        Trial::test("diff_closed::what can't be read is told in every format", every_format),
        Trial::test("diff_closed::two contracts that can't be read", two_contracts),
        Trial::test("diff_closed::files that a contract refers to", references),
        Trial::test("diff_closed::deleted, renamed and added", whole_files),
        Trial::test("diff_closed::renames and lost names", renames),
        Trial::test("diff_closed::nothing opens the gate", nothing_opens_it),
        Trial::test("diff_closed::paths without a contract", paths_without_contract),
        Trial::test("diff_closed::files that git doesn't look at", hidden_from_git),
        Trial::test("diff_closed::what is not decided", undecided),
        Trial::test("diff_closed::deep documents", deep_documents),
        Trial::test("diff_closed::a key that stands twice", duplicate_keys),
        Trial::test("diff_closed::dialects", dialects),
        Trial::test("diff_closed::a file above that is not there", missing_above),
    ];
    trials.extend(accepted::cases().into_iter().chain(left_out::cases()).chain(linked::cases()));
    trials.extend(lost::cases().into_iter().chain(moved::cases()).chain(origins::cases()));
    trials.extend(sorting::cases().into_iter().chain(unreadable::cases()));
    trials
}

const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";
const FORMATS: [&str; 7] = ["text", "json", "sarif", "junit", "github", "markdown", "html"];

pub(crate) struct Repository(tempfile::TempDir);

impl Repository {
    /// A repository with one commit of these files.
    pub(crate) fn new(files: &[(&str, &str)]) -> Repository {
        let repository = Repository(tempfile::tempdir().unwrap());
        repository.git(&["init", "-q", "."]);
        for (name, content) in files {
            put(repository.path(), name, content);
        }
        repository.git(&["add", "-A"]);
        repository.git(&["commit", "-qm", "one", "--allow-empty"]);
        repository
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn git(&self, args: &[&str]) {
        let mut command = std::process::Command::new("git");
        command.args(["-c", "user.name=n", "-c", "user.email=e@example.org"]).args(args);
        let output = command.current_dir(self.path()).output().unwrap();
        assert!(output.status.success(), "git {args:?}: {}", text(&output).2);
    }

    pub(crate) fn run(&self, args: &[&str]) -> (i32, String, String) {
        text(&run_in(self.path(), args))
    }

    pub(crate) fn json(&self, args: &[&str]) -> (i32, Value) {
        let mut whole = vec!["diff", "--format", "json"];
        whole.extend(args);
        let (code, out, err) = self.run(&whole);
        let report = serde_json::from_str(&out).unwrap_or_else(|e| panic!("{e}: {out}{err}"));
        (code, report)
    }
}

pub(crate) fn rules(report: &Value) -> Vec<String> {
    let changes = report["changes"].as_array().into_iter().flatten();
    let mut rules: Vec<String> =
        changes.filter_map(|change| change["rule"].as_str().map(str::to_owned)).collect();
    rules.sort();
    rules
}

fn schema(rest: &Value) -> String {
    let mut schema = json!({"$schema": DIALECT, "type": "object"});
    let members = schema.as_object_mut().unwrap();
    members.extend(rest.as_object().unwrap().clone());
    schema.to_string()
}

const SKILL: &str = "---\nname: s\ndescription: d\ninput_schema:\n  type: object\n---\n";

fn every_format() -> Result<(), Failed> {
    let cut = format!("{{\"$schema\": \"{DIALECT}\", \"type\": \"obj");
    let misspelt = schema(&json!({"type": "strng"}));
    let unopened = schema(&json!({"$ref": "https://example.org/no.json", "required": ["a"]}));
    let skill = SKILL.replace("object", "objct");
    let cases = [
        ("a.schema.json", schema(&json!({})), cut.clone(), ":1:72"),
        ("contract.json", schema(&json!({})), cut, ":1:72"),
        ("b.schema.json", schema(&json!({})), misspelt, ":1:66"),
        ("s/SKILL.md", SKILL.to_owned(), skill, ":5:9"),
        ("s/SKILL.md", SKILL.to_owned(), "# no contract any more\n".to_owned(), ""),
        ("c.schema.json", schema(&json!({})), unopened, ""),
    ];
    for (file, old, new, place) in cases {
        let repository = Repository::new(&[(file, &old), ("good.schema.json", "{}")]);
        put(repository.path(), file, new);
        for format in FORMATS {
            for named in [&[][..], &[file], &[".", "--fail-on", "major"]] {
                let mut args = vec!["diff", "--against", "HEAD", "--format", format];
                args.extend(named);
                let (code, out, err) = repository.run(&args);
                let rule = out.contains("contract-unreadable");
                // SARIF, JUnit and GitHub have the place in fields of their own.
                let has_place = ["text", "markdown", "html"].contains(&format);
                let place = !has_place || out.contains(&format!("{file}{place}"));
                if code != 2 || !rule || !place || !out.contains(file) || out.contains("no change")
                {
                    return Err(
                        format!("{file} {format} {named:?}: exit {code}: {out}{err}").into()
                    );
                }
            }
        }
    }
    Ok(())
}

/// OLD and NEW: the report names the reason, too, and standard error has it in one line.
fn two_contracts() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    put(folder.path(), "good.json", "{}");
    put(folder.path(), "bad.json", "{\"type\":\n \"strng\"}");
    for format in FORMATS {
        for pair in [["good.json", "bad.json"], ["bad.json", "good.json"]] {
            let args = ["diff", pair[0], pair[1], "--format", format];
            let (code, out, err) = text(&run_in(folder.path(), &args));
            let told = format == "text" || (out.contains("bad.json") && out.contains("strng"));
            let line = err.lines().count() == 1 && err.contains("bad.json:2:2");
            if code != 2 || !told || !line {
                return Err(format!("{format}: exit {code}: {out}{err}").into());
            }
        }
    }
    let args = ["diff", "good.json", "bad.json", "--format", "sarif"];
    let log: Value = serde_json::from_str(&text(&run_in(folder.path(), &args)).1)?;
    let run = &log["runs"][0];
    assert_eq!(run["invocations"][0]["executionSuccessful"], false);
    assert_eq!(run["properties"]["compared"], 0);
    let place = &run["results"][0]["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "bad.json");
    assert_eq!(place["region"]["startLine"], 2);
    let args = ["diff", "good.json", "bad.json", "--format", "json"];
    let report: Value = serde_json::from_str(&text(&run_in(folder.path(), &args)).1)?;
    assert_eq!(report["status"], "error");
    assert_eq!(report["changes"][0]["line"], 2);
    assert_eq!(report["compared"], 0);
    Ok(())
}

fn references() -> Result<(), Failed> {
    let part = |kind: &str| schema(&json!({"properties": {"x": {"type": kind}}}));
    let yaml = |reference: &str| format!("$schema: {DIALECT}\nallOf:\n  - $ref: {reference}\n");
    let skill = SKILL.replace("  type: object\n", "  $ref: part.json\n");
    let runner = r#"{"id":"p","version":"1.0.0","schemas":{"input":"assets/in.json"}}"#;
    let files = [
        ("a/user.schema.json", schema(&json!({"$ref": "part.json"}))),
        ("a/chain.schema.json", schema(&json!({"$ref": "user.schema.json"}))),
        ("a/part.json", part("string")),
        ("y/user.schema.yaml", yaml("part.yaml")),
        ("y/part.yaml", part("string")),
        ("s/SKILL.md", skill),
        ("s/part.json", part("string")),
        ("p/SKILL.md", SKILL.to_owned()),
        ("p/assets/runner.json", runner.to_owned()),
        ("p/assets/in.json", schema(&json!({"$ref": "part.json"}))),
        ("p/part.json", part("string")),
        ("p/assets/part.json", part("string")),
        ("still.schema.json", schema(&json!({"$ref": "a/other.json"}))),
        ("a/other.json", part("string")),
    ];
    let files: Vec<(&str, &str)> = files.iter().map(|(n, c)| (*n, c.as_str())).collect();
    let repository = Repository::new(&files);
    for (changed, named) in [
        ("a/part.json", "a/user.schema.json"),
        ("a/part.json", "a/chain.schema.json"),
        ("y/part.yaml", "y/user.schema.yaml"),
        ("s/part.json", "s/SKILL.md"),
        ("p/assets/part.json", "p"),
    ] {
        put(repository.path(), changed, part("integer"));
        let (code, report) = repository.json(&["--against", "HEAD", named]);
        if code != 1 || report["required_bump"] != "major" {
            return Err(format!("{named}: exit {code}: {report:#}").into());
        }
        let (_, report) = repository.json(&["--against", "HEAD", "still.schema.json"]);
        assert_eq!(report["contracts"][0]["state"], "unchanged", "{report:#}");
        repository.git(&["checkout", "-q", "."]);
        // The referenced file is gone: nothing is known.
        std::fs::remove_file(repository.path().join(changed))?;
        let (code, report) = repository.json(&["--against", "HEAD", named]);
        if code != 2 || !rules(&report).contains(&"contract-unreadable".to_owned()) {
            return Err(format!("{named} without {changed}: exit {code}: {report:#}").into());
        }
        repository.git(&["checkout", "-q", "."]);
    }
    Ok(())
}

fn whole_files() -> Result<(), Failed> {
    let part = |kind: &str| schema(&json!({"properties": {"x": {"type": kind}}}));
    let (gone, before) = (part("string"), part("integer"));
    let repository = Repository::new(&[
        ("gone.json", &gone),
        ("before.schema.json", &before),
        ("same.schema.json", "{}"),
    ]);
    std::fs::remove_file(repository.path().join("gone.json"))?;
    // Under a name that no contract has.
    std::fs::rename(
        repository.path().join("before.schema.json"),
        repository.path().join("after.txt"),
    )?;
    put(repository.path(), "new.json", part("array"));
    let (code, report) = repository.json(&["--against", "HEAD"]);
    let wanted = ["contract-added", "contract-removed", "contract-removed"];
    if code != 1 || rules(&report) != wanted || report["compared"] != 0 {
        return Err(format!("exit {code}: {report:#}").into());
    }
    let (_, out, _) = repository.run(&["diff", "--against", "HEAD"]);
    let first = "refused: needs a major version; 0 contracts compared with HEAD, 1 unchanged, 1 added, 2 removed\n";
    assert!(out.starts_with(first), "{out}");
    // An added file must be readable.
    put(repository.path(), "new.json", format!("{{\"$schema\": \"{DIALECT}\", "));
    assert_eq!(repository.json(&["--against", "HEAD", "new.json"]).0, 2);
    // A folder in place of the contract, and a contract that no longer is one.
    for now in ["[]", "5", "null", "{\"name\": \"x\"}", ""] {
        put(repository.path(), "same.schema.json", now);
        let (code, report) = repository.json(&["--against", "HEAD", "same.schema.json"]);
        if code != 2 || rules(&report) != ["contract-unreadable"] {
            return Err(format!("{now}: exit {code}: {report:#}").into());
        }
    }
    std::fs::remove_file(repository.path().join("same.schema.json"))?;
    put(repository.path(), "same.schema.json/x", "");
    let (code, report) = repository.json(&["--against", "HEAD", "same.schema.json"]);
    assert_eq!((code, rules(&report)), (1, vec!["contract-removed".to_owned()]), "{report:#}");
    Ok(())
}

/// The level of a rename depends on what users lose: the name that identifies it.
fn renames() -> Result<(), Failed> {
    let own = |id: &str| format!("{{\"$id\": \"{id}\", \"type\": \"object\"}}");
    let (absolute, relative) = (own("https://example.org/a"), own("a.json"));
    let runner = r#"{"id": "p", "version": "1.0.0"}"#;
    for (from, to, content, rule, level) in [
        ("a.json", "b/a.json", "{\"type\": \"object\"}", "contract-renamed", "major"),
        ("a.json", "b/a.json", &relative, "contract-renamed", "major"),
        ("a.json", "b/a.json", &absolute, "contract-moved", "patch"),
        ("a.json", "a.txt", &absolute, "contract-removed", "major"),
        ("a.json", "node_modules/a.json", &absolute, "contract-removed", "major"),
        ("a/SKILL.md", "b/SKILL.md", SKILL, "skill-renamed", "major"),
        ("a/SKILL.md", "b/a/SKILL.md", SKILL, "contract-moved", "patch"),
        ("a/SKILL.md", "a/README.md", SKILL, "contract-removed", "major"),
        ("a/assets/runner.json", "b/assets/runner.json", runner, "skill-renamed", "major"),
        ("a/assets/runner.json", "b/a/assets/runner.json", runner, "contract-moved", "patch"),
    ] {
        let mut files = vec![(from, content), ("stays.json", "{\"type\": \"string\"}")];
        if from.ends_with("runner.json") {
            files.push(("a/SKILL.md", SKILL));
        }
        let repository = Repository::new(&files);
        let (first, second) = (from.split('/').next().unwrap(), repository.path());
        let whole = from.contains('/') && to.rsplit('/').next() == from.rsplit('/').next();
        if whole {
            let folder = to.strip_suffix(from.strip_prefix(first).unwrap()).unwrap();
            std::fs::create_dir_all(second.join(folder).parent().unwrap())?;
            let aside = second.join("aside");
            std::fs::rename(second.join(first), &aside)?;
            std::fs::create_dir_all(second.join(folder).parent().unwrap())?;
            std::fs::rename(aside, second.join(folder))?;
        } else {
            std::fs::create_dir_all(second.join(to).parent().unwrap())?;
            std::fs::rename(second.join(from), second.join(to))?;
        }
        for staged in [false, true] {
            if staged {
                repository.git(&["add", "-A"]);
            }
            let (_, report) = repository.json(&["--against", "HEAD"]);
            if rules(&report) != [rule] || report["required_bump"] != level {
                return Err(format!("{from} → {to} staged {staged}: {report:#}").into());
            }
        }
    }
    for (dropped, rule) in
        [("description: d\n", "skill-description-removed"), ("name: s\n", "skill-name-removed")]
    {
        let repository = Repository::new(&[("s/SKILL.md", SKILL)]);
        put(repository.path(), "s/SKILL.md", SKILL.replace(dropped, ""));
        let (code, report) = repository.json(&["--against", "HEAD"]);
        if code != 1 || rules(&report) != [rule] || report["required_bump"] != "major" {
            return Err(format!("{dropped}: exit {code}: {report:#}").into());
        }
    }
    Ok(())
}

fn nothing_opens_it() -> Result<(), Failed> {
    let repository = Repository::new(&[("a.schema.json", "{}")]);
    put(repository.path(), "a.schema.json", "{");
    put(
        repository.path(),
        "skillgen.toml",
        "[[ignore]]\nrule = \"*\"\nreason = \"all is well\"\n[rules]\ncontract-unreadable = \"none\"\n",
    );
    for args in [
        &["--against", "HEAD"][..],
        &["--against", "HEAD", "--baseline", "b.json", "--write-baseline"],
        &["--against", "HEAD", "--baseline", "b.json"],
        &["--against", "HEAD", "--no-check-version"],
        &["--against", "HEAD", "--level", "major", "--summary", "-q"],
    ] {
        let mut whole = vec!["diff"];
        whole.extend(args);
        let (code, out, err) = repository.run(&whole);
        if code != 2 || !out.contains("a.schema.json") {
            return Err(format!("{args:?}: exit {code}: {out}{err}").into());
        }
    }
    Ok(())
}

fn paths_without_contract() -> Result<(), Failed> {
    let repository = Repository::new(&[("a.schema.json", "{}"), ("docs/x.txt", "x")]);
    put(repository.path(), ".gitignore", "hidden.schema.json\n");
    put(repository.path(), "hidden.schema.json", "{");
    for path in ["docs", "hidden.schema.json"] {
        let (code, out, err) = repository.run(&["diff", "--against", "HEAD", path]);
        if code != 2 || !out.contains(&format!("{path}: not compared: no contract found")) {
            return Err(format!("{path}: exit {code}: {out}{err}").into());
        }
    }
    let (code, out, _) = repository.run(&["diff", "--against", "HEAD", "a.schema.json"]);
    let wanted = "passed: no change; 0 contracts compared with HEAD, 1 unchanged\n\n";
    assert_eq!((code, out.as_str()), (0, wanted));
    // A whole repository without contracts: the gate is in the wrong place.
    let empty = Repository::new(&[("docs/x.txt", "x"), ("package.json", "{\"name\": \"x\"}")]);
    let (code, out, _) = empty.run(&["diff", "--against", "HEAD"]);
    if code != 2 || !out.contains(".: not compared: no contract found, neither now nor at HEAD") {
        return Err(format!("exit {code}: {out}").into());
    }
    Ok(())
}

fn hidden_from_git() -> Result<(), Failed> {
    for flag in ["--assume-unchanged", "--skip-worktree"] {
        let repository = Repository::new(&[("a.schema.json", "{\"type\": \"string\"}")]);
        repository.git(&["update-index", flag, "a.schema.json"]);
        put(repository.path(), "a.schema.json", "{\"type\": \"integer\"}");
        let (code, report) = repository.json(&["--against", "HEAD"]);
        if code != 1 || rules(&report) != ["type-changed"] {
            return Err(format!("{flag}: exit {code}: {report:#}").into());
        }
    }
    Ok(())
}

/// Undecided changes are reported if they don't fail, and can be made to fail.
fn undecided() -> Result<(), Failed> {
    let first = json!({"pattern": "^(a+)\\1$"});
    let second = json!({"pattern": "^(?=b)(c+)\\1$"});
    let contract = |input: Value| json!({"version": "1.0.0", "input": input}).to_string();
    let repository = Repository::new(&[("a.json", &contract(first.clone()))]);
    put(repository.path(), "a.json", contract(json!({"anyOf": [first, second]})));
    for (level, wanted) in [("major", 0), ("unknown", 1), ("minor", 1)] {
        let (code, report) = repository.json(&["--against", "HEAD", "--fail-on", level]);
        let open = rules(&report).contains(&"unproven-relation".to_owned());
        if code == 2 || !open {
            return Err(format!("{level}: exit {code}: {report:#}").into());
        }
        let pair = ["HEAD:a.json", "a.json", "--no-check-version", "--fail-on", level];
        assert_eq!(repository.json(&pair).0, wanted, "{level}");
    }
    let pair = ["diff", "HEAD:a.json", "a.json", "--no-check-version", "--fail-on", "major"];
    let (_, out, _) = repository.run(&pair);
    let told = "2 findings could not be decided (at most minor); `--fail-on unknown` refuses them";
    let told = out.contains(told);
    put(repository.path(), "skillgen.toml", "[diff]\nfail-on = \"unknown\"\n");
    let (code, out2, _) = repository.run(&["diff", "--against", "HEAD"]);
    if !told || code != 1 || !out2.contains("could not be decided (--fail-on unknown)") {
        return Err(format!("exit {code}: {out}{out2}").into());
    }
    Ok(())
}

/// Workers have a small stack, and documents may nest.
fn deep_documents() -> Result<(), Failed> {
    let deep = format!("{}{{}}{}", "{\"not\":".repeat(5_000), "}".repeat(5_000));
    let repository = Repository::new(&[("a.schema.json", "{}"), ("b.json", &schema(&json!({})))]);
    put(repository.path(), "a.schema.json", &deep);
    put(repository.path(), "b.json", format!("{{\"$schema\":\"{DIALECT}\",\"not\":{deep}}}"));
    let (code, report) = repository.json(&["--against", "HEAD"]);
    let wanted = ["contract-unreadable", "contract-unreadable"];
    if code != 2 || rules(&report) != wanted {
        return Err(format!("exit {code}: {report:#}").into());
    }
    Ok(())
}

/// A repeated key is ambiguous: no comparison is right.
fn duplicate_keys() -> Result<(), Failed> {
    let twice =
        "{\"type\": \"object\",\n \"properties\": {\"a\": {\"type\": \"string\"},\n  \"a\": {}}}";
    let tool = "{\"tools\": [{\"name\": \"t\", \"name\": \"u\", \"inputSchema\": {\"type\": \"object\"}}]}";
    let yaml = "type: object\ntype: string\n";
    for (file, content, place, key) in [
        ("a.json", twice, "a.json:3:3", "`a`"),
        ("a.json", tool, "a.json:1:26", "`name`"),
        ("a.yaml", yaml, "a.yaml:2:1", "type"),
    ] {
        let good = if file.ends_with("json") { "{\"type\": \"object\"}" } else { "type: object" };
        let repository = Repository::new(&[(file, good)]);
        put(repository.path(), file, content);
        for args in [&["diff", "--against", "HEAD"][..], &["diff", "HEAD:./a.json", "a.json"]] {
            if args.len() == 3 && file != "a.json" {
                continue;
            }
            let (code, out, err) = repository.run(args);
            let told = format!("{out}{err}");
            if code != 2 || !told.contains(place) || !told.contains(key) {
                return Err(format!("{args:?}: exit {code}: {told}").into());
            }
        }
    }
    // In the frontmatter of a skill.
    let skill = "---\nname: t\ndescription: Do a thing.\ninput_schema: {required: [{name: a, type: string}]}\n---\n";
    let repository = Repository::new(&[("t/SKILL.md", skill)]);
    put(repository.path(), "t/SKILL.md", skill.replace("name: t\n", "name: t\nname: t\n"));
    let (code, out, _) = repository.run(&["diff", "--against", "HEAD"]);
    assert!(code == 2 && out.contains("t/SKILL.md:3:1: not compared: the key `name`"), "{out}");
    // In a referenced file.
    let user = "{\"$ref\": \"part.json\"}";
    let repository = Repository::new(&[("a.schema.json", user), ("part.json", "{}")]);
    put(repository.path(), "part.json", "{\"type\": \"string\", \"type\": \"object\"}");
    let (code, out, _) = repository.run(&["diff", "--against", "HEAD"]);
    assert!(code == 2 && out.contains("part.json:1:20: not compared: the key `type`"), "{out}");
    Ok(())
}

/// An unknown dialect is rejected; one of the tree's own is accepted.
fn dialects() -> Result<(), Failed> {
    let of = |uri: &str, kind: &str| format!("{{\"$schema\": \"{uri}\", \"type\": \"{kind}\"}}");
    let own = "https://example.org/dialect.json";
    let repository = Repository::new(&[("a.json", &of(own, "string"))]);
    put(repository.path(), "a.json", of(own, "number"));
    let (code, out, _) = repository.run(&["diff", "--against", "HEAD"]);
    let told = [
        "a.json:1:13: not compared: $schema: expected draft-04, draft-06, draft-07, 2019-09, 2020-12",
        own,
    ];
    if code != 2 || !told.iter().all(|words| out.contains(words)) {
        return Err(format!("exit {code}: {out}").into());
    }
    let meta = format!("{{\"$schema\": \"{DIALECT}\", \"$id\": \"{own}\"}}");
    let repository = Repository::new(&[("a.json", &of(own, "string")), ("meta.json", &meta)]);
    put(repository.path(), "a.json", of(own, "number"));
    let (code, report) = repository.json(&["--against", "HEAD", "a.json"]);
    assert_eq!((code, rules(&report)), (1, vec!["type-changed".to_owned()]), "{report:#}");
    Ok(())
}

fn missing_above() -> Result<(), Failed> {
    let repository = Repository::new(&[("a/b.schema.json", "{}")]);
    put(repository.path(), "a/b.schema.json", "{\"$ref\": \"../shared/no.json\"}");
    for args in
        [&["diff", "--against", "HEAD"][..], &["diff", "HEAD:a/b.schema.json", "a/b.schema.json"]]
    {
        let (code, out, err) = repository.run(args);
        let told = format!("{out}{err}");
        let names = told.contains("there is no file shared/no.json")
            && !told.contains("outside of the root");
        if code != 2 || !names {
            return Err(format!("{args:?}: exit {code}: {told}").into());
        }
    }
    put(repository.path(), "a/b.schema.json", "{\"$ref\": \"../../shared/no.json\"}");
    let (_, out, _) = repository.run(&["diff", "--against", "HEAD"]);
    assert!(out.contains("outside of the root"), "{out}");
    Ok(())
}
