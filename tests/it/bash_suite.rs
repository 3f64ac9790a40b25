//! The emitted `skill_check` against the official suite and against skillgen's own validator: the same
//! verdicts, the same (path, keyword) of issues, and nothing that can't be emitted.
//!
//! Each document starts a jq, which takes a while (five minutes of a processor for all): the slow suite runs all of them, CI
//! every fourth group of a file, and a run by hand every tenth, so that each file has its say.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use codegen::backend::Target as _;
use codegen::backend::bash::Bash;
use contract::{Document, Draft, Pointer, Schema};
use libtest_mimic::{Failed, Trial};
use runtime::validate::{Formats, Validator};
use serde_json::Value;

use crate::emitted::models;
use crate::suite::{Remotes, json_files};
use crate::support::{run_with, suite, text};

/// Each how many groups of a file one is run.
fn nth() -> usize {
    let is_set = |name: &str| std::env::var_os(name).is_some();
    match (is_set("SKILLGEN_SLOW"), is_set("CI")) {
        (true, _) => 1,
        (false, true) => 4,
        (false, false) => 10,
    }
}

pub(crate) fn cases() -> Vec<Trial> {
    [("draft2020-12", Draft::Draft2020), ("draft7", Draft::Draft7)]
        .into_iter()
        .map(|(folder, draft)| {
            Trial::test(format!("bash_suite::{folder}"), move || judge(folder, draft))
        })
        .collect()
}

/// The results of a draft's tests.
#[derive(Default)]
struct Tally {
    count: usize,
    accepted: Vec<String>,
    rejected: Vec<String>,
    other_issues: Vec<String>,
    refused: BTreeSet<String>,
    refused_tests: usize,
}

fn judge(folder: &str, draft: Draft) -> Result<(), Failed> {
    let mut tally = Tally::default();
    let scratch = tempfile::tempdir()?;
    for path in json_files(&suite().join("tests").join(folder))? {
        let groups: Value = serde_json::from_slice(&std::fs::read(&path)?)?;
        let groups = groups.as_array().ok_or("a list of groups")?;
        for group in groups.iter().step_by(nth()) {
            let file = path.file_stem().unwrap_or_default().to_string_lossy();
            let name = format!("{file}: {}", group["description"].as_str().unwrap_or_default());
            judge_group(&name, group, draft, scratch.path(), &mut tally)?;
        }
    }
    let Tally { count, accepted, rejected, other_issues, refused, refused_tests } = tally;
    if count < 500 / nth() {
        return Err(format!("only {count} tests found; run `cargo xtask tools`").into());
    }
    let right = count - accepted.len() - rejected.len() - refused_tests;
    let summary = format!(
        "{right} of {count} right; {refused_tests} not emitted: {refused:?}\nwrongly accepted: \
         {accepted:#?}\nwrongly rejected: {rejected:#?}\nother issues: {other_issues:#?}"
    );
    let fine = accepted.is_empty() && rejected.is_empty() && other_issues.is_empty();
    if !fine || !refused.is_empty() {
        return Err(summary.into());
    }
    Ok(())
}

fn judge_group(
    name: &str,
    group: &Value,
    draft: Draft,
    scratch: &Path,
    tally: &mut Tally,
) -> Result<(), Failed> {
    let tests = group["tests"].as_array().ok_or("a list of tests")?;
    tally.count += tests.len();
    let source = group["schema"].to_string();
    let document = Document::json("schema.json", source.as_bytes())?;
    let remotes = Remotes(suite().join("remotes"));
    let schema = Schema::read_at(&document, &Pointer::root(), Some(draft), &remotes)?;
    let validator = Validator::new(&schema, Formats::Annotate);
    let emitted = codegen::Namespace::new(None, schema.clone(), codegen::Formats::Annotate)
        .map_err(codegen::backend::RenderError::from)
        .and_then(|space| render(vec![space]));
    let emitted = match emitted {
        Ok(text) => text,
        Err(refusal) => {
            tally.refused.insert(format!("{name}: {refusal}"));
            tally.refused_tests += tests.len();
            return Ok(());
        }
    };
    let told = check_all(&emitted, tests.iter().map(|test| test["data"].to_string()), scratch)?;
    for (test, (status, issues)) in tests.iter().zip(told) {
        let name = format!("{name}: {}", test["description"].as_str().unwrap_or_default());
        match (status, test["valid"].as_bool()) {
            (0, Some(true)) | (1, Some(false)) => {}
            (0, _) => tally.accepted.push(name.clone()),
            _ => tally.rejected.push(format!("{name} (status {status})")),
        }
        let own = validator.validate(&test["data"]).map_err(|error| format!("{error:?}"))?;
        let own: BTreeSet<(String, String)> =
            own.iter().map(|issue| (issue.path.to_string(), issue.keyword.clone())).collect();
        if own != issues {
            tally.other_issues.push(format!("{name}: {issues:?}, skillgen: {own:?}"));
        }
    }
    Ok(())
}

pub(crate) fn render(
    namespaces: Vec<codegen::Namespace>,
) -> Result<String, codegen::backend::RenderError> {
    Bash.render(&models(namespaces), &codegen::backend::Options::default())
        .map(|files| files[0].text.clone())
}

/// A status, and the (path, keyword) of the issues.
type Said = (i32, BTreeSet<(String, String)>);

/// What `skill_check` says of each document: its status, and the (path, keyword) of its issues.
pub(crate) fn check_all(
    helper: &str,
    documents: impl Iterator<Item = String>,
    scratch: &Path,
) -> Result<Vec<Said>, Failed> {
    std::fs::write(scratch.join("helper.sh"), helper)?;
    let mut count = 0;
    for (index, document) in documents.enumerate() {
        std::fs::write(scratch.join(format!("{index}.json")), document)?;
        count += 1;
    }
    let script = ". ./helper.sh; for ((i = 0; i < $1; i++)); do skill_check \"$i.json\"; echo \"= $?\"; done";
    let mut command = Command::new("bash");
    command.args(["-c", script, "-", &count.to_string()]).current_dir(scratch);
    let output = run_with(command, b"");
    let (_, stdout, stderr) = text(&output);
    let (mut all, mut issues) = (Vec::new(), BTreeSet::new());
    for line in stdout.lines() {
        if let Some(status) = line.strip_prefix("= ") {
            all.push((status.parse()?, std::mem::take(&mut issues)));
            continue;
        }
        let issue: Value = serde_json::from_str(line).map_err(|e| format!("{e}: {line}"))?;
        let text = |key: &str| issue[key].as_str().unwrap_or_default().to_owned();
        issues.insert((text("path"), text("keyword")));
    }
    if all.len() != count || !stderr.lines().all(|line| line.starts_with("skill_check: ")) {
        return Err(format!("{} verdicts of {count}: {stderr}", all.len()).into());
    }
    Ok(all)
}
