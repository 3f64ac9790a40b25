//! Nothing is called a witness here before the `jsonschema` crate has judged it by both schemas as they
//! were written.

use jsonschema::Validator;
use serde_json::Value;

use crate::relation::{Formats, Options};

/// A validator of a schema document that stands alone.
pub(crate) fn validator(schema: &Value, options: &Options) -> Result<Validator, String> {
    jsonschema::options()
        .should_validate_formats(options.formats == Formats::Assert)
        .should_ignore_unknown_formats(true)
        .offline()
        .build(schema)
        .map_err(|e| e.to_string())
}

/// How many complaints a validator has, counted no further than `cap`.
pub(crate) fn complaints(validator: &Validator, value: &Value, cap: usize) -> usize {
    validator.iter_errors(value).take(cap).count()
}

/// The value's text length: smaller witnesses are better ones.
pub(crate) fn size(value: &Value) -> usize {
    value.to_string().len()
}
