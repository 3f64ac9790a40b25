//! Pairs old and new alternatives. Every finding below a branch depends on it: a wrong pair turns one
//! removed branch into a change of every later branch.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

use containment::Verdict;
use containment::view::{View, intersect};
use contract::{Keywords, NodeId, Schema};
use indexmap::IndexSet;

use super::assign::FORBIDDEN;
use super::pairing::{Pairing, text_of};
use super::{Aim, Context, SchemaWalk};
use crate::place::DocumentPath;

/// The maximum number of places for one count.
const MAX_COUNTED: usize = 1_000;

/// The maximum depth of counts of edits.
const MAX_NESTED_COUNTS: usize = 2;
/// The maximum number of pairs of branches, if there are too many to compare each with each.
const MAX_TRIED: usize = 100_000;

/// The maximum number of questions whether two branches of a pair of groups are equivalent.
const MAX_QUESTIONS: usize = 10_000;

/// The weight of an edit, relative to the relation of two branches.
const EDIT: u64 = 10;
const OVERLAP: u64 = 4;
const DISJOINT: u64 = 8;

/// The pairs of two groups' branches.
#[derive(Clone, Default)]
pub(super) struct Partners {
    pub(super) pairs: Vec<(NodeId, NodeId)>,
    pub(super) removed: Vec<NodeId>,
    pub(super) added: Vec<NodeId>,
}

impl SchemaWalk<'_> {
    /// Pairs branches by the same meaning, reference name, title and discriminator, in this order; the rest
    /// by the least number of edits over all pairs. Traversals of a web reach the same groups repeatedly,
    /// so results are kept.
    pub(super) fn partners(&self, old: &[NodeId], new: &[NodeId]) -> Partners {
        let groups = ((old.to_vec(), new.to_vec()), self.counts_within_counts());
        if let Some(known) = self.context.partners.borrow().get(&groups) {
            return known.clone();
        }
        let found = self.find_partners(old, new);
        self.context.partners.borrow_mut().insert(groups, found.clone());
        found
    }

    /// Whether the edits of branches are being counted for a count of others: these are paired without
    /// counting.
    fn counts_within_counts(&self) -> bool {
        self.context.counting.count() >= MAX_NESTED_COUNTS
    }

    fn find_partners(&self, old: &[NodeId], new: &[NodeId]) -> Partners {
        let context = self.context;
        let mut pairing = Pairing::new(old, new);
        let (old_name, new_name) = (|a| name(context.old, a), |b| name(context.new, b));
        let same = |a: NodeId, b: NodeId| context.same(&[a], &[b]);
        let any = |_, _| true;
        let tags = Tags::of(context, old, new);
        let text = |schema: &Schema, id: NodeId| Some(text_of(schema, &[id]));
        pairing.pair_by_key(|a| text(context.old, a), |b| text(context.new, b), same);
        pairing.pair_by_key(old_name, new_name, same);
        self.pair_equivalent(&mut pairing, &tags);
        pairing.pair_by_key(old_name, new_name, any);
        let (old_title, new_title) = (|a| title(context.old, a), |b| title(context.new, b));
        // The title of a list of tools may pass to a new form beside it.
        let may_be_equal = |a, b| self.share_types(a, b);
        pairing.pair_by_key(old_title, new_title, may_be_equal);
        pairing.pair_by_key(|a| tags.old_text(a), |b| tags.new_text(b), any);
        self.pair_by_edits(&mut pairing, &tags);
        pairing.pair_by_key(old_title, new_title, any);
        Partners { pairs: pairing.pairs, removed: pairing.old, added: pairing.new }
    }

    /// Pairs the branches that say the same in other words. Each question compares two branches: those with different
    /// discriminators are skipped, and of many also those with different properties.
    fn pair_equivalent(&self, pairing: &mut Pairing<NodeId>, tags: &Tags) {
        let context = self.context;
        let is_long = pairing.old.len() * pairing.new.len() > MAX_QUESTIONS;
        let names = |schema: &Schema, id: NodeId| -> Vec<String> {
            let names = View::of(schema, &[id]).properties.keys().cloned().collect();
            if is_long { names } else { Vec::new() }
        };
        let questions = Cell::new(MAX_QUESTIONS);
        pairing.pair_by_key(
            |a| Some((tags.old_text(a), names(context.old, a))),
            |b| Some((tags.new_text(b), names(context.new, b))),
            |a, b| {
                let left = questions.get();
                questions.set(left.saturating_sub(1));
                left > 0 && context.same(&[a], &[b])
            },
        );
    }

    /// Whether values of one type may satisfy both branches.
    fn share_types(&self, a: NodeId, b: NodeId) -> bool {
        let types = |schema: &Schema, id| View::of(schema, &[id]).possible_types(schema);
        !intersect(types(self.context.old, a), types(self.context.new, b)).is_empty()
    }

    /// Pairs the rest at the least cost.
    fn pair_by_edits(&self, pairing: &mut Pairing<NodeId>, tags: &Tags) {
        let alone = pairing.old.len() == 1 && pairing.new.len() == 1;
        if pairing.is_large() {
            let tries = Cell::new(MAX_TRIED);
            let may_be = |a, b| {
                tries.set(tries.get().saturating_sub(1));
                tries.get() > 0 && !tags.differ(a, b) && self.is_comparable(a, b)
            };
            return pairing.pair_by_key(|_| Some(()), |_| Some(()), may_be);
        }
        let is_counted = !alone && pairing.is_short() && !self.counts_within_counts();
        pairing.pair_by_cost(|a, b| {
            let is_allowed = !tags.differ(a, b)
                && !self.are_two_definitions(a, b)
                && (alone || self.is_comparable(a, b));
            is_allowed.then(|| if is_counted { self.cost(a, b) } else { 0 })
        });
    }

    /// References to definitions of two names with at most half of their properties in common: one was
    /// removed and the other added, and none was renamed.
    fn are_two_definitions(&self, a: NodeId, b: NodeId) -> bool {
        let (Some(x), Some(y)) = (name(self.context.old, a), name(self.context.new, b)) else {
            return false;
        };
        let (old, new) = (View::of(self.context.old, &[a]), View::of(self.context.new, &[b]));
        let shared =
            old.properties.keys().filter(|name| new.properties.contains_key(*name)).count();
        let all = old.properties.len() + new.properties.len() - shared;
        let have_properties = !old.properties.is_empty() && !new.properties.is_empty();
        x != y && have_properties && shared * 2 <= all
    }

    /// Branches that have something to compare: the same types, and of objects a property in common; without types
    /// the same required names, or the same keywords where the one takes all that the other does.
    fn is_comparable(&self, a: NodeId, b: NodeId) -> bool {
        let (x, y) = (View::of(self.context.old, &[a]), View::of(self.context.new, &[b]));
        let types = |view: &View| view.types.as_ref().map(|t| t.value);
        if types(&x).is_none() && types(&y).is_none() {
            let require_the_same = !x.required.is_empty()
                && x.required.len() == y.required.len()
                && x.required.keys().all(|name| y.required.contains_key(name));
            return require_the_same || self.is_same_kind_and_contained(a, b);
        }
        let shares = x.properties.keys().any(|name| y.properties.contains_key(name));
        let is_apart = !x.properties.is_empty() && !y.properties.is_empty() && !shares;
        types(&x).is_some() && types(&x) == types(&y) && !is_apart
    }

    fn is_same_kind_and_contained(&self, a: NodeId, b: NodeId) -> bool {
        let (old, new) = (self.context.old.node(a).keywords(), self.context.new.node(b).keywords());
        let is_same_kind = match (old, new) {
            (Some(x), Some(y)) => {
                let words = |k: &Keywords| k.order.iter().cloned().collect::<BTreeSet<String>>();
                !x.order.is_empty() && x.reference.is_none() && words(x) == words(y)
            }
            _ => false,
        };
        is_same_kind
            && self.context.relate(&[a], &[b]).is_some_and(|relation| {
                relation.backward == Verdict::Holds || relation.forward == Verdict::Holds
            })
    }

    /// The number of edits between two branches, and their relation.
    fn cost(&self, a: NodeId, b: NodeId) -> u64 {
        let edits = self.context.count_edits(&[a], &[b]) as u64;
        let relation = self.context.relate(&[a], &[b]);
        let weight = match relation {
            Some(r) if r.backward == Verdict::Holds || r.forward == Verdict::Holds => 0,
            _ if self.context.is_disjoint(a, b) => DISJOINT,
            _ => OVERLAP,
        };
        (edits * EDIT + weight).min(FORBIDDEN / 1_000)
    }
}

impl Context<'_> {
    /// The number of edits between two places.
    fn count_edits(&self, old: &[NodeId], new: &[NodeId]) -> usize {
        let pair = (old.to_vec(), new.to_vec());
        if let Some(known) = self.counts.borrow().get(&pair) {
            return *known;
        }
        let Some(_nested) = self.counting.enter(MAX_NESTED_COUNTS) else { return 0 };
        // Recursion returns to the same pair, whose edits are already counted.
        self.counts.borrow_mut().insert(pair.clone(), 0);
        let mut walk = SchemaWalk::new(self, Aim::Count { left: MAX_COUNTED });
        walk.pair(old, new, &DocumentPath::default());
        let count = walk.edits.len();
        self.counts.borrow_mut().insert(pair, count);
        count
    }
}

/// The last part of a branch's reference.
pub(super) fn name(schema: &Schema, branch: NodeId) -> Option<String> {
    let reference = schema.node(branch).keywords()?.reference.as_ref()?;
    let last = reference.text.rsplit(['/', '#']).find(|part| !part.is_empty())?;
    Some(last.to_owned())
}

pub(super) fn title(schema: &Schema, branch: NodeId) -> Option<String> {
    schema.node(branch).keywords()?.title.clone()
}

/// The properties of a branch with a constant, and their values.
pub(super) fn constants(schema: &Schema, branch: NodeId) -> BTreeMap<String, String> {
    let view = View::of(schema, &[branch]);
    let fixed = view.properties.iter().filter_map(|(name, nodes)| {
        let values = View::of(schema, nodes).values.clone()?;
        match values.value.0.as_slice() {
            [one] => Some((name.clone(), one.to_string())),
            _ => None,
        }
    });
    fixed.collect()
}

/// The discriminator of two groups, and its value in each branch.
pub(super) struct Tags {
    property: Option<String>,
    old: BTreeMap<NodeId, String>,
    new: BTreeMap<NodeId, String>,
}

impl Tags {
    /// The property whose constants distinguish the most branches. One that all branches of a side
    /// share (`jsonrpc: "2.0"`) distinguishes nothing, even if the other side shares another one.
    pub(super) fn of(context: &Context<'_>, old: &[NodeId], new: &[NodeId]) -> Tags {
        let read =
            |schema: &Schema, branches: &[NodeId]| -> Vec<(NodeId, BTreeMap<String, String>)> {
                branches.iter().map(|b| (*b, constants(schema, *b))).collect()
            };
        let (a, b) = (read(context.old, old), read(context.new, new));
        let values = |side: &[(NodeId, BTreeMap<String, String>)], name: &str| {
            let mut values: Vec<String> =
                side.iter().filter_map(|(_, c)| c.get(name).cloned()).collect();
            let bearers = values.len();
            values.sort();
            values.dedup();
            (bearers, values)
        };
        let mut best: Option<(usize, String)> = None;
        let names: IndexSet<&String> =
            a.iter().chain(&b).flat_map(|(_, constants)| constants.keys()).collect();
        for name in names {
            let ((bearers, x), (others, y)) = (values(&a, name), values(&b, name));
            let is_lone_pair = bearers <= 1 && others <= 1 && x != y;
            let apart = if is_lone_pair { 2 } else { x.len().max(y.len()) };
            if apart >= 2 && best.as_ref().is_none_or(|(most, _)| apart > *most) {
                best = Some((apart, name.clone()));
            }
        }
        let property = best.map(|(_, name)| name);
        let of = |side: Vec<(NodeId, BTreeMap<String, String>)>| {
            let value = |(id, mut constants): (NodeId, BTreeMap<String, String>)| {
                Some((id, constants.remove(property.as_ref()?)?))
            };
            side.into_iter().filter_map(value).collect()
        };
        let (old, new) = (of(a), of(b));
        Tags { property, old, new }
    }

    fn old_text(&self, branch: NodeId) -> Option<&str> {
        self.old.get(&branch).map(String::as_str)
    }

    fn new_text(&self, branch: NodeId) -> Option<&str> {
        self.new.get(&branch).map(String::as_str)
    }

    fn differ(&self, a: NodeId, b: NodeId) -> bool {
        matches!((self.old.get(&a), self.new.get(&b)), (Some(x), Some(y)) if x != y)
    }

    /// Property and value of a branch, separated.
    pub(super) fn tag(&self, branch: NodeId, is_old: bool) -> Option<String> {
        let side = if is_old { &self.old } else { &self.new };
        let value = side.get(&branch)?;
        Some(format!("`{}: {value}`", self.property.as_ref()?))
    }
}
