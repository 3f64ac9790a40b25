//! All that is asked of an object's keys, by key: who goes over a text or an object once asks at each
//! key what holds there, and notes in bits which of the names that matter were there.

use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexSet;

use super::{Check, Guard, Kind, Sub};

/// What a flat list of checks says of the keys of an object.
#[derive(Debug, Default)]
pub struct Keys<'u> {
    /// `properties` of all lists, in their order; a name may stand in several.
    pub named: Vec<&'u (String, Sub)>,
    /// `additionalProperties`: the names beside it, and what the others are.
    pub rest: Vec<(&'u Vec<String>, &'u Sub)>,
    /// Names that must be there.
    pub required: IndexSet<&'u String>,
    /// Names that must be there where the first is.
    pub dependent: Vec<(&'u String, &'u Vec<String>)>,
    /// The schemas of the keys themselves.
    pub names: Vec<&'u Sub>,
    /// How many properties there must be.
    pub least: Option<u64>,
    /// How many properties there may be.
    pub most: Option<u64>,
    /// The schemas of `named`, by name.
    subs: BTreeMap<&'u str, Vec<&'u Sub>>,
    /// The names of `rest`, list by list.
    beside: Vec<BTreeSet<&'u str>>,
}

impl<'u> Keys<'u> {
    /// Reads the checks that speak of objects; `None` where a key's lot hangs on more than its name
    /// (patterns, schemas of the whole, what others have seen).
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

    /// The schemas of properties that nothing names.
    #[must_use]
    pub fn others(&self) -> Vec<&'u Sub> {
        self.rest.iter().map(|(_, sub)| *sub).collect()
    }

    /// The names whose presence matters, each once: where a name stands is its bit. Those that are
    /// required come first, so that their bits are a mask without holes.
    #[must_use]
    pub fn bits(&self) -> IndexSet<&'u String> {
        let mut bits = self.required.clone();
        for (name, wanted) in &self.dependent {
            bits.extend(std::iter::once(*name).chain(wanted.iter()));
        }
        bits
    }

    /// All names that are told apart, each once, in the order of the schema.
    #[must_use]
    pub fn told(&self) -> Vec<&'u String> {
        let told: IndexSet<&String> =
            self.named.iter().map(|(name, _)| name).chain(self.bits()).collect();
        told.into_iter().collect()
    }
}
