//! One schema, one verdict: the documents of tests/conformance through every emitted helper, skillgen
//! itself and the `jsonschema` crate, with formats asserted. All must say the same, and the helpers
//! must give the same issues as `skillgen validate`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use libtest_mimic::{Failed, Trial};
use serde_json::Value;

use crate::support::{root, run_in, run_with, skillgen, text};

/// What somebody says of each document, in order: the issues' (path, keyword, message); none where it is
/// valid.
type Verdicts = Vec<BTreeSet<(String, String, String)>>;

/// The documents of one contract, as tests/conformance/NAME.json has them.
struct Documents {
    contract: String,
    cases: Vec<(String, bool, Value)>,
}

fn read(name: &str) -> Documents {
    let path = root().join(format!("tests/conformance/{name}.json"));
    let file: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    let cases = file["documents"].as_array().unwrap().iter();
    Documents {
        contract: file["contract"].as_str().unwrap().to_owned(),
        cases: cases
            .map(|c| {
                let name = c["name"].as_str().unwrap().to_owned();
                (name, c["valid"].as_bool().unwrap(), c["document"].clone())
            })
            .collect(),
    }
}

/// A function gets the contract, a folder of its own and the documents' files.
type Judge = fn(&str, &Path, &[PathBuf]) -> Result<Verdicts, Failed>;

const JUDGES: &[(&str, Judge)] = &[
    ("typescript", typescript),
    ("javascript", javascript),
    ("rust", rust),
    ("bash", bash),
    ("python", python),
    ("go", go),
];

pub(crate) fn cases() -> Vec<Trial> {
    let mut trials = Vec::new();
    for name in ["skill-output-v1", "helper-envelope-v1", "long-texts", "wording"] {
        let trial = format!("conformance::{name}::jsonschema");
        trials.push(Trial::test(trial, move || stranger(name)));
        for (language, judge) in JUDGES {
            let trial = format!("conformance::{name}::{language}");
            trials.push(Trial::test(trial, move || compare(name, *judge)));
        }
    }
    trials
}

/// An independent validator confirms the expectations.
fn stranger(name: &str) -> Result<(), Failed> {
    let documents = read(name);
    let own = documents.contract.ends_with(".json");
    let folder = if own { "tests/conformance" } else { "schemas" };
    let schema = std::fs::read(root().join(format!("{folder}/{name}.schema.json")))?;
    let schema: Value = serde_json::from_slice(&schema)?;
    let validator = jsonschema::options().should_validate_formats(true).build(&schema)?;
    if documents.cases.len() < 40 && !own {
        return Err("at least 40 documents".into());
    }
    for (case, valid, document) in &documents.cases {
        if validator.is_valid(document) != *valid {
            return Err(format!("{case}: jsonschema disagrees; expected valid = {valid}").into());
        }
    }
    Ok(())
}

fn compare(name: &str, judge: Judge) -> Result<(), Failed> {
    let documents = read(name);
    let folder = tempfile::tempdir()?;
    let mut files = Vec::new();
    for (i, (_, _, document)) in documents.cases.iter().enumerate() {
        let file = folder.path().join(format!("d{i}.json"));
        std::fs::write(&file, document.to_string())?;
        files.push(file);
    }
    let own = validate(&documents.contract, folder.path(), &files)?;
    let theirs = judge(&documents.contract, folder.path(), &files)?;
    let mut faults = Vec::new();
    for (i, (case, valid, _)) in documents.cases.iter().enumerate() {
        let (own, theirs) = (own.get(i), theirs.get(i));
        if own != theirs || own.is_none_or(|issues| issues.is_empty() != *valid) {
            faults.push(format!("{case}: valid = {valid}; validate {own:?}; helper {theirs:?}"));
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n").into()) }
}

fn told(issues: &Value) -> BTreeSet<(String, String, String)> {
    let word = |v: &Value| v.as_str().unwrap_or("?").to_owned();
    let issues = issues.as_array().into_iter().flatten();
    issues.map(|i| (word(&i["path"]), word(&i["keyword"]), word(&i["message"]))).collect()
}

/// JSON lines, one list of issues a document.
fn lists(out: &str) -> Result<Verdicts, Failed> {
    out.lines().map(|l| Ok(told(&serde_json::from_str(l)?))).collect()
}

fn done(command: Command, what: &str) -> Result<String, Failed> {
    let (code, out, err) = text(&run_with(command, b""));
    if code == 0 { Ok(out) } else { Err(format!("{what}: exit {code}\n{out}{err}").into()) }
}

fn emit(contract: &str, language: &str) -> Result<String, Failed> {
    let mut command = skillgen();
    command.args(["emit", "--lang", language, "--contract", contract]).current_dir(root());
    if language == "bash" {
        command.args(["--with", "check"]);
    }
    done(command, "emit")
}

fn validate(contract: &str, folder: &Path, files: &[PathBuf]) -> Result<Verdicts, Failed> {
    let files: Vec<String> = files.iter().map(|f| f.to_string_lossy().into_owned()).collect();
    let file = root().join(contract).to_string_lossy().into_owned();
    let contract = if contract.ends_with(".json") { &file } else { contract };
    let mut args = vec!["validate", "--contract", contract, "--format", "json"];
    args.extend(files.iter().map(String::as_str));
    let (_, out, err) = text(&run_in(folder, &args));
    let report: Value = serde_json::from_str(&out).map_err(|e| format!("{e}: {out}{err}"))?;
    let results = report["results"].as_array().ok_or("results")?;
    Ok(results.iter().map(|r| told(&r["issues"])).collect())
}

fn typescript(contract: &str, folder: &Path, files: &[PathBuf]) -> Result<Verdicts, Failed> {
    std::fs::write(folder.join("skill.ts"), emit(contract, "ts")?)?;
    std::fs::write(folder.join("package.json"), r#"{"type": "module"}"#)?;
    let strict = r#"{"files": ["skill.ts"], "compilerOptions": {"strict": true, "types": [],
        "noUncheckedIndexedAccess": true, "exactOptionalPropertyTypes": true, "target": "es2022",
        "module": "es2022", "moduleResolution": "bundler"}}"#;
    std::fs::write(folder.join("tsconfig.json"), strict)?;
    let mut tsc = Command::new(root().join("tests/node_modules/.bin/tsc"));
    tsc.current_dir(folder).args(["-p", "."]);
    done(tsc, "tsc")?;
    let script = format!("import {{ check, is, safeParse }} from './skill.js';{ASK_JAVASCRIPT}");
    std::fs::write(folder.join("run.js"), script)?;
    let mut node = Command::new("node");
    node.current_dir(folder).arg("run.js").args(files);
    lists(&done(node, "node")?)
}

/// The CommonJS module; the tests of files hold that both modules are the same code.
fn javascript(contract: &str, folder: &Path, files: &[PathBuf]) -> Result<Verdicts, Failed> {
    let mut command = skillgen();
    command.args(["emit", "--lang", "js", "--contract", contract, "--name", "skill", "--out"]);
    done(
        {
            command.arg(folder).current_dir(root());
            command
        },
        "emit",
    )?;
    let script = format!(
        "import {{ createRequire }} from 'node:module';
        const skill = createRequire(import.meta.url)('./skill.cjs');
        const {{ check, is, safeParse }} = skill;{ASK_JAVASCRIPT}"
    );
    std::fs::write(folder.join("run.mjs"), script)?;
    let mut node = Command::new("node");
    node.current_dir(folder).arg("run.mjs").args(files);
    lists(&done(node, "node")?)
}

/// Prints the issues of each document.
const ASK_JAVASCRIPT: &str = "
        import { readFileSync } from 'node:fs';
        for (const file of process.argv.slice(2)) {
          const text = readFileSync(file, 'utf8'), value = JSON.parse(text), issues = check(value);
          if (is(value) !== (issues.length === 0)) throw new Error('is and check disagree: ' + file);
          if (safeParse(text).ok !== is(value)) throw new Error('safeParse disagrees: ' + file);
          console.log(JSON.stringify(issues));
        }";

fn rust(contract: &str, folder: &Path, files: &[PathBuf]) -> Result<Verdicts, Failed> {
    let main = r#"#![deny(warnings)]
        mod skill;
        fn main() {
            for file in std::env::args().skip(1) {
                let text = std::fs::read_to_string(&file).unwrap();
                let value: serde_json::Value = serde_json::from_str(&text).unwrap();
                let issues = skill::check(&value);
                assert_eq!(skill::is(&value), issues.is_empty(), "{file}");
                assert_eq!(skill::parse(&text).is_ok(), issues.is_empty(), "{file}");
                let list: Vec<_> = issues.iter().map(|i| {
                    serde_json::json!({"path": i.path, "keyword": i.keyword, "message": i.message})
                }).collect();
                println!("{}", serde_json::Value::from(list));
            }
        }"#;
    std::fs::create_dir(folder.join("src"))?;
    std::fs::write(folder.join("src/main.rs"), main)?;
    std::fs::write(folder.join("src/skill.rs"), emit(contract, "rust")?)?;
    // A name of its own: the helpers of several contracts share a target folder.
    let name = contract.replace(|sign: char| !sign.is_ascii_alphanumeric(), "-");
    let manifest = format!(
        "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\
         [dependencies]\nserde = {{ version = \"1\", features = [\"derive\"] }}\n\
         serde_json = \"1\"\n[workspace]\n"
    );
    std::fs::write(folder.join("Cargo.toml"), manifest)?;
    // The versions that the workspace has fetched already; nothing is downloaded.
    std::fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock"))?;
    let mut cargo = Command::new("cargo");
    cargo.current_dir(folder).args(["run", "--quiet", "--offline", "--"]).args(files);
    cargo.env("CARGO_TARGET_DIR", root().join("tests/.tools/helpers"));
    lists(&done(cargo, "cargo")?)
}

fn bash(contract: &str, folder: &Path, files: &[PathBuf]) -> Result<Verdicts, Failed> {
    std::fs::write(folder.join("skill.sh"), emit(contract, "bash")?)?;
    let script = "set -u; . ./skill.sh
        for file; do
          lines=$(skill_check \"$file\"); code=$?
          [ $code -le 1 ] || { echo \"$file: status $code\" >&2; exit 1; }
          [ $code -eq 0 ] && [ -n \"$lines\" ] && { echo \"$file: issues, status 0\" >&2; exit 1; }
          printf '%s' \"$lines\" | jq -s -c .
        done";
    let mut command = Command::new("bash");
    command.current_dir(folder).args(["-c", script, "bash"]).args(files);
    lists(&done(command, "bash")?)
}

fn python(contract: &str, folder: &Path, files: &[PathBuf]) -> Result<Verdicts, Failed> {
    std::fs::write(folder.join("skill.py"), emit(contract, "python")?)?;
    let script = "import json, sys, skill
for file in sys.argv[1:]:
    text = open(file, encoding='utf-8').read()
    parsed, value = skill.safe_parse(text), json.loads(text)
    issues = skill.check(value)
    assert parsed.ok == skill.is_valid(value) == (not issues), file
    print(json.dumps([issue.__dict__ for issue in issues]))";
    let mut python = Command::new(crate::python::interpreter());
    python
        .current_dir(folder)
        .env("PYTHONPATH", ".")
        .args(["-W", "error", "-c", script])
        .args(files);
    lists(&done(python, "python")?)
}

fn go(contract: &str, folder: &Path, files: &[PathBuf]) -> Result<Verdicts, Failed> {
    std::fs::create_dir(folder.join("skill"))?;
    std::fs::write(folder.join("skill/skill.go"), emit(contract, "go")?)?;
    let main = r#"package main

import (
	"encoding/json"
	"fmt"
	"os"

	skill "tests/skill"
)

func main() {
	for _, file := range os.Args[1:] {
		text, err := os.ReadFile(file)
		if err != nil {
			panic(err)
		}
		var value any
		if json.Unmarshal(text, &value) != nil {
			panic(file)
		}
		_, err = skill.Parse(text)
		issues := skill.Check(value)
		if skill.Is(value) != (err == nil) || skill.Is(value) != (len(issues) == 0) {
			panic(file)
		}
		if issues == nil {
			issues = []skill.Issue{}
		}
		told, err := json.Marshal(issues)
		if err != nil {
			panic(err)
		}
		fmt.Println(string(told))
	}
}
"#;
    std::fs::write(folder.join("main.go"), main)?;
    crate::golang::module(folder)?;
    crate::golang::go(folder, &["build", "-o", "judge", "."])?;
    let mut judge = Command::new("./judge");
    judge.current_dir(folder).args(files);
    lists(&done(judge, "go")?)
}
