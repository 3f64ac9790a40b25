//! `design-enum-in-words`: a description that lists the values, in place of an `enum`.

use contract::Type;
use serde_json::Value;

use super::SchemaPosition;
use crate::report::Report;

pub(super) fn check(place: &SchemaPosition<'_>, report: &mut Report) {
    let keywords = place.keywords;
    let free = keywords.pattern.is_none() && keywords.format.is_none() && !place.is_listed();
    if !place.is(Type::String) || !free {
        return;
    }
    let Some(values) = keywords.description.as_deref().and_then(listed) else { return };
    let quoted: Vec<String> =
        values.iter().map(|value| Value::from(value.as_str()).to_string()).collect();
    let list = quoted.join(", ");
    let message = format!(
        "{}: expected an enum, found its values in words: {}",
        place.name(),
        values.join(", ")
    );
    let found = report.value("design-enum-in-words", place.source, place.pointer, message);
    found.advise(format!("add \"enum\": [{list}]"));
    if let Some(fix) = place.adding("list the values as enum", &format!("\"enum\": [{list}]")) {
        found.mend(fix);
    }
}

/// The words of a closed list: `Output format: prose, bullets, or structured`.
fn listed(description: &str) -> Option<Vec<String>> {
    let lower = description.to_lowercase();
    // Open-ended lists are not enumerations.
    if ["e.g", "such as", "for example", "examples", "etc", "like ", "…", "..."]
        .iter()
        .any(|word| lower.contains(word))
    {
        return None;
    }
    let starts = [": ", "one of ", "either ", "must be "];
    let tail = starts.iter().find_map(|start| {
        let at = lower.find(start)?;
        description.get(at + start.len()..)
    });
    let tail = tail.or_else(|| in_brackets(description)).or_else(|| all_quoted(description))?;
    let sentence = tail.split(". ").next()?.trim().trim_end_matches('.');
    let sentence = sentence.trim_start_matches(':').trim();
    if !sentence.contains(" or ") && !sentence.contains('|') && !lower.contains("one of") {
        return None;
    }
    let parts = sentence.replace(" or ", ",").replace('|', ",");
    let mut values = Vec::new();
    for part in parts.split(',') {
        let word = part.trim().trim_matches(['"', '\'', '`', '(', ')']);
        if word.is_empty() {
            continue;
        }
        let plain = word.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-'));
        if !plain || values.iter().any(|known| known == word) {
            return None;
        }
        values.push(word.to_owned());
    }
    (values.len() >= 2).then_some(values)
}

/// `Format (prose | bullets | structured)`
fn in_brackets(description: &str) -> Option<&str> {
    let (_, inner) = description.split_once('(')?;
    let (inner, _) = inner.split_once(')')?;
    inner.contains('|').then_some(inner)
}

/// `'today', '24h' or 'this_week'`: a description of only quoted words.
fn all_quoted(description: &str) -> Option<&str> {
    let parts = description.trim().trim_end_matches('.').replace(" or ", ",");
    let is_quoted = |part: &str| {
        let part = part.trim();
        ['"', '\'', '`']
            .iter()
            .any(|q| part.len() > 2 && part.starts_with(*q) && part.ends_with(*q))
    };
    let filled = |part: &&str| !part.trim().is_empty();
    parts.split(',').filter(filled).all(is_quoted).then_some(description)
}

#[cfg(test)]
mod tests {
    use super::listed;

    #[test]
    fn closed_lists_are_seen() {
        let words = |text| listed(text).map(|values| values.join(" "));
        assert_eq!(
            words("Output format: prose, bullets, or structured").as_deref(),
            Some("prose bullets structured")
        );
        assert_eq!(words("One of `fast` or `slow`.").as_deref(), Some("fast slow"));
        assert_eq!(words("Mode: a|b|c").as_deref(), Some("a b c"));
        assert_eq!(
            words("One of: prose, bullets, structured").as_deref(),
            Some("prose bullets structured")
        );
        assert_eq!(words("Format (prose | bullets)").as_deref(), Some("prose bullets"));
        assert_eq!(words("'today', '24h' or 'this_week'").as_deref(), Some("today 24h this_week"));
    }

    #[test]
    fn open_ones_are_not() {
        for text in [
            "A city: London, Paris, or such as these",
            "Path to the file or folder",
            "Language code, e.g. en or de",
            "At least one of the names: the first, or the last",
            "Sort (up | down the list)",
            "A \"name\", or a path",
            "The topic: a few words that say what to look for",
            "Date: 2024-11-20 or the word that the user gave",
        ] {
            assert_eq!(listed(text), None, "{text}");
        }
    }
}
