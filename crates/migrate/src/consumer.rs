//! Who reads what a script prints: found in the text of other files by the script's name, with the commands that read it.
//!
//! A reader in shell can be given what it got before: an assignment in front of the command asks the script for its text
//! (`mark`), or the reader takes a known field out of the envelope instead (`rewrite`). All others keep the producer as it is,
//! unless the user insists.

mod bats;
mod built;
mod by_sh;
mod capture_words;
mod captures;
mod code;
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
mod names;
mod piped_program;
mod proved;
mod region;
mod rewrite;
mod shell;
mod statement;
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
    /// Shell inside of a Dockerfile.
    Docker,
    /// Shell in the lines of a crontab.
    Cron,
    /// The commands of a unit of systemd.
    Unit,
    /// Markdown.
    Markdown,
    /// Python, JavaScript, TypeScript, Go, Ruby and others.
    Code,
    /// Settings of an agent, in JSON.
    Settings,
}

/// A place that reads a script's stdout.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
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
    /// What to do about it, where the usual advice does not fit.
    pub asks: Option<&'static str>,
    /// What to write instead, in the reader's language, where it is not rewritten but the field is known.
    pub instead: Option<String>,
    /// The file of the program that the text is piped to, which may want JSON.
    pub program: Option<String>,
    /// The `sh` that the script is given to.
    pub by_sh: Option<&'static str>,
}

pub use folder::{FileUse, FolderLoop};
pub use instruction::tells_to_run;
use mark::NoInsertion;
use mention::{alone, asks_throughout, joined, tail};
pub use names::Names;
pub use piped_program::reads_json as program_reads_json;
pub use proved::proved;
pub(crate) use proved::{CONSUMER, CONSUMER_TEXT};
use region::Region;
use rewrite::Change;
use shell::{captured, shell};
use statement::statement_start;

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
    /// Commands of a Markdown text whose text is put into it.
    inserted: Vec<Range<usize>>,
    /// Where each line begins.
    lines: Vec<usize>,
    /// The texts of shell in it, found when they are wanted.
    regions: OnceCell<Vec<Region>>,
}

impl<'t> Reader<'t> {
    /// Takes any text.
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
            // What quotes mean in the lines around is not known; a backtick is most often Markdown's.
            Language::Yaml => Cow::Owned(markdown::without_ticks(text)),
            Language::Make => Cow::Owned(lines::commands(text)),
            Language::Code => code::commands(text),
            Language::Settings => Cow::Borrowed(text),
        };
        let ends = text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(i, _)| i + 1);
        let lines = std::iter::once(0).chain(ends).collect();
        Self { text, language, commands, others, shells, inserted, lines, regions: OnceCell::new() }
    }

    /// The names of scripts that stand in the code, each once, in order.
    #[must_use]
    pub fn named<'n>(&self, names: &'n Names) -> Vec<&'n str> {
        let mut named = names.within(&self.commands);
        named.extend(names.within(&self.text[self.frontmatter()]));
        for pattern in loops::patterns(&self.commands) {
            named.extend(names.matching(pattern));
        }
        if self.is_shell() {
            for pattern in built::patterns(&self.commands) {
                named.extend(names.matching(&pattern));
            }
        }
        if self.builds_names() {
            named.extend(names.all().filter(|name| !code::stems(&self.commands, name).is_empty()));
        }
        named.sort_unstable();
        named.dedup();
        named
    }

    /// Is all that this text runs shell?
    fn is_shell(&self) -> bool {
        !matches!(self.language, Language::Code | Language::Settings | Language::Unit)
    }

    fn builds_names(&self) -> bool {
        self.language == Language::Code && code::builds_names(&self.commands)
    }

    /// Adds the first place that holds a part of the script's name, where a program builds the name from it and reads the text.
    fn built(&self, name: &str, found: &mut Vec<Use>) {
        if !found.is_empty() || !self.builds_names() || !code::reads_built(&self.commands) {
            return;
        }
        if let Some(at) = code::stems(&self.commands, name).first() {
            found.push(Use {
                line: self.number(*at),
                text: crate::edit::shortened(self.line(*at).as_bytes()),
                blocking: true,
                tail: name.to_owned(),
                why: Some("the script's name is built from parts".to_owned()),
                ..Use::default()
            });
        }
    }

    /// The frontmatter of a document, where it may hold hooks.
    fn frontmatter(&self) -> Range<usize> {
        let range = match self.language {
            Language::Markdown => markdown::frontmatter(self.text),
            _ => 0..0,
        };
        if self.text[range.clone()].contains("hooks:") { range } else { 0..0 }
    }

    /// Finds the uses of scripts called `name` (a file name without folders).
    #[must_use]
    pub fn uses(&self, name: &str) -> Vec<Use> {
        let mut found = Vec::new();
        if name.is_empty() {
            return found;
        }
        let commands = self.commands.as_ref();
        let mut lines_of_code = code::Lines::default();
        for (at, _) in commands.match_indices(name) {
            let end = at + name.len();
            let whole = self.line(at);
            if joined(self.text, at, end) || whole.starts_with('#') || whole.starts_with("//") {
                continue;
            }
            let (code, line) = (self.is_code(at), self.number(at));
            let before = &self.text[..at];
            let by_sh = by_sh::by_sh(before);
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
                // Who runs it by `sh` may read nothing, and needs to know what the script is written in.
                let run = || by_sh.is_some() && shell::starts_command(commands, start, at);
                let run = || run().then(|| shell::ScriptUse::new(false));
                let Some(read) = self.shown(read, end).or_else(run) else { continue };
                (read.blocking, read.field)
            };
            let mut new = Use {
                line,
                text: crate::edit::shortened(whole.as_bytes()),
                blocking,
                tail: tail(self.text, at, end),
                bare: !name.contains('.') && alone(before),
                why: setting.as_ref().and_then(|setting| setting.why).map(str::to_owned),
                asks: setting.map(|setting| setting.asks).or(self.asks()),
                instead: (blocking && code).then(|| code::instead(self.text, line)).flatten(),
                by_sh,
                ..Use::default()
            };
            let commands = !code && !matches!(self.language, Language::Settings | Language::Unit);
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
        self.hooks_on_top(name, &mut found);
        self.extractions(name, &mut found);
        self.built(name, &mut found);
        found.sort_by_key(|found| found.line);
        found
    }

    /// What to do about readers of this kind of file, where the usual advice does not fit.
    fn asks(&self) -> Option<&'static str> {
        (self.language == Language::Unit)
            .then_some("set `Environment=SKILLGEN_STDOUT=text` in that unit")
    }

    /// Puts the assignment in front of the command that runs the script at `at`, with the change of what takes a field; a reader
    /// that has one already reads nothing that changes. False where no command stands there after all.
    fn mark(&self, found: &mut Use, (at, len): (usize, usize), field: Option<Change>) -> bool {
        if asks_throughout(&self.commands) {
            found.blocking = false;
            return true;
        }
        found.program = piped_program::file(self.text, &shell::stages(&self.commands, at + len));
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
                let assignment = format!("{}={wanted} ", mark::VARIABLE);
                found.rewrite.push((spot.at..spot.at, assignment));
                found.rewrite.extend(field);
            }
            Err(NoInsertion::NoCommand) => return false,
            Err(NoInsertion::Because(why)) => found.why = Some(why),
        }
        true
    }

    /// Does an agent that reads the document get what the command at `at` prints in its place?
    fn is_inserted(&self, at: usize) -> bool {
        let span = self.inserted.iter().find(|span| span.contains(&at));
        span.is_some_and(|span| shell::starts_command(&self.commands, span.start, at))
    }

    /// Does a tool keep what the command at `at` prints as a value: a variable of a Taskfile (`sh: x.sh`), or one of a justfile
    /// (`v := \`x.sh\``, `shell('x.sh')`)?
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

    /// Adds the hooks that the frontmatter of a document names.
    fn hooks_on_top(&self, name: &str, found: &mut Vec<Use>) {
        let range = self.frontmatter();
        for (at, _) in self.text[range.clone()].match_indices(name) {
            let (at, end) = (range.start + at, range.start + at + name.len());
            let line = self.line(at);
            if !joined(self.text, at, end) && line.contains("command:") {
                let blocking = !line.contains(&format!("{}=text ", mark::VARIABLE));
                found.push(self.by_hand((at, end), blocking, hooks::IN_FRONT));
            }
        }
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

    /// Adds the readers that name the script elsewhere.
    fn through(&self, name: &str, found: &mut Vec<Use>) {
        let lines = || {
            self.commands.match_indices(name).map(|(at, _)| {
                &self.commands[self.commands[..at].rfind('\n').map_or(0, |i| i + 1)..at]
            })
        };
        // To read the calls takes longer than all else: only where a variable, a loop or a function may lead to them.
        let leads = lines().any(|before| before.contains('=') || before.contains("for "))
            || self.commands.contains("()")
            || loops::leads_to(&self.commands, name)
            || built::leads_to(&self.commands, name);
        if !leads || !self.is_shell() {
            return;
        }
        let holds = |region: &&Region| {
            let text = region.text();
            text.contains(name) || loops::leads_to(text, name) || built::leads_to(text, name)
        };
        for region in self.regions().iter().filter(holds) {
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
            ..Use::default()
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
        // Two that are piped to programs on one line are not told apart.
        old.program = None;
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
mod tests;
