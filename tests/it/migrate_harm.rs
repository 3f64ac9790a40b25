//! `skillgen migrate` when things go wrong around it: no space left, places that can't be written, an interrupt; bytes that are
//! no plain text of this system; and what `--verify` runs, and what it does not.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use libtest_mimic::{Failed, Trial};
use serde_json::Value;

use crate::support::{put, run_in, run_with, skillgen, state_home, state_of, text};

type Check = Result<(), Failed>;
type Named = (&'static str, fn() -> Check);

pub(crate) fn cases() -> Vec<Trial> {
    let all: [Named; 12] = [
        ("stdout_that_takes_nothing", stdout_lost),
        ("disk_full", disk_full),
        ("file_size_limit", file_size_limit),
        ("read_only_folder", read_only_folder),
        ("interrupted", interrupted),
        ("bytes_are_kept", bytes_are_kept),
        ("odd_ones_among_many", odd_among_many),
        ("aliases_of_the_former_tool", aliases),
        ("verify_runs_what_is_harmless", verify_runs),
        ("verify_with_arguments_and_stdin", verify_with),
        ("verify_keeps_out", verify_keeps_out),
        ("verify_without_its_tool", verify_without),
    ];
    all.into_iter().map(|(name, test)| Trial::test(format!("migrate_harm::{name}"), test)).collect()
}

const SCRIPT: &str = "#!/usr/bin/env bash\nset -e\necho \"Items: $#\"\necho \"Confidence: 0.9\"\n";

fn ensure(truth: bool, what: impl Into<String>) -> Check {
    if truth { Ok(()) } else { Err(what.into().into()) }
}

fn tree(count: usize) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().canonicalize().unwrap().join("tree");
    for n in 0..count {
        put(&path, format!("s{}/x{n}.sh", n % 3), SCRIPT.as_bytes());
    }
    (folder, path)
}

fn migrate(root: &Path, args: &[&str]) -> (i32, String, String) {
    let mut all = vec!["migrate", "--allow-dirty"];
    all.extend(args);
    text(&run_in(root, &all))
}

fn report(root: &Path, args: &[&str]) -> Result<Value, Failed> {
    let mut all = vec!["--format", "json"];
    all.extend(args);
    let (code, out, err) = migrate(root, &all);
    serde_json::from_str(&out).map_err(|e| format!("exit {code}: {e}: {out}{err}").into())
}

/// Each script is old, or has the whole envelope; gives the number of the new ones.
fn whole(root: &Path, count: usize) -> Result<usize, Failed> {
    static NEW: std::sync::OnceLock<String> = std::sync::OnceLock::new();
    let wanted = NEW.get_or_init(|| {
        let (_folder, path) = tree(1);
        migrate(&path, &["."]);
        fs::read_to_string(path.join("s0/x0.sh")).unwrap()
    });
    let mut new = 0;
    for n in 0..count {
        let name = format!("s{}/x{n}.sh", n % 3);
        let now = fs::read_to_string(root.join(&name)).map_err(|e| format!("{name}: {e}"))?;
        let migrated = now == *wanted;
        ensure(now == SCRIPT || migrated, format!("{name} is neither old nor new"))?;
        new += usize::from(now != SCRIPT);
    }
    Ok(new)
}

fn undone(root: &Path, count: usize) -> Check {
    if state_of(root).join("journal.jsonl").exists() {
        let (code, out, err) = migrate(root, &["--undo"]);
        ensure(code == 0, format!("undo: exit {code}: {out}{err}"))?;
    }
    ensure(whole(root, count)? == 0, "undo is not whole")
}

/// A file system of 600 kB, full before the run is through: what is written is whole, the rest is told, and with space again
/// undo gives all of it back.
fn disk_full() -> Check {
    const COUNT: usize = 60;
    let (_folder, path) = tree(COUNT);
    let inside = r#"
        set -u
        cp -r "$1"/. /mnt/ && cd /mnt || exit 90
        export XDG_STATE_HOME=/mnt/state
        "$2" migrate --allow-dirty -q . >/dev/null 2>/tmp/said; echo "rc $?"
        wc -l < /tmp/said
        cp -r /mnt /tmp/full
        mount_left=$(df --output=avail /mnt | tail -1); echo "left $mount_left"
        rm -rf state/skillgen/migrate/*/scratch/* ballast
        "$2" migrate --undo . >/dev/null 2>&1; echo "undo $?"
        cp -r /tmp/full "$3/full"; rm -rf "$3/after"; cp -r /mnt "$3/after"
    "#;
    let out = tempfile::tempdir().unwrap();
    let here = out.path().canonicalize().unwrap();
    let program = skillgen().get_program().to_owned();
    let mut command = Command::new("bwrap");
    command.args(["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp"]);
    command.arg("--ro-bind").arg(&path).arg(&path).arg("--bind").arg(&here).arg(&here);
    command.arg("--ro-bind").arg(&program).arg(&program);
    command.args(["--size", "420000", "--tmpfs", "/mnt", "bash", "-c", inside, "full"]);
    command.arg(&path).arg(&program).arg(&here);
    let (code, said, err) = text(&run_with(command, b""));
    ensure(code == 0 && said.contains("rc 2\n"), format!("exit {code}: {said}{err}"))?;
    ensure(said.lines().nth(1) == Some("1"), format!("not one line on stderr: {said}"))?;
    let new = whole(&here.join("full"), COUNT)?;
    ensure(new < COUNT, "the disk was never full: the test shows nothing")?;
    ensure(said.contains("undo 0"), said)?;
    ensure(whole(&here.join("after"), COUNT)? == 0, "undo is not whole")
}

/// No room behind stdout, no stdout at all, a pipe whose reader is gone: the loss is said, and a script that went well ends
/// with 1.
fn stdout_lost() -> Check {
    const LAST: &str = "[ -z \"$1\" ] || exit 7\nsleep 0.2\necho \"Items: 3\" || :\n";
    const ALL: [(&str, &str, &[&str]); 4] = [
        ("plain.sh", "#!/bin/bash\n", &["bash", "bash --posix"]),
        (
            "waits.sh",
            "#!/bin/bash\nset -eu\ntrap 'wait; echo bye || :' EXIT\n",
            &["bash", "bash --posix"],
        ),
        ("exits.sh", "#!/bin/bash\ntrap 'rc=$?; wait; exit $rc' EXIT\n", &["bash", "bash --posix"]),
        ("posix.sh", "#!/bin/sh\ntrap 'rm -f x' EXIT\n", &["dash", "bash --posix", "busybox sh"]),
    ];
    let (_folder, path) = tree(0);
    for (name, head, _) in ALL {
        let last = LAST.replace("\"$1\"", "\"${1-}\"");
        put(&path, name, format!("{head}{last}").as_bytes());
    }
    let report = report(&path, &["."])?;
    ensure(report["totals"]["migrated"] == 4, report.to_string())?;
    let gone = "| { exec <&-; sleep 0.3; }; exit ${PIPESTATUS[0]}";
    for (name, _, shells) in ALL {
        for (shell, how) in shells.iter().flat_map(|s| [">/dev/full", ">&-", gone].map(|h| (s, h)))
        {
            for (argument, wanted) in [("", 1), ("x", 7)] {
                let line = format!("{shell} ./{name} {argument} {how}");
                let mut command = Command::new("bash");
                command.args(["-c", &line]).current_dir(&path);
                let (code, out, err) = text(&run_with(command, b""));
                let told = format!("./{name}: the envelope could not be written to stdout\n");
                // Where the script fails at once, the reader may still be there.
                let told = err.ends_with(&told) || (how == gone && argument == "x");
                ensure(
                    code == wanted && told && out.is_empty(),
                    format!("{line}: exit {code}: {out}{err}"),
                )?;
            }
        }
    }
    Ok(())
}

/// The limit on the size of a file, met while writing: as an error, and as the signal that it comes with.
fn file_size_limit() -> Check {
    const COUNT: usize = 12;
    for (shell, signal) in [
        ("trap '' XFSZ; ulimit -f 4; exec \"$0\" \"$@\"", false),
        ("ulimit -f 4; exec \"$0\" \"$@\"", true),
    ] {
        let (_folder, path) = tree(COUNT);
        let mut command = Command::new("bash");
        command.args(["-c", shell]).arg(skillgen().get_program());
        command.args(["migrate", ".", "--allow-dirty", "-q"]).current_dir(&path);
        command.env("XDG_STATE_HOME", state_home());
        let output = run_with(command, b"");
        let (code, _, err) = text(&output);
        if !signal {
            ensure(code == 2 && err.lines().count() == 1, format!("exit {code}: {err}"))?;
        }
        ensure(code != 0, "the limit was never met: the test shows nothing")?;
        whole(&path, COUNT)?;
        undone(&path, COUNT)?;
        ensure(
            migrate(&path, &["."]).0 == 0 && whole(&path, COUNT)? == COUNT,
            "it works afterwards",
        )?;
    }
    Ok(())
}

/// A folder on a file system that can't be written: its scripts stay and are told, the others are done.
fn read_only_folder() -> Check {
    const COUNT: usize = 6;
    let (_folder, path) = tree(COUNT);
    let mut command = Command::new("bwrap");
    command.args(["--bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--ro-bind"]);
    command.arg(path.join("s1")).arg(path.join("s1")).arg("--chdir").arg(&path);
    command.arg(skillgen().get_program()).args(["migrate", ".", "--allow-dirty", "-q"]);
    command.env("XDG_STATE_HOME", state_home());
    let (code, _, err) = text(&run_with(command, b""));
    ensure(
        code == 2
            && err.lines().count() == 1
            && err.contains("s1/x1.sh")
            && err.contains("s1/x4.sh"),
        format!("exit {code}: {err}"),
    )?;
    ensure(whole(&path, COUNT)? == 4, "the others are done")?;
    undone(&path, COUNT)
}

/// SIGINT and SIGTERM at moments all over a run.
fn interrupted() -> Check {
    const COUNT: usize = 45;
    let (_folder, path) = tree(COUNT);
    let start = Instant::now();
    ensure(migrate(&path, &["."]).0 == 0, "migrate")?;
    let time = start.elapsed();
    undone(&path, COUNT)?;
    for round in 0..4u32 {
        let mut command = skillgen();
        command.args(["migrate", ".", "--allow-dirty", "-q"]).current_dir(&path);
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(time * (round + 1) / 5);
        let signal = if round % 2 == 0 { "-INT" } else { "-TERM" };
        let _ = Command::new("kill").args([signal, &child.id().to_string()]).status();
        child.wait().unwrap();
        whole(&path, COUNT)?;
        undone(&path, COUNT)?;
    }
    let left: Vec<PathBuf> =
        fs::read_dir(path.join("s0")).unwrap().flatten().map(|e| e.path()).collect();
    ensure(left.iter().all(|p| p.extension().is_some_and(|e| e == "sh")), format!("{left:?}"))
}

/// latin-1, CRLF, a byte order mark, no last line end: edits put text in and take nothing away.
fn bytes_are_kept() -> Check {
    let files: [(&str, Vec<u8>); 5] = [
        (
            "latin1.sh",
            b"#!/bin/bash\n# caf\xe9 \xfc\necho \"caf\xe9: 3\"\necho \"Items: 3\"\n".to_vec(),
        ),
        ("bom.sh", b"\xEF\xBB\xBF#!/bin/bash\necho \"Items: 3\"\n".to_vec()),
        ("open.sh", b"#!/bin/bash\necho \"Items: 3\"\necho \"Files: 4\"".to_vec()),
        (
            "tabs.sh",
            b"#!/bin/bash\n\tif true; then\n\t\techo \"Items: 3\"   \n\tfi\n\n\n\n".to_vec(),
        ),
        ("crlf.sh", b"#!/bin/bash\r\n# text\r\necho \"Items: 3\" #\r\nexit 0 #\r\n".to_vec()),
    ];
    let (_folder, path) = tree(0);
    for (name, content) in &files {
        put(&path, name, content);
    }
    let report = report(&path, &["."])?;
    let outcome: BTreeMap<&str, &str> = report["files"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|f| Some((f["path"].as_str()?, f["outcome"].as_str()?)))
        .collect();
    for (name, content) in &files {
        let now = fs::read(path.join(name)).unwrap();
        let mut rest = now.iter();
        ensure(content.iter().all(|b| rest.any(|n| n == b)), format!("{name}: a byte is gone"))?;
        ensure(
            now.ends_with(b"\n") == content.ends_with(b"\n"),
            format!("{name}: the last line end"),
        )?;
        ensure(
            now.starts_with(b"\xEF\xBB\xBF") == content.starts_with(b"\xEF\xBB\xBF"),
            format!("{name}: BOM"),
        )?;
        let lines = |bytes: &[u8]| {
            (
                bytes.iter().filter(|b| **b == b'\n').count(),
                bytes.windows(2).filter(|w| w == b"\r\n").count(),
            )
        };
        // Where there is no empty line, the script gains one.
        let (old, new) = (lines(content), lines(&now));
        ensure(new == old || (old.1 == 0 && new == (old.0 + 1, 0)), format!("{name}: line ends"))?;
        ensure((outcome[name] == "migrated") == (now != *content), format!("{name}: {outcome:?}"))?;
    }
    ensure(
        ["latin1.sh", "open.sh", "tabs.sh"].iter().all(|n| outcome[*n] == "migrated"),
        format!("{outcome:?}"),
    )?;
    ensure(migrate(&path, &["--undo"]).0 == 0, "undo")?;
    ensure(
        files.iter().all(|(n, c)| fs::read(path.join(n)).unwrap() == *c),
        "undo is not byte-identical",
    )
}

/// A script's verdict is its own, whatever stands beside it: texts that would end or open a function around them, a
/// here-document without its end, a last line that goes on.
fn odd_among_many() -> Check {
    let odd: [(&str, &str); 6] = [
        ("heredoc.sh", "#!/bin/bash\necho \"Items: 3\"\ncat <<END\nno end\n"),
        ("goes-on.sh", "#!/bin/bash\necho \"Items: 3\"\necho done \\"),
        ("comment.sh", "#!/bin/bash\necho \"Items: 3\"\n# } {"),
        ("closes.sh", "#!/bin/bash\necho \"Items: 3\"\n}\n{ echo x\n"),
        ("late.sh", "#!/bin/bash\necho \"Items: 3\"\nexit 0\nfi\n"),
        ("quote.sh", "#!/bin/bash\necho \"Items: 3\"\necho 'x\n"),
    ];
    let outcomes = |report: &Value| -> BTreeMap<String, String> {
        let files = report["files"].as_array().into_iter().flatten();
        files
            .map(|f| (f["path"].to_string(), format!("{} {}", f["outcome"], f["refusals"])))
            .collect()
    };
    let (_folder, path) = tree(70);
    let mut alone = BTreeMap::new();
    for (name, content) in odd {
        let (_folder, path) = tree(0);
        put(&path, name, content.as_bytes());
        alone.extend(outcomes(&report(&path, &[".", "--dry-run"])?));
    }
    for (name, content) in odd {
        put(&path, name, content.as_bytes());
    }
    let many = outcomes(&report(&path, &[".", "--dry-run"])?);
    for (name, outcome) in &alone {
        ensure(
            many.get(name) == Some(outcome),
            format!("{name}: {outcome} alone, {:?}", many.get(name)),
        )?;
    }
    let good =
        many.iter().filter(|(name, o)| name.contains("/x") && o.contains("migrated")).count();
    ensure(good == 70, format!("{good} of 70 are migrated"))?;
    ensure(
        alone["\"closes.sh\""].contains("refused") && alone["\"late.sh\""].contains("refused"),
        format!("{alone:?}"),
    )
}

/// `--skill-path`, `--skill-dir`, `--verbose` of the tool that it all began with.
fn aliases() -> Check {
    let (_folder, path) = tree(3);
    // So that the state of all runs stands at the top.
    let git = Command::new("git").args(["init", "-q"]).current_dir(&path).status();
    ensure(git.is_ok_and(|s| s.success()), "git init")?;
    let (code, out, err) = migrate(&path, &["--skill-path", "s0/x0.sh", "--verbose"]);
    ensure(
        code == 0 && out.contains("metric") && whole(&path, 3)? == 1,
        format!("{code} {out} {err}"),
    )?;
    let (code, out, _) = migrate(&path, &["--skill-dir", "s1", "-v", "--dry-run"]);
    ensure(code == 0 && out.contains("+++ b/s1/x1.sh") && whole(&path, 3)? == 1, out)?;
    ensure(
        migrate(&path, &["--skill-dir", "s1", "--skill-dir", "s2"]).0 == 0 && whole(&path, 3)? == 3,
        "two folders",
    )?;
    undone(&path, 3)
}

fn verified(report: &Value, name: &str) -> Value {
    let files = report["files"].as_array().into_iter().flatten();
    files.filter(|f| f["path"] == name).map(|f| f["verified"].clone()).next().unwrap_or_default()
}

/// Harmless scripts are run, others are not unless they are named; the report tells proved from merely read.
fn verify_runs() -> Check {
    let (_folder, path) = tree(0);
    put(&path, "good.sh", SCRIPT.as_bytes());
    put(
        &path,
        "net.sh",
        b"#!/bin/bash\ncurl -so /dev/null https://example.org\necho \"Items: 1\"\n",
    );
    let seen = report(&path, &[".", "--verify", "--dry-run"])?;
    let (good, net) = (verified(&seen, "good.sh"), verified(&seen, "net.sh"));
    ensure(
        good["runs"] == 1 && good["identical"] == 1 && good["skipped"].is_null(),
        good.to_string(),
    )?;
    let why = net["skipped"].as_str().unwrap_or("");
    ensure(net["runs"] == 0 && why.contains("curl") && why.contains("line 2"), net.to_string())?;
    let seen = report(&path, &["net.sh", "--verify", "--dry-run"])?;
    ensure(verified(&seen, "net.sh")["runs"] == 1, "a named script is run")?;
    let (_, out, _) = migrate(&path, &[".", "--verify"]);
    ensure(out.contains("verify: 1 of 1 runs identical") && out.contains("not on the list"), out)
}

/// verify.toml gives arguments, stdin and variables; each run is compared.
fn verify_with() -> Check {
    let (_folder, path) = tree(0);
    let script = b"#!/bin/bash\nread -r line\necho \"Items: $#\"\necho \"got $1 $line $MODE\" > out.txt\n[ \"$1\" = a ] || exit 3\n";
    put(&path, "x.sh", script);
    put(&path, "verify.toml", b"[[run]]\nscript = \"x.sh\"\nargs = [\"a\", \"b c\"]\nstdin = \"line\\n\"\nenv = { MODE = \"m\" }\n[[run]]\nscript = \"x.sh\"\n[[run]]\nscript = \"other.sh\"\n");
    let seen = report(&path, &[".", "--verify", "--trust", "--dry-run"])?;
    let x = verified(&seen, "x.sh");
    ensure(x["runs"] == 2 && x["identical"] == 2, x.to_string())?;
    ensure(!path.join("out.txt").exists(), "a run wrote into the tree")?;
    put(&path, "verify.toml", b"[[run]\n");
    let (code, _, err) = migrate(&path, &[".", "--verify", "--trust", "--dry-run"]);
    ensure(code == 2 && err.lines().count() == 1 && err.contains("verify.toml"), err)
}

/// No network, nothing outside of the scratch copy is written, memory and time are limited: seen from inside by the exit code
/// that verify.toml asks for, and from outside.
fn verify_keeps_out() -> Check {
    let (_folder, path) = tree(0);
    let mark = path.join("../mark");
    let listener = std::net::TcpListener::bind("127.0.0.1:0").map_err(|e| e.to_string())?;
    listener.set_nonblocking(true).map_err(|e| e.to_string())?;
    let port = listener.local_addr().map_err(|e| e.to_string())?.port();
    let tries = [
        format!("echo x > '{}'", mark.display()),
        "mkdir /usr/skillgen-was-here".to_owned(),
        format!("exec 3<>/dev/tcp/127.0.0.1/{port}"),
        "dd if=/dev/zero of=/dev/null bs=3G count=1".to_owned(),
    ];
    for (number, code) in tries.iter().enumerate() {
        let script = format!(
            "#!/bin/bash\nls > seen\n( {code} ) && exit {}\necho \"Items: 1\"\n",
            number + 10
        );
        put(&path, format!("try{number}.sh"), script.as_bytes());
    }
    // A limit that does not hold would be seen: here each of them is met by what it stops.
    put(&path, "good.sh", b"#!/bin/bash\n( true ) && exit 10\necho \"Items: 1\"\n");
    put(&path, "loops.sh", b"#!/bin/bash\necho \"Items: 1\"\nwhile :; do :; done\n");
    put(&path, "hangs.sh", b"#!/bin/bash\necho \"Items: 1\"\nsleep 600\n");
    put(&path, "verify.toml", b"[[run]]\ntimeout = 2\nexit = 0\n");
    let start = Instant::now();
    let seen = report(&path, &[".", "--verify", "--trust", "--dry-run"])?;
    ensure(start.elapsed().as_secs() < 200, "the limit on time is none")?;
    for (number, tried) in tries.iter().enumerate() {
        let x = verified(&seen, &format!("try{number}.sh"));
        ensure(x["runs"] == 1 && x["identical"] == 1, format!("{tried}: {x}"))?;
    }
    let good = verified(&seen, "good.sh");
    ensure(
        good["differences"][0] == "the original ends with 10, and verify.toml says 0",
        good.to_string(),
    )?;
    for name in ["loops.sh", "hangs.sh"] {
        let x = verified(&seen, name);
        ensure(x["runs"] == 0 && x["skipped"] == "a run took more than 2 s", x.to_string())?;
    }
    ensure(!mark.exists() && !Path::new("/usr/skillgen-was-here").exists(), "a run wrote outside")?;
    ensure(!path.join("seen").exists(), "a run wrote into the tree")?;
    ensure(listener.accept().is_err(), "a run reached the network")?;
    let (_, out, _) = migrate(&path, &[".", "--verify", "--trust", "--check"]);
    ensure(
        out.contains("verify: a run took more than 2 s")
            && out.contains("  runs differ: the original ends with 10")
            && out.contains("verify: 1 of 1 runs identical"),
        out,
    )
}

/// No bubblewrap on the PATH: exit 2 and the way to get it, as an envelope too; nothing is written.
fn verify_without() -> Check {
    let (_folder, path) = tree(1);
    let bin = path.join("../bin");
    fs::create_dir(&bin).unwrap();
    for name in ["git", "bash"] {
        std::os::unix::fs::symlink(format!("/usr/bin/{name}"), bin.join(name)).unwrap();
    }
    let run = |args: &[&str]| {
        let mut command = skillgen();
        command.args(args).args(["migrate", ".", "--allow-dirty", "--verify"]);
        command.env("PATH", &bin).current_dir(&path);
        text(&run_with(command, b""))
    };
    let (code, out, err) = run(&[]);
    ensure(
        code == 2
            && out.is_empty()
            && err.lines().count() == 1
            && err.contains("apt-get install bubblewrap"),
        err,
    )?;
    let (code, out, _) = run(&["--format", "json"]);
    let envelope: Value = serde_json::from_str(&out).map_err(|e| format!("{e}: {out}"))?;
    ensure(code != 0 && envelope["status"] == "tool-missing", format!("exit {code}: {out}"))?;
    ensure(whole(&path, 1)? == 0, "something was written")
}
