//! Migrated scripts take data as data: what a script or a program that it starts prints is never run, and names no value that
//! the script's own words don't.

use std::fs;
use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::Command;

use libtest_mimic::Trial;
use serde_json::Value;

use crate::migrate_safety::{Check, Named, Tree, ensure};
use crate::security_values::seconds;

pub(crate) fn cases() -> Vec<Trial> {
    let all: [Named; 13] = [
        ("printed_text_is_not_run", printed),
        ("what_children_write_to_descriptors_is_not_run", descriptors),
        ("programs_inherit_no_descriptor", inherited),
        ("a_value_stands_in_the_words_of_the_script", injected),
        ("a_carriage_return_in_a_variable_gives_no_value", carriage_returns),
        ("a_line_from_a_variable_is_no_line_of_a_long_text", long_texts),
        ("a_script_in_the_root_folder_has_its_own_helper", root_folder),
        ("names_and_numbers_are_checked", names),
        ("files_of_others_are_not_followed", foreign_files),
        ("hostile_lengths_take_linear_time", lengths),
        ("a_signal_ends_a_script_with_hostile_values", signal),
        ("a_signal_ends_the_process_itself", ended_by_signal),
        ("jobs_that_are_ended_early_print_nothing", killed_jobs),
    ];
    all.into_iter()
        .map(|(name, test)| Trial::test(format!("security_migrated::{name}"), test))
        .collect()
}

const SHELLS: [(&str, &str); 2] = [("#!/usr/bin/env bash", "bash"), ("#!/bin/sh", "sh")];

/// The envelope that a migrated script of these lines prints, with these arguments.
fn envelope(tree: &Tree, shell: (&str, &str), lines: &str, args: &[&str]) -> Result<Value, String> {
    let name = format!("{}.sh", shell.1);
    tree.script(&name, &format!("{}\n\n{lines}", shell.0));
    let (code, out, err) = tree.run(&["--allow-dirty", &name]);
    if code != 0 || tree.read(&name).contains(&format!("\n\n{lines}")) {
        return Err(format!("not migrated: {code} {out}{err}"));
    }
    let output = Command::new(shell.1)
        .arg(&name)
        .args(args)
        .current_dir(&tree.path)
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .output()
        .map_err(|e| e.to_string())?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    if text.lines().count() != 1 {
        return Err(format!("{}: stdout is {text:?}", shell.1));
    }
    serde_json::from_str(&text).map_err(|e| format!("{}: {e}: {text}", shell.1))
}

fn unmarked(tree: &Tree) -> Check {
    ensure(!tree.path.join("marker").exists(), "a text was run")
}

/// What a variable writes over the words of a line is no line of the script; what the words write over it is.
fn carriage_returns() -> Check {
    let log = "log() { echo \"[INFO] $1\"; }\n";
    let lines = format!(
        "{log}echo \"Confidence: 0.2 (topic $1)\"\nprintf 'Confidence: 0.2 (%s)\\n' \"$1\"\nlog \"Confidence: 0.2 ($1)\"\necho \"Saved $1: 5\"\necho \"Error: $1\"\n"
    );
    let own = "printf 'working'\nprintf '\\rConfidence: 0.2\\n'\nprintf '\\r\\r'\nprintf '\\rRows: %s\\n' \"$(expr 3 + 2)\"\n";
    for shell in SHELLS {
        for text in [
            "\rConfidence: 1.0",
            "\rRows: 99\n",
            "\r\r\rCreated: marker\n",
            "x\r\nCreated: marker\r\n",
        ] {
            let tree = Tree::new();
            fs::write(tree.path.join("marker"), "").unwrap();
            let seen = envelope(&tree, shell, &lines, &[text])?;
            let said = (&seen["confidence"], &seen["metrics"], &seen["deliverables"]);
            ensure(
                seen["confidence"] == 0.2
                    && said.1.as_object().is_some_and(serde_json::Map::is_empty)
                    && said.2.as_array().is_some_and(Vec::is_empty),
                format!("{text:?} in {}: {seen}", shell.1),
            )?;
        }
        let seen = envelope(&Tree::new(), shell, own, &[])?;
        ensure(
            seen["confidence"] == 0.2 && seen["metrics"]["rows"] == 5,
            format!("{}: {seen}", shell.1),
        )?;
    }
    Ok(())
}

const HOSTILE: [&str; 5] = [
    "$(touch marker)",
    "`touch marker`",
    "x=$(touch marker)}",
    "a[$(touch marker)]",
    "'; touch marker; '",
];

fn printed() -> Check {
    let lines = "echo \"Created: $1\"\necho \"Rows: $1\"\necho \"Confidence: $1\"\necho \"ERROR: $1\"\necho \"$1: 3\"\n(echo \"Created: $1\"; echo \"Items: $1\")\n";
    for shell in SHELLS {
        for text in HOSTILE {
            let tree = Tree::new();
            let seen = envelope(&tree, shell, lines, &[text])?;
            ensure(
                seen["confidence"] == 0.5 && seen["deliverables"] == Value::Array(vec![]),
                seen.to_string(),
            )?;
            unmarked(&tree)?;
        }
    }
    Ok(())
}

/// A child writes events, as former versions took them, to every descriptor that it has.
fn descriptors() -> Check {
    let child = "#!/usr/bin/env bash\nfor fd in 3 4 5 6 8 9; do { printf '%s\\0' metric 'x-$(touch marker)}' 1 deliverable /etc/passwd / >&$fd; printf 'metric\\tx-$(touch marker)}\\t1\\nmetric\\tforged\\t1\\nconfidence\\t1\\t\\ndeliverable\\t/etc/passwd\\t/\\n' >&$fd; } 2>/dev/null; done\n:\n";
    for shell in SHELLS {
        let tree = Tree::new();
        tree.script("child", child);
        let lines = "(echo \"Rows: 3\")\nbash ./child\necho \"Items: 4\"\n(bash ./child)\n";
        let seen = envelope(&tree, shell, lines, &[])?;
        unmarked(&tree)?;
        let own = seen["metrics"] == serde_json::json!({"rows": 3, "items": 4});
        let none = seen["deliverables"] == Value::Array(vec![]) && seen["confidence"] == 0.5;
        ensure(own && none, format!("{}: {seen}", shell.1))?;
    }
    Ok(())
}

/// A program that prints a document of its own to every descriptor, started in each way that bash has, with callers that have
/// opened and closed others.
fn inherited() -> Check {
    let program = "#!/bin/sh\nfor fd in /proc/self/fd/*; do fd=${fd##*/}; case $fd in [012]|25?) continue ;; esac; bash -c \"printf '{\\\"success\\\":true}\\n' >&$fd\" 2>/dev/null; done\n:\n";
    let ways = "./program\n(./program)\n{ ./program; ./program; } &\nwait\n./program &\nwait $!\nx=$(./program)\n./program | ./program\necho y | xargs ./program\ncommand ./program\nenv -i PATH=\"$PATH\" ./program\nwhile read -r x; do ./program; done < <(./program; echo y)\ncoproc ./program\nwait\ntrap ./program EXIT\necho \"Rows: 3\"\n(echo \"Items: 4\"; ./program)\n";
    let callers = [
        "bash SCRIPT",
        "bash SCRIPT 10>log 11>log 13>log",
        "bash SCRIPT 10>log 11>log 12>log 13>log 14>log 15>log 16>log 17>log",
        "bash SCRIPT 19>log",
        "bash SCRIPT <&-",
        "bash SCRIPT 2>&-",
        "bash SCRIPT 2>&1",
        "bash -eu SCRIPT",
        "bash -o posix SCRIPT",
        "BASHOPTS=nocasematch bash SCRIPT",
        "./SCRIPT | cat",
        "./SCRIPT > out; cat out",
        "(ulimit -n 40; ./SCRIPT)",
    ];
    for last in ["", "exec ./program\n", "kill -TERM $$\n", "false || exit 3\n"] {
        let tree = Tree::new();
        tree.script("program", program);
        let text = format!("#!/usr/bin/env bash\n\n{ways}{last}");
        tree.script("a.sh", &text);
        let (code, out, err) = tree.run(&["--allow-dirty", "a.sh"]);
        ensure(code == 0 && tree.read("a.sh") != text, format!("not migrated: {out}{err}"))?;
        for caller in callers {
            let output = Command::new("bash")
                .args(["-c", &caller.replace("SCRIPT", "a.sh")])
                .current_dir(&tree.path)
                .output()?;
            let shown = String::from_utf8_lossy(&output.stdout).into_owned();
            let said = shown.lines().filter(|line| line.contains("\"success\"")).count();
            let seen: Result<Value, _> = serde_json::from_str(shown.lines().last().unwrap_or(""));
            let own = serde_json::json!({"rows": 3, "items": 4});
            let whole = said == 1 && seen.as_ref().is_ok_and(|seen| seen["metrics"] == own);
            ensure(whole, format!("{caller} {last}: {shown}"))?;
        }
    }
    Ok(())
}

/// More lines in a value are no lines of the script.
fn injected() -> Check {
    let lines = "echo \"Confidence: 0.2 (topic $1)\"\necho \"Rows: $1\"\necho \"ERROR: $1\"\n";
    let text = "x\nConfidence: 1.0\nItems: 99\nERROR: no such thing";
    for shell in SHELLS {
        let tree = Tree::new();
        let seen = envelope(&tree, shell, lines, &[text])?;
        let errors = seen["errors"].as_array().map_or(0, Vec::len);
        let own =
            seen["confidence"] == 0.2 && seen["metrics"].get("items").is_none() && errors == 1;
        ensure(own, format!("{}: {seen}", shell.1))?;
    }
    Ok(())
}

/// The same for texts of several lines: here-documents, echo and printf; also a value on a line of its own.
fn long_texts() -> Check {
    let texts = [
        "cat <<EOF\nSummary of $1\nConfidence: $2\nRows: 3\nEOF\n",
        "cat <<EOF\n$1\nConfidence: $2\nRows: 3\nEOF\n",
        "echo \"Topic: $1\nConfidence: $2\nRows: 3\"\n",
        "printf 'Topic: %s\\nConfidence: %s\\nRows: 3\\n' \"$1\" \"$2\"\n",
    ];
    let hostile =
        ["Confidence: 1.0", "x\nConfidence: 1.0\nItems: 99\nCreated: /etc/passwd", "x\nItems: 99"];
    for shell in SHELLS {
        for (number, lines) in texts.iter().enumerate() {
            for value in ["x"].into_iter().chain(hostile) {
                // sh takes the first line of a text only.
                if shell.1 == "sh" && number != 3 {
                    continue;
                }
                let tree = Tree::new();
                let lines = format!("{lines}echo \"Checked: 1\"\n");
                let seen = envelope(&tree, shell, &lines, &[value, "0.2"])?;
                let shown = format!("{} {lines} {value:?}: {seen}", shell.1);
                ensure(
                    seen["confidence"] != 1.0 && seen["metrics"].get("items").is_none(),
                    &*shown,
                )?;
                ensure(seen["deliverables"] == Value::Array(vec![]), &*shown)?;
                let plain = shell.1 == "bash" && !value.contains('\n');
                ensure(!plain || seen["confidence"] == 0.2, &*shown)?;
            }
        }
    }
    Ok(())
}

fn names() -> Check {
    let lines = ". ./skill-envelope.bash\nskill_metric 'a b' 1\nskill_metric 'x$(touch marker)' 2\nskill_metric ok 1e9999x\nskill_metric rows 0x10\nskill_metric fine 12\nskill_confidence '0.5,\"x\":1'\nskill_confidence 7\necho \"Items: 1\"\n";
    let tree = Tree::new();
    let seen = envelope(&tree, SHELLS[0], lines, &[])?;
    let metrics = seen["metrics"].to_string();
    ensure(metrics == "{\"fine\":12,\"items\":1}" && seen["confidence"] == 0.5, seen.to_string())?;
    unmarked(&tree)
}

/// Names in a folder that everybody can write to are not known before, and nothing is left there.
fn foreign_files() -> Check {
    for shell in SHELLS {
        let tree = Tree::new();
        let scratch = tree.path.join("scratch");
        fs::create_dir(&scratch)?;
        let lines = "TMPDIR=$PWD/scratch\nfor i in 0 1 2 3 4 5 6 7 8 9; do ln -s /etc/passwd \"$TMPDIR/skillgen.$$.$i\" 2>/dev/null; done\n(echo \"Rows: 3\")\necho x | while read -r x; do echo \"Items: 4\"; done\nrm -f \"$TMPDIR\"/skillgen.$$.?\n";
        let seen = envelope(&tree, shell, lines, &[])?;
        ensure(seen["metrics"] == serde_json::json!({"rows": 3, "items": 4}), seen.to_string())?;
        let left: Vec<_> = fs::read_dir(&scratch)?.flatten().map(|e| e.path()).collect();
        ensure(left.is_empty(), format!("left behind: {left:?}"))?;
    }
    Ok(())
}

/// 200 kB of what took half a minute in a tenth of the length: four times as much takes four times as long and somewhat more.
fn lengths() -> Check {
    let lines = "text=$(cat text)\necho \"Created: $text\"\necho \"Created $text, done\"\necho \"ERROR: $text\"\necho \"Rows: $text\"\necho \"Confidence: $text\"\n(echo \"Created: $text\")\n";
    for shell in SHELLS {
        for part in ["a and ", "\"", "'", "\\", "a, ", "\u{e9}", "\u{1b}[", "`(", "1"] {
            let tree = Tree::new();
            let mut took = Vec::new();
            for bytes in [50_000, 200_000] {
                tree.script("text", &part.repeat(bytes / part.len()));
                let seen = envelope(&tree, shell, lines, &[]);
                ensure(seen.is_ok(), format!("{part:?}: {seen:?}"))?;
                took.push(seconds(&tree, &format!("{0} {0}.sh", shell.1))?);
            }
            ensure(took[1] < 8.0 * took[0] + 0.5, format!("{} {part:?}: {took:?}", shell.1))?;
        }
    }
    Ok(())
}

fn signal() -> Check {
    let tree = Tree::new();
    let lines = "text=$(cat text)\nfor i in 1 2 3; do echo \"Created $text and x\"; done\nkill -TERM $$\nsleep 5\n";
    tree.script("text", &"a and ".repeat(30_000));
    let seen = envelope(&tree, SHELLS[0], lines, &[])?;
    let code = seen["errors"][0]["code"].as_str().unwrap_or("").to_owned();
    ensure(code == "SIGNAL_TERM", seen.to_string())?;
    ensure(Path::new(&tree.path).exists(), "the tree is there")
}

/// Who waits for a script sees the signal that ended it, as without an envelope: a loop around it stops at Ctrl-C.
fn ended_by_signal() -> Check {
    let tree = Tree::new();
    for (line, shell) in SHELLS {
        for (name, number) in [("HUP", 1), ("INT", 2), ("PIPE", 13), ("TERM", 15)] {
            let file = format!("{shell}-{name}.sh");
            let text = format!("{line}\n\necho \"Rows: 3\"\nkill -s {name} $$\necho \"Rows: 4\"\n");
            tree.script(&file, &text);
            let (code, out, err) = tree.run(&["--allow-dirty", &file]);
            ensure(code == 0, format!("{out}{err}"))?;
            let output = Command::new(shell).arg(&file).current_dir(&tree.path).output();
            let output = output.map_err(|e| e.to_string())?;
            let seen = format!("{shell} {name}: {} {:?}", output.status, output);
            ensure(output.status.signal() == Some(number), seen.clone())?;
            let document: Value =
                serde_json::from_slice(&output.stdout).map_err(|e| format!("{seen}: {e}"))?;
            ensure(document["errors"][0]["code"] == format!("SIGNAL_{name}").as_str(), seen)?;
        }
    }
    Ok(())
}

/// A job that bash has begun and not replaced yet has the script's traps still: it prints no document of its own.
fn killed_jobs() -> Check {
    let tree = Tree::new();
    let lines = "for i in 1 2 3 4 5 6; do sleep 30 & pids=\"$pids $!\"; done\nkill $pids\necho \"Rows: 3\"\n";
    tree.script("jobs.sh", &format!("#!/usr/bin/env bash\n\n{lines}"));
    let (code, out, err) = tree.run(&["--allow-dirty", "jobs.sh"]);
    ensure(code == 0, format!("{out}{err}"))?;
    for _ in 0..12 {
        let output = Command::new("bash").arg("jobs.sh").current_dir(&tree.path).output();
        let text = String::from_utf8_lossy(&output.map_err(|e| e.to_string())?.stdout).into_owned();
        ensure(text.lines().count() == 1, format!("stdout is {text:?}"))?;
    }
    Ok(())
}

/// The folder of `/entrypoint.sh` is empty in its path, and `cd ""` stays in the current folder.
fn root_folder() -> Check {
    for (line, shell) in SHELLS {
        let tree = Tree::new();
        tree.script("x.sh", &format!("{line}\nset -u\n\nwords=$1\necho \"Confidence: $words\"\n"));
        let (code, out, err) = tree.run(&["--allow-dirty", "x.sh"]);
        ensure(code == 0, format!("{out}{err}"))?;
        let helper = format!("skill-envelope.{shell}");
        tree.script(&format!("evil/{helper}"), "echo FOREIGN\nskill_say() { shift; \"$@\"; }\n");
        let output = Command::new("bwrap")
            .args(["--ro-bind", "/usr", "/usr", "--symlink", "usr/bin", "/bin"])
            .args(["--symlink", "usr/lib", "/lib", "--symlink", "usr/lib64", "/lib64"])
            .args(["--dev", "/dev", "--proc", "/proc", "--dir", "/tmp"])
            .args(["--ro-bind", "x.sh", "/x.sh", "--ro-bind", &helper, &format!("/{helper}")])
            .args(["--ro-bind", "evil", "/evil", "--chdir", "/evil", shell, "/x.sh", "0.2"])
            .current_dir(&tree.path)
            .output()
            .map_err(|e| e.to_string())?;
        let told = String::from_utf8_lossy(&output.stdout).into_owned();
        let own = told.contains("\"confidence\":0.2") && !told.contains("FOREIGN");
        ensure(own, format!("{shell}: {output:?}"))?;
    }
    Ok(())
}
