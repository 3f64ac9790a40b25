//! The undo journal is found by the path of a tree. Another tree at that path, as another clone, is not this one.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use libtest_mimic::{Failed, Trial};
use sha2::{Digest as _, Sha256};

use crate::migrate_safety::{Check, Named, SCRIPT, Tree, ensure};
use crate::support::{run_in, state_home, state_of, text};

pub(crate) fn cases() -> Vec<Trial> {
    let all: [Named; 5] = [
        ("a_journal_of_another_clone_is_not_followed", other_clone),
        ("a_journal_of_a_copy_outside_of_git_is_not_followed", copy),
        ("writes_to_this_tree_are_undone_beside_those_of_another", both),
        ("a_tree_that_was_moved_and_a_worktree_are_undone", same_tree),
        ("journal_lines_without_a_tree_are_not_followed", former_lines),
    ];
    all.into_iter()
        .map(|(name, test)| Trial::test(format!("security_trees::{name}"), test))
        .collect()
}

fn migrated() -> Tree {
    let tree = Tree::new();
    tree.script("a.sh", SCRIPT);
    tree.committed();
    assert_eq!(tree.run(&["a.sh"]).0, 0);
    tree
}

/// Puts another clone of a tree, with the same files, at its path.
fn replaced_by_clone(tree: &Tree) -> Result<PathBuf, Failed> {
    let away = tree.path.with_file_name("away");
    fs::rename(&tree.path, &away)?;
    let mut command = Command::new("git");
    command.args(["clone", "-q"]).arg(&away).arg(&tree.path);
    ensure(command.status()?.success(), "no clone")?;
    Ok(away)
}

fn refused(tree: &Tree, args: &[&str]) -> Check {
    let before = tree.read("a.sh");
    let (code, out, err) = tree.run(args);
    let folder = state_of(&tree.path);
    let way = format!("move {} away", folder.display());
    let told = err.contains("writes to another tree at this path") && err.contains(&way);
    ensure(code == 2 && told && err.lines().count() == 1, format!("{args:?}: {code} {out}{err}"))?;
    ensure(tree.read("a.sh") == before, "a file of another tree was written")
}

fn other_clone() -> Check {
    let tree = migrated();
    ensure(tree.git(&["add", "-A"]) && tree.git(&["commit", "-qm", "migrated"]), "commit")?;
    let away = replaced_by_clone(&tree)?;
    let migrated = tree.read("a.sh");
    ensure(migrated != SCRIPT, "the clone has the former text")?;
    for args in [&["--undo"][..], &["--undo", "a.sh"], &["--undo", "--run", "0001"]] {
        refused(&tree, args)?;
    }
    // The same folder with another `.git`.
    fs::remove_dir_all(&tree.path)?;
    fs::rename(&away, &tree.path)?;
    fs::rename(tree.path.join(".git"), tree.path.with_file_name("git"))?;
    ensure(tree.git(&["init", "-q"]), "init")?;
    refused(&tree, &["--undo"])?;
    // What the message says to do.
    fs::rename(state_of(&tree.path), tree.path.with_file_name("state"))?;
    let (code, out, err) = tree.run(&["--undo"]);
    ensure(code == 0 && tree.read("a.sh") == SCRIPT, format!("{code} {out}{err}"))
}

fn copy() -> Check {
    let tree = Tree::new();
    tree.script("a.sh", SCRIPT);
    ensure(tree.run(&["a.sh"]).0 == 0, "migrate")?;
    let away = tree.path.with_file_name("away");
    fs::rename(&tree.path, &away)?;
    ensure(Command::new("cp").arg("-a").arg(&away).arg(&tree.path).status()?.success(), "cp")?;
    refused(&tree, &["--undo"])
}

fn both() -> Check {
    let tree = migrated();
    replaced_by_clone(&tree)?;
    ensure(tree.read("a.sh") == SCRIPT, "the clone is migrated")?;
    ensure(tree.run(&["a.sh"]).0 == 0, "migrate the clone")?;
    let (code, out, err) = tree.run(&["--undo"]);
    ensure(code == 0 && tree.read("a.sh") == SCRIPT, format!("{code} {out}{err}"))?;
    ensure(err.contains("left: ") && err.contains("another tree"), format!("not told: {err}"))?;
    // An id names one run in the whole journal.
    ensure(out.contains("1 file restored") && !out.contains("not restored"), out)
}

fn same_tree() -> Check {
    let tree = migrated();
    let away = tree.path.with_file_name("away");
    fs::rename(&tree.path, &away)?;
    fs::rename(&away, &tree.path)?;
    ensure(tree.git(&["commit", "-qam", "migrated"]) && tree.git(&["gc", "-q"]), "git")?;
    let worktree = tree.path.with_file_name("worktree");
    let named = worktree.to_string_lossy().into_owned();
    ensure(tree.git(&["worktree", "add", "-q", &named, "HEAD~1"]), "worktree")?;
    let run = |args: &[&str]| text(&run_in(&worktree, &[&["migrate"], args].concat()));
    ensure(run(&["a.sh"]).0 == 0, "migrate in the worktree")?;
    let (code, out, err) = run(&["--undo"]);
    let is_back = fs::read_to_string(worktree.join("a.sh"))? == SCRIPT;
    ensure(code == 0 && is_back, format!("worktree: {code} {out}{err}"))?;
    let (code, out, err) = tree.run(&["--undo"]);
    ensure(code == 0 && tree.read("a.sh") == SCRIPT, format!("{code} {out}{err}"))
}

/// The seal of a line as a former version wrote it, without the identity of the tree.
fn former_seal(tree: &Tree, line: &serde_json::Value) -> Result<String, Failed> {
    let key = fs::read(state_home().join("skillgen/key"))?;
    let text = |name: &str| line[name].as_str().unwrap_or_default().as_bytes();
    let root = tree.path.as_os_str().as_encoded_bytes();
    let mut message = Vec::new();
    let parts =
        [b"migrate journal", root, text("run"), text("path"), text("before"), text("after"), b""];
    for part in parts {
        message.extend((part.len() as u64).to_be_bytes());
        message.extend_from_slice(part);
    }
    let pad = |byte: u8| -> Vec<u8> {
        (0..64).map(|at| byte ^ key.get(at).copied().unwrap_or_default()).collect()
    };
    let inner = Sha256::new().chain_update(pad(0x36)).chain_update(message).finalize();
    let outer = Sha256::new().chain_update(pad(0x5c)).chain_update(inner).finalize();
    Ok(outer.iter().map(|b| format!("{b:02x}")).collect())
}

fn former_lines() -> Check {
    let tree = migrated();
    let journal = state_of(&tree.path).join("journal.jsonl");
    let mut former = String::new();
    for line in fs::read_to_string(&journal)?.lines() {
        let mut line: serde_json::Value = serde_json::from_str(line)?;
        let named = line.as_object_mut().and_then(|line| line.shift_remove("tree"));
        ensure(named.is_some(), "a line names no tree")?;
        line["seal"] = former_seal(&tree, &line)?.into();
        former.push_str(&format!("{line}\n"));
    }
    fs::write(&journal, &former)?;
    refused(&tree, &["--undo"])?;
    // Another identity than the signed one makes the line someone else's.
    let forged = former.replace("{\"run\"", "{\"tree\":\"1@2.3 -\",\"run\"");
    fs::write(&journal, forged)?;
    let (code, out, err) = tree.run(&["--undo"]);
    ensure(code == 1 && out.contains("not written by a run of yours"), format!("{code} {out}{err}"))
}
