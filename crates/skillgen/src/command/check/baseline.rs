//! `--baseline`: findings that were there when somebody drew the line. They are known by what they say and
//! where in the document, not by their lines, so that editing above them changes nothing; each counts as
//! often as it was there.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context as _, bail};
use lint::Report;
use lint::suppress::{BASELINE, Suppressed};
use serde_json::{Map, Value, json};
use sha2::{Digest as _, Sha256};

use crate::{input, output};

/// Writes the findings of a report that nothing else answers for; says how many.
pub(super) fn write(path: &Path, report: &Report) -> anyhow::Result<usize> {
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    let mut lines: BTreeMap<String, Value> = BTreeMap::new();
    let mut total = 0;
    for found in report.found.iter().filter(|found| found.suppressed.is_none()) {
        let finding = &found.finding;
        let print = fingerprint(finding);
        *counts.entry(print.clone()).or_default() += 1;
        lines.insert(print, json!({"rule": finding.rule, "path": finding.path}));
        total += 1;
    }
    let entries: Vec<Value> = lines
        .into_iter()
        .map(|(print, mut line)| {
            line["count"] = json!(counts.get(&print));
            line["fingerprint"] = json!(print);
            line
        })
        .collect();
    let mut document = Map::new();
    document.insert("version".to_owned(), json!(1));
    document.insert("findings".to_owned(), Value::Array(entries));
    let text = crate::render::json::text(&Value::Object(document));
    output::replace(path, text.as_bytes())?;
    Ok(total)
}

/// Marks the findings that the file lists.
pub(super) fn mark(path: &Path, report: &mut Report) -> anyhow::Result<()> {
    let name = path.display().to_string();
    let bytes = input::file(path, input::MAX_DATA)
        .with_context(|| "--update-baseline writes one".to_owned())?;
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
    for found in report.found.iter_mut().filter(|found| found.suppressed.is_none()) {
        if let Some(count) = left.get_mut(&fingerprint(&found.finding)).filter(|count| **count > 0)
        {
            *count -= 1;
            found.suppressed = Some(Suppressed { reason: BASELINE.to_owned(), in_source: false });
        }
    }
    Ok(())
}

/// What a finding is known by: rule, file, place in the document, message.
pub(super) fn fingerprint(finding: &contract::Finding) -> String {
    let mut hash = Sha256::new();
    for part in [&finding.rule, &finding.path, finding.pointer.as_str(), &finding.message] {
        hash.update(part.as_bytes());
        hash.update([0]);
    }
    let digest = hash.finalize();
    digest.iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}
