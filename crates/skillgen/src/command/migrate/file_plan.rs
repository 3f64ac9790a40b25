//! The plan for one file of a run.

use std::collections::BTreeSet;
use std::path::PathBuf;

use migrate::{Edit, Former, LeftLines, Outcome, Part, Refusal, Shell};

use super::consumer::Consumer;
use super::language::Language;
use super::verified::Verified;
use crate::paths;

/// Why a script without values is left out.
const NOTHING_TO_GAIN: &str = "nothing to gain: the envelope would hold `success` and why a run failed, no value; add `--all` to migrate";

/// The settings of a script in an earlier form.
const UPGRADED: &str = "was migrated by an earlier version; its original text is migrated again";

/// The plan for a file.
#[derive(Debug)]
pub(super) struct FilePlan {
    pub(super) path: PathBuf,
    pub(super) shown: String,
    pub(super) outcome: Outcome,
    pub(super) edits: Vec<Edit>,
    pub(super) refusals: Vec<Refusal>,
    pub(super) notes: Vec<(usize, String)>,
    pub(super) consumers: Vec<Consumer>,
    /// Whether it prints its own JSON, and no prose.
    pub(super) structured: bool,
    /// The parts of the helper that it needs.
    pub(super) parts: BTreeSet<Part>,
    pub(super) before: Vec<u8>,
    pub(super) language: Language,
    pub(super) verified: Option<Verified>,
    /// Why it was left out, if the user decided so.
    pub(super) left_out: Option<String>,
    /// Its lines that are left to the author.
    pub(super) left: LeftLines,
    /// The migrated script of which it is a byte copy, if it stays as it is.
    pub(super) copy_of: Option<String>,
    /// Its text before an earlier version migrated it.
    pub(super) former: Option<Former>,
}

impl FilePlan {
    /// The plan of a shell script, or of a text, that changes nothing.
    pub(super) fn unchanged(path: PathBuf, shown: String, before: Vec<u8>) -> Self {
        FilePlan {
            path,
            shown,
            outcome: Outcome::Nothing,
            edits: Vec::new(),
            refusals: Vec::new(),
            notes: Vec::new(),
            consumers: Vec::new(),
            structured: false,
            parts: BTreeSet::new(),
            before,
            language: Language::Shell,
            verified: None,
            left_out: None,
            left: LeftLines::default(),
            copy_of: None,
            former: None,
        }
    }

    /// The edited text, created on demand, because it is several times as long as its parts.
    pub(super) fn after(&self) -> Vec<u8> {
        migrate::apply(self.first(), &self.edits)
    }

    /// The text before any migration, which the edits apply to.
    pub(super) fn first(&self) -> &[u8] {
        self.former.as_ref().map_or(&self.before, |former| &former.text)
    }

    /// Takes over a plan; returns the files that the script sources.
    pub(super) fn take(&mut self, plan: migrate::ScriptPlan) -> Vec<(usize, String)> {
        self.outcome = plan.outcome;
        self.edits = plan.edits;
        self.refusals = plan.refusals;
        self.left_out = plan.kept.map(|line| format!("`# skillgen: keep` in line {line}"));
        if plan.gainless {
            self.left_out = Some(NOTHING_TO_GAIN.to_owned());
        }
        self.notes = plan.notes;
        self.left = plan.left;
        self.structured = plan.structured;
        self.parts = plan.parts;
        self.former = plan.former;
        if self.former.is_some() {
            self.notes.push((1, UPGRADED.to_owned()));
        }
        plan.sources
    }

    /// Whether it is left out because its envelope would hold nothing but `success`.
    pub(super) fn is_gainless(&self) -> bool {
        self.left_out.as_deref() == Some(NOTHING_TO_GAIN)
    }

    /// Leaves the file unchanged, because the user decided so.
    pub(super) fn leave_out(&mut self, why: &str) {
        self.outcome = Outcome::Nothing;
        self.edits.clear();
        self.refusals.clear();
        self.notes.clear();
        self.left = LeftLines::default();
        self.left_out = Some(why.to_owned());
        self.former = None;
    }

    /// Whether the migrated text sources a helper file.
    pub(super) fn sources_helper(&self) -> bool {
        self.new_helper().is_some()
    }

    /// The helper file that the migrated text sources.
    pub(super) fn new_helper(&self) -> Option<PathBuf> {
        let migrated = self.outcome == Outcome::Migrated;
        let shell = self.edits.iter().filter(|_| migrated).find_map(Edit::sources_helper);
        shell.map(|shell| self.beside(shell))
    }

    /// The helper file that the present text sources.
    pub(super) fn present_helper(&self) -> Option<PathBuf> {
        migrate::sources_helper(&self.before).map(|shell| self.beside(shell))
    }

    /// The helper file of a shell: beside the file itself, also for a link to it.
    fn beside(&self, shell: Shell) -> PathBuf {
        let name = migrate::helper_name(shell);
        if self.path.is_symlink() {
            return paths::folder_of(&paths::whole(&self.path)).join(name);
        }
        self.path.with_file_name(name)
    }

    /// Leaves the file unchanged.
    pub(super) fn refuse(&mut self, refusals: Vec<Refusal>) {
        self.outcome = Outcome::Refused;
        self.refusals = refusals;
        self.edits.clear();
        self.former = None;
    }
}
