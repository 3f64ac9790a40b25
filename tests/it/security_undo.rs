//! The undo journal is nobody else's: what a repository brings is not followed, whatever it says, and no undo touches the
//! folder of git or a file out of the tree.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};

use libtest_mimic::Trial;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::migrate_safety::{Check, Named, SCRIPT, Tree, ensure};
use crate::support::{skillgen, state_home, state_of, text};

pub(crate) fn cases() -> Vec<Trial> {
    let all: [Named; 11] = [
        ("journal_of_a_repository_is_not_followed", committed_journal),
        ("named_journal_that_git_tracks_is_refused", tracked_journal),
        ("journal_of_a_former_version", former_version),
        ("lines_without_the_seal_are_not_followed", unsealed),
        ("lines_of_another_tree_are_not_followed", other_tree),
        ("a_run_is_undone_alone", one_run),
        ("the_folder_of_git_is_not_written", git_folder),
        ("state_that_others_can_write_is_refused", open_state),
        ("a_huge_file_is_left", huge_file),
        ("a_linked_helper_is_left_without_a_journal", linked_helper),
        ("a_linked_folder_is_refused_without_a_journal", linked_folder),
    ];
    all.into_iter()
        .map(|(name, test)| Trial::test(format!("security_undo::{name}"), test))
        .collect()
}

const HOME: &str = ".skillgen/migrate";

fn digest(bytes: impl AsRef<[u8]>) -> String {
    Sha256::digest(bytes).iter().map(|b| format!("{b:02x}")).collect()
}

fn line(run: &str, path: &str, before: &str, after: &str) -> Value {
    json!({"run": run, "path": path, "before": before, "after": after, "undone": false})
}

/// Writes a journal as a former version kept it: each text's backup is there.
fn plant(tree: &Tree, lines: &[Value], backups: &[&str]) {
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    tree.script(&format!("{HOME}/journal.jsonl"), &text);
    for backup in backups {
        tree.script(&format!("{HOME}/backup/{}", digest(backup)), backup);
    }
}

/// Journals that would take away HEAD, name another hooks folder, and change a file beside the tree.
fn attacks(tree: &Tree) -> (Vec<Value>, &'static str) {
    const CONFIG: &str = "[core]\n\thooksPath = /nowhere\n";
    let now = |name: &str| digest(fs::read(tree.path.join(name)).unwrap());
    let names = [".git/config", ".GIT/config", "git~1/config", "../victim", "x/../../victim"];
    let config = now(".git/config");
    let mut lines: Vec<Value> =
        names.iter().map(|name| line("0001", name, &digest(CONFIG), &config)).collect();
    lines.push(line("0001", ".git/HEAD", "", &now(".git/HEAD")));
    lines.push(line("0001", "../victim", "", &now("../victim")));
    lines.push(line("0001", "a.sh", "", &now("a.sh")));
    lines.push(line("0002", "b.sh", &digest(CONFIG), &now("b.sh")));
    (lines, CONFIG)
}

fn hostile(tracked: bool) -> Tree {
    let tree = Tree::new();
    tree.script("a.sh", SCRIPT);
    tree.script("b.sh", SCRIPT);
    tree.script("../victim", "mine\n");
    tree.committed();
    let (lines, backup) = attacks(&tree);
    plant(&tree, &lines, &[backup]);
    if tracked {
        assert!(tree.git(&["add", "-f", ".skillgen"]) && tree.git(&["commit", "-qm", "evil"]));
    }
    tree
}

fn untouched(tree: &Tree, what: &str) -> Check {
    let config = tree.read(".git/config");
    let same = tree.read("a.sh") == SCRIPT
        && tree.read("b.sh") == SCRIPT
        && tree.read("../victim") == "mine\n"
        && tree.path.join(".git/HEAD").exists()
        && !config.contains("hooksPath");
    ensure(same, format!("{what}: a file was changed"))
}

fn committed_journal() -> Check {
    for tracked in [true, false] {
        let tree = hostile(tracked);
        for args in [&["--undo"][..], &["--undo", "--run", "0002"], &["--undo", "b.sh", "a.sh"]] {
            let (code, out, err) = tree.run(args);
            let told = code == 2 && err.lines().count() == 1 && err.contains("nothing to undo");
            ensure(told, format!("{args:?}: {code} {out}{err}"))?;
            untouched(&tree, &format!("{args:?}"))?;
        }
        // After a run of one's own it is still not followed.
        ensure(tree.run(&["--allow-dirty", "b.sh"]).0 == 0, "migrate")?;
        let (code, out, err) = tree.run(&["--undo"]);
        ensure(code == 0, format!("undo: {code} {out}{err}"))?;
        untouched(&tree, "after a run of one's own")?;
    }
    Ok(())
}

fn tracked_journal() -> Check {
    let tree = hostile(true);
    let (code, _, err) = tree.run(&["--undo", "--journal", ".skillgen"]);
    ensure(code == 2 && err.contains("git tracks it"), format!("{code} {err}"))?;
    untouched(&tree, "a tracked journal")?;
    // Named by mistake: git's folder and what is out of the tree stay all the same.
    let tree = hostile(false);
    let (code, out, err) = tree.run(&["--undo", "--journal", ".skillgen", "--run", "0002"]);
    let told = code == 1 && out.contains("b.sh: restored") && out.contains("is damaged");
    ensure(told, format!("{code} {out}{err}"))?;
    ensure(tree.read("a.sh") == SCRIPT, "another run's file was taken away")?;
    let kept = tree.path.join(".git/HEAD").exists() && !tree.read(".git/config").contains("hooks");
    ensure(kept && tree.read("../victim") == "mine\n", "a file out of reach was changed")?;
    symlink(".skillgen", tree.path.join("link"))?;
    let (code, _, err) = tree.run(&["--undo", "--journal", "link"]);
    ensure(code == 2 && err.contains("no such folder"), format!("a link: {code} {err}"))
}

/// What a former version wrote can be undone, by name.
fn former_version() -> Check {
    let tree = Tree::new();
    tree.script("a.sh", "new\n");
    tree.script("s/b.sh", "new\n");
    tree.script("helper.bash", "helper\n");
    let (old, new) = (digest(SCRIPT), digest("new\n"));
    let lines = [
        line("0001", "helper.bash", "", &digest("helper\n")),
        line("0001", "a.sh", &old, &new),
        line("0002", "s/b.sh", &old, &new),
    ];
    plant(&tree, &lines, &[SCRIPT]);
    let (code, _, err) = tree.run(&["--undo"]);
    let named = "--journal .skillgen";
    ensure(code == 2 && err.contains(named), format!("the way is not shown: {code} {err}"))?;
    let (code, out, err) = tree.run(&["--undo", "--journal", ".skillgen", "s/b.sh"]);
    let back = tree.read("s/b.sh") == SCRIPT && tree.read("a.sh") == "new\n";
    ensure(code == 0 && back, format!("one file: {code} {out}{err}"))?;
    let (code, out, err) = tree.run(&["--undo", "--journal", ".skillgen"]);
    let back = tree.read("a.sh") == SCRIPT && !tree.path.join("helper.bash").exists();
    ensure(code == 0 && back, format!("the rest: {code} {out}{err}"))
}

fn unsealed() -> Check {
    let tree = Tree::new();
    tree.script("a.sh", SCRIPT);
    tree.script("b.sh", SCRIPT);
    ensure(tree.run(&["--allow-dirty", "a.sh", "b.sh"]).0 == 0, "migrate")?;
    let journal = state_of(&tree.path).join("journal.jsonl");
    let text = fs::read_to_string(&journal)?;
    // The path of one line in the other: its seal does not fit.
    let changed = text.replacen("\"a.sh\"", "\"c.sh\"", 1);
    ensure(changed != text, "no such line")?;
    fs::copy(tree.path.join("a.sh"), tree.path.join("c.sh"))?;
    fs::write(&journal, changed)?;
    let (code, out, err) = tree.run(&["--undo"]);
    let told = code == 1 && out.contains("line 2 was not written by a run of yours");
    ensure(told, format!("{code} {out}{err}"))?;
    let kept = tree.read("c.sh") != SCRIPT && tree.read("b.sh") == SCRIPT;
    ensure(kept, "an unsealed line was followed")
}

fn other_tree() -> Check {
    let (one, two) = (Tree::new(), Tree::new());
    for tree in [&one, &two] {
        tree.script("a.sh", SCRIPT);
        ensure(tree.run(&["--allow-dirty", "a.sh"]).0 == 0, "migrate")?;
    }
    let journal = |tree: &Tree| state_of(&tree.path).join("journal.jsonl");
    fs::copy(journal(&one), journal(&two))?;
    let (code, out, err) = two.run(&["--undo"]);
    let kept = two.read("a.sh") != SCRIPT;
    ensure(code == 1 && kept && out.contains("not written by"), format!("{code} {out}{err}"))
}

/// `--run` counts for files that were made for scripts, too.
fn one_run() -> Check {
    let tree = Tree::new();
    tree.script("a.sh", SCRIPT);
    tree.script("b.sh", SCRIPT);
    let source = |name: &str| tree.run(&["--allow-dirty", name]).0;
    let helper = tree.path.join("skill-envelope.bash");
    ensure(source("a.sh") == 0, "migrate")?;
    let home = fs::read_dir(state_of(&tree.path)).is_ok();
    ensure(home && helper.exists(), "no helper was written")?;
    ensure(tree.run(&["--undo", "a.sh"]).0 == 0 && !helper.exists(), "undo of the first")?;
    ensure(source("a.sh") == 0 && source("b.sh") == 0, "migrate again")?;
    // The helper is of run 2 and b.sh of run 3: with all scripts back, it is not run 3's to take away.
    ensure(tree.run(&["--undo", "a.sh"]).0 == 0, "undo of one")?;
    let (code, out, err) = tree.run(&["--undo", "--run", "0003"]);
    ensure(code == 0 && tree.read("b.sh") == SCRIPT, format!("{code} {out}{err}"))?;
    ensure(helper.exists(), format!("another run's file was taken away: {out}"))?;
    ensure(tree.run(&["--undo"]).0 == 0 && !helper.exists(), "undo of all")
}

fn git_folder() -> Check {
    let tree = Tree::new();
    tree.script("a.sh", SCRIPT);
    tree.committed();
    let hook = tree.script(".git/hooks/x.sh", SCRIPT);
    for name in [".git/hooks/x.sh", ".git/hooks", ".git"] {
        let (code, out, err) = tree.run(&["--allow-dirty", name]);
        let kept = fs::read_to_string(&hook)? == SCRIPT;
        ensure(kept, format!("{name}: was written: {code} {out}{err}"))?;
    }
    let (code, out, err) = tree.run(&["--allow-dirty", ".git/hooks/x.sh"]);
    ensure(code == 2 && err.contains("folder of git"), format!("{code} {out}{err}"))
}

fn open_state() -> Check {
    let tree = Tree::new();
    tree.script("a.sh", SCRIPT);
    let run = |home: &str| {
        let mut command = skillgen();
        command.args(["migrate", "--allow-dirty", "a.sh"]).current_dir(&tree.path);
        text(&command.env("XDG_STATE_HOME", tree.path.join(home)).output().unwrap())
    };
    let folder = tree.path.join("../open/skillgen");
    fs::create_dir_all(&folder)?;
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o777))?;
    let (code, _, err) = run("../open");
    ensure(code == 2 && err.contains("other users can write"), format!("{code} {err}"))?;
    fs::create_dir_all(tree.path.join("../linked"))?;
    symlink(state_home(), tree.path.join("../linked/skillgen"))?;
    let (code, _, err) = run("../linked");
    ensure(code == 2 && err.contains("not a folder"), format!("{code} {err}"))?;
    let mut command = skillgen();
    command.args(["migrate", "--allow-dirty", "a.sh"]).current_dir(&tree.path);
    command.env_remove("XDG_STATE_HOME").env_remove("HOME");
    let (code, _, err) = text(&command.output()?);
    ensure(code == 2 && err.contains("set HOME"), format!("{code} {err}"))?;
    ensure(tree.read("a.sh") == SCRIPT, "the script was written")?;
    let (code, _, err) = run("../new/state");
    let mode = fs::metadata(tree.path.join("../new/state/skillgen"))?.permissions().mode();
    ensure(code == 0 && mode & 0o77 == 0, format!("{code} {mode:o} {err}"))
}

/// A tree that was migrated elsewhere, so it has no journal, and a migrated one outside of it.
fn migrated_elsewhere() -> (Tree, Tree) {
    let outside = Tree::new();
    outside.script("x.sh", SCRIPT);
    assert_eq!(outside.run(&["--all", "--allow-dirty", "."]).0, 0);
    let tree = Tree::new();
    tree.script("s/SKILL.md", "---\nname: s\ndescription: d\n---\n");
    tree.script("s/x.sh", &outside.read("x.sh"));
    (tree, outside)
}

/// The memory of `--undo` does not grow with a file that stands in the place of a migrated script.
fn huge_file() -> Check {
    let tree = Tree::new();
    tree.script("x.sh", SCRIPT);
    ensure(tree.run(&["--all", "--allow-dirty", "."]).0 == 0, "not migrated")?;
    fs::OpenOptions::new().write(true).open(tree.path.join("x.sh"))?.set_len(3 << 30)?;
    let (code, out, err) = tree.run(&["--undo", "."]);
    ensure(
        code == 1 && out.contains("has more than 64 MiB; left as it is"),
        format!("{code} {out}{err}"),
    )
}

/// The helper file is a link that the repository brought: to another project's helper, into the folder of git, to a FIFO
/// or to a device.
fn linked_helper() -> Check {
    let helper = "skill-envelope.bash";
    let (_, outside) = migrated_elsewhere();
    let fifo = outside.path.join("fifo");
    rustix::fs::mkfifoat(rustix::fs::CWD, &fifo, rustix::fs::Mode::RUSR)?;
    for target in ["other", "hook", "fifo", "/dev/zero", "folder"] {
        let (tree, _) = migrated_elsewhere();
        tree.committed();
        let text = outside.read(helper);
        let real = match target {
            "other" => outside.path.join(helper),
            "hook" => tree.script(".git/hooks/helper.bash", &text),
            "fifo" => fifo.clone(),
            device => device.into(),
        };
        match target {
            "folder" => fs::create_dir(tree.path.join("s").join(helper))?,
            _ => symlink(&real, tree.path.join("s").join(helper))?,
        }
        let (code, out, err) = tree.run(&["--undo", "."]);
        let said = format!("{target}: {code} {out}{err}");
        ensure(code == 1 && out.contains("left as it is"), &said)?;
        ensure(fs::symlink_metadata(tree.path.join("s").join(helper)).is_ok(), &said)?;
        if matches!(target, "other" | "hook") {
            ensure(fs::read_to_string(&real)? == text, &said)?;
        }
        ensure(tree.read("s/x.sh") == SCRIPT, said)?;
    }
    Ok(())
}

fn linked_folder() -> Check {
    let (tree, outside) = migrated_elsewhere();
    symlink(&outside.path, tree.path.join("s/scripts"))?;
    tree.committed();
    let before = (outside.read("x.sh"), outside.read("skill-envelope.bash"));
    for path in ["s/scripts", "s/scripts/", "s/scripts/x.sh", "s", "."] {
        let (code, out, err) = tree.run(&["--undo", path]);
        let after = (outside.read("x.sh"), outside.read("skill-envelope.bash"));
        ensure(before == after, format!("{path}: was written: {code} {out}{err}"))?;
        if path.contains("scripts") {
            let refused = code == 2 && err.contains("a link out of the tree");
            ensure(refused, format!("{path}: {code} {out}{err}"))?;
        }
    }
    Ok(())
}
