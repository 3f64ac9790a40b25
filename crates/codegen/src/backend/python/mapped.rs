//! The user's types in Python files: how they are imported, read and written.

use std::collections::BTreeSet;

use super::layout;
use crate::TypeMap;
use crate::ir::Format;
use crate::mapping::{MapError, MappedType, is_path, only};
use crate::types::Types;

/// Types with known functions: the name, the function that reads a string, the one that writes it, and the runtime
/// piece of the first.
const KNOWN: &[(&str, &str, &str, Option<&str>)] = &[
    ("datetime.date", "date.fromisoformat", "date.isoformat", None),
    ("datetime.datetime", "_read_datetime", "datetime.isoformat", Some("read_datetime")),
    ("ipaddress.IPv4Address", "IPv4Address", "str", None),
    ("ipaddress.IPv6Address", "IPv6Address", "str", None),
    ("uuid.UUID", "UUID", "str", None),
];

/// A type with its functions for reading and writing.
///
/// # Errors
/// It is not a name of a type in a module, or its functions are not known.
pub(super) fn checked(ty: MappedType) -> Result<MappedType, MapError> {
    only("python", &ty, &["import", "read", "write"])?;
    let refused = |name: &str, what, like| MapError::Name {
        name: name.to_owned(),
        what,
        lang: "python",
        like,
    };
    if !is_path(&ty.name, '.') || (ty.import.is_none() && !ty.name.contains('.')) {
        return Err(refused(&ty.name, "type in a module", "datetime.datetime"));
    }
    for (path, what, like) in [
        (&ty.import, "module", "shop.money"),
        (&ty.read, "function", "Money.parse"),
        (&ty.write, "function", "str"),
    ] {
        if let Some(path) = path.as_ref().filter(|path| !is_path(path, '.')) {
            return Err(refused(path, what, like));
        }
    }
    let known = KNOWN.iter().find(|(name, ..)| *name == ty.name && ty.import.is_none());
    let missing = |key, why| MapError::Missing { name: ty.name.clone(), key, why };
    let read = ty.read.clone().or(known.map(|(_, read, ..)| (*read).to_owned()));
    let read = read.ok_or_else(|| missing("read", "the function that makes one of a string"))?;
    let write = ty.write.clone().or(known.map(|(_, _, write, _)| (*write).to_owned()));
    let write = write.ok_or_else(|| missing("write", "the function that gives its string"))?;
    Ok(MappedType { read: Some(read), write: Some(write), ..ty })
}

/// The name of a type after its module.
pub(super) fn local(ty: &MappedType) -> &str {
    match ty.import {
        Some(_) => &ty.name,
        None => ty.name.rsplit('.').next().unwrap_or(&ty.name),
    }
}

/// The parts of a file for the user's types.
pub(super) struct Written {
    /// The imports of the types, and of the functions from their modules.
    pub(super) imports: BTreeSet<String>,
    /// The members of the argument `types`.
    pub(super) entries: Vec<String>,
    /// The pieces of the runtime that read them.
    pub(super) needs: Vec<&'static str>,
}

impl Written {
    /// The entries as an argument on separate lines.
    pub(super) fn argument(&self) -> String {
        let lines = self.entries.iter().flat_map(|entry| entry.lines());
        let lines: String = lines.map(|line| format!("        {line}\n")).collect();
        format!("{{\n{lines}    }}")
    }
}

/// The user's types among these types; `None` if there are none.
pub(super) fn written(types: &Types, map: &TypeMap, class: &str) -> Option<Written> {
    let used = types.mapped();
    let is_used = |(_, ty): &(Format, &MappedType)| used.iter().any(|mapped| mapped.ty == **ty);
    let mut written = Written { imports: BTreeSet::new(), entries: Vec::new(), needs: Vec::new() };
    for (format, ty) in map.formats().filter(is_used) {
        let name = local(ty);
        let module = ty.import.as_deref().or(ty.name.rsplit_once('.').map(|(module, _)| module))?;
        let (read, write) = (ty.read.as_deref()?, ty.write.as_deref()?);
        let first = |path: &str| path.split('.').next().unwrap_or(path).to_owned();
        let mut names = BTreeSet::from([first(name)]);
        let is_own = ["str", "int", "float"].map(str::to_owned);
        let functions = [first(read), first(write)].into_iter();
        names
            .extend(functions.filter(|name| !name.starts_with("_read_") && !is_own.contains(name)));
        for name in names {
            written.imports.insert(format!("from {module} import {name}"));
        }
        let arguments = [name, read, write].map(str::to_owned);
        let head = format!("\"{}\": {class}", format.name());
        // It is at the second level, and a comma follows.
        written.entries.push(layout::called_at(&head, &arguments, ",", 8));
        let known = KNOWN.iter().find(|(_, own, ..)| *own == read);
        written.needs.extend(known.and_then(|(.., piece)| *piece));
    }
    (!written.entries.is_empty()).then_some(written)
}
