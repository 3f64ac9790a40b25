//! What a migration would gain: whether the envelope has a field for what a script prints. Where its text is the answer itself (a
//! path, a table, what another program prints), an envelope without that text would lose it.

use crate::context::Context;
use crate::model::{Call, Script};
use crate::shape::{live, prints, says};
use crate::word;

/// What the envelope of a script would hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Gain {
    /// Values or errors that the script tells.
    Fields,
    /// Nothing but success and the exit code: what is printed is for people.
    Nothing,
    /// Less than before: this line prints the answer.
    Answer(usize, &'static str),
}

/// What is known of a script's recognized lines.
pub(crate) struct Told<'p> {
    /// The patterns of each line that gains a call.
    pub(crate) lines: &'p [(usize, &'p str)],
    /// Lines of `KEY=VALUE` that the envelope has no place for.
    pub(crate) results: &'p [usize],
}

/// Patterns that fill a field of a run that goes well.
const FIELDS: [&str; 4] = ["confidence", "deliverable", "metric", "value"];

/// Functions whose text is about the script or about a failure.
const ASIDE: [&str; 9] =
    ["usage", "help", "die", "fail", "fatal", "abort", "error", "err", "version"];

/// Programs that are run for what they print.
const PRINTERS: [&str; 42] = [
    "awk", "aws", "az", "basename", "bun", "column", "comm", "cut", "date", "deno", "diff",
    "dirname", "find", "gcloud", "gh", "grep", "head", "jq", "kubectl", "ls", "node", "npx",
    "paste", "perl", "php", "psql", "pwd", "python", "python3", "readlink", "realpath", "rg",
    "ruby", "sed", "sort", "sqlite3", "tail", "tr", "uniq", "uv", "wc", "which",
];

/// What a script would gain.
pub(crate) fn gain(script: &Script, context: &Context, told: &Told<'_>) -> Gain {
    let fills = |(_, ids): &(usize, &str)| ids.split(',').any(|id| FIELDS.contains(&id));
    if told.lines.iter().any(fills) {
        return Gain::Fields;
    }
    if let Some(line) = told.results.first() {
        return Gain::Answer(*line, "`KEY=VALUE` lines, which `--envelope helper` has a place for");
    }
    let live = live(script);
    let recognized = |call: &Call<'_>| told.lines.iter().any(|(line, _)| *line == call.line);
    let runs = |call: &&Call<'_>| {
        !call.place.captured
            && context.reaches_stdout(call)
            && !script.defines(&call.name)
            && call.place.function.as_deref().is_none_or(|f| live.contains(f))
            && prints(call)
            && !recognized(call)
    };
    let printed: Vec<&Call<'_>> = script.calls.iter().filter(runs).collect();
    let own: Vec<&Call<'_>> = printed.into_iter().filter(|call| !aside(script, call)).collect();
    let words = chosen_words(&own);
    let values = |call: &&&Call<'_>| is_value(call) || words && is_word(call);
    let bare = |call: &Call<'_>| is_path(call) || is_row(call) || words && is_word(call);
    let speaks = |call: &&Call<'_>| says(call) && !bare(call);
    if own.iter().any(speaks) {
        return if told.lines.is_empty() { Gain::Nothing } else { Gain::Fields };
    }
    let program = |call: &&&Call<'_>| is_printer(call) || told.lines.is_empty() && !blank(call);
    match own.iter().find(values).or_else(|| own.iter().find(program)) {
        Some(call) => Gain::Answer(call.line, what(call)),
        None if told.lines.is_empty() => Gain::Nothing,
        None => Gain::Fields,
    }
}

/// Does a call print a value with no words around it: a variable, the text of a file?
fn is_value(call: &Call<'_>) -> bool {
    match call.name.as_str() {
        "echo" | "printf" => is_path(call) || is_row(call) || !says(call) && !blank(call),
        "cat" => call.heredoc.is_none(),
        _ => false,
    }
}

/// Does a call print one word with a variable in it and nothing that a sentence has, as a path is: `$dir/out.csv`?
fn is_path(call: &Call<'_>) -> bool {
    let [_, word] = call.words.as_slice() else { return false };
    let part = |c: char| c.is_ascii_alphanumeric() || "_-./@+".contains(c);
    let literal = |piece: &word::Piece<'_>| match piece {
        word::Piece::Text(text) => text.chars().all(part),
        word::Piece::Hole { .. } => true,
    };
    call.name == "echo" && word.contains('$') && word::pieces(word).iter().all(literal)
}

/// Does a call of printf print values alone, as a row of a table: `'%s\t%s\n'`?
fn is_row(call: &Call<'_>) -> bool {
    let [_, format, _, ..] = call.words.as_slice() else { return false };
    let mut rest = format.trim_matches(['"', '\'']).to_owned();
    for directive in ["%s", "%d", "%q", "\\n", "\\t", "\\0", "\\r"] {
        rest = rest.replace(directive, "");
    }
    call.name == "printf" && rest.chars().all(|c| " ,;|:/".contains(c))
}

/// Does a script print one word or another, by a condition: `generic`, or `special`?
fn chosen_words(printed: &[&Call<'_>]) -> bool {
    let words: Vec<&&Call<'_>> = printed.iter().filter(|call| is_word(call)).collect();
    words.iter().any(|one| {
        let apart = |other: &&&&Call<'_>| {
            let (a, b) = (&one.place.block, &other.place.block);
            one.words[1] != other.words[1] && !a.starts_with(b) && !b.starts_with(a)
        };
        words.iter().find(apart).is_some()
    })
}

/// Does a call print one word of its own, as a name or `true` is?
fn is_word(call: &Call<'_>) -> bool {
    let [_, word] = call.words.as_slice() else { return false };
    let word = word.trim_matches(['"', '\'']);
    let part = |c: char| c.is_ascii_alphanumeric() || "_-./:@".contains(c);
    call.name == "echo" && !word.is_empty() && word.chars().all(part)
}

/// Is a program run for what it prints?
fn is_printer(call: &Call<'_>) -> bool {
    let has = |option: &str| call.words.iter().any(|word| word.starts_with(option));
    match call.name.as_str() {
        "" => call.words.first().is_some_and(|word| word.contains("$@") || word.contains("[@]")),
        "exec" => call.words.len() > 1,
        "curl" => !has("-o") && !has("-O") && !has("--output"),
        "git" => call.words.get(1).is_some_and(|word| GIT_PRINTS.contains(&word.as_str())),
        name => PRINTERS.contains(&name.rsplit('/').next().unwrap_or(name)),
    }
}

/// Commands of git that are run for what they print.
const GIT_PRINTS: [&str; 12] = [
    "blame",
    "branch",
    "config",
    "describe",
    "diff",
    "log",
    "ls-files",
    "remote",
    "rev-list",
    "rev-parse",
    "show",
    "status",
];

/// Does a call print an empty line, or a rule?
fn blank(call: &Call<'_>) -> bool {
    matches!(call.name.as_str(), "echo" | "printf")
        && !call.words[1..]
            .iter()
            .any(|word| word.contains(['$', '`']) || word.contains(char::is_alphanumeric))
}

/// The kind of answer that a call prints, for a reason.
fn what(call: &Call<'_>) -> &'static str {
    match call.name.as_str() {
        "echo" | "printf" => "a value alone",
        "cat" => "the text of a file",
        _ => "what another program prints",
    }
}

/// Is what a call prints about the script, or about a failure: in such a function, or in front of `exit` in a branch?
fn aside(script: &Script<'_>, call: &Call<'_>) -> bool {
    let about = |name: &str| {
        let name = name.to_ascii_lowercase();
        ASIDE.iter().any(|word| name.split(['_', '-']).any(|part| part == *word))
    };
    if call.place.function.as_deref().is_some_and(about) {
        return true;
    }
    let branch = call.place.conditional || call.place.block.len() > 1;
    let ends = |other: &Call<'_>| {
        other.name == "exit" && other.place.block == call.place.block && other.line >= call.line
    };
    branch && script.calls.iter().any(ends)
}
