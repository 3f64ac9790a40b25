//! A finding: what a rule found, and where. Findings are values, not errors of the program.

use std::fmt;

use crate::{Pointer, Position};

/// The level of a finding. Only errors make `check` exit with 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Something that breaks a client or a contract.
    Error,
    /// Something that may cause surprises.
    Warning,
    /// Information.
    Info,
}

impl Level {
    /// The printed name: `error`, `warning`, `info`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Level::Error => "error",
            Level::Warning => "warning",
            Level::Info => "info",
        }
    }

    /// Parses the printed name.
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
    /// The rule's id, equal to its file's name.
    pub rule: String,
    /// Its level.
    pub level: Level,
    /// The file, as the user named it or below the named root.
    pub path: String,
    /// Line and column of the offending key or value.
    pub position: Position,
    /// The place in the JSON or frontmatter document.
    pub pointer: Pointer,
    /// The message: the expected and the found value.
    pub message: String,
    /// What to do, if the rule says so.
    pub fix: Option<String>,
    /// Other places of the same defect in the same file.
    pub also: Vec<Position>,
}
