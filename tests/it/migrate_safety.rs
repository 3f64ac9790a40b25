//! `skillgen migrate` on trees: what it refuses to touch, what it writes at once or not at all, and the way back.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime};

use libtest_mimic::{Failed, Trial};
use serde_json::Value;

use crate::support::{put, run_in, skillgen, state_of, text};

pub(crate) type Check = Result<(), Failed>;
pub(crate) type Named = (&'static str, fn() -> Check);

pub(crate) fn cases() -> Vec<Trial> {
    let all: [Named; 16] = [
        ("dirty_tree_is_refused", dirty),
        ("dry_run_is_a_patch", dry_run),
        ("check_counts_what_is_left", check),
        ("undo_of_one_file_and_of_a_run", undo),
        ("undo_keeps_later_edits", undo_edited),
        ("killed_at_any_moment", killed),
        ("two_at_once", two),
        ("links", links),
        ("mode_and_times_are_kept", mode_and_times),
        ("readers_block", readers_block),
        ("readers_are_rewritten", readers_rewritten),
        ("other_languages_are_refused", other_languages),
        ("read_only_files_are_left", read_only),
        ("one_helper_file", helper_file),
        ("helper_envelope", helper_envelope),
        ("odd_trees", odd_trees),
    ];
    all.into_iter()
        .map(|(name, test)| Trial::test(format!("migrate_safety::{name}"), test))
        .collect()
}

pub(crate) const SCRIPT: &str = "#!/usr/bin/env bash\nset -e\ntouch out.txt\necho \"Created: out.txt\"\necho \"Confidence: 0.9\"\n";

pub(crate) struct Tree {
    _folder: tempfile::TempDir,
    pub(crate) path: PathBuf,
}

impl Tree {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().canonicalize().unwrap().join("tree");
        fs::create_dir(&path).unwrap();
        Self { _folder: folder, path }
    }

    pub(crate) fn of(files: &[(&str, &str)]) -> Self {
        let tree = Self::new();
        for (name, content) in files {
            put(&tree.path, name, content);
        }
        tree
    }

    pub(crate) fn script(&self, name: &str, content: &str) -> PathBuf {
        let path = put(&self.path, name, content);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        path
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path.join(name)).unwrap()
    }

    pub(crate) fn run(&self, args: &[&str]) -> (i32, String, String) {
        let mut all = vec!["migrate"];
        all.extend(args);
        text(&run_in(&self.path, &all))
    }

    pub(crate) fn git(&self, args: &[&str]) -> bool {
        let mut command = Command::new("git");
        command
            .arg("-C")
            .arg(&self.path)
            .args(["-c", "user.name=t", "-c", "user.email=t@t"])
            .args(args);
        command.stdout(Stdio::null()).stderr(Stdio::null()).status().unwrap().success()
    }

    pub(crate) fn committed(&self) {
        assert!(
            self.git(&["init", "-q"])
                && self.git(&["add", "-A"])
                && self.git(&["commit", "-qm", "x"])
        );
    }

    pub(crate) fn report(&self, args: &[&str]) -> Result<Value, Failed> {
        let mut all = vec!["--format", "json"];
        all.extend(args);
        let (code, out, err) = self.run(&all);
        serde_json::from_str(&out).map_err(|e| format!("exit {code}: {e}: {out}{err}").into())
    }
}

pub(crate) fn ensure(truth: bool, what: impl Into<String>) -> Check {
    if truth { Ok(()) } else { Err(what.into().into()) }
}

fn dirty() -> Check {
    let tree = Tree::new();
    tree.script("a.sh", SCRIPT);
    let refused = |tree: &Tree, why: &str| -> Check {
        let (code, out, err) = tree.run(&["."]);
        ensure(
            code == 2 && out.is_empty() && err.lines().count() == 1 && err.contains(why),
            format!("{code} {out:?} {err:?}"),
        )?;
        ensure(tree.read("a.sh") == SCRIPT, "the script was written")
    };
    // Outside of git the backups are the way back.
    let (code, out, err) = tree.run(&["."]);
    ensure(code == 0 && tree.read("a.sh") != SCRIPT, format!("outside of git: {out}{err}"))?;
    ensure(tree.run(&["--undo"]).0 == 0 && tree.read("a.sh") == SCRIPT, "undo")?;
    tree.committed();
    tree.script("new.sh", SCRIPT);
    refused(&tree, "new.sh")?;
    ensure(tree.run(&["--dry-run", "."]).0 == 0, "a dry run needs no clean tree")?;
    ensure(
        tree.run(&[".", "--allow-dirty"]).0 == 0 && tree.read("a.sh") != SCRIPT,
        "--allow-dirty",
    )?;
    ensure(!tree.path.join(".skillgen").exists(), "state in the tree")?;
    ensure(tree.git(&["status", "--porcelain"]), "git")
}

fn dry_run() -> Check {
    let tree = Tree::new();
    for (name, content) in [
        ("a.sh", SCRIPT),
        ("sub/b c.sh", "echo \"Items: 1\""),
        ("ü.sh", "#!/bin/bash\n\n\n\necho x\n\n\n\n\n\n\n\n\n\necho \"Items: 2\"\n"),
    ] {
        tree.script(name, content);
    }
    tree.committed();
    let (code, patch, _) = tree.run(&["--dry-run", "."]);
    ensure(code == 0 && tree.read("a.sh") == SCRIPT, "a dry run wrote")?;
    let file = tree.path.join("../p.diff");
    fs::write(&file, &patch).unwrap();
    ensure(tree.git(&["apply", "../p.diff"]), format!("git apply refused {patch}"))?;
    let applied: Vec<String> =
        ["a.sh", "sub/b c.sh", "ü.sh"].iter().map(|n| tree.read(n)).collect();
    ensure(tree.git(&["checkout", "-q", "."]) && tree.git(&["clean", "-fdq"]), "checkout")?;
    ensure(tree.run(&["."]).0 == 0, "migrate")?;
    let written: Vec<String> =
        ["a.sh", "sub/b c.sh", "ü.sh"].iter().map(|n| tree.read(n)).collect();
    ensure(applied == written, "the patch is not what is written")
}

fn check() -> Check {
    let tree = Tree::new();
    tree.script("a.sh", SCRIPT);
    tree.script(".claude/skills/x/run.sh", SCRIPT);
    tree.script("json.sh", "#!/bin/bash\necho '{\"a\":1}'\n");
    ensure(tree.run(&["--check", "."]).0 == 1, "something is left")?;
    ensure(tree.run(&[".", "--allow-dirty"]).0 == 0, "migrate")?;
    ensure(tree.read(".claude/skills/x/run.sh") != SCRIPT, "dot folders are walked")?;
    ensure(tree.run(&["--check", "."]).0 == 0, "nothing is left")?;
    ensure(tree.run(&["--check", ".", "--strict"]).0 == 1, "a refused file counts with --strict")
}

fn undo() -> Check {
    let tree = Tree::new();
    for name in ["a.sh", "b.sh", "c/d.sh"] {
        tree.script(name, SCRIPT);
    }
    let report = tree.report(&["a.sh", "b.sh", "--allow-dirty"])?;
    let first = report["run"].as_str().unwrap_or("").to_owned();
    let backup = report["files"][0]["backup"].as_str().unwrap_or("").to_owned();
    ensure(tree.read(&backup) == SCRIPT, "the backup holds the former content")?;
    tree.run(&["c", "--allow-dirty"]);
    ensure(
        tree.run(&["--undo", "b.sh"]).0 == 0
            && tree.read("b.sh") == SCRIPT
            && tree.read("a.sh") != SCRIPT,
        "one file",
    )?;
    ensure(
        tree.run(&["--undo", "--run", &first]).0 == 0 && tree.read("a.sh") == SCRIPT,
        "one run",
    )?;
    ensure(tree.run(&["b.sh", "--allow-dirty"]).0 == 0 && tree.read("b.sh") != SCRIPT, "again")?;
    ensure(tree.run(&["--undo"]).0 == 0, "all")?;
    ensure(["a.sh", "b.sh"].iter().all(|n| tree.read(n) == SCRIPT), "all are back")?;
    ensure(tree.run(&["--undo", "--run", "9999"]).0 == 2, "no such run")
}

fn undo_edited() -> Check {
    let tree = Tree::new();
    tree.script("a.sh", SCRIPT);
    tree.script("b.sh", SCRIPT);
    tree.run(&[".", "--allow-dirty"]);
    let edited = format!("{}echo more\n", tree.read("a.sh"));
    fs::write(tree.path.join("a.sh"), &edited).unwrap();
    let (code, out, _) = tree.run(&["--undo"]);
    ensure(code == 0 && out.contains("your edits stay"), format!("{code} {out}"))?;
    ensure(
        tree.read("a.sh") == format!("{SCRIPT}echo more\n") && tree.read("b.sh") == SCRIPT,
        "the edit stays",
    )
}

/// Every file is old or new after a kill, and undo gives all of them back.
fn killed() -> Check {
    let slow = std::env::var_os("SKILLGEN_SLOW").is_some();
    let (rounds, files): (u32, usize) = if slow { (100, 300) } else { (8, 120) };
    let tree = Tree::new();
    let names: Vec<String> = (0..files).map(|n| format!("s{}/x{n}.sh", n % 7)).collect();
    for name in &names {
        tree.script(name, SCRIPT);
    }
    let begin = std::time::Instant::now();
    ensure(tree.run(&[".", "--allow-dirty"]).0 == 0, "migrate")?;
    let time = begin.elapsed();
    let new = tree.read(&names[0]);
    let mut cut = 0;
    ensure(tree.run(&["--undo"]).0 == 0, "undo")?;
    for round in 0..rounds {
        let mut command = skillgen();
        command
            .args(["migrate", ".", "--allow-dirty", "-q"])
            .current_dir(&tree.path)
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        // Moments all over the run, most of them while files are written: that is its end.
        let part = 1000 - (round * 617 % 1000) * (round * 617 % 1000) / 1000;
        std::thread::sleep(time * part / 1000);
        let _ = child.kill();
        cut += usize::from(!child.wait().unwrap().success());
        for name in &names {
            let now = tree.read(name);
            ensure(now == SCRIPT || now == new, format!("{name} is neither old nor new"))?;
        }
        if state_of(&tree.path).join("journal.jsonl").exists() {
            let (code, out, err) = tree.run(&["--undo"]);
            ensure(code == 0, format!("undo: {out}{err}"))?;
        }
        ensure(names.iter().all(|n| tree.read(n) == SCRIPT), "undo is whole")?;
    }
    ensure(cut > 0, "no run was cut short: the test shows nothing")?;
    let left = fs::read_dir(tree.path.join("s0"))
        .unwrap()
        .flatten()
        .any(|e| e.file_name().to_string_lossy().starts_with(".skillgen-"));
    ensure(!left, "a temporary file is left")
}

fn two() -> Check {
    let tree = Tree::new();
    for n in 0..30 {
        tree.script(&format!("x{n}.sh"), SCRIPT);
    }
    let start = || {
        let mut command = skillgen();
        command
            .args(["migrate", ".", "--allow-dirty", "-q"])
            .current_dir(&tree.path)
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        command.spawn().unwrap()
    };
    let mut both = [start(), start()];
    for child in &mut both {
        child.wait().unwrap();
    }
    let (code, out, _) = tree.run(&["--check", "."]);
    ensure(code == 0, format!("something is left: {out}"))?;
    ensure(tree.run(&["--undo"]).0 == 0, "undo")?;
    ensure((0..30).all(|n| tree.read(&format!("x{n}.sh")) == SCRIPT), "undo is whole")
}

fn links() -> Check {
    let tree = Tree::new();
    tree.script("real/a.sh", SCRIPT);
    let outside = tree.path.join("../outside.sh");
    fs::write(&outside, SCRIPT).unwrap();
    symlink("real/a.sh", tree.path.join("link.sh")).unwrap();
    symlink("../outside.sh", tree.path.join("away.sh")).unwrap();
    let (code, _, err) = tree.run(&["away.sh", "--allow-dirty"]);
    ensure(code == 2 && err.contains("out of the tree"), format!("{code} {err}"))?;
    ensure(tree.run(&["link.sh", "--allow-dirty"]).0 == 0, "link")?;
    ensure(
        tree.path.join("link.sh").is_symlink() && tree.read("real/a.sh") != SCRIPT,
        "the target is written, the link kept",
    )?;
    ensure(tree.run(&[".", "--allow-dirty"]).0 == 0, "walk")?;
    ensure(fs::read_to_string(&outside).unwrap() == SCRIPT, "nothing outside is written")
}

fn mode_and_times() -> Check {
    let tree = Tree::new();
    let path = tree.script("a.sh", SCRIPT);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o4751)).unwrap();
    let then = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
    fs::File::options().write(true).open(&path).unwrap().set_modified(then).unwrap();
    ensure(tree.run(&[".", "--allow-dirty"]).0 == 0 && tree.read("a.sh") != SCRIPT, "migrate")?;
    let meta = fs::metadata(&path).unwrap();
    ensure(
        meta.permissions().mode() & 0o7777 == 0o4751,
        format!("mode {:o}", meta.permissions().mode()),
    )?;
    ensure(meta.modified().unwrap() == then, "the time of modification")
}

const READER: &str = "#!/usr/bin/env bash\nC=$(./a.sh | grep Confidence | cut -d: -f2)\nif ./a.sh | grep -q SUCCESS; then echo \"good $C\"; fi\n";

fn readers_block() -> Check {
    let tree = Tree::new();
    tree.script("a.sh", SCRIPT);
    tree.script("use.sh", READER);
    fs::write(tree.path.join("SKILL.md"), "Run `./b.sh | awk '{print $2}'`\n").unwrap();
    tree.script("b.sh", SCRIPT);
    tree.script("c.sh", SCRIPT);
    fs::write(tree.path.join("t.py"), "import subprocess, re\nout = subprocess.check_output(['./c.sh'])\nm = re.search('Conf', out)\n").unwrap();
    let report = tree.report(&[".", "--allow-dirty"])?;
    let outcome: BTreeMap<String, String> = report["files"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|f| {
            (
                f["path"].as_str().unwrap_or("").to_owned(),
                f["outcome"].as_str().unwrap_or("").to_owned(),
            )
        })
        .collect();
    for name in ["a.sh", "b.sh", "c.sh"] {
        ensure(
            outcome[name] == "refused" && tree.read(name) == SCRIPT,
            format!("{name}: {report}"),
        )?;
    }
    let a = report["files"]
        .as_array()
        .into_iter()
        .flatten()
        .find(|f| f["path"] == "a.sh")
        .cloned()
        .unwrap_or_default();
    ensure(
        a["consumers"][0]["path"] == "use.sh"
            && a["consumers"][0]["line"] == 2
            && a["consumers"][0]["blocking"] == true,
        a.to_string(),
    )?;
    ensure(
        tree.run(&["a.sh", "--allow-dirty", "--force"]).0 == 0 && tree.read("a.sh") != SCRIPT,
        "--force",
    )
}

fn readers_rewritten() -> Check {
    let tree = Tree::new();
    tree.script("a.sh", SCRIPT);
    tree.script("use.sh", READER);
    let args = [".", "--allow-dirty", "--all", "--consumers", "rewrite"];
    ensure(tree.run(&args).0 == 0, "migrate")?;
    ensure(
        tree.read("a.sh") != SCRIPT && tree.read("use.sh").contains("\"success\": *true"),
        tree.read("use.sh"),
    )?;
    let output = Command::new("bash").arg("./use.sh").current_dir(&tree.path).output().unwrap();
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    ensure(err.contains("good 0.9"), err)?;
    ensure(
        tree.run(&["--undo"]).0 == 0
            && tree.read("use.sh") == READER
            && tree.read("a.sh") == SCRIPT,
        "undo",
    )
}

fn other_languages() -> Check {
    let tree = Tree::new();
    tree.script("a.py", "print('Confidence: 0.9')\n");
    tree.script("b.ts", "console.log('x')\n");
    tree.script("quiet.py", "x = 1\n");
    let report = tree.report(&["."])?;
    let (_, out, _) = tree.run(&[".", "--format", "json", "--allow-dirty"]);
    let _ = report;
    let report: Value = serde_json::from_str(&out).map_err(|e| e.to_string())?;
    let files = report["files"].as_array().cloned().unwrap_or_default();
    ensure(files.len() == 2, report.to_string())?;
    ensure(
        files.iter().all(|f| {
            f["outcome"] == "refused" && f["refusals"].to_string().contains("which is not migrated")
        }),
        report.to_string(),
    )?;
    ensure(files[1]["refusals"].to_string().contains("emit --lang ts"), report.to_string())
}

fn read_only() -> Check {
    let tree = Tree::new();
    let path = tree.script("a.sh", SCRIPT);
    tree.script("b.sh", SCRIPT);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o555)).unwrap();
    let (code, _, err) = tree.run(&[".", "--allow-dirty"]);
    ensure(
        code == 2 && err.contains("a.sh") && err.contains("read-only"),
        format!("{code} {err}"),
    )?;
    ensure(tree.read("a.sh") == SCRIPT && tree.read("b.sh") != SCRIPT, "the others are done")
}

fn helper_file() -> Check {
    let tree = Tree::new();
    tree.script("s/a.sh", SCRIPT);
    tree.committed();
    ensure(tree.run(&["."]).0 == 0, "migrate")?;
    ensure(
        tree.path.join("s/skill-envelope.bash").is_file() && tree.read("s/a.sh").len() < 400,
        tree.read("s/a.sh"),
    )?;
    for (folder, script) in [("s", "a.sh"), ("s", "./a.sh"), (".", "s/a.sh")] {
        let output =
            Command::new("bash").arg(script).current_dir(tree.path.join(folder)).output().unwrap();
        let out = String::from_utf8_lossy(&output.stdout).into_owned();
        let wanted = "{\"success\":true,\"confidence\":0.9,\"deliverables\":[\"out.txt\"],\"metrics\":{},\"errors\":[]}\n";
        ensure(
            out == wanted,
            format!("{script}: {out} {}", String::from_utf8_lossy(&output.stderr)),
        )?;
    }
    Ok(())
}

fn helper_envelope() -> Check {
    let tree = Tree::new();
    tree.script("a.sh", "#!/bin/bash\necho \"BATCH_ID=a \\\"b\\\"\"\necho \"Items: 3\"\n[ -z \"$1\" ] || { echo \"ERROR: broke\"; exit 2; }\n");
    ensure(tree.run(&[".", "--allow-dirty", "--envelope", "helper"]).0 == 0, "migrate")?;
    for (argument, status, error) in [
        ("", "ok", Value::Null),
        ("x", "error", serde_json::json!({"code": "SCRIPT_ERROR", "message": "broke"})),
    ] {
        let output =
            Command::new("bash").args(["a.sh", argument]).current_dir(&tree.path).output().unwrap();
        let envelope: Value = serde_json::from_slice(&output.stdout).map_err(|e| e.to_string())?;
        ensure(
            envelope["schema_version"] == "1.0.0"
                && envelope["status"] == status
                && envelope["error"] == error,
            envelope.to_string(),
        )?;
        ensure(
            envelope["values"]["BATCH_ID"] == "a \"b\"" && envelope["metrics"]["items"] == 3,
            envelope.to_string(),
        )?;
        ensure(
            envelope["ts"].as_str().is_some_and(|t| t.ends_with('Z') && t.len() == 20),
            envelope.to_string(),
        )?;
    }
    Ok(())
}

/// Binary files, FIFOs, broken links, unreadable text: never a crash, never a hang.
fn odd_trees() -> Check {
    let tree = Tree::new();
    tree.script("a.sh", SCRIPT);
    fs::write(tree.path.join("bin.sh"), b"#!/bin/bash\n\0\0\xff\xfe echo").unwrap();
    fs::write(tree.path.join("empty.sh"), b"").unwrap();
    fs::write(tree.path.join("deep.sh"), format!("#!/bin/bash\n{}", "$(".repeat(50_000))).unwrap();
    fs::write(tree.path.join("ifs.sh"), format!("#!/bin/bash\n{}", "if true; then ".repeat(3000)))
        .unwrap();
    symlink("nowhere", tree.path.join("broken.sh")).unwrap();
    let made = Command::new("mkfifo").arg(tree.path.join("pipe.sh")).status().unwrap();
    ensure(made.success(), "mkfifo")?;
    let (code, out, err) = tree.run(&[".", "--allow-dirty", "--format", "json"]);
    ensure(code == 0 && !err.contains("panicked"), format!("{code} {err}"))?;
    let report: Value = serde_json::from_str(&out).map_err(|e| e.to_string())?;
    ensure(report["totals"]["migrated"] == 1, report.to_string())?;
    let (code, _, err) = tree.run(&["nope.sh"]);
    ensure(code == 2 && err.lines().count() == 1, err)?;
    let _ = Path::new("");
    Ok(())
}
