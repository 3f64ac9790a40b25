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
    place: DocumentPath,
    others: Vec<OtherWay>,
}

/// A path that was found later.
struct OtherWay {
    /// The comparison that led here.
    from: usize,
    place: DocumentPath,
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
    pub(super) fn new(pair: Places, parent: usize, place: &DocumentPath) -> Visit {
        Visit { pair, parent, again: false, place: place.clone(), others: Vec::new() }
    }
}

impl SchemaWalk<'_> {
    pub(super) fn met_again(&mut self, number: usize, place: &DocumentPath) {
        let from = self.at;
        let visit = &mut self.visits[number];
        visit.again = true;
        if self.aim == Aim::Explain && !place.is_apart() {
            visit.others.push(OtherWay { from, place: place.clone() });
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
            let length = visit.place.steps().len();
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
        let first = (visit.parent, &visit.place);
        let others = visit.others.iter().map(|way| (way.from, &way.place));
        for (from, place) in std::iter::once(first).chain(others) {
            let start = visits[from].place.steps().len();
            if let Some(steps) = place.steps().get(start..) {
                edges[from].push(Edge { to, steps });
            }
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
        let count = root.place.steps().len();
        found[0] = Some(Nearest { count, from: 0, steps: root.place.steps() });
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
