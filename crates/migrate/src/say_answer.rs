//! Scripts whose text is the answer, with an envelope that has a field for it: each command that prints the answer
//! gains the prefix.

use std::collections::BTreeSet;

use crate::answer::{self, RecognizedLines};
use crate::envelope::{Kind, Shell};
use crate::model::Call;
use crate::pattern;
use crate::planner::Planner;

/// Why the output of a command can't be recorded.
pub(crate) struct Unrecordable {
    pub(crate) line: usize,
    pub(crate) reason: &'static str,
}

impl Planner<'_> {
    /// Inserts the prefix before the commands that print the answer, or returns why one of them can't have
    /// it.
    pub(crate) fn say_answers(&mut self) -> Result<(), Unrecordable> {
        let lines = self.recognized_lines();
        let told = RecognizedLines { lines: &lines, results: &self.results };
        let calls = answer::answers(self.script, self.context, &told);
        let edited: BTreeSet<usize> = self.edits.iter().map(|edit| edit.at).collect();
        let execs = self.edits.iter().filter(|edit| edit.pattern == "exec");
        let execs: BTreeSet<usize> = execs.map(|edit| edit.at).collect();
        let mut places = Vec::new();
        for call in calls {
            if self.keeps(call) {
                continue;
            }
            places.push((self.recordable(call, &edited, &execs)?, call));
        }
        // The word for `exec` stands there already.
        let answers: BTreeSet<usize> = places.iter().map(|(at, _)| *at).collect();
        self.edits.retain(|edit| edit.pattern != "exec" || !answers.contains(&edit.at));
        for (at, call) in places {
            let kind = match call.name.as_str() {
                "exec" => "handover,answer",
                _ if call.place.joined => "answer,stderr",
                _ => "answer",
            };
            self.put(at, format!("skill_say {kind} "), call.line, pattern::ANSWER);
            self.tells.insert(pattern::ANSWER);
        }
        Ok(())
    }

    /// Are answers taken, in this envelope?
    pub(crate) fn takes_answers(&self) -> bool {
        self.options.kind == Kind::Helper && !self.options.skip_patterns.contains(&pattern::ANSWER)
    }

    /// Where the word stands in front of a command. `edited` are the places of all edits, `execs` those of the word for
    /// `exec`.
    fn recordable(
        &self,
        call: &Call<'_>,
        edited: &BTreeSet<usize>,
        execs: &BTreeSet<usize>,
    ) -> Result<usize, Unrecordable> {
        let because = |reason| Unrecordable { line: call.line, reason };
        let at = call.at.filter(|_| self.context.editable(call) && call.start.is_some());
        let at = at.ok_or(because("it stands where no word can be put in front of it"))?;
        if call.place.background {
            return Err(because("a background job may go on after the script"));
        }
        if self.script.aliased(&call.name) {
            return Err(because(
                "it is an alias, which is expanded at the start of a command only",
            ));
        }
        if call.name == "exec" && !execs.contains(&at) {
            return Err(because("`exec` ends a subshell here"));
        }
        if self.shell == Shell::Sh {
            let assigns = !call.assignments.is_empty()
                || call.start.is_some_and(|start| edited.contains(&start));
            if assigns && call.name != "exec" {
                return Err(because(
                    "in sh, an assignment in front of it would not reach the program",
                ));
            }
            if call.name.is_empty() && !self.script.functions.is_empty() {
                return Err(because("in sh, `set -e` would not end a function that it may run"));
            }
        }
        Ok(at)
    }
}
