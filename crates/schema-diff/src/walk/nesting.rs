//! The number of nested traversals. Each one counts its own depth, and all of them share one stack.

use std::cell::Cell;

#[derive(Default)]
pub(super) struct Nesting(Cell<usize>);

/// One of them, until it is dropped.
pub(super) struct Nested<'n>(&'n Nesting);

impl Nesting {
    /// Begins another one; `None` if the limit is reached.
    pub(super) fn enter(&self, most: usize) -> Option<Nested<'_>> {
        if self.count() >= most {
            return None;
        }
        self.0.set(self.count() + 1);
        Some(Nested(self))
    }

    pub(super) fn count(&self) -> usize {
        self.0.get()
    }
}

impl Drop for Nested<'_> {
    fn drop(&mut self) {
        self.0.0.set(self.0.count() - 1);
    }
}
