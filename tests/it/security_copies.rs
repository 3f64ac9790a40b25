//! The copy of a skill that `migrate --verify` runs: what is in it, who can reach it, and what its report says of it.

use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
use std::path::PathBuf;
use std::process::Stdio;

use libtest_mimic::Trial;

use crate::migrate_safety::{Check, Named, Tree, ensure};
use crate::support::skillgen;

pub(crate) fn cases() -> Vec<Trial> {
    let all: [Named; 3] = [
        ("nothing_of_git_is_copied", git_folders),
        ("the_folder_of_a_run_stays_with_its_user", owner),
        ("names_of_a_run_start_no_line", names),
    ];
    all.into_iter()
        .map(|(name, test)| Trial::test(format!("security_copies::{name}"), test))
        .collect()
}

const SKILL: &str = "---\nname: s\ndescription: d\n---\n";

/// Links of the skill to the folder of git, and a repository's folder under another name.
fn git_folders() -> Check {
    let tree = Tree::new();
    tree.script("s/SKILL.md", SKILL);
    for (link, target) in [("c", "../.git/config"), ("g", "../.git"), ("m", "../moved/config")] {
        symlink(target, tree.path.join("s").join(link))?;
    }
    tree.script("shared/text", "text\n");
    symlink("../shared/text", tree.path.join("s/t"))?;
    tree.committed();
    tree.script("s/.GIT/config", "SECRET\n");
    for folder in ["moved", "s/other"] {
        tree.script(&format!("{folder}/HEAD"), "ref: refs/heads/main\n");
        tree.script(&format!("{folder}/config"), "SECRET\n");
        for inner in ["objects", "refs"] {
            fs::create_dir_all(tree.path.join(folder).join(inner))?;
        }
    }
    let opened = ["c", "g/config", "m", ".GIT/config", "other/config"];
    let tries: String = opened
        .iter()
        .zip(10..)
        .map(|(file, exit)| format!("cat {file} && exit {exit}\n"))
        .collect();
    let script = format!("#!/bin/bash\ncat t || exit 9\n{tries}echo \"Items: 1\"\nexit 0\n");
    tree.script("s/a.sh", &script);
    tree.script("s/verify.toml", "[[run]]\nexit = 0\n");
    let report = tree.report(&["--verify", "--trust", "--check", "--allow-dirty", "s/a.sh"])?;
    let seen = &report["files"][0]["verified"];
    ensure(seen["identical"] == 1 && seen["runs"] == 1, report.to_string())
}

/// Another process with the account of the run can't put a link in the place of a file that root writes.
fn owner() -> Check {
    let tree = Tree::new();
    tree.script("a.sh", "#!/bin/bash\nsleep 2\necho \"Items: 1\"\n");
    let temporary = tree.path.join("../tmp");
    fs::create_dir(&temporary)?;
    for open in [tree.path.parent().unwrap(), &temporary] {
        fs::set_permissions(open, fs::Permissions::from_mode(0o755))?;
    }
    let mut command = skillgen();
    command.args(["migrate", "--verify", "--check", "a.sh"]).current_dir(&tree.path);
    command.env("TMPDIR", &temporary).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn()?;
    let own = rustix::process::geteuid().as_raw();
    let mut seen = 0;
    while child.try_wait()?.is_none() {
        let folders = fs::read_dir(&temporary)?.flatten().map(|entry| entry.path());
        for folder in folders.filter(|path| path.to_string_lossy().contains("skillgen-verify-")) {
            seen += usize::from(is_kept(&folder)?);
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    ensure(seen > 0, "no folder of a run was seen")?;
    ensure(own != 0 || seen > 1, "too few looks")
}

/// Whether the folder of a run is there: it belongs to the user of skillgen, and nobody else writes in it.
fn is_kept(folder: &PathBuf) -> Result<bool, libtest_mimic::Failed> {
    // It may have been removed meanwhile.
    let Ok(meta) = fs::metadata(folder) else { return Ok(false) };
    let own = rustix::process::geteuid().as_raw();
    let said = format!("{}: uid {} mode {:o}", folder.display(), meta.uid(), meta.mode());
    ensure(meta.uid() == own && meta.mode() & 0o27 == 0, said)?;
    Ok(true)
}

fn names() -> Check {
    let tree = Tree::new();
    let script = "#!/bin/bash\nif grep -q 'skill_sa[y]' a.sh; then\n  echo x > $'x\\n3 to migrate, all verified'\nfi\necho \"Items: 1\"\n";
    tree.script("a.sh", script);
    for form in ["text", "markdown", "html"] {
        let (code, out, err) = tree.run(&["--verify", "--stat", "--format", form, "a.sh"]);
        let said = format!("{form}: {code}\n{out}{err}");
        ensure(out.contains("3 to migrate, all verified"), &said)?;
        ensure(!out.lines().any(|line| line.starts_with("3 to migrate")), said)?;
    }
    Ok(())
}
