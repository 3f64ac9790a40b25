//! `schema-path-*`, `schema-file-*`: the paths of schemas in the manifest. Paths are resolved inside of
//! the package without the file system; files outside are not examined.

use contract::{Level, Pointer};
use serde_json::Value;

use crate::entries::{Entries, Kind, resolve};
use crate::profile::Runner;
use crate::report::Report;
use crate::source::Source;

/// The fault of a declared path: the rule, and the message after the path.
struct Fault {
    rule: &'static str,
    message: String,
    advice: &'static str,
}

/// Reports faults of the paths, and returns the existing schemas: key and path.
pub(crate) fn check(
    entries: &Entries<'_>,
    manifest: &Source,
    runner: &Runner,
    report: &mut Report,
) -> Vec<(String, String)> {
    let schemas = Pointer::root().push("schemas");
    let mut found = Vec::new();
    for key in ["input", "parameter", "output"] {
        let pointer = schemas.push(key);
        let needed = runner.needed_schemas.iter().any(|needed| needed == key);
        let resolved = match manifest.get(&pointer) {
            Some(Value::String(declared)) => Some(locate(entries, declared)),
            // Reported by the manifest's schema: not a string, or a key that the profile requires
            // is missing.
            _ => None,
        };
        match resolved {
            Some(Ok(path)) => found.push((key.to_owned(), path)),
            other if runner.fallback => {
                let fault = other.and_then(Result::err);
                if let Some(path) =
                    fall_back(entries, manifest, key, needed, fault.as_ref(), report)
                {
                    found.push((key.to_owned(), path));
                }
            }
            Some(Err(fault)) => {
                report.value(fault.rule, manifest, &pointer, fault.message).advise(fault.advice);
            }
            None => {}
        }
    }
    found
}

fn fall_back(
    entries: &Entries<'_>,
    manifest: &Source,
    key: &str,
    needed: bool,
    fault: Option<&Fault>,
    report: &mut Report,
) -> Option<String> {
    let pointer = Pointer::root().push("schemas").push(key);
    let standard = format!("assets/{key}.schema.json");
    if entries.is_file(&standard) {
        let why = fault.map_or_else(
            || format!("schemas.{key} is not declared"),
            |fault| format!("schemas.{key}: {}", fault.message),
        );
        let message = format!("{why}; {standard} stands in for it");
        report
            .value("schema-path-fallback", manifest, &pointer, message)
            .advise(format!("declare {standard:?} as schemas.{key}"));
        return Some(standard);
    }
    match (fault, needed) {
        (Some(fault), true) => {
            let message = format!(
                "{}; {standard}, which would stand in for it, is missing too",
                fault.message
            );
            report.value(fault.rule, manifest, &pointer, message).advise(fault.advice);
        }
        (Some(fault), false) => {
            let message = format!("{}; this profile goes on without it", fault.message);
            report
                .value(fault.rule, manifest, &pointer, message)
                .at_level(Level::Warning)
                .advise(fault.advice);
        }
        (None, true) => {
            let message =
                format!("expected the {key} schema {standard}, found none and none declared");
            report
                .value("schema-file-missing", manifest, &pointer, message)
                .advise(format!("add {standard}"));
        }
        (None, false) => {}
    }
    None
}

fn locate(entries: &Entries<'_>, declared: &str) -> Result<String, Fault> {
    let path = declared.trim();
    let fault = |rule, message: String, advice| Err(Fault { rule, message, advice });
    if path.is_empty() {
        return fault(
            "schema-path-empty",
            format!("expected the path of a schema, found {declared:?}"),
            "name a file inside the package",
        );
    }
    if path.starts_with('/') || path.starts_with('\\') || has_drive(path) {
        return fault(
            "schema-path-absolute",
            format!("expected a path relative to the package, found the absolute {declared:?}"),
            "name a file inside the package, from its root",
        );
    }
    let outside = |how: &str| {
        fault(
            "schema-path-escapes",
            format!("expected a path inside the package, found {declared:?}, which {how}"),
            "move the schema into the package",
        )
    };
    let Some(inside) = resolve("", path) else { return outside("leads out of it") };
    if path.contains('\0') {
        return outside("holds a NUL");
    }
    match entries.kind(&inside) {
        Some(Kind::File) => Ok(inside),
        Some(Kind::Link { target, .. }) => outside(&format!("is a link to {target}")),
        Some(kind) => fault(
            "schema-file-not-regular",
            format!("expected the file {declared:?}, found {}", kind.words()),
            "name a regular file",
        ),
        None => {
            if let Some(target) = link_above(entries, &inside) {
                return outside(&format!("goes through a link to {target}"));
            }
            fault(
                "schema-file-missing",
                format!("expected the file {declared:?}, found none"),
                "add the file, or fix the path",
            )
        }
    }
}

fn has_drive(path: &str) -> bool {
    let bytes = path.as_bytes();
    bytes.len() >= 2 && bytes[0].is_ascii_alphabetic() && bytes[1] == b':'
}

/// The target of a link out of the package on the way to `path`.
fn link_above(entries: &Entries<'_>, path: &str) -> Option<String> {
    path.match_indices('/').find_map(|(at, _)| match entries.kinds.get(&path[..at]) {
        Some(Kind::Link { target, .. }) => Some(target.clone()),
        _ => None,
    })
}
