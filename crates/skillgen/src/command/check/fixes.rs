//! `--fix`, `--unsafe-fixes`, `--diff`: the fixes of the findings, applied to the files. Each file is
//! replaced whole or not at all; archives are never changed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use lint::{Fix, Report, Safety};
use similar::TextDiff;

use crate::{input, output};

/// Rounds of fixing: one fix can uncover the next finding (frontmatter that parses at last).
const ROUNDS: usize = 5;

/// What fixing did.
pub(super) struct Fixed {
    /// The findings afterwards.
    pub(super) report: Report,
    /// How many fixes were applied.
    pub(super) applied: usize,
    /// In how many files.
    pub(super) files: usize,
}

/// Applies fixes until none is left, checking again after each round.
pub(super) fn apply(
    mut report: Report,
    risky: bool,
    check: impl Fn() -> anyhow::Result<Report>,
) -> anyhow::Result<Fixed> {
    let mut applied = 0;
    let mut touched = BTreeSet::new();
    for _ in 0..ROUNDS {
        let mut round = 0;
        for (path, fixes) in by_file(&report, risky) {
            let Some(text) = read(&path) else { continue };
            let (fixed, count) = lint::fix::apply(&text, fixes);
            if fixed != text {
                output::replace(Path::new(&path), fixed.as_bytes())?;
                touched.insert(path);
                round += count;
            }
        }
        if round == 0 {
            break;
        }
        applied += round;
        report = check()?;
    }
    Ok(Fixed { report, applied, files: touched.len() })
}

/// The first round of fixes as a unified diff.
pub(super) fn preview(report: &Report, risky: bool) -> anyhow::Result<String> {
    let mut out = String::new();
    for (path, fixes) in by_file(report, risky) {
        let Some(text) = read(&path) else { continue };
        let (fixed, _) = lint::fix::apply(&text, fixes);
        let name = contract::text::safe(&path);
        let diff = TextDiff::from_lines(text.as_str(), fixed.as_str());
        let diff =
            diff.unified_diff().header(&format!("a/{name}"), &format!("b/{name}")).to_string();
        out.push_str(&contract::text::safe(&diff));
    }
    Ok(out)
}

fn by_file(report: &Report, risky: bool) -> BTreeMap<String, Vec<&Fix>> {
    let mut files: BTreeMap<String, Vec<&Fix>> = BTreeMap::new();
    // The places in a JSON file are counted behind its byte order mark: that goes first, alone.
    let marked: BTreeSet<&str> = report
        .found
        .iter()
        .filter(|found| found.finding.rule == "json-bom")
        .map(|found| found.finding.path.as_str())
        .collect();
    for found in report.found.iter().filter(|found| found.suppressed.is_none()) {
        let Some(fix) = &found.fix else { continue };
        let finding = &found.finding;
        if marked.contains(finding.path.as_str()) && finding.rule != "json-bom" {
            continue;
        }
        if risky || fix.safety == Safety::Safe {
            files.entry(found.finding.path.clone()).or_default().push(fix);
        }
    }
    files
}

/// The text of a regular file; a path inside an archive is none.
fn read(path: &str) -> Option<String> {
    let path = Path::new(path);
    let regular = std::fs::symlink_metadata(path).is_ok_and(|meta| meta.is_file());
    let bytes = regular.then(|| input::file(path, input::MAX_CONTRACT).ok()).flatten()?;
    String::from_utf8(bytes).ok()
}
