//! `design-default-refused`, `design-example-refused`: a schema that rejects its own values.

use contract::{Draft, Pointer};
use serde_json::Value;

use super::SchemaPosition;
use crate::cost::{affordable, size};
use crate::report::Report;
use crate::source::quote;
use crate::violation;

/// The maximum number of steps for the values of all schemas of a report: a value takes as many as its schema has parts.
const MOST: u64 = 20_000_000;

pub(super) fn check(place: &SchemaPosition<'_>, report: &mut Report) {
    let keywords = place.keywords;
    if keywords.default.is_none() && keywords.examples.is_empty() {
        return;
    }
    // Without references, the length of the text bounds the work.
    let soon = |value: &Value| affordable(place.schema, place.id, value);
    let own = place.schema.source_at(place.id);
    if refers(own) && !keywords.default.iter().chain(&keywords.examples).all(soon) {
        return;
    }
    if report.spent > MOST {
        return;
    }
    let Some((validator, steps)) = validator(place) else { return };
    report.spent = report.spent.saturating_add(steps);
    if let Some(default) = &keywords.default
        && let Some(why) = refusal(&validator, default)
    {
        let message = format!(
            "{}: expected a default that the schema takes, found {}: {why}",
            place.name(),
            quote(default)
        );
        report.value(
            "design-default-refused",
            place.source,
            &place.pointer.push("default"),
            message,
        );
    }
    let base: Pointer = place.pointer.push("examples");
    for (at, example) in keywords.examples.iter().enumerate() {
        report.spent = report.spent.saturating_add(steps);
        if report.spent > MOST {
            return;
        }
        if let Some(why) = refusal(&validator, example) {
            let message = format!(
                "{}: expected examples that the schema takes, found {}: {why}",
                place.name(),
                quote(example)
            );
            report.value("design-example-refused", place.source, &base.push_index(at), message);
        }
    }
}

fn refusal(validator: &jsonschema::Validator, value: &Value) -> Option<String> {
    let violations = violation::collect(validator.iter_errors(value));
    violations.first().map(violation::Violation::message)
}

/// The validator of a place, and the number of parts of its schema.
fn validator(place: &SchemaPosition<'_>) -> Option<(jsonschema::Validator, u64)> {
    let own = place.schema.source_at(place.id);
    if contract::value::depth(own) > 64 {
        return None;
    }
    let mut options = jsonschema::options().should_validate_formats(true);
    options = options.with_draft(match place.schema.draft(place.id) {
        Draft::Draft4 => jsonschema::Draft::Draft4,
        Draft::Draft6 => jsonschema::Draft::Draft6,
        Draft::Draft7 => jsonschema::Draft::Draft7,
        Draft::Draft2019 => jsonschema::Draft::Draft201909,
        Draft::Draft2020 => jsonschema::Draft::Draft202012,
    });
    if refers(own) {
        // With its references bundled; a graph that can't be bundled is skipped.
        let standalone = place.schema.at(place.id).to_standalone();
        options = jsonschema::options().should_validate_formats(true);
        return Some((options.build(&standalone).ok()?, size(&standalone)));
    }
    Some((options.build(own).ok()?, size(own)))
}

fn refers(value: &Value) -> bool {
    match value {
        Value::Object(members) => {
            members.contains_key("$ref")
                || members.contains_key("$dynamicRef")
                || members.contains_key("$recursiveRef")
                || members.values().any(refers)
        }
        Value::Array(items) => items.iter().any(refers),
        _ => false,
    }
}
