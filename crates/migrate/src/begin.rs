//! The line that sources the helper, and the parts of the helper.

use std::collections::BTreeSet;

use contract::bash_helper::Part;

use crate::edit::Edit;
use crate::envelope::{self, Line, SAY, SAY_BY_OTHER_NAME, Says};
use crate::model::Call;
use crate::options::Placement;
use crate::pattern;
use crate::place::Insertion;
use crate::planner::Planner;

impl Planner<'_> {
    /// Inserts the envelope.
    pub(crate) fn begin(&mut self, place: &Insertion) {
        let calls = self.edits.iter().any(|edit| edit.text.contains("skill_say"));
        let says = match self.own_say() {
            _ if !calls => Says::Nothing,
            Some(_) => Says::ByOtherName,
            None => Says::Something,
        };
        let errexit = place.is_behind_errexit(self.source);
        let line = Line { shell: self.shell, says, stdout: self.stdout, room: place.room, errexit };
        let text = match self.options.helper {
            Placement::Script => {
                envelope::fenced(line, self.options.kind, &self.options.confidence, &self.parts())
            }
            Placement::File => line.text(),
        };
        let edit = Edit { len: place.len, ..Edit::put(place.at, text, place.line, "envelope") };
        self.edits.insert(0, edit);
    }

    /// The parts of the helper that the edits use.
    pub(crate) fn parts(&self) -> BTreeSet<Part> {
        let kinds = self.edits.iter().filter_map(|edit| edit.text.strip_prefix("skill_say "));
        let mut parts: BTreeSet<Part> = kinds.flat_map(parts_of_kind).collect();
        if self.waits || self.lists_traps {
            parts.insert(Part::Traps);
        }
        if self.edits.iter().any(|edit| self.records_here_document(edit)) {
            parts.insert(Part::Heredoc);
        }
        if self.records_in_loops() {
            parts.insert(Part::Loops);
        }
        if self.script.calls.iter().any(may_set_traps) {
            parts.insert(Part::Exit);
        }
        if self.own_say().is_some() {
            parts.insert(Part::SkillRun);
        }
        parts.extend(self.options.asked.output.iter().flatten());
        parts
    }

    /// Whether an edit records what `cat` prints.
    fn records_here_document(&self, edit: &Edit) -> bool {
        let command = self.source.bytes().get(edit.at..).unwrap_or_default();
        edit.text.starts_with(SAY) && command.starts_with(b"cat")
    }

    /// Whether a value is recorded in a loop, or in a function that a loop calls. The reason of a failure is recorded once.
    fn records_in_loops(&self) -> bool {
        let looped = self.functions_in_loops();
        let records = |edit: &&Edit| edit.text.starts_with(SAY) && edit.pattern != pattern::REASON;
        let places: BTreeSet<usize> =
            self.edits.iter().filter(records).map(|edit| edit.at).collect();
        let recorded = |call: &&Call<'_>| call.at.is_some_and(|at| places.contains(&at));
        places.iter().any(|at| self.is_in_loop(*at))
            || self.script.calls.iter().filter(recorded).any(|call| is_within(call, &looped))
    }

    fn is_in_loop(&self, at: usize) -> bool {
        self.loops.iter().any(|range| range.contains(&at))
    }

    /// The functions that a loop calls, directly or by another function.
    fn functions_in_loops(&self) -> BTreeSet<&str> {
        let calls = || self.script.calls.iter().filter(|call| self.script.defines(&call.name));
        let mut looped = BTreeSet::new();
        loop {
            let is_looped = |call: &&Call<'_>| {
                call.at.is_some_and(|at| self.is_in_loop(at)) || is_within(call, &looped)
            };
            let found: BTreeSet<&str> =
                calls().filter(is_looped).map(|call| call.name.as_str()).collect();
            if found.len() == looped.len() {
                return found;
            }
            looped = found;
        }
    }

    /// The line of the script's own function `skill_say`.
    pub(crate) fn own_say(&self) -> Option<usize> {
        self.script.functions.get("skill_say").copied()
    }

    /// Notes on functions of the script that have the name of one of the helper's.
    pub(crate) fn own_functions(&self) -> impl Iterator<Item = (usize, String)> {
        const DOCUMENTED: [&str; 5] = [
            "skill_confidence",
            "skill_deliverable",
            "skill_error",
            "skill_metric",
            "skill_success",
        ];
        let lines = DOCUMENTED.iter().filter_map(|name| {
            let line = self.script.functions.get(*name)?;
            Some((
                *line,
                format!("a function `{name}` of the script: the helper's is not available in it"),
            ))
        });
        lines.collect::<Vec<_>>().into_iter()
    }

    /// The edits, with `skill_run` in a script that has a function `skill_say`.
    pub(crate) fn named_edits(&self) -> Vec<Edit> {
        let mut edits = self.edits.clone();
        if self.own_say().is_some() {
            for edit in edits.iter_mut().filter(|edit| edit.pattern != "envelope") {
                edit.text = edit.text.replacen(SAY, SAY_BY_OTHER_NAME, 1).into();
            }
        }
        edits.sort_by_key(|edit| edit.at);
        edits
    }
}

/// The parts of the helper for a kind of `skill_say`.
fn parts_of_kind(kind: &str) -> impl Iterator<Item = Part> {
    let words = kind.split(' ').next().unwrap_or_default();
    let names = || words.split([',', ':']).filter_map(|word| word.split(['=', '.']).next());
    let searched = names().any(|name| matches!(name, "text" | "all" | "lines"));
    let part = |name: &str| match name {
        "handover" => Some(Part::Exec),
        "own_text" => Some(Part::OwnText),
        "deliverable" => Some(Part::Files),
        "confidence" => Some(Part::Confidence),
        "answer" => Some(Part::Answer),
        name if is_argument(name) => Some(Part::Argument),
        _ => None,
    };
    let numbered = words.starts_with("metric.") && !words.contains('=') && words.contains(':');
    let reader = |name: &str| match name {
        "text" | "all" | "lines" => Some(Part::Text),
        "deliverable" => Some(Part::TextFiles),
        "metric" => Some(Part::TextMetric),
        "error" => Some(Part::TextError),
        "status" => Some(Part::TextStatus),
        _ => None,
    };
    let mut parts: BTreeSet<Part> = names().filter_map(part).collect();
    if numbered {
        parts.insert(Part::Numbers);
    }
    if searched {
        parts.extend(names().filter_map(reader));
    }
    parts.into_iter()
}

/// Whether a word of a kind is `arg2`.
fn is_argument(name: &str) -> bool {
    name.strip_prefix("arg").is_some_and(|number| number.bytes().all(|b| b.is_ascii_digit()))
}

/// Whether a call stands in one of these functions.
fn is_within(call: &Call<'_>, functions: &BTreeSet<&str>) -> bool {
    call.place.function.as_deref().is_some_and(|function| functions.contains(function))
}

/// Whether a call sets a trap, or runs text that may do so.
fn may_set_traps(call: &Call<'_>) -> bool {
    let name = match call.name.as_str() {
        "command" | "builtin" => call.words.get(1).map_or("", |word| word.as_str()),
        name => name,
    };
    matches!(name, "trap" | "source" | "." | "eval")
}

#[cfg(test)]
mod tests {
    use crate::{Options, plan};

    #[test]
    fn a_function_with_a_documented_name_is_noted() {
        let script =
            "#!/usr/bin/env bash\n\nskill_error() { echo \"mine: $*\"; }\necho \"Error: x\"\n";
        let plan = plan(script.as_bytes(), &Options::default());
        let note = (
            3,
            "a function `skill_error` of the script: the helper's is not available in it"
                .to_owned(),
        );
        assert!(plan.notes.contains(&note), "{:?}", plan.notes);
    }
}
