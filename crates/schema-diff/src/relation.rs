//! The question that `diff` asks of two schemas: does the one take all that the other takes?

use std::time::Duration;

use contract::Schema;

use crate::confirm::Version;
use crate::prove;
pub use crate::prove::Verdict;

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
            relation_of(&version(old), &version(new), options)
        }
    }
}

/// Nothing is proved or tried of a schema that no validator gets through.
pub(crate) fn out_of_reach(old: &Schema, new: &Schema) -> Option<Relation> {
    let (path, side) = [(old, "old"), (new, "new")]
        .into_iter()
        .find_map(|(schema, side)| Some((crate::guard::explosive(schema)?, side)))?;
    let unknown = Verdict::Unknown {
        reason: format!(
            "alternatives multiply in the {side} schema: validating one document takes too long"
        ),
        keyword: "anyOf".to_owned(),
        path,
    };
    Some(Relation { backward: unknown.clone(), forward: unknown })
}

/// The same, for schemas whose validators are used on.
pub(crate) fn relation_of(old: &Version<'_>, new: &Version<'_>, options: &Options) -> Relation {
    prove::Question::new(old, new, options).relation()
}
