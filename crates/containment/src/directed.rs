//! Layer: directed search. Instances of the one schema, varied one place at a time with the values and
//! names that the two schemas themselves speak of, until a validator says that one tells them apart.
//! It proves nothing and understands nothing, so it also works where the other layers understand too little.

use std::collections::BTreeSet;

use contract::number::Exact;
use contract::{Keywords, Schema};
use serde_json::{Map, Number, Value, json};

use crate::budget::Budget;
use crate::confirm::ValidatorPair;
use crate::form::{Constant, Form, Id};
use crate::format::SAMPLES;
use crate::ground::Ask;
use crate::layer::Layer;
use crate::shrink;
use crate::solve::{Answer, Goal, Solver};
use crate::verdict::{Verdict, pass};
use crate::words::{Language, Word};

/// The maximum number of values tried at a place.
const MAX_POOL: usize = 160;
/// The maximum number of candidates.
const MAX_TRIES: usize = 20_000;
/// The maximum length of generated values.
const MAX_LENGTH: u64 = 300;

/// Directed search.
pub(crate) struct Directed;

impl Layer for Directed {
    fn name(&self) -> &'static str {
        "directed"
    }

    fn contains(&self, ask: &Ask<'_>, budget: &Budget) -> Verdict {
        let Some(validators) = ValidatorPair::new(ask.a(), ask.b()) else {
            return pass("the validator can't read one of the schemas");
        };
        let found = ask.pair.with(budget, |solver, ground| {
            let pool = Pool::new(ask.a().schema, ask.b().schema, solver);
            let roots = (ground.side(ask.side).root, ground.side(ask.side.other()).root);
            search(solver, roots, &pool, &validators)
        });
        found.unwrap_or_else(|| pass("the schema is too big"))
    }
}

fn search(
    solver: &mut Solver,
    (small, large): (Id, Id),
    pool: &Pool,
    validators: &ValidatorPair<'_>,
) -> Verdict {
    let found = instances(solver, (small, large), validators);
    let mut tries = 0;
    let mut test = |candidate: &Value| {
        tries += 1;
        let open = tries < MAX_TRIES && solver.budget.spend(validators.steps);
        // Two implementations must agree: the validator and our own, as far as it can decide.
        let refutes = validators.refutes(candidate)
            && solver.eval(small, candidate) != Some(false)
            && solver.eval(large, candidate) != Some(true);
        (refutes, open)
    };
    let mut bases: Vec<Value> = pool.values.clone();
    bases.extend(found);
    for base in &bases {
        let (refutes, open) = test(base);
        if refutes {
            return Verdict::Refuted(shrink::shrink(base, validators));
        }
        if !open {
            return pass("no instance was found in time");
        }
    }
    // Values that the first schema accepts are varied first.
    bases.sort_by_key(|base| !validators.first_takes(base));
    for base in &bases {
        for candidate in vary(base, pool, 3) {
            let (refutes, open) = test(&candidate);
            if refutes {
                return Verdict::Refuted(shrink::shrink(&candidate, validators));
            }
            if !open {
                return pass("no instance was found in time");
            }
        }
    }
    pass("no instance was found")
}

/// Instances of the first schema, one for each branch.
fn instances(
    solver: &mut Solver,
    (root, other): (Id, Id),
    validators: &ValidatorPair<'_>,
) -> Vec<Value> {
    let branches: Vec<_> = solver
        .arena
        .ids()
        .flat_map(|id| match solver.arena.get(id) {
            Form::Any(parts) | Form::One(parts) => parts.clone(),
            Form::If(condition, then, otherwise) => vec![*condition, *then, *otherwise],
            _ => Vec::new(),
        })
        .take(60)
        .collect();
    let mut goals = vec![Goal::from([(root, true)]), Goal::from([(root, true), (other, true)])];
    for branch in branches {
        goals.push(Goal::from([(root, true), (branch, true)]));
        goals.push(Goal::from([(root, true), (branch, false)]));
    }
    let mut found = Vec::new();
    for goal in goals {
        if let Answer::Found(value) | Answer::Unknown(Some(value)) = solver.solve(&goal)
            && validators.first_takes(&value)
            && !found.contains(&value)
        {
            found.push(value);
        }
    }
    found
}

/// The values and names in the schemas.
#[derive(Default)]
struct Pool {
    values: Vec<Value>,
    seen: BTreeSet<Constant>,
    names: BTreeSet<String>,
    lengths: BTreeSet<u64>,
    patterns: BTreeSet<String>,
}

impl Pool {
    fn new(a: &Schema, b: &Schema, solver: &mut Solver) -> Pool {
        let mut pool = Pool::default();
        for value in [
            json!(null),
            json!(true),
            json!(false),
            json!(0),
            json!(1),
            json!(-1),
            json!(0.5),
            json!(""),
            json!("a"),
            json!([]),
            json!({}),
            json!([0]),
            json!([0, 0]),
            json!({"a": 0}),
        ] {
            pool.add(value);
        }
        for schema in [a, b] {
            for (_, node) in schema.nodes() {
                if let Some(keywords) = node.keywords() {
                    pool.mine(keywords);
                }
            }
        }
        pool.spell_patterns(solver);
        for length in pool.lengths.clone() {
            if length <= MAX_LENGTH {
                pool.add(Value::from("a".repeat(length as usize)));
                pool.add(Value::Array(vec![Value::from(0); length as usize]));
                pool.add(Value::Array((0..length).map(Value::from).collect()));
                let members = (0..length).map(|at| (format!("k{at}"), Value::from(0)));
                pool.add(Value::Object(members.collect()));
            }
        }
        pool.names.insert("zz".to_owned());
        pool
    }

    fn add(&mut self, value: Value) {
        if self.values.len() < MAX_POOL && self.seen.insert(Constant::new(&value)) {
            self.values.push(value);
        }
    }

    fn mine(&mut self, k: &Keywords) {
        for value in
            k.enumeration.iter().flatten().chain(&k.constant).chain(&k.default).chain(&k.examples)
        {
            self.add(value.clone());
        }
        for bound in
            [&k.minimum, &k.maximum, &k.exclusive_minimum, &k.exclusive_maximum, &k.multiple_of]
                .into_iter()
                .flatten()
        {
            self.around(bound);
        }
        for count in [
            k.min_length,
            k.max_length,
            k.min_items,
            k.max_items,
            k.min_properties,
            k.max_properties,
            k.min_contains,
            k.max_contains,
        ]
        .into_iter()
        .flatten()
        {
            self.lengths.extend([count.saturating_sub(1), count, count.saturating_add(1)]);
        }
        self.names.extend(k.properties.keys().cloned());
        self.names.extend(k.required.iter().cloned());
        self.names.extend(k.dependent_required.keys().cloned());
        self.names.extend(k.dependent_required.values().flatten().cloned());
        self.names.extend(k.dependent_schemas.keys().cloned());
        self.patterns.extend(k.pattern.iter().cloned());
        self.patterns.extend(k.pattern_properties.keys().cloned());
        if let Some(format) = &k.format {
            for (_, sample) in SAMPLES.iter().filter(|(name, _)| name == format) {
                self.add(Value::from(*sample));
            }
        }
    }

    /// A number and its neighbours.
    fn around(&mut self, bound: &Number) {
        let Some(exact) = Exact::new(bound) else { return };
        for (numerator, denominator) in [(0, 1), (1, 1), (-1, 1), (1, 2), (-1, 2)] {
            let step = num_rational::BigRational::new(numerator.into(), denominator.into());
            let near = Exact::from(exact.rational() + step);
            if let Some(number) = near.to_number() {
                self.add(Value::Number(number));
            }
        }
    }

    /// Words that match a pattern and words that don't, as values and as names.
    fn spell_patterns(&mut self, solver: &mut Solver) {
        let budget = solver.budget.clone();
        for pattern in self.patterns.clone() {
            let Ok(rust) = contract::regex::to_rust(&pattern) else { continue };
            for wanted in [true, false] {
                let mut language = Language::default();
                let side = if wanted { &mut language.with } else { &mut language.without };
                side.insert(rust.clone());
                for _ in 0..2 {
                    let Word::Found(word) = solver.automata.shortest(&language, &budget) else {
                        break;
                    };
                    self.add(Value::from(word.clone()));
                    if wanted {
                        self.names.insert(word.clone());
                    }
                    language.excluded.insert(word);
                }
            }
        }
    }
}

/// The value with one place changed, to this depth.
fn vary<'v>(
    value: &'v Value,
    pool: &'v Pool,
    levels: usize,
) -> Box<dyn Iterator<Item = Value> + 'v> {
    if levels == 0 {
        return Box::new(std::iter::empty());
    }
    match value {
        Value::Object(members) => {
            let fewer = members.keys().map(move |name| {
                let mut fewer = members.clone();
                fewer.shift_remove(name);
                Value::Object(fewer)
            });
            let set = move |name: &str, member: Value| {
                let mut changed: Map<String, Value> = members.clone();
                changed.insert(name.to_owned(), member);
                Value::Object(changed)
            };
            let more = pool
                .names
                .iter()
                .flat_map(move |name| pool.values.iter().map(move |v| set(name, v.clone())));
            let deeper = members.iter().flat_map(move |(name, member)| {
                vary(member, pool, levels - 1).map(move |v| set(name, v))
            });
            Box::new(fewer.chain(more).chain(deeper))
        }
        Value::Array(items) => {
            let fewer = (0..items.len().min(8)).map(move |at| {
                let mut fewer = items.clone();
                fewer.remove(at);
                Value::Array(fewer)
            });
            let more = pool.values.iter().chain(items).map(move |item| {
                let mut more = items.clone();
                more.push(item.clone());
                Value::Array(more)
            });
            let set = move |at: usize, item: Value| {
                let mut changed = items.clone();
                changed[at] = item;
                Value::Array(changed)
            };
            let other = (0..items.len().min(8))
                .flat_map(move |at| pool.values.iter().map(move |v| set(at, v.clone())));
            let deeper =
                items.iter().enumerate().take(8).flat_map(move |(at, item)| {
                    vary(item, pool, levels - 1).map(move |v| set(at, v))
                });
            Box::new(fewer.chain(more).chain(other).chain(deeper))
        }
        _ => Box::new(std::iter::empty()),
    }
}
