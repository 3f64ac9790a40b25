//! Writes stay where they are asked for: what a repository's skillgen.toml, cache folder and links say does not lead out of it,
//! and a cached output that came with the repository is not used.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;
use std::process::Command;

use libtest_mimic::Trial;

use crate::migrate_safety::{Check, Named, SCRIPT, Tree, ensure};
use crate::support::{skillgen, text};

pub(crate) fn cases() -> Vec<Trial> {
    let all: [Named; 13] = [
        ("emit_stays_below_its_configuration", emit_out),
        ("paths_of_a_configuration_stay_in_the_tree", config_paths),
        ("a_baseline_stays_below_its_configuration", baselines),
        ("links_out_of_the_tree_are_not_compared", linked_contract),
        ("paths_through_links_of_a_repository", through_links),
        ("a_linked_configuration_is_not_read", linked_config),
        ("configurations_of_others_are_not_found", config_of_others),
        ("a_configuration_has_a_size", config_size),
        ("cache_files_are_private", private_cache),
        ("links_and_fifos_in_a_cache", cache_links),
        ("entries_of_others_are_not_used", foreign_entry),
        ("an_edited_script_gets_no_old_answer", cache_context),
        ("cached_outputs_fit_the_contract", cache_contract),
    ];
    all.into_iter()
        .map(|(name, test)| Trial::test(format!("security_writes::{name}"), test))
        .collect()
}

fn run(folder: &Path, args: &[&str]) -> (i32, String, String) {
    text(&skillgen().args(args).current_dir(folder).output().unwrap())
}

fn fifo(path: &Path) -> bool {
    Command::new("mkfifo").arg(path).status().unwrap().success()
}

fn emit_out() -> Check {
    let tree = Tree::new();
    fs::create_dir_all(tree.path.join("../outside"))?;
    fs::create_dir_all(tree.path.join("sub"))?;
    symlink("../outside", tree.path.join("link"))?;
    let absolute = tree.path.join("../outside").display().to_string();
    for out in [
        &*absolute,
        "../outside",
        "sub/../../outside",
        "link",
        "link/deeper",
        ".git",
        "sub/.GIT/hooks",
    ] {
        tree.script("skillgen.toml", &format!("[[emit]]\nlang = \"ts\"\nout = {out:?}\n"));
        let (code, stdout, err) = run(&tree.path, &["emit"]);
        let told = code == 2 && err.lines().count() == 1 && err.contains("--out DIR");
        ensure(told, format!("{out}: exit {code}: {stdout}{err}"))?;
        let (code, ..) = run(&tree.path, &["emit", "--check"]);
        ensure(code == 2, format!("{out}: --check looks there"))?;
    }
    let count = fs::read_dir(tree.path.join("../outside"))?.count();
    ensure(count == 0 && !tree.path.join(".git").exists(), "a file was written")?;
    tree.script("skillgen.toml", "[[emit]]\nlang = \"ts\"\nout = \"./sub/new\"\n");
    let (code, _, err) = run(&tree.path, &["emit"]);
    ensure(code == 0 && tree.path.join("sub/new").exists(), format!("below: {code} {err}"))?;
    let (code, _, err) = run(&tree.path, &["emit", "--lang", "ts", "--out", "../outside"]);
    ensure(code == 0, format!("on the command line: {code} {err}"))
}

fn config_paths() -> Check {
    let tree = Tree::new();
    let schema = "{\"type\":\"object\",\"title\":\"secret\"}";
    let outside = tree.script("../outside/s.json", schema);
    symlink(&outside, tree.path.join("l.json"))?;
    // A part of a file is a file, too.
    let part = |file: &str| [file.to_owned(), format!("{file}#/$defs/a")];
    let outside = outside.display().to_string();
    for contract in [part(&outside), part("../outside/s.json"), part("l.json")].concat() {
        let entry = format!("[[emit]]\nlang = \"ts\"\nout = \"gen\"\ncontract = {contract:?}\n");
        tree.script("skillgen.toml", &entry);
        let (code, _, err) = run(&tree.path, &["emit"]);
        ensure(code == 2 && err.contains("is outside of"), format!("{contract}: {code} {err}"))?;
    }
    tree.script("../outside/p.toml", "extends = \"contract\"\n");
    tree.script("a.json", schema);
    for policy in ["../outside/p.toml", "/etc/passwd"] {
        tree.script("skillgen.toml", &format!("[diff]\npolicy = {policy:?}\n"));
        let (code, _, err) = run(&tree.path, &["diff", "a.json", "a.json"]);
        ensure(code == 2 && err.contains("--policy"), format!("{policy}: {code} {err}"))?;
    }
    // In a git tree a contract may stand beside the configuration's folder.
    tree.script(
        "sub/skillgen.toml",
        "[[emit]]\nlang = \"ts\"\nout = \"gen\"\ncontract = \"../a.json\"\n",
    );
    tree.committed();
    let (code, _, err) = run(&tree.path.join("sub"), &["emit"]);
    ensure(code == 0, format!("in the same tree: {code} {err}"))
}

/// `--update-baseline` writes: over no file of somebody else, and over none of the tree that is no baseline.
fn baselines() -> Check {
    let tree = Tree::new();
    let outside = tree.script("../outside/rc", "# mine\n");
    tree.script("s/SKILL.md", "---\nname: s\ndescription: Does x. Use when y.\n---\n[a](b.md)\n");
    tree.script("s/scripts/a.sh", SCRIPT);
    symlink("../outside", tree.path.join("link"))?;
    tree.committed();
    let absolute = outside.display().to_string();
    let updates: [&[&str]; 2] =
        [&["check", "--update-baseline"], &["migrate", "--check", "--update-baseline", "s"]];
    for file in [&*absolute, "../outside/rc", "s/../../outside/new", "link/rc", ".git/hooks/new"] {
        let text = format!("[check]\nbaseline = {file:?}\n[migrate]\nbaseline = {file:?}\n");
        tree.script("skillgen.toml", &text);
        for args in updates {
            let (code, out, err) = run(&tree.path, args);
            let refused = code == 2 && err.contains("--baseline");
            ensure(refused, format!("{file}: {args:?}: {code} {out}{err}"))?;
        }
    }
    ensure(fs::read_to_string(&outside)? == "# mine\n", "another file was written")?;
    ensure(!tree.path.join(".git/hooks/new").exists(), "a hook was written")?;
    // The contract of the tree is no baseline.
    tree.script("c.json", "{}\n");
    tree.script(
        "skillgen.toml",
        "[check]\nbaseline = \"c.json\"\n[migrate]\nbaseline = \"c.json\"\n",
    );
    for args in updates {
        let (code, out, err) = run(&tree.path, args);
        let kept = fs::read_to_string(tree.path.join("c.json"))? == "{}\n";
        ensure(code == 2 && kept, format!("{args:?}: {code} {out}{err}"))?;
    }
    for args in updates {
        let table = args[0];
        tree.script("skillgen.toml", &format!("[{table}]\nbaseline = \"{table}.json\"\n"));
        let written = run(&tree.path, args);
        ensure(tree.path.join(format!("{table}.json")).exists(), format!("{written:?}"))?;
        let again = run(&tree.path, args);
        ensure(again.0 == written.0, format!("{again:?}"))?;
    }
    Ok(())
}

/// A pull request may put a link where a contract was: the report would show what it leads to.
fn linked_contract() -> Check {
    let tree = Tree::new();
    let schema = |more: &str| {
        format!(
            "{{\"$schema\":\"https://json-schema.org/draft/2020-12/schema\",\"type\":\"object\"{more}}}"
        )
    };
    tree.script("a.schema.json", &schema(""));
    tree.script("b.schema.json", &schema(",\"title\":\"b\""));
    tree.committed();
    tree.script("../secret.json", &schema(",\"required\":[\"hidden_key\"]"));
    fs::remove_file(tree.path.join("a.schema.json"))?;
    symlink("../secret.json", tree.path.join("a.schema.json"))?;
    for format in ["text", "json", "markdown"] {
        let args = ["diff", "--against", "HEAD", "--format", format];
        let (_, out, err) = run(&tree.path, &args);
        ensure(!out.contains("hidden_key"), format!("{format}: {out}"))?;
        let told = format!("{out}{err}").contains("leads out of the repository");
        ensure(told, format!("{format}: not told: {out}{err}"))?;
    }
    Ok(())
}

/// A repository brings a folder that is a link out of it: what is named below it is a file of somebody else's.
fn through_links() -> Check {
    let tree = Tree::new();
    let schema = "{\"version\": \"1.0.0\", \"type\": \"object\"}";
    for file in ["sub/e.json", "leaf.json"] {
        tree.script(file, schema);
    }
    tree.script("demo/SKILL.md", "---\nname: demo\ndescription: d\n---\n");
    tree.committed();
    ensure(tree.git(&["tag", "v1"]), "git tag")?;
    for gone in ["sub", "demo"] {
        fs::remove_dir_all(tree.path.join(gone))?;
    }
    fs::remove_file(tree.path.join("leaf.json"))?;
    let wider = schema.replace("object\"", "object\", \"properties\": {\"a\": {}}");
    let skill = "---\nName: x\n---\n";
    tree.script("../outside/e.json", &wider);
    tree.script("../outside/SKILL.md", skill);
    for (link, target) in
        [("sub", "../outside"), ("demo", "../outside"), ("leaf.json", "../outside/e.json")]
    {
        symlink(target, tree.path.join(link))?;
    }
    tree.script("a.sh", crate::migrate_safety::SCRIPT);
    for args in [
        &["bump", "--since", "v1", "sub/e.json"][..],
        &["bump", "--since", "v1", "leaf.json"],
        &["check", ".", "--baseline", "sub/b.json", "--update-baseline"],
        &["check", "--fix", "--unsafe-fixes", "demo"],
        &["migrate", "--split", "sub/patches", "a.sh"],
        &["lock", "--out", "sub/mcp.lock.json", "tools.json"],
    ] {
        tree.script("tools.json", "{\"tools\": []}");
        let (code, out, err) = run(&tree.path, args);
        ensure(code != 0, format!("{args:?}: exit {code}: {out}{err}"))?;
        let names = fs::read_dir(tree.path.join("../outside"))?.count();
        let same =
            tree.read("../outside/e.json") == wider && tree.read("../outside/SKILL.md") == skill;
        ensure(names == 2 && same, format!("{args:?} wrote out of the tree: {out}{err}"))?;
        let linked = fs::symlink_metadata(tree.path.join("leaf.json"))?.is_symlink();
        ensure(linked, format!("{args:?} replaced the link"))?;
    }
    // Inside the tree a link leads to the file that is written.
    symlink("real.json", tree.path.join("inside.json"))?;
    tree.script("real.json", schema);
    tree.script("wider.json", &wider);
    let (code, _, err) = run(&tree.path, &["bump", "real.json", "wider.json"]);
    ensure(code == 0, err)
}

/// A configuration that is a link out of the tree would print what stands there.
fn linked_config() -> Check {
    let tree = Tree::new();
    tree.script("a.sh", crate::migrate_safety::SCRIPT);
    tree.committed();
    tree.script("../outside.toml", "[check]\nprofile = \"hunter2\"\n");
    symlink("../outside.toml", tree.path.join("skillgen.toml"))?;
    let (code, out, err) = run(&tree.path, &["check"]);
    let told = code == 2 && err.contains("a link out of the git tree") && !err.contains("hunter2");
    ensure(told, format!("exit {code}: {out}{err}"))?;
    let (_, _, err) = run(&tree.path, &["check", "--config", "skillgen.toml"]);
    ensure(err.contains("hunter2"), format!("--config names it: {err}"))
}

fn config_of_others() -> Check {
    let tree = Tree::new();
    let above = tree.path.parent().unwrap();
    tree.script("../skillgen.toml", "[nonsense]\n");
    tree.script("a.json", "{}");
    fs::create_dir_all(tree.path.join("sub"))?;
    let read = |folder: &Path| run(folder, &["diff", "../a.json", "../a.json"]).0 == 2;
    ensure(read(&tree.path.join("sub")), "the user's own file above is found")?;
    fs::set_permissions(above, fs::Permissions::from_mode(0o777))?;
    ensure(!read(&tree.path.join("sub")), "a file in a folder of everybody's is found")?;
    tree.script("skillgen.toml", "[nonsense]\n");
    tree.committed();
    fs::set_permissions(&tree.path, fs::Permissions::from_mode(0o777))?;
    ensure(read(&tree.path.join("sub")), "the file of the git tree is not found")
}

fn config_size() -> Check {
    let tree = Tree::new();
    tree.script("skillgen.toml", &format!("# {}\n", "x".repeat(2 << 20)));
    let (code, _, err) = run(&tree.path, &["check", "."]);
    ensure(code == 2 && err.contains("at most 1 MB"), format!("{code} {err}"))?;
    fs::remove_file(tree.path.join("skillgen.toml"))?;
    ensure(fifo(&tree.path.join("skillgen.toml")), "mkfifo")?;
    let (code, _, err) = run(&tree.path, &["schema"]);
    ensure(code == 0, format!("a FIFO is no configuration: {code} {err}"))?;
    let (code, _, err) = run(&tree.path, &["--config", "skillgen.toml", "schema"]);
    ensure(code == 2 && err.contains("no regular file"), format!("named: {code} {err}"))
}

const SKILL: &str = "---\nname: memo\ndescription: d\nversion: 1\ncacheable: true\ncache_ttl_minutes: 5\noutput_schema:\n  required:\n    - name: status\n      type: string\n---\n";
const CACHE: &str = "session/current/cache";
const PUT: [&str; 6] = ["cache", "put", "skill", "--input", "in.json", "--output"];
const GET: [&str; 5] = ["cache", "get", "skill", "--input", "in.json"];

fn skill() -> Tree {
    let tree = Tree::new();
    tree.script("skill/SKILL.md", SKILL);
    tree.script("skill/execute.sh", "echo started >&2; echo '{\"status\": \"fresh\"}'\n");
    tree.script("in.json", "{\"a\": 1}");
    tree.script("out.json", "{\"status\": \"kept\"}");
    tree
}

fn put(tree: &Tree) -> (i32, String, String) {
    run(&tree.path, &[&PUT[..], &["out.json"]].concat())
}

fn started(tree: &Tree, args: &[&str]) -> bool {
    let (_, _, err) = run(&tree.path, &[&["run", "skill", "--input", "in.json"], args].concat());
    err.contains("started")
}

fn private_cache() -> Check {
    let tree = skill();
    ensure(put(&tree).0 == 0, "put")?;
    let folder = tree.path.join(CACHE);
    for entry in fs::read_dir(&folder)? {
        let entry = entry?;
        let mode = entry.metadata()?.permissions().mode();
        ensure(mode & 0o77 == 0, format!("{:?}: mode {mode:o}", entry.file_name()))?;
    }
    let mode = fs::metadata(&folder)?.permissions().mode();
    ensure(mode & 0o77 == 0, format!("the folder has mode {mode:o}"))?;
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o777))?;
    let (code, _, err) = put(&tree);
    ensure(code == 2 && err.contains("other users"), format!("an open folder: {code} {err}"))?;
    // A run goes on without it.
    ensure(started(&tree, &[]), "the run needs the cache")
}

fn cache_links() -> Check {
    let tree = skill();
    let folder = tree.path.join(CACHE);
    fs::create_dir_all(&folder)?;
    symlink(tree.path.join("../made"), folder.join(".lock"))?;
    let (code, _, err) = put(&tree);
    ensure(code == 2 && err.contains("not a plain file"), format!("a link: {code} {err}"))?;
    ensure(!tree.path.join("../made").exists(), "a file was made elsewhere")?;
    fs::remove_file(folder.join(".lock"))?;
    ensure(fifo(&folder.join(".lock")), "mkfifo")?;
    let (code, _, err) = put(&tree);
    ensure(code == 2 && err.contains("not a plain file"), format!("a FIFO: {code} {err}"))?;
    let (code, _, err) = run(&tree.path, &["cache", "purge"]);
    ensure(code == 2 && err.contains("not a plain file"), format!("purge: {code} {err}"))?;
    ensure(started(&tree, &[]), "the run needs the cache")?;
    fs::remove_dir_all(tree.path.join("session"))?;
    fs::create_dir_all(tree.path.join("../home/cache"))?;
    for (link, target) in [("session", "../home"), ("session/current", "../../home")] {
        let path = tree.path.join(link);
        fs::create_dir_all(path.parent().unwrap())?;
        symlink(target, &path)?;
        let (code, _, err) = put(&tree);
        ensure(code == 2 && err.contains("a link"), format!("{link}: {code} {err}"))?;
        fs::remove_file(path)?;
    }
    let count = fs::read_dir(tree.path.join("../home/cache"))?.count();
    ensure(count == 0, "an entry was written elsewhere")
}

fn entry(tree: &Tree) -> std::path::PathBuf {
    let entries = fs::read_dir(tree.path.join(CACHE)).unwrap().flatten();
    let mut found = entries.map(|entry| entry.path());
    found.find(|path| path.extension().is_some_and(|ending| ending == "md")).unwrap()
}

fn foreign_entry() -> Check {
    let tree = skill();
    ensure(put(&tree).0 == 0 && run(&tree.path, &GET).0 == 0, "put and get")?;
    ensure(!started(&tree, &[]), "the cache answers")?;
    let sound = fs::read_to_string(entry(&tree))?;
    let digest = |body: &str| {
        use sha2::{Digest as _, Sha256};
        Sha256::digest(body).iter().map(|b| format!("{b:02x}")).collect::<String>()
    };
    let (own, evil) = ("{\"status\":\"kept\"}", "{\"status\":\"evil\"}");
    let forged = sound.replace(own, evil).replace(&digest(own), &digest(evil));
    let line = |text: &str| {
        text.lines().filter(|l| !l.starts_with("seal:")).collect::<Vec<_>>().join("\n")
    };
    let later = sound.replace("expires_at: 2026", "expires_at: 2036");
    for text in [forged, line(&sound), later] {
        ensure(text != sound, "nothing was changed")?;
        fs::write(entry(&tree), text)?;
        let (code, out, err) = run(&tree.path, &GET);
        let told = code == 1 && out.is_empty() && err.lines().count() == 1;
        ensure(
            told && err.contains("not written by a run of yours"),
            format!("{code} {out}{err}"),
        )?;
        let (code, out, err) =
            run(&tree.path, &["run", "skill", "--input", "in.json", "--no-cache"]);
        ensure(code == 0 && out.contains("fresh"), format!("{code} {out}{err}"))?;
        ensure(put(&tree).0 == 0 && run(&tree.path, &GET).0 == 0, "put works again")?;
    }
    Ok(())
}

fn cache_context() -> Check {
    let tree = skill();
    ensure(started(&tree, &[]) && !started(&tree, &[]), "the second run is answered")?;
    ensure(started(&tree, &["--", "x"]), "other arguments")?;
    ensure(!started(&tree, &["--", "x"]), "the same arguments")?;
    ensure(started(&tree, &[]) && !started(&tree, &[]), "without them again")?;
    tree.script("skill/execute.sh", "echo started >&2; echo '{\"status\": \"new\"}' # edited\n");
    ensure(started(&tree, &[]) && !started(&tree, &[]), "an edited script")?;
    tree.script("skill/SKILL.md", &SKILL.replace("version: 1", "version: 2"));
    ensure(started(&tree, &[]) && !started(&tree, &[]), "a new version")?;
    tree.script("skill/other.sh", "echo started >&2; echo '{\"status\": \"other\"}'\n");
    ensure(started(&tree, &["--script", "other.sh"]), "another script")
}

fn cache_contract() -> Check {
    let tree = skill();
    tree.script("out.json", "{\"state\": 1}");
    let (code, _, err) = put(&tree);
    ensure(code == 2 && err.contains("nothing is kept"), format!("put: {code} {err}"))?;
    tree.script("out.json", "{\"status\": \"kept\"}");
    ensure(put(&tree).0 == 0, "put")?;
    tree.script("skill/SKILL.md", &SKILL.replace("name: status", "name: state"));
    let (code, out, err) = run(&tree.path, &GET);
    ensure(
        code == 1 && out.is_empty() && err.contains("state"),
        format!("get: {code} {out}{err}"),
    )?;
    ensure(started(&tree, &[]), "an output that does not fit was used")
}
