//! What all layers have in common: the question that is put to them, and how a witness becomes a refutation.

use serde_json::Value;

use crate::budget::Budget;
use crate::confirm::{CompiledSchema, ValidatorPair};
use crate::ground::Ask;
use crate::shrink::shrink;
use crate::verdict::Verdict;

/// One way to answer the question.
pub trait Layer {
    /// Its name in tests and measurements.
    fn name(&self) -> &'static str;

    /// The answer to the question, as far as this layer knows; it ends when the budget does.
    fn contains(&self, ask: &Ask<'_>, budget: &Budget) -> Verdict;
}

/// The witness, made as small as it gets, if a validator agrees that it refutes `a ⊆ b`.
pub(crate) fn refutation(
    a: &CompiledSchema<'_>,
    b: &CompiledSchema<'_>,
    candidate: &Value,
) -> Option<Verdict> {
    let validators = ValidatorPair::new(a, b)?;
    validators.refutes(candidate).then(|| Verdict::Refuted(shrink(candidate, &validators)))
}
