//! A value for a suggestion: of the right type, and accepted by the skill's own checks. It comes from the parameter's
//! default, the examples of its description, the checks, or else the type.

use contract::Parameter;
use contract::types::SkillType;
use contract::{Check, Role};
use serde_json::{Value, json};

use super::Subject;
use crate::checks::{self, Outcome, Values};

/// The value as YAML; `None` if no known value passes the checks beside the other values of the document.
pub(super) fn of(subject: &Subject<'_>, parameter: &Parameter, document: &Value) -> Option<String> {
    let checks = checks_of(subject);
    let kind = parameter.kind;
    let mut candidates: Vec<Value> = parameter.default.iter().cloned().collect();
    candidates.extend(described(parameter.description.as_deref().unwrap_or_default(), kind));
    for check in checks {
        candidates.extend(checks::examples(&check.validation, &parameter.name));
    }
    candidates.extend(kind.map(of_type));
    let fits = |value: &Value| kind.is_none_or(|kind| kind.fits(value));
    let passes = |value: &Value| passes(subject, &parameter.name, Some(value), document);
    candidates.into_iter().find(|value| fits(value) && passes(value)).map(|value| shown(&value))
}

/// Whether a parameter may be left out, and no check about it fails then.
pub(super) fn may_be_absent(
    subject: &Subject<'_>,
    parameter: &Parameter,
    document: &Value,
) -> bool {
    let is_given = document.get(&parameter.name).is_some();
    is_given && !parameter.required && passes(subject, &parameter.name, None, document)
}

fn checks_of<'a>(subject: &Subject<'a>) -> &'a [Check] {
    match subject.role {
        Role::Output => &subject.contract.post_checks,
        Role::Input | Role::Parameter => &subject.contract.pre_checks,
    }
}

/// Whether no check about a name fails if the document has this value for it, or none.
fn passes(subject: &Subject<'_>, name: &str, value: Option<&Value>, document: &Value) -> bool {
    let mut members = document.as_object().cloned().unwrap_or_default();
    match value {
        Some(value) => drop(members.insert(name.to_owned(), value.clone())),
        None => drop(members.remove(name)),
    }
    let names = super::declared(subject.contract, subject.role);
    let declared = names.as_ref();
    let values = match subject.role {
        Role::Output => Values { input: subject.inputs, output: Some(&members), declared },
        Role::Input | Role::Parameter => Values { input: Some(&members), output: None, declared },
    };
    let speaks = |check: &&Check| check.validation.contains(name);
    checks_of(subject)
        .iter()
        .filter(speaks)
        .all(|check| checks::evaluate(&check.validation, &values) != Outcome::Failed)
}

/// The examples that a description names: `(e.g., org.global, projects.myapp)`, `Examples: 'en', 'zh'`.
fn described(description: &str, kind: Option<SkillType>) -> Vec<Value> {
    const LEADS: [&str; 6] =
        ["e.g.,", "e.g.", "for example,", "for example", "examples:", "example:"];
    let lower = description.to_ascii_lowercase();
    let Some(start) = LEADS.iter().find_map(|lead| Some(lower.find(lead)? + lead.len())) else {
        return Vec::new();
    };
    let rest = description.get(start..).unwrap_or_default();
    let end = rest.find([')', ';', '\n']).unwrap_or(rest.len());
    let words = rest[..end].split([',', '|']).map(|word| {
        let word = word.trim().trim_start_matches("or ").trim_end_matches('.');
        word.trim_matches(['"', '\'', '`', '[', ']', ' '])
    });
    let text = |word: &str| Value::String(word.to_owned());
    words
        .filter(|word| !word.is_empty() && word.len() <= 80)
        .filter_map(|word| match kind {
            None | Some(SkillType::String) => Some(text(word)),
            Some(SkillType::StringList) => Some(Value::Array(vec![text(word)])),
            Some(SkillType::Object | SkillType::ObjectList) => None,
            Some(SkillType::Number | SkillType::Integer | SkillType::Boolean) => {
                serde_json::from_str(word).ok()
            }
        })
        .collect()
}

/// An example value of a type, from the protocol's table.
fn of_type(kind: SkillType) -> Value {
    match kind {
        SkillType::String => json!("text"),
        SkillType::StringList => json!(["tag1", "tag2"]),
        SkillType::Number | SkillType::Integer => json!(42),
        SkillType::Boolean => json!(true),
        SkillType::Object => json!({"key": "value"}),
        SkillType::ObjectList => json!([{"key": "value"}]),
    }
}

/// A value on one line, with spaces after `:` and `,`.
fn shown(value: &Value) -> String {
    match value {
        Value::Array(items) => {
            format!("[{}]", items.iter().map(shown).collect::<Vec<_>>().join(", "))
        }
        Value::Object(members) => {
            let member =
                |(name, value): (&String, &Value)| format!("{}: {}", json!(name), shown(value));
            format!("{{ {} }}", members.iter().map(member).collect::<Vec<_>>().join(", "))
        }
        plain => plain.to_string(),
    }
}
