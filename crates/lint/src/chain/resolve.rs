//! The inputs of a step at run time: references are replaced by the outputs of earlier steps.

use contract::value::size;
use contract::{Document, Position};
use serde_json::{Map, Value};

use super::reference::{self, Part};
use super::step;
use crate::report::Report;
use crate::source::Source;

/// A step that can run.
#[derive(Clone, Debug)]
pub struct RunnableStep {
    /// The skill.
    pub skill: String,
    /// The name of its outputs.
    pub outputs_as: Option<String>,
    /// Its inputs as written, with references.
    pub inputs: Map<String, Value>,
    /// Its place.
    pub position: Position,
}

/// The inputs of a step, and those without a value because an earlier step has no such output: the input's name, the
/// reference.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Inputs {
    /// The values by name.
    pub values: Map<String, Value>,
    /// The inputs without a value.
    pub absent: Vec<(String, String)>,
}

/// The steps of a chain in order; check it first.
#[must_use]
pub fn steps(document: &Document) -> Vec<RunnableStep> {
    let source = Source { path: document.label().to_owned(), document: document.clone() };
    let read = step::read(&source, &mut Report::default());
    let one = |step: step::ChainStep<'_>| RunnableStep {
        position: super::place(&source, &step.pointer),
        skill: step.skill,
        outputs_as: step.outputs_as,
        inputs: step.inputs.cloned().unwrap_or_default(),
    };
    read.into_iter().map(one).collect()
}

/// The inputs of a step are too large: references may repeat an output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the outputs that the inputs refer to have more than {} MB in all; refer to parts of them", MOST_BYTES >> 20)]
pub struct InputsTooLarge;

/// The size of all outputs that the inputs of a step may refer to, each as often as it is named.
const MOST_BYTES: usize = 64 << 20;

/// The inputs of a step, from the outputs of earlier steps.
///
/// # Errors
/// The values would be too large.
pub fn resolve(
    inputs: &Map<String, Value>,
    outputs: &Map<String, Value>,
) -> Result<Inputs, InputsTooLarge> {
    let mut found = Inputs::default();
    let mut room = MOST_BYTES;
    for (name, value) in inputs {
        match resolved(value, outputs, &mut room) {
            Ok(value) => drop(found.values.insert(name.clone(), value)),
            Err(Unresolved::Reference(reference)) => found.absent.push((name.clone(), reference)),
            Err(Unresolved::TooLarge) => return Err(InputsTooLarge),
        }
    }
    Ok(found)
}

/// Why a value has no value.
enum Unresolved {
    /// Nothing stands at this reference.
    Reference(String),
    TooLarge,
}

/// The value with its references replaced.
fn resolved(
    value: &Value,
    outputs: &Map<String, Value>,
    room: &mut usize,
) -> Result<Value, Unresolved> {
    match value {
        Value::String(text) => match reference::read(text) {
            Some(Ok(reference)) => {
                let unresolved = || Unresolved::Reference(text.clone());
                let start = outputs.get(&reference.step).ok_or_else(unresolved)?;
                let end = reference.path.iter().try_fold(start, |value, part| match part {
                    Part::Field(name) => value.get(name),
                    Part::Index(index) => value.get(index),
                });
                let end = end.ok_or_else(unresolved)?;
                *room = room.checked_sub(size(end)).ok_or(Unresolved::TooLarge)?;
                Ok(end.clone())
            }
            _ => Ok(value.clone()),
        },
        Value::Array(items) => items.iter().map(|item| resolved(item, outputs, room)).collect(),
        Value::Object(members) => {
            let one = |(name, value): (&String, &Value)| {
                resolved(value, outputs, room).map(|value| (name.clone(), value))
            };
            members.iter().map(one).collect::<Result<Map<_, _>, _>>().map(Value::Object)
        }
        plain => Ok(plain.clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::{InputsTooLarge, resolve};
    use serde_json::{Map, Value, json};

    #[test]
    fn references_become_values() {
        let outputs =
            Map::from_iter([("m".to_owned(), json!({"list": [{"body": 5}], "text": "t"}))]);
        let inputs = json!({
            "a": "$m.list[0].body",
            "b": ["x", "$m.text"],
            "c": {"in": "$m"},
            "d": "$m.nothing",
            "e": "costs $5",
        });
        let Value::Object(inputs) = inputs else { panic!("an object") };
        let found = resolve(&inputs, &outputs).unwrap();
        let whole = json!({"list": [{"body": 5}], "text": "t"});
        let values = json!({"a": 5, "b": ["x", "t"], "c": {"in": whole}, "e": "costs $5"});
        assert_eq!(Value::Object(found.values), values);
        assert_eq!(found.absent, [("d".to_owned(), "$m.nothing".to_owned())]);
    }

    #[test]
    fn an_output_is_not_repeated_without_end() {
        let outputs =
            Map::from_iter([("m".to_owned(), json!({"text": "x".repeat(1 << 20), "part": 1}))]);
        let named = |count: usize, reference: &str| -> Map<String, Value> {
            (0..count).map(|at| (format!("k{at}"), json!(reference))).collect()
        };
        assert!(resolve(&named(50, "$m"), &outputs).is_ok());
        assert!(resolve(&named(2_000, "$m.part"), &outputs).is_ok());
        assert_eq!(resolve(&named(70, "$m"), &outputs).err(), Some(InputsTooLarge));
    }
}
