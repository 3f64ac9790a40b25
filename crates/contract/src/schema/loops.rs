//! Finds schemas that lead back to themselves on the same value, by references and by keywords such as
//! `anyOf`, `not` and `if`. No value can be checked against such a schema, so it is an error. Recursion below
//! a property or an item is allowed, because values are finite.

use std::collections::BTreeMap;

use super::read::Reader;
use super::{Body, NodeId};

/// The state of the search for a node.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Progress {
    New,
    /// It is on the current path.
    Open,
    Done,
}

/// The maximum number of places in a message.
const MAX_NAMED: usize = 4;

impl Reader<'_> {
    /// Adds an error for each node that leads back to itself on the same value.
    pub(super) fn refuse_loops(&mut self) {
        let bearers = self.bearers_of_anchors();
        let next = |node: usize| self.judging_the_same_value(node, &bearers);
        for ring in rings(self.nodes().len(), next) {
            let node = &self.nodes()[ring[0]];
            let (document, pointer) = (node.document, node.pointer.clone());
            let mut message = "it refers to itself".to_owned();
            if ring.len() > 1 {
                message += &format!(" by {}", self.way(&ring));
            }
            message += ", so no value can be validated against it";
            if ring.len() > 1 {
                message += ": put a property or an item in between";
            }
            self.error(document, &pointer, message);
        }
    }

    /// The places of a loop, without the first.
    fn way(&self, ring: &[usize]) -> String {
        let place = |node: &usize| format!("`{}`", self.nodes()[*node].pointer);
        let mut named: Vec<String> = ring[1..].iter().take(MAX_NAMED).map(place).collect();
        if ring.len() - 1 > named.len() {
            named.push("…".to_owned());
        }
        named.join(" → ")
    }

    /// The nodes that apply to the same value, always or under a condition.
    fn judging_the_same_value(&self, node: usize, bearers: &BTreeMap<String, usize>) -> Vec<usize> {
        let Body::Object(keywords) = &self.nodes()[node].body else { return Vec::new() };
        let unasked = match keywords.if_ {
            Some(_) => [None, None],
            None => [keywords.then_, keywords.else_],
        };
        let in_place = keywords.in_place().filter(|id| !unasked.contains(&Some(*id)));
        let reference = keywords.reference.as_ref().map(|reference| reference.target);
        let dynamic = keywords.dynamic_reference.as_ref();
        // The dynamic scope decides between several anchors of one name.
        let is_certain = |anchor: &Option<String>| {
            anchor.as_ref().is_none_or(|name| bearers.get(name) == Some(&1))
        };
        let dynamic = dynamic.filter(|found| is_certain(&found.anchor)).map(|found| found.target);
        let index = |NodeId(id): NodeId| id as usize;
        reference.into_iter().chain(dynamic).chain(in_place).map(index).collect()
    }
}

/// The loops of a graph, each as its nodes from the one where it closes. Works without recursion, because chains of
/// references are long.
fn rings(count: usize, next: impl Fn(usize) -> Vec<usize>) -> Vec<Vec<usize>> {
    let mut progress = vec![Progress::New; count];
    let mut found: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for start in 0..count {
        let mut path: Vec<(usize, Vec<usize>)> = Vec::new();
        if progress[start] == Progress::New {
            progress[start] = Progress::Open;
            path.push((start, next(start)));
        }
        while let Some((at, left)) = path.last_mut() {
            let Some(target) = left.pop() else {
                progress[*at] = Progress::Done;
                path.pop();
                continue;
            };
            match progress[target] {
                Progress::New => {
                    progress[target] = Progress::Open;
                    path.push((target, next(target)));
                }
                Progress::Open => {
                    let ring = path.iter().map(|(node, _)| *node).skip_while(|n| *n != target);
                    found.entry(target).or_insert_with(|| ring.collect());
                }
                Progress::Done => {}
            }
        }
    }
    found.into_values().collect()
}
