//! Relations with known answers, for each layer alone and for all together.

use contract::{Document, NoFiles, Schema};
use serde_json::{Value, json};

use crate::confirm::CompiledSchema;
use crate::{Formats, Options};
use crate::{Pair, Verdict, layers};

fn schema(value: &Value) -> Schema {
    let document = Document::json("schema.json", value.to_string().as_bytes()).expect("JSON");
    Schema::read(&document, &NoFiles).unwrap_or_else(|error| panic!("{value}: {error}"))
}

fn own(a: &Value, b: &Value) -> Verdict {
    let budget = crate::Budget::new(5_000_000);
    let (a, b) = (schema(a), schema(b));
    let version = |schema| CompiledSchema::new(schema, Formats::Annotate);
    let (a, b) = (version(&a), version(&b));
    crate::layers()[0].contains(&Pair::new(&a, &b).backward(), &budget)
}

#[track_caller]
fn holds(a: Value, b: Value) {
    assert_eq!(own(&a, &b), Verdict::Holds, "{a} ⊆ {b}");
}

#[track_caller]
fn refuted(a: Value, b: Value) {
    let verdict = own(&a, &b);
    assert!(matches!(verdict, Verdict::Refuted(_)), "{a} ⊈ {b}: {verdict:?}");
}

#[test]
fn instructive_failures() {
    // 1
    refuted(json!({"type": "string"}), json!({"oneOf": [{"type": "string"}, {"maxLength": 5}]}));
    // 2
    refuted(json!({"type": "object"}), json!({"properties": {"a": {"type": "string"}}}));
    // 3
    refuted(json!({"enum": [[1]]}), json!({"enum": [[2]]}));
    refuted(json!({"type": "string", "pattern": "^[a-z]+$"}), json!({"pattern": "^[a-f]{2,4}$"}));
    holds(json!({"type": "string", "pattern": "^[a-f]{2,4}$"}), json!({"pattern": "^[a-z]+$"}));
    // 4
    let draft4 = "http://json-schema.org/draft-04/schema#";
    refuted(
        json!({"$schema": draft4, "minimum": 1}),
        json!({"$schema": draft4, "minimum": 1, "exclusiveMinimum": true}),
    );
    refuted(json!({}), json!({"if": {"type": "string"}, "then": {"maxLength": 2}}));
    refuted(json!({"type": "object"}), json!({"dependentRequired": {"a": ["b"]}}));
    // 5
    let split = json!({"oneOf": [
        {"properties": {"k": {"const": "a"}, "x": {"type": "string"}}, "required": ["k"]},
        {"properties": {"k": {"const": "b"}, "x": {"type": "string"}}, "required": ["k"]}],
        "type": "object"});
    let whole = json!({"type": "object", "required": ["k"],
        "properties": {"k": {"enum": ["a", "b"]}, "x": {"type": "string"}}});
    holds(split.clone(), whole.clone());
    holds(whole, split);
    // 6
    holds(
        json!({"type": "array", "items": {"type": "boolean"}, "uniqueItems": true}),
        json!({"maxItems": 2}),
    );
    // 7
    let tree = json!({"type": "object", "properties": {"next": {"$ref": "#"}}, "required": ["v"]});
    let mut titled = tree.clone();
    titled["title"] = json!("a tree");
    titled["properties"]["next"] = json!({"$ref": "#", "description": "more"});
    holds(tree.clone(), titled.clone());
    holds(titled, tree);
    // 9
    holds(
        json!({"properties": {"a": {"type": "string", "minLength": 1}}}),
        json!({"properties": {"a": {"$ref": "#/$defs/s"}}, "$defs": {"s": {"minLength": 1, "type": "string"}}}),
    );
}

#[test]
fn a_branch_is_held_against_its_counterpart_first() {
    let branch = |first: usize, kind: &str| {
        let member = |at: usize| {
            json!({"type": "object", "required": ["x"], "properties": {
                "x": {"type": "string"}, "y": {"type": "integer", "minimum": at}}})
        };
        let names = (first..first + 10).map(|at| (format!("p{at}"), member(at)));
        let mut members: serde_json::Map<String, Value> = names.collect();
        members.insert(format!("p{first}"), json!({"type": kind}));
        json!({"type": "object", "properties": members, "additionalProperties": false})
    };
    let branches =
        |kind: &str| json!({"anyOf": (0..20).map(|at| branch(at, kind)).collect::<Vec<_>>()});
    holds(branches("integer"), branches("number"));
}

#[test]
fn recursion() {
    let even = json!({"$defs": {"n": {"type": "object", "properties": {"v": {"type": "integer", "multipleOf": 2}, "n": {"$ref": "#/$defs/n"}}}}, "$ref": "#/$defs/n"});
    let int =
        json!({"type": "object", "properties": {"v": {"type": "integer"}, "n": {"$ref": "#"}}});
    holds(even.clone(), int.clone());
    refuted(int, even);
    holds(
        json!({"type": "object", "required": ["a"], "properties": {"a": {"$ref": "#"}}}),
        json!(false),
    );
}

#[test]
fn numbers() {
    holds(json!({"type": "integer", "minimum": 1, "maximum": 2}), json!({"enum": [1, 2]}));
    refuted(json!({"type": "number", "minimum": 1, "maximum": 2}), json!({"enum": [1, 2]}));
    holds(json!({"type": "number", "multipleOf": 6}), json!({"multipleOf": 2}));
    refuted(json!({"type": "number", "multipleOf": 6}), json!({"multipleOf": 4}));
    holds(json!({"type": "number", "multipleOf": 0.6}), json!({"multipleOf": 0.2}));
    holds(
        json!({"type": "integer", "exclusiveMinimum": 0, "exclusiveMaximum": 2}),
        json!({"const": 1}),
    );
    refuted(
        json!({"type": "integer", "maximum": 18446744073709551617i128 as f64}),
        json!({"maximum": 1e10}),
    );
}

#[test]
fn objects() {
    holds(
        json!({"type": "object", "properties": {"a": {"type": "string"}}, "additionalProperties": false}),
        json!({"patternProperties": {"^a": {"type": "string"}}, "maxProperties": 1}),
    );
    refuted(
        json!({"patternProperties": {"^a": {"type": "string"}}}),
        json!({"patternProperties": {"^b": {"type": "string"}}}),
    );
    holds(
        json!({"type": "object", "propertyNames": {"enum": ["a", "b"]}}),
        json!({"maxProperties": 2}),
    );
    refuted(
        json!({"type": "object", "propertyNames": {"enum": ["a", "b"]}}),
        json!({"maxProperties": 1}),
    );
    refuted(
        json!({"additionalProperties": {"type": "string"}}),
        json!({"additionalProperties": false}),
    );
    holds(
        json!({"type": "object", "minProperties": 2, "propertyNames": {"enum": ["a", "b"]}}),
        json!({"required": ["a", "b"]}),
    );
    holds(
        json!({"const": {"a": 1}}),
        json!({"properties": {"a": {"const": 1.0}}, "maxProperties": 1}),
    );
    refuted(json!({"type": "object"}), json!({"not": {"const": {"a": 1}}}));
}

#[test]
fn arrays() {
    holds(
        json!({"prefixItems": [{"type": "string"}], "items": false}),
        json!({"items": {"type": "string"}}),
    );
    refuted(json!({"contains": {"type": "string"}}), json!({"contains": {"type": "number"}}));
    holds(
        json!({"type": "array", "minItems": 1, "items": {"type": "string"}}),
        json!({"contains": {"type": "string"}}),
    );
    refuted(json!({"type": "array", "minItems": 1000}), json!({"minItems": 1001}));
    holds(
        json!({"contains": {"const": 1}, "minContains": 3}),
        json!({"contains": {"type": "number"}, "minContains": 2}),
    );
    refuted(
        json!({"contains": {"const": 1}, "maxContains": 3}),
        json!({"contains": {"const": 1}, "maxContains": 2}),
    );
    refuted(json!({"type": "array"}), json!({"uniqueItems": true}));
    holds(
        json!({"type": "array", "uniqueItems": true, "items": {"enum": [1, 2, 3]}, "minItems": 3}),
        json!({"contains": {"const": 2}}),
    );
}

#[test]
fn unevaluated() {
    let closed = json!({"allOf": [{"properties": {"a": {"type": "string"}}}], "unevaluatedProperties": false});
    holds(
        closed.clone(),
        json!({"properties": {"a": {"type": "string"}}, "additionalProperties": false}),
    );
    holds(
        json!({"properties": {"a": {"type": "string"}}, "additionalProperties": false}),
        closed.clone(),
    );
    refuted(json!({"properties": {"b": true}}), closed);
    holds(
        json!({"prefixItems": [true], "contains": {"type": "string"}, "unevaluatedItems": false, "type": "array"}),
        json!({"prefixItems": [true], "items": {"type": "string"}}),
    );
}

#[test]
fn layers_agree() {
    let cases = [
        (json!({"type": "integer"}), json!({"type": "number"})),
        (json!({"type": "number"}), json!({"type": "integer"})),
        (json!({"minLength": 2}), json!({"minLength": 1})),
        (json!({"enum": [1, "a"]}), json!({"enum": [1]})),
    ];
    for (a, b) in cases {
        for layer in layers() {
            let budget = crate::Budget::new(5_000_000);
            let (left, right) = (schema(&a), schema(&b));
            let version = |schema| CompiledSchema::new(schema, Formats::Annotate);
            let (left, right) = (version(&left), version(&right));
            let verdict = layer.contains(&Pair::new(&left, &right).backward(), &budget);
            let all = crate::contains(&schema(&a), &schema(&b), &Options::default());
            if verdict.is_decided() {
                let same = matches!(
                    (&verdict, &all),
                    (Verdict::Holds, Verdict::Holds) | (Verdict::Refuted(_), Verdict::Refuted(_))
                );
                assert!(same, "{} on {a} ⊆ {b}: {verdict:?}", layer.name());
            }
        }
    }
}

#[test]
fn patterns() {
    let text = |pattern: &str| json!({"type": "string", "pattern": pattern});
    holds(text("^(?=.*\\d).{8,}$"), json!({"minLength": 8, "pattern": "[0-9]"}));
    refuted(text("^(?!foo)[a-z]+$"), text("^(?!f)[a-z]+$"));
    holds(text("^[^\\s\\S]$"), json!(false));
    holds(text("^.$"), json!({"maxLength": 1}));
    refuted(json!({"type": "string", "maxLength": 1}), text("^.?$"));
    // A pattern has no effect on other types than strings, with or without lookaheads.
    refuted(json!({"pattern": "^(?!a)"}), json!({"type": "string"}));
    refuted(json!({"pattern": "^(?!a)", "minimum": 1}), json!({"pattern": "^(?!a)", "minimum": 2}));
    refuted(json!({"type": "object"}), json!({"pattern": "^(?!a)", "maxProperties": 0}));
    holds(json!({"type": "number"}), json!({"pattern": "^(?!a)"}));
    let open = own(&text("^(a)\\1$"), &json!({"maxLength": 5}));
    assert!(
        matches!(open, Verdict::Unknown { ref keyword, .. } if keyword == "pattern"),
        "{open:?}"
    );
}

#[test]
fn hostile_schemas_end_in_time() {
    let wide = |shift: usize| json!({"enum": (shift..shift + 3000).collect::<Vec<_>>()});
    refuted(wide(0), wide(1));
    let nested = |leaf: Value| (0..400).fold(leaf, |inner, _| json!({"items": inner}));
    let options = Options { steps: 5_000_000, ..Options::default() };
    let deep = crate::contains(
        &schema(&nested(json!({"minLength": 2}))),
        &schema(&nested(json!({"minLength": 1}))),
        &options,
    );
    assert!(!matches!(deep, Verdict::Refuted(_)), "{deep:?}");
    let clause = |n: usize| json!({"anyOf": [{"required": [format!("a{n}")]}, {"required": [format!("b{n}")]}]});
    let formula = json!({"type": "object", "allOf": (0..40).map(clause).collect::<Vec<_>>()});
    let verdict = crate::contains(
        &schema(&formula),
        &schema(&json!({"minProperties": 40})),
        &Options::default(),
    );
    assert!(!matches!(verdict, Verdict::Refuted(_)), "{verdict:?}");
}

#[test]
fn one_of_many_is_dropped() {
    let numbered = |from: u64, part: fn(u64) -> Value| (from..40).map(part).collect::<Vec<_>>();
    for part in [
        (|i| json!({"multipleOf": if i == 0 { 2 } else { 2 * i + 1 }})) as fn(u64) -> Value,
        |i| json!({"pattern": format!("a{i}x")}),
        |i| json!({"contains": {"const": i}}),
    ] {
        let all =
            |from| json!({"type": ["integer", "string", "array"], "allOf": numbered(from, part)});
        holds(all(0), all(1));
        refuted(all(1), all(0));
    }
}

#[test]
fn large_multiples_cost_steps() {
    let many = |from: u32| {
        let steps: Vec<Value> = (from..60)
            .map(|i| {
                let digits: String =
                    (0..300).map(|at| char::from(b'1' + ((at * i + at) % 9) as u8)).collect();
                serde_json::from_str(&format!("{{\"multipleOf\": {digits}}}")).unwrap()
            })
            .collect();
        json!({"type": "integer", "allOf": steps})
    };
    holds(many(0), many(1));
    // The normal forms count no steps.
    let (a, b) = (schema(&many(1)), schema(&many(0)));
    let version = |schema| CompiledSchema::new(schema, Formats::Annotate);
    let (a, b) = (version(&a), version(&b));
    let layers = crate::layers();
    let normal = layers.iter().find(|layer| layer.name() == "canonical").unwrap();
    let budget = crate::Budget::new(5_000_000);
    let verdict = normal.contains(&Pair::new(&a, &b).backward(), &budget);
    assert_eq!(verdict, crate::verdict::pass("too big for normal forms"));
}

#[test]
fn many_patterns_over_names() {
    let map = |from: u64, value: &Value| -> Value {
        let patterns: serde_json::Map<String, Value> =
            (from..40).map(|i| (format!("a{i}x"), value.clone())).collect();
        json!({"type": "object", "patternProperties": patterns, "additionalProperties": false})
    };
    let text = json!({"type": "string"});
    holds(map(1, &text), map(0, &text));
    refuted(map(0, &text), map(1, &text));
    refuted(map(0, &json!({})), map(0, &text));
    // A name of the first pattern matches all others, whose values contradict it.
    let mut prefixes = map(0, &text);
    for i in 1..12 {
        let name = "b".repeat(i);
        prefixes["patternProperties"][format!("^{name}")] = json!({"minLength": i});
    }
    prefixes["patternProperties"]["^b{11}"] = json!({"maxLength": 10});
    let mut without = prefixes.clone();
    without["propertyNames"] = json!({"not": {"pattern": "^b{11}"}});
    // The lengths only contradict each other for texts.
    refuted(prefixes.clone(), without.clone());
    for map in [&mut prefixes, &mut without] {
        map["patternProperties"]["^b"]["type"] = json!("string");
    }
    let verdict = own(&prefixes, &without);
    assert!(!matches!(verdict, Verdict::Refuted(_)), "{verdict:?}");
}

#[test]
fn many_names_are_numbered() {
    let many = |count: u64| json!({"type": "object", "minProperties": count, "propertyNames": {"pattern": "^x"}});
    holds(many(201), many(200));
    refuted(many(200), many(201));
}

/// The answer within the steps of a small pair.
fn own_by_default(a: &Value, b: &Value) -> Verdict {
    let (a, b) = (schema(a), schema(b));
    let version = |schema| CompiledSchema::new(schema, Formats::Annotate);
    let (a, b) = (version(&a), version(&b));
    let budget = crate::Budget::new(Options::default().steps);
    crate::layers()[0].contains(&Pair::new(&a, &b).backward(), &budget)
}

#[test]
fn a_dropped_pattern_of_a_large_closed_map_is_decided() {
    let map = |patterns: &[String], value: &dyn Fn(usize) -> Value| {
        let members = patterns.iter().enumerate().map(|(at, p)| (p.clone(), value(at)));
        json!({"type": "object", "patternProperties": members.collect::<serde_json::Map<_, _>>(),
            "additionalProperties": false})
    };
    let types =
        |at: usize| json!({"type": if at.is_multiple_of(2) { "string" } else { "integer" }});
    let bounds = |at: usize| json!({ "minimum": at });
    for count in [19, 60, 100] {
        // Names of a closed map match another pattern, too, if they match the dropped one.
        let loose: Vec<String> = (0..count).map(|at| format!("a{at}x")).collect();
        for value in [&types as &dyn Fn(usize) -> Value, &bounds] {
            let verdict = own_by_default(&map(&loose[..count - 1], value), &map(&loose, value));
            assert!(matches!(verdict, Verdict::Refuted(_)), "{count}: {verdict:?}");
        }
        // No name matches two of these.
        let apart: Vec<String> = (0..count).map(|at| format!("^p{at}_")).collect();
        let verdict = own_by_default(&map(&apart[..count - 1], &types), &map(&apart, &types));
        assert_eq!(verdict, Verdict::Holds, "{count}");
    }
}

#[test]
fn a_multiple_of_many_long_numbers_is_written_out() {
    // Numbers of 41 digits without common factors, nearly: their multiple has 20,000 digits.
    let divisor = |at: usize| {
        format!("{}{:09}", "1234567890123456789012345678901".to_owned() + "7", at * 2 + 1)
    };
    let all: Vec<Value> = (0..500)
        .map(|at| {
            serde_json::from_str(&format!(r#"{{"multipleOf": {}}}"#, divisor(at))).expect("JSON")
        })
        .collect();
    let schema = |parts: &[Value]| json!({"type": "integer", "allOf": parts});
    let verdict = own_by_default(&schema(&all[1..]), &schema(&all));
    assert!(matches!(verdict, Verdict::Refuted(_)), "{verdict:?}");
    assert_eq!(own_by_default(&schema(&all), &schema(&all[1..])), Verdict::Holds);
}

#[test]
fn each_branch_of_a_one_of_is_edited() {
    let branches = |least: u64| {
        let branch = |at: usize| {
            json!({"type": "object", "required": [format!("kind{at}"), "n"], "properties": {
                format!("kind{at}"): {"type": "string"}, "name": {"type": "string"},
                "n": {"type": "integer", "minimum": least}}})
        };
        json!({"oneOf": (0..60).map(branch).collect::<Vec<_>>()})
    };
    assert_eq!(own_by_default(&branches(1), &branches(0)), Verdict::Holds);
    let verdict = own_by_default(&branches(0), &branches(1));
    assert!(matches!(verdict, Verdict::Refuted(_)), "{verdict:?}");
}

/// `count` open alternatives, each with a property of its own whose texts have at most this length.
fn own_properties(count: usize, most: u32) -> Value {
    let branch = |at: usize| {
        let name = format!("p{at}");
        json!({
            "type": "object",
            "properties": {(name.as_str()): {"type": "string", "maxLength": most}},
            "required": [name]
        })
    };
    json!({"oneOf": (0..count).map(branch).collect::<Vec<_>>()})
}

/// Each alternative of a long `oneOf` is edited: an instance shows it by one pair.
#[test]
fn a_long_choice_whose_branches_all_change() {
    for count in [60, 200, 500] {
        refuted(own_properties(count, 10), own_properties(count, 9));
        refuted(own_properties(count, 9), own_properties(count, 10));
    }
}
