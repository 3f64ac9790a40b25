//! Where `skillgen migrate` looks for readers: in the whole repository, whatever part of it was named, and which script of a
//! common name a reader means.

use std::path::Path;

use libtest_mimic::{Failed, Trial};
use serde_json::Value;

use crate::support::{put, run_in, text};

pub(crate) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("migrate_readers::of_the_whole_repository", whole_repository),
        Trial::test("migrate_readers::of_one_file_and_of_its_folder", one_file),
        Trial::test("migrate_readers::without_git", without_git),
        Trial::test("migrate_readers::in_folders_that_are_given", given_folders),
        Trial::test("migrate_readers::helpers_that_bats_loads", loaded),
        Trial::test("migrate_readers::that_want_json", want_json),
        Trial::test("migrate_readers::outside_are_changed_and_put_back", rewritten_outside),
        Trial::test("migrate_readers::loops_that_meet_the_helper", meet_helper),
        Trial::test("migrate_readers::texts_that_source_a_script", source_it),
    ]
}

const PRINTS: &str = "#!/usr/bin/env bash\necho \"Created: $1\"\n";
const SKILL: &str = "---\nname: x\ndescription: x\n---\nRun it.\n";

/// Two skills with scripts of the same name, and readers of the first all over the repository.
const TREE: [(&str, &str); 9] = [
    (".claude/skills/a/SKILL.md", SKILL),
    (".claude/skills/a/run.sh", PRINTS),
    (".claude/skills/b/SKILL.md", "Take `V=$(./run.sh x)` and `W=$(./list.sh)`.\n"),
    (".claude/skills/b/run.sh", PRINTS),
    (".claude/skills/a/list.sh", PRINTS),
    ("tests/run.bats.sh", "#!/bin/bash\nV=$(.claude/skills/a/run.sh x)\n"),
    ("Makefile", "all:\n\t.claude/skills/a/run.sh x | grep Created\n"),
    (".github/workflows/w.yml", "run: V=$(bash .claude/skills/a/run.sh x)\n"),
    ("docs/guide.md", "`bash .claude/skills/b/run.sh x | sort`\n"),
];

fn tree(git: bool) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in TREE {
        put(folder.path(), name, text);
    }
    if git {
        let git = |args: &[&str]| {
            let mut command = std::process::Command::new("git");
            command.args(["-c", "user.name=x", "-c", "user.email=x@example.org"]).args(args);
            assert!(command.current_dir(folder.path()).output().unwrap().status.success());
        };
        git(&["init", "-q"]);
        git(&["add", "-A"]);
        git(&["commit", "-qm", "x"]);
    }
    folder
}

/// The blocking readers of each script, by the names that the report uses.
fn readers(folder: &Path, args: &[&str]) -> Result<Vec<(String, Vec<String>)>, Failed> {
    let args = [&["migrate", "--dry-run", "--format", "json"], args].concat();
    let (_, out, err) = text(&run_in(folder, &args));
    let report: Value = serde_json::from_str(&out).map_err(|e| format!("{e}: {out}{err}"))?;
    let words = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let file = |file: &Value| {
        let all = file["consumers"].as_array().into_iter().flatten();
        let all = all.filter(|c| c["blocking"] == true);
        (words(&file["path"]), all.map(|c| words(&c["path"])).collect())
    };
    Ok(report["files"].as_array().into_iter().flatten().map(file).collect())
}

fn expect(got: &[(String, Vec<String>)], script: &str, wanted: &[&str]) -> Result<(), Failed> {
    let found = got.iter().find(|(path, _)| path == script).map(|(_, all)| all.as_slice());
    if found.is_some_and(|all| all == wanted) {
        return Ok(());
    }
    Err(format!("{script}: {found:?}, expected {wanted:?} among {got:?}").into())
}

fn whole_repository() -> Result<(), Failed> {
    let folder = tree(true);
    let root = folder.path();
    let of_a = [".github/workflows/w.yml", "Makefile", "tests/run.bats.sh"];
    for path in [".", ".claude/skills", ".claude/skills/a", ".claude"] {
        expect(&readers(root, &[path])?, ".claude/skills/a/run.sh", &of_a)?;
    }
    let of_b = [".claude/skills/b/SKILL.md", "docs/guide.md"];
    expect(&readers(root, &["."])?, ".claude/skills/b/run.sh", &of_b)?;
    let above = ["../../.github/workflows/w.yml", "../../Makefile", "../../tests/run.bats.sh"];
    expect(&readers(&root.join(".claude/skills"), &["."])?, "a/run.sh", &above)
}

fn one_file() -> Result<(), Failed> {
    let folder = tree(true);
    let root = folder.path();
    let all = readers(root, &["."])?;
    for (script, wanted) in all.iter().filter(|(path, _)| path.starts_with(".claude")) {
        let wanted: Vec<&str> = wanted.iter().map(String::as_str).collect();
        expect(&readers(root, &[script])?, script, &wanted)?;
    }
    // Another skill's text that names a script which only this one has means its own, which is gone.
    expect(&all, ".claude/skills/a/list.sh", &[])
}

fn without_git() -> Result<(), Failed> {
    let folder = tree(false);
    let root = folder.path();
    let of_a = [".github/workflows/w.yml", "Makefile", "tests/run.bats.sh"];
    for path in [".claude/skills", ".claude/skills/a", ".claude/skills/a/run.sh"] {
        expect(&readers(root, &[path])?, ".claude/skills/a/run.sh", &of_a)?;
    }
    Ok(())
}

fn given_folders() -> Result<(), Failed> {
    let folder = tree(true);
    let root = folder.path();
    let args = [".claude/skills", "--readers-in", "tests"];
    expect(&readers(root, &args)?, ".claude/skills/a/run.sh", &["tests/run.bats.sh"])?;
    for (name, wanted) in [("none", "can't be read"), ("Makefile", "not a folder")] {
        let args = ["migrate", ".claude", "--dry-run", "--readers-in", name];
        let (code, _, err) = text(&run_in(root, &args));
        if code != 2 || !err.contains(&format!("--readers-in {name}: {wanted}")) {
            return Err(format!("{name}: exit {code}: {err}").into());
        }
    }
    Ok(())
}

fn rewritten_outside() -> Result<(), Failed> {
    let folder = tree(true);
    let root = folder.path();
    let args = ["migrate", ".claude/skills/a/run.sh", "--consumers", "rewrite"];
    let (code, out, err) = text(&run_in(root, &args));
    let read = |name: &str| std::fs::read_to_string(root.join(name)).unwrap();
    let changed: Vec<&str> =
        TREE.iter().filter(|(name, text)| read(name) != *text).map(|(name, _)| *name).collect();
    let wanted =
        [".claude/skills/a/run.sh", "tests/run.bats.sh", "Makefile", ".github/workflows/w.yml"];
    if code != 0 || changed != wanted {
        return Err(format!("exit {code}: changed {changed:?}: {out}{err}").into());
    }
    let (code, out, err) = text(&run_in(root, &["migrate", "--undo"]));
    match TREE.iter().find(|(name, text)| read(name) != *text) {
        None if code == 0 => Ok(()),
        left => Err(format!("exit {code}: {left:?} is not what it was: {out}{err}").into()),
    }
}

/// The commands by which a skill's output is tested, as its format tells them.
fn want_json() -> Result<(), Failed> {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    put(root, "execute.sh", "#!/usr/bin/env bash\necho \"Confidence: 0.9\"\necho SUCCESS\n");
    let tests = "#!/bin/sh\n# Validate.\nset -e\n./execute.sh | jq .\n./execute.sh | jq -e '.success, .confidence, .deliverables, .metrics, .errors'\n./execute.sh | jq -e '.success | type == \"boolean\"'\n./execute.sh | python3 -m json.tool\n";
    put(root, "validate.sh", tests);
    use std::os::unix::fs::PermissionsExt as _;
    let mode = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(root.join("execute.sh"), mode).unwrap();
    let args = ["migrate", "execute.sh", "--allow-dirty", "--consumers", "rewrite"];
    let (code, out, err) = text(&run_in(root, &args));
    let kept = std::fs::read_to_string(root.join("validate.sh")).unwrap() == tests;
    let mut command = std::process::Command::new("sh");
    let ran = command.arg("validate.sh").current_dir(root).output().unwrap();
    if code == 0 && kept && ran.status.success() && out.contains("1 script migrated") {
        return Ok(());
    }
    Err(format!("exit {code}, kept {kept}, {ran:?}: {out}{err}").into())
}

/// What a test of bats loads runs in its shell, so that it can't have an envelope.
fn loaded() -> Result<(), Failed> {
    for line in [
        "load test_helper",
        "load 'test_helper.bash'",
        "source \"$BATS_TEST_DIRNAME/test_helper.bash\"",
    ] {
        let folder = tempfile::tempdir().unwrap();
        put(folder.path(), "test/test_helper.bash", PRINTS);
        put(folder.path(), "test/a.bats", format!("{line}\n@test \"a\" {{\n  true\n}}\n"));
        let (_, out, err) = text(&run_in(folder.path(), &["migrate", ".", "--dry-run"]));
        if !err.contains("test_helper.bash") || !err.contains("sourced by another script") {
            return Err(format!("{line}: {out}{err}").into());
        }
    }
    Ok(())
}

/// What a run says of the one script of a skill in a tree with this test.
fn with_test(name: &str, test: &str, args: &[&str]) -> Result<(String, String), Failed> {
    let folder = tempfile::tempdir().unwrap();
    put(folder.path(), "skills/a/SKILL.md", SKILL);
    put(folder.path(), "skills/a/scripts/run.sh", PRINTS);
    put(folder.path(), name, test);
    let args =
        [&["migrate", "--dry-run", "--format", "json", "skills/a", "--readers-in", "."], args];
    let (_, out, err) = text(&run_in(folder.path(), &args.concat()));
    let report: Value = serde_json::from_str(&out).map_err(|e| format!("{e}: {out}{err}"))?;
    let file = &report["files"][0];
    let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    Ok((word(&file["outcome"]), word(&file["refusals"][0]["reason"])))
}

/// The helper file beside the scripts has no `#!` line and no executable bit: a loop that expects those would fail.
fn meet_helper() -> Result<(), Failed> {
    let bats = "@test \"scripts\" {\n  for f in \"$ROOT\"/skills/*/scripts/*; do\n    [ -x \"$f\" ]\n  done\n}\n";
    let python = "for p in ROOT.glob(\"skills/*/scripts/*\"):\n    assert p.read_text().startswith(\"#!\")\n";
    let runs = "for f in skills/a/scripts/*; do\n  bash \"$f\" --help || exit 1\ndone\n";
    for (name, test, wanted) in [
        (
            "tests/all.bats",
            bats,
            "tests/all.bats:3 expects that each file of the folder is executable",
        ),
        ("tests/test_all.py", python, "tests/test_all.py:2 expects a `#!` line in each file"),
        ("check.sh", runs, "check.sh:2 runs each file of the folder, also `skill-envelope.bash`"),
    ] {
        let (outcome, reason) = with_test(name, test, &[])?;
        if outcome != "refused" || !reason.starts_with(wanted) {
            return Err(format!("{name}: {outcome}, {reason}").into());
        }
        for args in [["--helper", "inline"], ["--force", "--all"]] {
            let (outcome, reason) = with_test(name, test, &args)?;
            if outcome != "migrated" {
                return Err(format!("{name} with {args:?}: {outcome}, {reason}").into());
            }
        }
    }
    let others = [runs.replace("scripts/*", "scripts/*.sh"), runs.replace("skills/a", "skills/b")];
    for test in others {
        let (outcome, reason) = with_test("check.sh", &test, &[])?;
        if outcome != "migrated" {
            return Err(format!("{test}: {outcome}, {reason}").into());
        }
    }
    Ok(())
}

/// What runs in another shell has no stdout of its own, whatever kind of file says so.
fn source_it() -> Result<(), Failed> {
    let document = "---\nname: x\ndescription: x\n---\nFirst `source scripts/run.sh`.\n";
    let looped = "for f in \"$D\"/a/scripts/*.sh; do\n  . \"$f\"\ndone\n";
    for (name, test) in [
        ("skills/a/README.md", document),
        (".github/workflows/w.yml", "steps:\n  - run: . skills/a/scripts/run.sh && make\n"),
        ("load.sh", looped),
    ] {
        let (outcome, reason) = with_test(name, test, &[])?;
        if outcome != "refused" || !reason.starts_with("is sourced by another script") {
            return Err(format!("{name}: {outcome}, {reason}").into());
        }
    }
    Ok(())
}
