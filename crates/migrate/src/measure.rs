//! Whether a number that a script prints behind a label is one that it measured.
//!
//! `Output: $OUT_DIR` holds a path, and `Agents: $COUNT` behind `COUNT=${1:-10}` what the caller gave: neither is a metric. Variables
//! are judged by the words that are assigned to them, arguments of functions by what the calls pass.

mod words;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use crate::model::{Call, Script};
use crate::pattern;
use crate::source::Source;
use crate::sourced_scripts::SourcedScripts;
use crate::template;
use crate::values::Values;
use crate::word::{self, HOLE, Piece};
pub(crate) use words::loops;
use words::{arithmetic, command, names_number, names_text, suggests_number};

/// The maximum length of a chain of variables.
const DEPTH: usize = 5;

/// The maximum number of values of one variable.
const MOST: usize = 200;

/// The origin of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Evidence {
    /// The script counts or computes it.
    Measured,
    /// It is the caller's, or a constant of the script.
    Given,
    /// It is a text: a path, a name, a sentence.
    Text,
    /// Unknown.
    Unknown,
}

use Evidence::{Given, Measured, Text, Unknown};

/// A word and its function.
type Word<'s> = (Option<&'s str>, &'s str);

/// The facts about the origin of a script's values.
pub(crate) struct Measures<'s> {
    script: &'s Script<'s>,
    values: &'s Values<'s>,
    assigned: BTreeMap<&'s str, Vec<Word<'s>>>,
    /// Local variables of functions.
    locals: BTreeSet<Word<'s>>,
    /// Variables that arithmetic changes.
    computed: BTreeSet<String>,
    /// Variables that are compared with numbers, and with words.
    compared: BTreeSet<String>,
    worded: BTreeSet<String>,
    /// Variables that `read` and similar builtins set.
    taken: BTreeSet<&'s str>,
    /// Variables of loops over words.
    looped: BTreeSet<String>,
    /// Results for variables and lines, kept because variables may contain many others that contain many others.
    known: RefCell<BTreeMap<Asked, Evidence>>,
    read: RefCell<BTreeMap<Asked, bool>>,
}

/// The depth of a query, its name or text, and the function.
type Asked = (usize, String, Option<String>);

impl<'s> Measures<'s> {
    pub(crate) fn of(
        script: &'s Script<'s>,
        sourced: &'s SourcedScripts,
        values: &'s Values<'s>,
        source: &Source<'_>,
    ) -> Self {
        let mut assigned: BTreeMap<&str, Vec<Word<'_>>> = BTreeMap::new();
        let (mut taken, mut locals) = (BTreeSet::new(), BTreeSet::new());
        let mut computed = BTreeSet::new();
        let others = sourced.files.iter().flat_map(|file| &file.script.calls);
        for call in script.calls.iter().chain(others) {
            let function = call.place.function.as_deref();
            let declares = call.declares();
            let words = call.words.iter().filter(|_| declares);
            if matches!(call.name.as_str(), "local" | "declare" | "typeset") {
                let names = call.words.iter().skip(1).map(|word| word.split('=').next());
                locals.extend(names.flatten().map(|name| (function, name)));
            }
            for assignment in call.assignments.iter().chain(words) {
                if let Some((name, value)) = assignment.split_once('=') {
                    let name = name.trim_end_matches('+');
                    assigned.entry(name).or_default().push((function, value));
                }
            }
            let names = call.words.iter().skip(1).filter(|word| !word.starts_with('-'));
            match call.name.as_str() {
                "read" | "mapfile" | "readarray" | "getopts" => {
                    taken.extend(names.map(|word| word.as_str()));
                }
                "let" => names.for_each(|word| arithmetic(word, &mut computed)),
                _ => {}
            }
        }
        let mut text = source.text().into_owned();
        sourced.files.iter().for_each(|file| text.push_str(&file.text));
        for formula in text.split("((").skip(1) {
            arithmetic(formula.split("))").next().unwrap_or_default(), &mut computed);
        }
        let (known, read) = (RefCell::default(), RefCell::default());
        let looped = loops(&text);
        let (compared, worded) = words::comparisons(&text);
        Self {
            script,
            values,
            assigned,
            locals,
            computed,
            compared,
            worded,
            taken,
            looped,
            known,
            read,
        }
    }

    /// Whether a call may print a number that the script measured. Only calls that print one line are
    /// examined.
    pub(crate) fn may_print_metric(&self, call: &Call<'_>) -> bool {
        let function = call.place.function.as_deref();
        if let Some((body, _)) = call.heredoc.as_ref().filter(|_| call.name == "cat") {
            return body.lines().any(|line| self.line(&quoted(line), function, 0));
        }
        let words: Vec<&str> = call.words.iter().skip(1).map(|word| word.as_str()).collect();
        match (call.name.as_str(), words.as_slice()) {
            ("echo", words) => {
                let flags = words.iter().take_while(|w| matches!(**w, "-e" | "-n" | "-E" | "-ne"));
                let words = &words[flags.count()..];
                self.line(&words.join("' '"), function, 0)
            }
            ("printf", [format, arguments @ ..]) => {
                let Some(format) = word::literal(format) else { return true };
                let parts: Vec<&str> = format.split('%').collect();
                if parts.len() != arguments.len() + 1 {
                    return true;
                }
                let mut text = format!("'{}'", plain(parts[0]));
                for (argument, part) in arguments.iter().zip(&parts[1..]) {
                    let Some(rest) = part.strip_prefix(['b', 's', 'd', 'i']) else { return true };
                    text.push_str(&format!("{argument}'{}'", plain(rest)));
                }
                self.line(&text, function, 0)
            }
            _ => true,
        }
    }

    /// Whether the script counts or computes the value of an expansion, or says so by its name, and not as the number of a round or a
    /// place.
    pub(crate) fn is_measured(&self, source: &str, call: &Call<'_>) -> bool {
        let name = parts(source).map_or("", |(name, _)| name).to_ascii_lowercase();
        const NO_COUNTS: &str = "attempt c i idx index iteration j k line lineno level page port retry round step width";
        let mut words = name.split('_');
        !words.any(|word| NO_COUNTS.split_whitespace().any(|one| one == word))
            && match self.hole(source, call.place.function.as_deref(), 0) {
                Measured => true,
                Unknown => suggests_number("", &name),
                Given | Text => false,
            }
    }

    /// Whether a line is about one item of a loop: `$file: 12 lines`. Its numbers are none of the run.
    pub(crate) fn is_of_item(&self, call: &Call<'_>) -> bool {
        let pieces = call.words.iter().skip(1).flat_map(|word| word::pieces(word));
        let is_item = |name: &str| {
            self.looped.contains(name) || self.taken.contains(name) || self.names_item(name)
        };
        pieces.into_iter().any(|piece| match piece {
            Piece::Hole { name: Some(name), .. } => is_item(name),
            Piece::Hole { source, .. } => {
                let mut names = source.split(|c: char| !bash_syntax::is_name_char(c));
                source.starts_with("$(") && source.contains("name ") && names.any(is_item)
            }
            Piece::Text(_) => false,
        })
    }

    /// Whether a variable holds the name of a loop's item, made from it: `name=$(basename "$file")`.
    fn names_item(&self, name: &str) -> bool {
        let words = self.assigned.get(name).into_iter().flatten().take(MOST);
        let mentions = |word: &str| {
            let mut names = word.split(|c: char| !bash_syntax::is_name_char(c));
            names.any(|part| self.looped.contains(part) || self.taken.contains(part))
        };
        !suggests_number("", name)
            && self.variable(name, None, 0) != Measured
            && words.into_iter().any(|(_, word)| word.contains('$') && mentions(word))
    }

    /// Whether a number, or the date, is in the place of a path.
    pub(crate) fn is_no_path(&self, call: &Call<'_>) -> bool {
        let holes = call.words.iter().skip(1).flat_map(|word| holes(word));
        let holes: Vec<&str> = holes.collect();
        let [source] = holes.as_slice() else { return false };
        let name = parts(source).map(|(name, _)| name.to_ascii_lowercase()).unwrap_or_default();
        source.starts_with("$(date")
            || matches!(
                name.rsplit('_').next(),
                Some("url" | "uri" | "version" | "ver" | "sha" | "commit" | "hash")
            )
            || self.hole(source, call.place.function.as_deref(), 0) == Measured
    }

    fn line(&self, raw: &str, function: Option<&str>, depth: usize) -> bool {
        if depth > DEPTH {
            return true;
        }
        let asked = (depth, raw.to_owned(), function.map(str::to_owned));
        let found = self.read.borrow().get(&asked).copied();
        found.unwrap_or_else(|| {
            let found = self.line_as_written(raw, function, depth);
            self.read.borrow_mut().insert(asked, found);
            found
        })
    }

    fn line_as_written(&self, raw: &str, function: Option<&str>, depth: usize) -> bool {
        let (mut text, mut sources) = (String::new(), Vec::new());
        for piece in word::pieces(raw) {
            match piece {
                Piece::Text(part) => text.push_str(&part),
                Piece::Hole { name: Some(name), .. } if self.values.is_colour(name) => {}
                Piece::Hole { source, .. } => {
                    text.push(HOLE);
                    sources.push(source);
                }
            }
        }
        if text.contains('\n') && !raw.contains(['`']) && !raw.contains("$(") {
            return raw.lines().any(|line| self.line(&quoted(line), function, depth + 1));
        }
        let text = template::without_blank_lines(&text);
        if text.contains('\n') || text.contains("\\n") {
            return true;
        }
        let line = text.trim();
        let body = template::body(line);
        if body.trim() == HOLE.to_string() {
            let words = sources.last().and_then(|source| self.words_of(source, function));
            return words.is_none_or(|words| {
                words.iter().any(|(function, word)| self.line(word, *function, depth + 1))
            });
        }
        let stated = pattern::stated_metric(line);
        if let Some((name, value)) = stated.filter(|(name, _)| !pattern::is_file_count(name)) {
            let at = value.as_ptr() as usize - line.as_ptr() as usize;
            let source = sources.get(line[..at].matches(HOLE).count());
            return source.is_some_and(|source| match self.hole(source, function, 0) {
                Measured => true,
                Unknown if pattern::is_bound(&name) => false,
                Unknown => parts(source).is_some_and(|(variable, _)| {
                    let is_number = pattern::has_unit(line, at) || suggests_number("", variable);
                    is_number && names_number(&name.replace('_', " "))
                }),
                Given | Text => false,
            });
        }
        if !pattern::is_metric(line) && !line.ends_with(':') {
            return false;
        }
        let Some((label, value)) = body.split_once(':') else { return true };
        let named = label.contains(HOLE) || pattern::metric_name(label).is_some();
        let value = value.trim_matches([' ', '\t', '*']).trim_end_matches('.');
        let unit = value.trim_start_matches(HOLE).trim();
        let run_time =
            || pattern::metric_name(label).is_some_and(|name| pattern::is_run_time(&name));
        let read = unit.is_empty() || matches!(unit, "file" | "files") || run_time();
        let source = sources.last().filter(|_| value.starts_with(HOLE));
        match source.map(|source| self.hole(source, function, 0)) {
            _ if !named => false,
            // A number in the words, or one that a later call prints on the same line.
            None if value.is_empty() => !label.contains(HOLE) && names_number(label),
            None => {
                let counted = label.contains(|c: char| c.is_ascii_digit());
                !words::goes_on(label) && (begins_with_number(value) || counted || run_time())
            }
            // `Path: $PATH`, whatever else the script does with that variable.
            Some(_)
                if source.and_then(|s| parts(s)).is_some_and(|(name, _)| names_text(name))
                    && !names_number(label) =>
            {
                false
            }
            Some(Measured) => read,
            Some(Given | Text) => false,
            // A path, a name and a sentence are printed in the same way: the words have to say that it is a number.
            Some(Unknown) => {
                let name = source.and_then(|source| parts(source)).map_or("", |(name, _)| name);
                read && !label.contains(HOLE) && names_number(label) && suggests_number(label, name)
            }
        }
    }

    /// The words that a variable may contain.
    fn words_of(&self, source: &str, function: Option<&str>) -> Option<Vec<Word<'s>>> {
        let (name, rest) = parts(source)?;
        if matches!(name, "@" | "*") || (rest.is_empty() && is_position(name)) {
            return self.passed(name, function);
        }
        let words = self.assigned.get(name)?.iter().copied();
        let is_local =
            |function: Option<&str>| function.is_some() && self.locals.contains(&(function, name));
        let own = is_local(function);
        let words = words.take(10 * MOST);
        let words = words.filter(|(f, _)| if own { *f == function } else { !is_local(*f) });
        let words = words.take(MOST);
        Some(words.collect::<Vec<_>>()).filter(|words| !words.is_empty())
    }

    /// The arguments that calls of a function pass at a position.
    fn passed(&self, position: &str, function: Option<&str>) -> Option<Vec<Word<'s>>> {
        let function = function?;
        let calls = self.script.calls_of(function).map(|(_, call)| call);
        let place = position.parse::<usize>().ok();
        let words = calls.flat_map(|call| {
            let all = call.words.iter().enumerate().skip(1);
            let here = all.filter(move |(index, word)| {
                let rest = || word.contains("$@") || word.contains("$*");
                place.is_none_or(|place| place == *index || *index < place && rest())
            });
            here.map(|(_, word)| (call.place.function.as_deref(), word.as_str()))
        });
        Some(words.take(MOST).collect::<Vec<_>>()).filter(|words| !words.is_empty())
    }

    fn hole(&self, source: &str, function: Option<&str>, depth: usize) -> Evidence {
        // What the shell counts is a number: `$?`, `$#`.
        if source.starts_with("$((") || source.starts_with("${#") || matches!(source, "$?" | "$#") {
            return Measured;
        }
        if let Some(code) = source.strip_prefix("$(").or_else(|| source.strip_prefix('`')) {
            return command(code.trim_end_matches([')', '`']));
        }
        let Some((name, rest)) = parts(source) else { return Unknown };
        // All arguments, as in `DRY-RUN: $*`.
        if matches!(name, "@" | "*") {
            return Text;
        }
        let is_part = rest.starts_with(':') && !rest[1..].starts_with(['-', '=', '?']);
        if is_part || rest.starts_with("[@]") || rest.starts_with("[*]") {
            return Text;
        }
        if rest.starts_with('[') {
            return Unknown;
        }
        let default = rest.trim_start_matches(':').strip_prefix(['-', '=']);
        let words = default.is_some_and(|text| !text.contains('$') && is_words(text));
        // `${file#"$ROOT/"}`, `${name//_/ }`, `${title^^}`
        let is_edited = rest.starts_with(['#', '%', '/', '^', ',']);
        match self.variable(name, function, depth) {
            Measured => Measured,
            _ if words || is_edited => Text,
            Unknown if names_text(name) => Text,
            Unknown if default.is_some_and(is_number) && !self.taken.contains(name) => Given,
            other => other,
        }
    }

    fn variable(&self, name: &str, function: Option<&str>, depth: usize) -> Evidence {
        if depth > DEPTH {
            return Unknown;
        }
        let asked = (depth, name.to_owned(), function.map(str::to_owned));
        let found = self.known.borrow().get(&asked).copied();
        found.unwrap_or_else(|| {
            let found = match self.assigned_variable(name, function, depth) {
                Unknown if self.compared.contains(name) => Measured,
                Unknown if self.worded.contains(name) => Text,
                found => found,
            };
            self.known.borrow_mut().insert(asked, found);
            found
        })
    }

    fn assigned_variable(&self, name: &str, function: Option<&str>, depth: usize) -> Evidence {
        if is_position(name) {
            return match self.passed(name, function) {
                Some(words) => self.all(&words, depth),
                None if function.is_none() => Given,
                None => Unknown,
            };
        }
        if self.computed.contains(name) {
            return Measured;
        }
        if self.taken.contains(name) {
            return Unknown;
        }
        match self.words_of(&format!("${name}"), function) {
            Some(words) => self.all(&words, depth),
            None if self.looped.contains(name) => Given,
            None if names_text(name) => Text,
            None => Unknown,
        }
    }

    /// The common origin of several words.
    fn all(&self, words: &[Word<'_>], depth: usize) -> Evidence {
        let known: Vec<Evidence> =
            words.iter().take(50).map(|(f, word)| self.word(word, *f, depth + 1)).collect();
        let has = |evidence: Evidence| known.contains(&evidence);
        match () {
            () if has(Measured) => Measured,
            () if has(Unknown) => Unknown,
            () if has(Text) => Text,
            () => Given,
        }
    }

    fn word(&self, raw: &str, function: Option<&str>, depth: usize) -> Evidence {
        let pieces = word::pieces(raw);
        let texts: String = pieces
            .iter()
            .map(|piece| match piece {
                Piece::Text(text) => text.as_ref(),
                Piece::Hole { .. } => "",
            })
            .collect();
        if is_words(&texts) || texts.contains('/') || raw.starts_with('(') {
            return Text;
        }
        match holes(raw).as_slice() {
            [] => Given,
            [source] if texts.is_empty() => self.hole(source, function, depth),
            // `all="$all $one"` is a list.
            [_, _, ..] if texts.contains([' ', ',', ';', '\n', '\t']) => Text,
            sources => {
                let known = sources.iter().map(|source| self.hole(source, function, depth));
                if known.into_iter().any(|evidence| evidence == Text) { Text } else { Unknown }
            }
        }
    }
}

/// The expansions in a word, as written.
fn holes(raw: &str) -> Vec<&str> {
    let pieces = word::pieces(raw).into_iter();
    pieces
        .filter_map(|piece| match piece {
            Piece::Hole { source, .. } => Some(source),
            Piece::Text(_) => None,
        })
        .collect()
}

/// The variable of an expansion, and the rest in the braces.
fn parts(source: &str) -> Option<(&str, &str)> {
    let braces = source.strip_prefix("${").and_then(|rest| rest.strip_suffix('}'));
    let inner = braces.or_else(|| source.strip_prefix('$'))?;
    let word = |c: char| !bash_syntax::is_name_char(c);
    let end = match inner.find(word) {
        Some(0) => 1,
        Some(end) => end,
        None => inner.len(),
    };
    inner.is_char_boundary(end).then(|| inner.split_at(end))
}

fn is_position(name: &str) -> bool {
    matches!(name, "@" | "*") || (!name.is_empty() && name.chars().all(|c| c.is_ascii_digit()))
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_digit() || c == '.')
}

/// A number alone or with a unit; `4.3.6` is a version.
fn begins_with_number(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    let number = first.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    number.parse::<f64>().is_ok()
}

/// A line of a longer text as a separate word.
fn quoted(line: &str) -> String {
    format!("\"{}\"", line.replace(['"', '\\'], "'"))
}

fn is_words(text: &str) -> bool {
    text.chars().any(char::is_alphabetic)
}

/// A part of a format as a text in single quotes.
fn plain(text: &str) -> String {
    text.replace("\\n", "").replace("\\t", " ").replace('\'', "")
}

#[cfg(test)]
mod tests;
