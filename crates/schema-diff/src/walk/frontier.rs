//! Definitions that are far from where the walk began. In recursive schemas the first way to a definition may
//! lead through hundreds of others: it is compared later, by the shortest way that was met.

use std::collections::BTreeSet;

use containment::view::View;
use contract::NodeId;

use super::{Aim, Places, SchemaWalk};
use crate::edit::Shows;
use crate::place::DocumentPath;

/// A definition that is more steps away is put off.
const FAR: usize = 32;

/// What was put off.
#[derive(Default)]
pub(super) struct Frontier {
    /// The steps that led to where the walk began.
    start: usize,
    put_off: Vec<PutOff>,
}

/// Two definitions that are to be compared.
struct PutOff {
    pair: Places,
    place: DocumentPath,
    /// The comparison that led to them.
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

    /// Drops what was put off later than the first `count`.
    pub(super) fn forget(&mut self, count: usize) {
        self.put_off.truncate(count);
    }
}

impl SchemaWalk<'_> {
    pub(super) fn put_off(&mut self, pair: Places, place: &DocumentPath) {
        let (place, parent, fragile) = (place.clone(), self.at, self.fragile);
        self.frontier.put_off.push(PutOff { pair, place, parent, fragile });
    }

    /// Compares what was put off, and what is put off meanwhile, until nothing is left.
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

    /// Two places that are not compared. What nobody looked at counts as a difference if it isn't the same text.
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

    /// Compares definitions that nothing led to. No way to them is known: their edits show by what they do to the whole.
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

    /// The nodes of both versions that were compared.
    pub(crate) fn visited(&self) -> (BTreeSet<NodeId>, BTreeSet<NodeId>) {
        let mut all = (BTreeSet::new(), BTreeSet::new());
        for visit in &self.visits {
            all.0.extend(&View::of(self.context.old, &visit.pair.0).nodes);
            all.1.extend(&View::of(self.context.new, &visit.pair.1).nodes);
        }
        all
    }

    /// Whether a limit kept places from being compared.
    pub(crate) fn is_incomplete(&self) -> bool {
        !self.missed.is_empty()
    }

    /// The single parts that were not compared, of both versions.
    pub(crate) fn missed(&self) -> impl Iterator<Item = (NodeId, NodeId)> + '_ {
        self.missed.iter().filter_map(|(old, new)| match (old.as_slice(), new.as_slice()) {
            ([old], [new]) => Some((*old, *new)),
            _ => None,
        })
    }
}
