//! Definitions: those that a schema keeps for others to point at, and schemas that are nothing else.

use std::collections::BTreeSet;

use contract::{Keywords, NodeId, Schema};

use crate::edit::{Edit, Shows};
use crate::place::Place;

/// Whether the root accepts everything and only holds definitions.
#[must_use]
pub fn is_library(schema: &Schema) -> bool {
    let root = schema.node(schema.root());
    root.keywords().is_some_and(|k| {
        !k.definitions.is_empty()
            && k.order
                .iter()
                .all(|word| crate::walk::is_annotation(word) || k.extra.contains_key(word))
    })
}

/// The definitions at the root, by name.
#[must_use]
pub(crate) fn all(schema: &Schema) -> Vec<(String, Schema)> {
    let root = schema.node(schema.root());
    let Some(k) = root.keywords() else { return Vec::new() };
    k.definitions.iter().map(|(name, id)| (name.clone(), schema.at(*id))).collect()
}

/// The name of the definition that a node is, or that its references lead to in the end.
pub(crate) fn name_of(schema: &Schema, node: NodeId) -> Option<String> {
    let mut at = node;
    // References that lead in a circle have no end.
    for _ in 0..20 {
        match schema.node(at).keywords().and_then(|k| k.reference.as_ref()) {
            Some(reference) => at = reference.target,
            None => break,
        }
    }
    let tokens = schema.node(at).pointer.tokens();
    match tokens.as_slice() {
        [.., keyword, name] if matches!(keyword.as_str(), "$defs" | "definitions") => {
            Some(name.clone())
        }
        _ => None,
    }
}

/// The nodes that a validation can reach.
pub(crate) fn reached(schema: &Schema) -> BTreeSet<NodeId> {
    let mut seen = BTreeSet::new();
    let mut queue = vec![schema.root()];
    while let Some(id) = queue.pop() {
        if seen.insert(id)
            && let Some(k) = schema.node(id).keywords()
        {
            queue.extend(children(k));
        }
    }
    seen
}

/// All subschemas of a node but its definitions.
pub(crate) fn children(k: &Keywords) -> impl Iterator<Item = NodeId> + '_ {
    k.of_parts().chain(k.in_place()).chain(k.content_schema).chain(k.references())
}

/// Definitions that nothing uses, added, removed or changed.
pub(crate) fn unused(old: &Schema, new: &Schema, edits: &mut Vec<Edit>) {
    let (used_before, used_now) = (reached(old), reached(new));
    let (a, b) = (all(old), all(new));
    let place = Place::default();
    let find = |list: &[(String, Schema)], name: &str| -> Option<Schema> {
        list.iter().find(|(n, _)| n == name).map(|(_, s)| s.clone())
    };
    let site = |s: &Schema| (s.node(s.root()).pointer.clone(), s.source_at(s.root()).clone());
    let push = |edits: &mut Vec<Edit>,
                rule,
                message: String,
                from: Option<&Schema>,
                to: Option<&Schema>| {
        let mut edit = Edit::new(rule, &place, message).shows(Shows::Nothing);
        let (from, to) = (from.map(site), to.map(site));
        edit.old_path = from.as_ref().map(|f| f.0.clone());
        edit.new_path = to.as_ref().map(|t| t.0.clone());
        (edit.old, edit.new) = (from.map(|f| f.1), to.map(|t| t.1));
        edits.push(edit);
    };
    for (name, before) in &a {
        if used_before.contains(&before.root()) {
            continue;
        }
        match find(&b, name) {
            None => push(
                edits,
                "definition-removed",
                format!("the definition `{name}` was removed"),
                Some(before),
                None,
            ),
            Some(now) if used_now.contains(&now.root()) => {}
            Some(now) if contract::value::equal(&site(before).1, &site(&now).1) => {}
            Some(now) => push(
                edits,
                "definition-changed",
                format!("the definition `{name}` changed; nothing here uses it"),
                Some(before),
                Some(&now),
            ),
        }
    }
    for (name, now) in &b {
        if !used_now.contains(&now.root()) && find(&a, name).is_none() {
            push(
                edits,
                "definition-added",
                format!("the definition `{name}` was added"),
                None,
                Some(now),
            );
        }
    }
}

/// Whether two schemas are the same text, key order and spaces aside: what the roots reach, node by
/// node. Where the text stands in its document doesn't matter.
pub(crate) fn same_text(old: &Schema, new: &Schema) -> bool {
    let nodes = |schema: &Schema| -> Vec<NodeId> {
        let target = |id| Some(schema.node(id).keywords()?.reference.as_ref()?.target);
        let targets = reached(schema).into_iter().filter_map(target);
        let mut ids: Vec<NodeId> = std::iter::once(schema.root()).chain(targets).collect();
        ids.sort();
        ids.dedup();
        ids
    };
    let (a, b) = (nodes(old), nodes(new));
    let same =
        |(x, y): (&NodeId, &NodeId)| contract::value::equal(old.source_at(*x), new.source_at(*y));
    a.len() == b.len() && a.iter().zip(&b).all(same)
}
