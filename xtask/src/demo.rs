//! The release story on examples/, printed: a contract changes, helpers are written, scripts are moved
//! onto the envelope, and the moved script is run.

use std::path::Path;

use anyhow::{Context as _, bail, ensure};
use serde_json::Value;

use crate::sh;

/// Builds the command and tells the story.
pub(crate) fn run() -> anyhow::Result<()> {
    let skillgen = sh::skillgen()?;
    let contracts = "examples/contracts/news-digest";
    let (v1, v2) = (format!("{contracts}/v1.json"), format!("{contracts}/v2.json"));

    title("1. What does version 2 of the contract break?");
    let diff = show(&skillgen, &["diff", &v1, &v2], &[0, 1])?;
    ensure!(
        diff.to_lowercase().contains("major"),
        "the change of `topics` must need a major version"
    );

    title("2. Helpers that keep both sides to the contract (the first lines)");
    for lang in ["ts", "rust", "bash", "python", "go"] {
        let text = sh::read(&skillgen, &["emit", "--lang", lang, "--contract", &v2])?;
        println!("$ skillgen emit --lang {lang} --contract {v2}");
        for line in text.lines().take(3) {
            println!("  {line}");
        }
        println!("  … {} lines\n", text.lines().count());
    }

    title("3. What would migrate change in a tree of scripts that print prose?");
    show(&skillgen, &["migrate", "--stat", "examples/.claude/skills"], &[0, 1])?;

    title("4. One of them, migrated in a copy: the whole change, and a run");
    let copy = tempfolder()?;
    let result = migrated(&skillgen, &copy);
    std::fs::remove_dir_all(&copy)?;
    result
}

fn migrated(skillgen: &str, copy: &Path) -> anyhow::Result<()> {
    let tree = copy.to_string_lossy();
    sh::step("cp", &["-r", "examples/.claude/skills/.", &tree])?;
    sh::read(skillgen, &["migrate", "--allow-dirty", "--quiet", &tree])?;
    let script = copy.join("release-notes/scripts/draft.sh");
    let before = "examples/.claude/skills/release-notes/scripts/draft.sh";
    let labels = ["--label", "a/draft.sh", "--label", "b/draft.sh"];
    let diff = sh::command("diff", &["-u"]).args(labels).arg(before).arg(&script).output()?;
    print!("{}", String::from_utf8_lossy(&diff.stdout));
    println!();
    let work = copy.join("work");
    std::fs::create_dir_all(&work)?;
    let output = std::process::Command::new("bash").arg(&script).current_dir(&work).output()?;
    println!("$ bash release-notes/scripts/draft.sh");
    print!("{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8_lossy(&output.stdout);
    print!("{text}");
    let envelope: Value = serde_json::from_str(&text)
        .with_context(|| format!("stdout must be one JSON document, got {text:?}"))?;
    ensure!(envelope["success"] == Value::Bool(true), "the script must succeed: {envelope}");
    println!("\nOne JSON document on stdout; the text that people read went to stderr.");
    Ok(())
}

fn title(text: &str) {
    println!("\n━━ {text}\n");
}

/// Runs a command in the open; its exit code must be one of `codes`.
fn show(program: &str, args: &[&str], codes: &[i32]) -> anyhow::Result<String> {
    println!("$ skillgen {}", args.join(" "));
    let output = sh::command(program, args).output()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    for line in format!("{text}{}", String::from_utf8_lossy(&output.stderr)).lines() {
        println!("{line}");
    }
    match output.status.code() {
        Some(code) if codes.contains(&code) => Ok(text),
        other => bail!("unexpected exit code {other:?}"),
    }
}

fn tempfolder() -> anyhow::Result<std::path::PathBuf> {
    let made = sh::read("mktemp", &["-d"])?;
    Ok(made.trim().into())
}
