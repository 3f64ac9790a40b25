//! The answers of the prover: for one direction, and for both.

use contract::Pointer;
use serde_json::Value;

/// Whether one schema accepts all that another accepts.
#[derive(Debug, Clone, PartialEq)]
pub enum Verdict {
    /// Proved.
    Holds,
    /// Refuted: the instance is valid under the one and not under the other.
    Refuted(Value),
    /// Not decided.
    Unknown {
        /// The reason, as text.
        reason: String,
        /// The keyword that caused it; empty if no single one did.
        keyword: String,
        /// The schema with the keyword.
        path: Pointer,
    },
}

impl Verdict {
    /// Whether the verdict is certain.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        !matches!(self, Verdict::Unknown { .. })
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

/// "Unknown" without a specific keyword.
pub(crate) fn pass(reason: &str) -> Verdict {
    Verdict::Unknown { reason: reason.to_owned(), keyword: String::new(), path: Pointer::root() }
}
