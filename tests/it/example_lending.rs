//! examples/lending: one folder of contracts for programs in five languages, emitted, built, checked by the tools of each
//! language and run together.

use std::path::Path;
use std::process::Command;

use libtest_mimic::{Failed, Trial};

use crate::emitted::run;
use crate::emitted_files::emit;
use crate::support::{root, run_with, text};

pub(crate) fn cases() -> Vec<Trial> {
    vec![Trial::test("example_lending::built_and_run", built_and_run)]
}

/// Copies what somebody wrote.
fn copy(from: &Path, to: &Path) -> Result<(), Failed> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)?.flatten() {
        let (path, into) = (entry.path(), to.join(entry.file_name()));
        let is_written_by_hand =
            !["target", "js", "__pycache__"].iter().any(|name| path.ends_with(name));
        match path.is_dir() {
            true if is_written_by_hand => copy(&path, &into)?,
            true => {}
            false => std::fs::copy(&path, &into).map(drop)?,
        }
    }
    Ok(())
}

fn built_and_run() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let here = folder.path();
    copy(&root().join("examples/lending"), here)?;
    emit(here, &[])?;
    emit(here, &["--check"])?;

    let bash = |args: &[&str]| run(Command::new("bash").args(args).current_dir(here));
    if bash(&["scripts/check.sh", "data"])? != "0 faults\n" {
        return Err("faults in the data".into());
    }
    std::fs::create_dir(here.join("worse"))?;
    std::fs::write(
        here.join("worse/items.jsonl"),
        "{\"id\": \"x\", \"name\": \"Saw\", \"kind\": \"tool\"}\n",
    )?;
    std::fs::write(here.join("worse/members.jsonl"), "{\"id\": \"m-3\", \"name\": \"\"}\n")?;
    let mut check = Command::new("bash");
    check.args(["scripts/check.sh", "worse"]).current_dir(here);
    let worse = text(&run_with(check, b""));
    if worse.0 != 1 || !worse.1.ends_with("2 faults\n") {
        return Err(format!("{worse:?}").into());
    }

    let service = here.join("service");
    let target = root().join("target/emitted");
    run(Command::new("cargo").args(["fmt", "--check"]).current_dir(&service))?;
    run(Command::new("cargo")
        .args(["build", "--quiet", "--offline"])
        .env("RUSTFLAGS", "-D warnings")
        .env("CARGO_TARGET_DIR", &target)
        .current_dir(&service))?;
    let cli = here.join("cli");
    crate::golang::critics(&cli)?;
    let asked = [
        &["borrow", "m-1", "i-1"][..],
        &["borrow", "m-2", "i-1"],
        &["borrow", "m-9", "i-2"],
        &["return", "l-1"],
    ];
    let mut lines = String::new();
    for args in asked {
        lines += &crate::golang::go(&cli, &[&["run", "."], args].concat())?;
    }
    let mut wrong = crate::golang::command(&cli);
    wrong.args(["run", ".", "borrow", "nobody", "i-1"]);
    let (code, out, err) = text(&run_with(wrong, b""));
    if code == 0 || !out.is_empty() || !err.contains("/member") {
        return Err(format!("a wrong request was sent: {code} {out}{err}").into());
    }
    lines += "{\"kind\": \"borrow\"}\n";
    let mut answers = Command::new(target.join("debug/service"));
    answers.arg("data").current_dir(here);
    let (code, replies, err) = text(&run_with(answers, lines.as_bytes()));
    if code != 0 || replies.lines().count() != 5 {
        return Err(format!("{code}: {replies}{err}").into());
    }
    let mut explain = crate::golang::command(&cli);
    explain.args(["run", ".", "explain"]);
    let explained = text(&run_with(explain, replies.as_bytes()));
    let expected = "m-1 has i-1 for 3 days\nrefused: lent\nrefused: unknown-member\n\
                    m-1 has i-1 for 3 days\nrefused: bad-request\n";
    if explained.1 != expected {
        return Err(format!("{explained:?}").into());
    }

    let bin = crate::python::interpreter();
    run(Command::new(bin.with_file_name("ruff"))
        .args(["check", "."])
        .current_dir(here.join("tool")))?;
    run(Command::new(bin.with_file_name("mypy"))
        .args(["--strict", "main.py"])
        .current_dir(here.join("tool")))?;
    let mut tool = Command::new(bin);
    tool.arg("tool/main.py").current_dir(here);
    let (code, report, err) = text(&run_with(tool, replies.as_bytes()));
    let report: serde_json::Value =
        serde_json::from_str(&report).map_err(|error| format!("{code}: {error}: {report}{err}"))?;
    if report["refused"] != 3 || report["lent"] != serde_json::json!({}) {
        return Err(format!("{report}").into());
    }

    let web = here.join("web");
    run(Command::new(root().join("tests/node_modules/.bin/tsc"))
        .args(["-p", "."])
        .current_dir(&web))?;
    let script = r#"import { borrow } from "./js/client.js";
import { readFileSync } from "node:fs";
const replies = readFileSync(0, "utf8").split("\n");
for (const [index, member] of ["m-1", "m-2", "m-9"].entries())
  console.log(await borrow(async () => replies[index], member, "i-1"));
await borrow(async () => "", "nobody", "i-1").catch((error) => console.log(error.message));
"#;
    std::fs::write(web.join("run.js"), script)?;
    let mut node = Command::new("node");
    node.arg("run.js").current_dir(&web);
    let (code, said, err) = text(&run_with(node, replies.as_bytes()));
    let is_said = said.starts_with("Yours until 2")
        && said.contains("\nSomebody else has it.\nWe can't: unknown-member.\n")
        && said.contains("/member: ");
    match code == 0 && is_said {
        true => Ok(()),
        false => Err(format!("{code}: {said}{err}").into()),
    }
}
