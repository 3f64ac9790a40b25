//! The plan of a script while it is made: each kind of line adds its edits in a file of its own.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use crate::context::Context;
use crate::edit::Edit;
use crate::envelope::Shell;
use crate::keep::Keep;
use crate::model::{Call, Script};
use crate::options::Options;
use crate::pattern;
use crate::source::Source;
use crate::sourced_scripts::SourcedScripts;
use crate::uncertain::UncertainLines;
use crate::values::Values;

/// The plan under construction.
pub(crate) struct Planner<'a> {
    pub(crate) source: &'a Source<'a>,
    pub(crate) script: &'a Script<'a>,
    pub(crate) context: &'a Context,
    pub(crate) options: &'a Options,
    pub(crate) values: &'a Values<'a>,
    pub(crate) sourced: &'a SourcedScripts,
    pub(crate) edits: Vec<Edit>,
    pub(crate) shell: Shell,
    /// The descriptor for the caller's stdout.
    pub(crate) stdout: u8,
    /// The ids of the patterns of its lines.
    pub(crate) tells: BTreeSet<&'static str>,
    /// The places of calls that state a value on stderr: what the script prints on stdout may still be its answer.
    pub(crate) stated_aside: BTreeSet<usize>,
    /// Whether its own EXIT trap waits for jobs.
    pub(crate) waits: bool,
    /// Whether it lists its traps.
    pub(crate) lists_traps: bool,
    /// The loops of the script.
    pub(crate) loops: Vec<Range<usize>>,
    /// Whether it names the trap RETURN.
    pub(crate) has_return_traps: bool,
    /// Lines that print `KEY=VALUE`, if the envelope has no field for it.
    pub(crate) results: Vec<usize>,
    /// Lines of which nothing is read.
    pub(crate) uncertain: UncertainLines,
    pub(crate) keep: Keep,
    /// Recognized lines that are not changed.
    pub(crate) kept: BTreeSet<usize>,
}

impl Planner<'_> {
    pub(crate) fn put(
        &mut self,
        at: usize,
        text: impl Into<Arc<str>>,
        line: usize,
        pattern: impl Into<Cow<'static, str>>,
    ) {
        self.edits.push(Edit::put(at, text, line, pattern));
    }

    /// Whether the user leaves the lines of a call as they are; then the report names it.
    pub(crate) fn keeps(&mut self, call: &Call<'_>) -> bool {
        let last = self.source.line_of(call.end.saturating_sub(1));
        let keeps = self.keep.holds(call.line, last);
        if keeps {
            self.kept.insert(call.line);
        }
        keeps
    }

    /// The lines with a call that is recognized, and the patterns for which: none for a value that is stated on stderr.
    pub(crate) fn recognized_lines(&self) -> Vec<(usize, &str)> {
        let patterns = |edit: &'_ Edit| !self.stated_aside.contains(&edit.at);
        let lines = self.recognized();
        lines.map(|edit| (edit.line, if patterns(edit) { &*edit.pattern } else { "" })).collect()
    }

    /// The edits of lines that a pattern recognized.
    pub(crate) fn recognized(&self) -> impl Iterator<Item = &Edit> {
        let is_pattern = |id: &str| pattern::ALL.iter().any(|pattern| pattern.id == id);
        self.edits.iter().filter(move |edit| edit.pattern.split(',').any(is_pattern))
    }
}
