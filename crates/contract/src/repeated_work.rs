//! Finds recursive schemas that are applied twice to the same part of a value at each level, so that a check
//! doubles its work with each level. This is the question whether an automaton reads a word by two paths: a
//! state is a schema, and a letter is a step from a value to a part of it.

mod choice;
mod part;
mod ways;

use std::collections::{BTreeMap, BTreeSet};

use part::{Part, parts};

use crate::{NodeId, Pointer, Schema};

/// The limits of parts and steps; beyond them nothing is reported.
const MOST_PARTS: usize = 400;
const MOST_STEPS: usize = 200_000;

/// Why a part of a schema takes a validator that remembers no results more time than its size suggests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CostKind {
    /// Recursion doubles the work with each level.
    RecursionDoubles,
    /// References without recursion multiply it.
    ReferencesMultiply,
}

/// A part of a schema that takes such time.
#[derive(Clone, Debug)]
pub struct CostlyPart {
    /// Why.
    pub kind: CostKind,
    /// Its node: for recursion, the one that applies a schema the second time.
    pub node: NodeId,
    /// Its place.
    pub pointer: Pointer,
    /// The message.
    pub finding: String,
    /// The action.
    pub advice: &'static str,
}

/// The costly parts of a schema. Recursion that doubles the work multiplies the ways, too, so ways are counted without
/// such recursion only.
#[must_use]
pub fn costly_parts(schema: &Schema) -> Vec<CostlyPart> {
    let doubled = repeated_work(schema);
    if doubled.is_empty() { ways::many_ways(schema).into_iter().collect() } else { doubled }
}

/// At most one finding for each loop of references.
fn repeated_work(schema: &Schema) -> Vec<CostlyPart> {
    let loops = loops(schema);
    let mut found = Vec::new();
    for members in loops.values().filter(|members| !members.is_empty()) {
        let mut search = Search { schema, members, parts: BTreeMap::new(), steps: 0 };
        found.extend(members.iter().find_map(|id| search.doubling(*id)));
    }
    found.sort_by(|a, b| a.pointer.cmp(&b.pointer));
    found
}

/// The schemas of each loop of references, by one of them.
fn loops(schema: &Schema) -> BTreeMap<usize, BTreeSet<NodeId>> {
    let edges: Vec<Vec<usize>> = schema
        .nodes()
        .map(|(_, node)| {
            let next = node.keywords().into_iter();
            next.flat_map(|k| k.of_parts().chain(k.in_place()).chain(k.references()))
                .map(|NodeId(id)| id as usize)
                .collect()
        })
        .collect();
    let component = components(&edges);
    let mut all: BTreeMap<usize, BTreeSet<NodeId>> = BTreeMap::new();
    for (id, _) in schema.nodes() {
        all.entry(component[id.0 as usize]).or_default().insert(id);
    }
    all.retain(|_, members| {
        members.len() > 1
            || members.iter().any(|NodeId(id)| edges[*id as usize].contains(&(*id as usize)))
    });
    all
}

/// The strongly connected component of each node (Kosaraju, without recursion).
fn components(edges: &[Vec<usize>]) -> Vec<usize> {
    let mut backwards = vec![Vec::new(); edges.len()];
    for (from, targets) in edges.iter().enumerate() {
        for to in targets {
            backwards[*to].push(from);
        }
    }
    let (mut seen, mut order) = (vec![false; edges.len()], Vec::new());
    for start in 0..edges.len() {
        let mut stack = vec![(start, 0)];
        while let Some((at, edge)) = stack.pop() {
            if edge == 0 && std::mem::replace(&mut seen[at], true) {
                continue;
            }
            match edges[at].get(edge) {
                Some(next) => stack.extend([(at, edge + 1), (*next, 0)]),
                None => order.push(at),
            }
        }
    }
    let mut component = vec![usize::MAX; edges.len()];
    for start in order.into_iter().rev() {
        let mut open = vec![start];
        while let Some(at) = open.pop() {
            if component[at] == usize::MAX {
                component[at] = start;
                open.extend(&backwards[at]);
            }
        }
    }
    component
}

struct Search<'s> {
    schema: &'s Schema,
    /// The schemas of the loop.
    members: &'s BTreeSet<NodeId>,
    /// The schemas that each of them applies to parts of a value.
    parts: BTreeMap<NodeId, Vec<Part>>,
    steps: usize,
}

impl Search<'_> {
    fn parts(&mut self, id: NodeId) -> Vec<Part> {
        let (schema, members) = (self.schema, self.members);
        let found = self.parts.entry(id);
        found.or_insert_with(|| parts(schema, id, members, MOST_PARTS)).clone()
    }

    /// Two paths from a schema that diverge at once and lead back to it with the same word.
    fn doubling(&mut self, id: NodeId) -> Option<CostlyPart> {
        let all = self.parts(id);
        for (index, second) in all.iter().enumerate() {
            for first in &all[..index] {
                let Some(part) = first.shares(second) else { continue };
                let back = first.target == second.target
                    || self.leads((first.target, second.target), (id, id));
                if back {
                    return Some(CostlyPart {
                        kind: CostKind::RecursionDoubles,
                        node: second.holder,
                        pointer: second.pointer.clone(),
                        finding: format!(
                            "{part} is checked here and by {}, so the work doubles with each level of nesting",
                            first.pointer
                        ),
                        advice: "give each alternative a required property with another `const`, or check the shared part once beside them",
                    });
                }
            }
        }
        None
    }

    /// Whether one word leads a pair of schemas to another.
    fn leads(&mut self, from: (NodeId, NodeId), to: (NodeId, NodeId)) -> bool {
        let mut known = BTreeSet::from([from]);
        let mut open = vec![from];
        while let Some((one, other)) = open.pop() {
            if (one, other) == to {
                return true;
            }
            let (ones, others) = (self.parts(one), self.parts(other));
            for a in &ones {
                for b in &others {
                    self.steps += 1;
                    if self.steps > MOST_STEPS {
                        return false;
                    }
                    let next = (a.target, b.target);
                    if !known.contains(&next) && a.shares(b).is_some() {
                        known.insert(next);
                        open.push(next);
                    }
                }
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::repeated_work;
    use crate::{Document, NoFiles, Schema};

    fn found(schema: Value) -> Vec<String> {
        let document = Document::from_value("test.json", schema);
        let schema = Schema::read(&document, &NoFiles).expect("a schema");
        repeated_work(&schema).iter().map(|one| one.pointer.to_string()).collect()
    }

    fn node(branches: &[Value], keyword: &str) -> Value {
        json!({"$ref": "#/$defs/n", "$defs": {"n": {keyword: branches}}})
    }

    #[test]
    fn alternatives_that_share_a_part_double_the_work() {
        let again = json!({"$ref": "#/$defs/n"});
        let a = json!({"properties": {"a": again}});
        let all = json!({"additionalProperties": again});
        for keyword in ["anyOf", "oneOf", "allOf"] {
            let place = format!("/$defs/n/{keyword}/1/properties/a");
            assert_eq!(found(node(&[a.clone(), a.clone()], keyword)), [place]);
        }
        assert_eq!(
            found(node(&[a.clone(), all], "anyOf")),
            ["/$defs/n/anyOf/1/additionalProperties"]
        );
        let list = json!({"items": again});
        let first = json!({"prefixItems": [again]});
        assert_eq!(found(node(&[list, first], "anyOf")), ["/$defs/n/anyOf/1/prefixItems/0"]);
        let test = json!({"$ref": "#/$defs/n", "$defs": {"n": {"if": a, "then": a}}});
        assert_eq!(found(test), ["/$defs/n/then/properties/a"]);
        let deeper = json!({"$ref": "#/$defs/n", "$defs": {
            "n": {"anyOf": [{"properties": {"a": {"$ref": "#/$defs/m"}}}, {"properties": {"a": {"$ref": "#/$defs/o"}}}]},
            "m": {"properties": {"b": {"$ref": "#/$defs/n"}}}, "o": {"properties": {"b": {"$ref": "#/$defs/n"}}}
        }});
        assert_eq!(found(deeper).len(), 1);
    }

    #[test]
    fn parts_that_differ_do_not() {
        let again = json!({"$ref": "#/$defs/n"});
        let named =
            |name: &str| json!({"properties": {name: again}, "additionalProperties": false});
        let kinds = |kind: &str| {
            json!({"type": "object", "properties": {"kind": {"const": kind}, "left": again},
                "required": ["kind"]})
        };
        let list = json!({"type": "array", "items": again});
        let map = json!({"type": "object", "additionalProperties": again});
        for branches in [
            [named("and"), named("or")],
            [kinds("and"), kinds("or")],
            [list, map.clone()],
            [named("a"), json!({"properties": {"a": true}, "additionalProperties": again})],
            [map.clone(), json!({"properties": {"a": {"type": "string"}}})],
        ] {
            assert_eq!(found(node(&branches, "oneOf")), Vec::<String>::new(), "{branches:?}");
        }
        let other = json!({"$ref": "#/$defs/n", "$defs": {"n": {"if": {"required": ["x"]},
            "then": {"properties": {"a": again}}, "else": {"properties": {"a": again}}}}});
        assert_eq!(found(other), Vec::<String>::new());
        // Twice at one level only.
        let once = json!({"anyOf": [{"properties": {"a": {"$ref": "#/$defs/n"}}}, {"properties": {"a": {"$ref": "#/$defs/n"}}}],
            "$defs": {"n": {"properties": {"next": again}}}});
        assert_eq!(found(once), Vec::<String>::new());
    }
}
