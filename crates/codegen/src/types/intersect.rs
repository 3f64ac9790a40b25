//! Intersections of types, by JSON type: of `allOf`, `$ref` with siblings, and keywords beside alternatives.
//! Either side contains all common values, so choosing one is never too narrow.

use std::collections::BTreeSet;

use contract::Type as Kind;
use serde_json::Value;

use super::combine::union;
use super::{Body, Field, Object, Type, Types};

/// The maximum length of a chain of aliases.
const DEEPEST: usize = 16;

/// The maximum number of alternatives that intersections of alternatives may have.
const MOST: usize = 64;

/// The values of a type of one JSON type; numbers are one type.
type Part = (Kind, Type);

/// Writes each intersection as a union by JSON type, if possible.
pub(super) fn simplify(types: &mut Types) {
    for id in 0..types.decls.len() {
        let mut body = types.decls[id].body.clone();
        match &mut body {
            Body::Object(object) => simplify_object(types, object),
            Body::Alias(ty) => simplify_type(types, ty),
            Body::Strings(_) | Body::Union(_) | Body::Tuple(_) => {}
        }
        types.decls[id].body = body;
    }
}

fn simplify_object(types: &Types, object: &mut Object) {
    for Field { ty, .. } in &mut object.fields {
        simplify_type(types, ty);
    }
    if let Some(rest) = &mut object.rest {
        simplify_type(types, rest);
    }
}

fn simplify_type(types: &Types, ty: &mut Type) {
    match ty {
        Type::List(inner) | Type::Map(inner) => simplify_type(types, inner),
        Type::Tuple(prefix, rest, _) => {
            prefix.iter_mut().chain(rest.as_deref_mut()).for_each(|ty| simplify_type(types, ty));
        }
        Type::Union(all) => {
            all.iter_mut().for_each(|ty| simplify_type(types, ty));
            *ty = union(std::mem::take(all));
        }
        Type::Both(all) => {
            all.iter_mut().for_each(|ty| simplify_type(types, ty));
            // Objects that can't be told from other values keep only their own required properties.
            let simple = intersection(types, all).or_else(|| {
                all.retain(|ty| !matches!(ty, Type::Required(_)));
                intersection(types, all)
            });
            if let Some(simple) = simple {
                *ty = simple;
            } else if let [one] = all.as_slice() {
                *ty = one.clone();
            }
        }
        _ => {}
    }
}

/// The intersection of several types; `None` if one of them can't be split.
pub(super) fn intersection(types: &Types, all: &[Type]) -> Option<Type> {
    let mut left: Option<Vec<Part>> = None;
    for ty in all {
        let Some(parts) = parts(types, ty, 0)? else { continue };
        left = Some(match left {
            None => parts,
            Some(left) if left.len() * parts.len() > MOST => return None,
            Some(left) => {
                let pairs = left.iter().flat_map(|a| parts.iter().map(move |b| (a, b)));
                let same = pairs.filter(|((a, _), (b, _))| a == b);
                same.map(|((kind, a), (_, b))| (*kind, meet(types, *kind, a, b))).collect()
            }
        });
    }
    Some(match left {
        None => Type::Any,
        Some(left) => union(left.into_iter().map(|(_, ty)| ty).collect()),
    })
}

/// A type by JSON type; the inner `None` is any value.
#[allow(clippy::option_option, reason = "all values, and no answer, are two things")]
fn parts(types: &Types, ty: &Type, depth: usize) -> Option<Option<Vec<Part>>> {
    if depth > DEEPEST {
        return None;
    }
    let one = |kind: Kind| Some(Some(vec![(kind, ty.clone())]));
    match ty {
        Type::Any => Some(None),
        Type::Never => Some(Some(Vec::new())),
        Type::Null => one(Kind::Null),
        Type::Boolean => one(Kind::Boolean),
        Type::Integer(..) | Type::Number => one(Kind::Number),
        Type::String => one(Kind::String),
        Type::List(_) | Type::Tuple(..) => one(Kind::Array),
        Type::Map(_) => one(Kind::Object),
        Type::Literals(values) => Some(Some(by_kind(values))),
        Type::Named(id) => match &types.decls[*id].body {
            Body::Object(_) => one(Kind::Object),
            Body::Strings(_) => one(Kind::String),
            Body::Tuple(_) => one(Kind::Array),
            Body::Union(union) => parts(types, &union.plain(), depth + 1),
            Body::Alias(inner) => {
                let found = parts(types, inner, depth + 1)?;
                // A name is kept if it has only one JSON type.
                match found.as_deref() {
                    Some([(kind, _)]) => one(*kind),
                    _ => Some(found),
                }
            }
        },
        Type::Union(all) => {
            let mut found = Vec::new();
            for ty in all {
                match parts(types, ty, depth + 1)? {
                    Some(more) => found.extend(more),
                    None => return Some(None),
                }
            }
            Some(Some(found))
        }
        Type::Both(_) if types.is_merged(ty) => one(Kind::Object),
        Type::Both(_) => None,
        Type::Required(_) => {
            let list = Type::List(Box::new(Type::Any));
            Some(Some(vec![
                (Kind::Null, Type::Null),
                (Kind::Boolean, Type::Boolean),
                (Kind::Number, Type::Number),
                (Kind::String, Type::String),
                (Kind::Array, list),
                (Kind::Object, ty.clone()),
            ]))
        }
        Type::Mapped(mapped) => match parts(types, &mapped.inner, depth + 1)?.as_deref() {
            Some([(kind, _)]) => one(*kind),
            _ => None,
        },
    }
}

/// Scalars by JSON type.
pub(super) fn by_kind(values: &[Value]) -> Vec<Part> {
    let mut found: Vec<(Kind, Vec<Value>)> = Vec::new();
    for value in values {
        let kind = match value {
            Value::Null => Kind::Null,
            Value::Bool(_) => Kind::Boolean,
            Value::Number(_) => Kind::Number,
            _ => Kind::String,
        };
        match found.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, known)) => known.push(value.clone()),
            None => found.push((kind, vec![value.clone()])),
        }
    }
    let ty = |kind: Kind, values: Vec<Value>| match kind {
        Kind::Null => Type::Null,
        _ => Type::Literals(values),
    };
    found.into_iter().map(|(kind, values)| (kind, ty(kind, values))).collect()
}

/// The intersection of two types of one JSON type.
fn meet(types: &Types, kind: Kind, a: &Type, b: &Type) -> Type {
    if a == b || is_all(types, kind, b) {
        return a.clone();
    }
    if is_all(types, kind, a) {
        return b.clone();
    }
    match (a, b) {
        (Type::Integer(low, high), Type::Integer(other_low, other_high)) => {
            let most = [*high, *other_high].into_iter().flatten().min();
            Type::Integer((*low).max(*other_low), most)
        }
        (Type::List(a), Type::List(b)) => {
            let items = [(**a).clone(), (**b).clone()];
            Type::List(Box::new(intersection(types, &items).unwrap_or_else(|| (**a).clone())))
        }
        (Type::Required(names), Type::Required(more)) => {
            let all: BTreeSet<&String> = names.iter().chain(more).collect();
            Type::Required(all.into_iter().cloned().collect())
        }
        (Type::Required(names), other) | (other, Type::Required(names)) => {
            with_required(types, other, names)
        }
        _ if kind == Kind::Object => match (is_map(types, a), is_map(types, b)) {
            (false, false) => flat_both(types, a, b),
            (true, _) => b.clone(),
            _ => a.clone(),
        },
        _ => match (scalars(types, a), scalars(types, b)) {
            (Some(list), Some(others)) => {
                let common: Vec<Value> =
                    list.into_iter().filter(|value| others.contains(value)).collect();
                if common.is_empty() { Type::Never } else { Type::Literals(common) }
            }
            (None, Some(_)) | (_, None) if matches!(b, Type::Literals(_) | Type::Integer(..)) => {
                b.clone()
            }
            _ => a.clone(),
        },
    }
}

/// An object that also has these properties. A type without known properties stays.
fn with_required(types: &Types, ty: &Type, names: &[String]) -> Type {
    let Some(object) = types.object(ty, 0) else { return ty.clone() };
    let fields = object.fields.iter().filter(|field| field.required);
    let known: BTreeSet<&str> = fields.map(|field| field.name.as_str()).collect();
    let more = names.iter().filter(|name| !known.contains(name.as_str()));
    let more: Vec<String> = more.cloned().collect();
    if more.is_empty() {
        return ty.clone();
    }
    let mut all = members(ty);
    all.push(Type::Required(more));
    Type::Both(all)
}

/// The members of several types at once.
fn members(ty: &Type) -> Vec<Type> {
    match ty {
        Type::Both(all) => all.clone(),
        other => vec![other.clone()],
    }
}

/// Two objects at once, without duplicates; required properties that no member has yet follow. The members of `a` differ
/// already: hundreds of types in one `allOf` would be compared with each other once more for each of them.
fn flat_both(types: &Types, a: &Type, b: &Type) -> Type {
    let (mut all, mut names) = (Vec::new(), Vec::new());
    let known = members(a);
    let count = known.len();
    for (at, ty) in known.into_iter().chain(members(b)).enumerate() {
        match ty {
            Type::Required(more) => names.extend(more),
            ty if at >= count && all.contains(&ty) => {}
            ty => all.push(ty),
        }
    }
    names.dedup();
    let both = if all.len() == 1 { all.remove(0) } else { Type::Both(all) };
    if names.is_empty() { both } else { with_required(types, &both, &names) }
}

/// Whether a type contains all values of a JSON type.
fn is_all(types: &Types, kind: Kind, ty: &Type) -> bool {
    match (kind, ty) {
        (_, Type::Named(id)) => match &types.decls[*id].body {
            Body::Alias(inner) if !matches!(inner, Type::Named(_)) => is_all(types, kind, inner),
            _ => false,
        },
        (Kind::Array, Type::List(inner)) | (Kind::Object, Type::Map(inner)) => **inner == Type::Any,
        (Kind::String, Type::String)
        | (Kind::Number, Type::Number)
        | (Kind::Boolean, Type::Boolean) => true,
        _ => false,
    }
}

fn is_map(types: &Types, ty: &Type) -> bool {
    match ty {
        Type::Map(_) => true,
        Type::Named(id) => matches!(&types.decls[*id].body, Body::Alias(Type::Map(_))),
        _ => false,
    }
}

/// The values of a type that lists them.
fn scalars(types: &Types, ty: &Type) -> Option<Vec<Value>> {
    match ty {
        Type::Literals(values) => Some(values.clone()),
        Type::Named(id) => match &types.decls[*id].body {
            Body::Strings(list) => Some(list.iter().cloned().map(Value::String).collect()),
            _ => None,
        },
        _ => None,
    }
}
