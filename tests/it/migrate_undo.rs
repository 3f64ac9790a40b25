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
        Trial::test("migrate_undo::takes_journals_below_back", journals_below),
        Trial::test("migrate_undo::keeps_a_helper_that_was_edited", edited),
        Trial::test("migrate_undo::takes_new_lines_up", new_lines),
        Trial::test("migrate_undo::takes_own_lines_out_of_an_edited_script", edited_script),
        Trial::test("migrate_undo::needs_no_journal", no_journal),
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

/// Outside of git, a script that is named alone has a journal of its own: the folder above takes it back, too.
fn journals_below() -> Result<(), Failed> {
    let scratch = tempfile::tempdir().unwrap();
    let root = scratch.path();
    for name in ["sk/a", "sk/b"] {
        fs::create_dir_all(root.join(name)).unwrap();
        fs::write(root.join(name).join("execute.sh"), SCRIPT).unwrap();
    }
    let before = snapshot(root);
    ok(root, &["migrate", "--skill-path", "sk/a/execute.sh"])?;
    ok(root, &["migrate", "--undo", "sk"])?;
    let alone = snapshot(root);
    ok(root, &["migrate", "--skill-path", "sk/a/execute.sh"])?;
    ok(root, &["migrate", "sk"])?;
    ok(root, &["migrate", "--undo", "sk"])?;
    match alone == before && snapshot(root) == before {
        true => Ok(()),
        false => Err(format!("{:?}", snapshot(root).keys()).into()),
    }
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

const LIVES_ON: &str =
    "#!/usr/bin/env bash\nset -eu\n\nout=$1\ntouch \"$out\"\necho \"Created: $out\"\n";
const MORE: &str = "rows=$(wc -l < \"$out\")\necho \"Rows: $rows\"\n";

/// A migrated script that gained lines is no finished one: `--check` says so, and the next run takes them up.
fn new_lines() -> Result<(), Failed> {
    let scratch = tempfile::tempdir().unwrap();
    let root = scratch.path();
    let script = root.join("a.sh");
    fs::write(&script, LIVES_ON).unwrap();
    ok(root, &["migrate", "."])?;
    ok(root, &["migrate", "--check", "."])?;
    let migrated = fs::read_to_string(&script).unwrap();
    fs::write(&script, format!("{migrated}{MORE}")).unwrap();
    let (code, out, _) = text(&run_in(root, &["migrate", "--check", "."]));
    if code != 1 || !out.contains("to upgrade") {
        return Err(format!("new lines are not told: exit {code}: {out}").into());
    }
    ok(root, &["migrate", "."])?;
    let now = fs::read_to_string(&script).unwrap();
    if now != format!("{migrated}{}", MORE.replace("echo", "skill_say metric.rows=\"$rows\" echo"))
    {
        return Err(now.into());
    }
    ok(root, &["migrate", "--check", "."])?;
    // A line that is left by a comment is none that is missing.
    fs::write(&script, format!("{now}echo \"Words: $(wc -w < \"$out\")\" # skillgen: keep\n"))
        .unwrap();
    ok(root, &["migrate", "--check", "."]).map(|_| ())
}

fn edited_script() -> Result<(), Failed> {
    let scratch = tempfile::tempdir().unwrap();
    let root = scratch.path();
    let script = root.join("a.sh");
    fs::write(&script, LIVES_ON).unwrap();
    ok(root, &["migrate", "."])?;
    let edited = fs::read_to_string(&script).unwrap().replace("out=$1", "out=${1:-o}");
    fs::write(&script, format!("{edited}{MORE}")).unwrap();
    let told = ok(root, &["migrate", "--undo", "."])?;
    let now = fs::read_to_string(&script).unwrap();
    let want = format!("{}{MORE}", LIVES_ON.replace("out=$1", "out=${1:-o}"));
    if now != want || !told.contains("your edits stay") || root.join("skill-envelope.bash").exists()
    {
        return Err(format!("{told}{now}").into());
    }
    // What was put in and is broken is left, with the reason.
    ok(root, &["migrate", "."])?;
    let broken = fs::read_to_string(&script).unwrap().replace("echo \"Created", "(echo \"Created");
    fs::write(&script, &broken).unwrap();
    let (code, out, _) = text(&run_in(root, &["migrate", "--undo", "."]));
    if code != 1
        || !out.contains("not complete any more")
        || fs::read_to_string(&script).unwrap() != broken
    {
        return Err(format!("exit {code}: {out}").into());
    }
    Ok(())
}

/// A tree that was migrated elsewhere, also where a formatter (shfmt) spread the line that sources the helper; that line took an
/// empty line, or was added.
fn no_journal() -> Result<(), Failed> {
    no_journal_of(LIVES_ON, "f")?;
    no_journal_of(&LIVES_ON.replace("\n\n", "\n"), "s")
}

fn no_journal_of(original: &str, variable: &str) -> Result<(), Failed> {
    let scratch = tempfile::tempdir().unwrap();
    let (there, here) = (scratch.path().join("there"), scratch.path().join("here"));
    fs::create_dir(&there).unwrap();
    fs::create_dir(&here).unwrap();
    fs::write(there.join("a.sh"), original).unwrap();
    ok(&there, &["migrate", "."])?;
    let migrated = fs::read_to_string(there.join("a.sh")).unwrap();
    let line = migrated.lines().find(|line| line.contains("/skill-envelope.bash\"")).unwrap();
    let spread = "command . \"$(\n  f=${BASH_SOURCE?}\n  while\n    CDPATH=: cd \"${f%/*}\" 2>&-\n    f=$(readlink \"${f##*/}\")\n  do :; done\n  pwd\n)/skill-envelope.bash\" || skill_say() { shift && \"$@\"; }";
    let spread =
        spread.replace("f=", &format!("{variable}=")).replace("{f", &format!("{{{variable}"));
    for text in [migrated.clone(), migrated.replace(line, &spread)] {
        fs::write(here.join("a.sh"), text).unwrap();
        fs::copy(there.join("skill-envelope.bash"), here.join("skill-envelope.bash")).unwrap();
        ok(&here, &["migrate", "--check", "."])?;
        let told = ok(&here, &["migrate", "--undo", "."])?;
        let files: Vec<String> = snapshot(&here).into_keys().collect();
        if files != ["a.sh"] || fs::read_to_string(here.join("a.sh")).unwrap() != original {
            return Err(format!("{told}{files:?}").into());
        }
    }
    let (code, _, err) = text(&run_in(&here, &["migrate", "--undo", "."]));
    if code != 2 || !err.contains("nothing to undo") {
        return Err(format!("exit {code}: {err}").into());
    }
    Ok(())
}
