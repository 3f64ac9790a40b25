//! Scripts that were migrated before: those in the form of an earlier version, and those that gained lines since, are taken back
//! and planned like any other.
//!
//! The new plan is one of the text before the first migration, so a script that was brought from form to form is the same as one
//! that was migrated today. What it prints stays: the envelope and its default confidence are those that the script has.

use std::collections::BTreeSet;

use contract::bash_helper::{Part, parts_in};

use crate::edit;
use crate::envelope::{self, Line, Room, Says};
use crate::options::{Choice, Legacy, Options, Placement};
use crate::refusal::Refusal;
use crate::script_plan::{Former, Outcome, ScriptPlan};
use crate::source::Source;
use crate::strip::{self, Form, Stripped};

/// The plan of a migrated script.
pub(crate) fn plan(bytes: &[u8], options: &Options) -> ScriptPlan {
    let Some(stripped) = strip::strip(bytes) else {
        return ScriptPlan::without(Outcome::Already, Vec::new());
    };
    let keeps_file = stripped.form == Form::Sourced && options.helper == Placement::Script;
    let already = || {
        let note = || (1, "keeps its helper file; undo its migration first".to_owned());
        let notes = keeps_file.then(note).into_iter().collect();
        ScriptPlan { notes, ..ScriptPlan::without(Outcome::Already, Vec::new()) }
    };
    let own = as_it_was(&stripped, options);
    let is_today = sources_as_today(&stripped) || is_current(&stripped, &own);
    let plan = crate::plan::first(&Source::new(&stripped.text), &own);
    if is_today && !gains_lines(&plan, &stripped) {
        return already();
    }
    match plan.outcome {
        Outcome::Migrated if edit::apply(&stripped.text, &plan.edits) == bytes => already(),
        Outcome::Migrated => finished(plan, stripped, &own, options),
        Outcome::Refused => {
            let reasons = plan.refusals.into_iter();
            refused(reasons.map(|refusal| stays(refusal.line, &refusal.reason)).collect())
        }
        Outcome::Already | Outcome::Nothing => already(),
    }
}

/// Whether there are lines that were not there, or not read, when the script was migrated. Lines that would only lose
/// their prefix are no reason to rewrite it.
fn gains_lines(plan: &ScriptPlan, stripped: &Stripped) -> bool {
    let there = stripped.places();
    let new = |edit: &edit::Edit| edit.pattern != "envelope" && !there.contains(&edit.at);
    plan.outcome == Outcome::Migrated && plan.edits.iter().any(new) && stripped.checked().is_ok()
}

fn finished(plan: ScriptPlan, stripped: Stripped, own: &Options, options: &Options) -> ScriptPlan {
    if let Err(reason) = stripped.checked() {
        let reason = format!("its text can't be taken back ({reason}); `migrate --undo` may");
        return refused(vec![stays(1, &reason)]);
    }
    if own.kind != options.kind && plan.edits.iter().any(|edit| edit.sources_helper().is_some()) {
        let name = if own.kind == envelope::Kind::Helper { "helper" } else { "skill-output" };
        let reason = format!("it prints {}; add `--envelope {name}`", own.kind.name());
        return refused(vec![stays(1, &reason)]);
    }
    let former = Former { text: stripped.text, confidence: stripped.confidence };
    ScriptPlan { former: Some(former), ..plan }
}

fn refused(refusals: Vec<Refusal>) -> ScriptPlan {
    ScriptPlan::without(Outcome::Refused, refusals)
}

fn stays(line: usize, reason: &str) -> Refusal {
    Refusal::new(line, format!("stays in the form of an earlier version: {reason}"))
}

/// The options that keep the script's output, except for the user's settings.
fn as_it_was(stripped: &Stripped, options: &Options) -> Options {
    let confidence = options.asked.confidence.clone().or_else(|| stripped.confidence.clone());
    let fenced = stripped.form == Form::Fenced;
    let present = || {
        let parts = parts_in(stripped.envelope()).into_iter();
        fenced.then(|| parts.filter(|part| part.is_output_option()).collect())
    };
    let mut asked = options.asked.clone();
    asked.output = asked.output.or_else(present);
    Options {
        kind: asked.kind.or(stripped.kind).unwrap_or(options.kind),
        confidence: confidence.unwrap_or_else(|| options.confidence.clone()),
        helper: if fenced { Placement::Script } else { options.helper },
        legacy: if fenced && stripped.keeps_commands() { Legacy::Kept } else { options.legacy },
        sourced: false,
        gainless: Choice::Take,
        answers: Choice::Take,
        asked,
        ..options.clone()
    }
}

/// Whether it sources the helper by a present line, perhaps in a formatter's layout.
fn sources_as_today(stripped: &Stripped) -> bool {
    let line = stripped.envelope();
    stripped.form == Form::Sourced && !envelope::FORMER_ENDS.iter().any(|end| line.contains(end))
}

/// Whether the envelope in a script equals this version's, with any parts.
fn is_current(stripped: &Stripped, own: &Options) -> bool {
    let (Form::Fenced, Some(kind)) = (stripped.form, stripped.kind) else {
        return false;
    };
    let (shell, named) = envelope::fence_of(stripped.envelope());
    let stdout = named.unwrap_or(envelope::stdout_of(shell));
    let (says, room, errexit) = (Says::Something, Room::Empty, false);
    let line = Line { shell, says, stdout, room, errexit };
    let mut parts = parts_in(stripped.envelope());
    parts.retain(|part| !part.is_output_option());
    parts.extend(own.asked.output.iter().flatten());
    kind == own.kind && envelope::fenced(line, kind, &own.confidence, &parts) == stripped.envelope()
}

/// The parts of the helper that a migrated script needs; all of them if that is not known.
#[must_use]
pub fn parts_needed(bytes: &[u8], options: &Options) -> BTreeSet<Part> {
    let options = Options {
        helper: Placement::File,
        sourced: false,
        gainless: Choice::Take,
        answers: Choice::Take,
        skip_patterns: Vec::new(),
        ..options.clone()
    };
    let plan = strip::strip(bytes).map(|s| crate::plan::first(&Source::new(&s.text), &options));
    match plan.filter(|plan| plan.outcome == Outcome::Migrated) {
        Some(plan) => plan.parts,
        None => Part::ALL.into_iter().filter(|part| !part.is_output_option()).collect(),
    }
}
