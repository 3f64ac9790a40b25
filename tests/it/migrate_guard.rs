//! `skillgen migrate` asks git and the user before it writes: what is no clean, committed file, under any name, is left.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::{PermissionsExt as _, symlink};

use libtest_mimic::Trial;

use crate::migrate_safety::{Check, Named, SCRIPT, Tree, ensure};
use crate::support::{skillgen, state_home, text};

pub(crate) fn cases() -> Vec<Trial> {
    let all: [Named; 13] = [
        ("what_no_commit_holds", uncommitted),
        ("names_are_no_patterns", names),
        ("dirt_behind_a_link", behind_link),
        ("submodules", submodules),
        ("what_a_run_wrote", own_changes),
        ("a_repository_runs_nothing", fsmonitor),
        ("one_file_by_many_names", many_names),
        ("undo_takes_no_other_task", exclusive),
        ("the_way_back_is_told", way_back),
        ("unreadable_ones_are_told", unreadable),
        ("sourced_from_beside", sourced),
        ("json_is_one_document", layout),
        ("bash_that_is_not_there_is_told", no_bash),
    ];
    all.into_iter()
        .map(|(name, test)| Trial::test(format!("migrate_guard::{name}"), test))
        .collect()
}

/// One line, exit 2, and the script is as it was.
fn refused(tree: &Tree, file: &str, args: &[&str], word: &str) -> Check {
    let before = tree.read(file);
    let (code, out, err) = tree.run(args);
    let told = code == 2 && err.lines().count() == 1 && err.contains(word);
    ensure(told, format!("{args:?}: exit {code}: {out}{err}"))?;
    ensure(tree.read(file) == before, format!("{args:?}: {file} was written"))
}

fn uncommitted() -> Check {
    let tree = Tree::new();
    tree.script("a.sh", SCRIPT);
    tree.script(".gitignore", "gen/\n");
    tree.committed();
    tree.script("gen/b.sh", SCRIPT);
    refused(&tree, "gen/b.sh", &["gen/b.sh"], "git ignores it")?;
    refused(&tree, "gen/b.sh", &["gen"], "--allow-dirty")?;
    let excludes = tree.script("../excludes", "local.sh\n");
    ensure(tree.git(&["config", "core.excludesFile", excludes.to_str().unwrap()]), "git config")?;
    tree.script("local.sh", SCRIPT);
    refused(&tree, "local.sh", &["."], "git ignores it")?;
    fs::remove_file(tree.path.join("local.sh"))?;
    ensure(tree.git(&["update-index", "--assume-unchanged", "a.sh"]), "git update-index")?;
    tree.script("a.sh", &format!("{SCRIPT}echo mine\n"));
    refused(&tree, "a.sh", &["."], "assume-unchanged")
}

fn names() -> Check {
    let tree = Tree::new();
    for name in ["*.sh", ":!b.sh", "-c.sh", "other.sh"] {
        tree.script(name, SCRIPT);
    }
    let odd = tree.path.join(OsStr::from_bytes(b"\xff.sh"));
    fs::write(&odd, SCRIPT)?;
    tree.committed();
    tree.script("other.sh", "# dirt\n");
    for name in ["*.sh", ":!b.sh", "-c.sh"] {
        let (code, _, err) = tree.run(&["--", name]);
        ensure(code == 0 && tree.read(name) != SCRIPT, format!("{name}: {err}"))?;
    }
    let run = |args: &[&OsStr]| {
        text(&skillgen().current_dir(&tree.path).arg("migrate").args(args).output().unwrap())
    };
    fs::write(&odd, format!("{SCRIPT}echo mine\n"))?;
    let (code, _, err) = run(&[odd.as_os_str()]);
    ensure(code == 2 && err.contains("uncommitted"), format!("not UTF-8, dirty: {code} {err}"))?;
    fs::write(&odd, SCRIPT)?;
    let (code, out, err) = run(&[odd.as_os_str()]);
    ensure(code == 0 && fs::read(&odd)? != SCRIPT.as_bytes(), format!("not UTF-8: {out}{err}"))?;
    let (code, out, err) = run(&[OsStr::new("--undo")]);
    ensure(code == 0 && fs::read(&odd)? == SCRIPT.as_bytes(), format!("undo: {out}{err}"))?;
    tree.script("a\n\u{1b}[2J.sh", SCRIPT);
    let (_, out, _) = tree.run(&["--check", "."]);
    ensure(out.contains("a\\u{a}\\u{1b}[2J.sh"), format!("a name steers the terminal: {out:?}"))?;
    tree.script("a|`b``c.sh", SCRIPT);
    let (_, out, _) = tree.run(&["--check", "--format", "markdown", "."]);
    ensure(out.contains("| ``` a\\|`b``c.sh ``` | to migrate |"), format!("in a table: {out}"))
}

fn behind_link() -> Check {
    let tree = Tree::new();
    tree.script("inner/a.sh", SCRIPT);
    symlink("inner/a.sh", tree.path.join("l.sh"))?;
    tree.committed();
    tree.script("inner/a.sh", &format!("{SCRIPT}echo mine\n"));
    refused(&tree, "inner/a.sh", &["l.sh"], "uncommitted")
}

fn submodules() -> Check {
    let tree = Tree::new();
    let sub = Tree::new();
    sub.script("b.sh", SCRIPT);
    sub.committed();
    tree.script("a.sh", SCRIPT);
    tree.committed();
    let url = sub.path.to_str().unwrap();
    let add = ["-c", "protocol.file.allow=always", "submodule", "add", "-q", url, "s"];
    ensure(tree.git(&add), "git submodule add")?;
    let ignore = ["config", "-f", ".gitmodules", "submodule.s.ignore", "all"];
    ensure(tree.git(&ignore) && tree.git(&["commit", "-qam", "s"]), "git commit")?;
    tree.script("s/b.sh", &format!("{SCRIPT}echo mine\n"));
    refused(&tree, "s/b.sh", &["."], "uncommitted")?;
    tree.script("s/b.sh", SCRIPT);
    // It is a tree of its own, which is migrated where it is named.
    let (code, out, err) = tree.run(&["."]);
    let kept = tree.read("s/b.sh") == SCRIPT && tree.read("a.sh") != SCRIPT;
    ensure(code == 0 && kept, format!("from outside: {out}{err}"))?;
    let (code, out, err) = tree.run(&["s"]);
    ensure(code == 0 && tree.read("s/b.sh") != SCRIPT, format!("a clean one: {out}{err}"))?;
    let (code, out, err) = tree.run(&["--undo", "s/b.sh"]);
    let back = tree.read("s/b.sh") == SCRIPT && tree.read("a.sh") != SCRIPT;
    ensure(code == 0 && back, format!("undo by its path: {out}{err}"))
}

/// What a run wrote is no change of others, until somebody edits it.
fn own_changes() -> Check {
    let tree = Tree::new();
    tree.script("a.sh", SCRIPT);
    tree.script("b.sh", "#!/bin/bash\necho \"Created: $1\"\n");
    tree.committed();
    let (code, out, err) = tree.run(&["a.sh"]);
    ensure(code == 0 && tree.read("a.sh") != SCRIPT, format!("the first run: {out}{err}"))?;
    let before = tree.read("b.sh");
    let (code, out, err) = tree.run(&["."]);
    ensure(code == 0 && tree.read("b.sh") != before, format!("the second run: {out}{err}"))?;
    let edited = format!("{}# mine\n", tree.read("a.sh"));
    tree.script("a.sh", &edited);
    refused(&tree, "a.sh", &["."], "uncommitted")
}

/// A repository that came from elsewhere may name a program to be asked for changes, and a hook of another may be running.
fn fsmonitor() -> Check {
    let tree = Tree::new();
    tree.script("a.sh", SCRIPT);
    tree.committed();
    let mark = tree.path.join("../ran");
    let program = tree.script("../spy", &format!("#!/bin/sh\ntouch '{}'\n", mark.display()));
    ensure(tree.git(&["config", "core.fsmonitor", program.to_str().unwrap()]), "git config")?;
    let (code, _, err) = tree.run(&["."]);
    ensure(code == 0 && !mark.exists(), format!("git ran a program of the tree: {code} {err}"))?;
    let other = Tree::new();
    other.script("a.sh", SCRIPT);
    other.committed();
    other.script("a.sh", &format!("{SCRIPT}echo mine\n"));
    let mut command = skillgen();
    command.args(["migrate", "a.sh"]).current_dir(&other.path);
    command.env("GIT_DIR", tree.path.join(".git")).env("GIT_WORK_TREE", &tree.path);
    let (code, _, err) = text(&command.output().unwrap());
    ensure(code == 2 && err.contains("uncommitted"), format!("another GIT_DIR: {code} {err}"))
}

fn many_names() -> Check {
    let tree = Tree::new();
    tree.script("inner/a.sh", SCRIPT);
    symlink("a.sh", tree.path.join("inner/l.sh"))?;
    let args = ["--allow-dirty", "inner", "inner/a.sh", "./inner/../inner/a.sh", "inner/l.sh"];
    let report = tree.report(&args)?;
    ensure(report["totals"]["migrated"] == 1, report["totals"].to_string())?;
    ensure(tree.run(&["--undo", "inner"]).0 == 0 && tree.read("inner/a.sh") == SCRIPT, "undo")
}

fn exclusive() -> Check {
    let tree = Tree::new();
    tree.script("a.sh", SCRIPT);
    ensure(tree.run(&["--allow-dirty", "a.sh"]).0 == 0, "migrate")?;
    for other in [
        "--verify",
        "--dry-run",
        "--check",
        "--document",
        "--force",
        "--strict",
        "--helper=source",
        "--consumers=rewrite",
        "--envelope=helper",
        "--default-confidence=0.4",
    ] {
        refused(&tree, "a.sh", &["--undo", other, "a.sh"], other.split('=').next().unwrap())?;
    }
    tree.script("skillgen.toml", "[migrate]\ndefault-confidence = \"high\"\n");
    refused(
        &tree,
        "a.sh",
        &["--allow-dirty", "a.sh"],
        "skillgen.toml:2:22: migrate.default-confidence",
    )
}

/// The command that the report names takes the run back from where it was given.
fn way_back() -> Check {
    let tree = Tree::new();
    tree.script("it's here/a.sh", SCRIPT);
    let (_, out, err) = tree.run(&["--allow-dirty", "it's here"]);
    let command = out.split("to undo it: ").nth(1).unwrap_or_default().trim_end().to_owned();
    let rest = command.strip_prefix("skillgen migrate ").unwrap_or_default().to_owned();
    ensure(!rest.is_empty(), format!("no way back: {out}{err}"))?;
    let mut shell = std::process::Command::new("bash");
    shell.arg("-c").arg(format!("\"$0\" migrate {rest}")).arg(skillgen().get_program());
    let output = shell.current_dir(&tree.path).env("XDG_STATE_HOME", state_home()).output()?;
    let back = tree.read("it's here/a.sh") == SCRIPT;
    ensure(output.status.success() && back, format!("{command}: {:?}", text(&output)))
}

fn unreadable() -> Check {
    let tree = Tree::new();
    tree.script("a.sh", SCRIPT);
    tree.script("large.sh", &format!("{SCRIPT}{}", "# much\n".repeat(700_000)));
    let report = tree.report(&["--check", "."])?;
    let skipped = report["skipped_sources"][0]["path"].as_str().unwrap_or_default().to_owned();
    ensure(skipped.ends_with("large.sh"), report.to_string())?;
    tree.script("closed/b.sh", SCRIPT);
    tree.script("c.sh", SCRIPT);
    let mode = |name: &str, mode| {
        fs::set_permissions(tree.path.join(name), fs::Permissions::from_mode(mode))
    };
    mode("closed", 0)?;
    mode("c.sh", 0)?;
    // Root reads everything, but not without its capabilities.
    let mut command = std::process::Command::new("bwrap");
    // Root's state is not this user's.
    command.env("XDG_STATE_HOME", tree.path.join("../state"));
    command.args(["--bind", "/", "/", "--dev", "/dev", "--unshare-user", "--uid", "1000"]);
    command.args(["--cap-drop", "ALL", "--chdir"]).arg(&tree.path).arg(skillgen().get_program());
    command.args(["migrate", "--format", "json", "--allow-dirty", "."]);
    let (code, out, err) = text(&command.output()?);
    mode("closed", 0o755)?;
    let report: serde_json::Value = serde_json::from_str(&out)?;
    ensure(code == 2 && err.lines().count() == 1, format!("exit {code}: {err}"))?;
    let told = report["skipped_sources"].to_string();
    ensure(told.contains("closed") && told.contains("c.sh"), told)?;
    ensure(report["status"] == "partial" && tree.read("a.sh") != SCRIPT, "the others are done")
}

/// One script of a folder that git does not know is named: who sources it stands in that folder.
fn sourced() -> Check {
    let tree = Tree::new();
    tree.script("lib.sh", SCRIPT);
    tree.script("main.sh", "#!/bin/bash\n. ./lib.sh\n");
    let report = tree.report(&["--check", "lib.sh"])?;
    let reason = report["files"][0]["refusals"][0]["reason"].as_str().unwrap_or_default();
    ensure(reason.contains("is sourced by"), report.to_string())
}

/// The report is written some files at a time, and reads as if it had been written at once.
fn layout() -> Check {
    let tree = Tree::new();
    for count in [0, 1, 64, 65, 130] {
        for number in 0..count {
            tree.script(&format!("s{number}.sh"), &format!("{SCRIPT}echo \"\u{9b}31m\u{202e}\"\n"));
        }
        let (_, out, err) = tree.run(&["--check", "--format", "json", "."]);
        let value: serde_json::Value = serde_json::from_str(&out)?;
        ensure(value["files"].as_array().is_some_and(|f| f.len() == count), format!("{out}{err}"))?;
        let bidi = out.contains('\u{202e}') || out.contains('\u{9b}');
        ensure(!bidi, "characters that steer a terminal")?;
        let whole = serde_json::to_string_pretty(&value)? + "\n";
        let plain = out.replace("\\u202e", "\u{202e}").replace("\\u009b", "\u{9b}");
        ensure(plain == whole, format!("{count} files: {out}"))?;
    }
    Ok(())
}

fn no_bash() -> Check {
    let tree = Tree::new();
    tree.script("a.sh", SCRIPT);
    let mut command = skillgen();
    command.args(["migrate", "--allow-dirty", "."]).current_dir(&tree.path).env("PATH", "/nowhere");
    let (code, _, err) = text(&command.output()?);
    let told = err.lines().count() == 1 && err.contains("`bash -n` was not asked");
    ensure(code == 0 && told && tree.read("a.sh") != SCRIPT, format!("exit {code}: {err}"))
}
