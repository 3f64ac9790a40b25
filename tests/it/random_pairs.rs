//! Random pairs of schemas, judged from outside: what is said to hold survives sampled instances, what is
//! refuted is refuted by two validators of other hands, rewrites that keep the meaning are never refuted,
//! and swapping old and new swaps the answers. 2,000 pairs in CI, 20,000 with `SKILLGEN_SLOW=1`.
#![allow(clippy::print_stdout, reason = "the figures are what these tests are read for")]

use std::collections::BTreeMap;

use containment::{Formats, Options, Verdict, relation};
use contract::{Document, NoFiles, Schema};
use libtest_mimic::Trial;
use serde_json::{Map, Value, json};

const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

pub(crate) fn cases() -> Vec<Trial> {
    vec![Trial::test("random_pairs::verdicts_stand", || pairs().map_err(Into::into))]
}

/// A generator of its own: the same pairs everywhere, for ever.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed)
    }

    fn next(&mut self) -> u64 {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    pub(crate) fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    pub(crate) fn pick<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }
}

const DRAFT7: &str = "http://json-schema.org/draft-07/schema#";

pub(crate) const NAMES: &[&str] = &["a", "b", "ab", "c"];
const PATTERNS: &[&str] =
    &["^a", "b$", "^[ab]*$", "^a?b+$", "a", "^.{2,3}$", "^(a|bc)*$", "\\d", "^$", "^[^a]"];
const STRINGS: &[&str] = &["", "a", "b", "ab", "abc", "bbb", "1", "aaaa", "é"];
const NUMBERS: &[&str] = &["-1", "0", "1", "2", "3", "0.5", "1.5", "6", "1.0", "2.25"];

/// A value out of a small world, in which schemas of the same world can be told apart.
pub(crate) fn value(random: &mut Random, depth: usize) -> Value {
    match random.below(if depth == 0 { 8 } else { 14 }) {
        0 => Value::Null,
        1 => Value::Bool(random.one_in(2)),
        2..=4 => serde_json::from_str(random.pick(NUMBERS)).unwrap(),
        5..=7 => Value::from(random.pick(STRINGS)),
        8..=10 => (0..random.below(4)).map(|_| value(random, depth - 1)).collect(),
        _ => Value::Object(
            (0..random.below(4))
                .map(|_| {
                    let strange = random.one_in(6);
                    let name = if strange { "bcd" } else { random.pick(NAMES) };
                    (name.to_owned(), value(random, depth - 1))
                })
                .collect(),
        ),
    }
}

fn number(random: &mut Random) -> Value {
    serde_json::from_str(random.pick(NUMBERS)).unwrap()
}

fn distinct(random: &mut Random) -> Value {
    let mut values: Vec<Value> = Vec::new();
    for _ in 0..1 + random.below(3) {
        let next = value(random, 1);
        if !values.iter().any(|value| contract::value::equal(value, &next)) {
            values.push(next);
        }
    }
    Value::from(values)
}

/// Any schema.
pub(crate) fn schema(random: &mut Random, depth: usize) -> Value {
    if random.one_in(14) {
        return Value::Bool(random.one_in(4));
    }
    let mut members = Map::new();
    for _ in 0..1 + random.below(3) {
        let (name, said) = keyword(random, depth);
        members.insert(name.to_owned(), said);
    }
    Value::Object(members)
}

pub(crate) fn list(random: &mut Random, depth: usize) -> Value {
    (0..1 + random.below(3)).map(|_| schema(random, depth - 1)).collect()
}

/// A schema of a part of the instance: there a reference may lead back to the whole.
fn below(random: &mut Random, depth: usize) -> Value {
    match random.below(12) {
        0 => json!({"$ref": "#"}),
        1 => json!({"$ref": "#/$defs/x"}),
        _ => schema(random, depth),
    }
}

fn by_name(random: &mut Random, depth: usize, names: &[&str]) -> Value {
    let count = 1 + random.below(2);
    Value::Object(
        (0..count).map(|_| (random.pick(names).to_owned(), below(random, depth - 1))).collect(),
    )
}

fn keyword(random: &mut Random, depth: usize) -> (&'static str, Value) {
    let small = |random: &mut Random| Value::from(random.below(4));
    if depth == 0 || random.one_in(3) {
        return match random.below(18) {
            0..=3 => {
                let all = ["null", "boolean", "integer", "number", "string", "array", "object"];
                let count = 1 + random.below(2);
                let mut types: Vec<&str> = (0..count).map(|_| random.pick(&all)).collect();
                types.sort_unstable();
                types.dedup();
                ("type", json!(types))
            }
            4 => ("enum", distinct(random)),
            5 => ("const", value(random, 1)),
            6 => ("minimum", number(random)),
            7 => ("maximum", number(random)),
            8 => ("exclusiveMinimum", number(random)),
            9 => ("multipleOf", json!(random.pick(&[1.0, 2.0, 3.0, 0.5, 1.5]))),
            10 => ("minLength", small(random)),
            11 => ("maxLength", small(random)),
            12 => ("pattern", json!(random.pick(PATTERNS))),
            13 => (random.pick(&["minItems", "maxItems"]), small(random)),
            14 => ("uniqueItems", json!(!random.one_in(4))),
            15 => (random.pick(&["minProperties", "maxProperties"]), small(random)),
            16 => ("required", json!([random.pick(NAMES)])),
            _ => ("dependentRequired", json!({(random.pick(NAMES)): [random.pick(NAMES)]})),
        };
    }
    match random.below(22) {
        0..=3 => ("properties", by_name(random, depth, NAMES)),
        4 => ("patternProperties", by_name(random, depth, PATTERNS)),
        5 => ("additionalProperties", below(random, depth - 1)),
        6 => ("propertyNames", schema(random, 0)),
        7 => ("dependentSchemas", json!({(random.pick(NAMES)): schema(random, depth - 1)})),
        8 => ("prefixItems", list(random, depth)),
        9 | 10 => ("items", below(random, depth - 1)),
        11 => ("contains", below(random, depth - 1)),
        12 => ("allOf", list(random, depth)),
        13 | 14 => ("anyOf", list(random, depth)),
        15 | 16 => ("oneOf", list(random, depth)),
        17 => ("not", schema(random, depth - 1)),
        18 => ("if", schema(random, depth - 1)),
        19 => (random.pick(&["then", "else"]), schema(random, depth - 1)),
        20 => (random.pick(&["unevaluatedProperties", "unevaluatedItems"]), schema(random, 0)),
        _ => (random.pick(&["minContains", "maxContains"]), small(random)),
    }
}

/// The schema with something changed somewhere.
pub(crate) fn mutate(random: &mut Random, original: &Value, depth: usize) -> Value {
    let Value::Object(members) = original else { return schema(random, depth) };
    let mut members = members.clone();
    let names: Vec<String> = members.keys().cloned().collect();
    let below: Vec<&String> = names
        .iter()
        .filter(|name| {
            let applies =
                ["items", "contains", "not", "if", "then", "else", "additionalProperties"];
            let lists =
                ["allOf", "anyOf", "oneOf", "prefixItems", "properties", "patternProperties"];
            applies.contains(&name.as_str()) || lists.contains(&name.as_str())
        })
        .collect();
    if !below.is_empty() && depth > 0 && !random.one_in(3) {
        let name = random.pick(&below).clone();
        match members.get_mut(&name) {
            Some(Value::Array(list)) if !list.is_empty() => {
                let at = random.below(list.len());
                list[at] = mutate(random, &list[at].clone(), depth - 1);
            }
            Some(Value::Object(map))
                if name.ends_with("roperties") && name != "additionalProperties" =>
            {
                if let Some(key) = map.keys().next().cloned() {
                    let changed = mutate(random, &map[&key].clone(), depth - 1);
                    map.insert(key, changed);
                }
            }
            Some(child) => *child = mutate(random, &child.clone(), depth - 1),
            None => {}
        }
        return Value::Object(members);
    }
    if !names.is_empty() && random.one_in(3) {
        let gone = names[random.below(names.len())].clone();
        members.shift_remove(&gone);
    } else {
        let (name, said) = keyword(random, depth);
        members.insert(name.to_owned(), said);
    }
    Value::Object(members)
}

/// The same meaning in other words.
fn rewrite(random: &mut Random, original: &Value) -> Value {
    let mut inner = original.clone();
    let lifted = match &mut inner {
        Value::Object(members) => members.shift_remove("$defs"),
        _ => None,
    };
    let mut whole = match random.below(6) {
        0 => json!({"allOf": [inner]}),
        1 => json!({"anyOf": [inner, false]}),
        2 => json!({"not": {"not": inner}}),
        3 => json!({"$ref": "#/$defs/it", "$defs": {"it": inner}}),
        4 => json!({"if": inner, "else": false, "title": "the same"}),
        _ => json!({"oneOf": [inner, {"not": true}], "description": "the same"}),
    };
    if let Some(Value::Object(lifted)) = lifted {
        for (name, definition) in lifted {
            whole["$defs"][name.as_str()] = definition;
        }
    }
    whole
}

/// A whole document, with the definition that references lead to.
pub(crate) fn document(random: &mut Random, body: Value) -> Value {
    let mut members = match body {
        Value::Object(members) => members,
        Value::Bool(false) => Map::from_iter([("not".to_owned(), json!({}))]),
        _ => Map::new(),
    };
    if !members.contains_key("$defs") {
        members.insert("$defs".to_owned(), json!({"x": schema(random, 1)}));
    } else if members["$defs"].get("x").is_none() {
        members["$defs"]["x"] = schema(random, 1);
    }
    members.insert("$schema".to_owned(), Value::from(DIALECT));
    Value::Object(members)
}

/// The document in the words of draft 7; what that draft can't say is left out.
fn in_draft7(value: &Value) -> Value {
    match value {
        Value::Array(items) => items.iter().map(in_draft7).collect(),
        Value::String(text) if text == DIALECT => Value::from(DRAFT7),
        Value::String(text) => Value::from(text.replace("#/$defs/", "#/definitions/")),
        Value::Object(members) => {
            let mut out = Map::new();
            let positional = members.contains_key("prefixItems");
            for (name, member) in members {
                let name = match name.as_str() {
                    "dependentRequired" | "dependentSchemas" => "dependencies",
                    "prefixItems" => "items",
                    "items" if positional => "additionalItems",
                    "$defs" => "definitions",
                    "unevaluatedItems"
                    | "unevaluatedProperties"
                    | "minContains"
                    | "maxContains" => continue,
                    other => other,
                };
                out.insert(name.to_owned(), in_draft7(member));
            }
            Value::Object(out)
        }
        other => other.clone(),
    }
}

/// Two validators that are not ours.
struct Judges {
    first: jsonschema::Validator,
    schemas: boon::Schemas,
    index: boon::SchemaIndex,
}

impl Judges {
    fn new(schema: &Value) -> Judges {
        let mut schemas = boon::Schemas::new();
        let mut compiler = boon::Compiler::new();
        compiler.set_default_draft(boon::Draft::V2020_12); // where `$schema` doesn't say
        compiler.add_resource("https://skillgen.test/s.json", schema.clone()).unwrap();
        let index = compiler.compile("https://skillgen.test/s.json", &mut schemas).unwrap();
        let first =
            jsonschema::options().should_validate_formats(false).build(schema).expect("a schema");
        Judges { first, schemas, index }
    }

    /// What both say, if they say the same.
    fn takes(&self, instance: &Value) -> Option<bool> {
        let first = self.first.is_valid(instance);
        (first == self.schemas.validate(instance, self.index).is_ok()).then_some(first)
    }
}

fn read(schema: &Value) -> Schema {
    let document = Document::json("schema.json", schema.to_string().as_bytes()).expect("JSON");
    Schema::read(&document, &NoFiles).unwrap_or_else(|error| panic!("{schema}: {error}"))
}

fn pairs() -> Result<(), String> {
    let slow = std::env::var_os("SKILLGEN_SLOW").is_some();
    let seed = std::env::var("SKILLGEN_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1);
    let mut random = Random::new(seed);
    let options = Options { formats: Formats::Annotate, ..Options::default() };
    let (mut verdicts, mut held, mut unknown) = (0usize, 0usize, 0usize);
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    let total = if slow { 20_000 } else { 2_000 };
    for number in 0..total {
        let depth = 1 + random.below(3);
        let body = schema(&mut random, depth);
        let mut a = document(&mut random, body);
        let same = number % 4 == 3;
        let body = match number % 4 {
            0 => schema(&mut random, depth),
            3 => rewrite(&mut random, &a),
            _ => mutate(&mut random, &a, depth),
        };
        let mut b = document(&mut random, body);
        // In draft 7 nothing may stand beside `$ref`, as one of the rewrites has it.
        if number % 5 == 4 && b.get("$ref").is_none() {
            (a, b) = (in_draft7(&a), in_draft7(&b));
        }
        let (old, new) = (read(&a), read(&b));
        let there = relation(&old, &new, &options);
        let complaint = |what: &str| Err(format!("pair {number}: {what}\n {a}\n {b}\n {there:?}"));
        let alike = |x: &Verdict, y: &Verdict| {
            std::mem::discriminant(x) == std::mem::discriminant(y)
                || !x.is_decided()
                || !y.is_decided()
        };
        if number % 4 == 0 {
            let back = relation(&new, &old, &options);
            if !alike(&there.backward, &back.forward) || !alike(&there.forward, &back.backward) {
                return complaint(&format!("swapping changes the answer: {back:?}"));
            }
        }
        let judges = (Judges::new(&a), Judges::new(&b));
        for (verdict, small, large) in
            [(&there.backward, &judges.0, &judges.1), (&there.forward, &judges.1, &judges.0)]
        {
            verdicts += 1;
            match verdict {
                Verdict::Refuted(witness) => {
                    if small.takes(witness) == Some(false) || large.takes(witness) == Some(true) {
                        return complaint(&format!("no validator confirms {witness}"));
                    }
                    if small.takes(witness).is_none() || large.takes(witness).is_none() {
                        *reasons.entry("(the validators differ)".to_owned()).or_default() += 1;
                    }
                    if same {
                        return complaint("a rewrite is refuted");
                    }
                }
                Verdict::Holds => {
                    held += 1;
                    for _ in 0..60 {
                        let sample = value(&mut random, 2);
                        if small.takes(&sample) == Some(true) && large.takes(&sample) == Some(false)
                        {
                            return complaint(&format!(
                                "it is said to hold, but {sample} refutes it"
                            ));
                        }
                    }
                }
                Verdict::Unknown { reason, keyword, .. } => {
                    unknown += 1;
                    *reasons.entry(format!("{reason} [{keyword}]")).or_default() += 1;
                    if keyword.is_empty() {
                        return complaint("unknown, without a keyword");
                    }
                    if std::env::var_os("SKILLGEN_SHOW").is_some() {
                        println!("{a}\n{b}\n{verdict:?}\n");
                    }
                }
            }
        }
        if number % 50 == 0 {
            let own = relation(&old, &old, &options);
            if own.backward != Verdict::Holds || own.forward != Verdict::Holds {
                return complaint(&format!("a schema differs from itself: {own:?}"));
            }
        }
    }
    let share = 100.0 * unknown as f64 / verdicts as f64;
    println!("random pairs: {verdicts} verdicts, {held} hold, {share:.2} % unknown");
    for (reason, count) in &reasons {
        println!("  {count:5} {reason}");
    }
    if share > 8.0 { Err(format!("{share:.2} % of verdicts are unknown")) } else { Ok(()) }
}
