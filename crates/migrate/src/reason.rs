//! Why a script fails, in its own words: the message that stands right before a failing `exit` or `return`.
//!
//! `echo "config.yml not found"; exit 1` becomes `skill_say reason echo "config.yml not found"; exit 1`. Where the script then
//! fails and has told no error, these words are the message of the error, instead of `exit code 1`.

use std::collections::{BTreeMap, BTreeSet};

use crate::envelope::Shell;
use crate::exits::{ExitingFunctions, fails};
use crate::message::{
    advises, announces, announces_failure, continues, has_words, is_answer, is_framed, is_pair,
    shows_text, shows_usage, whole_message,
};
use crate::model::{Call, Sink};
use crate::pattern;
use crate::planner::Planner;
use crate::printed_form::says;
use crate::word::{self, Piece};

/// The maximum number of calls examined before an exit.
const MOST: usize = 64;

/// Commands that may be between the message and the exit, because they clean up.
const BETWEEN: [&str; 10] =
    [":", "cd", "kill", "popd", "rm", "rmdir", "set", "sleep", "trap", "true"];

/// Words by which one of several lines is the reason, and not a hint beside it.
const FAILURE: [&str; 24] = [
    "abort",
    "can't",
    "cannot",
    "could not",
    "denied",
    "error",
    "exist",
    "expected",
    "fail",
    "fatal",
    "invalid",
    "missing",
    "must",
    "no ",
    "not ",
    "nothing",
    "refus",
    "require",
    "unable",
    "unknown",
    "unrecognized",
    "unsupported",
    "usage",
    "wrong",
];

/// Parts of the names of variables with a number.
const NUMBERS: [&str; 10] =
    ["count", "num", "total", "errors", "fail", "missing", "size", "len", "issues", "warn"];

/// Parts of the names of functions that end a script.
const ENDERS: [&str; 10] =
    ["usage", "help", "die", "fail", "fatal", "abort", "err", "bail", "panic", "exit"];

/// How a script examines the caller of a function: it would see another function in between.
const CALLERS: [&str; 2] = ["FUNCNAME", "BASH_LINENO"];

impl<'a> Planner<'a> {
    /// Inserts the prefix before the message of each failing exit without a recognized error before it.
    pub(crate) fn reasons(&mut self) {
        let left = self.options.skip_patterns.contains(&pattern::REASON);
        if left {
            return;
        }
        let script = self.script;
        let known = ExitFacts::of(self);
        let functions = ExitingFunctions::of(script);
        let ends = script.calls.iter().enumerate().filter(|(_, call)| match self.shell {
            Shell::Bash => fails(call) || functions.fail_with(call),
            // sh does not report which command ended the script: only this one is certain.
            Shell::Sh => call.name == "exit" && !call.place.conditional && fails(call),
        });
        let told = ends.filter_map(|(index, _)| self.before(&known, index));
        let told: Vec<&Call<'_>> = told.collect();
        let mut seen = BTreeSet::new();
        let mut reasons = Vec::new();
        for call in told {
            let Some(at) = call.at.filter(|at| seen.insert(*at)) else { continue };
            if !self.keeps(call) {
                reasons.push((at, call.line, known.is_summary(call)));
            }
        }
        // `File not found: $1` before an exit is not a measurement; `Tests failed: $n` stays one.
        let (summaries, reasons): (Vec<_>, Vec<_>) =
            reasons.into_iter().partition(|(_, _, is_summary)| *is_summary);
        let places: BTreeSet<usize> = reasons.iter().map(|(at, ..)| *at).collect();
        self.edits.retain(|edit| !places.contains(&edit.at));
        for (at, line, _) in reasons {
            self.put(at, "skill_say reason ", line, pattern::REASON);
        }
        for (at, line, _) in summaries {
            // A number that is read from the printed line can't stand before another word.
            if self.edits.iter().filter(|edit| edit.at == at).all(|edit| edit.text.contains('=')) {
                self.put(at, "skill_say reason ", line, pattern::REASON);
            }
        }
    }

    /// The call that says why the script ends at this exit.
    fn before(&self, known: &ExitFacts<'a>, end: usize) -> Option<&'a Call<'a>> {
        let (earlier, rest) = self.script.calls.split_at(end);
        let end = rest.first()?;
        let mut said: Vec<&'a Call<'a>> = Vec::new();
        // In a branch that fails, work may stand between the message and the exit; then only words of a failure count.
        let whole = usize::from(end.place.function.is_some());
        let is_branch =
            end.name == "exit" && end.place.block.len() > whole && !end.place.conditional;
        let mut is_apart = false;
        let mut summary: Option<&'a Call<'a>> = None;
        for call in earlier.iter().rev().filter(|call| !call.place.captured).take(MOST) {
            let beside = call.place.block == end.place.block
                && call.place.function == end.place.function
                && (end.place.conditional || !call.place.conditional);
            if !beside {
                break;
            }
            let shows = !end.place.conditional && shows_text(call);
            match self.part(known, call) {
                Role::Other if shows => {}
                Role::Speaks(call) if !is_apart || names_failure(call) && !warns(call) => {
                    said.push(call);
                }
                Role::Speaks(_) => {}
                Role::Counts(call) => summary = summary.or(Some(call)),
                Role::Other if is_branch && said.is_empty() => is_apart = true,
                Role::Silent => {}
                Role::RecognizedLines => return None,
                Role::Other => break,
            }
        }
        said.reverse();
        if !said.iter().all(|call| is_framed(call)) {
            said.retain(|call| !is_framed(call));
        }
        // `To investigate:` announces hints: neither it nor what stands below it is the reason.
        // What stands below `ISSUES:` is the reason.
        let hints = |call: &&Call<'_>| announces(call) && !announces_failure(call);
        // `FAIL: imports of v1:` with the list below it is the reason itself, if nothing stands above it.
        // `To fix this:` never is.
        let is_reason = |at: usize| at == 0 && names_failure(said[0]) && !advises(said[0]);
        let ends = |at: &usize| advises(said[*at]) || at + 1 < said.len() && !is_reason(*at);
        if let Some(heading) = said.iter().position(hints).filter(ends) {
            said.truncate(heading);
        }
        // How the script is called is a hint beside the reason, whichever stands first.
        let mut usage = false;
        let some = said.iter().find(|call| {
            usage = shows_usage(call) || usage && continues(call);
            names_failure(call) && !usage && !is_pair(call)
        });
        let some = some.or_else(|| said.iter().find(|call| names_failure(call)));
        // A function that says what it was given, and exits with a failure: `halt() { echo "$1"; exit 1; }`.
        let halts = |call: &&Call<'_>| {
            let literal = end.words.get(1).is_some_and(|status| !status.contains('$'));
            end.name == "exit"
                && literal
                && call.words.iter().skip(1).any(|word| word::takes_arguments(word))
        };
        // Behind another way out, and where nothing follows, only a failure leads to the exit.
        let leaves =
            |call: &Call<'_>| !call.place.captured && matches!(&*call.name, "exit" | "exec");
        let is_at_end = rest.len() == 1 && end.name == "exit" && end.place.block.is_empty();
        let is_last = || is_at_end && earlier.iter().any(leaves);
        let literal = || end.words.get(1).is_some_and(|status| !status.contains('$'));
        let fails = for_failure(end) || is_last() && literal();
        let first = || said.first().filter(|call| fails || halts(call));
        // The number of failures is the reason where no other words are.
        let Some(chosen) = some.or_else(first) else { return summary };
        let is_vague = !names_failure(chosen) || advises(chosen);
        Some(summary.filter(|_| is_vague).unwrap_or_else(|| whole_message(&said, chosen)))
    }

    /// The effect of a call before an exit.
    fn part(&self, known: &ExitFacts<'a>, call: &'a Call<'a>) -> Role<'a> {
        let name = call.name.as_str();
        if self.script.defines(name) {
            return match known.patterns(call) {
                Some(patterns) if tells_failure(patterns) => Role::RecognizedLines,
                Some(_) => Role::Silent,
                None => self.function(known, call),
            };
        }
        let prints = match name {
            "echo" => true,
            "printf" => call.words.get(1).is_none_or(|word| word != "-v"),
            "cat" => call.heredoc.is_some(),
            _ => false,
        };
        if !prints {
            let runs = |text: &crate::part::Part<'_>| text.contains("$(") || text.contains('`');
            let assigns = name.is_empty() && call.words.is_empty();
            let assigns = assigns && !call.assignments.iter().any(runs);
            return if assigns || BETWEEN.contains(&name) { Role::Silent } else { Role::Other };
        }
        let seen = match call.place.sink {
            Sink::Err => true,
            Sink::Out => self.context.reaches_stdout(call),
            Sink::Away => false,
        };
        match known.patterns(call) {
            Some(patterns) if tells_failure(patterns) => Role::RecognizedLines,
            Some(_) if known.is_summary(call) => Role::Counts(call),
            Some(pattern::METRIC) if names_failure(call) => Role::Speaks(call),
            Some(_) => Role::Silent,
            None if call.place.sink == Sink::Out && is_answer(call) => Role::Silent,
            None if seen && self.can_edit(call) && self.prints_words(call) => Role::Speaks(call),
            None => Role::Silent,
        }
    }

    /// Whether the output of a call has words beside colours: `"$RED✗$NC"` has none.
    fn prints_words(&self, call: &Call<'_>) -> bool {
        let is_word = |piece: &Piece<'_>| match piece {
            Piece::Text(text) => text.chars().filter(|c| c.is_alphabetic()).count() > 1,
            Piece::Hole { name: Some(name), .. } => !self.values.is_colour(name),
            Piece::Hole { .. } => true,
        };
        let mut words = call.words.iter().skip(1);
        has_words(call)
            && (call.heredoc.is_some() || words.any(|word| word::pieces(word).iter().any(is_word)))
    }

    /// A function of the script: `log "text"` by its argument, `usage` by its first line.
    fn function(&self, known: &ExitFacts<'a>, call: &'a Call<'a>) -> Role<'a> {
        let body = known.bodies.get(call.name.as_str()).map_or(&[][..], Vec::as_slice);
        if body.iter().any(|other| known.patterns(other).is_some_and(tells_failure)) {
            return Role::RecognizedLines;
        }
        let prints = |other: &&&Call<'_>| {
            matches!(other.name.as_str(), "echo" | "printf") || other.heredoc.is_some()
        };
        let passes = body.iter().flat_map(|other| other.words.iter().chain(&other.assignments));
        let mut passes = passes.filter(|word| word::takes_arguments(word));
        let text = call.words.len() > 1 && has_words(call);
        if text && passes.next().is_some() && body.iter().any(|other| prints(&other)) {
            let seen = known.asks_for_callers || !self.can_edit(call);
            return if seen { Role::Silent } else { Role::Speaks(call) };
        }
        // `usage() { sed -n '2,9p' "$0"; }`
        if !body.is_empty() && body.iter().all(|other| shows_text(other)) {
            return Role::Silent;
        }
        let first = body.iter().copied().filter(|other| prints(&other)).find(|other| says(other));
        match first.filter(|first| self.can_edit(first) && first.place.sink != Sink::Away) {
            Some(first) if known.patterns(first).is_none() => Role::Speaks(first),
            _ => Role::Other,
        }
    }

    fn can_edit(&self, call: &Call<'_>) -> bool {
        !call.place.subshell && self.context.editable(call) && !self.script.aliased(&call.name)
    }
}

/// Facts for each exit, computed once.
struct ExitFacts<'a> {
    /// The patterns of each edit, by place.
    edits: BTreeMap<usize, String>,
    /// The calls of each function, in order.
    bodies: BTreeMap<&'a str, Vec<&'a Call<'a>>>,
    /// Whether the script examines the caller of a function.
    asks_for_callers: bool,
}

impl<'a> ExitFacts<'a> {
    fn of(planner: &Planner<'a>) -> Self {
        let mut edits = BTreeMap::new();
        for edit in &planner.edits {
            edits.entry(edit.at).or_insert_with(|| edit.pattern.to_string());
        }
        let mut bodies: BTreeMap<&str, Vec<&Call<'_>>> = BTreeMap::new();
        for call in &planner.script.calls {
            if let Some(name) = call.place.function.as_deref() {
                bodies.entry(name).or_default().push(call);
            }
        }
        let text = planner.source.text();
        let asks_for_callers = CALLERS.iter().any(|word| text.contains(word))
            || planner.script.calls.iter().any(|call| call.name == "caller");
        Self { edits, bodies, asks_for_callers }
    }

    /// Whether a call is recognized by the number of failures that it prints.
    fn is_summary(&self, call: &Call<'_>) -> bool {
        self.patterns(call) == Some(pattern::METRIC) && names_failure(call) && counts(call)
    }

    /// The patterns by which a call is recognized, if it is.
    fn patterns(&self, call: &Call<'_>) -> Option<&str> {
        self.edits.get(&call.at?).map(String::as_str)
    }
}

/// The role of a call before an exit for its reason.
enum Role<'a> {
    /// It, or a call that it leads to, prints something.
    Speaks(&'a Call<'a>),
    /// It prints how many failures there were, and is recognized as a number.
    Counts(&'a Call<'a>),
    /// It already reports an error.
    RecognizedLines,
    /// It prints nothing relevant, and changes nothing.
    Silent,
    /// It is the start of the text before the exit.
    Other,
}

fn tells_failure(patterns: &str) -> bool {
    patterns.split(',').any(|id| id == "error" || id == "status")
}

/// Whether the script only ends here after a fault, whatever its words: in a branch that exits with a failure, or in a
/// function for that.
fn for_failure(end: &Call<'_>) -> bool {
    let literal = end.words.get(1).is_some_and(|status| !status.contains('$'));
    let nested = |depth: usize| literal && (end.place.conditional || end.place.block.len() > depth);
    match end.place.function.as_deref() {
        Some(name) => {
            let name = name.to_ascii_lowercase();
            ENDERS.iter().any(|word| name.contains(word)) || nested(1)
        }
        None => nested(0),
    }
}

/// Whether the words of a call report a fault.
pub(crate) fn names_failure(call: &Call<'_>) -> bool {
    let words = call.words.iter().skip(1).map(|word| word.to_lowercase());
    let body = call.heredoc.iter().map(|(body, _)| body.to_lowercase());
    words.chain(body).any(|text| FAILURE.iter().any(|word| text.contains(word)))
}

/// Whether the words of a call are a warning.
pub(crate) fn warns(call: &Call<'_>) -> bool {
    call.words.iter().any(|word| word.to_ascii_lowercase().contains("warn"))
}

/// Whether a call prints a number, or a variable with a number by its name.
fn counts(call: &Call<'_>) -> bool {
    let names = call.words.iter().skip(1).flat_map(|word| {
        word.split('$').skip(1).map(|rest| {
            let rest = rest.trim_start_matches(['{', '#', '(']);
            let end = rest.find(|c: char| !bash_syntax::is_name_char(c));
            rest[..end.unwrap_or(rest.len())].to_lowercase()
        })
    });
    let mut names = names.peekable();
    names.peek().is_none()
        || names.any(|name| name == "n" || name == "i" || NUMBERS.iter().any(|n| name.contains(n)))
}

#[cfg(test)]
mod tests {
    use crate::{Choice, Options, plan};

    /// The lines that gain the word for a reason, without the first line of the file.
    fn reasons(script: &str) -> Vec<usize> {
        let script = format!("#!/usr/bin/env bash\n{script}");
        let options =
            Options { gainless: Choice::Leave, answers: Choice::Leave, ..Options::default() };
        let plan = plan(script.as_bytes(), &options);
        let edits = plan.edits.iter().filter(|edit| edit.pattern.contains("reason"));
        edits.map(|edit| edit.line - 1).collect()
    }

    const USAGE: &str = "usage() {\n  echo \"Usage: x FILE\"\n  exit 2\n}\n";

    #[test]
    fn a_message_in_front_of_the_usage_is_the_reason() {
        for script in [
            "case \"$1\" in\n  -*) echo \"Unknown arg: $1\"; usage ;;\nesac\n",
            "case \"$1\" in\n  -*) echo \"Unknown arg: $1\" >&2; usage >&2 ;;\nesac\n",
        ] {
            let found = reasons(&format!("{USAGE}{script}echo \"Rows: 3\"\n"));
            assert_eq!(found.last(), Some(&6), "{script}");
        }
        let help = "usage() {\n  echo \"Usage: x FILE\"\n}\n";
        let script = "[ -f \"$1\" ] || { usage >&2; echo \"No such file: $1\" >&2; exit 1; }\n";
        assert_eq!(reasons(&format!("{help}{script}echo \"Rows: 3\"\n")), [4]);
        let script = "if [ $# -eq 0 ]; then\n  echo \"Usage: x FILE\" >&2\n  echo \"       x --required FILE\" >&2\n  exit 1\nfi\n";
        assert_eq!(reasons(&format!("{script}echo \"Rows: 3\"\n")), [2]);
        let script = "if ! [ -d .git ]; then\n  echo \"STATUS=ERROR\"\n  echo \"ISSUES:\"\n  echo \"  - TYPE=git MSG=this is not a repository\"\n  exit 1\nfi\n";
        assert_eq!(reasons(&format!("{script}echo \"Rows: 3\"\n")), [4]);
        let script = "x=$(grep v1 a)\nif [ -n \"$x\" ]; then\n  echo \"FAIL imports of v1 found:\" >&2\n  echo \"$x\" >&2\n  exit 1\nfi\n";
        assert_eq!(reasons(&format!("{script}echo \"Rows: 3\"\n")), [3]);
        let shown = "usage() {\n  sed -n '2,9p' \"$0\"\n}\n";
        let script =
            "case \"$1\" in\n  -*) echo \"Unknown argument: $1\" >&2; usage >&2; exit 2 ;;\nesac\n";
        assert_eq!(reasons(&format!("{shown}{script}echo \"Rows: 3\"\n")), [5]);
        // Where nothing else is said, the usage is the reason.
        let script = "[ $# -gt 0 ] || { usage >&2; exit 1; }\n";
        assert_eq!(reasons(&format!("{help}{script}echo \"Rows: 3\"\n")), [2]);
    }

    #[test]
    fn the_message_is_the_first_line_of_what_is_said() {
        const ROWS: &str = "echo \"Rows: 3\"\n";
        for (script, line) in [
            // A line with blanks in front continues the one above it.
            (
                "if ! x; then\n  echo \"sweep: lockout detected ($1).\" >&2\n  echo \"  Retrying will NOT clear this\" >&2\n  exit 64\nfi\n",
                2,
            ),
            ("if ! x; then\n  echo \"Usage:\"\n  echo \"  x.sh archive FILE\"\n  exit 1\nfi\n", 3),
        ] {
            assert_eq!(reasons(&format!("{script}{ROWS}")), [line], "{script}");
        }
        // Where nothing follows, only a failure leads to the exit.
        let last = "[ -f \"$1\" ] && exit 0\necho \"launcher: neither a server nor npx is there\" >&2\nexit 1\n";
        assert_eq!(reasons(&format!("{ROWS}{last}")), [3]);
        assert_eq!(reasons(&format!("{last}{ROWS}")), [] as [usize; 0]);
        assert_eq!(reasons(&format!("{ROWS}echo \"SUCCESS\"\nexit 7\n")), [] as [usize; 0]);
    }

    #[test]
    fn a_value_for_programs_is_no_reason() {
        for value in ["echo \"$UUID\"", "printf '%s\\n' \"$UUID\"", "printf 'unknown\\n'"] {
            let script = format!("if x; then\n  {value}\n  exit 3\nfi\necho \"Rows: 3\"\n");
            assert_eq!(reasons(&script), [] as [usize; 0], "{value}");
        }
        for message in ["echo \"$USAGE\"", "echo \"$error\"", "echo \"$UUID\" >&2"] {
            let script = format!("if x; then\n  {message}\n  exit 3\nfi\necho \"Rows: 3\"\n");
            assert_eq!(reasons(&script), [2], "{message}");
        }
    }

    #[test]
    fn work_may_stand_between_the_message_and_the_exit_of_a_branch() {
        let branch = |message: &str, work: &str| {
            let script = format!("if ! make; then\n  echo \"{message}\"\n  {work}\n  exit 1\nfi\n");
            reasons(&format!("{script}echo \"Rows: 3\"\n"))
        };
        let work = "git stash\n  x=$(cat log)\n  docker stop c\n  curl -s \"$1\"";
        assert_eq!(branch("Could not build $1", work), [2]);
        assert_eq!(branch("Trying again", work), [] as [usize; 0]);
        assert_eq!(branch("Warning: the build failed", work), [] as [usize; 0]);
        // A lone mark is no message.
        let mark = "RED='\\033[31m'\nif ! x; then\n  echo -e \"${RED}\u{2717}\"\n  exit 1\nfi\n";
        assert_eq!(reasons(&format!("{mark}echo \"Rows: 3\"\n")), [] as [usize; 0]);
        // What stands nearer is the reason.
        let two = format!("{work}\n  echo \"No log\"");
        assert_eq!(branch("Could not build $1", &two), [7]);
    }

    #[test]
    fn a_function_that_says_why_has_the_reason_itself() {
        let script = "die() {\n  echo \"$1\" >&2\n  exit 1\n}\necho \"Looking at $1\"\ndie \"no $1\"\necho \"Rows: 3\"\n";
        assert!(!reasons(script).contains(&5), "{:?}", reasons(script));
    }
}
