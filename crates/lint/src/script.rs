//! What a script's language says about it: whether its interpreter accepts it, where it waits for input, and its
//! options. One file for each language; the rules are independent of them.

mod arguments;
mod bash;
mod javascript;
mod own_files;
mod python;
mod strict_reads;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::OnceLock;

use regex::Regex;

pub(crate) use arguments::{Arguments, Judgement};
pub(crate) use own_files::from_skill;

/// The maximum size of a parsed script, because each level of nesting takes stack and memory.
const LONGEST: usize = 128 << 10;
/// The stack for the deepest nesting in a script of [`LONGEST`], and for dropping its tree.
const STACK: usize = 256 << 20;

/// A supported language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Language {
    /// POSIX sh and bash.
    Bash,
    /// Python 3.
    Python,
    /// JavaScript for node.
    JavaScript,
    /// TypeScript.
    TypeScript,
}

impl Language {
    /// The language of a script: by its first line, else by its extension.
    fn of(path: &str, text: &str) -> Option<Language> {
        let ending = path.rsplit('/').next()?.rsplit_once('.').map_or("", |(_, ending)| ending);
        let by_ending = match ending {
            "sh" | "bash" => Some(Language::Bash),
            "py" => Some(Language::Python),
            "js" | "mjs" | "cjs" => Some(Language::JavaScript),
            "ts" | "mts" | "cts" => Some(Language::TypeScript),
            _ => None,
        };
        match interpreter(text) {
            Some("sh" | "bash" | "dash" | "ash") => Some(Language::Bash),
            // Python 2 is another language without a parser here.
            Some(name) if name.starts_with("python2") => None,
            Some(name) if name.starts_with("python") => Some(Language::Python),
            Some("node") => by_ending.or(Some(Language::JavaScript)),
            // zsh, ksh and other shells with bash's extension are other languages.
            Some("zsh" | "ksh" | "mksh" | "fish" | "expect" | "tclsh") => None,
            _ => by_ending,
        }
    }

    /// Its name in a sentence.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Language::Bash => "bash",
            Language::Python => "Python",
            Language::JavaScript => "JavaScript",
            Language::TypeScript => "TypeScript",
        }
    }

    /// The command that shows the errors of a file.
    pub(crate) fn checker(self) -> &'static str {
        match self {
            Language::Bash => "bash -n FILE",
            Language::Python => "python3 -m py_compile FILE",
            Language::JavaScript => "node --check FILE",
            Language::TypeScript => "tsc --noEmit FILE",
        }
    }

    /// A test for an interactive terminal.
    pub(crate) fn terminal_test(self) -> &'static str {
        match self {
            Language::Bash => "[ -t 0 ]",
            Language::Python => "sys.stdin.isatty()",
            Language::JavaScript | Language::TypeScript => "process.stdin.isTTY",
        }
    }
}

/// The program in a script's first line, without its folder.
pub(crate) fn interpreter(text: &str) -> Option<&str> {
    let words = text.lines().next()?.strip_prefix("#!")?.split_whitespace();
    words
        .map(|word| word.rsplit('/').next().unwrap_or_default())
        .find(|word| *word != "env" && !word.starts_with('-') && !word.contains('='))
}

/// A script's text and its analysis.
pub(crate) struct Script {
    /// The whole text.
    pub(crate) text: String,
    /// Its language and analysis; `None` without a parser for it, if it is too long, or if it is a template.
    pub(crate) reading: Option<(Language, Reading)>,
}

/// The analysis of a script.
#[derive(Debug)]
pub(crate) enum Reading {
    /// The interpreter rejects it: the offset and the reason.
    Refused {
        /// Byte offset in the text.
        at: usize,
        /// The message.
        reason: String,
    },
    /// The interpreter accepts it.
    Accepted(Box<Facts>),
}

/// The facts about a script that its interpreter accepts.
#[derive(Debug, Default)]
pub(crate) struct Facts {
    /// Where it waits for a person to type first, where it does.
    pub(crate) prompt: Option<Prompt>,
    /// Its options (`--name`, `-n`); `None` if not all of them are known, or if it accepts any.
    pub(crate) options: Option<Options>,
    /// A certainly required argument: `--name`, or the name of its first argument.
    pub(crate) required: Option<String>,
    /// All of its arguments, if one parser reads them (Python).
    pub(crate) arguments: Option<Arguments>,
    /// The first offset of a feature that bash has and sh lacks, unless the script tests its shell.
    pub(crate) bashism: Option<usize>,
    /// The environment variables that it reads without a default, with the offset of the first use.
    pub(crate) environment: BTreeMap<String, usize>,
    /// The ranges of comments (JavaScript): what stands there is not run.
    pub(crate) comments: Vec<Range<usize>>,
    /// The required modules (Python), without duplicates.
    pub(crate) imports: Vec<Import>,
    /// The files that it reads by their place from its own folder (Python), with the offset of the first read.
    pub(crate) own_files: BTreeMap<String, usize>,
    /// The first offset at which it reads positional arguments, if nothing in it describes them.
    pub(crate) unsaid_arguments: Option<usize>,
}

/// A question to a person.
#[derive(Debug)]
pub(crate) struct Prompt {
    /// Its first byte.
    pub(crate) at: usize,
    /// The option of the script that answers it in advance: `--yes`.
    pub(crate) skipped_by: Option<&'static str>,
}

impl Prompt {
    /// A question at a byte of a script.
    fn new(text: &str, at: usize) -> Prompt {
        const OPTIONS: [&str; 12] = [
            "--yes",
            "--assume-yes",
            "--auto-approve",
            "--no-confirm",
            "--no-prompt",
            "--no-input",
            "--non-interactive",
            "--noninteractive",
            "--no-interactive",
            "--skip-confirm",
            "--skip-confirmation",
            "--batch",
        ];
        /// Bytes before a question in which its condition stands.
        const NEAR: usize = 400;
        let names = |option: &str| {
            text.match_indices(option).any(|(found, _)| {
                let behind = text[found + option.len()..].chars().next();
                behind.is_none_or(|c| !c.is_alphanumeric() && c != '-' && c != '_')
            })
        };
        let near = &text[text.floor_char_boundary(at.saturating_sub(NEAR))..at];
        // `codesign --force` is an option of another program.
        let forms = ["--force)", "--force|", "\"--force\"", "'--force'"];
        let is_own = forms.iter().any(|form| text.contains(form));
        let is_forced = is_own && near.to_ascii_lowercase().contains("force");
        let names_letter = ["\"-y\"", "'-y'"].iter().any(|word| text.contains(word));
        // Libraries name an option after its variable: `if not auto_approve:`.
        let is_tested =
            |option: &str| near.contains(&option.trim_start_matches('-').replace('-', "_"));
        let is_long = |option: &str| option.matches('-').count() > 2;
        let known = OPTIONS
            .into_iter()
            .find(|option| names(option) || is_long(option) && is_tested(option));
        Prompt {
            at,
            skipped_by: known.or(is_forced.then_some("--force")).or(names_letter.then_some("-y")),
        }
    }
}

/// A module that a script imports.
#[derive(Debug)]
pub(crate) struct Import {
    /// With the dots between its parts, without leading ones.
    pub(crate) module: String,
    /// The number of leading dots.
    pub(crate) level: u32,
    /// Its place.
    pub(crate) at: usize,
}

/// The first match of a pattern in a script without usage text.
fn unsaid_arguments(text: &str, pattern: &Regex) -> Option<usize> {
    let lower = text.to_ascii_lowercase();
    let says = ["usage", "--help", "argparse", "arguments:", "args:", "import click", "typer"];
    let is_said = says.iter().any(|word| lower.contains(word));
    if is_said { None } else { pattern.find(text).map(|found| found.start()) }
}

/// The names that a pattern's first group finds outside of comments, with the offset of the first match.
fn variables(text: &str, pattern: &Regex, comments: &[&str]) -> BTreeMap<String, usize> {
    let mut names = BTreeMap::new();
    for found in pattern.captures_iter(text) {
        let (Some(all), Some(name)) = (found.get(0), found.get(1)) else { continue };
        let line = crate::lines::before(text, all.start()).trim_start();
        if !comments.iter().any(|mark| line.starts_with(mark)) {
            names.entry(name.as_str().to_owned()).or_insert(all.start());
        }
    }
    names
}

/// A pattern that is compiled once.
fn compiled(cell: &'static OnceLock<Regex>, pattern: &str) -> &'static Regex {
    cell.get_or_init(|| Regex::new(pattern).expect("invariant: it is a pattern"))
}

/// The options of a script that rejects all others.
#[derive(Debug, Default)]
pub(crate) struct Options {
    /// With their dashes.
    pub(crate) names: BTreeSet<String>,
    /// Whether long options can be abbreviated.
    pub(crate) abbreviated: bool,
}

impl Options {
    /// Whether a word with a leading dash is one of them, with or without its value.
    pub(crate) fn take(&self, word: &str) -> bool {
        let name = word.split('=').next().unwrap_or_default();
        if !name.starts_with("--") {
            // `-n5` and `-xvf` begin with an option.
            let short: String = name.chars().take(2).collect();
            return self.names.contains(&short) || self.names.contains(name);
        }
        self.names.contains(name)
            || self.abbreviated && self.names.iter().any(|known| known.starts_with(name))
    }
}

impl Script {
    /// Analyses a script; `path` gives its extension.
    pub(crate) fn read(path: &str, text: String) -> Script {
        let language = Language::of(path, &text)
            .filter(|_| text.len() <= LONGEST && !is_template(path, &text));
        let reading = language.and_then(|language| Some((language, read(language, path, &text)?)));
        Script { text, reading }
    }
}

/// Runs on a separate thread, because parsers and their trees are as deep as the script.
fn read(language: Language, path: &str, text: &str) -> Option<Reading> {
    let read = || match language {
        Language::Bash => bash::read(text),
        Language::Python => python::read(text),
        Language::JavaScript | Language::TypeScript => javascript::read(path, language, text),
    };
    // The parser for bash limits its depth itself.
    if language == Language::Bash {
        return Some(read());
    }
    std::thread::scope(|scope| {
        let builder = std::thread::Builder::new().stack_size(STACK);
        builder.spawn_scoped(scope, read).ok()?.join().ok()
    })
}

/// A template that is not a script yet.
fn is_template(path: &str, text: &str) -> bool {
    path.contains("template") || ["{{", "{%", "<%"].iter().any(|mark| text.contains(mark))
}
