//! Emitted Python beside skillgen's own validator: random schemas and values give the same issues in the
//! same order and the same coercion; the code is what Python's own critics like; hostile texts and values
//! that are no JSON do no harm; the helpers of envelopes do what they say.
//!
//! 720 schemas; `SKILLGEN_SLOW=1`: 4,800.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use codegen::backend::Target as _;
use codegen::backend::python::Python;
use libtest_mimic::{Failed, Trial};
use runtime::coerce::{Mode, coerce};
use runtime::validate::{Formats, Validator};
use serde_json::{Value, json};

use crate::emitted::model;
use crate::random_schema::{Random, read, usable, value};
use crate::support::{root, run_with, skillgen, text};

/// Schemas in one file.
const LIST: usize = 12;

pub(crate) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("python::same_issues_and_coercion", same),
        Trial::test("python::critics", critics),
        Trial::test("python::helpers", helpers),
        Trial::test("python::refusals", refusals),
    ]
}

/// The interpreter of the tests.
pub(crate) fn interpreter() -> PathBuf {
    root().join("tests/.tools/venv/bin/python")
}

fn done(command: Command) -> Result<String, Failed> {
    let shown = format!("{command:?}");
    let (code, out, err) = text(&run_with(command, b""));
    if code == 0 { Ok(out) } else { Err(format!("{shown}: {code}\n{out}\n{err}").into()) }
}

fn render(space: codegen::Namespace) -> Result<String, codegen::backend::RenderError> {
    Python
        .render(&model(space), &codegen::backend::Options::default())
        .map(|files| files[0].text.clone())
}

/// Answers, a line a text: what the module says of it.
const ASK: &str = r#"
import importlib, json, sys
sys.path.insert(0, ".")
for name, text in json.load(open("asked.json", encoding="utf-8")):
    file = importlib.import_module(name)
    parsed = file.safe_parse(text)
    value = file._read(text)[0]
    issues = [[issue.path, issue.keyword] for issue in file.check(value)]
    assert [[issue.path, issue.keyword] for issue in parsed.issues] == issues, text
    assert file.is_valid(value) == parsed.ok == (not issues), text
    said = []
    for level in ("safe", "lenient"):
        coerced = file.coerce(value, level)
        changes = []
        for change in coerced.changes:
            told = {"path": change.path, "from": change.from_, "to": change.to, "rule": change.rule}
            changes.append(told)
        said.append({"document": coerced.value, "changes": changes})
    assert file._dumps(value, True) == file._dumps(file._read(text)[0], True), "changed"
    print(file._dumps({"issues": issues, "coerced": said}, True))
"#;

fn same() -> Result<(), Failed> {
    let rounds = if std::env::var_os("SKILLGEN_SLOW").is_some() { 400 } else { 60 };
    let seed = std::env::var("SKILLGEN_SEED").ok().and_then(|s| s.parse().ok()).unwrap_or(11);
    let mut kinds = [Random::new(seed), Random::of_mistakes(seed + 1)];
    let scratch = tempfile::tempdir()?;
    let (mut asked, mut expected) = (Vec::new(), Vec::new());
    for round in 0..rounds {
        let random = &mut kinds[round % 2];
        let schemas: Vec<Value> = (0..LIST).map(|_| usable(random, &Python)).collect();
        let whole = json!({"prefixItems": schemas});
        let schema = read(&whole).ok_or("a schema")?;
        let validator = Validator::new(&schema, Formats::Assert);
        let space = codegen::Namespace::new(None, schema, codegen::Formats::Assert)
            .map_err(|refusal| format!("{refusal}: {whole}"))?;
        let helper = render(space).map_err(|refusal| format!("{refusal}: {whole}"))?;
        std::fs::write(scratch.path().join(format!("r{round}.py")), helper)?;
        for _ in 0..2 {
            let document: Value = (0..LIST).map(|_| value(random, 3)).collect();
            asked.push(json!([format!("r{round}"), document.to_string()]));
            let issues = validator.validate(&document).map_err(|error| format!("{error:?}"))?;
            let issues: Vec<Value> =
                issues.iter().map(|i| json!([i.path.to_string(), i.keyword])).collect();
            let mut modes = Vec::new();
            for mode in [Mode::Safe, Mode::Lenient] {
                let own = coerce(&validator, &document, mode).map_err(|e| format!("{e:?}"))?;
                let changes: Vec<Value> = own.changes.iter().map(|c| c.to_json()).collect();
                modes.push(json!({"document": own.document, "changes": changes}));
            }
            expected.push((json!({"issues": issues, "coerced": modes}), whole.clone(), document));
        }
    }
    std::fs::write(scratch.path().join("asked.json"), Value::from(asked).to_string())?;
    std::fs::write(scratch.path().join("ask.py"), ASK)?;
    let mut command = Command::new(interpreter());
    command.args(["-W", "error", "ask.py"]).current_dir(scratch.path());
    let said = done(command)?;
    let mut wrong = Vec::new();
    for ((expected, schema, document), line) in expected.iter().zip(said.lines()) {
        let said: Value = serde_json::from_str(line)?;
        if !alike(&said["issues"], &expected["issues"]) {
            wrong.push(differing("issues", schema, document, &said, expected));
        }
        for mode in [0, 1] {
            let (mine, theirs) = (&said["coerced"][mode], &expected["coerced"][mode]);
            if !rewritten(theirs) && !alike(mine, theirs) {
                wrong.push(differing("coercion", schema, document, mine, theirs));
            }
        }
    }
    if said.lines().count() != expected.len() {
        wrong.push(format!("{} answers of {}", said.lines().count(), expected.len()));
    }
    match wrong.as_slice() {
        [] => Ok(()),
        some => {
            let first = some[..some.len().min(5)].join("\n");
            Err(format!("{} differ:\n{first}", some.len()).into())
        }
    }
}

fn alike(a: &Value, b: &Value) -> bool {
    contract::value::equal(a, b)
}

fn differing(what: &str, schema: &Value, document: &Value, mine: &Value, own: &Value) -> String {
    let mut text = format!("{what}: ");
    for (index, part) in schema["prefixItems"].as_array().into_iter().flatten().enumerate() {
        // Writing to a String can't fail.
        let _ = writeln!(text, "{index}: {part} :: {}", document[index]);
    }
    format!("{text}python   {mine}\nskillgen {own}")
}

/// Whether a number became a text: Python does not keep how it was written (`1e2`).
fn rewritten(coerced: &Value) -> bool {
    let changes = coerced["changes"].as_array().into_iter().flatten();
    changes.into_iter().any(|change| change["rule"] == "number-to-string")
}

/// Emits from a file of a folder, or from a built-in contract.
fn emit(folder: &Path, contract: &str, file: &str) -> Result<(), Failed> {
    let mut command = skillgen();
    command.args(["emit", "--lang", "python", "--contract", contract]).current_dir(folder);
    std::fs::write(folder.join(file), done(command)?)?;
    Ok(())
}

/// Names and texts that would break careless code, and all that a schema can ask for.
fn thorny() -> Value {
    json!({
        "title": "A \"\"\"title\\",
        "description": "ends with a quote \"\nimport os\n\\N{BULLET} \u{202e} \"\"\"",
        "type": "object",
        "required": ["class", "a-b", "__init__", "str"],
        "additionalProperties": {"type": "number"},
        "properties": {
            "class": {"const": 1.5, "description": "\"\"\""},
            "a-b": {"enum": ["\"", "\n", null, 1, {"a": [1.0]}], "deprecated": true},
            "__init__": {"$ref": "#/$defs/None"},
            "str": {"type": ["integer", "null"], "multipleOf": 0.1, "maximum": 1e30},
            "List": {"type": "array", "prefixItems": [{"type": "string", "format": "email"}],
                     "items": {"$ref": "#"}, "contains": {"const": "x"}, "uniqueItems": true},
            "regex": {"type": "string", "format": "regex", "pattern": "^\\p{Lu}[^\\]\\-\\s\"']\\/$"},
            "when": {"anyOf": [{"format": "date-time"}, {"format": "uri"}, {"format": "ipv6"},
                               {"format": "duration"}, {"format": "uuid"}, {"format": "hostname"},
                               {"format": "json-pointer"}, {"format": "uri-reference"}]}
        },
        "if": {"required": ["List"]}, "then": {"minProperties": 2}, "else": {"maxProperties": 9},
        "dependentSchemas": {"when": {"required": ["regex"], "properties": {"x": {"default": [[]]}}}},
        "patternProperties": {"^\u{e9}+$": {"type": "boolean"}},
        "$defs": {
            "None": {"type": "object", "properties": {"next": {"$ref": "#/$defs/None"}},
                     "unevaluatedProperties": false},
            "alias": {"$ref": "#/$defs/list"},
            "list": {"type": "array", "items": {"$ref": "#/$defs/None"}},
            "empty": {"type": "object", "properties": {"a": false}},
            "either": {"oneOf": [{"type": "string"}, {"$ref": "#/$defs/list"}, {"type": "null"}]}
        }
    })
}

pub(crate) const INPUT_AND_OUTPUT: &str = "---
name: both
description: Does both.
input_schema:
  required:
    - name: topics
      type: string[]
      description: What to look for.
  optional:
    - name: depth
      type: number
output_schema:
  required:
    - name: report
      type: object
---
# Both
";

/// Python compiles it without a warning; mypy and pyflakes find nothing.
fn critics() -> Result<(), Failed> {
    let scratch = tempfile::tempdir()?;
    let folder = scratch.path();
    std::fs::write(folder.join("thorny.json"), thorny().to_string())?;
    std::fs::write(folder.join("SKILL.md"), INPUT_AND_OUTPUT)?;
    let files = ["thorny.py", "both.py", "skill_output.py", "helper_envelope.py", "any.py"];
    let contracts = [
        "thorny.json",
        "SKILL.md",
        "builtin:skill-output-v1",
        "builtin:helper-envelope-v1",
        "any.json",
    ];
    std::fs::write(folder.join("any.json"), "true")?;
    for (contract, file) in contracts.iter().zip(files) {
        emit(folder, contract, file)?;
    }
    for tool in
        [&["-W", "error", "-m", "py_compile"][..], &["-m", "pyflakes"], &["-m", "mypy", "--strict"]]
    {
        let mut command = Command::new(interpreter());
        command.args(tool).args(files).current_dir(folder).env("MYPY_CACHE_DIR", "/dev/null");
        done(command)?;
    }
    let mut command = Command::new(interpreter());
    command.args(["-W", "error", "-c", "import any, both, helper_envelope, skill_output, thorny"]);
    done({
        command.current_dir(folder);
        command
    })
    .map(|_| ())
}

/// What the helpers do, told by assertions in Python.
fn helpers() -> Result<(), Failed> {
    let scratch = tempfile::tempdir()?;
    let folder = scratch.path();
    std::fs::write(folder.join("SKILL.md"), INPUT_AND_OUTPUT)?;
    std::fs::write(folder.join("tree.json"), r##"{"items": {"$ref": "#"}, "type": "array"}"##)?;
    std::fs::write(folder.join("number.json"), r#"{"multipleOf": 0.1, "maximum": 1e30}"#)?;
    let twice = r#"{"patternProperties": {"a": {"type": "null"}, "b": {"enum": [1]}}}"#;
    std::fs::write(folder.join("twice.json"), twice)?;
    for (contract, file) in [
        ("SKILL.md", "both.py"),
        ("twice.json", "twice.py"),
        ("tree.json", "tree.py"),
        ("number.json", "number.py"),
        ("builtin:skill-output-v1", "skill_output.py"),
        ("builtin:helper-envelope-v1", "helper_envelope.py"),
    ] {
        emit(folder, contract, file)?;
    }
    let script = root().join("tests/python/helpers.py");
    let mut command = Command::new(interpreter());
    command.args(["-W", "error"]).arg(script).current_dir(folder).env("PYTHONPATH", ".");
    done(command).map(|_| ())
}

/// What Python can't decide is refused, with the pointer of the keyword.
fn refusals() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    for (schema, pointer, reason) in [
        (json!({"properties": {"a": {"pattern": "(?<=a+)b"}}}), "/properties/a/pattern", "behind"),
        (json!({"pattern": "(a)\\1"}), "/pattern", "refers back"),
        (json!({"patternProperties": {"(a)\\1": {"type": "null"}}}), "/patternProperties/", "back"),
        (json!({"pattern": "a{70000}"}), "/pattern", "repeats"),
    ] {
        std::fs::write(folder.path().join("s.json"), schema.to_string())?;
        let mut command = skillgen();
        command.args(["emit", "--lang", "python", "--contract", "s.json"]).current_dir(&folder);
        let (code, out, err) = text(&run_with(command, b""));
        if code != 2 || !out.is_empty() || !err.contains(pointer) || !err.contains(reason) {
            return Err(format!("{schema}: exit {code}, {out}{err}").into());
        }
    }
    Ok(())
}
