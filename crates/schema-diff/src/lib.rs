//! Two schemas in, relation, located changes, bump and confirmed witnesses out.

pub mod prove;
mod relation;

pub use relation::{Formats, Options, Relation, Verdict, relation};
