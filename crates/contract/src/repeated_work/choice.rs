//! Alternatives of which at most one is tried, because a required property distinguishes them.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::{NodeId, Schema};

/// The maximum length of a chain of references.
const DEEPEST: usize = 16;

/// Whether each alternative requires a property with strings that no other alternative accepts.
pub(super) fn told_apart(schema: &Schema, branches: &[NodeId]) -> bool {
    let tags: Vec<Vec<(&str, BTreeSet<&str>)>> =
        branches.iter().map(|branch| tags(schema, *branch)).collect();
    let Some((first, others)) = tags.split_first() else { return false };
    first.iter().any(|(name, texts)| {
        let mut taken = texts.clone();
        others.iter().all(|branch| {
            let texts = branch.iter().find(|(known, _)| known == name).map(|(_, texts)| texts);
            texts.is_some_and(|texts| {
                let count = taken.len();
                taken.extend(texts);
                taken.len() == count + texts.len()
            })
        })
    })
}

/// The required properties of a schema that accept only certain strings.
fn tags(schema: &Schema, branch: NodeId) -> Vec<(&str, BTreeSet<&str>)> {
    let all = applied(schema, branch);
    let keywords = || all.iter().filter_map(|id| schema.node(*id).keywords());
    let required: BTreeSet<&String> = keywords().flat_map(|k| &k.required).collect();
    let named = keywords().flat_map(|k| &k.properties).filter(|(name, _)| required.contains(name));
    named.filter_map(|(name, id)| Some((name.as_str(), texts(schema, *id)?))).collect()
}

/// A schema and what it applies without condition.
fn applied(schema: &Schema, id: NodeId) -> Vec<NodeId> {
    let mut all = vec![(id, 0)];
    let mut next = 0;
    while let Some((id, depth)) = all.get(next).copied() {
        next += 1;
        if let Some(k) = schema.node(id).keywords().filter(|_| depth < DEEPEST) {
            let reference = k.reference.as_ref().map(|reference| reference.target);
            all.extend(
                reference.into_iter().chain(k.all_of.iter().copied()).map(|id| (id, depth + 1)),
            );
        }
    }
    all.into_iter().map(|(id, _)| id).collect()
}

/// The strings that a schema accepts, if it accepts nothing else.
fn texts(schema: &Schema, id: NodeId) -> Option<BTreeSet<&str>> {
    applied(schema, id).into_iter().find_map(|id| {
        let keywords = schema.node(id).keywords()?;
        match (&keywords.constant, &keywords.enumeration) {
            (Some(constant), _) => Some(BTreeSet::from([constant.as_str()?])),
            (None, Some(values)) => values.iter().map(Value::as_str).collect(),
            (None, None) => None,
        }
    })
}
