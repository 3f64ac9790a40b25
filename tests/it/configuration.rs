//! docs/configuration.md lists the settings: every block of it is accepted, every key of the command
//! is in it, and unknown keys are rejected.

use std::collections::BTreeSet;
use std::path::Path;

use libtest_mimic::{Failed, Trial};

use crate::support::{root, run_in, text};

pub(crate) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("configuration::each block is taken", blocks),
        Trial::test("configuration::each key is told", keys),
        Trial::test("configuration::an overridden level says so", overridden),
    ]
}

/// Commands that read each table.
const COMMANDS: &[&[&str]] = &[
    &["diff", "contract.json", "contract.json"],
    &["check", "contract.json"],
    &["emit"],
    &["migrate", "--dry-run", "--allow-dirty", "script.sh"],
];

fn documented() -> Result<Vec<String>, Failed> {
    let page = std::fs::read_to_string(root().join("docs/configuration.md"))?;
    let blocks: Vec<String> = page
        .split("```toml\n")
        .skip(1)
        .filter_map(|rest| rest.split_once("```").map(|(block, _)| block.to_owned()))
        .collect();
    if blocks.is_empty() {
        return Err("no blocks".into());
    }
    Ok(blocks)
}

fn folder() -> Result<tempfile::TempDir, Failed> {
    let folder = tempfile::tempdir()?;
    let contract = root().join("examples/contracts/news-digest/v1.json");
    std::fs::copy(contract, folder.path().join("contract.json"))?;
    let baseline = "{\"version\": 1, \"findings\": []}\n";
    std::fs::write(folder.path().join("skillgen-baseline.json"), baseline)?;
    std::fs::write(folder.path().join("script.sh"), "#!/bin/bash\necho \"Confidence: 0.9\"\n")?;
    let tool = |tags: &str| {
        let properties = format!(r#"{{"tags": {tags}}}"#);
        format!(
            r#"{{"tools": [{{"name": "search", "inputSchema": {{"type": "object", "properties": {properties}}}}}]}}"#
        )
    };
    std::fs::write(folder.path().join("v1.json"), tool(r#"{"type": "string"}"#))?;
    let list = r#"{"type": "array", "items": {"type": "string"}}"#;
    std::fs::write(folder.path().join("v2.json"), tool(list))?;
    std::fs::create_dir_all(folder.path().join("templates/ts"))?;
    std::fs::write(folder.path().join("templates/ts/header.hbs"), "// {{header}}\n")?;
    Ok(folder)
}

fn run(folder: &Path, config: &str, args: &[&str]) -> Result<(i32, String), Failed> {
    std::fs::write(folder.join("skillgen.toml"), config)?;
    let (code, out, err) = text(&run_in(folder, args));
    Ok((code, out + &err))
}

fn blocks() -> Result<(), Failed> {
    let folder = folder()?;
    let all = documented()?.concat();
    for args in COMMANDS {
        let (code, told) = run(folder.path(), &all, args)?;
        if code == 2 {
            return Err(format!("{args:?}: {told}").into());
        }
    }
    Ok(())
}

/// An unknown key is rejected with the list of known ones: each of these is on the page.
fn keys() -> Result<(), Failed> {
    let folder = folder()?;
    let page = documented()?.concat();
    for (table, args) in [
        ("[diff]", COMMANDS[0]),
        ("[[ignore]]", COMMANDS[0]),
        ("[check]", COMMANDS[1]),
        ("[[check.allow]]", COMMANDS[1]),
        ("[[emit]]", COMMANDS[2]),
        ("[migrate]", COMMANDS[3]),
        ("[[migrate.override]]", COMMANDS[3]),
        ("[references]", COMMANDS[0]),
        ("", COMMANDS[0]),
    ] {
        let (code, told) = run(folder.path(), &format!("{table}\nno-such-key = 1\n"), args)?;
        let known = told.trim_end().split_once("known: ");
        let (2, Some((_, known))) = (code, known) else {
            return Err(format!("{table}: exit {code}, {told}").into());
        };
        let documented: BTreeSet<&str> = match table {
            "" => page.lines().filter_map(|l| l.strip_prefix('[')).map(inner).collect(),
            _ => {
                let mut known = BTreeSet::new();
                let mut is_here = false;
                for line in page.lines() {
                    // A remark may follow the header of a table.
                    if line.starts_with('[') {
                        is_here = line.split("  ").next() == Some(table);
                    }
                    known.extend(line.split_once(" = ").filter(|_| is_here).map(|(key, _)| key));
                }
                known
            }
        };
        // `until-version` is another name of `until`; [[check.allow]], [[check.override]] and [references.map]
        // are tables below their own.
        let missing = known
            .split(", ")
            .filter(|key| !matches!(*key, "until-version" | "allow" | "override" | "map"))
            .find(|key| !documented.contains(key));
        if let Some(key) = missing {
            return Err(format!("{table}: `{key}` is not on the page").into());
        }
    }
    Ok(())
}

fn inner(header: &str) -> &str {
    header.trim_start_matches('[').trim_end_matches(']').split('.').next().unwrap_or_default()
}

/// The note beside a level names its source: the table of the policy, or the settings.
fn overridden() -> Result<(), Failed> {
    let folder = folder()?;
    let here = folder.path();
    std::fs::write(here.join("old.json"), r#"{"enum": ["x"]}"#)?;
    std::fs::write(here.join("new.json"), r#"{"enum": ["x", "y"]}"#)?;
    let args = &["diff", "old.json", "new.json", "--role", "output"];
    for (config, wanted) in [
        ("", "counts this as minor (new enum values"),
        ("[rules]\nenum-value-added = \"patch\"\n", "counts this as patch (so it was set)"),
    ] {
        let (_, told) = run(here, config, args)?;
        if !told.contains(wanted) {
            return Err(format!("{config}: {told}").into());
        }
    }
    let (code, told) = run(here, "[rules]\nenum-value-added = \"huge\"\n", args)?;
    if code != 2 || !told.contains("found \"huge\"") {
        return Err(format!("exit {code}, {told}").into());
    }
    Ok(())
}
