//! `chain-reference-*`, `chain-incompatible`, `chain-input-*`: the inputs of a step, and the edge of each
//! reference in them.

use contract::{Contract, Pointer, Position, Role};
use serde_json::{Value, json};

use super::matrix::{self, Row};
use super::reference::{self, Part, Reference};
use super::shape::{self, EndpointType, Field};
use super::step::ChainStep;
use super::{ChainReport, Containment, Oracle, literal, place};
use crate::source::{Source, quote};

/// Whether an edge is valid.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// Each value of the source is valid for the target.
    Proved,
    /// Each value can be converted to a valid one, by the named row of the table.
    Coercible(String),
    /// A possible value of the source is invalid for the target.
    Refuted(Value),
    /// Not decided.
    Unknown,
}

impl Verdict {
    /// The printed name.
    #[must_use]
    pub fn as_str(&self) -> &'static str {
        match self {
            Verdict::Proved => "proved",
            Verdict::Coercible(_) => "coercible",
            Verdict::Refuted(_) => "refuted",
            Verdict::Unknown => "unknown",
        }
    }
}

/// One end of an edge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// The index of the step, if it is one.
    pub index: Option<usize>,
    /// The step's `outputs_as`.
    pub step: Option<String>,
    /// The skill.
    pub skill: Option<String>,
    /// The output with the path in it, or the input.
    pub field: String,
    /// Its type, as text.
    pub kind: Option<String>,
}

impl End {
    /// The skill with its output or input: `memory.entities`, or the skill alone for its whole output. `None` without a skill.
    #[must_use]
    pub fn words(&self) -> Option<String> {
        self.skill.as_ref().map(|skill| joined(skill, &self.field))
    }
}

/// A skill with a field of it, or with all of them.
fn joined(skill: &str, field: &str) -> String {
    let dot = if field.is_empty() || field.starts_with('[') { "" } else { "." };
    format!("{skill}{dot}{field}")
}

/// A reference and its two ends.
#[derive(Clone, Debug, PartialEq)]
pub struct Edge {
    /// The reference as written.
    pub reference: String,
    /// The source.
    pub source: End,
    /// The target.
    pub target: End,
    /// The verdict.
    pub verdict: Verdict,
    /// Why.
    pub reason: String,
    /// The place of the reference.
    pub position: Position,
}

/// A chain with its skills.
pub(super) struct Chain<'c> {
    pub(super) source: &'c Source,
    pub(super) steps: &'c [ChainStep<'c>],
    pub(super) contracts: &'c [Option<&'c Contract>],
    /// Whether skills were searched.
    pub(super) complete: bool,
    pub(super) oracle: &'c dyn Oracle,
}

/// An input with a value or reference.
struct Target<'t> {
    step: usize,
    /// The input's name in messages.
    input: &'t str,
    required: bool,
    shape: EndpointType,
}

/// The target of a reference.
enum Resolved {
    /// A field, and why it may be missing, if it may.
    Field { shape: EndpointType, missing: Option<String> },
    /// Nothing, with the reason: the edge is impossible.
    Clash { reason: String, witness: Value },
    /// Not known.
    Unknown(String),
}

impl Chain<'_> {
    /// Checks all inputs of the step at `at`.
    pub(super) fn inputs(&self, at: usize, found: &mut ChainReport) {
        let step = &self.steps[at];
        let declared = self.contracts[at].map(|contract| shape::fields(contract, Role::Input));
        let fields: Option<Vec<Field>> = declared.flatten();
        if let Some(fields) = &fields {
            self.missing(at, fields, found);
        }
        for (name, value) in step.inputs.into_iter().flatten() {
            let pointer = step.pointer.push("inputs").push(name);
            let field =
                fields.as_ref().and_then(|all| all.iter().find(|field| field.name == *name));
            if let (Some(fields), None) = (&fields, field) {
                let known: Vec<&str> = fields.iter().map(|field| field.name.as_str()).collect();
                let message = format!(
                    "expected an input that {} declares, found {name:?}; declared are {}",
                    step.skill,
                    known.join(", ")
                );
                found.report.key("chain-input-undeclared", self.source, &pointer, message);
            }
            let target = Target {
                step: at,
                input: name,
                required: field.is_some_and(|field| field.required),
                shape: field.map_or_else(
                    || {
                        EndpointType::Unknown(match self.contracts[at] {
                            Some(_) => format!("{} declares no input {name}", step.skill),
                            None => format!("the skill {} is not known", step.skill),
                        })
                    },
                    |field| field.shape.clone(),
                ),
            };
            self.value(&target, &pointer, value, true, found);
        }
    }

    fn missing(&self, at: usize, fields: &[Field], found: &mut ChainReport) {
        let step = &self.steps[at];
        for field in fields.iter().filter(|field| field.required && !field.default) {
            if step.inputs.is_none_or(|inputs| !inputs.contains_key(&field.name)) {
                let kind = field.shape.words().map(|kind| format!(" ({kind})")).unwrap_or_default();
                let message =
                    format!("Missing required input: {}{kind} of {}", field.name, step.skill);
                found
                    .report
                    .value("chain-input-missing", self.source, &step.pointer, message)
                    .advise(format!("add {} to the inputs of the step", field.name));
            }
        }
    }

    fn value(
        &self,
        target: &Target<'_>,
        pointer: &Pointer,
        value: &Value,
        outermost: bool,
        found: &mut ChainReport,
    ) {
        if let Some(text) = value.as_str()
            && let Some(read) = reference::read(text)
        {
            self.reference(target, pointer, text, read, found);
            return;
        }
        if outermost
            && let Some((expected, got)) = literal::mismatch(&target.shape, value, self.oracle)
        {
            let message = format!(
                "Type mismatch for {}: expected {expected}, got {got}: {}",
                target.input,
                quote(value)
            );
            found.report.value("chain-literal-mismatch", self.source, pointer, message);
        }
        match value {
            Value::Array(items) => {
                let shape = target.shape.item();
                for (at, item) in items.iter().enumerate() {
                    let inner = Target { shape: shape.clone(), required: false, ..*target };
                    self.value(&inner, &pointer.push_index(at), item, false, found);
                }
            }
            Value::Object(members) => {
                for (name, member) in members {
                    let shape = target.shape.member(name);
                    let inner = Target { shape, required: false, ..*target };
                    self.value(&inner, &pointer.push(name), member, false, found);
                }
            }
            _ => {}
        }
    }

    fn reference(
        &self,
        target: &Target<'_>,
        pointer: &Pointer,
        text: &str,
        read: Result<Reference, &'static str>,
        found: &mut ChainReport,
    ) {
        let position = place(self.source, pointer);
        let step = &self.steps[target.step];
        let target_end = End {
            index: Some(target.step),
            step: step.outputs_as.clone(),
            skill: Some(step.skill.clone()),
            field: target.input.to_owned(),
            kind: target.shape.words(),
        };
        let nowhere =
            End { index: None, step: None, skill: None, field: String::new(), kind: None };
        let refused = |source: End, reason: String| Edge {
            reference: text.to_owned(),
            source,
            target: target_end.clone(),
            verdict: Verdict::Refuted(Value::String(text.to_owned())),
            reason,
            position,
        };
        let reference = match read {
            Ok(reference) => reference,
            Err(fault) => {
                let message = format!(
                    "expected a reference such as $step.field[0].name, found {text:?} with {fault}"
                );
                found.report.value(
                    "chain-reference-malformed",
                    self.source,
                    pointer,
                    message.clone(),
                );
                found.edges.push(refused(nowhere, message));
                return;
            }
        };
        let Some(from) = self.origin(target.step, &reference.step) else {
            let (rule, message) = self.unresolved(target.step, text, &reference.step);
            found.report.value(rule, self.source, pointer, message.clone());
            found.edges.push(refused(End { step: Some(reference.step), ..nowhere }, message));
            return;
        };
        let resolved = self.resolve(from, &reference.path);
        let origin = &self.steps[from];
        let field = path_words(&reference.path);
        let kind = match &resolved {
            Resolved::Field { shape, .. } => shape.words(),
            _ => None,
        };
        let source_end = End {
            index: Some(from),
            step: origin.outputs_as.clone(),
            skill: Some(origin.skill.clone()),
            field: field.clone(),
            kind,
        };
        let (mut verdict, mut reason) = self.judge(&resolved, target);
        // The types fit, and the item may not be there.
        if let (Verdict::Proved, Resolved::Field { missing: Some(why), .. }) = (&verdict, &resolved)
            && reference.path.iter().any(|part| matches!(part, Part::Index(_)))
        {
            (verdict, reason) = (Verdict::Unknown, format!("{reason}, but {why}"));
        }
        if let Verdict::Refuted(witness) = &verdict {
            let first = reference.path.first().map(|part| path_words(std::slice::from_ref(part)));
            let message = format!(
                "Chain incompatibility: {} cannot feed {}.{}: {reason}; for example {}",
                joined(&origin.skill, &first.unwrap_or_default()),
                step.skill,
                target.input,
                quote(witness)
            );
            found.report.value("chain-incompatible", self.source, pointer, message);
        } else {
            self.remarks(&resolved, &verdict, &reason, target, pointer, text, found);
        }
        let reference = text.to_owned();
        let edge =
            Edge { reference, source: source_end, target: target_end, verdict, reason, position };
        found.edges.push(edge);
    }

    #[allow(clippy::too_many_arguments, reason = "what is said of an edge depends on all of it")]
    fn remarks(
        &self,
        resolved: &Resolved,
        verdict: &Verdict,
        reason: &str,
        target: &Target<'_>,
        pointer: &Pointer,
        text: &str,
        found: &mut ChainReport,
    ) {
        if let Resolved::Field { missing: Some(why), .. } = resolved
            && target.required
        {
            let message =
                format!("{text} may be missing: {why}, and {} is a required input", target.input);
            found
                .report
                .value("chain-optional-feeds-required", self.source, pointer, message)
                .advise("make the output required, or the input optional with a default");
        }
        match verdict {
            Verdict::Coercible(row) => {
                let message = format!("{text} feeds {} by coercion: {row}", target.input);
                found.report.value("chain-coercion", self.source, pointer, message);
            }
            Verdict::Unknown if self.complete => {
                let message = format!("{text} to {}: not decided: {reason}", target.input);
                found.report.value("chain-edge-unknown", self.source, pointer, message);
            }
            _ => {}
        }
    }

    /// The nearest step before `at` whose outputs have that name.
    fn origin(&self, at: usize, name: &str) -> Option<usize> {
        (0..at).rev().find(|from| self.steps[*from].outputs_as.as_deref() == Some(name))
    }

    fn unresolved(&self, at: usize, text: &str, name: &str) -> (&'static str, String) {
        let named = |step: &ChainStep<'_>| step.outputs_as.as_deref() == Some(name);
        if named(&self.steps[at]) {
            let message = format!(
                "expected the outputs of an earlier step, found {text:?}, an output of the step itself"
            );
            return ("chain-reference-self", message);
        }
        if let Some(later) = (at + 1..self.steps.len()).find(|later| named(&self.steps[*later])) {
            let line = place(self.source, &self.steps[later].pointer).line;
            let circle = if self.depends(later, at) { ": the steps form a cycle" } else { "" };
            let message = format!(
                "expected the outputs of an earlier step, found {text:?}, which the step in line {line} gives later{circle}"
            );
            return ("chain-reference-forward", message);
        }
        let known: Vec<&str> =
            self.steps[..at].iter().filter_map(|step| step.outputs_as.as_deref()).collect();
        let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
        let message = format!("expected the outputs of an earlier step ({known}), found {text:?}");
        ("chain-reference-unknown", message)
    }

    /// Whether step `at` uses an output of step `from`, directly or through other steps.
    fn depends(&self, at: usize, from: usize) -> bool {
        let mut todo = vec![at];
        let mut seen = vec![false; self.steps.len()];
        while let Some(step) = todo.pop() {
            if step == from {
                return true;
            }
            if std::mem::replace(&mut seen[step], true) {
                continue;
            }
            for name in reference::names(self.steps[step].inputs) {
                let origin = |s: &ChainStep<'_>| s.outputs_as.as_deref() == Some(name.as_str());
                todo.extend(self.steps.iter().position(origin));
            }
        }
        false
    }

    fn resolve(&self, from: usize, path: &[Part]) -> Resolved {
        let step = &self.steps[from];
        let Some(contract) = self.contracts[from] else {
            return Resolved::Unknown(format!("{} is not known", step.skill));
        };
        let Some(fields) = shape::fields(contract, Role::Output) else {
            return Resolved::Unknown(format!("{} declares no outputs", step.skill));
        };
        let (name, rest) = match path {
            [] => {
                let kind = contract::types::SkillType::Object;
                return Resolved::Field { shape: EndpointType::Typed(kind), missing: None };
            }
            [Part::Field(name), rest @ ..] => (name, rest),
            [Part::Index(at), ..] => {
                let reason =
                    format!("the outputs of {} are an object, not a list: [{at}]", step.skill);
                return Resolved::Clash { reason, witness: outputs(&fields) };
            }
        };
        let Some(field) = fields.iter().find(|field| field.name == *name) else {
            let known: Vec<&str> = fields.iter().map(|field| field.name.as_str()).collect();
            let reason = format!(
                "{} declares no output {name}; declared are {}",
                step.skill,
                known.join(", ")
            );
            return Resolved::Clash { reason, witness: outputs(&fields) };
        };
        let mut shape = field.shape.clone();
        let mut missing = (!field.required).then(|| "it is an optional output".to_owned());
        for part in rest {
            missing = missing.or_else(|| shape.lacks(part));
            let witness = shape.kind().map_or_else(|| json!(null), matrix::sample);
            match shape.step(part) {
                Ok(inner) => shape = inner,
                Err(reason) => return Resolved::Clash { reason, witness },
            }
        }
        Resolved::Field { shape, missing }
    }

    fn judge(&self, resolved: &Resolved, target: &Target<'_>) -> (Verdict, String) {
        let shape = match resolved {
            Resolved::Unknown(why) => return (Verdict::Unknown, why.clone()),
            Resolved::Clash { reason, witness } => {
                return (Verdict::Refuted(witness.clone()), reason.clone());
            }
            Resolved::Field { shape, .. } => shape,
        };
        for end in [shape, &target.shape] {
            if let EndpointType::Unknown(why) = end {
                return (Verdict::Unknown, why.clone());
            }
        }
        let row = match (shape.kind(), target.shape.kind()) {
            (Some(source), Some(target)) => Some((matrix::row(source, target), source, target)),
            _ => None,
        };
        let typed =
            matches!((shape, &target.shape), (EndpointType::Typed(_), EndpointType::Typed(_)));
        if let (true, Some((Row::Same, source, target))) = (typed, &row) {
            return (Verdict::Proved, format!("{} is {}", source.as_str(), target.as_str()));
        }
        let contained = match (shape.schema(), target.shape.schema()) {
            (Some(source), Some(target)) => self.oracle.contained(&source, &target),
            _ => Containment::Unknown("it has no schema".to_owned()),
        };
        match (contained, row) {
            (Containment::Holds, _) => (Verdict::Proved, "each output is a valid input".to_owned()),
            (_, Some((Row::Coercible(row), source, target))) => {
                let reason = format!("{} can be made {}", source.as_str(), target.as_str());
                (Verdict::Coercible(row.to_owned()), reason)
            }
            (_, Some((Row::Depends(why), ..))) => (Verdict::Unknown, why.to_owned()),
            (Containment::Refuted(witness), Some((Row::Same, ..)) | None) => {
                (Verdict::Refuted(witness), "some outputs are not valid inputs".to_owned())
            }
            (_, Some((Row::Never(sample), source, target))) => {
                let reason = format!("{} is no {}", source.as_str(), target.as_str());
                (Verdict::Refuted(sample), reason)
            }
            (Containment::Unknown(why), _) => (Verdict::Unknown, why),
        }
    }
}

/// A path in messages: `entities[0].body`.
fn path_words(path: &[Part]) -> String {
    let text: String = path.iter().map(ToString::to_string).collect();
    text.trim_start_matches('.').to_owned()
}

/// An output with all required fields, and no others.
fn outputs(fields: &[Field]) -> Value {
    let filled = fields.iter().filter(|field| field.required).map(|field| {
        let value = field.shape.kind().map_or(Value::Null, matrix::sample);
        (field.name.clone(), value)
    });
    Value::Object(filled.collect())
}
