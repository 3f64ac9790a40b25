//! The size of documents: schemas of a few lines ask for documents of gigabytes.

use contract::value::size;
use serde_json::{Map, Value};

/// The maximum size of a document that the solver writes out. A longer one is of no use to a reader.
const MAX_DOCUMENT: usize = 4_000_000;
/// Why a question has no answer: only longer documents could show it.
pub(crate) const TOO_LARGE: &str = "only a document of some megabytes could show it";

/// The room of a document that is being written out.
pub(crate) struct Room(usize);

impl Room {
    /// The room of a whole document.
    pub(crate) fn new() -> Self {
        Room(MAX_DOCUMENT)
    }

    /// Whether a value fits in, this many times.
    pub(crate) fn takes(&mut self, value: &Value, times: u64) -> bool {
        let times = usize::try_from(times).unwrap_or(usize::MAX);
        self.0 = self.0.saturating_sub(size(value).saturating_mul(times));
        self.0 > 0
    }
}

/// The members of an object that is being written out, and their room.
pub(crate) struct Members {
    members: Map<String, Value>,
    room: Room,
}

impl Members {
    /// An object without members.
    pub(crate) fn new() -> Self {
        Members { members: Map::new(), room: Room::new() }
    }

    /// Adds a member; false if the object becomes too large.
    pub(crate) fn insert(&mut self, name: String, value: Value) -> bool {
        let fits = self.room.takes(&value, 1);
        self.members.insert(name, value);
        fits
    }

    /// The number of members.
    pub(crate) fn len(&self) -> u64 {
        self.members.len() as u64
    }

    /// Whether there is a member of this name.
    pub(crate) fn contains(&self, name: &str) -> bool {
        self.members.contains_key(name)
    }

    /// The object.
    pub(crate) fn into_value(self) -> Value {
        Value::Object(self.members)
    }
}
