//! What can't be migrated without changing what the script does, each with its line and a reason that a reader can act on.

use crate::context::Context;
use crate::envelope::Shell;
use crate::model::{Call, Script};
use crate::plan::Planner;
use crate::source::Source;
use crate::word;

/// A reason to leave the file as it is.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Refusal {
    /// 1-based line.
    pub line: usize,
    /// What stands there, why it is in the way, and what helps.
    pub reason: String,
}

impl Refusal {
    pub(crate) fn new(line: usize, reason: impl Into<String>) -> Self {
        Self { line: line.max(1), reason: reason.into() }
    }
}

/// The fields of the envelope: a text with all of them is the envelope.
const FIELDS: [&str; 5] = ["success", "confidence", "deliverables", "metrics", "errors"];

/// What a script prints, by its kinds of lines.
#[derive(Debug, Default)]
pub(crate) struct Printed {
    /// Prints the whole envelope itself, here.
    pub(crate) envelope: Vec<usize>,
    /// Prints other JSON, here.
    pub(crate) json: Vec<usize>,
    /// Prints text, or runs something that may.
    pub(crate) text: Vec<usize>,
}

/// Sorts the calls that may print on the script's stdout.
pub(crate) fn printed(script: &Script, context: &Context) -> Printed {
    let mut printed = Printed::default();
    for call in &script.calls {
        if call.place.captured
            || !context.reaches_stdout(call)
            || script.functions.contains_key(&call.name)
        {
            continue;
        }
        match shape(call) {
            Shape::Envelope => printed.envelope.push(call.line),
            Shape::Json => printed.json.push(call.line),
            Shape::Text => printed.text.push(call.line),
            Shape::Nothing => {}
        }
    }
    printed
}

enum Shape {
    Envelope,
    Json,
    Text,
    Nothing,
}

/// Commands that print nothing on stdout when they do their work.
const SILENT: [&str; 62] = [
    ":",
    "[",
    "[[",
    "test",
    "true",
    "false",
    "cd",
    "mkdir",
    "rmdir",
    "rm",
    "cp",
    "mv",
    "ln",
    "touch",
    "chmod",
    "chown",
    "export",
    "set",
    "unset",
    "shopt",
    "local",
    "readonly",
    "declare",
    "typeset",
    "source",
    ".",
    "sleep",
    "exit",
    "return",
    "shift",
    "trap",
    "wait",
    "kill",
    "read",
    "eval",
    "exec",
    "break",
    "continue",
    "umask",
    "ulimit",
    "getopts",
    "let",
    "mapfile",
    "readarray",
    "pushd",
    "popd",
    "disown",
    "alias",
    "unalias",
    "hash",
    "install",
    "truncate",
    "sync",
    "flock",
    "logger",
    "pkill",
    "killall",
    "builtin",
    "command",
    "nohup",
    "setsid",
    "enable",
];

fn shape(call: &Call) -> Shape {
    let text = match call.name.as_str() {
        "echo" | "printf" => {
            let raw = call.words[1..].join(" ");
            if call.name == "printf" && call.words.get(1).is_some_and(|w| w == "-v") {
                return Shape::Nothing;
            }
            return of_text(&plain(&call.words[1..]), &raw);
        }
        "cat" if call.heredoc.is_some() => {
            call.heredoc.as_ref().map(|(body, _)| body.clone()).unwrap_or_default()
        }
        "cat" => {
            let json =
                call.words[1..].iter().any(|w| w.trim_matches(['"', '\'']).ends_with(".json"));
            return if json { Shape::Json } else { Shape::Text };
        }
        "jq" => {
            let raw = call.words.iter().any(|w| {
                w == "--raw-output"
                    || w == "--join-output"
                    || (w.starts_with('-') && !w.starts_with("--") && w.contains(['r', 'j']))
            });
            let all = call.words.join(" ");
            if has_fields(&all) {
                return Shape::Envelope;
            }
            let quiet = call.words.iter().any(|w| w == "empty" || w == "'empty'");
            return if quiet {
                Shape::Nothing
            } else if raw {
                Shape::Text
            } else {
                Shape::Json
            };
        }
        "" => return Shape::Nothing,
        name if SILENT.contains(&name) => {
            let runs = matches!(name, "eval" | "exec" | "builtin" | "command" | "source" | ".")
                && call.words.len() > 1;
            return if runs { Shape::Text } else { Shape::Nothing };
        }
        _ => return Shape::Text,
    };
    of_text(&text, &text)
}

fn plain(words: &[String]) -> String {
    let words = words.iter().skip_while(|w| w.starts_with('-') && w.len() > 1);
    let texts: Vec<String> = words
        .map(|w| {
            word::pieces(w)
                .into_iter()
                .map(|piece| match piece {
                    word::Piece::Text(text) => text,
                    word::Piece::Hole { source, .. } => source,
                })
                .collect()
        })
        .collect();
    texts.join(" ")
}

fn has_fields(text: &str) -> bool {
    FIELDS.iter().all(|field| text.contains(field))
}

fn of_text(text: &str, raw: &str) -> Shape {
    let start = text.trim_start().trim_start_matches("%s").trim_start_matches("\\n").trim_start();
    if has_fields(text) && start.starts_with('{') {
        return Shape::Envelope;
    }
    let second = start.get(1..).unwrap_or("").trim_start_matches("\\n").trim_start();
    let object = start.starts_with('{')
        && (second.starts_with('"')
            || second.is_empty()
            || second.starts_with('}')
            || second.starts_with("\\\""));
    let array = start.starts_with('[')
        && (second.starts_with('"')
            || second.starts_with('{')
            || second.is_empty()
            || second.starts_with(']'));
    if object || array {
        return Shape::Json;
    }
    let variable = start
        .strip_prefix("${")
        .or_else(|| start.strip_prefix('$'))
        .unwrap_or("")
        .trim_end_matches(['}', '"', ' ']);
    let single = !variable.is_empty() && variable.chars().all(|c| c.is_alphanumeric() || c == '_');
    if single && variable.to_lowercase().contains("json") {
        return Shape::Json;
    }
    let _ = raw;
    Shape::Text
}

/// The reasons that stand in single calls.
pub(crate) fn by_call(
    script: &Script,
    context: &Context,
    source: &Source<'_>,
    first_line: usize,
) -> Vec<Refusal> {
    let mut refusals = Vec::new();
    for call in &script.calls {
        match call.name.as_str() {
            "trap" if !call.place.captured => refusals.extend(trap(call)),
            "exec"
                if context.editable(call)
                    && !call.place.subshell
                    && call.words.get(1).is_some_and(|w| w.starts_with('-') && w != "--") =>
            {
                let reason = "`exec` with an option: the command would take the place of the shell before it can print the envelope";
                refusals.push(Refusal::new(call.line, reason));
            }
            _ => {}
        }
        refusals.extend(reads_itself(call, first_line));
    }
    for (name, line) in &script.functions {
        if name.starts_with("__skill_") {
            refusals.push(Refusal::new(
                *line,
                format!("the function `{name}` has a name that the envelope uses"),
            ));
        }
    }
    let _ = source;
    refusals
}

/// The reasons that only sh has: a trap of its own that waits for jobs has to run in the shell itself, where nothing can take
/// an `exit` in it or a crash of it aside.
pub(crate) fn by_shell(planner: &Planner<'_>) -> Vec<Refusal> {
    let script = planner.script;
    if planner.needs.shell == Shell::Bash {
        return Vec::new();
    }
    let mut refusals = Vec::new();
    let strict =
        script.calls.iter().any(|c| {
            c.name == "set" && c.words.iter().any(|w| w.starts_with('-') && w.contains('e'))
        }) || planner.source.line(1).ends_with(b" -e");
    let exits = script
        .calls
        .iter()
        .any(|c| c.name == "exit" && (c.place.function.is_some() || c.at.is_none()));
    for call in script.calls.iter().filter(|c| c.name == "trap") {
        if planner.needs.own == Some(true) && (strict || exits) {
            refusals.push(Refusal::new(
                call.line,
                "sh: an EXIT trap that waits for jobs, in a script with `set -e` or an `exit` in a function: only bash can print the envelope after it; use `#!/usr/bin/env bash`",
            ));
        }
    }
    refusals
}

fn trap(call: &Call) -> Option<Refusal> {
    let debug = call.words.iter().skip(2).any(|w| w == "DEBUG");
    debug.then(|| {
        Refusal::new(call.line, "a DEBUG trap runs before every command, those of the envelope too")
    })
}

/// A script that reads its own file sees the envelope in it, unless it reads by line numbers or marks.
fn reads_itself(call: &Call, first_line: usize) -> Option<Refusal> {
    let own = |w: &String| {
        let bare = w.trim_matches('"');
        matches!(bare, "$0" | "${0}" | "$BASH_SOURCE" | "${BASH_SOURCE}" | "${BASH_SOURCE[0]}")
    };
    if !call.words.iter().skip(1).any(own) {
        return None;
    }
    let whole = match call.name.as_str() {
        "cat" | "less" | "more" | "wc" | "sha256sum" | "sha1sum" | "md5sum" | "shasum"
        | "cksum" | "diff" | "cmp" => true,
        "head" | "sed" => last_line(call).is_some_and(|last| last >= first_line),
        _ => false,
    };
    whole.then(|| {
        Refusal::new(
            call.line,
            format!("`{}` reads the script's own text, which the envelope changes", call.name),
        )
    })
}

/// The last line number in `head -n N` or `sed -n A,Bp`.
fn last_line(call: &Call) -> Option<usize> {
    call.words
        .iter()
        .skip(1)
        .filter_map(|w| {
            let bare = w.trim_matches(['"', '\'']);
            let digits = if call.name == "head" {
                bare.trim_start_matches("-n").trim_start_matches('-').to_owned()
            } else {
                bare.strip_suffix('p')?.rsplit(',').next()?.to_owned()
            };
            digits.parse().ok()
        })
        .max()
}

/// Commands that a script may be run with in a sandbox without being asked for: they read, print and write small files.
const HARMLESS: [&str; 46] = [
    "echo", "printf", "cat", "cut", "sort", "uniq", "head", "tail", "wc", "tr", "grep", "egrep",
    "sed", "awk", "date", "basename", "dirname", "seq", "mkdir", "touch", "ls", "pwd", "expr",
    "tee", "mktemp", "rev", "paste", "comm", "fold", "nl", "column", "bc", "jq", "tput", "uname",
    "whoami", "id", "hostname", "which", "type", "readlink", "realpath", "stat", "du", "df", "tac",
];

/// The first command of a script that is not on the list of harmless ones, with its line; `None` if all are.
#[must_use]
pub fn harmful(bytes: &[u8]) -> Option<(usize, String)> {
    let source = Source::new(bytes);
    let script = match crate::model::read(&source) {
        Ok(script) => script,
        Err(error) => return Some((error.line, error.reason)),
    };
    let outer = [
        "kill", "pkill", "killall", "source", ".", "eval", "exec", "cp", "mv", "rm", "rmdir",
        "install", "chmod", "chown", "ln", "logger", "nohup", "setsid", "truncate",
    ];
    script
        .calls
        .iter()
        .find(|call| {
            let name = call.name.as_str();
            let builtin = SILENT.contains(&name) && !outer.contains(&name);
            let dynamic = name.is_empty() && !call.words.is_empty();
            dynamic
                || !(name.is_empty()
                    || builtin
                    || HARMLESS.contains(&name)
                    || script.functions.contains_key(name))
        })
        .map(|call| {
            (
                call.line,
                if call.name.is_empty() { call.words[0].clone() } else { call.name.clone() },
            )
        })
}
