//! What is kept of a text, as the JSON that it becomes: one buffer, however many items there are. Beyond its
//! limit they are counted: a stream without end must not fill the memory.

/// A JSON array in the making.
#[derive(Debug)]
pub(super) struct Kept {
    json: String,
    limit: usize,
    /// Items that found no room.
    pub(super) more: u64,
}

impl Kept {
    /// Room for so many bytes of JSON.
    pub(super) fn new(limit: usize) -> Kept {
        Kept { json: String::new(), limit, more: 0 }
    }

    /// True where one more item would only be counted.
    pub(super) fn is_full(&self) -> bool {
        self.json.len() >= self.limit
    }

    /// True where nothing was kept.
    pub(super) fn is_empty(&self) -> bool {
        self.json.is_empty()
    }

    /// Adds an item, which `write` appends as JSON.
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

    /// Adds an item beyond the limit: the one that tells of it.
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
