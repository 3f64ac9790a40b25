//! `skillgen chain` at the boundary: tests/chain/NAME.case holds a chain, the verdicts of its edges in order,
//! and its findings; the skills stand in tests/chain/skills.

use std::path::{Path, PathBuf};

use libtest_mimic::{Failed, Trial};
use serde_json::Value;

use crate::support::{root, run_with, skillgen, text};

pub(crate) fn cases() -> Vec<Trial> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(root().join("tests/chain"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "case"))
        .collect();
    files.sort();
    let trial = |file: PathBuf| {
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        Trial::test(format!("chain::{name}"), move || run(&file))
    };
    files.into_iter().map(trial).collect()
}

fn run(file: &Path) -> Result<(), Failed> {
    let case = std::fs::read_to_string(file).unwrap();
    let (_, rest) = case.split_once("--- chain\n").unwrap();
    let (chain, expect) = rest.split_once("--- expect\n").unwrap();
    let skills = root().join("tests/chain/skills");
    for graph in ["dot", "mermaid"] {
        let mut command = skillgen();
        command.args(["chain", "-", "--graph", graph, "--skills"]).arg(&skills);
        let (_, out, err) = text(&run_with(command, chain.as_bytes()));
        if out.is_empty() || !err.is_empty() {
            return Err(format!("--graph {graph}: {out} {err}").into());
        }
    }
    let mut command = skillgen();
    command.args(["chain", "-", "--format", "json", "--skills"]).arg(&skills);
    let (code, out, err) = text(&run_with(command, chain.as_bytes()));
    let value: Value =
        serde_json::from_str(&out).map_err(|e| format!("exit {code}: {e}: {out} {err}"))?;
    let schema = std::fs::read_to_string(root().join("schemas/chain-report.schema.json")).unwrap();
    let schema: Value = serde_json::from_str(&schema).unwrap();
    if let Err(error) = jsonschema::validate(&schema, &value) {
        return Err(format!("the output is not valid: {error}: {out}").into());
    }
    let (edges, findings): (Vec<&str>, Vec<&str>) =
        expect.lines().partition(|line| line.starts_with("edge "));
    let stood = value["edges"].as_array().unwrap();
    let same = edges.len() == stood.len()
        && edges.iter().zip(stood).all(|(wanted, edge)| {
            let (verdict, coercion) =
                wanted["edge ".len()..].split_once(' ').unwrap_or((&wanted[5..], ""));
            edge["verdict"] == verdict
                && edge["coercion"].as_str().unwrap_or_default().contains(coercion)
        });
    if !same {
        return Err(format!("expected {edges:#?}, found {stood:#?}").into());
    }
    let mut left: Vec<&Value> = value["findings"].as_array().unwrap().iter().collect();
    for wanted in findings {
        let words: Vec<&str> = wanted.splitn(4, ' ').collect();
        let found = left.iter().position(|finding| {
            finding["level"] == words[0]
                && finding["rule"] == words[1]
                && finding["line"].as_u64() == words[2].parse().ok()
                && finding["message"].as_str().unwrap().contains(words[3])
        });
        match found {
            Some(at) => drop(left.remove(at)),
            None => return Err(format!("not found: {wanted}; found {left:#?}").into()),
        }
    }
    left.retain(|finding| finding["level"] == "error");
    let errors = expect.lines().any(|line| line.starts_with("error "));
    if !left.is_empty() || code != i32::from(errors) || value["valid"] == errors {
        return Err(format!("exit {code}, valid {}, more: {left:#?}", value["valid"]).into());
    }
    Ok(())
}
