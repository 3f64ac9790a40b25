//! Schemas that would take a prover forever: every question ends by its step limit, within a GiB, with an
//! answer that names its keyword.
#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test looks at the clock and the process, tells what it saw, and fails by panicking"
)]

use std::time::Duration;

use containment::relation;
use contract::{Document, NoFiles, Schema};
use schema_diff::{Formats, Options, Relation, RoleChoice, Settings, Verdict};
use serde_json::{Map, Value, json};

/// The processor time of one question, unoptimized. Wall-clock time would include other work of the machine.
const SLACK: Duration = Duration::from_secs(24);

fn named(parts: impl Iterator<Item = (String, Value)>) -> Value {
    Value::Object(parts.collect::<Map<_, _>>())
}

/// `depth` definitions, each of which refers to the next in two ways.
fn tower(word: &str, depth: usize, end: Value) -> Value {
    let mut definitions = Map::new();
    for level in 0..depth {
        let next = json!({"$ref": format!("#/$defs/d{}", level + 1)});
        let other = json!({"$ref": format!("#/$defs/d{}", level + 1), "minLength": level});
        definitions.insert(format!("d{level}"), json!({word: [next, other]}));
    }
    definitions.insert(format!("d{depth}"), end);
    json!({"$ref": "#/$defs/d0", "$defs": definitions})
}

/// `depth` definitions, each of which is the next one, or has it as a member: documents nest as deep as the chain is
/// long, and a validator reaches the same value by more and more paths.
fn tower_of_members(depth: usize, end: &str) -> Value {
    let mut definitions = Map::new();
    for level in 0..depth {
        let next = json!({"$ref": format!("#/$defs/d{}", level + 1)});
        definitions
            .insert(format!("d{level}"), json!({"anyOf": [next, {"properties": {"x": next}}]}));
    }
    definitions.insert(format!("d{depth}"), json!({"type": end}));
    json!({"$ref": "#/$defs/d0", "$defs": definitions})
}

/// A product of alternatives over members.
fn product(word: &str, count: usize, bound: usize) -> Value {
    let choice = |at: usize| {
        let branch = |n: usize| json!({"properties": {format!("p{at}"): {"minimum": n + bound}}, "required": [format!("p{}", at + n)]});
        json!({word: [branch(1), branch(2), branch(3)]})
    };
    json!({"type": "object", "allOf": (0..count).map(choice).collect::<Vec<_>>()})
}

/// Optional members with a schema each.
fn dependent(count: usize, last: usize) -> Value {
    let schema = |at: usize| {
        let sum = json!({"minProperties": if at + 1 == count { last } else { at / 2 },
            "properties": {format!("p{}", (at + 7) % count): {"type": ["string", "integer"], "maxLength": at}}});
        (
            format!("p{at}"),
            json!({"oneOf": [sum, {"required": [format!("p{}", (at * 3 + 1) % count)]}]}),
        )
    };
    json!({"properties": named((0..count).map(|at| (format!("p{at}"), json!({"type": ["string", "null"]})))),
           "dependentSchemas": named((0..count).map(schema))})
}

fn nested(depth: usize, end: Value) -> Value {
    (0..depth).fold(end, |inner, at| match at % 3 {
        0 => json!({"properties": {"a": inner}}),
        1 => json!({"items": inner}),
        _ => json!({"not": {"not": inner}}),
    })
}

/// A definition that contains itself and the root, each of which contains it again.
fn holds_itself(then: Option<Value>) -> Value {
    let mut part = json!({"anyOf": [{"items": {"$ref": "#/$defs/d"}}], "if": {"type": "number", "contains": {"$ref": "#/$defs/d"}}});
    if let Some(then) = then {
        part["then"] = then;
    }
    json!({"$schema": "https://json-schema.org/draft/2019-09/schema", "enum": [{"": 10}, [null, "é"], "abc"],
           "contains": {"$recursiveRef": "#"}, "items": {"type": "boolean", "$ref": "#/$defs/d"}, "$defs": {"d": part}})
}

fn pairs() -> Vec<(&'static str, Value, Value)> {
    let big = |from: usize| -> Value { (from..from + 60_000).collect::<Vec<_>>().into() };
    let deep = |end: &str| {
        json!({"$ref": "#/$defs/t", "$defs": {"t": {"oneOf": [{"type": end},
            {"type": "array", "minItems": 1, "uniqueItems": true, "items": {"$ref": "#/$defs/t"},
             "contains": {"$ref": "#/$defs/t"}, "maxContains": 3}]}}})
    };
    let counted = |most: u64| {
        json!({"type": "array", "uniqueItems": true, "minItems": most, "maxItems": 1_000_000_000_000_u64,
               "items": {"type": "string", "minLength": most, "pattern": "^(a|b|ab)*$"},
               "contains": {"maxLength": 4_000_000_000_u64}, "minContains": most})
    };
    let patterns = |last: &str| {
        let pattern = |at: usize| {
            (format!("^.*[a-f]{{{at},{}}}.*x.{{{at}}}$", at * 9), json!({"minLength": at}))
        };
        json!({"patternProperties": named((1..20).map(pattern)), "propertyNames": {"pattern": last}})
    };
    let factors = |last: u64| -> Value {
        let primes = [999_983_u64, 999_979, 999_961, 999_959, 999_953, 999_931, 999_917, last];
        let parts = primes.iter().map(|p| json!({"not": {"multipleOf": p}}));
        json!({"type": "integer", "allOf": parts.collect::<Vec<_>>(), "minimum": 1})
    };
    vec![
        (
            "a tower of anyOf",
            tower("anyOf", 40, json!({"type": "string"})),
            tower("anyOf", 41, json!({"type": "string"})),
        ),
        (
            "a tower of oneOf",
            tower("oneOf", 40, json!({"type": "string"})),
            tower("oneOf", 40, json!({"type": "null"})),
        ),
        (
            "a tower of allOf",
            tower("allOf", 40, json!({"type": "string"})),
            tower("allOf", 41, json!(true)),
        ),
        (
            "a tower of anyOf and members",
            tower_of_members(20, "string"),
            tower_of_members(20, "number"),
        ),
        (
            "a high tower of anyOf and members",
            tower_of_members(40, "string"),
            tower_of_members(40, "number"),
        ),
        ("a product of anyOf", product("anyOf", 14, 0), product("anyOf", 14, 1)),
        ("a product of oneOf", product("oneOf", 14, 0), product("oneOf", 15, 0)),
        ("a product against its twin", product("oneOf", 12, 0), product("anyOf", 12, 0)),
        ("members that bring schemas", dependent(30, 4), dependent(30, 5)),
        ("big lists of values", json!({"enum": big(0)}), json!({"enum": big(1)})),
        (
            "big lists, spread",
            json!({"items": {"enum": big(0)}, "uniqueItems": true}),
            json!({"maxItems": 59_999}),
        ),
        ("recursion within recursion", deep("null"), deep("integer")),
        ("huge counts", counted(3), counted(1_000_000_000)),
        ("patterns that multiply", patterns("^[a-x]{1,200}$"), patterns("^[a-w]{1,200}$")),
        (
            "formulas that hold themselves",
            holds_itself(Some(json!({"items": {"$recursiveRef": "#"}}))),
            holds_itself(None),
        ),
        ("factors", factors(999_907), factors(999_883)),
        (
            "deep nesting",
            nested(150, json!({"type": "string"})),
            nested(150, json!({"type": "null"})),
        ),
    ]
}

fn schema(value: &Value) -> Schema {
    let document = Document::json("hostile.json", value.to_string().as_bytes()).unwrap();
    Schema::read(&document, &NoFiles).unwrap()
}

/// The peak memory of this process, in MiB.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap_or_default();
    line.split_whitespace().nth(1).and_then(|kib| kib.parse::<u64>().ok()).unwrap_or(0) / 1024
}

/// The processor time of this process so far, of all its threads.
fn processor_time() -> Duration {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap();
    let (_, fields) = stat.rsplit_once(')').unwrap();
    // The times in the program and in the kernel, in hundredths of a second.
    let ticks = fields.split_whitespace().skip(11).take(2).map(|n| n.parse::<u64>().unwrap());
    Duration::from_millis(ticks.sum::<u64>() * 10)
}

fn check(name: &str, answer: &Relation, took: Duration, faults: &mut Vec<String>) {
    for verdict in [&answer.backward, &answer.forward] {
        if matches!(verdict, Verdict::Unknown { keyword, .. } if keyword.is_empty()) {
            faults.push(format!("{name}: no keyword in {verdict:?}"));
        }
    }
    if took > SLACK {
        faults.push(format!("{name}: took {took:?}"));
    }
    if peak() > 1024 {
        faults.push(format!("{name}: {} MiB", peak()));
    }
}

#[test]
fn every_question_ends() {
    // Like the command: deep documents are read and dropped on a deep stack.
    let test = std::thread::Builder::new().stack_size(512 << 20).spawn(ask_all).unwrap();
    test.join().unwrap();
}

fn ask_all() {
    let options = Options { formats: Formats::Annotate, ..Options::default() };
    let mut faults = Vec::new();
    for (name, a, b) in pairs() {
        let (a, b) = (schema(&a), schema(&b));
        let begin = processor_time();
        let answer = relation(&a, &b, &options);
        let first = processor_time() - begin;
        check(name, &answer, first, &mut faults);
        let settings = Settings { options: options.clone(), ..Settings::default() };
        let begin = processor_time();
        let whole = schema_diff::compare(&a, &b, RoleChoice::Both, &settings.policy, &options);
        let second = processor_time() - begin;
        check(name, &whole.row.relation, second / 2, &mut faults);
        println!("{name}: {first:?}, {second:?}, {} MiB", peak());
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
