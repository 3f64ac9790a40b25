//! The ends of a script with a failure: `exit 1`, and functions that exit.

use std::collections::BTreeSet;

use crate::model::{Call, Script};
use crate::part::Part;
use crate::word;

/// Whether a call ends the script, or its function, with a failure.
pub(crate) fn fails(call: &Call<'_>) -> bool {
    if call.place.captured || call.place.subshell || call.place.background {
        return false;
    }
    let Some(status) = call.words.get(1) else { return false };
    let number = status.trim_matches('"');
    let literal = number.chars().all(|c| c.is_ascii_digit()) && number.chars().any(|c| c != '0');
    match call.name.as_str() {
        "exit" => literal || number.starts_with('$'),
        "return" => literal,
        _ => false,
    }
}

/// Functions that end the script with a failure.
#[derive(Default)]
pub(crate) struct ExitingFunctions<'a> {
    /// They exit with their argument: `usage() { …; exit "${1:-0}"; }`.
    by_argument: BTreeSet<&'a str>,
    /// They know nothing of what they were called for: `usage() { …; exit 2; }`.
    always: BTreeSet<&'a str>,
}

impl<'a> ExitingFunctions<'a> {
    pub(crate) fn of(script: &'a Script<'a>) -> Self {
        let given = |word: &Part<'_>| {
            let word = word.trim_matches('"');
            word == "$1" || word == "${1}" || word.starts_with("${1:-")
        };
        let exits = |end: &Call<'_>| end.name == "exit" && fails(end) && !end.place.conditional;
        let mut all = Self::default();
        for function in script.functions.keys() {
            let (mut ends, mut asks) = (false, false);
            for call in script.body_of(function) {
                if call.name == "exit" && call.words.get(1).is_some_and(given) {
                    all.by_argument.insert(function);
                }
                ends |= exits(call) && call.place.block.len() == 1;
                let mut words = call.words.iter().chain(&call.assignments);
                asks |= words.any(|word| word::takes_arguments(word));
            }
            if ends && !asks {
                all.always.insert(function);
            }
        }
        all
    }

    /// Whether a call runs one of them so that the script fails.
    pub(crate) fn fail_with(&self, call: &Call<'_>) -> bool {
        let apart = call.place.captured || call.place.subshell || call.place.background;
        let status = call.words.get(1).map(|word| word.trim_matches('"')).unwrap_or_default();
        let fails = status.chars().all(|c| c.is_ascii_digit()) && status.contains(|c| c != '0');
        let name = call.name.as_str();
        !apart && (self.always.contains(name) || fails && self.by_argument.contains(name))
    }
}
