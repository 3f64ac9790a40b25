//! What unnamed alternatives are called: by the constant that tells them apart, or as the one object among others.

use contract::{Keywords, NodeId, Schema, Type as JsonType};
use serde_json::Value;

/// A name for each branch below `hint`.
pub(super) fn of_branches(schema: &Schema, branches: &[NodeId], hint: &str) -> Vec<String> {
    let objects: Vec<(NodeId, &Keywords)> = branches
        .iter()
        .filter_map(|id| schema.node(*id).keywords().map(|keywords| (*id, keywords)))
        .filter(|(_, k)| k.reference.is_none() && is_object(k))
        .collect();
    let all: Vec<Vec<(&str, String)>> = objects.iter().map(|(_, k)| constants(schema, k)).collect();
    let property = all.first().and_then(|first| {
        first.iter().map(|(property, _)| *property).find(|property| tells_apart(&all, property))
    });
    let word = |id: NodeId, index: usize| {
        let object = objects.iter().position(|(known, _)| *known == id);
        match (object, property, objects.len()) {
            (Some(_), None, 1) => "object".to_owned(),
            (Some(at), Some(property), _) if objects.len() > 1 => {
                let text = all[at].iter().find(|(name, _)| *name == property);
                text.map_or_else(String::new, |(_, text)| text.clone())
            }
            (Some(_), Some(_), 1) => "object".to_owned(),
            _ => format!("variant {}", index + 1),
        }
    };
    let words = branches.iter().enumerate().map(|(index, id)| word(*id, index));
    words.map(|word| format!("{hint} {word}")).collect()
}

fn is_object(k: &Keywords) -> bool {
    k.types.is_some_and(|types| types.contains(JsonType::Object)) || !k.properties.is_empty()
}

/// The properties of an object that hold one string, with it, or one truth value, with both words.
fn constants<'s>(schema: &'s Schema, k: &'s Keywords) -> Vec<(&'s str, String)> {
    let mut found = Vec::new();
    for (name, id) in k.properties.iter().filter(|(name, _)| k.required.contains(name)) {
        let Some(keywords) = schema.node(*id).keywords() else { continue };
        let value = match (&keywords.constant, &keywords.enumeration) {
            (Some(value), _) => Some(value),
            (None, Some(values)) if values.len() == 1 => values.first(),
            _ => None,
        };
        match value {
            Some(Value::String(text)) if text.contains(|c: char| c.is_ascii_alphanumeric()) => {
                found.push((name.as_str(), text.clone()));
            }
            Some(Value::Bool(value)) => found.push((name.as_str(), format!("{name} {value}"))),
            _ => {}
        }
    }
    found
}

/// Whether each object has another constant at a property.
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
