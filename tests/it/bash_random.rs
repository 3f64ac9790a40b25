//! Random schemas and values: `skill_check` tells the same (path, keyword) as skillgen's validator. Each
//! jq judges a list of values, each by a schema of its own. 240 pairs; `SKILLGEN_SLOW=1`: 4,800.

use std::collections::BTreeSet;

use contract::{Document, NoFiles, Schema};
use libtest_mimic::{Failed, Trial};
use runtime::coerce::{Mode, coerce};
use runtime::validate::{Formats, Validator};
use serde_json::{Map, Value, json};

use crate::bash_suite::{check_all, render};
use crate::support::{run_with, text};

/// Values in one document.
const LIST: usize = 12;

pub(crate) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("bash_random::same_issues", same_issues),
        Trial::test("bash_random::same_coercion", same_coercion),
        Trial::test("bash_random::conformance", conformance),
    ]
}

/// SplitMix64: the same schemas everywhere.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % n as u64) as usize
    }

    fn pick<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len())]
    }
}

const NAMES: &[&str] = &["a", "b", "a/b", "m~n", "__proto__", "é", ""];
const NUMBERS: &[&str] = &[
    "0",
    "-0.0",
    "1",
    "1.0",
    "2",
    "3",
    "-3",
    "0.1",
    "0.3",
    "0.35",
    "1e2",
    "1.5",
    "9007199254740992",
    "9007199254740993",
    "12345678901234567890",
    "1e400",
    "-1e400",
    "1e-400",
    "0.1000000000000000000001",
    "100000000000000000000",
    "1e20",
    "4.35",
    "1000000007",
    "1E+2",
];
const DIVISORS: &[&str] = &["1", "2", "0.1", "0.01", "1e-8", "3", "0.5", "1e20", "7", "1.5"];
const STRINGS: &[&str] = &[
    "",
    "a",
    "ab",
    "é",
    "😀",
    "a\nb",
    "x\u{2028}y",
    "\u{0}",
    "12",
    "१",
    "_",
    " ",
    "\u{a0}",
    "\u{feff}",
    "foo bar",
    "true",
    "NO",
    "-3.5",
    "007",
    "{\"a\": 1e2, \"b\":\"x\"}",
    "[1]",
    "123456789012345678901",
    "aaaa",
    "2024-02-29",
    "2023-02-29",
    "2024-02-29T23:59:60Z",
    "12:00:00+24:00",
    "23:59:60Z",
    "12:30:00.5z",
    "P1Y2D",
    "P1Y2M3DT4H",
    "PT",
    "P2W",
    "a@b.example",
    "\"a b\"@[127.0.0.1]",
    "a@[IPv6:::1]",
    "a..b@c",
    "-a.b",
    "a-b.c",
    "256.1.1.1",
    "1.2.3.4",
    "01.2.3.4",
    "::",
    "::1",
    "1:2:3:4:5:6:7:8",
    "1::2::3",
    "::ffff:1.2.3.4",
    "http://x.example/%20?a#b",
    "http://[::1]:80/",
    "//x/y",
    "a b",
    "urn:x",
    ":x",
    "%zz",
    "/a~0b",
    "/a~2",
    "a/b",
    "123e4567-e89b-12d3-a456-426614174000",
    "123E4567E89B12D3A456426614174000",
    "K",
    "\u{212a}",
    "ſ",
];
const PATTERNS: &[&str] = &[
    "^a",
    "b$",
    "^.$",
    "\\d",
    "^\\D+$",
    "\\w",
    "^\\W*$",
    "\\s",
    "^\\S+$",
    "[^a]",
    "^[a-c]{1,2}$",
    "^(?:a|b)*$",
    "(a)\\1",
    "a(?=b)",
    "(?<!a)b",
    "^\\p{L}+$",
    "\\u{1F600}",
    "\\bfoo\\b",
    "^[\\w.-]+@",
    "^$",
    "^(a+)+$",
    "[\\s\\S]",
    "[]",
    "[^]",
    "\\x41?",
    "a{2,}?",
    "\\/",
    "^\\cJ?",
    "\\Bo",
];
const FORMATS: &[&str] = &[
    "date-time",
    "date",
    "time",
    "duration",
    "email",
    "hostname",
    "ipv4",
    "ipv6",
    "uri",
    "uri-reference",
    "uuid",
    "json-pointer",
];

fn number(random: &mut Random) -> Value {
    serde_json::from_str(random.pick(NUMBERS)).unwrap()
}

fn value(random: &mut Random, depth: usize) -> Value {
    match random.below(if depth == 0 { 9 } else { 15 }) {
        0 => Value::Null,
        1 => json!(random.below(2) == 0),
        2..=4 => number(random),
        5..=8 => json!(random.pick(STRINGS)),
        9..=11 => (0..random.below(4)).map(|_| value(random, depth - 1)).collect(),
        _ => {
            let count = random.below(4);
            let mut map = Map::new();
            for _ in 0..count {
                map.insert(random.pick(NAMES).to_owned(), value(random, depth - 1));
            }
            Value::Object(map)
        }
    }
}

fn schema(random: &mut Random, depth: usize) -> Value {
    match random.below(12) {
        0 => return json!(true),
        1 => return json!(false),
        _ => {}
    }
    let mut map = Map::new();
    for _ in 0..=random.below(3) {
        let (keyword, value) = keyword(random, depth);
        map.insert(keyword.to_owned(), value);
        if keyword == "contains" && random.below(2) == 0 {
            map.insert("minContains".to_owned(), json!(random.below(3)));
            map.insert("maxContains".to_owned(), json!(random.below(3)));
        }
        if keyword == "if" {
            map.insert("then".to_owned(), schema(random, depth - 1));
            map.insert("else".to_owned(), schema(random, depth - 1));
        }
    }
    Value::Object(map)
}

fn list(random: &mut Random, depth: usize) -> Value {
    (0..=random.below(3)).map(|_| schema(random, depth - 1)).collect()
}

fn by_name(random: &mut Random, depth: usize, names: &[&str]) -> Value {
    let count = random.below(4);
    let mut map = Map::new();
    for _ in 0..count {
        map.insert(random.pick(names).to_owned(), schema(random, depth - 1));
    }
    Value::Object(map)
}

fn names(random: &mut Random) -> Value {
    let all: BTreeSet<&str> = (0..random.below(3)).map(|_| random.pick(NAMES)).collect();
    json!(all)
}

fn keyword(random: &mut Random, depth: usize) -> (&'static str, Value) {
    let types = ["null", "boolean", "integer", "number", "string", "array", "object"];
    match random.below(if depth == 0 { 16 } else { 35 }) {
        0 => ("type", json!(random.pick(&types))),
        1 => ("type", json!(BTreeSet::from([random.pick(&types), random.pick(&types)]))),
        2 => ("enum", (0..=random.below(4)).map(|_| value(random, 1)).collect()),
        3 => ("const", value(random, 1)),
        4 => ("multipleOf", serde_json::from_str(random.pick(DIVISORS)).unwrap()),
        5 => ("minimum", number(random)),
        6 => ("maximum", number(random)),
        7 => ("exclusiveMinimum", number(random)),
        8 => ("exclusiveMaximum", number(random)),
        9 => ("minLength", json!(random.below(4))),
        10 => ("maxLength", json!(random.below(4))),
        11 | 12 => ("pattern", json!(random.pick(PATTERNS))),
        13 => ("format", json!(random.pick(FORMATS))),
        14 => ("required", names(random)),
        15 => ("uniqueItems", json!(true)),
        16 => ("minItems", json!(random.below(3))),
        17 => ("maxItems", json!(random.below(3))),
        18 => ("minProperties", json!(random.below(3))),
        19 => ("maxProperties", json!(random.below(3))),
        20 => ("prefixItems", list(random, depth)),
        21 => ("items", schema(random, depth - 1)),
        22 => ("contains", schema(random, depth - 1)),
        23 => ("unevaluatedItems", schema(random, depth - 1)),
        24 => ("properties", by_name(random, depth, NAMES)),
        25 => ("patternProperties", by_name(random, depth, PATTERNS)),
        26 => ("additionalProperties", schema(random, depth - 1)),
        27 => ("propertyNames", schema(random, depth - 1)),
        28 => ("unevaluatedProperties", schema(random, depth - 1)),
        29 => ("dependentSchemas", by_name(random, depth, NAMES)),
        30 => ("allOf", list(random, depth)),
        31 => (["anyOf", "oneOf"][random.below(2)], list(random, depth)),
        32 => ("not", schema(random, depth - 1)),
        33 => ("default", value(random, 1)),
        _ => ("if", schema(random, depth - 1)),
    }
}

fn read(schema: &Value) -> Option<Schema> {
    let document = Document::json("s.json", schema.to_string().as_bytes()).ok()?;
    Schema::read(&document, &NoFiles).ok()
}

/// A schema that all can read and bash can decide.
fn usable(random: &mut Random) -> Value {
    loop {
        let made = schema(random, 3);
        let emitted = read(&made).and_then(|schema| {
            codegen::Namespace::new(None, schema, codegen::Formats::Assert).ok()
        });
        if emitted.is_some_and(|space| render(vec![space]).is_ok()) {
            return made;
        }
    }
}

fn same_issues() -> Result<(), Failed> {
    let rounds = if std::env::var_os("SKILLGEN_SLOW").is_some() { 400 } else { 20 };
    let seed = std::env::var("SKILLGEN_SEED").ok().and_then(|s| s.parse().ok()).unwrap_or(11);
    let mut random = Random(seed);
    let scratch = tempfile::tempdir()?;
    let mut wrong = Vec::new();
    for _ in 0..rounds {
        let schemas: Vec<Value> = (0..LIST).map(|_| usable(&mut random)).collect();
        let documents: Vec<Value> =
            (0..2).map(|_| (0..LIST).map(|_| value(&mut random, 3)).collect::<Value>()).collect();
        let whole = json!({"prefixItems": schemas});
        let schema = read(&whole).ok_or("a schema")?;
        let validator = Validator::new(&schema, Formats::Assert);
        let space = codegen::Namespace::new(None, schema, codegen::Formats::Assert)
            .map_err(|refusal| format!("{refusal}: {whole}"))?;
        let helper = render(vec![space]).map_err(|refusal| format!("{refusal}: {whole}"))?;
        let told = check_all(&helper, documents.iter().map(Value::to_string), scratch.path())?;
        for (document, (status, issues)) in documents.iter().zip(told) {
            let own = validator.validate(document).map_err(|error| format!("{error:?}"))?;
            let own: BTreeSet<(String, String)> =
                own.iter().map(|i| (i.path.to_string(), i.keyword.clone())).collect();
            for index in 0..LIST {
                let here = |all: &BTreeSet<(String, String)>| -> BTreeSet<(String, String)> {
                    let (exact, below) = (format!("/{index}"), format!("/{index}/"));
                    all.iter()
                        .filter(|(p, _)| *p == exact || p.starts_with(&below))
                        .cloned()
                        .collect()
                };
                if status > 1 || here(&issues) != here(&own) {
                    wrong.push(format!(
                        "{}\n  {}\n  bash {:?}\n  skillgen {:?} ({status})",
                        schemas[index],
                        document[index],
                        here(&issues),
                        here(&own)
                    ));
                }
            }
        }
    }
    match wrong.as_slice() {
        [] => Ok(()),
        some => {
            Err(format!("{} differ:\n{}", some.len(), some[..some.len().min(12)].join("\n")).into())
        }
    }
}

/// `skill_coerce` makes the same document as skillgen, by the same changes. (jq does not keep how a number
/// was written, so numbers are compared by value.)
fn same_coercion() -> Result<(), Failed> {
    let rounds = if std::env::var_os("SKILLGEN_SLOW").is_some() { 100 } else { 6 };
    let mut random = Random(23);
    let scratch = tempfile::tempdir()?;
    for _ in 0..rounds {
        let schemas: Vec<Value> = (0..LIST).map(|_| usable(&mut random)).collect();
        let whole = json!({"prefixItems": schemas});
        let document: Value = (0..LIST).map(|_| value(&mut random, 3)).collect();
        let schema = read(&whole).ok_or("a schema")?;
        let validator = Validator::new(&schema, Formats::Assert);
        let space = codegen::Namespace::new(None, schema, codegen::Formats::Assert)
            .map_err(|refusal| format!("{refusal}: {whole}"))?;
        let helper = render(vec![space]).map_err(|refusal| format!("{refusal}: {whole}"))?;
        std::fs::write(scratch.path().join("helper.sh"), helper)?;
        for (word, mode) in [("--safe", Mode::Safe), ("--lenient", Mode::Lenient)] {
            let own = coerce(&validator, &document, mode).map_err(|error| format!("{error:?}"))?;
            let mut command = std::process::Command::new("bash");
            let script = ". ./helper.sh; skill_coerce \"$1\" -";
            command.args(["-c", script, "-", word]).current_dir(scratch.path());
            let output = run_with(command, document.to_string().as_bytes());
            let (status, stdout, stderr) = text(&output);
            let told: Value =
                serde_json::from_str(&stdout).map_err(|e| format!("{e}: {stderr}"))?;
            assert_eq!(told["valid"], json!(status == 0));
            let changes: Vec<Value> = own.changes.iter().map(|change| change.to_json()).collect();
            for (what, mine, theirs) in [
                ("document", &told["document"], &own.document),
                ("changes", &told["changes"], &Value::Array(changes)),
            ] {
                if !contract::value::equal(mine, theirs) {
                    return Err(format!(
                        "{word} {what}: {whole}\n{document}\nbash {mine}\nskillgen {theirs}"
                    )
                    .into());
                }
            }
        }
    }
    Ok(())
}

/// The documents of tests/conformance, with their verdicts.
fn conformance() -> Result<(), Failed> {
    for name in ["skill-output-v1", "helper-envelope-v1"] {
        let path = crate::support::root().join(format!("tests/conformance/{name}.json"));
        let file: Value = serde_json::from_slice(&std::fs::read(path)?)?;
        let cases = file["documents"].as_array().ok_or("documents")?;
        let mut command = crate::support::skillgen();
        command.args(["emit", "--lang", "bash", "--contract", &format!("builtin:{name}")]);
        let helper = crate::support::text(&crate::support::run_with(command, b"")).1;
        let scratch = tempfile::tempdir()?;
        let told =
            check_all(&helper, cases.iter().map(|c| c["document"].to_string()), scratch.path())?;
        for (case, (status, _)) in cases.iter().zip(told) {
            let wanted = if case["valid"] == json!(true) { 0 } else { 1 };
            assert_eq!(status, wanted, "{name}: {}", case["name"]);
        }
    }
    Ok(())
}
