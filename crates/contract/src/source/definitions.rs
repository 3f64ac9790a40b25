//! The definitions of a schema as contracts of their own.

use serde_json::Value;

use crate::{Contract, Loader, Pointer, Schema, SchemaErrors};

/// The keywords with definitions.
pub const PLACES: [&str; 2] = ["$defs", "definitions"];

/// Keywords beside which a file is a mere list of definitions: its root accepts every value.
const ABOUT: [&str; 12] = [
    "$anchor",
    "$comment",
    "$defs",
    "$dynamicAnchor",
    "$id",
    "$schema",
    "$vocabulary",
    "definitions",
    "description",
    "id",
    "title",
    "version",
];

/// Whether a schema has definitions, and nothing that rejects a value.
#[must_use]
pub fn is_list(root: &Value) -> bool {
    let Some(members) = root.as_object() else { return false };
    let has_some = |place: &str| {
        members.get(place).and_then(Value::as_object).is_some_and(|all| !all.is_empty())
    };
    PLACES.iter().any(|place| has_some(place))
        && members.keys().all(|key| ABOUT.contains(&key.as_str()) || key.starts_with("x-"))
}

/// The contract of the root, unless it accepts every value, and one for each definition. A contract that is no plain
/// schema has none.
///
/// # Errors
/// A definition is no schema.
pub fn root_and_each(whole: Contract, loader: &dyn Loader) -> Result<Vec<Contract>, SchemaErrors> {
    if whole.plain.is_none() {
        return Ok(vec![whole]);
    }
    let value = whole.document.value();
    let places = PLACES
        .iter()
        .filter_map(|place| Some((Pointer::root().push(place), value.get(place)?.as_object()?)));
    let names = places.flat_map(|(place, members)| {
        members.keys().map(move |name| (name.clone(), place.push(name)))
    });
    let mut all = named(&whole, names.collect(), loader)?;
    if !is_list(value) {
        all.insert(0, whole);
    }
    Ok(all)
}

/// The contracts of definitions, by name and place.
///
/// # Errors
/// A definition is no schema.
pub fn named(
    whole: &Contract,
    names: Vec<(String, Pointer)>,
    loader: &dyn Loader,
) -> Result<Vec<Contract>, SchemaErrors> {
    let value = whole.document.value();
    let contract = |(name, pointer): (String, Pointer)| {
        let schema = Schema::read_at(&whole.document, &pointer, None, loader)?;
        let about = value.pointer(pointer.as_str()).and_then(|it| it.get("description"));
        let description = about.and_then(Value::as_str).map(str::to_owned);
        Ok(Contract { name, description, plain: Some(schema), ..whole.clone() })
    };
    names.into_iter().map(contract).collect()
}
