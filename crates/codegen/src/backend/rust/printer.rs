//! What the printers of types share: their state, and the names of fields and variants.

use std::collections::BTreeSet;

use super::super::Numbers;
use super::text::snake;
use crate::types::{DeclId, Object, Types, pascal};
use crate::unique::UniqueNames;

/// The names and requirements of a unit's types.
pub(super) struct Printer<'t> {
    pub(super) types: &'t Types,
    /// Members in a `Box`: those by which a type contains itself, or has too many fields.
    pub(super) boxed: BTreeSet<(DeclId, DeclId)>,
    /// Circular aliases become `Value`.
    pub(super) endless: BTreeSet<DeclId>,
    pub(super) needs: BTreeSet<&'static str>,
    /// The declarations that each declaration uses.
    pub(super) named: Vec<BTreeSet<DeclId>>,
    /// Those used since the last declaration.
    pub(super) named_now: BTreeSet<DeclId>,
    /// Whether the file has a runtime besides its types.
    pub(super) has_runtime: bool,
    /// The types of numbers.
    pub(super) numbers: Numbers,
}

/// The values of an enum, without duplicates, with the names of their variants.
pub(super) fn variants(list: &[String]) -> Vec<(String, String)> {
    let (mut used, mut known) = (UniqueNames::default(), BTreeSet::new());
    let mut all = Vec::new();
    for text in list.iter().filter(|text| known.insert(*text)) {
        let stem = match pascal(text).as_str() {
            "T" if !text.contains(crate::types::is_word) => "Other".to_owned(),
            "Self" => "Myself".to_owned(),
            // An acronym is a word in Rust.
            stem if stem.len() > 2 && stem.chars().all(|c| c.is_ascii_uppercase()) => {
                stem[..1].to_owned() + &stem[1..].to_ascii_lowercase()
            }
            stem => stem.to_owned(),
        };
        all.push((text.clone(), used.take(&stem, "")));
    }
    all
}

/// The names of a struct's fields in Rust, and of the field for all other properties.
pub(super) fn field_names(object: &Object) -> (Vec<String>, String) {
    let mut used = UniqueNames::default();
    let names = object.fields.iter().map(|field| unique(&snake(&field.name), &mut used)).collect();
    (names, unique("extra", &mut used))
}

fn unique(stem: &str, used: &mut UniqueNames) -> String {
    // Between `self_` and a number there is one `_`, as usual in Rust.
    let start = Some(stem.trim_end_matches('_')).filter(|start| !start.is_empty()).unwrap_or(stem);
    used.take_as(stem, start, "_", str::to_owned)
}
