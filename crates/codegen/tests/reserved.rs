//! A type of a contract must not take a name that the emitted file has itself: a contract whose every
//! definition is called like something of the templates is emitted, and no name stands twice.

#![allow(clippy::disallowed_methods, reason = "a test reads the templates")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use codegen::backend::{Options, Target, go::Go, rust::Rust, typescript::TypeScript};
use codegen::{Formats, Request, files};
use contract::{Contract, NoFiles};
use serde_json::{Map, Value, json};

/// The names that declarations of a text have at its left edge, in order.
fn declared(text: &str) -> Vec<&str> {
    let words = ["interface ", "type ", "class ", "struct ", "enum ", "trait "];
    let name = |line: &'_ str| -> Option<usize> {
        let line = line.trim_start_matches("export ").trim_start_matches("pub ");
        words.iter().find_map(|word| line.strip_prefix(word)).map(str::len)
    };
    let lines = text.lines().filter_map(|line| name(line).map(|rest| &line[line.len() - rest..]));
    lines.filter_map(|rest| rest.split(|c: char| !c.is_alphanumeric()).next()).collect()
}

#[test]
fn no_name_of_the_templates_is_taken() {
    let templates = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../templates");
    for (folder, target) in [("ts", &TypeScript as &dyn Target), ("rust", &Rust), ("go", &Go)] {
        let mut names = BTreeSet::new();
        for entry in fs::read_dir(templates.join(folder)).expect("templates") {
            let path = entry.expect("an entry").path();
            // The rest of Rust's stands in a module of its own.
            let beside = ["api.rs", "builder.rs", "helper_envelope.rs", "skill_output.rs"];
            let inside = target.id() == "rust" && !beside.iter().any(|name| path.ends_with(name));
            if path.is_file() && !inside {
                let text = fs::read_to_string(path).expect("a template");
                names.extend(declared(&text).into_iter().map(str::to_owned));
            }
        }
        // A word that a template has in the place of a name.
        names.remove("BUILDER");
        let least = if target.id() == "rust" { 3 } else { 20 };
        assert!(names.len() > least, "{names:?}");
        if target.id() == "rust" {
            names.extend(
                ["Change", "Error", "Issue", "Node", "Reader", "Schema"].map(str::to_owned),
            );
        }
        let one = json!({"type": "object", "properties": {"a": {"type": "integer"}}});
        let definitions: Map<String, Value> =
            names.iter().map(|name| (name.clone(), one.clone())).collect();
        let properties: Map<String, Value> = names
            .iter()
            .map(|name| (name.to_lowercase(), json!({"$ref": format!("#/$defs/{name}")})))
            .collect();
        let schema = json!({"title": "Whole", "type": "object", "$defs": definitions, "properties": properties});
        let text = schema.to_string();
        let contract = Contract::read("c.json", text.as_bytes(), &NoFiles).expect("a contract");
        let request = Request {
            source: "c.json",
            contract: &contract,
            name: None,
            formats: Formats::Assert,
            options: &Options::default(),
            version: "0",
        };
        for file in files(target, &request).expect("a file") {
            let mut seen = BTreeSet::new();
            for name in declared(&file.text).into_iter().filter(|name| *name != "TYPE") {
                assert!(seen.insert(name), "{}: {name} is declared twice", file.name);
            }
            if target.id() == "ts" {
                // The runtime's names make way.
                let kept = names.iter().all(|name| seen.contains(name.as_str()));
                assert!(kept, "{seen:?}");
                continue;
            }
            // All of the templates' names are avoided, whichever pieces a file holds.
            let own = &file.text[file.text.find(" Whole ").expect("the root type")..];
            // The runtime follows.
            let ends = ["\nmod runtime {", "type Issue struct "];
            let end = ends.iter().filter_map(|end| own.find(end)).min().unwrap_or(own.len());
            let own = declared(&own[..end]);
            if target.id() == "rust" {
                // The runtime's names are no names of the file.
                for name in ["Change", "Error", "Issue", "Node", "Reader", "Schema"] {
                    assert!(own.contains(&name), "{own:?}");
                    names.remove(name);
                }
            }
            let taken: Vec<&&str> = own.iter().filter(|name| names.contains(**name)).collect();
            // For these the runtime's own make way.
            let moved = [
                "Builder",
                "ParseMethod",
                "ParseProblem",
                "ParseResult",
                "ParserOptions",
                "SkillError",
                "SkillOutputParser",
            ];
            assert!(taken.iter().all(|name| moved.contains(name)), "{taken:?}");
        }
    }
}
