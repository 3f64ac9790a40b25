//! `emit --migration`: for pairs of versions (tests/migration/CASE), inputs of the old one become what
//! the case says, in every language and by the plan itself, and the new version takes them. What can't
//! be brought over is refused with its place.

use std::path::{Path, PathBuf};
use std::process::Command;

use contract::{Contract, NoFiles, Role, Schema};
use libtest_mimic::{Failed, Trial};
use runtime::validate::{Formats, Validator};
use schema_diff::{RoleChoice, Settings};
use serde_json::{Value, json};

use crate::emitted::{run, typescript_run};
use crate::support::{case_folders, root, run_in, run_with, skillgen, text};

pub(crate) fn cases() -> Vec<Trial> {
    let trial = |name: &str, run: fn() -> Result<(), Failed>| {
        Trial::test(format!("migration::{name}"), run)
    };
    vec![
        trial("the_plan_does_what_the_cases_say", by_plan),
        trial("typescript", || judge("ts", typescript)),
        trial("rust", || judge("rust", rust)),
        trial("bash", || judge("bash", bash)),
        trial("python", || judge("python", python)),
        trial("go", || judge("go", go)),
        trial("refusals", refusals),
        trial("one_tool_of_a_list", one_tool),
        trial("files_and_check", files),
    ]
}

/// A pair with its inputs, each with what it becomes.
struct Case {
    folder: PathBuf,
    inputs: Vec<Value>,
}

fn pairs() -> Result<Vec<Case>, Failed> {
    let mut all = Vec::new();
    for folder in case_folders("migration") {
        let Ok(bytes) = std::fs::read(folder.join("inputs.json")) else { continue };
        let inputs: Value = serde_json::from_slice(&bytes)?;
        all.push(Case { folder, inputs: inputs.as_array().ok_or("a list")?.clone() });
    }
    if all.len() < 10 { Err("the cases are gone".into()) } else { Ok(all) }
}

fn contract(path: &Path) -> Result<Contract, Failed> {
    let name = path.file_name().unwrap().to_string_lossy().into_owned();
    Ok(Contract::read(&name, &std::fs::read(path)?, &NoFiles)?)
}

fn input(contract: &Contract) -> Result<&Schema, Failed> {
    Ok(contract.plain.as_ref().or(contract.schema(Role::Input)).ok_or("no input")?)
}

fn by_plan() -> Result<(), Failed> {
    for case in pairs()? {
        let at = case.folder.display();
        let (old, new) =
            (contract(&case.folder.join("old.json"))?, contract(&case.folder.join("new.json"))?);
        let settings = Settings { role: Some(RoleChoice::One(Role::Input)), ..Settings::default() };
        let migration = schema_diff::diff(&old, &new, &settings).migration;
        let before = Validator::new(input(&old)?, Formats::Assert);
        let after = Validator::new(input(&new)?, Formats::Assert);
        let takes = |validator: &Validator, document: &Value| -> Result<bool, Failed> {
            Ok(validator.validate(document).map_err(|e| format!("{e:?}"))?.is_empty())
        };
        let complete = migration.as_ref().is_none_or(|m| m.fails.is_none());
        for row in &case.inputs {
            let (from, to) = (&row["old"], &row["new"]);
            if !takes(&before, from)? {
                return Err(format!("{at}: {from} is no input of the old version").into());
            }
            let migrated = migration.as_ref().map_or(from.clone(), |m| m.apply(from));
            if !contract::value::equal(&migrated, to) {
                return Err(format!("{at}: {from} became {migrated}, not {to}").into());
            }
            let refused = row["refused"] == true;
            if takes(&after, to)? == refused {
                return Err(format!("{at}: {to}: refused is not {refused}").into());
            }
            if refused && complete {
                return Err(format!("{at}: called complete, but {to} is refused").into());
            }
        }
    }
    Ok(())
}

/// What a language makes of all inputs of all cases, a JSON line a case.
type Language = fn(&Path, &[Case]) -> Result<String, Failed>;

fn judge(lang: &str, language: Language) -> Result<(), Failed> {
    let cases = pairs()?;
    let scratch = tempfile::tempdir()?;
    std::fs::create_dir(scratch.path().join("src"))?;
    let inputs: Vec<Vec<&Value>> =
        cases.iter().map(|case| case.inputs.iter().map(|row| &row["old"]).collect()).collect();
    std::fs::write(scratch.path().join("inputs.json"), json!(inputs).to_string())?;
    for (index, case) in cases.iter().enumerate() {
        let output =
            run_in(&case.folder, &["emit", "--migration", "old.json", "new.json", "--lang", lang]);
        let (code, out, err) = text(&output);
        if code != 0 || !out.lines().take(6).any(|line| line.contains("DO NOT EDIT.")) {
            return Err(format!("{}: exit {code}: {err}{out}", case.folder.display()).into());
        }
        let ending = match lang {
            "rust" => "rs",
            "python" => "py",
            other => other,
        };
        std::fs::write(scratch.path().join(format!("src/m{index}.{ending}")), out)?;
    }
    let said = language(scratch.path(), &cases)?;
    if said.lines().count() != cases.len() {
        return Err(format!("{} cases, answers: {said}", cases.len()).into());
    }
    for (case, line) in cases.iter().zip(said.lines()) {
        let said: Value = serde_json::from_str(line)?;
        for (row, migrated) in case.inputs.iter().zip(said.as_array().ok_or("a list")?) {
            if !contract::value::equal(migrated, &row["new"]) {
                let (at, from) = (case.folder.display(), &row["old"]);
                return Err(format!("{at}: {from} became {migrated}, not {}", row["new"]).into());
            }
        }
    }
    Ok(())
}

/// The name of the case's function: `v1`, or `v0_3` where its versions say so.
fn version(case: &Case) -> Result<&'static str, Failed> {
    let versioned = contract(&case.folder.join("old.json"))?.version.is_some();
    Ok(if versioned { "0_3" } else { "1" })
}

fn typescript(folder: &Path, cases: &[Case]) -> Result<String, Failed> {
    let names: Result<Vec<_>, _> = cases
        .iter()
        .map(|case| Ok::<_, Failed>(format!("migrateFromV{}", version(case)?)))
        .collect();
    let script = format!(
        r#"import fs from "node:fs";
const names = {};
const cases = JSON.parse(fs.readFileSync("inputs.json", "utf8"));
for (const [index, documents] of cases.entries()) {{
  const migrate = (await import(`./js/m${{index}}.js`))[names[index]];
  const before = JSON.stringify(documents);
  console.log(JSON.stringify(documents.map((document) => migrate(document))));
  if (JSON.stringify(documents) !== before) throw new Error("an argument was changed");
}}
"#,
        json!(names?)
    );
    typescript_run(
        folder,
        &["noUnusedLocals", "noUnusedParameters", "verbatimModuleSyntax"],
        &script,
    )
}

fn rust(folder: &Path, cases: &[Case]) -> Result<String, Failed> {
    let manifest = "[package]\nname = \"migrations\"\nversion = \"0.0.0\"\nedition = \"2021\"\n\
                    [dependencies]\nserde_json = \"1\"\n[workspace]\n[profile.dev]\ndebug = 0\n";
    std::fs::write(folder.join("Cargo.toml"), manifest)?;
    let (mut modules, mut rows) = (String::new(), String::new());
    for (index, case) in cases.iter().enumerate() {
        modules.push_str(&format!("mod m{index};\n"));
        rows.push_str(&format!("m{index}::migrate_from_v{}, ", version(case)?));
    }
    let main = format!(
        r#"{modules}
use serde_json::Value;
fn main() {{
    let text = std::fs::read_to_string("inputs.json").unwrap();
    let cases: Vec<Vec<Value>> = serde_json::from_str(&text).unwrap();
    let functions: Vec<fn(Value) -> Value> = vec![{rows}];
    for (migrate, documents) in functions.into_iter().zip(cases) {{
        println!("{{}}", documents.into_iter().map(migrate).collect::<Value>());
    }}
}}
"#
    );
    std::fs::write(folder.join("src/main.rs"), main)?;
    run(Command::new("cargo")
        .args(["run", "--quiet", "--offline"])
        .env("RUSTFLAGS", "-D warnings")
        .env("CARGO_TARGET_DIR", root().join("target/emitted"))
        .current_dir(folder))
}

fn bash(folder: &Path, cases: &[Case]) -> Result<String, Failed> {
    let mut out = String::new();
    for (index, case) in cases.iter().enumerate() {
        let file = format!("src/m{index}.bash");
        run(Command::new("shellcheck").args(["--shell=bash", &file]).current_dir(folder))?;
        let function = format!("migrate_from_v{}", version(case)?);
        let script = "set -eu; . \"$1\"; while IFS= read -r line; do printf '%s' \"$line\" | \"$2\"; done | jq -cs .";
        let mut command = Command::new("bash");
        command.args(["-c", script, "bash", &file, &function]).current_dir(folder);
        let lines: Vec<String> =
            case.inputs.iter().map(|row| format!("{}\n", row["old"])).collect();
        let (code, said, err) = text(&run_with(command, lines.concat().as_bytes()));
        if code != 0 || !err.is_empty() {
            return Err(format!("{}: exit {code}: {err}", case.folder.display()).into());
        }
        out.push_str(&said);
    }
    // What is no document is refused with one line.
    for wrong in ["", "{\"topics\": ", "{} {}", "nope"] {
        let script = ". src/m0.bash; migrate_from_v0_3 2>&1";
        let mut command = Command::new("bash");
        command.args(["-c", script]).current_dir(folder);
        let (code, said, _) = text(&run_with(command, wrong.as_bytes()));
        if code != 2 || said != "migrate_from_v0_3: -: not one JSON document\n" {
            return Err(format!("{wrong:?}: exit {code}: {said}").into());
        }
    }
    Ok(out)
}

fn python(folder: &Path, cases: &[Case]) -> Result<String, Failed> {
    let interpreter = crate::python::interpreter();
    for critic in [&["-m", "pyflakes", "src"][..], &["-m", "mypy", "--strict", "src"]] {
        run(Command::new(&interpreter).args(critic).current_dir(folder))?;
    }
    let names: Result<Vec<_>, _> = cases.iter().map(version).collect();
    let script = format!(
        "import importlib, json, sys
sys.path.insert(0, 'src')
names = {}
for index, documents in enumerate(json.load(open('inputs.json', encoding='utf-8'))):
    migrate = getattr(importlib.import_module(f'm{{index}}'), 'migrate_from_v' + names[index])
    before = json.dumps(documents)
    print(json.dumps([migrate(document) for document in documents]))
    assert json.dumps(documents) == before, 'an argument was changed'
",
        json!(names?)
    );
    run(Command::new(interpreter).args(["-W", "error", "-c", &script]).current_dir(folder))
}

fn go(folder: &Path, cases: &[Case]) -> Result<String, Failed> {
    let (mut imports, mut rows) = (String::new(), String::new());
    for (index, case) in cases.iter().enumerate() {
        let name = format!("m{index}");
        std::fs::create_dir(folder.join(&name))?;
        std::fs::rename(
            folder.join(format!("src/{name}.go")),
            folder.join(format!("{name}/{name}.go")),
        )?;
        imports.push_str(&format!("\t{name} \"tests/{name}\"\n"));
        let version = version(case)?;
        rows.push_str(&format!("\t\t{name}.MigrateFromV{version},\n"));
    }
    let main = format!(
        r#"package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

{imports})

func read(text string) (value any) {{
	reader := json.NewDecoder(strings.NewReader(text))
	reader.UseNumber()
	if err := reader.Decode(&value); err != nil {{
		panic(err)
	}}
	return value
}}

func shown(value any) string {{
	text, err := json.Marshal(value)
	if err != nil {{
		panic(err)
	}}
	return string(text)
}}

func main() {{
	text, err := os.ReadFile("inputs.json")
	if err != nil {{
		panic(err)
	}}
	before := read(string(text))
	for index, migrate := range []func(any) any{{
{rows}	}} {{
		migrated := []any{{}}
		for _, document := range before.([]any)[index].([]any) {{
			migrated = append(migrated, migrate(document))
		}}
		fmt.Println(shown(migrated))
	}}
	if shown(before) != shown(read(string(text))) {{
		panic("an argument was changed")
	}}
}}
"#
    );
    std::fs::write(folder.join("main.go"), main)?;
    crate::golang::module(folder)?;
    crate::golang::critics(folder)?;
    crate::golang::go(folder, &["build", "-o", "migrate", "."])?;
    run(Command::new("./migrate").current_dir(folder))
}

/// Of a list of tools, one is brought over; a name that a side lacks is refused.
fn one_tool() -> Result<(), Failed> {
    let folder = root().join("tests/migration/several-tools");
    let emit = |tool: &str| {
        let pair = ["emit", "--migration", "old.json", "new.json", "--lang", "ts", "--tool", tool];
        let (code, out, err) = text(&run_in(&folder, &pair));
        (code, out, err)
    };
    for (tool, step) in
        [("search", "at(document, [\"topics\"], wrap)"), ("get", "leaveOut(value, \"trace\")")]
    {
        let (code, out, err) = emit(tool);
        if code != 0 || !out.contains(step) {
            return Err(format!("{tool}: exit {code}: {err}{out}").into());
        }
    }
    let (code, _, err) = emit("put");
    let wanted = "skillgen: old.json: --tool put: no such tool; it has get, search\n";
    if code != 2 || err != wanted {
        return Err(format!("exit {code}: {err}").into());
    }
    Ok(())
}

fn refusals() -> Result<(), Failed> {
    let mut tried = 0;
    for folder in case_folders("migration") {
        let Ok(wanted) = std::fs::read_to_string(folder.join("refused.txt")) else { continue };
        tried += 1;
        let args = ["emit", "--migration", "old.json", "new.json", "--lang", "ts"];
        let (code, out, err) = text(&run_in(&folder, &args));
        let one = err.lines().count() == 1 && err.contains(wanted.trim_end());
        if code != 2 || !one || !out.is_empty() {
            return Err(format!("{}: exit {code}: {err}{out}", folder.display()).into());
        }
    }
    if tried < 2 { Err("the cases are gone".into()) } else { Ok(()) }
}

fn files() -> Result<(), Failed> {
    let scratch = tempfile::tempdir()?;
    let case = root().join("tests/migration/string-into-list");
    let emit = |more: &[&str]| {
        let mut command = skillgen();
        command.args(["emit", "--lang", "rust", "--migration", "old.json", "new.json"]);
        command.args(["--name", "digest", "--out"]).arg(scratch.path()).args(more);
        command.current_dir(&case);
        text(&run_with(command, b""))
    };
    let (missing, ..) = emit(&["--check"]);
    let (written, ..) = emit(&[]);
    let (same, ..) = emit(&["--check"]);
    let path = scratch.path().join("digest_migrate_from_v1.rs");
    let body = std::fs::read_to_string(&path)?;
    std::fs::write(&path, body.replace("&wrap", "&unwrap"))?;
    let (drifted, ..) = emit(&["--check"]);
    if (missing, written, same, drifted) != (1, 0, 0, 1) {
        return Err(format!("{:?}", (missing, written, same, drifted)).into());
    }
    let usage = |args: &[&str]| text(&run_in(&case, args)).0;
    let alone = usage(&["emit", "--migration", "old.json", "new.json"]);
    let both = usage(&[
        "emit",
        "--lang",
        "ts",
        "--migration",
        "old.json",
        "new.json",
        "--contract",
        "new.json",
    ]);
    let twice = usage(&["emit", "--lang", "ts", "--migration", "-", "-"]);
    if (alone, both, twice) != (2, 2, 2) {
        return Err(format!("{:?}", (alone, both, twice)).into());
    }
    Ok(())
}
