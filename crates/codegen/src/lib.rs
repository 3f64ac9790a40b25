//! A contract in, self-contained helpers out, a language a folder.
//!
//! [`ir`] is what all languages have in common: the checks of a schema, lowered once from the graph
//! that crates/contract reads. [`backend`] holds a back end a language; each either writes the whole
//! schema or refuses by the pointer of the keyword that it can't honour.

pub mod backend;
pub mod frames;
pub mod ir;

mod coercion;
mod mapping;
mod migration;
mod model;
mod prelude;
mod rust_path;
mod source;
mod table;
mod types;
mod unique;
mod writer;

pub use backend::hides;
pub use coercion::{CoercionId, CoercionNode, Condition};
pub use ir::{Formats, Refusal};
pub use mapping::{MapError, MappedType, TypeMap};
pub use migration::Migration;
pub use model::{Builtin, Contract, Namespace};
pub use source::{
    EmitError, Request, base, calls_runtime, comment_line, files, hex, names, slow_checks, stem,
    unchecked_formats,
};
