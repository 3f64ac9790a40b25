//! The user's types in TypeScript and JavaScript: how they are imported and read. `JSON.stringify` writes
//! them.

use std::collections::BTreeSet;

use super::literal::WIDTH;
use super::text::quoted;
use crate::TypeMap;
use crate::ir::Format;
use crate::mapping::{MapError, MappedType, is_path, only};
use crate::types::Types;
use crate::writer::Columns as _;

/// Classes whose constructors read a string.
const CLASSES: &[&str] = &["Date", "URL"];

/// The prefix of classes with a function `from`.
const TEMPORAL: &str = "Temporal.";

/// A type with the function that reads it.
///
/// # Errors
/// It is not a name of a type, or the function that reads it is not known.
pub(super) fn checked(
    lang: &'static str,
    keys: &[&'static str],
    ty: MappedType,
) -> Result<MappedType, MapError> {
    only(lang, &ty, keys)?;
    let refused =
        |name: &str, what, like| MapError::Name { name: name.to_owned(), what, lang, like };
    if !is_path(&ty.name, '.') {
        return Err(refused(&ty.name, "type", "Temporal.Instant"));
    }
    if let Some(path) = ty.read.as_ref().filter(|path| !is_path(path, '.')) {
        return Err(refused(path, "function", "Temporal.Instant.from"));
    }
    let hides = |c: char| c.is_control() || c == '"' || c == '\\' || crate::hides(c);
    if let Some(path) = ty.import.as_ref().filter(|path| path.is_empty() || path.contains(hides)) {
        return Err(refused(path, "module", "./money.js"));
    }
    let known = match ty.name.as_str() {
        class if CLASSES.contains(&class) => Some(format!("new {class}")),
        temporal if temporal.starts_with(TEMPORAL) => Some(format!("{temporal}.from")),
        _ => None,
    };
    let why = "the function that makes one of a string";
    let missing = || MapError::Missing { name: ty.name.clone(), key: "read", why };
    let read = ty.read.clone().or(known).ok_or_else(missing)?;
    Ok(MappedType { read: Some(read), ..ty })
}

/// The user's types among these types, by format.
fn used<'m>(types: &Types, map: &'m TypeMap) -> Vec<(Format, &'m MappedType)> {
    let used = types.mapped();
    map.formats().filter(|(_, ty)| used.iter().any(|mapped| mapped.ty == **ty)).collect()
}

/// The members of the object with the reading functions; `None` if no user's type is used.
pub(super) fn readers(types: &Types, map: &TypeMap) -> Vec<String> {
    let mut lines = Vec::new();
    for (format, ty) in used(types, map) {
        let name = format.name();
        let key = if name.contains('-') { quoted(name) } else { name.to_owned() };
        let read = ty.read.as_deref().unwrap_or_default();
        let line = format!("{key}: (text) => {read}(text),");
        if line.columns() + 2 > WIDTH {
            lines.push("// prettier-ignore".to_owned());
        }
        lines.push(line);
    }
    lines
}

/// The imports of the user's types and of their functions.
pub(super) fn imports(all: &[Types], map: &TypeMap) -> Vec<String> {
    let mut lines = BTreeSet::new();
    for (_, ty) in all.iter().flat_map(|types| used(types, map)) {
        let Some(module) = &ty.import else { continue };
        let first = |path: &str| path.split('.').next().unwrap_or(path).to_owned();
        let (name, read) = (first(&ty.name), first(ty.read.as_deref().unwrap_or_default()));
        if name != read {
            lines.insert(format!("import type {{ {name} }} from {};", quoted(module)));
        }
        lines.insert(format!("import {{ {read} }} from {};", quoted(module)));
    }
    lines.into_iter().collect()
}
