//! The coarsest partition of a graph in which nodes of one class look alike and have children of the same
//! classes. In each round only those nodes are looked at whose children went to another class, and the largest
//! part of a class that splits stays where it was: so a chain of thousands of definitions takes no thousands of
//! rounds over all of them.

use std::collections::BTreeMap;

/// A graph whose nodes are numbers from 0.
pub(super) trait Graph {
    /// The content of each node apart from its children.
    fn skeletons(&self) -> &[u32];

    /// The classes of a node's children, in a canonical order.
    fn signature(&self, node: usize, class: &dyn Fn(usize) -> u32) -> Vec<u32>;
}

/// Nodes by class.
struct Partition {
    class: Vec<u32>,
    members: Vec<Vec<usize>>,
    /// The index of a node among the members of its class.
    place: Vec<usize>,
}

/// The class of each node.
pub(super) fn coarsest(graph: &impl Graph) -> Vec<u32> {
    let mut partition = Partition::new(graph.skeletons());
    let parents = parents(graph);
    let mut dirty: Vec<usize> = (0..partition.class.len()).collect();
    while !dirty.is_empty() {
        let moved = partition.refine(graph, &dirty);
        dirty = moved.iter().flat_map(|node| parents[*node].iter().copied()).collect();
        dirty.sort_unstable();
        dirty.dedup();
    }
    partition.class
}

/// The parents of each node.
fn parents(graph: &impl Graph) -> Vec<Vec<usize>> {
    let count = graph.skeletons().len();
    let mut parents = vec![Vec::new(); count];
    for node in 0..count {
        let met = std::cell::RefCell::new(Vec::new());
        let note = |child: usize| {
            met.borrow_mut().push(child);
            0
        };
        graph.signature(node, &note);
        for child in met.into_inner() {
            parents[child].push(node);
        }
    }
    parents
}

impl Partition {
    fn new(skeletons: &[u32]) -> Partition {
        let classes = skeletons.iter().max().map_or(0, |most| *most as usize + 1);
        let mut members = vec![Vec::new(); classes];
        let mut place = Vec::with_capacity(skeletons.len());
        for (node, class) in skeletons.iter().enumerate() {
            let list: &mut Vec<usize> = &mut members[*class as usize];
            place.push(list.len());
            list.push(node);
        }
        Partition { class: skeletons.to_vec(), members, place }
    }

    /// Splits the classes of these nodes, all others of which are unchanged; returns the nodes whose class
    /// changed.
    fn refine(&mut self, graph: &impl Graph, dirty: &[usize]) -> Vec<usize> {
        let mut by_class: BTreeMap<u32, BTreeMap<Vec<u32>, Vec<usize>>> = BTreeMap::new();
        for node in dirty {
            let signature = graph.signature(*node, &|child| self.class[child]);
            let groups = by_class.entry(self.class[*node]).or_default();
            groups.entry(signature).or_default().push(*node);
        }
        // All classes are split by the classes before this round.
        let mut split = Vec::new();
        for (class, mut groups) in by_class {
            if let Some(clean) = self.clean_member(class, &groups) {
                let signature = graph.signature(clean, &|child| self.class[child]);
                groups.remove(&signature);
            } else {
                let largest = groups.iter().max_by_key(|(_, nodes)| nodes.len());
                let stays = largest.map(|(signature, _)| signature.clone());
                stays.and_then(|signature| groups.remove(&signature));
            }
            split.push((class, groups));
        }
        let mut moved = Vec::new();
        for (mut class, groups) in split {
            for nodes in groups.into_values() {
                if nodes.len() * 2 <= self.members[class as usize].len() {
                    self.move_out(class, &nodes);
                    moved.extend(nodes);
                } else {
                    // The rest of the class is removed, with the groups that are still to be split off.
                    let others = self.others(class, &nodes);
                    class = self.move_out(class, &others);
                    moved.extend(others);
                }
            }
        }
        moved
    }

    /// A member of the class in none of the groups.
    fn clean_member(&self, class: u32, groups: &BTreeMap<Vec<u32>, Vec<usize>>) -> Option<usize> {
        let members = &self.members[class as usize];
        let dirty: usize = groups.values().map(Vec::len).sum();
        if dirty == members.len() {
            return None;
        }
        let mut is_dirty = vec![false; dirty + 1];
        for node in groups.values().flatten() {
            if let Some(slot) = is_dirty.get_mut(self.place[*node]) {
                *slot = true;
            }
        }
        is_dirty.iter().position(|dirty| !dirty).and_then(|at| members.get(at).copied())
    }

    /// The members of the class except these.
    fn others(&self, class: u32, nodes: &[usize]) -> Vec<usize> {
        let mut is_among = vec![false; self.members[class as usize].len()];
        nodes.iter().for_each(|node| is_among[self.place[*node]] = true);
        let members = self.members[class as usize].iter().zip(is_among);
        members.filter(|(_, is_among)| !is_among).map(|(node, _)| *node).collect()
    }

    /// Moves members to a new class, and returns it.
    fn move_out(&mut self, class: u32, nodes: &[usize]) -> u32 {
        let fresh =
            u32::try_from(self.members.len()).expect("invariant: no more classes than nodes");
        for node in nodes {
            let list = &mut self.members[class as usize];
            let at = self.place[*node];
            list.swap_remove(at);
            if let Some(last) = list.get(at) {
                self.place[*last] = at;
            }
        }
        for (at, node) in nodes.iter().enumerate() {
            self.class[*node] = fresh;
            self.place[*node] = at;
        }
        self.members.push(nodes.to_vec());
        fresh
    }
}

#[cfg(test)]
mod tests {
    use super::{Graph, coarsest};

    /// Nodes with a mark and a set of children.
    struct Marked {
        marks: Vec<u32>,
        children: Vec<Vec<usize>>,
    }

    impl Graph for Marked {
        fn skeletons(&self) -> &[u32] {
            &self.marks
        }

        fn signature(&self, node: usize, class: &dyn Fn(usize) -> u32) -> Vec<u32> {
            let mut all: Vec<u32> = self.children[node].iter().map(|child| class(*child)).collect();
            all.sort_unstable();
            all.dedup();
            all
        }
    }

    /// The partition by rounds over all nodes.
    fn by_rounds(graph: &Marked) -> Vec<u32> {
        let mut classes = graph.marks.clone();
        for _ in 0..classes.len() {
            let mut known = std::collections::BTreeMap::new();
            let shape = |node: usize| (classes[node], graph.signature(node, &|c| classes[c]));
            let next = (0..classes.len()).map(|node| {
                let fresh = known.len() as u32;
                *known.entry(shape(node)).or_insert(fresh)
            });
            classes = next.collect();
        }
        classes
    }

    #[test]
    fn it_is_the_partition_that_rounds_over_all_nodes_give() {
        let mut seed = 11u64;
        let mut next = |below: usize| {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % below
        };
        for _ in 0..300 {
            let count = 1 + next(24);
            let graph = Marked {
                marks: (0..count).map(|_| next(3) as u32).collect(),
                children: (0..count).map(|_| (0..next(3)).map(|_| next(count)).collect()).collect(),
            };
            let (found, wanted) = (coarsest(&graph), by_rounds(&graph));
            for a in 0..count {
                for b in 0..count {
                    let is_together = found[a] == found[b];
                    assert_eq!(is_together, wanted[a] == wanted[b], "{a} {b} {:?}", graph.children);
                }
            }
        }
    }

    #[test]
    fn a_long_chain_takes_no_round_for_each_link() {
        let count = 200_000;
        let children = (0..count).map(|at| if at + 1 < count { vec![at + 1] } else { vec![] });
        let graph = Marked { marks: vec![0; count], children: children.collect() };
        let found = coarsest(&graph);
        assert_eq!(found.iter().collect::<std::collections::BTreeSet<_>>().len(), count);
    }
}
