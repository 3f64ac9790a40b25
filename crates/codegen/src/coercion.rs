//! What coercion and defaults go by, in every language: for each schema that may apply at some place, the
//! types that it names, its default and the schemas of its parts. Conditions and alternatives come with
//! the checks that decide them. The rules that follow these are those of `skillgen validate --coerce`.

use std::collections::BTreeMap;

use contract::{Keywords, NodeId, Pointer, Schema};
use serde_json::Value;

use crate::ir::{Formats, Pattern, Refusal, Sub, Unit, lower_parts, read_pattern};

/// The index of a shape in the list; 0 is the root's.
pub type CoercionId = usize;

/// What one schema says about a value for coercion.
#[derive(Clone, Debug)]
pub struct CoercionNode {
    /// The place of the schema in its document.
    pub pointer: Pointer,
    /// `type`
    pub types: Option<Vec<&'static str>>,
    /// `allOf`
    pub all: Vec<CoercionId>,
    /// `$ref`, `$dynamicRef`
    pub references: Vec<CoercionId>,
    /// `dependentSchemas`
    pub dependent: Vec<(String, CoercionId)>,
    /// `if`
    pub condition: Option<Condition>,
    /// `properties`
    pub properties: Vec<(String, CoercionId)>,
    /// `patternProperties`
    pub patterns: Vec<(Pattern, CoercionId)>,
    /// `additionalProperties`, `unevaluatedProperties`
    pub rest: Vec<CoercionId>,
    /// `prefixItems`
    pub prefix: Vec<CoercionId>,
    /// `items`
    pub items: Option<CoercionId>,
    /// `anyOf`, `oneOf`: each branch and its condition.
    pub alternatives: Vec<Vec<(CoercionId, Sub)>>,
    /// `default`
    pub default: Option<Value>,
}

/// `if` with its branches.
#[derive(Clone, Debug)]
pub struct Condition {
    /// Its condition.
    pub test: Sub,
    /// `then`
    pub then: Option<CoercionId>,
    /// `else`
    pub other: Option<CoercionId>,
}

/// The checks of a schema, and its shapes; `None` if a schema is `true` or `false`.
///
/// # Errors
/// A keyword that no language supports, with its pointer.
pub(crate) fn lower(
    schema: &Schema,
    formats: Formats,
) -> Result<(Unit, Vec<Option<CoercionNode>>), Refusal> {
    let mut numbering = Numbering {
        schema,
        numbers: BTreeMap::from([(schema.root(), 0)]),
        order: vec![schema.root()],
    };
    let mut next = 0;
    while let Some(id) = numbering.order.get(next).copied() {
        next += 1;
        if let Some(keywords) = schema.node(id).keywords() {
            parts_of(keywords).into_iter().for_each(|part| {
                numbering.number(part);
            });
        }
    }
    let asked: Vec<NodeId> = numbering
        .order
        .iter()
        .filter_map(|id| schema.node(*id).keywords())
        .flat_map(|k| k.if_.iter().chain(&k.any_of).chain(&k.one_of).copied())
        .collect();
    let (unit, subs) = lower_parts(schema, formats, &asked)?;
    let tests: BTreeMap<NodeId, Sub> = asked.into_iter().zip(subs).collect();
    let order = numbering.order.clone();
    let shape = |id: NodeId| match schema.node(id).keywords() {
        Some(keywords) => numbering.shape(id, keywords, &tests).map(Some),
        None => Ok(None),
    };
    let shapes = order.into_iter().map(shape).collect::<Result<_, _>>()?;
    Ok((unit, shapes))
}

/// Schemas are numbered in the order of traversal.
struct Numbering<'s> {
    schema: &'s Schema,
    numbers: BTreeMap<NodeId, CoercionId>,
    order: Vec<NodeId>,
}

impl Numbering<'_> {
    fn number(&mut self, id: NodeId) -> CoercionId {
        let next = self.order.len();
        let number = *self.numbers.entry(id).or_insert(next);
        if number == next {
            self.order.push(id);
        }
        number
    }

    fn shape(
        &mut self,
        id: NodeId,
        k: &Keywords,
        tests: &BTreeMap<NodeId, Sub>,
    ) -> Result<CoercionNode, Refusal> {
        let pointer = self.schema.node(id).pointer.clone();
        let mut patterns = Vec::new();
        for (text, id) in &k.pattern_properties {
            let at = pointer.push("patternProperties").push(text);
            patterns.push((read_pattern(text, &at)?, self.number(*id)));
        }
        let decided = |id: &NodeId| tests.get(id).cloned().unwrap_or(Sub::Always);
        let references = k.reference.iter().map(|it| it.target);
        let references = references.chain(k.dynamic_reference.iter().map(|it| it.target));
        let rest = k.additional_properties.or(k.unevaluated_properties);
        let mut dependent = Vec::new();
        for (name, id) in &k.dependent_schemas {
            dependent.push((name.clone(), self.number(*id)));
        }
        let mut properties = Vec::new();
        for (name, id) in &k.properties {
            properties.push((name.clone(), self.number(*id)));
        }
        let mut list = |ids: &mut dyn Iterator<Item = NodeId>| -> Vec<CoercionId> {
            ids.map(|id| self.number(id)).collect()
        };
        let all = list(&mut k.all_of.iter().copied());
        let (references, rest) = (list(&mut references.into_iter()), list(&mut rest.into_iter()));
        let prefix = list(&mut k.prefix_items.iter().copied());
        let alternatives = [&k.any_of, &k.one_of].into_iter().filter(|list| !list.is_empty());
        Ok(CoercionNode {
            types: k.types.map(|types| types.iter().map(|t| t.as_str()).collect()),
            all,
            references,
            dependent,
            condition: k.if_.map(|test| Condition {
                test: decided(&test),
                then: k.then_.map(|id| self.number(id)),
                other: k.else_.map(|id| self.number(id)),
            }),
            properties,
            patterns,
            rest,
            prefix,
            items: k.items.map(|id| self.number(id)),
            alternatives: alternatives
                .map(|list| list.iter().map(|id| (self.number(*id), decided(id))).collect())
                .collect(),
            default: k.default.clone(),
            pointer,
        })
    }
}

/// The schemas that a shape refers to.
fn parts_of(k: &Keywords) -> Vec<NodeId> {
    let lists = [&k.all_of, &k.prefix_items, &k.any_of, &k.one_of];
    let maps = [&k.properties, &k.pattern_properties, &k.dependent_schemas];
    let ones = [k.then_, k.else_, k.additional_properties, k.unevaluated_properties, k.items];
    let lists = lists.into_iter().flatten().copied();
    let maps = maps.into_iter().flat_map(|map| map.values().copied());
    let references = k.reference.iter().map(|reference| reference.target);
    let dynamic = k.dynamic_reference.iter().map(|reference| reference.target);
    let ones = ones.into_iter().flatten();
    lists.chain(maps).chain(ones).chain(references).chain(dynamic).collect()
}
