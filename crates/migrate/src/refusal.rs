//! Why a script can't be migrated.

/// A reason to leave the file unchanged.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Refusal {
    /// 1-based line.
    pub line: usize,
    /// The obstacle, why it is one, and what helps.
    pub reason: String,
}

impl Refusal {
    pub(crate) fn new(line: usize, reason: impl Into<String>) -> Self {
        Self { line: line.max(1), reason: reason.into() }
    }
}
