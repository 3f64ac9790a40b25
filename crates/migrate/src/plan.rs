//! Plans a script: its edits, or the reasons why there are none.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::answer::{self, Gain, RecognizedLines};
use crate::check::settled;
use crate::context::Context;
use crate::envelope::{Shell, stdout_of};
use crate::json_option::json_option;
use crate::keep::{self, Keep};
use crate::measure;
use crate::model::{Call, Script};
use crate::options::{Choice, Options};
use crate::parse;
use crate::place::{descriptor, insertion, interpreter, used};
use crate::planner::Planner;
use crate::refusal::Refusal;
use crate::refuse;
use crate::script_plan::{LeftLines, Outcome, ScriptPlan};
use crate::self_reads;
use crate::source::Source;
use crate::sourced_dependency;
use crate::sourced_scripts::SourcedScripts;
use crate::sources::sources;
use crate::syntax::{Kind, Tree};
use crate::uncertain::UncertainLines;
use crate::values::Values;

/// Plans a script that has not been migrated.
pub(crate) fn first(source: &Source<'_>, options: &Options) -> ScriptPlan {
    let read = parse::parse(source).map(|tree| (parse::flat(source, &tree), tree));
    let sources = read.as_ref().map_or_else(|_| Vec::new(), |(script, _)| sources(script));
    ScriptPlan { sources, ..of(source, read, options) }
}

fn of(
    source: &Source<'_>,
    read: Result<(Script, Tree), parse::Unreadable>,
    options: &Options,
) -> ScriptPlan {
    let shell = match interpreter(source) {
        Ok(shell) => shell,
        Err(refusal) => return ScriptPlan::without(Outcome::Refused, vec![refusal]),
    };
    let (mut script, tree) = match read {
        Ok(read) => read,
        Err(error) => {
            return ScriptPlan::without(
                Outcome::Refused,
                vec![Refusal::new(error.line, error.reason)],
            );
        }
    };
    let (others, aliases) = sourced_dependency::taken(&options.beside);
    script.aliases.extend(aliases);
    let context = Context::of(&script);
    let printed = refuse::printed(&script, &context);
    let keep = Keep::of(source, &tree);
    if let Some(line) = keep.whole {
        return ScriptPlan {
            kept: Some(line),
            ..ScriptPlan::without(Outcome::Nothing, Vec::new())
        };
    }
    if let (true, Some((line, why))) = (printed.is_envelope(), &printed.fault) {
        let reason = format!("prints an envelope that can't be read: {why}; mend it");
        return ScriptPlan::without(Outcome::Refused, vec![Refusal::new(*line, reason)]);
    }
    if printed.is_envelope() {
        return ScriptPlan::without(Outcome::Already, Vec::new());
    }
    if printed.text.is_empty() && printed.json.is_empty() {
        return ScriptPlan::without(Outcome::Nothing, Vec::new());
    }
    let mut refusals = Vec::new();
    if options.sourced {
        refusals.push(Refusal::new(
            1,
            "is sourced by another script, and prints to the stdout of that one; migrate the script that sources it",
        ));
    }
    for (lines, what) in
        [(&printed.envelope, "the envelope, and text beside it"), (&printed.json, "JSON")]
    {
        if let Some(line) = lines.first() {
            let reason = format!(
                "prints {what} on stdout, which would move to standard error; print the envelope instead, or write the data to a file"
            );
            refusals.push(Refusal::new(*line, reason));
        }
    }
    if refusals.is_empty()
        && let Some(line) = json_option(&script, source, &tree)
    {
        refusals.push(Refusal::new(
            line,
            "prints JSON on stdout if an option asks for it, which would move to standard error; print the envelope instead",
        ));
    }
    let own_lines = self_reads::own_lines(source, &script.calls);
    let Some(place) = insertion(source, own_lines) else {
        return ScriptPlan::without(Outcome::Nothing, Vec::new());
    };
    refusals.extend(refuse::by_call(&script, &context, place.line, shell));
    let escapes = shell == Shell::Sh || echoes_escapes(&script);
    let sourced = SourcedScripts::of(&script, options);
    let mut looped = measure::loops(&source.text());
    sourced.files.iter().for_each(|file| looped.extend(measure::loops(&file.text)));
    let scripts = sourced.files.iter().map(|file| &file.script);
    let values = Values::certain(&script, scripts, sourced.are_all, escapes, looped);
    let planner_with = |options| Planner {
        source,
        script: &script,
        context: &context,
        options,
        values: &values,
        sourced: &sourced,
        edits: Vec::new(),
        shell,
        stdout: stdout_of(shell),
        tells: BTreeSet::new(),
        stated_aside: BTreeSet::new(),
        waits: false,
        lists_traps: false,
        loops: loops(&tree),
        results: Vec::new(),
        uncertain: UncertainLines::default(),
        keep: Keep::of(source, &tree),
        kept: BTreeSet::new(),
        has_return_traps: source.text().contains("RETURN"),
    };
    let unfiltered = Options { skip_patterns: Vec::new(), ..options.clone() };
    let mut planner = planner_with(options);
    planner.recognize();
    planner.counted();
    let mut gain = planner.gain();
    if !options.skip_patterns.is_empty() {
        let mut whole = planner_with(&unfiltered);
        whole.recognize();
        whole.counted();
        // Whether stdout may be redirected depends on the script's output, whichever lines are
        // selected.
        gain = match whole.gain() {
            Gain::Fields if !planner.tells_something() => Gain::Nothing,
            gain => gain,
        };
    }
    planner.traps();
    refusals.extend(planner.beside(&options.beside));
    refusals.extend(refuse::by_shell(&planner));
    refusals.extend(planner.own_answers());
    let structured = !printed.json.is_empty() || !printed.envelope.is_empty();
    let mut unrecorded = None;
    if let Gain::Answer(_, answer) = gain
        && planner.takes_answers()
        && !structured
    {
        match planner.say_answers() {
            Ok(()) => gain = Gain::Fields,
            Err(unrecordable) if options.answers == Choice::Take => unrecorded = Some(unrecordable),
            Err(unrecordable) => {
                let (what, why) = (answer.name(), unrecordable.reason);
                let reason = format!("prints an answer: {what}, which can't be recorded: {why}");
                refusals.push(Refusal::new(unrecordable.line, reason));
                gain = Gain::Fields;
            }
        }
    }
    match gain {
        Gain::Answer(line, answer) if options.answers == Choice::Leave && !structured => {
            let reason = format!("prints an answer: {}", answer.reason(options.kind));
            refusals.push(Refusal::new(line, reason));
        }
        Gain::Nothing if options.gainless == Choice::Leave && refusals.is_empty() => {
            return ScriptPlan {
                gainless: true,
                ..ScriptPlan::without(Outcome::Nothing, Vec::new())
            };
        }
        _ => {}
    }
    let used = used(&source.text()).union(&others).copied().collect();
    match descriptor(shell, &used) {
        Some(free) => planner.stdout = free,
        None => refusals.push(Refusal::new(
            1,
            match shell {
                Shell::Bash => "uses descriptor 19, on which skill-envelope.bash keeps the stdout of the caller; use another number",
                Shell::Sh => "uses every descriptor from 3 to 9, so none is left for the stdout of the caller; free one",
            },
        )),
    }
    if !refusals.is_empty() {
        refusals.sort();
        refusals.dedup();
        let structured = !printed.json.is_empty() && !printed.prose;
        return ScriptPlan { structured, ..ScriptPlan::without(Outcome::Refused, refusals) };
    }
    planner.reasons();
    planner.progress_lines();
    planner.jobs();
    if let Some(line) = place.shared_line() {
        planner.traps_on_line(line);
    }
    planner.own_text(place.line);
    planner.continue_long_lines(own_lines);
    planner.begin(&place);
    let parts = planner.parts();
    let mut notes = planner.notes();
    let left = LeftLines {
        kept: planner.kept.clone(),
        own_names: planner.own_functions().map(|(line, _)| line).chain(planner.own_say()).collect(),
        unread: planner.uncertain.lines().collect(),
    };
    notes.extend(printed.mixed.iter().map(|line| {
        (*line, "prints JSON among text; both go to standard error unchanged".to_owned())
    }));
    notes.extend(unrecorded.map(|unrecordable| {
        (unrecordable.line, format!("its text is not in the envelope: {}", unrecordable.reason))
    }));
    notes.sort();
    let mut edits = planner.named_edits();
    for edit in edits.iter_mut().filter(|_| !script.quoted.is_empty()) {
        edit.quoted = script.quoted.iter().any(|range| range.contains(&edit.at));
    }
    match settled(source, &tree, &script, edits, options.legacy) {
        Ok(edits) => {
            let plan = ScriptPlan::without(Outcome::Migrated, Vec::new());
            ScriptPlan { edits, notes, parts, left, ..plan }
        }
        Err(refusal) => ScriptPlan::without(Outcome::Refused, vec![refusal]),
    }
}
impl Planner<'_> {
    /// The gain of the envelope, from the lines recognized so far.
    fn gain(&self) -> Gain {
        let lines = self.recognized_lines();
        answer::gain(
            self.script,
            self.context,
            &RecognizedLines { lines: &lines, results: &self.results },
        )
    }

    fn tells_something(&self) -> bool {
        self.recognized().next().is_some()
    }

    fn notes(&self) -> Vec<(usize, String)> {
        let mut notes = Vec::new();
        if !self.tells.contains("confidence") {
            let why = match self.uncertain.confidence {
                true => "no confidence is read",
                false => "prints no confidence",
            };
            let default = &self.options.confidence;
            notes.push((1, format!("{why}: the envelope holds the configured default {default}")));
        }
        notes.extend(self.uncertain.notes());
        let keeps = |line: &usize| (*line, format!("left as it is: `{}`", keep::WORDS));
        notes.extend(self.kept.iter().map(keeps));
        notes.extend(self.repeated());
        notes.extend(self.own_say().map(|line| {
            (line, "a function `skill_say` of the script: its lines call `skill_run`".to_owned())
        }));
        notes.extend(self.own_functions());
        notes.extend(self.results.iter().map(|line| {
            (
                *line,
                "KEY=VALUE: skill-output-v1 has no place for strings; `--envelope helper` has"
                    .to_owned(),
            )
        }));
        notes
    }
}

/// Whether the script makes echo interpret escapes.
fn echoes_escapes(script: &Script) -> bool {
    let option = |call: &Call| call.name == "shopt" && call.words.iter().any(|w| w == "xpg_echo");
    script.calls.iter().any(option)
}

/// The loops of a script.
fn loops(tree: &Tree) -> Vec<Range<usize>> {
    let is_loop = |kind| matches!(kind, Kind::For | Kind::Select | Kind::While | Kind::Until);
    tree.all().filter(|node| is_loop(node.kind())).map(|node| node.range()).collect()
}
