//! `manifest-*`: validates assets/runner.json against the runner's manifest schema, which is data; each
//! violation is reported under the rule of its place.

use contract::Pointer;
use serde_json::Value;

use crate::embedded_schema::builtin;
use crate::profile::Profiles;
use crate::report::Report;
use crate::similar;
use crate::source::Source;
use crate::violation::{self, Violation};

/// The former name of `unsupported_engines`.
const RENAMED: &str = "unsupport_engine";

pub(crate) fn check(source: &Source, profiles: &Profiles, report: &mut Report) {
    for violation in violation::of_schema(builtin(&profiles.runner.manifest), source.value()) {
        tell(source, &violation, report);
    }
    // What a runner needs beyond its manifest schema counts if the runner is named.
    let needed = profiles.runner.needed_keys.iter().filter(|_| profiles.runner_named);
    for key in needed.filter(|key| source.value().is_object() && source.value().get(key).is_none())
    {
        missing(source, &Pointer::root(), key, report);
    }
    if source.value().get(RENAMED).is_some() {
        let pointer = Pointer::root().push(RENAMED);
        let message = format!("expected the key unsupported_engines, found its old name {RENAMED}");
        report
            .key("manifest-key-renamed", source, &pointer, message)
            .advise("rename it to unsupported_engines");
    }
    misspelt(source, profiles, report);
    if let Some(id) = source.value().get("id").and_then(Value::as_str)
        && !id.is_empty()
        && id.trim().is_empty()
    {
        let message = format!("expected an id that is not blank, found {id:?}");
        report.value("manifest-field-invalid", source, &Pointer::root().push("id"), message);
    }
}

/// Keys that the manifest doesn't have, and that are one or two letters away from one that it has.
fn misspelt(source: &Source, profiles: &Profiles, report: &mut Report) {
    let schema: Value = serde_json::from_str(builtin(&profiles.runner.manifest))
        .expect("invariant: a built-in schema is JSON");
    let Some(known) = schema.get("properties").and_then(Value::as_object) else { return };
    for key in source.value().as_object().into_iter().flatten().map(|(key, _)| key) {
        if known.contains_key(key) || key == RENAMED {
            continue;
        }
        let most = if key.chars().count() < 6 { 1 } else { 2 };
        let distance = |name: &String| similar::distance(name, &key.to_lowercase());
        let near = known.keys().filter_map(|name| Some((distance(name)?, name))).min();
        let Some((_, name)) = near.filter(|(distance, _)| *distance <= most) else { continue };
        let message =
            format!("expected a key of the manifest, found {key:?}, which is like {name}");
        report
            .key("manifest-key-misspelt", source, &Pointer::root().push(key), message)
            .advise(format!("write {name:?}"));
    }
}

fn tell(source: &Source, violation: &Violation, report: &mut Report) {
    let tokens = violation.pointer.tokens();
    let field = tokens.first().map(String::as_str).unwrap_or_default();
    let place = match field {
        "" => "assets/runner.json".to_owned(),
        _ => tokens.join("."),
    };
    match (violation.keyword.as_str(), field, &violation.key) {
        ("required", _, Some(key)) => missing(source, &violation.pointer, key, report),
        ("enum", "engines" | "unsupported_engines", _) => {
            let message = format!("{place}: {}", violation.message());
            report
                .value("manifest-engine-unknown", source, &violation.pointer, message)
                .advise("name an engine that the runner has, or check for another --profile");
        }
        // Rules over both lists of engines: `effective_engines` says which engines are at fault.
        ("not" | "anyOf", "", _) => {}
        ("enum", "execution_modes", _) => {
            let message = format!("{place}: {}", violation.message());
            report.value("manifest-mode-unknown", source, &violation.pointer, message);
        }
        (_, "max_attempt", _) => {
            let message =
                format!("max_attempt: expected a positive integer, found {}", violation.found);
            report.value("manifest-max-attempt-invalid", source, &violation.pointer, message);
        }
        ("uniqueItems", _, _) => {
            let pointer = repeated(source, &violation.pointer);
            let again = source.get(&pointer).map(ToString::to_string).unwrap_or_default();
            let message = format!("{place}: expected items that differ, found {again} again");
            report.value("manifest-field-invalid", source, &pointer, message);
        }
        ("additionalProperties", _, Some(key)) => {
            let pointer = violation.pointer.push(key);
            let message = format!("{place}: expected no key {key:?}, found it");
            report.key("manifest-field-invalid", source, &pointer, message);
        }
        _ => {
            let message = format!("{place}: {}", violation.message());
            report.value("manifest-field-invalid", source, &violation.pointer, message);
        }
    }
}

/// A key that an object of the manifest lacks.
fn missing(source: &Source, object: &Pointer, key: &str, report: &mut Report) {
    let place = object.tokens().join(".");
    let inside = if object.is_root() { String::new() } else { format!(" in {place}") };
    let message = format!("expected the key {key:?}{inside}, found none");
    report.value("manifest-field-missing", source, object, message).advise(format!("add {key:?}"));
}

/// The first item that occurred before in the same list.
fn repeated(source: &Source, list: &Pointer) -> Pointer {
    let items = source.get(list).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let again = (1..items.len())
        .find(|at| items[..*at].iter().any(|before| contract::value::equal(before, &items[*at])));
    again.map_or_else(|| list.clone(), |at| list.push_index(at))
}
