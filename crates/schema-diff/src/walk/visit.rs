//! The comparisons of a traversal and the paths to them. A definition is compared where it is reached first, which
//! may be deep inside of another one; its findings are shown by the shortest known path: `components[]`, not the
//! components of an ancestor of a component.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::{Aim, Places, SchemaWalk};
use crate::place::{DocumentPath, PathStep};

/// One comparison of two places.
pub(super) struct Visit {
    pub(super) pair: Places,
    /// The comparison that led to this one.
    pub(super) parent: usize,
    /// Other paths led to the same two places.
    again: bool,
    /// The number of steps from the root.
    length: usize,
    /// The steps from its parent, or from the root if it is the first comparison. Whole paths would take memory that
    /// grows with the square of a chain of definitions.
    steps: Option<Box<[PathStep]>>,
    others: Vec<OtherWay>,
}

/// A path that was found later.
struct OtherWay {
    /// The comparison that led here.
    from: usize,
    /// The steps from there.
    steps: Box<[PathStep]>,
}

/// Records that one comparison leads to another one by these steps.
struct Edge<'v> {
    to: usize,
    steps: &'v [PathStep],
}

/// The minimum number of steps to a comparison, and its edge.
struct Nearest<'v> {
    count: usize,
    from: usize,
    steps: &'v [PathStep],
}

impl Visit {
    /// The comparison after these.
    fn after(visits: &[Visit], pair: Places, parent: usize, place: &DocumentPath) -> Visit {
        let start = visits.get(parent).map_or(0, |visit| visit.length);
        let steps = place.steps().get(start..).map(Box::from);
        Visit { pair, parent, again: false, length: place.steps().len(), steps, others: Vec::new() }
    }
}

impl SchemaWalk<'_> {
    /// Begins the comparison of two places; returns the one that led to it.
    pub(super) fn begin_visit(&mut self, pair: Places, place: &DocumentPath) -> usize {
        let parent = std::mem::replace(&mut self.at, self.visits.len());
        let visit = Visit::after(&self.visits, pair, parent, place);
        self.visits.push(visit);
        parent
    }

    pub(super) fn met_again(&mut self, number: usize, place: &DocumentPath) {
        let from = self.at;
        self.visits[number].again = true;
        if self.aim != Aim::Explain || place.is_apart() {
            return;
        }
        if let Some(steps) = place.steps().get(self.visits[from].length..) {
            self.visits[number].others.push(OtherWay { from, steps: steps.into() });
        }
    }

    /// Marks the edits whose parts meet at several places.
    pub(crate) fn mark(&mut self) {
        // The comparison that leads to another one has the smaller index.
        for at in 0..self.visits.len() {
            let parent = self.visits[at].parent;
            self.visits[at].again |= self.visits[parent].again;
        }
        for edit in &mut self.edits {
            edit.elsewhere = self.visits.get(edit.visit).is_some_and(|visit| visit.again);
        }
        self.shorten_ways();
    }

    /// Moves the edits to the nearest place of their parts.
    fn shorten_ways(&mut self) {
        let nearest = nearest(&self.visits);
        for edit in &mut self.edits {
            let Some(visit) = self.visits.get(edit.visit) else { continue };
            let length = visit.length;
            if nearest[edit.visit].as_ref().is_some_and(|way| way.count < length) {
                let way = steps_to(&nearest, edit.visit);
                edit.place = edit.place.with_other_start(length, &way);
            }
        }
    }
}

fn edges(visits: &[Visit]) -> Vec<Vec<Edge<'_>>> {
    let mut edges: Vec<Vec<Edge<'_>>> = visits.iter().map(|_| Vec::new()).collect();
    for (to, visit) in visits.iter().enumerate() {
        // The first comparison has no other one before it.
        let steps = visit.steps.as_deref().filter(|_| to > 0);
        let first = steps.map(|steps| (visit.parent, steps));
        let others = visit.others.iter().map(|way| (way.from, &*way.steps));
        for (from, steps) in first.into_iter().chain(others) {
            edges[from].push(Edge { to, steps });
        }
    }
    edges
}

/// The shortest path to each comparison.
fn nearest(visits: &[Visit]) -> Vec<Option<Nearest<'_>>> {
    let edges = edges(visits);
    let mut found: Vec<Option<Nearest<'_>>> = visits.iter().map(|_| None).collect();
    let mut queue = BinaryHeap::new();
    if let Some(root) = visits.first() {
        let steps = root.steps.as_deref().unwrap_or_default();
        found[0] = Some(Nearest { count: root.length, from: 0, steps });
        let count = root.length;
        queue.push(Reverse((count, 0)));
    }
    while let Some(Reverse((count, at))) = queue.pop() {
        if found[at].as_ref().is_none_or(|way| way.count < count) {
            continue;
        }
        for edge in &edges[at] {
            let count = count + edge.steps.len();
            if found[edge.to].as_ref().is_none_or(|way| count < way.count) {
                found[edge.to] = Some(Nearest { count, from: at, steps: edge.steps });
                queue.push(Reverse((count, edge.to)));
            }
        }
    }
    found
}

fn steps_to(nearest: &[Option<Nearest<'_>>], visit: usize) -> Vec<PathStep> {
    let mut parts: Vec<&[PathStep]> = Vec::new();
    let mut at = visit;
    while let Some(way) = &nearest[at] {
        parts.push(way.steps);
        if at == way.from {
            break;
        }
        at = way.from;
    }
    parts.into_iter().rev().flatten().cloned().collect()
}
