//! The common interface of all layers: the question, and how a witness becomes a refutation.

use serde_json::Value;

use crate::budget::Budget;
use crate::confirm::{CompiledSchema, ValidatorPair};
use crate::ground::Ask;
use crate::shrink::shrink;
use crate::verdict::Verdict;

/// A method to answer the question.
pub trait Layer {
    /// Its name in tests and measurements.
    fn name(&self) -> &'static str;

    /// The layer's answer to the question; it stops at the end of the budget.
    fn contains(&self, ask: &Ask<'_>, budget: &Budget) -> Verdict;
}

/// The witness, minimized, if a validator confirms that it refutes `a ⊆ b`.
pub(crate) fn refutation(
    a: &CompiledSchema<'_>,
    b: &CompiledSchema<'_>,
    candidate: &Value,
) -> Option<Verdict> {
    let validators = ValidatorPair::new(a, b)?;
    validators.refutes(candidate).then(|| Verdict::Refuted(shrink(candidate, &validators)))
}
