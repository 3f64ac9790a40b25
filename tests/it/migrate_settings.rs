//! `[migrate]` in skillgen.toml, and the baseline of `migrate --check`.

use std::fs;
use std::path::Path;

use libtest_mimic::{Failed, Trial};

use crate::support::{run_in, text};

pub(crate) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("migrate_settings::are_taken_from_the_file", settings),
        Trial::test("migrate_settings::say_what_is_wrong", wrong),
        Trial::test("migrate_settings::differ_by_path", overrides),
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

/// Settings for some paths: of the lines of a script, and of the helper file of a folder.
fn overrides() -> Result<(), Failed> {
    let scratch = tempfile::tempdir().unwrap();
    let root = scratch.path();
    for folder in ["one", "two", "two/deep"] {
        fs::create_dir(root.join(folder)).unwrap();
        fs::write(root.join(folder).join("a.sh"), SCRIPT).unwrap();
        fs::write(root.join(folder).join("b.sh"), SCRIPT).unwrap();
    }
    let toml = "[migrate]\ndefault-confidence = 0.25\n\n\
        [[migrate.override]]\npath = [\"two/**\"]\nenvelope = \"helper\"\ndefault-confidence = 0.75\n\n\
        [[migrate.override]]\npath = \"b.sh\"\nskip = [\"metric\"]\n\n\
        [[migrate.override]]\npath = \"two/deep/\"\nenvelope = \"skill-output\"\n";
    fs::write(root.join("skillgen.toml"), toml).unwrap();
    let read = |path: &str| fs::read_to_string(root.join(path)).unwrap_or_default();
    // The command line is stronger.
    let (code, told) = migrate(root, &["--dry-run", "--skip", "error", "--envelope", "helper"]);
    ensure(code == 0 && !told.contains("skill_say error") && told.contains("metric.items"), &told)?;
    ensure(!told.contains("prints skill-output-v1"), &told)?;
    let (code, told) = migrate(root, &[]);
    ensure(code == 0, &told)?;
    for (folder, envelope, confidence) in [
        ("one", "skill-output-v1", "0.25"),
        ("two", "helper-envelope-v1", "0.75"),
        ("two/deep", "skill-output-v1", "0.75"),
    ] {
        let helper = read(&format!("{folder}/skill-envelope.bash"));
        let stated = helper.contains(envelope) && helper.contains(confidence);
        ensure(stated, &format!("{folder}: {helper}"))?;
        ensure(read(&format!("{folder}/a.sh")).contains("metric.items=3"), folder)?;
        let other = read(&format!("{folder}/b.sh"));
        ensure(!other.contains("metric") && other.contains("skill_say error"), &other)?;
    }
    // Nothing is left, and another run changes nothing.
    let (code, told) = migrate(root, &["--check"]);
    ensure(code == 0, &told)
}

fn wrong() -> Result<(), Failed> {
    let scratch = tempfile::tempdir().unwrap();
    let root = scratch.path();
    fs::write(root.join("a.sh"), SCRIPT).unwrap();
    for (table, message) in [
        (
            "envelope = \"xml\"",
            "skillgen.toml:2:12: migrate.envelope \"xml\": expected \"skill-output\" or \"helper\"",
        ),
        (
            "skip = 3",
            "skillgen.toml:2:8: migrate.skip: expected a text or a list of texts, found a integer",
        ),
        (
            "skips = []",
            "skillgen.toml:2:1: migrate: unknown key `skips`; did you mean `skip`? known: ",
        ),
        (
            "default-confidence = 2",
            "skillgen.toml:2:22: migrate.default-confidence 2: expected a number from 0 to 1",
        ),
        (
            "with = [\"idnent\"]",
            "skillgen.toml:2:8: migrate.with \"idnent\": expected \"indent\", \"time\"",
        ),
        (
            "override = 1",
            "skillgen.toml:2:12: migrate.override: expected [[migrate.override]] tables",
        ),
        (
            "[[migrate.override]]\nskip = [\"metric\"]",
            "migrate.override: `path` is missing; name the folders or scripts",
        ),
        (
            "[[migrate.override]]\npath = \"a\"\nenvelop = \"helper\"",
            "skillgen.toml:4:1: migrate.override: unknown key `envelop`; did you mean `envelope`?",
        ),
        (
            "[[migrate.override]]\npath = \"a\"\nskip = [\"metrics\"]",
            "skillgen.toml:4:8: migrate.override: skip: \"metrics\" is no pattern of lines; did you mean `metric`?",
        ),
        (
            "[[migrate.override]]\npath = \"a\"\ndefault-confidence = \"high\"",
            "skillgen.toml:4:22: migrate.override: default-confidence \"high\": expected a number",
        ),
        (
            "[[migrate.override]]\npath = \"[z-a]\"\nskip = []",
            "skillgen.toml:3:8: `[z-a]` is no pattern",
        ),
        (
            "[[migrate.override]]\npath = \"a.sh\"\nenvelope = \"helper\"",
            "migrate.override: `path` matches a.sh and not all scripts of its folder",
        ),
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
    let (_, told) = migrate(root, &["--check", "--format", "json"]);
    let counts = "\"baseline\": {\n    \"known\": 2,\n    \"new\": 1,\n    \"done\": 0\n  }";
    ensure(told.contains(counts), &told)?;
    // Without --check the baseline changes nothing.
    let (code, told) = migrate(root, &[]);
    ensure(code == 0, &told)?;
    let (code, told) = migrate(root, &["--check"]);
    ensure(code == 0 && told.contains("1 of its scripts have nothing left to migrate"), &told)
}
