//! Words that all reports use: a path as a line shows it, and what became of a script.

use migrate::Outcome;

/// A path on a line of text: without line ends, and unable to control a terminal.
pub(super) fn name(path: &str) -> String {
    contract::text::line(path)
}

/// The name of an outcome.
pub(super) fn word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Migrated => "migrated",
        Outcome::Already => "already migrated",
        Outcome::Nothing => "prints nothing",
        Outcome::Refused => "refused",
    }
}
