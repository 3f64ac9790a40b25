//! Containment of JSON Schemas: does one schema take all that another takes? Three answers, and the first two
//! are certain: it holds (proved), it is refuted (by an instance that a validator has confirmed), it is unknown.
//!
//! Several layers are asked in turn, each of which may pass: `refutation` proves by looking for an instance of
//! "A and not B" until none can exist, `canonical` asks the `jsonschema` crate's normal forms,
//! `directed` tries instances. A refutation by any layer counts only once `confirm` has tried its
//! witness on both schemas as they were written.

mod apart;
mod array;
mod budget;
mod canonical;
mod confirm;
mod cover;
mod directed;
mod eval;
mod exclusive;
mod expand;
mod form;
mod format;
mod greedy;
mod ground;
pub mod guard;
mod joint;
mod layer;
mod located;
mod lower;
mod merge;
mod number;
mod object;
mod options;
mod paired;
mod partition;
mod pattern;
pub mod pattern_match;
mod prover;
mod refutation;
mod relation;
mod scope;
mod shrink;
mod side;
mod size;
mod solve;
mod state;
mod string;
mod validator_schema;
mod verdict;
pub mod view;
mod words;

#[cfg(test)]
mod tests;

pub use apart::are_apart;
pub use budget::{Alarm, Budget, Ceiling, OUT_OF_TIME, Watch};
pub use canonical::NO_INSTANCE;
pub use confirm::{BoundedValidator, CompiledSchema, compile_part};
pub use form::Constant;
pub use ground::{Ask, Pair};
pub use joint::Joint;
pub use layer::Layer;
pub use located::{Any, Anywhere, Located, Part, SearchGoal, Way, anywhere, located};
pub use options::{Formats, Options};
pub use prover::{contains, decide, layers};
pub use relation::{out_of_reach, relation};
pub use shrink::{EXAMPLE, fill};
pub use side::Side;
pub use string::is_asserted;
pub use verdict::{Relation, Verdict};
