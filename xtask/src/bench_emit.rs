//! `cargo xtask bench emit`: what emitted helpers cost, beside their peers in the same run, with the goal
//! beside each figure. Generation; reading in Node beside `JSON.parse` alone; in Rust beside
//! `serde_json::Value` alone; in Go beside `json.Unmarshal` alone; an envelope in bash beside an empty bash.
//!
//! The peers are installed by name below tests/.tools/bench, the first time by the network.

mod bash;
mod generation;
mod go;
mod node;
mod rust;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::Context as _;
use serde_json::{Map, Value, json};

use crate::sh;

/// The peers of npm, pinned.
const PEERS: [&str; 5] = [
    "ajv@8.20.0",
    "json-schema-to-typescript@15.0.4",
    "quicktype@26.0.0",
    "json-schema-to-zod@2.8.1",
    "zod@4.6.7",
];
const LARGE: usize = 113_000;

/// What all parts need.
struct Bench {
    skillgen: String,
    folder: PathBuf,
    small: PathBuf,
    large: PathBuf,
    rows: Vec<Row>,
}

/// A line of the table.
struct Row {
    part: &'static str,
    what: String,
    best: f64,
    median: f64,
    unit: &'static str,
    /// How the best compares to what it is measured by.
    ratio: Option<f64>,
    goal: Option<Goal>,
}

/// What a figure of skillgen should be.
enum Goal {
    /// Milliseconds, at most.
    Below(f64),
    /// A ratio, at least.
    Ratio(f64),
}

/// Runs all parts, with the command built for it or one that is given.
pub(crate) fn run(args: &[String]) -> anyhow::Result<()> {
    let skillgen = match args.first() {
        Some(path) => Path::new(path).canonicalize()?.to_string_lossy().into_owned(),
        None => sh::skillgen_release()?,
    };
    let folder = sh::root().join("tests/.tools/bench");
    std::fs::create_dir_all(&folder)?;
    let installed = folder.join("peers.txt");
    if std::fs::read_to_string(&installed).unwrap_or_default() != PEERS.join("\n") {
        let mut install = sh::command("npm", &["install", "--no-audit", "--no-fund", "--silent"]);
        install.arg("--prefix").arg(&folder).args(PEERS);
        sh::run(&mut install)?;
        std::fs::write(installed, PEERS.join("\n"))?;
    }
    std::fs::write(folder.join("package.json"), r#"{"type": "module", "private": true}"#)?;
    let small = sh::root().join("schemas/skill-output-v1.schema.json");
    let large = folder.join("large.json");
    std::fs::write(&large, workflow(LARGE).to_string())?;
    let mut bench = Bench { skillgen, folder, small, large, rows: Vec::new() };
    bench.generation()?;
    bench.node()?;
    bench.rust()?;
    bench.go()?;
    bench.bash()?;
    bench.table();
    Ok(())
}

impl Bench {
    fn row(
        &mut self,
        part: &'static str,
        what: impl Into<String>,
        times: &[f64],
        unit: &'static str,
    ) -> &mut Row {
        let (best, median) = (times[0], times[times.len() / 2]);
        self.rows.push(Row {
            part,
            what: what.into(),
            best,
            median,
            unit,
            ratio: None,
            goal: None,
        });
        let last = self.rows.len() - 1;
        &mut self.rows[last]
    }

    /// Reads lines of `WHAT TAB SIZE TAB BEST TAB MEDIAN`, the first of each size being what the others
    /// are measured by.
    fn ratios(&mut self, part: &'static str, said: &str, goal: Option<f64>) -> anyhow::Result<()> {
        let mut base: Vec<(String, f64)> = Vec::new();
        for line in said.lines() {
            let fields: Vec<&str> = line.split('\t').collect();
            let [what, size, best, median] = fields[..] else { anyhow::bail!("{part}: {line}") };
            let times = [best.parse::<f64>()?, median.parse::<f64>()?];
            let known = base.iter().find(|(known, _)| known == size).map(|(_, first)| *first);
            let first = known.unwrap_or(times[0]);
            if known.is_none() {
                base.push((size.to_owned(), first));
            }
            let row = self.row(part, format!("{what}, {size} B"), &times, "ns");
            row.ratio = Some(first / times[0]);
            row.goal = goal.filter(|_| what == "skillgen").map(Goal::Ratio);
        }
        Ok(())
    }

    fn table(&self) {
        println!("| part | what | best | median | ratio | goal | |\n|---|---|--:|--:|--:|--:|---|");
        for row in &self.rows {
            let digits = if row.unit == "ns" { 0 } else { 2 };
            let time = |time: f64| format!("{time:.digits$} {}", row.unit);
            let ratio = row.ratio.map_or(String::new(), |ratio| format!("{ratio:.2}"));
            let (goal, met) = match row.goal {
                None => (String::new(), ""),
                Some(Goal::Below(most)) => {
                    (format!("< {most} {}", row.unit), verdict(row.best < most))
                }
                Some(Goal::Ratio(least)) => (
                    format!(">= {least:.2}"),
                    verdict(row.ratio.is_some_and(|ratio| ratio >= least)),
                ),
            };
            let (part, what) = (row.part, &row.what);
            println!(
                "| {part} | {what} | {} | {} | {ratio} | {goal} | {met} |",
                time(row.best),
                time(row.median)
            );
        }
    }
}

fn verdict(met: bool) -> &'static str {
    if met { "met" } else { "missed" }
}

/// The times of some runs in milliseconds, the best first.
fn times(runs: usize, mut work: impl FnMut() -> anyhow::Result<()>) -> anyhow::Result<Vec<f64>> {
    let mut times = Vec::new();
    for _ in 0..runs {
        let begin = Instant::now();
        work()?;
        times.push(begin.elapsed().as_secs_f64() * 1000.0);
    }
    times.sort_by(f64::total_cmp);
    Ok(times)
}

fn quiet(command: &mut Command) -> anyhow::Result<()> {
    let command = command.stdout(Stdio::null()).stderr(Stdio::null());
    let status = command.status().context("can't start a peer")?;
    anyhow::ensure!(status.success(), "{command:?}: {status}");
    Ok(())
}

/// What a command prints.
fn said(command: &mut Command) -> anyhow::Result<String> {
    let output = command.stderr(Stdio::inherit()).output().context("can't start a peer")?;
    anyhow::ensure!(output.status.success(), "{command:?}: {}", output.status);
    Ok(String::from_utf8(output.stdout)?)
}

/// Two envelopes, a short and a long one, as a list of texts.
fn texts(folder: &Path) -> anyhow::Result<()> {
    std::fs::write(folder.join("texts.json"), json!([envelope(2), envelope(60)]).to_string())?;
    Ok(())
}

/// An envelope with so many deliverables.
fn envelope(deliverables: usize) -> String {
    let paths: Vec<String> = (0..deliverables).map(|n| format!("src/module/file{n}.ts")).collect();
    json!({"success": true, "confidence": 0.92, "deliverables": paths, "metrics":
        {"execution_time_ms": 1234, "files_modified": deliverables}, "errors": []})
    .to_string()
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
