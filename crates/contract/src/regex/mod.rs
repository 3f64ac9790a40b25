//! ECMA-262 patterns (`pattern` and `patternProperties` of JSON Schema).
//!
//! JSON Schema uses ECMA-262 with the `u` flag, unanchored. In the Rust `regex` crate, `\d`, `\s`, `.`,
//! `$` and several escapes have other meanings. So this module parses patterns by ECMA's grammar, and
//! translates them for other engines or reports what can't be translated.
//!
//! * [`parse`] uses the `u` grammar, where a stray `]` or an escape such as `\-` is an error.
//!
//! * [`parse_lenient`] also accepts escaped punctuation and a stray `]`, `{` or `}`, as browsers do
//!   without `u`, because many published schemas contain them.
//!
//! * [`to_rust`] writes the pattern in the syntax of the `regex` crate, or reports what it can't express.

mod ast;
mod backtrack;
mod escape;
pub mod example;
mod modified_group;
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
