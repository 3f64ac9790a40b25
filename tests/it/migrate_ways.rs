//! The ways to run a migrated script, of bash and of sh: from any folder, by PATH, through links, by stdin, and copied away from its
//! helper. SKILLGEN_TEST_BASH names another bash.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;
use std::process::Command;

use libtest_mimic::{Failed, Trial};

use crate::support::{run_in, text};

/// A script of some shell, and the shells that run it.
struct Script {
    text: &'static str,
    helper: &'static str,
    shells: &'static [&'static str],
}

const BASH: Script = Script {
    text: "#!/usr/bin/env bash\n# Makes a file.\n\nset -euo pipefail\nout=${TMPDIR:-/tmp}\n[ -d \"$out\" ] || { echo \"ERROR: no $out\"; exit 3; }\necho \"Items: ${#out}\"\necho \"Confidence: 0.9\"\n",
    helper: "skill-envelope.bash",
    shells: &["bash", "bash --posix", "bash -eu"],
};

const SH: Script = Script {
    text: "#!/bin/sh\n# Makes a file.\n\nset -eu\nout=${TMPDIR:-/tmp}\n[ -d \"$out\" ] || { echo \"ERROR: no $out\"; exit 3; }\necho \"Items: ${#out}\"\necho \"Confidence: 0.9\"\n",
    helper: "skill-envelope.sh",
    shells: &["dash", "busybox sh", "bash --posix", "bash", "dash -eu"],
};

pub(crate) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("migrate_ways::every_way_gives_the_envelope", every_way),
        Trial::test("migrate_ways::copied_away_it_prints_its_text", copied_away),
        Trial::test("migrate_ways::a_low_limit_of_descriptors", few_descriptors),
        Trial::test("migrate_ways::inline_changes_no_migrated_script", inline_later),
        Trial::test("migrate_ways::another_shell_prints_the_text", another_shell),
        Trial::test("migrate_ways::sh_that_a_page_gives_it_to_is_refused", given_to_sh),
        Trial::test("migrate_ways::the_current_folder_gives_no_helper", current_folder),
        Trial::test("migrate_ways::the_helper_is_readable", readable),
        Trial::test("migrate_ways::every_part_of_the_helper_is_readable", readable_parts),
        Trial::test("migrate_ways::an_edited_helper_is_not_replaced", edited),
    ]
}

/// A skill in a folder with a blank in its name, migrated, and links to it.
fn skill(root: &Path, of: &Script) -> Result<(), Failed> {
    let scripts = root.join("my skill/scripts");
    fs::create_dir_all(&scripts)?;
    fs::create_dir_all(root.join("bin"))?;
    fs::create_dir_all(root.join("other/scripts"))?;
    let script = scripts.join("x.sh");
    fs::write(&script, of.text)?;
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755))?;
    let (code, out, err) = text(&run_in(root, &["migrate", "my skill", "--allow-dirty"]));
    if code != 0 {
        return Err(format!("migrate: {code} {out}{err}").into());
    }
    symlink("../my skill/scripts/x.sh", root.join("bin/relative"))?;
    symlink("relative", root.join("bin/again"))?;
    symlink(&script, root.join("bin/absolute"))?;
    symlink("my skill", root.join("folder"))?;
    symlink("x.sh", scripts.join("y.sh"))?;
    Ok(())
}

/// stdout and stderr of a line of bash that runs in `folder`.
fn said(folder: &Path, line: &str) -> (String, String) {
    let bash = std::env::var("SKILLGEN_TEST_BASH").unwrap_or_else(|_| "bash".to_owned());
    let line =
        if line.starts_with("bash ") { line.replacen("bash", &bash, 1) } else { line.to_owned() };
    let output = Command::new("bash")
        .args(["-c", &line])
        .current_dir(folder)
        .env_remove("BASH_ENV")
        .output()
        .expect("bash can be started");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr))
}

fn every_way() -> Result<(), Failed> {
    [BASH, SH].iter().try_for_each(every_way_of)
}

fn every_way_of(script: &Script) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let root = folder.path().canonicalize()?;
    skill(&root, script)?;
    let by_name = [
        ("my skill/scripts", "./x.sh"),
        ("my skill/scripts", "PATH=.:$PATH x.sh"),
        (".", "\"$PWD/my skill/scripts/x.sh\""),
        (".", "PATH=$PWD/bin:$PATH; cd /; relative"),
        (".", "PATH=$PWD/bin:$PATH; cd /; again"),
        (".", "PATH=$PWD/bin:$PATH; cd /; absolute"),
        (".", "folder/scripts/x.sh"),
    ];
    let by_shell = [
        ("my skill/scripts", "SHELL x.sh"),
        ("my skill/scripts", "SHELL y.sh"),
        ("my skill", "SHELL scripts/x.sh"),
        ("my skill", "CDPATH=/:../other SHELL scripts/x.sh"),
        (".", "SHELL 'my skill/scripts/x.sh'"),
        (".", "SHELL folder/scripts/x.sh"),
        ("bin", "SHELL relative"),
        ("bin", "SHELL ./again"),
        ("bin", "SHELL again"),
        ("bin", "SHELL absolute"),
    ];
    for (from, line) in by_name {
        envelope(&root.join(from), line)?;
    }
    for shell in script.shells {
        for (from, line) in by_shell {
            envelope(&root.join(from), &line.replace("SHELL", shell))?;
        }
    }
    Ok(())
}

/// Runs a line, which has to print the envelope, and the text on stderr.
fn envelope(folder: &Path, line: &str) -> Result<(), Failed> {
    let (out, err) = said(folder, line);
    let told = format!("{}: {line}", folder.display());
    let envelope: serde_json::Value =
        serde_json::from_str(&out).map_err(|e| format!("{told}: {e}: {out}{err}"))?;
    if envelope["confidence"] != 0.9 || err.lines().count() != 2 {
        return Err(format!("{told}: {out}{err}").into());
    }
    Ok(())
}

/// Where a limit forbids the descriptor that keeps stdout, the script prints what it printed, and one line says why.
fn few_descriptors() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let root = folder.path().canonicalize()?;
    skill(&root, &BASH)?;
    let (out, err) = said(&root.join("my skill/scripts"), "ulimit -n 15; ./x.sh");
    let told = err.lines().count() == 1 && err.contains("descriptor 19") && err.contains("15");
    if !out.starts_with("Items: ") || !out.ends_with("Confidence: 0.9\n") || !told {
        return Err(format!("{out}{err}").into());
    }
    Ok(())
}

/// `--helper inline` says that it leaves scripts that are migrated already.
fn inline_later() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let root = folder.path().canonicalize()?;
    skill(&root, &BASH)?;
    let args = ["migrate", "my skill", "--allow-dirty", "--helper", "inline"];
    let (code, out, err) = text(&run_in(&root, &args));
    if code != 0 || !out.contains("1 script with a helper file") || !out.contains("--undo` first") {
        return Err(format!("exit {code}: {out}{err}").into());
    }
    Ok(())
}

/// Without its helper a script prints on stdout what it printed, and the shell names the missing file once.
fn copied_away() -> Result<(), Failed> {
    for script in [BASH, SH] {
        let folder = tempfile::tempdir()?;
        let root = folder.path().canonicalize()?;
        skill(&root, &script)?;
        fs::copy(root.join("my skill/scripts/x.sh"), root.join("other/x.sh"))?;
        let shells = script.shells.iter().map(|shell| format!("{shell} x.sh"));
        for line in shells.chain(["./x.sh".to_owned()]) {
            let (out, err) = said(&root.join("other"), &line);
            let told = err.lines().count() == 1 && err.contains(script.helper);
            if !out.starts_with("Items: ") || !out.ends_with("Confidence: 0.9\n") || !told {
                return Err(format!("{line}: {out}{err}").into());
            }
        }
    }
    Ok(())
}

/// A script of bash that a shell without BASH_SOURCE is given, and its jobs, functions and own exit status.
fn another_shell() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let root = folder.path().canonicalize()?;
    let text_of = "#!/bin/bash\n\nset -eu\nf() { echo \"Rows: $1\"; }\nf 2 &\nwait\necho \"Error: no $1\"\nexit 4\n";
    skill(&root, &Script { text: text_of, ..BASH })?;
    let line = "SHELL 'my skill/scripts/x.sh' it; echo \"exit $?\"";
    let wanted = "Rows: 2\nError: no it\nexit 4\n";
    for shell in ["dash", "busybox sh", "SKILLGEN_STDOUT=text dash", "SKILLGEN_STDOUT=text bash"] {
        let (out, err) = said(&root, &line.replace("SHELL", shell));
        let noise = if shell.ends_with("bash") { 0 } else { 2 };
        if out != wanted || err.lines().count() != noise {
            return Err(format!("{shell}: {out}{err}").into());
        }
    }
    Ok(())
}

/// `sh x.sh` in a page, where sh may be dash: a script of bash would print no envelope there.
fn given_to_sh() -> Result<(), Failed> {
    for (line, reason) in [
        ("sh scripts/x.sh", "SKILL.md:5 runs it with `sh`, which may not be bash"),
        ("/bin/dash -eu ./scripts/x.sh a", "SKILL.md:5 runs it with `dash`"),
        ("bash scripts/x.sh", ""),
    ] {
        for (script, bash) in [(BASH, true), (SH, false)] {
            let folder = tempfile::tempdir()?;
            fs::create_dir(folder.path().join("scripts"))?;
            fs::write(folder.path().join("scripts/x.sh"), script.text)?;
            let page = format!("---\nname: a\n---\n```sh\n{line}\n```\n");
            fs::write(folder.path().join("SKILL.md"), page)?;
            let (_, _, err) = text(&run_in(folder.path(), &["migrate", ".", "--dry-run"]));
            let refused = bash && !reason.is_empty();
            if refused != err.contains(", 1 refused") || refused && !err.contains(reason) {
                return Err(format!("{line}: {err}").into());
            }
            let forced = ["migrate", ".", "--dry-run", "--force"];
            let (_, _, err) = text(&run_in(folder.path(), &forced));
            if !err.contains("1 script to migrate") {
                return Err(format!("{line}: {err}").into());
            }
        }
    }
    Ok(())
}

/// Text that a shell reads from stdin has no folder: a helper of the folder that someone stands in is not run.
fn current_folder() -> Result<(), Failed> {
    for script in [BASH, SH] {
        let folder = tempfile::tempdir()?;
        let root = folder.path().canonicalize()?;
        skill(&root, &script)?;
        fs::write(root.join("other").join(script.helper), "echo taken in\n")?;
        for shell in script.shells {
            for line in ["SHELL < SCRIPT", "SHELL -c \"$(cat SCRIPT)\""] {
                let line = line.replace("SHELL", shell);
                let line = line.replace("SCRIPT", "'../my skill/scripts/x.sh'");
                let (out, err) = said(&root.join("other"), &line);
                if out.contains("taken in") || !out.ends_with("Confidence: 0.9\n") {
                    return Err(format!("{line}: {out}{err}").into());
                }
            }
        }
    }
    Ok(())
}

/// A helper of an older version is replaced; one that somebody edited stays, and so do the scripts.
fn edited() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let root = folder.path().canonicalize()?;
    skill(&root, &BASH)?;
    let scripts = root.join("my skill/scripts");
    let helper = scripts.join("skill-envelope.bash");
    fs::write(scripts.join("z.sh"), BASH.text)?;
    let text_of = |path: &Path| fs::read_to_string(path).unwrap_or_default();
    let mine = text_of(&helper).replacen("\n\n", "\n\necho mine\n", 1);
    fs::write(&helper, &mine)?;
    let args = ["migrate", "my skill", "--allow-dirty", "--format", "json"];
    let (code, out, err) = text(&run_in(&root, &args));
    let kept = text_of(&helper) == mine && text_of(&scripts.join("z.sh")) == BASH.text;
    if code != 0 || !kept || !out.contains("was edited from this line on") {
        return Err(format!("{code} {out}{err}").into());
    }
    // With another confidence it is as another run wrote it.
    fs::remove_file(&helper)?;
    for confidence in ["0.4", "0.6"] {
        fs::write(scripts.join("z.sh"), BASH.text)?;
        let (code, out, err) =
            text(&run_in(&root, &[&args[..], &["--default-confidence", confidence]].concat()));
        if code != 0 || !text_of(&helper).contains(&format!("confidence:-{confidence}")) {
            return Err(format!("{code} {out}{err}").into());
        }
    }
    Ok(())
}

/// No long lines, and nothing that shellcheck says, in the helper and in the script.
fn readable() -> Result<(), Failed> {
    for script in [BASH, SH] {
        let folder = tempfile::tempdir()?;
        let root = folder.path().canonicalize()?;
        skill(&root, &script)?;
        is_readable(&root.join("my skill/scripts"), script.helper)?;
    }
    Ok(())
}

/// A script that needs all parts which its shell has, apart from the one for a function `skill_say` of the script.
const PARTS: &str = "
trap 'wait; echo bye' EXIT
trap
true &
title=$(printf '%s' \"$1\")
echo \"$title: Created: $2 with 3 rows\"
echo \"Confidence: $3\"
echo \"Created: $4\"
printf 'Created: %s\\n\\n' \"$5\"
case $6 in x) exec date ;; esac
for file in \"$@\"; do echo \"Created: $file\"; done
cat <<END
Confidence: $7
END
";

/// So are the helpers with all parts: short lines, and no finding of shellcheck.
fn readable_parts() -> Result<(), Failed> {
    let parts = [
        "exit",
        "files",
        "confidence",
        "text",
        "exec",
        "answer",
        "traps",
        "time",
        "loops",
        "heredoc",
    ];
    for script in [BASH, SH] {
        let folder = tempfile::tempdir()?;
        let root = folder.path().canonicalize()?;
        let first = script.text.lines().next().unwrap_or_default();
        fs::write(root.join("x.sh"), format!("{first}\n{PARTS}"))?;
        fs::write(root.join("y.sh"), format!("{first}\n\nsort \"$1\" | tail -1\n"))?;
        let options = ["--envelope", "helper", "--with", "indent,time,missing"];
        let (code, out, err) = text(&run_in(&root, &[&["migrate", "."], &options[..]].concat()));
        let helper = fs::read_to_string(root.join(script.helper))?;
        let line = helper.lines().find(|line| line.starts_with("# Parts: ")).unwrap_or_default();
        if code != 0 || !parts.iter().all(|part| line.contains(part)) {
            return Err(format!("{code} {out}{err}{line}").into());
        }
        is_readable(&root, script.helper)?;
    }
    Ok(())
}

/// Does neither the script nor its helper hold a long line, or anything that shellcheck finds?
fn is_readable(scripts: &Path, helper: &str) -> Result<(), Failed> {
    for name in ["x.sh", helper] {
        let text = fs::read_to_string(scripts.join(name))?;
        if let Some(line) = text.lines().find(|line| line.chars().count() > 160) {
            return Err(format!("{name}: {line}").into());
        }
    }
    let said = Command::new("shellcheck").args(["x.sh", helper]).current_dir(scripts).output()?;
    if !said.status.success() {
        return Err(String::from_utf8_lossy(&said.stdout).into_owned().into());
    }
    Ok(())
}
