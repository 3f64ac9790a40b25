//! The two roads of emitted Rust: where the quick one takes a text, the slow one makes the same of it.
//! Random schemas of what types can say, values that are made for them, and each value in the spellings
//! that readers of JSON stumble over. `SKILLGEN_SLOW=1`: ten times as many.

use codegen::Namespace;
use codegen::backend::rust::Rust;
use codegen::backend::typescript::TypeScript;
use codegen::backend::{Options, Target as _};
use libtest_mimic::{Failed, Trial};
use serde_json::{Map, Value, json};

use crate::emitted::{model, rust_crate};
use crate::random_schema::{Random, read};

pub(crate) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("emitted_roads::random", random),
        Trial::test("emitted_roads::typescript_choices", typescript_choices),
        Trial::test("emitted_roads::rust_lints", rust_lints),
    ]
}

/// An emitted file with a function by which both roads can be compared from outside.
pub(crate) fn compared(text: String) -> String {
    let body = match text.contains("    quick: Some(") {
        true => {
            r#"(text: &str) -> bool {
    let slow = runtime::read(text).and_then(from_value);
    let Some(value) = CONTRACT.quick(text) else { return false };
    let quick: Result<_, runtime::Error> = Ok(value);
    assert_eq!(format!("{quick:?}"), format!("{slow:?}"), "{text}");
    true
}"#
        }
        false => "(_: &str) -> bool {\n    false\n}",
    };
    format!(
        "{text}\n/// Whether the quick road takes a text; then the slow one must agree.\npub fn roads{body}\n"
    )
}

/// Rust: the spellings of a text, right and wrong ones.
pub(crate) const SPELLINGS: &str = r##"
fn spellings(text: &str) -> Vec<String> {
    let mut all = vec![
        text.to_owned(),
        format!("\t{}\r\n", text.replace("\":", "\" :\n").replace(',', " ,")),
        format!("{text}x"),
        format!("{text}{text}"),
        text[..text.len() - 1].to_owned(),
        text.replace(",\"", ",,\""),
        text.replace('}', ",}").replace(']', ",]"),
    ];
    let mut put = |from: usize, to: usize, new: &str| {
        all.push(format!("{}{new}{}", &text[..from], &text[to..]));
    };
    let (mut at, mut inside, mut tokens) = (0, false, 0);
    let bytes = text.as_bytes();
    while at < bytes.len() && tokens < 12 {
        let from = at;
        at += 1;
        match bytes[from] {
            b'\\' => at += 1,
            b'"' if !inside => {
                inside = true;
                tokens += 1;
                for new in ["\"\\u0061", "\"\\ud800", "\"\\ud83d\\ude00", "\"\\x", "\"\u{1}", "\"é", "\"\\n"] {
                    put(from, at, new);
                }
                if bytes.get(at).is_some_and(u8::is_ascii_alphanumeric) {
                    put(at, at + 1, &format!("\\u{:04x}", bytes[at]));
                }
            }
            b'"' => inside = false,
            b'{' if !inside && bytes.get(at) == Some(&b'"') => {
                let key = &text[at..=at + 1 + text[at + 1..].find('"').unwrap()];
                let value = text[at..].split_once(':').unwrap().1;
                let value = value.split([',', '}']).next().unwrap();
                put(at, at, &format!("{key}:null,"));
                put(at, at, &format!("{key}:{value},"));
                put(at, at, &format!("\"no such name\":{value},"));
                put(at, at, "\"\":[[]],");
            }
            b'-' | b'0'..=b'9' if !inside => {
                while bytes.get(at).is_some_and(|b| b"+-.eE0123456789".contains(b)) {
                    at += 1;
                }
                tokens += 1;
                let old = &text[from..at];
                for new in ["0", "-0", "-0.0", "1e400", "01", "1.", ".5", "-", "1e", "1e2", "1E+2", "5e-324",
                    "0.1000000000000000055511151231257827", "0.30000000000000004", "9007199254740993",
                    "999999999999999999", "9223372036854775807", "9223372036854775808",
                    "18446744073709551615", "18446744073709551616", "-9223372036854775809",
                    "123456789012345", "1234567890123456", "0.123456789012345", "2.50", "null"] {
                    put(from, at, new);
                }
                for new in [format!("{old}.0"), format!("{old}e0"), format!("-{old}"), format!("{old}00")] {
                    put(from, at, &new);
                }
            }
            _ => {}
        }
    }
    all
}
"##;

fn random() -> Result<(), Failed> {
    let slow = std::env::var_os("SKILLGEN_SLOW").is_some();
    let (schemas, values) = if slow { (400, 12) } else { (40, 8) };
    let seed = std::env::var("SKILLGEN_SEED").ok().and_then(|s| s.parse().ok()).unwrap_or(5);
    let mut random = Random::of_doubles(seed);
    let scratch = tempfile::tempdir()?;
    std::fs::create_dir(scratch.path().join("src"))?;
    let (mut documents, mut quick) = (Vec::new(), 0);
    for index in 0..schemas {
        let schema = object(&mut random, 3);
        let read = read(&schema).ok_or_else(|| format!("no schema: {schema}"))?;
        let space = Namespace::new(None, read, codegen::Formats::Assert)?;
        let text = compared(Rust.render(&model(space), &Options::default())?[0].text.clone());
        quick += usize::from(text.contains("    quick: Some("));
        std::fs::write(scratch.path().join(format!("src/g{index}.rs")), text)?;
        let made = (0..values).map(|_| value(&mut random, &schema));
        documents.push(made.map(Value::from).collect::<Value>());
    }
    assert!(quick * 2 > schemas, "only {quick} of {schemas} schemas have a quick road");
    std::fs::write(scratch.path().join("documents.json"), Value::from(documents).to_string())?;
    let modules: String = (0..schemas).map(|index| format!("mod g{index};\n")).collect();
    let rows: String = (0..schemas).map(|index| format!("g{index}::roads,\n")).collect();
    let main = format!(
        r#"{modules}{SPELLINGS}
fn main() {{
    let rows: Vec<fn(&str) -> bool> = vec![{rows}];
    let text = std::fs::read_to_string("documents.json").unwrap();
    let groups: Vec<Vec<String>> = serde_json::from_str(&text).unwrap();
    let (mut all, mut taken, mut plain) = (0, 0, 0);
    for (roads, documents) in rows.into_iter().zip(groups) {{
        for document in documents {{
            plain += usize::from(roads(&document));
            for text in spellings(&document) {{
                all += 1;
                taken += usize::from(roads(&text));
            }}
        }}
    }}
    println!("{{plain}} {{taken}} {{all}}");
}}
"#
    );
    let said = rust_crate(scratch.path(), &format!("emitted-roads-{schemas}"), &main)?;
    let counts: Vec<usize> = said.split_whitespace().filter_map(|n| n.parse().ok()).collect();
    let [plain, taken, all] = counts[..] else { return Err(said.into()) };
    // Some values are not valid, and most spellings are none or not plain.
    assert!(
        plain * 5 > schemas * values,
        "the quick road took {plain} of {} values",
        schemas * values
    );
    assert!(taken * 20 > all, "the quick road took {taken} of {all} texts");
    Ok(())
}

const NAMES: [&str; 7] = ["a", "b", "type", "a/b", "é", "", "longerName"];

/// A schema of objects that a struct can say.
fn object(random: &mut Random, depth: usize) -> Value {
    let mut properties = Map::new();
    for _ in 0..=random.below(4) {
        let name = NAMES[random.below(NAMES.len())];
        properties.insert(name.to_owned(), any(random, depth - 1));
    }
    let names: Vec<String> = properties.keys().cloned().collect();
    let required: Vec<&String> = names.iter().filter(|_| random.below(2) == 0).collect();
    let mut schema = json!({"type": "object", "properties": properties, "required": required});
    match random.below(4) {
        0 => schema["additionalProperties"] = json!(false),
        1 => schema["additionalProperties"] = any(random, depth - 1),
        _ => {}
    }
    match random.below(9) {
        0 => schema["maxProperties"] = json!(random.below(6)),
        1 => schema["minProperties"] = json!(random.below(3)),
        2 => schema["dependentRequired"] = json!({names[0].clone(): [names[names.len() - 1]]}),
        3 => {
            schema["allOf"] = json!([{"required": [names[0]]}, {"properties": {names[0].clone(): any(random, 0)}}])
        }
        4 => schema["propertyNames"] = json!({"maxLength": 4}),
        5 if depth > 1 => schema["anyOf"] = json!([{"required": [names[0]]}, {"minProperties": 1}]),
        _ => {}
    }
    schema
}

fn any(random: &mut Random, depth: usize) -> Value {
    let mut schema = match random.below(if depth == 0 { 10 } else { 15 }) {
        0 => json!({"type": "boolean"}),
        1 | 2 => bounded(random, "integer"),
        3 | 4 => bounded(random, "number"),
        5 => {
            json!({"type": "string", "minLength": random.below(3), "maxLength": 3 + random.below(9)})
        }
        6 => json!({"type": "string", "pattern": (["^[a-z]*$", "a", "^\\w+$"][random.below(3)])}),
        7 => json!({"enum": ["a", "b c", "é", "Self", "a"]}),
        8 => json!({"type": "string", "format": (["date", "ipv4", "uuid"][random.below(3)])}),
        9 => [json!(true), json!({"type": "null"}), json!({"const": "a"}), json!(false)]
            [random.below(4)]
        .clone(),
        10 | 11 => object(random, depth),
        12 => {
            json!({"type": "array", "items": any(random, depth - 1), "maxItems": 1 + random.below(4),
            "minItems": random.below(2), "uniqueItems": random.below(3) == 0})
        }
        13 => json!({"type": "object", "additionalProperties": any(random, depth - 1)}),
        _ => json!({"anyOf": [any(random, depth - 1), {"type": "null"}]}),
    };
    if let (0, Some(ty)) = (random.below(5), schema.get("type").cloned()) {
        schema["type"] = json!([ty, "null"]);
    }
    if random.below(12) == 0 {
        schema = json!({"allOf": [schema]});
    }
    schema
}

fn bounded(random: &mut Random, ty: &str) -> Value {
    let mut schema = json!({"type": ty});
    let bounds = ["0", "1", "-3", "0.1", "2.5", "1e2", "9007199254740993", "100"];
    for keyword in ["minimum", "exclusiveMinimum", "multipleOf", "maximum", "exclusiveMaximum"] {
        if random.below(5) == 0 {
            let high = keyword.ends_with("aximum");
            let text = if high { bounds[4 + random.below(4)] } else { bounds[random.below(4)] };
            let text =
                if keyword == "multipleOf" { ["1", "0.1", "2"][random.below(3)] } else { text };
            schema[keyword] = serde_json::from_str(text).unwrap();
        }
    }
    schema
}

/// The text of a value for a schema, valid as a rule.
fn value(random: &mut Random, schema: &Value) -> String {
    let pick = |random: &mut Random, all: &[&str]| all[random.below(all.len())].to_owned();
    if let Some(inner) = schema.get("allOf").filter(|_| schema.get("type").is_none()) {
        return value(random, &inner[0]);
    }
    if let Some(inner) = schema.get("anyOf").filter(|_| schema.get("type").is_none()) {
        let branch = random.below(2);
        return value(random, &inner[branch]);
    }
    let word = match &schema["type"] {
        Value::Array(all) if random.below(4) == 0 => all[1].as_str(),
        Value::Array(all) => all[0].as_str(),
        other => other.as_str(),
    };
    match word {
        Some("boolean") => pick(random, &["true", "false"]),
        Some("integer") => pick(random, &["3", "2", "50", "0"]),
        Some("number") => pick(random, &["3", "2.5", "1.0", "1.25", "12"]),
        Some("null") => "null".to_owned(),
        Some("string") => match schema["format"].as_str() {
            Some("date") => pick(random, &["\"2024-02-29\"", "\"2024-02-30\""]),
            Some("ipv4") => "\"1.2.3.4\"".to_owned(),
            Some(_) => "\"123e4567-e89b-12d3-a456-426614174000\"".to_owned(),
            None => pick(random, &["\"abc\"", "\"abc\"", "\"a\\\\b\"", "\"aé\\n\"", "\"aaaaaa\""]),
        },
        Some("array") => {
            let items = (0..random.below(4)).map(|_| value(random, &schema["items"]));
            format!("[{}]", items.collect::<Vec<_>>().join(","))
        }
        Some("object") => {
            let mut members = Vec::new();
            for (name, part) in schema["properties"].as_object().into_iter().flatten() {
                let needed =
                    schema["required"].as_array().is_some_and(|all| all.contains(&json!(name)));
                if needed || random.below(3) > 0 {
                    members.push(format!("{}:{}", json!(name), value(random, part)));
                }
            }
            if schema["additionalProperties"] != json!(false) && random.below(2) == 0 {
                members
                    .push(format!("\"more\":{}", value(random, &schema["additionalProperties"])));
            }
            format!("{{{}}}", members.join(","))
        }
        _ => pick(random, &["\"a\"", "\"é\"", "\"b c\"", "{\"x\":[1.0,{}]}"]),
    }
}

/// Alternatives on TypeScript's quick road, in a schema that leads back to itself: told apart by a property
/// (`tree`), by types (`pair`), taken one after another (`any`); and with others that the checks must
/// count (`count`), where a schema that leads back has no quick road.
fn typescript_choices() -> Result<(), Failed> {
    let tree = json!({
        "$ref": "#/$defs/tree",
        "$defs": {
            "tree": {"type": "object", "required": ["kind"], "oneOf": [
                {"type": "object", "required": ["kind", "value"], "additionalProperties": false,
                 "properties": {"kind": {"enum": ["leaf", "bud"]}, "value": {"$ref": "#/$defs/pair"}}},
                {"type": "object", "required": ["kind", "parts"],
                 "properties": {"kind": {"const": "node"}, "any": {"$ref": "#/$defs/any"},
                    "parts": {"type": "array", "items": {"$ref": "#/$defs/tree"}}}}
            ]},
            "pair": {"oneOf": [{"type": "string", "minLength": 2}, {"type": ["integer", "null"]},
                {"type": "array", "items": {"anyOf": [{"type": "number", "minimum": 1}, {"enum": ["x"]}]}}]},
            "any": {"anyOf": [{"$ref": "#/$defs/tree"}, false, {"type": "array", "items": {"$ref": "#/$defs/any"}}]}
        }
    });
    let count = json!({"type": "object", "properties": {
        "a": {"oneOf": [{"type": "integer"}, {"type": "number", "minimum": 3}]},
        "b": {"anyOf": [true, {"type": "null"}]}, "c": {"anyOf": [false, {"const": 1}]},
        "d": {"type": "boolean", "oneOf": [{"const": true}, {"minLength": 1, "not": {"const": true}}]},
        "e": {"type": "boolean", "anyOf": [{"minProperties": 1, "const": true}, {"minimum": 2, "const": false}]}}});
    let scratch = tempfile::tempdir()?;
    std::fs::create_dir(scratch.path().join("src"))?;
    for (name, schema) in [("tree", &tree), ("count", &count)] {
        let space =
            Namespace::new(None, read(schema).ok_or("a schema")?, codegen::Formats::Assert)?;
        let text = TypeScript.render(&model(space), &Options::default())?[0].text.clone();
        assert!(text.contains("function quick("), "{name} has no quick road");
        std::fs::write(scratch.path().join(format!("src/{name}.ts")), text)?;
    }
    let script = r#"import assert from "node:assert";
import * as tree from "./js/tree.js";
import * as count from "./js/count.js";
let state = 7;
const below = (n) => (state = (state * 48271) % 2147483647) % n;
const pick = (...all) => all[below(all.length)];
const some = (make) => Array.from({ length: below(3) }, make);
const pair = () => pick("", "ab", "é", 1, 1.5, null, true, some(() => pick(0, 1, "x", "y", [])), { kind: "leaf" });
const any = (depth) => pick(pair(), depth > 0 ? node(depth - 1) : [], some(() => (depth > 0 ? any(depth - 1) : 1)));
const node = (depth) => {
  const object = {};
  if (below(9)) object.kind = pick("leaf", "leaf", "bud", "node", "node", "node", "x", ["leaf"]);
  if (below(5) && object.kind !== "node") object.value = pair();
  if (below(9) && object.kind === "node") object.parts = depth > 0 ? some(() => node(depth - 1)) : [];
  if (!below(6)) object.any = any(depth);
  return !below(30) ? pair() : object;
};
let valid = 0;
const both = (file, value, wanted) => {
  const holds = file.check(value).length === 0;
  assert.equal(file.is(value), holds, JSON.stringify(value));
  if (wanted !== undefined) assert.equal(holds, wanted, JSON.stringify(value));
  valid += holds;
};
for (let round = 0; round < 20000; round++) both(tree, node(4));
assert.ok(valid > 2000 && valid < 18000, `${valid} are valid`);
// Deeper than the quick road goes, and not as JSON.parse makes values.
const chain = (leaf) => { for (let n = 0; n < 500; n++) leaf = { kind: "node", parts: [leaf] }; return leaf; };
both(tree, chain({ kind: "leaf", value: null }), true);
both(tree, chain({ kind: "leaf", value: "" }), false);
both(tree, Object.assign(Object.create({ kind: "leaf" }), { value: 1 }), false);
both(tree, Object.assign(Object.create({ extra: 1 }), { kind: "leaf", value: 1 }), true);
for (const a of [1, 2.5, 3, 3.5, "3", null]) both(count, { a }, a === 1 || a === 3.5);
for (const d of [true, false, 1, "x", {}]) both(count, { d }, typeof d === "boolean");
for (const e of [true, false, 1, "x", {}]) both(count, { e }, typeof e === "boolean");
for (const [key, one, wanted] of [["b", 1, true], ["c", 1, true], ["c", 2, false]]) both(count, { [key]: one }, wanted);
"#;
    crate::emitted::typescript_run(scratch.path(), &[], script).map(|_| ())
}

/// What rustc and clippy once refused: an optional field whose type is an alias of any value, and branches
/// told apart that are blocks of their own.
fn rust_lints() -> Result<(), Failed> {
    let schema = json!({
        "title": "Page", "type": "object", "required": ["part"],
        "properties": {
            "layout": {"$ref": "#/$defs/layout"}, "other": {"$ref": "#/$defs/layout"},
            "gone": {"anyOf": [{"type": "null"}, {"type": "null"}]},
            "part": {"oneOf": [{"allOf": [{"$ref": "#/$defs/a"}, {"maxProperties": 2}]},
                {"$ref": "#/$defs/b", "minProperties": 2}]}
        },
        "$defs": {
            "layout": {"oneOf": [{"type": "string"}, {"type": "array", "items": {"type": "integer"}}, {"type": "null"}]},
            "a": {"type": "object", "required": ["kind"], "properties": {"kind": {"const": "a"}}},
            "b": {"type": "object", "required": ["kind"], "properties": {"kind": {"const": "b"}, "x": {"type": "string"}}}
        }
    });
    let scratch = tempfile::tempdir()?;
    let folder = scratch.path();
    std::fs::create_dir(folder.join("src"))?;
    let space = Namespace::new(None, read(&schema).ok_or("a schema")?, codegen::Formats::Assert)?;
    let text = Rust.render(&model(space), &Options::default())?[0].text.clone();
    assert!(text.contains("    quick: Some("), "no quick road");
    std::fs::write(folder.join("src/page.rs"), text)?;
    let main = r###"mod page;
fn main() {
    for (text, holds) in [
        (r##"{"part": {"kind": "a", "x": 1}, "layout": [1]}"##, true),
        (r##"{"part": {"kind": "a"}, "layout": null, "other": "x"}"##, true),
        (r##"{"part": {"kind": "a"}, "layout": {}}"##, false),
        (r##"{"part": {"kind": "a"}, "gone": null}"##, true),
        (r##"{"part": {"kind": "a"}, "gone": 1}"##, false),
        (r##"{"part": {"kind": "a", "x": 1, "y": 2}}"##, false),
        (r##"{"part": {"kind": "b", "x": "x", "y": 2}}"##, true),
        (r##"{"part": {"kind": "b"}}"##, false),
        (r##"{"part": {"kind": "b", "x": 1}}"##, false),
        (r##"{"part": {"kind": "c"}}"##, false),
    ] {
        assert_eq!(page::parse(text).is_ok(), holds, "{text}");
    }
}
"###;
    rust_crate(folder, "emitted-lints", main)?;
    let mut clippy = std::process::Command::new("cargo");
    clippy.args(["clippy", "--quiet", "--offline", "--", "-D", "warnings"]).current_dir(folder);
    clippy.env("CARGO_TARGET_DIR", crate::support::root().join("target/emitted"));
    crate::emitted::run(&mut clippy).map(|_| ())
}
