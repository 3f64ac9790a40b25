//! In which order the keywords of a schema are checked: as they were written, `unevaluated*` last,
//! because they ask what the others have seen.

use contract::Keywords;

/// The keywords that become checks, in the order used where the source's own can't tell (both halves of
/// `dependencies`, counts beside `contains`).
const CHECKED: &[&str] = &[
    "$ref",
    "$dynamicRef",
    "type",
    "enum",
    "const",
    "multipleOf",
    "minimum",
    "exclusiveMinimum",
    "maximum",
    "exclusiveMaximum",
    "minLength",
    "maxLength",
    "pattern",
    "format",
    "minItems",
    "maxItems",
    "uniqueItems",
    "prefixItems",
    "items",
    "contains",
    "minProperties",
    "maxProperties",
    "required",
    "dependentRequired",
    "properties",
    "patternProperties",
    "additionalProperties",
    "propertyNames",
    "allOf",
    "anyOf",
    "oneOf",
    "not",
    "if",
    "dependentSchemas",
    "unevaluatedItems",
    "unevaluatedProperties",
];

/// The checked keywords (2020-12's names) in the order of `keywords`. Absent ones are among them.
pub(super) fn checked(keywords: &Keywords) -> Vec<&'static str> {
    let mut ranked: Vec<(bool, usize, usize, &'static str)> = CHECKED
        .iter()
        .enumerate()
        .map(|(rank, name)| {
            let spelled = spelled(keywords, name);
            let place = keywords.order.iter().position(|written| written == spelled);
            (name.starts_with("unevaluated"), place.unwrap_or(usize::MAX), rank, *name)
        })
        .collect();
    ranked.sort_unstable();
    ranked.into_iter().map(|(.., name)| name).collect()
}

/// The keyword as the source spells it.
pub(super) fn spelled<'k>(keywords: &Keywords, name: &'k str) -> &'k str {
    let recursive = name == "$dynamicRef" && !keywords.order.iter().any(|word| word == name);
    if recursive {
        return "$recursiveRef";
    }
    let spelling = keywords.spelling.iter().find(|(known, _)| **known == name);
    spelling.map_or(name, |(_, spelled)| *spelled)
}
