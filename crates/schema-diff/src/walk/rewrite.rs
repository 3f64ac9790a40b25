//! What is written differently and means the same: its edits cancel each other, and become one finding. Alternatives that
//! only came or only went keep their names, since a reader looks for them.

use containment::Relation;
use contract::{Pointer, Schema};

use super::is_equivalent;
use crate::edit::{Edit, Shows};
use crate::place::DocumentPath;
use crate::rules::RuleId;

/// The rule of an equivalent rewrite.
const REWRITE: RuleId = RuleId::EquivalentRewrite;

/// One finding for an equivalent rewrite.
pub(crate) fn rewrite(place: &DocumentPath, old: Option<Pointer>, new: Option<Pointer>) -> Edit {
    let mut edit = Edit::new(REWRITE, place, message(&place.to_string(), "")).shows(Shows::Nothing);
    edit.old_path = old;
    edit.new_path = new;
    edit
}

/// The message of a rewrite; `how` names the keywords, if they are known.
pub(crate) fn message(place: &str, how: &str) -> String {
    let how = if how.is_empty() { String::new() } else { format!(" ({how})") };
    format!("{place} is written differently{how} and accepts exactly the same documents")
}

/// The edits of a part that is proved equivalent.
pub(super) struct Equivalent {
    /// What stays: texts for people, declarations, and alternatives by name.
    pub(super) kept: Vec<Edit>,
    /// Whether the rest needs a finding, because nothing of what stays names it.
    pub(super) is_unnamed: bool,
}

/// Takes the edits of a part that is proved equivalent; `stays` chooses further ones that stay as they are.
pub(super) fn of_equivalent(edits: Vec<Edit>, stays: impl Fn(&Edit) -> bool) -> Equivalent {
    let (mut kept, dropped): (Vec<Edit>, Vec<Edit>) =
        edits.into_iter().partition(|e| e.is_silent() || e.declared || stays(e));
    let count = |wanted| dropped.iter().filter(|e| of_branch(e.rule) == Some(wanted)).count();
    let (come, gone) = (count(BranchChange::Added), count(BranchChange::Removed));
    let is_named = (come == 0) != (gone == 0);
    let is_unnamed = !dropped.is_empty() && !is_named;
    if is_named {
        let branches = dropped.into_iter().filter(|e| of_branch(e.rule).is_some());
        kept.extend(branches.map(named));
    }
    Equivalent { kept, is_unnamed }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum BranchChange {
    Added,
    Removed,
}

fn of_branch(rule: RuleId) -> Option<BranchChange> {
    match rule {
        RuleId::AnyOfBranchAdded | RuleId::OneOfBranchAdded => Some(BranchChange::Added),
        RuleId::AnyOfBranchRemoved | RuleId::OneOfBranchRemoved => Some(BranchChange::Removed),
        _ => None,
    }
}

/// An alternative that came or went without a change of what is accepted.
fn named(mut edit: Edit) -> Edit {
    edit.rule = REWRITE;
    edit.message.push_str("; exactly the same documents are accepted");
    edit.shows(Shows::Nothing)
}

/// A rewrite that names nothing.
fn is_plain(edit: &Edit) -> bool {
    edit.rule == REWRITE && edit.old.is_none() && edit.new.is_none()
}

/// A pair that is proved equivalent has no breaking edits: what remains is one finding, and named
/// declarations.
pub(crate) fn collapse_equivalent(
    old: &Schema,
    new: &Schema,
    relation: &Relation,
    edits: &mut Vec<Edit>,
) {
    if !is_equivalent(relation) {
        return;
    }
    let found = of_equivalent(std::mem::take(edits), |e| e.rule == RuleId::DialectChanged);
    *edits = found.kept;
    let rewrites = edits.iter().filter(|e| is_plain(e)).count();
    // Rewrites in many places are one rewrite.
    if rewrites > 1 {
        edits.retain(|e| !is_plain(e));
    }
    let differs = edits.is_empty() && !crate::definitions::same_text(old, new);
    let is_named = edits.iter().any(|e| e.rule == REWRITE);
    if rewrites > 1 || (found.is_unnamed && !is_named) || differs {
        let at = |schema: &Schema| Some(schema.node(schema.root()).pointer.clone());
        let place = DocumentPath::default();
        let mut edit = rewrite(&place, at(old), at(new));
        let source = |schema: &Schema| schema.source_at(schema.root()).clone();
        let how = super::keyword_changes::in_words(&source(old), &source(new));
        edit.message = message(&place.to_string(), &how);
        edit.rewritten = Some(how);
        edits.push(edit);
    }
    for edit in edits.iter_mut().filter(|e| e.rule == RuleId::DialectChanged) {
        edit.shows = Shows::Nothing;
    }
}
