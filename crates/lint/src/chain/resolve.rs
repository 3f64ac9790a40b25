//! The inputs of a step at run time: references are replaced by the outputs of earlier steps.

use std::collections::BTreeMap;

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

/// The inputs of a step, from the outputs of earlier steps.
#[must_use]
pub fn resolve(inputs: &Map<String, Value>, outputs: &BTreeMap<String, Value>) -> Inputs {
    let mut found = Inputs::default();
    for (name, value) in inputs {
        match resolved(value, outputs) {
            Ok(value) => drop(found.values.insert(name.clone(), value)),
            Err(reference) => found.absent.push((name.clone(), reference)),
        }
    }
    found
}

/// The value with its references replaced, or the unresolved reference.
fn resolved(value: &Value, outputs: &BTreeMap<String, Value>) -> Result<Value, String> {
    match value {
        Value::String(text) => match reference::read(text) {
            Some(Ok(reference)) => {
                let start = outputs.get(&reference.step).ok_or_else(|| text.clone())?;
                let end = reference.path.iter().try_fold(start, |value, part| match part {
                    Part::Field(name) => value.get(name),
                    Part::Index(index) => value.get(index),
                });
                end.cloned().ok_or_else(|| text.clone())
            }
            _ => Ok(value.clone()),
        },
        Value::Array(items) => items.iter().map(|item| resolved(item, outputs)).collect(),
        Value::Object(members) => {
            let one = |(name, value): (&String, &Value)| {
                resolved(value, outputs).map(|value| (name.clone(), value))
            };
            members.iter().map(one).collect::<Result<Map<_, _>, _>>().map(Value::Object)
        }
        plain => Ok(plain.clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::resolve;
    use serde_json::{Value, json};

    #[test]
    fn references_become_values() {
        let outputs = [("m".to_owned(), json!({"list": [{"body": 5}], "text": "t"}))].into();
        let inputs = json!({
            "a": "$m.list[0].body",
            "b": ["x", "$m.text"],
            "c": {"in": "$m"},
            "d": "$m.nothing",
            "e": "costs $5",
        });
        let Value::Object(inputs) = inputs else { panic!("an object") };
        let found = resolve(&inputs, &outputs);
        let whole = json!({"list": [{"body": 5}], "text": "t"});
        let values = json!({"a": 5, "b": ["x", "t"], "c": {"in": whole}, "e": "costs $5"});
        assert_eq!(Value::Object(found.values), values);
        assert_eq!(found.absent, [("d".to_owned(), "$m.nothing".to_owned())]);
    }
}
