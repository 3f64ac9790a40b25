//! The crate's integration tests: one binary, because each binary is linked with all dependencies.

mod alternatives;
mod annotations;
mod conditions;
mod former_keywords;
mod growth;
mod hostile;
mod restricted_names;
mod rewritten;
mod rules;
mod webs;
