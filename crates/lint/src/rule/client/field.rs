//! What a client requires of one field, and why it rejects a skill with this value.

use contract::Pointer;
use serde_json::Value;

use crate::profile::{Client, FieldRules, Reader, TextForm, ValueType};
use crate::rule::frontmatter_style::offset;
use crate::skill::Skill;

/// Why a client rejects a skill with this value at `key`.
pub(super) fn refusal(
    skill: &Skill<'_>,
    key: &str,
    value: Option<&Value>,
    rules: &FieldRules,
    folder: Option<&str>,
    client: &Client,
) -> Option<String> {
    let is_true = |key: &String| skill.source.value().get(key) == Some(&Value::Bool(true));
    if rules.unless.as_ref().is_some_and(is_true) {
        return None;
    }
    if let (Some(value), false) = (value, rules.types.is_empty())
        && !rules.types.iter().any(|kind| is_of(value, *kind))
    {
        let words = rules.types.iter().map(|kind| kind.words()).collect::<Vec<_>>().join(" or ");
        return Some(format!("{key}: expected {words}, found {}", contract::value::kind(value)));
    }
    let Some(value) = value.filter(|value| !value.is_null()) else {
        let is_left_out = !rules.required || (rules.any && has_words_behind(skill, key));
        return (!is_left_out).then(|| format!("expected the field {key}, found none"));
    };
    if rules.mapping {
        return not_a_mapping(key, value, rules);
    }
    if rules.types.iter().any(|kind| *kind != ValueType::Text) {
        return None;
    }
    if rules.any && !value.is_string() {
        return None;
    }
    let Some(text) = text_of(skill, key, value, rules, client) else {
        let kind = contract::value::kind(value);
        return Some(format!("{key}: expected text, found {kind}"));
    };
    against_text(key, &text, rules, folder)
}

fn not_a_mapping(key: &str, value: &Value, rules: &FieldRules) -> Option<String> {
    let Some(members) = value.as_object() else {
        let kind = contract::value::kind(value);
        return Some(format!("{key}: expected a mapping, found {kind}"));
    };
    let refused = rules.refused_keys.as_deref()?;
    let found = members.keys().find(|name| name.starts_with(refused))?;
    Some(format!("{key}: expected no key that begins with {refused}, found {found:?}"))
}

fn against_text(key: &str, text: &str, rules: &FieldRules, folder: Option<&str>) -> Option<String> {
    if (rules.filled && text.trim().is_empty()) || (rules.nonempty && text.is_empty()) {
        return Some(format!("{key}: expected text that is not blank"));
    }
    let length = contract::value::char_len(text) as u64;
    if let Some(most) = rules.max.filter(|most| length > *most) {
        return Some(format!("{key}: expected at most {most} characters, found {length}"));
    }
    if let Some(form) = rules.form
        && let Err(wanted) = has_form(text.trim(), form)
    {
        return Some(format!("{key}: expected {wanted}, found {text:?}"));
    }
    match folder {
        Some(folder) if rules.folder && folder != text.trim() => {
            Some(format!("{key}: expected the name of the folder, {folder:?}, found {text:?}"))
        }
        _ => None,
    }
}

fn is_of(value: &Value, kind: ValueType) -> bool {
    match kind {
        ValueType::Text => value.is_string(),
        ValueType::Boolean => value.is_boolean(),
        ValueType::Number => value.is_number(),
        ValueType::Mapping => value.is_object(),
        ValueType::Texts => value.as_array().is_some_and(|all| all.iter().all(Value::is_string)),
        ValueType::Null => value.is_null(),
    }
}

/// Whether a key without a value has other text on its line: a comment, or `null`.
fn has_words_behind(skill: &Skill<'_>, key: &str) -> bool {
    let behind = |line: &str| {
        line.strip_prefix(key).and_then(|rest| rest.strip_prefix(':')).map(|r| !r.trim().is_empty())
    };
    skill.yaml.lines().find_map(behind).unwrap_or(false)
}

/// The string that a client reads from a value: parsers with declared types read each scalar as a string.
/// A client with libyaml counts a string with collapsed spaces. js-yaml reads dates from plain scalars.
fn text_of(
    skill: &Skill<'_>,
    key: &str,
    value: &Value,
    rules: &FieldRules,
    client: &Client,
) -> Option<String> {
    let maps_to_types =
        matches!(client.reader, Reader::Libyaml | Reader::LibyamlUnique | Reader::Strictyaml);
    let text = match value {
        Value::String(text) if rules.text && client.reader == Reader::JsYaml => {
            if is_plain_date(skill, key, text) {
                return None;
            }
            text.clone()
        }
        Value::String(text) => text.clone(),
        Value::Bool(_) | Value::Number(_) if maps_to_types && !rules.text => value.to_string(),
        _ => return None,
    };
    Some(match client.reader {
        Reader::Libyaml => text.split_whitespace().collect::<Vec<_>>().join(" "),
        _ => text,
    })
}

/// Whether a scalar is a date without quotes.
fn is_plain_date(skill: &Skill<'_>, key: &str, text: &str) -> bool {
    let date = text.split(['T', 't', ' ']).next().unwrap_or_default();
    let parts: Vec<&str> = date.split('-').collect();
    let digits =
        |part: &str| (1..=4).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
    let is_date = parts.len() == 3 && parts[0].len() == 4 && parts.iter().all(|part| digits(part));
    let rest = &text[date.len()..];
    if !is_date || !rest.chars().all(|c| c.is_ascii_digit() || ":.+-TtZ ".contains(c)) {
        return false;
    }
    let position = skill.source.document.locate(&Pointer::root().push(key));
    offset(skill.text, position).is_some_and(|at| skill.text[at..].starts_with(date))
}

/// Whether a string has a format; otherwise the description of the format.
fn has_form(text: &str, form: TextForm) -> Result<(), &'static str> {
    let words = |is_letter: fn(char) -> bool| {
        text.split('-').all(|word| !word.is_empty() && word.chars().all(is_letter))
    };
    match form {
        TextForm::LowerCaseWords
            if !words(|c| c.is_alphanumeric() && c.to_lowercase().eq(std::iter::once(c))) =>
        {
            Err("lower-case letters and digits with single hyphens")
        }
        TextForm::AsciiWords if !words(|c| c.is_ascii_lowercase() || c.is_ascii_digit()) => {
            Err("lower-case ASCII letters and digits with single hyphens")
        }
        TextForm::AsciiName => {
            let known = |c: char| c.is_ascii_alphanumeric() || "-_.: ".contains(c);
            let starts = text.starts_with(|c: char| c.is_ascii_alphanumeric());
            match starts && text.chars().all(known) {
                true => Ok(()),
                false => {
                    Err("ASCII letters, digits, hyphens, underscores, dots, colons and spaces")
                }
            }
        }
        TextForm::LowerCaseWords | TextForm::AsciiWords => Ok(()),
    }
}
