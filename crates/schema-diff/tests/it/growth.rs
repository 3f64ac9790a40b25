//! The cost of a comparison grows with its input, not with its square: four times the input may take at most
//! eight times the processor time. One kind of input consists of pairs.
#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test looks at the process, tells what it saw, and fails by panicking"
)]

use std::time::Duration;

use contract::{Contract, NoFiles};
use schema_diff::{Ceiling, Report, RoleChoice, Settings, diff};
use serde_json::{Map, Value, json};

/// Builds both versions of a size.
type MakePair<'m> = &'m dyn Fn(usize) -> (Value, Value);

/// The allowed factor for four times the input.
const MOST: f64 = 8.0;
/// The same where each alternative excludes each other one, and no constant tells them apart: the pairs are the input.
const MOST_OF_PAIRS: f64 = 24.0;
/// A smaller difference is noise.
const LEAST: Duration = Duration::from_millis(400);

fn contract(value: &Value) -> Contract {
    Contract::read("in.json", value.to_string().as_bytes(), &NoFiles).unwrap()
}

/// An object with `count` properties of one schema, named after `letter`.
fn properties(letter: &str, count: usize) -> Value {
    let all = (0..count).map(|at| (format!("{letter}{at}"), json!({"type": "string"})));
    json!({"properties": all.collect::<Map<_, _>>()})
}

/// The same, and all are required.
fn required(letter: &str, count: usize) -> Value {
    let mut schema = properties(letter, count);
    schema["required"] = (0..count).map(|at| format!("{letter}{at}")).collect();
    schema
}

/// `count` patterns of names; each has another type in the new version.
fn patterns(count: usize, is_new: bool) -> Value {
    let kind = if is_new { "integer" } else { "string" };
    let all = (0..count).map(|at| (format!("^v{at}_"), json!({"type": kind})));
    json!({"patternProperties": all.collect::<Map<_, _>>()})
}

/// `count` names that require another one; each requires a different one in the new version.
fn dependents(count: usize, is_new: bool) -> Value {
    let letter = if is_new { "b" } else { "a" };
    let all =
        (0..count).map(|at| (format!("v{at}"), json!({"required": [format!("{letter}{at}")]})));
    json!({"dependentSchemas": all.collect::<Map<_, _>>()})
}

/// `count` tools that share one description.
fn tools(letter: &str, count: usize) -> Value {
    let tool = |at: usize| {
        let name = format!("{letter}{at}");
        json!({"name": name, "description": "a b c d", "inputSchema": {"type": "object"}})
    };
    json!({"tools": (0..count).map(tool).collect::<Vec<_>>()})
}

/// `count` alternatives that a constant distinguishes; every tenth of the new ones is edited.
fn tagged(count: usize, is_new: bool) -> Value {
    let branch = |at: usize| {
        let most = if is_new && at.is_multiple_of(10) { 30 } else { 20 };
        json!({
            "type": "object",
            "properties": {"kind": {"const": format!("k{at}")}, "text": {"type": "string", "maxLength": most}},
            "required": ["kind"],
            "additionalProperties": false
        })
    };
    json!({"oneOf": (0..count).map(branch).collect::<Vec<_>>()})
}

/// `count` definitions that don't refer to each other; every tenth of the new ones is edited.
fn definitions(count: usize, is_new: bool) -> Value {
    let definition = |at: usize| {
        let most = if is_new && at.is_multiple_of(10) { 30 } else { 20 };
        let schema = json!({"type": "object", "properties": {"text": {"type": "string", "maxLength": most}}});
        (format!("d{at}"), schema)
    };
    json!({"$defs": (0..count).map(definition).collect::<Map<_, _>>()})
}

/// `count` closed alternatives, each of which requires a property of its own; every tenth of the new ones is edited.
fn own_members(count: usize, is_new: bool) -> Value {
    let branch = |at: usize| {
        let most = if is_new && at.is_multiple_of(10) { 30 } else { 20 };
        let name = format!("p{at}");
        json!({
            "type": "object",
            "properties": {(name.as_str()): {"type": "string", "maxLength": most}},
            "required": [name.as_str()],
            "additionalProperties": false
        })
    };
    json!({"oneOf": (0..count).map(branch).collect::<Vec<_>>()})
}

/// `count` conditions on one constant; every twentieth of the new ones requires another property.
fn conditions(count: usize, is_new: bool) -> Value {
    let condition = |at: usize| {
        let suffix = if is_new && at.is_multiple_of(20) { "x" } else { "" };
        json!({
            "if": {"properties": {"k": {"const": at}}, "required": ["k"]},
            "then": {"required": [format!("r{at}{suffix}")]}
        })
    };
    json!({"allOf": (0..count).map(condition).collect::<Vec<_>>()})
}

/// `count` open alternatives, the new ones in another order and one of them edited.
fn reordered(count: usize, is_new: bool) -> Value {
    let branch = |at: usize| {
        let name = format!("p{at}");
        let kind = if is_new && at == count / 2 { "integer" } else { "string" };
        json!({"type": "object", "properties": {(name.as_str()): {"type": kind}}, "required": [name.as_str()]})
    };
    let mut branches: Vec<Value> = (0..count).map(branch).collect();
    if is_new {
        branches.reverse();
    }
    json!({"oneOf": branches})
}

/// `count` open alternatives, so that a value may satisfy several; the new ones lack the one in the middle.
fn dropped(count: usize, is_new: bool) -> Value {
    let branch = |at: usize| {
        let (own, more) = (format!("own{at}"), format!("more{at}"));
        json!({
            "type": "object",
            "properties": {
                (own.as_str()): {"type": "string", "maxLength": 5},
                (more.as_str()): {"type": "integer"}
            },
            "required": [own.as_str()]
        })
    };
    let kept = (0..count).filter(|at| !is_new || *at != count / 2);
    json!({"oneOf": kept.map(branch).collect::<Vec<_>>()})
}

/// An enum of `count` objects; the new one has every second of them.
fn values(count: usize, is_new: bool) -> Value {
    let all = (0..count).step_by(1 + usize::from(is_new));
    let all: Vec<Value> = all.map(|at| json!({"id": at, "name": format!("n{at}")})).collect();
    json!({"enum": all})
}

/// `count` definitions, each of which refers to two others, so that each reaches all; one of the new ones is edited.
fn linked(count: usize, is_new: bool) -> Value {
    let definition = |at: usize| {
        let most = if is_new && at == count / 2 { 90 } else { 100 };
        let to = |next: usize| json!({"$ref": format!("#/$defs/D{}", next % count)});
        let properties = json!({"a": to(2 * at + 1), "b": to(2 * at + 2), "v": {"type": "integer", "maximum": most}});
        (format!("D{at}"), json!({"type": "object", "properties": properties}))
    };
    json!({"$defs": (0..count).map(definition).collect::<Map<_, _>>()})
}

/// The processor time of this process so far, of all its threads.
fn processor_time() -> Duration {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap();
    let (_, fields) = stat.rsplit_once(')').unwrap();
    // The times in the program and in the kernel, in hundredths of a second.
    let ticks = fields.split_whitespace().skip(11).take(2).map(|n| n.parse::<u64>().unwrap());
    Duration::from_millis(ticks.sum::<u64>() * 10)
}

fn compare(old: &Value, new: &Value, ceiling: Ceiling) -> (Report, Duration) {
    let (old, new) = (contract(old), contract(new));
    let mut settings = Settings { role: Some(RoleChoice::Both), ..Settings::default() };
    settings.options.ceiling = ceiling;
    let begin = processor_time();
    let report = diff(&old, &new, &settings);
    (report, processor_time() - begin)
}

/// One test function, because processor time is that of the process.
#[test]
fn costs_grow_with_the_input() {
    let renamed = |count| (properties("v", count), properties("w", count));
    let renamed_tools = |count| (tools("t", count), tools("u", count));
    let tags = |count| (tagged(count, false), tagged(count, true));
    let apart = |count| (definitions(count, false), definitions(count, true));
    let own = |count| (own_members(count, false), own_members(count, true));
    let asked = |count| (conditions(count, false), conditions(count, true));
    let mut faults = Vec::new();
    let web = |count| (linked(count, false), linked(count, true));
    let moved = |count| (reordered(count, false), reordered(count, true));
    let less = |count| (dropped(count, false), dropped(count, true));
    let fewer = |count| (values(count, false), values(count, true));
    let optional = |count| (required("v", count), properties("v", count));
    let required_renamed = |count| (required("v", count), required("w", count));
    let mapped = |count| (patterns(count, false), patterns(count, true));
    let dependent = |count| (dependents(count, false), dependents(count, true));
    let pairs: [(&str, usize, f64, MakePair<'_>); 14] = [
        ("names that are no longer required", 2_500, MOST, &optional),
        ("renamed required properties", 1_250, MOST, &required_renamed),
        ("patterns of names", 1_000, MOST, &mapped),
        ("dependent schemas", 1_000, MOST, &dependent),
        ("alternatives in another order", 150, MOST_OF_PAIRS, &moved),
        ("open alternatives, one of which is gone", 75, MOST_OF_PAIRS, &less),
        ("values of an enum", 4_000, MOST, &fewer),
        ("linked definitions", 150, MOST, &web),
        ("renamed properties", 500, MOST, &renamed),
        ("renamed tools", 500, MOST, &renamed_tools),
        ("tagged alternatives", 100, MOST, &tags),
        ("definitions apart", 200, MOST, &apart),
        ("alternatives by their members", 50, MOST, &own),
        ("conditions", 25, MOST, &asked),
    ];
    for (name, count, most, pair) in pairs {
        let time = |count: usize| {
            let (old, new) = pair(count);
            compare(&old, &new, Ceiling::default()).1
        };
        let (few, many) = (time(count), time(4 * count));
        println!("{name}: {few:?} for {count}, {many:?} for {}", 4 * count);
        if many > LEAST.max(few.mul_f64(most)) {
            faults.push(format!("{name}: {few:?} for {count}, {many:?} for {}", 4 * count));
        }
        // A time limit that is reached at once ends each phase.
        let (old, new) = pair(4 * count);
        let (report, cut) = compare(&old, &new, Ceiling::new(|| Box::new(|_| true)));
        println!("{name}: {cut:?} with no time, {} changes", report.changes.len());
        // If no phase is long, there is nothing to cut.
        if cut > LEAST.max(many.mul_f64(1.5)) || report.changes.is_empty() {
            faults.push(format!("{name}: {cut:?} with no time, {many:?} with time"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
