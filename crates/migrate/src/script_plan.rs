//! What a migration does to a file, or why it does nothing.

use std::collections::BTreeSet;

use contract::bash_helper::Part;

use crate::edit::Edit;
use crate::refusal::Refusal;

/// The outcome of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It gains the envelope.
    Migrated,
    /// It already prints the envelope.
    Already,
    /// It prints nothing, or is a library.
    Nothing,
    /// It can't be migrated correctly.
    Refused,
}

/// The edits of a file, or the reasons why there are none.
#[derive(Debug, Clone)]
pub struct ScriptPlan {
    /// The outcome.
    pub outcome: Outcome,
    /// In order of the source.
    pub edits: Vec<Edit>,
    /// In order of the source; never empty if the outcome is refused.
    pub refusals: Vec<Refusal>,
    /// Notes for the reader: defaults, results without a field.
    pub notes: Vec<(usize, String)>,
    /// Words that name sourced files, with their lines.
    pub sources: Vec<(usize, String)>,
    /// Refused because it prints its own JSON and no prose: it has another contract.
    pub structured: bool,
    /// The line at the top that excludes the whole script.
    pub kept: Option<usize>,
    /// Its lines that are left to the author.
    pub left: LeftLines,
    /// Not changed, because the envelope would only contain success.
    pub gainless: bool,
    /// The required parts of the helper.
    pub parts: BTreeSet<Part>,
    /// The script before an earlier version migrated it: the edits apply to this text.
    pub former: Option<Former>,
}

impl ScriptPlan {
    pub(crate) fn without(outcome: Outcome, refusals: Vec<Refusal>) -> Self {
        Self {
            outcome,
            edits: Vec::new(),
            refusals,
            notes: Vec::new(),
            sources: Vec::new(),
            structured: false,
            kept: None,
            left: LeftLines::default(),
            gainless: false,
            parts: BTreeSet::new(),
            former: None,
        }
    }
}

/// The lines of a migrated script that a run leaves to its author, by number from 1.
#[derive(Debug, Clone, Default)]
pub struct LeftLines {
    /// Recognized lines that `# skillgen: keep` excludes.
    pub kept: BTreeSet<usize>,
    /// Functions that have a name of the helper's functions.
    pub own_names: BTreeSet<usize>,
    /// Commands with a value that is not read, because it stands below a variable.
    pub unread: BTreeSet<usize>,
}

/// A script of an earlier version in its former text.
#[derive(Debug, Clone)]
pub struct Former {
    /// The text before that migration.
    pub text: Vec<u8>,
    /// The default confidence that the earlier version wrote into the script.
    pub confidence: Option<String>,
}
