//! A schema file: in a package, alone, or inside frontmatter.

use contract::{Document, Loader, Pointer, Role};
use serde_json::Value;

use crate::embedded_schema::builtin;
use crate::entries::{Entries, resolve};
use crate::profile::Profiles;
use crate::read_source::{json, json_bytes, read};
use crate::report::{Report, RoleSource, SchemaFacts};
use crate::rule::metaschema;
use crate::schema_quality::quality;
use crate::source::Source;
use crate::suppress;

/// Gives a schema access to the files of its package only.
struct Inside<'e> {
    entries: &'e Entries<'e>,
    folder: &'e str,
}

impl Loader for Inside<'_> {
    fn load(&self, uri: &str) -> Result<Option<Vec<u8>>, String> {
        if uri.contains(':') || uri.starts_with('/') {
            return Ok(None);
        }
        match resolve(self.folder, uri) {
            Some(path) if self.entries.is_file(&path) => self.entries.content.read(&path).map(Some),
            _ => Ok(None),
        }
    }
}

/// Checks the schema of the key `key` in a package's manifest.
pub(crate) fn check_of_package(
    entries: &Entries<'_>,
    path: &str,
    key: &str,
    profiles: &Profiles,
    report: &mut Report,
) {
    let Some(source) = json(entries, path, report) else { return };
    suppress::in_source(&source, report);
    metaschema::of_runner(&source, key, profiles.runner, report);
    let folder = path.rsplit_once('/').map(|(folder, _)| folder).unwrap_or_default();
    let loader = Inside { entries, folder };
    check_source(&source, Role::parse(key), &loader, profiles, report);
}

/// Checks a separate schema in a file. `label` is the path in findings.
#[must_use]
pub fn check_schema(
    label: &str,
    bytes: Vec<u8>,
    loader: &dyn Loader,
    profiles: &Profiles,
) -> Report {
    let mut report = Report::default();
    let yaml = label.ends_with(".yaml") || label.ends_with(".yml");
    let source = if yaml {
        read(label, Document::yaml(label, &bytes), "one YAML document", &mut report)
    } else {
        json_bytes(label, bytes, &mut report)
    };
    if let Some(source) = source {
        suppress::in_source(&source, &mut report);
        let (role, said_by) = role_of(&source, profiles);
        report.schemas.push(SchemaFacts { path: label.to_owned(), role, said_by });
        check_source(&source, role, loader, profiles, &mut report);
        suppress::answer(&mut report, |rule| suppress::looked_for(rule, profiles));
    }
    report
}

fn check_source(
    source: &Source,
    role: Option<Role>,
    loader: &dyn Loader,
    profiles: &Profiles,
    report: &mut Report,
) {
    let Some(schema) = metaschema::of_draft(source, &Pointer::root(), loader, report) else {
        return;
    };
    quality(source, &schema, role, profiles, report);
}

/// Checks an API contract document: its own form, and the schema of each role.
#[must_use]
pub fn check_contract(
    label: &str,
    bytes: Vec<u8>,
    loader: &dyn Loader,
    profiles: &Profiles,
) -> Report {
    let mut report = Report::default();
    let document = Document::guess(label, &bytes);
    let Some(source) = read(label, document, "one document", &mut report) else { return report };
    metaschema::of_contract(&source, builtin("api-contract"), loader, profiles, &mut report);
    suppress::in_source(&source, &mut report);
    suppress::answer(&mut report, |rule| suppress::looked_for(rule, profiles));
    report
}

/// Whether a document is meant to be an API contract.
#[must_use]
pub fn looks_like_contract(value: &Value) -> bool {
    let Some(members) = value.as_object() else { return false };
    let schema = |key: &str| members.get(key).is_some_and(|v| v.is_object() || v.is_boolean());
    (schema("input") || schema("output")) && !members.contains_key("properties")
}

/// The role of a separate schema: the given one, else that of the file's name or the title, else the default.
fn role_of(source: &Source, profiles: &Profiles) -> (Option<Role>, RoleSource) {
    if let Some(role) = profiles.schema_role {
        return (Some(role), RoleSource::Option);
    }
    let title = source.document.value().get("title").and_then(Value::as_str).unwrap_or_default();
    match Role::in_name(&source.path).or_else(|| Role::in_name(title)) {
        Some(role) => (Some(role), RoleSource::Name),
        None => (profiles.unsaid_role, RoleSource::Default),
    }
}

/// Whether a document is intended as a JSON Schema, for a file of any kind.
#[must_use]
pub fn looks_like_schema(value: &Value) -> bool {
    let Some(members) = value.as_object() else { return false };
    // Settings and manifests name their own schema with the same key.
    let dialect = members.get("$schema").and_then(Value::as_str);
    if dialect.is_some_and(|dialect| dialect.contains("json-schema.org")) {
        return true;
    }
    [
        "properties",
        "$defs",
        "definitions",
        "$ref",
        "allOf",
        "anyOf",
        "oneOf",
        "items",
        "type",
        "enum",
        "const",
        "not",
        "if",
        "pattern",
        "format",
        "required",
        "minimum",
        "maximum",
        "multipleOf",
        "minLength",
        "maxLength",
        "patternProperties",
        "additionalProperties",
    ]
    .iter()
    .any(|keyword| members.contains_key(*keyword))
}
