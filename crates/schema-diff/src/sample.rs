//! Small documents that a part of a schema probably accepts. They are unverified: callers validate
//! them.

mod scalar;

use std::collections::BTreeSet;

use containment::EXAMPLE;
use containment::view::{View, type_of};
use contract::number::Exact;
use contract::{Keywords, NodeId, Pointer, Schema, Type};
use num_rational::BigRational;
use serde_json::{Map, Value, json};

use crate::text;
use scalar::{is_plausible, numbers, strings};

/// The maximum depth of documents, because recursion may not end.
const MAX_DEPTH: usize = 24;
/// The maximum length of strings and lists.
const MAX_LENGTH: u64 = 20_000;
const MAX_COUNT: u64 = 1_000;
/// The maximum number of alternatives and conditions with samples.
const MAX_BRANCHES: usize = 24;
/// The maximum number of views for the samples of one place.
pub(crate) const MAX_VIEWS: usize = 2_000;
/// The size of samples that costs as much as a view.
const BYTES_A_VIEW: usize = 1024;
/// The maximum number of samples of one place.
const MAX_SAMPLES: usize = 6;

/// Samples of the conjunction of `nodes`, the simplest first.
pub(crate) fn samples(schema: &Schema, nodes: &[NodeId]) -> Vec<Value> {
    samples_of(schema, &View::of(schema, nodes))
}

/// The simplest one.
pub(crate) fn sample(schema: &Schema, nodes: &[NodeId]) -> Option<Value> {
    first_of(schema, &View::of(schema, nodes), 1).pop()
}

/// Objects with every declared property, and with each optional one: typical inputs of callers.
pub(crate) fn full(schema: &Schema) -> Vec<Value> {
    let view = View::of(schema, &[schema.root()]);
    let mut found = Vec::new();
    let sets = view.properties.keys().take(40).map(|n| vec![n.clone()]);
    for names in sets.chain([view.properties.keys().cloned().collect()]) {
        let mut tried = (*view).clone();
        for name in names {
            tried.require(&name, Pointer::default);
        }
        found.extend(samples_of(schema, &tried));
    }
    found
}

/// Samples of a modified view.
pub(crate) fn samples_of(schema: &Schema, view: &View) -> Vec<Value> {
    first_of(schema, view, usize::MAX)
}

/// As many of them as requested.
pub(crate) fn first_of(schema: &Schema, view: &View, wanted: usize) -> Vec<Value> {
    let mut budget = MAX_VIEWS;
    Sampler { schema, budget: &mut budget, near: Vec::new() }.of_view(view, 0, wanted)
}

/// Samples of a view; `budget` is the remaining number of views, shared by several questions.
pub(crate) fn samples_within(schema: &Schema, view: &View, budget: &mut usize) -> Vec<Value> {
    Sampler { schema, budget, near: Vec::new() }.of_view(view, 0, usize::MAX)
}

/// Whether a value looks generated: strings without content.
pub(crate) fn is_made_up(value: &Value) -> bool {
    match value {
        Value::String(text) => text.chars().all(|c| matches!(c, 'a' | 'x')),
        Value::Array(items) => items.iter().any(is_made_up),
        Value::Object(members) => members.iter().any(|(k, v)| k.is_empty() || is_made_up(v)),
        _ => false,
    }
}

/// One value of each type.
pub(crate) fn one_of_each() -> Vec<Value> {
    vec![
        json!(""),
        Value::Null,
        json!(0),
        json!(true),
        json!([]),
        json!({}),
        json!(0.5),
        json!("x"),
        json!([null]),
        json!(-1),
        json!(1),
    ]
}

struct Sampler<'a> {
    schema: &'a Schema,
    budget: &'a mut usize,
    /// The values that examples of surrounding values have at this place.
    near: Vec<&'a Value>,
}

impl<'a> Sampler<'a> {
    fn of_nodes(&mut self, nodes: &[NodeId], depth: usize, wanted: usize) -> Vec<Value> {
        let view = View::of(self.schema, nodes);
        self.of_view(&view, depth, wanted)
    }

    /// Samples of a member or item, if examples of the surrounding value contain them.
    fn below(
        &mut self,
        near: &[&'a Value],
        nodes: &[NodeId],
        depth: usize,
        wanted: usize,
    ) -> Vec<Value> {
        let around = std::mem::replace(&mut self.near, near.to_vec());
        let found = self.of_nodes(nodes, depth + 1, wanted);
        self.near = around;
        found
    }

    /// The examples of a value, its own and those within examples of surrounding values.
    fn examples_of(&self, view: &View) -> Vec<&'a Value> {
        self.own_examples(view).chain(self.near.iter().copied()).collect()
    }

    /// The first `wanted` samples, built on demand, because each may be large.
    fn of_view(&mut self, view: &View, depth: usize, wanted: usize) -> Vec<Value> {
        if view.never.is_some() || depth > MAX_DEPTH || *self.budget == 0 {
            return Vec::new();
        }
        *self.budget -= 1;
        let branched = self.branches(view, depth, wanted);
        if !branched.is_empty() {
            return branched;
        }
        let most = wanted.min(MAX_SAMPLES);
        if let Some(values) = &view.values {
            let fits = |v: &&Value| view.types.as_ref().is_none_or(|t| t.value.takes(type_of(v)));
            return values.value.0.iter().filter(fits).take(most).cloned().collect();
        }
        let mut found = self.written(view);
        for kind in types_by_likelihood(view) {
            if found.len() >= most {
                break;
            }
            found.extend(self.of_type(view, kind, depth));
        }
        found.truncate(most);
        // Large samples are few: those of nested lists multiply.
        let cost = found.iter().map(contract::value::size).sum::<usize>() / BYTES_A_VIEW;
        *self.budget = self.budget.saturating_sub(cost);
        found
    }

    /// The author's examples of the value, here or in examples of surrounding values.
    fn written(&self, view: &View) -> Vec<Value> {
        let mut found: Vec<Value> = Vec::new();
        for value in self.examples_of(view) {
            let scalar = !value.is_object() && !value.is_array();
            if scalar && is_plausible(view, value) && !found.contains(value) {
                found.push(value.clone());
            }
        }
        found
    }

    /// `examples` and `default` of the conjuncts.
    fn own_examples(&self, view: &View) -> impl Iterator<Item = &'a Value> {
        let schema = self.schema;
        let keywords: Vec<_> =
            view.nodes.iter().filter_map(|id| schema.node(*id).keywords()).collect();
        keywords.into_iter().flat_map(|k| k.examples.iter().chain(&k.default))
    }

    /// For undecided alternatives, a sample of each with the rest of the view.
    fn branches(&mut self, view: &View, depth: usize, wanted: usize) -> Vec<Value> {
        if view.one_of.is_empty() && view.any_of.is_empty() && view.conditions.is_empty() {
            return Vec::new();
        }
        let taken: BTreeSet<NodeId> = view.nodes.iter().copied().collect();
        let is_open =
            |group: &&(NodeId, Vec<NodeId>)| !group.1.iter().any(|branch| taken.contains(branch));
        if let Some((_, branches)) = view.one_of.iter().chain(&view.any_of).find(is_open) {
            let mut found = Vec::new();
            for branch in branches.iter().take(MAX_BRANCHES) {
                let left = wanted.saturating_sub(found.len());
                found.extend(self.joined(view, &[*branch], depth, left.min(2)));
            }
            return found;
        }
        self.conditions(view, &taken, depth, wanted)
    }

    /// For undecided conditions, a sample that satisfies none of them, if possible, and one that satisfies each.
    fn conditions(
        &mut self,
        view: &View,
        taken: &BTreeSet<NodeId>,
        depth: usize,
        wanted: usize,
    ) -> Vec<Value> {
        let schema = self.schema;
        let is_open = |k: &&Keywords| {
            let parts = [k.if_, k.then_, k.else_];
            !parts.iter().flatten().any(|part| taken.contains(part))
        };
        let owners = view.conditions.iter().filter_map(|owner| schema.node(*owner).keywords());
        let open: Vec<&Keywords> = owners.filter(is_open).collect();
        let met = |k: &Keywords| -> Vec<NodeId> { k.if_.into_iter().chain(k.then_).collect() };
        if open.is_empty() {
            return Vec::new();
        }
        // A value that satisfies no condition must satisfy the `else` branches; whether it does is not
        // verified here.
        let mut alone = view.clone();
        alone.conditions.clear();
        let otherwise: Vec<NodeId> = open.iter().filter_map(|k| k.else_).collect();
        let mut found = self.joined(&alone, &otherwise, depth, wanted.min(2));
        // If nothing is found without a condition, pairs of them don't make it easier.
        let rest = if found.is_empty() { &alone } else { view };
        let most = if open.len() == 1 { wanted } else { 2 };
        for k in open.into_iter().take(MAX_BRANCHES) {
            let left = wanted.saturating_sub(found.len());
            found.extend(self.joined(rest, &met(k), depth, left.min(most)));
        }
        found
    }

    /// Samples of a view and further schemas of the same value.
    fn joined(
        &mut self,
        view: &View,
        choice: &[NodeId],
        depth: usize,
        wanted: usize,
    ) -> Vec<Value> {
        if wanted == 0 {
            return Vec::new();
        }
        self.of_view(&view.with(self.schema, choice), depth + 1, wanted)
    }

    fn of_type(&mut self, view: &View, kind: Type, depth: usize) -> Vec<Value> {
        match kind {
            Type::Null => vec![Value::Null],
            Type::Boolean => vec![json!(true), json!(false)],
            Type::Integer => numbers(view, true),
            Type::Number => numbers(view, false),
            Type::String => strings(view),
            Type::Array => self.arrays(view, depth),
            Type::Object => self.objects(view, depth),
        }
    }

    fn arrays(&mut self, view: &View, depth: usize) -> Vec<Value> {
        let least = view.counts.get("minItems").map_or(0, |c| c.value);
        if least > MAX_COUNT {
            return Vec::new();
        }
        // Unique items are chosen among several samples.
        let each = if view.unique.is_some() { usize::MAX } else { 1 };
        let examples = self.examples_of(view);
        let near: Vec<&Value> =
            examples.iter().filter_map(|e| e.as_array()).flatten().take(MAX_SAMPLES).collect();
        let mut items: Vec<Value> = Vec::new();
        for contains in view.contains.iter().filter(|c| c.min != Some(0)) {
            let wanted = contains.min.unwrap_or(1).min(MAX_COUNT);
            for i in 0..wanted {
                let mut nodes = view.item(self.schema, items.len());
                nodes.push(contains.item);
                let found = self.below(&near, &nodes, depth, each);
                let Some(value) = distinct(&items, found, view.unique.is_some(), i) else { break };
                items.push(value);
            }
        }
        while (items.len() as u64) < least {
            let mut nodes = view.item(self.schema, items.len());
            if nodes.is_empty() {
                nodes.clone_from(&view.unevaluated_items);
            }
            let found = if nodes.is_empty() {
                one_of_each()
            } else {
                self.below(&near, &nodes, depth, each)
            };
            let count = items.len() as u64;
            let Some(value) = distinct(&items, found, view.unique.is_some(), count) else { break };
            items.push(value);
        }
        vec![Value::Array(items)]
    }

    fn objects(&mut self, view: &View, depth: usize) -> Vec<Value> {
        let mut names: Vec<String> = view.required.keys().cloned().collect();
        let mut at = 0;
        while at < names.len() {
            let name = names[at].clone();
            for (from, to) in view.dependent_required.keys() {
                if *from == name && !names.contains(to) {
                    names.push(to.clone());
                }
            }
            at += 1;
        }
        let least = view.counts.get("minProperties").map_or(0, |c| c.value).min(500) as usize;
        let spare = view.properties.keys().cloned().chain(spare_names(view));
        for name in spare {
            if names.len() >= least {
                break;
            }
            let allowed = View::of(self.schema, &view.property(self.schema, &name)).never.is_none();
            if !names.contains(&name) && allowed {
                names.push(name);
            }
        }
        let examples = self.examples_of(view);
        let mut object = Map::new();
        for name in names {
            let mut nodes = view.property(self.schema, &name);
            if nodes.is_empty() {
                nodes.clone_from(&view.unevaluated_properties);
            }
            let near: Vec<&Value> =
                examples.iter().filter_map(|e| e.get(&name)).take(MAX_SAMPLES).collect();
            let value = match (nodes.as_slice(), near.first()) {
                ([], Some(example)) => Some((*example).clone()),
                ([], None) => Some(json!(EXAMPLE)),
                _ => self.below(&near, &nodes, depth, 1).pop(),
            };
            let Some(value) = value else { return Vec::new() };
            object.insert(name, value);
        }
        vec![Value::Object(object)]
    }
}

/// A value that differs from all items, if they must be unique; numbers are increased.
fn distinct(items: &[Value], found: Vec<Value>, unique: bool, count: u64) -> Option<Value> {
    if !unique {
        return found.into_iter().next();
    }
    let fresh = |v: &Value| !items.iter().any(|i| contract::value::equal(i, v));
    let varied: Vec<Value> = match found.first() {
        Some(Value::String(s)) => {
            vec![json!(format!("{s}{count}")), json!(format!("{s}{}", "a".repeat(count as usize)))]
        }
        Some(Value::Number(n)) => Exact::new(n)
            .and_then(|e| {
                Exact::parse(&(e.rational() + BigRational::from_integer(count.into())).to_string())
            })
            .and_then(|e| e.to_number())
            .map(Value::Number)
            .into_iter()
            .collect(),
        Some(Value::Array(_)) => vec![json!([count])],
        _ => Vec::new(),
    };
    found.into_iter().chain(varied).find(fresh)
}

/// Names that match the patterns, and undeclared names. They are computed one by one, because most
/// callers need only the first.
pub(crate) fn spare_names(view: &View) -> impl Iterator<Item = String> {
    let of_patterns = view.pattern_properties.keys().flat_map(|p| text::examples(p, 0).to_vec());
    let plain = ["extra", "a", "b", "c", "x-a", ""].map(str::to_owned);
    of_patterns.chain(plain).chain((0..500).map(|i| format!("k{i}")))
}

/// The types of the view, those of its keywords first.
fn types_by_likelihood(view: &View) -> Vec<Type> {
    let types = view.effective_types();
    let spoken = |t: Type| match t {
        Type::Object => {
            !view.required.is_empty()
                || !view.properties.is_empty()
                || !view.pattern_properties.is_empty()
                || !view.additional.is_empty()
                || !view.dependent_required.is_empty()
                || !view.unevaluated_properties.is_empty()
                || view.counts.keys().any(|k| k.ends_with("Properties"))
        }
        Type::Array => {
            !view.items.is_empty()
                || view.prefix > 0
                || !view.contains.is_empty()
                || view.unique.is_some()
                || view.counts.keys().any(|k| k.ends_with("Items"))
        }
        Type::String => {
            !view.patterns.is_empty()
                || !view.formats.is_empty()
                || view.counts.keys().any(|k| k.ends_with("Length"))
        }
        Type::Integer | Type::Number => {
            view.lower.is_some() || view.upper.is_some() || !view.multiples.is_empty()
        }
        _ => false,
    };
    let order = [
        Type::Object,
        Type::Array,
        Type::String,
        Type::Integer,
        Type::Number,
        Type::Boolean,
        Type::Null,
    ];
    let taken = |t: &Type| types.takes(*t);
    let (mut first, rest): (Vec<Type>, Vec<Type>) =
        order.into_iter().filter(taken).partition(|t| spoken(*t));
    let plain = [
        Type::String,
        Type::Integer,
        Type::Number,
        Type::Boolean,
        Type::Null,
        Type::Array,
        Type::Object,
    ];
    first.extend(plain.into_iter().filter(|t| rest.contains(t)));
    first
}
