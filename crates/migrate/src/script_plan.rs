//! What a migration does to a file, or why it does nothing.

use std::collections::BTreeSet;

use contract::bash_helper::Part;

use crate::edit::Edit;
use crate::refusal::Refusal;

/// What becomes of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It gains the envelope.
    Migrated,
    /// It prints the envelope already.
    Already,
    /// It prints nothing, or is a library.
    Nothing,
    /// It can't be done right.
    Refused,
}

/// The edits of a file, or why there are none.
#[derive(Debug, Clone)]
pub struct ScriptPlan {
    /// What becomes of it.
    pub outcome: Outcome,
    /// In order of the source.
    pub edits: Vec<Edit>,
    /// In order of the source; never empty where the outcome is refused.
    pub refusals: Vec<Refusal>,
    /// What a reader should know: defaults, results without a slot.
    pub notes: Vec<(usize, String)>,
    /// Words that name the files that it sources, with their lines, for the search for siblings.
    pub sources: Vec<(usize, String)>,
    /// Refused since it prints JSON of its own, and no prose at all: it has a contract, though another one.
    pub structured: bool,
    /// The line on top that says to leave the whole script.
    pub kept: Option<usize>,
    /// Left as it is, because the envelope would hold nothing but success.
    pub gainless: bool,
    /// The parts of the helper that the script needs.
    pub parts: BTreeSet<Part>,
    /// What the script was before an earlier version migrated it: the edits are edits of this text.
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
            gainless: false,
            parts: BTreeSet::new(),
            former: None,
        }
    }
}

/// A script that an earlier version migrated, taken back.
#[derive(Debug, Clone)]
pub struct Former {
    /// The text before that migration.
    pub text: Vec<u8>,
    /// The confidence of a run that prints none, as that version wrote it into the script.
    pub confidence: Option<String>,
}
