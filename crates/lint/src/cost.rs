//! Whether a value can be validated in reasonable time. Schemas are untrusted: alternatives that refer to
//! alternatives double the work at each step, and circular references never end.

use std::collections::BTreeMap;

use contract::{NodeId, Schema};
use serde_json::Value;

/// The maximum number of visited schema places for one validation.
const MOST: u64 = 1_000_000;

/// Whether validating `value` against the schema at `id` ends soon.
pub(crate) fn affordable(schema: &Schema, id: NodeId, value: &Value) -> bool {
    let depth = u32::try_from(contract::value::depth(value)).unwrap_or(u32::MAX);
    let mut known = BTreeMap::new();
    let mut widest: u64 = 1;
    let mut todo = vec![id];
    let mut seen = std::collections::BTreeSet::new();
    while let Some(at) = todo.pop() {
        if !seen.insert(at) {
            continue;
        }
        match in_place(schema, at, &mut known) {
            Some(cost) => widest = widest.max(cost),
            None => return false,
        }
        todo.extend(alternatives(schema, at));
        todo.extend(parts(schema, at));
    }
    let visits = widest.checked_pow(depth).unwrap_or(u64::MAX);
    visits.saturating_mul(size(value)) <= MOST
}

/// The number of places that apply to the same value; `None` if they form a loop.
fn in_place(schema: &Schema, id: NodeId, known: &mut BTreeMap<NodeId, Option<u64>>) -> Option<u64> {
    if let Some(cost) = known.get(&id) {
        return *cost;
    }
    known.insert(id, None);
    let mut cost: u64 = 1;
    for next in alternatives(schema, id) {
        cost = cost.saturating_add(in_place(schema, next, known)?);
    }
    known.insert(id, Some(cost));
    Some(cost)
}

/// The places that apply to the same value.
fn alternatives(schema: &Schema, id: NodeId) -> Vec<NodeId> {
    let keywords = schema.node(id).keywords();
    keywords.map(|k| k.in_place().chain(k.references()).collect()).unwrap_or_default()
}

/// The places that apply to parts of the value.
fn parts(schema: &Schema, id: NodeId) -> Vec<NodeId> {
    schema.node(id).keywords().map(|k| k.of_parts().collect()).unwrap_or_default()
}

pub(crate) fn size(value: &Value) -> u64 {
    let mut count: u64 = 0;
    let mut todo = vec![value];
    while let Some(value) = todo.pop() {
        count += 1;
        match value {
            Value::Array(items) => todo.extend(items),
            Value::Object(members) => todo.extend(members.values()),
            _ => {}
        }
    }
    count
}
