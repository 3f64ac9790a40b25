//! `skillgen migrate --undo` where more than one tree or more than scripts were written.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use libtest_mimic::{Failed, Trial};

use crate::support::{run_in, text};

pub(crate) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("migrate_undo::takes_the_helper_away_with_the_last_script", helper),
        Trial::test("migrate_undo::takes_several_trees_back", trees),
        Trial::test("migrate_undo::keeps_a_helper_that_was_edited", edited),
    ]
}

const SCRIPT: &str = "#!/usr/bin/env bash\necho \"Items: 3\"\n";

/// Every file but skillgen's own state.
fn snapshot(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut todo = vec![folder.to_owned()];
    while let Some(next) = todo.pop() {
        for entry in fs::read_dir(&next).unwrap().flatten() {
            let name = entry.path().strip_prefix(folder).unwrap().to_string_lossy().into_owned();
            if name.starts_with(".skillgen") || name.contains("/.skillgen") {
                continue;
            }
            if entry.path().is_dir() {
                todo.push(entry.path());
            } else {
                found.insert(name, fs::read(entry.path()).unwrap());
            }
        }
    }
    found
}

fn ok(folder: &Path, args: &[&str]) -> Result<String, Failed> {
    let (code, out, err) = text(&run_in(folder, args));
    if code == 0 { Ok(out) } else { Err(format!("{args:?}: exit {code}: {out}{err}").into()) }
}

fn helper() -> Result<(), Failed> {
    let scratch = tempfile::tempdir().unwrap();
    let root = scratch.path();
    fs::create_dir(root.join("inner")).unwrap();
    for name in ["a.sh", "inner/b.sh", "inner/c.sh"] {
        fs::write(root.join(name), SCRIPT).unwrap();
    }
    let before = snapshot(root);
    let migrate = ["migrate", ".", "--allow-dirty"];
    ok(root, &migrate)?;
    if !root.join("inner/skill-envelope.bash").exists() || snapshot(root).len() != 5 {
        return Err("no helper was written".into());
    }
    ok(root, &["migrate", "--undo", "a.sh"])?;
    if root.join("skill-envelope.bash").exists() {
        return Err("a helper stays that no script needs".into());
    }
    let run = std::process::Command::new("bash").arg(root.join("inner/b.sh")).output().unwrap();
    if !run.stdout.starts_with(b"{\"success\":true") {
        return Err("the other script has lost its helper".into());
    }
    ok(root, &["migrate", "--undo", "inner/c.sh"])?;
    if !root.join("inner/skill-envelope.bash").exists() {
        return Err("a helper is gone that a script needs".into());
    }
    ok(root, &["migrate", "--undo", "inner/b.sh"])?;
    if snapshot(root) != before {
        return Err(format!("left behind: {:?}", snapshot(root).keys()).into());
    }
    ok(root, &migrate)?;
    ok(root, &["migrate", "--undo"])?;
    if snapshot(root) == before { Ok(()) } else { Err("a whole undo leaves the helper".into()) }
}

fn trees() -> Result<(), Failed> {
    let scratch = tempfile::tempdir().unwrap();
    let root = scratch.path();
    for name in ["one", "two"] {
        fs::create_dir(root.join(name)).unwrap();
        fs::write(root.join(name).join("a.sh"), SCRIPT).unwrap();
    }
    let before = snapshot(root);
    ok(root, &["migrate", "one", "two", "--allow-dirty"])?;
    if snapshot(root).values().any(|bytes| bytes == SCRIPT.as_bytes()) {
        return Err("a tree was not migrated".into());
    }
    ok(root, &["migrate", "--undo", "one", "two"])?;
    if snapshot(root) == before { Ok(()) } else { Err("the second tree is still migrated".into()) }
}

fn edited() -> Result<(), Failed> {
    let scratch = tempfile::tempdir().unwrap();
    let root = scratch.path();
    fs::write(root.join("a.sh"), SCRIPT).unwrap();
    ok(root, &["migrate", ".", "--allow-dirty"])?;
    let helper = root.join("skill-envelope.bash");
    fs::write(&helper, "# mine now\n").unwrap();
    let (code, out, _) = text(&run_in(root, &["migrate", "--undo"]));
    let kept = fs::read_to_string(&helper).unwrap_or_default() == "# mine now\n";
    if code == 1
        && kept
        && out.contains("edited since")
        && snapshot(root)["a.sh"] == SCRIPT.as_bytes()
    {
        return Ok(());
    }
    Err(format!("exit {code}: {out}").into())
}
