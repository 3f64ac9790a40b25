//! Counts the ways in which a schema is applied to one value: references that lead twice to the same definition, which
//! refers twice to the next one, multiply the work without any recursion.

use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

use super::part::{PartStep, Reached, in_place, steps, takes_all};
use super::{CostKind, CostlyPart, MOST_STEPS};
use crate::{NodeId, Schema};

/// One way. Of alternatives that exclude each other, each counts as its share of one.
const WAY: u64 = 1 << 20;
/// The number of ways from which on a schema is reported: a validator takes about a tenth of a second for it.
const MANY: u64 = 1 << 16;
/// The number of items of a list that are told apart.
const MOST_ITEMS: usize = 8;

/// How often schemas are applied to one value, in parts of [`WAY`].
type Counts = BTreeMap<NodeId, u64>;

/// The first schema that is found to be applied to one value in many ways.
pub(super) fn many_ways(schema: &Schema) -> Option<CostlyPart> {
    let mut search = Search { schema, closures: BTreeMap::new(), left: MOST_STEPS };
    let start = Counts::from([(schema.root(), WAY)]);
    let mut known = BTreeSet::from([start.clone()]);
    // The largest counts first.
    let mut open = BinaryHeap::from([(WAY, start)]);
    while let Some((_, at)) = open.pop() {
        let all = search.closure_of(&at)?;
        let (node, ways) =
            all.iter().max_by_key(|(_, ways)| **ways).map(|(id, ways)| (*id, *ways))?;
        let ways = ways / WAY;
        if ways >= MANY {
            return Some(CostlyPart {
                kind: CostKind::ReferencesMultiply,
                node,
                pointer: schema.node(node).pointer.clone(),
                finding: format!(
                    "{ways} ways lead from the root to this schema for one value, so it is checked as often"
                ),
                advice: "refer to a shared definition once, beside the alternatives or conditions, and not in each of them",
            });
        }
        for next in search.parts(&all)? {
            if known.insert(next.clone()) {
                let total = next.values().fold(0, |sum: u64, ways| sum.saturating_add(*ways));
                open.push((total, next));
            }
        }
    }
    None
}

struct Search<'s> {
    schema: &'s Schema,
    /// The schemas that each schema applies to the value itself, with itself.
    closures: BTreeMap<NodeId, Counts>,
    left: usize,
}

impl Search<'_> {
    /// Takes steps; `None` if too few are left.
    fn spend(&mut self, steps: usize) -> Option<()> {
        self.left = self.left.checked_sub(steps)?;
        Some(())
    }

    /// What the schemas of a value apply to it, with themselves.
    fn closure_of(&mut self, at: &Counts) -> Option<Counts> {
        let mut all = Counts::new();
        for (id, ways) in at {
            self.close(*id)?;
            let closure = &self.closures[id];
            self.left = self.left.checked_sub(closure.len())?;
            add(&mut all, closure, *ways);
        }
        Some(all)
    }

    /// Works out the closure of a schema after those of the schemas that it applies.
    fn close(&mut self, start: NodeId) -> Option<()> {
        let mut entered = BTreeSet::new();
        let mut open: Vec<(NodeId, Option<Vec<Reached>>)> = vec![(start, None)];
        while let Some((id, applied)) = open.pop() {
            self.spend(1)?;
            if let Some(applied) = applied {
                let closure = self.joined(id, &applied)?;
                self.closures.insert(id, closure);
            // A schema that applies itself to the same value is rejected elsewhere.
            } else if !self.closures.contains_key(&id) && entered.insert(id) {
                let keywords = self.schema.node(id).keywords();
                let applied = keywords.map_or_else(Vec::new, |k| in_place(self.schema, id, k));
                let targets: Vec<_> = applied.iter().map(|one| (one.target, None)).collect();
                open.push((id, Some(applied)));
                open.extend(targets);
            }
        }
        Some(())
    }

    /// The closure of a schema from those of the schemas that it applies.
    fn joined(&mut self, id: NodeId, applied: &[Reached]) -> Option<Counts> {
        let mut branches: BTreeMap<(NodeId, &str), u64> = BTreeMap::new();
        applied.iter().filter_map(Reached::choice).for_each(|choice| {
            *branches.entry(choice).or_default() += 1;
        });
        let mut all = Counts::from([(id, WAY)]);
        for one in applied {
            let Some(closure) = self.closures.get(&one.target) else { continue };
            self.left = self.left.checked_sub(closure.len())?;
            let share = one.choice().map_or(1, |choice| branches[&choice]);
            add(&mut all, closure, WAY / share);
        }
        Some(all)
    }

    /// For each kind of part of a value, the schemas that are applied to it.
    fn parts(&mut self, all: &Counts) -> Option<Vec<Counts>> {
        let mut names: BTreeMap<String, Counts> = BTreeMap::new();
        let mut patterns: BTreeMap<String, Counts> = BTreeMap::new();
        let mut items: BTreeMap<usize, Counts> = BTreeMap::new();
        // What is applied to each name, each name but some, and each item from one on.
        let (mut any, mut others, mut from) = (Counts::new(), Vec::new(), Vec::new());
        for (id, ways) in all {
            let Some(keywords) = self.schema.node(*id).keywords() else { continue };
            let found = steps(keywords);
            self.spend(1 + found.len())?;
            for (step, _, target) in found {
                match step {
                    PartStep::Name(name) => count(names.entry(name).or_default(), target, *ways),
                    PartStep::Pattern(pattern) if takes_all(&pattern) => {
                        count(&mut any, target, *ways);
                    }
                    PartStep::Pattern(pattern) => {
                        count(patterns.entry(pattern).or_default(), target, *ways);
                    }
                    PartStep::Others(but) => others.push((but, target, *ways)),
                    PartStep::Index(index) if index < MOST_ITEMS => {
                        count(items.entry(index).or_default(), target, *ways);
                    }
                    PartStep::Index(_) => {}
                    PartStep::From(start) => from.push((start, target, *ways)),
                }
            }
        }
        self.spend(names.len() * (others.len() + 1) + (items.len() + 1) * from.len())?;
        let mut unnamed = any.clone();
        others.iter().for_each(|(_, target, ways)| count(&mut unnamed, *target, *ways));
        let mut next = vec![unnamed];
        for (name, mut counts) in names {
            add(&mut counts, &any, WAY);
            let of_name = others.iter().filter(|(but, ..)| !but.contains(&name));
            of_name.for_each(|(_, target, ways)| count(&mut counts, *target, *ways));
            next.push(counts);
        }
        for mut counts in patterns.into_values() {
            add(&mut counts, &any, WAY);
            next.push(counts);
        }
        let beyond = items.keys().next_back().map_or(0, |last| last + 1);
        items.entry(beyond).or_default();
        for (index, mut counts) in items {
            let of_item = from.iter().filter(|(start, ..)| *start <= index);
            of_item.for_each(|(_, target, ways)| count(&mut counts, *target, *ways));
            next.push(counts);
        }
        next.retain(|counts| !counts.is_empty());
        Some(next)
    }
}

/// Counts further ways to a schema.
fn count(all: &mut Counts, id: NodeId, ways: u64) {
    let known = all.entry(id).or_default();
    *known = known.saturating_add(ways);
}

/// Adds counts, `times` parts of [`WAY`] often.
fn add(all: &mut Counts, more: &Counts, times: u64) {
    for (id, ways) in more {
        let product = u128::from(*ways) * u128::from(times) / u128::from(WAY);
        count(all, *id, u64::try_from(product).unwrap_or(u64::MAX));
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, Value, json};

    use super::many_ways;
    use crate::{Document, NoFiles, Schema};

    fn found(schema: Value) -> Option<String> {
        let document = Document::from_value("test.json", schema);
        let schema = Schema::read(&document, &NoFiles).expect("a schema");
        many_ways(&schema).map(|one| one.pointer.to_string())
    }

    /// Definitions that each refer to the next one.
    fn ladder(levels: usize, level: impl Fn(Value) -> Value) -> Value {
        let mut all = Map::new();
        for at in 0..levels {
            let next = json!({"$ref": format!("#/$defs/d{}", at + 1)});
            all.insert(format!("d{at}"), level(next));
        }
        all.insert(format!("d{levels}"), json!({"type": "integer"}));
        json!({"$ref": "#/$defs/d0", "$defs": all})
    }

    #[test]
    fn ladders_of_references_multiply() {
        let levels: [fn(Value) -> Value; 7] = [
            |next| json!({"anyOf": [next, next]}),
            |next| json!({"oneOf": [next, {"not": next}]}),
            |next| json!({"dependentSchemas": {"a": next, "b": next}}),
            |next| json!({"if": next, "then": next, "else": next}),
            |next| json!({"items": next, "contains": next}),
            |next| json!({"properties": {"a": next}, "patternProperties": {"": next}}),
            |next| json!({"allOf": [{"properties": {"a": next}}, {"additionalProperties": next}]}),
        ];
        for level in levels {
            let schema = ladder(20, level);
            assert!(found(schema.clone()).is_some(), "{schema}");
            assert_eq!(found(ladder(6, level)), None);
        }
    }

    #[test]
    fn parts_of_different_names_do_not() {
        let levels: [fn(Value) -> Value; 5] = [
            |next| json!({"properties": {"a": next, "b": next, "c": next}}),
            |next| json!({"prefixItems": [next, next], "items": next}),
            |next| json!({"properties": {"a": next}, "additionalProperties": next}),
            |next| json!({"if": {"required": ["x"]}, "then": next, "else": next}),
            |next| {
                let kind = |kind: &str| json!({"required": ["kind"], "properties": {"kind": {"const": kind}, "below": next}});
                json!({"oneOf": [kind("a"), kind("b"), kind("c")]})
            },
        ];
        for level in levels {
            let schema = ladder(24, level);
            assert_eq!(found(schema.clone()), None, "{schema}");
        }
    }

    #[test]
    fn recursion_of_one_way_ends() {
        let tree = json!({"properties": {"left": {"$ref": "#"}, "right": {"$ref": "#"}, "all": {"items": {"$ref": "#"}}}});
        assert_eq!(found(tree), None);
    }
}
