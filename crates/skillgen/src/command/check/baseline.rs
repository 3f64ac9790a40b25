//! `check --baseline`: suppresses findings that existed before. A baseline names files relative to its own folder, so
//! that it works from any working folder.

use std::path::Path;

use lint::suppress::{BASELINE, Suppressed};
use lint::{Report, ReportedFinding};

use crate::baseline::{self, Baseline, Entry, Stale};
use crate::paths;

/// Writes the findings that nothing else suppresses, and keeps entries for paths that were not checked; returns both
/// counts.
pub(super) fn write(path: &Path, report: &Report, checked: &[String]) -> anyhow::Result<usize> {
    let kept = match path.exists() {
        true => Baseline::read(path, "--update-baseline")?.stale(),
        false => Vec::new(),
    };
    let kept: Vec<Stale> = kept.into_iter().filter(|one| !is_checked(path, one, checked)).collect();
    let open = report.live();
    let named: Vec<(&ReportedFinding, String)> =
        open.map(|found| (found, from_baseline(path, &found.finding.path))).collect();
    let entries = named.iter().map(|(found, name)| Entry {
        rule: &found.finding.rule,
        path: name,
        fingerprint: fingerprint(found, name),
        count: 1,
    });
    let kept = kept.iter().map(|one| Entry {
        rule: &one.rule,
        path: &one.path,
        fingerprint: one.fingerprint.clone(),
        count: one.count,
    });
    baseline::write(path, entries.chain(kept))
}

/// Marks the findings that the file lists. Returns the entries of the checked paths without a finding.
pub(super) fn mark(
    path: &Path,
    report: &mut Report,
    checked: &[String],
) -> anyhow::Result<Vec<Stale>> {
    let mut baseline = Baseline::read(path, "--update-baseline")?;
    for found in report.found.iter_mut().filter(|found| found.suppressed.is_none()) {
        let finding = &found.finding;
        let name = from_baseline(path, &finding.path);
        // A baseline of a former version names files relative to the working folder of that run.
        let accepted = baseline.accepts(&fingerprint(found, &name))
            || name != finding.path && baseline.accepts(&fingerprint(found, &finding.path));
        if accepted {
            found.suppressed = Some(Suppressed { reason: BASELINE.to_owned(), in_source: false });
        }
    }
    Ok(baseline.stale().into_iter().filter(|stale| is_checked(path, stale, checked)).collect())
}

/// Whether a baseline entry is below a checked path.
fn is_checked(baseline: &Path, stale: &Stale, checked: &[String]) -> bool {
    let file = paths::folder_of(baseline).join(&stale.path);
    checked.iter().any(|root| below(&file, Path::new(root)))
}

/// Whether a file, which may no longer exist, is below a checked path.
fn below(file: &Path, root: &Path) -> bool {
    let Ok(root) = std::fs::canonicalize(root) else { return false };
    let folder = file.ancestors().skip(1).find_map(|folder| std::fs::canonicalize(folder).ok());
    folder.is_some_and(|folder| folder.starts_with(&root)) || paths::same(file, &root)
}

/// The path of a file relative to the baseline's folder; unchanged if it is not a file, as in an archive.
fn from_baseline(baseline: &Path, shown: &str) -> String {
    let whole = |path: &Path| std::fs::canonicalize(path).ok();
    let (Some(folder), Some(file)) = (whole(paths::folder_of(baseline)), whole(Path::new(shown)))
    else {
        return shown.to_owned();
    };
    let up = folder.ancestors().position(|above| file.starts_with(above)).unwrap_or(0);
    let common = folder.ancestors().nth(up).unwrap_or(&folder);
    let rest = file.strip_prefix(common).unwrap_or(&file);
    format!("{}{}", "../".repeat(up), rest.to_string_lossy())
}

/// The key of a finding: rule, file, place in the document, and the message or its stable part.
pub(super) fn fingerprint(found: &ReportedFinding, path: &str) -> String {
    let finding = &found.finding;
    let identity = found.identity.as_deref().unwrap_or(&finding.message);
    baseline::fingerprint(&[&finding.rule, path, finding.pointer.as_str(), identity])
}
