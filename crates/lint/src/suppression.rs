//! What a suppression says, and what it says of the findings that it suppresses.

use contract::{Pointer, Position};

/// Why a finding is suppressed, and where that is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suppressed {
    /// The given reason.
    pub reason: String,
    /// Whether it is in the file of the finding; else in the configuration or a baseline.
    pub in_source: bool,
}

/// One suppression.
#[derive(Clone, Debug)]
pub(crate) struct Allow {
    pub(crate) path: String,
    pub(crate) position: Position,
    pub(crate) rule: String,
    pub(crate) reason: String,
    /// The object that it applies to; `None` for the whole file.
    pub(crate) below: Option<Pointer>,
}
