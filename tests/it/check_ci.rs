//! `check` in CI: the default content of its formats, excluded files, chains by their keys, and unknown rules.

use libtest_mimic::Trial;
use serde_json::Value;

use crate::migrate_safety::{Check, Named, Tree, ensure};
use crate::support::{run_in, text};

pub(crate) fn cases() -> Vec<Trial> {
    let all: [Named; 7] = [
        ("infos-only-if-asked", infos),
        ("excluded-skills-are-not-compared", excluded),
        ("chains-by-their-keys", chains),
        ("chains-without-their-skills", lonely_chain),
        ("unknown-rules-in-every-command", unknown_rules),
        ("unknown-profiles", unknown_profiles),
        ("one-skill-under-two-paths", same_skill),
    ];
    all.into_iter().map(|(name, test)| Trial::test(format!("check::{name}"), test)).collect()
}

const SKILL: &str = "---\nname: demo\ndescription: Counts the lines of files. Use when asked.\n---\n\nCount them.\n";

/// Formats that show findings among the lines of a change leave infos out, and say how many.
fn infos() -> Check {
    let tree = Tree::new();
    // Nothing in the text names the page: an info.
    tree.script("demo/SKILL.md", SKILL);
    tree.script("demo/references/forgotten.md", "# Forgotten\n\nText.\n");
    let printed = |format: &str, all: bool| {
        let mut args = vec!["check", "demo", "--format", format];
        args.extend(all.then_some("--all"));
        text(&run_in(&tree.path, &args)).1
    };
    for format in ["markdown", "junit", "sarif", "github"] {
        ensure(!printed(format, false).contains("file-orphan"), printed(format, false))?;
        ensure(printed(format, true).contains("file-orphan"), printed(format, true))?;
    }
    for format in ["markdown", "junit", "sarif"] {
        let out = printed(format, false);
        ensure(out.contains("1 info: --all shows them"), out)?;
    }
    let whole: Value = serde_json::from_str(&printed("json", false)).unwrap();
    ensure(whole["totals"]["info"] == 1, whole.to_string())
}

/// An excluded skill is not read: it is no duplicate of another one, and is not counted.
fn excluded() -> Check {
    let tree = Tree::new();
    tree.script("new/demo/SKILL.md", SKILL);
    tree.script("old/demo/SKILL.md", SKILL);
    let (_, both, _) = text(&run_in(&tree.path, &["check", ".", "--all"]));
    ensure(both.contains("name-duplicate") && both.contains("in 2 files"), &both)?;
    let (code, out, err) = text(&run_in(&tree.path, &["check", ".", "--all", "--exclude", "old/"]));
    ensure(code == 0 && !out.contains("name-duplicate"), &out)?;
    ensure(out.contains("in 1 file"), &out)?;
    ensure(err.contains("left out by exclude: 1 file"), &err)
}

const WRITER: &str = "---\nname: writer\ndescription: Writes a page of a topic. Use when asked.\nversion: 1\ninput_schema:\n  required:\n    - name: limit\n      type: number\n      description: How many\noutput_schema:\n  required:\n    - name: page\n      type: string\n      description: The page\n---\n\nWrite it.\n";

/// A chain is detected by its keys, under any name, and its skills are searched where projects keep
/// them.
fn chains() -> Check {
    let tree = Tree::new();
    tree.script(".claude/skills/writer/SKILL.md", WRITER);
    let chain = |skill: &str, limit: &str| {
        format!(
            "chain:\n  - skill: {skill}\n    inputs:\n      limit: {limit}\n    outputs_as: page\n"
        )
    };
    for (skill, limit, rule) in [
        ("wrtier", "3", "chain-skill-unknown"),
        ("writer", "many", "chain-literal-mismatch"),
        ("writer", "3", ""),
    ] {
        let good = chain("writer", "5").replace("chain:\n", "");
        let second = chain(skill, limit).replace("chain:\n", "").replace("page", "second");
        tree.script("jobs/nightly.yaml", &format!("chain:\n{good}{second}"));
        for path in [".", "jobs/nightly.yaml"] {
            let (code, out, err) = text(&run_in(&tree.path, &["check", path]));
            let found = out.lines().any(|line| line.trim().starts_with(rule)) || rule.is_empty();
            let wanted = i32::from(!rule.is_empty());
            ensure(code == wanted && found, format!("{path} {skill} {limit}: {out}{err}"))?;
        }
    }
    // Other documents about skills are not chains.
    tree.script("jobs/people.yaml", "- skill: python\n  level: 5\n");
    let (code, out, _) = text(&run_in(&tree.path, &["check", "."]));
    ensure(code == 0 && !out.contains("people"), &out)
}

/// A chain without its skills reports that its edges are not known.
fn lonely_chain() -> Check {
    let tree = Tree::new();
    tree.script("chain.yaml", "chain:\n  - skill: writer\n    outputs_as: page\n");
    let (code, out, _) = text(&run_in(&tree.path, &["check", "chain.yaml", "--all"]));
    ensure(code == 0 && out.contains("chain-unresolved"), &out)
}

/// A misspelt rule in skillgen.toml would have no effect: each command rejects it at its place.
fn unknown_rules() -> Check {
    let tree = Tree::new();
    tree.script("demo/SKILL.md", SKILL);
    tree.script("a.json", "{\"type\": \"string\"}");
    for (config, at) in [
        ("[rules]\nnam-invalid = \"off\"\n", "skillgen.toml:2:"),
        (
            "[[check.override]]\npath = \"x\"\nrules = { nam-invalid = \"off\" }\n",
            "skillgen.toml:3:",
        ),
        ("[[check.allow]]\nrule = \"nam-invalid\"\nreason = \"x\"\n", "skillgen.toml:2:"),
        ("[[ignore]]\nrule = \"nam-invalid\"\nreason = \"x\"\n", "skillgen.toml:2:"),
    ] {
        tree.script("skillgen.toml", config);
        for args in [
            &["check", "demo"][..],
            &["diff", "a.json", "a.json"],
            &["migrate", "--dry-run", "demo"],
            &["validate", "--contract", "a.json", "a.json"],
            &["rules"],
        ] {
            let (code, _, err) = text(&run_in(&tree.path, args));
            let said = err.contains(at) && err.contains("did you mean name-invalid");
            ensure(code == 2 && said && err.lines().count() == 1, format!("{args:?}: {err}"))?;
        }
    }
    Ok(())
}

/// A slip in the name of a profile has its place and the name that is meant.
fn unknown_profiles() -> Check {
    let tree = Tree::new();
    tree.script("demo/SKILL.md", SKILL);
    tree.script("skillgen.toml", "[check]\nprofile = \"codx\"\n");
    for (options, wanted) in [
        (&[][..], "skillgen.toml:2:11: unknown profile \"codx\"; did you mean codex?"),
        (
            &["--profile", "gemini-clii"],
            "--profile: unknown profile \"gemini-clii\"; did you mean gemini-cli?",
        ),
        (&["--profile", "mine"], "--profile: unknown profile \"mine\"; known are skill-runner"),
    ] {
        let args = [&["check", "demo"], options].concat();
        let (code, _, err) = text(&run_in(&tree.path, &args));
        ensure(code == 2 && err.contains(wanted), format!("{options:?}: exit {code}: {err}"))?;
    }
    Ok(())
}

fn same_skill() -> Check {
    let tree = Tree::new();
    tree.script("demo/SKILL.md", SKILL);
    let args = ["check", "demo", "./demo", "demo/", "--format", "json"];
    let (code, out, err) = text(&run_in(&tree.path, &args));
    let report: Value = serde_json::from_str(&out)?;
    ensure(code == 0 && report["totals"]["files"] == 1, format!("exit {code}: {out}{err}"))
}
