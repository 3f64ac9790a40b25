//! The nodes of a schema as `$ir.nodes` for templates/bash/coerce.jq.

use serde_json::{Map, Value, json};

use super::table::{Table, regex};
use crate::Namespace;
use crate::coercion::CoercionNode;
use crate::ir::Refusal;

/// The root of the table, with the schema's checks, and the nodes.
pub(super) fn write(space: &Namespace, table: &mut Table<'_>) -> Result<(Value, Value), Refusal> {
    let root = table.functions()?;
    let nodes = space.shapes.iter().map(|shape| match shape {
        Some(shape) => node(shape, table),
        None => Ok(Value::Null),
    });
    let nodes = nodes.collect::<Result<_, _>>()?;
    Ok((root, Value::Array(nodes)))
}

fn node(shape: &CoercionNode, table: &mut Table<'_>) -> Result<Value, Refusal> {
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
    put("t", json!(shape.types));
    put("all", json!(shape.all));
    put("ref", json!(shape.references));
    put("dep", json!(shape.dependent));
    if let Some(condition) = &shape.condition {
        put("test", table.sub(&condition.test)?);
        put("then", json!(condition.then));
        put("other", json!(condition.other));
    }
    let properties = shape.properties.iter();
    put("props", properties.map(|(name, id)| (name.clone(), json!(id))).collect());
    let mut patterns = Vec::new();
    for (pattern, id) in &shape.patterns {
        let at = shape.pointer.push("patternProperties").push(&pattern.source);
        patterns.push(json!([regex(pattern, &at)?, id]));
    }
    put("pats", Value::Array(patterns));
    put("rest", json!(shape.rest));
    put("prefix", json!(shape.prefix));
    put("items", json!(shape.items));
    let mut lists = Vec::new();
    for list in &shape.alternatives {
        let mut rows = Vec::new();
        for (id, sub) in list {
            rows.push(json!([id, table.sub(sub)?]));
        }
        lists.push(Value::Array(rows));
    }
    put("any", Value::Array(lists));
    if let Some(default) = &shape.default {
        let default = table.constant(default, &shape.pointer.push("default"))?;
        row.insert("d".to_owned(), default);
    }
    Ok(Value::Object(row))
}
