//! Differences that the traversal did not reach because of a limit. An edit is never lost; parts that can't be
//! compared are listed as unproved.

use std::collections::BTreeMap;

use contract::{NodeId, Pointer, Schema};

use crate::definitions::reached;
use crate::edit::{Edit, Shows};
use crate::place::DocumentPath;
use crate::rules::RuleId;
use crate::walk::SchemaWalk;

/// Parts that may differ without a finding after an incomplete traversal: those that it did not reach, and all
/// referenced parts with the same pointer in both versions.
pub(crate) fn unexamined(walk: &SchemaWalk<'_>) -> Vec<(NodeId, NodeId)> {
    if !walk.is_incomplete() {
        return Vec::new();
    }
    let (old, new) = (walk.context.old, walk.context.new);
    let mut pairs: Vec<(NodeId, NodeId)> = walk.missed().chain(named(old, new)).collect();
    pairs.sort_unstable();
    pairs.dedup();
    let differs =
        |(a, b): &(NodeId, NodeId)| !contract::value::equal(old.source_at(*a), new.source_at(*b));
    pairs.retain(differs);
    pairs
}

/// Definitions with the same pointer in both versions that differ and that the traversal did not reach in either:
/// their references were reported as a whole.
pub(crate) fn unvisited(walk: &SchemaWalk<'_>) -> Vec<(NodeId, NodeId)> {
    let (old, new) = (walk.context.old, walk.context.new);
    let (before, now) = walk.visited();
    let is_definition =
        |schema: &Schema, id: NodeId| crate::definitions::name_of(schema, id).is_some();
    let pairs = named(old, new).into_iter().filter(|(a, b)| {
        !before.contains(a)
            && !now.contains(b)
            && is_definition(old, *a)
            && !contract::value::equal(old.source_at(*a), new.source_at(*b))
    });
    pairs.collect()
}

/// Referenced parts with the same pointer in both versions.
fn named(old: &Schema, new: &Schema) -> Vec<(NodeId, NodeId)> {
    let targets = |schema: &Schema| -> BTreeMap<Pointer, NodeId> {
        let references = |id: NodeId| schema.node(id).keywords().map(|k| k.references().collect());
        let ids = reached(schema).into_iter().filter_map(references).flat_map(|ids: Vec<_>| ids);
        ids.map(|id| (schema.node(id).pointer.clone(), id)).collect()
    };
    let now = targets(new);
    targets(old).into_iter().filter_map(|(at, id)| Some((id, *now.get(&at)?))).collect()
}

/// The findings for those without an edit.
pub(crate) fn edits(
    old: &Schema,
    new: &Schema,
    parts: &[(NodeId, NodeId)],
    edits: &[Edit],
) -> Vec<Edit> {
    let is_in = |path: &Option<Pointer>, part: &Pointer| {
        let rest = path.as_ref().and_then(|at| at.as_str().strip_prefix(part.as_str()));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    let mut found: Vec<Edit> = Vec::new();
    for (a, b) in parts {
        let (before, now) = (&old.node(*a).pointer, &new.node(*b).pointer);
        let is_told = |e: &Edit| is_in(&e.old_path, before) || is_in(&e.new_path, now);
        if edits.iter().chain(&found).any(is_told) {
            continue;
        }
        let message = "this part differs, and was not compared within the step limit";
        let mut edit = Edit::new(RuleId::UnprovenRelation, &DocumentPath::default(), message)
            .shows(Shows::Nothing);
        (edit.old_path, edit.new_path) = (Some(before.clone()), Some(now.clone()));
        found.push(edit);
    }
    found
}
