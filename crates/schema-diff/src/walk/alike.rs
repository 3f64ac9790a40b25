//! Lists whose entries are compared with each other wherever they stand. Most entries of a long list did not change:
//! those are found by their text, and only the others are compared each with each.

use std::collections::{BTreeMap, BTreeSet};

use contract::{NodeId, Schema};

use super::assign::{Costs, MAX_ASSIGNED};

/// What two schemas say in these nodes, as text.
pub(super) fn text_of(schema: &Schema, ids: &[NodeId]) -> String {
    ids.iter().map(|id| format!("{}\n", schema.source_at(*id))).collect()
}

/// Pairs of entries, and the entries that have no partner yet.
pub(super) struct Paired<T> {
    pub(super) pairs: Vec<(T, T)>,
    pub(super) old: Vec<T>,
    pub(super) new: Vec<T>,
}

impl<T> Default for Paired<T> {
    fn default() -> Self {
        Paired { pairs: Vec::new(), old: Vec::new(), new: Vec::new() }
    }
}

/// The entries of both lists whose texts are equal and that are the same.
pub(super) fn equal_pairs<T: Copy>(
    (old, new): (&[T], &[T]),
    of_old: impl Fn(T) -> String,
    of_new: impl Fn(T) -> String,
    is_same: impl Fn(T, T) -> bool,
) -> Paired<T> {
    let mut paired = Paired { pairs: Vec::new(), old: old.to_vec(), new: new.to_vec() };
    paired.pair_equal(of_old, of_new, is_same);
    paired
}

impl<T: Copy> Paired<T> {
    /// Pairs the entries whose texts are equal and that are the same, in order.
    pub(super) fn pair_equal(
        &mut self,
        of_old: impl Fn(T) -> String,
        of_new: impl Fn(T) -> String,
        is_same: impl Fn(T, T) -> bool,
    ) {
        let mut known: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (at, entry) in self.new.iter().enumerate().rev() {
            known.entry(of_new(*entry)).or_default().push(at);
        }
        let mut taken = BTreeSet::new();
        for entry in std::mem::take(&mut self.old) {
            let rivals = known.get_mut(&of_old(entry));
            let found = rivals.and_then(|rivals| {
                let at = *rivals.last()?;
                is_same(entry, self.new[at]).then(|| rivals.pop()).flatten()
            });
            match found {
                Some(at) => {
                    taken.insert(at);
                    self.pairs.push((entry, self.new[at]));
                }
                None => self.old.push(entry),
            }
        }
        let mut at = 0;
        self.new.retain(|_| {
            at += 1;
            !taken.contains(&(at - 1))
        });
    }

    /// Whether too many entries are left to compare each with each.
    pub(super) fn is_large(&self) -> bool {
        self.old.len() * self.new.len() > MAX_ASSIGNED
    }

    /// Pairs what is left where the two differ the least; between equals, and among too many, the order decides.
    pub(super) fn assign(&mut self, differing: impl Fn(T, T) -> u64) {
        let chosen: Vec<(usize, usize)> = if self.is_large() {
            (0..self.old.len().min(self.new.len())).map(|at| (at, at)).collect()
        } else {
            let mut costs = Costs::new(self.old.len(), self.new.len());
            for (i, a) in self.old.iter().enumerate() {
                for (j, b) in self.new.iter().enumerate() {
                    costs.set(i, j, differing(*a, *b) * 100 + i.abs_diff(j).min(99) as u64);
                }
            }
            costs.assign()
        };
        self.pairs.extend(chosen.iter().map(|(i, j)| (self.old[*i], self.new[*j])));
        let (rows, columns): (BTreeSet<usize>, BTreeSet<usize>) = chosen.into_iter().unzip();
        let without = |list: &[T], taken: &BTreeSet<usize>| -> Vec<T> {
            list.iter().enumerate().filter(|(at, _)| !taken.contains(at)).map(|(_, e)| *e).collect()
        };
        self.old = without(&self.old, &rows);
        self.new = without(&self.new, &columns);
    }

    /// The pairs, then what has no partner.
    pub(super) fn with_lone(self) -> Vec<(Option<T>, Option<T>)> {
        let pairs = self.pairs.into_iter().map(|(a, b)| (Some(a), Some(b)));
        let old = self.old.into_iter().map(|a| (Some(a), None));
        pairs.chain(old).chain(self.new.into_iter().map(|b| (None, Some(b)))).collect()
    }
}
