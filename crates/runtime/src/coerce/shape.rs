//! The expected value at a place: all schemas that apply there, through references, `allOf` and the
//! branch of `if` that the condition selects.

use std::collections::BTreeSet;

use contract::schema::{DynamicReference, Keywords, NodeId, Schema, Type, TypeSet};
use serde_json::Value;

use crate::validate::{ValidateError, Validator};

/// The schemas that apply at a place.
pub(super) struct ApplicableSchemas<'s> {
    pub(super) all: Vec<&'s Keywords>,
}

impl<'s> ApplicableSchemas<'s> {
    /// All schemas that apply to `value` from `start`.
    pub(super) fn new(
        validator: &'s Validator,
        start: &[NodeId],
        value: &Value,
    ) -> Result<ApplicableSchemas<'s>, ValidateError> {
        let schema = validator.schema();
        let (mut all, mut seen) = (Vec::new(), BTreeSet::new());
        let mut open: Vec<NodeId> = start.iter().rev().copied().collect();
        while let Some(id) = open.pop() {
            if !seen.insert(id) {
                continue;
            }
            let Some(k) = schema.node(id).keywords() else { continue };
            all.push(k);
            open.extend(k.all_of.iter().rev());
            open.extend(k.reference.iter().map(|r| r.target));
            open.extend(k.dynamic_reference.iter().map(|r| bound(schema, r)));
            if let Value::Object(members) = value {
                let dependent = k.dependent_schemas.iter();
                open.extend(dependent.filter(|(n, _)| members.contains_key(*n)).map(|(_, id)| *id));
            }
            if let Some(test) = k.if_ {
                let holds = validator.part(test).is_valid(value)?;
                open.extend(if holds { k.then_ } else { k.else_ });
            }
        }
        Ok(ApplicableSchemas { all })
    }

    /// The types that all of them accept; `None` if none has a `type`.
    pub(super) fn types(&self) -> Option<TypeSet> {
        self.all.iter().filter_map(|k| k.types).reduce(both)
    }

    /// The default of the first schema that has one.
    pub(super) fn default(&self) -> Option<&'s Value> {
        self.all.iter().find_map(|k| k.default.as_ref())
    }

    /// The names of all properties, in the schemas' order, without duplicates.
    pub(super) fn names(&self) -> Vec<&'s str> {
        let mut seen = BTreeSet::new();
        let names = self.all.iter().flat_map(|k| k.properties.keys().map(String::as_str));
        names.filter(|name| seen.insert(*name)).collect()
    }

    /// The schemas of a property.
    pub(super) fn property(
        &self,
        validator: &Validator,
        name: &str,
    ) -> Result<Vec<NodeId>, ValidateError> {
        let mut found = Vec::new();
        for k in &self.all {
            let before = found.len();
            found.extend(k.properties.get(name));
            for (pattern, id) in &k.pattern_properties {
                if validator.finds(pattern, name)? {
                    found.push(*id);
                }
            }
            if found.len() == before {
                // Beside `additionalProperties`, every property is evaluated.
                found.extend(k.additional_properties.or(k.unevaluated_properties));
            }
        }
        Ok(found)
    }

    /// The schemas of an item.
    pub(super) fn item(&self, index: usize) -> Vec<NodeId> {
        let pick = |k: &&Keywords| k.prefix_items.get(index).copied().or(k.items);
        self.all.iter().filter_map(pick).collect()
    }

    /// The alternatives of each `anyOf` and `oneOf`.
    pub(super) fn alternatives(&self) -> impl Iterator<Item = &'s [NodeId]> + '_ {
        let lists = self.all.iter().flat_map(|k| [k.any_of.as_slice(), k.one_of.as_slice()]);
        lists.filter(|list| !list.is_empty())
    }
}

/// The types that both sets take; an integer is a number.
fn both(a: TypeSet, b: TypeSet) -> TypeSet {
    let takes = |t: &Type| a.takes(*t) && b.takes(*t);
    Type::ALL.into_iter().filter(takes).collect()
}

/// Whether any schema applies at all.
pub(super) fn is_known(schema: &Schema, ids: &[NodeId]) -> bool {
    ids.iter().any(|id| schema.node(*id).keywords().is_some())
}

/// The target of a dynamic reference: the outermost resource is the whole schema's, whose anchor comes
/// first.
fn bound(schema: &Schema, reference: &DynamicReference) -> NodeId {
    let whole = schema.resource(schema.node(schema.root()).resource);
    let anchor = reference.anchor.as_ref().and_then(|name| whole.dynamic_anchors.get(name));
    anchor.copied().unwrap_or(reference.target)
}
