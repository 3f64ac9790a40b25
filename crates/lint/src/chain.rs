//! Chains: can each step feed the next? An edge is proved (the source's values are all valid for the
//! target), coercible by a named row of the table, refuted with a witness, or honestly unknown.
//!
//! Containment of schemas is proved by an oracle that the command hands in; this crate knows types and
//! paths.

mod edge;
pub mod graph;
mod literal;
mod matrix;
mod reference;
mod resolve;
mod shape;
mod step;

use std::collections::BTreeMap;

use contract::types::{Feeds, SkillType};
use contract::{Contract, Document, Pointer, Position, Schema};
use serde_json::Value;

use crate::report::Report;
use crate::source::Source;
use crate::suppress;

pub use edge::{Edge, End, Verdict};
pub use resolve::{Inputs, RunnableStep, resolve, steps};

/// What is known of a skill that a chain names.
#[derive(Clone, Debug)]
pub enum Lookup {
    /// There is none of that name.
    Missing,
    /// There is one, and it can't be read: the reason.
    Unreadable(String),
    /// Its contract.
    Known(Box<Contract>),
}

/// Whether all instances of one schema are instances of another.
#[derive(Clone, Debug, PartialEq)]
pub enum Containment {
    /// They are: proved.
    Holds,
    /// They are not: this one is not.
    Refuted(Value),
    /// It could not be decided, and why.
    Unknown(String),
}

/// Decides containment.
pub trait Oracle {
    /// Whether each instance of `source` is an instance of `target`.
    fn contained(&self, source: &Schema, target: &Schema) -> Containment;

    /// Whether a value that a chain gives can be turned into one of a type when the step runs: `"5"` into a number.
    fn converts(&self, value: &Value, kind: SkillType) -> bool;
}

/// An oracle that decides nothing: types alone then do.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoOracle;

impl Oracle for NoOracle {
    fn contained(&self, _source: &Schema, _target: &Schema) -> Containment {
        Containment::Unknown("containment is not decided here".to_owned())
    }

    fn converts(&self, value: &Value, kind: SkillType) -> bool {
        // Where only some values can be turned into one of the type, it takes the coercion itself to know.
        let feeds = SkillType::of(value).map(|from| from.feeds(kind));
        matches!(feeds, Some(Feeds::AsItIs | Feeds::By(_)))
    }
}

/// What was found in a chain.
#[derive(Debug, Default)]
pub struct ChainReport {
    /// One edge a reference, in file order.
    pub edges: Vec<Edge>,
    /// The steps: name of the skill, name of the outputs.
    pub steps: Vec<(String, Option<String>)>,
    /// The findings.
    pub report: Report,
}

/// Whether a document is meant to be a chain.
#[must_use]
pub fn looks_like_chain(value: &Value) -> bool {
    if value.get("chain").is_some_and(Value::is_array) {
        return true;
    }
    let list = value.as_array().filter(|list| !list.is_empty());
    list.is_some_and(|list| list.iter().any(|step| step.get("skill").is_some()))
}

/// Whether a document that nothing names a chain is one: each step names a skill, and one has inputs or names its outputs.
#[must_use]
pub fn is_chain(value: &Value) -> bool {
    let (_, Some(steps)) = step::list(value) else { return false };
    let names_skill = |step: &Value| step.get("skill").is_some_and(Value::is_string);
    let connects = |step: &Value| step.get("inputs").or(step.get("outputs_as")).is_some();
    steps.iter().all(names_skill) && steps.iter().any(connects)
}

/// The names of the skills in a chain, in order, each once.
#[must_use]
pub fn skills(document: &Document) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let (_, steps) = step::list(document.value());
    for step in steps.into_iter().flatten() {
        if let Some(name) = step.get("skill").and_then(Value::as_str)
            && !names.iter().any(|known| known == name)
        {
            names.push(name.to_owned());
        }
    }
    names
}

/// Checks what can be said of a chain without its skills, and says that these are not known.
#[must_use]
pub fn check_alone(document: &Document) -> Report {
    run(document, None, &NoOracle).report
}

/// Checks a chain whose skills were looked up.
#[must_use]
pub fn check(
    document: &Document,
    skills: &BTreeMap<String, Lookup>,
    oracle: &dyn Oracle,
) -> ChainReport {
    run(document, Some(skills), oracle)
}

fn run(
    document: &Document,
    skills: Option<&BTreeMap<String, Lookup>>,
    oracle: &dyn Oracle,
) -> ChainReport {
    let source = Source { path: document.label().to_owned(), document: document.clone() };
    let mut found = ChainReport::default();
    found.report.files = 1;
    for (pointer, position) in document.duplicate_keys() {
        let name = pointer.last().unwrap_or_default();
        let message = format!("expected each key once, found {name:?} again");
        let path = source.path.clone();
        found.report.place("chain-key-duplicate", path, *position, pointer.clone(), message);
    }
    let steps = step::read(&source, &mut found.report);
    found.steps = steps.iter().map(|step| (step.skill.clone(), step.outputs_as.clone())).collect();
    let contracts = step::contracts(&source, &steps, skills, &mut found.report);
    for at in 0..steps.len() {
        let chain = edge::Chain {
            source: &source,
            steps: &steps,
            contracts: &contracts,
            complete: skills.is_some(),
            oracle,
        };
        chain.inputs(at, &mut found);
    }
    if skills.is_none()
        && let Some(first) = steps.iter().find(|step| !step.skill.is_empty())
    {
        let message = format!(
            "expected the skills of the chain around it, found none, not even {:?}: whether each step can feed the next is not known",
            first.skill
        );
        found
            .report
            .value("chain-unresolved", &source, &first.pointer.push("skill"), message)
            .advise("run `skillgen chain FILE --skills DIR` with the folder of the skills");
    }
    suppress::in_source(&source, &mut found.report);
    // Without its skills most of a chain is not looked into.
    let complete = skills.is_some();
    suppress::answer(&mut found.report, |rule| complete && rule.starts_with("chain-"));
    found
}

/// The place of the value at a pointer.
fn place(source: &Source, pointer: &Pointer) -> Position {
    source.document.locate(pointer)
}
