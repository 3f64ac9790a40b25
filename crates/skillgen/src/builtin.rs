//! The built-in contracts and schemas: the files of schemas/, embedded. The list is generated
//! (`cargo xtask generate`).

include!("builtin_index.rs");

/// The text of a built-in schema by its name, such as `skill-output-v1`.
pub(crate) fn schema(name: &str) -> Option<&'static str> {
    SCHEMAS.iter().find(|(n, _)| *n == name).map(|(_, text)| *text)
}

/// The names of all built-in schemas.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    SCHEMAS.iter().map(|(name, _)| *name)
}
