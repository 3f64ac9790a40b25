//! The question that `diff` asks of two schemas: does the one take all that the other takes?

use std::time::Duration;

use contract::{Pointer, Schema};

use crate::confirm::Version;
pub use crate::prove::Verdict;
use crate::prove::{self, Pair};

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
    /// Time for both directions together (for the one, where one is asked for); what is open then is
    /// [`Verdict::Unknown`].
    pub deadline: Duration,
}

impl Default for Options {
    fn default() -> Self {
        Options { formats: Formats::default(), deadline: Duration::from_millis(500) }
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
            let version = |schema| Version::new(schema, options.formats);
            let (old, new) = (version(old), version(new));
            let ask = || prove::relation(&Pair::new(&old, &new), options.deadline);
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
