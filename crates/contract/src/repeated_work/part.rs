//! The schemas that a schema, with those it applies to the same value, applies to parts of that
//! value.

use std::collections::BTreeSet;

use super::choice::told_apart;
use crate::{Keywords, NodeId, Pointer, Schema};

/// A step from a value to a part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PartStep {
    Name(String),
    /// Names that match a pattern.
    Pattern(String),
    /// All names except the node's own.
    Others(BTreeSet<String>),
    Index(usize),
    /// All indices from a start.
    From(usize),
}

/// An alternative that excludes the others.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Choice {
    node: NodeId,
    keyword: &'static str,
    branch: usize,
}

/// A schema that is applied to the value itself.
#[derive(Clone, Debug)]
pub(super) struct Reached {
    pub(super) target: NodeId,
    choice: Option<Choice>,
}

impl Reached {
    /// The alternatives that it is one of, if they exclude each other: by the schema and the keyword.
    pub(super) fn choice(&self) -> Option<(NodeId, &'static str)> {
        self.choice.as_ref().map(|choice| (choice.node, choice.keyword))
    }
}

/// A schema that is applied to a part of the value.
#[derive(Clone, Debug)]
pub(super) struct Part {
    step: PartStep,
    pub(super) target: NodeId,
    /// The schema object that applies it.
    pub(super) holder: NodeId,
    pub(super) pointer: Pointer,
    choices: Vec<Choice>,
}

impl Part {
    /// The part of a value that both are applied to.
    pub(super) fn shares(&self, other: &Part) -> Option<String> {
        let apart = |a: &Choice, b: &Choice| {
            a.node == b.node && a.keyword == b.keyword && a.branch != b.branch
        };
        let excluded = self.choices.iter().any(|a| other.choices.iter().any(|b| apart(a, b)));
        if excluded { None } else { self.overlaps(other) }
    }

    /// The part of a value that both steps lead to.
    fn overlaps(&self, other: &Part) -> Option<String> {
        let same_holder = self.holder == other.holder;
        meet(&self.step, &other.step, same_holder)
            .or_else(|| meet(&other.step, &self.step, same_holder))
    }
}

fn meet(one: &PartStep, other: &PartStep, same_holder: bool) -> Option<String> {
    let property = |name: &String| format!("property {name:?}");
    match (one, other) {
        (PartStep::Name(a), PartStep::Name(b)) if a == b => Some(property(a)),
        (PartStep::Name(name), PartStep::Others(known)) if !known.contains(name) => {
            Some(property(name))
        }
        (PartStep::Name(name), PartStep::Pattern(pattern)) if takes_all(pattern) => {
            Some(property(name))
        }
        (PartStep::Others(_), PartStep::Others(_)) => Some("each further property".to_owned()),
        (PartStep::Pattern(a), PartStep::Pattern(b)) if a == b => {
            Some(format!("each property {a:?}"))
        }
        // They are complements within one object.
        (PartStep::Pattern(a), PartStep::Others(_)) if !same_holder => {
            Some(format!("each property {a:?}"))
        }
        (PartStep::Index(a), PartStep::Index(b)) if a == b => Some(format!("item {a}")),
        (PartStep::Index(a), PartStep::From(b)) if a >= b => Some(format!("item {a}")),
        (PartStep::From(_), PartStep::From(_)) => Some("each item".to_owned()),
        _ => None,
    }
}

/// Whether a pattern obviously matches every name.
pub(super) fn takes_all(pattern: &str) -> bool {
    matches!(pattern.trim_start_matches('^').trim_end_matches('$'), "" | "." | ".*" | ".+")
}

/// The applications to parts on the loop, up to a limit.
pub(super) fn parts(
    schema: &Schema,
    start: NodeId,
    members: &BTreeSet<NodeId>,
    most: usize,
) -> Vec<Part> {
    let mut found = Vec::new();
    // Circular references on one value are rejected elsewhere; here they end.
    let mut left = 4 * most;
    let mut open: Vec<(NodeId, Vec<Choice>)> = vec![(start, Vec::new())];
    while let Some((id, choices)) = open.pop() {
        let Some(keywords) = schema.node(id).keywords() else { continue };
        if left == 0 || found.len() > most {
            return Vec::new();
        }
        left -= 1;
        for (step, place, target) in steps(keywords) {
            if members.contains(&target) {
                let mut pointer = schema.node(id).pointer.clone();
                for token in place {
                    pointer = pointer.push(&token);
                }
                let choices = choices.clone();
                found.push(Part { step, target, holder: id, pointer, choices });
            }
        }
        let mut applied = in_place(schema, id, keywords);
        applied.retain(|one| members.contains(&one.target));
        for Reached { target, choice } in applied.into_iter().rev() {
            let mut choices = choices.clone();
            choices.extend(choice);
            open.push((target, choices));
        }
    }
    found
}

pub(super) fn steps(k: &Keywords) -> Vec<(PartStep, Vec<String>, NodeId)> {
    let word = |keyword: &'static str| k.spelled(keyword).to_owned();
    let mut all = Vec::new();
    for (name, id) in &k.properties {
        all.push((PartStep::Name(name.clone()), vec![word("properties"), name.clone()], *id));
    }
    for (pattern, id) in &k.pattern_properties {
        let place = vec![word("patternProperties"), pattern.clone()];
        all.push((PartStep::Pattern(pattern.clone()), place, *id));
    }
    if let Some(id) = k.additional_properties {
        let known = k.properties.keys().cloned().collect();
        all.push((PartStep::Others(known), vec![word("additionalProperties")], id));
    }
    for (index, id) in k.prefix_items.iter().enumerate() {
        all.push((PartStep::Index(index), vec![word("prefixItems"), index.to_string()], *id));
    }
    if let Some(id) = k.items {
        all.push((PartStep::From(k.prefix_items.len()), vec![word("items")], id));
    }
    if let Some(id) = k.contains {
        all.push((PartStep::From(0), vec![word("contains")], id));
    }
    all
}

/// The schemas that a schema applies to the value itself, with the choice that each belongs to.
pub(super) fn in_place(schema: &Schema, id: NodeId, k: &Keywords) -> Vec<Reached> {
    let mut all: Vec<Reached> = Vec::new();
    let always = |target| Reached { target, choice: None };
    all.extend(k.references().chain(k.all_of.iter().copied()).map(always));
    for (keyword, branches) in [("anyOf", &k.any_of), ("oneOf", &k.one_of)] {
        let apart = told_apart(schema, branches);
        for (branch, target) in branches.iter().copied().enumerate() {
            let choice = apart.then_some(Choice { node: id, keyword, branch });
            all.push(Reached { target, choice });
        }
    }
    all.extend(k.not.into_iter().chain(k.if_).map(always));
    for (branch, target) in [k.then_, k.else_].into_iter().enumerate() {
        let choice = Some(Choice { node: id, keyword: "then", branch });
        all.extend(target.map(|target| Reached { target, choice }));
    }
    all.extend(k.dependent_schemas.values().copied().map(always));
    all
}
