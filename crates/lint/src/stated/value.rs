//! The types and defaults of a field, in the words that people use for them.

use contract::types::SkillType;
use serde_json::Value;

/// A type of the protocol by the words that people use for it.
pub(super) fn type_of(text: &str) -> Option<SkillType> {
    let text = text.trim().trim_matches(['`', '*']).to_lowercase();
    Some(match text.as_str() {
        "string" | "str" | "text" | "path" | "url" | "file path" | "filename" | "enum" => {
            SkillType::String
        }
        "string[]" | "array" | "list" | "array of strings" | "list of strings" | "strings"
        | "list[str]" | "array<string>" => SkillType::StringList,
        "number" | "integer" | "int" | "float" | "numeric" => SkillType::Number,
        "boolean" | "bool" | "flag" => SkillType::Boolean,
        "object" | "dict" | "json" | "map" | "json object" => SkillType::Object,
        "object[]" | "array of objects" | "list of objects" | "objects" => SkillType::ObjectList,
        union if union.contains('|') => return type_of_union(union),
        shape if shape.starts_with('{') && shape.ends_with('}') => SkillType::Object,
        shape if shape.starts_with('{') && shape.ends_with("}[]") => SkillType::ObjectList,
        _ => return None,
    })
}

/// The type of `string | null` and `"fast" | "slow"`; none where the alternatives have several.
fn type_of_union(text: &str) -> Option<SkillType> {
    let quoted =
        |part: &str| part.len() > 1 && part.starts_with(['"', '\'']) && part.ends_with(['"', '\'']);
    let mut parts = text
        .split('|')
        .map(str::trim)
        .filter(|part| !matches!(*part, "null" | "undefined" | "none"));
    let one = |part: &str| if quoted(part) { Some(SkillType::String) } else { type_of(part) };
    let first = one(parts.next()?)?;
    parts.all(|part| one(part) == Some(first)).then_some(first)
}

/// Does a type allow no value: `number | null`?
pub(super) fn allows_null(text: &str) -> bool {
    let mut parts = text.split('|').map(|part| part.trim().trim_matches('`'));
    text.contains('|') && parts.any(|part| matches!(part, "null" | "undefined" | "none"))
}

/// `defaults to X`, `default: X` in a description.
pub(super) fn default_in(text: &str, kind: Option<SkillType>) -> Option<String> {
    let lower = text.to_lowercase();
    let start = ["defaults to ", "default: ", "default is ", "default=", "default = ", "default "]
        .iter()
        .find_map(|lead| Some(lower.find(lead)? + lead.len()))?;
    let rest = text.get(start..)?;
    let word = rest.split([',', ';', ')', ' ']).next()?.trim_end_matches('.');
    (!word.is_empty()).then(|| literal(word, kind))
}

/// A default as YAML: what reads as the type's own, else text.
pub(super) fn literal(text: &str, kind: Option<SkillType>) -> String {
    let text = text.trim().trim_matches(['`', '"', '\'']);
    match serde_json::from_str::<Value>(text) {
        Ok(value) if kind.is_some_and(|kind| kind.fits(&value)) => value.to_string(),
        _ => Value::String(text.to_owned()).to_string(),
    }
}

/// A text without marks of emphasis and code.
pub(super) fn plain(text: &str) -> String {
    text.replace(['`', '*'], "").trim().to_owned()
}

/// Does a text name a default, and no dash or word that stands for none?
pub(super) fn names_default(text: &str) -> bool {
    let text = text.trim_matches(['`', ' ']).to_lowercase();
    !matches!(text.as_str(), "" | "-" | "\u{2013}" | "\u{2014}" | "none" | "n/a" | "no default")
}
