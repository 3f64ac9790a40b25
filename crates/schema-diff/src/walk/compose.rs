//! Alternatives, prohibitions and conditions. Branches are paired by similarity before they are
//! compared, so that a moved branch is not a change.

use std::collections::{BTreeMap, BTreeSet};

use containment::Side;
use containment::view::View;
use contract::{NodeId, Schema};
use serde_json::{Value, json};

use super::label::{label, named_alternatives};
use super::pairing::{Pairing, text_of};
use super::partner::{Partners, Tags};
use super::{Both, SchemaWalk, rewrite, source};
use crate::edit::{Directions, Edit, Extent, Shows, Site};
use crate::place::PathStep;
use crate::rules::RuleId;
use crate::sample;

pub(super) type Group = (NodeId, Vec<NodeId>);

/// The maximum number of `oneOf` branches that are compared by proofs.
const MAX_DISJOINT: usize = 12;

/// The maximum number of pairs of prohibitions that are compared to find equivalent ones.
const MAX_PROHIBITIONS: usize = 10_000;

/// How alternatives are combined.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Combination {
    AnyOf,
    OneOf,
}

/// How both versions combine them.
#[derive(Clone, Copy)]
struct Combinations {
    old: Combination,
    new: Combination,
}

/// Alternatives of which exactly one must apply, where a value may satisfy two of them.
pub(super) fn rivals<'g>(
    schema: &Schema,
    kind: Combination,
    group: &'g Group,
) -> Option<&'g [NodeId]> {
    let is_open = kind == Combination::OneOf && !containment::are_apart(schema, &group.1);
    is_open.then_some(&*group.1)
}

/// All groups of alternatives of a view.
fn alternatives(view: &View) -> Vec<Group> {
    view.any_of.iter().chain(&view.one_of).cloned().collect()
}

impl SchemaWalk<'_> {
    pub(super) fn compositions(&mut self, both: &Both<'_>) {
        let (a, b) = (both.old, both.new);
        let swapped = a.any_of.len() != b.any_of.len()
            && a.any_of.len() + a.one_of.len() == b.any_of.len() + b.one_of.len();
        let groups = |walk: &mut Self| {
            if swapped {
                walk.swapped(both);
            } else {
                walk.groups(both, &a.any_of, &b.any_of, false);
                walk.groups(both, &a.one_of, &b.one_of, true);
            }
        };
        if a.has_unevaluated() || b.has_unevaluated() {
            // The applicable branch decides what counts as evaluated.
            self.fragile(groups);
        } else {
            groups(self);
        }
        self.prohibitions(both);
        self.conditions(both);
        self.dynamic(both);
    }

    /// Alternatives that changed from `anyOf` to `oneOf`, or back.
    fn swapped(&mut self, both: &Both<'_>) {
        if let ([old], [new]) = (&*alternatives(both.old), &*alternatives(both.new)) {
            let kind = |view: &View| {
                if view.any_of.is_empty() { Combination::OneOf } else { Combination::AnyOf }
            };
            let kinds = Combinations { old: kind(both.old), new: kind(both.new) };
            let before = self.edits.len();
            let is_rewrite = self.are_monotone(kinds, old, new);
            if !is_rewrite {
                self.composition(both);
            }
            self.branches(both, old, new, kinds);
            if is_rewrite && self.edits[before..].iter().all(Edit::is_silent) {
                let from = self.context.old.node(old.0).pointer.clone();
                let to = self.context.new.node(new.0).pointer.clone();
                self.push(rewrite(both.place, Some(from), Some(to)));
            }
            return;
        }
        self.composition(both);
    }

    fn composition(&mut self, both: &Both<'_>) {
        let word = |view: &View| if view.any_of.is_empty() { "oneOf" } else { "anyOf" };
        let (from, to) = (word(both.old), word(both.new));
        let message = format!(
            "the alternatives of {} are combined by `{to}`, were combined by `{from}`",
            both.place
        );
        let mut hints = self.overlaps(both);
        hints.extend(self.samples_of(self.context.old, both.old));
        hints.extend(self.samples_of(self.context.new, both.new));
        let mut edit = Edit::new(RuleId::CompositionChanged, both.place, message)
            .extent(Extent::Combination)
            .hints(hints);
        let at = |schema: &Schema, view: &View, word: &str| {
            let owner = alternatives(view).first()?.0;
            Some(schema.node(owner).pointer.push(word))
        };
        let a = at(self.context.old, both.old, from);
        let b = at(self.context.new, both.new, to);
        (edit.old, edit.new) = (Some(json!(from)), Some(json!(to)));
        self.sites(&mut edit, both, a.as_ref(), b.as_ref());
        self.fragile(|walk| walk.push(edit));
    }

    /// Whether narrowing one branch narrows the whole: under `oneOf`, only if no value satisfies two branches.
    fn are_monotone(&self, kinds: Combinations, old: &Group, new: &Group) -> bool {
        rivals(self.context.old, kinds.old, old).is_none()
            && rivals(self.context.new, kinds.new, new).is_none()
    }

    /// Values that satisfy two branches at once, by which `anyOf` and `oneOf` differ.
    pub(super) fn overlaps(&self, both: &Both<'_>) -> Vec<Value> {
        let mut found = Vec::new();
        for (view, schema) in [(both.old, self.context.old), (both.new, self.context.new)] {
            for (_, branches) in view.any_of.iter().chain(&view.one_of) {
                for (i, a) in branches.iter().enumerate().take(12) {
                    for b in branches.iter().skip(i + 1).take(12) {
                        found.extend(self.samples(schema, &[*a, *b]));
                    }
                }
            }
        }
        found
    }

    fn groups(&mut self, both: &Both<'_>, old: &[Group], new: &[Group], exactly: bool) {
        let [added, removed] = if exactly {
            [RuleId::OneOfAdded, RuleId::OneOfRemoved]
        } else {
            [RuleId::AnyOfAdded, RuleId::AnyOfRemoved]
        };
        for pair in self.group_partners(old, new) {
            let (rule, schema, group, verb) = match pair {
                (Some(a), Some(b)) => {
                    let kind = if exactly { Combination::OneOf } else { Combination::AnyOf };
                    self.branches(both, a, b, Combinations { old: kind, new: kind });
                    continue;
                }
                (None, Some(group)) => {
                    (added, self.context.new, group, "must now be one of several alternatives")
                }
                (Some(group), None) => (
                    removed,
                    self.context.old,
                    group,
                    "no longer has to be one of several alternatives",
                ),
                (None, None) => continue,
            };
            if self.differs() {
                return;
            }
            let mut hints = self.samples_of(self.context.old, both.old);
            hints.extend(self.samples_of(self.context.new, both.new));
            if exactly {
                hints.extend(self.overlaps(both));
            }
            hints.extend(sample::one_of_each());
            let word = if exactly { "oneOf" } else { "anyOf" };
            let node = schema.node(group.0);
            let at = node.pointer.push(word);
            let value = schema.source_at(group.0).get(word).cloned().unwrap_or_default();
            let which = named_alternatives(schema, &group.1).unwrap_or_default();
            let message = format!("{} {verb}{which}", both.place);
            let mut edit = Edit::new(rule, both.place, message).hints(hints);
            let branches: Vec<&[NodeId]> = group.1.iter().map(std::slice::from_ref).collect();
            let met = |side, view: &View| {
                !exactly && self.context.is_covered(side, &view.nodes, &branches)
            };
            edit.excluded = if rule == added {
                Directions { narrowing: met(Side::Old, both.old), widening: false }
            } else {
                Directions { narrowing: false, widening: met(Side::New, both.new) }
            };
            if rule == added {
                edit.new = Some(value);
                self.sites(&mut edit, both, None, Some(&at));
            } else {
                edit.old = Some(value);
                self.sites(&mut edit, both, Some(&at), None);
            }
            edit.fragile = exactly;
            self.push(edit);
        }
    }

    fn branches(&mut self, both: &Both<'_>, old: &Group, new: &Group, kinds: Combinations) {
        let Partners { pairs, removed, added } = self.partners(&old.1, &new.1);
        let is_monotone = self.are_monotone(kinds, old, new);
        let exactly = kinds.old == Combination::OneOf || kinds.new == Combination::OneOf;
        for (a, b) in pairs {
            let step = PathStep::Branch(Some(a), Some(b));
            if is_monotone {
                self.child(&[a], &[b], both.place, step);
            } else {
                self.fragile(|walk| walk.child(&[a], &[b], both.place, step));
            }
        }
        let more = match kinds.new {
            Combination::OneOf => RuleId::OneOfBranchAdded,
            Combination::AnyOf => RuleId::AnyOfBranchAdded,
        };
        let less = match kinds.old {
            Combination::OneOf => RuleId::OneOfBranchRemoved,
            Combination::AnyOf => RuleId::AnyOfBranchRemoved,
        };
        if !(removed.is_empty() && added.is_empty()) && self.differs() {
            return;
        }
        // Values that satisfy two branches only matter under `oneOf`.
        let overlaps = if exactly { self.overlaps(both) } else { Vec::new() };
        let rivals_before = rivals(self.context.old, kinds.old, old);
        let rivals_now = rivals(self.context.new, kinds.new, new);
        let tags = Tags::of(self.context, &old.1, &new.1);
        let label = |schema: &Schema, group: &Group, branch, is_old| {
            label(schema, &group.1, branch, tags.tag(branch, is_old))
        };
        for branch in removed {
            let what = label(self.context.old, old, branch, true);
            let message = format!("{} no longer has the alternative {what}", both.place);
            let edit = Edit::new(less, both.place, message)
                .hints(self.branch_hints(both, branch, true))
                .hints(overlaps.clone());
            let (at, value) = source(self.context.old, &[branch]).unwrap_or_default();
            let owner = self.context.new.node(new.0).pointer.clone();
            let edit = edit.at_sites(Site::At(at.clone()), Site::AbsentFrom(owner));
            let mut edit = edit.old(&at, value);
            self.limit_directions(&mut edit, both, (Side::Old, branch), rivals_before);
            edit.shows = Shows::Branch(Side::Old, branch);
            edit.owners = Some((old.0, new.0));
            self.sites(&mut edit, both, Some(&at), None);
            self.push(edit);
        }
        for branch in added {
            let what = label(self.context.new, new, branch, false);
            let message = format!("{} has the new alternative {what}", both.place);
            let edit = Edit::new(more, both.place, message)
                .hints(self.branch_hints(both, branch, false))
                .hints(overlaps.clone());
            let (at, value) = source(self.context.new, &[branch]).unwrap_or_default();
            let owner = self.context.old.node(old.0).pointer.clone();
            let edit = edit.at_sites(Site::AbsentFrom(owner), Site::At(at.clone()));
            let mut edit = edit.new_side(&at, value);
            self.limit_directions(&mut edit, both, (Side::New, branch), rivals_now);
            edit.shows = Shows::Branch(Side::New, branch);
            edit.owners = Some((old.0, new.0));
            self.sites(&mut edit, both, None, Some(&at));
            self.push(edit);
        }
    }

    /// Decides what an added or removed alternative can show. Under `oneOf` the context is non-monotone, unless no
    /// value satisfies another alternative as well.
    pub(super) fn limit_directions(
        &self,
        edit: &mut Edit,
        both: &Both<'_>,
        (side, branch): (Side, NodeId),
        rivals: Option<&[NodeId]>,
    ) {
        let is_alone = rivals.is_none_or(|group| self.is_disjoint_from_others(side, branch, group));
        edit.fragile = !is_alone;
        if is_alone {
            let is_spare = self.is_spare(side, branch, both);
            edit.excluded = match side {
                Side::Old => Directions { narrowing: is_spare, widening: true },
                Side::New => Directions { narrowing: true, widening: is_spare },
            };
        }
    }

    /// Whether it is proved that no value satisfies another branch as well.
    fn is_disjoint_from_others(&self, side: Side, branch: NodeId, group: &[NodeId]) -> bool {
        let is_disjoint = |other: &NodeId| self.context.is_covered(side, &[branch, *other], &[]);
        let mut others = group.iter().filter(|other| **other != branch);
        group.len() <= MAX_DISJOINT && others.all(is_disjoint)
    }

    /// Whether the other side also accepts what one side accepts by this alternative.
    pub(super) fn is_spare(&self, side: Side, branch: NodeId, both: &Both<'_>) -> bool {
        let (mine, theirs) =
            if side == Side::Old { (both.old, both.new) } else { (both.new, both.old) };
        let these: Vec<NodeId> = mine.nodes.iter().copied().chain([branch]).collect();
        self.context.is_covered(side, &these, &[&theirs.nodes])
    }

    pub(super) fn branch_hints(&self, both: &Both<'_>, branch: NodeId, old: bool) -> Vec<Value> {
        let (view, schema) =
            if old { (both.old, self.context.old) } else { (both.new, self.context.new) };
        let mut nodes = view.nodes.clone();
        nodes.push(branch);
        let mut hints = self.samples(schema, &nodes);
        hints.extend(self.samples(schema, &[branch]));
        hints
    }

    fn prohibitions(&mut self, both: &Both<'_>) {
        let prohibited =
            |view: &View| -> Vec<NodeId> { view.not.iter().map(|(_, id)| *id).collect() };
        let (old, new) = (prohibited(both.old), prohibited(both.new));
        let mut left = Pairing::new(&old, &new);
        left.pair_by_key(
            |id| Some(text_of(self.context.old, &[id])),
            |id| Some(text_of(self.context.new, &[id])),
            |a, b| self.context.same(&[a], &[b]),
        );
        let is_said = |these: &[NodeId], a: NodeId, is_old: bool| {
            these.iter().any(|b| {
                let (old, new) = if is_old { (a, *b) } else { (*b, a) };
                self.context.same(&[old], &[new])
            })
        };
        let is_few =
            left.old.len().max(left.new.len()) * old.len().max(new.len()) <= MAX_PROHIBITIONS;
        let (before, now) = if is_few { (old, new) } else { (left.old.clone(), left.new.clone()) };
        left.old.retain(|a| !is_said(&now, *a, true));
        left.new.retain(|b| !is_said(&before, *b, false));
        for index in 0..left.old.len().max(left.new.len()) {
            let (a, b) = (left.old.get(index).copied(), left.new.get(index).copied());
            let (rule, verb) = match (a, b) {
                (Some(_), Some(_)) => (RuleId::NotChanged, "`not` changed in"),
                (Some(_), None) => (RuleId::NotRemoved, "`not` was removed from"),
                _ => (RuleId::NotAdded, "`not` was added to"),
            };
            let mut hints = Vec::new();
            for (id, schema, view) in
                [(a, self.context.old, both.old), (b, self.context.new, both.new)]
            {
                let Some(id) = id else { continue };
                let mut nodes = view.nodes.clone();
                nodes.push(id);
                hints.extend(self.samples(schema, &nodes));
                hints.extend(self.samples(schema, &[id]));
            }
            if let (Some(a), Some(b)) = (a, b) {
                hints.extend(self.separating(&[a], &[b]));
            }
            let message = format!("{verb} {}", both.place);
            let edit = Edit::new(rule, both.place, message).hints(hints);
            self.part(both, edit, (a, b));
        }
    }

    /// Equivalent groups of alternatives are paired first, then those with the most common branches, then the rest
    /// in order.
    fn group_partners<'g>(
        &self,
        old: &'g [Group],
        new: &'g [Group],
    ) -> Vec<(Option<&'g Group>, Option<&'g Group>)> {
        let (old, new): (Vec<&Group>, Vec<&Group>) = (old.iter().collect(), new.iter().collect());
        let mut pairing = Pairing::new(&old, &new);
        if old.len() > 1 && new.len() > 1 {
            pairing.pair_by_key(
                |group| Some(text_of(self.context.old, &group.1)),
                |group| Some(text_of(self.context.new, &group.1)),
                |a, b| a.1.iter().zip(&b.1).all(|(x, y)| self.context.same(&[*x], &[*y])),
            );
        }
        let is_alone = pairing.old.len() == 1 && pairing.new.len() == 1;
        if is_alone || pairing.is_large() {
            pairing.pair_in_order();
        } else if pairing.is_short() {
            pairing.pair_by_cost(|a, b| {
                let is_shared = |x: &&NodeId| b.1.iter().any(|y| self.context.same(&[**x], &[*y]));
                let shared = a.1.iter().filter(is_shared).count();
                Some((a.1.len().max(b.1.len()) - shared) as u64)
            });
        } else {
            let texts =
                |schema: &Schema, groups: &[&Group]| -> BTreeMap<NodeId, BTreeSet<String>> {
                    let of_group = |group: &&Group| {
                        let texts = group.1.iter().map(|id| text_of(schema, &[*id]));
                        (group.0, texts.collect())
                    };
                    groups.iter().map(of_group).collect()
                };
            let before = texts(self.context.old, &pairing.old);
            let now = texts(self.context.new, &pairing.new);
            pairing.pair_by_cost(|a, b| {
                let shared = before[&a.0].intersection(&now[&b.0]).count();
                Some(a.1.len().max(b.1.len()).saturating_sub(shared) as u64)
            });
        }
        pairing.with_lone()
    }

    fn dynamic(&mut self, both: &Both<'_>) {
        let texts = |schema: &Schema, view: &View| -> Vec<(NodeId, String)> {
            let of = |id: &NodeId| {
                let k = schema.node(*id).keywords()?;
                let reference = k.dynamic_reference.as_ref()?;
                reference.anchor.as_ref().map(|_| (*id, reference.text.clone()))
            };
            view.nodes.iter().filter_map(of).collect()
        };
        let (old, new) = (texts(self.context.old, both.old), texts(self.context.new, both.new));
        if old.iter().map(|t| &t.1).eq(new.iter().map(|t| &t.1)) {
            return;
        }
        let message = format!("a dynamic reference in {} changed", both.place);
        let hints = sample::one_of_each();
        let pair = (old.first().map(|t| t.0), new.first().map(|t| t.0));
        let mut edit = Edit::new(RuleId::DynamicReferenceChanged, both.place, message).hints(hints);
        edit.fragile = true;
        self.part(both, edit, pair);
    }
}
