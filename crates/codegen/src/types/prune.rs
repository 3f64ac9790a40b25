//! Declarations that nothing uses: what was merged into others, in languages that have no type for several objects at
//! once.

use std::collections::BTreeSet;

use super::{Body, DeclId, Object, Type, Types};

impl Types {
    /// Writes objects that are several at once as one, and drops the declarations that neither the root nor a
    /// definition leads to.
    pub(super) fn prune(&mut self) {
        for id in 0..self.decls.len() {
            if let (Body::Alias(_), Some(object)) = (&self.decls[id].body, self.object_of(id)) {
                self.decls[id].body = Body::Object(object);
            }
        }
        let (mut kept, mut open) = (BTreeSet::new(), self.roots.clone());
        while let Some(id) = open.pop() {
            if kept.insert(id) {
                visit(&mut self.decls[id].body, &mut |named| open.push(*named));
            }
        }
        let mut places: Vec<Option<DeclId>> = vec![None; self.decls.len()];
        kept.iter().enumerate().for_each(|(place, id)| places[*id] = Some(place));
        let decls = std::mem::take(&mut self.decls).into_iter().enumerate();
        self.decls = decls.filter(|(id, _)| kept.contains(id)).map(|(_, decl)| decl).collect();
        let moved = |id: &mut DeclId| *id = places[*id].unwrap_or_default();
        self.roots.iter_mut().for_each(moved);
        for decl in &mut self.decls {
            visit(&mut decl.body, &mut |id| moved(id));
        }
    }
}

/// Visits the names in a declaration. What is left of several types at once has no type: it becomes any value.
fn visit(body: &mut Body, seen: &mut dyn FnMut(&mut DeclId)) {
    match body {
        Body::Object(object) => visit_object(object, seen),
        Body::Alias(ty) => visit_type(ty, seen),
        Body::Union(union) => {
            union.variants.iter_mut().for_each(|variant| visit_type(&mut variant.ty, seen));
        }
        Body::Tuple(items) => items.iter_mut().for_each(|ty| visit_type(ty, seen)),
        Body::Strings(_) => {}
    }
}

fn visit_object(object: &mut Object, seen: &mut dyn FnMut(&mut DeclId)) {
    object.fields.iter_mut().for_each(|field| visit_type(&mut field.ty, seen));
    object.rest.iter_mut().for_each(|ty| visit_type(ty, seen));
}

fn visit_type(ty: &mut Type, seen: &mut dyn FnMut(&mut DeclId)) {
    match ty {
        Type::Named(id) => seen(id),
        Type::List(inner) | Type::Map(inner) => visit_type(inner, seen),
        Type::Tuple(items, rest, _) => {
            items.iter_mut().chain(rest.as_deref_mut()).for_each(|ty| visit_type(ty, seen));
        }
        Type::Union(all) => all.iter_mut().for_each(|ty| visit_type(ty, seen)),
        Type::Mapped(mapped) => {
            visit_type(&mut mapped.inner, seen);
            mapped.parameters.iter_mut().for_each(|ty| visit_type(ty, seen));
        }
        Type::Both(_) | Type::Required(_) => *ty = Type::Any,
        Type::Any
        | Type::Never
        | Type::Null
        | Type::Boolean
        | Type::Integer(..)
        | Type::Number
        | Type::String
        | Type::Literals(_) => {}
    }
}
