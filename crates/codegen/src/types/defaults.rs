//! The defaults of properties, and whether adding defaults certainly adds them: none is added below `anyOf`, `oneOf`
//! and conditions, because the intended schema is not known, and none below an added default of a property with the
//! same name.

use std::collections::{BTreeMap, BTreeSet};

use contract::{Keywords, NodeId, Schema};
use serde_json::Value;

use super::{Body, Types};

/// The facts about a schema's defaults.
pub(super) struct Defaults<'s> {
    schema: &'s Schema,
    /// Nodes below which no default is added.
    unfilled: BTreeSet<NodeId>,
    /// By the name of a property: the nodes below all properties of this name with a default that holds objects.
    inside: BTreeMap<&'s str, BTreeSet<NodeId>>,
}

impl<'s> Defaults<'s> {
    pub(super) fn new(schema: &'s Schema) -> Defaults<'s> {
        let (mut filled, mut unfilled) = (BTreeSet::new(), BTreeSet::new());
        let mut sites: BTreeMap<&str, Vec<NodeId>> = BTreeMap::new();
        let mut open = vec![(schema.root(), true)];
        while let Some((id, is_filled)) = open.pop() {
            let known = if is_filled { &mut filled } else { &mut unfilled };
            let Some(k) = schema.node(id).keywords().filter(|_| known.insert(id)) else { continue };
            let guessed = guessed(k);
            let all = k.of_parts().chain(k.in_place()).chain(k.references());
            open.extend(all.map(|next| (next, is_filled && !guessed.contains(&next))));
            for (name, property) in &k.properties {
                if default_of(schema, *property).is_some_and(holds_object) {
                    sites.entry(name).or_default().push(*property);
                }
            }
        }
        let inside = sites.into_iter().map(|(name, sites)| (name, below(schema, sites))).collect();
        Defaults { schema, unfilled, inside }
    }

    /// The default of a property, through references and `allOf`.
    pub(super) fn of(&self, property: NodeId) -> Option<&'s Value> {
        default_of(self.schema, property)
    }

    /// Whether adding defaults certainly adds that of a property to each object of a schema.
    pub(super) fn is_added(&self, object: NodeId, name: &str, default: &Value) -> bool {
        let is_inside = |nodes: &BTreeSet<NodeId>| nodes.contains(&object);
        let may_end = holds_object(default) && self.inside.get(name).is_some_and(is_inside);
        !self.unfilled.contains(&object) && !may_end
    }
}

/// The default of a property, through references and `allOf`.
fn default_of(schema: &Schema, property: NodeId) -> Option<&Value> {
    let (mut known, mut open) = (BTreeSet::new(), vec![property]);
    while let Some(id) = open.pop() {
        let keywords = schema.node(id).keywords().filter(|_| known.insert(id));
        let Some(k) = keywords else { continue };
        if k.default.is_some() {
            return k.default.as_ref();
        }
        open.extend(k.all_of.iter().rev());
        open.extend(k.references());
    }
    None
}

/// All nodes that these lead to, with themselves.
fn below(schema: &Schema, start: Vec<NodeId>) -> BTreeSet<NodeId> {
    let (mut known, mut open) = (BTreeSet::new(), start);
    while let Some(id) = open.pop() {
        let Some(k) = schema.node(id).keywords().filter(|_| known.insert(id)) else { continue };
        open.extend(k.of_parts().chain(k.in_place()).chain(k.references()));
    }
    known
}

/// The schemas below one from which no default is taken.
fn guessed(k: &Keywords) -> BTreeSet<NodeId> {
    let in_place = k.in_place().filter(|id| !k.all_of.contains(id));
    let parts = [k.contains, k.unevaluated_items, k.property_names];
    in_place.chain(parts.into_iter().flatten()).collect()
}

fn holds_object(value: &Value) -> bool {
    match value {
        Value::Object(_) => true,
        Value::Array(items) => items.iter().any(holds_object),
        _ => false,
    }
}

impl Types {
    /// Marks properties as required if their defaults are certainly added.
    pub(crate) fn fill(&mut self) {
        for decl in &mut self.decls {
            let Body::Object(object) = &mut decl.body else { continue };
            for field in object.fields.iter_mut().filter(|field| field.is_added) {
                field.required = true;
            }
        }
    }

    /// Whether a property is present because its default is added.
    pub(crate) fn has_added(&self) -> bool {
        self.decls.iter().any(|decl| match &decl.body {
            Body::Object(object) => object.fields.iter().any(|field| field.is_added),
            _ => false,
        })
    }
}
