//! The checks of a skill's frontmatter (docs/seed-coverage.md, "Skill validation protocol"). Conditions are decided;
//! all others are instructions for people and are reported as such, never as passed.

mod eval;
mod examples;
mod names;
mod operand;
mod syntax;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use contract::types::SkillType;
use serde_json::{Map, Value};

/// The result of a check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The condition holds.
    Passed,
    /// It doesn't.
    Failed,
    /// It can't be decided, with the reason.
    Unknown(String),
}

/// The values that a check may refer to.
#[derive(Debug, Clone, Copy, Default)]
pub struct Values<'v> {
    /// The inputs.
    pub input: Option<&'v Map<String, Value>>,
    /// The outputs; they shadow inputs of the same name.
    pub output: Option<&'v Map<String, Value>>,
    /// The names that the contract declares, with their types, if it does. `git is present` with another name is about something else
    /// than a value, and can't be decided.
    pub declared: Option<&'v BTreeMap<&'v str, Option<SkillType>>>,
}

/// Evaluates a check.
#[must_use]
pub fn evaluate(validation: &str, values: &Values<'_>) -> Outcome {
    match syntax::parse(validation) {
        Some(condition) => match eval::decide(&condition, values) {
            Ok(true) => Outcome::Passed,
            Ok(false) => Outcome::Failed,
            Err(why) => Outcome::Unknown(why),
        },
        None => Outcome::Unknown("it is an instruction for a person".to_owned()),
    }
}

/// The names of the values that a condition is about, in their order; none for an instruction.
#[must_use]
pub fn names(validation: &str) -> Vec<String> {
    let mut found = Vec::new();
    if let Some(condition) = syntax::parse(validation) {
        condition.names(&mut found);
    }
    found
}

/// Why no values of the declared names and types decide a condition, if so: `rows > limit` where nothing is named `limit`.
/// `None` for an instruction, which is for a person.
#[must_use]
pub fn undecidable(
    validation: &str,
    declared: &BTreeMap<&str, Option<SkillType>>,
) -> Option<String> {
    syntax::parse(validation)?.undecidable(declared)
}

/// Values that a condition requires for `name`: those it lists, and texts that match its patterns.
#[must_use]
pub fn examples(validation: &str, name: &str) -> Vec<Value> {
    let mut found = Vec::new();
    if let Some(condition) = syntax::parse(validation) {
        condition.examples(name, &mut found);
    }
    found
}
