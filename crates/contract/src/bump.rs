//! The version step that a change needs.

use std::fmt;

/// A semantic-version step, smallest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Bump {
    /// Nothing changed.
    #[default]
    None,
    /// Fixes and texts.
    Patch,
    /// Compatible additions.
    Minor,
    /// Breaking changes.
    Major,
}

impl Bump {
    /// The printed name: `none`, `patch`, `minor`, `major`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Bump::None => "none",
            Bump::Patch => "patch",
            Bump::Minor => "minor",
            Bump::Major => "major",
        }
    }

    /// Parses the printed name.
    #[must_use]
    pub fn parse(word: &str) -> Option<Bump> {
        [Bump::None, Bump::Patch, Bump::Minor, Bump::Major].into_iter().find(|b| b.as_str() == word)
    }
}

impl fmt::Display for Bump {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
