//! Alternatives of which no value satisfies two: by their types, by the constants of a property that both require,
//! or by a property that one requires and the others forbid. A `oneOf` of such branches is monotone.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use contract::{Body, Keywords, NodeId, Schema, Type};
use serde_json::Value;

use crate::Constant;
use crate::view::{View, intersect};

/// The maximum number of branches that are compared pairwise.
const MAX_BRANCHES: usize = 40;

/// Whether no value satisfies two of the branches, as far as it is obvious.
pub fn are_apart(schema: &Schema, branches: &[NodeId]) -> bool {
    let views: Vec<Rc<View>> = branches.iter().map(|id| View::of(schema, &[*id])).collect();
    // The target of a dynamic reference depends on the path to it.
    let is_scoped =
        |id: &NodeId| schema.node(*id).keywords().is_some_and(|k| k.dynamic_reference.is_some());
    if views.iter().any(|view| view.nodes.iter().any(is_scoped)) {
        return false;
    }
    let is_object = |view: &&Rc<View>| view.effective_types().iter().all(|t| t == Type::Object);
    let (objects, others): (Vec<_>, Vec<_>) = views.iter().partition(is_object);
    let is_tagged = !others.iter().any(|view| view.possible_types(schema).takes(Type::Object))
        && (has_tag(schema, &objects) || have_own_members(schema, &objects));
    let left = if is_tagged { others } else { views.iter().collect() };
    are_pairwise_apart(schema, &left)
}

fn are_pairwise_apart(schema: &Schema, views: &[&Rc<View>]) -> bool {
    let is_apart_from =
        |(at, a): (usize, &&Rc<View>)| views[at + 1..].iter().all(|b| is_apart(schema, a, b));
    views.len() <= MAX_BRANCHES && views.iter().enumerate().all(is_apart_from)
}

/// Whether all of them require a member, with no value that two of them allow.
fn has_tag(schema: &Schema, views: &[&Rc<View>]) -> bool {
    let Some(first) = views.first() else { return false };
    first.required.keys().any(|name| {
        let mut seen: BTreeSet<Constant> = BTreeSet::new();
        views.iter().all(|view| {
            let values = tag_values(schema, view, name).unwrap_or_default();
            let own: BTreeSet<Constant> = values.iter().map(Constant::new).collect();
            let is_new = !own.is_empty() && own.is_disjoint(&seen);
            seen.extend(own);
            is_new
        })
    })
}

/// Whether each of them requires a member that none of the others allows.
fn have_own_members(schema: &Schema, views: &[&Rc<View>]) -> bool {
    let mut takers: BTreeMap<&str, usize> = BTreeMap::new();
    for view in views {
        let Some(names) = allowed_names(schema, view) else { return false };
        for name in names {
            *takers.entry(name).or_default() += 1;
        }
    }
    let is_own = |name: &String| takers.get(name.as_str()) == Some(&1);
    views.iter().all(|view| view.required.keys().any(is_own))
}

/// The possible names of members, if they are listed.
fn allowed_names<'s>(
    schema: &'s Schema,
    view: &View,
) -> Option<impl Iterator<Item = &'s str> + use<'s>> {
    let is_closed = |k: &&Keywords| {
        let rest = k.additional_properties.map(|id| &schema.node(id).body);
        k.pattern_properties.is_empty() && matches!(rest, Some(Body::Bool(false)))
    };
    let mut keywords = view.nodes.iter().filter_map(|id| schema.node(*id).keywords());
    let closed = keywords.find(is_closed)?;
    Some(closed.properties.keys().map(String::as_str))
}

/// The possible values of a member that the view requires, if they are listed.
fn tag_values(schema: &Schema, view: &View, name: &str) -> Option<Vec<Value>> {
    if !view.required.contains_key(name) {
        return None;
    }
    view.properties.get(name)?.iter().find_map(|id| constants(schema, *id))
}

fn is_apart(schema: &Schema, a: &View, b: &View) -> bool {
    let shared = intersect(a.possible_types(schema), b.possible_types(schema));
    if shared.is_empty() {
        return true;
    }
    let is_object_only = shared.iter().all(|t| t == Type::Object);
    is_object_only && a.required.keys().any(|name| has_other_constant(schema, a, b, name))
}

/// Whether both require a member of this name, with different values.
fn has_other_constant(schema: &Schema, a: &View, b: &View, name: &str) -> bool {
    match (tag_values(schema, a, name), tag_values(schema, b, name)) {
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
