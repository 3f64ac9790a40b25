//! Who reads what a script prints: found in the text of other files by the script's name, with the commands that read it.
//!
//! A reader in shell can be given what it got before: an assignment in front of the command asks the script for its text
//! (`mark`), or the reader takes a known field out of the envelope instead (`rewrite`). All others keep the producer as it is,
//! unless the user insists.

mod bats;
mod built;
mod by_sh;
mod callback;
mod capture_names;
mod capture_words;
mod captures;
mod code;
mod copied;
mod document_folder;
mod extracted;
mod folder;
mod hooks;
mod instruction;
mod jq;
mod json_program;
mod json_reader;
mod lines;
mod loops;
mod mark;
mod markdown;
mod mask;
mod mention;
mod named;
mod names;
mod piped_program;
mod pipeline;
mod proved;
mod region;
mod rewrite;
mod shell;
mod statement;
mod through;

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::ops::Range;

/// The format of a file that may contain readers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// Shell.
    Shell,
    /// Shell in YAML.
    Yaml,
    /// Shell in a Makefile or a similar file.
    Make,
    /// Shell in a Dockerfile.
    Docker,
    /// Shell in a crontab.
    Cron,
    /// The commands of a systemd unit.
    Unit,
    /// Markdown.
    Markdown,
    /// Python, JavaScript, TypeScript, Go, Ruby and others.
    Code,
    /// An agent's settings, in JSON.
    Settings,
}

/// A place that reads a script's stdout.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Use {
    /// 1-based line.
    pub line: usize,
    /// The line.
    pub text: String,
    /// Whether it would break.
    pub blocking: bool,
    /// The literal end of the path as written: `lib/run.sh`.
    pub tail: String,
    /// Whether the script is called by its bare name without an extension, like a program on `$PATH`.
    pub bare: bool,
    /// The replacement by which it gets the former text from the migrated script; `None` if that is impossible.
    pub rewrite: Vec<(Range<usize>, String)>,
    /// Why it is impossible, if there is a specific reason.
    pub why: Option<String>,
    /// The advice, if the usual one does not fit.
    pub asks: Option<&'static str>,
    /// The replacement in the reader's language, if it is not rewritten but the field is known.
    pub instead: Option<String>,
    /// The file of the program at the end of the pipe, which may parse JSON.
    pub program: Option<String>,
    /// The `sh` that runs the script.
    pub by_sh: Option<&'static str>,
    /// Whether it is a script that prints the text as its own.
    pub passes_on: bool,
    /// Whether it copies the script without its helper file, and reads nothing.
    pub copies: bool,
    /// The folder in which it runs the script, from a `cd` above.
    pub folder: Option<String>,
}

impl Use {
    /// Adds the change of another command on the same line: both are changed, or none.
    fn join_change(&mut self, other: Use) {
        if other.rewrite.is_empty() || self.rewrite.is_empty() {
            self.rewrite.clear();
            self.why = self.why.take().or(other.why);
        } else {
            self.rewrite.extend(other.rewrite);
        }
    }
}

pub use folder::{FileUse, FolderLoop};
pub use instruction::tells_to_run;
use mark::NoInsertion;
use mention::{alone, asks_throughout, joined, tail};
pub use named::Mentions;
pub use names::Names;
pub use piped_program::reads_json as program_reads_json;
use pipeline::captured;
pub use proved::proved;
use region::Region;
use rewrite::Change;
use shell::shell;
use statement::statement_start;

/// A text that may contain readers.
#[derive(Debug)]
pub struct Reader<'t> {
    text: &'t str,
    language: Language,
    /// The executable parts. Offsets are the same as in the text.
    commands: Cow<'t, str>,
    /// The Python and JavaScript parts of a Markdown text.
    others: Vec<Range<usize>>,
    /// The shell parts of a Markdown text, and their indentation.
    shells: Vec<(Range<usize>, usize)>,
    /// Commands of a Markdown text that are replaced by their output.
    inserted: Vec<Range<usize>>,
    /// The offset of each line.
    lines: Vec<usize>,
    /// Its shell texts, computed on demand.
    regions: OnceCell<Vec<Region>>,
    /// Facts that are the same for all names, computed on demand.
    asks_throughout: OnceCell<bool>,
    reads_built: OnceCell<bool>,
    extractions: OnceCell<Vec<Range<usize>>>,
    stems: OnceCell<BTreeMap<String, usize>>,
    loops: OnceCell<Vec<String>>,
    has_functions: OnceCell<bool>,
    has_built: OnceCell<bool>,
}

impl<'t> Reader<'t> {
    /// Accepts any text.
    #[must_use]
    pub fn new(text: &'t str, language: Language) -> Self {
        let (mut others, mut shells, mut inserted) = (Vec::new(), Vec::new(), Vec::new());
        let commands = match language {
            Language::Markdown => {
                let parts = markdown::parts(text);
                (others, shells, inserted) = (parts.others, parts.shells, parts.inserted);
                Cow::Owned(parts.commands)
            }
            Language::Shell if bats::is_bats(text) => Cow::Owned(mask::code(&bats::plain(text))),
            Language::Shell => Cow::Owned(mask::code(text)),
            Language::Docker => Cow::Owned(lines::docker_commands(text)),
            Language::Cron => Cow::Owned(lines::cron_commands(text)),
            Language::Unit => Cow::Borrowed(text),
            // The quotes on the lines around are not known; a backtick is usually Markdown's.
            Language::Yaml => Cow::Owned(markdown::without_ticks(text)),
            Language::Make => Cow::Owned(lines::commands(text)),
            Language::Code => code::commands(text),
            Language::Settings => Cow::Borrowed(text),
        };
        let ends = text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(i, _)| i + 1);
        let lines = std::iter::once(0).chain(ends).collect();
        Self {
            text,
            language,
            commands,
            others,
            shells,
            inserted,
            lines,
            regions: OnceCell::new(),
            asks_throughout: OnceCell::new(),
            reads_built: OnceCell::new(),
            extractions: OnceCell::new(),
            stems: OnceCell::new(),
            loops: OnceCell::new(),
            has_functions: OnceCell::new(),
            has_built: OnceCell::new(),
        }
    }

    /// Is all that this text runs shell?
    fn is_shell(&self) -> bool {
        !matches!(self.language, Language::Code | Language::Settings | Language::Unit)
    }

    fn builds_names(&self) -> bool {
        self.language == Language::Code && code::builds_names(&self.commands)
    }

    /// The frontmatter of a document, which may contain hooks.
    fn frontmatter(&self) -> Range<usize> {
        let range = match self.language {
            Language::Markdown => markdown::frontmatter(self.text),
            _ => 0..0,
        };
        if self.text[range.clone()].contains("hooks:") { range } else { 0..0 }
    }

    /// Finds the uses of scripts with the name `name` (a file name without folders).
    #[must_use]
    pub fn uses(&self, name: &str) -> Vec<Use> {
        if name.is_empty() {
            return Vec::new();
        }
        let anywhere: Vec<usize> = self.text.match_indices(name).map(|(at, _)| at).collect();
        let executable = self.executable(name, &anywhere);
        self.uses_at(name, &Mentions { anywhere, executable, cut: None })
    }

    /// Finds the uses of scripts with the name `name`, which the text mentions there.
    #[must_use]
    pub fn uses_at(&self, name: &str, mentions: &Mentions) -> Vec<Use> {
        let mut found = Vec::new();
        let commands = self.commands.as_ref();
        let mut lines_of_code = code::Lines::default();
        for at in mentions.executable.iter().copied() {
            let end = at + name.len();
            let whole = self.line(at);
            if joined(self.text, at, end) || whole.starts_with('#') || whole.starts_with("//") {
                continue;
            }
            let (code, line) = (self.is_code(at), self.number(at));
            let before = &self.text[..at];
            let by_sh = by_sh::by_sh(before);
            let unit = (self.language == Language::Unit).then_some(lines::UNIT_ADVICE);
            let mut setting = None;
            let (blocking, field) = if self.language == Language::Unit {
                let Some(blocking) = lines::unit(self.text, whole) else { continue };
                (blocking, None)
            } else if self.language == Language::Settings {
                let Some(read) = hooks::read(self.text, whole, at) else { continue };
                let blocking = read.blocking;
                setting = Some(read);
                (blocking, None)
            } else if code {
                let Some(blocking) = code::read(self.text, line, at, name, &mut lines_of_code)
                else {
                    continue;
                };
                (blocking, None)
            } else if self.is_inserted(at) || self.is_value(whole, at) {
                (true, None)
            } else {
                let start = statement_start(commands, at).max(self.scalar(at));
                let loose = self.language == Language::Markdown;
                let read = shell((commands, self.text), start, (at, end), loose);
                // A caller with `sh` may read nothing, but needs to know the script's language.
                let run = || by_sh.is_some() && shell::starts_command(commands, start, at);
                let run = || run().then(|| shell::ScriptUse::new(false));
                let Some(read) = self.shown(read, end).or_else(run) else { continue };
                (read.blocking, read.field)
            };
            let mut new = Use {
                line,
                text: crate::source::shortened(whole.as_bytes()),
                blocking,
                tail: tail(self.text, at, end),
                folder: self.folder_above(at),
                bare: !name.contains('.') && alone(before),
                why: setting.as_ref().and_then(|setting| setting.why).map(str::to_owned),
                asks: setting.map(|setting| setting.asks).or(unit),
                instead: (blocking && code).then(|| code::instead(self.text, line)).flatten(),
                by_sh,
                ..Use::default()
            };
            let commands = !code && !matches!(self.language, Language::Settings | Language::Unit);
            // A word before a colon or a bracket is a key or a function.
            let key = new.bare && self.text[end..].starts_with([':', '=', '(', ',']);
            if commands && key
                || blocking && commands && !self.mark(&mut new, (at, name.len()), field)
            {
                continue;
            }
            found.push(new);
        }
        // What is not looked at may read the text.
        found.extend(mentions.cut.map(|at| Use {
            line: self.number(at),
            text: crate::source::shortened(self.line(at).as_bytes()),
            blocking: true,
            tail: tail(self.text, at, at + name.len()),
            why: Some(
                "the file names scripts too often; it is not read from this line on".to_owned(),
            ),
            ..Use::default()
        }));
        self.through(name, mentions, &mut found);
        self.hooks_on_top(name, mentions, &mut found);
        self.extractions(name, &mut found);
        self.built(name, &mut found);
        found.sort_by_key(|found| found.line);
        found
    }

    /// Inserts the assignment before the command that runs the script at `at`, with the change that reads a field; a
    /// reader that already sets the variable is unaffected. False if there is no command after all.
    fn mark(&self, found: &mut Use, (at, len): (usize, usize), field: Option<Change>) -> bool {
        if *self.asks_throughout.get_or_init(|| asks_throughout(&self.commands)) {
            found.blocking = false;
            return true;
        }
        found.program = piped_program::file(self.text, &pipeline::stages(&self.commands, at + len));
        let Some(region) = self.regions().iter().find(|region| region.local(at).is_some()) else {
            found.why = Some("it stands in no text that is known to be shell".to_owned());
            return true;
        };
        match mark::spot(region, at, len) {
            Ok(spot) if spot.asked => found.blocking = false,
            Ok(_) if self.is_inserted(at) && markdown::allows_by_words(self.text) => {
                found.why = Some("its frontmatter allows commands by their first words".to_owned());
            }
            Ok(spot) => {
                let field = field.filter(|_| spot.direct && self.language != Language::Make);
                let wanted = if field.is_some() { "json" } else { "text" };
                let assignment = format!("{}={wanted} ", mention::VARIABLE);
                found.rewrite.push((spot.at..spot.at, assignment));
                found.rewrite.extend(field);
            }
            Err(NoInsertion::NoCommand) => return false,
            Err(NoInsertion::Because(why)) => found.why = Some(why),
        }
        true
    }

    /// Whether an agent that reads the document gets the output of the command at `at` in its
    /// place.
    fn is_inserted(&self, at: usize) -> bool {
        let span = self.inserted.iter().find(|span| span.contains(&at));
        span.is_some_and(|span| shell::starts_command(&self.commands, span.start, at))
    }

    /// Whether a tool stores the output of the command at `at`: a variable of a Taskfile (`sh: x.sh`), or of a justfile
    /// (`v := \`x.sh\``, `shell('x.sh')`).
    fn is_value(&self, line: &str, at: usize) -> bool {
        let before = || self.text[..at].rsplit('\n').next().unwrap_or_default();
        match self.language {
            Language::Yaml => {
                line.starts_with("sh: ")
                    && shell::starts_command(&self.commands, self.scalar(at), at)
            }
            Language::Make => {
                let value = before().split_once(":=").map(|(_, value)| value.trim_start());
                value.is_some_and(|value| value.starts_with(['`']) || value.starts_with("shell("))
            }
            _ => false,
        }
    }

    /// Adds the hooks in the frontmatter of a document.
    fn hooks_on_top(&self, name: &str, mentions: &Mentions, found: &mut Vec<Use>) {
        let range = self.frontmatter();
        for at in mentions.anywhere.iter().copied().filter(|at| range.contains(at)) {
            let end = at + name.len();
            let line = self.line(at);
            if !joined(self.text, at, end) && line.contains("command:") {
                let blocking = !line.contains(&format!("{}=text ", mention::VARIABLE));
                found.push(self.by_hand((at, end), blocking, hooks::IN_FRONT));
            }
        }
    }

    /// The offset of a value on the line of its YAML key.
    fn scalar(&self, at: usize) -> usize {
        let yaml = self.language == Language::Yaml;
        let holds = |region: &&Region| region.local(at).is_some();
        let region = yaml.then(|| self.regions().iter().find(holds)).flatten();
        region.map_or(0, |region| region.place(0))
    }

    fn regions(&self) -> &[Region] {
        self.regions.get_or_init(|| match self.language {
            Language::Shell => {
                let read =
                    if bats::is_bats(self.text) { bats::plain } else { region::as_it_stands };
                vec![Region::new(self.text, 0..self.text.len(), 0, read)]
            }
            Language::Docker => lines::docker(self.text),
            Language::Cron => lines::cron(self.text),
            Language::Markdown => {
                let region = |(range, indent): &(Range<usize>, usize)| {
                    Region::new(self.text, range.clone(), *indent, region::document)
                };
                self.shells.iter().map(region).collect()
            }
            Language::Yaml => lines::scripts(self.text),
            Language::Make => lines::recipes(self.text),
            Language::Code | Language::Settings | Language::Unit => Vec::new(),
        })
    }

    /// One reader for each line: duplicates are joined, and two commands of a line are both changed or
    /// none.
    fn add(&self, region: &Region, read: through::Through, name: &str, found: &mut Vec<Use>) {
        let start = region.line(read.line);
        let number = self.number(start);
        let whole = self.line(start);
        let mut new = Use {
            line: number,
            text: crate::source::shortened(whole.as_bytes()),
            blocking: read.blocking,
            passes_on: read.passes_on,
            bare: !name.contains('.') && read.tail == name,
            tail: read.tail,
            ..Use::default()
        };
        if new.blocking || new.passes_on {
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
        if new.passes_on && !old.blocking {
            if !old.passes_on {
                *old = Use { by_sh: old.by_sh, ..new };
            } else {
                old.join_change(new);
            }
            return;
        }
        if !new.blocking
            || new
                .rewrite
                .iter()
                .any(|(range, _)| old.rewrite.iter().any(|(other, _)| other == range))
        {
            return;
        }
        // Two programs at the ends of pipes on one line are not distinguished.
        old.program = None;
        if !old.blocking {
            *old = new;
        } else {
            old.join_change(new);
        }
    }

    /// The 1-based line of a byte.
    fn number(&self, at: usize) -> usize {
        self.lines.partition_point(|from| *from <= at)
    }

    /// The line of a byte, trimmed.
    fn line(&self, at: usize) -> &'t str {
        let number = self.number(at);
        let next = self.lines.get(number).copied().unwrap_or(self.text.len());
        self.text[self.lines[number - 1]..next].trim()
    }

    /// Whether there is Python or JavaScript here.
    fn is_code(&self, at: usize) -> bool {
        self.language == Language::Code || self.others.iter().any(|range| range.contains(&at))
    }

    /// A command of a document that also redirects stderr shows its user the same text, followed by the envelope.
    fn shown(&self, read: Option<shell::ScriptUse>, end: usize) -> Option<shell::ScriptUse> {
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

#[cfg(test)]
mod format_tests;
#[cfg(test)]
mod passed_on_tests;
#[cfg(test)]
mod tests;
