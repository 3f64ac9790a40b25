//! All checks of an object's keys, by key: for one pass over a text or an object that applies the
//! checks of each key, and records in bits which relevant names occurred.

use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexSet;

use super::{Check, Guard, Kind, Sub};

/// The statements of a flat list of checks about an object's keys.
#[derive(Debug, Default)]
pub struct Keys<'u> {
    /// `properties` of all lists, in order; a name may be in several.
    pub named: Vec<&'u (String, Sub)>,
    /// `additionalProperties`: the names beside it, and the schema of the others.
    pub rest: Vec<(&'u Vec<String>, &'u Sub)>,
    /// Required names.
    pub required: IndexSet<&'u String>,
    /// Names that are required if the first is present.
    pub dependent: Vec<(&'u String, &'u Vec<String>)>,
    /// The schemas of the keys themselves.
    pub names: Vec<&'u Sub>,
    /// The minimum number of properties.
    pub least: Option<u64>,
    /// The maximum number of properties.
    pub most: Option<u64>,
    /// The schemas of `named`, by name.
    subs: BTreeMap<&'u str, Vec<&'u Sub>>,
    /// The names of `rest`, list by list.
    beside: Vec<BTreeSet<&'u str>>,
}

impl<'u> Keys<'u> {
    /// Reads the checks for objects; `None` if a key's checks depend on more than its name
    /// (patterns, schemas of the whole, evaluated names).
    #[must_use]
    pub fn of(list: &[&'u Check]) -> Option<Keys<'u>> {
        let mut keys = Keys::default();
        for check in list.iter().filter(|check| check.kind.guard() == Guard::Object) {
            match &check.kind {
                Kind::Properties(named) => keys.named.extend(named),
                Kind::AdditionalProperties { names, patterns, sub } if patterns.is_empty() => {
                    keys.rest.push((names, sub));
                }
                Kind::Required(names) => {
                    keys.required.extend(names);
                }
                Kind::DependentRequired(lists) => {
                    keys.dependent.extend(lists.iter().map(|(name, wanted)| (name, wanted)));
                }
                Kind::MinProperties(least) => keys.least = keys.least.max(Some(*least)),
                Kind::MaxProperties(most) => {
                    keys.most = Some(keys.most.map_or(*most, |known| known.min(*most)));
                }
                Kind::PropertyNames(sub) => keys.names.push(sub),
                _ => return None,
            }
        }
        for (name, sub) in &keys.named {
            keys.subs.entry(name).or_default().push(sub);
        }
        let names = |(names, _): &(&'u Vec<String>, _)| names.iter().map(String::as_str).collect();
        keys.beside = keys.rest.iter().map(names).collect();
        Some(keys)
    }

    /// The schemas of a property by its name.
    #[must_use]
    pub fn at(&self, key: &str) -> Vec<&'u Sub> {
        let named = self.subs.get(key).into_iter().flatten().copied();
        let rest = self.rest.iter().zip(&self.beside).filter(|(_, names)| !names.contains(key));
        named.chain(rest.map(|((_, sub), _)| *sub)).collect()
    }

    /// The schemas of other properties.
    #[must_use]
    pub fn others(&self) -> Vec<&'u Sub> {
        self.rest.iter().map(|(_, sub)| *sub).collect()
    }

    /// The names whose presence matters, without duplicates; the index of a name is its bit.
    /// Required ones come first, so that their bits are a contiguous mask.
    #[must_use]
    pub fn bits(&self) -> IndexSet<&'u String> {
        let mut bits = self.required.clone();
        for (name, wanted) in &self.dependent {
            bits.extend(std::iter::once(*name).chain(wanted.iter()));
        }
        bits
    }

    /// All distinguished names, without duplicates, in the order of the schema.
    #[must_use]
    pub fn told(&self) -> Vec<&'u String> {
        let told: IndexSet<&String> =
            self.named.iter().map(|(name, _)| name).chain(self.bits()).collect();
        told.into_iter().collect()
    }
}
