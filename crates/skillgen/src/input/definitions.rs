//! Definitions of a schema as separate contracts: `FILE#/$defs/NAME` is one, `FILE#/$defs` is all of them, and so is `FILE`
//! if it holds nothing else.

use std::path::Path;

use anyhow::{Context as _, bail};
use contract::source::definitions::{self, PLACES};
use contract::{Contract, Pointer};
use serde_json::Value;

use super::{References, RootedFiles};

/// What to make of a file with definitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DefinitionFiles {
    /// One contract, whose types are those of the definitions.
    Whole,
    /// A contract for each definition, if the root accepts every value.
    Each,
    /// A contract for the root, unless it accepts every value, and one for each definition.
    RootAndEach,
}

/// The contracts of a name, each with the name of its source for messages: a source of
/// [`super::contract`] or, after a `#`, definitions of a file.
pub(crate) fn contracts(
    spec: &str,
    definition_files: DefinitionFiles,
    references: &References,
) -> anyhow::Result<Vec<(String, Contract)>> {
    let behind = spec.rsplit_once("#/").filter(|_| !Path::new(spec).exists());
    let Some((file, fragment)) = behind else {
        let whole = super::contract(spec, references)?;
        let is_list = definitions::is_list(whole.document.value());
        let is_split = match definition_files {
            DefinitionFiles::Whole => false,
            DefinitionFiles::Each => is_list,
            DefinitionFiles::RootAndEach => true,
        };
        if !is_split || whole.plain.is_none() || !Path::new(spec).is_file() {
            return Ok(vec![(spec.to_owned(), whole)]);
        }
        let files = RootedFiles::new(Path::new(spec), references)?;
        let all = definitions::root_and_each(whole, &files)?;
        return Ok(all.into_iter().map(|contract| (spec.to_owned(), contract)).collect());
    };
    if !Path::new(file).is_file() {
        bail!(
            "{spec}: `#/{fragment}` is read in files only; expected a JSON Schema file before `#`"
        );
    }
    let whole = super::contract(file, references)?;
    if whole.plain.is_none() {
        bail!("{spec}: has no definitions to choose from; expected a JSON Schema file before `#`");
    }
    let pointer = Pointer::parse(&format!("/{fragment}"))
        .with_context(|| format!("{spec}: `#/{fragment}` is no JSON Pointer"))?;
    let value = whole.document.value();
    let found = value.pointer(pointer.as_str());
    let Some(found) = found else {
        bail!("{spec}: nothing stands at `#/{fragment}`; {}", choices(value));
    };
    let names: Vec<(String, Pointer)> = match (fragment, found) {
        (place, Value::Object(members)) if PLACES.contains(&place) => {
            members.keys().map(|name| (name.clone(), pointer.push(name))).collect()
        }
        _ => {
            let last = fragment.rsplit('/').next().unwrap_or_default();
            vec![(last.replace("~1", "/").replace("~0", "~"), pointer)]
        }
    };
    of_names(file, &whole, names, references)
}

/// The contracts of definitions, by name and place.
fn of_names(
    file: &str,
    whole: &Contract,
    names: Vec<(String, Pointer)>,
    references: &References,
) -> anyhow::Result<Vec<(String, Contract)>> {
    let files = RootedFiles::new(Path::new(file), references)?;
    let all = definitions::named(whole, names, &files)?;
    Ok(all.into_iter().map(|contract| (file.to_owned(), contract)).collect())
}

/// The available names.
fn choices(whole: &Value) -> String {
    const MOST: usize = 10;
    let named = PLACES.iter().filter_map(|place| Some((place, whole.get(place)?.as_object()?)));
    let all: Vec<String> = named
        .flat_map(|(place, members)| members.keys().map(move |name| format!("`#/{place}/{name}`")))
        .collect();
    match all.as_slice() {
        [] => "the file has no definitions".to_owned(),
        all => {
            let more = if all.len() > MOST { ", …" } else { "" };
            let shown = all[..all.len().min(MOST)].join(", ");
            format!("expected {}{more}", contract::text::safe(&shown))
        }
    }
}
