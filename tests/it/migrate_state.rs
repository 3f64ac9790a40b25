//! The state that `migrate` keeps, against what a repository or an accident may have put there, and what undo does about it.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::PathBuf;
use std::process::Command;

use libtest_mimic::Trial;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::migrate_safety::{Check, Named, SCRIPT, Tree, ensure};
use crate::support::{skillgen, state_home, state_of, text};

pub(crate) fn cases() -> Vec<Trial> {
    let all: [Named; 8] = [
        ("links_in_the_state_lead_nowhere", links),
        ("a_folder_that_became_a_link", foreign),
        ("damaged_journals_lose_one_line", damaged),
        ("one_that_stays_keeps_no_other", obstacles),
        ("attributes_are_kept", attributes),
        ("hard_links_are_told", hard_links),
        ("another_mount_of_the_same_device", mounts),
        ("what_was_not_written_is_not_told", not_written),
    ];
    all.into_iter()
        .map(|(name, test)| Trial::test(format!("migrate_state::{name}"), test))
        .collect()
}

fn journal(tree: &Tree) -> PathBuf {
    state_of(&tree.path).join("journal.jsonl")
}

fn three() -> Tree {
    let tree = Tree::new();
    for name in ["a.sh", "b.sh", "c.sh"] {
        tree.script(name, &format!("{SCRIPT}# {name}\n"));
    }
    let (code, out, err) = tree.run(&["--allow-dirty", "."]);
    assert_eq!(code, 0, "{out}{err}");
    tree
}

fn old(tree: &Tree, name: &str) -> bool {
    tree.read(name) == format!("{SCRIPT}# {name}\n")
}

fn links() -> Check {
    for place in ["", "scratch", "backup"] {
        let tree = Tree::new();
        tree.script("a.sh", SCRIPT);
        tree.script("../home/kept", "mine\n");
        tree.script("../home/.skillgen-kept", "mine\n");
        let link = state_of(&tree.path).join(place);
        let link = link.components().collect::<PathBuf>();
        fs::create_dir_all(link.parent().unwrap())?;
        symlink(tree.path.join("../home"), &link)?;
        let (code, _, err) = tree.run(&["--allow-dirty", "."]);
        ensure(code == 2 && err.lines().count() == 1, format!("{place}: {code} {err}"))?;
        let count = fs::read_dir(tree.path.join("../home"))?.count();
        ensure(count == 2, format!("{place}: what it leads to was touched"))?;
    }
    for place in ["journal.jsonl", "lock", "tree"] {
        let tree = Tree::new();
        tree.script("a.sh", SCRIPT);
        fs::create_dir_all(state_of(&tree.path))?;
        symlink(tree.path.join("../new"), state_of(&tree.path).join(place))?;
        let (code, _, err) = tree.run(&["--allow-dirty", "."]);
        ensure(code == 2 && tree.read("a.sh") == SCRIPT, format!("{place}: {code} {err}"))?;
        ensure(!tree.path.join("../new").exists(), format!("{place} was followed"))?;
    }
    Ok(())
}

fn digest(text: &str) -> String {
    Sha256::digest(text).iter().map(|b| format!("{b:02x}")).collect()
}

/// A folder on the way that became a link since.
fn foreign() -> Check {
    let tree = Tree::new();
    tree.script("d/a.sh", SCRIPT);
    ensure(tree.run(&["--allow-dirty", "."]).0 == 0, "migrate")?;
    fs::rename(tree.path.join("d"), tree.path.join("../d"))?;
    symlink("../d", tree.path.join("d"))?;
    let (code, out, _) = tree.run(&["--undo"]);
    let kept = tree.read("../d/a.sh") != SCRIPT;
    ensure(code == 1 && kept && out.contains("link"), format!("a folder is a link now: {out}"))
}

fn damaged() -> Check {
    for bad in [&b"{\"run\": \"0001\", \"pa"[..], b"\xff\xfe\0junk", b"{\"version\": 2}"] {
        let tree = three();
        let path = journal(&tree);
        let text = fs::read(&path)?;
        let lines: Vec<&[u8]> = text.split(|b| *b == b'\n').collect();
        fs::write(&path, [lines[0], lines[1], bad, lines[3], b""].join(&b'\n'))?;
        let (code, out, err) = tree.run(&["--undo"]);
        let back = old(&tree, "a.sh") && !old(&tree, "b.sh") && old(&tree, "c.sh");
        let told = code == 1 && out.contains("journal.jsonl: line 3 is damaged");
        ensure(back && told, format!("exit {code}: {out}{err}"))?;
    }
    // The end of a write that was cut off is none, and a new run gets a new name.
    let tree = three();
    let path = journal(&tree);
    let text = fs::read_to_string(&path)?;
    fs::write(&path, format!("{text}{}", &text[..30]))?;
    tree.script("d.sh", SCRIPT);
    let report = tree.report(&["--allow-dirty", "."])?;
    ensure(report["run"] == "0002", format!("the run is {}", report["run"]))?;
    let (code, out, err) = tree.run(&["--undo"]);
    let back =
        ["a.sh", "b.sh", "c.sh"].iter().all(|n| old(&tree, n)) && tree.read("d.sh") == SCRIPT;
    ensure(code == 0 && back, format!("exit {code}: {out}{err}"))
}

/// Whatever one file has become, the others are put back, and where its former text is is told.
fn obstacles() -> Check {
    type Harm = fn(&Tree) -> std::io::Result<()>;
    let harms: [(&str, Harm); 6] = [
        ("is gone", |t| fs::remove_file(t.path.join("b.sh"))),
        ("not a plain file", |t| {
            fs::remove_file(t.path.join("b.sh"))?;
            fs::create_dir(t.path.join("b.sh"))
        }),
        ("not a plain file", |t| {
            fs::rename(t.path.join("b.sh"), t.path.join("../b.sh"))?;
            symlink("../b.sh", t.path.join("b.sh"))
        }),
        ("read-only", |t| {
            fs::set_permissions(t.path.join("b.sh"), fs::Permissions::from_mode(0o444))
        }),
        ("edited since", |t| fs::write(t.path.join("b.sh"), "mine\n")),
        ("has no backup", |t| {
            let name = digest(&format!("{SCRIPT}# b.sh\n"));
            fs::remove_file(state_of(&t.path).join("backup").join(name))
        }),
    ];
    for (word, harm) in harms {
        let tree = three();
        harm(&tree)?;
        let (code, out, err) = tree.run(&["--undo"]);
        let line = out.lines().find(|l| l.starts_with("b.sh:")).unwrap_or_default();
        let told = code == 1 && line.contains(word) && line.contains("backup/");
        ensure(told, format!("{word}: exit {code}: {out}{err}"))?;
        ensure(old(&tree, "a.sh") && old(&tree, "c.sh"), format!("{word}: the others stay"))?;
    }
    Ok(())
}

fn attributes() -> Check {
    let tree = Tree::new();
    let path = tree.script("a.sh", SCRIPT);
    let flags = rustix::fs::XattrFlags::empty();
    if rustix::fs::setxattr(&path, "user.note", b"kept", flags).is_err() {
        // The file system has none to lose.
        return Ok(());
    }
    let note = || {
        let mut value = [0; 16];
        rustix::fs::getxattr(&path, "user.note", value.as_mut_slice()).map(|n| value[..n].to_vec())
    };
    ensure(tree.run(&["--allow-dirty", "."]).0 == 0 && tree.read("a.sh") != SCRIPT, "migrate")?;
    ensure(note() == Ok(b"kept".to_vec()), "the attribute is lost")?;
    ensure(tree.run(&["--undo"]).0 == 0 && note() == Ok(b"kept".to_vec()), "lost by undo")
}

fn hard_links() -> Check {
    let tree = Tree::new();
    let path = tree.script("a.sh", SCRIPT);
    fs::hard_link(&path, tree.path.join("../other.sh"))?;
    let (code, out, err) = tree.run(&["--allow-dirty", "-v", "."]);
    ensure(code == 0 && out.contains("2 hard links"), format!("{code}: {out}{err}"))?;
    ensure(tree.read("../other.sh") == SCRIPT, "a file outside of the tree was changed")
}

fn mounts() -> Check {
    let tree = Tree::new();
    tree.script("a.sh", SCRIPT);
    tree.script("../other/b.sh", SCRIPT);
    fs::create_dir(tree.path.join("mounted"))?;
    let inside = |args: &[&str]| {
        let mut command = Command::new("bwrap");
        command.args(["--bind", "/", "/", "--dev", "/dev", "--bind"]);
        command.arg(tree.path.join("../other")).arg(tree.path.join("mounted"));
        command.arg("--chdir").arg(&tree.path).arg(skillgen().get_program()).arg("migrate");
        text(&command.args(args).env("XDG_STATE_HOME", state_home()).output().unwrap())
    };
    let (code, out, err) = inside(&["--allow-dirty", "."]);
    let done = tree.read("a.sh") != SCRIPT && tree.read("../other/b.sh") != SCRIPT;
    ensure(code == 0 && done, format!("exit {code}: {out}{err}"))?;
    let (code, out, err) = inside(&["--undo"]);
    ensure(code == 0 && tree.read("../other/b.sh") == SCRIPT, format!("undo: {out}{err}"))?;
    let left = fs::read_dir(tree.path.join("../other"))?.count();
    ensure(left == 1, "a temporary file is left")
}

/// The report of a run that could not write a file is one document, and tells that file as refused, as a dry run does.
fn not_written() -> Check {
    let tree = Tree::new();
    tree.script("a.sh", SCRIPT);
    let path = tree.script("b.sh", SCRIPT);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o444))?;
    let outcomes = |report: &Value| -> Vec<Value> {
        let files = report["files"].as_array().cloned().unwrap_or_default();
        files.iter().map(|f| f["outcome"].clone()).collect()
    };
    let wanted = [json!("migrated"), json!("refused")];
    let planned = tree.report(&["--dry-run", "."])?;
    ensure(outcomes(&planned) == wanted, format!("planned: {planned}"))?;
    let done = tree.report(&["--allow-dirty", "."])?;
    ensure(outcomes(&done) == wanted, format!("done: {done}"))?;
    ensure(done["status"] == "error" && done["error"]["code"] == "NOT_WRITTEN", done.to_string())?;
    ensure(tree.read("a.sh") != SCRIPT && tree.read("b.sh") == SCRIPT, "what was written")
}
