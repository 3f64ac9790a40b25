//! Alternatives that one property tells apart: where each branch asks for an object whose property is one
//! of some strings, and no string is asked for by two, at most the branch of the string that stands there
//! can hold. So one look decides which branch is tried; `anyOf` and `oneOf` are then the same.

use contract::{Type, TypeSet};
use serde_json::Value;

use super::{Kind, Sub, Unit, flat};

/// The values that distinguish the branches.
#[derive(Debug, PartialEq, Eq)]
pub struct Discriminator<'u> {
    /// The property.
    pub property: &'u str,
    /// The property's values for each branch, in order.
    pub texts: Vec<Vec<&'u str>>,
}

/// The first property that distinguishes two or more branches, if there is one.
#[must_use]
pub fn discriminator<'u>(unit: &'u Unit, subs: &'u [Sub]) -> Option<Discriminator<'u>> {
    if subs.len() < 2 {
        return None;
    }
    let branches: Vec<Vec<(&str, Vec<&str>)>> =
        subs.iter().map(|sub| tags(unit, sub)).collect::<Option<_>>()?;
    let (first, others) = branches.split_first()?;
    first.iter().find_map(|(property, texts)| {
        let mut all = vec![texts.clone()];
        for branch in others {
            let (_, texts) = branch.iter().find(|(name, _)| name == property)?;
            if texts.iter().any(|text| all.iter().flatten().any(|known| known == text)) {
                return None;
            }
            all.push(texts.clone());
        }
        Some(Discriminator { property, texts: all })
    })
}

/// Whether no type is accepted by two branches, so that `oneOf` and `anyOf` are equivalent.
#[must_use]
pub fn exclusive(unit: &Unit, subs: &[Sub]) -> bool {
    let mut taken = TypeSet::default();
    subs.iter().all(|sub| {
        let types = types(unit, sub);
        let apart = types.is_some_and(|types| !types.iter().any(|t| meets(taken, t)));
        taken = types.unwrap_or_default().iter().fold(taken, TypeSet::with);
        apart
    })
}

/// Whether some value of a type belongs to one of others: an integer is a number.
fn meets(types: TypeSet, one: Type) -> bool {
    types.takes(one) || (one == Type::Number && types.contains(Type::Integer))
}

/// The types of a branch.
fn types(unit: &Unit, sub: &Sub) -> Option<TypeSet> {
    flat(unit, &[sub])?.into_iter().find_map(|check| match &check.kind {
        Kind::Type(types) => Some(*types),
        _ => None,
    })
}

/// The required properties of a branch that accept only certain strings; `None` if it accepts other
/// types than objects.
fn tags<'u>(unit: &'u Unit, sub: &'u Sub) -> Option<Vec<(&'u str, Vec<&'u str>)>> {
    let list = flat(unit, &[sub])?;
    let only = TypeSet::default().with(Type::Object);
    let object = |kind: &Kind| matches!(kind, Kind::Type(types) if *types == only);
    if !list.iter().any(|check| object(&check.kind)) {
        return None;
    }
    let needs = |wanted: &str| {
        list.iter().any(|check| match &check.kind {
            Kind::Required(names) => names.iter().any(|name| name == wanted),
            _ => false,
        })
    };
    let mut found = Vec::new();
    for check in &list {
        let Kind::Properties(named) = &check.kind else { continue };
        for (name, sub) in named.iter().filter(|(name, _)| needs(name)) {
            found.extend(texts(unit, sub).map(|texts| (name.as_str(), texts)));
        }
    }
    Some(found)
}

/// The strings that a schema accepts, if it accepts nothing else.
fn texts<'u>(unit: &'u Unit, sub: &'u Sub) -> Option<Vec<&'u str>> {
    flat(unit, &[sub])?.into_iter().find_map(|check| match &check.kind {
        Kind::Const(Value::String(text)) => Some(vec![text.as_str()]),
        Kind::Enum(values) => {
            let mut texts: Vec<&str> = values.iter().map(Value::as_str).collect::<Option<_>>()?;
            texts.sort_unstable();
            texts.dedup();
            (!texts.is_empty()).then_some(texts)
        }
        _ => None,
    })
}
