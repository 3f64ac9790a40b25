//! A contract drafted from a script: what it takes and what it prints, each with the line that says so.
//!
//! The same reading of the script as for a migration (calls, where their stdout goes, what variables hold, the patterns of
//! legacy lines), joined with what only a contract asks for: arguments, guards, the environment, exit codes. Nothing is
//! guessed into a type: what no line tells is left open, and its description says what is not known.

mod adapter;

mod choices;
mod condition;
mod digits;
mod document;
mod envelope;
mod environment;
mod evidence_text;
mod exits;
mod facts;
mod frontmatter;
mod held;
mod jq;
mod json_text;
mod options;
mod positional;
mod printed;
mod quoted;
mod spellings;
mod stdin;
mod usage;
mod variable;

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::context::Context;
use crate::envelope::{Kind, Shell};
use crate::model::Script;
use crate::options::Options;
use crate::parse;
use crate::pattern;
use crate::place::interpreter;
use crate::plan;
use crate::refusal::Refusal;
use crate::source::Source;
use crate::strip::strip_migration;
use crate::syntax::Tree;
use crate::values::Values;

pub use adapter::{Handover, adapter};
pub use document::{api_contract, output_schema};
pub use evidence_text::from;
pub use frontmatter::{frontmatter, keys};
pub use quoted::{Quoted, quoted};

/// A line of the script and its content: the reason of a part of the draft.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Evidence {
    /// 1-based line.
    pub line: usize,
    /// The content.
    pub text: String,
}

/// How a script gets a value.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Way {
    /// A positional argument, from 1.
    Position(usize),
    /// All arguments from this position on.
    Rest(usize),
    /// An option with a value: its spelling, and whether `=` separates the value.
    Option(String, bool),
    /// An option without a value.
    Switch(String),
    /// An environment variable.
    Environment(String),
    /// A key of the JSON object on stdin.
    StdinKey(String),
    /// Text on stdin.
    StdinText,
}

/// An input of a script.
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    /// Its name in the contract.
    pub name: String,
    /// How the script gets it.
    pub way: Way,
    /// Whether the script ends if it is missing.
    pub required: bool,
    /// The keywords of its schema, without description and default; empty if its type is not known.
    pub schema: Map<String, Value>,
    /// The default.
    pub default: Option<Value>,
    /// Its description in the script's own words; otherwise what is not known.
    pub description: String,
    /// Its evidence.
    pub evidence: Vec<Evidence>,
}

/// The output of a script on stdout.
#[derive(Debug, Clone, PartialEq)]
pub enum Output {
    /// The output envelope, now or after a migration: the metrics, deliverables and results of its lines.
    Envelope(Printed),
    /// Its own JSON, with the schema.
    Json(Map<String, Value>, Vec<Evidence>),
}

/// The values of a script's lines.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Printed {
    /// Whether it already prints the envelope.
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
    /// Commands whose text is the answer, for an envelope with a field for it.
    pub answers: Vec<Evidence>,
}

/// An exit of the script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exit {
    /// The code, if it is a literal.
    pub code: i32,
    /// The line, and the text printed before it.
    pub evidence: Evidence,
}

/// A drafted contract.
#[derive(Debug, Clone, PartialEq)]
pub struct Draft {
    /// The description in the script.
    pub description: Option<Evidence>,
    /// The inputs, in the order of the arguments.
    pub fields: Vec<Field>,
    /// The environment variables that it reads.
    pub parameters: Vec<Field>,
    /// Environment variables with secrets: required, but not part of a contract's document.
    pub secrets: Vec<(String, Evidence)>,
    /// Required programs.
    pub tools: Vec<(String, Evidence)>,
    /// The output.
    pub output: Output,
    /// The envelope, if it prints one.
    pub envelope: Kind,
    /// The exits.
    pub exits: Vec<Exit>,
    /// Notes for the reader.
    pub notes: Vec<Evidence>,
}

/// The shared state of the analysis.
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

/// The options of a draft.
#[derive(Debug, Clone, Copy, Default)]
pub struct DraftOptions {
    /// The envelope of a script that prints text: the one that a migration would give it.
    pub envelope: Kind,
    /// Whether the draft describes the migrated script: its envelope, even if it also prints JSON.
    pub migrated: bool,
}

/// Drafts the contract of a bash or sh script. A migrated one is analysed in its former form, and prints its
/// envelope.
///
/// # Errors
/// The first line names another interpreter, or the text can't be parsed.
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
    let tree = parse::parse(&source).map_err(|e| Refusal::new(e.line, e.reason))?;
    let script = parse::flat(&source, &tree);
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

/// The commands whose output a migration records for the payload.
fn answers(source: &Source<'_>) -> Vec<Evidence> {
    let options = Options { kind: Kind::Helper, ..Options::default() };
    let edits = plan::first(source, &options).edits.into_iter();
    let answers = edits.filter(|edit| edit.pattern == pattern::ANSWER);
    answers.map(|edit| Evidence { line: edit.line, text: source.shown(edit.line) }).collect()
}

/// The most options, positions or variables of a draft. Each of them is looked for in the whole script.
const MAX_INPUTS: usize = 256;

fn draft(reading: &Reading<'_>, asked: DraftOptions) -> Draft {
    let mut notes = Vec::new();
    let (mut fields, mut places) = positional::fields(reading);
    let (mut before, mut after) = options::fields(reading);
    for list in [&mut fields, &mut before, &mut places, &mut after] {
        limit(list, &mut notes);
    }
    // getopts needs its options before arguments that it does not read first; a test of `$2` needs them after.
    fields.extend(before);
    fields.append(&mut places);
    fields.extend(after);
    fields.extend(stdin::fields(reading));
    unique(&mut fields, &mut notes);
    let mut surroundings = environment::read(reading, &fields);
    limit(&mut surroundings.parameters, &mut notes);
    notes.extend(surroundings.notes);
    let output = printed::output(reading, asked, &mut notes);
    // A script that prints an envelope itself prints that of skills.
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

/// Keeps the first [`MAX_INPUTS`] of a kind of inputs.
fn limit(fields: &mut Vec<Field>, notes: &mut Vec<Evidence>) {
    let Some(first) = fields.get(MAX_INPUTS) else { return };
    let line = first.evidence.first().map_or(1, |at| at.line);
    let text = format!(
        "has more than {MAX_INPUTS} inputs of one kind: the others are left out of the draft"
    );
    notes.push(Evidence { line, text });
    fields.truncate(MAX_INPUTS);
}

/// One field for each name: two spellings of an option are one, two inputs with one name get a
/// number.
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

/// The interpreter of the first line, if it is not bash or a POSIX shell.
fn other_language(source: &Source<'_>) -> Option<String> {
    let first = String::from_utf8_lossy(source.line(1)).into_owned();
    let command = first.trim_start_matches('\u{FEFF}').trim().strip_prefix("#!")?.to_owned();
    let name = command
        .split_whitespace()
        .map(|word| word.rsplit('/').next().unwrap_or(word))
        .find(|word| *word != "env" && !word.starts_with('-') && !word.contains('='))?;
    (!matches!(name, "bash" | "sh" | "dash" | "ash")).then(|| name.to_owned())
}

/// A name in snake_case; `None` if no letter is left.
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
