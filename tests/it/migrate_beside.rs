//! `skillgen migrate` of a part of a tree: a sourced file that lies outside of it is read and never changed, and what it does
//! to the script's shell is right at run time, or refused with its line.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use libtest_mimic::{Failed, Trial};
use serde_json::Value;

use crate::migrate_safety::Tree;
use crate::support::{run_in, state_of, text};

type Check = Result<(), Failed>;

/// Name, text of the sourced file, and where it is in the way, what the refusal says.
const FILES: [(&str, &str, Option<&str>); 14] = [
    ("exit_trap", "trap 'echo bye; rm -f scratch' EXIT\n", None),
    ("exit_trap_in_function", "setup() { trap 'echo bye' EXIT INT; }\n", None),
    ("trap_reset", "trap - EXIT\n", None),
    ("exit_function", "exit() { echo \"leaving $1\"; builtin exit \"$@\"; }\n", None),
    ("echo_function", "echo() { builtin echo \"[lib] $*\"; }\n", None),
    ("prints", "echo 'loaded'\necho 'Words: 77'\n", None),
    ("lock", "exec 9>lockfile\n", None),
    ("many_locks", "exec 9>l9 8>l8 7>l7\n", None),
    ("redirects", "exec >log.txt\n", None),
    ("exec", "\nrun() { exec \"$@\"; }\n", Some("line 2 lets a command take the shell's place")),
    ("debug", "trap 'n=1' DEBUG\n", Some("line 1 is in the way: a DEBUG trap")),
    ("exec_function", "exec() { echo \"no: $*\"; }\n", Some("line 1 defines `exec`")),
    ("trap_function", "trap() { builtin trap \"$@\"; }\n", Some("line 1 defines `trap`")),
    ("past_the_function", "builtin trap 'echo x' EXIT\n", Some("line 1 sets an EXIT trap past")),
];

/// Ways to name the sourced file.
const WAYS: [&str; 4] = [
    ". \"$(dirname \"$0\")/../lib/common.sh\"",
    "HERE=$(cd \"$(dirname \"$0\")\" && pwd)\nLIB=\"$HERE/../lib/common.sh\"\nsource \"$LIB\"",
    "source \"${PLUGIN_ROOT:-$(dirname \"$0\")/..}/lib/common.sh\"",
    ". \"$(dirname \"$0\")/../lib/through.sh\"",
];

const BODY: &str = "type setup >/dev/null 2>&1 && setup\necho \"Words: 3\"\n(echo \"Rows: 4\")\nif [ \"$1\" = stop ]; then exit 7; fi\ntype run >/dev/null 2>&1 && run echo ran\necho \"Confidence: 0.8\"\n";

pub(crate) fn cases() -> Vec<Trial> {
    let mut trials: Vec<Trial> = FILES
        .into_iter()
        .zip(0..)
        .map(|((name, lib, refusal), index)| {
            // Two of the ways each, all of them in turn.
            let ways = [WAYS[index % 4], WAYS[(index + 1) % 4]];
            Trial::test(format!("migrate_beside::{name}"), move || outside(lib, refusal, ways))
        })
        .collect();
    trials.push(Trial::test("migrate_beside::sourced_from_outside", from_outside));
    trials.push(Trial::test("migrate_beside::not_found", not_found));
    trials.push(Trial::test("migrate_beside::functions_of_a_library", library));
    trials
}

/// Calls of functions that a sourced file defines state values for the script, also where one of them ends it.
fn library() -> Check {
    const LIBRARY: &str = "RED=$'\\033[0;31m'\nNC=$'\\033[0m'\nDONE=0\n\
        log_error() { echo \"${RED}[ERROR]${NC} $1\" >&2; }\n\
        log_info() { echo \"[info] $*\"; }\n\
        die() { log_error \"$1\"; exit 3; }\n\
        count() { DONE=$((DONE + 1)); }\n";
    const SCRIPT: &str = "#!/usr/bin/env bash\nset -eu\n. \"$(dirname \"$0\")/../lib/common.sh\"\n\
        count\nout=out.txt\necho hi > \"$out\"\nlog_info \"Created: $out\"\necho \"Done: $DONE\"\n\
        if [ \"$1\" = stop ]; then\n  log_error \"disk full on $1\"\nfi\n\
        if [ \"$1\" = die ]; then\n  die \"no such host: $1\"\nfi\n";
    let files = [("skills/a/run.sh", SCRIPT), ("skills/lib/common.sh", LIBRARY)];
    let tree = tree(&files);
    let report = tree.migrate("skills/a")?;
    let text = fs::read_to_string(tree.path.join("skills/a/run.sh")).unwrap();
    if report["outcome"] != "migrated" || !text.contains("metric.done=\"$DONE\"") {
        return Err(format!("{report}\n{text}").into());
    }
    for (argument, code, messages) in [
        ("go", 0, &[][..]),
        ("stop", 0, &["disk full on stop"]),
        ("die", 3, &["no such host: die"]),
    ] {
        let mut command = Command::new("bash");
        command.args(["skills/a/run.sh", argument]).current_dir(&tree.path).stdin(Stdio::null());
        let run = command.output().unwrap();
        let envelope: Value =
            serde_json::from_slice(&run.stdout).map_err(|e| format!("{e}: {run:?}"))?;
        let errors = envelope["errors"].as_array().into_iter().flatten();
        let errors: Vec<&str> = errors.filter_map(|error| error["message"].as_str()).collect();
        if run.status.code() != Some(code)
            || errors != messages
            || envelope["deliverables"] != serde_json::json!(["out.txt"])
            || envelope["metrics"]["done"] != 1
        {
            return Err(format!("{argument}: {envelope}\n{text}").into());
        }
    }
    Ok(())
}

/// A tree of files, and what makes a folder the top of a git tree.
fn tree(files: &[(&str, &str)]) -> Tree {
    let tree = Tree::of(files);
    crate::support::put(&tree.path, ".git/HEAD", "ref: refs/heads/main\n");
    tree
}

impl Tree {
    /// Migrates a part; the report of the one file in it.
    fn migrate(&self, part: &str) -> Result<Value, Failed> {
        let args = ["migrate", part, "--allow-dirty", "--format", "json"];
        let (code, out, err) = text(&run_in(&self.path, &args));
        if code != 0 {
            return Err(format!("exit {code}: {out}{err}").into());
        }
        let report: Value = serde_json::from_str(&out).map_err(|e| format!("{e}: {out}"))?;
        Ok(report["files"][0].clone())
    }
}

fn outside(lib: &str, refusal: Option<&str>, ways: [&str; 2]) -> Check {
    for way in ways {
        let script = format!("#!/usr/bin/env bash\n{way}\n{BODY}");
        let files = [
            ("skills/a/run.sh", script.as_str()),
            ("skills/lib/common.sh", lib),
            ("skills/lib/through.sh", ". \"${BASH_SOURCE%/*}/common.sh\"\n"),
        ];
        let tree = tree(&files);
        let before: Vec<Run> = runs(&tree.path)?;
        let report = tree.migrate("skills/a")?;
        for (name, content) in &files[1..] {
            if fs::read_to_string(tree.path.join(name)).unwrap() != *content {
                return Err(format!("{name} was changed").into());
            }
        }
        let why = report["refusals"].to_string();
        match refusal {
            Some(words) => {
                let named = why.contains("sources ") && why.contains("lib/common.sh, where ");
                if report["outcome"] != "refused" || !named || !why.contains(words) {
                    return Err(format!("{way}: {report}").into());
                }
            }
            None if report["outcome"] != "migrated" => {
                return Err(format!("{way}: {why}").into());
            }
            None => {
                for (old, new) in before.into_iter().zip(runs(&tree.path)?) {
                    same(&old, &new).map_err(|e| format!("{way}: {e}"))?;
                }
            }
        }
    }
    Ok(())
}

#[derive(Debug)]
struct Run {
    code: Option<i32>,
    stdout: String,
    merged: String,
    files: Vec<(String, Vec<u8>)>,
}

/// The script under bash and in POSIX mode, to its end and by an `exit`.
fn runs(tree: &Path) -> Result<Vec<Run>, Failed> {
    let mut all = Vec::new();
    for flags in [&[][..], &["--posix"]] {
        for argument in ["go", "stop"] {
            let work = tree.join("work");
            let _ = fs::remove_dir_all(&work);
            fs::create_dir(&work).unwrap();
            let run = |tail: &str| {
                let line =
                    format!("exec bash {} ../skills/a/run.sh {argument}{tail}", flags.join(" "));
                let mut command = Command::new("bash");
                command.args(["-c", &line]).current_dir(&work).stdin(Stdio::null());
                command.output().unwrap()
            };
            let merged = run(" 2>&1");
            let apart = run("");
            let mut files: Vec<(String, Vec<u8>)> = fs::read_dir(&work)
                .unwrap()
                .flatten()
                .map(|f| {
                    (f.file_name().to_string_lossy().into_owned(), fs::read(f.path()).unwrap())
                })
                .collect();
            files.sort();
            let string = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            all.push(Run {
                code: apart.status.code(),
                stdout: string(&apart.stdout),
                merged: if state_of(tree).exists() {
                    string(&apart.stderr)
                } else {
                    string(&merged.stdout)
                },
                files,
            });
        }
    }
    Ok(all)
}

fn same(old: &Run, new: &Run) -> Result<(), String> {
    let envelope: Value = serde_json::from_str(&new.stdout).map_err(|e| format!("{e}: {new:?}"))?;
    let success = envelope["success"] == (new.code == Some(0));
    if old.code != new.code
        || old.merged != new.merged
        || old.files != new.files
        || new.stdout.lines().count() != 1
        || !success
    {
        return Err(format!("{old:?}\n{new:?}"));
    }
    Ok(())
}

/// A library that a script outside of the named path sources is no script of its own, as in a run over the whole tree.
fn from_outside() -> Check {
    let lib = "say() { echo \"Created: $1\"; }\nsay loaded\n";
    let tree = tree(&[
        ("lib/common.sh", lib),
        ("bin/run.sh", "#!/bin/bash\n. \"$(dirname \"$0\")/../lib/common.sh\"\nsay x\n"),
    ]);
    for part in ["lib", "lib/common.sh", "."] {
        let args = ["migrate", part, "--dry-run", "--format", "json"];
        let (_, out, err) = text(&run_in(&tree.path, &args));
        let report: Value = serde_json::from_str(&out).map_err(|e| format!("{e}: {out}{err}"))?;
        let files = report["files"].as_array().ok_or("no files")?;
        let file = files.iter().find(|f| f["path"] == "lib/common.sh").ok_or(out.clone())?;
        if file["outcome"] != "refused" || !file["refusals"].to_string().contains("is sourced") {
            return Err(format!("{part}: {file}").into());
        }
    }
    Ok(())
}

/// What is not found is said; a pipe of its name is not opened.
fn not_found() -> Check {
    let script = "#!/bin/bash\n[ ! -f \"$CONF\" ] || . \"$CONF\"\n. ../lib/pipe.sh 2>/dev/null || :\nsource \"$(dirname \"$0\")/none.sh\" 2>/dev/null || :\necho \"Words: 3\"\n";
    let tree = tree(&[("a/run.sh", script), ("lib/x", "")]);
    let pipe = Command::new("mkfifo").arg(tree.path.join("lib/pipe.sh")).status().unwrap();
    if !pipe.success() {
        return Err("mkfifo".into());
    }
    let report = tree.migrate("a")?;
    let notes = report["notes"].to_string();
    let told = ["sources `../lib/pipe.sh`, which is not found", "none.sh`, which is not found"];
    if report["outcome"] != "migrated" || told.iter().any(|t| !notes.contains(t)) {
        return Err(report.to_string().into());
    }
    Ok(())
}
