//! Processes a skill's data at run time: parses outputs, validates and coerces inputs and outputs,
//! evaluates checks, computes cache keys, decides version requirements. It uses no file, clock,
//! environment or process; the command passes those in. `json` and `parse` are in templates/, because
//! they are also emitted: emitted parsers run the same code as `skillgen parse`.

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
