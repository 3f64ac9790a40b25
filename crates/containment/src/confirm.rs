//! Confirms witnesses with the `jsonschema` crate, on both original schemas. Unconfirmed witnesses are
//! not used, neither by the prover nor in findings.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use contract::number::{Exact, is_written_as_integer};
use contract::{Draft, Pointer, Schema};
use jsonschema::{PatternOptions, ValidationOptions, Validator};
use serde_json::Value;

use crate::options::Formats;

/// The step limit of a pattern with lookarounds or backreferences on one text.
const BACKTRACKS: usize = 100_000;

/// One of the two compared schemas with its validator, which is built for the first document, because
/// many questions need none.
#[derive(Debug)]
pub struct CompiledSchema<'s> {
    /// The schema.
    pub schema: &'s Schema,
    /// The policy for `format`.
    pub formats: Formats,
    validator: OnceLock<Option<BoundedValidator>>,
    steps: OnceLock<u64>,
    steps_of_names: OnceLock<u64>,
}

/// A validator with a time limit: it gives no result for a document that takes too many visits of schema
/// nodes.
#[derive(Debug)]
pub struct BoundedValidator {
    validator: Validator,
    /// Whether no document takes too many visits.
    is_bounded: bool,
    /// The remaining visits for expensive documents.
    left: AtomicU64,
}

/// The visits that one document may take, those that are never counted, and those of all other documents
/// together.
const MAX_VISITS: u64 = 200_000;
const FREE_VISITS: u64 = 2_000;
const ALL_VISITS: u64 = 10_000_000;

impl BoundedValidator {
    /// `None` if the `jsonschema` crate can't read the schema.
    pub fn new(schema: &Schema, formats: Formats) -> Option<Self> {
        Some(BoundedValidator {
            validator: compile(schema, formats)?,
            is_bounded: crate::guard::is_bounded(schema),
            left: AtomicU64::new(ALL_VISITS),
        })
    }

    /// The result for a document; `None` if it would take too long, or if it depends on how draft 4 reads `1.0`, on
    /// which validators differ. `schema` is the compiled one.
    pub fn accepts(&self, schema: &Schema, document: &Value) -> Option<bool> {
        self.pay(schema, document)?;
        let accepted = self.validator.is_valid(document);
        let is_draft4 = schema.draft(schema.root()) == Draft::Draft4;
        let other = is_draft4.then(|| with_integers(document)).flatten();
        let agrees = other.is_none_or(|other| self.validator.is_valid(&other) == accepted);
        agrees.then_some(accepted)
    }

    /// The number of issues of a document, up to `cap`.
    fn complaints(&self, schema: &Schema, document: &Value, cap: usize) -> Option<usize> {
        self.pay(schema, document)?;
        Some(self.validator.iter_errors(document).take(cap).count())
    }

    fn pay(&self, schema: &Schema, document: &Value) -> Option<()> {
        if self.is_bounded {
            return Some(());
        }
        let left = self.left.load(Ordering::Relaxed);
        let most = MAX_VISITS.min(left.max(FREE_VISITS));
        let visits = crate::guard::visits_of(schema, document, most)?;
        if visits > FREE_VISITS {
            self.left.store(left - visits.min(left), Ordering::Relaxed);
        }
        Some(())
    }
}

/// The steps of listing the issues of a JSON value under a schema without alternatives.
const STEPS_A_VALUE: u64 = 4;
/// The number of missing names whose issues take a step.
const NAMES_A_STEP: u64 = 16;
/// The number of schema nodes that a validator visits in one step.
const VISITS_A_STEP: u64 = 16;

impl<'s> CompiledSchema<'s> {
    /// Nothing is compiled yet.
    #[must_use]
    pub fn new(schema: &'s Schema, formats: Formats) -> Self {
        CompiledSchema {
            schema,
            formats,
            validator: OnceLock::new(),
            steps: OnceLock::new(),
            steps_of_names: OnceLock::new(),
        }
    }

    /// `None` if the `jsonschema` crate can't read the schema: then nothing can be confirmed.
    fn validator(&self) -> Option<&BoundedValidator> {
        self.validator.get_or_init(|| BoundedValidator::new(self.schema, self.formats)).as_ref()
    }
}

impl CompiledSchema<'_> {
    /// The result for a document; `None` if the validator has none.
    pub fn accepts(&self, document: &Value) -> Option<bool> {
        self.validator()?.accepts(self.schema, document)
    }

    /// The number of issues of a document, up to `cap`; `None` if the validator has no result.
    pub fn complaints(&self, document: &Value, cap: usize) -> Option<usize> {
        self.validator()?.complaints(self.schema, document, cap)
    }

    /// The place in the schema of a document's first issue.
    pub(crate) fn first_complaint(&self, document: &Value) -> Option<Pointer> {
        let validator = self.validator()?;
        validator.pay(self.schema, document)?;
        let error = validator.validator.iter_errors(document).next()?;
        Pointer::parse(error.schema_path().as_str())
    }

    /// The validator's steps for a value: alternatives are visited one by one.
    fn steps(&self) -> u64 {
        let most = || crate::guard::most_visits(self.schema).1;
        *self.steps.get_or_init(|| 1 + most() / VISITS_A_STEP)
    }

    /// The steps of listing all issues of a document: each alternative has its own, and each missing name.
    pub fn steps_to_complain(&self, document: &Value) -> u64 {
        let values = self.steps().saturating_mul(1 + values_in(document));
        values.saturating_mul(STEPS_A_VALUE).saturating_add(self.steps_of_names())
    }

    /// The JSON values of the largest document whose issues these steps can list.
    pub fn values_within(&self, steps: u64) -> usize {
        let steps = steps.saturating_sub(self.steps_of_names());
        usize::try_from(steps / STEPS_A_VALUE / self.steps()).unwrap_or(usize::MAX)
    }

    /// The steps of the issues of one object. A validator makes an issue for each missing name at once, also if only the
    /// first ones are counted.
    fn steps_of_names(&self) -> u64 {
        let longest = || {
            let lists =
                self.schema.nodes().filter_map(|(_, node)| Some(node.keywords()?.required.len()));
            lists.max().unwrap_or(0) as u64 / NAMES_A_STEP
        };
        *self.steps_of_names.get_or_init(longest)
    }
}

/// Both validators.
#[derive(Clone, Copy)]
pub(crate) struct ValidatorPair<'v> {
    a: &'v CompiledSchema<'v>,
    b: &'v CompiledSchema<'v>,
    /// The steps of a small document for both.
    pub(crate) steps: u64,
}

impl<'v> ValidatorPair<'v> {
    /// `None` if one of the schemas has no validator.
    pub(crate) fn new(a: &'v CompiledSchema<'v>, b: &'v CompiledSchema<'v>) -> Option<Self> {
        let can_judge = a.validator().is_some() && b.validator().is_some();
        can_judge.then(|| ValidatorPair { a, b, steps: a.steps() + b.steps() })
    }

    /// Whether the first schema accepts the instance and the second rejects it.
    pub(crate) fn refutes(&self, instance: &Value) -> bool {
        self.a.accepts(instance) == Some(true) && self.b.accepts(instance) == Some(false)
    }

    /// Whether the first schema accepts it.
    pub(crate) fn first_takes(&self, instance: &Value) -> bool {
        self.a.accepts(instance) == Some(true)
    }
}

/// The document with each whole number, such as `1.0`, written as an integer; `None` if there is none to change.
fn with_integers(document: &Value) -> Option<Value> {
    let mut changed = false;
    let mut other = document.clone();
    let mut open = vec![&mut other];
    while let Some(value) = open.pop() {
        match value {
            Value::Array(items) => open.extend(items),
            Value::Object(members) => open.extend(members.values_mut()),
            Value::Number(number) if !is_written_as_integer(number) => {
                let whole = Exact::new(number).filter(Exact::is_integer);
                if let Some(whole) = whole.and_then(|whole| whole.to_number()) {
                    *number = whole;
                    changed = true;
                }
            }
            _ => {}
        }
    }
    changed.then_some(other)
}

/// Compiles a schema with this format policy and without fetching.
fn compile(schema: &Schema, formats: Formats) -> Option<Validator> {
    let document = crate::validator_schema::for_validator(schema)?;
    let draft = schema.draft(schema.root());
    let mut options = options(draft, formats);
    for name in crate::validator_schema::later_formats(schema, formats) {
        let format = compile_part(&serde_json::json!({ "format": name }), formats)?;
        options = options.with_format(name, move |text: &str| format.is_valid(&Value::from(text)));
    }
    options.build(&document).ok()
}

/// The draft in the `jsonschema` crate.
pub(crate) fn dialect(draft: Draft) -> jsonschema::Draft {
    match draft {
        Draft::Draft4 => jsonschema::Draft::Draft4,
        Draft::Draft6 => jsonschema::Draft::Draft6,
        Draft::Draft7 => jsonschema::Draft::Draft7,
        Draft::Draft2019 => jsonschema::Draft::Draft201909,
        Draft::Draft2020 => jsonschema::Draft::Draft202012,
    }
}

/// Compiles a part without references.
pub fn compile_part(part: &Value, formats: Formats) -> Option<Validator> {
    options(Draft::Draft2020, formats).build(part).ok()
}

fn options(draft: Draft, formats: Formats) -> ValidationOptions<'static> {
    jsonschema::options()
        .with_draft(dialect(draft))
        .should_validate_formats(formats == Formats::Assert)
        .with_pattern_options(PatternOptions::fancy_regex().backtrack_limit(BACKTRACKS))
        .offline()
}

/// The values in a document.
fn values_in(document: &Value) -> u64 {
    match document {
        Value::Array(items) => items.iter().map(values_in).sum::<u64>() + 1,
        Value::Object(members) => members.values().map(values_in).sum::<u64>() + 1,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use contract::{Document, NoFiles, Schema};
    use serde_json::json;

    use super::{CompiledSchema, ValidatorPair, compile};
    use crate::options::Formats;

    #[test]
    fn repetitions_are_no_reason_to_confirm_nothing() {
        let text = json!({
            "type": ["object", "object"], "required": ["a", "a"], "allOf": [],
            "properties": {"a": {"enum": [{"required": ["x", "x"]}]}},
        });
        let document = Document::from_value("a.json", text);
        let schema = Schema::read(&document, &NoFiles).expect("a schema");
        let validator = compile(&schema, Formats::Annotate).expect("a validator");
        assert!(validator.is_valid(&json!({"a": {"required": ["x", "x"]}})));
        assert!(!validator.is_valid(&json!({"a": {"required": ["x"]}})));
    }

    #[test]
    fn no_witness_depends_on_how_draft4_reads_whole_numbers() {
        let schema = |text| {
            let document = Document::from_value("a.json", text);
            Schema::read(&document, &NoFiles).expect("a schema")
        };
        let any = schema(json!({}));
        let integer = schema(
            json!({"$schema": "http://json-schema.org/draft-04/schema#", "items": {"type": "integer"}}),
        );
        let (any, integer) = (
            CompiledSchema::new(&any, Formats::Annotate),
            CompiledSchema::new(&integer, Formats::Annotate),
        );
        let pair = ValidatorPair::new(&any, &integer).expect("both have validators");
        assert!(!pair.refutes(&json!([1.0])));
        assert!(pair.refutes(&json!([1.5])));
        assert!(pair.refutes(&json!([1.0, "a"])));
    }
}
