//! The checks of a skill's frontmatter (docs/seed-coverage.md, "Skill validation protocol"): the conditions among them
//! are decided, all others are instructions for a person and reported as such, never as passed.

mod eval;
mod examples;
mod syntax;
#[cfg(test)]
mod tests;

use serde_json::{Map, Value};

/// What became of a check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The condition holds.
    Passed,
    /// It doesn't.
    Failed,
    /// It can't be decided: why.
    Unknown(String),
}

/// The values that a check may speak of.
#[derive(Debug, Clone, Copy, Default)]
pub struct Values<'v> {
    /// The inputs.
    pub input: Option<&'v Map<String, Value>>,
    /// The outputs; their names hide those of inputs.
    pub output: Option<&'v Map<String, Value>>,
}

/// Decides a check.
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

/// Values that a condition asks of `name`: those it lists, texts that its patterns take.
#[must_use]
pub fn examples(validation: &str, name: &str) -> Vec<Value> {
    let mut found = Vec::new();
    if let Some(condition) = syntax::parse(validation) {
        condition.examples(name, &mut found);
    }
    found
}
