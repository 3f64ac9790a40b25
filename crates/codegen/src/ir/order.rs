//! In which order the keywords of a schema are checked: as they were written; then `pattern`, because its
//! time may grow faster than the text, which `maxLength` and the like bound; then `unevaluated*`, because
//! they ask what the others have seen. crates/runtime/src/validate/plan.rs has the same order.

use contract::Keywords;

/// The keywords that become checks, in the order that applies if the source's own doesn't decide (both
/// parts of `dependencies`, counts beside `contains`).
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

/// The checked keywords (2020-12's names) in the order of `keywords`, also absent ones.
pub(super) fn checked(keywords: &Keywords) -> Vec<&'static str> {
    let mut ranked: Vec<(u8, usize, usize, &'static str)> = CHECKED
        .iter()
        .enumerate()
        .map(|(rank, name)| {
            let spelled = spelled(keywords, name);
            let place = keywords.order.iter().position(|written| written == spelled);
            (turn(name), place.unwrap_or(usize::MAX), rank, *name)
        })
        .collect();
    ranked.sort_unstable();
    ranked.into_iter().map(|(.., name)| name).collect()
}

/// Keywords with a lower number are checked first.
fn turn(name: &str) -> u8 {
    match name {
        "unevaluatedItems" | "unevaluatedProperties" => 2,
        "pattern" => 1,
        _ => 0,
    }
}

/// The keyword in the source's spelling.
pub(super) fn spelled<'k>(keywords: &Keywords, name: &'k str) -> &'k str {
    let recursive = name == "$dynamicRef" && !keywords.order.iter().any(|word| word == name);
    if recursive {
        return "$recursiveRef";
    }
    let spelling = keywords.spelling.iter().find(|(known, _)| **known == name);
    spelling.map_or(name, |(_, spelled)| *spelled)
}
