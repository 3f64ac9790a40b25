//! How a relation is decided: the policy for `format`, and what a comparison may cost.

use contract::Schema;

use crate::budget::Ceiling;

/// Whether `format` refuses anything; drafts and validators disagree, so it is said, never assumed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Formats {
    /// `format` is checked.
    Assert,
    /// `format` is a comment.
    #[default]
    Annotate,
}

/// How to decide a relation.
#[derive(Debug, Clone)]
pub struct Options {
    /// The policy for `format`.
    pub formats: Formats,
    /// Steps for both directions together of a small pair (for the one, where one is asked for); larger
    /// pairs get more. What is open then is [`Verdict::Unknown`].
    pub steps: u64,
    /// Ends a comparison whatever steps it has left.
    pub ceiling: Ceiling,
    /// JSON values that may be read to find out which edit accounts for a witness.
    pub attribution_values: usize,
}

/// Steps for a pair of any size, and for each node of both schemas.
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
