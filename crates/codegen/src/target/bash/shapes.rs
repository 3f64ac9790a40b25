//! What coercion knows of each schema: its types, its default, and the schemas of its parts, as
//! `$ir.nodes` of templates/bash/coerce.jq. Schemas are numbered as they are met; 0 is the root.

use std::collections::BTreeMap;

use contract::{Keywords, NodeId, Schema};
use serde_json::{Map, Value, json};

use super::table::{Table, regex};
use crate::Namespace;
use crate::ir::{Refusal, Sub, lower_parts, read_pattern};

/// The schemas of a namespace, in the order of their numbers.
struct Shapes<'s> {
    schema: &'s Schema,
    numbers: BTreeMap<NodeId, usize>,
    order: Vec<NodeId>,
    /// Schemas that must be decided by themselves, with their checks.
    parts: BTreeMap<NodeId, Sub>,
}

/// The nodes, and the table extended by what decides their conditions and branches.
pub(super) fn write(space: &Namespace, table: &mut Table) -> Result<(Value, Value), Refusal> {
    let schema = &space.schema;
    let mut shapes = Shapes {
        schema,
        numbers: BTreeMap::from([(schema.root(), 0)]),
        order: vec![schema.root()],
        parts: BTreeMap::new(),
    };
    let mut next = 0;
    while let Some(id) = shapes.order.get(next).copied() {
        next += 1;
        if let Some(keywords) = schema.node(id).keywords() {
            for part in parts_of(keywords) {
                shapes.number(part);
            }
        }
    }
    let asked: Vec<NodeId> = shapes
        .order
        .iter()
        .filter_map(|id| schema.node(*id).keywords())
        .flat_map(|k| k.if_.iter().chain(&k.any_of).chain(&k.one_of).copied())
        .collect();
    let (unit, subs) = lower_parts(schema, space.formats, &asked)?;
    shapes.parts = asked.into_iter().zip(subs).collect();
    let root = table.unit(&unit)?;
    let mut nodes = Vec::new();
    for id in shapes.order.clone() {
        nodes.push(match schema.node(id).keywords() {
            Some(keywords) => shapes.node(id, keywords, table)?,
            None => Value::Null,
        });
    }
    Ok((root, Value::Array(nodes)))
}

impl Shapes<'_> {
    fn number(&mut self, id: NodeId) -> usize {
        let next = self.order.len();
        let number = *self.numbers.entry(id).or_insert(next);
        if number == next {
            self.order.push(id);
        }
        number
    }

    fn numbers(&mut self, ids: &[NodeId]) -> Vec<usize> {
        ids.iter().map(|id| self.number(*id)).collect()
    }

    fn node(&mut self, id: NodeId, k: &Keywords, table: &mut Table) -> Result<Value, Refusal> {
        let pointer = &self.schema.node(id).pointer;
        let mut row = Map::new();
        let mut put = |key: &str, value: Value| {
            let empty = match &value {
                Value::Array(list) => list.is_empty(),
                Value::Object(map) => map.is_empty(),
                Value::Null => true,
                _ => false,
            };
            if !empty {
                row.insert(key.to_owned(), value);
            }
        };
        put("t", k.types.map_or(Value::Null, |types| types.iter().map(|t| t.as_str()).collect()));
        put("all", json!(self.numbers(&k.all_of)));
        let references: Vec<NodeId> = k
            .reference
            .iter()
            .map(|reference| reference.target)
            .chain(k.dynamic_reference.iter().map(|reference| reference.target))
            .collect();
        put("ref", json!(self.numbers(&references)));
        let dependent = k.dependent_schemas.iter();
        put("dep", dependent.map(|(name, id)| json!([name, self.number(*id)])).collect());
        if let Some(test) = k.if_ {
            put("test", table.sub(&self.parts[&test])?);
            put("then", json!(k.then_.map(|id| self.number(id))));
            put("other", json!(k.else_.map(|id| self.number(id))));
        }
        let properties = k.properties.iter();
        put(
            "props",
            Value::Object(
                properties.map(|(name, id)| (name.clone(), json!(self.number(*id)))).collect(),
            ),
        );
        let mut patterns = Vec::new();
        for (text, id) in &k.pattern_properties {
            let at = pointer.push("patternProperties").push(text);
            patterns.push(json!([regex(&read_pattern(text, &at)?, &at)?, self.number(*id)]));
        }
        put("pats", Value::Array(patterns));
        let rest = [k.additional_properties, k.unevaluated_properties];
        let rest: Vec<NodeId> = rest.into_iter().flatten().collect();
        put("rest", json!(self.numbers(&rest)));
        put("prefix", json!(self.numbers(&k.prefix_items)));
        put("items", json!(k.items.map(|id| self.number(id))));
        for (key, branches) in [("any", &k.any_of), ("one", &k.one_of)] {
            let mut rows = Vec::new();
            for id in branches {
                rows.push(json!([self.number(*id), table.sub(&self.parts[id])?]));
            }
            put(key, Value::Array(rows));
        }
        if let Some(default) = &k.default {
            let default = table.constant(default, &pointer.push("default"))?;
            row.insert("d".to_owned(), default);
        }
        Ok(Value::Object(row))
    }
}

/// The schemas that [`Shapes::node`] refers to.
fn parts_of(k: &Keywords) -> Vec<NodeId> {
    let lists = [&k.all_of, &k.prefix_items, &k.any_of, &k.one_of];
    let maps = [&k.properties, &k.pattern_properties, &k.dependent_schemas];
    let ones = [k.then_, k.else_, k.additional_properties, k.unevaluated_properties, k.items];
    let lists = lists.into_iter().flatten().copied();
    let maps = maps.into_iter().flat_map(|map| map.values().copied());
    let references = k.reference.iter().map(|reference| reference.target);
    let dynamic = k.dynamic_reference.iter().map(|reference| reference.target);
    let ones = ones.into_iter().flatten();
    lists.chain(maps).chain(ones).chain(references).chain(dynamic).collect()
}
