//! Reads stay in the tree: a generated file, a lock, a skill of a chain or a script that a repository replaced by a link, a FIFO
//! or a device is neither followed nor waited for.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use libtest_mimic::Trial;

use crate::migrate_safety::{Check, Named, Tree, ensure};
use crate::support::{skillgen, text};

pub(crate) fn cases() -> Vec<Trial> {
    let all: [Named; 12] = [
        ("templates", templates),
        ("helper_files", helper_files),
        ("linked_contracts", linked_contracts),
        ("linked_pages", linked_pages),
        ("digests_of_a_cache", digests_of_a_cache),
        ("emitted_files", emitted_files),
        ("skills_of_a_chain_and_scripts", skills),
        ("locks", locks),
        ("sourced_files", sourced),
        ("ignore_files", ignore_files),
        ("ignore_files_above_the_tree", ignore_files_above),
        ("tracked_files_are_not_ignored", tracked_files),
    ];
    all.into_iter()
        .map(|(name, test)| Trial::test(format!("security_reads::{name}"), test))
        .collect()
}

/// Runs a command that may take half a minute and 12 GB of address space: threads reserve their stacks.
fn run(folder: &Path, args: &[&str]) -> (i32, String, String) {
    let line = "ulimit -v 12000000; exec timeout 30 \"$0\" \"$@\"";
    let mut command = Command::new("bash");
    command.args(["-c", line]).arg(skillgen().get_program()).args(args);
    text(&command.current_dir(folder).output().unwrap())
}

/// Puts what a repository might have there: a link to a secret, a link to a device, a FIFO.
fn replaced(file: &Path, look: impl Fn(&str) -> Check) -> Check {
    for (what, target) in [("a link", "secret"), ("a device", "/dev/zero"), ("a FIFO", "")] {
        fs::remove_file(file)?;
        if target.is_empty() {
            ensure(Command::new("mkfifo").arg(file).status()?.success(), "mkfifo")?;
        } else if target.starts_with('/') {
            symlink(target, file)?;
        } else {
            let tree = file.ancestors().find(|part| part.join(".git").exists()).unwrap();
            symlink(tree.parent().unwrap().join(target), file)?;
        }
        look(what)?;
    }
    Ok(())
}

fn helper_files() -> Check {
    let tree =
        Tree::of(&[("s/SKILL.md", "---\nname: s\ndescription: Does x. Use when y.\n---\n# s\n")]);
    tree.script("s/x.sh", "#!/usr/bin/env bash\nset -u\n\nout=$1\necho \"Created: $out\"\n");
    tree.script("../secret", "SECRET-A\n");
    tree.committed();
    let (code, out, err) = run(&tree.path, &["migrate", "."]);
    ensure(code == 0, format!("{code} {out}{err}"))?;
    replaced(&tree.path.join("s/skill-envelope.bash"), |what| {
        for args in [
            &["migrate", "--check", "--format", "json", "--force", "."][..],
            &["migrate", "--dry-run", "--force", "."],
            &["infer", "s/x.sh"],
        ] {
            let (code, out, err) = run(&tree.path, args);
            let quiet = !format!("{out}{err}").contains("SECRET-A");
            ensure(quiet && code <= 2, format!("{what}: {args:?}: {code} {out}{err}"))?;
        }
        Ok(())
    })
}

/// `check` opens no page through a link out of the tree, and says so; a link inside of the tree is a page like others.
fn linked_pages() -> Check {
    let tree = Tree::of(&[(
        "s/SKILL.md",
        "---\nname: s\ndescription: Does x. Use when y.\n---\nSee [f](page.md), [e](env.md), [i](in.md).\n",
    )]);
    tree.script("../secret", "SECRET-P [l](nowhere.md) AKIAIOSFODNN7EXAMPLZ\n");
    tree.script("shared/in.md", "[gone](gone.md)\n");
    symlink("../../secret", tree.path.join("s/page.md"))?;
    symlink("/proc/self/environ", tree.path.join("s/env.md"))?;
    symlink("../shared/in.md", tree.path.join("s/in.md"))?;
    tree.committed();
    for (at, path) in [("", "."), ("", "s"), ("s", ".")] {
        let (_, out, err) = run(&tree.path.join(at), &["check", path, "--all", "--tokens"]);
        let told = format!("{path}: {out}{err}");
        let quiet = !["AKIA", "nowhere", "page.md:", "env.md:"].iter().any(|w| told.contains(w));
        ensure(quiet && told.matches("a link out of the repository").count() == 2, &told)?;
        ensure(told.contains("gone.md"), told)?;
    }
    Ok(())
}

/// Two skill folders are compared without the files that links show of places outside: what stands there is neither the same nor
/// told.
fn linked_contracts() -> Check {
    let skill = "---\nname: s\ndescription: Does x. Use when y.\n---\nhi\n";
    let tree = Tree::of(&[("s/SKILL.md", skill), ("t/SKILL.md", skill)]);
    tree.script("../secret", "{\"type\": \"object\"}");
    tree.script("../other", "{\"type\": \"SECRET-D\"}");
    symlink("../../secret", tree.path.join("s/n.json"))?;
    symlink("../../other", tree.path.join("t/n.json"))?;
    tree.committed();
    for folders in [["s", "s"], ["t", "s"], ["s", "t"]] {
        for command in ["diff", "changelog"] {
            let (code, out, err) = run(&tree.path, &[&[command][..], &folders].concat());
            let told = format!("{command} {folders:?}: {code} {out}{err}");
            let refused = code == 2 && told.contains("a link that leads out of the folder");
            ensure(refused && !told.contains("SECRET-D"), told)?;
        }
    }
    Ok(())
}

/// The digest that a cached output is compared by takes a link out of the tree for its path, and a linked folder of the tree
/// for what it holds.
fn digests_of_a_cache() -> Check {
    let skill = "---\nname: s\ndescription: Does x. Use when y.\nversion: 1\ncacheable: true\ncache_ttl_minutes: 5\ninput_schema: {}\noutput_schema: {}\n---\n# s\n";
    let tree = Tree::of(&[("s/SKILL.md", skill), ("in.json", "{}")]);
    tree.script("s/execute.sh", "#!/usr/bin/env bash\necho '{\"a\": 1}'\n");
    tree.script("../secret", "one\n");
    tree.script("lib/part.sh", "one\n");
    symlink("../../secret", tree.path.join("s/secret"))?;
    symlink("../lib", tree.path.join("s/lib"))?;
    tree.committed();
    let cached = |wanted: bool| -> Check {
        let args = ["run", "s", "--input", "in.json", "--cache-dir", "c", "--format", "json"];
        let (code, out, err) = run(&tree.path, &args);
        let value: serde_json::Value = serde_json::from_str(&out).unwrap_or_default();
        ensure(code == 0 && value["cached"] == wanted, format!("{wanted}: {code} {out}{err}"))
    };
    cached(false)?;
    cached(true)?;
    tree.script("../secret", "two\n");
    cached(true)?;
    tree.script("lib/part.sh", "two\n");
    cached(false)
}

fn emitted_files() -> Check {
    let tree = Tree::of(&[("c.json", "{\"type\": \"object\"}")]);
    tree.script(
        "skillgen.toml",
        "[[emit]]\nlang = \"python\"\ncontract = [\"c.json\"]\nout = \"gen\"\nname = \"C\"\n",
    );
    tree.script("../secret", "SECRET-B\n");
    tree.committed();
    let (code, out, err) = run(&tree.path, &["emit"]);
    ensure(code == 0, format!("{code} {out}{err}"))?;
    let file = fs::read_dir(tree.path.join("gen"))?.next().unwrap()?.path();
    replaced(&file, |what| {
        for args in [&["emit", "--check"][..], &["emit", "--check", "--format", "json"]] {
            let (code, out, err) = run(&tree.path, args);
            let quiet = !format!("{out}{err}").contains("SECRET-B");
            ensure(quiet && code == 1, format!("{what}: {args:?}: {code} {out}{err}"))?;
        }
        Ok(())
    })
}

/// A template is copied into an emitted file, so a link to a file of the user's would publish it.
fn templates() -> Check {
    let tree = Tree::of(&[("c.json", "{\"type\": \"object\", \"title\": \"C\"}")]);
    tree.script("../evil/ts/api.hbs", "SECRET-T\n");
    tree.script("shared/api.hbs", "// {{title}}\nexport const x = 1;\n");
    let entry =
        "[[emit]]\nlang = \"ts\"\ncontract = \"c.json\"\nout = \"gen\"\ntemplates = \"tpl\"\n";
    let named =
        ["emit", "--lang", "ts", "--contract", "c.json", "--templates", "tpl", "--out", "gen"];
    tree.committed();
    let evil = tree.path.parent().unwrap().join("evil/ts");
    fs::create_dir(tree.path.join("tpl"))?;
    let refused = |what: &str| -> Check {
        for (config, args) in [(entry, &["emit"][..]), ("", &named)] {
            tree.script("skillgen.toml", config);
            let (code, out, err) = run(&tree.path, args);
            let is_refused =
                code == 2 && err.contains("tpl/ts/api.hbs: not read: leads through a link out of");
            ensure(is_refused, format!("{what}: {args:?}: {code} {out}{err}"))?;
            ensure(!tree.path.join("gen").exists(), format!("{what}: {args:?}: written"))?;
        }
        Ok(())
    };
    symlink(&evil, tree.path.join("tpl/ts"))?;
    refused("a folder")?;
    fs::remove_file(tree.path.join("tpl/ts"))?;
    fs::create_dir(tree.path.join("tpl/ts"))?;
    symlink(evil.join("api.hbs"), tree.path.join("tpl/ts/api.hbs"))?;
    refused("a file")?;
    // A link in the tree is one of the repository's own files, and a folder that the user names may be a link.
    fs::remove_file(tree.path.join("tpl/ts/api.hbs"))?;
    symlink("../../shared/api.hbs", tree.path.join("tpl/ts/api.hbs"))?;
    let (code, _, err) = run(&tree.path, &named);
    ensure(code == 0 || !err.contains("not read"), format!("in the tree: {code} {err}"))?;
    symlink(evil.parent().unwrap(), tree.path.join("named"))?;
    let named =
        ["emit", "--lang", "ts", "--contract", "c.json", "--templates", "named", "--out", "gen"];
    let (code, _, err) = run(&tree.path, &named);
    ensure(code == 0 || !err.contains("not read"), format!("named: {code} {err}"))
}

fn skills() -> Check {
    let tree = Tree::new();
    let skill = |name: &str, more: &str| {
        format!("---\nname: {name}\ndescription: Does x. Use when y.\nversion: 1\n{more}---\n")
    };
    let input =
        "input_schema:\n  required:\n    - {name: hidden_key, type: string, description: d}\n";
    tree.script("../evil/SKILL.md", &skill("linked", input));
    tree.script("../evil/execute.sh", "#!/bin/bash\ntouch ../../../mark\necho '{}'\n");
    tree.script("skills/b/SKILL.md", &skill("b", ""));
    symlink("../../evil", tree.path.join("skills/linked"))?;
    symlink("../../../evil/execute.sh", tree.path.join("skills/b/execute.sh"))?;
    tree.script("c.yaml", "- skill: linked\n");
    tree.script("d.yaml", "- skill: b\n");
    tree.committed();
    let (code, out, err) = run(&tree.path, &["chain", "c.yaml", "--skills", "skills"]);
    let told = format!("{out}{err}");
    let refused = code != 0 && told.contains("leads out of") && !told.contains("hidden_key");
    ensure(refused, format!("{code} {told}"))?;
    for args in [
        &["chain", "run", "d.yaml", "--skills", "skills", "--no-cache"][..],
        &["run", "skills/b", "--no-cache"],
    ] {
        let (code, out, err) = run(&tree.path, args);
        let told = format!("{out}{err}");
        let ran = tree.path.parent().unwrap().join("mark").exists();
        ensure(
            code != 0 && told.contains("leads out of") && !ran,
            format!("{args:?}: {code} {told}"),
        )?;
    }
    Ok(())
}

/// What a script sources is read within the git tree alone: a refusal would say what stands in it.
fn sourced() -> Check {
    let tree = Tree::of(&[("s/SKILL.md", "---\nname: s\ndescription: Does x. Use when y.\n---\n")]);
    let outside = tree.script("../outside/lib.sh", "f() { exec \"$@\"; }\n");
    symlink("../../../outside/lib.sh", tree.path.join("s/linked.sh"))?;
    tree.script("s/lib/inside.sh", "f() { exec \"$@\"; }\n");
    tree.committed();
    let absolute = format!(". {}", outside.display());
    let mut sources = vec![(absolute.as_str(), false)];
    sources.push((". \"$(dirname \"$0\")/../../outside/lib.sh\"", false));
    sources.push((". \"$(dirname \"$0\")/linked.sh\"", false));
    sources.push((". \"$(dirname \"$0\")/lib/inside.sh\"", true));
    for (line, is_read) in sources {
        tree.script(
            "s/x.sh",
            &format!("#!/usr/bin/env bash\n{line}\necho \"Created: $1\"\nf ls\n"),
        );
        let args = ["migrate", "--dry-run", "--allow-dirty", "--format", "json", "s"];
        let (code, out, err) = run(&tree.path, &args);
        let knows = out.contains("lets a command take the shell's place");
        ensure(code <= 1 && knows == is_read, format!("{line}: {code} {out}{err}"))?;
    }
    Ok(())
}

fn locks() -> Check {
    let tree = Tree::new();
    let list = "{\"tools\": [{\"name\": \"hidden_key\", \"inputSchema\": {\"type\": \"object\"}}]}";
    tree.script("../secret.json", list);
    tree.script(
        "t.json",
        "{\"tools\": [{\"name\": \"a\", \"inputSchema\": {\"type\": \"object\"}}]}",
    );
    symlink("../secret.json", tree.path.join("mcp.lock.json"))?;
    tree.committed();
    for args in [&["diff", "--against", "lock", "t.json"][..], &["lock", "t.json", "--check"]] {
        let (code, out, err) = run(&tree.path, args);
        let told = format!("{out}{err}");
        let refused = code == 2 && told.contains("leads out of the git tree");
        ensure(refused && !told.contains("hidden_key"), format!("{args:?}: {code} {told}"))?;
    }
    Ok(())
}

/// A tree with two skills, the second of which has a finding.
fn two_skills() -> Tree {
    let skill =
        |name: &str| format!("---\nname: {name}\ndescription: Does x. Use when y.\n---\n# x\n");
    let tree =
        Tree::of(&[("good/SKILL.md", &skill("good")), ("bad/SKILL.md", &skill("Bad_Name!"))]);
    tree.script("bad/x.sh", "#!/usr/bin/env bash\nset -u\n\nout=$1\necho \"Created: $out\"\n");
    tree.committed();
    tree
}

/// By a link as ignore file, the names of skills would say which lines a file outside has.
fn ignore_files() -> Check {
    for name in [".ignore", ".gitignore", ".git/info/exclude", "bad/.gitignore"] {
        let tree = two_skills();
        tree.script("../outside", "bad/\n");
        let file = tree.path.join(name);
        fs::create_dir_all(file.parent().unwrap())?;
        let _ = fs::remove_file(&file);
        symlink(tree.path.parent().unwrap().join("outside"), &file)?;
        for args in [&["check"][..], &["migrate", "--dry-run", "."], &["diff", "good", "."]] {
            let (code, out, err) = run(&tree.path, args);
            let refused = code == 2 && err.contains("leads out of the tree");
            let unread =
                name == "bad/.gitignore" && args[0] != "check" && err.contains("leads out");
            ensure(refused || unread, format!("{name}: {args:?}: {code} {out}{err}"))?;
        }
        let (code, out, err) = run(&tree.path, &["diff", "--against", "HEAD"]);
        ensure(!err.contains("bad"), format!("{name}: {code} {out}{err}"))?;
    }
    Ok(())
}

fn ignore_files_above() -> Check {
    let tree = two_skills();
    tree.script("../.ignore", "bad/\n");
    tree.script("../.gitignore", "bad/\n");
    for (what, folder) in [("in git", "."), ("a folder in git", "bad")] {
        let (code, out, err) = run(&tree.path.join(folder), &["check"]);
        ensure(code == 1 && out.contains("name-invalid"), format!("{what}: {code} {out}{err}"))?;
    }
    fs::remove_dir_all(tree.path.join(".git"))?;
    let (code, out, err) = run(&tree.path, &["check"]);
    ensure(code == 1 && out.contains("name-invalid"), format!("without git: {code} {out}{err}"))?;
    // The user's own, in the folder that the command is run in.
    tree.script(".gitignore", "bad/\n");
    let (code, out, err) = run(&tree.path, &["check", "."]);
    ensure(code == 0, format!("an own one: {code} {out}{err}"))
}

/// As for git itself. A committed `.gitignore` would take skills out of a check without a word.
fn tracked_files() -> Check {
    for name in [".ignore", ".gitignore", "bad/.gitignore"] {
        let tree = two_skills();
        tree.script(name, if name.starts_with("bad") { "*\n" } else { "bad/\n" });
        tree.script("bad/untracked/SKILL.md", "---\nname: Other_Name!\n---\n");
        let (code, out, err) = run(&tree.path, &["check"]);
        let told = code == 1 && out.contains("bad/SKILL.md") && !out.contains("untracked");
        ensure(told, format!("{name}: {code} {out}{err}"))?;
        let (code, out, err) = run(&tree.path, &["migrate", "--check", "."]);
        ensure(code == 1 && out.contains("bad/x.sh"), format!("{name}: {code} {out}{err}"))?;
    }
    Ok(())
}
