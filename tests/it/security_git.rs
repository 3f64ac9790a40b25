//! A repository that nobody trusts is asked by git, and runs nothing of its own: no filter, hook, fsmonitor, diff driver
//! or upload-pack. Each attack would leave a marker file outside of the tree.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use libtest_mimic::Trial;

use crate::migrate_safety::{Check, Named, SCRIPT, Tree, ensure};
use crate::support::{put, run_in, skillgen, text};

pub(crate) fn cases() -> Vec<Trial> {
    let all: [Named; 16] = [
        ("a_git_folder_of_another_tree_is_not_used", other_tree),
        ("linked_trees_and_submodules_are_read", own_trees),
        ("folder_that_looks_like_a_bare_repository", bare_lookalike),
        ("hostile_configuration", hostile_configuration),
        ("hostile_configuration_of_a_submodule", hostile_submodule),
        ("partial_clone_fetches_nothing", partial_clone),
        ("revisions_are_no_options", options),
        ("git_variables_are_dropped", environment),
        ("git_beside_the_scripts_is_not_started", git_in_current_folder),
        ("the_index_is_not_written", index_unchanged),
        ("an_index_names_files_of_the_tree", foreign_index),
        ("the_folder_of_git_is_private", private_folder),
        ("memory_of_git_is_limited", memory),
        ("replaced_objects_are_not_compared", replaced),
        ("blobs_over_the_limit_are_not_unpacked", huge_blobs),
        ("a_git_folder_of_another_user_is_not_found", foreign_git),
    ];
    all.into_iter().map(|(name, test)| Trial::test(format!("security_git::{name}"), test)).collect()
}

const SCHEMA: &str =
    "{\"$schema\":\"https://json-schema.org/draft/2020-12/schema\",\"type\":\"object\"}\n";

/// A committed tree with a script and a contract, and a program that leaves a marker.
struct Hostile {
    tree: Tree,
    marker: PathBuf,
    spy: String,
}

impl Hostile {
    fn new() -> Hostile {
        let tree = Tree::new();
        tree.script("a.sh", SCRIPT);
        tree.script("c.json", SCHEMA);
        tree.committed();
        let marker = tree.path.join("../marker");
        // A filter has to pass its input on, or git would say so before it runs the next one.
        let text = format!("#!/bin/sh\necho \"$0 $*\" >> '{}'\ncat\n", marker.display());
        let spy = tree.script("../spy", &text).to_str().unwrap().to_owned();
        Hostile { tree, marker, spy }
    }

    /// Names the program wherever a configuration can.
    fn configure(&self, git_dir: &Path) {
        let spy = &self.spy;
        let config = format!(
            "[core]\n\tfsmonitor = {spy}\n\tpager = {spy}\n\tsshCommand = {spy}\n\teditor = {spy}\n\talternateRefsCommand = {spy}\n\
             [filter \"evil\"]\n\tclean = {spy}\n\tsmudge = {spy}\n\tprocess = {spy}\n\trequired = true\n\
             [filter \"calm\"]\n\tclean = {spy}\n\tsmudge = {spy}\n\
             [diff]\n\texternal = {spy}\n[diff \"evil\"]\n\ttextconv = {spy}\n\tcommand = {spy}\n\
             [merge \"evil\"]\n\tdriver = {spy}\n[pager]\n\tstatus = {spy}\n\tdiff = {spy}\n\
             [include]\n\tpath = {spy}.config\n"
        );
        let old = fs::read_to_string(git_dir.join("config")).unwrap_or_default();
        put(git_dir, "config", format!("{old}{config}"));
        put(
            git_dir,
            "info/attributes",
            "*.sh filter=evil diff=evil\n*.json filter=calm diff=evil\n",
        );
        for hook in ["post-index-change", "reference-transaction", "fsmonitor-watchman"] {
            let path = put(git_dir, format!("hooks/{hook}"), fs::read(spy).unwrap());
            fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
        }
    }

    /// Runs skillgen in a folder of the tree; gives what it said where the marker is there.
    fn holds(&self, folder: &str, args: &[&str]) -> Check {
        // Another time and size: git has to read the file again.
        let path = self.tree.path.join("c.json");
        if path.exists() {
            fs::write(&path, format!("{SCHEMA} ")).unwrap();
        }
        let mut command = skillgen();
        command.args(args).current_dir(self.tree.path.join(folder));
        let (code, out, err) = text(&command.output().unwrap());
        let ran = fs::read_to_string(&self.marker).unwrap_or_default();
        let _ = fs::remove_file(&self.marker);
        ensure(ran.is_empty(), format!("{args:?} in {folder}: {ran}\nexit {code}: {out}{err}"))?;
        // A command that could not do its work would run nothing either.
        ensure(code == 0, format!("{args:?} in {folder}: exit {code}: {out}{err}"))
    }
}

/// What asks git, in each of its forms.
const COMMANDS: [&[&str]; 9] = [
    &["diff", "--against", "HEAD"],
    &["diff", "--against", "HEAD", "c.json"],
    &["diff", "HEAD:c.json", "c.json"],
    &["validate", "--contract", "HEAD:./c.json", "c.json"],
    &["emit", "--lang", "ts", "--contract", "HEAD:c.json"],
    &["check", "."],
    &["migrate", "--dry-run", "."],
    &["migrate", "a.sh"],
    &["migrate", "--undo"],
];

fn bare_lookalike() -> Check {
    let hostile = Hostile::new();
    let other = Tree::new();
    other.script("a.sh", SCRIPT);
    other.committed();
    let git_dir = other.path.join(".git");
    hostile.configure(&git_dir);
    ensure(other.git(&["config", "core.worktree", "."]), "git config")?;
    let evil = hostile.tree.path.join("skills/evil");
    copy(&git_dir, &evil);
    hostile.tree.script("skills/evil/a.sh", &format!("{SCRIPT}echo other\n"));
    hostile.tree.script("skills/evil/c.json", SCHEMA);
    ensure(hostile.tree.git(&["add", "-A", "-f"]), "git add")?;
    ensure(hostile.tree.git(&["commit", "-qm", "evil"]), "git commit")?;
    for args in COMMANDS {
        hostile.holds("skills/evil", args)?;
    }
    hostile.holds(".", &["migrate", "skills/evil"])?;
    hostile.holds(".", &["migrate", "--undo"])?;
    hostile.holds(".", &["migrate", "skills/evil/a.sh"])?;
    hostile.holds(".", &["diff", "--against", "HEAD", "skills/evil"])
}

fn hostile_configuration() -> Check {
    let hostile = Hostile::new();
    hostile.configure(&hostile.tree.path.join(".git"));
    COMMANDS.iter().try_for_each(|args| hostile.holds(".", args))
}

fn hostile_submodule() -> Check {
    let hostile = Hostile::new();
    let sub = Tree::new();
    sub.script("a.sh", SCRIPT);
    sub.script("c.json", SCHEMA);
    sub.committed();
    let url = sub.path.to_str().unwrap();
    let add = ["-c", "protocol.file.allow=always", "submodule", "add", "-q", url, "s"];
    ensure(hostile.tree.git(&add) && hostile.tree.git(&["commit", "-qm", "s"]), "submodule")?;
    hostile.configure(&hostile.tree.path.join(".git/modules/s"));
    // The same text and another time, so that git reads it again.
    fs::write(hostile.tree.path.join("s/a.sh"), SCRIPT)?;
    for args in COMMANDS {
        hostile.holds(".", args)?;
        hostile.holds("s", args)?;
    }
    Ok(())
}

fn partial_clone() -> Check {
    let hostile = Hostile::new();
    let tree = &hostile.tree;
    let config = format!(
        "[core]\n\trepositoryformatversion = 1\n[extensions]\n\tpartialClone = origin\n[remote \"origin\"]\n\turl = file://{}\n\t\
         uploadpack = {}\n\tpromisor = true\n\tpartialclonefilter = blob:none\n",
        tree.path.display(),
        hostile.spy
    );
    let git_dir = tree.path.join(".git");
    let old = fs::read_to_string(git_dir.join("config"))?;
    fs::write(git_dir.join("config"), format!("{old}{config}"))?;
    let output =
        Command::new("git").args(["rev-parse", "HEAD:c.json"]).current_dir(&tree.path).output()?;
    let id = String::from_utf8(output.stdout)?;
    fs::remove_file(git_dir.join("objects").join(&id[..2]).join(id[2..].trim()))?;
    for args in COMMANDS.iter().filter(|args| !args.iter().any(|arg| arg.starts_with("HEAD"))) {
        hostile.holds(".", args)?;
    }
    let (code, _, err) =
        text(&skillgen().args(["diff", "HEAD:c.json", "c.json"]).current_dir(&tree.path).output()?);
    let fetched = hostile.marker.exists();
    ensure(
        !fetched && code == 2 && err.contains("HEAD:c.json"),
        format!("a missing object: {code} {err}"),
    )
}

fn options() -> Check {
    let hostile = Hostile::new();
    for revision in ["--output=stolen", "-o", "--ext-diff", "--help", "--git-dir=skills", ""] {
        let path = format!("{revision}:c.json");
        let against = format!("--against={revision}");
        for args in [&["diff", &against][..], &["diff", "--", &path, "c.json"]] {
            let output = skillgen().args(args).current_dir(&hostile.tree.path).output()?;
            let (code, _, err) = text(&output);
            ensure(code == 2 && err.lines().count() == 1, format!("{args:?}: {code} {err}"))?;
        }
    }
    ensure(!hostile.tree.path.join("stolen").exists(), "git wrote a file")
}

fn environment() -> Check {
    let hostile = Hostile::new();
    let other = Hostile::new();
    other.configure(&other.tree.path.join(".git"));
    let global = other.tree.path.join(".git/config");
    let variables = [
        ("GIT_DIR", other.tree.path.join(".git").display().to_string()),
        ("GIT_WORK_TREE", other.tree.path.display().to_string()),
        ("GIT_CONFIG_GLOBAL", global.display().to_string()),
        ("GIT_CONFIG_SYSTEM", global.display().to_string()),
        ("GIT_EXTERNAL_DIFF", other.spy.clone()),
        ("GIT_PAGER", other.spy.clone()),
        ("GIT_TRACE", hostile.marker.display().to_string()),
        ("GIT_CONFIG_COUNT", "1".to_owned()),
        ("GIT_CONFIG_KEY_0", "core.fsmonitor".to_owned()),
        ("GIT_CONFIG_VALUE_0", other.spy.clone()),
        ("GIT_CONFIG_PARAMETERS", format!("'core.fsmonitor'='{}'", other.spy)),
    ];
    for args in COMMANDS {
        let mut command = skillgen();
        command.args(args).envs(variables.clone()).current_dir(&hostile.tree.path);
        let (code, out, err) = text(&command.output()?);
        let ran = hostile.marker.exists() || other.marker.exists();
        ensure(!ran && code == 0, format!("{args:?}: exit {code}: {out}{err}"))?;
    }
    Ok(())
}

fn git_in_current_folder() -> Check {
    let hostile = Hostile::new();
    hostile.tree.script("git", &fs::read_to_string(&hostile.spy)?);
    let path = std::env::var("PATH").unwrap_or_default();
    for args in COMMANDS {
        let mut command = skillgen();
        command.args(args).env("PATH", format!(".:{path}")).current_dir(&hostile.tree.path);
        let (code, _, err) = text(&command.output()?);
        let ran = hostile.marker.exists();
        ensure(!ran && code == 0, format!("{args:?}: exit {code}: {err}"))?;
    }
    Ok(())
}

/// Git may write an index that it has read, and that starts a hook.
fn index_unchanged() -> Check {
    let hostile = Hostile::new();
    let index = hostile.tree.path.join(".git/index");
    let before = fs::metadata(&index)?.modified()?;
    for args in COMMANDS {
        // The same text at another time: git would note that in the index.
        fs::write(hostile.tree.path.join("a.sh"), SCRIPT)?;
        hostile.holds(".", args)?;
        let same = fs::metadata(&index)?.modified()? == before;
        ensure(same, format!("{args:?}: the index was written"))?;
    }
    Ok(())
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// Git would open such files to compare them.
fn foreign_index() -> Check {
    for name in ["../outside.json", "/etc/hostname", "a/../../outside.json", ".git/config"] {
        let tree = Tree::new();
        tree.script("c.json", SCHEMA);
        tree.committed();
        fs::write(tree.path.join(".git/index"), index_of(name))?;
        for args in [&["diff", "--against", "HEAD"][..], &["changelog", "--since", "HEAD"]] {
            let (code, out, err) = text(&run_in(&tree.path, args));
            let refused = code == 2 && err.contains("no path of the tree");
            ensure(refused, format!("{name}: {args:?}: {code} {out}{err}"))?;
        }
    }
    Ok(())
}

/// An index with one file, of an empty blob.
fn index_of(name: &str) -> Vec<u8> {
    let mut bytes = b"DIRC".to_vec();
    bytes.extend([0, 0, 0, 2, 0, 0, 0, 1]);
    let entry = bytes.len();
    // Times, device, inode; then the mode, the owner and the size.
    bytes.extend([0; 24]);
    bytes.extend(0o100_644_u32.to_be_bytes());
    bytes.extend([0; 12]);
    bytes.extend(hex("e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"));
    bytes.extend(u16::try_from(name.len()).unwrap().to_be_bytes());
    bytes.extend(name.bytes());
    let padding = 8 - (bytes.len() - entry) % 8;
    bytes.extend(vec![0; padding]);
    // All zeros: git doesn't check the sum of such an index.
    bytes.extend([0; 20]);
    bytes
}

fn hex(text: &str) -> Vec<u8> {
    (0..text.len()).step_by(2).map(|i| u8::from_str_radix(&text[i..i + 2], 16).unwrap()).collect()
}

/// Whatever the umask: another account could write a configuration there that names programs.
fn private_folder() -> Check {
    let tree = Tree::new();
    tree.script("c.json", SCHEMA);
    tree.committed();
    let temporary = tree.path.join("../temporary");
    fs::create_dir(&temporary)?;
    // A FIFO holds git up while its folder is looked at.
    ensure(Command::new("mkfifo").arg(tree.path.join(".gitignore")).status()?.success(), "mkfifo")?;
    let mut command = Command::new("bash");
    command.args(["-c", "umask 000; exec \"$@\"", "-"]).arg(env!("CARGO_BIN_EXE_skillgen"));
    command.args(["diff", "--against", "HEAD"]).current_dir(&tree.path).env("TMPDIR", &temporary);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
    let mut seen = None;
    for _ in 0..200 {
        let found = fs::read_dir(&temporary)?.flatten().find(|e| e.path().join("config").exists());
        if let Some(entry) = found {
            seen = entry.metadata().ok().map(|meta| meta.permissions().mode() & 0o777);
            break;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    child.wait()?;
    ensure(seen == Some(0o700), format!("mode {seen:?}"))
}

/// A sparse file of 6 GB is small in an archive; git reads it as a whole.
fn memory() -> Check {
    let tree = Tree::new();
    tree.script("c.json", SCHEMA);
    tree.committed();
    let exclude = tree.path.join(".git/info/exclude");
    for (file, message) in [
        (tree.path.join(".gitignore"), "more memory than it gets"),
        (exclude, "info/exclude: 6144 MB; at most 16 MB are read"),
    ] {
        fs::create_dir_all(file.parent().unwrap())?;
        fs::File::create(&file)?.set_len(6 << 30)?;
        let (code, out, err) = text(&run_in(&tree.path, &["diff", "--against", "HEAD"]));
        ensure(code == 2 && err.contains(message), format!("{code} {out}{err}"))?;
        fs::remove_file(&file)?;
    }
    Ok(())
}

/// An archive's `.git` may hold `refs/replace`, by which git reads another object than the one that is named.
fn replaced() -> Check {
    let tree = Tree::new();
    tree.script("c.json", "{\"type\": \"string\"}\n");
    tree.committed();
    tree.script("c.json", "{\"type\": \"integer\"}\n");
    let git = |args: &[&str]| {
        let output = Command::new("git").arg("-C").arg(&tree.path).args(args).output().unwrap();
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    };
    let (old, new) = (git(&["rev-parse", "HEAD:c.json"]), git(&["hash-object", "-w", "c.json"]));
    git(&["replace", &old, &new]);
    ensure(git(&["cat-file", "-p", "HEAD:c.json"]).contains("integer"), "git replaces it")?;
    let (code, out, err) = text(&run_in(&tree.path, &["diff", "--against", "HEAD"]));
    ensure(code == 1 && out.contains("from string to integer"), format!("{code} {out}{err}"))
}

/// Anybody can make a `.git` in a folder above that all may write to. Only root can give it to another user here.
fn foreign_git() -> Check {
    let tree = Tree::new();
    let above = tree.path.parent().unwrap();
    tree.script("../other.json", "{\"type\": \"integer\"}\n");
    tree.script("c.json", "{\"$ref\": \"../other.json\"}\n");
    tree.script("d.json", "1\n");
    fs::create_dir_all(above.join(".git"))?;
    fs::write(above.join(".git/HEAD"), "ref: refs/heads/main\n")?;
    let validate = || text(&run_in(&tree.path, &["validate", "--contract", "c.json", "d.json"]));
    let (code, out, err) = validate();
    ensure(code == 0, format!("the user's own: {code} {out}{err}"))?;
    if rustix::process::geteuid().is_root() {
        std::os::unix::fs::chown(above.join(".git"), Some(65_534), None)?;
        let (code, out, err) = validate();
        ensure(code == 2 && err.contains("other.json"), format!("another's: {code} {out}{err}"))?;
    }
    Ok(())
}

/// A loose object of 600 kB stands for 600 MB, and a tree names it a hundred times.
fn huge_blobs() -> Check {
    let tree = Tree::of(&[("c.schema.json", SCHEMA)]);
    tree.committed();
    let script = "b=$(head -c 600000000 /dev/zero | git hash-object -w --stdin) &&
        t=$(for n in {100..199}; do printf '100644 blob %s\\tc%s.schema.json\\n' $b $n; done | git mktree) &&
        git update-ref refs/heads/huge $(git -c user.name=a -c user.email=a commit-tree -m huge $t) &&
        for n in {100..199}; do cp c.schema.json c$n.schema.json; done && git add . && git -c user.name=a -c user.email=a commit -qm all";
    let made = Command::new("bash").args(["-c", script]).current_dir(&tree.path).output()?;
    ensure(made.status.success(), format!("{made:?}"))?;
    let start = std::time::Instant::now();
    let (code, out, err) = text(&run_in(&tree.path, &["diff", "huge:", "."]));
    let told = format!("{out}{err}").matches("more than 32 MB").count();
    ensure(code == 2 && told >= 100, format!("{code} {told} {out}{err}"))?;
    // Unpacking took 0.8 s for each.
    let taken = start.elapsed();
    ensure(taken < Duration::from_secs(40), format!("{taken:?}"))
}

/// Runs a script of bash in a folder.
fn shell(folder: &Path, script: &str) -> Check {
    let line = format!(
        "set -e; export GIT_CONFIG_GLOBAL=/dev/null GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a\n{script}"
    );
    let done = Command::new("bash").args(["-c", &line]).current_dir(folder).output()?;
    ensure(done.status.success(), format!("{script}: {done:?}"))
}

/// An archive's `.git`, or a part of it, leads to a repository of the user's, whose contracts would stand in the report.
fn other_tree() -> Check {
    let ways = [
        ("a file", "rm -r .git; echo \"gitdir: $V/.git\" > .git"),
        ("a link", "rm -r .git; ln -s $V/.git .git"),
        (
            "a linked tree's file",
            "rm -r .git; git -C $V worktree add -q ../linked; cp ../linked/.git .git",
        ),
        ("commondir", "echo $V/.git > .git/commondir"),
        ("refs", "rm -r .git/refs; ln -s $V/.git/refs .git/refs"),
        ("a folder in refs", "ln -s $V/.git/refs .git/refs/v"),
        (
            "a folder in refs through another",
            "mkdir .git/x; ln -s $V/.git/refs .git/x/v; ln -s ../x .git/refs/v",
        ),
        ("a ref", "ln -s $V/.git/refs/heads/main .git/refs/heads/v"),
        ("HEAD", "ln -sf $V/.git/refs/heads/main .git/HEAD"),
        ("packed-refs", "git -C $V pack-refs --all; ln -s $V/.git/packed-refs .git/packed-refs"),
        ("a log", "rm -rf .git/logs; ln -s $V/.git/logs .git/logs"),
        ("the index", "ln -sf $V/.git/index .git/index"),
        ("objects", "rm -r .git/objects; ln -s $V/.git/objects .git/objects"),
    ];
    for (what, way) in ways {
        let scratch = tempfile::tempdir()?;
        let folder = fs::canonicalize(scratch.path())?;
        let script = format!(
            "V=$PWD/victim; git init -q -b main victim; cd victim
             echo '{{\"type\":\"object\",\"title\":\"SECRET\"}}' > c.schema.json; git add .; git commit -qm x; cd ..
             git init -q -b main evil; cd evil; echo '{{\"type\":\"array\"}}' > c.schema.json; git add .; git commit -qm x
             echo $V/.git/objects > .git/objects/info/alternates
             {way}"
        );
        shell(&folder, &script)?;
        for words in
            [["diff", "--against", "HEAD"], ["diff", "v:", "."], ["diff", "v/heads/main:", "."]]
        {
            let (_, out, err) = text(&run_in(&folder.join("evil"), &words));
            let said = format!("{out}{err}");
            ensure(!said.contains("SECRET"), format!("{what}: {words:?}: {said}"))?;
        }
        let (code, out, err) =
            text(&run_in(&folder.join("evil"), &["diff", "--against", "HEAD", "--format", "json"]));
        let said = format!("{out}{err}");
        let is_told = ["leads to", "a link"].iter().any(|words| said.contains(words));
        ensure(code == 2 && is_told, format!("{what}: {code} {said}"))?;
    }
    Ok(())
}

/// Working trees whose git directory stands elsewhere: git notes which tree each one is of.
fn own_trees() -> Check {
    let scratch = tempfile::tempdir()?;
    let folder = fs::canonicalize(scratch.path())?;
    let script = "git init -q -b main m; cd m; echo '{\"type\":\"array\"}' > c.schema.json; git add .; git commit -qm x
        git worktree add -q ../linked
        git worktree add -q ../moved; mv ../moved ../elsewhere; cd ..
        git init -q super; cd super; git -c protocol.file.allow=always submodule add -q ../m sub; cd ..
        git clone -q --separate-git-dir apart m cloned";
    shell(&folder, script)?;
    for tree in ["m", "linked", "elsewhere", "super/sub"] {
        let (code, out, err) = text(&run_in(&folder.join(tree), &["diff", "--against", "HEAD"]));
        ensure(code == 0, format!("{tree}: {code} {out}{err}"))?;
    }
    let cloned = folder.join("cloned");
    let (code, _, err) = text(&run_in(&cloned, &["diff", "--against", "HEAD"]));
    ensure(code == 2 && err.contains("config core.worktree"), format!("{code} {err}"))?;
    shell(&folder, "git -C apart config core.worktree $PWD/cloned")?;
    let (code, _, err) = text(&run_in(&cloned, &["diff", "--against", "HEAD"]));
    ensure(code == 0, format!("{code} {err}"))
}
