//! `check --baseline`: leaves out the findings that were there before.

use std::path::Path;

use lint::Report;
use lint::suppress::{BASELINE, Suppressed};

use crate::baseline::{self, Baseline, Entry};

/// Writes the findings of a report that nothing else answers for; says how many.
pub(super) fn write(path: &Path, report: &Report) -> anyhow::Result<usize> {
    let open = report.found.iter().filter(|found| found.suppressed.is_none());
    let entries = open.map(|found| Entry {
        rule: &found.finding.rule,
        path: &found.finding.path,
        fingerprint: fingerprint(&found.finding),
    });
    baseline::write(path, entries)
}

/// Marks the findings that the file lists.
pub(super) fn mark(path: &Path, report: &mut Report) -> anyhow::Result<()> {
    let mut baseline = Baseline::read(path, "--update-baseline")?;
    for found in report.found.iter_mut().filter(|found| found.suppressed.is_none()) {
        if baseline.accepts(&fingerprint(&found.finding)) {
            found.suppressed = Some(Suppressed { reason: BASELINE.to_owned(), in_source: false });
        }
    }
    Ok(())
}

/// What a finding is known by: rule, file, place in the document, message.
pub(super) fn fingerprint(finding: &contract::Finding) -> String {
    baseline::fingerprint(&[
        &finding.rule,
        &finding.path,
        finding.pointer.as_str(),
        &finding.message,
    ])
}
