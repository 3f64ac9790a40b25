//! The example tree, migrated: on success, on `exit 3`, on a `set -e` crash and on SIGTERM each script
//! prints one document of the contract, ends as before, and `--undo` brings every byte back.

use std::collections::BTreeMap;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use libtest_mimic::{Failed, Trial};
use serde_json::Value;

use crate::support::{root, run_in, text};

/// (what, script, arguments, how the work folder is prepared)
type Run = (&'static str, &'static str, &'static [&'static str], fn(&Path));

const RUNS: &[Run] = &[
    ("success", "release-notes/scripts/draft.sh", &["1.2.0"], |_| {}),
    ("success", "link-check/scripts/check.sh", &["."], |_| {}),
    ("exit 3", "link-check/scripts/check.sh", &["nowhere"], |_| {}),
    ("broken links", "link-check/scripts/check.sh", &[], |work| {
        std::fs::write(work.join("a.md"), "[x](gone.md)\n").unwrap();
    }),
    ("success", "changelog-entry/scripts/add.sh", &["fixed", "a fault"], |_| {}),
    ("usage", "changelog-entry/scripts/add.sh", &[], |_| {}),
    ("unknown kind", "changelog-entry/scripts/add.sh", &["x", "y"], |_| {}),
    ("success", "env-report/scripts/report.sh", &["bash", "no-such-tool"], |_| {}),
    ("success", "test-summary/scripts/summarize.sh", &["log"], |work| {
        std::fs::write(work.join("log"), "ok 1\nok 2\n").unwrap();
    }),
    ("failed tests", "test-summary/scripts/summarize.sh", &["log"], |work| {
        std::fs::write(work.join("log"), "ok 1\nnot ok 2\n").unwrap();
    }),
    ("set -u crash", "test-summary/scripts/summarize.sh", &[], |_| {}),
    ("success", "scaffold-module/scripts/scaffold.sh", &["m"], |_| {}),
    ("set -e crash", "release-notes/scripts/draft.sh", &[], |work| {
        // mkdir fails where a file stands in the way.
        std::fs::write(work.join("notes"), "").unwrap();
    }),
];

pub(crate) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("example_tree::both_ways", both_ways),
        Trial::test("example_tree::sigterm", sigterm),
        Trial::test("example_tree::undo_and_again", undo_and_again),
    ]
}

/// A copy of the tree, migrated or not.
fn tree(migrated: bool) -> Result<tempfile::TempDir, Failed> {
    let folder = tempfile::tempdir()?;
    let from = root().join("examples/.claude/skills/.");
    let copied = Command::new("cp").arg("-r").arg(from).arg(folder.path()).status()?;
    if !copied.success() {
        return Err("cp".into());
    }
    if migrated {
        migrate(folder.path(), &["--allow-dirty", "."], 0)?;
    }
    Ok(folder)
}

fn migrate(folder: &Path, args: &[&str], expected: i32) -> Result<String, Failed> {
    let all: Vec<&str> = std::iter::once("migrate").chain(args.iter().copied()).collect();
    let (code, out, err) = text(&run_in(folder, &all));
    if code == expected { Ok(out) } else { Err(format!("{all:?}: {code}\n{out}{err}").into()) }
}

fn start(script: &Path, args: &[&str], work: &Path) -> Command {
    let mut command = Command::new("bash");
    command.arg(script).args(args).current_dir(work).stdin(Stdio::null());
    command.env_remove("CONFIDENCE").env("LC_ALL", "C.UTF-8");
    command
}

/// One document on stdout, valid under skill-output-v1.
fn envelope(output: &Output) -> Result<Value, Failed> {
    let out = String::from_utf8(output.stdout.clone())?;
    if out.lines().count() != 1 {
        return Err(format!("stdout is not one line: {out:?}").into());
    }
    let document: Value = serde_json::from_str(&out)?;
    let schema = std::fs::read(root().join("schemas/skill-output-v1.schema.json"))?;
    let validator = jsonschema::validator_for(&serde_json::from_slice(&schema)?)?;
    match validator.validate(&document) {
        Ok(()) => Ok(document),
        Err(e) => Err(format!("{e}: {document}").into()),
    }
}

fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut todo = vec![folder.to_owned()];
    while let Some(dir) = todo.pop() {
        for entry in std::fs::read_dir(&dir).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                todo.push(path);
            } else {
                let bytes = std::fs::read(&path).unwrap();
                found.insert(path.strip_prefix(folder).unwrap().to_owned(), bytes);
            }
        }
    }
    found
}

fn both_ways() -> Result<(), Failed> {
    let (old, new) = (tree(false)?, tree(true)?);
    for (what, script, args, prepare) in RUNS {
        let name = format!("{script}: {what}");
        let works = [tempfile::tempdir()?, tempfile::tempdir()?];
        works.iter().for_each(|w| prepare(w.path()));
        let before = start(&old.path().join(script), args, works[0].path()).output()?;
        let after = start(&new.path().join(script), args, works[1].path()).output()?;
        let document = envelope(&after).map_err(|e| format!("{name}: {e:?}"))?;
        if before.status.code() != after.status.code() {
            return Err(format!("{name}: {:?} → {:?}", before.status, after.status).into());
        }
        if files(works[0].path()) != files(works[1].path()) {
            return Err(format!("{name}: other files").into());
        }
        // A script's own path is part of what bash says of it.
        let paths = |o: &[u8]| {
            let text = String::from_utf8_lossy(o).into_owned();
            let text = text.replace(&*old.path().to_string_lossy(), "TREE");
            let text = text.replace(&*new.path().to_string_lossy(), "TREE");
            // A run on a busy machine may cross a second; the two clocks are not the same.
            let timeless = |line: &str| match line.split_once("Execution time: ") {
                Some((head, _)) => format!("{head}Execution time: N\n"),
                None => format!("{line}\n"),
            };
            text.lines().map(timeless).collect::<String>()
        };
        let (said, says) = (paths(&before.stdout), paths(&after.stderr));
        let all_there = said.lines().all(|line| says.contains(line));
        if !all_there
            || document["success"] != Value::Bool(before.status.success()) && *what != "success"
        {
            return Err(format!("{name}:\n{said}\nbecame\n{says}\n{document}").into());
        }
    }
    Ok(())
}

fn sigterm() -> Result<(), Failed> {
    let tree = tree(true)?;
    let work = tempfile::tempdir()?;
    // A slow `wc` keeps the script busy with a child.
    std::fs::write(work.path().join("wc"), "#!/bin/sh\ntouch started\nexec sleep 20\n")?;
    Command::new("chmod").arg("+x").arg(work.path().join("wc")).status()?;
    let path = format!("{}:{}", work.path().display(), std::env::var("PATH")?);
    let script = tree.path().join("release-notes/scripts/draft.sh");
    let child = start(&script, &[], work.path())
        .env("PATH", path)
        .process_group(0)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    for _ in 0..200 {
        if work.path().join("started").exists() {
            break;
        }
        std::thread::sleep(Duration::from_millis(25));
    }
    // As a terminal or a supervisor does: the script and what it runs.
    Command::new("kill").args(["-TERM", "--", &format!("-{}", child.id())]).status()?;
    let output = child.wait_with_output()?;
    let document = envelope(&output)?;
    if crate::support::status(&output) != 143 || document["success"] != Value::Bool(false) {
        return Err(format!("{:?}: {document}", output.status).into());
    }
    Ok(())
}

fn undo_and_again() -> Result<(), Failed> {
    let (original, copy) = (tree(false)?, tree(false)?);
    let dry = migrate(copy.path(), &["--dry-run", "."], 0)?;
    if !dry.contains("+++ ") || files(original.path()) != files(copy.path()) {
        return Err(format!("a dry run prints a diff and writes nothing:\n{dry}").into());
    }
    migrate(copy.path(), &["--check", "."], 1)?;
    migrate(copy.path(), &["--allow-dirty", "."], 0)?;
    let scripts = |folder: &Path| {
        let mut all = files(folder);
        all.retain(|path, _| !path.starts_with(".skillgen"));
        all
    };
    let once = scripts(copy.path());
    if once == files(original.path()) {
        return Err("nothing was migrated".into());
    }
    migrate(copy.path(), &["--check", "."], 0)?;
    migrate(copy.path(), &["--allow-dirty", "."], 0)?;
    if scripts(copy.path()) != once {
        return Err("a second run changes something".into());
    }
    migrate(copy.path(), &["--undo", "."], 0)?;
    if scripts(copy.path()) != files(original.path()) {
        return Err("undo does not bring every byte back".into());
    }
    Ok(())
}
