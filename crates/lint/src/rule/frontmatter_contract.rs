//! `contract-*`: the fields of a SKILL.md for input, output, checks and caching.

use std::collections::BTreeMap;

use contract::types::SkillType;
use contract::{NoFiles, Pointer, Role};
use serde_json::Value;

use crate::profile::Profiles;
use crate::report::Report;
use crate::rule::metaschema;
use crate::schema_quality::quality;
use crate::skill::Skill;
use crate::source::{Source, quote};

pub(crate) fn check(skill: &Skill<'_>, profiles: &Profiles, report: &mut Report) {
    let mut has_schema = false;
    for key in ["input_schema", "output_schema"] {
        let here = Pointer::root().push(key);
        match skill.source.get(&here) {
            None | Some(Value::Null) => continue,
            Some(Value::Object(members)) => {
                has_schema = true;
                let is_schema =
                    ["type", "properties", "$ref", "$schema", "allOf", "anyOf", "oneOf"]
                        .iter()
                        .any(|keyword| members.contains_key(*keyword));
                if is_schema && !lists_fields(members) {
                    check_embedded(&skill.source, &here, profiles, report);
                } else {
                    fields(skill, &here, report);
                }
            }
            Some(other) => {
                let message = format!(
                    "{key}: expected lists `required` and `optional`, or a JSON Schema, found {}",
                    quote(other)
                );
                report.value("contract-shape", &skill.source, &here, message);
            }
        }
    }
    for key in ["pre_checks", "post_checks"] {
        checks(skill, &Pointer::root().push(key), profiles, report);
    }
    if has_schema && skill.source.value().get("version").is_none() {
        let message = "expected a version beside the schemas, found none".to_owned();
        report
            .value("contract-version-missing", &skill.source, &Pointer::root(), message)
            .advise("add `version: 1`, and raise it with each change");
    }
    if let Some(stated) = skill.source.value().get("version")
        && !is_version(stated)
    {
        let message = format!("expected a number such as 1 as version, found {}", quote(stated));
        report
            .value(
                "contract-version-word",
                &skill.source,
                &Pointer::root().push("version"),
                message,
            )
            .advise("write `version: 1`, and raise it with each change");
    }
    caching(skill, report);
}

/// A number that is not negative, or a semantic version in a string.
fn is_version(stated: &Value) -> bool {
    match stated {
        Value::Null => true,
        Value::Number(number) => number.as_f64().is_none_or(|number| number >= 0.0),
        Value::String(text) => {
            let bare = text.trim().trim_start_matches('v');
            let core = bare.split(['-', '+']).next().unwrap_or_default();
            let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
            // `v1` is a word: neither a number nor a semantic version.
            let is_word = bare.len() < text.trim().len() && !core.contains('.');
            core.split('.').all(digits) && !is_word
        }
        _ => false,
    }
}

fn lists_fields(members: &serde_json::Map<String, Value>) -> bool {
    ["required", "optional"].iter().any(|key| {
        let list = members.get(*key).and_then(Value::as_array);
        list.is_some_and(|list| list.iter().any(Value::is_object))
    })
}

fn fields(skill: &Skill<'_>, here: &Pointer, report: &mut Report) {
    let schema = skill.source.get(here).and_then(Value::as_object);
    let mut seen: Vec<&str> = Vec::new();
    for (key, list) in schema.into_iter().flatten() {
        let place = here.push(key);
        if !matches!(key.as_str(), "required" | "optional") {
            let message =
                format!("expected the lists `required` and `optional`, found the key {key:?}");
            report.key("contract-shape", &skill.source, &place, message);
            continue;
        }
        let items = match list {
            Value::Null => continue,
            Value::Array(items) => items,
            other => {
                let message = format!("{key}: expected a list of fields, found {}", quote(other));
                report.value("contract-shape", &skill.source, &place, message);
                continue;
            }
        };
        for (at, item) in items.iter().enumerate() {
            let place = place.push_index(at);
            field(skill, &place, item, key == "required", report);
            let Some(name) = item.get("name").and_then(Value::as_str) else { continue };
            if seen.contains(&name) {
                let message = format!("expected each field once, found {name:?} again");
                report.value(
                    "contract-field-duplicate",
                    &skill.source,
                    &place.push("name"),
                    message,
                );
            }
            seen.push(name);
        }
    }
}

fn field(skill: &Skill<'_>, place: &Pointer, item: &Value, required: bool, report: &mut Report) {
    if !item.is_object() {
        let message = format!("expected a field with `name` and `type`, found {}", quote(item));
        report.value("contract-shape", &skill.source, place, message);
        return;
    }
    match item.get("name") {
        Some(Value::String(name)) if !name.trim().is_empty() => {}
        Some(other) => {
            let message = format!("expected the name of the field, found {}", quote(other));
            report.value("contract-field-invalid", &skill.source, &place.push("name"), message);
        }
        None => {
            let message = "expected the key \"name\" in the field, found none".to_owned();
            report.value("contract-field-invalid", &skill.source, place, message);
        }
    }
    let kind = match item.get("type") {
        None => {
            let message = "expected the key \"type\" in the field, found none".to_owned();
            report.value("contract-field-invalid", &skill.source, place, message).advise(types());
            return;
        }
        Some(stated) => stated.as_str().and_then(SkillType::parse),
    };
    let Some(kind) = kind else {
        let stated = item.get("type").map(quote).unwrap_or_default();
        let message = format!("expected one of {}, found {stated}", names());
        report
            .value("contract-type-unknown", &skill.source, &place.push("type"), message)
            .advise(types());
        return;
    };
    if kind == SkillType::Integer {
        let message = "expected a type of the protocol, found \"integer\"".to_owned();
        report
            .value("contract-type-integer", &skill.source, &place.push("type"), message)
            .advise("write `type: number`");
    }
    default(skill, place, item, kind, required, report);
    if item.get("description").and_then(Value::as_str).is_none_or(|text| text.trim().is_empty()) {
        let message = "expected a description of the field, found none".to_owned();
        report.value("contract-field-undescribed", &skill.source, place, message);
    }
}

fn default(
    skill: &Skill<'_>,
    place: &Pointer,
    item: &Value,
    kind: SkillType,
    required: bool,
    report: &mut Report,
) {
    let Some(default) = item.get("default").filter(|default| !default.is_null()) else { return };
    let place = place.push("default");
    if !kind.fits(default) {
        let message =
            format!("expected a default of type {}, found {}", kind.as_str(), quote(default));
        report.value("contract-default-mismatch", &skill.source, &place, message);
    }
    if required {
        let message =
            format!("the field is required, so its default {} is never used", quote(default));
        report
            .key("contract-default-unused", &skill.source, &place, message)
            .advise("move the field to `optional`, or remove the default");
    }
}

fn checks(skill: &Skill<'_>, here: &Pointer, profiles: &Profiles, report: &mut Report) {
    let list = match skill.source.get(here) {
        None | Some(Value::Null) => return,
        Some(Value::Array(list)) => list,
        Some(other) => {
            let message = format!("expected a list of checks, found {}", quote(other));
            report.value("contract-check-invalid", &skill.source, here, message);
            return;
        }
    };
    let declared = declared(skill, here.last().as_deref() == Some("post_checks"));
    for (at, check) in list.iter().enumerate() {
        let place = here.push_index(at);
        if let (Some(declared), Some(undecidable)) = (&declared, profiles.undecidable)
            && let Some(condition) = crate::source::filled(check, "validation")
            && let Some(why) = undecidable(condition, declared)
        {
            let message = format!("expected a condition on inputs and outputs: {why}");
            report.value(
                "contract-check-undecided",
                &skill.source,
                &place.push("validation"),
                message,
            );
        }
        for key in ["description", "validation"] {
            if crate::source::filled(check, key).is_some() {
                continue;
            }
            let stood = check.get(key).map_or_else(|| "none".to_owned(), quote);
            let message = format!("expected the key {key:?} with text in the check, found {stood}");
            report.value("contract-check-invalid", &skill.source, &place, message);
        }
    }
}

/// The names and types that a check may refer to, if the skill lists them.
fn declared<'s>(
    skill: &'s Skill<'_>,
    is_after: bool,
) -> Option<BTreeMap<&'s str, Option<SkillType>>> {
    let keys = if is_after { &["input_schema", "output_schema"][..] } else { &["input_schema"] };
    let mut names = BTreeMap::new();
    for key in keys {
        let members = skill.source.value().get(*key)?.as_object()?;
        if !lists_fields(members) {
            return None;
        }
        let fields = members.values().filter_map(Value::as_array).flatten();
        names.extend(fields.filter_map(|field| {
            let kind = field.get("type").and_then(Value::as_str).and_then(SkillType::parse);
            Some((field.get("name")?.as_str()?, kind))
        }));
    }
    Some(names)
}

fn caching(skill: &Skill<'_>, report: &mut Report) {
    let fields = skill.source.value();
    let ttl = fields.get("cache_ttl_minutes");
    let cacheable = fields.get("cacheable") == Some(&Value::Bool(true));
    if let (Some(ttl), false) = (ttl, cacheable) {
        let message =
            format!("cache_ttl_minutes {} has no effect without cacheable: true", quote(ttl));
        let pointer = Pointer::root().push("cache_ttl_minutes");
        report
            .key("contract-cache-ttl-unused", &skill.source, &pointer, message)
            .advise("add `cacheable: true`, or remove cache_ttl_minutes");
    }
    if cacheable && ttl.is_none() {
        let message = "expected cache_ttl_minutes beside cacheable: true, found none: \
                       the lifetime is 0 and nothing is ever kept"
            .to_owned();
        let pointer = Pointer::root().push("cacheable");
        report
            .key("contract-cache-ttl-missing", &skill.source, &pointer, message)
            .advise("add `cache_ttl_minutes: 5`");
    }
}

fn names() -> String {
    SkillType::OF_PROTOCOL.map(SkillType::as_str).join(", ")
}

fn types() -> String {
    format!("use one of {}", names())
}

/// Checks a JSON Schema inside frontmatter.
fn check_embedded(source: &Source, at: &Pointer, profiles: &Profiles, report: &mut Report) {
    let Some(schema) = metaschema::of_draft(source, at, &NoFiles, report) else { return };
    let role = match at.last().as_deref() {
        Some("input_schema") => Some(Role::Input),
        _ => Some(Role::Output),
    };
    quality(source, &schema, role, profiles, report);
}
