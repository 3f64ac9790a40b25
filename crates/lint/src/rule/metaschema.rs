//! `schema-root-not-object`, `schema-*-unknown`, `schema-invalid`, `schema-reference-unresolved`: validates a
//! schema against the runner's metaschema of its role and its draft's metaschema, and resolves its references.

use contract::{Draft, Loader, Pointer, Role, Schema};
use serde_json::Value;

use crate::embedded_schema::builtin;
use crate::profile::{Profiles, Runner};
use crate::report::Report;
use crate::schema_quality::quality;
use crate::source::Source;
use crate::violation::{self, Violation};

/// The maximum depth of a checked schema, far above real ones.
const DEEPEST: usize = 200;

/// Validates against the runner's metaschema for this key.
pub(crate) fn of_runner(source: &Source, key: &str, runner: &Runner, report: &mut Report) {
    let Some(stem) = runner.metaschemas.get(key) else { return };
    if too_deep(source, report) {
        return;
    }
    for violation in violation::of_schema(builtin(stem), source.value()) {
        let tokens = violation.pointer.tokens();
        let last = tokens.last().map(String::as_str).unwrap_or_default();
        let root = tokens.is_empty() || tokens.len() == 1 && last == "type";
        let rule = match last {
            _ if root && (violation.keyword == "type" || names_type(&violation)) => {
                "schema-root-not-object"
            }
            "x-input-source" => "schema-input-source-unknown",
            "x-type" => "schema-file-type-unknown",
            "x-role" | "x-filename" => "schema-file-role-invalid",
            _ if violation.key.as_deref() == Some("x-role") => "schema-file-role-invalid",
            _ => "schema-shape-invalid",
        };
        let message = match (rule, &violation.key) {
            ("schema-root-not-object", _) => {
                let stood = source
                    .value()
                    .get("type")
                    .map_or_else(|| "none".to_owned(), crate::source::quote);
                format!(
                    "expected the root of the {key} schema to have \"type\": \"object\", found {stood}"
                )
            }
            (_, Some(name)) => format!("expected the key {name:?}, found none"),
            _ => format!("{}: {}", tokens.join("."), violation.message()),
        };
        report.value(rule, source, &violation.pointer, message);
    }
}

fn names_type(violation: &Violation) -> bool {
    violation.key.as_deref() == Some("type") || violation.keyword == "const"
}

fn too_deep(source: &Source, report: &mut Report) -> bool {
    let depth = source.document.depth();
    if depth <= DEEPEST {
        return false;
    }
    let reported = report
        .found
        .iter()
        .any(|found| found.finding.rule == "schema-too-deep" && found.finding.path == source.path);
    if !reported {
        let message = format!("expected a schema of at most {DEEPEST} levels, found {depth}");
        report.value("schema-too-deep", source, &Pointer::root(), message);
    }
    true
}

/// Validates against the metaschema of its own draft, and resolves references. `None` if it is not
/// a schema.
pub(crate) fn of_draft(
    source: &Source,
    at: &Pointer,
    loader: &dyn Loader,
    report: &mut Report,
) -> Option<Schema> {
    if too_deep(source, report) {
        return None;
    }
    let value = source.get(at)?;
    let reported = report.found.len();
    own_metaschema(source, at, value, report);
    if report.found.len() > reported {
        return None;
    }
    let read = match at.is_root() {
        true => Schema::read(&source.document, loader),
        false => Schema::read_embedded(&source.document, at, None, loader),
    };
    match read {
        Ok(schema) => Some(schema),
        Err(errors) => {
            unreadable(source, errors, report);
            None
        }
    }
}

fn own_metaschema(source: &Source, at: &Pointer, value: &Value, report: &mut Report) {
    for violation in violation::collect(by_draft(value).iter_errors(value)) {
        let pointer = at.join(&violation.pointer);
        let place = match violation.pointer.last() {
            Some(last) => format!("{last}: "),
            None => String::new(),
        };
        let message = format!("{place}{}", violation.message());
        report.value("schema-invalid", source, &pointer, message);
    }
}

fn unreadable(source: &Source, errors: contract::SchemaErrors, report: &mut Report) {
    for error in errors.0 {
        let last = error.pointer.last().unwrap_or_default();
        let reference = matches!(last.as_str(), "$ref" | "$dynamicRef" | "$recursiveRef");
        let rule = if reference { "schema-reference-unresolved" } else { "schema-invalid" };
        let position = error.position.unwrap_or_else(|| source.document.locate(&error.pointer));
        let inside = error.label == source.document.label();
        let path = if inside { source.path.clone() } else { error.label.clone() };
        let message = match (reference, source.get(&error.pointer)) {
            (true, Some(text)) if inside => {
                format!(
                    "expected a reference that resolves inside, found {text}: {}",
                    error.message
                )
            }
            _ => error.message.clone(),
        };
        report.place(rule, path, position, error.pointer.clone(), message);
    }
}

/// An API contract: its own form, then the schema of each role and each definition.
pub(crate) fn of_contract(
    source: &Source,
    text: &'static str,
    loader: &dyn Loader,
    profiles: &Profiles,
    report: &mut Report,
) {
    if too_deep(source, report) {
        return;
    }
    for violation in violation::of_schema(text, source.value()) {
        let place = violation.pointer.tokens().join(".");
        let message = match (&violation.key, place.is_empty()) {
            (Some(key), _) if violation.keyword == "required" => {
                format!("expected the key {key:?} in the contract, found none")
            }
            (_, true) => violation.message(),
            (_, false) => format!("{place}: {}", violation.message()),
        };
        report.value("contract-invalid", source, &violation.pointer, message);
    }
    let draft = source.value().get("$schema").and_then(Value::as_str).and_then(Draft::from_uri);
    for role in ["input", "parameter", "output"] {
        let at = Pointer::root().push(role);
        let Some(schema) = source.get(&at) else { continue };
        let reported = report.found.len();
        own_metaschema(source, &at, schema, report);
        if report.found.len() > reported {
            continue;
        }
        match Schema::read_at(&source.document, &at, draft, loader) {
            Ok(schema) => quality(source, &schema, Role::parse(role), profiles, report),
            Err(errors) => unreadable(source, errors, report),
        }
    }
    let definitions = ["definitions", "$defs"].into_iter().flat_map(|key| {
        let named = source.value().get(key).and_then(Value::as_object);
        named.into_iter().flatten().map(move |(name, schema)| (key, name, schema))
    });
    for (key, name, schema) in definitions {
        own_metaschema(source, &Pointer::root().push(key).push(name), schema, report);
    }
}

fn by_draft(schema: &Value) -> jsonschema::meta::MetaValidator<'static> {
    let stated = schema.get("$schema").and_then(Value::as_str);
    match stated.and_then(Draft::from_uri) {
        Some(Draft::Draft4) => jsonschema::draft4::meta::validator(),
        Some(Draft::Draft6) => jsonschema::draft6::meta::validator(),
        Some(Draft::Draft7) => jsonschema::draft7::meta::validator(),
        Some(Draft::Draft2019) => jsonschema::draft201909::meta::validator(),
        Some(Draft::Draft2020) | None => jsonschema::draft202012::meta::validator(),
    }
}
