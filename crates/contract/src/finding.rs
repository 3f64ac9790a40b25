//! A finding: what a rule saw, and where. Findings are values; they are never errors of the program.

use std::fmt;

use crate::{Pointer, Position};

/// How much a finding matters. Only errors make `check` exit 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Something that breaks a client or a contract.
    Error,
    /// Something that will surprise.
    Warning,
    /// Something to know.
    Info,
}

impl Level {
    /// The word that is printed: `error`, `warning`, `info`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Level::Error => "error",
            Level::Warning => "warning",
            Level::Info => "info",
        }
    }

    /// Reads the word back.
    #[must_use]
    pub fn parse(word: &str) -> Option<Level> {
        [Level::Error, Level::Warning, Level::Info].into_iter().find(|l| l.as_str() == word)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// One finding of one rule (schemas/check.schema.json).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The rule's id, which is its file's name.
    pub rule: String,
    /// How much it matters.
    pub level: Level,
    /// The file, as the user named it or below the root that the user named.
    pub path: String,
    /// Line and column of the offending key or value.
    pub position: Position,
    /// The place in the JSON or frontmatter document.
    pub pointer: Pointer,
    /// What was expected and what stood there.
    pub message: String,
    /// What to do, where the rule knows.
    pub fix: Option<String>,
}
