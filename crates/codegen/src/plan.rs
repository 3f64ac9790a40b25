//! What coercion and defaults go by: for each place the types that are expected there and the plans of
//! the places below. The same words and rules as `skillgen validate --coerce`; alternatives (`anyOf`,
//! `oneOf`), conditions and `patternProperties` are left alone: which of them is meant is a guess.

use std::collections::BTreeMap;

use contract::{Keywords, NodeId, Schema, Type};
use serde_json::{Map, Value, json};

/// Plans beyond this are left out: what they speak of is not coerced.
const MOST: usize = 20_000;

/// The plans of a schema as one JSON array; the first is that of the root.
pub(crate) fn plans(schema: &Schema) -> Value {
    let mut builder = Builder { schema, ids: BTreeMap::new(), queue: Vec::new() };
    builder.plan(&[schema.root()]);
    let mut plans: BTreeMap<usize, Value> = BTreeMap::new();
    while let Some((id, nodes)) = builder.queue.pop() {
        let plan = builder.write(&nodes);
        plans.insert(id, plan);
    }
    Value::Array(plans.into_values().collect())
}

struct Builder<'s> {
    schema: &'s Schema,
    ids: BTreeMap<Vec<NodeId>, usize>,
    queue: Vec<(usize, Vec<NodeId>)>,
}

impl<'s> Builder<'s> {
    /// The plan for a value to which all of `start` apply; nothing where none of them says anything.
    fn plan(&mut self, start: &[NodeId]) -> Option<usize> {
        let nodes = self.closure(start);
        if nodes.is_empty() && !self.ids.is_empty() {
            return None;
        }
        if let Some(known) = self.ids.get(&nodes) {
            return Some(*known);
        }
        let id = self.ids.len();
        if id == MOST {
            return None;
        }
        self.ids.insert(nodes.clone(), id);
        self.queue.push((id, nodes));
        Some(id)
    }

    /// The schemas that apply to the same value through references and `allOf`.
    fn closure(&self, start: &[NodeId]) -> Vec<NodeId> {
        let mut all = Vec::new();
        let mut open: Vec<NodeId> = start.iter().rev().copied().collect();
        while let Some(id) = open.pop() {
            let Some(k) = self.schema.node(id).keywords() else { continue };
            if all.contains(&id) {
                continue;
            }
            all.push(id);
            open.extend(k.all_of.iter().rev());
            open.extend(k.reference.iter().map(|r| r.target));
            open.extend(k.dynamic_reference.iter().map(|r| r.target));
        }
        all
    }

    fn write(&mut self, nodes: &[NodeId]) -> Value {
        let schema = self.schema;
        let all: Vec<&'s Keywords> =
            nodes.iter().filter_map(|id| schema.node(*id).keywords()).collect();
        let mut plan = Map::new();
        let takes = |t: &Type| {
            let mut sets = all.iter().filter_map(|k| k.types).peekable();
            sets.peek().is_some() && sets.all(|set| set.takes(*t))
        };
        let types: Vec<&str> = Type::ALL.iter().filter(|t| takes(t)).map(|t| t.as_str()).collect();
        if !types.is_empty() {
            plan.insert("types".to_owned(), json!(types));
        }
        let mut names: Vec<&str> = Vec::new();
        for name in all.iter().flat_map(|k| k.properties.keys()) {
            if !names.contains(&name.as_str()) {
                names.push(name);
            }
        }
        let mut properties = Vec::new();
        for name in names {
            let below: Vec<NodeId> =
                all.iter().filter_map(|k| k.properties.get(name).copied().or(rest(k))).collect();
            let Some(id) = self.plan(&below) else { continue };
            properties.push(json!([name, id]));
        }
        if !properties.is_empty() {
            plan.insert("properties".to_owned(), Value::Array(properties));
        }
        let below: Vec<NodeId> = all.iter().filter_map(|k| rest(k)).collect();
        // A name that some schema matches by a pattern is not what the others call the rest.
        if all.iter().all(|k| k.pattern_properties.is_empty())
            && let Some(id) = self.plan(&below)
        {
            plan.insert("rest".to_owned(), json!(id));
        }
        self.items(&all, &mut plan);
        if let Some(default) = all.iter().find_map(|k| k.default.as_ref()) {
            plan.insert("default".to_owned(), default.clone());
        }
        Value::Object(plan)
    }

    fn items(&mut self, all: &[&'s Keywords], plan: &mut Map<String, Value>) {
        let longest = all.iter().map(|k| k.prefix_items.len()).max().unwrap_or(0);
        let at = |index: usize| -> Vec<NodeId> {
            all.iter().filter_map(|k| k.prefix_items.get(index).copied().or(k.items)).collect()
        };
        let prefix: Vec<Value> = (0..longest).map(|index| json!(self.plan(&at(index)))).collect();
        if !prefix.is_empty() {
            plan.insert("prefix".to_owned(), Value::Array(prefix));
        }
        if let Some(id) = self.plan(&at(longest)) {
            plan.insert("items".to_owned(), json!(id));
        }
    }
}

/// The schema of the properties that have none of their own.
fn rest(k: &Keywords) -> Option<NodeId> {
    k.additional_properties.or(k.unevaluated_properties)
}
