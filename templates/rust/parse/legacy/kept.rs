//! Collects items as JSON in one buffer. Beyond its limit they are only counted, because a stream without
//! end must not fill the memory.

/// A JSON array in the making.
#[derive(Debug)]
pub(super) struct Kept {
    json: String,
    limit: usize,
    /// The number of items beyond the limit.
    pub(super) more: u64,
}

impl Kept {
    /// A collection with a limit in bytes of JSON.
    pub(super) fn new(limit: usize) -> Kept {
        Kept { json: String::new(), limit, more: 0 }
    }

    /// True if another item would only be counted.
    pub(super) fn is_full(&self) -> bool {
        self.json.len() >= self.limit
    }

    /// True if there are no items.
    pub(super) fn is_empty(&self) -> bool {
        self.json.is_empty()
    }

    /// Adds an item that `write` appends as JSON.
    pub(super) fn push(&mut self, write: impl FnOnce(&mut String)) {
        if self.is_full() {
            self.more += 1;
            return;
        }
        if !self.json.is_empty() {
            self.json.push(',');
        }
        write(&mut self.json);
    }

    /// Adds an item beyond the limit: the one that reports the limit.
    pub(super) fn append(&mut self, item: &str) {
        if !self.json.is_empty() {
            self.json.push(',');
        }
        self.json.push_str(item);
    }

    /// The items, with commas between them.
    pub(super) fn into_json(self) -> String {
        self.json
    }
}
