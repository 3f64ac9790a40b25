//! `cargo xtask bench emit`: what emitted helpers cost, beside their peers in the same run. Generation
//! against ajv and json-schema-to-typescript; reading in Node against `JSON.parse` alone and ajv; in Rust
//! against `serde_json::Value`; an envelope in bash against an empty bash.
//!
//! The peers are installed below tests/.tools/bench, the first time by the network.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::Context as _;
use serde_json::{Map, Value, json};

use crate::sh;

/// The peers, pinned.
const PEERS: [&str; 2] = ["ajv@8.20.0", "json-schema-to-typescript@15.0.4"];
const LARGE: usize = 113_000;

/// Runs all parts.
pub(crate) fn run(_: &[String]) -> anyhow::Result<()> {
    let skillgen = sh::skillgen_release()?;
    let folder = sh::root().join("tests/.tools/bench");
    std::fs::create_dir_all(&folder)?;
    if !folder.join("node_modules/ajv").is_dir() {
        let mut install = sh::command("npm", &["install", "--no-audit", "--no-fund", "--silent"]);
        install.arg("--prefix").arg(&folder).args(PEERS);
        sh::run(&mut install)?;
    }
    std::fs::write(folder.join("package.json"), r#"{"type": "module", "private": true}"#)?;
    let small = sh::root().join("schemas/skill-output-v1.schema.json");
    let large = folder.join("large.json");
    std::fs::write(&large, workflow(LARGE).to_string())?;
    generation(&skillgen, &folder, &small, &large)?;
    node(&skillgen, &folder, &small)?;
    rust(&skillgen, &folder, &small)?;
    bash(&skillgen, &folder)
}

/// A schema of about `size` bytes in the manner of those for workflow files: many objects, references,
/// alternatives and patterns.
fn workflow(size: usize) -> Value {
    let mut definitions = Map::new();
    let mut properties = Map::new();
    let mut written = 0;
    for index in 0.. {
        if written > size {
            break;
        }
        let step = json!({
            "type": "object", "additionalProperties": false, "required": ["name"],
            "description": format!("Step {index} of a workflow: what it runs, on which machine, and when."),
            "properties": {
                "name": {"type": "string", "pattern": "^[_a-zA-Z][a-zA-Z0-9_-]*$"},
                "run": {"type": "string", "minLength": 1, "description": "A command line for the shell."},
                "shell": {"enum": ["bash", "sh", "pwsh", "python"]},
                "timeout": {"type": "number", "exclusiveMinimum": 0, "maximum": 360},
                "with": {"oneOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}, "minItems": 1}]},
                "env": {"type": "object", "additionalProperties": {"type": ["string", "number", "boolean"]}},
                "next": {"$ref": format!("#/$defs/step{}", index / 2)}
            }
        });
        written += step.to_string().len();
        definitions.insert(format!("step{index}"), step);
        properties.insert(format!("s{index}"), json!({"$ref": format!("#/$defs/step{index}")}));
    }
    json!({"title": "workflow", "type": "object", "properties": properties, "$defs": definitions})
}

/// The median of some runs, in milliseconds.
fn median(runs: usize, mut work: impl FnMut() -> anyhow::Result<()>) -> anyhow::Result<f64> {
    let mut times = Vec::new();
    for _ in 0..runs {
        let begin = Instant::now();
        work()?;
        times.push(begin.elapsed().as_secs_f64() * 1000.0);
    }
    times.sort_by(f64::total_cmp);
    Ok(times[times.len() / 2])
}

fn quiet(command: &mut Command) -> anyhow::Result<()> {
    let status = command.stdout(Stdio::null()).status().context("can't start a peer")?;
    anyhow::ensure!(status.success(), "{command:?}: {status}");
    Ok(())
}

fn generation(skillgen: &str, folder: &Path, small: &Path, large: &Path) -> anyhow::Result<()> {
    std::fs::write(
        folder.join("ajv.mjs"),
        r#"import fs from "node:fs"; import Ajv from "ajv/dist/2020.js"; import standalone from "ajv/dist/standalone/index.js";
const ajv = new Ajv.default({ code: { source: true }, strict: false, allErrors: true });
const schema = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
process.stdout.write(standalone.default(ajv, ajv.compile(schema)));
"#,
    )?;
    let types = folder.join("node_modules/.bin/json2ts");
    println!("generation, median ms of whole processes");
    for (label, schema) in [("small", small), ("113 kB", large)] {
        for lang in ["ts", "rust", "bash"] {
            let args = ["emit", "--lang", lang, "--contract"];
            let time = median(15, || quiet(Command::new(skillgen).args(args).arg(schema)))?;
            println!("  {label:8} skillgen {lang:5} {time:8.1}");
        }
        let ajv = || quiet(Command::new("node").arg("ajv.mjs").arg(schema).current_dir(folder));
        println!("  {label:8} ajv standalone {:8.1}", median(5, ajv)?);
        let json2ts = || quiet(Command::new(&types).arg(schema).current_dir(folder));
        println!("  {label:8} json2ts        {:8.1}", median(5, json2ts)?);
    }
    Ok(())
}

/// Envelopes with so many deliverables.
fn envelope(deliverables: usize) -> String {
    let paths: Vec<String> = (0..deliverables).map(|n| format!("src/module/file{n}.ts")).collect();
    json!({"success": true, "confidence": 0.92, "deliverables": paths, "metrics":
        {"execution_time_ms": 1234, "files_modified": deliverables}, "errors": []})
    .to_string()
}

fn node(skillgen: &str, folder: &Path, small: &Path) -> anyhow::Result<()> {
    let emitted = Command::new(skillgen).args(["emit", "--lang", "ts"]).output()?;
    std::fs::write(folder.join("skill-output-v1.ts"), emitted.stdout)?;
    let tsc = sh::root().join("tests/node_modules/.bin/tsc");
    let options = ["--target", "es2020", "--module", "es2022", "--strict", "skill-output-v1.ts"];
    sh::run(Command::new(tsc).args(options).current_dir(folder))?;
    std::fs::write(folder.join("small.json"), std::fs::read_to_string(small)?)?;
    std::fs::write(folder.join("texts.json"), json!([envelope(2), envelope(60)]).to_string())?;
    std::fs::write(
        folder.join("node.mjs"),
        r#"import fs from "node:fs"; import Ajv from "ajv/dist/2020.js"; import * as own from "./skill-output-v1.js";
const validate = new Ajv.default({ strict: false }).compile(JSON.parse(fs.readFileSync("small.json", "utf8")));
const readers = {
  "JSON.parse": (text) => JSON.parse(text),
  skillgen: (text) => own.parse(text),
  ajv: (text) => { const value = JSON.parse(text); if (!validate(value)) throw new Error(); return value; },
};
for (const text of JSON.parse(fs.readFileSync("texts.json", "utf8"))) {
  const best = {};
  // In turns, so that a slow moment is everybody's.
  for (let round = 0; round < 40; round++) {
    for (const [name, read] of Object.entries(readers)) {
      const begin = process.hrtime.bigint();
      for (let n = 0; n < 4000; n++) read(text);
      const time = Number(process.hrtime.bigint() - begin) / 4000;
      best[name] = Math.min(best[name] ?? Infinity, time);
    }
  }
  for (const [name, time] of Object.entries(best)) {
    const ratio = (best["JSON.parse"] / time).toFixed(2);
    console.log(`  ${String(text.length).padStart(5)} B  ${name.padEnd(12)} ${time.toFixed(0).padStart(6)} ns  ${ratio}`);
  }
}
"#,
    )?;
    println!("Node: reading and checking, as a ratio to JSON.parse alone");
    sh::run(Command::new("node").arg("node.mjs").current_dir(folder))
}

fn rust(skillgen: &str, folder: &Path, _: &Path) -> anyhow::Result<()> {
    let home = folder.join("rust");
    std::fs::create_dir_all(home.join("src"))?;
    let emitted = Command::new(skillgen).args(["emit", "--lang", "rust"]).output()?;
    std::fs::write(home.join("src/output.rs"), emitted.stdout)?;
    std::fs::write(home.join("texts.json"), json!([envelope(2), envelope(60)]).to_string())?;
    std::fs::write(
        home.join("Cargo.toml"),
        "[package]\nname = \"bench-emit\"\nversion = \"0.0.0\"\nedition = \"2021\"\n[dependencies]\n\
         serde = { version = \"1\", features = [\"derive\"] }\nserde_json = \"1\"\n[workspace]\n",
    )?;
    std::fs::write(
        home.join("src/main.rs"),
        r#"mod output;
use std::{hint::black_box, time::Instant};
fn main() {
    let texts: Vec<String> = serde_json::from_str(include_str!("../texts.json")).unwrap();
    for text in texts {
        let readers: [(&str, &dyn Fn(&str) -> bool); 2] = [
            ("Value", &|t| serde_json::from_str::<serde_json::Value>(black_box(t)).is_ok()),
            ("skillgen", &|t| output::parse(black_box(t)).is_ok()),
        ];
        let mut best = [f64::MAX; 2];
        for _ in 0..60 {
            for (slot, (_, read)) in readers.iter().enumerate() {
                let begin = Instant::now();
                for _ in 0..2000 {
                    assert!(read(&text));
                }
                best[slot] = best[slot].min(begin.elapsed().as_secs_f64() * 1e9 / 2000.0);
            }
        }
        for (slot, (name, _)) in readers.iter().enumerate() {
            println!("  {:5} B  {name:12} {:6.0} ns  {:.2}", text.len(), best[slot], best[0] / best[slot]);
        }
    }
}
"#,
    )?;
    println!("Rust: reading and checking, as a ratio to serde_json::Value alone");
    sh::run(
        Command::new("cargo")
            .args(["run", "--release", "--quiet", "--offline"])
            .env("CARGO_TARGET_DIR", sh::target().join("bench-emit"))
            .current_dir(&home),
    )
}

fn bash(skillgen: &str, folder: &Path) -> anyhow::Result<()> {
    let emitted = Command::new(skillgen).args(["emit", "--lang", "bash"]).output()?;
    std::fs::write(folder.join("helper.sh"), emitted.stdout)?;
    let ten = ". ./helper.sh; skill_begin; skill_success true; skill_confidence 0.9; \
               for n in 1 2 3 4 5 6 7 8 9 10; do skill_deliverable src/file$n.ts; done; skill_emit";
    println!("bash: an envelope of ten deliverables, median ms of whole processes");
    let mut empty = 0.0;
    for (label, script) in [("empty", ":"), ("loaded", ". ./helper.sh"), ("emitted", ten)] {
        let time =
            median(60, || quiet(Command::new("bash").args(["-c", script]).current_dir(folder)))?;
        if label == "empty" {
            empty = time;
        }
        println!("  {label:8} {time:6.2}  {:+.2}", time - empty);
    }
    Ok(())
}
