//! A schema that became one of several alternatives, or the other way round: `{"$ref": "a"}` and
//! `{"anyOf": [{"$ref": "a"}, …]}`. Only the other alternatives are news; keyword by keyword, every type and item of the
//! schema would be told as dropped, and again as an alternative.

use containment::Side;
use containment::view::View;
use contract::{Keywords, NodeId, Pointer, Schema, is_annotation};

use super::compose::{Combination, Group, rivals};
use super::label::label;
use super::partner::{Tags, name};
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

    /// The schema of a side, and that of the other one.
    fn schemas(&self, side: Side) -> (&Schema, &Schema) {
        match side {
            Side::Old => (self.context.old, self.context.new),
            Side::New => (self.context.new, self.context.old),
        }
    }

    /// The alternative that equals the other side's schema apart from some edits.
    fn changed_alternative(
        &self,
        found: &Alternatives,
        side: Side,
        old: &[NodeId],
        new: &[NodeId],
    ) -> Option<NodeId> {
        let near =
            self.nearest_by_properties(found, side, if side == Side::Old { new } else { old });
        let partners = match side {
            Side::Old => self.partners(&near, new),
            Side::New => self.partners(old, &near),
        };
        match (partners.pairs.first(), side) {
            (Some((a, _)), Side::Old) => Some(*a),
            (Some((_, b)), Side::New) => Some(*b),
            (None, _) => self.only_alternative_of_its_types(found, side, old, new),
        }
    }

    /// The alternatives with the most properties of the schema of the other side, unless its name decides: a few edits
    /// lead from any small object to any other one.
    fn nearest_by_properties(
        &self,
        found: &Alternatives,
        side: Side,
        plain: &[NodeId],
    ) -> Vec<NodeId> {
        let (schema, other) = self.schemas(side);
        let all = &found.group.1;
        let named = plain.first().and_then(|id| name(other, *id));
        if named.is_some() && all.iter().any(|branch| name(schema, *branch) == named) {
            return all.clone();
        }
        let whole = View::of(other, plain);
        let shared = |branch: &NodeId| {
            let view = View::of(schema, &[*branch]);
            whole.properties.keys().filter(|name| view.properties.contains_key(*name)).count()
        };
        let most = all.iter().map(shared).max().unwrap_or_default();
        all.iter().copied().filter(|branch| shared(branch) == most).collect()
    }

    /// The only alternative that has a type in common with the schema of the other side.
    fn only_alternative_of_its_types(
        &self,
        found: &Alternatives,
        side: Side,
        old: &[NodeId],
        new: &[NodeId],
    ) -> Option<NodeId> {
        let (schema, other) = self.schemas(side);
        let plain = if side == Side::Old { new } else { old };
        let declared = |schema: &Schema, nodes: &[NodeId]| {
            View::of(schema, nodes).types.as_ref().map(|types| types.value)
        };
        let types = declared(other, plain)?;
        let mut near = Vec::new();
        for branch in &found.group.1 {
            let shares = types
                .iter()
                .any(|one| declared(schema, &[*branch]).is_none_or(|all| all.takes(one)));
            near.extend(shares.then_some(*branch));
        }
        match near.as_slice() {
            [only] => Some(*only).filter(|only| declared(schema, &[*only]).is_some()),
            _ => None,
        }
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
            Side::Old => {
                let plain = new.first().map(|id| behind_references(self.context.new, *id));
                let plain = plain.map(|id| self.context.new.node(id).pointer.clone());
                (plain, self.context.old.source_at(found.group.0))
            }
            Side::New => {
                let plain = old.first().map(|id| behind_references(self.context.old, *id));
                let plain = plain.map(|id| self.context.old.node(id).pointer.clone());
                (plain, self.context.new.source_at(found.group.0))
            }
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
        let what = label(schema, &found.group.1, branch, tags.tag(branch, is_old));
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

/// The maximum number of references to alternatives.
const MAX_REFERENCES: usize = 20;

/// The alternatives of a schema, or of the definition that it refers to, without other keywords.
fn alternatives(schema: &Schema, nodes: &[NodeId]) -> Option<Alternatives> {
    let [id] = nodes else { return None };
    let id = behind_references(schema, *id);
    let (word, keywords) = only_keyword(schema, id)?;
    let (branches, kind) = match word {
        "anyOf" => (&keywords.any_of, Combination::AnyOf),
        "oneOf" => (&keywords.one_of, Combination::OneOf),
        _ => return None,
    };
    Some(Alternatives { group: (id, branches.clone()), kind })
}

/// The target of references without other keywords.
fn behind_references(schema: &Schema, node: NodeId) -> NodeId {
    let mut at = node;
    // Circular references have no target.
    for _ in 0..MAX_REFERENCES {
        match only_keyword(schema, at).and_then(|(_, keywords)| keywords.reference.as_ref()) {
            Some(reference) => at = reference.target,
            None => break,
        }
    }
    at
}

/// The only keyword of a schema that says something.
fn only_keyword(schema: &Schema, node: NodeId) -> Option<(&str, &Keywords)> {
    let keywords = schema.node(node).keywords()?;
    let mut said = keywords.order.iter().filter(|word| !is_annotation(word));
    let (word, None) = (said.next()?, said.next()) else { return None };
    Some((word, keywords))
}
