//! The keywords of each draft.

use crate::Draft;

/// The first and last draft with a keyword.
const KNOWN: &[(&str, Draft, Draft)] = {
    use Draft::{Draft4 as D4, Draft6 as D6, Draft7 as D7, Draft2019 as D19, Draft2020 as D20};
    &[
        ("$anchor", D19, D20),
        ("$comment", D7, D20),
        ("$defs", D19, D20),
        ("$dynamicAnchor", D20, D20),
        ("$dynamicRef", D20, D20),
        ("$id", D6, D20),
        ("$recursiveAnchor", D19, D19),
        ("$recursiveRef", D19, D19),
        ("$ref", D4, D20),
        ("$schema", D4, D20),
        ("$vocabulary", D19, D20),
        ("additionalItems", D4, D19),
        ("additionalProperties", D4, D20),
        ("allOf", D4, D20),
        ("anyOf", D4, D20),
        ("const", D6, D20),
        ("contains", D6, D20),
        ("contentEncoding", D7, D20),
        ("contentMediaType", D7, D20),
        ("contentSchema", D19, D20),
        ("default", D4, D20),
        ("definitions", D4, D20),
        ("dependencies", D4, D7),
        ("dependentRequired", D19, D20),
        ("dependentSchemas", D19, D20),
        ("deprecated", D19, D20),
        ("description", D4, D20),
        ("else", D7, D20),
        ("enum", D4, D20),
        ("examples", D6, D20),
        ("exclusiveMaximum", D4, D20),
        ("exclusiveMinimum", D4, D20),
        ("format", D4, D20),
        ("id", D4, D4),
        ("if", D7, D20),
        ("items", D4, D20),
        ("maxContains", D19, D20),
        ("maxItems", D4, D20),
        ("maxLength", D4, D20),
        ("maxProperties", D4, D20),
        ("maximum", D4, D20),
        ("minContains", D19, D20),
        ("minItems", D4, D20),
        ("minLength", D4, D20),
        ("minProperties", D4, D20),
        ("minimum", D4, D20),
        ("multipleOf", D4, D20),
        ("not", D4, D20),
        ("oneOf", D4, D20),
        ("pattern", D4, D20),
        ("patternProperties", D4, D20),
        ("prefixItems", D20, D20),
        ("properties", D4, D20),
        ("propertyNames", D6, D20),
        ("readOnly", D7, D20),
        ("required", D4, D20),
        ("then", D7, D20),
        ("title", D4, D20),
        ("type", D4, D20),
        ("unevaluatedItems", D19, D20),
        ("unevaluatedProperties", D19, D20),
        ("uniqueItems", D4, D20),
        ("writeOnly", D7, D20),
    ]
};

/// The keywords that a dialect without the validation vocabulary doesn't assert.
const VALIDATION: &[&str] = &[
    "const",
    "dependentRequired",
    "enum",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "maxContains",
    "maxItems",
    "maxLength",
    "maxProperties",
    "maximum",
    "minContains",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
    "multipleOf",
    "pattern",
    "required",
    "type",
    "uniqueItems",
];

/// Whether any draft has a keyword.
pub(crate) fn is_keyword(name: &str) -> bool {
    KNOWN.iter().any(|(known, ..)| *known == name)
}

/// Whether a dialect has a keyword: a draft, and whether its validation vocabulary is on.
pub(super) fn is_known(keyword: &str, (draft, validates): (Draft, bool)) -> bool {
    KNOWN.iter().any(|(k, first, last)| *k == keyword && (*first..=*last).contains(&draft))
        && (validates || !VALIDATION.contains(&keyword))
}
