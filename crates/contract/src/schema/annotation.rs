//! Keywords that do not decide whether a value is valid.

/// Whether a keyword leaves every document as valid as it was.
#[must_use]
pub fn is_annotation(word: &str) -> bool {
    matches!(
        word,
        "title"
            | "description"
            | "$comment"
            | "default"
            | "examples"
            | "example"
            | "deprecated"
            | "readOnly"
            | "writeOnly"
            | "$id"
            | "id"
            | "$schema"
            | "$anchor"
            | "$dynamicAnchor"
            | "$defs"
            | "definitions"
            | "contentEncoding"
            | "contentMediaType"
            | "contentSchema"
            | "$vocabulary"
            | "$recursiveAnchor"
    ) || word.starts_with("x-")
}
