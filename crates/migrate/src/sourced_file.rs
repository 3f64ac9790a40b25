//! What was read of a file that a script sources.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::pattern::Pattern;

/// A file that a script sources.
#[derive(Debug, Clone, Default)]
pub struct Sourced {
    /// Words that name the files that it sources itself, with their lines.
    pub sources: Vec<(usize, String)>,
    /// Its text before any migration, if it holds commands.
    pub(crate) text: Option<Arc<str>>,
    pub(crate) is_migrated: bool,
    pub(crate) descriptors: BTreeSet<u8>,
    pub(crate) aliases: BTreeSet<String>,
    /// The words of each function; those outside of functions have no name.
    pub(crate) words: BTreeMap<String, BTreeSet<String>>,
    pub(crate) hazards: Vec<Hazard>,
    /// Of a migrated file: the recognizers that its lines use, and whether it has an edited `exec`.
    pub(crate) patterns: Vec<&'static Pattern>,
    pub(crate) exec: bool,
    /// Whether it sets an EXIT trap, and waits for jobs somewhere, perhaps in the trap.
    pub(crate) waits: bool,
}

/// A line that would disable the sourcing script's envelope.
#[derive(Debug, Clone)]
pub(crate) struct Hazard {
    /// The function whose call has this effect; `None` if sourcing has it.
    pub(crate) function: String,
    pub(crate) line: usize,
    pub(crate) reason: String,
    /// Only sh has no way to bypass it.
    pub(crate) sh: bool,
}

/// A sourced file, for a plan.
#[derive(Debug, Clone)]
pub struct SourcedDependency {
    /// The line that sources it, or the file that does.
    pub line: usize,
    /// Its name in reports.
    pub name: String,
    /// Its effects.
    pub file: Arc<Sourced>,
}
