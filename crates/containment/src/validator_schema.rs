//! The form of a schema for the `jsonschema` crate with the same meaning as here.

use std::collections::BTreeSet;

use contract::{Draft, Schema};
use serde_json::{Map, Value, json};

use crate::is_asserted;
use crate::options::Formats;

/// Keywords with schemas by name.
const SCHEMAS_BY_NAME: &[&str] = &[
    "properties",
    "patternProperties",
    "$defs",
    "definitions",
    "dependentSchemas",
    "dependencies",
];

/// Keywords whose values are not schemas.
const LITERALS: &[&str] = &["enum", "const", "default", "examples"];

/// The schema as one document for the crate; `None` if the crate would read it differently.
pub(crate) fn for_validator(schema: &Schema) -> Option<Value> {
    let mut document = schema.to_standalone();
    if is_contains_misread(schema) {
        if refers_into_contains(schema) {
            return None;
        }
        hide_contains(&mut document, schema.draft(schema.root()));
    }
    drop_misread(&mut document);
    Some(document)
}

/// Asserted formats that the crate treats differently, or not at all, in the schema's older dialect. Here a format
/// means the same in every dialect.
pub(crate) fn later_formats(schema: &Schema, formats: Formats) -> BTreeSet<&str> {
    const IN_ALL: [&str; 7] = ["date", "date-time", "email", "ipv4", "ipv6", "time", "uri"];
    let is_older = |id| schema.draft(id) < Draft::Draft2020;
    let said = schema.nodes().filter(|(id, _)| formats == Formats::Assert && is_older(*id));
    said.filter_map(|(_, node)| node.keywords()?.format.as_deref())
        .filter(|format| is_asserted(format) && !IN_ALL.contains(format))
        .collect()
}

/// In 2019-09, `contains` evaluates no items. The crate counts the items as evaluated.
fn is_contains_misread(schema: &Schema) -> bool {
    let keywords = || schema.nodes().filter_map(|(id, node)| Some((id, node.keywords()?)));
    keywords().any(|(_, k)| k.unevaluated_items.is_some())
        && keywords().any(|(id, k)| k.contains.is_some() && schema.draft(id) == Draft::Draft2019)
}

/// Whether a reference points below a `contains`, which [`hide_contains`] moves.
fn refers_into_contains(schema: &Schema) -> bool {
    schema.nodes().filter_map(|(_, node)| node.keywords()).any(|k| {
        let references = k.reference.iter().map(|reference| &reference.text);
        let dynamic = k.dynamic_reference.iter().map(|reference| &reference.text);
        references.chain(dynamic).any(|text| text.contains("/contains"))
    })
}

/// Puts `contains` in a double `not`, where it is still counted but evaluates nothing.
fn hide_contains(value: &mut Value, draft: Draft) {
    let members = match value {
        Value::Object(members) => members,
        Value::Array(items) => return items.iter_mut().for_each(|item| hide_contains(item, draft)),
        _ => return,
    };
    let declared = members.get("$schema").and_then(Value::as_str).and_then(Draft::from_uri);
    let draft = declared.unwrap_or(draft);
    for (keyword, member) in members.iter_mut() {
        match member {
            _ if LITERALS.contains(&keyword.as_str()) => {}
            Value::Object(named) if SCHEMAS_BY_NAME.contains(&keyword.as_str()) => {
                named.values_mut().for_each(|schema| hide_contains(schema, draft));
            }
            _ => hide_contains(member, draft),
        }
    }
    if draft != Draft::Draft2019 || !members.contains_key("contains") {
        return;
    }
    let mut hidden = Map::new();
    for keyword in ["contains", "minContains", "maxContains"] {
        if let Some(said) = members.shift_remove(keyword) {
            hidden.insert(keyword.to_owned(), said);
        }
    }
    let hidden = json!({"not": {"not": hidden}});
    match members.get_mut("allOf") {
        Some(Value::Array(all)) => all.push(hidden),
        _ => {
            members.insert("allOf".to_owned(), json!([hidden]));
        }
    }
}

/// Names and types that are listed twice, and lists of no conditions, mean the same without; the `jsonschema` crate refuses
/// to read them. It checks the content of strings in drafts 6 and 7, where `validate` reads these keywords as notes.
fn drop_misread(value: &mut Value) {
    let members = match value {
        Value::Object(members) => members,
        Value::Array(items) => return items.iter_mut().for_each(drop_misread),
        _ => return,
    };
    for (keyword, member) in members.iter_mut() {
        match (keyword.as_str(), &mut *member) {
            (literal, _) if LITERALS.contains(&literal) => {}
            (by_name, Value::Object(named)) if SCHEMAS_BY_NAME.contains(&by_name) => {
                named.values_mut().for_each(drop_misread);
            }
            ("required" | "type", Value::Array(names)) => {
                let mut seen: Vec<Value> = Vec::with_capacity(names.len());
                names.retain(|name| {
                    let is_new = !seen.contains(name);
                    seen.push(name.clone());
                    is_new
                });
            }
            _ => drop_misread(member),
        }
    }
    members.retain(|keyword, member| match keyword.as_str() {
        "allOf" => !member.as_array().is_some_and(Vec::is_empty),
        "contentEncoding" | "contentMediaType" => !member.is_string(),
        _ => true,
    });
}
