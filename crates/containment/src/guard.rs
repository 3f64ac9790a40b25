//! Schemas that take a validator for ever: alternatives of alternatives, each written once and visited
//! exponentially often. No document is put before a validator of such a schema. Where the visits multiply
//! with the levels of a document, they are counted for each document before it is validated.

use std::collections::BTreeMap;

use contract::{Keywords, NodeId, Pointer, Schema};
use serde_json::Value;

/// The number of schema node visits for one value beyond which validation is impractical.
const MAX_VISITS: u64 = 1_000_000;

/// The place from which one value leads to too many visits.
pub(crate) fn explosive(schema: &Schema) -> Option<Pointer> {
    let (id, count) = most_visits(schema);
    (count > MAX_VISITS).then(|| schema.node(id).pointer.clone())
}

/// The place from which one value leads to the most visits, and their number.
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

/// Visits for one value from a node. A node that is reached again from itself counts once.
fn visits(schema: &Schema, id: NodeId, known: &mut BTreeMap<NodeId, u64>) -> u64 {
    if let Some(count) = known.get(&id) {
        return *count;
    }
    known.insert(id, 1);
    let mut count: u64 = 1;
    if let Some(k) = schema.node(id).keywords() {
        for child in in_place(k) {
            count = count.saturating_add(visits(schema, child, known));
        }
    }
    known.insert(id, count);
    count
}

/// The subschemas of the same value.
fn in_place(k: &Keywords) -> Vec<NodeId> {
    k.in_place().chain(k.references()).collect()
}

/// Whether each value of any document is visited rarely, whatever the document's depth: the schema is small
/// even with each reference replaced by its target.
pub(crate) fn is_bounded(schema: &Schema) -> bool {
    let mut known = BTreeMap::new();
    written_out(schema, schema.root(), &mut known) <= MAX_WRITTEN_OUT
}

/// The number of nodes with replaced references from which the visits of documents are counted.
const MAX_WRITTEN_OUT: u64 = 100_000;

/// The nodes from here on, with each reference replaced by its target. Recursion is infinite.
fn written_out(schema: &Schema, id: NodeId, known: &mut BTreeMap<NodeId, u64>) -> u64 {
    if let Some(count) = known.get(&id) {
        return *count;
    }
    known.insert(id, u64::MAX);
    let mut count: u64 = 1;
    if let Some(k) = schema.node(id).keywords() {
        for child in k.subschemas() {
            count = count.saturating_add(written_out(schema, child, known));
        }
    }
    known.insert(id, count);
    count
}

/// The maximum number of schema node visits for a document; `None` beyond `most`.
pub(crate) fn visits_of(schema: &Schema, document: &Value, most: u64) -> Option<u64> {
    let mut count = DocumentVisits::new(schema, most);
    Some(count.of(schema.root(), document)).filter(|visits| *visits <= most)
}

/// The values of a document that a node applies to; `None` if finding them would take more than `most` pairs
/// of a node and a value.
pub fn values_of<'v>(
    schema: &Schema,
    document: &'v Value,
    node: NodeId,
    most: u64,
) -> Option<Vec<&'v Value>> {
    let mut count = DocumentVisits::new(schema, most);
    count.wanted = Some(node);
    count.of(schema.root(), document);
    (count.known.len() as u64 <= most).then_some(count.found)
}

/// Counts the visits of one document. Each pair of a node and a value is counted once.
struct DocumentVisits<'s, 'v> {
    schema: &'s Schema,
    most: u64,
    known: BTreeMap<(NodeId, *const Value), u64>,
    /// The node whose values are collected, and the values.
    wanted: Option<NodeId>,
    found: Vec<&'v Value>,
}

impl<'s, 'v> DocumentVisits<'s, 'v> {
    fn new(schema: &'s Schema, most: u64) -> Self {
        let known = BTreeMap::new();
        DocumentVisits { schema, most, known, wanted: None, found: Vec::new() }
    }

    fn of(&mut self, id: NodeId, value: &'v Value) -> u64 {
        let pair = (id, std::ptr::from_ref(value));
        if let Some(count) = self.known.get(&pair) {
            return *count;
        }
        if self.known.len() as u64 > self.most {
            return u64::MAX;
        }
        if self.wanted == Some(id) {
            self.found.push(value);
        }
        // A node that is reached again from itself is already being visited.
        self.known.insert(pair, 1);
        let schema = self.schema;
        let count = schema.node(id).keywords().map_or(1, |k| self.of_keywords(k, value));
        self.known.insert(pair, count);
        count
    }

    fn of_keywords(&mut self, k: &Keywords, value: &'v Value) -> u64 {
        let mut count: u64 = 1;
        for child in in_place(k) {
            count = count.saturating_add(self.of(child, value));
        }
        if k.unevaluated_properties.is_some() || k.unevaluated_items.is_some() {
            // The validator visits the subschemas again to find out what they evaluate.
            count = count.saturating_mul(2);
        }
        match value {
            Value::Object(members) => {
                for (name, member) in members {
                    count = count.saturating_add(self.of_member(k, name, member));
                }
            }
            Value::Array(items) => {
                for (at, item) in items.iter().enumerate() {
                    let own = k.prefix_items.get(at).copied().or(k.items);
                    for child in [own, k.contains, k.unevaluated_items].into_iter().flatten() {
                        count = count.saturating_add(self.of(child, item));
                    }
                }
            }
            _ => {}
        }
        count
    }

    /// Any pattern may match, and if none does, the rest applies to the member.
    fn of_member(&mut self, k: &Keywords, name: &str, member: &'v Value) -> u64 {
        let own = k.properties.get(name).map_or(0, |child| self.of(*child, member));
        let patterns: u64 = k
            .pattern_properties
            .values()
            .fold(0, |sum, child| u64::saturating_add(sum, self.of(*child, member)));
        let mut rest = |child: Option<NodeId>| child.map_or(0, |child| self.of(child, member));
        let (additional, unevaluated) =
            (rest(k.additional_properties), rest(k.unevaluated_properties));
        let declared = own.saturating_add(patterns);
        let beside = if own > 0 { 0 } else { additional };
        declared.max(beside).saturating_add(unevaluated).saturating_add(1)
    }
}
