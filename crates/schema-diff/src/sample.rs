//! Small documents that a part of a schema probably takes. Nothing is claimed of them: whoever uses
//! one has a validator confirm it.

use contract::number::Exact;
use contract::{NodeId, Pointer, Schema, Type};
use num_rational::BigRational;
use num_traits::{One, Zero};
use serde_json::{Map, Number, Value, json};

use crate::text;
use crate::view::{View, type_of};

/// Deeper documents are not tried: recursion without an end would build them for ever.
const MAX_DEPTH: usize = 24;
/// Longer texts and lists are not tried.
const MAX_LENGTH: u64 = 20_000;
const MAX_COUNT: u64 = 1_000;
/// Samples kept of one place.
const MAX_SAMPLES: usize = 6;

/// Samples of the conjunction of `nodes`, the plainest first.
pub(crate) fn samples(schema: &Schema, nodes: &[NodeId]) -> Vec<Value> {
    samples_of(schema, &View::of(schema, nodes))
}

/// The plainest one.
pub(crate) fn sample(schema: &Schema, nodes: &[NodeId]) -> Option<Value> {
    first_of(schema, &View::of(schema, nodes), 1).pop()
}

/// Objects with every declared property, and with each one besides what is required: what callers send
/// in practice.
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

/// Samples of a view that was changed on purpose.
pub(crate) fn samples_of(schema: &Schema, view: &View) -> Vec<Value> {
    first_of(schema, view, usize::MAX)
}

/// As many of them as are wanted.
pub(crate) fn first_of(schema: &Schema, view: &View, wanted: usize) -> Vec<Value> {
    let mut budget = 2_000;
    Sampler { schema, budget: &mut budget }.of_view(view, 0, wanted)
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
}

impl Sampler<'_> {
    fn of_nodes(&mut self, nodes: &[NodeId], depth: usize, wanted: usize) -> Vec<Value> {
        let view = View::of(self.schema, nodes);
        self.of_view(&view, depth, wanted)
    }

    fn first(&mut self, nodes: &[NodeId], depth: usize) -> Option<Value> {
        if nodes.is_empty() {
            return Some(Value::String(String::new()));
        }
        self.of_nodes(nodes, depth, 1).pop()
    }

    /// The first `wanted` samples: what nobody asked for is not built, for each may be large.
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
        let mut found = Vec::new();
        for kind in types_by_likelihood(view) {
            found.extend(self.of_type(view, kind, depth));
            if found.len() >= most {
                break;
            }
        }
        found.truncate(most);
        found
    }

    /// Where alternatives are open, a sample of each with the rest of the view.
    fn branches(&mut self, view: &View, depth: usize, wanted: usize) -> Vec<Value> {
        let mut choices: Vec<Vec<NodeId>> = Vec::new();
        for (_, branches) in view.one_of.iter().chain(&view.any_of) {
            if branches.iter().any(|b| view.nodes.contains(b)) {
                continue;
            }
            choices = branches.iter().map(|b| vec![*b]).collect();
            break;
        }
        if choices.is_empty() {
            for owner in &view.conditions {
                let Some(k) = self.schema.node(*owner).keywords() else { continue };
                let taken = |n: &Option<NodeId>| n.is_some_and(|n| view.nodes.contains(&n));
                if taken(&k.then_) || taken(&k.else_) || taken(&k.if_) {
                    continue;
                }
                if let Some(otherwise) = k.else_ {
                    choices.push(vec![otherwise]);
                }
                choices.push(k.if_.into_iter().chain(k.then_).collect());
                if k.else_.is_none() {
                    // The plain view may do; it is tried beside the branch.
                    let mut plain = view.clone();
                    plain.conditions.retain(|c| c != owner);
                    let mut found = self.of_view(&plain, depth + 1, wanted.min(2));
                    for choice in choices {
                        let left = wanted.saturating_sub(found.len());
                        found.extend(self.joined(view, &choice, depth, left));
                    }
                    return found;
                }
                break;
            }
        }
        let mut found = Vec::new();
        for choice in choices.into_iter().take(24) {
            let left = wanted.saturating_sub(found.len());
            found.extend(self.joined(view, &choice, depth, left.min(2)));
        }
        found
    }

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
        let nodes: Vec<NodeId> = view.nodes.iter().chain(choice).copied().collect();
        let mut joined = (*View::of(self.schema, &nodes)).clone();
        let closed =
            |owner: &NodeId| !view.conditions.contains(owner) && view.nodes.contains(owner);
        joined.conditions.retain(|owner| !closed(owner));
        // What was changed in the view on purpose stays.
        if let (Some(kept), Some(now)) = (&view.values, &mut joined.values) {
            now.value.0.retain(|v| kept.value.0.iter().any(|k| contract::value::equal(k, v)));
        } else if view.values.is_some() {
            joined.values.clone_from(&view.values);
        }
        if let Some(types) = &view.types {
            joined.only(types.value);
        }
        for (name, at) in view.required.iter() {
            joined.require(name, || at.clone());
        }
        for (keyword, count) in &view.counts {
            let least = keyword.starts_with("min");
            let slot = joined.counts.entry(keyword).or_insert_with(|| count.clone());
            slot.value =
                if least { slot.value.max(count.value) } else { slot.value.min(count.value) };
        }
        self.of_view(&joined, depth + 1, wanted)
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
        // Items that must differ are chosen among several.
        let each = if view.unique.is_some() { usize::MAX } else { 1 };
        let mut items: Vec<Value> = Vec::new();
        for contains in view.contains.iter().filter(|c| c.min != Some(0)) {
            let wanted = contains.min.unwrap_or(1).min(MAX_COUNT);
            for i in 0..wanted {
                let mut nodes = view.item(self.schema, items.len());
                nodes.push(contains.item);
                let found = self.of_nodes(&nodes, depth + 1, each);
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
                self.of_nodes(&nodes, depth + 1, each)
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
        let mut object = Map::new();
        for name in names {
            let mut nodes = view.property(self.schema, &name);
            if nodes.is_empty() {
                nodes.clone_from(&view.unevaluated_properties);
            }
            let Some(value) = self.first(&nodes, depth + 1) else { return Vec::new() };
            object.insert(name, value);
        }
        vec![Value::Object(object)]
    }
}

/// A value that differs from all items, where they must differ; numbers are counted up.
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

/// Names of the patterns, and names that nothing declares. They come one by one: most callers need the
/// first.
pub(crate) fn spare_names(view: &View) -> impl Iterator<Item = String> {
    let of_patterns = view.pattern_properties.keys().flat_map(|p| text::examples(p, 0).to_vec());
    let plain = ["", "a", "b", "c", "x-a", "extra"].map(str::to_owned);
    of_patterns.chain(plain).chain((0..500).map(|i| format!("k{i}")))
}

/// The types of the view, those first that its keywords speak of.
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

fn strings(view: &View) -> Vec<Value> {
    let least = view.counts.get("minLength").map_or(0, |c| c.value);
    if least > MAX_LENGTH {
        return Vec::new();
    }
    let least = least as usize;
    let most = view.counts.get("maxLength").map_or(usize::MAX, |c| c.value as usize);
    let mut found: Vec<String> = Vec::new();
    for pattern in &view.patterns {
        found.extend(text::examples(&pattern.value, least).iter().cloned());
    }
    let patterns = &view.patterns;
    found.retain(|s| patterns.iter().all(|p| text::matches(&p.value, s)));
    if patterns.is_empty() {
        found.extend(
            view.formats.iter().filter_map(|f| text::of_format(&f.value)).map(str::to_owned),
        );
        if view.formats.is_empty() {
            found.push("a".repeat(least));
        }
    }
    found.retain(|s| (least..=most).contains(&s.chars().count()));
    found.into_iter().map(Value::String).collect()
}

fn numbers(view: &View, integer: bool) -> Vec<Value> {
    let lower = view.lower.as_ref().map(|b| (b.value.exact.rational().clone(), b.value.exclusive));
    let upper = view.upper.as_ref().map(|b| (b.value.exact.rational().clone(), b.value.exclusive));
    let step = view.multiples.iter().filter_map(|m| Exact::new(&m.value)).next();
    let mut wishes = vec![BigRational::zero(), BigRational::one()];
    for (bound, _) in lower.iter().chain(&upper) {
        let one = BigRational::one();
        let half = BigRational::new(1.into(), 2.into());
        for shift in [BigRational::zero(), one.clone(), -one, half.clone(), -half] {
            wishes.push(bound + &shift);
        }
        wishes.push(bound.floor());
        wishes.push(bound.ceil());
    }
    if let (Some((a, _)), Some((b, _))) = (&lower, &upper) {
        wishes.push((a + b) / BigRational::from_integer(2.into()));
    }
    if let Some(step) = &step {
        let snap = |n: &BigRational| {
            [
                (n / step.rational()).ceil() * step.rational(),
                (n / step.rational()).floor() * step.rational(),
            ]
        };
        let snapped: Vec<BigRational> = wishes.iter().flat_map(snap).collect();
        wishes.extend(snapped);
        wishes.push(step.rational().clone());
    }
    if !integer {
        wishes.push(BigRational::new(1.into(), 2.into()));
    }
    let multiples: Vec<Exact> =
        view.multiples.iter().filter_map(|m| Exact::new(&m.value)).collect();
    let fits = |n: &BigRational| {
        let low = lower.as_ref().is_none_or(|(b, open)| if *open { n > b } else { n >= b });
        let high = upper.as_ref().is_none_or(|(b, open)| if *open { n < b } else { n <= b });
        let whole = !integer || n.is_integer();
        let stepped = multiples.iter().all(|m| m.is_positive() && (n / m.rational()).is_integer());
        low && high && whole && stepped
    };
    let mut found: Vec<Number> = Vec::new();
    for wish in wishes.iter().filter(|n| fits(n)) {
        let number = rational_number(wish);
        if let Some(number) = number.filter(|n| !found.contains(n)) {
            found.push(number);
        }
    }
    found.into_iter().take(MAX_SAMPLES).map(Value::Number).collect()
}

/// The JSON number of a rational, where it has a finite decimal form.
pub(crate) fn rational_number(value: &BigRational) -> Option<Number> {
    Exact::from(value.clone()).to_number()
}
