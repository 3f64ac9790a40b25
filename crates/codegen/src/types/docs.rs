//! The documentation of a value: what a schema says beside its type.

use std::fmt::Display;

use contract::Keywords;
use serde_json::Value;

use super::Type;

/// Longer values are omitted.
const LONGEST: usize = 40;

/// Title and description of what has these names. A title with the last words of a name says nothing more.
pub(super) fn doc(k: &Keywords, names: &[&str]) -> Option<String> {
    let says_more = |title: &&String| {
        let title = word_letters(title);
        title.is_empty() || !names.iter().any(|name| word_letters(name).ends_with(&title))
    };
    let title = k.title.as_ref().filter(says_more);
    let parts: Vec<&str> =
        [title, k.description.as_ref()].into_iter().flatten().map(String::as_str).collect();
    let text = parts.join("\n\n");
    (!text.trim().is_empty()).then(|| text.trim().to_owned())
}

/// The documentation of a property: its description, and the bounds, default and examples that its type does not show.
pub(super) fn of_property(k: &Keywords, name: &str, ty: &Type) -> Option<String> {
    let facts = facts(k, ty);
    match (doc(k, &[name]), facts.is_empty()) {
        (doc, true) => doc,
        (None, false) => Some(sentence(&facts)),
        (Some(doc), false) => {
            let gap = if doc.contains('\n') { "\n\n" } else { " " };
            let stop = if doc.ends_with(|c: char| c.is_alphanumeric()) { "." } else { "" };
            Some(format!("{doc}{stop}{gap}{}", sentence(&facts)))
        }
    }
}

/// The letters and digits of some words.
fn word_letters(words: &str) -> String {
    words.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn sentence(facts: &[String]) -> String {
    let text = facts.join("; ");
    let mut characters = text.chars();
    let first = characters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(characters).collect::<String>() + "."
}

fn facts(k: &Keywords, ty: &Type) -> Vec<String> {
    let mut facts = Vec::new();
    let (above, below) = (k.exclusive_minimum.as_ref(), k.exclusive_maximum.as_ref());
    let exclusive =
        [above.map(|b| format!("more than {b}")), below.map(|b| format!("less than {b}"))];
    let inclusive = range(None, k.minimum.as_ref(), k.maximum.as_ref());
    // The lower bound first.
    let bounds: Vec<String> = match above {
        Some(_) => exclusive.into_iter().chain([inclusive]).flatten().collect(),
        None => [inclusive].into_iter().chain(exclusive).flatten().collect(),
    };
    if !bounds.is_empty() {
        facts.push(bounds.join(" and "));
    }
    facts.extend(k.multiple_of.as_ref().map(|divisor| format!("a multiple of {divisor}")));
    facts.extend(range(Some("character"), k.min_length, k.max_length));
    if !ty.is_whole_tuple() {
        facts.extend(range(Some("item"), k.min_items, k.max_items));
    }
    facts.extend(k.format.as_ref().map(|format| format!("format `{format}`")));
    facts.extend(k.read_only.then(|| "read only".to_owned()));
    facts.extend(k.write_only.then(|| "write only".to_owned()));
    facts.extend(k.default.as_ref().and_then(short).map(|value| format!("by default {value}")));
    let examples: Vec<String> = k.examples.iter().take(3).filter_map(short).collect();
    if !examples.is_empty() {
        facts.push(format!("for example {}", examples.join(", ")));
    }
    facts
}

fn range<N: Display>(unit: Option<&str>, least: Option<N>, most: Option<N>) -> Option<String> {
    // The unit follows the last number.
    let counted = |number: N| {
        let number = number.to_string();
        match unit {
            None => number,
            Some(unit) if number == "1" => format!("1 {unit}"),
            Some(unit) => format!("{number} {unit}s"),
        }
    };
    match (least, most) {
        (Some(least), Some(most)) if least.to_string() == most.to_string() => {
            let exactly = if unit.is_some() { "" } else { "exactly " };
            Some(format!("{exactly}{}", counted(most)))
        }
        (Some(least), Some(most)) => Some(format!("from {least} to {}", counted(most))),
        (Some(least), None) => Some(format!("at least {}", counted(least))),
        (None, Some(most)) => Some(format!("at most {}", counted(most))),
        (None, None) => None,
    }
}

/// A value as JSON, if it is short and allowed in backquotes.
fn short(value: &Value) -> Option<String> {
    let text = value.to_string();
    let fits = text.chars().count() <= LONGEST && !text.contains('`');
    fits.then(|| format!("`{text}`"))
}

#[cfg(test)]
mod tests {
    use super::range;

    #[test]
    fn equal_bounds_are_one_number() {
        for (unit, least, most, wanted) in [
            (Some("item"), 2, 2, "2 items"),
            (Some("item"), 1, 1, "1 item"),
            (Some("character"), 1, 3, "from 1 to 3 characters"),
            (None, 5, 5, "exactly 5"),
            (None, 5, 6, "from 5 to 6"),
        ] {
            assert_eq!(range(unit, Some(least), Some(most)).as_deref(), Some(wanted));
        }
    }
}
