//! A property that may be null in emitted Rust: a given null stays, and is not a missing property.

use libtest_mimic::{Failed, Trial};
use serde_json::{Value, json};

use crate::emitted::rust_crate;
use crate::emitted_files::emit;

pub(crate) fn cases() -> Vec<Trial> {
    vec![Trial::test("emitted_null::rust_keeps_null", rust_keeps_null)]
}

/// Schemas of one property that accept null.
fn schemas() -> Vec<Value> {
    vec![
        json!({}),
        json!(true),
        json!({"description": "Any value."}),
        json!({"$ref": "#/$defs/any"}),
        json!({"$ref": "#/$defs/nothing"}),
        json!({"$ref": "#/$defs/word"}),
        json!({"type": "null"}),
        json!({"const": null}),
        json!({"enum": [null]}),
        json!({"enum": [null, "a", 1]}),
        json!({"not": {"type": "string"}}),
        json!({"minLength": 3}),
        json!({"if": {"type": "string"}, "then": {"minLength": 3}}),
        json!({"properties": {"b": {}}}),
        json!({"type": ["string", "null"]}),
        json!({"anyOf": [{"type": "integer"}, {"type": "null"}]}),
        json!({"oneOf": [{"type": "object", "properties": {"b": {}}}, {"type": "null"}]}),
    ]
}

fn rust_keeps_null() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let definitions = json!({
        "any": {}, "nothing": {"type": "null"}, "word": {"type": ["string", "null"]},
    });
    let (mut main, mut calls) = (String::new(), String::new());
    for (index, schema) in schemas().iter().enumerate() {
        // As a property, inside of another object, in a branch of a union, and where other properties are refused.
        let open = json!({"type": "object", "properties": {"a": schema}, "minProperties": 1});
        let closed =
            json!({"type": "object", "properties": {"a": schema}, "additionalProperties": false});
        let contract = json!({
            "type": "object",
            "properties": {
                "a": schema,
                "open": open,
                "closed": closed,
                "one": {"anyOf": [
                    {"type": "object", "properties": {"kind": {"const": "x"}, "a": schema}, "required": ["kind"]},
                    {"type": "object", "properties": {"kind": {"const": "y"}}, "required": ["kind"]},
                ]},
            },
            "$defs": definitions,
        });
        let name = format!("null{index}");
        let file = folder.path().join(format!("{name}.json"));
        std::fs::write(&file, contract.to_string())?;
        let file = file.display().to_string();
        let args = ["--lang", "rust", "--contract", &file, "--runtime", "shared", "--out", "src"];
        emit(folder.path(), &args)?;
        emit(
            folder.path(),
            &[&args[..], &["--name", &format!("{name}_types"), "--with", "types"]].concat(),
        )?;
        main.push_str(&format!("mod {name};\nmod {name}_types;\n"));
        calls.push_str(&format!(
            "    each!({name}, Null{index}, {name}_types, Null{index}Types);\n"
        ));
    }
    main.push_str(
        r##"mod skillgen_runtime;

const TEXTS: [&str; 5] = [
    "{}",
    r#"{"a":null}"#,
    r#"{"open":{"a":null}}"#,
    r#"{"closed":{"a":null}}"#,
    r#"{"one":{"kind":"x","a":null}}"#,
];

fn same(name: &str, text: &str, made: String) {
    let value = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
    if value(text) != value(&made) {
        println!("{name}: {text} became {made}");
    }
}

macro_rules! each {
    ($name:ident, $type:ident, $types:ident, $plain:ident) => {
        for text in TEXTS {
            let name = stringify!($name);
            let quick = $name::parse(text).unwrap();
            same(name, text, serde_json::to_string(&quick).unwrap());
            let value: serde_json::Value = serde_json::from_str(text).unwrap();
            let checked = $name::from_value(value).unwrap();
            same(name, text, serde_json::to_string(&checked).unwrap());
            let plain: $types::$plain = serde_json::from_str(text).unwrap();
            same(name, text, serde_json::to_string(&plain).unwrap());
            assert_eq!(quick.a.is_some(), text == TEXTS[1]);
        }
        let built = $name::Builder::new().set("a", serde_json::Value::Null).build().unwrap();
        same("builder", TEXTS[1], serde_json::to_string::<$name::$type>(&built).unwrap());
    };
}

fn main() {
"##,
    );
    main.push_str(&calls);
    main.push_str("    let built = null0::Builder::new().a(serde_json::Value::Null).build().unwrap();\n    same(\"setter\", TEXTS[1], serde_json::to_string(&built).unwrap());\n}\n");
    let said = rust_crate(folder.path(), "emitted-null", &main)?;
    if said.is_empty() { Ok(()) } else { Err(said.into()) }
}
