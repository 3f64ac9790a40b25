//! Renamed items of a list.

use std::collections::{BTreeMap, BTreeSet};

/// An item's name and description.
pub(super) type Named<'i> = (&'i str, Option<&'i str>);

/// The new name of each renamed item: another spelling, or the only one with the same description. `gone` are
/// the items of the old version only, `come` those of the new one.
pub(super) fn renamed(gone: &[Named<'_>], come: &[Named<'_>]) -> BTreeMap<String, String> {
    let spelling = |name: &str| -> String {
        name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let mut by_spelling: BTreeMap<String, &str> = BTreeMap::new();
    // `None` if several items have the same description.
    let mut by_description: BTreeMap<&str, Option<&str>> = BTreeMap::new();
    for (name, description) in come {
        by_spelling.entry(spelling(name)).or_insert(name);
        if let Some(text) = description.filter(|text| !text.trim().is_empty()) {
            by_description.entry(text).and_modify(|only| *only = None).or_insert(Some(name));
        }
    }
    let (mut found, mut taken) = (BTreeMap::new(), BTreeSet::new());
    for (name, description) in gone {
        let spelled = by_spelling.get(&spelling(name)).copied();
        let described = || description.and_then(|text| by_description.get(text).copied().flatten());
        if let Some(now) = spelled.or_else(described).filter(|now| taken.insert(*now)) {
            found.insert((*name).to_owned(), now.to_owned());
        }
    }
    found
}
