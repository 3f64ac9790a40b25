//! `design-output-status`, `design-output-errors`, `design-error-fields`, `design-error-recoverable`: an output
//! should say whether the skill succeeded, and describe errors in a form that a caller can evaluate.

use contract::{Keywords, NodeId, Role, Schema};

use super::SchemaPosition;
use crate::report::Report;

pub(super) fn check(place: &SchemaPosition<'_>, report: &mut Report) {
    if place.role != Some(Role::Output) {
        return;
    }
    if place.is_root {
        root(place, report);
    }
    if place.property == Some("errors") {
        items(place, report);
    }
}

fn root(place: &SchemaPosition<'_>, report: &mut Report) {
    let mut names = Vec::new();
    gather(place.schema, place.id, 0, &mut names);
    // There are no properties, so none is missing.
    if names.is_empty() {
        return;
    }
    let has = |wanted: &[&str]| names.iter().any(|name| wanted.contains(&name.as_str()));
    if !has(&["status", "success", "ok", "result"]) {
        let message =
            format!("expected a property that says whether it worked, found {}", names.join(", "));
        report
            .value("design-output-status", place.source, place.pointer, message)
            .advise("add \"status\" with an enum, or \"success\"");
    }
    if !has(&["errors", "error"]) {
        let message =
            format!("expected a property for what went wrong, found {}", names.join(", "));
        report
            .value("design-output-errors", place.source, place.pointer, message)
            .advise("add \"errors\": a list of code, message and recoverable");
    }
}

/// The property names of a place and of its alternatives.
fn gather(schema: &Schema, id: NodeId, depth: usize, names: &mut Vec<String>) {
    const DEEPEST: usize = 8;
    let Some(keywords) = schema.node(id).keywords().filter(|_| depth < DEEPEST) else { return };
    names.extend(keywords.properties.keys().cloned());
    let parts = keywords.one_of.iter().chain(&keywords.any_of).chain(&keywords.all_of);
    let reference = keywords.reference.as_ref().map(|reference| reference.target);
    for part in parts.copied().chain(reference) {
        gather(schema, part, depth + 1, names);
    }
}

fn items(place: &SchemaPosition<'_>, report: &mut Report) {
    let Some(id) = place.keywords.items else { return };
    let Some(keywords) = behind(place.schema, id) else { return };
    let lacks = |name: &&str| !keywords.required.iter().any(|required| required == name);
    let missing: Vec<&str> = ["code", "message"].into_iter().filter(lacks).collect();
    if !missing.is_empty() {
        let message = format!(
            "expected items of errors to require code and message, found no {}",
            missing.join(" and no ")
        );
        report.value("design-error-fields", place.source, place.pointer, message);
    } else if !keywords.properties.contains_key("recoverable") {
        let message =
            "expected items of errors to say whether trying again helps, found no recoverable";
        report
            .value("design-error-recoverable", place.source, place.pointer, message.to_owned())
            .advise("add \"recoverable\": {\"type\": \"boolean\"}");
    }
}

fn behind(schema: &Schema, id: NodeId) -> Option<&Keywords> {
    let keywords = schema.node(id).keywords()?;
    match &keywords.reference {
        Some(reference) => schema.node(reference.target).keywords(),
        None => Some(keywords),
    }
}
