//! `design-too-many-required`, `design-required-default`, `design-required-undeclared`: callers should only give what
//! is necessary and declared.

use contract::Pointer;

use super::SchemaPosition;
use crate::report::Report;
use crate::similar;

/// The limit of the seed: six are too many.
const MOST: usize = 5;

/// The largest number of names of one object for which a similar one is searched.
const MOST_SUGGESTIONS: usize = 10;

pub(super) fn check(place: &SchemaPosition<'_>, report: &mut Report) {
    undeclared(place, report);
    if !place.is_filled_in() {
        return;
    }
    let required = &place.keywords.required;
    let pointer = place.pointer.push("required");
    if place.is_root && required.len() > MOST {
        let message = format!(
            "expected at most {MOST} required properties, found {}: {}",
            required.len(),
            required.join(", ")
        );
        report
            .key("design-too-many-required", place.source, &pointer, message)
            .advise("require what is truly needed, and give the others a default");
    }
    for (at, name) in required.iter().enumerate() {
        let Some(id) = place.keywords.properties.get(name) else { continue };
        let default = place.schema.node(*id).keywords().and_then(|k| k.default.as_ref());
        let Some(default) = default else { continue };
        let message = format!(
            "{name} is required, so its default is never used: {}",
            crate::source::quote(default)
        );
        // The list may be in a reference's target; its place is the object's own.
        let item: Pointer = pointer.push_index(at);
        report
            .value("design-required-default", place.source, &item, message)
            .advise(format!("remove {name} from required, or remove its default"));
    }
}

/// Names that an object requires without declaring them. A part of a composition requires what the other parts
/// declare.
fn undeclared(place: &SchemaPosition<'_>, report: &mut Report) {
    let keywords = place.keywords;
    let is_whole = !place.is_part
        && keywords.in_place().next().is_none()
        && keywords.references().next().is_none()
        && keywords.pattern_properties.is_empty();
    if !is_whole || keywords.properties.is_empty() {
        return;
    }
    let is_closed = keywords
        .additional_properties
        .is_some_and(|id| place.schema.source_at(id) == &serde_json::Value::Bool(false));
    // A schema for all other names describes the property.
    if keywords.additional_properties.is_some_and(|id| place.schema.node(id).keywords().is_some()) {
        return;
    }
    let mut suggestions = MOST_SUGGESTIONS;
    for (at, name) in keywords.required.iter().enumerate() {
        if keywords.properties.contains_key(name) {
            continue;
        }
        let shown = contract::text::safe(name);
        let end = if is_closed { ", and the object is closed: no document is valid" } else { "" };
        let message = format!("{}: requires {shown}, which `properties` lacks{end}", place.name());
        let near = keywords.properties.keys().map(String::as_str).filter(|_| suggestions > 0);
        // A name with as many edits as letters is a different name.
        let most = name.chars().count().saturating_sub(1).min(2);
        let near = similar::nearest(name, similar::affordable(name, near), most);
        suggestions = suggestions.saturating_sub(1);
        let advice = match near {
            Some(near) => format!("did you mean {}?", contract::text::safe(near)),
            None => format!("declare {shown} under `properties`, or take it out of `required`"),
        };
        let item = place.pointer.push("required").push_index(at);
        report.value("design-required-undeclared", place.source, &item, message).advise(advice);
    }
}
