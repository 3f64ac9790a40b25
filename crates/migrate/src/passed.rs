//! What calls of the script's own functions print: `log "Created: $f"`, where `log() { echo "[info] $*"; }`.
//!
//! The words that say what the line is stand in the call. In the function, words of the script and words that a variable brings look
//! the same: `log "Topic: $1"` could state whatever `$1` says. So the call gains the word for the value, and the function does not.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::{Call, Script, Sink};
use crate::part::Part;
use crate::pattern::{self, Pattern};
use crate::sourced_scripts::SourcedScripts;
use crate::template;
use crate::values::Values;
use crate::word::{self, Piece};

/// The maximum depth of functions that call functions.
const DEPTH: usize = 4;

/// The maximum number of calls examined for one call: a function that prints its arguments is
/// short.
const MOST: usize = 80;

/// The maximum length of an assembled line.
const LONGEST: usize = 2_000;

/// Commands that print, or prepare what is printed.
const PRINTS: &str = ": [ [[ break case cat command date declare echo exit export local logger printf read readonly return set shift \
    sleep sync tee test tput true typeset";

/// An unknown expansion.
const UNKNOWN: &str = "\"$(:)\"";

/// The functions of a script, with their effects.
pub(crate) struct Functions<'s> {
    values: &'s Values<'s>,
    bodies: BTreeMap<&'s str, Vec<&'s Call<'s>>>,
    /// The number of statement lists that contain all calls of a function.
    depths: BTreeMap<&'s str, usize>,
    /// Those that may print an argument.
    printing: BTreeSet<&'s str>,
    /// Those of them that do nothing else.
    only_printing: BTreeSet<&'s str>,
    /// Those of sourced files whose lines state nothing themselves, because the files are not migrated.
    foreign: BTreeSet<&'s str>,
}

/// A line that a call of a function prints.
pub(crate) struct PassedLine<'s> {
    /// An equivalent call of echo, with the words of the call unchanged.
    pub(crate) call: Call<'s>,
    /// The patterns that match the function's own words.
    pub(crate) own: Vec<&'static Pattern>,
    /// Whether a sourced file that is not migrated defines the function, so that its lines can't state what they print.
    pub(crate) is_foreign: bool,
    /// Whether it goes to stderr.
    pub(crate) stderr: bool,
    /// Whether the function may print something else, or nothing.
    is_conditional: bool,
}

impl PassedLine<'_> {
    /// Whether the line states a value where it is printed, by the function's own words.
    pub(crate) fn states_itself(&self, pattern: &Pattern) -> bool {
        !self.is_foreign && self.own.iter().any(|own| own.id == pattern.id)
    }
}

impl<'s> Functions<'s> {
    /// Reads the functions. A script that examines its callers would see another one in between, so its calls are not
    /// changed.
    pub(crate) fn of(
        script: &'s Script<'s>,
        sourced: &'s SourcedScripts,
        values: &'s Values<'s>,
        text: &str,
    ) -> Self {
        let mut bodies: BTreeMap<&str, Vec<&Call<'_>>> = BTreeMap::new();
        let mut foreign = BTreeSet::new();
        let asks = asks_for_caller(script, text)
            || sourced.files.iter().any(|file| asks_for_caller(&file.script, &file.text));
        for call in script.calls.iter().filter(|_| !asks) {
            if let Some(name) = call.place.function.as_deref() {
                bodies.entry(name).or_default().push(call);
            }
        }
        for file in sourced.files.iter().filter(|_| !asks) {
            for call in &file.script.calls {
                let Some(name) = call.place.function.as_deref() else { continue };
                if matches!(name, "echo" | "printf" | "cat") {
                    continue;
                }
                // The first definition that is found counts.
                let is_own =
                    sourced.defining(script, name).is_some_and(|first| std::ptr::eq(first, file));
                if is_own {
                    bodies.entry(name).or_default().push(call);
                    if !file.is_migrated {
                        foreign.insert(name);
                    }
                }
            }
        }
        foreign.extend(fallbacks(script, sourced, &bodies));
        let (printing, only_printing) = (BTreeSet::new(), BTreeSet::new());
        let depths = bodies.iter().map(|(name, body)| (*name, common(body).len())).collect();
        let mut functions = Self { values, bodies, depths, printing, only_printing, foreign };
        for _ in 0..DEPTH {
            let more = functions.bodies.iter().filter(|(_, body)| functions.prints(body));
            functions.printing = more.map(|(name, _)| *name).collect();
            let more = functions.bodies.iter().filter(|(_, body)| functions.only_prints(body));
            functions.only_printing = more.map(|(name, _)| *name).collect();
        }
        functions
    }

    /// Whether one of these calls, the first of a function, may print its argument.
    fn prints(&self, body: &[&Call<'_>]) -> bool {
        body.iter().take(MOST).any(|call| {
            let named = matches!(call.name.as_str(), "echo" | "printf");
            named || self.printing.contains(call.name.as_str())
        })
    }

    /// Whether these calls, the body of a function, print or prepare what is printed.
    fn only_prints(&self, body: &[&Call<'_>]) -> bool {
        body.iter().filter(|call| !call.place.captured && !call.words.is_empty()).all(|call| {
            pattern::is_in(&call.name, PRINTS) || self.only_printing.contains(&*call.name)
        })
    }

    /// Whether a call of a function may not run when the function does.
    fn is_conditional(&self, call: &Call<'_>, function: &str) -> bool {
        let depth = self.depths.get(function).copied().unwrap_or_default();
        call.place.conditional || call.place.block.len() > depth
    }

    /// Whether a call stands in a function whose calls state what it prints.
    pub(crate) fn is_stated_by_calls(&self, call: &Call<'_>) -> bool {
        call.place.function.as_deref().is_some_and(|name| self.foreign.contains(name))
    }

    /// The lines that a call of a function prints; empty if it calls none that prints its arguments.
    pub(crate) fn lines(&self, call: &'s Call<'s>) -> Vec<PassedLine<'s>> {
        let mut lines = Vec::new();
        // A function with a name of the helper is not changed.
        let is_ours = call.name.starts_with("skill_");
        if !is_ours && self.printing.contains(call.name.as_str()) && call.words.len() > 1 {
            let arguments = call.words[1..].iter().map(|word| word.as_str().to_owned()).collect();
            let mut visit =
                Visit { functions: self, call, left: MOST, conditional: false, lines: &mut lines };
            visit.function(&call.name, arguments, call.place.sink == Sink::Err, 0);
        }
        // A check that prints one of two results: which one is not known before it runs.
        let ids = |line: &PassedLine<'_>| line.own.iter().map(|own| own.id).collect::<Vec<_>>();
        let differ = lines.windows(2).any(|pair| ids(&pair[0]) != ids(&pair[1]));
        lines.retain(|line| !(line.is_foreign && line.is_conditional && differ));
        lines
    }
}

/// The functions that a script defines only where it does not source the file that has them:
/// `if [ -f lib.sh ]; then . lib.sh; else log_error() { echo "ERROR: $*"; }; fi`. With that file, another function prints the line.
fn fallbacks<'s>(
    script: &'s Script<'s>,
    sourced: &SourcedScripts,
    bodies: &BTreeMap<&'s str, Vec<&'s Call<'s>>>,
) -> Vec<&'s str> {
    let is_source = |call: &Call<'_>| matches!(call.name.as_str(), "source" | ".");
    let sources =
        script.calls.iter().filter(|call| is_source(call) && call.place.function.is_none());
    let chosen: Vec<&Call<'_>> =
        sources.filter(|call| !call.place.block.is_empty() || call.place.conditional).collect();
    let is_fallback = |name: &str, body: &[&Call<'_>]| {
        let block = common(body);
        let apart = |source: &&Call<'_>| {
            !block.starts_with(&source.place.block) || source.place.block.is_empty()
        };
        let is_stated = sourced.defining(script, name).is_some_and(|file| file.is_migrated);
        // The list of the function itself is the last one.
        block.len() > 1 && !is_stated && chosen.iter().any(apart)
    };
    let own = bodies.iter().filter(|(name, _)| script.functions.contains_key(**name));
    own.filter(|(name, body)| is_fallback(name, body)).map(|(name, _)| *name).collect()
}

/// The statement lists that contain all these calls.
fn common<'c>(calls: &[&'c Call<'_>]) -> &'c [usize] {
    let blocks = calls.iter().map(|call| &*call.place.block);
    let shared = blocks.reduce(|common, block| {
        let equal = common.iter().zip(block).take_while(|(a, b)| a == b).count();
        &common[..equal]
    });
    shared.unwrap_or_default()
}

/// Whether a script examines who called a function.
fn asks_for_caller(script: &Script<'_>, text: &str) -> bool {
    ["FUNCNAME", "BASH_LINENO"].iter().any(|word| text.contains(word))
        // `${BASH_SOURCE[0]}` is the script for any caller.
        || text.split("BASH_SOURCE[").skip(1).any(|rest| !rest.starts_with("0]"))
        || script.calls.iter().any(|call| call.name == "caller")
}

/// The traversal of the functions that a call runs.
struct Visit<'v, 's> {
    functions: &'v Functions<'s>,
    call: &'s Call<'s>,
    left: usize,
    /// Whether the function around may not be called.
    conditional: bool,
    lines: &'v mut Vec<PassedLine<'s>>,
}

/// The content of a function's variables, as words of the call.
struct Bound {
    arguments: Vec<String>,
    names: BTreeMap<String, String>,
}

impl Visit<'_, '_> {
    fn function(&mut self, name: &str, arguments: Vec<String>, stderr: bool, depth: usize) {
        let Some(body) = self.functions.bodies.get(name).filter(|_| depth < DEPTH) else { return };
        let mut bound = Bound { arguments, names: BTreeMap::new() };
        for inner in body {
            if self.left == 0 {
                return;
            }
            self.left -= 1;
            if inner.place.captured {
                continue;
            }
            bound.assign(inner, self.functions.values);
            let conditional = self.conditional || self.functions.is_conditional(inner, name);
            // A function that does its work, with a message where that fails, is not called to print the message.
            if conditional && !self.functions.only_printing.contains(name) {
                continue;
            }
            let around = std::mem::replace(&mut self.conditional, conditional);
            let stderr = stderr || inner.place.sink == Sink::Err;
            let words = inner.words.get(1..).unwrap_or_default();
            match inner.name.as_str() {
                "shift" => {
                    let count = words.first().map_or(Some(1), |word| word.parse().ok());
                    let count = count.unwrap_or(usize::MAX).min(bound.arguments.len());
                    bound.arguments.drain(..count);
                }
                "set" => bound.arguments.clear(),
                _ if inner.place.sink == Sink::Away => {}
                "echo" => self.echo(inner, words, &bound, stderr),
                "printf" => self.printf(inner, words, &bound, stderr),
                name if self.functions.printing.contains(name) => {
                    let arguments = bound.arguments_of(words, self.functions.values);
                    self.function(name, arguments, stderr, depth + 1);
                }
                _ => {}
            }
            self.conditional = around;
        }
    }

    fn echo(&mut self, inner: &Call<'_>, words: &[Part<'_>], bound: &Bound, stderr: bool) {
        let is_flag = |w: &str| {
            w.len() > 1 && w.starts_with('-') && w[1..].chars().all(|c| "neE".contains(c))
        };
        let flags = words.iter().take_while(|word| is_flag(word)).count();
        let (flags, words) = words.split_at(flags);
        if flags.iter().any(|flag| flag.contains('n')) {
            return;
        }
        let escapes = flags.iter().any(|flag| flag.contains('e'));
        let texts: Vec<String> = bound.arguments_of(words, self.functions.values);
        self.line(inner, texts.join("' '"), escapes, stderr);
    }

    fn printf(&mut self, inner: &Call<'_>, words: &[Part<'_>], bound: &Bound, stderr: bool) {
        let Some((format, words)) = words.split_first() else { return };
        let mut pieces = word::pieces(format);
        let Some(Piece::Text(end)) = pieces.last_mut() else { return };
        let Some(head) = end.strip_suffix("\\n").or_else(|| end.strip_suffix('\n')) else { return };
        *end = head.to_owned().into();
        let mut arguments = bound.arguments_of(words, self.functions.values).into_iter();
        let mut line = String::new();
        for piece in pieces {
            let format = match piece {
                Piece::Text(format) => format,
                // `printf "${GREEN}[ok]${RESET} %s\n" "$1"`
                Piece::Hole { name: Some(name), source, .. }
                    if self.functions.values.is_colour(name) =>
                {
                    line.push_str(&format!("\"{source}\""));
                    continue;
                }
                Piece::Hole { .. } => {
                    line.push_str(UNKNOWN);
                    continue;
                }
            };
            let mut rest = format.as_ref();
            while let Some((text, tail)) = rest.split_once('%') {
                quote(text, &mut line);
                let end = tail.find(|c: char| c.is_ascii_alphabetic() || c == '%');
                let Some(end) = end else { return };
                match &tail[end..=end] {
                    "%" => line.push_str("'%'"),
                    "s" | "b" | "d" | "i" => line.extend(arguments.next()),
                    _ => line.push_str(UNKNOWN),
                }
                rest = &tail[end + 1..];
            }
            quote(rest, &mut line);
        }
        self.line(inner, line, true, stderr);
    }

    fn line(&mut self, inner: &Call<'_>, text: String, escapes: bool, stderr: bool) {
        if text.len() > LONGEST {
            return;
        }
        // A time or a name in front of the words of the call: `echo "$(date) $*"`.
        let text = match text.strip_prefix(UNKNOWN) {
            Some(rest) if rest.starts_with('\'') => rest.to_owned(),
            _ => text,
        };
        let values = self.functions.values;
        let own = template::of(inner, values);
        let own = own.map_or_else(Vec::new, |template| pattern::of(&template, stderr));
        let mut words: Vec<Part<'_>> = vec!["echo".into()];
        words.extend(escapes.then_some(Part::from("-e")));
        words.push(Part::from(std::borrow::Cow::from(text)));
        let call = Call {
            name: "echo".into(),
            words,
            assignments: Vec::new(),
            heredoc: None,
            redirected: None,
            ..self.call.clone()
        };
        let is_foreign = inner
            .place
            .function
            .as_deref()
            .is_some_and(|name| self.functions.foreign.contains(name));
        let is_conditional = self.conditional;
        self.lines.push(PassedLine { call, own, is_foreign, stderr, is_conditional });
    }
}

impl Bound {
    fn assign(&mut self, call: &Call<'_>, values: &Values<'_>) {
        let declares = call.declares();
        let words = call.words.iter().filter(|_| declares);
        for assignment in call.assignments.iter().chain(words) {
            let Some((name, value)) = assignment.split_once('=') else { continue };
            let mut held = self.word(value, values);
            let name = match name.strip_suffix('+') {
                Some(name) => {
                    held.insert_str(0, self.names.get(name).map_or("", String::as_str));
                    name
                }
                None => name,
            };
            self.names.insert(name.to_owned(), held);
        }
        if matches!(call.name.as_str(), "read" | "mapfile" | "readarray") {
            for word in &call.words {
                self.names.remove(word.as_str());
            }
        }
    }

    /// The words as words of the call; `"$@"` is all that remain.
    fn arguments_of(&self, words: &[Part<'_>], values: &Values<'_>) -> Vec<String> {
        let all = |word: &str| matches!(word, "\"$@\"" | "$@" | "$*" | "\"${@}\"");
        let words = words.iter().flat_map(|word| match all(word) {
            true => self.arguments.clone(),
            false => vec![self.word(word, values)],
        });
        words.collect()
    }

    /// A word, with its variables replaced by words of the call.
    fn word(&self, raw: &str, values: &Values<'_>) -> String {
        let mut out = String::new();
        if raw.starts_with('(') {
            return UNKNOWN.to_owned();
        }
        for piece in word::pieces(raw) {
            match piece {
                Piece::Text(text) => quote(&text, &mut out),
                Piece::Hole { name: Some(name), source, .. } if values.is_colour(name) => {
                    out.push_str(&format!("\"{source}\""));
                }
                Piece::Hole { source, name, .. } => {
                    let held = name.filter(|name| is_whole(source, name));
                    match held.and_then(|name| self.held(name)) {
                        Some(held) if held.len() <= LONGEST => out.push_str(&held),
                        _ => out.push_str(UNKNOWN),
                    }
                }
            }
        }
        out
    }

    fn held(&self, name: &str) -> Option<String> {
        match name {
            "@" | "*" => Some(self.arguments.join("' '")),
            _ => match name.parse::<usize>() {
                Ok(0) => None,
                Ok(number) => Some(self.arguments.get(number - 1).cloned().unwrap_or_default()),
                Err(_) => self.names.get(name).cloned(),
            },
        }
    }
}

/// Whether an expansion is the value of its variable, or a default for an empty one.
fn is_whole(source: &str, name: &str) -> bool {
    let inner = source.strip_prefix("${").and_then(|rest| rest.strip_suffix('}'));
    let rest = inner.or_else(|| source.strip_prefix('$')).and_then(|rest| rest.strip_prefix(name));
    rest.is_some_and(|rest| rest.is_empty() || rest.trim_start_matches(':').starts_with(['-', '?']))
}

/// A text in single quotes.
fn quote(text: &str, out: &mut String) {
    if !text.is_empty() {
        out.push('\'');
        out.push_str(&text.replace('\'', "'\\''"));
        out.push('\'');
    }
}

#[cfg(test)]
mod tests {
    use crate::{Options, plan};

    /// The edits of a script, without the line that sources the helper.
    fn edits(script: &str) -> Vec<String> {
        let plan = plan(script.as_bytes(), &Options::default());
        let edits = plan.edits.iter().filter(|edit| edit.pattern != "envelope");
        edits.map(|edit| format!("{} {}", edit.line, edit.text.trim())).collect()
    }

    /// With the sourced file, another function prints the line: so the calls state it, and the fallback does not.
    #[test]
    fn fallbacks_of_sourced_functions() {
        const FALLBACK: &str = "#!/bin/bash\nif [[ -f $HOME/l.sh ]]; then . \"$HOME/l.sh\"; else\nlog_error() { echo \"ERROR: $*\"; }; fi\nlog_error \"no such file\"\n";
        assert_eq!(edits(FALLBACK), ["4 skill_say error"]);
        let own = FALLBACK.replace(". \"$HOME/l.sh\"", ":");
        assert_eq!(edits(&own), ["3 skill_say error"]);
    }

    /// A function that does its work is not called for the message that it prints where that fails.
    #[test]
    fn functions_that_do_work() {
        const LOGS: &str =
            "#!/bin/bash\nsay() { [ -z \"$quiet\" ] && echo \"$1\"; }\nsay \"Created: $f\"\n";
        assert_eq!(edits(LOGS), ["3 skill_say deliverable=\"$f\""]);
        let works = LOGS.replace("say() {", "say() { mkdir -p a;");
        assert!(edits(&works).is_empty(), "{:?}", edits(&works));
    }
}
