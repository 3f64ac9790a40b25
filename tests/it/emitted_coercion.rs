//! Coercion of texts gives the same document in all languages and in `validate --coerce`.

use std::path::Path;
use std::process::Command;

use libtest_mimic::{Failed, Trial};
use serde_json::{Value, json};

use crate::emitted::{run, rust_crate};
use crate::emitted_files::emit;
use crate::support::{run_in, text};

pub(crate) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("emitted_coercion::texts_in_all_languages", texts),
        Trial::test("emitted_coercion::attempts_in_all_languages", attempts),
        Trial::test("emitted_coercion::defaults_inside_of_themselves", recursive_defaults),
        Trial::test("emitted_coercion::defaults_that_multiply", too_many_defaults),
    ]
}

/// Texts with what a list of integers, a list of numbers and a list of lists of texts make of them.
const TEXTS: [(&str, &str); 10] = [
    ("whole", "1e3"),
    ("whole", "-2E+1"),
    ("whole", "0e7"),
    ("whole", "1e-3"),
    ("whole", "1e400"),
    ("number", "1.5e-2"),
    ("number", "2E3"),
    ("number", "1e"),
    ("list", "[\"a\", \"b\"]"),
    ("list", "[a"),
];

fn texts() -> Result<(), Failed> {
    let each = |schema: Value| json!({"type": "array", "items": schema});
    let contract = json!({"type": "object", "properties": {
        "whole": each(json!({"type": "integer"})), "number": each(json!({"type": "number"})),
        "list": each(json!({"type": "array", "items": {"type": "string"}})),
    }});
    let of = |name: &str| -> Vec<&str> {
        TEXTS.iter().filter(|(own, _)| *own == name).map(|(_, text)| *text).collect()
    };
    let document = json!({"whole": of("whole"), "number": of("number"), "list": of("list")});
    let wanted = json!({
        "whole": [1000.0, -20.0, 0.0, "1e-3", "1e400"], "number": [0.015, 2000.0, "1e"],
        "list": [["a", "b"], ["[a"]],
    });
    agree("texts", &contract, &document, Some(&wanted))
}

/// Recursive alternatives are tried a limited number of times: a value is wrapped twice at most, and where too much would
/// be tried, nothing more is chosen, so that what comes after `g` stays.
fn attempts() -> Result<(), Failed> {
    let to = |name: &str| json!({"$ref": format!("#/$defs/{name}")});
    let list = |name: &str| json!({"type": "array", "items": to(name)});
    let again = |needed: &str, name: &str| json!({"type": "object", "properties": {"a": to(name)}, "required": [needed]});
    let tree = json!({"anyOf": [again("x", "tree"), again("y", "tree"), again("z", "tree"), {"type": "integer"}]});
    let ring = |next: [&str; 3]| json!({"anyOf": [list(next[0]), list(next[1]), list(next[2]), {"type": "integer"}]});
    let level = json!({"type": "array", "items": {"type": "array", "items": {"type": "integer"}}});
    let contract = json!({
        "type": "object",
        "properties": {
            "a": to("lists"), "b": to("lists"), "c": level, "d": to("endless"),
            "e": to("one"), "f": to("one"), "g": to("tree"), "h": to("lists"),
        },
        "$defs": {
            "lists": {"anyOf": [list("lists"), list("lists"), list("lists"), {"type": "integer"}]},
            "endless": list("endless"), "tree": tree,
            "one": ring(["two", "three", "four"]), "two": ring(["one", "three", "four"]),
            "three": ring(["one", "two", "four"]), "four": ring(["one", "two", "three"]),
        },
    });
    // Text in text: each level is read again for each alternative.
    let deep = (0..12).fold("x".to_owned(), |inner, _| json!({"a": inner}).to_string());
    let document = json!({
        "a": "x", "b": "5", "c": "5", "d": "x", "e": "x", "f": "5", "g": deep, "h": "5",
    });
    let mut wanted = document.clone();
    wanted["b"] = json!([[5]]);
    wanted["c"] = json!([[5]]);
    wanted["d"] = json!([["x"]]);
    wanted["f"] = json!([[5]]);
    agree("attempts", &contract, &document, Some(&wanted))
}

/// A default is not added inside of itself, however the schema leads back to it: by equal schemas at several places,
/// which emitted code merges, by schemas that it repeats, and by keywords of all kinds. Another schema under the same
/// name is not the same default.
fn recursive_defaults() -> Result<(), Failed> {
    let to = |name: &str| json!({"$ref": format!("#/$defs/{name}"), "default": {}});
    let object = |name: &str, inner: Value| json!({"type": "object", "properties": {name: inner}});
    let mut twin = object("next", to("second"));
    twin["default"] = json!({});
    let mut second = twin.clone();
    second["properties"]["next"] = to("first");
    let if_then = json!({
        "default": [], "prefixItems": [object("x", to("tuple"))],
        "if": {"type": "array"}, "then": {"prefixItems": [object("y", to("tuple"))]},
    });
    let config = object(
        "server",
        json!({
            "default": {},
            "properties": {"config": {"default": {}, "properties": {"port": {"default": 80}}}},
        }),
    );
    let mut config = config;
    config["default"] = json!({});
    let contract = json!({
        "type": "object",
        "properties": {
            "first": to("first"), "second": to("second"), "next": to("first"),
            "tuple": {"$ref": "#/$defs/tuple", "default": [{}]},
            "config": config,
            "listed": {"default": [{}, {}], "items": object("listed", to("listed"))},
            "mixed": {"default": {}, "allOf": [object("mixed", to("mixed")), to("other")]},
            // Beside additionalProperties, nothing is left for unevaluatedProperties.
            "rest": {"properties": {"a": true}, "additionalProperties": {"type": "string"},
                "unevaluatedProperties": {"type": "array", "default": []}},
        },
        "$defs": {
            "first": twin, "second": second, "tuple": if_then,
            "listed": {"items": {"$ref": "#/properties/listed/items"}, "default": [{}]},
            "mixed": {"$ref": "#/properties/mixed"},
            "other": {"if": {"required": ["mixed"]}, "then": object("mixed", to("mixed")), "else": object("other", to("other"))},
        },
    });
    for document in [
        json!({}),
        json!({"first": {}, "tuple": [{"x": [{}]}, {}], "rest": {"b": 1}, "mixed": {"mixed": {}}}),
    ] {
        agree("recursive-defaults", &contract, &document, None)?;
    }
    let named = json!({"type": "object", "properties": {
        "config": contract["properties"]["config"], "next": to("first")},
        "$defs": {"first": contract["$defs"]["first"], "second": contract["$defs"]["second"]}});
    let wanted = json!({"config": {"server": {"config": {"port": 80}}}, "next": {}});
    agree("recursive-defaults", &named, &json!({}), Some(&wanted))
}

/// Too many defaults within defaults are the same issue everywhere.
fn too_many_defaults() -> Result<(), Failed> {
    let itself = json!({"$ref": "#/$defs/one", "default": {}});
    let names: serde_json::Map<_, _> = (0..12).map(|i| (format!("p{i}"), itself.clone())).collect();
    let contract =
        json!({"$ref": "#/$defs/one", "$defs": {"one": {"type": "object", "properties": names}}});
    agree("too-many-defaults", &contract, &json!({}), None)
}

/// A document is coerced to the same value by `validate` and in all languages, or gets the same issue.
fn agree(
    name: &str,
    contract: &Value,
    document: &Value,
    wanted: Option<&Value>,
) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let here = folder.path();
    std::fs::write(here.join("texts.json"), contract.to_string())?;
    std::fs::write(here.join("document.json"), document.to_string())?;
    let args =
        ["validate", "--contract", "texts.json", "--coerce", "--format", "json", "document.json"];
    let (_, out, err) = text(&run_in(here, &args));
    let report: Value =
        serde_json::from_str(&out).map_err(|error| format!("{error}: {out}{err}"))?;
    let is_default = |issue: &&Value| issue["keyword"] == "default";
    let own = match report["issues"].as_array().into_iter().flatten().find(is_default) {
        Some(issue) => {
            let of = |name: &str| issue[name].clone();
            json!([{"path": of("path"), "keyword": of("keyword"), "expected": of("expected"),
                "got": of("got"), "message": of("message")}])
        }
        None => plain(&report["document"]),
    };
    if let Some(wanted) = wanted
        && own != plain(wanted)
    {
        return Err(format!("validate: {own} not {wanted}").into());
    }
    for lang in ["js", "python", "go", "rust", "bash"] {
        let out = if lang == "rust" { "src" } else { lang };
        let contract = here.join("texts.json").display().to_string();
        emit(here, &["--lang", lang, "--contract", &contract, "--name", "texts", "--out", out])?;
        let said = coerced(here, lang, name)?;
        let said: Value =
            serde_json::from_str(&said).map_err(|e| format!("{lang}: {e}: {said}"))?;
        if plain(&said) != own {
            return Err(format!("{lang}: {said} not {own}").into());
        }
    }
    Ok(())
}

/// Numbers as doubles: languages spell them differently.
fn plain(value: &Value) -> Value {
    match value {
        Value::Number(number) => json!(number.as_f64()),
        Value::Array(items) => items.iter().map(plain).collect(),
        Value::Object(members) => {
            members.iter().map(|(name, value)| (name.clone(), plain(value))).collect()
        }
        other => other.clone(),
    }
}

fn coerced(here: &Path, lang: &str, name: &str) -> Result<String, Failed> {
    match lang {
        "js" => {
            let script = "const { readFileSync } = require('node:fs');
const { coerce } = require('./js/texts.cjs');
let done;
try {
  done = coerce(JSON.parse(readFileSync('document.json', 'utf8'))).value;
} catch (error) {
  done = error.issues;
}
console.log(JSON.stringify(done));";
            run(Command::new("node").args(["-e", script]).current_dir(here))
        }
        "python" => {
            let script = "import json, sys
sys.path.insert(0, 'python')
import texts
try:
    done = texts.coerce(json.load(open('document.json'))).value
except texts.SkillContractError as error:
    done = [vars(issue) for issue in error.issues]
print(json.dumps(done))";
            let mut python = Command::new(crate::python::interpreter());
            run(python.args(["-c", script]).current_dir(here))
        }
        "go" => {
            let main = "package main

import (
\t\"encoding/json\"
\t\"fmt\"
\t\"os\"

\ttexts \"x/go\"
)

func main() {
\tfile, _ := os.ReadFile(\"document.json\")
\tvar value any
\t_ = json.Unmarshal(file, &value)
\tvalue, _, err := texts.Coerce(value, texts.LevelSafe)
\tif failed, is := err.(*texts.ContractError); is {
\t\tvalue = failed.Issues
\t}
\ttext, _ := json.Marshal(value)
\tfmt.Println(string(text))
}
";
            std::fs::write(here.join("main.go"), main)?;
            std::fs::write(here.join("go.mod"), "module x\n\ngo 1.18\n")?;
            let mut go = Command::new("go");
            go.args(["run", "."]).current_dir(here).env("GOFLAGS", "-mod=mod");
            run(go.env("GOPROXY", "off").env("GOTOOLCHAIN", "local"))
        }
        "rust" => {
            let main = "mod texts;
fn main() {
    let text = include_str!(\"../document.json\");
    let value = serde_json::from_str(text).unwrap();
    let done = match texts::coerce(&value, texts::Level::Safe) {
        Ok(coerced) => coerced.value,
        Err(error) => serde_json::to_value(error.issues).unwrap(),
    };
    println!(\"{done}\");
}
";
            rust_crate(here, &format!("emitted-coercion-{name}"), main)
        }
        _ => {
            let script = ". bash/texts.sh; texts_coerce document.json | jq -c 'if any(.issues[]; .keyword == \"default\") then .issues else .document end'";
            run(Command::new("bash").args(["-c", script]).current_dir(here))
        }
    }
}
