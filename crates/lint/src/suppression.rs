//! What a suppression says, and what it says of the findings that it suppresses.

use contract::{Pointer, Position};

/// Why a finding does not count, and where that is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suppressed {
    /// The reason that was given.
    pub reason: String,
    /// Whether it stands in the file of the finding; else in the configuration or a baseline.
    pub in_source: bool,
}

/// One suppression.
#[derive(Clone, Debug)]
pub(crate) struct Allow {
    pub(crate) path: String,
    pub(crate) position: Position,
    pub(crate) rule: String,
    pub(crate) reason: String,
    /// The object that it holds for; none for the whole file.
    pub(crate) below: Option<Pointer>,
}
