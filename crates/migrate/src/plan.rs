//! From a script to its edits, or to the reasons why there are none.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

use contract::bash_helper::Part;

use crate::answer::{self, Gain, RecognizedLines};
use crate::check::settled;
use crate::context::Context;
use crate::edit::Edit;
use crate::envelope::{self, Kind, Shell, stdout_of};
use crate::json_option::json_option;
use crate::keep::{self, Keep};
use crate::measure;
use crate::model::{self, Call, Script};
use crate::pattern;
use crate::place::{descriptor, insertion, interpreter, used};
use crate::refuse::{self, Refusal};
use crate::self_reads;
use crate::source::Source;
use crate::sourced_dependency::{self, SourcedDependency};
use crate::sources::sources;
use crate::syntax::Tree;
use crate::upgrade::{self, Former};
use crate::values::Values;

/// Where the text of the envelope stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Placement {
    /// In a file beside the script, which the script sources.
    #[default]
    File,
    /// In the script itself.
    Script,
}

/// Whether the former command is kept in a comment behind each recognized line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Legacy {
    /// No: it still stands in its line.
    #[default]
    Dropped,
    /// Yes.
    Kept,
}

/// Whether scripts of a kind are migrated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Choice {
    /// As all others.
    #[default]
    Take,
    /// They stay as they are.
    Leave,
}

/// What the user asks for by name. What is `None` stays as a migrated script has it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Requested {
    /// The envelope.
    pub kind: Option<Kind>,
    /// The confidence of a run that prints none.
    pub confidence: Option<String>,
    /// The output options.
    pub output: Option<BTreeSet<Part>>,
}

impl Requested {
    /// Is nothing asked for?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// What the caller chooses.
#[derive(Debug, Clone)]
pub struct Options {
    /// The envelope to print.
    pub kind: Kind,
    /// The confidence of a script that prints none, as a JSON number.
    pub confidence: String,
    /// Where the text of the envelope stands.
    pub helper: Placement,
    /// Whether the former command is kept in a comment behind each recognized line.
    pub legacy: Legacy,
    /// The file is sourced by others, so it has no stdout of its own.
    pub sourced: bool,
    /// The files that it sources, as far as they are found.
    pub beside: Vec<SourcedDependency>,
    /// The ids of the patterns whose lines are left as they are.
    pub skip_patterns: Vec<&'static str>,
    /// Scripts for which the envelope would hold nothing but success.
    pub gainless: Choice,
    /// Scripts whose text is an answer that the envelope has no field for.
    pub answers: Choice,
    /// What the user asks for, also of scripts that are migrated already.
    pub asked: Requested,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            kind: Kind::SkillOutput,
            confidence: "0.5".to_owned(),
            helper: Placement::default(),
            legacy: Legacy::default(),
            sourced: false,
            beside: Vec::new(),
            skip_patterns: Vec::new(),
            gainless: Choice::default(),
            answers: Choice::default(),
            asked: Requested::default(),
        }
    }
}

/// What becomes of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It gains the envelope.
    Migrated,
    /// It prints the envelope already.
    Already,
    /// It prints nothing, or is a library.
    Nothing,
    /// It can't be done right.
    Refused,
}

/// The edits of a file, or why there are none.
#[derive(Debug, Clone)]
pub struct ScriptPlan {
    /// What becomes of it.
    pub outcome: Outcome,
    /// In order of the source.
    pub edits: Vec<Edit>,
    /// In order of the source; never empty where the outcome is refused.
    pub refusals: Vec<Refusal>,
    /// What a reader should know: defaults, results without a slot.
    pub notes: Vec<(usize, String)>,
    /// Words that name the files that it sources, with their lines, for the search for siblings.
    pub sources: Vec<(usize, String)>,
    /// Refused since it prints JSON of its own, and no prose at all: it has a contract, though another one.
    pub structured: bool,
    /// The line on top that says to leave the whole script.
    pub kept: Option<usize>,
    /// Left as it is, because the envelope would hold nothing but success.
    pub gainless: bool,
    /// The parts of the helper that the script needs.
    pub parts: BTreeSet<Part>,
    /// What the script was before an earlier version migrated it: the edits are edits of this text.
    pub former: Option<Former>,
}

impl ScriptPlan {
    pub(crate) fn without(outcome: Outcome, refusals: Vec<Refusal>) -> Self {
        Self {
            outcome,
            edits: Vec::new(),
            refusals,
            notes: Vec::new(),
            sources: Vec::new(),
            structured: false,
            kept: None,
            gainless: false,
            parts: BTreeSet::new(),
            former: None,
        }
    }
}

/// The plan of a file in another language: nothing but the advice, unless it prints the envelope already.
#[must_use]
pub fn not_bash(bytes: &[u8], (language, advice): (&str, &str)) -> ScriptPlan {
    if prints_envelope(&String::from_utf8_lossy(bytes)) {
        return ScriptPlan::without(Outcome::Already, Vec::new());
    }
    let refusal = Refusal::new(1, format!("not bash: {language} is not rewritten; {advice}"));
    ScriptPlan::without(Outcome::Refused, vec![refusal])
}

/// Does a program print JSON, and name each field of one of the envelopes?
pub(crate) fn prints_envelope(text: &str) -> bool {
    let envelopes = [
        ["success", "confidence", "deliverables", "metrics", "errors"],
        ["schema_version", "status", "error", "agent", "ts"],
    ];
    let words: BTreeSet<&str> = text.split(|c: char| !(c.is_alphanumeric() || c == '_')).collect();
    let has = |calls: &[&str]| calls.iter().any(|call| text.contains(call));
    has(&["JSON.stringify(", "json.dumps(", "json.dump("])
        && has(&["console.log(", "process.stdout.write(", "print(", "sys.stdout"])
        && envelopes.iter().any(|fields| fields.iter().all(|field| words.contains(field)))
}

/// Plans the migration of a bash script.
#[must_use]
pub fn plan(bytes: &[u8], options: &Options) -> ScriptPlan {
    let source = Source::new(bytes);
    if envelope::is_helper(&source.text()) {
        return ScriptPlan::without(Outcome::Nothing, Vec::new());
    }
    if source.text().contains(envelope::FORMER) || envelope::holds(&source.text()) {
        let sources = model::read(&source).map_or_else(|_| Vec::new(), |s| sources(&s));
        return ScriptPlan { sources, ..upgrade::plan(bytes, options) };
    }
    first(&source, options)
}

/// Plans a script that was never migrated.
pub(crate) fn first(source: &Source<'_>, options: &Options) -> ScriptPlan {
    let read = model::parse(source).map(|tree| (model::flat(source, &tree), tree));
    let sources = read.as_ref().map_or_else(|_| Vec::new(), |(script, _)| sources(script));
    ScriptPlan { sources, ..of(source, read, options) }
}

fn of(
    source: &Source<'_>,
    read: Result<(Script, Tree), model::Unreadable>,
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
            "is sourced by another script: what it prints is that script's to wrap",
        ));
    }
    for (lines, what) in
        [(&printed.envelope, "the envelope, and text beside it"), (&printed.json, "JSON")]
    {
        if let Some(line) = lines.first() {
            let reason = format!(
                "prints {what} on stdout, and its readers would find it on stderr; print one envelope, or write the data to a file"
            );
            refusals.push(Refusal::new(*line, reason));
        }
    }
    if refusals.is_empty()
        && let Some(line) = json_option(&script, source, &tree)
    {
        refusals.push(Refusal::new(
            line,
            "prints JSON on stdout where an option asks for it: its callers would find that JSON on standard error; print the envelope instead",
        ));
    }
    let own_lines = self_reads::own_lines(source, &script.calls);
    let Some(place) = insertion(source, own_lines) else {
        return ScriptPlan::without(Outcome::Nothing, Vec::new());
    };
    refusals.extend(refuse::by_call(&script, &context, place.line, shell));
    let escapes = shell == Shell::Sh || echoes_escapes(&script);
    let values = Values::certain(&script, escapes, measure::loops(&source.text()));
    let planner_with = |options| Planner {
        source,
        script: &script,
        context: &context,
        options,
        values: &values,
        edits: Vec::new(),
        shell,
        stdout: stdout_of(shell),
        tells: BTreeSet::new(),
        waits: false,
        lists_traps: false,
        results: Vec::new(),
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
        // Whether stdout may be taken away goes by what the script prints, whichever lines are chosen.
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
            refusals.push(Refusal::new(line, format!("prints an answer: {}", answer.reason())));
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
                Shell::Bash => "uses descriptor 19, on which skill-envelope.bash keeps the stdout of the caller: take another number",
                Shell::Sh => "uses every descriptor from 3 to 9: none is left for the stdout of the caller",
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
    planner.jobs();
    if let Some(line) = place.shared_line() {
        planner.traps_on_line(line);
    }
    planner.own_text(place.line);
    planner.begin(&place);
    let parts = planner.parts();
    let mut notes = planner.notes();
    notes.extend(printed.mixed.iter().map(|line| {
        (*line, "prints JSON among text: it comes on stderr with the text, as it stands".to_owned())
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
            ScriptPlan { edits, notes, parts, ..ScriptPlan::without(Outcome::Migrated, Vec::new()) }
        }
        Err(refusal) => ScriptPlan::without(Outcome::Refused, vec![refusal]),
    }
}
/// The plan while it is made.
pub(crate) struct Planner<'a> {
    pub(crate) source: &'a Source<'a>,
    pub(crate) script: &'a Script<'a>,
    pub(crate) context: &'a Context,
    pub(crate) options: &'a Options,
    pub(crate) values: &'a Values<'a>,
    pub(crate) edits: Vec<Edit>,
    pub(crate) shell: Shell,
    /// The descriptor that keeps the caller's stdout.
    pub(crate) stdout: u8,
    /// The ids of the patterns that its lines tell.
    pub(crate) tells: BTreeSet<&'static str>,
    /// Its own EXIT trap waits for jobs.
    pub(crate) waits: bool,
    /// It lists its traps.
    pub(crate) lists_traps: bool,
    /// It names the trap RETURN.
    pub(crate) has_return_traps: bool,
    /// Lines that print `KEY=VALUE` where the envelope has no place for it.
    pub(crate) results: Vec<usize>,
    pub(crate) keep: Keep,
    /// Recognized lines that are left as they are.
    pub(crate) kept: BTreeSet<usize>,
}

impl Planner<'_> {
    pub(crate) fn put(
        &mut self,
        at: usize,
        text: impl Into<Arc<str>>,
        line: usize,
        pattern: impl Into<Cow<'static, str>>,
    ) {
        self.edits.push(Edit::put(at, text, line, pattern));
    }

    /// What the envelope would hold, by the lines that are recognized so far.
    fn gain(&self) -> Gain {
        let told = self.recognized();
        let lines: Vec<(usize, &str)> = told.map(|edit| (edit.line, &*edit.pattern)).collect();
        answer::gain(
            self.script,
            self.context,
            &RecognizedLines { lines: &lines, results: &self.results },
        )
    }

    pub(crate) fn recognized(&self) -> impl Iterator<Item = &Edit> {
        let is_pattern = |id: &str| pattern::ALL.iter().any(|pattern| pattern.id == id);
        self.edits.iter().filter(move |edit| edit.pattern.split(',').any(is_pattern))
    }

    fn tells_something(&self) -> bool {
        self.recognized().next().is_some()
    }

    fn notes(&self) -> Vec<(usize, String)> {
        let mut notes = Vec::new();
        if !self.tells.contains("confidence") {
            notes.push((
                1,
                format!(
                    "prints no confidence: the envelope holds the configured default {}",
                    self.options.confidence
                ),
            ));
        }
        let keeps = |line: &usize| (*line, format!("left as it is: `{}`", keep::WORDS));
        notes.extend(self.kept.iter().map(keeps));
        notes.extend(self.repeated());
        notes.extend(self.own_say().map(|line| {
            (line, "a function `skill_say` of the script: its lines call `skill_run`".to_owned())
        }));
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

/// Does the script make echo read escapes?
fn echoes_escapes(script: &Script) -> bool {
    let option = |call: &Call| call.name == "shopt" && call.words.iter().any(|w| w == "xpg_echo");
    script.calls.iter().any(option)
}
