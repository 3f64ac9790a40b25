//! Who reads what a script prints: found in the text of other files by the script's name, with the commands that read it.
//!
//! A reader that takes a known field out of the text can be rewritten to take it out of the envelope; all others keep the
//! producer as it is, unless the user insists.

mod code;
mod hooks;
mod markdown;
mod mask;
mod names;

use std::borrow::Cow;
use std::ops::Range;

/// What a file that may hold readers is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// Shell.
    Shell,
    /// Shell inside of lines of another language: YAML, make.
    Lines,
    /// Markdown.
    Markdown,
    /// Python, JavaScript, TypeScript.
    Code,
    /// Settings of an agent, in JSON.
    Settings,
}

/// A place that reads a script's stdout.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Use {
    /// 1-based line.
    pub line: usize,
    /// The line.
    pub text: String,
    /// Would it break?
    pub blocking: bool,
    /// The path as written, literal end only: `lib/run.sh`.
    pub tail: String,
    /// The bytes to replace and what with, where it reads a known field.
    pub rewrite: Option<(Range<usize>, String)>,
    /// What to write instead, in the reader's language, where it is not rewritten but the field is known.
    pub instead: Option<String>,
}

/// Commands that take text apart.
const READERS: [&str; 22] = [
    "grep",
    "egrep",
    "fgrep",
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
    "mapfile",
    "readarray",
];

pub use names::Names;

/// A text that may read scripts.
#[derive(Debug)]
pub struct Reader<'t> {
    text: &'t str,
    language: Language,
    /// Only what may run can read anything. Offsets are the same as in the text.
    commands: Cow<'t, str>,
    /// Where Python and JavaScript stand in a Markdown text.
    others: Vec<Range<usize>>,
    /// Where each line begins.
    lines: Vec<usize>,
}

impl<'t> Reader<'t> {
    /// Takes any text.
    #[must_use]
    pub fn new(text: &'t str, language: Language) -> Self {
        let (commands, others) = match language {
            Language::Markdown => {
                let (commands, others) = markdown::code(text);
                (Cow::Owned(commands), others)
            }
            Language::Shell => (Cow::Owned(mask::code(text)), Vec::new()),
            // What quotes mean in the lines around is not known; a backtick is most often Markdown's.
            Language::Lines => (Cow::Owned(markdown::without_ticks(text)), Vec::new()),
            Language::Code | Language::Settings => (Cow::Borrowed(text), Vec::new()),
        };
        let ends = text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(i, _)| i + 1);
        Self { text, language, commands, others, lines: std::iter::once(0).chain(ends).collect() }
    }

    /// The names of scripts that stand in the code, each once, in order.
    #[must_use]
    pub fn named<'n>(&self, names: &'n Names) -> Vec<&'n str> {
        names.within(&self.commands)
    }

    /// Finds the uses of scripts called `name` (a file name without folders).
    #[must_use]
    pub fn uses(&self, name: &str) -> Vec<Use> {
        let mut found = Vec::new();
        if name.is_empty() {
            return found;
        }
        let (text, commands) = (self.text, self.commands.as_ref());
        for (at, _) in commands.match_indices(name) {
            let end = at + name.len();
            let joined = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
            if text[..at].chars().next_back().is_some_and(joined)
                || text[end..].chars().next().is_some_and(|c| joined(c) && c != '.')
            {
                continue;
            }
            let start = statement_start(commands, at);
            let line = self.lines.partition_point(|from| *from <= at);
            let next = self.lines.get(line).copied().unwrap_or(text.len());
            let whole = text[self.lines[line - 1]..next].trim();
            if whole.starts_with('#') || whole.starts_with("//") {
                continue;
            }
            let read = if self.language == Language::Settings {
                hooks::read(text, line)
            } else if self.is_code(at) {
                code::read(text, line, at)
            } else {
                self.shown(shell(commands, start, at, end), end)
            };
            if let Some((blocking, rewrite)) = read {
                let shown = crate::edit::shortened(whole.as_bytes());
                let tail = tail(text, at, end);
                let instead =
                    (blocking && self.is_code(at)).then(|| code::instead(text, line)).flatten();
                found.push(Use { line, text: shown, blocking, tail, rewrite, instead });
            }
        }
        found
    }

    /// Does Python or JavaScript stand here?
    fn is_code(&self, at: usize) -> bool {
        self.language == Language::Code || self.others.iter().any(|range| range.contains(&at))
    }

    /// A command of a document that takes stderr along shows whoever runs it the same text, and the envelope below.
    fn shown(&self, read: Read, end: usize) -> Read {
        let rest = &self.commands[end..];
        let rest = &rest[..rest.find(['\n', '|']).unwrap_or(rest.len())];
        match read {
            Some((true, rewrite))
                if self.language == Language::Markdown
                    && rest.contains("2>&1")
                    && !captured(&self.commands[statement_start(&self.commands, end)..end]) =>
            {
                Some((false, rewrite.filter(|_| false)))
            }
            read => read,
        }
    }
}

/// The start of the line that holds `at`, with continued lines before it.
fn statement_start(text: &str, at: usize) -> usize {
    let mut start = text[..at].rfind('\n').map_or(0, |i| i + 1);
    while start > 1 && text[..start - 1].ends_with('\\') {
        start = text[..start - 1].rfind('\n').map_or(0, |i| i + 1);
    }
    start
}

/// The literal end of the path that ends at `end`.
fn tail(text: &str, at: usize, end: usize) -> String {
    let path = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '/');
    let start =
        text[..at].char_indices().rev().take_while(|(_, c)| path(*c)).last().map_or(at, |(i, _)| i);
    let whole = &text[start..end];
    let variable = text[..start].ends_with(['}', ')', '"', '$', '\'']);
    let after = if variable { whole.find('/').map_or(whole, |i| &whole[i + 1..]) } else { whole };
    // `$DIR/x.sh`: the name of the variable is no folder.
    let after = if text[..start].ends_with('$') {
        whole.find('/').map_or(whole, |i| &whole[i + 1..])
    } else {
        after
    };
    after.rsplit("../").next().unwrap_or(after).trim_start_matches("./").to_owned()
}

type Read = Option<(bool, Option<(Range<usize>, String)>)>;

fn shell(text: &str, start: usize, at: usize, end: usize) -> Read {
    let captured = captured(&text[start..at]);
    let stages = stages(text, end);
    let first = stages.iter().find(|s| !matches!(s.command.as_str(), "tee" | "cat" | "ts"));
    let away = stages.is_empty() && {
        let rest = &text[end..statement_end(text, end)];
        rest.contains("/dev/null") && !rest.trim_start().starts_with("2>")
    };
    let sourced =
        text[start..at].trim_start().starts_with(". ") || text[start..at].contains("source ");
    if sourced || mentioned(&text[start..at], text[end..].chars().next()) {
        return None;
    }
    // What is named as an argument of another command is not run here.
    if !starts_command(text, start, at) {
        return None;
    }
    // `… | tail -5` that nothing takes further shows the text to whoever looks.
    let shows =
        |s: &Stage| matches!(s.command.as_str(), "head" | "tail" | "tee" | "cat" | "less" | "ts");
    if !captured && !stages.is_empty() && stages.iter().all(shows) {
        return Some((false, None));
    }
    match first {
        Some(stage) if READERS.contains(&stage.command.as_str()) => {
            Some((true, rewrite(text, end, &stages)))
        }
        Some(stage) if stage.command == "jq" => None,
        Some(_) => Some((false, None)),
        None if captured && !away => Some((true, None)),
        None => {
            let rest = text[end..statement_end(text, end)].trim_start_matches(['"', '\'']);
            let file = rest.contains("> ") && !rest.contains("/dev/null") && !rest.contains("2> ");
            file.then_some((false, None))
        }
    }
}

/// Does the name stand inside a string that is more than its path? Such a string is a message, unless a shell is given it.
fn mentioned(before: &str, next: Option<char>) -> bool {
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
    // A backtick in double quotes runs what follows.
    let ticks = quote == '"' && inside.matches('`').count() % 2 == 1;
    !(word || given || ticks)
}

/// Is the script run here, rather than named as an argument of a test, a copy or a message?
fn starts_command(text: &str, start: usize, at: usize) -> bool {
    let before = &text[start..at];
    let from = before.rfind(['(', '`', ';', '|', '&']).map_or(0, |i| i + 1);
    let words: Vec<&str> = before[from..].split_whitespace().collect();
    let last = words.last().copied().unwrap_or("");
    let path = before.ends_with(['/', '"', '\'']) || last.is_empty();
    let lead = if path { &words[..words.len().saturating_sub(1)] } else { &words[..] };
    lead.iter().all(|w| {
        matches!(
            *w,
            "bash"
                | "sh"
                | "env"
                | "exec"
                | "timeout"
                | "time"
                | "!"
                | "if"
                | "then"
                | "do"
                | "while"
                | "sudo"
                | "nohup"
                | "$"
        ) || w.starts_with('-')
            || w.contains('=')
            || w.chars().all(|c| c.is_ascii_digit())
    })
}

/// Does `$(`, a backtick or `<(` stand open at the end of `before`?
fn captured(before: &str) -> bool {
    let mut open: Vec<bool> = Vec::new();
    let mut ticks = false;
    let mut previous = ' ';
    for c in before.chars() {
        match c {
            '(' => open.push(matches!(previous, '$' | '<')),
            ')' => {
                open.pop();
            }
            '`' => ticks = !ticks,
            _ => {}
        }
        previous = c;
    }
    ticks || open.contains(&true)
}

struct Stage {
    command: String,
    /// From the `|` to the end of the stage.
    range: Range<usize>,
}

/// The commands that the output is piped through.
fn stages(text: &str, from: usize) -> Vec<Stage> {
    let end = statement_end(text, from);
    let mut bars = Vec::new();
    let mut quote = None;
    let mut previous = ' ';
    for (i, c) in text[from..end].char_indices() {
        match (quote, c) {
            (Some(q), c) if c == q => quote = None,
            (Some(_), _) => {}
            (None, '\'' | '"') if i > 0 => quote = Some(c),
            (None, '|') if previous != '|' && !text[from + i + 1..].starts_with('|') => {
                bars.push(from + i)
            }
            _ => {}
        }
        previous = c;
    }
    let mut stages = Vec::new();
    for (index, bar) in bars.iter().enumerate() {
        let stop = bars.get(index + 1).copied().unwrap_or(end);
        let body = text[bar + 1..stop].trim_start_matches(['&', ' ', '\\', '\n', '\t']);
        let command =
            body.split_whitespace().next().unwrap_or("").trim_matches(['"', '\'', ')', '`']);
        stages.push(Stage { command: command.to_owned(), range: *bar..stop });
    }
    stages
}

/// The end of the command list that runs through `from`: a closing `)`, `;`, `&&`, `||`, a backtick, or the line's end.
fn statement_end(text: &str, from: usize) -> usize {
    let mut quote = None;
    let mut depth = 0usize;
    let bytes = text.as_bytes();
    for (i, c) in text[from..].char_indices() {
        let at = from + i;
        match (quote, c) {
            (Some(q), c) if c == q => quote = None,
            (Some(_), _) => {}
            // The closing quote of the script's own path.
            (None, '"' | '\'') if i == 0 => {}
            (None, '\'' | '"') => quote = Some(c),
            (None, '(') => depth += 1,
            (None, ')') if depth == 0 => return at,
            (None, ')') => depth -= 1,
            (None, '`' | ';') => return at,
            (None, '&') if bytes.get(at + 1) == Some(&b'&') => return at,
            (None, '|') if bytes.get(at + 1) == Some(&b'|') => return at,
            (None, '\n') => {
                let continued = text[..at].ends_with('\\') || text[..at].trim_end().ends_with('|');
                if !continued {
                    return at;
                }
            }
            _ => {}
        }
    }
    text.len()
}

/// `| grep Confidence | cut -d: -f2` → the same value out of the envelope.
fn rewrite(text: &str, end: usize, stages: &[Stage]) -> Option<(Range<usize>, String)> {
    let first = stages.first()?;
    let last = stages.last()?;
    let body = |s: &Stage| text[s.range.start + 1..s.range.end].trim().to_owned();
    let known = |s: &Stage| {
        matches!(
            s.command.as_str(),
            "grep" | "egrep" | "sed" | "awk" | "cut" | "tr" | "head" | "tail" | "xargs"
        )
    };
    if !stages.iter().all(known) || text[end..first.range.start].contains("2>&1") {
        return None;
    }
    let grep = body(first);
    let range = first.range.start
        ..last.range.start + 1 + text[last.range.start + 1..last.range.end].trim_end().len();
    if !first.command.ends_with("grep") {
        let key = key(&taken_out(&first.command, &grep)?)?;
        return Some((range, value_of(&key)));
    }
    if grep.contains(['$', '%']) {
        return None;
    }
    let words: Vec<&str> = grep.split_whitespace().skip(1).collect();
    let quiet = words.iter().any(|w| w.starts_with('-') && !w.starts_with("--") && w.contains('q'));
    let pattern =
        words.iter().filter(|w| !w.starts_with('-')).copied().collect::<Vec<_>>().join(" ");
    let pattern = pattern.trim_matches(['"', '\'']).trim_start_matches('^');
    if quiet && stages.len() == 1 {
        let good = ["SUCCESS", "COMPLETE", "DONE", "OK", "\u{2705}", "\u{2713}"];
        let bad = ["FAILED", "ERROR", "FAIL", "\u{274C}", "\u{2717}"];
        let value = if good.contains(&pattern) {
            true
        } else if bad.contains(&pattern) {
            false
        } else {
            return None;
        };
        return Some((range, format!("| grep -q '\"success\":{value}'")));
    }
    // A value is wanted, so something has to take it out of the line.
    let takes = stages.len() > 1 || words.iter().any(|w| w.starts_with('-') && w.contains('o'));
    if !takes {
        return None;
    }
    if !(pattern.contains(':') || pattern.to_ascii_lowercase().starts_with("confidence")) {
        return None;
    }
    Some((range, value_of(&key(pattern)?)))
}

/// The label that `sed -n 's/Label: //p'` or `awk '/Label/ {print $2}'` takes a value from.
fn taken_out(command: &str, text: &str) -> Option<String> {
    let script = text.split(['\'', '"']).nth(1)?;
    let pattern = match command {
        "sed" if text.contains("-n") => {
            let mut parts = script.strip_prefix("s/")?.split('/');
            let pattern = parts.next()?;
            (parts.next().is_some() && parts.next() == Some("p")).then_some(pattern)?
        }
        "awk" => {
            let (pattern, action) = script.trim().strip_prefix('/')?.split_once('/')?;
            action.contains("print $").then_some(pattern)?
        }
        _ => return None,
    };
    let pattern = pattern.trim_start_matches('^').trim_start_matches(".*").trim_start();
    let named = pattern.contains(':') || pattern.eq_ignore_ascii_case("confidence");
    named.then(|| pattern.to_owned())
}

/// The member of the envelope that holds what stood behind a label.
fn key(pattern: &str) -> Option<String> {
    let label = pattern.split(':').next().unwrap_or("").split("\\s").next().unwrap_or("").trim();
    let label = label.trim_end_matches(['.', '*', ' ', '?']);
    let plain = !label.is_empty()
        && label.chars().all(|c| c.is_ascii_alphanumeric() || c == ' ' || c == '_');
    plain.then(|| label.to_ascii_lowercase().replace(' ', "_"))
}

/// The commands that take a number out of the envelope.
fn value_of(key: &str) -> String {
    format!("| sed -n 's/.*\"{key}\":\\(-\\{{0,1\\}}[0-9.]*\\).*/\\1/p'")
}

#[cfg(test)]
mod tests;
