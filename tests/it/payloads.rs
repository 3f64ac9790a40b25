//! skillgen keeps the contracts it sells: what each command prints with `--format json` is valid under
//! the helper envelope and under the command's own schema, on clean runs, findings and errors alike.

use std::path::Path;

use libtest_mimic::{Failed, Trial};
use serde_json::Value;

use crate::support::{put, root, run_in, run_with, skillgen, text};

const V1: &str = "examples/contracts/news-digest/v1.json";
const V2: &str = "examples/contracts/news-digest/v2.json";

const SKILL: &str = "tests/payloads/counting";
const INPUT: &str = "tests/payloads/counting/input.json";
/// An input that only the rules for skills' parameters convert.
const LIST: &str = "tests/payloads/counting/list.json";

/// (schema of the payload, arguments)
const RUNS: &[(&str, &[&str])] = &[
    ("diff", &["diff", V1, V2]),
    ("diff", &["diff", V1, V1]),
    ("changelog", &["changelog", V1, V2]),
    ("bump", &["bump", V1, V2, "--dry-run"]),
    ("lock", &["lock", "tests/diff/mcp-server-lock/old.json", "--out", "-"]),
    ("lock", &["lock", "tests/diff/mcp-tools/old.json", "--check"]),
    ("check", &["check", "examples"]),
    ("check", &["check", "examples/contracts"]),
    ("validate", &["validate", "--contract", "builtin:skill-output-v1", V1]),
    ("validate", &["validate", "--contract", V1, "--role", "input", V1, V2]),
    ("parse", &["parse", "README.md"]),
    ("parse", &["parse", "--no-legacy", "README.md"]),
    ("migrate", &["migrate", "--dry-run", "examples"]),
    ("rules", &["rules"]),
    ("infer", &["infer", "tests/infer/while-case/script.sh"]),
    ("compat", &["compat", "--requires", ">=1", "--version", "0.9"]),
    ("cache", &["cache", "key", SKILL, "--input", INPUT]),
    ("cache", &["cache", "get", SKILL, "--input", INPUT, "--cache-dir", "/nonexistent"]),
    ("cache", &["cache", "purge", "--cache-dir", "/nonexistent"]),
    ("run", &["run", SKILL, "--input", INPUT, "--no-cache", "--timeout", "20"]),
    ("run", &["run", SKILL, "--no-cache"]),
    ("parse", &["parse", "README.md", "docs/rules.md"]),
    ("chain-report", &["chain", "tests/payloads/chain.yaml", "--skills", "tests/chain/skills"]),
    ("chain-run", &["chain", "run", "tests/payloads/unsound.yaml"]),
    (
        "chain-run",
        &[
            "chain",
            "run",
            "tests/payloads/one-step.yaml",
            "--skills",
            "tests/payloads",
            "--no-cache",
        ],
    ),
    ("validate", &["validate", "--contract", V1, "--role", "input", "--coerce", INPUT]),
    ("validate", &["validate", "--contract", SKILL, "--role", "input", INPUT]),
    ("validate", &["validate", "--contract", SKILL, "--role", "input", "--coerce", LIST]),
    ("run", &["run", SKILL, "--input", LIST, "--no-cache", "--timeout", "20"]),
    ("explain", &["explain", "enum-value-removed"]),
    ("explain", &["explain", "name-invalid"]),
    ("schemas", &["schema"]),
    ("emit", &["emit", "--lang", "bash"]),
    ("emit", &["emit", "--list-templates"]),
    ("emit", &["emit", "--lang", "ts", "--out", "/nonexistent", "--check"]),
    ("emit", &["emit", "--migration", V1, V2, "--lang", "python"]),
    ("man", &["man"]),
    ("completions", &["completions", "bash"]),
    (
        "cache",
        &[
            "cache",
            "put",
            SKILL,
            "--input",
            INPUT,
            "--output",
            INPUT,
            "--cache-dir",
            "/nonexistent",
        ],
    ),
    ("", &["diff", "no-such-file.json", V1]),
    ("", &["validate", "--contract", "no-such-file.json", V1]),
];

pub(crate) fn cases() -> Vec<Trial> {
    RUNS.iter()
        .map(|(schema, args)| {
            let name = format!("payloads::{}", args.join(" "));
            Trial::test(name, move || judge(schema, args, &root()))
        })
        .chain([Trial::test("payloads::the agent", agent), Trial::test("payloads::undo", undo)])
        .collect()
}

/// The agent is told as the seed's helper tells it: Codex before Gemini, by their variables.
fn agent() -> Result<(), Failed> {
    for (set, wanted) in [
        (&["CODEX_PROFILE"][..], "codex"),
        (&["GEMINI_PROFILE"][..], "gemini"),
        (&["CODEX_PROFILE", "GEMINI_PROFILE"][..], "codex"),
        (&[][..], "claude"),
    ] {
        let mut command = skillgen();
        command.args(["schema", "--format", "json"]);
        command.envs(set.iter().map(|name| (name, "x")));
        let (_, out, _) = text(&run_with(command, b""));
        let document: Value = serde_json::from_str(&out)?;
        if document["agent"] != wanted {
            return Err(format!("{set:?}: {}", document["agent"]).into());
        }
    }
    Ok(())
}

fn validator(name: &str) -> Result<jsonschema::Validator, Failed> {
    let schema = std::fs::read(root().join(format!("schemas/{name}.schema.json")))?;
    let schema: Value = serde_json::from_slice(&schema)?;
    Ok(jsonschema::options().should_validate_formats(true).build(&schema)?)
}

/// A run of `migrate` in a folder of its own, and its end.
fn undo() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    put(
        folder.path(),
        "greet.sh",
        "#!/usr/bin/env bash\necho \"SUCCESS\"\necho \"CONFIDENCE: 0.9\"\n",
    );
    judge("migrate", &["migrate", "--allow-dirty", "."], folder.path())?;
    judge("migrate-undo", &["migrate", "--undo", "."], folder.path())
}

fn judge(schema: &str, args: &[&str], folder: &Path) -> Result<(), Failed> {
    let mut all = args.to_vec();
    all.extend(["--format", "json"]);
    let (_, out, err) = text(&run_in(folder, &all));
    let document: Value = serde_json::from_str(&out).map_err(|e| format!("{e}: {out}{err}"))?;
    for name in ["helper-envelope-v1", schema] {
        if name.is_empty() {
            continue;
        }
        if let Err(e) = validator(name)?.validate(&document) {
            return Err(format!("{name}: {e} at {}", e.instance_path()).into());
        }
    }
    Ok(())
}
