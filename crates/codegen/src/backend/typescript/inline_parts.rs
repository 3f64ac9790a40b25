//! The parts of an `allOf` that nothing else names. They are written in the type of the whole, and get no name.

use std::collections::{BTreeMap, BTreeSet};

use crate::types::{Body, DeclId, Object, Type, Types};

/// Several objects at once, as the named ones and one object of the others' properties.
pub(super) struct Split<'t> {
    /// The types with a name.
    pub(super) named: Vec<&'t Type>,
    /// The properties of the parts without one.
    pub(super) own: Object,
    /// These parts.
    pub(super) parts: Vec<DeclId>,
}

/// The declarations that are used once, as a part of a declared intersection, and have no documentation.
pub(super) fn single_uses(types: &Types) -> BTreeSet<DeclId> {
    let mut uses: BTreeMap<DeclId, usize> = BTreeMap::new();
    let mut count = |id: DeclId| *uses.entry(id).or_default() += 1;
    for decl in &types.decls {
        match &decl.body {
            Body::Object(object) => {
                let fields = object.fields.iter().map(|field| &field.ty);
                fields.chain(&object.rest).for_each(|ty| each_name(ty, &mut count));
            }
            Body::Alias(ty) => each_name(ty, &mut count),
            Body::Union(union) => {
                union.variants.iter().for_each(|variant| each_name(&variant.ty, &mut count));
            }
            Body::Tuple(items) => items.iter().for_each(|ty| each_name(ty, &mut count)),
            Body::Strings(_) => {}
        }
    }
    let is_plain = |id: &DeclId| {
        let decl = &types.decls[*id];
        let is_object = matches!(&decl.body, Body::Object(object) if !object.fields.is_empty());
        is_object && decl.doc.is_none() && !decl.deprecated && !types.roots.contains(id)
    };
    uses.into_iter().filter(|(_, count)| *count == 1).map(|(id, _)| id).filter(is_plain).collect()
}

/// Splits an intersection, if the parts among `single` have different properties and the same for all other keys.
pub(super) fn split<'t>(
    types: &'t Types,
    ty: &'t Type,
    single: &BTreeSet<DeclId>,
) -> Option<Split<'t>> {
    let Type::Both(all) = ty else { return None };
    let mut found = Split { named: Vec::new(), own: Object::default(), parts: Vec::new() };
    let mut names: BTreeSet<&str> = BTreeSet::new();
    for ty in all {
        let Type::Named(id) = ty else { return None };
        match &types.decls[*id].body {
            Body::Object(object) if single.contains(id) => {
                let is_new = object.fields.iter().all(|field| names.insert(&field.name));
                let is_same = found.parts.is_empty() || found.own.rest == object.rest;
                let is_plain = matches!(object.rest, None | Some(Type::Any));
                if !(is_new && is_same && is_plain) {
                    return None;
                }
                found.own.fields.extend(object.fields.iter().cloned());
                found.own.rest.clone_from(&object.rest);
                found.parts.push(*id);
            }
            _ => found.named.push(ty),
        }
    }
    (!found.parts.is_empty()).then_some(found)
}

fn each_name(ty: &Type, seen: &mut dyn FnMut(DeclId)) {
    match ty {
        Type::Named(id) => seen(*id),
        Type::List(inner) | Type::Map(inner) => each_name(inner, seen),
        Type::Tuple(items, rest, _) => {
            items.iter().chain(rest.as_deref()).for_each(|ty| each_name(ty, seen));
        }
        Type::Union(all) | Type::Both(all) => all.iter().for_each(|ty| each_name(ty, seen)),
        Type::Mapped(mapped) => {
            each_name(&mapped.inner, seen);
            mapped.parameters.iter().for_each(|ty| each_name(ty, seen));
        }
        _ => {}
    }
}
