//! The type of a field in the words that people use for it.

use contract::types::SkillType;

use super::value::plain;

/// A type as the body writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct StatedType {
    /// The nearest type of the protocol; `None` where it has none: `number[][]`.
    pub(super) kind: Option<SkillType>,
    /// The word of the body where it says more than the type of the protocol: `path`, `number[]`.
    pub(super) beyond: Option<String>,
    /// What the type says of the requirement: `optional string`, `int?`, `number | null`.
    pub(super) required: Option<bool>,
}

/// A type by the words that people use for it.
pub(super) fn type_of(text: &str) -> Option<StatedType> {
    let text = text.trim().trim_matches(['`', '*']).trim();
    let (required, bare) = requirement_of(text);
    let (kind, is_same) = kind_of(&bare.to_lowercase())?;
    let beyond = (!is_same).then(|| plain(bare));
    Some(StatedType { kind, beyond, required })
}

/// What a type says of the requirement, and the type without it.
fn requirement_of(text: &str) -> (Option<bool>, &str) {
    let lower = text.to_lowercase();
    // Small letters may have another length.
    let text_after = |length: usize| text.get(length..).unwrap_or_default().trim();
    for (word, required) in
        [("optional ", false), ("nullable ", false), ("required ", true), ("mandatory ", true)]
    {
        if lower.starts_with(word) {
            return (Some(required), text_after(word.len()));
        }
    }
    if lower.starts_with("optional[")
        && let Some(inner) = text_after("optional[".len()).strip_suffix(']')
    {
        return (Some(false), inner.trim());
    }
    if let Some(bare) = text.strip_suffix('?') {
        return (Some(false), bare.trim_end());
    }
    (alternatives(text).any(is_none_word).then_some(false), text)
}

/// The parts of `number | null` and `number or null`.
fn alternatives(text: &str) -> impl Iterator<Item = &str> {
    text.split('|').flat_map(|part| part.split(" or ")).map(|part| part.trim().trim_matches('`'))
}

fn is_none_word(word: &str) -> bool {
    ["null", "undefined", "none", "nil"].iter().any(|none| none.eq_ignore_ascii_case(word))
}

/// The nearest type of the protocol for words in small letters, and whether it says the same. The outer `None`: the words
/// name no type.
fn kind_of(text: &str) -> Option<(Option<SkillType>, bool)> {
    let same = |kind| Some((Some(kind), true));
    let nearest = |kind| Some((Some(kind), false));
    match text {
        "string" | "str" | "text" => same(SkillType::String),
        "string[]" | "str[]" | "string array" | "array" | "list" | "array of strings"
        | "list of strings" | "strings" | "list[str]" | "list[string]" | "array<string>"
        | "array[string]" => same(SkillType::StringList),
        "number" | "integer" | "int" | "float" | "double" | "numeric" => same(SkillType::Number),
        "boolean" | "bool" | "flag" => same(SkillType::Boolean),
        "object" | "dict" | "json" | "map" | "json object" | "dictionary" => {
            same(SkillType::Object)
        }
        "object[]" | "array of objects" | "list of objects" | "objects" | "list[dict]"
        | "list[object]" | "array<object>" => same(SkillType::ObjectList),
        word if STRINGS.contains(&word) => nearest(SkillType::String),
        word if word.starts_with("dict[") && word.ends_with(']') => nearest(SkillType::Object),
        shape if shape.starts_with('{') && shape.ends_with('}') => nearest(SkillType::Object),
        shape if shape.starts_with('{') && shape.ends_with("}[]") => nearest(SkillType::ObjectList),
        list if element_of(list).is_some_and(|element| kind_of(element).is_some()) => {
            let element = element_of(list).and_then(kind_of).and_then(|(kind, _)| kind);
            match element {
                // The protocol coerces each element to text.
                Some(SkillType::String | SkillType::Number | SkillType::Boolean) => {
                    nearest(SkillType::StringList)
                }
                Some(SkillType::Object) => nearest(SkillType::ObjectList),
                _ => Some((None, false)),
            }
        }
        union if alternatives(union).nth(1).is_some() => kind_of_union(union),
        _ => None,
    }
}

/// Words for a string that has to be more than a string.
const STRINGS: [&str; 22] = [
    "path",
    "file path",
    "filepath",
    "filename",
    "file name",
    "file",
    "dir",
    "directory",
    "folder",
    "url",
    "uri",
    "link",
    "enum",
    "email",
    "date",
    "time",
    "datetime",
    "timestamp",
    "uuid",
    "regex",
    "glob",
    "duration",
];

/// The type of the elements of `number[]`, `list[int]` and `list of paths`.
fn element_of(list: &str) -> Option<&str> {
    let within = |open: &str, close: char| list.strip_prefix(open)?.strip_suffix(close);
    let of = || {
        let elements = ["list of ", "array of "].iter().find_map(|lead| list.strip_prefix(lead))?;
        Some(elements.strip_suffix('s').unwrap_or(elements))
    };
    list.strip_suffix("[]")
        .or_else(|| within("list[", ']'))
        .or_else(|| within("array<", '>'))
        .or_else(of)
}

/// The type of `string | null` and `"fast" | "slow"`; of several types the protocol has none.
fn kind_of_union(text: &str) -> Option<(Option<SkillType>, bool)> {
    let quoted =
        |part: &str| part.len() > 1 && part.starts_with(['"', '\'']) && part.ends_with(['"', '\'']);
    let one = |part: &str| match quoted(part) {
        true => Some((Some(SkillType::String), false)),
        false => kind_of(part),
    };
    let mut kinds = Vec::new();
    for part in alternatives(text).filter(|part| !is_none_word(part)) {
        kinds.push(one(part)?);
    }
    let (first, _) = *kinds.first()?;
    match kinds.iter().all(|(kind, _)| *kind == first) {
        true => Some((first, kinds.iter().all(|(_, is_same)| *is_same))),
        false => Some((None, false)),
    }
}
