//! The file and the definition of an edit's place: a pointer alone is not enough, because `$ref` leads into other
//! files, and into definitions of one version.

use std::collections::VecDeque;

use contract::{NodeId, Pointer, Schema};
use serde_json::Value;

use super::SchemaWalk;
use crate::definitions::holder;
use crate::edit::Edit;
use crate::edit::Factored;
use crate::rules::RuleId;

impl SchemaWalk<'_> {
    /// Sets the files and definitions of an edit's part.
    pub(super) fn locate(&self, edit: &mut Edit) {
        let Some(visit) = self.visits.get(self.at) else { return };
        let (old, new) = &visit.pair;
        let (before, now) = (self.context.old, self.context.new);
        let (from, to) = (edit.old_path.as_ref(), edit.new_path.as_ref());
        edit.files = (
            from.and_then(|at| of(before, old, at, edit.old.as_ref())),
            to.and_then(|at| of(now, new, at, edit.new.as_ref())),
        );
        // A definition that one version lacks is not a part that moved.
        let is_definition = matches!(
            edit.rule,
            RuleId::DefinitionAdded | RuleId::DefinitionRemoved | RuleId::DefinitionChanged
        );
        if !is_definition {
            edit.factored = Factored::of(
                holder(before, old, from.filter(|_| edit.old.is_some())),
                holder(now, new, to.filter(|_| edit.new.is_some())),
            );
        }
    }
}

/// The maximum number of schemas of one place.
const MOST: usize = 256;

/// The referenced file of `at`, relative to the schemas at this place; `None` for the contract's own file.
fn of(schema: &Schema, from: &[NodeId], at: &Pointer, value: Option<&Value>) -> Option<String> {
    if !schema.refers_to_files() {
        return None;
    }
    let mut best: Option<((bool, usize), NodeId)> = None;
    let mut seen: Vec<NodeId> = from.to_vec();
    let mut todo: VecDeque<NodeId> = from.iter().copied().collect();
    while let Some(id) = todo.pop_front() {
        let node = schema.node(id);
        let is_around = at.as_str().strip_prefix(node.pointer.as_str());
        let is_around = is_around.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
        let there = schema.document(id).value().pointer(at.as_str());
        if is_around && there.is_some() {
            let rank = (value.is_none() || there == value, node.pointer.as_str().len());
            if best.is_none_or(|(known, _)| rank > known) {
                best = Some((rank, id));
            }
        }
        let Some(keywords) = node.keywords() else { continue };
        for next in keywords.references().chain(keywords.in_place()) {
            if seen.len() < MOST && !seen.contains(&next) {
                seen.push(next);
                todo.push_back(next);
            }
        }
    }
    let (_, id) = best?;
    schema.is_in_other_file(id).then(|| schema.document(id).label().to_owned())
}
