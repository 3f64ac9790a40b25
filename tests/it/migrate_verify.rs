//! `migrate --verify` and `--dry-run` against what users put in their way: a verify.toml with mistakes, scripts that differ from
//! run to run, odd files in the skill's folder, and names that a patch has to quote.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::io::Write as _;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use libtest_mimic::Trial;
use serde_json::Value;

use crate::migrate_safety::{Check, Named, SCRIPT, Tree, ensure};
use crate::support::{put, skillgen, text};

pub(crate) fn cases() -> Vec<Trial> {
    let all: [Named; 8] = [
        ("mistakes_have_a_place", mistakes),
        ("what_varies_is_told", varies),
        ("nothing_waits_for_ever", waits),
        ("links_of_the_skill_are_there", linked),
        ("sockets_of_the_machine_are_not", sockets),
        ("sh_scripts_run_under_sh", sh),
        ("a_sandbox_that_is_forbidden", forbidden),
        ("patches_of_any_name", patches),
    ];
    all.into_iter()
        .map(|(name, test)| Trial::test(format!("migrate_verify::{name}"), test))
        .collect()
}

const VERIFY: [&str; 4] = ["--verify", "--trust", "--dry-run", "."];

/// What the runs of the only script showed, with its report.
fn shown(script: &str, runs: &str) -> Result<(Tree, Value), libtest_mimic::Failed> {
    let tree = Tree::new();
    tree.script("a.sh", script);
    tree.script("verify.toml", runs);
    let report = tree.report(&VERIFY)?;
    Ok((tree, report))
}

fn mistakes() -> Check {
    for (toml, place) in [
        ("[[run]]\nargs = [\n", "verify.toml:"),
        ("[[run]]\narg = [\"x\"]\n", "verify.toml:2:1: unknown key `arg`"),
        ("[[runs]]\nargs = []\n", "verify.toml:1:3: unknown key `runs`"),
        ("[run]\nargs = []\n", "verify.toml:1:2: `run` is a table"),
        ("[[run]]\nargs = \"x y\"\n", "verify.toml:2:8: args: expected an array"),
        ("[[run]]\nargs = [\"a\", 3]\n", "verify.toml:2:14: args: expected a string"),
        ("[[run]]\nargs = [\"\\u0000\"]\n", "verify.toml:2:9: args: a NUL"),
        ("[[run]]\nstdin = 3\n", "verify.toml:2:9: stdin: expected a string"),
        ("[[run]]\nenv = { A = 1 }\n", "verify.toml:2:13: env: expected a string"),
        ("[[run]]\nenv = { \"A=B\" = \"1\" }\n", "verify.toml:2:9: env:"),
        ("[[run]]\ntimeout = \"5\"\n", "verify.toml:2:11: timeout: expected"),
        ("[[run]]\ntimeout = 0\n", "verify.toml:2:11: timeout: expected"),
        ("[[run]]\nexit = 256\n", "verify.toml:2:8: exit: expected"),
    ] {
        let tree = Tree::new();
        tree.script("a.sh", SCRIPT);
        tree.script("verify.toml", toml);
        let (code, out, err) = tree.run(&VERIFY);
        let told = code == 2 && out.is_empty() && err.lines().count() == 1 && err.contains(place);
        ensure(told, format!("{toml}: exit {code}: {out}{err}"))?;
    }
    Ok(())
}

fn varies() -> Check {
    let script = "#!/bin/bash\necho \"Sum: $RANDOM$RANDOM$RANDOM\" | tee out.txt\n";
    let (tree, report) = shown(script, "[[run]]\n")?;
    let seen = &report["files"][0]["verified"];
    ensure(seen["varies"] == serde_json::json!(["files", "text"]), report.to_string())?;
    ensure(report["totals"]["verified"] == 1, report["totals"].to_string())?;
    tree.script("b.sh", "#!/bin/bash\nrm -f x\necho \"Items: 1\"\n");
    fs::remove_file(tree.path.join("verify.toml"))?;
    let (_, out, _) = tree.run(&["--verify", "--check", "."]);
    let told = out.contains("not compared, since it differs from run to run: files, text")
        && out.contains(
            "name the script, or give it a verify.toml and pass --trust; checked statically only",
        )
        && out.contains("1 verified by running both versions, 1 checked statically only");
    ensure(told, out)
}

/// Neither for a script that leaves a large input unread, nor for a FIFO that it, or somebody, made.
fn waits() -> Check {
    let runs = format!("[[run]]\ntimeout = 1\nstdin = \"{}\"\n", "y".repeat(300_000));
    let (_, report) = shown("#!/bin/bash\necho \"Items: 1\"\nsleep 600\n", &runs)?;
    let seen = &report["files"][0]["verified"];
    ensure(seen["skipped"] == "a run took more than 1 s", report.to_string())?;
    let tree = Tree::new();
    tree.script("a.sh", "#!/bin/bash\nmkfifo made; ln -s made l\necho \"Items: 1\"\n");
    tree.script("verify.toml", "[[run]]\n");
    let fifo = |name: &str| {
        Command::new("mkfifo").arg(tree.path.join(name)).status().is_ok_and(|s| s.success())
    };
    ensure(fifo("there"), "mkfifo")?;
    let report = tree.report(&VERIFY)?;
    ensure(report["files"][0]["verified"]["identical"] == 1, report.to_string())?;
    fs::remove_file(tree.path.join("verify.toml"))?;
    ensure(fifo("verify.toml"), "mkfifo")?;
    ensure(tree.report(&VERIFY)?["files"][0]["outcome"] == "migrated", "a FIFO as verify.toml")
}

/// A link leads as far as the tree reaches: what is elsewhere on the machine is not the script's.
fn linked() -> Check {
    let tree = Tree::new();
    tree.script("../secret", "secret\n");
    tree.script("../folder/secret", "secret\n");
    tree.script("shared/data", "out\n");
    tree.script("shared/more/data", "more\n");
    tree.script("skill/real", "in\n");
    for (target, name) in [
        ("real", "inner"),
        ("../shared/data", "outer"),
        ("../shared/more", "folder"),
        ("nowhere", "broken"),
        ("../../secret", "secret"),
        ("../../folder", "elsewhere"),
        ("..", "up"),
        (".", "here"),
    ] {
        symlink(target, tree.path.join("skill").join(name))?;
    }
    symlink(tree.path.join("skill/real"), tree.path.join("skill/whole"))?;
    let script = "#!/bin/bash\n[ \"$(cat inner outer folder/data whole here/real)\" = \"in\nout\nmore\nin\nin\" ] || exit 3\n[ ! -e secret ] && [ ! -e elsewhere/secret ] && [ -L secret ] || exit 4\necho \"Items: 1\"\n";
    tree.script("skill/a.sh", script);
    tree.script("skill/verify.toml", "[[run]]\nexit = 0\n");
    ensure(tree.git(&["init", "-q"]), "git init")?;
    let report = tree.report(&VERIFY)?;
    ensure(report["files"][0]["verified"]["identical"] == 1, report.to_string())
}

/// What listens in /run can be spoken to through a read-only mount.
fn sockets() -> Check {
    let tree = Tree::new();
    let socket = tree.path.join("../socket");
    let _listener = UnixListener::bind(&socket)?;
    let script = format!(
        "#!/bin/bash\n[ -S '{}' ] && exit 3\n[ -z \"$(ls -A /run)\" ] || exit 4\necho \"Items: 1\"\n",
        socket.display()
    );
    tree.script("a.sh", &script);
    tree.script("verify.toml", "[[run]]\nexit = 0\n");
    let report = tree.report(&VERIFY)?;
    ensure(report["files"][0]["verified"]["identical"] == 1, report.to_string())
}

fn sh() -> Check {
    let script = "#!/bin/sh\n[ -z \"$BASH_VERSION\" ] || [ \"${POSIXLY_CORRECT+x}\" ] || exit 3\necho \"Items: 1\"\n";
    let (_, report) = shown(script, "[[run]]\nexit = 0\n")?;
    ensure(report["files"][0]["verified"]["identical"] == 1, report.to_string())
}

fn forbidden() -> Check {
    let tree = Tree::new();
    tree.script("a.sh", SCRIPT);
    tree.script("../bin/bwrap", "#!/bin/sh\necho 'bwrap: No permissions' >&2\nexit 1\n");
    let mut command = skillgen();
    command.args(["migrate", "--verify", "--allow-dirty", "."]).current_dir(&tree.path);
    // Started by root, bubblewrap is run by another account, which has to get there.
    let open = fs::Permissions::from_mode(0o755);
    fs::set_permissions(tree.path.parent().unwrap(), open)?;
    let path = std::env::var("PATH").unwrap_or_default();
    command.env("PATH", format!("{}:{path}", tree.path.join("../bin").display()));
    let (code, _, err) = text(&command.output()?);
    let told = code == 2 && err.lines().count() == 1 && err.contains("No permissions");
    ensure(told && tree.read("a.sh") == SCRIPT, format!("exit {code}: {err}"))
}

/// Every file below a folder but state and git's own.
fn snapshot(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap().flatten() {
            let name = entry.file_name();
            if name == ".git" || name == ".skillgen" {
                continue;
            }
            if entry.file_type().unwrap().is_dir() {
                folders.push(entry.path());
            } else {
                let bytes = fs::read(entry.path()).unwrap();
                found.insert(entry.path().strip_prefix(folder).unwrap().to_owned(), bytes);
            }
        }
    }
    found
}

/// A dry run's patch makes of a tree what a run makes of it, wherever it is asked for.
fn patches() -> Check {
    let names: [&[u8]; 7] =
        [b"a.sh", b"a b.sh", b"q\"\\q.sh", b"-d.sh", "\u{e9}.sh".as_bytes(), b"\xff.sh", b"i/n.sh"];
    for (from, path) in [(".", "."), ("i", "../i/../"), ("i", ".."), ("i", "/")] {
        let tree = Tree::new();
        for name in names {
            let path = put(&tree.path, OsStr::from_bytes(name), SCRIPT);
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755))?;
        }
        tree.committed();
        let whole = tree.path.to_str().unwrap();
        let path = if path == "/" { whole } else { path };
        let run = |args: &[&str]| {
            let mut command = skillgen();
            command.current_dir(tree.path.join(from)).arg("migrate").args(args).arg(path);
            command.output().unwrap()
        };
        let before = snapshot(&tree.path);
        let patch = run(&["--dry-run"]).stdout;
        ensure(snapshot(&tree.path) == before, "a dry run writes")?;
        let (code, out, err) = text(&run(&[]));
        ensure(code == 0, format!("{from} {path}: {out}{err}"))?;
        let after = snapshot(&tree.path);
        ensure(after.len() == before.len() + 2, "no helper")?;
        ensure(tree.git(&["clean", "-fdq"]) && tree.git(&["checkout", "-q", "."]), "git checkout")?;
        let mut git = Command::new("git");
        git.args(["apply", "--whitespace=nowarn"]).current_dir(&tree.path).stdin(Stdio::piped());
        let mut git = git.stderr(Stdio::piped()).spawn()?;
        git.stdin.take().unwrap().write_all(&patch)?;
        let said = git.wait_with_output()?;
        let said = String::from_utf8_lossy(&said.stderr).into_owned();
        ensure(snapshot(&tree.path) == after, format!("{from} {path}: git apply: {said}"))?;
    }
    Ok(())
}
