//! The report about helper files: missing, stale, edited or newer ones, by path.

use super::helper_file::{HelperFile, State};
use super::tree_plan::TreePlan;
use super::words::name;
use crate::render::markdown;
use crate::render::style::{BAD, GOOD, paint};
use crate::wire::migrate::HelperState;

/// The number of shown diff lines without `-v`.
const SHOWN: usize = 40;

/// Whether the run has written its files.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Run {
    /// No, it only reports.
    Reads,
    /// Yes.
    Writes,
}

/// The lines of the text report.
pub(super) fn text(plan: &TreePlan, run: Run, verbose: u8) -> String {
    let mut out = String::new();
    for helper in plan.helpers.all() {
        let Some(note) = helper.note() else { continue };
        let (word, style) = match (run, helper.is_written()) {
            (Run::Writes, true) => ("updated".to_owned(), GOOD),
            _ if helper.is_behind() => (helper.state.kind().to_string(), BAD),
            _ => (helper.state.kind().to_string(), GOOD),
        };
        let note = note.split("; `skillgen migrate`").next().filter(|_| word == "updated");
        let note = note.map_or_else(|| helper.note().unwrap_or_default(), str::to_owned);
        out.push_str(&format!("{}  {}\n", paint(style, &word), name(&note)));
        if let State::Edited { difference, .. } = &helper.state {
            let most = if verbose > 0 { usize::MAX } else { SHOWN };
            for line in difference.lines().take(most) {
                out.push_str(&format!("  {}\n", contract::text::safe(line)));
            }
            let more = difference.lines().count().saturating_sub(most);
            if more > 0 {
                out.push_str(&format!("  {more} more lines; -v shows them\n"));
            }
        }
    }
    out
}

/// A helper file, for JSON.
pub(super) fn state(helper: &HelperFile) -> HelperState {
    let (version, line, diff) = match &helper.state {
        State::Stale { version } | State::Newer { version } => (Some(version.clone()), None, None),
        State::Edited { line, difference } => (None, Some(*line), Some(difference.clone())),
        _ => (None, None, None),
    };
    HelperState {
        path: helper.path.to_string_lossy().into_owned(),
        state: helper.state.kind(),
        note: helper.note(),
        version,
        line,
        diff,
    }
}

/// Rows for the table of the Markdown report.
pub(super) fn rows(plan: &TreePlan) -> String {
    let row = |helper: &HelperFile| {
        let note = helper.note()?;
        let path = markdown::code_in_table(&name(&helper.path.to_string_lossy()));
        Some(format!(
            "| {path} | {} | {} |\n",
            helper.state.kind(),
            markdown::plain_in_table(&note)
        ))
    };
    plan.helpers.all().filter_map(row).collect()
}
