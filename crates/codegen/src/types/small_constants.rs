//! Constants that are written as types: small objects, and strings.

use std::collections::BTreeSet;

use contract::{Keywords, NodeId, Schema, Type, TypeSet};
use serde_json::{Map, Value};

/// The maximum number of values in constants that are written as types. Larger ones are any objects or arrays.
const MOST: usize = 200;

/// The maximum depth of such a constant.
const DEEPEST: usize = 16;

/// The object that each value of a schema is.
pub(super) fn constant_object(k: &Keywords) -> Option<&Map<String, Value>> {
    let value = k.single_value()?;
    let alone = k.reference.is_none()
        && [&k.all_of, &k.any_of, &k.one_of].iter().all(|branches| branches.is_empty());
    let object = value.as_object().filter(|object| alone && !object.is_empty());
    object.filter(|_| is_small(std::slice::from_ref(value)))
}

/// Whether constants are written as types.
pub(super) fn is_small(values: &[Value]) -> bool {
    fn count(values: &mut dyn Iterator<Item = &Value>, depth: usize, left: &mut usize) -> bool {
        for value in values {
            if depth > DEEPEST || *left == 0 {
                return false;
            }
            *left -= 1;
            let fits = match value {
                Value::Array(items) => count(&mut items.iter(), depth + 1, left),
                Value::Object(object) => count(&mut object.values(), depth + 1, left),
                _ => true,
            };
            if !fits {
                return false;
            }
        }
        true
    }
    count(&mut values.iter(), 0, &mut MOST.clone())
}

/// The strings of an `enum` without other values, or of alternatives that are some strings each: so schemas describe each
/// value.
pub(super) fn strings(schema: &Schema, k: &Keywords) -> Option<Vec<String>> {
    let only = TypeSet::default().with(Type::String);
    let is_typed = k.types.is_none_or(|types| types == only);
    if !is_typed || k.reference.is_some() || !k.all_of.is_empty() || k.constant.is_some() {
        return None;
    }
    let branches: Vec<NodeId> = k.any_of.iter().chain(&k.one_of).copied().collect();
    match &k.enumeration {
        Some(values) if branches.is_empty() && !values.is_empty() => texts(values),
        None if !branches.is_empty() && (k.any_of.is_empty() || k.one_of.is_empty()) => {
            let mut all: Vec<String> = Vec::new();
            for branch in branches {
                let k = schema.node(branch).keywords()?;
                let own = match &k.constant {
                    Some(value) => texts(std::slice::from_ref(value))?,
                    None => texts(k.enumeration.as_ref()?)?,
                };
                all.extend(own);
            }
            let mut known = BTreeSet::new();
            all.retain(|text| known.insert(text.clone()));
            Some(all)
        }
        _ => None,
    }
}

fn texts(values: &[Value]) -> Option<Vec<String>> {
    values.iter().map(|value| value.as_str().map(str::to_owned)).collect()
}
