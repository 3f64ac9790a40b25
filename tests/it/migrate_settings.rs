//! `[migrate]` in skillgen.toml, and the baseline of `migrate --check`.

use std::fs;
use std::path::Path;

use libtest_mimic::{Failed, Trial};

use crate::support::{run_in, text};

pub(crate) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("migrate_settings::are_taken_from_the_file", settings),
        Trial::test("migrate_settings::say_what_is_wrong", wrong),
        Trial::test("migrate_settings::baseline_fails_new_lines_alone", baseline),
    ]
}

const SCRIPT: &str = "#!/usr/bin/env bash\necho \"Items: 3\"\necho \"ERROR: $1\" >&2\n";

/// The command in the folder: its exit code and all that it prints.
fn migrate(root: &Path, args: &[&str]) -> (i32, String) {
    let (code, out, err) = text(&run_in(root, &[&["migrate", "."], args].concat()));
    (code, format!("{out}{err}"))
}

fn ensure(holds: bool, told: &str) -> Result<(), Failed> {
    if holds { Ok(()) } else { Err(told.into()) }
}

fn settings() -> Result<(), Failed> {
    let scratch = tempfile::tempdir().unwrap();
    let root = scratch.path();
    fs::create_dir(root.join("old")).unwrap();
    for name in ["a.sh", "old/b.sh"] {
        fs::write(root.join(name), SCRIPT).unwrap();
    }
    let toml = "[migrate]\nenvelope = \"helper\"\nskip = [\"metric\", \"old/**\", \"none/**\"]\n";
    fs::write(root.join("skillgen.toml"), toml).unwrap();
    let (code, told) = migrate(root, &[]);
    let script = fs::read_to_string(root.join("a.sh")).unwrap();
    let helper = fs::read_to_string(root.join("skill-envelope.bash")).unwrap_or_default();
    ensure(code == 0 && helper.contains("helper-envelope-v1"), &told)?;
    ensure(script.contains("skill_say error") && !script.contains("metric"), &script)?;
    ensure(fs::read_to_string(root.join("old/b.sh")).unwrap() == SCRIPT, "old/b.sh was written")?;
    // The command line is stronger.
    let (code, told) =
        migrate(root, &["--skip", "error", "--envelope", "skill-output", "--dry-run"]);
    ensure(code == 0 && told.contains("skill_say metric.items=3"), &told)
}

fn wrong() -> Result<(), Failed> {
    let scratch = tempfile::tempdir().unwrap();
    let root = scratch.path();
    fs::write(root.join("a.sh"), SCRIPT).unwrap();
    for (table, message) in [
        (
            "envelope = \"xml\"",
            "skillgen.toml: migrate.envelope \"xml\": expected \"skill-output\" or \"helper\"",
        ),
        ("skip = 3", "migrate.skip: expected a text or a list of texts, found a integer"),
        ("skips = []", "unknown key `skips`"),
    ] {
        fs::write(root.join("skillgen.toml"), format!("[migrate]\n{table}\n")).unwrap();
        let (code, told) = migrate(root, &["--check"]);
        ensure(code == 2 && told.contains(message), &format!("{table}: exit {code}: {told}"))?;
    }
    fs::remove_file(root.join("skillgen.toml")).unwrap();
    let (code, told) = migrate(root, &["--check", "--update-baseline"]);
    ensure(code == 2 && told.contains("which file?"), &told)?;
    fs::write(root.join("b.json"), "{\"version\": 9, \"scripts\": {}}").unwrap();
    let (code, told) = migrate(root, &["--check", "--baseline", "b.json"]);
    ensure(code == 2 && told.contains("b.json: version 9 of a baseline is not known"), &told)
}

fn baseline() -> Result<(), Failed> {
    let scratch = tempfile::tempdir().unwrap();
    let root = scratch.path();
    fs::write(root.join("a.sh"), SCRIPT).unwrap();
    fs::write(root.join("skillgen.toml"), "[migrate]\nbaseline = \"known.json\"\n").unwrap();
    let (code, told) = migrate(root, &["--check"]);
    ensure(code == 2 && told.contains("--update-baseline writes it"), &told)?;
    let (code, told) = migrate(root, &["--check", "--update-baseline"]);
    ensure(code == 0 && told.contains("holds 2 lines now"), &told)?;
    let known = fs::read_to_string(root.join("known.json")).unwrap();
    ensure(known.contains(r#""echo \"Items: 3\"""#), &known)?;
    let (code, told) = migrate(root, &["--check"]);
    ensure(code == 0 && told.contains("2 lines are known, 0 are new"), &told)?;
    fs::write(root.join("a.sh"), format!("{SCRIPT}echo \"Rows: 4\"\n")).unwrap();
    let (code, told) = migrate(root, &["--check"]);
    let names = told.contains("a.sh: not in the baseline: echo \"Rows: 4\"");
    ensure(code == 1 && names && told.contains("2 lines are known, 1 are new"), &told)?;
    // Without --check the baseline changes nothing.
    let (code, told) = migrate(root, &[]);
    ensure(code == 0, &told)?;
    let (code, told) = migrate(root, &["--check"]);
    ensure(code == 0 && told.contains("1 of its scripts have nothing left to migrate"), &told)
}
