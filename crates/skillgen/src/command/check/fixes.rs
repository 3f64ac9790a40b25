//! `--fix`, `--unsafe-fixes`, `--diff`: applies the fixes of findings to files. Each file is replaced
//! completely or not at all; archives are never changed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use lint::{Fix, Report, Safety};
use similar::TextDiff;

use crate::{input, output};

/// The maximum number of rounds: a fix can uncover the next finding, as in frontmatter that then
/// parses.
const ROUNDS: usize = 5;

/// The result of fixing.
pub(super) struct Fixed {
    /// The remaining findings.
    pub(super) report: Report,
    /// The number of applied fixes.
    pub(super) applied: usize,
    /// The number of changed files.
    pub(super) files: usize,
    /// What was not applied and why, one line a file.
    pub(super) left: Vec<String>,
}

/// Applies fixes until none is left, and checks again after each round.
pub(super) fn apply(
    report: Report,
    risky: bool,
    check: impl Fn() -> anyhow::Result<Report>,
) -> anyhow::Result<Fixed> {
    let write = |path: &str, text: String| output::replace(Path::new(path), text.as_bytes());
    let rounds = in_rounds(report, risky, check, write)?;
    let left = left(&rounds.report, risky);
    Ok(Fixed { report: rounds.report, applied: rounds.applied, files: rounds.before.len(), left })
}

/// The result of all rounds.
struct Rounds {
    /// The remaining findings.
    report: Report,
    /// The number of applied fixes.
    applied: usize,
    /// The changed files with their first text.
    before: BTreeMap<String, String>,
}

/// Applies fixes until none is left: `write` changes a file, and `check` looks at the changed files.
fn in_rounds(
    mut report: Report,
    risky: bool,
    check: impl Fn() -> anyhow::Result<Report>,
    write: impl Fn(&str, String) -> anyhow::Result<()>,
) -> anyhow::Result<Rounds> {
    let mut applied = 0;
    let mut before = BTreeMap::new();
    for _ in 0..ROUNDS {
        let mut round = 0;
        for (path, fixes) in by_file(&report, risky) {
            let Ok(text) = read(&path) else { continue };
            let (fixed, count) = lint::fix::apply(&text, fixes);
            if fixed != text {
                write(&path, fixed)?;
                before.entry(path).or_insert(text);
                round += count;
            }
        }
        if round == 0 {
            break;
        }
        applied += round;
        report = check()?;
    }
    Ok(Rounds { report, applied, before })
}

/// Files with fixes that are not written.
fn left(report: &Report, risky: bool) -> Vec<String> {
    let files = by_file(report, risky).into_iter();
    let left = files.filter_map(|(path, fixes)| {
        let why = read(&path).err()?;
        let count = fixes.len();
        let noun = if count == 1 { "fix" } else { "fixes" };
        Some(format!("{}: {count} {noun} not applied: {why}", contract::text::safe(&path)))
    });
    left.collect()
}

/// What [`apply`] would change, as a unified diff, with the omitted files. Nothing is written: later rounds check the changed texts
/// in memory.
pub(super) fn preview(
    report: &Report,
    risky: bool,
    check: impl Fn() -> anyhow::Result<Report>,
) -> anyhow::Result<(String, Vec<String>)> {
    let write = |path: &str, text: String| {
        input::preview(Path::new(path), text.into_bytes());
        Ok(())
    };
    let rounds = in_rounds(report.clone(), risky, check, write)?;
    let mut out = String::new();
    let mut left = left(&rounds.report, risky);
    for (path, before) in rounds.before {
        let fixed = read(&path).map_err(|reason| anyhow::anyhow!("{path}: {reason}"))?;
        let name = contract::text::safe(&path);
        let diff = TextDiff::from_lines(before.as_str(), fixed.as_str());
        let diff =
            diff.unified_diff().header(&format!("a/{name}"), &format!("b/{name}")).to_string();
        let shown = safe_lines(&diff);
        if shown != diff {
            left.push(format!(
                "{name}: the diff shows control characters as \\u{{…}}, so that no tool applies it; --fix does"
            ));
        }
        out.push_str(&shown);
    }
    Ok((out, left))
}

/// The text without terminal control characters. A CR before a line end is kept, because a patch needs it.
pub(super) fn safe_lines(text: &str) -> String {
    text.split("\r\n").map(contract::text::safe).collect::<Vec<_>>().join("\r\n")
}

fn by_file(report: &Report, risky: bool) -> BTreeMap<String, Vec<&Fix>> {
    let mut files: BTreeMap<String, Vec<&Fix>> = BTreeMap::new();
    // Places in a JSON file are counted after its byte order mark, so that mark is removed first,
    // on its own.
    let marked: BTreeSet<&str> = report
        .found
        .iter()
        .filter(|found| found.finding.rule == "json-bom")
        .map(|found| found.finding.path.as_str())
        .collect();
    for found in report.live() {
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

/// The text of a regular file, or the reason why it is not written: it is in an archive, or is a
/// link.
fn read(path: &str) -> Result<String, String> {
    let path = Path::new(path);
    match std::fs::symlink_metadata(path) {
        Err(_) => {
            Err("it is no file of its own; unpack the archive, and fix what comes out".to_owned())
        }
        Ok(meta) if meta.is_symlink() => {
            let target = std::fs::read_link(path).unwrap_or_default();
            let target = contract::text::safe(&target.to_string_lossy());
            Err(format!("it is a link to {target}; fix that file"))
        }
        Ok(meta) if !meta.is_file() => Err("it is no regular file".to_owned()),
        Ok(_) => {
            let bytes =
                input::file(path, input::MAX_CONTRACT).map_err(|error| error.to_string())?;
            String::from_utf8(bytes).map_err(|_| "it is not UTF-8".to_owned())
        }
    }
}
