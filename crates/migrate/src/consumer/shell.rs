//! A script's name in shell text: whether it is run there, and what reads its output.

use super::json_reader;
use super::pipeline::{
    Stage, captured, file, for_workflow, kept_in, program, program_name, stages, statement_end,
    targets,
};
use super::rewrite::{Change, rewrite};

/// The meaning of a name in shell text.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ScriptUse {
    /// Its text is read.
    pub(super) blocking: bool,
    /// How the reader can read a known field of the envelope instead.
    pub(super) field: Option<Change>,
}

impl ScriptUse {
    pub(super) fn new(blocking: bool) -> Self {
        Self { blocking, field: None }
    }
}

/// Commands that parse text: in a document, a `|` may also be part of a drawing.
const READERS: [&str; 39] = [
    "grep",
    "egrep",
    "fgrep",
    "rg",
    "sed",
    "awk",
    "gawk",
    "cut",
    "head",
    "tail",
    "tr",
    "sort",
    "uniq",
    "wc",
    "while",
    "read",
    "xargs",
    "python",
    "python3",
    "perl",
    "node",
    "ruby",
    "mapfile",
    "readarray",
    "jq",
    "yq",
    "diff",
    "cmp",
    "comm",
    "paste",
    "join",
    "bash",
    "sh",
    "source",
    "tac",
    "rev",
    "column",
    "envsubst",
    "base64",
];

/// Commands that show a text, or store it for people.
const SHOWS: [&str; 16] = [
    "head",
    "tail",
    "tee",
    "cat",
    "less",
    "more",
    "ts",
    "pv",
    "bat",
    "logger",
    "systemd-cat",
    "pbcopy",
    "xclip",
    "wl-copy",
    "clip.exe",
    "lolcat",
];

/// The meaning of the name at `at` in `text`; `whole` is the same text with its messages and comments.
pub(super) fn shell(
    (text, whole): (&str, &str),
    start: usize,
    (at, end): (usize, usize),
    loose: bool,
) -> Option<ScriptUse> {
    let captured = captured(&filled(&text[start..at]));
    let stages = stages(text, end);
    let first = json_reader::first(&stages);
    let away = stages.is_empty() && dropped(&text[end..statement_end(text, end)]);
    if sourced(&text[start..at]) || mentioned(&text[start..at], text[end..].chars().next()) {
        return None;
    }
    // An argument of another command is not run here.
    if !starts_command(text, start, at) {
        return None;
    }
    // `… | tail -5` without another reader shows the text to people.
    if !captured && shown(&stages) {
        let kept = |stage: &Stage| {
            let words = &text[stage.range.clone()];
            stage.command == "tee" && (for_workflow(words) || taken_apart((text, whole), stage))
        };
        return Some(ScriptUse::new(stages.iter().any(kept)));
    }
    let is_json = || {
        json_reader::piped(whole, &stages)
            || captured
                && json_reader::all_hand_json_on(whole, &stages)
                && (json_reader::around(whole, at) || json_reader::through_variable(whole, at))
    };
    match first {
        _ if is_json() => None,
        Some(stage) => {
            let shows =
                |stage: &Stage| stage.command.is_empty() || SHOWS.contains(&stage.command.as_str());
            let taken = match loose {
                true => READERS.contains(&stage.command.as_str()),
                false => !stages.iter().all(shows),
            };
            let blocking = captured || taken;
            Some(ScriptUse { blocking, field: rewrite(text, end, &stages) })
        }
        None if captured && !away => Some(ScriptUse::new(true)),
        None => {
            let rest = text[end..statement_end(text, end)].trim_start_matches(['"', '\'']);
            let file = file(rest)?;
            let is_json = json_reader::through_file(text, whole, file);
            Some(ScriptUse::new(kept_in(text, file) && !is_json))
        }
    }
}

/// Whether the file itself is sourced, not its output (`source <(x.sh)`).
fn sourced(before: &str) -> bool {
    let own = before.rfind("<(").map_or(before, |open| &before[open + 2..]);
    own.trim_start().starts_with(". ") || own.contains("source ")
}

/// Whether the text that passes through these stages is only shown to people.
pub(super) fn shown(stages: &[Stage]) -> bool {
    !stages.is_empty() && stages.iter().all(|stage| SHOWS.contains(&stage.command.as_str()))
}

/// Whether a redirection after the command discards stdout.
fn dropped(rest: &str) -> bool {
    let to =
        |to: &str| to.trim_start_matches(['>', '|', '&']).trim_start().starts_with("/dev/null");
    targets(rest).any(to)
}

/// The text with each closed substitution as one word, of the same length: `"$(dirname "$0")/` contains no space for a
/// shell.
pub(super) fn filled(before: &str) -> String {
    let mut open: Vec<(char, usize)> = Vec::new();
    let mut out = before.as_bytes().to_vec();
    let mut chars = before.char_indices();
    let mut previous = ' ';
    while let Some((at, c)) = chars.next() {
        let inner = open.last().map(|(kind, _)| *kind);
        match (inner, c) {
            _ if previous == '\\' => {
                previous = ' ';
                continue;
            }
            // Everything up to the closing quote is skipped; without one, nothing more is known.
            (kind, '\'') if kind != Some('"') && !chars.any(|(_, c)| c == '\'') => break,
            (Some('"'), '"') => {
                open.pop();
            }
            (_, '"') => open.push(('"', at)),
            (_, '(') if previous == '$' => open.push(('$', at - 1)),
            (kind, '(') if kind != Some('"') => open.push(('(', at)),
            (Some('('), ')') => {
                open.pop();
            }
            (Some('$'), ')') | (Some('`'), '`') => {
                let (_, from) = open.pop().unwrap_or((c, at));
                out[from..=at].fill(b'x');
            }
            (_, '`') => open.push(('`', at)),
            _ => {}
        }
        previous = c;
    }
    String::from_utf8(out).unwrap_or_else(|_| before.to_owned())
}

/// Whether the name is inside of a string that is more than its path. Such a string is a message, unless a shell gets
/// it.
pub(super) fn mentioned(before: &str, next: Option<char>) -> bool {
    let before = filled(before);
    let mut open: Vec<(char, usize)> = Vec::new();
    let mut previous = ' ';
    for (i, c) in before.char_indices() {
        let inner = open.last().map(|o| o.0);
        match (inner, c) {
            (Some('\''), '\'') => {
                open.pop();
            }
            (Some('\''), _) => {}
            (_, '"') if previous != '\\' => match inner {
                Some('"') => {
                    open.pop();
                }
                _ => open.push(('"', i + 1)),
            },
            (Some('"'), '(') if previous == '$' => open.push(('(', i + 1)),
            (Some('"'), _) => {}
            (_, '\'') => open.push(('\'', i + 1)),
            (_, '(') => open.push(('(', i + 1)),
            (Some('('), ')') => {
                open.pop();
            }
            _ => {}
        }
        previous = c;
    }
    let Some((quote, from)) = open.last().copied().filter(|o| o.0 != '(') else { return false };
    let inside = &before[from..];
    let word = !inside.contains(char::is_whitespace) && next == Some(quote);
    let given = ["-c", "eval", "-lc", "ssh"]
        .iter()
        .any(|flag| before[..from - 1].split_whitespace().any(|word| word == *flag));
    // A backtick in double quotes runs the following text.
    let ticks = quote == '"' && inside.matches('`').count() % 2 == 1;
    !(word || given || ticks)
}

/// Whether the script is run here, not named as an argument of a test, a copy or a message.
pub(super) fn starts_command(text: &str, start: usize, at: usize) -> bool {
    let before = filled(&text[start..at]);
    let from = before.rfind(['(', '`', ';', '|', '&']).map_or(0, |i| i + 1);
    let words: Vec<&str> = before[from..].split_whitespace().collect();
    let last = words.last().copied().unwrap_or("");
    let path = before.ends_with(['/', '"', '\'']) || last.is_empty();
    let lead = if path { &words[..words.len().saturating_sub(1)] } else { &words[..] };
    // Their arguments are run elsewhere.
    let far = |w: &str| match program_name(w) {
        "ssh" => true,
        "docker" | "podman" | "kubectl" => lead.contains(&"exec") || lead.contains(&"run"),
        _ => false,
    };
    if lead.iter().any(|w| far(w)) {
        return true;
    }
    let mut all = lead.to_vec();
    all.push("the script");
    program(&all) == Some(all.len() - 1)
}

/// Whether a line below passes the file of `tee FILE` to a command that parses text. A message may name it too.
fn taken_apart((text, whole): (&str, &str), tee: &Stage) -> bool {
    let words = text[tee.range.clone()].trim_start_matches(['|', '&', ' ']).split_whitespace();
    let Some(file) = words.skip(1).find(|word| !word.starts_with('-')) else { return false };
    let reads = |line: &str| line.split([' ', '(', '|', ';', '\t']).any(|w| READERS.contains(&w));
    text[tee.range.end..].lines().any(|line| line.contains(file) && reads(line))
        && !json_reader::through_file(text, whole, file)
}
