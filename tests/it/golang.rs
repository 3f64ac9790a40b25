//! Emitted Go against the official suite (all five drafts) and beside skillgen's own validator: the same
//! issues in the same order, the same coercion, typed values that say what was read; code that gofmt and
//! go vet like; hostile texts and values that are no JSON do no harm; the helpers do what they say.
//!
//! Many schemas share a package, each under a suffix, so that a compiler runs a few times only. All groups
//! of the suite where CI is set, else every [`EVERY_NTH`] of a file; 480 random schemas,
//! `SKILLGEN_SLOW=1`: 4,800.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use codegen::backend::go::together;
use codegen::backend::{Numbers, Options, go::Go};
use codegen::{Formats as Checked, Namespace};
use contract::{Document, Draft, Pointer, Schema};
use libtest_mimic::{Failed, Trial};
use runtime::coerce::{Mode, coerce};
use runtime::validate::{Formats, ValidateError, Validator};
use serde_json::{Value, json};

use crate::emitted::{model, run};
use crate::python::INPUT_AND_OUTPUT;
use crate::random_schema::{Random, read, usable, value};
use crate::suite::{Remotes, json_files};
use crate::support::{root, run_with, skillgen, suite, text};

/// The number of skipped groups of a file outside of CI.
const EVERY_NTH: usize = 20;

/// Schemas in one list.
const LIST: usize = 12;

pub(crate) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("go::suite", official),
        Trial::test("go::same_issues_and_coercion", same),
        Trial::test("go::helpers", helpers),
        Trial::test("go::refusals", refusals),
    ]
}

/// Go without a network; what it compiled before stays in the target folder.
pub(crate) fn go(folder: &Path, args: &[&str]) -> Result<String, Failed> {
    run(command(folder).args(args))
}

/// The command `go`, in a folder.
pub(crate) fn command(folder: &Path) -> Command {
    let cache = root().join("target/go");
    let mut command = Command::new("go");
    command.current_dir(folder).env("GOCACHE", cache.join("cache"));
    command
        .env("GOPATH", cache.join("path"))
        .env("GOFLAGS", "-mod=mod -trimpath")
        .env("GOPROXY", "off");
    command.env("GOTOOLCHAIN", "local").env("CGO_ENABLED", "0");
    command
}

/// Whether gofmt and go vet like what stands in a module.
pub(crate) fn critics(folder: &Path) -> Result<(), Failed> {
    let unlike = run(Command::new("gofmt").args(["-l", "."]).current_dir(folder))?;
    if !unlike.is_empty() {
        return Err(format!("gofmt would change {unlike}").into());
    }
    go(folder, &["vet", "./..."]).map(|_| ())
}

pub(crate) fn module(folder: &Path) -> Result<(), Failed> {
    Ok(std::fs::write(folder.join("go.mod"), "module tests\n\ngo 1.18\n")?)
}

/// A package of many schemas, each under a suffix of its own.
fn package(name: &str, spaces: Vec<Namespace>, folder: &Path) -> Result<(), Failed> {
    let named: Vec<(String, &Namespace)> =
        spaces.iter().enumerate().map(|(index, space)| (suffix(index), space)).collect();
    let mut contract = model(spaces[0].clone());
    contract.name = name.to_owned();
    // The documents have numbers of any size, which must come back as they are.
    let options = Options { numbers: Numbers::Exact, ..Options::default() };
    let file = together(&contract, &named, &options)?;
    std::fs::create_dir_all(folder.join(name))?;
    Ok(std::fs::write(folder.join(name).join(file.name), file.text)?)
}

/// Ends with no digit, so that no number that follows can belong to it.
fn suffix(index: usize) -> String {
    format!("N{index}x")
}

/// Reads lines of texts and tells, a line a text, what a schema says of them. The texts of a package
/// stand in NAME.json: a list of texts for each schema.
fn asking(packages: &[(String, usize)], coerces: bool) -> String {
    let mut imports = String::new();
    let mut rows = String::new();
    for (package, count) in packages {
        let _ = writeln!(imports, "\t\"tests/{package}\"");
        let _ = writeln!(rows, "\task(\"{package}\", {coerces}, []schema{{");
        for index in 0..*count {
            let of = suffix(index);
            let _ = writeln!(
                rows,
                "\t\t{{\n\t\t\tfunc(text string) (any, error) {{ return {package}.Parse{of}(text) }},\n\
                 \t\t\t{package}.Is{of},\n\
                 \t\t\tfunc(value any) any {{ return {package}.Check{of}(value) }},\n\
                 \t\t\tfunc(value any) any {{ return both({package}.Coerce{of}(value, \"safe\")) }},\n\
                 \t\t\tfunc(value any) any {{ return both({package}.Coerce{of}(value, \"lenient\")) }},\n\
                 \t\t\tfunc(text []byte) any {{\n\t\t\t\tobject := {package}.NewObject()\n\
                 \t\t\t\tmust(object.UnmarshalJSON(text))\n\t\t\t\tvalue, _ := object.Get(\"value\")\n\
                 \t\t\t\treturn value\n\t\t\t}},\n\
                 \t\t\tfunc(err error) any {{\n\t\t\t\tvar refused *{package}.ContractError\n\
                 \t\t\t\tif !errors.As(err, &refused) {{\n\t\t\t\t\tpanic(err)\n\t\t\t\t}}\n\
                 \t\t\t\treturn refused.Issues\n\t\t\t}},\n\t\t}},"
            );
        }
        rows.push_str("\t})\n");
    }
    let frame = std::fs::read_to_string(root().join("tests/go/ask.go.txt")).unwrap_or_default();
    frame.replace("IMPORTS\n", &imports).replace("\tROWS\n", &rows)
}

/// What skillgen says of a document.
struct Expected {
    about: String,
    issues: Value,
    coerced: Value,
    document: Value,
}

fn expected(
    about: String,
    validator: &Validator,
    document: &Value,
    coerces: bool,
) -> Result<Expected, Failed> {
    let issues = validator.validate(document).map_err(|error| format!("{error:?}"))?;
    let issues: Value = issues.iter().map(|i| json!([i.path.to_string(), i.keyword])).collect();
    let mut coerced = Vec::new();
    for mode in [Mode::Safe, Mode::Lenient].into_iter().filter(|_| coerces) {
        coerced.push(match coerce(validator, document, mode) {
            // Emitted code returns the issue as an error.
            Ok(own) if own.issue.is_some() => Value::Null,
            Ok(own) => {
                let changes: Vec<Value> = own.changes.iter().map(|one| one.to_json()).collect();
                json!({"value": own.document, "changes": changes})
            }
            // Too much for skillgen, which says so; emitted code does what it can.
            Err(ValidateError::Work) => Value::Null,
            Err(other) => return Err(format!("{other:?}").into()),
        });
    }
    Ok(Expected { about, issues, coerced: coerced.into(), document: document.clone() })
}

/// Asks the packages of a module about all documents, and compares.
fn compare(folder: &Path, packages: &[(String, usize)], all: &[Expected]) -> Result<(), Failed> {
    let coerces = all.iter().any(|one| one.coerced.get(0).is_some());
    std::fs::write(folder.join("main.go"), asking(packages, coerces))?;
    run(Command::new("gofmt").args(["-w", "main.go"]).current_dir(folder))?;
    critics(folder)?;
    go(folder, &["build", "-o", "ask", "."])?;
    let said = run(Command::new("./ask").current_dir(folder))?;
    assert_eq!(said.lines().count(), all.len(), "as many answers as documents");
    let mut wrong = Vec::new();
    for (line, expected) in said.lines().zip(all) {
        let said: Value = serde_json::from_str(line)?;
        let again = expected.issues.as_array().is_some_and(Vec::is_empty);
        let same = contract::value::equal(&said["issues"], &expected.issues)
            && expected.coerced.as_array().into_iter().flatten().enumerate().all(|(mode, own)| {
                own.is_null() || contract::value::equal(&said["coerced"][mode], own)
            })
            && (!again || contract::value::equal(&said["again"], &expected.document));
        if !same {
            wrong.push(format!(
                "{} {}\n  said {line}\n  not  {} {}",
                expected.about, expected.document, expected.issues, expected.coerced
            ));
        }
    }
    match wrong.as_slice() {
        [] => Ok(()),
        some => {
            Err(format!("{} differ:\n{}", some.len(), some[..some.len().min(8)].join("\n")).into())
        }
    }
}

fn official() -> Result<(), Failed> {
    let scratch = tempfile::tempdir()?;
    module(scratch.path())?;
    let (mut packages, mut all) = (Vec::new(), Vec::new());
    for (folder, name, draft) in [
        ("draft2020-12", "draft2020", Draft::Draft2020),
        ("draft2019-09", "draft2019", Draft::Draft2019),
        ("draft7", "draft7", Draft::Draft7),
        ("draft6", "draft6", Draft::Draft6),
        ("draft4", "draft4", Draft::Draft4),
    ] {
        let (mut spaces, mut texts) = (Vec::new(), Vec::new());
        for path in json_files(&suite().join("tests").join(folder))? {
            let groups: Value = serde_json::from_slice(&std::fs::read(&path)?)?;
            let every = if std::env::var_os("CI").is_some() { 1 } else { EVERY_NTH };
            for group in groups.as_array().ok_or("a list of groups")?.iter().step_by(every) {
                let about = format!("{}: {}", path.display(), group["description"]);
                let document =
                    Document::json("schema.json", group["schema"].to_string().as_bytes())?;
                let remotes = Remotes(suite().join("remotes"));
                let schema = Schema::read_at(&document, &Pointer::root(), Some(draft), &remotes)?;
                let validator = Validator::new(&schema, Formats::Annotate);
                let space = Namespace::new(None, schema, Checked::Annotate)
                    .map_err(|refusal| format!("{about}: {refusal}"))?;
                spaces.push(space);
                // The validator's coercion takes a dynamic reference for a plain one; emitted code knows
                // where it leads.
                let text = group["schema"].to_string();
                let dynamic =
                    ["$dynamicRef", "$recursiveRef", "\"$ref\":\"https://json-schema.org"];
                let coerces = !dynamic.iter().any(|word| text.contains(word));
                let mut asked = Vec::new();
                for test in group["tests"].as_array().ok_or("a list of tests")? {
                    let one = expected(about.clone(), &validator, &test["data"], coerces)?;
                    let valid = one.issues.as_array().is_some_and(Vec::is_empty);
                    assert_eq!(Some(valid), test["valid"].as_bool(), "{about}");
                    asked.push(test["data"].to_string());
                    all.push(one);
                }
                texts.push(asked);
            }
        }
        std::fs::write(scratch.path().join(format!("{name}.json")), json!(texts).to_string())?;
        packages.push((name.to_owned(), spaces.len()));
        package(name, spaces, scratch.path())?;
    }
    let groups: usize = packages.iter().map(|(_, count)| count).sum();
    assert!(groups > 100, "only {groups} groups found; run `cargo xtask tools`");
    compare(scratch.path(), &packages, &all)
}

fn same() -> Result<(), Failed> {
    let rounds = if std::env::var_os("SKILLGEN_SLOW").is_some() { 400 } else { 40 };
    let seed = std::env::var("SKILLGEN_SEED").ok().and_then(|s| s.parse().ok()).unwrap_or(17);
    let mut kinds = [Random::new(seed), Random::of_mistakes(seed + 1)];
    let scratch = tempfile::tempdir()?;
    module(scratch.path())?;
    let (mut spaces, mut texts, mut all) = (Vec::new(), Vec::new(), Vec::new());
    for round in 0..rounds {
        let random = &mut kinds[round % 2];
        let schemas: Vec<Value> = (0..LIST).map(|_| usable(random, &Go)).collect();
        // Half of them are alone, so that values are valid and can be read as types.
        let wholes = match round % 4 {
            0 | 1 => vec![json!({"prefixItems": schemas})],
            _ => schemas,
        };
        for whole in wholes {
            let schema = read(&whole).ok_or("a schema")?;
            let validator = Validator::new(&schema, Formats::Assert);
            spaces.push(
                Namespace::new(None, schema, Checked::Assert)
                    .map_err(|refusal| format!("{refusal}: {whole}"))?,
            );
            let mut asked = Vec::new();
            for _ in 0..3 {
                let document: Value = match whole.get("prefixItems").is_some_and(|_| round % 4 < 2)
                {
                    true => (0..LIST).map(|_| value(random, 3)).collect(),
                    false => value(random, 3),
                };
                asked.push(document.to_string());
                all.push(expected(whole.to_string(), &validator, &document, true)?);
            }
            texts.push(asked);
        }
    }
    let coerced = |one: &Expected| one.coerced[0]["changes"].as_array().map_or(0, Vec::len);
    assert!(all.iter().map(coerced).sum::<usize>() > rounds, "too little is coerced");
    std::fs::write(scratch.path().join("random.json"), json!(texts).to_string())?;
    let packages = [("random".to_owned(), spaces.len())];
    package("random", spaces, scratch.path())?;
    compare(scratch.path(), &packages, &all)
}

/// Names and values that a file must not be broken by.
fn thorny() -> Value {
    let names = [
        "type",
        "func",
        "Extra",
        "extra",
        "MarshalJSON",
        "a b",
        "a`b",
        "a\"b",
        "",
        "-",
        "\\",
        "é",
        "\u{202e}",
        "a\nb",
        "a_b",
        "aB",
        "9",
        "string",
        "json",
        "v1",
        "out",
    ];
    let properties: serde_json::Map<String, Value> = names
        .iter()
        .map(|name| {
            ((*name).to_owned(), json!({"type": ["string", "null"], "description": "`*/ // - x"}))
        })
        .collect();
    json!({
        "title": "Object",
        "description": "- a\n- b\n\n1. one\n# Head\n[x]: http://a\n\nAn example\n\n    code of ``x``, '' and ```y```\n\nEnd\n\n\n+build x\ngo:build y\n* z\u{202e}",
        "type": "object",
        "required": ["a`b", "next"],
        "properties": properties,
        "additionalProperties": {"enum": ["ok", "OK", "o k", "", "é", 1, 1.0, null, [1], {"a": "`"}]},
        "$defs": {
            "Issue": {"type": "object", "properties": {"x": {"$ref": "#/$defs/Issue"}, "y": {"$ref": "#/$defs/A0"}}, "required": ["x"]},
            "Builder": {"enum": ["a", "A", "a "]},
            "BuilderA": {"type": "array", "items": {"$ref": "#/$defs/BuilderA"}},
            // Aliases before the structs that lead back to them.
            "A0": {"type": "array", "items": {"$ref": "#/$defs/A1"}},
            "A1": {"type": "object", "properties": {"more": {"$ref": "#/$defs/A0"}, "map": {"$ref": "#/$defs/A2"}}},
            "A2": {"type": ["object", "null"], "additionalProperties": {"$ref": "#/$defs/A0"}},
            "Parse": {"type": ["integer", "null"], "minimum": -5, "maximum": 5, "deprecated": true},
            "strings": {"anyOf": [{"minLength": 99_999_999_999_u64}, {"type": "null"}, true]}
        },
        "patternProperties": {"^x(?=`)[\\d\\p{L}]*$": false, "`": {"maxLength": 3}},
        "allOf": [
            {"anyOf": [{"required": ["a"]}, {"required": ["b"]}]},
            {"not": false},
            // Variables for what holds beside functions that decide it.
            {"dependentSchemas": {"out": {
                "unevaluatedProperties": {"type": ["string", "null"]},
                "anyOf": [{"properties": {"a": {"minLength": 1}}}, {"properties": {"b": {"minLength": 2}}},
                    {"properties": {"c": {"minLength": 3}}}],
                "not": {"required": ["d"], "properties": {"d": {"maxLength": 0}}},
                "oneOf": [
                    {"type": "object", "required": ["v1"], "properties": {"v1": {"const": "x"}, "a": {"maxLength": 9}}},
                    {"type": "object", "required": ["v1"], "properties": {"v1": {"enum": ["y", "z"]}}}
                ]
            }, "v1": {"oneOf": [
                {"type": "object", "required": ["v1"], "properties": {"v1": {"const": "x"}, "a": {"maxLength": 9}}},
                {"type": "object", "required": ["v1"], "properties": {"v1": {"enum": ["y", "z"]}, "b": {"maxLength": 9}}}
            ]}}}
        ]
    })
}

fn emit(folder: &Path, contract: &str, out: &str, more: &[&str]) -> Result<(), Failed> {
    let mut command = skillgen();
    command.args(["emit", "--lang", "go", "--contract", contract, "--out", out]).args(more);
    command.current_dir(folder);
    let (code, _, err) = text(&run_with(command, b""));
    if code == 0 { Ok(()) } else { Err(format!("{contract}: {err}").into()) }
}

/// What the helpers do, told by a program of Go.
fn helpers() -> Result<(), Failed> {
    let scratch = tempfile::tempdir()?;
    let folder = scratch.path();
    module(folder)?;
    std::fs::write(folder.join("SKILL.md"), INPUT_AND_OUTPUT)?;
    std::fs::write(folder.join("thorny.json"), thorny().to_string())?;
    std::fs::write(folder.join("tree.json"), r##"{"items": {"$ref": "#"}, "type": "array"}"##)?;
    std::fs::write(folder.join("number.json"), r#"{"multipleOf": 0.1, "maximum": 1e30}"#)?;
    let holds = r##"{"type": "object", "additionalProperties": false, "required": ["n"], "properties": {
        "n": {"type": ["string", "null"]}, "o": {"type": ["integer", "null"]}, "any": {},
        "list": {"type": "array", "items": {"type": "number"}}, "child": {"$ref": "#"},
        "small": {"type": "integer", "minimum": 0, "maximum": 9}, "map": {"type": "object",
        "additionalProperties": {"type": "boolean"}}}}"##;
    std::fs::write(folder.join("holds.json"), holds)?;
    for (contract, name) in [
        ("SKILL.md", "both"),
        ("thorny.json", "thorny"),
        ("tree.json", "tree"),
        ("number.json", "number"),
        ("holds.json", "holds"),
        ("builtin:skill-output-v1", "output"),
        ("builtin:helper-envelope-v1", "gathered"),
    ] {
        let numbers = if name == "holds" { "exact" } else { "native" };
        emit(folder, contract, name, &["--name", name, "--numbers", numbers])?;
    }
    emit(folder, "builtin:skill-output-v1", "compact", &["--name", "compact", "--compact"])?;
    std::fs::copy(root().join("tests/go/helpers.go.txt"), folder.join("main.go"))?;
    run(Command::new("gofmt").args(["-w", "main.go"]).current_dir(folder))?;
    critics(folder)?;
    go(folder, &["build", "-o", "helpers", "."])?;
    run(Command::new("./helpers").env("SOURCE_DATE_EPOCH", "10").current_dir(folder)).map(|_| ())
}

/// What Go can't decide is refused, with the pointer of the keyword.
fn refusals() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    for (schema, pointer, reason) in [
        (json!({"pattern": "(a)\\1"}), "/pattern", "refers back"),
        (json!({"patternProperties": {"(a)\\1": {"type": "null"}}}), "/patternProperties/", "back"),
        (json!({"properties": {"a": {"pattern": "a{70000}"}}}), "/properties/a/pattern", "repeats"),
    ] {
        std::fs::write(folder.path().join("s.json"), schema.to_string())?;
        let mut command = skillgen();
        command.args(["emit", "--lang", "go", "--contract", "s.json"]).current_dir(&folder);
        let (code, out, err) = text(&run_with(command, b""));
        if code != 2 || !out.is_empty() || !err.contains(pointer) || !err.contains(reason) {
            return Err(format!("{schema}: exit {code}, {out}{err}").into());
        }
    }
    Ok(())
}
