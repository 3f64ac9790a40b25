//! Random schemas and values: what generators of code stumble over, the same in every run.

use std::collections::BTreeSet;

use codegen::backend::{Options, Target};
use codegen::{Formats, Namespace};
use contract::{Document, NoFiles, Schema};
use serde_json::{Map, Value, json};

use crate::emitted::model;

/// SplitMix64: the same schemas everywhere.
pub(crate) struct Random {
    state: u64,
    numbers: Vec<&'static str>,
    strings: &'static [&'static str],
    /// Schemas of types, parts and alternatives rather than of bounds.
    typed: bool,
}

impl Random {
    /// Numbers of any size and spelling.
    pub(crate) fn new(seed: u64) -> Random {
        Random { state: seed, numbers: numbers(|of| of.any), strings: STRINGS, typed: false }
    }

    /// Numbers that doubles hold as they stand, for languages that have no others.
    pub(crate) fn of_doubles(seed: u64) -> Random {
        Random { state: seed, numbers: numbers(|of| of.doubles), strings: STRINGS, typed: false }
    }

    /// For coercion: values that are nearly right, numbers in the one spelling that all languages print.
    pub(crate) fn of_mistakes(seed: u64) -> Random {
        Random { state: seed, numbers: numbers(|of| of.plain), strings: MISTAKES, typed: true }
    }

    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % n as u64) as usize
    }

    fn pick<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len())]
    }
}

const NAMES: &[&str] = &["a", "b", "a/b", "m~n", "__proto__", "é", ""];
/// Where a number is used.
struct Use {
    any: bool,
    doubles: bool,
    plain: bool,
}

/// Not by languages that hold doubles alone.
const ANY: Use = Use { any: true, doubles: false, plain: false };
/// A double in a spelling that is not every language's.
const DOUBLE: Use = Use { any: true, doubles: true, plain: false };
/// A double at the end of what there is.
const EXTREME: Use = Use { any: false, doubles: true, plain: false };
/// The one spelling that all languages print.
const PLAIN: Use = Use { any: true, doubles: true, plain: true };

const NUMBERS: &[(&str, Use)] = &[
    ("0", PLAIN),
    ("-0.0", DOUBLE),
    ("1", PLAIN),
    ("1.0", DOUBLE),
    ("2", PLAIN),
    ("3", PLAIN),
    ("-3", PLAIN),
    ("0.1", PLAIN),
    ("0.3", PLAIN),
    ("0.35", PLAIN),
    ("1e2", DOUBLE),
    ("1.5", PLAIN),
    ("9007199254740992", PLAIN),
    ("9007199254740993", ANY),
    ("12345678901234567890", ANY),
    ("1e400", ANY),
    ("-1e400", ANY),
    ("1e-400", ANY),
    ("0.1000000000000000000001", ANY),
    ("100000000000000000000", ANY),
    ("1e20", DOUBLE),
    ("4.35", PLAIN),
    ("1000000007", PLAIN),
    ("1E+2", DOUBLE),
    ("1e300", EXTREME),
    ("5e-324", EXTREME),
];

fn numbers(wanted: fn(&Use) -> bool) -> Vec<&'static str> {
    NUMBERS.iter().filter(|(_, of)| wanted(of)).map(|(text, _)| *text).collect()
}

const MISTAKES: &[&str] = &[
    "",
    "a",
    "12",
    "0",
    "1",
    "-3.5",
    "007",
    "5.0",
    "true",
    "NO",
    "Yes",
    "[1]",
    "{\"a\": 1e2, \"b\":\"x\"}",
    "{\"a\":\"1\"}",
    "{\"b\": {\"a\": \"true\"}}",
    "{",
    "3 ",
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
    let index = random.below(random.numbers.len());
    serde_json::from_str(random.numbers[index]).unwrap()
}

pub(crate) fn value(random: &mut Random, depth: usize) -> Value {
    match random.below(if depth == 0 { 9 } else { 15 }) {
        0 => Value::Null,
        1 => json!(random.below(2) == 0),
        2..=4 => number(random),
        5..=8 => {
            let all = random.strings;
            json!(random.pick(all))
        }
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

pub(crate) fn schema(random: &mut Random, depth: usize) -> Value {
    match random.below(12) {
        0 => return json!(true),
        1 => return json!(false),
        2 if random.typed && random.below(3) == 0 => return within_itself(random),
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

/// Defaults that would be added inside of themselves for ever, and, in what fills one, another one.
fn within_itself(random: &mut Random) -> Value {
    let part = |name: &str| json!({"$ref": format!("#/$defs/{name}"), "default": {}});
    json!({
        "$id": format!("urn:made:{}", random.below(1 << 40)),
        "type": "object",
        "properties": {"a": {"$ref": "#", "default": {}}, "é": part("pair")},
        "$defs": {"pair": {"properties": {"b": {"$ref": "#", "default": {"a": 1}}, "a": part("pair")}}},
    })
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
    const TYPED: [usize; 20] =
        [0, 0, 0, 0, 1, 33, 20, 21, 24, 24, 24, 25, 26, 28, 29, 30, 31, 31, 34, 2];
    let chosen = match (random.typed, depth) {
        (true, 0) => TYPED[random.below(6)],
        (true, _) => TYPED[random.below(20)],
        (false, 0) => random.below(16),
        (false, _) => random.below(35),
    };
    match chosen {
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

/// A schema that a language can decide.
pub(crate) fn usable(random: &mut Random, target: &dyn Target) -> Value {
    loop {
        let made = schema(random, 3);
        let space =
            read(&made).and_then(|schema| Namespace::new(None, schema, Formats::Assert).ok());
        if space.is_some_and(|space| target.render(&model(space), &Options::default()).is_ok()) {
            return made;
        }
    }
}

/// A schema that stands alone; nothing where it is none.
pub(crate) fn read(schema: &Value) -> Option<Schema> {
    let document = Document::json("s.json", schema.to_string().as_bytes()).ok()?;
    Schema::read(&document, &NoFiles).ok()
}
