//! What happens to a skill's data at run time: outputs are parsed, inputs and outputs validated and
//! coerced, checks evaluated, cache keys computed, version requirements decided. No file, clock,
//! environment or process: the command hands those in.

pub mod cache;
pub mod canonical;
pub mod checks;
pub mod coerce;
pub mod compat;
pub mod json;
pub mod parse;
pub mod protocol;
pub mod validate;
