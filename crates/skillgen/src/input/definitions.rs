//! Definitions of a schema as separate contracts: `FILE#/$defs/NAME` is one, `FILE#/$defs` is all of them.

use std::path::Path;

use anyhow::{Context as _, bail};
use contract::{Contract, Pointer, Schema};
use serde_json::Value;

use super::{References, RootedFiles};

/// The keywords with definitions.
const PLACES: [&str; 2] = ["$defs", "definitions"];

/// The contracts of a name, each with the name of its source for messages: a source of
/// [`super::contract`] or, after a `#`, definitions of a file.
pub(crate) fn contracts(
    spec: &str,
    references: &References,
) -> anyhow::Result<Vec<(String, Contract)>> {
    let behind = spec.rsplit_once("#/").filter(|_| !Path::new(spec).exists());
    let Some((file, fragment)) = behind else {
        return Ok(vec![(spec.to_owned(), super::contract(spec, references)?)]);
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
    let files = RootedFiles::new(Path::new(file), references)?;
    let names: Vec<(String, Pointer)> = match (fragment, found) {
        (place, Value::Object(members)) if PLACES.contains(&place) => {
            members.keys().map(|name| (name.clone(), pointer.push(name))).collect()
        }
        _ => {
            let last = fragment.rsplit('/').next().unwrap_or_default();
            vec![(last.replace("~1", "/").replace("~0", "~"), pointer)]
        }
    };
    let mut all = Vec::new();
    for (name, pointer) in names {
        let schema = Schema::read_at(&whole.document, &pointer, None, &files)?;
        let about = value.pointer(pointer.as_str()).and_then(|it| it.get("description"));
        let description = about.and_then(Value::as_str).map(str::to_owned);
        all.push((
            file.to_owned(),
            Contract { name, description, plain: Some(schema), ..whole.clone() },
        ));
    }
    Ok(all)
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
