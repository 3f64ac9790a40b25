//! Constants that need more than 64 bits, or that no double is: what a parser reads is written so that it reads it again.

use std::process::Command;

use libtest_mimic::{Failed, Trial};
use serde_json::Value;

use crate::emitted::{run, rust_crate};
use crate::emitted_files::emit;

pub(crate) fn cases() -> Vec<Trial> {
    vec![Trial::test("emitted_constants::rust", rust), Trial::test("emitted_constants::go", go)]
}

/// Schemas with a value of each, which comes back as it is.
const CASES: &[(&str, &str)] = &[
    (r#"{"const": 9223372036854775808}"#, "9223372036854775808"),
    (r#"{"enum": [18446744073709551615]}"#, "18446744073709551615"),
    (r#"{"type": "integer", "const": 18446744073709551615}"#, "18446744073709551615"),
    (r#"{"enum": [18446744073709551615, "a"]}"#, "18446744073709551615"),
    (r#"{"enum": [-1, 9223372036854775808, null]}"#, "9223372036854775808"),
    (r#"{"enum": [1.5, 9223372036854775809]}"#, "9223372036854775809"),
    (r#"{"enum": [1.5, 9223372036854775809, "a"]}"#, "9223372036854775809"),
    (r#"{"anyOf": [{"const": 5}, {"type": "integer"}]}"#, "9007199254740993"),
    (r#"{"enum": [1.5, 2]}"#, "1.5"),
    (
        r#"{"type": "object", "properties": {"a": {"const": 9223372036854775808}}, "required": ["a"]}"#,
        r#"{"a":9223372036854775808}"#,
    ),
];

/// Writes the contracts, which `more` says how to emit.
fn write(folder: &std::path::Path, lang: &str, stem: &str, more: &[&str]) -> Result<(), Failed> {
    for (index, (schema, _)) in CASES.iter().enumerate() {
        let name = format!("{stem}{index}");
        let file = folder.join(format!("{name}.json"));
        std::fs::write(&file, schema)?;
        let file = file.display().to_string();
        let args = ["--lang", lang, "--contract", &file, "--runtime", "shared"];
        emit(folder, &[&args[..], more].concat())?;
    }
    Ok(())
}

fn compare(said: &str) -> Result<(), Failed> {
    let wanted: Vec<&str> = CASES.iter().map(|(_, text)| *text).collect();
    if said.lines().count() != wanted.len() {
        return Err(said.into());
    }
    for (said, wanted) in said.lines().zip(wanted) {
        let read = serde_json::from_str::<Value>;
        if read(said).ok() != read(wanted).ok() {
            return Err(format!("{wanted} became {said}").into());
        }
    }
    Ok(())
}

fn rust() -> Result<(), Failed> {
    for (package, stem, more) in [
        ("emitted-constants", "own", &["--out", "src"][..]),
        ("emitted-constants-typify", "typify", &["--out", "src", "--types", "typify"]),
    ] {
        let folder = tempfile::tempdir()?;
        write(folder.path(), "rust", stem, more)?;
        let (mut main, mut calls) = ("mod skillgen_runtime;\n".to_owned(), String::new());
        for (index, (_, text)) in CASES.iter().enumerate() {
            main.push_str(&format!("mod {stem}{index};\n"));
            calls.push_str(&format!("    same!({stem}{index}, {text:?});\n"));
        }
        main.push_str(
            "macro_rules! same {
    ($name:ident, $text:literal) => {
        match $name::parse($text) {
            Ok(value) => {
                let text = serde_json::to_string(&value).unwrap();
                let again = $name::parse(&text).map(|_| text);
                println!(\"{}\", again.unwrap_or_else(|error| error.to_string()));
            }
            Err(error) => println!(\"{error}\"),
        }
    };
}
fn main() {\n",
        );
        main.push_str(&calls);
        main.push_str("}\n");
        compare(&rust_crate(folder.path(), package, &main)?)?;
    }
    Ok(())
}

fn go() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let files: Vec<String> = (0..CASES.len())
        .map(|index| folder.path().join(format!("Fixed{index}x.json")).display().to_string())
        .collect();
    for (file, (schema, _)) in files.iter().zip(CASES) {
        std::fs::write(file, schema)?;
    }
    let contracts = files.iter().flat_map(|file| ["--contract", file.as_str()]);
    let args = ["--lang", "go", "--out", "fixed"].into_iter().chain(contracts);
    emit(folder.path(), &args.collect::<Vec<_>>())?;
    std::fs::write(folder.path().join("go.mod"), "module x\n\ngo 1.18\n")?;
    let mut main = "package main

import (
\t\"encoding/json\"
\t\"fmt\"

\t\"x/fixed\"
)

func same[T any](parse func(string) (T, error), text string) {
\tvalue, err := parse(text)
\tif err != nil {
\t\tfmt.Println(err)
\t\treturn
\t}
\tout, err := json.Marshal(value)
\tif err != nil {
\t\tfmt.Println(err)
\t\treturn
\t}
\tif _, err := parse(string(out)); err != nil {
\t\tfmt.Println(err)
\t\treturn
\t}
\tfmt.Println(string(out))
}

func main() {
"
    .to_owned();
    for (index, (_, text)) in CASES.iter().enumerate() {
        main.push_str(&format!("\tsame(fixed.ParseFixed{index}x[string], `{text}`)\n"));
    }
    main.push_str("}\n");
    std::fs::write(folder.path().join("main.go"), main)?;
    crate::golang::critics(folder.path())?;
    let mut go = Command::new("go");
    go.args(["run", "."]).current_dir(folder.path()).env("GOFLAGS", "-mod=mod");
    compare(&run(go.env("GOPROXY", "off").env("GOTOOLCHAIN", "local"))?)
}
