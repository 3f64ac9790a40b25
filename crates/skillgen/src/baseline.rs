//! Baselines: accepted findings. They are identified by their content and their place in the document,
//! not by line numbers, so edits above them change nothing. Each entry counts the occurrences.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use serde_json::{Map, Value, json};
use sha2::{Digest as _, Sha256};

use crate::{input, output};

/// The version of the format.
const VERSION: u64 = 1;

/// An accepted finding.
pub(crate) struct Entry<'f> {
    /// The rule's id.
    pub(crate) rule: &'f str,
    /// The file.
    pub(crate) path: &'f str,
    /// Its key.
    pub(crate) fingerprint: String,
    /// The number of occurrences.
    pub(crate) count: u64,
}

/// What a baseline accepts.
pub(crate) struct Baseline {
    left: BTreeMap<String, Accepted>,
}

/// An accepted finding, with its remaining count.
struct Accepted {
    rule: String,
    path: String,
    count: u64,
}

/// A baseline entry without a present finding.
pub(crate) struct Stale {
    /// The rule's id.
    pub(crate) rule: String,
    /// The file, as the baseline names it.
    pub(crate) path: String,
    /// Its key.
    pub(crate) fingerprint: String,
    /// The number of missing findings.
    pub(crate) count: u64,
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
        if let Some(version) =
            document.value().get("version").filter(|version| **version != json!(VERSION))
        {
            bail!(
                "{name}: a baseline of version {version}; this skillgen reads version {VERSION}; {option} writes it anew"
            )
        }
        let mut left: BTreeMap<String, Accepted> = BTreeMap::new();
        for entry in entries {
            let text = |key: &str| entry.get(key).and_then(Value::as_str).unwrap_or_default();
            let print = entry.get("fingerprint").and_then(Value::as_str);
            let count = entry.get("count").and_then(Value::as_u64).unwrap_or(1);
            if let Some(print) = print {
                let new = || Accepted {
                    rule: text("rule").to_owned(),
                    path: text("path").to_owned(),
                    count: 0,
                };
                left.entry(print.to_owned()).or_insert_with(new).count += count;
            }
        }
        Ok(Baseline { left })
    }

    /// Whether the finding is accepted; each entry accepts as many findings as it counts.
    pub(crate) fn accepts(&mut self, fingerprint: &str) -> bool {
        match self.left.get_mut(fingerprint).filter(|accepted| accepted.count > 0) {
            Some(accepted) => {
                accepted.count -= 1;
                true
            }
            None => false,
        }
    }

    /// The unused entries, by rule and path.
    pub(crate) fn stale(self) -> Vec<Stale> {
        let left = self.left.into_iter().filter(|(_, accepted)| accepted.count > 0);
        let mut stale: Vec<Stale> = left
            .map(|(fingerprint, one)| Stale {
                rule: one.rule,
                path: one.path,
                fingerprint,
                count: one.count,
            })
            .collect();
        stale.sort_by(|a, b| (&a.path, &a.rule).cmp(&(&b.path, &b.rule)));
        stale
    }
}

/// The file of the key `baseline` in skillgen.toml. It must be below the folder of skillgen.toml, because a repository
/// brings that file and `--update-baseline` writes there.
pub(crate) fn bounded_baseline(table: &str, folder: &Path, file: &str) -> anyhow::Result<PathBuf> {
    crate::paths::bounded(folder, file)
        .map_err(|why| anyhow::anyhow!("{table}.baseline {file:?} {why}; name it with --baseline"))
}

/// Writes the findings; returns their number.
pub(crate) fn write<'f>(
    path: &Path,
    findings: impl Iterator<Item = Entry<'f>>,
) -> anyhow::Result<usize> {
    let mut entries: BTreeMap<String, (Value, u64)> = BTreeMap::new();
    let mut total = 0;
    for finding in findings {
        let line = json!({"rule": finding.rule, "path": finding.path});
        entries.entry(finding.fingerprint).or_insert((line, 0)).1 += finding.count;
        total += usize::try_from(finding.count).unwrap_or(usize::MAX);
    }
    let entries = entries.into_iter().map(|(print, (mut line, count))| {
        line["count"] = json!(count);
        line["fingerprint"] = json!(print);
        line
    });
    let mut document = Map::new();
    document.insert("version".to_owned(), json!(VERSION));
    document.insert("findings".to_owned(), entries.collect());
    let text = crate::render::json::text(&Value::Object(document));
    output::replace(path, text.as_bytes())?;
    Ok(total)
}

/// The key of a finding.
pub(crate) fn fingerprint(parts: &[&str]) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update(part.as_bytes());
        hash.update([0]);
    }
    let digest = hash.finalize();
    digest.iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}
