//! Words that all reports use: a path as a line shows it, and what became of a script.

use migrate::Outcome;

/// A path in a line of text: it holds no line end, and steers no terminal.
pub(super) fn name(path: &str) -> String {
    contract::text::line(path)
}

/// The word of an outcome.
pub(super) fn word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Migrated => "migrated",
        Outcome::Already => "already",
        Outcome::Nothing => "nothing",
        Outcome::Refused => "refused",
    }
}
