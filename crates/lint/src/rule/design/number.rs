//! `design-number-in-text`: a string whose name, description, default or examples suggest a number.

use contract::Type;
use serde_json::Value;

use super::SchemaPosition;
use crate::report::Report;

/// Words in names of numerals that are not numbers: `zip_code`, `order_id`, `version`.
const IDENTITIES: [&str; 21] = [
    "id", "ids", "zip", "postcode", "postal", "phone", "fax", "code", "key", "token", "version",
    "sha", "hash", "number", "no", "serial", "year", "date", "time", "pin", "account",
];
/// Last words in names of numbers: `retry_count`, `timeout_seconds`.
const MEASURES: [&str; 10] = [
    "confidence",
    "count",
    "seconds",
    "minutes",
    "hours",
    "milliseconds",
    "ms",
    "percent",
    "percentage",
    "ratio",
];
/// Beginnings of descriptions of numbers.
const BEGINNINGS: [&str; 7] = [
    "number of ",
    "maximum number of ",
    "minimum number of ",
    "max number of ",
    "how many ",
    "count of ",
    "percentage of ",
];

pub(super) fn check(place: &SchemaPosition<'_>, report: &mut Report) {
    let keywords = place.keywords;
    let free = keywords.pattern.is_none() && keywords.format.is_none() && !place.is_listed();
    if !place.is(Type::String) || !free {
        return;
    }
    let words = place.property.map(words).unwrap_or_default();
    if words.iter().any(|word| IDENTITIES.contains(&word.as_str())) {
        return;
    }
    let shown = shown(place);
    let description = keywords.description.as_deref().unwrap_or_default().to_lowercase();
    let why = if shown.iter().any(|value| !is_numeral(value)) {
        return;
    } else if let Some(value) = shown.first() {
        format!("the value {value}")
    } else if BEGINNINGS.iter().any(|beginning| description.starts_with(beginning)) {
        "a description of a number".to_owned()
    } else if words.last().is_some_and(|word| MEASURES.contains(&word.as_str())) {
        "the name of a number".to_owned()
    } else {
        return;
    };
    let message = format!("{}: expected a number, found text with {why}", place.name());
    report
        .value("design-number-in-text", place.source, place.pointer, message)
        .advise("declare integer or number, with minimum and maximum; or add a pattern");
}

/// The default and the examples.
fn shown<'s>(place: &SchemaPosition<'s>) -> Vec<&'s Value> {
    let keywords = place.keywords;
    keywords.default.iter().chain(&keywords.examples).collect()
}

/// Whether it is a number that JSON can represent.
fn is_numeral(value: &Value) -> bool {
    let text = value.as_str().filter(|text| !text.is_empty() && text.trim() == *text);
    text.is_some_and(|text| serde_json::from_str::<serde_json::Number>(text).is_ok())
}

/// The words of a name: `maxArticles` has two.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    for c in name.chars() {
        if !c.is_alphanumeric() || c.is_uppercase() {
            words.push(String::new());
        }
        if c.is_alphanumeric()
            && let Some(word) = words.last_mut()
        {
            word.extend(c.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn words_of_names() {
        assert_eq!(words("maxArticles"), ["max", "articles"]);
        assert_eq!(words("timeout_seconds"), ["timeout", "seconds"]);
    }
}
