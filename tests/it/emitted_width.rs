//! Lines that formatters break, for names and constants of all lengths: emitted files are those that the formatters
//! write.

use std::path::Path;
use std::process::Command;

use libtest_mimic::{Failed, Trial};
use serde_json::{Value, json};

use crate::emitted::run;
use crate::support::{root, skillgen};

/// The longest names.
const LONGEST: usize = 90;

pub(crate) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("emitted_width::of_contracts", || formatted("contract", contract, 0)),
        Trial::test("emitted_width::of_roles", || formatted("role", roles, 1)),
    ]
}

/// A contract whose names and constants have `length` letters.
fn contract(length: usize) -> Value {
    let name = format!("N{}", "a".repeat(length - 1));
    let text = "b".repeat(length);
    json!({
        "title": name, "type": "object", "required": ["kind"],
        "properties": {
            "kind": {"enum": [text, "c"], "default": "c"},
            format!("p{text}"): {"type": "string", "pattern": format!("^[a-z]{{2}}{text}$")},
            "date": {"type": ["string", "null"], "format": "date"},
            "either": {"oneOf": [
                {
                    "title": format!("{name}A"), "type": "object", "required": ["t"],
                    "properties": {"t": {"const": "a"}},
                },
                {"type": "object", "properties": {"t": {"const": text}}, "required": ["t"]},
            ]},
            "with": {"$ref": "#/$defs/Base", "required": [format!("k{text}")]},
            "limit": {"type": "integer", "default": 5},
        },
        "$defs": {"Base": {"type": "object", "properties": {format!("k{text}"): {"enum": ["x", text]}}}},
    })
}

/// The same as the input and the output of a tool: in some languages, its lines are indented.
fn roles(length: usize) -> Value {
    let side = contract(length);
    let name = format!("r{}", "o".repeat(length - 1));
    json!({"name": name, "description": "A tool.", "inputSchema": side, "outputSchema": side})
}

/// Emits a contract for each length, in all languages and with both kinds of runtimes, and runs the formatters. Lines
/// behind a shared runtime break at several lengths, if at all. Without the slow tests, contracts have the odd lengths and roles the
/// even ones.
fn formatted(stem: &str, contract: fn(usize) -> Value, first: usize) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let here = folder.path();
    let mut names = Vec::new();
    let is_slow = std::env::var_os("SKILLGEN_SLOW").is_some();
    for length in (1..=LONGEST).skip(first).step_by(if is_slow { 1 } else { 2 }) {
        let name = format!("{stem}-{length}.json");
        std::fs::write(here.join(&name), contract(length).to_string())?;
        names.push(name);
    }
    let entry = |runtime: &str, langs: &[&str], every: usize| {
        let names: Vec<&String> = names.iter().step_by(every).collect();
        let names = json!(names);
        format!(
            "[[emit]]\nlang = {}\ncontract = {names}\nout = \"{{lang}}/{runtime}\"\nruntime = \"{runtime}\"\n",
            json!(langs)
        )
    };
    let inline = entry("inline", &["ts", "js", "python", "rust"], 1);
    let shared = entry("shared", &["ts", "js", "python", "rust", "go"], 3);
    std::fs::write(here.join("skillgen.toml"), inline + &shared)?;
    let done = skillgen().arg("emit").current_dir(here).output()?;
    if !done.status.success() {
        return Err(String::from_utf8_lossy(&done.stderr).into_owned().into());
    }
    let count = std::fs::read_dir(here.join("rust/inline"))?.count();
    assert_eq!(count, names.len(), "a file for each length");
    for edition in ["2021", "2024"] {
        let mut rustfmt = Command::new("rustfmt");
        rustfmt.args(["--check", "--edition", edition]).current_dir(here);
        for runtime in ["inline", "shared"] {
            rustfmt.args(files(&here.join("rust").join(runtime))?);
        }
        run(&mut rustfmt)?;
    }
    let prettier = root().join("tests/node_modules/.bin/prettier");
    run(Command::new(prettier).args(["--check", "ts", "js"]).current_dir(here))?;
    let mut ruff = Command::new(crate::python::interpreter());
    ruff.args(["-m", "ruff", "format", "--isolated", "--no-cache", "--diff", "python"]);
    run(ruff.current_dir(here))?;
    let loose = run(Command::new("gofmt").args(["-l", "go"]).current_dir(here))?;
    if loose.is_empty() { Ok(()) } else { Err(loose.into()) }
}

fn files(folder: &Path) -> Result<Vec<std::path::PathBuf>, Failed> {
    let entries = std::fs::read_dir(folder)?;
    Ok(entries.collect::<Result<Vec<_>, _>>()?.into_iter().map(|entry| entry.path()).collect())
}
