//! The findings of a report that count, and words about them that several formats share.

use std::fmt::Write as _;

use contract::{Finding, Level};
use lint::{Report, ReportedFinding};

/// The number of findings of a level.
pub(super) fn count(report: &Report, level: Level) -> usize {
    report.live().filter(|found| found.finding.level == level).count()
}

/// The findings of formats that show each among the lines of a change: infos only if they were asked for.
pub(super) fn annotated(report: &Report, all: bool) -> impl Iterator<Item = &ReportedFinding> {
    report.live().filter(move |found| all || found.finding.level != Level::Info)
}

/// How many infos [`annotated`] leaves out, in words; none where it leaves out none.
pub(super) fn infos_left_out(report: &Report, all: bool) -> Option<String> {
    let count = count(report, Level::Info);
    (!all && count > 0).then(|| format!("{}: --all shows them", some(count, "info")))
}

/// The message, the advice, and the link to the rule, for formats that show one text.
pub(super) fn with_advice(finding: &Finding) -> String {
    let mut text = finding.message.clone();
    if let Some(fix) = &finding.fix {
        let _ = write!(text, "\n{fix}");
    }
    let _ = write!(text, "\nskillgen explain {}", finding.rule);
    text
}

/// `1 file`, `2 files`.
pub(super) fn some(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}
