//! Required properties that stand beside `$ref`, in a branch of `allOf` or around alternatives: they are in the types of
//! each language.

use libtest_mimic::{Failed, Trial};

use crate::emitted::{rust_crate, typescript_run};
use crate::emitted_files::emit;

pub(crate) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("emitted_required::in_typescript", typescript),
        Trial::test("emitted_required::in_rust", rust),
        Trial::test("emitted_required::in_python_and_go", python_and_go),
    ]
}

const SCHEMA: &str = r##"{
    "title": "Order", "type": "object", "required": ["beside", "part", "both", "own", "nested", "tagged", "around"],
    "properties": {
        "free": {"$ref": "#/$defs/Base"},
        "beside": {"$ref": "#/$defs/Base", "required": ["a"]},
        "part": {"allOf": [{"$ref": "#/$defs/Base"}, {"required": ["a"]}]},
        "both": {"allOf": [{"$ref": "#/$defs/Base"}, {"$ref": "#/$defs/NeedsA"}]},
        "own": {
            "type": "object", "properties": {"p": {"type": "string"}, "q": {"type": "integer"}},
            "allOf": [{"required": ["p"]}, {"allOf": [{"required": ["r"], "properties": {"r": {"description": "The r."}}}]}]
        },
        "nested": {"allOf": [{"allOf": [{"type": "object", "properties": {"m": {"type": "string"}}}]}, {"required": ["m"]}]},
        "tagged": {
            "type": "object", "required": ["kind"],
            "oneOf": [
                {"properties": {"kind": {"const": "a"}, "l": {"type": "string"}}},
                {"properties": {"kind": {"const": "b"}, "m": {"type": "integer"}}}
            ]
        },
        "around": {"oneOf": [{"$ref": "#/$defs/First"}, {"$ref": "#/$defs/Second"}], "required": ["kind"]},
        "chain": {"$ref": "#/$defs/Sub", "required": ["s"]},
        "more": {"$ref": "#/$defs/Base", "required": ["z-z"]},
        "either": {
            "type": "object", "properties": {"p": {"type": "string"}},
            "anyOf": [{"required": ["p"]}, {"required": ["q"]}]
        },
        "shared": {"anyOf": [{"properties": {"v": {"type": "string"}}}, {"type": "null"}], "required": ["v"]},
        "again": {"$ref": "#/properties/shared/anyOf/0"},
        "words": {"$ref": "#/$defs/Words", "required": ["s"]},
        "null": {"type": ["object", "null"], "required": ["a"]}
    },
    "$defs": {
        "Base": {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "integer"}}},
        "Sub": {"allOf": [{"$ref": "#/$defs/Base"}, {"type": "object", "properties": {"s": {"type": "string"}}}]},
        "NeedsA": {"required": ["a"]},
        "Words": {"type": "object", "additionalProperties": {"type": "string"}},
        "First": {"type": "object", "properties": {"kind": {"const": "a"}, "l": {"type": "string"}}},
        "Second": {"type": "object", "properties": {"kind": {"const": "b"}, "m": {"type": "integer"}}}
    }
}"##;

const VALUE: &str = r#"{"beside":{"a":"x"},"part":{"a":"x"},"both":{"a":"x"},"own":{"p":"x","r":1},"nested":{"m":"x"},
    "tagged":{"kind":"b","m":2},"around":{"kind":"a","l":"x"},"chain":{"s":"x"},"more":{"z-z":1},"null":{"a":1}}"#;

/// The compiler knows each required property, and narrows by the one that is required around alternatives.
fn typescript() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    std::fs::write(folder.path().join("order"), SCHEMA)?;
    emit(folder.path(), &["order", "--lang", "ts", "--out", "src"])?;
    let used = r#"import { parse, type Order, type Base } from "./order.js";

const order: Order = parse(VALUE);
const length = (text: string): number => text.length;
const all: number[] = [
  length(order.beside.a), length(order.part.a), length(order.both.a), length(order.own.p), length(order.nested.m),
  order.tagged.kind === "a" ? length(order.tagged.l ?? "") : (order.tagged.m ?? 0),
  order.around.kind === "a" ? length(order.around.l ?? "") : (order.around.m ?? 0),
  order.chain === undefined ? 0 : length(order.chain.s),
];
const free: Base = {};
// @ts-expect-error `a` is missing.
const beside: Order["beside"] = free;
// @ts-expect-error `z-z` is missing.
const more: Order["more"] = free;
// A reference to a branch knows nothing of what the schema around it requires.
const again: Order["again"] = {};
export const told = JSON.stringify([all, order.own.r, beside, more, again]);
"#;
    let value = serde_json::Value::String(VALUE.to_owned()).to_string();
    std::fs::write(folder.path().join("src/use.ts"), used.replace("VALUE", &value))?;
    let script = "import { told } from './js/use.js';\nconsole.log(told);\n";
    let told = typescript_run(folder.path(), &[], script)?;
    assert_eq!(told.trim(), "[[1,1,1,1,1,2,1,1],1,{},{},{}]");
    Ok(())
}

/// Fields are no options, unions have a discriminator, and the fast path reads what the full checks accept.
fn rust() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    std::fs::write(folder.path().join("order"), SCHEMA)?;
    emit(folder.path(), &["order", "--lang", "rust", "--out", "src"])?;
    let main = r##"mod order;
        use order::{OrderAround, OrderTagged};
        fn main() {
        let text = r#"VALUE"#;
        let order = order::parse(text).unwrap();
        let texts: [&String; 6] = [
            &order.beside.a, &order.part.a, &order.both.a, &order.own.p, &order.nested.m, &order.chain.as_ref().unwrap().s,
        ];
        assert!(texts.iter().all(|text| *text == "x"));
        assert!(matches!(&order.tagged, OrderTagged::BObject(b) if b.m == Some(2)));
        assert!(matches!(&order.around, OrderAround::First(first) if first.l.as_deref() == Some("x")));
        let given: serde_json::Value = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_value(&order).unwrap(), given);
        assert!(order::from_value(given).is_ok());
        let missing = text.replace(r#""beside":{"a":"x"}"#, r#""beside":{}"#);
        assert!(order::parse(&missing).is_err());
        print!("done");
        }
    "##;
    let main = main.replace("VALUE", VALUE);
    assert_eq!(rust_crate(folder.path(), "emitted-required", &main)?, "done");
    Ok(())
}

fn python_and_go() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    std::fs::write(folder.path().join("order"), SCHEMA)?;
    let expected: [(&str, &str, &[&str]); 2] = [
        (
            "python",
            "order.py",
            &[
                "class _OrderBesideRequired(TypedDict):\n    a: str\n",
                "    beside: OrderBeside\n    part: OrderBeside\n",
            ],
        ),
        (
            "go",
            "order.go",
            &["\tBeside OrderBeside `json:\"beside\"`\n", "\tA string `json:\"a\"`\n"],
        ),
    ];
    for (lang, file, wanted) in expected {
        emit(folder.path(), &["order", "--lang", lang, "--out", lang])?;
        let text = std::fs::read_to_string(folder.path().join(lang).join(file))?;
        for line in wanted {
            assert!(text.contains(line), "{lang} lacks {line}:\n{text}");
        }
    }
    Ok(())
}
