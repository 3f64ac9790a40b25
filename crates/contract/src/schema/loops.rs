//! References that lead back to themselves before any part of the value is looked at: no value can be judged
//! by such a schema, so it is none.

use super::read::Reader;
use super::{Body, Node, NodeId};

/// How far the search has come with a node.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Progress {
    New,
    /// It is on the path that is followed.
    Open,
    Done,
}

impl Reader<'_> {
    /// Adds an error for each node that `$ref` and `allOf` alone lead back to.
    pub(super) fn refuse_loops(&mut self) {
        for start in loops(self.nodes()) {
            let node = &self.nodes()[start];
            let (document, pointer) = (node.document, node.pointer.clone());
            let message = "it refers to itself, so that no value can be judged by it";
            self.error(document, &pointer, message.to_owned());
        }
    }
}

/// The nodes where a loop closes, found without recursion: chains of references are long.
fn loops(nodes: &[Node]) -> Vec<usize> {
    let mut progress = vec![Progress::New; nodes.len()];
    let mut found = Vec::new();
    for start in 0..nodes.len() {
        let mut path: Vec<(usize, Vec<usize>)> = Vec::new();
        if progress[start] == Progress::New {
            progress[start] = Progress::Open;
            path.push((start, next(&nodes[start])));
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
                    path.push((target, next(&nodes[target])));
                }
                Progress::Open => found.push(target),
                Progress::Done => {}
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// What judges the same value whatever it is.
fn next(node: &Node) -> Vec<usize> {
    let Body::Object(keywords) = &node.body else { return Vec::new() };
    let reference = keywords.reference.as_ref().map(|reference| reference.target);
    let index = |NodeId(id): NodeId| id as usize;
    reference.into_iter().chain(keywords.all_of.iter().copied()).map(index).collect()
}
