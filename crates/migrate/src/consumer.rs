//! Who reads what a script prints: found in the text of other files by the script's name, with the commands that read it.
//!
//! A reader in shell can be given what it got before: an assignment in front of the command asks the script for its text
//! (`mark`), or the reader takes a known field out of the envelope instead (`rewrite`). All others keep the producer as it is,
//! unless the user insists.

mod capture_words;
mod captures;
mod code;
mod hooks;
mod json_reader;
mod lines;
mod mark;
mod markdown;
mod mask;
mod names;
mod proved;
mod region;
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
    /// Shell inside of YAML.
    Yaml,
    /// Shell inside of a Makefile, or of one like it.
    Make,
    /// Markdown.
    Markdown,
    /// Python, JavaScript, TypeScript, Go, Ruby and others.
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
    /// Is the script called by its name alone, without a path and an ending, as what stands on `$PATH` is?
    pub bare: bool,
    /// The bytes to replace and what with, so that it gets from the migrated script what it got before; none where that can't be
    /// done.
    pub rewrite: Vec<(Range<usize>, String)>,
    /// Why it can't, where there is more to say than that.
    pub why: Option<String>,
    /// What to write instead, in the reader's language, where it is not rewritten but the field is known.
    pub instead: Option<String>,
}

use mark::Miss;
pub use names::Names;
pub use proved::proved;
pub(crate) use proved::{CONSUMER, CONSUMER_TEXT};
use region::Region;
use rewrite::Change;
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
    /// Where shell stands in a Markdown text, and how far it is indented.
    shells: Vec<(Range<usize>, usize)>,
    /// Where each line begins.
    lines: Vec<usize>,
    /// The texts of shell in it, found when they are wanted.
    regions: OnceCell<Vec<Region>>,
}

impl<'t> Reader<'t> {
    /// Takes any text.
    #[must_use]
    pub fn new(text: &'t str, language: Language) -> Self {
        let (mut others, mut shells) = (Vec::new(), Vec::new());
        let commands = match language {
            Language::Markdown => {
                let parts = markdown::parts(text);
                (others, shells) = (parts.others, parts.shells);
                Cow::Owned(parts.commands)
            }
            Language::Shell => Cow::Owned(mask::code(text)),
            // What quotes mean in the lines around is not known; a backtick is most often Markdown's.
            Language::Yaml => Cow::Owned(markdown::without_ticks(text)),
            Language::Make => Cow::Owned(lines::commands(text)),
            Language::Code => code::commands(text),
            Language::Settings => Cow::Borrowed(text),
        };
        let ends = text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(i, _)| i + 1);
        let lines = std::iter::once(0).chain(ends).collect();
        Self { text, language, commands, others, shells, lines, regions: OnceCell::new() }
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
        let commands = self.commands.as_ref();
        for (at, _) in commands.match_indices(name) {
            let end = at + name.len();
            let whole = self.line(at);
            if joined(self.text, at, end) || whole.starts_with('#') || whole.starts_with("//") {
                continue;
            }
            let code = self.is_code(at);
            let line = self.number(at);
            let (blocking, field) = if self.language == Language::Settings {
                let Some(blocking) = hooks::read(self.text, whole) else { continue };
                (blocking, None)
            } else if code {
                let Some(blocking) = code::read(self.text, line, at, name) else { continue };
                (blocking, None)
            } else {
                let start = statement_start(commands, at).max(self.scalar(at));
                let loose = self.language == Language::Markdown;
                let read = shell((commands, self.text), start, (at, end), loose);
                let Some(read) = self.shown(read, end) else { continue };
                (read.blocking, read.field)
            };
            let before = &self.text[..at];
            let mut new = Use {
                line,
                text: crate::edit::shortened(whole.as_bytes()),
                blocking,
                tail: tail(self.text, at, end),
                bare: !name.contains('.') && alone(before),
                rewrite: Vec::new(),
                why: None,
                instead: (blocking && code).then(|| code::instead(self.text, line)).flatten(),
            };
            let commands = !code && self.language != Language::Settings;
            // A word that is followed by a colon or a bracket is a key or a function.
            let key = new.bare && self.text[end..].starts_with([':', '=', '(', ',']);
            if commands && key
                || blocking && commands && !self.mark(&mut new, (at, name.len()), field)
            {
                continue;
            }
            found.push(new);
        }
        self.through(name, &mut found);
        found.sort_by_key(|found| found.line);
        found
    }

    /// Puts the assignment in front of the command that runs the script at `at`, with the change of what takes a field; a reader
    /// that has one already reads nothing that changes. False where no command stands there after all.
    fn mark(&self, found: &mut Use, (at, len): (usize, usize), field: Option<Change>) -> bool {
        if asks_throughout(&self.commands) {
            found.blocking = false;
            return true;
        }
        let Some(region) = self.regions().iter().find(|region| region.local(at).is_some()) else {
            found.why = Some("it stands in no text that is known to be shell".to_owned());
            return true;
        };
        match mark::spot(region, at, len) {
            Ok(spot) if spot.asked => found.blocking = false,
            Ok(spot) => {
                let field = field.filter(|_| spot.direct && self.language != Language::Make);
                let wanted = if field.is_some() { "json" } else { "text" };
                let assignment = format!("{}={wanted} ", mark::VARIABLE);
                found.rewrite.push((spot.at..spot.at, assignment));
                found.rewrite.extend(field);
            }
            Err(Miss::NoCommand) => return false,
            Err(Miss::Because(why)) => found.why = Some(why),
        }
        true
    }

    /// Where the value begins that stands on one line of YAML with its key.
    fn scalar(&self, at: usize) -> usize {
        let yaml = self.language == Language::Yaml;
        let holds = |region: &&Region| region.local(at).is_some();
        let region = yaml.then(|| self.regions().iter().find(holds)).flatten();
        region.map_or(0, |region| region.place(0))
    }

    fn regions(&self) -> &[Region] {
        self.regions.get_or_init(|| match self.language {
            Language::Shell => {
                vec![Region::new(self.text, 0..self.text.len(), 0, region::as_it_stands)]
            }
            Language::Markdown => {
                let region = |(range, indent): &(Range<usize>, usize)| {
                    Region::new(self.text, range.clone(), *indent, region::document)
                };
                self.shells.iter().map(region).collect()
            }
            Language::Yaml => lines::scripts(self.text),
            Language::Make => lines::recipes(self.text),
            Language::Code | Language::Settings => Vec::new(),
        })
    }

    /// Adds the readers that name the script elsewhere.
    fn through(&self, name: &str, found: &mut Vec<Use>) {
        let lines = || {
            self.commands.match_indices(name).map(|(at, _)| {
                &self.commands[self.commands[..at].rfind('\n').map_or(0, |i| i + 1)..at]
            })
        };
        // To read the calls takes longer than all else: only where a variable, a loop or a function may lead to them.
        let leads = lines().any(|before| before.contains('=') || before.contains("for "))
            || self.commands.contains("()");
        if !leads || matches!(self.language, Language::Code | Language::Settings) {
            return;
        }
        for region in self.regions().iter().filter(|region| region.text().contains(name)) {
            let Some(known) = region.known() else { continue };
            for read in through::uses(region, known, name) {
                self.add(region, read, name, found);
            }
        }
    }

    /// One reader a line: what is found twice is one, and two commands of a line are both changed or none.
    fn add(&self, region: &Region, read: through::Through, name: &str, found: &mut Vec<Use>) {
        let start = region.line(read.line);
        let whole = self.line(start);
        let mut new = Use {
            line: self.number(start),
            text: crate::edit::shortened(whole.as_bytes()),
            blocking: read.blocking,
            bare: !name.contains('.') && read.tail == name,
            tail: read.tail,
            rewrite: Vec::new(),
            why: None,
            instead: None,
        };
        if new.blocking {
            match read.word {
                Some((at, len)) => {
                    self.mark(&mut new, (region.place(at), len), None);
                }
                None => new.why = Some("the command stands in quotes".to_owned()),
            }
        }
        let Some(old) = found.iter_mut().find(|old| old.line == new.line) else {
            found.push(new);
            return;
        };
        if !new.blocking
            || new
                .rewrite
                .iter()
                .any(|(range, _)| old.rewrite.iter().any(|(other, _)| other == range))
        {
            return;
        }
        if !old.blocking {
            *old = new;
        } else if new.rewrite.is_empty() || old.rewrite.is_empty() {
            old.rewrite.clear();
            old.why = old.why.take().or(new.why);
        } else {
            old.rewrite.extend(new.rewrite);
        }
    }

    /// The 1-based line of a byte.
    fn number(&self, at: usize) -> usize {
        self.lines.partition_point(|from| *from <= at)
    }

    /// The line of a byte, without the white space around it.
    fn line(&self, at: usize) -> &'t str {
        let number = self.number(at);
        let next = self.lines.get(number).copied().unwrap_or(self.text.len());
        self.text[self.lines[number - 1]..next].trim()
    }

    /// Does Python or JavaScript stand here?
    fn is_code(&self, at: usize) -> bool {
        self.language == Language::Code || self.others.iter().any(|range| range.contains(&at))
    }

    /// A command of a document that takes stderr along shows whoever runs it the same text, and the envelope below.
    fn shown(&self, read: Option<shell::Found>, end: usize) -> Option<shell::Found> {
        let rest = &self.commands[end..];
        let rest = &rest[..rest.find(['\n', '|']).unwrap_or(rest.len())];
        let mut read = read?;
        if self.language == Language::Markdown
            && rest.contains("2>&1")
            && !captured(&self.commands[statement_start(&self.commands, end)..end])
        {
            read.blocking = false;
        }
        Some(read)
    }
}

/// Is the name a part of a longer one?
fn joined(text: &str, at: usize, end: usize) -> bool {
    let part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
    let mut after = text[end..].chars();
    let longer = match after.next() {
        Some('.') => after.next().is_some_and(|c| c.is_alphanumeric() || c == '_'),
        Some(c) => part(c),
        None => false,
    };
    longer || text[..at].chars().next_back().is_some_and(part)
}

/// Does nothing in front of a name lead to its file: no folder, no shell that is given it?
fn alone(before: &str) -> bool {
    let before = before.rsplit('\n').next().unwrap_or(before);
    let shell = || {
        let word = before.trim_end_matches(['"', '\'']).trim_end();
        let word = word.rsplit(|c: char| c.is_whitespace() || "\"'(`".contains(c)).next();
        matches!(
            word.map(shell::program_name),
            Some("bash" | "sh" | "zsh" | "dash" | "source" | ".")
        )
    };
    !before.ends_with(['/', '}']) && !shell()
}

/// Does a text ask for all that it runs: `export SKILLGEN_STDOUT=text`, or a workflow's `env`?
fn asks_throughout(text: &str) -> bool {
    text.match_indices(mark::VARIABLE).any(|(at, name)| {
        let before = text[..at].trim_end_matches(['"', '\'']);
        let after = text[at + name.len()..].trim_start_matches(['"', '\'']).trim_start();
        let value = after
            .strip_prefix([':', '='])
            .map(|value| value.trim_start_matches(['=', ' ', '"', '\'']));
        let text = value.is_some_and(|value| {
            value.strip_prefix("text").is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
        });
        let exported = before.trim_end().ends_with("export") || after.starts_with(':');
        text && exported
    })
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

#[cfg(test)]
mod tests;
