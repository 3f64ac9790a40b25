//! Random pairs of schemas in each dialect, and across dialects: what `diff` says of them never contradicts what
//! `validate` says of a document. 300 pairs a dialect in CI, 6,000 with `SKILLGEN_SLOW=1`.
#![allow(clippy::print_stdout, reason = "the figures are what these tests are read for")]

use std::collections::BTreeMap;

use containment::{Formats, Options, Verdict, relation};
use contract::{Document, Draft, NoFiles, Schema};
use libtest_mimic::Trial;
use runtime::validate::{self, Validator};
use serde_json::{Map, Value, json};

use crate::random_pairs::{NAMES, Random, document, list, mutate, schema, value};

pub(crate) fn cases() -> Vec<Trial> {
    let of_draft = |draft: Draft| {
        Trial::test(format!("dialect_pairs::draft_{}", draft.name()), move || {
            pairs(draft).map_err(Into::into)
        })
    };
    Draft::ALL.into_iter().map(of_draft).collect()
}

/// Samples that a proof has to survive.
const SAMPLES: usize = 40;

/// A schema whose keywords depend on each other in ways that differ by dialect.
fn entangled(random: &mut Random) -> Value {
    let mut members = Map::new();
    for _ in 0..2 + random.below(3) {
        let small = random.below(3);
        let (name, said) = match random.below(20) {
            0 | 1 => ("unevaluatedItems", schema(random, 0)),
            2 | 3 => ("unevaluatedProperties", schema(random, 0)),
            4 | 5 => ("contains", schema(random, 0)),
            6 => ("minContains", json!(small)),
            7 => ("maxContains", json!(small)),
            8 => ("prefixItems", list(random, 1)),
            9 => ("items", schema(random, 0)),
            10 => ("properties", json!({(random.pick(NAMES)): schema(random, 0)})),
            11 => ("patternProperties", json!({"^a": schema(random, 0)})),
            12 => ("if", entangled(random)),
            13 => (random.pick(&["then", "else"]), entangled(random)),
            14 => ("dependentSchemas", json!({(random.pick(NAMES)): entangled(random)})),
            15 => ("dependentRequired", json!({(random.pick(NAMES)): [random.pick(NAMES)]})),
            16 => ("$ref", json!("#/$defs/x")),
            17 => ("properties", json!({(random.pick(NAMES)): {"$ref": "#"}})),
            18 => ("format", json!(random.pick(&["email", "ipv4", "date", "uuid", "duration"]))),
            _ => (random.pick(&["allOf", "anyOf", "oneOf"]), json!([entangled(random)])),
        };
        members.insert(name.to_owned(), said);
    }
    Value::Object(members)
}

/// A schema of 2020-12 in the words of an older dialect. Keywords that it does not know stay: it ignores them.
fn in_dialect(value: &Value, draft: Draft) -> Value {
    let Value::Object(members) = value else {
        return match value {
            Value::Array(items) => items.iter().map(|item| in_dialect(item, draft)).collect(),
            Value::Bool(true) if draft == Draft::Draft4 => json!({}),
            Value::Bool(false) if draft == Draft::Draft4 => json!({"not": {}}),
            Value::String(text) if draft < Draft::Draft2019 => {
                text.replace("#/$defs/", "#/definitions/").into()
            }
            other => other.clone(),
        };
    };
    let mut out = Map::new();
    let is_positional = members.contains_key("prefixItems") && draft < Draft::Draft2020;
    for (name, member) in members {
        let former = draft < Draft::Draft2019;
        let name = match name.as_str() {
            "$schema" => {
                out.insert(name.clone(), json!(draft.uri()));
                continue;
            }
            "enum" | "const" | "uniqueItems" | "required" => {
                out.insert(name.clone(), member.clone());
                continue;
            }
            "exclusiveMinimum" if draft == Draft::Draft4 => {
                out.insert("minimum".to_owned(), member.clone());
                out.insert(name.clone(), json!(true));
                continue;
            }
            "dependentRequired" | "dependentSchemas" if former => "dependencies",
            "prefixItems" if is_positional => "items",
            "items" if is_positional => "additionalItems",
            "$defs" if former => "definitions",
            "$ref" if draft == Draft::Draft2019 && member == "#" => "$recursiveRef",
            other => other,
        };
        out.insert(name.to_owned(), in_dialect(member, draft));
    }
    if draft == Draft::Draft2019 && out.contains_key("$defs") && out.len().is_multiple_of(2) {
        out.insert("$recursiveAnchor".to_owned(), json!(true));
    }
    Value::Object(out)
}

fn read(schema: &Value) -> Option<Schema> {
    let document = Document::json("schema.json", schema.to_string().as_bytes()).ok()?;
    Schema::read(&document, &NoFiles).ok()
}

/// A document that has what these schemas speak of.
fn sample(random: &mut Random) -> Value {
    if random.one_in(8) {
        return json!(random.pick(&["a@b.example", "10.0.0.1", "2026-01-31", "P1D", "x y"]));
    }
    value(random, 2)
}

fn pairs(draft: Draft) -> Result<(), String> {
    let is_slow = std::env::var_os("SKILLGEN_SLOW").is_some();
    let seed = std::env::var("SKILLGEN_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1);
    let mut random = Random::new(seed + draft as u64 * 1_000_003);
    let (mut compared, mut held, mut refuted) = (0usize, 0usize, 0usize);
    let mut open: BTreeMap<String, usize> = BTreeMap::new();
    for number in 0..if is_slow { 6_000 } else { 300 } {
        let body = if number % 3 == 0 { schema(&mut random, 2) } else { entangled(&mut random) };
        let a = document(&mut random, body);
        let body = match number % 5 {
            0 => entangled(&mut random),
            1 => a.clone(),
            _ => mutate(&mut random, &a, 2),
        };
        let b = document(&mut random, body);
        // The same words may mean something else in another dialect.
        let other = if number % 5 == 1 { random.pick(&Draft::ALL) } else { draft };
        let a = in_dialect(&a, draft);
        let mut b = in_dialect(&b, if number % 2 == 0 { draft } else { other });
        b["$schema"] = json!(other.uri());
        let (Some(old), Some(new)) = (read(&a), read(&b)) else { continue };
        let (formats, judged) = match number % 4 {
            0 => (Formats::Assert, validate::Formats::Assert),
            _ => (Formats::Annotate, validate::Formats::Annotate),
        };
        let options = Options { formats, ..Options::default() };
        let there = relation(&old, &new, &options);
        compared += 1;
        let judges = (Validator::new(&old, judged), Validator::new(&new, judged));
        for (verdict, small, large) in
            [(&there.backward, &judges.0, &judges.1), (&there.forward, &judges.1, &judges.0)]
        {
            let refutes = |document: &Value| {
                Some(small.is_valid(document).ok()? && !large.is_valid(document).ok()?)
            };
            let complaint = |what: String| Err(format!("pair {number}: {what}\n{a}\n{b}\n"));
            match verdict {
                Verdict::Refuted(witness) => {
                    refuted += 1;
                    if refutes(witness) == Some(false) {
                        return complaint(format!("`validate` doesn't confirm {witness}"));
                    }
                }
                Verdict::Holds => {
                    held += 1;
                    for _ in 0..SAMPLES {
                        let document = sample(&mut random);
                        if refutes(&document) == Some(true) {
                            return complaint(format!("said to hold: `validate` on {document}"));
                        }
                    }
                }
                Verdict::Unknown { reason, keyword, .. } => {
                    if std::env::var_os("SKILLGEN_SHOW").is_some() {
                        println!("{a}\n{b}\n{verdict:?}\n");
                    }
                    *open.entry(format!("{reason} [{keyword}]")).or_default() += 1;
                }
            }
        }
    }
    let unknown: usize = open.values().sum();
    println!("{}: {compared} pairs, {held} hold, {refuted} refuted, {unknown} open", draft.name());
    for (reason, count) in &open {
        println!("  {count:5} {reason}");
    }
    if compared < 150 { Err(format!("only {compared} pairs could be read")) } else { Ok(()) }
}
