//! Messages that end a line of progress: `echo -n "config.py imports... "; x || echo "FAIL"` fails with
//! `config.py imports... FAIL`, and not with `FAIL`.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use crate::model::{Call, Sink};
use crate::pattern::ERROR;
use crate::planner::Planner;
use crate::said;
use crate::word::{self, Piece};

/// The prefixes of messages that are read from the printed line.
const KINDS: [&str; 3] = [ERROR, "failed", "reason"];

/// The maximum number of calls above a message among which the start of its line is searched.
const MOST: usize = 64;

/// The maximum number of words of a message that says too little without the start of its line.
const FEW: usize = 2;

/// The maximum number of bytes between the start of a line and its end.
const LONGEST: usize = 4_000;

impl<'a> Planner<'a> {
    /// States the whole line for each short message whose line another call begins.
    pub(crate) fn progress_lines(&mut self) {
        let at = |(index, call): (usize, &Call<'_>)| Some((call.at?, index));
        let indices: BTreeMap<usize, usize> =
            self.script.calls.iter().enumerate().filter_map(at).collect();
        let assigned = self.assigned_in_functions();
        let mut stated = Vec::new();
        for (number, edit) in self.edits.iter().enumerate() {
            let is_prefix = |kind: &&&str| *edit.text == *format!("skill_say {kind} ");
            let Some(kind) = KINDS.iter().find(is_prefix) else { continue };
            let Some(index) = indices.get(&edit.at) else { continue };
            let Some(start) = self.start_of_line(*index, &assigned) else { continue };
            let end = &self.script.calls[*index];
            if let Some(word) = said::joined((start, end), self.values, self.shell, FEW) {
                stated.push((number, format!("skill_say {kind}={word} ")));
            }
        }
        for (number, text) in stated {
            self.edits[number].text = text.into();
        }
    }

    /// The call that prints the start of the line which the call of this index ends: nothing else ends it on the way.
    fn start_of_line(
        &self,
        index: usize,
        assigned: &BTreeSet<(&str, &str)>,
    ) -> Option<&'a Call<'a>> {
        let (above, rest) = self.script.calls.split_at(index);
        let end = rest.first()?;
        for call in above.iter().rev().filter(|call| !call.place.captured).take(MOST) {
            if call.place.function != end.place.function {
                return None;
            }
            let prints = matches!(call.name.as_str(), "echo" | "printf") || call.heredoc.is_some();
            if !prints || call.place.sink == Sink::Away {
                continue;
            }
            let between = self.between(call, end)?;
            let is_above = end.place.block.starts_with(&call.place.block);
            if !is_above || call.place.conditional {
                // What another branch prints does not come before the end.
                if !is_other_branch(&between) {
                    return None;
                }
                continue;
            }
            return is_the_same(call, &between, assigned).then_some(call);
        }
        None
    }

    /// The text between two calls.
    fn between(&self, call: &Call<'_>, end: &Call<'_>) -> Option<Cow<'a, str>> {
        let (from, to) = (call.end, end.start?);
        let text = self.source.slice(from..to.max(from));
        (text.len() <= LONGEST && to >= from).then_some(text)
    }

    /// The variables that functions assign, each with the function.
    fn assigned_in_functions(&self) -> BTreeSet<(&'a str, &'a str)> {
        let calls = self.script.calls.iter();
        calls
            .filter_map(|call| Some((call, call.place.function.as_deref()?)))
            .flat_map(|(call, function)| {
                let words = call.assignments.iter().chain(call.words.iter().skip(1));
                let names = words.filter_map(|word| Some(word.split_once('=')?.0));
                names.map(move |name| (name.trim_end_matches('+'), function))
            })
            .collect()
    }
}

/// Whether the values of a call's variables are still the same behind this text.
fn is_the_same(call: &Call<'_>, behind: &str, assigned: &BTreeSet<(&str, &str)>) -> bool {
    let words = call.words.iter().skip(1);
    let mut holes = words.flat_map(|word| word::pieces(word)).filter_map(|piece| match piece {
        Piece::Hole { source, .. } => Some(source),
        Piece::Text(_) => None,
    });
    let has_word =
        |word: &str| behind.split(|c| !bash_syntax::is_name_char(c)).any(|other| other == word);
    let changes_arguments = || has_word("shift") || has_word("set");
    holes.all(|source| {
        let Some(name) = word::variable(source) else { return false };
        let is_argument = name.starts_with(|c: char| c.is_ascii_digit());
        let set = [format!("{name}="), format!("{name}+")];
        let is_set = set.iter().any(|set| behind.contains(set.as_str())) || has_word("read");
        let own = call.place.function.as_deref().unwrap_or_default();
        let mut functions = assigned.range((name, "")..).take_while(|(to, _)| *to == name);
        let changes = is_set
            || is_argument && changes_arguments()
            || functions.any(|(_, function)| *function != own);
        !changes
    })
}

/// Whether the text behind a command ends its branch, so that what follows runs without it: `… || { …`, `; else …`.
fn is_other_branch(behind: &str) -> bool {
    let first = behind.lines().next().unwrap_or_default();
    if first.contains("||") {
        return true;
    }
    let mut depth = 0_usize;
    let mut is_left = behind.contains(";;");
    for word in behind.split(|c: char| c.is_whitespace() || c == ';') {
        match word {
            "if" | "case" | "for" | "while" | "until" | "select" => depth += 1,
            "else" | "elif" => is_left |= depth == 0,
            "fi" | "esac" | "done" => match depth.checked_sub(1) {
                Some(less) => depth = less,
                None => return false,
            },
            _ => {}
        }
    }
    is_left
}
