//! One of the two schemas that are compared.

/// One of the two versions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    /// The old one.
    Old,
    /// The new one.
    New,
}

impl Side {
    /// The one that is not this one.
    #[must_use]
    pub fn other(self) -> Side {
        match self {
            Side::Old => Side::New,
            Side::New => Side::Old,
        }
    }

    /// The word that is printed.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Side::Old => "old",
            Side::New => "new",
        }
    }
}
