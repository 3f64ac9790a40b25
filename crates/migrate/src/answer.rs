//! Decides what a migration would gain: whether the envelope has a field for a script's output. If the text itself is
//! the answer (a path, a table, another program's output), an envelope without it would lose it.

mod json;
mod mode;
mod path_end;
mod program;
mod value;
mod written;

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::context::Context;
use crate::envelope::Kind;
use crate::model::{Call, Script};
use crate::part::Part;
use crate::printed_form::{live, prints, says};
use crate::self_reads::own;
use crate::word;

use json::JsonVariables;
use path_end::Paths;
use program::{Purpose, is_printer, is_wrapped, purpose};
use value::{blank, chosen_words, is_path, is_row, is_word};
use written::WrittenTexts;
pub(crate) use written::variable as printed_variable;

/// The gain of a script's envelope.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Gain {
    /// Values or errors of the script.
    Fields,
    /// Only success and the exit code: the output is for people.
    Nothing,
    /// A loss: this line prints the answer.
    Answer(usize, Answer),
}

/// The kind of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Answer {
    /// `KEY=VALUE` lines.
    Results,
    /// A path, a name or a word.
    Value,
    /// The text of a file.
    File,
    /// The output of another program.
    Program,
    /// JSON of another program.
    Json,
}

impl Answer {
    /// Its description and the remedy, for a report. The kind `Helper` has a field for it, unless the caller skips its pattern.
    pub(crate) fn reason(self, kind: Kind) -> String {
        if kind != Kind::Helper {
            return self.remedy().to_owned();
        }
        let (name, is_value) = (self.name(), self == Self::Results);
        let pattern = if is_value { "value" } else { "answer" };
        format!("{name}, which `--skip {pattern}` leaves unrecorded; leave the option out")
    }

    /// The same for an envelope without a field for it.
    fn remedy(self) -> &'static str {
        match self {
            Self::Results => "`KEY=VALUE` lines; use `--envelope helper`",
            Self::Value => {
                "a value alone; print it with a label, as `Created: PATH` or `Count: NUMBER`, or use `--envelope helper`"
            }
            Self::File => {
                "the text of a file, and the envelope has no field for it; `--envelope helper` has one"
            }
            Self::Json => {
                "JSON of another program, and the envelope has no field for it; `--envelope helper` has one"
            }
            Self::Program => {
                "the output of another program, and the envelope has no field for it; `--envelope helper` has one"
            }
        }
    }

    /// Its description.
    pub(crate) fn name(self) -> &'static str {
        let reason = self.remedy();
        reason.split([',', ';']).next().unwrap_or(reason)
    }
}

/// The facts about a script's recognized lines.
pub(crate) struct RecognizedLines<'p> {
    /// The patterns of each line that gains a call.
    pub(crate) lines: &'p [(usize, &'p str)],
    /// Lines of `KEY=VALUE` without a field in the envelope.
    pub(crate) results: &'p [usize],
}

/// Patterns that fill a field of a successful run.
const FIELDS: [&str; 4] = ["confidence", "deliverable", "metric", "value"];

/// Functions whose text is about the script or a failure.
const ASIDE: [&str; 9] =
    ["usage", "help", "die", "fail", "fatal", "abort", "error", "err", "version"];

/// The gain of a script.
pub(crate) fn gain(script: &Script, context: &Context, told: &RecognizedLines<'_>) -> Gain {
    let reached = reached_lines(script, told);
    let told = &RecognizedLines { lines: &reached, results: told.results };
    let search = AnswerSearch::of(script, context, told);
    let calls = &script.calls;
    if let Some(call) = calls.iter().find(|call| search.is_json(call)) {
        // curl prints whatever the server sends, and what `-w` asks for.
        let what = if call.name == "curl" { Answer::Program } else { Answer::Json };
        return Gain::Answer(call.line, what);
    }
    let paths = search.paths();
    let handed_on = |(index, call): &(usize, &Call<'_>)| search.is_last_text(*index, call, &paths);
    if let Some((_, call)) = calls.iter().enumerate().find(handed_on) {
        return Gain::Answer(call.line, what(call));
    }
    let is_of_mode =
        |(index, call): &(usize, &Call<'_>)| search.is_value_of_mode(*index, call, &paths);
    if let Some((_, call)) = calls.iter().enumerate().find(is_of_mode) {
        return Gain::Answer(call.line, Answer::Value);
    }
    if !search.values.is_empty() {
        return Gain::Fields;
    }
    if let Some(line) = told.results.first() {
        return Gain::Answer(*line, Answer::Results);
    }
    let printed = search.unexplained();
    let values = |call: &&&Call<'_>| printed.is_value(&search, call);
    let program = |call: &&&Call<'_>| search.is_of_program(call);
    if printed.calls.iter().any(|call| printed.speaks(&search, call)) {
        return if told.lines.is_empty() { Gain::Nothing } else { Gain::Fields };
    }
    match printed.calls.iter().find(values).or_else(|| printed.calls.iter().find(program)) {
        Some(call) => Gain::Answer(call.line, what(call)),
        None if told.lines.is_empty() => Gain::Nothing,
        None => Gain::Fields,
    }
}

/// The recognized lines without those of functions that the script never calls.
fn reached_lines<'p>(script: &Script, told: &RecognizedLines<'p>) -> Vec<(usize, &'p str)> {
    let live = live(script);
    let is_dead =
        |call: &&Call<'_>| call.place.function.as_deref().is_some_and(|name| !live.contains(name));
    let (dead, run): (Vec<&Call<'_>>, Vec<&Call<'_>>) = script.calls.iter().partition(is_dead);
    let lines = |calls: &[&Call<'_>]| calls.iter().map(|call| call.line).collect::<BTreeSet<_>>();
    let (dead, run) = (lines(&dead), lines(&run));
    let is_reached = |(line, _): &&(usize, &str)| !dead.contains(line) || run.contains(line);
    told.lines.iter().filter(is_reached).copied().collect()
}

/// The calls whose text is the answer, in order of the source.
pub(crate) fn answers<'s>(
    script: &'s Script<'s>,
    context: &'s Context,
    told: &RecognizedLines<'_>,
) -> Vec<&'s Call<'s>> {
    let search = AnswerSearch::of(script, context, told);
    let paths = search.paths();
    let last = |(index, call): &(usize, &Call<'_>)| {
        search.is_json(call)
            || search.is_last_text(*index, call, &paths)
            || search.is_last_value(*index, call, &paths)
            || search.is_value_of_mode(*index, call, &paths)
    };
    let last = script.calls.iter().enumerate().filter(last).map(|(_, call)| call);
    let last: Vec<&Call<'_>> = last.collect();
    if !last.is_empty() || !search.values.is_empty() {
        return last;
    }
    let printed = search.unexplained();
    let all = printed.calls.iter().copied();
    all.filter(|call| printed.is_value(&search, call) || search.is_of_program(call)).collect()
}

/// The search for the calls that print an answer.
struct AnswerSearch<'s> {
    around: Surroundings<'s>,
    context: &'s Context,
    live: BTreeSet<&'s str>,
    /// Lines that gain a call.
    told: BTreeSet<usize>,
    /// Those that fill a field of a successful run.
    values: BTreeSet<usize>,
    texts: WrittenTexts<'s>,
    variables: JsonVariables<'s>,
    /// Functions that some call passes a sentence, computed on demand.
    sentences: OnceCell<BTreeSet<&'s str>>,
}

impl<'s> AnswerSearch<'s> {
    fn of(script: &'s Script<'s>, context: &'s Context, told: &RecognizedLines<'_>) -> Self {
        let fills = |(_, ids): &&(usize, &str)| ids.split(',').any(|id| FIELDS.contains(&id));
        Self {
            around: Surroundings::of(script),
            context,
            live: live(script),
            told: told.lines.iter().map(|(line, _)| *line).collect(),
            values: told.lines.iter().filter(fills).map(|(line, _)| *line).collect(),
            texts: WrittenTexts::of(script),
            variables: JsonVariables::of(script),
            sentences: OnceCell::new(),
        }
    }

    /// Whether the text of a call reaches stdout and fills no field.
    fn is_untold(&self, call: &Call<'_>) -> bool {
        runs_live(self.around.script, self.context, &self.live, call)
            && !call.place.repeats
            && !self.told.contains(&call.line)
    }

    /// The paths through the script, for all of its calls.
    fn paths(&self) -> Paths<'_> {
        Paths::of(self.around.script, self.context, &self.live, &self.values)
    }

    /// Whether a call prints JSON.
    fn is_json(&self, call: &Call<'_>) -> bool {
        self.variables.hands_json(call)
            && self.is_untold(call)
            // A command of aws in a condition prints what it reads, too.
            && (!call.place.tested || call.name == "aws")
            && !aside(&self.around, call)
            && !before_failure(&self.around, call)
    }

    /// Whether the call at `index` prints the text of a program, or a text that other runs write to a file, on a path
    /// through the script with no other values.
    fn is_last_text(&self, index: usize, call: &Call<'_>, paths: &Paths<'_>) -> bool {
        let text = || self.texts.prints(call) && !aside(&self.around, call);
        self.is_untold(call)
            && (is_handed_on(&self.around, call) || text())
            && paths.ends_a_path(index)
    }

    /// Whether the call at `index` prints a value alone, on a path through the script with no other
    /// values.
    fn is_last_value(&self, index: usize, call: &Call<'_>, paths: &Paths<'_>) -> bool {
        self.is_value_at_end(index, call, paths) && !aside(&self.around, call)
    }

    /// Whether the call at `index` prints the value that an option asks for.
    fn is_value_of_mode(&self, index: usize, call: &Call<'_>, paths: &Paths<'_>) -> bool {
        self.is_value_at_end(index, call, paths)
            && !is_in_function_for_people(call)
            && mode::ends_one(&self.around.script.calls, index)
    }

    fn is_value_at_end(&self, index: usize, call: &Call<'_>, paths: &Paths<'_>) -> bool {
        is_value(call)
            && self.is_untold(call)
            && !call.place.tested
            && !self.hands_words_on(call)
            && paths.ends_a_path(index)
    }

    /// Whether a call prints a program's text, or may do so.
    fn is_of_program(&self, call: &Call<'_>) -> bool {
        // A command in a condition is run for its exit status.
        !call.place.tested
            && !self.hands_words_on(call)
            && (is_printer(call) || self.told.is_empty() && !blank(call))
    }

    /// Whether a call prints its function's arguments, and some call passes a sentence: `log() { echo "[$now] $*";
    /// }`.
    fn hands_words_on(&self, call: &Call<'_>) -> bool {
        let Some(function) = call.place.function.as_deref() else { return false };
        let given = |piece: &word::Piece<'_>| match piece {
            word::Piece::Hole { source, .. } => {
                let name = source.trim_start_matches(['$', '{']).trim_end_matches('}');
                matches!(name, "*" | "@") || name.starts_with(|c: char| c.is_ascii_digit())
            }
            word::Piece::Text(_) => false,
        };
        let sentence = |piece: &word::Piece<'_>| match piece {
            word::Piece::Text(text) => {
                text.split_whitespace().filter(|word| word.len() > 1).count() > 1
            }
            word::Piece::Hole { .. } => false,
        };
        let holds = |call: &Call<'_>, test: &dyn Fn(&word::Piece<'_>) -> bool| {
            call.words.iter().skip(1).any(|word| word::pieces(word).iter().any(test))
        };
        matches!(call.name.as_str(), "echo" | "printf")
            && holds(call, &given)
            && self
                .sentences
                .get_or_init(|| {
                    let calls = self.around.script.calls.iter();
                    let with = calls.filter(|call| self.around.script.defines(&call.name));
                    with.filter(|call| holds(call, &sentence))
                        .map(|call| call.name.as_str())
                        .collect()
                })
                .contains(function)
    }

    /// The calls whose text fills no field, and is neither about the script nor about a failure.
    fn unexplained(&self) -> Unexplained<'s> {
        let script: &'s Script<'s> = self.around.script;
        let calls = script.calls.iter().filter(|call| self.is_untold(call));
        let calls: Vec<&'s Call<'s>> = calls
            .filter(|call| !aside(&self.around, call) && !shows_usage(&self.around, call))
            .collect();
        Unexplained { chosen_words: chosen_words(&calls), calls }
    }
}

/// Calls whose text fills no field.
struct Unexplained<'s> {
    calls: Vec<&'s Call<'s>>,
    /// They print one word of several.
    chosen_words: bool,
}

impl Unexplained<'_> {
    fn is_value(&self, search: &AnswerSearch<'_>, call: &Call<'_>) -> bool {
        is_value(call) && !search.hands_words_on(call) || self.chosen_words && is_word(call)
    }

    /// Whether a call prints words for people.
    fn speaks(&self, search: &AnswerSearch<'_>, call: &Call<'_>) -> bool {
        let bare = is_path(call) || is_row(call) || self.chosen_words && is_word(call);
        says(call) && !bare || search.hands_words_on(call) || may_be_sourced(&search.around, call)
    }
}

/// The context of a script's calls, computed once.
struct Surroundings<'a> {
    script: &'a Script<'a>,
    /// Lines on which a command reads the script's own text.
    own_lines: BTreeSet<usize>,
    /// By statement list: the end of the last failing `exit` or `return`, and the line of the last `exit`.
    failures: BTreeMap<Rc<[usize]>, usize>,
    exits: BTreeMap<Rc<[usize]>, usize>,
    sources_files: bool,
    /// Variables, and whether they only hold `true` or `false`, computed on demand.
    flags: OnceCell<BTreeMap<&'a str, bool>>,
}

impl<'a> Surroundings<'a> {
    fn of(script: &'a Script<'a>) -> Self {
        let mut all = Self {
            script,
            own_lines: BTreeSet::new(),
            failures: BTreeMap::new(),
            exits: BTreeMap::new(),
            sources_files: false,
            flags: OnceCell::new(),
        };
        for call in &script.calls {
            let name = call.name.as_str();
            let status = call.words.get(1).map(|word| word.as_str()).unwrap_or_default();
            if matches!(name, "exit" | "return")
                && status.starts_with(|c: char| ('1'..='9').contains(&c))
            {
                let last = all.failures.entry(call.place.block.clone()).or_default();
                *last = call.end.max(*last);
            }
            if name == "exit" {
                let last = all.exits.entry(call.place.block.clone()).or_default();
                *last = call.line.max(*last);
            }
            all.sources_files |= matches!(name, "." | "source");
            if !call.place.captured && call.words.iter().any(|word| own(word)) {
                all.own_lines.insert(call.line);
            }
        }
        all
    }

    /// Whether a command is a variable that only holds `true` or `false`: `$verbose || continue`.
    fn is_flag(&self, call: &Call<'_>) -> bool {
        let [word] = call.words.as_slice() else { return false };
        let flags = self.flags.get_or_init(|| {
            let mut flags = BTreeMap::new();
            let calls = self.script.calls.iter();
            let words = calls.flat_map(|call| call.assignments.iter().chain(&call.words));
            for (name, value) in words.filter_map(|word| word.split_once('=')) {
                let value = value.trim_matches(['"', '\'']);
                *flags.entry(name).or_insert(true) &= matches!(value, "true" | "false" | ":");
            }
            flags
        });
        flags.get(word.trim_matches(['"', '$', '{', '}'])).copied().unwrap_or_default()
    }
}

/// Whether the script itself runs a call, and its text reaches stdout.
fn runs_live(
    script: &Script<'_>,
    context: &Context,
    live: &BTreeSet<&str>,
    call: &Call<'_>,
) -> bool {
    !call.place.captured
        && context.reaches_stdout(call)
        && !script.defines(&call.name)
        && call.place.function.as_deref().is_none_or(|f| live.contains(f))
        && prints(call)
}

/// Whether a call prints the text of a program that may not be quiet.
fn is_handed_on(script: &Surroundings<'_>, call: &Call<'_>) -> bool {
    let builtin = matches!(call.name.as_str(), "echo" | "printf" | "cat" | "." | "source" | "eval");
    let program = match purpose(call) {
        Purpose::Text => true,
        Purpose::Work => false,
        // A sourced file may define a function with that name, and names of programs have no
        // underscore.
        Purpose::Unknown if call.name.is_empty() => !script.is_flag(call),
        Purpose::Unknown => !call.name.contains('_') && !script.sources_files,
    };
    let program = program || is_wrapped(call);
    !builtin
        && program
        && !call.words.is_empty()
        && !aside(script, call)
        && !before_failure(script, call)
        && !shows_usage(script, call)
}

/// Whether a call may run a function of a sourced file.
fn may_be_sourced(script: &Surroundings<'_>, call: &Call<'_>) -> bool {
    script.sources_files
        && !call.name.is_empty()
        && !call.name.contains('/')
        && purpose(call) == Purpose::Unknown
}

/// Whether it prints the script's own text or a help text: `sed -n '2,9p' "$0"`, `grep '^##' "$0" | tr -d
/// '#'`.
fn shows_usage(script: &Surroundings<'_>, call: &Call<'_>) -> bool {
    let help = |word: &Part<'_>| matches!(word.as_str(), "--help" | "--version" | "-h");
    call.words.last().is_some_and(help) || script.own_lines.contains(&call.line)
}

/// Whether a failing `exit` follows in the same list: `helm template x; exit 1`.
fn before_failure(script: &Surroundings<'_>, call: &Call<'_>) -> bool {
    script.failures.get(&call.place.block).is_some_and(|end| *end > call.end)
}

/// Whether a call prints a value without words: a variable, the text of a file.
fn is_value(call: &Call<'_>) -> bool {
    match call.name.as_str() {
        "echo" | "printf" => is_path(call) || is_row(call) || !says(call) && !blank(call),
        "cat" => call.heredoc.is_none(),
        _ => false,
    }
}

/// The kind of a call's answer.
fn what(call: &Call<'_>) -> Answer {
    match call.name.as_str() {
        "echo" | "printf" => Answer::Value,
        "cat" => Answer::File,
        _ => Answer::Program,
    }
}

/// Whether a call is in a function whose text is about the script or a failure.
fn is_in_function_for_people(call: &Call<'_>) -> bool {
    let about = |name: &str| {
        let name = name.to_ascii_lowercase();
        ASIDE.iter().any(|word| name.split(['_', '-']).any(|part| part == *word))
    };
    call.place.function.as_deref().is_some_and(about)
}

/// Whether a call's text is about the script or a failure: in such a function, or before `exit` in a branch.
fn aside(script: &Surroundings<'_>, call: &Call<'_>) -> bool {
    if is_in_function_for_people(call) {
        return true;
    }
    let branch = call.place.conditional || call.place.block.len() > 1;
    branch && script.exits.get(&call.place.block).is_some_and(|line| *line >= call.line)
}
