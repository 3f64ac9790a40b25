//! Alternatives that no value fits two of: by their types, or by the constants of a property that both require.
//! Below a `oneOf` of such branches less never means more.

use contract::{NodeId, Schema};
use serde_json::Value;

use crate::view::{View, intersect};

/// Pairs of branches that are looked at.
const MAX_BRANCHES: usize = 40;

/// Whether no value fits two of the branches, as far as it is plain to see.
pub(super) fn are_apart(schema: &Schema, branches: &[NodeId]) -> bool {
    if branches.len() > MAX_BRANCHES {
        return false;
    }
    branches.iter().enumerate().all(|(at, a)| {
        branches[at + 1..]
            .iter()
            .all(|b| a != b && is_apart(schema, &View::of(schema, &[*a]), &View::of(schema, &[*b])))
    })
}

fn is_apart(schema: &Schema, a: &View, b: &View) -> bool {
    let shared = intersect(a.possible_types(schema), b.possible_types(schema));
    if shared.is_empty() {
        return true;
    }
    let is_object_only = shared.iter().all(|t| t == contract::Type::Object);
    is_object_only && a.required.keys().any(|name| has_other_constant(schema, a, b, name))
}

/// Whether both require a member of this name, with values that differ.
fn has_other_constant(schema: &Schema, a: &View, b: &View, name: &str) -> bool {
    if !b.required.contains_key(name) {
        return false;
    }
    let values = |view: &View| {
        let nodes = view.properties.get(name)?;
        nodes.iter().find_map(|id| constants(schema, *id))
    };
    match (values(a), values(b)) {
        (Some(a), Some(b)) => {
            let is_in_both = |x: &Value| b.iter().any(|y| contract::value::equal(x, y));
            !a.iter().any(is_in_both)
        }
        _ => false,
    }
}

/// The values of a `const` or `enum`.
fn constants(schema: &Schema, id: NodeId) -> Option<Vec<Value>> {
    let keywords = schema.node(id).keywords()?;
    let constant = keywords.constant.clone().map(|value| vec![value]);
    constant.or_else(|| keywords.enumeration.clone())
}
