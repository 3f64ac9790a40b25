//! The report of `skillgen diff` as people read it: the verdict first, each change once, a large report cut
//! to what fits into a comment, and options for how much of it is shown.

mod summary;
mod words;

use libtest_mimic::{Failed, Trial};
use serde_json::{Value, json};

use crate::support::{put, root, run_in, text};

pub(crate) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("diff_report::a shared definition is one change", shared),
        Trial::test("diff_report::selection", selection),
        Trial::test("diff_report::a comment holds it", comment),
        Trial::test("diff_report::words fit the role", words),
        Trial::test("diff_report::a removal points at the old file", removal),
        Trial::test("diff_report::places in the lists of a skill", places_in_lists),
        Trial::test("diff_report::both texts of a description", descriptions),
        Trial::test("diff_report::witnesses look like data", witnesses),
        Trial::test("diff_report::the page has contents and filters", page),
        Trial::test("diff_report::the limit without versions", limit),
        Trial::test("diff_report::several contracts", several_contracts),
        Trial::test("diff_report::ignored changes are no silence", ignored),
        Trial::test("diff_report::advice for those whom it breaks", advice),
        Trial::test("diff_report::what the gate decides comes first", verdict_first),
        Trial::test("diff_report::a shared change and a removed file are shown once", shown_once),
        Trial::test("diff_report::names that are required twice", required_twice),
    ]
    .into_iter()
    .chain(summary::cases())
    .chain(words::cases())
    .collect()
}

/// The lists of a SKILL.md are read as a schema that stands in no file; findings stand where the file says it.
fn places_in_lists() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let skill =
        |lists: &str| format!("---\nname: s\ndescription: d\ninput_schema:\n{lists}---\n# S\n");
    let old = "  required:\n    - name: topics\n      type: string\n      description: the topics\n\
               \x20   - name: gone\n      type: number\n  optional:\n    - name: depth\n      type: number\n";
    let new = "  required:\n    - name: topics\n      type: number\n      description: the subjects\n\
               \x20   - name: depth\n      type: number\n";
    put(folder.path(), "old.md", skill(old));
    put(folder.path(), "new.md", skill(new));
    let (_, out, err) = text(&run_in(folder.path(), &["diff", "old.md", "new.md"]));
    let places = ["new.md:7:13", "new.md:9:7", "old.md:9:7", "new.md:8:20"];
    has(&format!("{out}{err}"), &places)
}

/// What the command prints of two schemas, and its exit code.
fn diff(old: &Value, new: &Value, args: &[&str]) -> (i32, String) {
    let folder = tempfile::tempdir().unwrap();
    put(folder.path(), "old.json", serde_json::to_string_pretty(old).unwrap());
    put(folder.path(), "new.json", serde_json::to_string_pretty(new).unwrap());
    let (code, out, err) =
        text(&run_in(folder.path(), &[&["diff", "old.json", "new.json"], args].concat()));
    assert!(code < 2, "{args:?}: {err}");
    (code, out)
}

fn has(out: &str, wanted: &[&str]) -> Result<(), Failed> {
    match wanted.iter().find(|needle| !out.contains(**needle)) {
        Some(needle) => Err(format!("no {needle:?} in\n{out}").into()),
        None => Ok(()),
    }
}

/// A library of `count` definitions, each with a property of a shared one, and each with an own property.
fn library(count: usize, shared: &Value, own: &str) -> Value {
    let mut definitions = json!({"Shared": {"type": "object", "properties": {"kind": shared}}});
    for at in 0..count {
        definitions[format!("D{at}")] = json!({
            "type": "object",
            "description": format!("The definition with the number {at}, {own} for its own use in reports."),
            "properties": {"shared": {"$ref": "#/$defs/Shared"}, format!("own{at}"): {"type": own}}
        });
    }
    json!({"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": definitions})
}

fn shared() -> Result<(), Failed> {
    let old = library(6, &json!({"type": "string"}), "string");
    let new = library(6, &json!({"type": "integer"}), "string");
    let (_, out) = diff(&old, &new, &[]);
    has(
        &out,
        &[
            "needs a major version\n1 change: 1 major\n",
            "\nShared\n  major  the type of `kind` changed",
        ],
    )?;
    assert_eq!(out.matches("changed from string to integer").count(), 1, "{out}");
    let report: Value = serde_json::from_str(&diff(&old, &new, &["--format", "json"]).1)?;
    assert_eq!(report["groups"].as_array().unwrap().len(), 1);
    assert_eq!(report["groups"][0]["places"], json!(["Shared"]));
    assert_eq!(report["changes"][0]["group"], 0);
    assert_eq!(report["summary"]["by_role"]["both"]["major"], 1);
    Ok(())
}

fn selection() -> Result<(), Failed> {
    let old = library(12, &json!({"type": "string"}), "string");
    let new = library(12, &json!({"type": "string"}), "integer");
    let (_, all) = diff(&old, &new, &[]);
    has(
        &all,
        &[
            "24 changes: 12 major, 12 patch",
            "What matters most",
            "`D0`: the type of `own0` changed",
        ],
    )?;
    let (code, major) = diff(&old, &new, &["--level", "major"]);
    has(&major, &["24 changes: 12 major, 12 patch", "12 more changes not shown (--level major)"])?;
    assert!(!major.contains("description"), "{major}");
    assert_eq!(code, 1, "the gate sees what is not shown");
    let (_, few) = diff(&old, &new, &["--max", "3"]);
    assert_eq!(few.matches("changed from string to integer").count(), 3, "{few}");
    has(&few, &["21 more changes not shown (--max 3)"])?;
    let (_, summary) = diff(&old, &new, &["--summary"]);
    has(&summary, &["needs a major version", "What matters most"])?;
    assert_eq!(summary.matches("changed from string to integer").count(), 10, "{summary}");
    assert!(summary.lines().count() < 20, "{summary}");
    let page = diff(&old, &new, &["--summary", "--format", "html"]).1;
    assert!(page.contains("What matters most") && !page.contains("<article"), "{page}");
    let report: Value =
        serde_json::from_str(&diff(&old, &new, &["--max", "1", "--format", "json"]).1)?;
    assert!(report["changes"].as_array().unwrap().len() >= 24, "JSON keeps every finding");
    Ok(())
}

fn comment() -> Result<(), Failed> {
    let small = |own| library(20, &json!({"type": "string"}), own);
    let (_, out) = diff(&small("string"), &small("integer"), &["--format", "markdown"]);
    has(
        &out,
        &[
            "## Contract changes: refused: needs a major version",
            "<details><summary><b>D0</b>: 1 major",
        ],
    )?;
    has(&out, &["| both | 20 | 0 | 20 |", "<del>string</del> <ins>integer</ins>"])?;
    assert!(!out.contains("Shortened"), "{out}");
    let large = |own| library(160, &json!({"type": "string"}), own);
    let (_, out) = diff(&large("string"), &large("integer"), &["--format", "markdown"]);
    let length = out.chars().count();
    if !(55_000..60_000).contains(&length) {
        return Err(format!("{length} characters").into());
    }
    has(&out, &["_Shortened to stay below 60,000 characters: "])?;
    assert_eq!(out.matches("<details>").count(), out.matches("</details>").count());
    Ok(())
}

fn words() -> Result<(), Failed> {
    let old =
        json!({"type": "object", "properties": {"a": {"enum": ["x", "y"]}}, "required": ["a"]});
    let new = json!({"type": "object", "properties": {"a": {}}, "required": ["a"]});
    for (role, wanted, never) in [
        ("input", "accepts every old input, and more", "reject it"),
        ("output", "is allowed now; readers of the old version reject it", "accepts every old"),
        (
            "both",
            "read as an output, readers of the old version reject it",
            "accepts every old input",
        ),
    ] {
        let (_, out) = diff(&old, &new, &["--role", role]);
        has(&out, &[wanted])?;
        if out.contains(never) {
            return Err(format!("{role}: {never:?} in {out}").into());
        }
    }
    Ok(())
}

fn removal() -> Result<(), Failed> {
    let old =
        json!({"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}});
    let new = json!({"type": "object", "properties": {"a": {"type": "string"}}});
    for format in ["text", "markdown", "html"] {
        let (_, out) = diff(&old, &new, &["--format", format]);
        has(&out, &["old.json:7:10"])?;
    }
    Ok(())
}

fn descriptions() -> Result<(), Failed> {
    let of = |text: &str| json!({"type": "string", "description": text});
    let (old, new) = (
        of("How far back to look, counted from today."),
        of("How far back to search, counted from <now>."),
    );
    has(
        &diff(&old, &new, &[]).1,
        &["How far back to [-look,-] {+search,+} counted from [-today.-] {+<now>.+}"],
    )?;
    let markdown = diff(&old, &new, &["--format", "markdown"]).1;
    has(&markdown, &["to <del>look,</del> <ins>search,</ins>", "<ins>&lt;now>.</ins>"])?;
    let html = diff(&old, &new, &["--format", "html"]).1;
    has(&html, &["<ins>&lt;now&gt;.</ins>"])
}

fn witnesses() -> Result<(), Failed> {
    let schema = |kind: &str| {
        json!({
            "type": "object",
            "required": ["name", "tags", "port", "mail", "count"],
            "properties": {
                "name": {"type": "string", "minLength": 2, "examples": ["Ada Lovelace"]},
                "tags": {"type": "array", "minItems": 1, "items": {"type": "string"}, "examples": [["poet", "x"]]},
                "port": {"type": "integer", "default": 8080},
                "mail": {"type": "string", "format": "email"},
                "count": {"type": kind},
            }
        })
    };
    let (_, out) = diff(&schema("string"), &schema("integer"), &["--role", "input"]);
    has(
        &out,
        &[
            r#"{"name":"Ada Lovelace","tags":["poet"],"port":8080,"mail":"a@example.org","count":"example"}"#,
        ],
    )?;
    // An example that violates its own schema doesn't count.
    let odd = |kind: &str| {
        json!({"type": "object", "required": ["a", "b"], "properties": {
            "a": {"type": "string", "minLength": 4, "examples": ["no"]}, "b": {"type": kind}}})
    };
    let (_, out) = diff(&odd("string"), &odd("integer"), &["--role", "input"]);
    has(&out, &[r#"{"a":"example","b":"example"} was accepted, is rejected now"#])
}

fn page() -> Result<(), Failed> {
    let digest = root().join("examples/contracts/news-digest");
    let (_, out, _) = text(&run_in(&digest, &["diff", "v1.json", "v2.json", "--format", "html"]));
    has(
        &out,
        &[
            "5 changes: 1 major, 2 minor, 2 patch",
            "<summary>Contents</summary><ul><li><a href=\"#fg0\">Input</a>",
            "<h3 id=\"fg0\">Input</h3>",
            "<input type=\"checkbox\" id=\"show-patch\" checked>",
            "<input type=\"checkbox\" id=\"show-output\" checked>",
            "body:has(#show-minor:not(:checked)) section article.minor{display:none}",
        ],
    )?;
    assert!(!out.contains("<script"), "the page has no script");
    Ok(())
}

fn limit() -> Result<(), Failed> {
    let (old, new) = (json!({"type": "string"}), json!({"type": "integer"}));
    let (code, out) = diff(&old, &new, &[]);
    let wanted = "refused: a change of level major was found (--fail-on major, the default where no version is declared)";
    if code != 1 || out.lines().last() != Some(wanted) {
        return Err(format!("exit {code}: {out}").into());
    }
    let (code, out) = diff(&new, &json!({"type": "integer", "title": "T"}), &[]);
    let wanted = "passed: no change reaches the limit (--fail-on major, the default where no version is declared)";
    if code != 0 || out.lines().last() != Some(wanted) {
        return Err(format!("exit {code}: {out}").into());
    }
    assert_eq!(diff(&old, &new, &["--no-check-version"]).0, 0, "the gate can be left open");
    Ok(())
}

/// Advice is for breaking changes: an input that accepts more needs none.
fn advice() -> Result<(), Failed> {
    let of = |values: Value| json!({"type": "object", "properties": {"a": {"enum": values}}});
    let (few, many) = (of(json!(["x"])), of(json!(["x", "y"])));
    let renamed = |name: &str| json!({"type": "object", "properties": {name: {"type": "string"}}, "required": [name]});
    for (old, new, role, wanted) in [
        (&few, &many, "input", None),
        (&few, &many, "output", Some("consumers keep a fallback branch")),
        (&many, &few, "input", Some("Keep accepting the value")),
        (&many, &few, "output", None),
        (&renamed("old_name"), &renamed("new_name"), "output", Some("For an output, write both")),
    ] {
        let (_, out) = diff(old, new, &["--role", role]);
        match wanted {
            Some(wanted) => has(&out, &[wanted])?,
            None if out.contains("instead:") => return Err(format!("{role}: {out}").into()),
            None => {}
        }
    }
    Ok(())
}

/// The first word of each format is the gate's decision.
fn verdict_first() -> Result<(), Failed> {
    let (string, wider) = (json!({"type": "string"}), json!({"type": ["string", "null"]}));
    for (old, new, args, word) in [
        (&string, &wider, &["--role", "input"][..], "passed"),
        (&wider, &string, &["--role", "input"], "refused"),
        (&string, &string, &[], "passed"),
        (&wider, &string, &["--no-check-version"], "not checked"),
    ] {
        let of = |format| diff(old, new, &[args, &["--format", format]].concat()).1;
        let (out, markdown) = (of("text"), of("markdown"));
        let github = of("github");
        let wanted = [format!("{word}: "), format!("## Contract changes: {word}: ")];
        let notice = format!("::notice title=diff::{word}: ");
        if !out.starts_with(&wanted[0]) || !markdown.starts_with(&wanted[1]) {
            return Err(format!("{word}: {out}{markdown}").into());
        }
        assert!(github.starts_with(&notice), "{github}");
        has(&of("html"), &[&format!("\">{word}: ")])?;
        let report: Value = serde_json::from_str(&of("json"))?;
        assert_eq!(report["gate"], word.replace(' ', "-"));
    }
    Ok(())
}

/// A contract whose changes are shown elsewhere has one line, and so has a removed one.
fn shown_once() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    for (side, kind) in [("old", "string"), ("new", "number")] {
        for name in ["a", "b", "c"] {
            let schema = json!({"properties": {"shared": {"$ref": "part.schema.json"}}});
            put(folder.path(), format!("{side}/{name}.schema.json"), schema.to_string());
        }
        put(folder.path(), format!("{side}/part.schema.json"), json!({"type": kind}).to_string());
    }
    put(folder.path(), "old/gone.schema.json", "{\"type\": \"object\"}");
    let run =
        |args: &[&str]| text(&run_in(folder.path(), &[&["diff", "old", "new"], args].concat())).1;
    for (args, gone) in [
        (&[][..], "\nmajor  new/gone.schema.json was removed  contract-removed\n"),
        (
            &["--format", "markdown"],
            "### `new/gone.schema.json`\n\n- **major** new/gone.schema.json was",
        ),
        (&["--format", "html"], "<b class=\"major\">major</b> <b>contract-removed</b> new/gone"),
    ] {
        let out = run(args);
        has(&out, &["2 different changes in 5 contracts: 2 major", gone])?;
    }
    let out = run(&[]);
    let line = "\nnew/b.schema.json: needs a major version; 1 change: 1 major; \
                it is in new/part.schema.json and shown there\n";
    has(&out, &[line])?;
    assert_eq!(out.matches("gone.schema.json").count(), 1, "{out}");
    assert_eq!(out.matches("Old inputs can be").count(), 1, "{out}");
    Ok(())
}

/// Several contracts have totals and a list of the most important changes; a shared change is listed once in the
/// notes.
fn several_contracts() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    for (side, kind) in [("old", "string"), ("new", "number")] {
        for name in ["a", "b", "c"] {
            let mut properties = serde_json::Map::new();
            for number in 0..5 {
                properties.insert(format!("{name}{number}"), json!({"type": kind}));
            }
            properties.insert("shared".to_owned(), json!({"$ref": "part.json"}));
            let schema = json!({"type": "object", "properties": properties});
            put(folder.path(), format!("{side}/{name}.json"), schema.to_string());
        }
        put(folder.path(), format!("{side}/part.json"), json!({"type": kind}).to_string());
    }
    let (_, out, err) = text(&run_in(folder.path(), &["diff", "old", "new"]));
    let first = "refused: needs a major version; 3 contracts compared with old\n16 different changes in 3 contracts: 16 major\n";
    assert!(out.starts_with(first), "{out}{err}");
    has(
        &out,
        &[
            "What matters most\n  major  the type of `a0` changed from string to number (new/a.json)\n",
            "new/b.json: needs a major version\n6 changes: 6 major; 1 of them is in new/part.json and shown under new/a.json\n",
            "\nrefused: new/a.json and 2 more: a change of level major was found",
        ],
    )?;
    let (_, out, _) = text(&run_in(folder.path(), &["diff", "old", "new", "--format", "markdown"]));
    has(&out, &["16 different changes in 3 contracts: 16 major", "`new/a.json`"])?;
    let (code, out, err) = text(&run_in(folder.path(), &["changelog", "old", "new"]));
    let told = out.matches("the type of `shared` changed").count();
    if code != 0 || told != 1 || !out.contains("in new/part.json, used by 3 contracts") {
        return Err(format!("exit {code}, {told} times: {out}{err}").into());
    }
    Ok(())
}

/// Suppressed changes are not "no change".
fn ignored() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    for (side, kind) in [("old", "string"), ("new", "number")] {
        put(folder.path(), format!("{side}/a.json"), json!({"type": kind}).to_string());
    }
    put(folder.path(), "old/b.json", "{\"type\": \"object\"}");
    put(
        folder.path(),
        "skillgen.toml",
        "[[ignore]]\nrule = \"*\"\nreason = \"agreed with all users\"\n",
    );
    let (code, out, _) = text(&run_in(folder.path(), &["diff", "old/a.json", "new/a.json"]));
    let first = "passed: no change that counts; 1 change ignored (1 schema compared)\n";
    assert!(code == 0 && out.starts_with(first), "{out}");
    let (code, out, _) = text(&run_in(folder.path(), &["diff", "old", "new"]));
    let first = "passed: no change that counts; 2 changes ignored; 1 contract compared with old, 1 removed\n";
    assert!(code == 0 && out.starts_with(first), "{out}");
    has(
        &out,
        &["ignored contract-removed: new/b.json was removed (because: agreed with all users)"],
    )?;
    // Before 1.0.0, a breaking change raises the second number.
    put(folder.path(), "skillgen.toml", "");
    for (side, version, kind) in [("old", "0.1.0", "string"), ("new", "0.1.1", "number")] {
        let contract = json!({"version": version, "input": {"type": kind}});
        put(folder.path(), format!("{side}/v.json"), contract.to_string());
    }
    let (_, out, _) = text(&run_in(folder.path(), &["diff", "old/v.json", "new/v.json"]));
    has(
        &out,
        &[
            "0.1.0 → 0.2.0 or later (before 1.0.0 the second number counts breaks); declared is 0.1.1",
        ],
    )
}

/// The metaschema forbids duplicate names in `required`: the report says that they were read as one.
fn required_twice() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    put(folder.path(), "old.json", r#"{"type": "object", "required": ["a"]}"#);
    put(folder.path(), "new.json", r#"{"type": "object", "required": ["a", "a"]}"#);
    let (code, out, err) = text(&run_in(folder.path(), &["diff", "old.json", "new.json"]));
    assert_eq!(code, 0, "{out}{err}");
    has(&format!("{out}{err}"), &["`a` is listed twice in `required` at new.json:1:32"])
}
