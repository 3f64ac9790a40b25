//! `bench diff`: the prover beside its peers, on the same pairs in the same run. The pairs are those of
//! tests/it/containment.rs, whose answers are known; the peers come from their registries.

use std::path::Path;

use anyhow::Context as _;
use serde_json::Value;

use crate::{sh, tools};

/// A peer that answers yes or no from Python; "a takes no more than b" is, for a producer, new = a, old = b.
const JSONCOMPAT: &str = r#"
import json, sys, time
import jsoncompat
for line in open(sys.argv[1]):
    pair = json.loads(line)
    begin = time.perf_counter()
    try:
        yes = jsoncompat.check_compat(json.dumps(pair["b"]), json.dumps(pair["a"]), "serializer")
        answer = "yes" if yes else "no"
    except BaseException:
        answer = "failed"
    print(json.dumps({"answer": answer, "us": int((time.perf_counter() - begin) * 1e6)}))
"#;

/// A peer that answers from Node.
const JSON_SCHEMA_DIFF: &str = r#"
const {diffSchemas} = require("json-schema-diff");
const lines = require("fs").readFileSync(process.argv[2], "utf8").trim().split("\n");
(async () => {
  for (const line of lines) {
    const pair = JSON.parse(line);
    const begin = process.hrtime.bigint();
    let answer = "failed";
    try {
      const late = new Promise((_, no) => setTimeout(() => no(new Error("late")), 3000).unref());
      const diff = diffSchemas({sourceSchema: pair.a, destinationSchema: pair.b});
      answer = (await Promise.race([diff, late])).removalsFound ? "no" : "yes";
    } catch {}
    const us = Number((process.hrtime.bigint() - begin) / 1000n);
    console.log(JSON.stringify({answer, us}));
  }
})();
"#;

/// How one tool did.
#[derive(Default)]
struct Tally {
    right: usize,
    wrong_yes: usize,
    wrong_no: usize,
    unknown: usize,
    failed: usize,
    times: Vec<u64>,
}

impl Tally {
    fn count(&mut self, row: &Value, holds: bool) {
        match (row["answer"].as_str(), holds) {
            (Some("yes"), true) | (Some("no"), false) => self.right += 1,
            (Some("yes"), false) => self.wrong_yes += 1,
            (Some("no"), true) => self.wrong_no += 1,
            (Some("unknown"), _) => self.unknown += 1,
            _ => self.failed += 1,
        }
        self.times.extend(row["us"].as_u64());
    }

    fn print(&mut self, name: &str) {
        self.times.sort_unstable();
        let all = self.right + self.wrong_yes + self.wrong_no + self.unknown + self.failed;
        let median = self.times.get(self.times.len() / 2).copied().unwrap_or(0);
        println!(
            "{name:28} {:6.2} % right, wrong yes {:4}, wrong no {:4}, unknown {:4}, failed {:4}, median {median} µs",
            100.0 * self.right as f64 / all.max(1) as f64,
            self.wrong_yes,
            self.wrong_no,
            self.unknown,
            self.failed,
        );
    }
}

/// Runs the comparison; `--peers none` leaves the peers out that have to be installed, `processes` the
/// pairs of the suite; `growth` runs the table of growth alone, and a number ends it at so many parts.
pub(crate) fn run(args: &[String]) -> anyhow::Result<()> {
    tools::ensure()?;
    let folder = tools::folder().join("peers");
    std::fs::create_dir_all(&folder)?;
    let with_peers = !args.iter().any(|arg| arg == "none");
    if with_peers {
        install(&folder)?;
    }
    let largest = args.iter().find_map(|arg| arg.parse().ok()).unwrap_or(usize::MAX);
    if args.iter().any(|arg| arg == "growth") {
        return crate::bench_growth::run(&folder, with_peers, largest);
    }
    if !args.iter().any(|arg| arg == "processes") {
        pairs(&folder, with_peers)?;
    }
    crate::bench_processes::run(&folder, with_peers)?;
    crate::bench_growth::run(&folder, with_peers, largest)
}

/// All tools on the pairs whose answers are known.
fn pairs(folder: &Path, with_peers: bool) -> anyhow::Result<()> {
    let file = folder.join("pairs.ndjson");
    let mut ours = sh::command(
        "cargo",
        &[
            "test",
            "--profile",
            "pairs",
            "--quiet",
            "-p",
            "skillgen",
            "--test",
            "it",
            "--",
            "containment",
        ],
    );
    sh::run(ours.env("SKILLGEN_SLOW", "1").env("SKILLGEN_PAIRS_FILE", &file))?;
    let text = std::fs::read_to_string(&file).context("the pairs were not written")?;
    let pairs: Vec<Value> =
        text.lines().map(serde_json::from_str).collect::<Result<_, _>>().context("the pairs")?;
    let mut peers: Vec<(&str, Vec<Value>)> = Vec::new();
    if with_peers {
        peers.push(("jsoncompat 0.3.1", jsoncompat(folder, &file)?));
        peers.push(("json-schema-diff 1.0.0", json_schema_diff(folder, &file)?));
    }
    for draft in ["draft2020-12", "all drafts"] {
        let chosen = |pair: &Value| draft == "all drafts" || pair["draft"] == draft;
        println!("{draft}: {} pairs", pairs.iter().filter(|pair| chosen(pair)).count());
        for name in ["skillgen", "jsonschema"] {
            let mut tally = Tally::default();
            for pair in pairs.iter().filter(|pair| chosen(pair)) {
                tally.count(&pair[name], pair["holds"] == true);
            }
            tally.print(if name == "jsonschema" { "jsonschema 0.60.2 canonical" } else { name });
        }
        for (name, rows) in &peers {
            let mut tally = Tally::default();
            for (pair, row) in pairs.iter().zip(rows).filter(|(pair, _)| chosen(pair)) {
                tally.count(row, pair["holds"] == true);
            }
            tally.print(name);
        }
    }
    Ok(())
}

/// The peers, from their registries.
fn install(folder: &Path) -> anyhow::Result<()> {
    let venv = folder.join("venv").to_string_lossy().into_owned();
    sh::step("python3", &["-m", "venv", &venv])?;
    let pip = format!("{venv}/bin/pip");
    sh::step(&pip, &["install", "--quiet", "--disable-pip-version-check", "jsoncompat==0.3.1"])?;
    let here = folder.to_string_lossy();
    let quiet = ["install", "--silent", "--no-audit", "--no-fund", "--prefix"];
    sh::step("npm", &[&quiet[..], &[&here, "json-schema-diff@1.0.0"]].concat())
}

fn jsoncompat(folder: &Path, pairs: &Path) -> anyhow::Result<Vec<Value>> {
    let script = folder.join("peer.py");
    std::fs::write(&script, JSONCOMPAT)?;
    answers(&folder.join("venv/bin/python").to_string_lossy(), &script, pairs)
}

fn json_schema_diff(folder: &Path, pairs: &Path) -> anyhow::Result<Vec<Value>> {
    let script = folder.join("peer.js");
    std::fs::write(&script, JSON_SCHEMA_DIFF)?;
    answers("node", &script, pairs)
}

/// One answer a line; what a peer did not live to answer counts as failed.
fn answers(program: &str, script: &Path, pairs: &Path) -> anyhow::Result<Vec<Value>> {
    let (script, pairs) = (script.to_string_lossy(), pairs.to_string_lossy());
    let output = sh::command("timeout", &["900", program, &script, &pairs]).output()?;
    let total = std::fs::read_to_string(&*pairs)?.lines().count();
    let mut rows: Vec<Value> = String::from_utf8_lossy(&output.stdout)
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect();
    rows.resize(total, serde_json::json!({"answer": "failed"}));
    Ok(rows)
}
