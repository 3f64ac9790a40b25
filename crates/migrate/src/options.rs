//! What the caller chooses of a migration.

use std::collections::BTreeSet;

use contract::bash_helper::Part;

use crate::envelope::Kind;
use crate::sourced_file::SourcedDependency;

/// Where the text of the envelope stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Placement {
    /// In a file beside the script, which the script sources.
    #[default]
    File,
    /// In the script itself.
    Script,
}

/// Whether the former command is kept in a comment behind each recognized line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Legacy {
    /// No: it still stands in its line.
    #[default]
    Dropped,
    /// Yes.
    Kept,
}

/// Whether scripts of a kind are migrated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Choice {
    /// As all others.
    #[default]
    Take,
    /// They stay as they are.
    Leave,
}

/// What the user asks for by name. What is `None` stays as a migrated script has it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Requested {
    /// The envelope.
    pub kind: Option<Kind>,
    /// The confidence of a run that prints none.
    pub confidence: Option<String>,
    /// The output options.
    pub output: Option<BTreeSet<Part>>,
}

impl Requested {
    /// Is nothing asked for?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// What the caller chooses.
#[derive(Debug, Clone)]
pub struct Options {
    /// The envelope to print.
    pub kind: Kind,
    /// The confidence of a script that prints none, as a JSON number.
    pub confidence: String,
    /// Where the text of the envelope stands.
    pub helper: Placement,
    /// Whether the former command is kept in a comment behind each recognized line.
    pub legacy: Legacy,
    /// The file is sourced by others, so it has no stdout of its own.
    pub sourced: bool,
    /// The files that it sources, as far as they are found.
    pub beside: Vec<SourcedDependency>,
    /// The ids of the patterns whose lines are left as they are.
    pub skip_patterns: Vec<&'static str>,
    /// Scripts for which the envelope would hold nothing but success.
    pub gainless: Choice,
    /// Scripts whose text is an answer that the envelope has no field for.
    pub answers: Choice,
    /// What the user asks for, also of scripts that are migrated already.
    pub asked: Requested,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            kind: Kind::SkillOutput,
            confidence: "0.5".to_owned(),
            helper: Placement::default(),
            legacy: Legacy::default(),
            sourced: false,
            beside: Vec::new(),
            skip_patterns: Vec::new(),
            gainless: Choice::default(),
            answers: Choice::default(),
            asked: Requested::default(),
        }
    }
}
