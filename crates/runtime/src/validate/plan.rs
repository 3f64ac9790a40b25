//! For each schema, its checked keywords in order, and their spelling in the source. The order is that of
//! crates/codegen/src/ir/order.rs.

use std::collections::{BTreeMap, BTreeSet};

use contract::schema::{Keywords, NodeId, Schema};

/// A checked keyword, by its 2020-12 name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Keyword {
    Ref,
    DynamicRef,
    Type,
    Enum,
    Const,
    MultipleOf,
    Minimum,
    ExclusiveMinimum,
    Maximum,
    ExclusiveMaximum,
    MinLength,
    MaxLength,
    Pattern,
    Format,
    MinItems,
    MaxItems,
    UniqueItems,
    PrefixItems,
    Items,
    Contains,
    MinProperties,
    MaxProperties,
    Required,
    DependentRequired,
    Properties,
    PatternProperties,
    AdditionalProperties,
    PropertyNames,
    AllOf,
    AnyOf,
    OneOf,
    Not,
    If,
    DependentSchemas,
    UnevaluatedItems,
    UnevaluatedProperties,
}

use Keyword as K;

/// All keywords with their names, in the order that applies if the source's own doesn't decide.
const CHECKED: [(K, &str); 36] = [
    (K::Ref, "$ref"),
    (K::DynamicRef, "$dynamicRef"),
    (K::Type, "type"),
    (K::Enum, "enum"),
    (K::Const, "const"),
    (K::MultipleOf, "multipleOf"),
    (K::Minimum, "minimum"),
    (K::ExclusiveMinimum, "exclusiveMinimum"),
    (K::Maximum, "maximum"),
    (K::ExclusiveMaximum, "exclusiveMaximum"),
    (K::MinLength, "minLength"),
    (K::MaxLength, "maxLength"),
    (K::Pattern, "pattern"),
    (K::Format, "format"),
    (K::MinItems, "minItems"),
    (K::MaxItems, "maxItems"),
    (K::UniqueItems, "uniqueItems"),
    (K::PrefixItems, "prefixItems"),
    (K::Items, "items"),
    (K::Contains, "contains"),
    (K::MinProperties, "minProperties"),
    (K::MaxProperties, "maxProperties"),
    (K::Required, "required"),
    (K::DependentRequired, "dependentRequired"),
    (K::Properties, "properties"),
    (K::PatternProperties, "patternProperties"),
    (K::AdditionalProperties, "additionalProperties"),
    (K::PropertyNames, "propertyNames"),
    (K::AllOf, "allOf"),
    (K::AnyOf, "anyOf"),
    (K::OneOf, "oneOf"),
    (K::Not, "not"),
    (K::If, "if"),
    (K::DependentSchemas, "dependentSchemas"),
    (K::UnevaluatedItems, "unevaluatedItems"),
    (K::UnevaluatedProperties, "unevaluatedProperties"),
];

/// Whether a schema has the keyword.
fn present(k: &Keywords, keyword: Keyword) -> bool {
    match keyword {
        K::Ref => k.reference.is_some(),
        K::DynamicRef => k.dynamic_reference.is_some(),
        K::Type => k.types.is_some(),
        K::Enum => k.enumeration.is_some(),
        K::Const => k.constant.is_some(),
        K::MultipleOf => k.multiple_of.is_some(),
        K::Minimum => k.minimum.is_some(),
        K::ExclusiveMinimum => k.exclusive_minimum.is_some(),
        K::Maximum => k.maximum.is_some(),
        K::ExclusiveMaximum => k.exclusive_maximum.is_some(),
        K::MinLength => k.min_length.is_some(),
        K::MaxLength => k.max_length.is_some(),
        K::Pattern => k.pattern.is_some(),
        K::Format => k.format.is_some(),
        K::MinItems => k.min_items.is_some(),
        K::MaxItems => k.max_items.is_some(),
        K::UniqueItems => k.unique_items,
        K::PrefixItems => !k.prefix_items.is_empty(),
        K::Items => k.items.is_some(),
        K::Contains => k.contains.is_some(),
        K::MinProperties => k.min_properties.is_some(),
        K::MaxProperties => k.max_properties.is_some(),
        K::Required => !k.required.is_empty(),
        K::DependentRequired => !k.dependent_required.is_empty(),
        K::Properties => !k.properties.is_empty(),
        K::PatternProperties => !k.pattern_properties.is_empty(),
        K::AdditionalProperties => k.additional_properties.is_some(),
        K::PropertyNames => k.property_names.is_some(),
        K::AllOf => !k.all_of.is_empty(),
        K::AnyOf => !k.any_of.is_empty(),
        K::OneOf => !k.one_of.is_empty(),
        K::Not => k.not.is_some(),
        K::If => k.if_.is_some(),
        K::DependentSchemas => !k.dependent_schemas.is_empty(),
        K::UnevaluatedItems => k.unevaluated_items.is_some(),
        K::UnevaluatedProperties => k.unevaluated_properties.is_some(),
    }
}

/// The checks of one schema.
pub(super) type SchemaChecks = Vec<(Keyword, String)>;

/// The checks of each schema of a graph.
#[derive(Debug)]
pub(super) struct Plans {
    checks: BTreeMap<NodeId, SchemaChecks>,
    /// Schemas that references lead to, because alternatives may apply one of them to the same value
    /// often. `None` if the result may depend on a dynamic scope.
    referenced: BTreeSet<NodeId>,
}

impl Plans {
    pub(super) fn new(schema: &Schema) -> Plans {
        let plan =
            |(id, node): (NodeId, &contract::schema::Node)| Some((id, plan(node.keywords()?)));
        let keywords = || schema.nodes().filter_map(|(_, node)| node.keywords());
        let is_dynamic = keywords().any(|k| k.dynamic_reference.is_some());
        let references = keywords().filter_map(|k| k.reference.as_ref()).filter(|_| !is_dynamic);
        Plans {
            checks: schema.nodes().filter_map(plan).collect(),
            referenced: references.map(|reference| reference.target).collect(),
        }
    }

    pub(super) fn of(&self, id: NodeId) -> &[(Keyword, String)] {
        self.checks.get(&id).map_or(&[], Vec::as_slice)
    }

    /// Whether the result of a schema for a value is the same in every context, and may be needed often.
    pub(super) fn is_remembered(&self, id: NodeId) -> bool {
        self.referenced.contains(&id)
    }
}

fn plan(keywords: &Keywords) -> SchemaChecks {
    let mut ranked: Vec<(u8, usize, Keyword, &str)> = CHECKED
        .into_iter()
        .filter(|(keyword, _)| present(keywords, *keyword))
        .map(|(keyword, name)| {
            let spelled = spelled(keywords, name);
            let place = keywords.order.iter().position(|written| written == spelled);
            let turn = match keyword {
                K::UnevaluatedItems | K::UnevaluatedProperties => 2,
                K::Pattern => 1,
                _ => 0,
            };
            (turn, place.unwrap_or(usize::MAX), keyword, spelled)
        })
        .collect();
    ranked.sort_unstable();
    ranked.into_iter().map(|(_, _, keyword, spelled)| (keyword, spelled.to_owned())).collect()
}

fn spelled<'k>(keywords: &Keywords, name: &'k str) -> &'k str {
    if name == "$dynamicRef" && !keywords.order.iter().any(|word| word == name) {
        return "$recursiveRef";
    }
    let spelling = keywords.spelling.iter().find(|(known, _)| **known == name);
    spelling.map_or(name, |(_, spelled)| *spelled)
}
