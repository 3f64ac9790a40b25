//! Definitions far from the start of a traversal. In recursive schemas, the first path to a definition may
//! lead through hundreds of others: it is compared later, by the shortest known path.

use std::collections::BTreeSet;

use containment::view::View;
use contract::NodeId;

use super::{Aim, Places, SchemaWalk};
use crate::edit::Shows;
use crate::place::DocumentPath;

/// The number of steps beyond which a definition is postponed.
const FAR: usize = 32;

/// The postponed definitions.
#[derive(Default)]
pub(super) struct Frontier {
    /// The number of steps to the start of the traversal.
    start: usize,
    put_off: Vec<PutOff>,
}

/// Two definitions to compare.
struct PutOff {
    pair: Places,
    place: DocumentPath,
    /// The comparison that leads to them.
    parent: usize,
    fragile: bool,
}

impl Frontier {
    pub(super) fn steps_from_start(&self, place: &DocumentPath) -> usize {
        place.steps().len().saturating_sub(self.start)
    }

    pub(super) fn is_beyond(&self, place: &DocumentPath) -> bool {
        self.steps_from_start(place) > FAR
    }

    pub(super) fn len(&self) -> usize {
        self.put_off.len()
    }

    /// Drops what was postponed after the first `count`.
    pub(super) fn forget(&mut self, count: usize) {
        self.put_off.truncate(count);
    }
}

impl SchemaWalk<'_> {
    pub(super) fn put_off(&mut self, pair: Places, place: &DocumentPath) {
        let (place, parent, fragile) = (place.clone(), self.at, self.fragile);
        self.frontier.put_off.push(PutOff { pair, place, parent, fragile });
    }

    /// Compares all postponed definitions, including new ones.
    pub(crate) fn catch_up(&mut self) {
        while self.frontier.len() > 0 {
            let mut round = std::mem::take(&mut self.frontier.put_off);
            round.sort_by_key(|one| one.place.steps().len());
            for PutOff { pair, place, parent, fragile } in round {
                self.frontier.start = place.steps().len();
                (self.at, self.fragile) = (parent, fragile);
                self.settled_pair(&pair.0, &pair.1, &place);
            }
        }
        (self.at, self.fragile, self.frontier.start) = (0, false, 0);
    }

    /// Two places that are not compared. They count as different unless their texts are equal.
    pub(super) fn miss(&mut self, old: &[NodeId], new: &[NodeId]) {
        *self.context.cut.borrow_mut() = true;
        let source = |schema: &contract::Schema, nodes: &[NodeId]| -> Vec<serde_json::Value> {
            nodes.iter().map(|id| schema.source_at(*id).clone()).collect()
        };
        match self.aim {
            Aim::Explain => self.missed.push((old.to_vec(), new.to_vec())),
            Aim::Compare => {
                if source(self.context.old, old) != source(self.context.new, new) {
                    self.differs();
                }
            }
            Aim::Count { .. } => {}
        }
    }

    /// Compares definitions without a known path: their edits show by their effect on the whole.
    pub(crate) fn apart_from_the_way(&mut self, pairs: &[(NodeId, NodeId)]) {
        for (old, new) in pairs {
            let before = self.edits.len();
            self.fragile(|walk| walk.settled_pair(&[*old], &[*new], &DocumentPath::apart()));
            self.catch_up();
            for edit in &mut self.edits[before..] {
                edit.elsewhere = true;
                edit.hints.clear();
                if !edit.is_silent() {
                    edit.shows = Shows::Anything;
                }
            }
        }
    }

    /// The compared nodes of both versions.
    pub(crate) fn visited(&self) -> (BTreeSet<NodeId>, BTreeSet<NodeId>) {
        let mut all = (BTreeSet::new(), BTreeSet::new());
        for visit in &self.visits {
            all.0.extend(&View::of(self.context.old, &visit.pair.0).nodes);
            all.1.extend(&View::of(self.context.new, &visit.pair.1).nodes);
        }
        all
    }

    /// Whether a limit prevented comparisons.
    pub(crate) fn is_incomplete(&self) -> bool {
        !self.missed.is_empty()
    }

    /// The individual parts of both versions that were not compared.
    pub(crate) fn missed(&self) -> impl Iterator<Item = (NodeId, NodeId)> + '_ {
        self.missed.iter().filter_map(|(old, new)| match (old.as_slice(), new.as_slice()) {
            ([old], [new]) => Some((*old, *new)),
            _ => None,
        })
    }
}
