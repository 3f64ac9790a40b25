//! The question that `diff` asks of two schemas: does the one take all that the other takes?

use contract::{Pointer, Schema};

use crate::confirm::Version;
pub use crate::prove::Verdict;
use crate::prove::{self, Budget, Ceiling, Pair};

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
    pub(crate) fn steps_for(&self, old: &Schema, new: &Schema) -> u64 {
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

/// Both directions between two versions of a schema.
#[derive(Debug, Clone, PartialEq)]
pub struct Relation {
    /// Every instance of the old schema is valid under the new one.
    pub backward: Verdict,
    /// Every instance of the new schema is valid under the old one.
    pub forward: Verdict,
}

/// Decides both directions; a refutation carries an instance which the `jsonschema` crate has confirmed
/// against both schemas as they were written.
#[must_use]
pub fn relation(old: &Schema, new: &Schema, options: &Options) -> Relation {
    match out_of_reach(old, new) {
        Some(relation) => relation,
        None => {
            let ask = || {
                let version = |schema| Version::new(schema, options.formats);
                let budget = Budget::under(options.steps_for(old, new), &options.ceiling.start());
                prove::relation(&Pair::new(&version(old), &version(new)), &budget)
            };
            match contract::deep_stack(ask) {
                Ok(Ok(relation)) => relation,
                Ok(Err(panic)) => std::panic::resume_unwind(panic),
                Err(_) => open("no thread could be started", "$schema", Pointer::root()),
            }
        }
    }
}

/// Nothing is proved or tried of a schema that no validator gets through.
pub(crate) fn out_of_reach(old: &Schema, new: &Schema) -> Option<Relation> {
    let (path, side) = [(old, "old"), (new, "new")]
        .into_iter()
        .find_map(|(schema, side)| Some((crate::guard::explosive(schema)?, side)))?;
    let reason = format!(
        "alternatives multiply in the {side} schema: validating one document takes too long"
    );
    Some(open(&reason, "anyOf", path))
}

fn open(reason: &str, keyword: &str, path: Pointer) -> Relation {
    let unknown = Verdict::Unknown { reason: reason.to_owned(), keyword: keyword.to_owned(), path };
    Relation { backward: unknown.clone(), forward: unknown }
}
