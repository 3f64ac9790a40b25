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
    let found = starts.iter().find_map(|start| Some((*start, lower.find(start)?)));
    let tail = found.and_then(|(start, at)| description.get(at + start.len()..));
    let label = found.filter(|(start, _)| *start == ": ").and_then(|(_, at)| lower.get(..at));
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
    let is_closed = label.is_none_or(|label| announces_values(label, sentence, values.len()));
    (values.len() >= 2 && is_closed).then_some(values)
}

/// Words for what has a few values.
const CHOICES: [&str; 30] = [
    "action",
    "category",
    "direction",
    "encoding",
    "environment",
    "format",
    "kind",
    "level",
    "method",
    "mode",
    "operation",
    "order",
    "phase",
    "priority",
    "protocol",
    "role",
    "scope",
    "severity",
    "size",
    "sort",
    "stage",
    "state",
    "status",
    "strategy",
    "style",
    "tone",
    "type",
    "unit",
    "value",
    "variant",
];
/// Words for what has as many values as one likes, and for what is no list of all values.
const OPEN: [&str; 18] = [
    "default",
    "directory",
    "example",
    "file",
    "folder",
    "id",
    "input",
    "name",
    "note",
    "optional",
    "path",
    "query",
    "string",
    "text",
    "title",
    "topic",
    "uri",
    "url",
];

/// Does the text before a colon announce a list of all values? `Output format: prose or bullets` does, `Example: Oslo or Rome`
/// and `A file: path or URL` don't. Two words may describe a value; three are a list.
fn announces_values(label: &str, list: &str, count: usize) -> bool {
    let sentence = label.rsplit(['.', ';', '(', '\n']).next().unwrap_or(label);
    let words: Vec<&str> =
        sentence.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let is = |word: &&&str, known: &[&str]| {
        known.contains(*word) || word.strip_suffix('s').is_some_and(|one| known.contains(&one))
    };
    let is_choice = words.last().is_some_and(|word| is(&word, &CHOICES));
    let is_marked = list.contains(['"', '\'', '`', '|']);
    let is_open = [words.first(), words.last()].iter().flatten().any(|word| is(word, &OPEN));
    !words.is_empty() && (is_choice || !is_open && (is_marked || count > 2))
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
        assert_eq!(words("Sort order: asc or desc").as_deref(), Some("asc desc"));
        assert_eq!(words("The status: open or done").as_deref(), Some("open done"));
        assert_eq!(words("Speed: `fast` or `slow`").as_deref(), Some("fast slow"));
        assert_eq!(words("Speed: fast, slow or none").as_deref(), Some("fast slow none"));
        assert_eq!(words("Format (prose | bullets)").as_deref(), Some("prose bullets"));
        assert_eq!(words("'today', '24h' or 'this_week'").as_deref(), Some("today 24h this_week"));
    }

    #[test]
    fn open_ones_are_not() {
        for text in [
            "The town. Example: Oslo or Rome",
            "The town. Default: Oslo, Rome or Paris",
            "Path to the file: absolute or relative",
            "A file: path or URL",
            "Default: none or empty",
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
