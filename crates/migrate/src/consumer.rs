//! Who reads what a script prints: found in the text of other files by the script's name, with the commands that read it.
//!
//! A reader that takes a known field out of the text can be rewritten to take it out of the envelope, and one that takes stdout
//! and stderr together to take stderr alone, which holds the same text. All others keep the producer as it is, unless the
//! user insists.

mod code;
mod hooks;
mod markdown;
mod mask;
mod names;
mod rewrite;
mod shell;
mod through;

use std::borrow::Cow;
use std::cell::OnceCell;
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
    /// The bytes to replace and what with, where it gets from the migrated script what it got before.
    pub rewrite: Option<(Range<usize>, String)>,
    /// What to write instead, in the reader's language, where it is not rewritten but the field is known.
    pub instead: Option<String>,
}

pub use names::Names;
use shell::{captured, shell, statement_start};

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
    /// The calls of a shell text, read when they are wanted.
    known: OnceCell<Option<through::Known<'t>>>,
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
        let lines = std::iter::once(0).chain(ends).collect();
        Self { text, language, commands, others, lines, known: OnceCell::new() }
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
                hooks::read(text, whole)
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
        found.extend(self.through(name, &found));
        found.sort_by_key(|found| found.line);
        found
    }

    /// The readers that name the script elsewhere.
    fn through(&self, name: &str, found: &[Use]) -> Vec<Use> {
        let lines = || {
            self.commands.match_indices(name).map(|(at, _)| {
                &self.commands[self.commands[..at].rfind('\n').map_or(0, |i| i + 1)..at]
            })
        };
        // To read the calls takes longer than all else: only where a variable or a function may lead to them.
        let may = self.language == Language::Shell
            && (lines().any(|before| before.contains('=')) || self.commands.contains("()"))
            && lines().next().is_some();
        if !may {
            return Vec::new();
        }
        let known = self.known.get_or_init(|| through::read(self.text));
        let Some(known) = known else { return Vec::new() };
        let mut more = through::uses((self.text, &self.commands), &self.lines, known, name);
        more.retain(|new| !found.iter().any(|old| old.line == new.line));
        more
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
            Some((true, _))
                if self.language == Language::Markdown
                    && rest.contains("2>&1")
                    && !captured(&self.commands[statement_start(&self.commands, end)..end]) =>
            {
                Some((false, None))
            }
            read => read,
        }
    }
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

#[cfg(test)]
mod tests;
