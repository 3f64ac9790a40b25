//! What a script says about itself: its usage text and the comment at its head. Names and descriptions of arguments
//! come from there.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::infer::{Evidence, snake};
use crate::model::Script;
use crate::part::Part;
use crate::source::Source;
use crate::word;

/// The description of one option or argument.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Said {
    pub(crate) line: usize,
    /// The words, without default and "required".
    pub(crate) text: String,
    /// `(default: X)`.
    pub(crate) default: Option<String>,
    /// `(required)`.
    pub(crate) required: bool,
    /// `json|csv` as the name of the value.
    pub(crate) choices: Vec<String>,
}

/// An argument in a line like `Usage: x.sh <input> [output]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Argument {
    pub(crate) name: String,
    pub(crate) line: usize,
    pub(crate) optional: bool,
    pub(crate) many: bool,
    pub(crate) choices: Vec<String>,
}

/// All descriptions.
#[derive(Debug, Default)]
pub(crate) struct Usage {
    /// The script's purpose: the first words of the comment at its head.
    pub(crate) description: Option<Evidence>,
    /// By option as spelled, argument name, or `$1`.
    said: BTreeMap<String, Said>,
    /// The arguments of the usage line, in order.
    pub(crate) arguments: Vec<Argument>,
}

impl Usage {
    pub(crate) fn of(script: &Script, source: &Source<'_>) -> Self {
        let mut usage = Self { description: description(source), ..Self::default() };
        let lines = lines(script, source);
        for (index, (line, text)) in lines.iter().enumerate() {
            usage.usage_line(*line, text);
            let next = lines.get(index + 1).map(|(_, t)| t.as_str());
            usage.said_line(*line, text, next);
        }
        usage
    }

    /// The description of an option or an argument.
    pub(crate) fn about(&self, names: &[&str]) -> Option<&Said> {
        names.iter().find_map(|name| self.said.get(&key(name)))
    }

    fn usage_line(&mut self, line: usize, text: &str) {
        let lower = text.to_ascii_lowercase();
        let Some(rest) = lower.find("usage:").map(|at| &text[at + 6..]) else { return };
        if !self.arguments.is_empty() {
            return;
        }
        let words: Vec<&str> = rest.split_whitespace().skip(1).collect();
        let mut skip = false;
        for word in words {
            let option = word.trim_start_matches('[').starts_with('-');
            if option {
                // `--format json` and `[-o FILE]`: the next word belongs to it.
                skip = !word.ends_with(']') && !word.contains('=');
                continue;
            }
            let bare = word.trim_matches(|c| "[]<>{}()\"'".contains(c)).trim_end_matches("...");
            let bare = bare.trim_end_matches(']').trim_end_matches('>').trim_end_matches("...");
            let marked = word.starts_with(['<', '[', '{']);
            let upper = !bare.is_empty()
                && bare
                    .chars()
                    .all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || "_-|".contains(c));
            if skip {
                skip = false;
                continue;
            }
            if matches!(
                bare.to_ascii_lowercase().as_str(),
                "options" | "option" | "flags" | "args" | "--" | ""
            ) {
                continue;
            }
            if !(marked || upper || bare.contains('|')) {
                break;
            }
            let choices: Vec<String> = if bare.contains('|') {
                bare.split('|').map(str::to_owned).collect()
            } else {
                Vec::new()
            };
            let name = if choices.is_empty() { snake(bare) } else { Some("command".to_owned()) };
            let Some(name) = name else { continue };
            self.arguments.push(Argument {
                name,
                line,
                optional: word.starts_with('['),
                many: word.contains("..."),
                choices,
            });
        }
    }

    /// `  -o, --output FILE   Where to write (default: out.md)`, `$1 - the input`, `<input>   The file`.
    fn said_line(&mut self, line: usize, text: &str, next: Option<&str>) {
        let text = text.trim();
        let (names, rest) = if text.starts_with('-') && text.len() > 1 {
            option_names(text)
        } else if let Some(rest) = text.strip_prefix('$').or_else(|| text.strip_prefix("\\$")) {
            let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
            if digits.is_empty() {
                return;
            }
            (vec![format!("${digits}")], rest[digits.len()..].to_owned())
        } else {
            let Some((name, rest)) = split_name(text) else { return };
            (vec![name], rest)
        };
        if names.is_empty() {
            return;
        }
        let (choices, rest) = metavariable(&rest, names[0].starts_with('-'));
        let mut words = rest
            .trim_start_matches([' ', '\t', '-', ':', '=', '\u{2013}', '\u{2014}'])
            .trim()
            .to_owned();
        if words.is_empty() && names[0].starts_with('-') {
            words = next
                .filter(|n| n.starts_with("    ") && !n.trim().starts_with('-'))
                .unwrap_or("")
                .trim()
                .to_owned();
        }
        let mut said = Said { line, choices, ..Said::default() };
        said.text = take_notes(&words, &mut said.default, &mut said.required);
        for name in names {
            self.said.entry(key(&name)).or_insert_with(|| said.clone());
        }
    }
}

/// The spellings at the start of an option's line, and the rest.
fn option_names(text: &str) -> (Vec<String>, String) {
    let mut names = Vec::new();
    let mut rest = text;
    loop {
        let end = rest
            .find(|c: char| !(c.is_ascii_alphanumeric() || "-_?".contains(c)))
            .unwrap_or(rest.len());
        let name = &rest[..end];
        if !name.starts_with('-') || name.trim_matches('-').is_empty() {
            break;
        }
        names.push(name.to_owned());
        rest = &rest[end..];
        // `-o FILE, --output FILE`: the name of the value may be between.
        let short: String = rest.chars().take(24).collect();
        let Some(at) = short.find(" -").or_else(|| short.find(",-")).or_else(|| short.find("|-"))
        else {
            break;
        };
        let between = &rest[..at];
        if between.contains("  ") || between.matches(' ').count() > 1 {
            break;
        }
        rest = &rest[at + 1..];
    }
    (names, rest.to_owned())
}

/// `input The file to read`, `<input>: the file`, `INPUT - the file`: two spaces, a colon or a dash separate name and
/// description.
fn split_name(text: &str) -> Option<(String, String)> {
    let bare = text.trim_start_matches(['<', '[', '*', '`', '@']);
    let bare = bare.strip_prefix("param ").unwrap_or(bare);
    let end = bare.find(|c: char| !(c.is_ascii_alphanumeric() || "_-".contains(c)))?;
    let name = &bare[..end];
    if name.is_empty() || name.len() > 32 {
        return None;
    }
    let rest = bare[end..].trim_start_matches(['>', ']', '.', '`', '*']);
    let parted = rest.starts_with("  ")
        || rest.starts_with(" - ")
        || rest.starts_with(':')
        || rest.starts_with('\t')
        || rest.starts_with(" \u{2014} ");
    (parted && rest.trim().len() > 2).then(|| (name.to_owned(), rest.to_owned()))
}

/// The name of an option's value before its description: `FILE`, `<file>`, `json|csv`.
fn metavariable(rest: &str, option: bool) -> (Vec<String>, String) {
    let trimmed = rest.trim_start_matches([' ', '=']);
    let gap = rest.len() - trimmed.len();
    if !option || gap > 1 || trimmed.is_empty() {
        return (Vec::new(), rest.to_owned());
    }
    let end = if trimmed.starts_with('<') {
        trimmed.find('>').map_or(trimmed.len(), |i| i + 1)
    } else {
        trimmed.find(char::is_whitespace).unwrap_or(trimmed.len())
    };
    let word = trimmed[..end].trim_matches(['<', '>', '[', ']', '{', '}', '(', ')']);
    let upper = word.chars().all(|c| c.is_ascii_uppercase() || "_-.|0123456789".contains(c));
    if !(trimmed.starts_with(['<', '[', '{']) || upper || word.contains('|')) {
        return (Vec::new(), rest.to_owned());
    }
    let choices =
        if word.contains('|') { word.split('|').map(str::to_owned).collect() } else { Vec::new() };
    (choices, trimmed[end..].to_owned())
}

/// A name without its case; options of one letter differ by it: `-s`, `-S`.
fn key(name: &str) -> String {
    let letter = name.trim_start_matches('-');
    if name.starts_with('-') && letter.chars().count() == 1 {
        return name.to_owned();
    }
    name.to_lowercase()
}

/// Whether words behind "default" describe a value, and are none: `same as input`, `skills/SKILL_NAME`.
fn is_phrase(value: &str) -> bool {
    let is_placeholder = |word: &str| {
        word.contains('_')
            && word.chars().any(|c| c.is_ascii_uppercase())
            && !word.chars().any(|c| c.is_ascii_lowercase())
    };
    let mut words = value.split(|c: char| !c.is_alphanumeric() && c != '_');
    value.contains([' ', '<', '>']) || words.any(is_placeholder)
}

/// Removes `(default: X)` and `(required)` from the words.
fn take_notes(text: &str, default: &mut Option<String>, required: &mut bool) -> String {
    let lower = text.to_ascii_lowercase();
    let mut out = text.to_owned();
    for (open, close) in [('(', ')'), ('[', ']')] {
        for word in ["default:", "default=", "default ", "defaults to "] {
            let Some(at) = lower.find(&format!("{open}{word}")) else { continue };
            let from = at + 1 + word.len();
            let Some(end) = text[from..].find(close) else { continue };
            const QUOTES: [char; 3] = ['"', '\'', '`'];
            let written = text[from..from + end].trim();
            let value = written.trim_matches(QUOTES);
            if is_phrase(value) && !written.starts_with(QUOTES) {
                continue;
            }
            if !value.is_empty() && !value.contains([',', ';', '$']) {
                *default = Some(value.to_owned());
            }
            out = format!("{}{}", text[..at].trim_end(), &text[from + end + 1..]);
        }
    }
    if lower.contains("(required)") || lower.contains("[required]") {
        *required = true;
        for word in ["(required)", "(Required)", "(REQUIRED)", "[required]"] {
            out = out.replace(word, "");
        }
    }
    out.trim().to_owned()
}

/// Lines that may describe arguments: comments of the head, here-documents and prints of usage functions, with their
/// lines.
fn lines(script: &Script, source: &Source<'_>) -> Vec<(usize, String)> {
    let mut out: Vec<(usize, String)> = head(source);
    // Consecutive prints from the one with "usage:" on are one text.
    let mut goes_on = false;
    for call in script.calls.iter().filter(|c| !c.place.captured) {
        let usage = call.place.function.as_deref().is_some_and(|f| {
            let f = f.to_ascii_lowercase();
            f.contains("usage") || f.contains("help")
        });
        match (&call.heredoc, call.name.as_str()) {
            (Some((body, _)), "cat") if usage || body.to_ascii_lowercase().contains("usage") => {
                for (index, text) in body.lines().enumerate() {
                    out.push((call.line + 1 + index, text.to_owned()));
                }
            }
            (None, "echo" | "printf") => {
                let text = plain(&call.words[1..]);
                goes_on |= text.to_ascii_lowercase().contains("usage:");
                if usage || goes_on {
                    out.extend(text.split('\n').map(|t| (call.line, t.to_owned())));
                }
            }
            _ => goes_on = false,
        }
    }
    out
}

/// The words of a call as text, with expansions as written.
pub(crate) fn plain(words: &[Part<'_>]) -> String {
    let words = words.iter().skip_while(|w| w.starts_with('-') && w.len() == 2);
    let texts: Vec<Cow<'_, str>> = words.map(|w| word::shown(w)).collect();
    texts.join(" ").replace("\\n", "\n").replace("\\t", "\t")
}

/// The comment lines at the head of the file, without `#`, above and below the shell's options.
fn head(source: &Source<'_>) -> Vec<(usize, String)> {
    let mut out = Vec::new();
    for line in 1..=80 {
        let text = String::from_utf8_lossy(source.line(line)).into_owned();
        let text = text.trim_end_matches('\r').trim_start_matches('\u{FEFF}');
        if line == 1 && text.starts_with("#!") || text.trim().is_empty() {
            continue;
        }
        // In many scripts the shell's options precede the comment.
        if text.starts_with("set -") {
            continue;
        }
        let Some(comment) = text.strip_prefix('#') else { break };
        let comment = comment.trim_start_matches('#');
        out.push((line, comment.strip_prefix(' ').unwrap_or(comment).to_owned()));
    }
    out
}

/// The first meaningful words of the head: not a separator, a file name, a licence or a directive.
fn description(source: &Source<'_>) -> Option<Evidence> {
    let mut text = String::new();
    let mut first = 0;
    let mut last = 0;
    for (line, comment) in head(source) {
        let plain = comment.trim();
        let lower = plain.to_ascii_lowercase();
        let rule = plain.chars().all(|c| !c.is_alphanumeric());
        let directive = [
            "$",
            "shellcheck ",
            "copyright",
            "spdx-",
            "license",
            "author:",
            "version:",
            "vim:",
            "usage",
            "args",
            "arguments",
            "options",
            "example",
            "todo",
            "set ",
        ]
        .iter()
        .any(|w| lower.starts_with(w));
        let told = !text.is_empty();
        if told && (rule || directive || last + 1 != line || text.len() > 160) {
            break;
        }
        if rule || directive {
            continue;
        }
        // `run.sh - does this`: the name is omitted.
        let words = match plain.split_once(' ') {
            Some((name, rest)) if name.trim_end_matches(':').ends_with(".sh") => {
                rest.trim_start_matches(['-', '\u{2013}', '\u{2014}', ':', ' '])
            }
            None if plain.ends_with(".sh") => "",
            _ => plain,
        };
        let words = words
            .strip_prefix("Description:")
            .or_else(|| words.strip_prefix("Purpose:"))
            .unwrap_or(words)
            .trim();
        if words.split_whitespace().count() < 2 && !told {
            continue;
        }
        if !told {
            first = line;
        } else if words.starts_with(['-', '*', '$', '@']) || words.contains(" - ") {
            break;
        }
        if told {
            let ended = text.ends_with(['.', '!', '?']);
            if !ended && words.starts_with(|c: char| c.is_uppercase()) {
                text.push('.');
            }
            text.push(' ');
        }
        text.push_str(words);
        last = line;
    }
    (!text.is_empty()).then(|| Evidence { line: first, text: text.chars().take(400).collect() })
}
