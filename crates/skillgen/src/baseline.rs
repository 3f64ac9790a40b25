//! Baselines: findings that were there when somebody drew the line. They are known by what they say and
//! where in the document, not by their lines, so that editing above them changes nothing; each counts as
//! often as it was there.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context as _, bail};
use serde_json::{Map, Value, json};
use sha2::{Digest as _, Sha256};

use crate::{input, output};

/// A finding as a baseline keeps it.
pub(crate) struct Entry<'f> {
    /// The rule's id.
    pub(crate) rule: &'f str,
    /// The file.
    pub(crate) path: &'f str,
    /// What it is known by.
    pub(crate) fingerprint: String,
}

/// What a baseline accepts.
pub(crate) struct Baseline {
    left: BTreeMap<String, u64>,
}

impl Baseline {
    /// Reads a baseline; `option` is the one that writes it.
    pub(crate) fn read(path: &Path, option: &str) -> anyhow::Result<Baseline> {
        let name = path.display().to_string();
        let bytes =
            input::file(path, input::MAX_DATA).with_context(|| format!("{option} writes one"))?;
        let document = contract::Document::json(&name, &bytes)?;
        let Some(entries) = document.value().get("findings").and_then(Value::as_array) else {
            bail!("{name}: no baseline: expected the key \"findings\"")
        };
        let mut left: BTreeMap<String, u64> = BTreeMap::new();
        for entry in entries {
            let print = entry.get("fingerprint").and_then(Value::as_str);
            let count = entry.get("count").and_then(Value::as_u64).unwrap_or(1);
            if let Some(print) = print {
                *left.entry(print.to_owned()).or_default() += count;
            }
        }
        Ok(Baseline { left })
    }

    /// Whether the finding is accepted; each time that it was there counts once.
    pub(crate) fn accepts(&mut self, fingerprint: &str) -> bool {
        match self.left.get_mut(fingerprint).filter(|count| **count > 0) {
            Some(count) => {
                *count -= 1;
                true
            }
            None => false,
        }
    }
}

/// Writes the findings; says how many.
pub(crate) fn write<'f>(
    path: &Path,
    findings: impl Iterator<Item = Entry<'f>>,
) -> anyhow::Result<usize> {
    let mut entries: BTreeMap<String, (Value, u64)> = BTreeMap::new();
    let mut total = 0;
    for finding in findings {
        let line = json!({"rule": finding.rule, "path": finding.path});
        entries.entry(finding.fingerprint).or_insert((line, 0)).1 += 1;
        total += 1;
    }
    let entries = entries.into_iter().map(|(print, (mut line, count))| {
        line["count"] = json!(count);
        line["fingerprint"] = json!(print);
        line
    });
    let mut document = Map::new();
    document.insert("version".to_owned(), json!(1));
    document.insert("findings".to_owned(), entries.collect());
    let text = crate::render::json::text(&Value::Object(document));
    output::replace(path, text.as_bytes())?;
    Ok(total)
}

/// What a finding is known by.
pub(crate) fn fingerprint(parts: &[&str]) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update(part.as_bytes());
        hash.update([0]);
    }
    let digest = hash.finalize();
    digest.iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}
