//! Pairs two schema graphs, place by place, and lists the edits. Every keyword is compared at every
//! pair of places, so the list explains the whole difference; recursion ends at known pairs.

mod annotated;
mod annotation;
mod array;
mod assign;
mod choice;
mod closed;
mod collapse;
mod compose;
mod condition;
mod dependent_words;
mod file;
mod format;
mod frontier;
mod keyword_changes;
mod label;
mod nesting;
mod number;
mod object;
mod pairing;
mod part;
mod partner;
mod pattern_words;
mod property_names;
mod rename;
mod rewrite;
mod scalar;
mod values;
mod visit;
mod widening;

pub(crate) use rename::distance;
pub(crate) use rewrite::{collapse_equivalent, message as rewrite_message, rewrite};

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use containment::view::View;
use containment::{Budget, CompiledSchema, Options, Pair, Relation, Side, Verdict};
use contract::{NodeId, Pointer, Schema, TypeSet};
use serde_json::Value;

use crate::edit::{Directions, Edit};
use crate::place::{DocumentPath, PathStep};
use crate::rules::RuleId;
use crate::version::Date;
use annotation::Called;
use nesting::Nesting;
use visit::Visit;

/// The maximum depth of parts without a definition between; deeper ones are left to the prover.
const MAX_DEPTH: usize = 200;
/// The maximum depth of questions whether two places are equivalent.
const MAX_NESTED: usize = 24;
/// The maximum number of compared pairs; the rest is left to the prover.
pub(crate) const MAX_PAIRS: u64 = 50_000;

type Places = (Vec<NodeId>, Vec<NodeId>);

/// The shared state of all traversals over one pair of schemas.
pub(crate) struct Context<'a> {
    pub(crate) old: &'a Schema,
    pub(crate) new: &'a Schema,
    pair: &'a Pair<'a>,
    pub(crate) options: &'a Options,
    /// The current day, for announced removals.
    pub(crate) today: Option<Date>,
    /// For proofs about parts; without it, parts are reported as written.
    proofs: Budget,
    /// The remaining number of pairs.
    pairs: Budget,
    /// There is a dynamic reference: the meaning of a part depends on the path to it.
    pub(crate) scoped: bool,
    /// There are keywords about unevaluated parts: parts that accept the same values may differ in what
    /// they evaluate.
    evaluates: bool,
    /// Answers; a pair that is being examined counts as equivalent.
    same: RefCell<BTreeMap<Places, bool>>,
    /// The examined pairs, in order.
    asked: RefCell<Vec<Places>>,
    names: RefCell<BTreeMap<(String, String), f64>>,
    /// Relations of constructed schemas.
    values: RefCell<BTreeMap<(String, String), Option<Relation>>>,
    /// Counted edits between two places.
    counts: RefCell<BTreeMap<Places, usize>>,
    /// The pairs of two groups' branches, and whether they were found without counting edits.
    partners: RefCell<BTreeMap<(Places, bool), partner::Partners>>,
    /// The depth of questions whether two places are equivalent, and of counts of edits.
    nesting: Nesting,
    counting: Nesting,
    /// The remaining number of places to compare to find the alternative that a schema became.
    collapses: Cell<usize>,
    /// Set if a limit ended the traversal.
    pub(crate) cut: RefCell<bool>,
}

impl<'a> Context<'a> {
    pub(crate) fn new(
        pair: &'a Pair<'a>,
        options: &'a Options,
        proofs: Budget,
        pairs: Budget,
    ) -> Self {
        let (old, new) = (pair.old.schema, pair.new.schema);
        let dynamic = |schema: &Schema| {
            let refers = |k: &contract::Keywords| k.dynamic_reference.is_some();
            schema.nodes().any(|(_, node)| node.keywords().is_some_and(refers))
        };
        let unevaluated = |schema: &Schema| {
            let asks = |k: &contract::Keywords| {
                k.unevaluated_properties.is_some() || k.unevaluated_items.is_some()
            };
            schema.nodes().any(|(_, node)| node.keywords().is_some_and(asks))
        };
        Context {
            scoped: dynamic(old) || dynamic(new),
            evaluates: unevaluated(old) || unevaluated(new),
            old,
            new,
            pair,
            options,
            today: None,
            proofs,
            pairs,
            same: RefCell::default(),
            asked: RefCell::default(),
            names: RefCell::default(),
            values: RefCell::default(),
            counts: RefCell::default(),
            partners: RefCell::default(),
            nesting: Nesting::default(),
            counting: Nesting::default(),
            collapses: Cell::new(collapse::MAX_PLACES),
            cut: RefCell::default(),
        }
    }

    /// Whether two places are equivalent, without annotations.
    pub(crate) fn same(&self, old: &[NodeId], new: &[NodeId]) -> bool {
        let pair = (old.to_vec(), new.to_vec());
        if let Some(known) = self.same.borrow().get(&pair) {
            return *known;
        }
        // Each question starts a new traversal, which may ask further ones. Beyond the limit, places count as
        // different.
        let Some(_nested) = self.nesting.enter(MAX_NESTED) else { return false };
        // Recursion returns to the same pair, which is equivalent unless something else differs.
        let before = self.asked.borrow().len();
        self.asked.borrow_mut().push(pair.clone());
        self.same.borrow_mut().insert(pair.clone(), true);
        let mut walk = SchemaWalk::new(self, Aim::Compare);
        walk.pair(old, new, &DocumentPath::default());
        let same = walk.edits.is_empty();
        if !same {
            let mut memo = self.same.borrow_mut();
            // Intermediate answers may depend on the assumption.
            for later in self.asked.borrow_mut().drain(before..) {
                if memo.get(&later) == Some(&true) {
                    memo.remove(&later);
                }
            }
            memo.insert(pair, false);
        }
        same
    }

    /// Whether two places have the same formulas, so that nothing in them differs. "No" proves
    /// nothing.
    fn is_equal(&self, old: &[NodeId], new: &[NodeId]) -> bool {
        !self.scoped && self.pair.is_equal(old, new)
    }

    /// The similarity of two names, kept because they meet at many places.
    pub(crate) fn likeness(&self, old: &str, new: &str) -> f64 {
        let names = (old.to_owned(), new.to_owned());
        let mut known = self.names.borrow_mut();
        *known.entry(names).or_insert_with(|| rename::name_likeness(old, new))
    }

    /// The relation of two separate parts, if there are steps left.
    pub(crate) fn relate(&self, old: &[NodeId], new: &[NodeId]) -> Option<Relation> {
        let ([old], [new]) = (old, new) else { return None };
        if self.scoped {
            return None;
        }
        self.pair.relate(*old, *new, &self.proof()?)
    }

    /// Whether it is proved that no value satisfies both.
    pub(crate) fn is_disjoint(&self, old: NodeId, new: NodeId) -> bool {
        if self.scoped {
            return false;
        }
        self.proof().is_some_and(|budget| self.pair.is_disjoint(old, new, &budget))
    }

    /// Whether no value satisfies all of `these`, which belong to one side, and violates each of the
    /// others, which are conjunctions of the other side. "No" proves nothing.
    pub(crate) fn is_covered(&self, side: Side, these: &[NodeId], others: &[&[NodeId]]) -> bool {
        if self.scoped {
            return false;
        }
        self.proof().is_some_and(|budget| self.pair.is_covered(side, these, others, &budget))
    }

    /// The relation of two small schemas that are constructed for the question.
    pub(crate) fn relate_values(&self, old: &Value, new: &Value) -> Option<Relation> {
        let key = (old.to_string(), new.to_string());
        if let Some(known) = self.values.borrow().get(&key) {
            return known.clone();
        }
        let budget = self.proof()?;
        let (a, b) = (made_up(old)?, made_up(new)?);
        let version = |schema| CompiledSchema::new(schema, self.options.formats);
        let found = containment::decide(&Pair::new(&version(&a), &version(&b)), &budget);
        self.values.borrow_mut().insert(key, Some(found.clone()));
        Some(found)
    }

    /// The step limit of one proof about parts, so that the others keep theirs.
    fn proof(&self) -> Option<Budget> {
        self.proofs.spend(1).then(|| self.proofs.share(1, 4))
    }
}

/// A small schema constructed for a question.
pub(crate) fn made_up(value: &Value) -> Option<Schema> {
    let document = contract::Document::from_value("part", value.clone());
    Schema::read(&document, &contract::NoFiles).ok()
}

/// Whether both directions hold.
pub(crate) fn is_equivalent(relation: &Relation) -> bool {
    relation.backward == Verdict::Holds && relation.forward == Verdict::Holds
}

/// The purpose of a traversal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Aim {
    /// To list every edit, with values that may show it.
    Explain,
    /// Only to find whether there is any difference, without annotations.
    Compare,
    /// Only to count the edits, over this many more places.
    Count {
        /// The remaining number of places.
        left: usize,
    },
}

/// One walk.
pub(crate) struct SchemaWalk<'a> {
    pub(crate) context: &'a Context<'a>,
    pub(crate) edits: Vec<Edit>,
    /// The comparisons by index, and the current one.
    visits: Vec<Visit>,
    seen: BTreeMap<Places, usize>,
    at: usize,
    aim: Aim,
    fragile: bool,
    /// Definitions that were reached far from the start.
    frontier: frontier::Frontier,
    /// Places that were not compared because of a limit.
    missed: Vec<Places>,
}

/// Two compared places.
pub(crate) struct Both<'v> {
    pub(crate) old: &'v View,
    pub(crate) new: &'v View,
    pub(crate) place: &'v DocumentPath,
    /// The types that values of both sides can have; what a keyword says about others is not new.
    pub(crate) shared: TypeSet,
}

impl<'a> SchemaWalk<'a> {
    pub(crate) fn new(context: &'a Context<'a>, aim: Aim) -> Self {
        SchemaWalk {
            context,
            edits: Vec::new(),
            visits: Vec::new(),
            seen: BTreeMap::new(),
            at: 0,
            aim,
            fragile: false,
            frontier: frontier::Frontier::default(),
            missed: Vec::new(),
        }
    }

    /// Whether edits are listed.
    fn explains(&self) -> bool {
        self.aim == Aim::Explain
    }

    /// Whether the result is already known.
    fn is_settled(&self) -> bool {
        match self.aim {
            Aim::Explain => false,
            Aim::Compare => !self.edits.is_empty(),
            Aim::Count { left } => left == 0,
        }
    }

    /// Candidate values; none if only a difference matters.
    fn samples(&self, schema: &Schema, nodes: &[NodeId]) -> Vec<Value> {
        if self.explains() { crate::sample::samples(schema, nodes) } else { Vec::new() }
    }

    fn samples_of(&self, schema: &Schema, view: &View) -> Vec<Value> {
        if self.explains() { crate::sample::samples_of(schema, view) } else { Vec::new() }
    }

    /// If only a difference matters, it is found, and no details are needed.
    fn differs(&mut self) -> bool {
        let is_enough = self.aim == Aim::Compare;
        if is_enough {
            self.edits.push(Edit::new(RuleId::UnrecognisedChange, &DocumentPath::default(), ""));
        }
        is_enough
    }

    pub(crate) fn push(&mut self, mut edit: Edit) {
        if !self.explains() && edit.is_silent() {
            return;
        }
        edit.fragile |= self.fragile;
        edit.visit = self.at;
        if self.explains() {
            self.locate(&mut edit);
        }
        if edit.fragile && self.context.evaluates {
            // Parts that accept the same values may differ in what they evaluate.
            edit.excluded = Directions::default();
        }
        self.edits.push(edit);
    }

    /// Compares the conjunctions of `old` and of `new`, which apply to the same value.
    pub(crate) fn pair(&mut self, old: &[NodeId], new: &[NodeId], place: &DocumentPath) {
        if self.is_settled() || (!self.explains() && self.context.is_equal(old, new)) {
            return;
        }
        let pair = (old.to_vec(), new.to_vec());
        if let Some(known) = self.seen.get(&pair) {
            return self.met_again(*known, place);
        }
        let definition = self.shared_definition(old, new);
        if definition.is_some() && self.frontier.is_beyond(place) {
            self.put_off(pair, place);
            return;
        }
        self.seen.insert(pair.clone(), self.visits.len());
        let parent = self.begin_visit(pair, place);
        match definition {
            Some(name) => self.compared(old, new, &place.in_definition(&name), place),
            None => self.compared(old, new, place, place),
        }
        self.at = parent;
    }

    /// The name of the definition of both sides, or of their references. Names are for messages
    /// only.
    fn shared_definition(&self, old: &[NodeId], new: &[NodeId]) -> Option<String> {
        let ([old], [new]) = (old, new) else { return None };
        if !self.explains() {
            return None;
        }
        let name = crate::definitions::name_of(self.context.old, *old)?;
        (crate::definitions::name_of(self.context.new, *new)? == name).then_some(name)
    }

    /// `referrer` is the name of the place for its referrers.
    fn compared(
        &mut self,
        old: &[NodeId],
        new: &[NodeId],
        place: &DocumentPath,
        referrer: &DocumentPath,
    ) {
        if let Aim::Count { left } = &mut self.aim {
            *left -= 1;
        }
        // Counting has its own limit, and covers few pairs.
        let is_open = self.context.pairs.spend(u64::from(!matches!(self.aim, Aim::Count { .. })));
        if self.frontier.steps_from_start(place) > MAX_DEPTH || !is_open {
            return self.miss(old, new);
        }
        let (a, b) = (View::of(self.context.old, old), View::of(self.context.new, new));
        if a.opaque || b.opaque {
            *self.context.cut.borrow_mut() = true;
        }
        if self.explains() {
            self.annotations(&a, &b, Called { place, referrer });
        }
        match (&a.never, &b.never) {
            (Some(_), Some(_)) => return,
            (None, None) => {}
            (None, Some(at)) => return self.closed(&a, at, place),
            (Some(at), None) => return self.opened(at, &b, place),
        }
        let (a, b) = self.with_choices_as_lists(a, b, Called { place, referrer });
        let both = Both { old: &a, new: &b, place, shared: self.shared_types(&a, &b) };
        if self.wrapped(&both, old, new) || self.collapsed(&both, old, new) {
            return;
        }
        self.keywords(&both);
    }

    /// Compares both views, keyword by keyword.
    fn keywords(&mut self, both: &Both<'_>) {
        if self.values(both) {
            return;
        }
        for compare in [Self::scalars, Self::arrays, Self::objects, Self::compositions] {
            if self.is_settled() {
                return;
            }
            compare(self, both);
        }
    }

    /// Like [`SchemaWalk::pair`] one step down. If the edits cancel each other, they are reported as one
    /// rewrite.
    pub(crate) fn child(
        &mut self,
        old: &[NodeId],
        new: &[NodeId],
        place: &DocumentPath,
        step: PathStep,
    ) {
        self.settled_pair(old, new, &place.then(step));
    }

    fn settled_pair(&mut self, old: &[NodeId], new: &[NodeId], place: &DocumentPath) {
        let (before, visits) = (self.edits.len(), self.visits.len());
        let put_off = self.frontier.len();
        self.pair(old, new, place);
        let audible = self.edits[before..].iter().filter(|e| !e.is_silent() && !e.declared).count();
        if !self.explains() || audible == 0 {
            return;
        }
        let Some(relation) = self.context.relate(old, new) else { return };
        if is_equivalent(&relation) {
            let found = rewrite::of_equivalent(self.edits.split_off(before), |_| false);
            self.edits.extend(found.kept);
            // Parts that are equivalent here may differ elsewhere.
            for visit in self.visits.iter().skip(visits + 1) {
                self.seen.remove(&visit.pair);
            }
            self.frontier.forget(put_off);
            if found.is_unnamed {
                let (old, new) = (self.old_pointer(old), self.new_pointer(new));
                self.push(rewrite(place, old, new));
            }
        }
    }

    fn shared_types(&self, a: &View, b: &View) -> TypeSet {
        let old = a.possible_types(self.context.old);
        containment::view::intersect(old, b.possible_types(self.context.new))
    }

    pub(crate) fn old_pointer(&self, nodes: &[NodeId]) -> Option<Pointer> {
        nodes.first().map(|id| self.context.old.node(*id).pointer.clone())
    }

    pub(crate) fn new_pointer(&self, nodes: &[NodeId]) -> Option<Pointer> {
        nodes.first().map(|id| self.context.new.node(*id).pointer.clone())
    }

    /// Runs `body` in a non-monotone context.
    pub(crate) fn fragile(&mut self, body: impl FnOnce(&mut Self)) {
        let before = std::mem::replace(&mut self.fragile, true);
        body(self);
        self.fragile = before;
    }
}

/// The places of `nodes` and their values, for the report.
pub(crate) fn source(schema: &Schema, nodes: &[NodeId]) -> Option<(Pointer, Value)> {
    let id = *nodes.first()?;
    Some((schema.node(id).pointer.clone(), schema.source_at(id).clone()))
}
