//! What one call prints: the envelope, other JSON, text or nothing.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::envelope_text::has_fields;
use crate::model::{Call, Script};
use crate::other_language::prints_envelope;
use crate::part::Part;
use crate::word;

/// Whether this call may run a function that it does not name.
pub(crate) fn open(call: &Call) -> bool {
    (call.name.is_empty() && !call.words.is_empty())
        || matches!(
            call.name.as_str(),
            "eval" | "trap" | "xargs" | "timeout" | "command" | "builtin"
        )
}

/// The functions that the script itself runs: a library only defines them. If a command's name is not known before it
/// runs, it may be any of them.
pub(crate) fn live<'s>(script: &'s Script<'_>) -> BTreeSet<&'s str> {
    if script.calls.iter().any(open) {
        return script.functions.keys().map(String::as_str).collect();
    }
    let mut live = BTreeSet::new();
    let mut next: Vec<&str> = Vec::new();
    let mut run = |call: &Call<'_>, next: &mut Vec<&'s str>| {
        // `retry do_it`: a passed name may be run.
        let names = std::iter::once(&call.name).chain(call.words.iter().skip(1));
        next.extend(names.filter_map(|name| script.defined(name)).filter(|f| live.insert(*f)));
    };
    for call in script.calls.iter().filter(|call| call.place.function.is_none()) {
        run(call, &mut next);
    }
    while let Some(function) = next.pop() {
        script.body_of(function).for_each(|call| run(call, &mut next));
    }
    live
}

/// Whether a call may print anything on stdout.
pub(crate) fn prints(call: &Call) -> bool {
    !matches!(of_call(call), PrintedForm::Nothing)
}

/// Whether it prints words, for any values of its variables.
pub(crate) fn says(call: &Call) -> bool {
    let letters = |text: &str| text.chars().filter(|c| c.is_alphabetic()).count() > 1;
    match call.name.as_str() {
        "echo" | "printf" => {
            let words = call.words[1..].iter().filter(|w| !w.starts_with('-'));
            let mut literal = words.flat_map(|w| word::pieces(w)).filter_map(|piece| match piece {
                word::Piece::Text(text) => Some(text),
                word::Piece::Hole { .. } => None,
            });
            matches!(of_call(call), PrintedForm::Text)
                && !piece_of_json(&plain(&call.words[1..]))
                && literal.any(|text| letters(&text.replace("%s", "")))
        }
        "cat" => {
            call.heredoc.as_ref().is_some_and(|(body, _)| letters(body))
                && matches!(of_call(call), PrintedForm::Text)
        }
        _ => false,
    }
}

/// `"key": …` and closing brackets: JSON that is printed line by line.
fn piece_of_json(text: &str) -> bool {
    let text =
        text.trim().trim_start_matches("\\n").trim_start().trim_start_matches(['{', '[', ',', ' ']);
    let key = text.strip_prefix("\\\"").or_else(|| text.strip_prefix('"'));
    key.is_some_and(|rest| {
        let end = rest.find('"').unwrap_or(0);
        rest.get(end + 1..).is_some_and(|after| after.trim_start().starts_with([':', ',']))
    })
}

/// Programs that may get their code in a here-document.
const INTERPRETERS: [&str; 6] = ["python", "python3", "node", "deno", "bun", "ruby"];

pub(crate) enum PrintedForm {
    Envelope,
    Json,
    Text,
    Nothing,
}

/// Commands that print nothing on stdout in normal use, sorted.
const SILENT: [&str; 62] = [
    ".",
    ":",
    "[",
    "[[",
    "alias",
    "break",
    "builtin",
    "cd",
    "chmod",
    "chown",
    "command",
    "continue",
    "cp",
    "declare",
    "disown",
    "enable",
    "eval",
    "exec",
    "exit",
    "export",
    "false",
    "flock",
    "getopts",
    "hash",
    "install",
    "kill",
    "killall",
    "let",
    "ln",
    "local",
    "logger",
    "mapfile",
    "mkdir",
    "mv",
    "nohup",
    "pkill",
    "popd",
    "pushd",
    "read",
    "readarray",
    "readonly",
    "return",
    "rm",
    "rmdir",
    "set",
    "setsid",
    "shift",
    "shopt",
    "sleep",
    "source",
    "sync",
    "test",
    "touch",
    "trap",
    "true",
    "truncate",
    "typeset",
    "ulimit",
    "umask",
    "unalias",
    "unset",
    "wait",
];

/// Whether a command prints nothing on stdout in normal use.
pub(crate) fn silent(name: &str) -> bool {
    debug_assert!(SILENT.is_sorted(), "the search goes by the order");
    SILENT.binary_search(&name).is_ok()
}

pub(crate) fn of_call(call: &Call) -> PrintedForm {
    match call.name.as_str() {
        "echo" | "printf" => {
            if call.name == "printf" && call.words.get(1).is_some_and(|w| w == "-v") {
                return PrintedForm::Nothing;
            }
            let mut words =
                call.words[1..].iter().skip_while(|w| w.starts_with('-') && w.len() > 1);
            if words.next().is_some_and(|word| begins_text(word)) {
                return PrintedForm::Text;
            }
            of_text(&plain(&call.words[1..]))
        }
        "cat" if call.heredoc.is_some() => {
            call.heredoc.as_ref().map_or(PrintedForm::Text, |(body, _)| of_text(body))
        }
        "cat" => {
            let json =
                call.words[1..].iter().any(|w| w.trim_matches(['"', '\'']).ends_with(".json"));
            if json { PrintedForm::Json } else { PrintedForm::Text }
        }
        "jq" => {
            let raw = call.words.iter().any(|w| {
                w == "--raw-output"
                    || w == "--join-output"
                    || (w.starts_with('-') && !w.starts_with("--") && w.contains(['r', 'j']))
            });
            let all = call.words.join(" ");
            if has_fields(&all) {
                return PrintedForm::Envelope;
            }
            let quiet = call.words.iter().any(|w| w == "empty" || w == "'empty'");
            if quiet {
                PrintedForm::Nothing
            } else if raw {
                PrintedForm::Text
            } else {
                PrintedForm::Json
            }
        }
        // A program in a here-document: `python3 - <<'PY'`.
        name if INTERPRETERS.contains(&name)
            && call.heredoc.as_ref().is_some_and(|(body, _)| prints_envelope(body)) =>
        {
            PrintedForm::Envelope
        }
        _ if is_quiet(call) => PrintedForm::Nothing,
        // A command with its name in a variable may print.
        "" if call.words.is_empty() => PrintedForm::Nothing,
        name if silent(name) => {
            let runs = matches!(name, "eval" | "exec" | "builtin" | "command" | "source" | ".")
                && call.words.len() > 1;
            if runs { PrintedForm::Text } else { PrintedForm::Nothing }
        }
        _ => PrintedForm::Text,
    }
}

/// Whether a program is quiet and run for its exit status: `grep -q`, `cmp -s`, `git diff --quiet`.
fn is_quiet(call: &Call<'_>) -> bool {
    let options = || call.words.iter().skip(1).map(|word| word.as_str());
    let short = |letter: char| {
        options().any(|word| {
            word.strip_prefix('-').is_some_and(|letters| {
                letters.contains(letter) && letters.chars().all(|c| c.is_ascii_alphabetic())
            })
        })
    };
    let long = |names: &[&str]| options().any(|word| names.contains(&word));
    match call.name.as_str() {
        "grep" | "egrep" | "fgrep" | "zgrep" | "rg" => short('q') || long(&["--quiet", "--silent"]),
        "cmp" => short('s') || long(&["--quiet", "--silent"]),
        "git" => {
            let command = call.words.get(1).map(|word| word.as_str()).unwrap_or_default();
            matches!(command, "diff" | "diff-index" | "diff-files" | "check-ignore" | "show-ref")
                && (long(&["--quiet"]) || command == "check-ignore" && short('q'))
                || command == "merge-base" && long(&["--is-ancestor"])
        }
        "systemctl" => long(&["--quiet", "-q"]),
        _ => false,
    }
}

/// The output of a call of echo or printf, with its expansions as written.
pub(crate) fn plain<'w>(words: &'w [Part<'_>]) -> Cow<'w, str> {
    let mut words =
        words.iter().skip_while(|w| w.starts_with('-') && w.len() > 1).map(|w| word::shown(w));
    let mut text = words.next().unwrap_or_default();
    for word in words {
        let text = text.to_mut();
        text.push(' ');
        text.push_str(&word);
    }
    text
}

/// Whether a word begins with a character that can't begin JSON.
fn begins_text(word: &str) -> bool {
    let first = word.trim_start_matches(['"', '\'']).chars().next();
    first.is_some_and(char::is_alphanumeric)
}

pub(crate) fn of_text(text: &str) -> PrintedForm {
    let start = text.trim_start().trim_start_matches("%s").trim_start_matches("\\n").trim_start();
    if start.starts_with('{') && has_fields(text) {
        return PrintedForm::Envelope;
    }
    let second = start.get(1..).unwrap_or("").trim_start_matches("\\n").trim_start();
    let object = start.starts_with('{')
        && (second.starts_with('"')
            || second.is_empty()
            || second.starts_with('}')
            || second.starts_with("\\\""));
    // `[ ] to do` and `[1/3]` are text.
    let array = start.starts_with('[')
        && (second.starts_with('"')
            || second.starts_with('{')
            || second.is_empty()
            || second.trim_end() == "]"
            || second.starts_with("],"));
    if object || array {
        return PrintedForm::Json;
    }
    let variable = start
        .strip_prefix("${")
        .or_else(|| start.strip_prefix('$'))
        .unwrap_or("")
        .trim_end_matches(['}', '"', ' ']);
    let single = !variable.is_empty() && variable.chars().all(|c| c.is_alphanumeric() || c == '_');
    if single && variable.to_lowercase().contains("json") {
        return PrintedForm::Json;
    }
    PrintedForm::Text
}
