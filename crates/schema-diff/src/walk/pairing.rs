//! Pairs two lists whose entries may be at any position: branches, conditions, prohibitions, groups of
//! alternatives. Most entries of a long list are unchanged and are found by their text; only the others are
//! compared with each other.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use contract::{NodeId, Schema};

use super::assign::{Costs, MAX_ASSIGNED};

/// The maximum number of pairs that are compared by a traversal.
const MAX_WALKED: usize = 400;

/// The text of two schemas in these nodes.
pub(super) fn text_of(schema: &Schema, ids: &[NodeId]) -> String {
    ids.iter().map(|id| format!("{}\n", schema.source_at(*id))).collect()
}

/// Pairs of entries, and the entries without a partner.
pub(super) struct Pairing<T> {
    pub(super) pairs: Vec<(T, T)>,
    pub(super) old: Vec<T>,
    pub(super) new: Vec<T>,
}

impl<T: Copy> Pairing<T> {
    /// No entry has a partner.
    pub(super) fn new(old: &[T], new: &[T]) -> Self {
        Pairing { pairs: Vec::new(), old: old.to_vec(), new: new.to_vec() }
    }

    /// Pairs the entries with equal keys that may be partners, in order. An entry without a key is skipped.
    pub(super) fn pair_by_key<K: Ord>(
        &mut self,
        of_old: impl Fn(T) -> Option<K>,
        of_new: impl Fn(T) -> Option<K>,
        may_be_partners: impl Fn(T, T) -> bool,
    ) {
        let mut known: BTreeMap<K, VecDeque<usize>> = BTreeMap::new();
        for (at, entry) in self.new.iter().enumerate() {
            if let Some(key) = of_new(*entry) {
                known.entry(key).or_default().push_back(at);
            }
        }
        let mut taken = BTreeSet::new();
        for entry in std::mem::take(&mut self.old) {
            let rivals = of_old(entry).and_then(|key| known.get_mut(&key));
            let found = rivals.and_then(|rivals| {
                let first = rivals.iter().position(|at| may_be_partners(entry, self.new[*at]))?;
                rivals.remove(first)
            });
            match found {
                Some(at) => {
                    taken.insert(at);
                    self.pairs.push((entry, self.new[at]));
                }
                None => self.old.push(entry),
            }
        }
        self.new = without(&self.new, &taken);
    }

    /// Whether too many entries are left to compare each with each.
    pub(super) fn is_large(&self) -> bool {
        self.old.len() * self.new.len() > MAX_ASSIGNED
    }

    /// Whether few enough entries are left for comparisons by traversal.
    pub(super) fn is_short(&self) -> bool {
        self.old.len() * self.new.len() <= MAX_WALKED
    }

    /// Pairs the rest by the smallest difference, and never entries without a countable difference; the order
    /// decides between equals. Not for a large pairing.
    pub(super) fn pair_by_cost(&mut self, differing: impl Fn(T, T) -> Option<u64>) {
        let mut costs = Costs::new(self.old.len(), self.new.len());
        for (i, a) in self.old.iter().enumerate() {
            for (j, b) in self.new.iter().enumerate() {
                if let Some(differing) = differing(*a, *b) {
                    costs.set(i, j, differing * 100 + i.abs_diff(j).min(99) as u64);
                }
            }
        }
        self.take(&costs.assign());
    }

    /// Pairs the rest in order.
    pub(super) fn pair_in_order(&mut self) {
        let count = self.old.len().min(self.new.len());
        self.take(&(0..count).map(|at| (at, at)).collect::<Vec<_>>());
    }

    /// Pairs these indices.
    fn take(&mut self, chosen: &[(usize, usize)]) {
        self.pairs.extend(chosen.iter().map(|(i, j)| (self.old[*i], self.new[*j])));
        let (rows, columns) = chosen.iter().copied().unzip();
        self.old = without(&self.old, &rows);
        self.new = without(&self.new, &columns);
    }

    /// The pairs, then the entries without a partner.
    pub(super) fn with_lone(self) -> Vec<(Option<T>, Option<T>)> {
        let pairs = self.pairs.into_iter().map(|(a, b)| (Some(a), Some(b)));
        let old = self.old.into_iter().map(|a| (Some(a), None));
        pairs.chain(old).chain(self.new.into_iter().map(|b| (None, Some(b)))).collect()
    }
}

/// The entries of a list except those at these indices.
fn without<T: Copy>(list: &[T], taken: &BTreeSet<usize>) -> Vec<T> {
    list.iter().enumerate().filter(|(at, _)| !taken.contains(at)).map(|(_, e)| *e).collect()
}
