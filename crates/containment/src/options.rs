//! How a relation is decided: the policy for `format`, and the limits of a comparison.

use contract::Schema;

use crate::budget::Ceiling;

/// Whether `format` is an assertion; drafts and validators differ, so it is an explicit option.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Formats {
    /// `format` is checked.
    Assert,
    /// `format` is an annotation.
    #[default]
    Annotate,
}

/// The options of deciding a relation.
#[derive(Debug, Clone)]
pub struct Options {
    /// The policy for `format`.
    pub formats: Formats,
    /// The steps for both directions of a small pair together (or for one, if only one is asked for);
    /// larger pairs get more. The rest is [`Verdict::Unknown`].
    pub steps: u64,
    /// Ends a comparison regardless of its remaining steps.
    pub ceiling: Ceiling,
    /// The maximum number of JSON values that may be read to attribute witnesses to edits.
    pub attribution_values: usize,
}

/// The steps for a pair of any size, and for each node of both schemas.
const STEPS: u64 = 100_000;
const STEPS_A_NODE: u64 = 20;
const ATTRIBUTION_VALUES: usize = 4_000_000;

impl Options {
    /// The steps for this pair.
    pub fn steps_for(&self, old: &Schema, new: &Schema) -> u64 {
        let nodes = old.nodes().count() + new.nodes().count();
        self.steps.saturating_add(nodes as u64 * STEPS_A_NODE)
    }
}

impl Default for Options {
    fn default() -> Self {
        Options {
            formats: Formats::default(),
            steps: STEPS,
            ceiling: Ceiling::default(),
            attribution_values: ATTRIBUTION_VALUES,
        }
    }
}
