//! Readers that don't name the script where they read it: through a variable that holds its path, or in a function whose
//! text is captured. Tests of scripts are most often written so.

use std::collections::BTreeSet;

use super::Use;
use super::rewrite::merged;
use super::shell::{Stage, read_again, stages};
use crate::context::Context;
use crate::model::{self, Call, Script};
use crate::part::Part;
use crate::source::Source;

/// A shell text that was read, with who captures what.
#[derive(Debug)]
pub(super) struct Known<'t> {
    script: Script<'t>,
    context: Context,
}

/// Reads a shell text; nothing where it is none.
pub(super) fn read(text: &str) -> Option<Known<'_>> {
    let script = model::read(&Source::new(text.as_bytes())).ok()?;
    let context = Context::of(&script);
    Some(Known { script, context })
}

/// The places that read scripts called `name` without naming them there; `lines` says where each line begins.
pub(super) fn uses(
    (text, commands): (&str, &str),
    lines: &[usize],
    known: &Known<'_>,
    name: &str,
) -> Vec<Use> {
    let Known { script, context } = known;
    let (variables, tail) = holders(script, name);
    let mut found = Vec::new();
    let mut seen = BTreeSet::new();
    for call in &script.calls {
        let Some(word) = program(call) else { continue };
        let held = variable(word).is_some_and(|v| variables.contains(v));
        let direct = named(word, name);
        // A name that stands where it is captured has been found by the text.
        let by_function =
            call.place.function.as_deref().is_some_and(|f| context.captured.contains(f));
        if !(held || direct && by_function && !call.place.captured) {
            continue;
        }
        let away = call.redirected.as_deref();
        let quiet = away.is_some_and(|to| to.contains("/dev/null"));
        let kept = away.is_some_and(|to| {
            read_again(
                text,
                to.trim_start_matches(|c: char| c.is_ascii_digit() || ">&| ".contains(c)),
            )
        });
        let piped = call.place.sink == model::Sink::Away && away.is_none();
        let reads = (call.place.captured || by_function || piped || kept) && !quiet;
        if reads && seen.insert(call.line) {
            let start = lines.get(call.line.saturating_sub(1)).copied().unwrap_or(text.len());
            let line = text[start..].lines().next().unwrap_or("");
            found.push(Use {
                line: call.line,
                text: crate::edit::shortened(line.as_bytes()),
                blocking: !shown(text, call),
                tail: if direct { tail_of(word, name) } else { tail.clone() },
                rewrite: only(&commands[start..start + line.len()], word)
                    .and_then(|end| merged(commands, start + end)),
                instead: None,
            });
        }
    }
    found
}

/// The end of a word that stands just once in a line.
fn only(line: &str, word: &str) -> Option<usize> {
    let at = line.find(word)?;
    let end = at + word.len();
    (!line[end..].contains(word)).then_some(end)
}

/// The variables that hold a path of the script, and the end of that path.
fn holders(script: &Script, name: &str) -> (BTreeSet<String>, String) {
    let mut variables = BTreeSet::new();
    let mut tail = name.to_owned();
    let declares = ["local", "declare", "typeset", "readonly", "export"];
    // A variable may be given the value of another one.
    for _ in 0..3 {
        for call in &script.calls {
            let declared = declares.contains(&call.name.as_str());
            let words = call.words.iter().skip(1).filter(|_| declared);
            for (variable, value) in
                call.assignments.iter().chain(words).filter_map(|w| w.split_once('='))
            {
                let other = self::variable(value).is_some_and(|v| variables.contains(v));
                if named(value, name) {
                    tail = tail_of(value, name);
                } else if !other {
                    continue;
                }
                variables.insert(variable.trim_end_matches('+').to_owned());
            }
        }
    }
    (variables, tail)
}

/// Does a word end with the name of the script?
fn named(word: &str, name: &str) -> bool {
    let bare = word.trim_end_matches(['"', '\'', '}']);
    let part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '-');
    bare.strip_suffix(name).is_some_and(|rest| {
        // `${1:-x.sh}`: a default is a whole path, too.
        !rest.ends_with(part) || rest.ends_with(":-")
    })
}

fn tail_of(word: &str, name: &str) -> String {
    let word = word.rsplit(":-").next().unwrap_or(word);
    let at = word.rfind(name).unwrap_or(0);
    super::tail(word, at, at + name.len())
}

/// The variable that a word is.
fn variable(word: &str) -> Option<&str> {
    let bare = word.trim_matches('"').strip_prefix('$')?;
    let bare = bare.strip_prefix('{').map_or(Some(bare), |rest| rest.strip_suffix('}'))?;
    let plain = bare.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    (plain && !bare.is_empty()).then_some(bare)
}

/// The word of the program that a call runs, behind those that run another one.
fn program<'c>(call: &'c Call<'_>) -> Option<&'c str> {
    let mut words = call.words.iter().map(Part::as_str);
    let lead = [
        "bash",
        "sh",
        "dash",
        "env",
        "exec",
        "timeout",
        "time",
        "command",
        "sudo",
        "nohup",
        "\"$BASH\"",
        "$BASH",
        "\"${BASH}\"",
    ];
    let mut behind = false;
    words.find(|word| {
        if lead.contains(word) {
            behind = true;
            return false;
        }
        let option = word.starts_with('-') || word.contains('=');
        let seconds = word.trim_end_matches('s').chars().all(|c| c.is_ascii_digit());
        !(behind && (option || seconds))
    })
}

/// Is what is piped only shown?
fn shown(text: &str, call: &Call) -> bool {
    if call.at.is_none() || call.place.captured {
        return false;
    }
    let stages = stages(text, call.end);
    let shows =
        |s: &Stage| matches!(s.command.as_str(), "head" | "tail" | "tee" | "cat" | "less" | "ts");
    !stages.is_empty() && stages.iter().all(shows)
}
