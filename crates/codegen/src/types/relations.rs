//! How declarations contain each other, for languages with structs.

use std::collections::{BTreeMap, BTreeSet};

use super::intersect::intersection;
use super::{Body, DeclId, Field, Object, Type, Types};

/// The maximum length of a chain of names.
const DEEPEST: usize = 16;

/// Several objects at once count as this many names, because each may lead to several again.
const BOTH: usize = 4;

impl Types {
    /// Whether an alias leads to itself through aliases alone, in any wrapping.
    pub(crate) fn is_endless(&self, id: DeclId) -> bool {
        self.leads_back(id, false)
    }

    /// Whether a declaration leads back to itself, by aliases or fields of objects.
    pub(crate) fn leads_back(&self, id: DeclId, by_fields: bool) -> bool {
        fn named(ty: &Type, found: &mut Vec<DeclId>) {
            match ty {
                Type::Named(id) => found.push(*id),
                Type::List(inner) | Type::Map(inner) => named(inner, found),
                Type::Union(all) | Type::Both(all) => all.iter().for_each(|ty| named(ty, found)),
                _ => {}
            }
        }
        let (mut queue, mut known) = (vec![id], BTreeSet::new());
        while let Some(next) = queue.pop() {
            let mut found = Vec::new();
            if let Some(object) = by_fields.then(|| self.object_of(next)).flatten() {
                object.fields.iter().for_each(|field| named(&field.ty, &mut found));
            } else if let Body::Alias(ty) = &self.decls[next].body {
                named(ty, &mut found);
            }
            if found.contains(&id) {
                return true;
            }
            queue.extend(found.into_iter().filter(|id| known.insert(*id)));
        }
        false
    }

    /// The intersection of several known object types as one.
    pub(crate) fn merged(&self, ty: &Type) -> Option<Object> {
        self.merged_at(ty, 0)
    }

    fn merged_at(&self, ty: &Type, depth: usize) -> Option<Object> {
        let Type::Both(all) = ty else { return None };
        let mut merged: Option<Object> = None;
        // Where each name is: an `allOf` may have thousands of members.
        let mut places: BTreeMap<String, usize> = BTreeMap::new();
        let is_required = |ty: &&Type| matches!(ty, Type::Required(_));
        for part in all.iter().filter(|ty| !is_required(ty)) {
            let object = self.object(part, depth + BOTH)?;
            let Some(so_far) = &mut merged else {
                let names = object.fields.iter().map(|field| field.name.clone());
                places = names.zip(0..).collect();
                merged = Some(object);
                continue;
            };
            for field in object.fields {
                match places.get(&field.name).map(|place| &mut so_far.fields[*place]) {
                    Some(known) => {
                        known.required |= field.required;
                        if known.ty == Type::Any {
                            known.ty = field.ty;
                        } else if field.ty != known.ty && field.ty != Type::Any {
                            // Either contains the common values; an intersection of several objects
                            // would need a name.
                            let met = intersection(self, &[known.ty.clone(), field.ty.clone()]);
                            known.ty = met.filter(|ty| !has_both(ty)).unwrap_or(known.ty.clone());
                        }
                    }
                    None => {
                        places.insert(field.name.clone(), so_far.fields.len());
                        so_far.fields.push(field);
                    }
                }
            }
            so_far.rest = Some(Type::Any);
        }
        for part in all {
            let (Type::Required(names), Some(object)) = (part, &mut merged) else { continue };
            names.iter().for_each(|name| require(object, name));
        }
        merged
    }

    /// Whether [`Types::merged`] gives an object, without merging the types of its properties: each of them may lead to the same
    /// definitions again.
    pub(crate) fn is_merged(&self, ty: &Type) -> bool {
        matches!(ty, Type::Both(_)) && self.is_object(ty, 0)
    }

    fn is_object(&self, ty: &Type, depth: usize) -> bool {
        match ty {
            Type::Both(all) => {
                let mut parts = all.iter().filter(|ty| !matches!(ty, Type::Required(_))).peekable();
                parts.peek().is_some()
                    && parts
                        .all(|part| depth + BOTH <= DEEPEST && self.is_object(part, depth + BOTH))
            }
            Type::Named(id) => match &self.decls[*id].body {
                Body::Object(_) => true,
                Body::Alias(inner) => depth < DEEPEST && self.is_object(inner, depth + 1),
                _ => false,
            },
            _ => false,
        }
    }

    /// The object that a declaration is, if it is one.
    pub(crate) fn object_of(&self, id: DeclId) -> Option<Object> {
        match &self.decls[id].body {
            Body::Object(object) => Some(object.clone()),
            Body::Alias(ty) => self.merged(ty),
            Body::Strings(_) | Body::Union(_) | Body::Tuple(_) => None,
        }
    }

    /// The object that the root is, through whatever names it.
    pub(crate) fn root_object(&self) -> Option<Object> {
        self.object(&Type::Named(0), 0).or_else(|| self.object_of(0))
    }

    /// The object that a type is, through names and as several at once; `None` beyond a depth of names.
    pub(crate) fn object(&self, ty: &Type, depth: usize) -> Option<Object> {
        if depth > DEEPEST {
            return None;
        }
        let Type::Named(id) = ty else { return self.merged_at(ty, depth) };
        match &self.decls[*id].body {
            Body::Object(object) => Some(object.clone()),
            Body::Alias(inner) => self.object(inner, depth + 1),
            _ => None,
        }
    }
}

/// Makes a property required.
fn require(object: &mut Object, name: &str) {
    if let Some(field) = object.fields.iter_mut().find(|field| field.name == name) {
        field.required = true;
        return;
    }
    object.fields.push(Field {
        name: name.to_owned(),
        ty: object.rest.clone().unwrap_or(Type::Never),
        required: true,
        doc: None,
        deprecated: false,
        default: None,
        is_added: false,
    });
}

/// Whether several objects at once stand somewhere in a type.
fn has_both(ty: &Type) -> bool {
    match ty {
        Type::Both(_) => true,
        Type::List(inner) | Type::Map(inner) => has_both(inner),
        Type::Union(all) => all.iter().any(has_both),
        Type::Tuple(all, rest, _) => all.iter().chain(rest.as_deref()).any(has_both),
        _ => false,
    }
}

/// The type beside `null`, where there is just one.
pub(crate) fn nullable(all: &[Type]) -> Option<Type> {
    match all {
        [Type::Null, other] | [other, Type::Null] => match other {
            Type::Union(_) | Type::Any | Type::Both(_) => None,
            known => Some(known.clone()),
        },
        _ => None,
    }
}

/// Whether edges lead from one declaration to another.
pub(super) fn reaches(direct: &[BTreeSet<DeclId>], from: DeclId, to: DeclId) -> bool {
    let (mut queue, mut known) = (vec![from], BTreeSet::from([from]));
    while let Some(next) = queue.pop() {
        if next == to {
            return true;
        }
        queue.extend(direct[next].iter().copied().filter(|id| known.insert(*id)));
    }
    false
}
