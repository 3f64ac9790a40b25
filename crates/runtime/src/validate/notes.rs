//! The names and indices that a schema has evaluated, for `unevaluatedProperties` and `unevaluatedItems`.

use std::collections::BTreeSet;

/// Evaluated names and indices.
#[derive(Debug, Default)]
pub(super) struct Notes<'i> {
    names: BTreeSet<&'i str>,
    every_name: bool,
    /// All indices below this one.
    below: usize,
    indices: BTreeSet<usize>,
}

impl<'i> Notes<'i> {
    pub(super) fn name(&mut self, name: &'i str) {
        if !self.every_name {
            self.names.insert(name);
        }
    }

    pub(super) fn every_name(&mut self) {
        self.every_name = true;
        self.names.clear();
    }

    pub(super) fn items_below(&mut self, end: usize) {
        self.below = self.below.max(end);
    }

    pub(super) fn item(&mut self, index: usize) {
        if index >= self.below {
            self.indices.insert(index);
        }
    }

    pub(super) fn has_name(&self, name: &str) -> bool {
        self.every_name || self.names.contains(name)
    }

    pub(super) fn has_item(&self, index: usize) -> bool {
        index < self.below || self.indices.contains(&index)
    }

    /// Adds the evaluated names and indices of another schema on the same instance.
    pub(super) fn learn(&mut self, other: Notes<'i>) {
        if other.every_name {
            self.every_name();
        } else if !self.every_name {
            self.names.extend(other.names);
        }
        self.below = self.below.max(other.below);
        self.indices.extend(other.indices);
    }
}
