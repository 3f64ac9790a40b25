//! The size of values in Go and Rust, whose structs contain each other: definitions that each use the next one twice
//! double in size with each level, until compilers do not end and stacks overflow. Pointers keep values small.

use std::path::Path;
use std::process::Command;

use libtest_mimic::{Failed, Trial};
use serde_json::{Map, Value, json};

use crate::emitted::{run, rust_crate};
use crate::emitted_files::emit;
use crate::golang;

pub(crate) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("emitted_weights::go_values_stay_small", go),
        Trial::test("emitted_weights::rust_values_stay_small", rust),
    ]
}

/// How a definition uses the next one.
#[derive(Clone, Copy)]
enum Form {
    Required,
    Optional,
    Tuple,
}

/// Definitions of which each uses the next one twice.
fn levels(count: usize, form: Form) -> Value {
    let level = |index: usize| {
        let next = match index + 1 == count {
            true => json!({"type": "string"}),
            false => json!({"$ref": format!("#/$defs/L{}", index + 1)}),
        };
        let of = match form {
            Form::Required => json!({
                "type": "object", "required": ["a", "b"], "properties": {"a": next, "b": next}
            }),
            Form::Optional => json!({"type": "object", "properties": {"a": next, "b": next}}),
            Form::Tuple => json!({
                "type": "array", "prefixItems": [next, next], "minItems": 2, "items": false
            }),
        };
        (format!("L{index}"), of)
    };
    let definitions: Map<String, Value> = (0..count).map(level).collect();
    json!({
        "type": "object", "required": ["first"],
        "properties": {"first": {"$ref": "#/$defs/L0"}}, "$defs": definitions
    })
}

/// The largest valid value of a level.
fn value(count: usize, form: Form) -> Value {
    (0..count).fold(json!("x"), |next, _| match form {
        Form::Required | Form::Optional => json!({"a": next, "b": next}),
        Form::Tuple => json!([next, next]),
    })
}

/// Levels with more values than memory has room for.
const DEEP: usize = 28;

/// Contracts that no compiler gets through by value, and some with values that need a pointer.
const ALL: [(&str, usize, Form); 6] = [
    ("required", DEEP, Form::Required),
    ("optional", DEEP, Form::Optional),
    ("tuples", DEEP, Form::Tuple),
    ("pairs", 11, Form::Required),
    ("maybes", 11, Form::Optional),
    ("couples", 11, Form::Tuple),
];

/// The type of a contract's root.
fn root_type(name: &str) -> String {
    name[..1].to_ascii_uppercase() + &name[1..]
}

/// Emits all contracts, and writes a value of each that has few levels.
fn emit_all(folder: &Path, lang: &str) -> Result<(), Failed> {
    for (name, count, form) in ALL {
        std::fs::write(folder.join(name), levels(count, form).to_string())?;
        let out = match lang {
            "go" => format!("go/{name}"),
            _ => "src".to_owned(),
        };
        emit(folder, &[name, "--lang", lang, "--runtime", "inline", "--out", &out])?;
        let document = match count < DEEP {
            true => json!({"first": value(count, form)}),
            false => json!({}),
        };
        std::fs::write(folder.join(format!("{name}.json")), document.to_string())?;
    }
    Ok(())
}

fn go() -> Result<(), Failed> {
    let scratch = tempfile::tempdir()?;
    let folder = scratch.path();
    golang::module(folder)?;
    emit_all(folder, "go")?;
    let (mut imports, mut calls, mut expected) = (String::new(), String::new(), String::new());
    for (name, count, _) in ALL {
        let root = root_type(name);
        imports += &format!("\t\"tests/go/{name}\"\n");
        calls += &format!(
            "\tsay(\"{name}\", func(text string) (any, error) {{ return {name}.Parse(text) }})\n"
        );
        // A pointer without a value is null.
        calls += &format!("\tempty({name}.{root}{{}})\n");
        expected += &match count == DEEP {
            true => format!("{name}: required property \"first\" is missing\n"),
            false => format!("{name}: the same\n"),
        };
    }
    let main = GO.replace("IMPORTS", &imports).replace("CALLS", &calls);
    std::fs::write(folder.join("main.go"), main)?;
    run(Command::new("gofmt").args(["-w", "main.go"]).current_dir(folder))?;
    golang::critics(folder)?;
    assert_eq!(golang::go(folder, &["run", "."])?, expected);
    Ok(())
}

const GO: &str = r#"package main

import (
    "encoding/json"
    "fmt"
    "os"
    "strings"
IMPORTS)

func say(name string, parse func(string) (any, error)) {
    text, _ := os.ReadFile(name + ".json")
    value, err := parse(string(text))
    if err != nil {
        fmt.Println(name + ":" + err.Error()[strings.LastIndex(err.Error(), ": ")+1:])
        return
    }
    again, err := json.Marshal(value)
    if err != nil || string(again) != string(text) {
        panic(fmt.Sprint(err, string(again)))
    }
    fmt.Println(name + ": the same")
}

func empty(value any) {
    if _, err := json.Marshal(value); err != nil {
        panic(err)
    }
}

func main() {
CALLS}
"#;

fn rust() -> Result<(), Failed> {
    let scratch = tempfile::tempdir()?;
    let folder = scratch.path();
    std::fs::create_dir(folder.join("src"))?;
    emit_all(folder, "rust")?;
    let (mut modules, mut calls, mut expected) = (String::new(), String::new(), String::new());
    for (name, count, _) in ALL {
        let root = root_type(name);
        modules += &format!("#[allow(dead_code)]\nmod {name};\n");
        calls += &format!("    say(\"{name}\", {name}::parse);\n");
        calls += &format!("    assert!(size_of::<{name}::{root}>() < 64_000);\n");
        expected += &match count == DEEP {
            true => format!("{name}: required property \"first\" is missing\n"),
            false => format!("{name}: the same\n"),
        };
    }
    let main = RUST.replace("MODULES", &modules).replace("CALLS", &calls);
    assert_eq!(rust_crate(folder, "emitted-weights", &main)?, expected);
    Ok(())
}

const RUST: &str = r#"use std::{fmt::Display, fs, mem::size_of};
MODULES
fn say<T: serde::Serialize, E: Display>(name: &str, parse: fn(&str) -> Result<T, E>) {
    let text = fs::read_to_string(format!("{name}.json")).unwrap();
    match parse(&text) {
        Ok(value) => {
            assert_eq!(serde_json::to_string(&value).unwrap(), text);
            println!("{name}: the same");
        }
        Err(error) => println!("{name}: {}", error.to_string().rsplit(": ").next().unwrap()),
    }
}

fn main() {
CALLS}
"#;
