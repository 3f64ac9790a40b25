//! `design-object-open`: an input that accepts misspelt names silently ignores them.

use contract::{Pointer, Type};
use serde_json::Value;

use super::SchemaPosition;
use crate::report::Report;

pub(super) fn check(place: &SchemaPosition<'_>, report: &mut Report) {
    let keywords = place.keywords;
    if !place.is_filled_in() || keywords.properties.is_empty() || !place.is(Type::Object) {
        return;
    }
    let said = keywords.additional_properties.is_some()
        || keywords.unevaluated_properties.is_some()
        || !keywords.pattern_properties.is_empty();
    let passes = keywords.extra.get("x-passthrough") == Some(&Value::Bool(true));
    // An explicit `true` is a decision; the seed's word for it is x-passthrough.
    if said || passes {
        return;
    }
    let message = format!(
        "{}: expected \"additionalProperties\": false, found none: a misspelled name is accepted",
        place.name()
    );
    let found = report.value("design-object-open", place.source, place.pointer, message);
    if refuses_what_is_meant(place) {
        found.advise(
            "declare the other names and add \"additionalProperties\": false (beside `allOf` or `$ref`: \"unevaluatedProperties\": false), or \"x-passthrough\": true where it is meant",
        );
        return;
    }
    found.advise(
        "add \"additionalProperties\": false, or \"x-passthrough\": true where it is meant",
    );
    let words = "refuse undeclared properties";
    if let Some(fix) = place.adding(words, "\"additionalProperties\": false") {
        found.mend(fix);
    }
}

/// Whether a closed object would refuse values that the schema is meant to take: names that another part of the schema declares,
/// a required name without a property, keys of its own examples.
fn refuses_what_is_meant(place: &SchemaPosition<'_>) -> bool {
    let keywords = place.keywords;
    let is_composed = place.is_part
        || keywords.in_place().next().is_some()
        || keywords.references().next().is_some()
        || !keywords.dependent_schemas.is_empty();
    // In `{"$ref": …, "properties": …}` both sides see all names.
    let others = place.schema.nodes().filter_map(|(_, node)| node.keywords());
    let users = others.filter(|other| other.references().any(|target| target == place.id));
    let users: Vec<_> = users.collect();
    let is_extended = users.iter().any(|user| !user.properties.is_empty());
    // The examples and defaults of a user of it are not compared.
    let is_shown_elsewhere = !users.is_empty() && holds_examples(place.source.value());
    let needs_more = keywords
        .min_properties
        .as_ref()
        .is_some_and(|least| *least > keywords.properties.len() as u64);
    let is_declared = |name: &String| keywords.properties.contains_key(name);
    let demanded = keywords.dependent_required.iter();
    let mut demanded = demanded.flat_map(|(name, others)| std::iter::once(name).chain(others));
    is_composed
        || is_extended
        || is_shown_elsewhere
        || needs_more
        || !keywords.required.iter().all(is_declared)
        || !demanded.all(is_declared)
        || examples(place.source.value(), place.pointer).iter().any(|example| {
            example.as_object().is_some_and(|members| !members.keys().all(is_declared))
        })
}

/// Whether a document has examples or defaults anywhere.
fn holds_examples(value: &Value) -> bool {
    match value {
        Value::Object(members) => members.iter().any(|(key, member)| {
            matches!(key.as_str(), "examples" | "example" | "default") || holds_examples(member)
        }),
        Value::Array(items) => items.iter().any(holds_examples),
        _ => false,
    }
}

/// The values that the examples and defaults at a place, and at those around it, have for it.
fn examples<'v>(document: &'v Value, pointer: &Pointer) -> Vec<&'v Value> {
    let tokens = pointer.tokens();
    let mut found = Vec::new();
    let mut node = document;
    for depth in 0..=tokens.len() {
        let listed = node.get("examples").and_then(Value::as_array).into_iter().flatten();
        let single = ["example", "default", "const"].into_iter().filter_map(|key| node.get(key));
        let enumerated = node.get("enum").and_then(Value::as_array).into_iter().flatten();
        let around: Vec<&Value> = listed.chain(single).chain(enumerated).collect();
        found.extend(parts_at(around, &tokens[depth..]));
        let Some(token) = tokens.get(depth) else { break };
        let next = match node {
            Value::Array(items) => token.parse().ok().and_then(|at: usize| items.get(at)),
            other => other.get(token),
        };
        let Some(next) = next else { break };
        node = next;
    }
    found
}

/// The parts of values that the schema at the end of a path is about.
fn parts_at<'v>(mut values: Vec<&'v Value>, path: &[String]) -> Vec<&'v Value> {
    let mut path = path.iter().map(String::as_str);
    while let Some(keyword) = path.next() {
        values = match keyword {
            "properties" => {
                let Some(name) = path.next() else { return Vec::new() };
                values.into_iter().filter_map(|value| value.get(name)).collect()
            }
            "items" => values.into_iter().filter_map(Value::as_array).flatten().collect(),
            _ => return Vec::new(),
        };
    }
    values
}
