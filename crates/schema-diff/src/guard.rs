//! Schemas that take a validator for ever: alternatives of alternatives, each written once and visited
//! exponentially often. No document is put before a validator of such a schema.

use std::collections::BTreeMap;

use contract::{NodeId, Pointer, Schema};

/// Visits of schema nodes for one value beyond which validation is out of reach.
const MAX_VISITS: u64 = 1_000_000;

/// The place from which one value leads to more visits than can be waited for.
pub(crate) fn explosive(schema: &Schema) -> Option<Pointer> {
    let (id, count) = most_visits(schema);
    (count > MAX_VISITS).then(|| schema.node(id).pointer.clone())
}

/// The place from which one value leads to the most visits, and how many those are.
pub(crate) fn most_visits(schema: &Schema) -> (NodeId, u64) {
    let mut known: BTreeMap<NodeId, u64> = BTreeMap::new();
    let mut most = (schema.root(), 1);
    for (id, _) in schema.nodes() {
        let count = visits(schema, id, &mut known);
        if count > most.1 {
            most = (id, count);
        }
        if count > MAX_VISITS {
            break;
        }
    }
    most
}

/// Visits for one value, from a node on. A node that is met again on the way to itself counts once:
/// it is at work already.
fn visits(schema: &Schema, id: NodeId, known: &mut BTreeMap<NodeId, u64>) -> u64 {
    if let Some(count) = known.get(&id) {
        return *count;
    }
    known.insert(id, 1);
    let mut count: u64 = 1;
    if let Some(k) = schema.node(id).keywords() {
        let lists =
            k.all_of.iter().chain(&k.any_of).chain(&k.one_of).chain(k.dependent_schemas.values());
        let single = [k.not, k.if_, k.then_, k.else_].into_iter().flatten();
        let targets = k.reference.iter().map(|r| r.target);
        let dynamic = k.dynamic_reference.iter().map(|r| r.target);
        let inside: Vec<NodeId> =
            lists.copied().chain(single).chain(targets).chain(dynamic).collect();
        for child in inside {
            count = count.saturating_add(visits(schema, child, known));
        }
    }
    known.insert(id, count);
    count
}
