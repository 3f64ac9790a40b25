//! The reader against strangers: every schema of the official suite is one, with its remotes given
//! alongside.

use std::path::{Path, PathBuf};

use contract::{Document, Draft, Loader, Pointer, Schema};
use libtest_mimic::{Failed, Trial};
use serde_json::Value;

use crate::support::suite;

/// The suite's folder `remotes`, which its schemas expect at a host of their own.
struct Remotes(PathBuf);

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
            Trial::test(format!("reading::suite_{folder}"), move || read_all(folder, draft))
        })
        .collect()
}

fn read_all(folder: &str, draft: Draft) -> Result<(), Failed> {
    let files = Remotes(suite().join("remotes"));
    let mut count = 0;
    for path in json_files(&suite().join("tests").join(folder)) {
        let text = std::fs::read(&path)?;
        let groups: Value = serde_json::from_slice(&text)?;
        for group in groups.as_array().ok_or("a list of groups")? {
            let text = group["schema"].to_string();
            let document = Document::json("schema.json", text.as_bytes())?;
            Schema::read_at(&document, &Pointer::root(), Some(draft), &files)
                .map_err(|e| format!("{}: {}: {e}", path.display(), group["description"]))?;
            count += 1;
        }
    }
    if count < 100 {
        return Err(format!("only {count} schemas found; run `cargo xtask tools`").into());
    }
    Ok(())
}

/// The required tests: files directly in the folder, not its `optional` ones.
fn json_files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .map(|entries| entries.filter_map(|e| Some(e.ok()?.path())).collect())
        .unwrap_or_default();
    files.retain(|p| p.extension().is_some_and(|e| e == "json"));
    files.sort();
    files
}
