//! What the caller chooses of a migration.

use std::collections::BTreeSet;

use contract::bash_helper::Part;

use crate::envelope::Kind;
use crate::sourced_file::SourcedDependency;

/// The place of the envelope's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Placement {
    /// In a file beside the script, which the script sources.
    #[default]
    File,
    /// In the script itself.
    Script,
}

/// Whether the former command is kept in a comment after each recognized line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Legacy {
    /// No: the line still contains it.
    #[default]
    Dropped,
    /// Yes.
    Kept,
}

/// Whether scripts of a kind are migrated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Choice {
    /// Like all others.
    #[default]
    Take,
    /// They are not changed.
    Leave,
}

/// The user's explicit settings. `None` keeps that of a migrated script.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Requested {
    /// The envelope.
    pub kind: Option<Kind>,
    /// The default confidence.
    pub confidence: Option<String>,
    /// The output options.
    pub output: Option<BTreeSet<Part>>,
}

impl Requested {
    /// Whether there are no settings.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// The caller's options.
#[derive(Debug, Clone)]
pub struct Options {
    /// The envelope to print.
    pub kind: Kind,
    /// The default confidence, as a JSON number.
    pub confidence: String,
    /// The place of the envelope's text.
    pub helper: Placement,
    /// Whether the former command is kept in a comment after each recognized line.
    pub legacy: Legacy,
    /// Whether the file is sourced by others, so that it has no stdout of its own.
    pub sourced: bool,
    /// The files that it sources, if they were found.
    pub beside: Vec<SourcedDependency>,
    /// Whether these are all, each of which was found.
    pub beside_is_whole: bool,
    /// The ids of patterns whose lines are not changed.
    pub skip_patterns: Vec<&'static str>,
    /// Scripts for which the envelope would only contain success.
    pub gainless: Choice,
    /// Scripts whose text is an answer without a field in the envelope.
    pub answers: Choice,
    /// The user's settings, also for migrated scripts.
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
            beside_is_whole: false,
            skip_patterns: Vec::new(),
            gainless: Choice::default(),
            answers: Choice::default(),
            asked: Requested::default(),
        }
    }
}
