//! `skillgen migrate --document`: the SKILL.md beside a migrated script tells of the envelope, in the same run, the same
//! journal and the same patch.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use libtest_mimic::{Failed, Trial};
use serde_json::Value;

use crate::migrate_safety::Tree;
use crate::support::{run_in, run_with, skillgen, text};

type Check = Result<(), Failed>;
type Named = (&'static str, fn() -> Check);

pub(crate) fn cases() -> Vec<Trial> {
    let all: [Named; 10] = [
        ("markdown_tells_all", markdown),
        ("contract_and_quote", contract_and_quote),
        ("helper_envelope", helper_envelope),
        ("json_among_text", json_among_text),
        ("same_as_the_patch", same_as_the_patch),
        ("migrated_before", migrated_before),
        ("what_is_there_stays", what_is_there_stays),
        ("several_scripts", several_scripts),
        ("no_flag_no_change", no_flag),
        ("with_rewritten_readers", with_readers),
    ];
    all.into_iter()
        .map(|(name, test)| Trial::test(format!("migrate_document::{name}"), test))
        .collect()
}

const SCRIPT: &str = "#!/usr/bin/env bash\n# Counts words.\nset -e\nfile=${1:?a file}\necho \"Words: $(wc -w < \"$file\")\"\necho \"Created: $file.count\"\necho \"Confidence: 0.9\"\n";
const SKILL: &str = "---\nname: count-words\ndescription: Counts words. Use when a text has a limit.\nversion: 3\n---\n\n# Count\n\nRun `scripts/run.sh FILE`; it prints\n\n```\nWords: 120\nCreated: a.txt.count\nConfidence: 0.9\n```\n\nOther code:\n\n```bash\nls -l\n```\n";

/// What a pull request shows: each file with its reason, who reads its text and what to write there, what was run.
fn markdown() -> Check {
    const READER: &str = "import subprocess, re\nout = subprocess.run(['bash', 'b.sh'], capture_output=True, text=True).stdout\nm = re.search(r'Items: (\\d+)', out)\nprint(m)\n";
    let tree = Tree::of(&[
        ("a|b.sh", "#!/bin/bash\necho \"Items: 1\"\n"),
        ("b.sh", "#!/bin/bash\necho \"Items: 2\"\n"),
        ("json.sh", "#!/bin/bash\necho '{\"a\": 1}'\n"),
        ("r.py", READER),
        ("t.sh", "#!/bin/bash\nx=$(python3 s.py)\n[ \"$x\" = 1 ] || exit 1\n"),
        ("s.py", "print(1)\n"),
    ]);
    let planned = tree.done(&[".", "--format", "markdown", "--dry-run", "--verify"])?;
    ensure(!planned.contains("| `s.py` | `t.sh"), "a reader of a program that stays as it is")?;
    for part in [
        "1 script to migrate, ",
        "| `a\\|b.sh` | to migrate | 2 lines: 1 metric |",
        "| `b.sh` | refused | its text is read by r.py:2;",
        "| `json.sh` | refused | line 2: prints JSON on stdout",
        "| `r.py` | refused | Python, which is not migrated; `skillgen emit --lang python` writes functions for it |",
        "| `b.sh` | `r.py:2` | breaks; write `json.loads(TEXT.splitlines()[-1])[\"metrics\"][\"items\"]` |",
        "| `a\\|b.sh` | 1 of 1 runs identical |",
    ] {
        if !planned.contains(part) {
            return Err(format!("`{part}` is not in {planned}").into());
        }
    }
    let done = tree.done(&[".", "--format", "markdown", "--force"])?;
    for part in [
        "2 scripts migrated, ",
        "| `b.sh` | migrated |",
        "Undo: `skillgen migrate --undo --run 0001`",
    ] {
        if !done.contains(part) {
            return Err(format!("`{part}` is not in {done}").into());
        }
    }
    let text = tree.done(&[".", "--undo"])?;
    let told = "2 files restored, 1 added file removed\n";
    if text.matches(": restored").count() == 2 && text.ends_with(told) {
        return Ok(());
    }
    Err(text.into())
}

/// Scripts that were migrated without the option get the same page later, and only once.
fn migrated_before() -> Check {
    let at_once = Tree::of(&[("scripts/run.sh", SCRIPT), ("SKILL.md", SKILL)]);
    at_once.done(&[".", "--document"])?;
    let later = Tree::of(&[("scripts/run.sh", SCRIPT), ("SKILL.md", SKILL)]);
    later.done(&["."])?;
    later.done(&[".", "--document"])?;
    let read = |tree: &Tree| fs::read_to_string(tree.path.join("SKILL.md"));
    let documented = read(&later)?;
    if documented != read(&at_once)? || documented == SKILL {
        return Err(documented.into());
    }
    let told = later.done(&[".", "--document"])?;
    match read(&later)? == documented && !told.contains("SKILL.md") {
        true => Ok(()),
        false => Err(format!("{told}{}", read(&later)?).into()),
    }
}

impl Tree {
    /// What a run prints that has to end well.
    fn done(&self, args: &[&str]) -> Result<String, Failed> {
        let mut all = vec!["migrate", "--allow-dirty"];
        all.extend(args);
        let (code, out, err) = text(&run_in(&self.path, &all));
        if code != 0 {
            return Err(format!("{args:?}: exit {code}: {out}{err}").into());
        }
        Ok(out)
    }
}

fn ensure(truth: bool, what: impl Into<String>) -> Check {
    if truth { Ok(()) } else { Err(what.into().into()) }
}

fn skill() -> Tree {
    Tree::of(&[("count-words/scripts/run.sh", SCRIPT), ("count-words/SKILL.md", SKILL)])
}

fn contract_and_quote() -> Check {
    let tree = skill();
    tree.done(&[".", "--document"])?;
    let after = tree.read("count-words/SKILL.md");
    ensure(
        after.contains("    output_schema:\n      required:\n        - name: success\n"),
        after.clone(),
    )?;
    ensure(after.matches("version:").count() == 1, "a key that is there is not added again")?;
    // All lines of the former text are there, in order.
    let mut rest = after.as_str();
    for line in SKILL.split_inclusive('\n') {
        let at = rest.find(line).ok_or_else(|| format!("{line:?} is gone: {after}"))?;
        rest = &rest[at + line.len()..];
    }
    let json = after.split("```json\n").nth(1).and_then(|t| t.lines().next()).unwrap_or("");
    let example: Value = serde_json::from_str(json).map_err(|e| format!("{e}: {after}"))?;
    ensure(
        example["metrics"]["words"] == 120
            && example["confidence"].as_f64() == Some(0.9)
            && example["deliverables"][0] == "a.txt.count",
        json,
    )?;
    let mut parse = skillgen();
    parse.args(["parse", "--no-legacy", "--strict"]);
    ensure(text(&run_with(parse, json.as_bytes())).0 == 0, "the example is an envelope")?;
    let (code, out, _) = text(&run_in(&tree.path, &["check", "count-words"]));
    ensure(code == 0, out)?;
    // A second run has nothing to do, and undo brings every byte back.
    tree.done(&[".", "--document"])?;
    ensure(tree.read("count-words/SKILL.md") == after, "a second run changed it")?;
    tree.done(&["--undo"])?;
    ensure(
        tree.read("count-words/SKILL.md") == SKILL
            && tree.read("count-words/scripts/run.sh") == SCRIPT,
        "undo",
    )
}

const BATCH: &str = "#!/usr/bin/env bash\n# Sends a batch.\nset -e\nfile=${1:?a file}\nif [ \"$file\" = none ]; then nosuchprogram; fi\n[ \"$file\" != bad ] || { echo \"ERROR: bad file\"; exit 3; }\nif [ \"$file\" = odd ]; then echo \"FAILED: half of it\"; fi\necho \"Rows sent: $((6 * 2))\"\necho \"BATCH_ID=b-${#file}\"\necho \"Confidence: 0.9\"\n";
const BATCH_SKILL: &str = "---\nname: send-batch\ndescription: Sends a batch. Use when one is due.\n---\n\n# Send\n\n```\nRows sent: 120\nBATCH_ID=b-2\nConfidence: 0.9\n```\n\nOr\n\n```\nERROR: bad file\n```\n";

/// With `--envelope helper` the contract, the examples and infer's draft are of that envelope: what the script prints, on
/// each way out, is valid under all of them.
fn helper_envelope() -> Check {
    let tree = Tree::of(&[("send-batch/run.sh", BATCH), ("send-batch/SKILL.md", BATCH_SKILL)]);
    let infer = |name: &str, flags: &[&str]| -> Result<String, Failed> {
        let mut args = vec!["infer", name, "-q"];
        args.extend(flags);
        let (code, out, err) = text(&run_in(&tree.path, &args));
        ensure(code == 0, err)?;
        Ok(out)
    };
    let before = infer("send-batch/run.sh", &["--envelope", "helper"])?;
    tree.done(&[".", "--document", "--envelope", "helper"])?;
    // The migrated script tells by itself what it prints.
    let after = infer("send-batch/run.sh", &["--envelope", "skill-output"])?;
    let (mut planned, mut done): (Value, Value) =
        (serde_json::from_str(&before).unwrap(), serde_json::from_str(&after).unwrap());
    let told = |d: &Value| d["output"]["description"].as_str().unwrap_or("").to_owned();
    ensure(told(&planned).contains("once it is migrated"), told(&planned))?;
    ensure(told(&done).starts_with("The envelope that the script prints."), told(&done))?;
    planned["output"]["description"] = Value::Null;
    done["output"]["description"] = Value::Null;
    ensure(planned == done, format!("{planned}\n{done}"))?;
    ensure(
        done["output"]["properties"]["values"]["properties"]["BATCH_ID"].is_object(),
        after.clone(),
    )?;
    fs::write(tree.path.join("contract.json"), &after).unwrap();
    let (code, out, _) = text(&run_in(&tree.path, &["check", "send-batch", "contract.json"]));
    ensure(code == 0, out)?;
    let skill = tree.read("send-batch/SKILL.md");
    let examples: Vec<&str> =
        skill.split("```json\n").skip(1).filter_map(|t| t.lines().next()).collect();
    ensure(examples.len() == 2, skill.clone())?;
    let example: Value = serde_json::from_str(examples[0]).unwrap();
    ensure(
        example["values"]["BATCH_ID"] == "b-2" && example["metrics"]["rows_sent"] == 120,
        examples[0],
    )?;
    let mut documents: Vec<String> = examples.into_iter().map(str::to_owned).collect();
    for (argument, code, status) in [
        (Some("file"), 0, "ok"),
        (Some("odd"), 0, "error"),
        (Some("bad"), 3, "error"),
        (Some("none"), 127, "tool-missing"),
        (None, 1, "error"),
    ] {
        let mut run = Command::new("bash");
        let output = run.arg("send-batch/run.sh").args(argument).current_dir(&tree.path).output();
        let output = output.unwrap();
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        ensure(output.status.code() == Some(code), format!("{argument:?}: {output:?}"))?;
        let value: Value = serde_json::from_str(&printed).map_err(|e| format!("{e}: {printed}"))?;
        ensure(value["status"] == status, printed.clone())?;
        documents.push(printed);
    }
    for (index, document) in documents.iter().enumerate() {
        let name = format!("out{index}.json");
        fs::write(tree.path.join(&name), document).unwrap();
        for contract in ["builtin:helper-envelope-v1", "contract.json", "send-batch/SKILL.md"] {
            let args =
                ["validate", "--contract", contract, "--role", "output", &name, "--format", "json"];
            let args: Vec<&str> = args
                .into_iter()
                .filter(|a| !contract.starts_with("builtin") || !matches!(*a, "--role" | "output"))
                .collect();
            let (code, out, err) = text(&run_in(&tree.path, &args));
            let quiet = serde_json::from_str::<Value>(&out)
                .is_ok_and(|v| v["warnings"].as_array().is_none_or(Vec::is_empty));
            ensure(code == 0 && quiet, format!("{contract}: {document}: {out}{err}"))?;
        }
    }
    tree.done(&["--undo"])?;
    ensure(tree.read("send-batch/SKILL.md") == BATCH_SKILL, "undo")
}

/// A script that prints JSON among its text is migrated: the contract is of the envelope, not of that JSON.
fn json_among_text() -> Check {
    let script = "#!/bin/bash\necho \"Items: 3\"\necho '{\"a\": 1}'\n";
    let skill = "---\nname: a\ndescription: Does it. Use when asked.\n---\nText\n";
    let tree = Tree::of(&[("a/run.sh", script), ("a/SKILL.md", skill)]);
    tree.done(&[".", "--document"])?;
    let after = tree.read("a/SKILL.md");
    ensure(after.contains("    - name: success\n") && after.contains("Known names: items"), after)
}

fn apply(tree: &Path, patch: &str) -> Check {
    let file = tree.join("../p.diff");
    fs::write(&file, patch).unwrap();
    let mut command = Command::new("git");
    command.arg("-C").arg(tree).args(["apply", "--check", "../p.diff"]).stdout(Stdio::null());
    let checked = command.output().unwrap();
    ensure(
        checked.status.success(),
        format!("{}{patch}", String::from_utf8_lossy(&checked.stderr)),
    )?;
    let status =
        Command::new("git").arg("-C").arg(tree).args(["apply", "../p.diff"]).status().unwrap();
    ensure(status.success(), "git apply")
}

/// The patch of a dry run gives what a run writes: line ends of both kinds, no last line end, odd names.
fn same_as_the_patch() -> Check {
    let crlf = SKILL.replace('\n', "\r\n");
    let open = format!("{SKILL}\n```\nWords: 7\nConfidence: 0.1\n```");
    let files = [
        ("a/SKILL.md", SKILL),
        ("a/run.sh", SCRIPT),
        ("b c/SKILL.md", crlf.as_str()),
        ("b c/run.sh", SCRIPT),
        ("ü \"q\"/SKILL.md", open.as_str()),
        ("ü \"q\"/scripts/run.sh", SCRIPT),
    ];
    let (written, patched) = (Tree::of(&files), Tree::of(&files));
    written.done(&[".", "--document"])?;
    let patch = patched.done(&[".", "--document", "--dry-run"])?;
    for (name, content) in files {
        ensure(patched.read(name) == content, "a dry run wrote")?;
    }
    apply(&patched.path, &patch)?;
    for (name, content) in files {
        ensure(patched.read(name) == written.read(name), format!("{name}: {patch}"))?;
        ensure(written.read(name) != content, format!("{name} is as it was"))?;
    }
    ensure(
        !written.read("b c/SKILL.md").replace("\r\n", "").contains('\n'),
        "line ends are mixed",
    )?;
    written.done(&["--undo"])?;
    for (name, content) in files {
        ensure(written.read(name) == content, format!("undo of {name}"))?;
    }
    Ok(())
}

/// A contract of its own, a text without frontmatter, frontmatter that is broken, other code: not touched.
fn what_is_there_stays() -> Check {
    let own = SKILL
        .replace("version: 3\n", "version: 3\noutput_schema: {}\n")
        .replace("Confidence: 0.9", "Confidence: high");
    let none = "# Count\n\n```\nSome other output\n```\n";
    let broken = "---\nname: a: b\n\t- x\n---\nText\n";
    let tree = Tree::of(&[
        ("a/SKILL.md", &own),
        ("a/run.sh", SCRIPT),
        ("b/SKILL.md", none),
        ("b/run.sh", SCRIPT),
        ("c/SKILL.md", broken),
        ("c/run.sh", SCRIPT),
        ("d/SKILL.md", SKILL),
        ("d/run.sh", "#!/bin/bash\necho '{\"a\": 1}'\n"),
    ]);
    let report = tree.done(&[".", "--document", "--format", "json"])?;
    for (name, content) in [
        ("a/SKILL.md", own.as_str()),
        ("b/SKILL.md", none),
        ("c/SKILL.md", broken),
        ("d/SKILL.md", SKILL),
    ] {
        ensure(tree.read(name) == content, format!("{name}: {}", tree.read(name)))?;
    }
    ensure(report.contains("no contract was added"), report)
}

fn several_scripts() -> Check {
    let two = [("a/SKILL.md", SKILL), ("a/scripts/one.sh", SCRIPT), ("a/scripts/two.sh", SCRIPT)];
    let tree = Tree::of(&two);
    tree.done(&[".", "--document"])?;
    let after = tree.read("a/SKILL.md");
    ensure(!after.contains("output_schema") && after.contains("```json"), after)?;
    let tree = Tree::of(&[
        ("a/SKILL.md", SKILL),
        ("a/scripts/run.sh", SCRIPT),
        ("a/scripts/two.sh", SCRIPT),
    ]);
    tree.done(&[".", "--document"])?;
    ensure(tree.read("a/SKILL.md").contains("output_schema"), "run.sh is the skill's one")
}

fn no_flag() -> Check {
    let tree = skill();
    tree.done(&["."])?;
    ensure(tree.read("count-words/SKILL.md") == SKILL, "it was changed without being asked for")
}

/// A SKILL.md that reads the former text is rewritten and documented at once.
fn with_readers() -> Check {
    let reads = format!("{SKILL}\n```bash\n./run.sh x | grep Confidence | cut -d: -f2\n```\n");
    let tree = Tree::of(&[("a/SKILL.md", &reads), ("a/run.sh", SCRIPT)]);
    let patch = tree.done(&[".", "--document", "--consumers", "rewrite", "--dry-run"])?;
    let other = Tree::of(&[("a/SKILL.md", &reads), ("a/run.sh", SCRIPT)]);
    apply(&other.path, &patch)?;
    tree.done(&[".", "--document", "--consumers", "rewrite"])?;
    let after = tree.read("a/SKILL.md");
    ensure(after == other.read("a/SKILL.md"), "the patch says something else")?;
    ensure(after.contains("output_schema") && !after.contains("| grep Confidence | cut"), after)?;
    tree.done(&["--undo"])?;
    ensure(tree.read("a/SKILL.md") == reads, "undo")
}
