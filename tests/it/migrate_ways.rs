//! The ways to run a migrated script: from any folder, by PATH, through links, by stdin, and copied away from its helper.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;
use std::process::Command;

use libtest_mimic::{Failed, Trial};

use crate::support::{run_in, text};

const SCRIPT: &str = "#!/usr/bin/env bash\n# Makes a file.\n\nset -euo pipefail\nout=${TMPDIR:-/tmp}\n[ -d \"$out\" ] || { echo \"ERROR: no $out\"; exit 3; }\necho \"Items: ${#out}\"\necho \"Confidence: 0.9\"\n";

pub(crate) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("migrate_ways::every_way_gives_the_envelope", every_way),
        Trial::test("migrate_ways::copied_away_it_prints_its_text", copied_away),
        Trial::test("migrate_ways::the_current_folder_gives_no_helper", current_folder),
        Trial::test("migrate_ways::the_helper_is_readable", readable),
        Trial::test("migrate_ways::an_edited_helper_is_not_replaced", edited),
    ]
}

/// A skill in a folder with a blank in its name, migrated, and links to it.
fn skill(root: &Path) -> Result<(), Failed> {
    let scripts = root.join("my skill/scripts");
    fs::create_dir_all(&scripts)?;
    fs::create_dir_all(root.join("bin"))?;
    fs::create_dir_all(root.join("other/scripts"))?;
    let script = scripts.join("x.sh");
    fs::write(&script, SCRIPT)?;
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
    let output = Command::new("bash")
        .args(["-c", line])
        .current_dir(folder)
        .env_remove("BASH_ENV")
        .output()
        .expect("bash can be started");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr))
}

fn every_way() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let root = folder.path().canonicalize()?;
    skill(&root)?;
    let ways = [
        ("my skill/scripts", "bash x.sh"),
        ("my skill/scripts", "./x.sh"),
        ("my skill/scripts", "bash y.sh"),
        ("my skill/scripts", "PATH=.:$PATH x.sh"),
        ("my skill", "bash scripts/x.sh"),
        ("my skill", "export CDPATH=/:../other; bash scripts/x.sh"),
        (".", "bash 'my skill/scripts/x.sh'"),
        (".", "\"$PWD/my skill/scripts/x.sh\""),
        (".", "bash folder/scripts/x.sh"),
        (".", "PATH=$PWD/bin:$PATH; cd /; relative"),
        (".", "PATH=$PWD/bin:$PATH; cd /; again"),
        (".", "PATH=$PWD/bin:$PATH; cd /; bash absolute"),
        ("bin", "bash relative"),
        ("bin", "bash ./again"),
        ("bin", "bash --posix again"),
        ("bin", "bash -eu absolute"),
    ];
    for (from, line) in ways {
        let (out, err) = said(&root.join(from), line);
        let envelope: serde_json::Value =
            serde_json::from_str(&out).map_err(|e| format!("{from}: {line}: {e}: {out}{err}"))?;
        if envelope["confidence"] != 0.9 || err.lines().count() != 2 {
            return Err(format!("{from}: {line}: {out}{err}").into());
        }
    }
    Ok(())
}

/// Without its helper a script prints on stdout what it printed, and bash names the missing file once.
fn copied_away() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let root = folder.path().canonicalize()?;
    skill(&root)?;
    fs::copy(root.join("my skill/scripts/x.sh"), root.join("other/x.sh"))?;
    for line in ["bash x.sh", "bash --posix x.sh", "./x.sh", "bash -eu x.sh"] {
        let (out, err) = said(&root.join("other"), line);
        let told = err.lines().count() == 1 && err.contains("skill-envelope.bash: No such file");
        if !out.starts_with("Items: ") || !out.ends_with("Confidence: 0.9\n") || !told {
            return Err(format!("{line}: {out}{err}").into());
        }
    }
    Ok(())
}

/// Text that bash reads from stdin has no folder: a helper of the folder that someone stands in is not run.
fn current_folder() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let root = folder.path().canonicalize()?;
    skill(&root)?;
    fs::write(root.join("other/skill-envelope.bash"), "echo taken in\n")?;
    for line in ["bash < '../my skill/scripts/x.sh'", "bash --posix < '../my skill/scripts/x.sh'"] {
        let (out, err) = said(&root.join("other"), line);
        if out.contains("taken in") || !out.ends_with("Confidence: 0.9\n") {
            return Err(format!("{line}: {out}{err}").into());
        }
    }
    Ok(())
}

/// A helper of an older version is replaced; one that somebody edited stays, and so do the scripts.
fn edited() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let root = folder.path().canonicalize()?;
    skill(&root)?;
    let scripts = root.join("my skill/scripts");
    let helper = scripts.join("skill-envelope.bash");
    fs::write(scripts.join("z.sh"), SCRIPT)?;
    let text_of = |path: &Path| fs::read_to_string(path).unwrap_or_default();
    let mine = text_of(&helper).replacen("\n\n", "\n\necho mine\n", 1);
    fs::write(&helper, &mine)?;
    let args = ["migrate", "my skill", "--allow-dirty", "--format", "json"];
    let (code, out, err) = text(&run_in(&root, &args));
    let kept = text_of(&helper) == mine && text_of(&scripts.join("z.sh")) == SCRIPT;
    if code != 0 || !kept || !out.contains("is not as skillgen wrote it") {
        return Err(format!("{code} {out}{err}").into());
    }
    // With another confidence it is as another run wrote it.
    fs::remove_file(&helper)?;
    for confidence in ["0.4", "0.6"] {
        fs::write(scripts.join("z.sh"), SCRIPT)?;
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
    let folder = tempfile::tempdir()?;
    let root = folder.path().canonicalize()?;
    skill(&root)?;
    for name in ["x.sh", "skill-envelope.bash"] {
        let text = fs::read_to_string(root.join("my skill/scripts").join(name))?;
        if let Some(line) = text.lines().find(|line| line.chars().count() > 160) {
            return Err(format!("{name}: {line}").into());
        }
    }
    let scripts = root.join("my skill/scripts");
    let said = Command::new("shellcheck")
        .args(["x.sh", "skill-envelope.bash"])
        .current_dir(scripts)
        .output()?;
    if !said.status.success() {
        return Err(String::from_utf8_lossy(&said.stdout).into_owned().into());
    }
    Ok(())
}
