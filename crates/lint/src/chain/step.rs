//! `chain-invalid`, `chain-skill-*`, `chain-output-duplicate`: the steps of a chain, as far as they are
//! readable.

use std::collections::BTreeMap;

use contract::{Contract, Pointer};
use serde_json::{Map, Value};

use super::Lookup;
use crate::report::Report;
use crate::source::{Source, quote};

/// A step with a skill.
pub(super) struct ChainStep<'v> {
    pub(super) pointer: Pointer,
    pub(super) skill: String,
    pub(super) inputs: Option<&'v Map<String, Value>>,
    pub(super) outputs_as: Option<String>,
}

/// The place and the items of the list of steps.
pub(super) fn list(value: &Value) -> (Pointer, Option<&Vec<Value>>) {
    match value.get("chain") {
        Some(steps) => (Pointer::root().push("chain"), steps.as_array()),
        None => (Pointer::root(), value.as_array()),
    }
}

/// Reads the steps and reports errors in their form.
pub(super) fn read<'s>(source: &'s Source, report: &mut Report) -> Vec<ChainStep<'s>> {
    let (base, items) = list(source.value());
    let Some(items) = items else {
        let stood = source.get(&base).map(quote).unwrap_or_default();
        let message = format!("expected `chain:` with a list of steps, found {stood}");
        report.value("chain-invalid", source, &base, message);
        return Vec::new();
    };
    if items.is_empty() {
        let message = "expected at least one step, found none".to_owned();
        report.value("chain-empty", source, &base, message);
    }
    let mut steps: Vec<ChainStep<'_>> = Vec::new();
    for (at, item) in items.iter().enumerate() {
        let pointer = base.push_index(at);
        let Some(step) = step(source, pointer, item, report) else { continue };
        if let Some(name) = &step.outputs_as
            && let Some(earlier) =
                steps.iter().position(|other| other.outputs_as.as_ref() == Some(name))
        {
            let line = source.document.locate(&steps[earlier].pointer).line;
            let message = format!(
                "expected each outputs_as once, found {name:?} again: line {line} has it already"
            );
            report
                .value("chain-output-duplicate", source, &step.pointer.push("outputs_as"), message)
                .advise("give each step's outputs a name of their own");
        }
        steps.push(step);
    }
    steps
}

fn step<'v>(
    source: &Source,
    pointer: Pointer,
    item: &'v Value,
    report: &mut Report,
) -> Option<ChainStep<'v>> {
    let Value::Object(members) = item else {
        let message = format!("expected a step with `skill`, found {}", quote(item));
        report.value("chain-invalid", source, &pointer, message);
        return None;
    };
    for key in members.keys() {
        if !matches!(key.as_str(), "skill" | "inputs" | "outputs_as" | "description" | "name") {
            let message = format!("expected the keys skill, inputs and outputs_as, found {key:?}");
            report.key("chain-key-unknown", source, &pointer.push(key), message);
        }
    }
    let inputs = match members.get("inputs") {
        None | Some(Value::Null) => None,
        Some(Value::Object(inputs)) => Some(inputs),
        Some(other) => {
            let message = format!("inputs: expected names with values, found {}", quote(other));
            report.value("chain-invalid", source, &pointer.push("inputs"), message);
            None
        }
    };
    let outputs_as = match members.get("outputs_as") {
        None | Some(Value::Null) => None,
        Some(Value::String(name)) if super::reference::is_name(name) => Some(name.clone()),
        Some(other) => {
            let message = format!(
                "outputs_as: expected a name of letters, digits, - and _, found {}",
                quote(other)
            );
            report.value("chain-invalid", source, &pointer.push("outputs_as"), message);
            None
        }
    };
    let skill = match members.get("skill") {
        Some(Value::String(name)) if !name.trim().is_empty() => name.clone(),
        Some(other) => {
            let message = format!("skill: expected the name of a skill, found {}", quote(other));
            report.value("chain-invalid", source, &pointer.push("skill"), message);
            String::new()
        }
        None => {
            let message = "expected the key \"skill\" in the step, found none".to_owned();
            report.value("chain-invalid", source, &pointer, message);
            String::new()
        }
    };
    Some(ChainStep { pointer, skill, inputs, outputs_as })
}

/// The contract of each step's skill, if known; reports unknown skills.
pub(super) fn contracts<'c>(
    source: &Source,
    steps: &[ChainStep<'_>],
    skills: Option<&'c BTreeMap<String, Lookup>>,
    report: &mut Report,
) -> Vec<Option<&'c Contract>> {
    let lookup = |step: &ChainStep<'_>, report: &mut Report| {
        let skills = skills?;
        if step.skill.is_empty() {
            return None;
        }
        let place = step.pointer.push("skill");
        match skills.get(&step.skill).unwrap_or(&Lookup::Missing) {
            Lookup::Known(contract) => Some(contract.as_ref()),
            Lookup::Missing => {
                let message = format!(
                    "unknown skill: expected a folder with SKILL.md, found none for {:?}",
                    step.skill
                );
                report
                    .value("chain-skill-unknown", source, &place, message)
                    .advise("fix the name, or name the folder of the skills with --skills");
                None
            }
            Lookup::Unreadable(reason) => {
                let message = format!("skill {:?} can't be read: {reason}", step.skill);
                report
                    .value("chain-skill-unreadable", source, &place, message)
                    .advise("run `skillgen check` on the skill for details");
                None
            }
        }
    };
    steps.iter().map(|step| lookup(step, report)).collect()
}
