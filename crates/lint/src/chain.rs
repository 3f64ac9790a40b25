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
pub use resolve::{Inputs, InputsTooLarge, RunnableStep, resolve, steps};

/// The state of a skill that a chain names.
#[derive(Clone, Debug)]
pub enum Lookup {
    /// There is no skill of that name.
    Missing,
    /// It exists but is unreadable, with the reason.
    Unreadable(String),
    /// Its contract.
    Known(Box<Contract>),
}

/// Whether all instances of one schema are instances of another.
#[derive(Clone, Debug, PartialEq)]
pub enum Containment {
    /// Proved.
    Holds,
    /// Refuted by this instance.
    Refuted(Value),
    /// Not decided, with the reason.
    Unknown(String),
}

/// Decides containment.
pub trait Oracle {
    /// Whether each instance of `source` is an instance of `target`.
    fn contained(&self, source: &Schema, target: &Schema) -> Containment;

    /// Whether a value of a chain can be converted to a type when the step runs, such as `"5"` to a number.
    fn converts(&self, value: &Value, kind: SkillType) -> bool;
}

/// An oracle that decides nothing; then only the types decide.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoOracle;

impl Oracle for NoOracle {
    fn contained(&self, _source: &Schema, _target: &Schema) -> Containment {
        Containment::Unknown("containment is not decided here".to_owned())
    }

    fn converts(&self, value: &Value, kind: SkillType) -> bool {
        // If only some values can be converted, the coercion itself decides.
        let feeds = SkillType::of(value).map(|from| from.feeds(kind));
        matches!(feeds, Some(Feeds::AsItIs | Feeds::By(_)))
    }
}

/// The result of a chain.
#[derive(Debug, Default)]
pub struct ChainReport {
    /// One edge for each reference, in file order.
    pub edges: Vec<Edge>,
    /// The steps: name of the skill, name of the outputs.
    pub steps: Vec<(String, Option<String>)>,
    /// The findings.
    pub report: Report,
}

/// Whether a document is intended as a chain.
#[must_use]
pub fn looks_like_chain(value: &Value) -> bool {
    if value.get("chain").is_some_and(Value::is_array) {
        return true;
    }
    let list = value.as_array().filter(|list| !list.is_empty());
    list.is_some_and(|list| list.iter().any(|step| step.get("skill").is_some()))
}

/// Whether a document without a chain's name is one: each step names a skill, and one has inputs or names its outputs.
#[must_use]
pub fn is_chain(value: &Value) -> bool {
    let (_, Some(steps)) = step::list(value) else { return false };
    let names_skill = |step: &Value| step.get("skill").is_some_and(Value::is_string);
    let connects = |step: &Value| step.get("inputs").or(step.get("outputs_as")).is_some();
    steps.iter().all(names_skill) && steps.iter().any(connects)
}

/// The names of a chain's skills, in order, without duplicates.
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

/// Checks a chain without its skills, and reports that they are not known.
#[must_use]
pub fn check_alone(document: &Document) -> Report {
    run(document, None, &NoOracle).report
}

/// Checks a chain with its skills.
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
            "no folder with the skills of the chain was found, such as {:?}: whether each step can feed the next is not checked",
            first.skill
        );
        found
            .report
            .value("chain-unresolved", &source, &first.pointer.push("skill"), message)
            .advise("run `skillgen chain FILE --skills DIR` with the folder of the skills");
    }
    suppress::in_source(&source, &mut found.report);
    // Without its skills, most of a chain can't be checked.
    let complete = skills.is_some();
    suppress::answer(&mut found.report, |rule| complete && rule.starts_with("chain-"));
    found
}

/// The place of the value at a pointer.
fn place(source: &Source, pointer: &Pointer) -> Position {
    source.document.locate(pointer)
}
