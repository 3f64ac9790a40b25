//! `--types typify`: the functions of a contract with the types that typify writes, for contracts that typify itself
//! refuses or takes for any value.

use libtest_mimic::{Failed, Trial};
use serde_json::json;

use crate::emitted::rust_crate;
use crate::emitted_files::emit;

pub(crate) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("emitted_typify::compiles_and_checks", types),
        Trial::test("emitted_typify::refused", refused),
    ]
}

/// Contracts with all shapes of types, and one of which typify takes some parts only.
fn types() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let hostile = json!({
        "type": ["object", "null"],
        "if": {"type": "object", "required": ["a"]}, "then": {"not": {"required": ["b"]}},
        "required": ["kind"],
        "properties": {
            "a-b": {"type": "string"}, "a_b": {"type": "integer"}, "kind": {"const": "HardKind"},
            "order": {"oneOf": [{"$ref": "#/$defs/SortOrder"}, {"type": "null"}]},
            "zone": {"description": "A\rzone.\n\n    no code", "enum": ["+1", "-1", "", " "]}, "mixed": {"enum": [1, "one", null, 2.5]},
            "extra": {"$ref": "#/$defs/HTTPKind"}, "untyped": {"minimum": 1},
            "self": {"$ref": "#"}, "many": {"type": ["string", "array", "boolean"]},
        },
        "$defs": {
            "SortOrder": {"anyOf": [{"enum": ["up", "down"]}, {"type": "null"}]},
            "HTTPKind": {"enum": ["a", "b"]}, "HttpKind": {"enum": ["c"]},
        },
    });
    let file = folder.path().join("hard.json");
    std::fs::write(&file, hostile.to_string())?;
    let mut names = vec![("hard", file.display().to_string())];
    for name in ["news", "order", "names", "unions", "job"] {
        names.push((name, format!("tests/emit/{name}.json")));
    }
    names.push(("digest", "examples/contracts/news-digest/v2.json".to_owned()));
    for (name, contract) in &names {
        let args = ["--lang", "rust", "--types", "typify", "--contract", contract.as_str()];
        emit(
            folder.path(),
            &[&args[..], &["--name", name, "--runtime", "shared", "--out", "src"]].concat(),
        )?;
    }
    let args = ["--lang", "rust", "--types", "typify", "--contract", "tests/emit/order.json"];
    emit(
        folder.path(),
        &[&args[..], &["--name", "plain", "--with", "types", "--out", "src"]].concat(),
    )?;
    let mut main: String = names.iter().map(|(name, _)| format!("mod {name};\n")).collect();
    main.push_str(
        r###"mod plain;
mod skillgen_runtime;
fn main() {
    let order = order::parse(ORDER).unwrap();
    assert!(matches!(order.payment, order::OrderPayment::Card { .. }));
    assert_eq!(order.items[0].count.get(), 2);
    let again = order::parse(&serde_json::to_string(&order).unwrap()).unwrap();
    assert_eq!(again.id, order.id);
    println!("{}", order::parse(&ORDER.replace("4111", "x")).unwrap_err());
    let plain: plain::Plain = serde_json::from_str(&ORDER.replace("2.0", "2")).unwrap();
    assert_eq!(plain.id, order.id);
    let news: news::News = r#"{"topic": "x"}"#.parse().unwrap();
    assert!(news.max_items.is_none());
    println!("{}", news::Builder::new().set("topic", "").build().unwrap_err());
    for text in [r#"{"kind": "HardKind", "order": "up", "a-b": "x", "mixed": "one"}"#, "null"] {
        hard::parse(text).unwrap();
    }
    println!("{}", hard::parse(r#"{"kind": "HardKind", "zone": "+2"}"#).unwrap_err());
}
const ORDER: &str = r#"{"id": "0b9f9f5e-5b1e-4f57-9a59-3bb3a1dc8c11",
"payment": {"kind": "card", "number": "4111111111111111"}, "items": [{"sku": "a", "count": 2.0}]}"#;
"###,
    );
    let said = rust_crate(folder.path(), "emitted-typify", &main)?;
    let wanted = [
        "/payment/number: pattern: expected a match of ^\\d{12,19}$, got \"x111111111111\"",
        "/topic: minLength: expected 1, got 0",
        "/zone: expected one of [\"+1\", \"-1\", \"\", \" \"], got \"+2\"",
    ];
    for (line, wanted) in said.lines().zip(wanted) {
        if line != wanted {
            return Err(format!("{line}\nnot\n{wanted}").into());
        }
    }
    let hard = std::fs::read_to_string(folder.path().join("src/hard.rs"))?;
    match hard.contains("typify can't name two of the properties") {
        true => Ok(()),
        false => Err("properties in a map are not documented".into()),
    }
}

fn refused() -> Result<(), Failed> {
    for (args, said) in [
        (
            ["ts", "tests/emit/news.json"],
            "--types typify: typify writes types for Rust, not for ts",
        ),
        (
            ["rust", "builtin:skill-output-v1"],
            "the helpers of a built-in envelope are written for skillgen's types",
        ),
    ] {
        let [lang, contract] = args;
        let args = ["--lang", lang, "--contract", contract, "--types", "typify"];
        match emit(std::path::Path::new("."), &args) {
            Err(failed) if failed.message().is_some_and(|text| text.contains(said)) => {}
            other => return Err(format!("{args:?}: {other:?}").into()),
        }
    }
    Ok(())
}
