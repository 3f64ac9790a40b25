//! What unnamed alternatives are called: by the constant that tells them apart, by the property that only one of them
//! requires, or as the one object among others.

use std::collections::BTreeMap;

use contract::{Keywords, NodeId, Schema, Type as JsonType};
use serde_json::Value;

use super::required::RequiredNames;

/// A name for each branch below `hint`. `needed` are the properties that every branch requires, because the schema
/// around them does.
pub(super) fn of_branches(
    schema: &Schema,
    branches: &[NodeId],
    needed: &RequiredNames,
    hint: &str,
) -> Vec<String> {
    let objects: Vec<(NodeId, &Keywords)> = branches
        .iter()
        .filter_map(|id| schema.node(*id).keywords().map(|keywords| (*id, keywords)))
        .filter(|(_, k)| k.reference.is_none() && is_object(k))
        .collect();
    let all: Vec<Vec<(&str, String)>> =
        objects.iter().map(|(_, k)| constants(schema, k, needed)).collect();
    let property = all.first().and_then(|first| {
        first.iter().map(|(property, _)| *property).find(|property| tells_apart(&all, property))
    });
    let required = lone_properties(&objects);
    let word = |id: NodeId, index: usize| {
        let object = objects.iter().position(|(known, _)| *known == id);
        match (object, property, objects.len()) {
            (Some(_), None, 1) => "object".to_owned(),
            (Some(at), Some(property), _) if objects.len() > 1 => {
                let text = all[at].iter().find(|(name, _)| *name == property);
                text.map_or_else(String::new, |(_, text)| text.clone())
            }
            (Some(_), Some(_), 1) => "object".to_owned(),
            (Some(at), None, _) if required[at].is_some() => {
                required[at].unwrap_or_default().to_owned()
            }
            _ => format!("variant {}", index + 1),
        }
    };
    let words = branches.iter().enumerate().map(|(index, id)| word(*id, index));
    words.map(|word| format!("{hint} {word}")).collect()
}

fn is_object(k: &Keywords) -> bool {
    k.types.is_some_and(|types| types.contains(JsonType::Object))
        || !k.properties.is_empty()
        || k.single_value().is_some_and(Value::is_object)
}

/// For each object, the first property that it requires and no other one does.
fn lone_properties<'s>(objects: &[(NodeId, &'s Keywords)]) -> Vec<Option<&'s str>> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for name in objects.iter().flat_map(|(_, k)| &k.required) {
        *counts.entry(name).or_default() += 1;
    }
    let is_word = |name: &str| name.contains(super::is_word);
    let lone = |k: &'s Keywords| {
        let mut names = k.required.iter().map(String::as_str);
        names.find(|name| counts.get(name) == Some(&1) && is_word(name))
    };
    objects.iter().map(|(_, k)| lone(k)).collect()
}

/// The properties of an object with a constant string, and those with a constant boolean, as words.
fn constants<'s>(
    schema: &'s Schema,
    k: &'s Keywords,
    needed: &RequiredNames,
) -> Vec<(&'s str, String)> {
    let mut found = Vec::new();
    let members = k.single_value().and_then(Value::as_object).into_iter().flatten();
    let mut add = |name: &'s str, value: Option<&Value>| match value {
        Some(Value::String(text)) if text.contains(super::is_word) => {
            found.push((name, text.clone()));
        }
        Some(Value::Bool(value)) => found.push((name, format!("{name} {value}"))),
        _ => {}
    };
    members.for_each(|(name, value)| add(name, Some(value)));
    let is_needed = |name: &String| k.required.contains(name) || needed.contains(name);
    for (name, id) in k.properties.iter().filter(|(name, _)| is_needed(name)) {
        let Some(keywords) = schema.node(*id).keywords() else { continue };
        add(name, keywords.single_value());
    }
    found
}

/// Whether each object has a different constant at a property.
fn tells_apart(all: &[Vec<(&str, String)>], property: &str) -> bool {
    let texts: Option<Vec<&str>> = all
        .iter()
        .map(|one| one.iter().find(|(name, _)| *name == property).map(|(_, text)| text.as_str()))
        .collect();
    texts.is_some_and(|mut texts| {
        texts.sort_unstable();
        texts.windows(2).all(|pair| pair[0] != pair[1])
    })
}
