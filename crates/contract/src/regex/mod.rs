//! ECMA-262 patterns (the `pattern` and `patternProperties` of JSON Schema), read once for everybody.
//!
//! JSON Schema means ECMA-262 with the `u` flag, unanchored; the Rust `regex` crate means something else
//! by `\d`, `\s`, `.`, `$` and by several escapes. So patterns are parsed here by ECMA's own grammar, and
//! what needs another engine asks for a translation that keeps the meaning or says what can't be kept.
//!
//! * [`parse`] reads by the `u` grammar, where a stray `]` or an escape such as `\-` is an error.
//! * [`parse_lenient`] also takes what browsers take without `u` when the meaning is beyond doubt
//!   (escaped punctuation, a stray `]`, `{` or `}`), because published schemas are full of it.
//! * [`to_rust`] writes the pattern in the syntax of the `regex` crate, or says what it can't express.

mod ast;
mod backtrack;
mod escape;
pub mod example;
mod modifiers;
mod parse;
mod property;
mod translate;

#[cfg(test)]
mod tests;

pub use ast::{
    Class, ClassItem, GroupKind, Node, Pattern, line_terminators, space_ranges, word_ranges,
};
pub use backtrack::{Backtracking, Growth, MOST_WORK, SlowPattern, backtracking};
pub use parse::{PatternError, parse, parse_lenient};
pub use property::{Unsupported, property_names};
pub use translate::{quantifier, to_rust, translate};
