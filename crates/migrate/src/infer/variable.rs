//! The content of the script's variables: defaults, and the types of their values if every assignment
//! determines one.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use contract::number::is_written_as_integer;
use serde_json::{Value, json};

use crate::model::{Call, Script, Sink};
use crate::part::Part;
use crate::word::{self, Piece};

/// An assignment.
#[derive(Debug, Clone)]
pub(crate) struct Assignment {
    pub(crate) line: usize,
    /// The value as written.
    pub(crate) raw: String,
    /// `+=`.
    pub(crate) append: bool,
}

/// The assignments of a script by name, and the uses of its variables.
#[derive(Debug, Default)]
pub(crate) struct Variables {
    pub(crate) assigned: BTreeMap<String, Vec<Assignment>>,
    /// Names with a value from `${NAME:-text}` or `${NAME:=text}`: text and line.
    pub(crate) defaults: BTreeMap<String, Vec<(String, usize)>>,
    /// Names that `${NAME:?text}` requires: text and line.
    pub(crate) insisted: BTreeMap<String, (String, usize)>,
    /// Names in arithmetic or numeric comparisons.
    pub(crate) numbers: BTreeSet<String>,
    /// Earlier results, by name and depth.
    kinds: RefCell<BTreeMap<(String, usize), Option<Kind>>>,
}

/// A type of JSON, as far as the source tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    Boolean,
    Integer,
    Number,
    Array,
    Object,
    Null,
    Text,
}

impl Kind {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Kind::Boolean => "boolean",
            Kind::Integer => "integer",
            Kind::Number => "number",
            Kind::Array => "array",
            Kind::Object => "object",
            Kind::Null => "null",
            Kind::Text => "string",
        }
    }
}

impl Variables {
    pub(crate) fn of(script: &Script) -> Self {
        let mut variables = Self::default();
        for call in &script.calls {
            let declares = call.declares();
            let declared = call.words.iter().skip(1).filter(|_| declares);
            for text in call.assignments.iter().chain(declared) {
                let Some((name, value)) = text.split_once('=') else { continue };
                let append = name.ends_with('+');
                let name = name.trim_end_matches('+');
                if name.is_empty() || !name.chars().all(bash_syntax::is_name_char) {
                    continue;
                }
                variables.assigned.entry(name.to_owned()).or_default().push(Assignment {
                    line: call.line,
                    raw: value.to_owned(),
                    append,
                });
            }
            let purpose = if tells(script, call) { Purpose::Message } else { Purpose::Value };
            let heredoc = call.heredoc.iter().filter(|(_, expands)| *expands).map(|(body, _)| body);
            for text in call.words.iter().chain(&call.assignments).chain(heredoc) {
                variables.expansions(text, (call.line, purpose), 0);
            }
            variables.compared(&call.words);
        }
        variables
    }

    /// `${NAME:-text}` and its kin, also nested.
    fn expansions(&mut self, raw: &str, (line, purpose): (usize, Purpose), depth: usize) {
        if depth > 8 {
            return;
        }
        for piece in word::pieces(raw) {
            let Piece::Hole { source, name, .. } = piece else { continue };
            if let Some(inner) = source.strip_prefix("$((") {
                self.arithmetic(inner);
            }
            let Some(name) = name.filter(|n| source.starts_with(&format!("${{{n}"))) else {
                continue;
            };
            let rest = &source[name.len() + 2..source.len().saturating_sub(1).max(name.len() + 2)];
            let rest = rest.strip_prefix(':').unwrap_or(rest);
            let Some(text) = rest.get(1..) else { continue };
            match rest.as_bytes().first() {
                // `echo "Region: ${REGION:-not set}"`
                Some(b'-') if purpose == Purpose::Message && stands_for_nothing(text) => {}
                Some(b'-' | b'=') => {
                    self.defaults.entry(name.to_owned()).or_default().push((text.to_owned(), line));
                    self.expansions(text, (line, purpose), depth + 1);
                }
                Some(b'?') => {
                    self.insisted.entry(name.to_owned()).or_insert((text.to_owned(), line));
                }
                _ => {}
            }
        }
    }

    /// Names in an arithmetic text.
    pub(crate) fn arithmetic(&mut self, text: &str) {
        let text = without_commands(text);
        let names = text.split(|c: char| !bash_syntax::is_name_char(c));
        for name in names.filter(|n| n.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')) {
            self.numbers.insert(name.to_owned());
        }
    }

    fn compared(&mut self, words: &[Part<'_>]) {
        for window in words.windows(3) {
            if matches!(window[1].as_str(), "-gt" | "-lt" | "-ge" | "-le" | "-eq" | "-ne") {
                for word in [&window[0], &window[2]] {
                    if let Some(name) = alone(word) {
                        self.numbers.insert(name);
                    }
                }
            }
        }
    }

    /// The literal that a variable holds before anything is given: its assignment ahead of `line`, else its `:-` text.
    pub(crate) fn fallback(&self, name: &str, line: usize) -> Option<(String, usize)> {
        let ahead = self.assigned.get(name).into_iter().flatten().filter(|a| a.line < line);
        let mut literal = ahead.filter(|a| !a.append && !a.raw.starts_with('(')).filter_map(|a| {
            let own = word::literal(&a.raw).or_else(|| own_default(&a.raw));
            own.map(|text| (text, a.line))
        });
        let text = |(text, line): &(String, usize)| Some((word::literal(text)?, *line));
        literal
            .next_back()
            .filter(|(text, _)| !text.is_empty())
            .or_else(|| self.defaults.get(name)?.iter().find_map(text))
            .filter(|(text, _)| !text.is_empty())
    }

    /// The type of what an expansion gives, where every assignment of its variable agrees.
    pub(crate) fn kind(&self, source: &str, name: Option<&str>) -> Option<Kind> {
        self.kind_within(source, name, 0)
    }

    fn kind_within(&self, source: &str, name: Option<&str>, depth: usize) -> Option<Kind> {
        if depth > 4 {
            return None;
        }
        if source.starts_with("$((")
            || source.starts_with("${#")
            || matches!(source, "$?" | "$#" | "$$" | "$!")
            || matches!(
                name,
                Some("SECONDS" | "RANDOM" | "EPOCHSECONDS" | "LINENO" | "PPID" | "UID" | "EUID")
            )
        {
            return Some(Kind::Integer);
        }
        if source.starts_with("$(") || source.starts_with('`') {
            return of_command(
                source.trim_start_matches(['$', '(', '`']).trim_end_matches([')', '`']),
            );
        }
        let key = (name?.to_owned(), depth);
        if let Some(kind) = self.kinds.borrow().get(&key) {
            return *kind;
        }
        let kind = self.kind_of_all(&key.0, depth);
        self.kinds.borrow_mut().insert(key, kind);
        kind
    }

    /// The type on which all assignments of a variable agree.
    fn kind_of_all(&self, name: &str, depth: usize) -> Option<Kind> {
        let list = self.assigned.get(name)?;
        let mut found: Option<Kind> = None;
        for one in list.iter().filter(|a| !a.raw.is_empty() && a.raw != "\"\"" && a.raw != "''") {
            let kind = self.kind_of_word(&one.raw, depth + 1)?;
            found = Some(match (found, kind) {
                (None, kind) => kind,
                (Some(a), b) if a == b => a,
                (Some(Kind::Integer | Kind::Number), Kind::Integer | Kind::Number) => Kind::Number,
                (Some(a), Kind::Null) => a,
                (Some(Kind::Null), b) => b,
                _ => return None,
            });
        }
        found
    }

    fn kind_of_word(&self, raw: &str, depth: usize) -> Option<Kind> {
        if let Some(text) = word::literal(raw) {
            return of_literal(&text);
        }
        let pieces = word::pieces(raw);
        match pieces.as_slice() {
            [Piece::Hole { source, name, .. }] => self.kind_within(source, name.as_deref(), depth),
            [Piece::Text(text), ..] if text.trim_start().starts_with('{') => Some(Kind::Object),
            [Piece::Text(text), ..] if text.trim_start().starts_with('[') => Some(Kind::Array),
            _ => None,
        }
    }
}

/// What the words of a call are for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// People read them.
    Message,
    /// The script uses them.
    Value,
}

/// Whether a call prints words for people: `echo`, or a function of the script such as `log`.
fn tells(script: &Script<'_>, call: &Call<'_>) -> bool {
    const PARTS: [&str; 8] = ["die", "echo", "err", "info", "log", "msg", "print", "warn"];
    let named = || PARTS.iter().any(|part| call.name.to_ascii_lowercase().contains(part));
    call.place.sink != Sink::Away
        && (matches!(&*call.name, "echo" | "printf") || script.defines(&call.name) && named())
}

/// Whether a text says that there is no value, instead of being one.
fn stands_for_nothing(text: &str) -> bool {
    const WORDS: [&str; 12] = [
        "",
        "-",
        "?",
        "all",
        "default",
        "empty",
        "missing",
        "n/a",
        "none",
        "null",
        "undefined",
        "unset",
    ];
    let text = text.trim_matches(['"', '\'']).to_ascii_lowercase();
    text.contains(char::is_whitespace)
        || text.starts_with(['(', '<', '['])
        || text.starts_with("unknown")
        || WORDS.contains(&&*text)
}

/// `${1:-text}` as a whole word: its text.
fn own_default(raw: &str) -> Option<String> {
    let pieces = word::pieces(raw);
    let [Piece::Hole { source, name: Some(name), .. }] = pieces.as_slice() else { return None };
    let rest = source.strip_prefix(&format!("${{{name}"))?.strip_suffix('}')?;
    let rest = rest.strip_prefix(':').unwrap_or(rest);
    word::literal(rest.strip_prefix(['-', '='])?)
}

/// The variable that a whole word is the value of.
pub(crate) fn alone(raw: &str) -> Option<String> {
    let pieces = word::pieces(raw);
    match pieces.as_slice() {
        [Piece::Hole { name: Some(name), .. }] => Some((*name).to_owned()),
        _ => None,
    }
}

fn of_literal(text: &str) -> Option<Kind> {
    let text = text.trim();
    match text {
        "true" | "false" => return Some(Kind::Boolean),
        "null" => return Some(Kind::Null),
        _ => {}
    }
    match serde_json::from_str::<Value>(text) {
        Ok(Value::Number(n)) if is_written_as_integer(&n) => Some(Kind::Integer),
        Ok(Value::Number(_)) => Some(Kind::Number),
        Ok(Value::Array(_)) => Some(Kind::Array),
        Ok(Value::Object(_)) => Some(Kind::Object),
        _ if text.starts_with('[') => Some(Kind::Array),
        _ if text.starts_with('{') => Some(Kind::Object),
        _ => Some(Kind::Text),
    }
}

/// The type of a command substitution, by its last command.
fn of_command(code: &str) -> Option<Kind> {
    let last = code.rsplit('|').next()?.trim();
    let before = code.rsplit('|').nth(1).unwrap_or("").trim();
    let words: Vec<&str> = last.split_whitespace().collect();
    let flags = |letter: char| {
        words.iter().any(|w| w.starts_with('-') && !w.starts_with("--") && w.contains(letter))
    };
    match *words.first()? {
        "wc" if flags('l') || flags('c') || flags('w') => Some(Kind::Integer),
        "grep" if flags('c') => Some(Kind::Integer),
        // `wc -l | tr -d ' '`.
        "tr" | "xargs" if before.starts_with("wc ") => Some(Kind::Integer),
        "date" if words.len() == 2 && matches!(words[1], "+%s" | "+%s%3N" | "+%s%N") => {
            Some(Kind::Integer)
        }
        "jq" if flags('s') && !flags('r') => Some(Kind::Array),
        "jq" if flags('r') => None,
        "jq" if last.contains("'{") || last.contains("\"{") => Some(Kind::Object),
        "jq" if last.contains("'[") => Some(Kind::Array),
        "jq" if last.contains("| length") || last.contains("'length") => Some(Kind::Integer),
        _ => None,
    }
}

/// A default as JSON of a type; `None` if the text doesn't have the type.
pub(crate) fn typed(text: &str, kind: Option<&str>) -> Option<Value> {
    match kind {
        Some("integer" | "number") => {
            serde_json::from_str::<Value>(text).ok().filter(Value::is_number)
        }
        Some("boolean") => Some(json!(matches!(text, "true" | "1" | "yes"))),
        Some("array" | "object") => None,
        _ => Some(json!(text)),
    }
}

/// Arithmetic without its command substitutions: `$(wc -l < "$FILE")` counts lines, not the name of a file.
fn without_commands(text: &str) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("$(").filter(|at| !rest[*at..].starts_with("$((")) {
        kept.push_str(&rest[..at]);
        let mut depth = 0_usize;
        let end = rest[at + 1..].find(|c: char| {
            match c {
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            depth == 0
        });
        rest = end.map_or("", |end| &rest[at + 1 + end + 1..]);
    }
    kept.push_str(rest);
    kept
}
