//! `client-value-type`: values of a client's own keys with another type than documented.

use contract::Pointer;
use serde_json::Value;

use crate::profile::{self, Profiles, ValueType};
use crate::report::Report;
use crate::skill::Skill;
use crate::source::quote;

/// A string that YAML 1.1 reads as a boolean has its own rule.
const BOOLEAN_WORDS: [&str; 4] = ["yes", "no", "on", "off"];

pub(crate) fn check(skill: &Skill<'_>, profiles: &Profiles, report: &mut Report) {
    let Some(fields) = skill.source.value().as_object() else { return };
    for (key, value) in fields {
        unknown_word(skill, profiles, key, value, report);
        let client = profiles.clients.iter().find(|client| client.value_types.contains_key(key));
        let Some(client) = client else { continue };
        let wanted = client.value_types[key];
        if is_of(value, wanted) {
            continue;
        }
        let words = wanted.words();
        let message = format!("{key}: {} takes {words}, found {}", client.title, quote(value));
        report
            .value("client-value-type", &skill.source, &Pointer::root().push(key), message)
            .advise(format!("write {words}"));
    }
}

/// Whether a key may have a value, by the clients that document the key.
pub(super) fn may_be(key: &str, value: &Value) -> bool {
    let mut types = profile::all_clients().filter_map(|client| client.value_types.get(key));
    types.all(|wanted| is_of(value, *wanted))
}

fn is_of(value: &Value, wanted: ValueType) -> bool {
    match (wanted, value) {
        (_, Value::Null) => true,
        (ValueType::Text, value) => value.is_string(),
        (ValueType::Boolean, Value::String(word)) => {
            BOOLEAN_WORDS.iter().any(|known| word.eq_ignore_ascii_case(known))
        }
        (ValueType::Boolean, value) => value.is_boolean(),
        (ValueType::Number, value) => value.is_number(),
        (ValueType::Mapping, value) => value.is_object(),
        (ValueType::Texts, Value::Array(items)) => items.iter().all(Value::is_string),
        (ValueType::Texts | ValueType::Null, _) => false,
    }
}

/// Text that is none of the words that a client documents for a key.
fn unknown_word(
    skill: &Skill<'_>,
    profiles: &Profiles,
    key: &str,
    value: &Value,
    report: &mut Report,
) {
    let client = profiles.clients.iter().find(|client| client.known_values.contains_key(key));
    let (Some(client), Some(text)) = (client, value.as_str()) else { return };
    let words = &client.known_values[key];
    if words.iter().any(|word| word == text) {
        return;
    }
    let words = words.join(" or ");
    let message = format!("{key}: {} takes {words}, found {text:?}", client.title);
    report
        .value("client-value-type", &skill.source, &Pointer::root().push(key), message)
        .advise(format!("write {words}, or remove the key"));
}
