//! A contract drafted from a script: what it takes and what it prints, each with the line that says so.
//!
//! The same reading of the script as for a migration (calls, where their stdout goes, what variables hold, the patterns of
//! legacy lines), joined with what only a contract asks for: arguments, guards, the environment, exit codes. Nothing is
//! guessed into a type: what no line tells is left open, and its description says what is not known.

mod adapter;

mod condition;
mod document;
mod envelope;
mod environment;
mod exits;
mod facts;
mod frontmatter;
mod jq;
mod json_text;
mod options;
mod positional;
mod printed;
mod quoted;
mod stdin;
mod usage;
mod variable;

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::context::Context;
use crate::envelope::{Kind, Shell};
use crate::model::{self, Script};
use crate::options::Options;
use crate::pattern;
use crate::place::interpreter;
use crate::plan;
use crate::refusal::Refusal;
use crate::source::Source;
use crate::strip::strip_migration;
use crate::syntax::Tree;
use crate::values::Values;

pub use adapter::{Handover, adapter};
pub use document::{api_contract, from, output_schema};
pub use frontmatter::{frontmatter, keys};
pub use quoted::{Quoted, quoted};

/// A line of the script, and what stands there: why the draft says something.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Evidence {
    /// 1-based line.
    pub line: usize,
    /// What was seen there.
    pub text: String,
}

/// How a script gets a value.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Way {
    /// An argument by its place, from 1.
    Position(usize),
    /// All arguments from this place on.
    Rest(usize),
    /// An option with a value: its spelling, and whether the value is joined with `=`.
    Option(String, bool),
    /// An option without a value.
    Switch(String),
    /// A variable of the environment.
    Environment(String),
    /// A key of the JSON object on stdin.
    StdinKey(String),
    /// The text on stdin.
    StdinText,
}

/// A value that a script takes.
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    /// Its name in the contract.
    pub name: String,
    /// How the script gets it.
    pub way: Way,
    /// Whether the script ends where it is missing.
    pub required: bool,
    /// The keywords of its schema, without description and default; empty where nothing says the type.
    pub schema: Map<String, Value>,
    /// What stands in where it is not given.
    pub default: Option<Value>,
    /// What it is, in the script's own words; otherwise what is not known.
    pub description: String,
    /// Where all that was seen.
    pub evidence: Vec<Evidence>,
}

/// What a script prints on stdout.
#[derive(Debug, Clone, PartialEq)]
pub enum Output {
    /// The output envelope, now or once it is migrated: the metrics, deliverables and results that its lines name.
    Envelope(Printed),
    /// JSON of its own: the schema of it.
    Json(Map<String, Value>, Vec<Evidence>),
}

/// The values that a script's lines tell.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Printed {
    /// Whether the envelope is what it prints already.
    pub already: bool,
    /// Metrics by key.
    pub metrics: Vec<(String, Evidence)>,
    /// Lines that name a deliverable.
    pub deliverables: Vec<Evidence>,
    /// Lines that print a confidence.
    pub confidence: Vec<Evidence>,
    /// Messages of errors.
    pub errors: Vec<Evidence>,
    /// `KEY=VALUE` results by key.
    pub values: Vec<(String, Evidence)>,
    /// Commands whose text is the answer, in the envelope that has a field for it.
    pub answers: Vec<Evidence>,
}

/// A way out of the script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exit {
    /// The code, where it is a literal.
    pub code: i32,
    /// The line, and what is printed before it ends.
    pub evidence: Evidence,
}

/// A drafted contract.
#[derive(Debug, Clone, PartialEq)]
pub struct Draft {
    /// What the script says about itself.
    pub description: Option<Evidence>,
    /// What it takes, in the order of its arguments.
    pub fields: Vec<Field>,
    /// What it reads from the environment.
    pub parameters: Vec<Field>,
    /// Variables of the environment that hold secrets: needed, but nothing for a contract's document.
    pub secrets: Vec<(String, Evidence)>,
    /// Programs that it needs.
    pub tools: Vec<(String, Evidence)>,
    /// What it prints.
    pub output: Output,
    /// Which envelope, where it prints one.
    pub envelope: Kind,
    /// How it ends.
    pub exits: Vec<Exit>,
    /// What a reader should look at.
    pub notes: Vec<Evidence>,
}

/// All that the parts of the reading look at.
pub(crate) struct Reading<'a> {
    pub(crate) tree: &'a Tree,
    pub(crate) source: &'a Source<'a>,
    pub(crate) script: &'a Script<'a>,
    pub(crate) context: &'a Context,
    pub(crate) values: &'a Values<'a>,
    pub(crate) facts: facts::Facts,
    pub(crate) usage: usage::Usage,
    pub(crate) variables: variable::Variables,
}

/// What a draft is asked for.
#[derive(Debug, Clone, Copy, Default)]
pub struct DraftOptions {
    /// The envelope of a script that prints text: of the two, the one that a migration is to give it.
    pub envelope: Kind,
    /// The draft speaks of the script once it is migrated: of the envelope, also where JSON stands among its text.
    pub migrated: bool,
}

/// Drafts the contract of a bash or sh script. A migrated one is read as it was before, and prints its envelope.
///
/// # Errors
/// Where the first line names another interpreter, or the text can't be read as a script.
pub fn infer(bytes: &[u8], asked: DraftOptions) -> Result<Draft, Refusal> {
    let before = strip_migration(bytes);
    let (bytes, already, asked) = match &before {
        Some((text, kind)) => {
            let envelope = kind.unwrap_or(asked.envelope);
            (text.as_slice(), true, DraftOptions { envelope, migrated: true })
        }
        None => (bytes, false, asked),
    };
    let source = Source::new(bytes);
    if let Some(name) = other_language(&source) {
        return Err(Refusal::new(
            1,
            format!("not bash or sh: the interpreter is `{name}`; infer reads shell scripts"),
        ));
    }
    let tree = model::parse(&source).map_err(|e| Refusal::new(e.line, e.reason))?;
    let script = model::flat(&source, &tree);
    let context = Context::of(&script);
    let posix = interpreter(&source) == Ok(Shell::Sh);
    let values = Values::of(&script, posix);
    let reading = Reading {
        tree: &tree,
        facts: facts::Facts::of(&tree, &script, &source),
        usage: usage::Usage::of(&script, &source),
        variables: variable::Variables::of(&script),
        source: &source,
        script: &script,
        context: &context,
        values: &values,
    };
    let mut draft = draft(&reading, asked);
    if let Output::Envelope(printed) = &mut draft.output {
        printed.already |= already;
        if draft.envelope == Kind::Helper {
            printed.answers = answers(&source);
        }
    }
    Ok(draft)
}

/// The commands that a migration records for the payload.
fn answers(source: &Source<'_>) -> Vec<Evidence> {
    let options = Options { kind: Kind::Helper, ..Options::default() };
    let edits = plan::first(source, &options).edits.into_iter();
    let answers = edits.filter(|edit| edit.pattern == pattern::ANSWER);
    answers.map(|edit| Evidence { line: edit.line, text: source.shown(edit.line) }).collect()
}

fn draft(reading: &Reading<'_>, asked: DraftOptions) -> Draft {
    let mut notes = Vec::new();
    let (mut fields, mut places) = positional::fields(reading);
    let (before, after) = options::fields(reading);
    // getopts wants its options ahead of all else that it does not read first; a test of `$2` wants them behind.
    fields.extend(before);
    fields.append(&mut places);
    fields.extend(after);
    fields.extend(stdin::fields(reading));
    unique(&mut fields, &mut notes);
    let surroundings = environment::read(reading, &fields);
    let output = printed::output(reading, asked, &mut notes);
    // Who prints an envelope by its own lines prints that of skills.
    let own = matches!(&output, Output::Envelope(printed) if printed.already);
    notes.sort();
    notes.dedup();
    Draft {
        description: reading.usage.description.clone(),
        fields,
        parameters: surroundings.parameters,
        secrets: surroundings.secrets,
        tools: surroundings.tools,
        output,
        envelope: if own { Kind::SkillOutput } else { asked.envelope },
        exits: exits::of(reading),
        notes,
    }
}

/// One field a name: an option that is spelled twice is one, two things of one name get a number.
fn unique(fields: &mut Vec<Field>, notes: &mut Vec<Evidence>) {
    let mut kept: Vec<Field> = Vec::new();
    let mut by_name: BTreeMap<String, usize> = BTreeMap::new();
    let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
    for mut field in std::mem::take(fields) {
        let same = by_name.get(&field.name).map(|index| &mut kept[*index]);
        if let Some(same) = same.filter(|same| same.way == field.way) {
            same.evidence.extend(field.evidence);
            same.required |= field.required;
            continue;
        }
        if by_name.contains_key(&field.name) {
            let base = field.name.clone();
            let number = numbers.entry(base.clone()).or_insert(2);
            while by_name.contains_key(&format!("{base}_{number}")) {
                *number += 1;
            }
            field.name = format!("{base}_{number}");
            if let Some(at) = field.evidence.first() {
                let text = format!("a second value of the name {base}: called {}", field.name);
                notes.push(Evidence { line: at.line, text });
            }
        }
        by_name.insert(field.name.clone(), kept.len());
        kept.push(field);
    }
    *fields = kept;
}

/// The interpreter of the first line, if it reads no bash or POSIX shell.
fn other_language(source: &Source<'_>) -> Option<String> {
    let first = String::from_utf8_lossy(source.line(1)).into_owned();
    let command = first.trim_start_matches('\u{FEFF}').trim().strip_prefix("#!")?.to_owned();
    let name = command
        .split_whitespace()
        .map(|word| word.rsplit('/').next().unwrap_or(word))
        .find(|word| *word != "env" && !word.starts_with('-') && !word.contains('='))?;
    (!matches!(name, "bash" | "sh" | "dash" | "ash")).then(|| name.to_owned())
}

/// A name in snake_case; `None` where no letter is left.
pub(crate) fn snake(text: &str) -> Option<String> {
    let mut out = String::new();
    for c in text.chars() {
        if c.is_ascii_alphanumeric() {
            out.push(c.to_ascii_lowercase());
        } else if !out.is_empty() && !out.ends_with('_') {
            out.push('_');
        }
    }
    let out = out.trim_end_matches('_');
    let out = out.trim_start_matches(|c: char| c.is_ascii_digit() || c == '_');
    (!out.is_empty()).then(|| out.to_owned())
}

#[cfg(test)]
mod tests;
