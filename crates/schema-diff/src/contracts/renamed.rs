//! Items of a list that go on under another name.

use std::collections::BTreeMap;

/// An item by its name, and the text that describes it.
pub(super) type Named<'i> = (&'i str, Option<&'i str>);

/// The new name of each item that was renamed: one that is spelled in another way, or the only one with the same
/// description. `gone` are the items that only the old version lists, `come` those that only the new one does.
pub(super) fn renamed(gone: &[Named<'_>], come: &[Named<'_>]) -> BTreeMap<String, String> {
    let spelling = |name: &str| -> String {
        name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let mut found: BTreeMap<String, String> = BTreeMap::new();
    for (name, description) in gone {
        let spelled = come.iter().find(|(other, _)| spelling(other) == spelling(name));
        let described = || {
            let text = description.filter(|text| !text.trim().is_empty())?;
            let mut same = come.iter().filter(|(_, other)| *other == Some(text));
            same.next().filter(|_| same.next().is_none())
        };
        let now = spelled.or_else(described).map(|(now, _)| (*now).to_owned());
        if let Some(now) = now.filter(|now| !found.values().any(|taken| taken == now)) {
            found.insert((*name).to_owned(), now);
        }
    }
    found
}
