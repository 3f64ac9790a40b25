//! Validates an instance against one of the hand-written schemas, and describes the expected and the
//! found value. The schemas are data; only this module compiles them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock};

use contract::Pointer;
use jsonschema::error::{TypeKind, ValidationErrorKind};
use jsonschema::{ValidationError, Validator};
use serde_json::Value;

use crate::source::quote;

/// The maximum number of reported violations of one document; a document with more was generated.
const MOST: usize = 2_000;

/// One violated keyword.
pub(crate) struct Violation {
    /// The place in the instance.
    pub(crate) pointer: Pointer,
    /// The violated keyword.
    pub(crate) keyword: String,
    /// The expected value, as text.
    pub(crate) expected: String,
    /// The found value, as text.
    pub(crate) found: String,
    /// The missing or surplus key, where the keyword is about keys.
    pub(crate) key: Option<String>,
}

impl Violation {
    pub(crate) fn message(&self) -> String {
        format!("expected {}, found {}", self.expected, self.found)
    }
}

/// All violations of the built-in schema `text` by `instance`, in the order of the instance.
pub(crate) fn of_schema(text: &'static str, instance: &Value) -> Vec<Violation> {
    let validator = compiled(text);
    collect(validator.iter_errors(instance))
}

/// All violations that a validator gave, without the ones that only repeat an inner one.
pub(crate) fn collect<'i>(errors: impl Iterator<Item = ValidationError<'i>>) -> Vec<Violation> {
    let mut found: Vec<Violation> = errors.take(MOST).map(|error| violation(&error)).collect();
    found.sort_by(|a, b| (&a.pointer, &a.keyword, &a.key).cmp(&(&b.pointer, &b.keyword, &b.key)));
    found.dedup_by(|a, b| a.pointer == b.pointer && a.message() == b.message());
    found
}

fn compiled(text: &'static str) -> Arc<Validator> {
    static CACHE: OnceLock<Mutex<BTreeMap<usize, Arc<Validator>>>> = OnceLock::new();
    let cache = CACHE.get_or_init(Mutex::default);
    let mut cache = cache.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let entry = cache.entry(text.as_ptr() as usize).or_insert_with(|| {
        let schema: Value =
            serde_json::from_str(text).expect("invariant: a built-in schema is JSON");
        let validator = jsonschema::draft202012::options()
            .should_validate_formats(true)
            .build(&schema)
            .expect("invariant: a built-in schema compiles");
        Arc::new(validator)
    });
    Arc::clone(entry)
}

fn violation(error: &ValidationError<'_>) -> Violation {
    let pointer = Pointer::parse(error.instance_path().as_str()).unwrap_or_default();
    let instance = error.instance();
    let mut found = quote(instance);
    let mut key = None;
    let expected = match error.kind() {
        ValidationErrorKind::Required { property } => {
            key = property.as_str().map(str::to_owned);
            found = "none".to_owned();
            format!("the key {property}")
        }
        ValidationErrorKind::Type { kind } => {
            if !instance.is_null() {
                found = format!("{} {found}", contract::value::kind(instance));
            }
            match kind {
                TypeKind::Single(one) => format!("type {one}"),
                TypeKind::Multiple(several) => {
                    let names: Vec<&str> = several.iter().map(|one| one.as_str()).collect();
                    format!("type {}", names.join(" or "))
                }
            }
        }
        ValidationErrorKind::Enum { options } => match options.as_array() {
            Some(options) => {
                let names: Vec<String> = options.iter().map(plain).collect();
                format!("one of {}", names.join(", "))
            }
            None => format!("one of {options}"),
        },
        ValidationErrorKind::Constant { expected_value } => plain(expected_value),
        ValidationErrorKind::AdditionalProperties { unexpected } => {
            found = unexpected.join(", ");
            key = unexpected.first().cloned();
            "no other keys".to_owned()
        }
        ValidationErrorKind::MinItems { limit } => format!("at least {limit} items"),
        ValidationErrorKind::MaxItems { limit } => {
            found = format!("{} items", instance.as_array().map_or(0, Vec::len));
            format!("at most {limit} items")
        }
        ValidationErrorKind::MinLength { limit: 1 } => "text that is not empty".to_owned(),
        ValidationErrorKind::MinLength { limit } => format!("at least {limit} characters"),
        ValidationErrorKind::MaxLength { limit } => {
            let length = instance.as_str().unwrap_or_default().chars().count();
            found = format!("{length}: {found}");
            format!("at most {limit} characters")
        }
        ValidationErrorKind::Minimum { limit } => format!("a number of at least {limit}"),
        ValidationErrorKind::Maximum { limit } => format!("a number of at most {limit}"),
        ValidationErrorKind::ExclusiveMinimum { limit } => format!("a number above {limit}"),
        ValidationErrorKind::ExclusiveMaximum { limit } => format!("a number below {limit}"),
        ValidationErrorKind::UniqueItems => "items that differ".to_owned(),
        ValidationErrorKind::Pattern { pattern } => format!("text that matches {pattern}"),
        ValidationErrorKind::Format { format } => format!("the format {format}"),
        ValidationErrorKind::AnyOf { context } | ValidationErrorKind::OneOfNotValid { context } => {
            forms(context, error)
        }
        other => format!("{} to hold", other.keyword()),
    };
    Violation { pointer, keyword: error.kind().keyword().to_owned(), expected, found, key }
}

/// What each form expects, where each says one thing of the value itself.
fn forms(context: &[Vec<ValidationError<'_>>], error: &ValidationError<'_>) -> String {
    let here = error.instance_path().as_str();
    let one = |form: &Vec<ValidationError<'_>>| match form.as_slice() {
        [only] if only.instance_path().as_str() == here => Some(violation(only).expected),
        _ => None,
    };
    match context.iter().map(one).collect::<Option<Vec<String>>>() {
        Some(expected) if !expected.is_empty() => expected.join(", or "),
        _ => "one of several forms".to_owned(),
    }
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| quote(value), str::to_owned)
}
