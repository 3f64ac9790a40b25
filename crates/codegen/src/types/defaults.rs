//! The defaults of properties, and whether adding defaults certainly adds them: none is added below `anyOf`, `oneOf`
//! and conditions, because the intended schema is not known, and none inside of itself.

use std::collections::BTreeSet;

use contract::{Keywords, NodeId, Schema};
use serde_json::Value;

use super::{Body, Types};

/// The facts about a schema's defaults.
pub(super) struct Defaults<'s> {
    schema: &'s Schema,
    /// Nodes below which no default is added.
    unfilled: BTreeSet<NodeId>,
}

impl<'s> Defaults<'s> {
    pub(super) fn new(schema: &'s Schema) -> Defaults<'s> {
        let (mut filled, mut unfilled) = (BTreeSet::new(), BTreeSet::new());
        let mut open = vec![(schema.root(), true)];
        while let Some((id, is_filled)) = open.pop() {
            let known = if is_filled { &mut filled } else { &mut unfilled };
            let Some(k) = schema.node(id).keywords().filter(|_| known.insert(id)) else { continue };
            let guessed = guessed(k);
            let all = k.of_parts().chain(k.in_place()).chain(k.references());
            open.extend(all.map(|next| (next, is_filled && !guessed.contains(&next))));
        }
        Defaults { schema, unfilled }
    }

    /// The default of a property, through references and `allOf`.
    pub(super) fn of(&self, property: NodeId) -> Option<&'s Value> {
        let (mut known, mut open) = (BTreeSet::new(), vec![property]);
        while let Some(id) = open.pop() {
            let keywords = self.schema.node(id).keywords().filter(|_| known.insert(id));
            let Some(k) = keywords else { continue };
            if k.default.is_some() {
                return k.default.as_ref();
            }
            open.extend(k.all_of.iter().rev());
            open.extend(k.references());
        }
        None
    }

    /// Whether adding defaults certainly adds that of a property to each object of a schema.
    pub(super) fn is_added(&self, object: NodeId, property: NodeId, default: &Value) -> bool {
        !self.unfilled.contains(&object) && (!holds_object(default) || !self.leads_back(property))
    }

    /// Whether a schema is recursive.
    fn leads_back(&self, id: NodeId) -> bool {
        let (mut known, mut open) = (BTreeSet::new(), vec![id]);
        while let Some(next) = open.pop() {
            let Some(k) = self.schema.node(next).keywords() else { continue };
            let all = k.of_parts().chain(k.in_place()).chain(k.references());
            let more: Vec<NodeId> = all.filter(|next| known.insert(*next)).collect();
            open.extend(more);
        }
        known.contains(&id)
    }
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
