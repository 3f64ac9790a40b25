//! What happens to a skill's data at run time: outputs are parsed, inputs and outputs validated and
//! coerced, checks evaluated, cache keys computed, version requirements decided. No file, clock,
//! environment or process: the command hands those in. `json` and `parse` stand under templates/, since
//! they are emitted too: what reads a skill's output in a consumer's code is what `skillgen parse` runs.

pub mod cache;
pub mod canonical;
pub mod checks;
pub mod coerce;
pub mod compat;
#[path = "../../../templates/rust/json/mod.rs"]
pub mod json;
#[path = "../../../templates/rust/parse/mod.rs"]
pub mod parse;
#[cfg(test)]
mod parse_tests;
pub mod protocol;
pub mod repair;
pub mod validate;
