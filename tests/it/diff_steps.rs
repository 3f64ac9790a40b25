//! `skillgen diff` counts steps and no time: the same pair gives the same bytes under any load and with any
//! number of threads. What `--deadline` cuts is reported as not decided in time.

use std::path::Path;
use std::process::Stdio;

use libtest_mimic::{Failed, Trial};
use serde_json::{Value, json};

use crate::support::{run_in, skillgen, text};

pub(crate) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("diff_steps::same_bytes_under_load", same_bytes),
        Trial::test("diff_steps::a_deadline_says_what_it_cut", deadline),
        Trial::test("diff_steps::effort_is_a_number", effort),
    ]
}

/// Patterns whose automata are large, and alternatives that multiply: more than the steps pay for.
fn hard(later: bool) -> Value {
    let least = usize::from(later);
    let pattern = format!("^(a|b)*a(a|b){{{}}}$", 12 + least);
    let name = format!("^[\\p{{L}}\\p{{N}}_.-]{{1,{}}}$", 60 + least);
    let choice = |at: usize| {
        let branch = |n: usize| {
            json!({"properties": {format!("p{at}"): {"minimum": n + least}},
            "required": [format!("p{}", at + n)]})
        };
        json!({"anyOf": [branch(1), branch(2), branch(3)]})
    };
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": {"a": {"pattern": pattern}, "b": {"pattern": name}, "c": {"type": "integer"}},
        "allOf": (0..12).map(choice).collect::<Vec<_>>(),
    })
}

fn write(folder: &Path) -> Result<(), Failed> {
    std::fs::write(folder.join("old.json"), hard(false).to_string())?;
    std::fs::write(folder.join("new.json"), hard(true).to_string())?;
    Ok(())
}

fn same_bytes() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    write(folder.path())?;
    let start = |threads: usize| {
        skillgen()
            .args(["diff", "old.json", "new.json", "--format", "json"])
            .current_dir(folder.path())
            .env("RAYON_NUM_THREADS", threads.to_string())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
    };
    let alone = start(1)?.wait_with_output()?;
    if alone.stdout.is_empty() {
        return Err(format!("no report: {}", text(&alone).2).into());
    }
    // Six at once take turns on a small machine: each is slowed down several times.
    let crowd: Vec<_> = (0..6).map(|at| start(1 + at % 2)).collect::<Result<_, _>>()?;
    for (at, child) in crowd.into_iter().enumerate() {
        let output = child.wait_with_output()?;
        if output.stdout != alone.stdout {
            return Err(format!("run {at} in the crowd gives another report").into());
        }
    }
    Ok(())
}

fn deadline() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    write(folder.path())?;
    let run = |more: &[&str]| {
        let args = [&["diff", "old.json", "new.json", "--deadline", "0"], more].concat();
        run_in(folder.path(), &args)
    };
    let report: Value = serde_json::from_slice(&run(&["--format", "json"]).stdout)?;
    let row = &report["roles"][0];
    if row["backward"]["reason"] != "not decided in time" {
        return Err(format!("the relation does not say that time ran out: {row}").into());
    }
    let (_, shown, _) = text(&run(&[]));
    for (words, expected) in [("not decided in time", true), ("no document can show it", false)] {
        if shown.contains(words) != expected {
            return Err(format!("expected {words:?} to be there: {expected}, in:\n{shown}").into());
        }
    }
    Ok(())
}

fn effort() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    write(folder.path())?;
    let output = run_in(folder.path(), &["diff", "old.json", "new.json", "--effort", "0"]);
    let (code, _, said) = text(&output);
    if code != 2 || !said.contains("--effort") {
        return Err(format!("expected a refusal of --effort 0: {said}").into());
    }
    Ok(())
}
