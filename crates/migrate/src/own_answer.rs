//! Scripts that run themselves: `n=$(bash "$0" --count)` reads what the script prints, which is the envelope once it is migrated.
//!
//! Such a call gains `SKILLGEN_STDOUT=text` in front, so that it gets the text that it got before.

use crate::edit::CONSUMER;
use crate::model::Call;
use crate::planner::Planner;
use crate::refusal::Refusal;
use crate::self_reads::own;

const ASKS_FOR_TEXT: &str = "SKILLGEN_STDOUT=text ";

/// Whether a call runs the script itself.
fn runs_itself(call: &Call) -> bool {
    const SHELLS: [&str; 3] = ["bash", "sh", "-exec"];
    let words: Vec<&str> = call.words.iter().map(|word| word.as_str()).collect();
    let behind_shell = |index: usize| {
        let before =
            words[..index].iter().rev().find(|word| !word.starts_with('-') || **word == "-exec");
        before.is_some_and(|word| SHELLS.contains(&word.rsplit('/').next().unwrap_or(word)))
    };
    let runs = |(index, word): (usize, &&str)| own(word) && (index == 0 || behind_shell(index));
    // `exec` passes the caller's stdout on, and the new run prints the envelope.
    call.name != "exec" && words.iter().enumerate().any(runs)
}

/// Whether the environment does not reach the command.
fn clears_environment(call: &Call) -> bool {
    let cleared = matches!(call.name.as_str(), "sudo" | "ssh" | "su");
    cleared || call.name == "env" && call.words.iter().any(|word| word == "-i" || word == "-")
}

impl Planner<'_> {
    /// Inserts the variable before each call of the script itself.
    pub(crate) fn own_answers(&mut self) -> Vec<Refusal> {
        let mut refusals = Vec::new();
        for call in self.script.calls.iter().filter(|call| runs_itself(call)) {
            let Some(at) = call.start.filter(|_| !clears_environment(call)) else {
                let reason = "runs the script itself, which would get the envelope; set SKILLGEN_STDOUT=text for it by hand";
                refusals.push(Refusal::new(call.line, reason));
                continue;
            };
            let asks = call.assignments.iter().any(|word| word.starts_with("SKILLGEN_STDOUT="))
                || self.source.bytes()[..at].ends_with(ASKS_FOR_TEXT.as_bytes());
            if !asks {
                self.put(at, ASKS_FOR_TEXT, call.line, CONSUMER);
            }
        }
        refusals
    }
}
