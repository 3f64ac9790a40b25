//! The exits of a script: literal codes of `exit`, with the text printed just before.

use crate::infer::usage::plain;
use crate::infer::{Evidence, Exit, Reading};
use crate::word;

/// The maximum number of calls examined before an exit.
const MOST: usize = 64;

pub(super) fn of(reading: &Reading<'_>) -> Vec<Exit> {
    let calls = &reading.script.calls;
    let mut found: Vec<Exit> = Vec::new();
    for (index, call) in calls.iter().enumerate() {
        if call.name != "exit" || call.place.captured || call.place.subshell {
            continue;
        }
        let Some(code) =
            call.words.get(1).and_then(|w| word::literal(w)).and_then(|w| w.parse().ok())
        else {
            continue;
        };
        let said = calls[..index]
            .iter()
            .rev()
            .take(MOST)
            .take_while(|c| {
                c.place.block == call.place.block && c.place.function == call.place.function
            })
            // In the script's own list, only the same line belongs to it.
            .take_while(|c| !call.place.block.is_empty() || c.line == call.line)
            .find(|c| matches!(c.name.as_str(), "echo" | "printf"))
            .map(|c| plain(&c.words[1..]).trim().to_owned())
            .filter(|_| code != 0);
        let text = said.filter(|t| !t.is_empty()).unwrap_or_else(|| format!("exit {code}"));
        let text = text.lines().next().unwrap_or("").to_owned();
        found.push(Exit { code, evidence: Evidence { line: call.line, text } });
    }
    found.sort_by(|a, b| (a.code, &a.evidence).cmp(&(b.code, &b.evidence)));
    found
}
