//! The text of an envelope, recognized by its fields.

/// The fields of the envelope: a text with all of them is the envelope.
pub(crate) const FIELDS: [&str; 5] = ["success", "confidence", "deliverables", "metrics", "errors"];

/// The same for the helper envelope, as words, because `ts` is part of other words.
pub(crate) const HELPER_FIELDS: [&str; 5] = ["schema_version", "status", "error", "agent", "ts"];

/// Whether a text contains all fields of one of the two envelopes.
pub(crate) fn has_fields(text: &str) -> bool {
    let words = || text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    FIELDS.iter().all(|field| text.contains(field))
        || HELPER_FIELDS.iter().all(|field| words().any(|word| word == *field))
}
