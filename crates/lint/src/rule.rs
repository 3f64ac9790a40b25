//! The rules' code, a module a rule or a family of rules that share one look at the file.

pub(crate) mod effective_engines;
pub(crate) mod identity;
pub(crate) mod manifest;
pub(crate) mod max_attempt;
pub(crate) mod metaschema;
pub(crate) mod schema_location;
pub(crate) mod version;
