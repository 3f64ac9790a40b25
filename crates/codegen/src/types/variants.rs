//! What a union is made of: types of known kinds. Most are told apart by the kind of JSON, objects by a property
//! that is one of some strings; what is left is tried in turn, what asks for most first.

use std::cmp::Reverse;

use contract::{Type as Kind, number::Exact};
use serde_json::Value;

use super::intersect::by_kind;
use super::names::Names;
use super::{Body, DeclId, Facts, Object, Type, Types, Union, Variant};

/// The maximum length of a chain of aliases.
const DEEPEST: usize = 16;

/// What the members of a union make.
pub(super) enum Members {
    /// Variants.
    Apart(Union),
    /// One type that holds all of them.
    One(Type),
    /// Values of which no more can be said.
    Any,
}

/// The variants of a union without `null`.
pub(super) fn members(types: &Types, all: &[Type]) -> Members {
    let mut variants: Vec<Variant> = Vec::new();
    for ty in flat(types, all) {
        let Some(kind) = kind_of(types, &ty, 0) else { return Members::Any };
        let known = variants.iter_mut().find(|known| known.kind == kind);
        match known.filter(|_| !matches!(kind, Kind::Array | Kind::Object)) {
            Some(known) => known.ty = hull(kind, &known.ty, &ty),
            None => {
                let name = variant_name(types, &ty, kind);
                variants.push(Variant {
                    name,
                    ty,
                    kind,
                    texts: Vec::new(),
                    facts: Facts::default(),
                });
            }
        }
    }
    for variant in &mut variants {
        if let Type::Literals(values) = &variant.ty {
            variant.ty = whole_numbers(values).unwrap_or_else(|| match variant.kind {
                Kind::Number if values.iter().all(is_double) => Type::Number,
                _ => variant.ty.clone(),
            });
        }
    }
    if variants.len() < 2 {
        return variants.pop().map_or(Members::Any, |variant| Members::One(variant.ty));
    }
    let Some(tag) = tag(types, &mut variants) else { return tried(types, variants) };
    let several = variants.iter().filter(|variant| variant.kind == Kind::Array).count() > 1;
    if several {
        return tried(types, variants);
    }
    Members::Apart(named(tag, variants))
}

/// Variants of which some are tried in turn.
fn tried(types: &Types, mut variants: Vec<Variant>) -> Members {
    for variant in variants.iter_mut().filter(|variant| variant.kind == Kind::Object) {
        variant.texts.clear();
        variant.facts =
            types.object(&variant.ty, 0).map_or_else(Facts::default, |it| facts(types, &it));
    }
    variants.sort_by_key(|variant| Reverse(variant.facts.weight()));
    Members::Apart(named(None, variants))
}

fn named(tag: Option<String>, mut variants: Vec<Variant>) -> Union {
    let mut names = Names::new(&[]);
    for variant in &mut variants {
        variant.name = names.take(&variant.name);
    }
    Union { tag, variants }
}

/// The members of a union, those of the unions among them included; scalars by their kind.
pub(super) fn flat(types: &Types, all: &[Type]) -> Vec<Type> {
    let mut found = Vec::new();
    all.iter().for_each(|ty| flatten(types, ty, 0, &mut found));
    let mut once: Vec<(Type, Type)> = Vec::new();
    for ty in found {
        let target = target(types, &ty, 0);
        if !once.iter().any(|(_, known)| *known == target) {
            once.push((ty, target));
        }
    }
    once.into_iter().map(|(ty, _)| ty).collect()
}

/// What a name of a name stands for.
fn target(types: &Types, ty: &Type, depth: usize) -> Type {
    match ty {
        Type::Named(id) => match &types.decls[*id].body {
            Body::Alias(inner @ Type::Named(_)) if depth < DEEPEST => {
                target(types, inner, depth + 1)
            }
            _ => ty.clone(),
        },
        other => other.clone(),
    }
}

fn flatten(types: &Types, ty: &Type, depth: usize, found: &mut Vec<Type>) {
    let inner = match ty {
        Type::Named(id) if depth < DEEPEST => match &types.decls[*id].body {
            Body::Alias(inner @ (Type::Union(_) | Type::Named(_) | Type::Null)) => {
                Some(inner.clone())
            }
            Body::Union(union) => Some(union.plain()),
            _ => None,
        },
        Type::Union(_) => Some(ty.clone()),
        _ => None,
    };
    match inner {
        Some(Type::Union(all)) => all.iter().for_each(|ty| flatten(types, ty, depth + 1, found)),
        // A name that says one thing stays.
        Some(inner @ Type::Named(_)) => {
            let mut more = Vec::new();
            flatten(types, &inner, depth + 1, &mut more);
            if more.len() == 1 { found.push(ty.clone()) } else { found.extend(more) }
        }
        Some(other) => found.push(other),
        None => match ty {
            Type::Literals(values) => {
                found.extend(by_kind(values).into_iter().map(|(_, ty)| ty));
            }
            other => found.push(other.clone()),
        },
    }
}

/// A type that holds two of one scalar kind.
fn hull(kind: Kind, a: &Type, b: &Type) -> Type {
    match (a, b) {
        (Type::Literals(a), Type::Literals(b)) => {
            Type::Literals(a.iter().chain(b).cloned().collect())
        }
        (Type::Integer(low, high), Type::Integer(other_low, other_high)) => {
            let least = low.zip(*other_low).map(|(a, b)| a.min(b));
            Type::Integer(least, high.zip(*other_high).map(|(a, b)| a.max(b)))
        }
        // A constant among integers is an integer.
        (Type::Literals(values), Type::Integer(..)) => {
            whole_numbers(values).map_or(Type::Number, |range| hull(kind, &range, b))
        }
        (Type::Integer(..), Type::Literals(values)) => {
            whole_numbers(values).map_or(Type::Number, |range| hull(kind, a, &range))
        }
        _ => match kind {
            Kind::String => Type::String,
            Kind::Boolean => Type::Boolean,
            _ => Type::Number,
        },
    }
}

/// Whole numbers as the range that holds them.
pub(super) fn whole_numbers(values: &[Value]) -> Option<Type> {
    let whole = |value: &Value| {
        let exact = Exact::new(value.as_number()?).filter(Exact::is_integer)?;
        let beyond = if exact.is_positive() { i128::MAX } else { i128::MIN };
        Some(i128::try_from(exact.rational().to_integer()).unwrap_or(beyond))
    };
    let whole: Vec<i128> = values.iter().map(whole).collect::<Option<_>>()?;
    Some(Type::Integer(whole.iter().min().copied(), whole.iter().max().copied()))
}

/// Whether a double is written as the same number again.
fn is_double(value: &Value) -> bool {
    let double = value.as_f64().filter(|double| double.is_finite());
    double.and_then(|double| Exact::parse(&format!("{double:e}")))
        == value.as_number().and_then(Exact::new)
}

/// What the values of a type are, where they are all of one kind; numbers are one kind.
fn kind_of(types: &Types, ty: &Type, depth: usize) -> Option<Kind> {
    let all = |test: fn(&Value) -> bool, values: &[Value]| values.iter().all(test);
    match ty {
        Type::Boolean => Some(Kind::Boolean),
        Type::Integer(..) | Type::Number => Some(Kind::Number),
        Type::String => Some(Kind::String),
        Type::Literals(values) if values.is_empty() => None,
        Type::Literals(values) if all(Value::is_string, values) => Some(Kind::String),
        Type::Literals(values) if all(Value::is_boolean, values) => Some(Kind::Boolean),
        Type::Literals(values) if all(Value::is_number, values) => Some(Kind::Number),
        Type::List(_) | Type::Tuple(..) => Some(Kind::Array),
        Type::Map(_) => Some(Kind::Object),
        Type::Named(_) if depth > DEEPEST => None,
        Type::Named(id) => match &types.decls[*id].body {
            Body::Object(_) => Some(Kind::Object),
            Body::Strings(_) => Some(Kind::String),
            Body::Tuple(_) => Some(Kind::Array),
            Body::Alias(ty) => kind_of(types, ty, depth + 1),
            Body::Union(_) => None,
        },
        Type::Both(_) => types.is_merged(ty).then_some(Kind::Object),
        Type::Mapped(mapped) => kind_of(types, &mapped.inner, depth + 1),
        Type::Any
        | Type::Never
        | Type::Null
        | Type::Union(_)
        | Type::Literals(_)
        | Type::Required(_) => None,
    }
}

/// The last name among types.
pub(super) fn last_name(all: &[Type]) -> Option<DeclId> {
    let name = |ty: &Type| if let Type::Named(id) = ty { Some(*id) } else { None };
    all.iter().rev().find_map(name)
}

fn variant_name(types: &Types, ty: &Type, kind: Kind) -> String {
    match (ty, kind) {
        (Type::Named(id), Kind::Object) => types.decls[*id].name.clone(),
        (Type::Named(id), Kind::Array) => types.decls[*id].name.clone(),
        (_, Kind::Array) => "List".to_owned(),
        // What a branch adds to the object around it names the variant.
        (Type::Both(all), Kind::Object) => match last_name(all) {
            Some(id) => {
                let name = &types.decls[id].name;
                let stem = name.strip_suffix("Object").filter(|stem| !stem.is_empty());
                stem.unwrap_or(name).to_owned()
            }
            _ => kind.as_str().to_owned(),
        },
        (Type::Map(_), _) => "Map".to_owned(),
        (_, kind) => kind.as_str().to_owned(),
    }
}

/// The property that tells the objects among some variants apart, which learn its strings; `None` where there
/// are several and nothing tells them apart.
fn tag(types: &Types, variants: &mut [Variant]) -> Option<Option<String>> {
    let mut objects: Vec<&mut Variant> =
        variants.iter_mut().filter(|variant| variant.kind == Kind::Object).collect();
    if objects.len() < 2 {
        return Some(None);
    }
    let all: Vec<Object> =
        objects.iter().map(|variant| types.object(&variant.ty, 0)).collect::<Option<_>>()?;
    let (first, _) = all.split_first()?;
    let property = first.fields.iter().find_map(|field| {
        let mut known: Vec<String> = Vec::new();
        for object in &all {
            let texts = texts(types, object, &field.name)?;
            if texts.iter().any(|text| known.contains(text)) {
                return None;
            }
            known.extend(texts);
        }
        Some(field.name.clone())
    })?;
    for (variant, object) in objects.iter_mut().zip(&all) {
        variant.texts = texts(types, object, &property)?;
    }
    Some(Some(property))
}

/// The strings of a property that every valid object has.
fn texts(types: &Types, object: &Object, name: &str) -> Option<Vec<String>> {
    let field = object.fields.iter().find(|field| field.name == name && field.required)?;
    let text = |value: &Value| value.as_str().map(str::to_owned);
    match &field.ty {
        Type::Literals(values) if !values.is_empty() => values.iter().map(text).collect(),
        Type::Named(id) => match &types.decls[*id].body {
            Body::Strings(list) => Some(list.clone()),
            _ => None,
        },
        _ => None,
    }
}

/// The visible properties of every valid object of a type.
fn facts(types: &Types, object: &Object) -> Facts {
    let mut facts = Facts::default();
    for field in object.fields.iter().filter(|field| field.required) {
        facts.required.push((field.name.clone(), constants(types, &field.ty)));
    }
    if object.rest.is_none() {
        facts.only = Some(object.fields.iter().map(|field| field.name.clone()).collect());
    }
    facts
}

/// The scalars that a type lists, where they can be compared by their text.
fn constants(types: &Types, ty: &Type) -> Vec<Value> {
    let plain = |value: &Value| !value.is_f64();
    match ty {
        Type::Literals(values) if values.iter().all(plain) => values.clone(),
        Type::Named(id) => match &types.decls[*id].body {
            Body::Strings(list) => list.iter().cloned().map(Value::String).collect(),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}
