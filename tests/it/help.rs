//! What `--help` says is so: every example in it runs, the formats that it names for a command are the ones
//! that the command prints, and bad usage points to the help of the command that was meant.

use std::path::Path;
use std::process::Command;

use libtest_mimic::{Failed, Trial};

use crate::support::{root, run_in, run_with, skillgen, text};

const COMMANDS: &[&str] = &[
    "diff",
    "changelog",
    "bump",
    "lock",
    "emit",
    "migrate",
    "check",
    "validate",
    "parse",
    "run",
    "chain",
    "compat",
    "cache",
    "init",
    "infer",
    "explain",
    "rules",
    "schema",
    "completions",
    "man",
];

pub(crate) fn cases() -> Vec<Trial> {
    let examples = COMMANDS.iter().map(|command| {
        Trial::test(format!("help::examples of {command}"), move || examples(command))
    });
    examples
        .chain([
            Trial::test("help::formats", formats),
            Trial::test("help::the command that was meant", meant),
            Trial::test("help::full stdout", full),
        ])
        .collect()
}

/// The folder that the examples speak of: two versions of a contract in git, a skill, scripts, a chain.
fn folder() -> Result<tempfile::TempDir, Failed> {
    let folder = tempfile::tempdir()?;
    let at = |name: &str| folder.path().join(name);
    let digest = root().join("examples/contracts/news-digest");
    for name in ["v1.json", "v2.json"] {
        std::fs::copy(digest.join(name), at(name))?;
    }
    std::fs::copy(digest.join("v1.json"), at("contract.json"))?;
    std::fs::create_dir(at("scripts"))?;
    std::fs::write(at("scripts/report.sh"), "#!/bin/bash\necho \"Confidence: 0.9\"\n")?;
    std::fs::write(at("input.json"), "{\"topic\": \"tides\"}\n")?;
    let envelope = r#"{"success":true,"confidence":1,"deliverables":[],"metrics":{},"errors":[]}"#;
    std::fs::write(at("output.json"), envelope)?;
    std::fs::write(at("output.txt"), "SUCCESS\n")?;
    std::fs::write(at("chain.yaml"), "chain:\n  - skill: my-skill\n    inputs: {topic: tides}\n")?;
    std::fs::copy(root().join("tests/mcp/server.py"), at("server.py"))?;
    std::fs::write(at("tools.json"), "[{\"name\": \"find\", \"inputSchema\": {}}]\n")?;
    shell(folder.path(), "skillgen lock --server 'python3 server.py'")?;
    shell(folder.path(), "chmod +x scripts/report.sh && skillgen init my-skill")?;
    shell(
        folder.path(),
        "git init -q . && git add . && git -c user.name=n -c user.email=e commit -qm first",
    )?;
    Ok(folder)
}

/// Runs a line with this skillgen on PATH; any exit code but 0 and 1 is a failure.
fn shell(folder: &Path, line: &str) -> Result<(), Failed> {
    let binary = Path::new(env!("CARGO_BIN_EXE_skillgen"));
    let own = binary.parent().unwrap_or(Path::new(".")).display().to_string();
    let mut command = Command::new("bash");
    command.args(["-o", "pipefail", "-c", line]).current_dir(folder);
    command.env("PATH", format!("{own}:{}", std::env::var("PATH")?));
    let (code, _, err) = text(&run_with(command, b""));
    if !matches!(code, 0 | 1) {
        return Err(format!("{line}: exit {code}, {err}").into());
    }
    Ok(())
}

fn help(args: &[&str]) -> String {
    let mut command = skillgen();
    command.args(args).arg("--help");
    text(&run_with(command, b"")).1
}

fn examples(command: &str) -> Result<(), Failed> {
    let help = help(&[command]);
    let lines: Vec<&str> =
        help.lines().skip_while(|line| *line != "Examples:").skip(1).map(str::trim).collect();
    if lines.is_empty() {
        return Err("no examples".into());
    }
    let folder = folder()?;
    for line in lines {
        if !line.contains(&format!("skillgen {command}")) {
            return Err(format!("{line}: no example of {command}").into());
        }
        shell(folder.path(), line)?;
    }
    Ok(())
}

/// `markdown` … `html` name the commands that print them, in parentheses; text and json are everybody's.
fn formats() -> Result<(), Failed> {
    let help = help(&[]);
    for format in ["text", "json", "markdown", "sarif", "github", "junit", "html"] {
        let line = help.lines().find(|l| l.trim().starts_with(&format!("- {format}:")));
        let line = line.ok_or_else(|| format!("{format}: not in the help"))?;
        let named: Vec<&str> = match line.split_once('(') {
            Some((_, list)) => list.trim_end_matches(')').split(", ").collect(),
            None => COMMANDS.to_vec(),
        };
        for command in COMMANDS {
            let refused = refuses(command, format)?;
            if refused == named.contains(command) {
                return Err(format!("{command} --format {format}: refused {refused}").into());
            }
        }
    }
    Ok(())
}

/// Whether a command says that it doesn't print a format; that is judged before anything is read.
fn refuses(command: &str, format: &str) -> Result<bool, Failed> {
    let args: &[&str] = match command {
        "diff" => &["no-file", "no-file"],
        "emit" => &["--lang", "bash"],
        "validate" => &["--contract", "no-file"],
        "compat" => &["--requires", ">=1", "--version", "1"],
        "cache" => &["purge", "--cache-dir", "/nonexistent"],
        "explain" => &["enum-value-removed"],
        "completions" => &["bash"],
        "rules" | "schema" | "man" => &[],
        "init" => &["No Name"],
        _ => &["no-file"],
    };
    let mut all = vec![command];
    all.extend(args);
    all.extend(["--format", format]);
    let (_, _, err) = text(&run_in(&root(), &all));
    Ok(err.contains("this command prints"))
}

fn meant() -> Result<(), Failed> {
    for (args, hint) in [
        (&["diff", "--nope"][..], "see `skillgen diff --help`"),
        (&["cache", "put"], "see `skillgen cache put --help`"),
        (&["cache"], "see `skillgen cache --help`"),
        (&["--nope"], "see `skillgen --help`"),
    ] {
        let (code, _, err) = text(&run_in(&root(), args));
        if code != 2 || !err.trim_end().ends_with(hint) {
            return Err(format!("{args:?}: exit {code}, {err}").into());
        }
    }
    Ok(())
}

/// Help that can't be printed is told like any result that can't be.
fn full() -> Result<(), Failed> {
    for args in [&["--help"][..], &["--version"], &["diff", "--help"], &["rules"]] {
        let mut command = skillgen();
        command.args(args).stdout(std::fs::File::create("/dev/full")?);
        let output = command.stderr(std::process::Stdio::piped()).output()?;
        let (code, _, err) = text(&output);
        if code != 2 || err.lines().count() != 1 || !err.contains("standard output") {
            return Err(format!("{args:?}: exit {code}, {err}").into());
        }
    }
    Ok(())
}
