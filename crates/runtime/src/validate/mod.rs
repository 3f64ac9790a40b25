//! Validates documents against a [`contract::Schema`] and reports every issue.
//!
//! The issues and their order are the same as in emitted helpers. Checks run in the schema's own order, then
//! `pattern`, then `unevaluated*`. A failing keyword is also reported beside a wrong type. A text longer than
//! `maxLength` is not matched with `pattern`. `not` and `contains` are one issue at their own place; so are
//! `anyOf` and `oneOf`, unless only one branch is not ruled out (`union.rs`). A `false` schema is reported by
//! the keyword that holds it, at the place where that keyword applies, as in Python's jsonschema.

mod items;
mod notes;
mod number;
mod pattern;
mod plain;
mod plan;
mod properties;
mod run;
mod tell;
#[cfg(test)]
mod tests;
mod union;
mod unique;
mod wanted;

#[path = "../../../../templates/rust/formats.rs"]
mod formats;

use contract::{Issue, Schema};
use serde_json::Value;

pub use pattern::{Matcher, Patterns};
pub(crate) use plain::takes;
pub use tell::brief;

/// Whether `format` is an assertion or an annotation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Formats {
    /// A text that violates its format is an issue; unknown formats are ignored.
    #[default]
    Assert,
    /// An annotation.
    Annotate,
}

/// The error of a document that can't be validated, which is not an issue.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ValidateError {
    /// A pattern that can't be matched.
    #[error("the pattern {pattern:?} at {place}: {reason}")]
    Pattern {
        /// The pattern.
        pattern: String,
        /// The JSON Pointer of the schema that holds it.
        place: String,
        /// The reason, and what to do.
        reason: String,
    },
    /// A reference that leads to itself on the same value.
    #[error(
        "the schema at {place} refers to itself on the same value; remove the loop of references"
    )]
    Loop {
        /// The JSON Pointer of the schema.
        place: String,
    },
    /// Document and schema together nest too deep.
    #[error(
        "the document nests too deep for this schema (more than {0} schemas within each other)"
    )]
    Depth(usize),
    /// Subschemas within subschemas would cost exponential time.
    #[error(
        "validating it takes too long: the schema applies its parts to the same values again and again; simplify its \
         allOf, anyOf, oneOf and dependentSchemas"
    )]
    Work,
    /// A number that can't be divided.
    #[error("the number {0} is too large for multipleOf (more than 20,000 digits)")]
    Number(String),
}

/// A schema prepared for many documents.
#[derive(Debug)]
pub struct Validator {
    schema: Schema,
    plans: plan::Plans,
    patterns: Patterns,
    formats: Formats,
}

impl Validator {
    /// Prepares `schema`. Patterns are compiled on first use.
    #[must_use]
    pub fn new(schema: &Schema, formats: Formats) -> Validator {
        Validator {
            plans: plan::Plans::new(schema),
            schema: schema.clone(),
            patterns: Patterns::default(),
            formats,
        }
    }

    /// The schema.
    #[must_use]
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// The same schema with one of its parts as root, to validate parts of a document.
    pub(crate) fn part(&self, root: contract::schema::NodeId) -> Part<'_> {
        Part { validator: self, root }
    }

    /// Whether a pattern of the schema matches a text.
    pub(crate) fn finds(&self, pattern: &str, text: &str) -> Result<bool, ValidateError> {
        self.patterns.find(pattern, text).map_err(|reason| ValidateError::Pattern {
            pattern: pattern.to_owned(),
            place: "patternProperties".to_owned(),
            reason,
        })
    }

    /// All issues of a document, in the schema's order; none means valid.
    ///
    /// # Errors
    /// The document can't be validated, see [`ValidateError`].
    pub fn validate(&self, document: &Value) -> Result<Vec<Issue>, ValidateError> {
        self.judge(document).map(|verdict| verdict.issues)
    }

    /// Like [`Validator::validate`], and returns the properties that `x-passthrough: true`
    /// accepted.
    ///
    /// # Errors
    /// As [`Validator::validate`].
    pub fn judge(&self, document: &Value) -> Result<Verdict, ValidateError> {
        let mut run = run::Run::new(self, run::budget(document));
        run.node(self.schema.root(), document, "false", None)?;
        Ok(Verdict { issues: run.issues, passed: run.passed })
    }

    /// Whether a document is valid; stops at the first issue.
    ///
    /// # Errors
    /// As [`Validator::validate`].
    pub fn is_valid(&self, document: &Value) -> Result<bool, ValidateError> {
        let mut run = run::Run::new(self, run::budget(document));
        run.silent = true;
        run.node(self.schema.root(), document, "false", None)
    }
}

/// The result for a document.
#[derive(Debug, Clone)]
pub struct Verdict {
    /// All issues, in the schema's order; none means valid.
    pub issues: Vec<Issue>,
    /// The undeclared properties that a schema with `x-passthrough: true` accepted.
    pub passed: Vec<contract::Pointer>,
}

/// A part of a schema.
pub(crate) struct Part<'v> {
    validator: &'v Validator,
    root: contract::schema::NodeId,
}

impl Part<'_> {
    /// Whether the part accepts a value.
    pub(crate) fn is_valid(&self, value: &Value) -> Result<bool, ValidateError> {
        let mut run = run::Run::new(self.validator, run::budget(value));
        run.silent = true;
        run.node(self.root, value, "false", None)
    }
}
