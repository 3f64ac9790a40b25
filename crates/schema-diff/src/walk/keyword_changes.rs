//! Which keywords of two texts differ, in words: for a rewrite that no other finding names.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

/// The number of named keywords.
const NAMED: usize = 4;
/// The keywords whose members have names of the author's choice.
const NAMED_MEMBERS: [&str; 5] =
    ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"];

/// What became of a keyword.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Verb {
    Added,
    Removed,
    Changed,
}

type Counts<'v> = BTreeMap<(Verb, &'v str), usize>;

/// Such as "`format` was added in 18 places, `allOf` was removed"; empty if no keyword differs.
pub(super) fn in_words(old: &Value, new: &Value) -> String {
    let mut counts = Counts::new();
    compare(old, new, None, &mut counts);
    let named = counts.iter().take(NAMED).map(|((verb, keyword), count)| {
        let verb = match verb {
            Verb::Added => "was added",
            Verb::Removed => "was removed",
            Verb::Changed => "changed",
        };
        let places = if *count > 1 { format!(" in {count} places") } else { String::new() };
        format!("`{keyword}` {verb}{places}")
    });
    let mut words: Vec<String> = named.collect();
    if counts.len() > NAMED {
        words.push(format!("{} more", counts.len() - NAMED));
    }
    words.join(", ")
}

/// Compares two values of a keyword; the root has none.
fn compare<'v>(old: &'v Value, new: &'v Value, keyword: Option<&'v str>, counts: &mut Counts<'v>) {
    if contract::value::equal(old, new) {
        return;
    }
    match (old, new, keyword) {
        (Value::Object(old), Value::Object(new), _) => members(old, new, keyword, counts),
        (Value::Array(old), Value::Array(new), Some(_))
            if old.len() == new.len() && old.iter().chain(new).all(Value::is_object) =>
        {
            old.iter().zip(new).for_each(|(old, new)| compare(old, new, keyword, counts));
        }
        (_, _, Some(keyword)) => *counts.entry((Verb::Changed, keyword)).or_default() += 1,
        (_, _, None) => {}
    }
}

fn members<'v>(
    old: &'v Map<String, Value>,
    new: &'v Map<String, Value>,
    keyword: Option<&'v str>,
    counts: &mut Counts<'v>,
) {
    // The name of a property is not a keyword.
    let owner = keyword.filter(|keyword| NAMED_MEMBERS.contains(keyword));
    let is_new = |name: &&String| !old.contains_key(*name);
    for name in old.keys().chain(new.keys().filter(is_new)) {
        match (old.get(name), new.get(name)) {
            // A named member is a schema: it is compared as one.
            (Some(old), Some(new)) => {
                let keyword = owner.is_none().then_some(name.as_str());
                compare(old, new, keyword, counts);
            }
            (gone, _) => {
                let verb = match (owner, gone) {
                    (Some(_), _) => Verb::Changed,
                    (None, Some(_)) => Verb::Removed,
                    (None, None) => Verb::Added,
                };
                *counts.entry((verb, owner.unwrap_or(name))).or_default() += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::in_words;
    use serde_json::json;

    #[test]
    fn keywords_are_named_and_counted() {
        let old = json!({"properties": {"format": {"type": "string"}, "b": {}}, "minLength": 1});
        let new = json!({"properties": {"format": {"type": "string", "format": "x"}, "b": {"format": "x"}}, "allOf": [{}]});
        assert_eq!(
            in_words(&old, &new),
            "`allOf` was added, `format` was added in 2 places, `minLength` was removed"
        );
        assert_eq!(in_words(&old, &old), "");
    }
}
