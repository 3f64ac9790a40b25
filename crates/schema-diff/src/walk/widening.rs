//! A schema that became one of several alternatives, or the other way round: `{"$ref": "a"}` and
//! `{"anyOf": [{"$ref": "a"}, …]}`. Only the other alternatives are news; keyword by keyword, every type and item of the
//! schema would be told as dropped, and again as an alternative.

use containment::Side;
use contract::{NodeId, Pointer, Schema, is_annotation};

use super::compose::{Combination, Group, label, rivals};
use super::partner::Tags;
use super::{Both, SchemaWalk, source};
use crate::edit::{Edit, Shows, Site};
use crate::place::PathStep;
use crate::rules::RuleId;

/// Alternatives of one side only.
pub(super) struct Alternatives {
    pub(super) group: Group,
    pub(super) kind: Combination,
}

impl SchemaWalk<'_> {
    /// Reports the alternatives beside the one that equals the other side's schema; false if there is none.
    pub(super) fn wrapped(&mut self, both: &Both<'_>, old: &[NodeId], new: &[NodeId]) -> bool {
        let plain =
            |side: &containment::view::View| side.any_of.is_empty() && side.one_of.is_empty();
        // Two lists of values, in any form, are compared value by value.
        if both.old.values.is_some() && both.new.values.is_some() {
            return false;
        }
        if both.old.has_unevaluated() || both.new.has_unevaluated() || self.context.scoped {
            return false;
        }
        let (side, found) = if plain(both.old) {
            (Side::New, alternatives(self.context.new, new))
        } else if plain(both.new) {
            (Side::Old, alternatives(self.context.old, old))
        } else {
            return false;
        };
        let Some(found) = found else { return false };
        let is_kept = |branch: &NodeId| match side {
            Side::New => self.context.same(old, &[*branch]),
            Side::Old => self.context.same(&[*branch], new),
        };
        let kept = found.group.1.iter().copied().find(is_kept);
        let Some(kept) = kept.or_else(|| self.changed_alternative(&found, side, old, new)) else {
            return false;
        };
        if found.group.1.len() > 1 && self.differs() {
            return true;
        }
        let schema = if side == Side::Old { self.context.old } else { self.context.new };
        let rivals = rivals(schema, found.kind, &found.group);
        for branch in found.group.1.iter().copied().filter(|branch| *branch != kept) {
            self.alternative(both, &found, (side, branch), rivals);
        }
        if !is_kept(&kept) {
            self.compare_alternative(both, &found, side, kept, old, new);
        }
        true
    }

    /// The alternative that equals the other side's schema apart from some edits.
    fn changed_alternative(
        &self,
        found: &Alternatives,
        side: Side,
        old: &[NodeId],
        new: &[NodeId],
    ) -> Option<NodeId> {
        let partners = match side {
            Side::Old => self.partners(&found.group.1, new),
            Side::New => self.partners(old, &found.group.1),
        };
        let (a, b) = *partners.pairs.first()?;
        Some(if side == Side::Old { a } else { b })
    }

    /// Compares the alternative with the schema of the other side.
    fn compare_alternative(
        &mut self,
        both: &Both<'_>,
        found: &Alternatives,
        side: Side,
        branch: NodeId,
        old: &[NodeId],
        new: &[NodeId],
    ) {
        let (pair, step) = match side {
            Side::Old => ((&[branch][..], new), PathStep::Branch(Some(branch), None)),
            Side::New => ((old, &[branch][..]), PathStep::Branch(None, Some(branch))),
        };
        let schema = if side == Side::Old { self.context.old } else { self.context.new };
        let is_monotone = rivals(schema, found.kind, &found.group).is_none();
        let before = self.edits.len();
        if is_monotone {
            self.child(pair.0, pair.1, both.place, step);
        } else {
            self.fragile(|walk| walk.child(pair.0, pair.1, both.place, step));
        }
        // The annotations of the schema around the alternatives are already compared.
        let (whole, told) = match side {
            Side::Old => (self.new_pointer(new), self.context.old.source_at(found.group.0)),
            Side::New => (self.old_pointer(old), self.context.new.source_at(found.group.0)),
        };
        let is_compared = |edit: &Edit| {
            let said = match side {
                Side::Old => edit.new_path.as_ref().filter(|_| edit.new.is_some()),
                Side::New => edit.old_path.as_ref().filter(|_| edit.old.is_some()),
            };
            let keyword = said.filter(|at| at.parent() == whole).and_then(Pointer::last);
            edit.is_silent() && keyword.is_some_and(|keyword| told.get(&keyword).is_some())
        };
        let compared = self.edits.split_off(before);
        self.edits.extend(compared.into_iter().filter(|edit| !is_compared(edit)));
    }

    /// The finding for an alternative of one side only.
    pub(super) fn alternative(
        &mut self,
        both: &Both<'_>,
        found: &Alternatives,
        (side, branch): (Side, NodeId),
        rivals: Option<&[NodeId]>,
    ) {
        let is_old = side == Side::Old;
        let (schema, other) = match side {
            Side::Old => (self.context.old, both.new),
            Side::New => (self.context.new, both.old),
        };
        let (none, all) = (&[][..], found.group.1.as_slice());
        let tags = match side {
            Side::Old => Tags::of(self.context, all, none),
            Side::New => Tags::of(self.context, none, all),
        };
        let what = label(schema, &found.group, branch, tags.tag(branch, is_old));
        let (rule, verb) = match (side, found.kind) {
            (Side::New, Combination::AnyOf) => {
                (RuleId::AnyOfBranchAdded, "has the new alternative")
            }
            (Side::New, Combination::OneOf) => {
                (RuleId::OneOfBranchAdded, "has the new alternative")
            }
            (Side::Old, Combination::AnyOf) => {
                (RuleId::AnyOfBranchRemoved, "no longer has the alternative")
            }
            (Side::Old, Combination::OneOf) => {
                (RuleId::OneOfBranchRemoved, "no longer has the alternative")
            }
        };
        let mut edit = Edit::new(rule, both.place, format!("{} {verb} {what}", both.place))
            .hints(self.branch_hints(both, branch, is_old));
        if found.kind == Combination::OneOf {
            edit = edit.hints(self.overlaps(both));
        }
        edit.shows = Shows::Branch(side, branch);
        self.limit_directions(&mut edit, both, (side, branch), rivals);
        let (at, value) = source(schema, &[branch]).unwrap_or_default();
        match side {
            Side::Old => {
                let owner = self.new_pointer(&other.nodes).unwrap_or_default();
                edit = edit.at_sites(Site::At(at.clone()), Site::AbsentFrom(owner)).old(&at, value);
                self.sites(&mut edit, both, Some(&at), None);
            }
            Side::New => {
                let owner = self.old_pointer(&other.nodes).unwrap_or_default();
                edit = edit
                    .at_sites(Site::AbsentFrom(owner), Site::At(at.clone()))
                    .new_side(&at, value);
                self.sites(&mut edit, both, None, Some(&at));
            }
        }
        self.push(edit);
    }
}

/// The alternatives of a schema without other keywords.
fn alternatives(schema: &Schema, nodes: &[NodeId]) -> Option<Alternatives> {
    let [id] = nodes else { return None };
    let keywords = schema.node(*id).keywords()?;
    let mut said = keywords.order.iter().filter(|word| !is_annotation(word));
    let (word, None) = (said.next()?, said.next()) else { return None };
    let (branches, kind) = match word.as_str() {
        "anyOf" => (&keywords.any_of, Combination::AnyOf),
        "oneOf" => (&keywords.one_of, Combination::OneOf),
        _ => return None,
    };
    Some(Alternatives { group: (*id, branches.clone()), kind })
}
