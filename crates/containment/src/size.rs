//! The size of documents: schemas of a few lines ask for documents of gigabytes.

use serde_json::Value;

/// The maximum size of a document that the solver writes out. A longer one is of no use to a reader.
pub(crate) const MAX_DOCUMENT: usize = 4_000_000;
/// Why a question has no answer: only longer documents could show it.
pub(crate) const TOO_LARGE: &str = "only a document of some megabytes could show it";

/// What a value takes beside its text.
const VALUE: usize = 32;

/// The size of a document in memory, about: the bytes of its texts and names, and 32 for each value.
#[must_use]
pub fn size(value: &Value) -> usize {
    match value {
        Value::String(text) => VALUE + text.len(),
        Value::Array(items) => VALUE + items.iter().map(size).sum::<usize>(),
        Value::Object(members) => {
            VALUE + members.iter().map(|(name, member)| name.len() + size(member)).sum::<usize>()
        }
        _ => VALUE,
    }
}
