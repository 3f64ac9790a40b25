//! The validator against the official suite: every required test of five drafts.

use std::path::{Path, PathBuf};

use contract::{Document, Draft, Loader, Pointer, Schema};
use libtest_mimic::{Failed, Trial};
use runtime::validate::{Formats, Validator};
use serde_json::Value;

use crate::support::suite;

/// The suite's folder `remotes`, which its schemas expect at a host of their own.
pub(crate) struct Remotes(pub(crate) PathBuf);

impl Loader for Remotes {
    fn load(&self, uri: &str) -> Result<Option<Vec<u8>>, String> {
        Ok(uri
            .strip_prefix("http://localhost:1234/")
            .and_then(|path| std::fs::read(self.0.join(path)).ok()))
    }
}

pub(crate) fn cases() -> Vec<Trial> {
    let drafts = [
        ("draft4", Draft::Draft4),
        ("draft6", Draft::Draft6),
        ("draft7", Draft::Draft7),
        ("draft2019-09", Draft::Draft2019),
        ("draft2020-12", Draft::Draft2020),
    ];
    drafts
        .into_iter()
        .map(|(folder, draft)| {
            Trial::test(format!("suite::{folder}"), move || judge_all(folder, draft))
        })
        .collect()
}

fn judge_all(folder: &str, draft: Draft) -> Result<(), Failed> {
    let files = Remotes(suite().join("remotes"));
    let (mut count, mut wrong) = (0, Vec::new());
    for path in json_files(&suite().join("tests").join(folder))? {
        let groups: Value = serde_json::from_slice(&std::fs::read(&path)?)?;
        for group in groups.as_array().ok_or("a list of groups")? {
            let text = group["schema"].to_string();
            let document = Document::json("schema.json", text.as_bytes())?;
            let schema = Schema::read_at(&document, &Pointer::root(), Some(draft), &files)?;
            let validator = Validator::new(&schema, Formats::Annotate);
            for test in group["tests"].as_array().ok_or("a list of tests")? {
                count += 1;
                let verdict = validator.validate(&test["data"]).map(|issues| issues.is_empty());
                let brief = validator.is_valid(&test["data"]);
                if verdict != brief || verdict.ok() != test["valid"].as_bool() {
                    let (group, test) = (&group["description"], &test["description"]);
                    wrong.push(format!("{}: {group}: {test}: {brief:?}", path.display()));
                }
            }
        }
    }
    if count < 500 {
        return Err(format!("only {count} tests found; run `cargo xtask tools`").into());
    }
    if !wrong.is_empty() {
        return Err(format!("{} of {count}:\n{}", wrong.len(), wrong.join("\n")).into());
    }
    Ok(())
}

/// The required tests: files directly in the folder, not its `optional` ones.
pub(crate) fn json_files(folder: &Path) -> Result<Vec<PathBuf>, Failed> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|e| e == "json"))
        .collect();
    files.sort();
    Ok(files)
}
