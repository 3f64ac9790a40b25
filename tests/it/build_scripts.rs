//! docs/build-scripts.md, run: its files are written into a folder and used as it says. A block whose
//! info string names a file is that file.

use std::path::Path;
use std::process::Command;

use libtest_mimic::{Failed, Trial};

use crate::support::{root, run_with, text};

pub(crate) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("build_scripts::npm_make_and_hook", from_skillgen_toml),
        Trial::test("build_scripts::build_rs", build_rs),
        Trial::test("build_scripts::go_generate", go_generate),
    ]
}

/// Writes the files of the page into a folder.
fn write_files(folder: &Path) -> Result<(), Failed> {
    let page = std::fs::read_to_string(root().join("docs/build-scripts.md"))?;
    let mut file: Option<(String, String)> = None;
    for line in page.lines() {
        if let Some((name, body)) = &mut file {
            if line == "```" {
                let path = folder.join(&name);
                std::fs::create_dir_all(path.parent().ok_or("a folder")?)?;
                std::fs::write(path, body)?;
                file = None;
            } else {
                body.push_str(line);
                body.push('\n');
            }
        } else if let Some((_, name)) = line.strip_prefix("```").and_then(|l| l.split_once("file="))
        {
            file = Some((name.to_owned(), String::new()));
        }
    }
    Ok(())
}

/// Runs a program with skillgen on its PATH: exit code, and all that it printed.
fn run(folder: &Path, program: &str, args: &[&str]) -> (i32, String) {
    let bin = Path::new(env!("CARGO_BIN_EXE_skillgen")).parent().unwrap().to_owned();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths([bin].into_iter().chain(std::env::split_paths(&path))).unwrap();
    let mut command = Command::new(program);
    command.args(args).current_dir(folder).env("PATH", path);
    let (code, out, err) = text(&run_with(command, b""));
    (code, out + &err)
}

fn expect(step: &str, (code, said): (i32, String), wanted: i32, words: &str) -> Result<(), Failed> {
    match code == wanted && said.contains(words) {
        true => Ok(()),
        false => {
            Err(format!("{step}: exit {code}, expected {wanted} and `{words}`:\n{said}").into())
        }
    }
}

fn from_skillgen_toml() -> Result<(), Failed> {
    let scratch = tempfile::tempdir()?;
    let folder = scratch.path();
    write_files(folder)?;
    let make = |target: &str| run(folder, "make", &["-s", target]);
    let npm = |script: &str| run(folder, "npm", &["run", "--silent", script]);
    let hook = || run(folder, "sh", &["pre-commit"]);
    expect("check before", npm("contracts:check"), 1, "news.ts: missing")?;
    expect("build before", npm("build"), 1, "missing")?;
    expect("hook before", hook(), 1, "then add what it wrote")?;
    expect("make", make("generated/.stamp"), 0, "")?;
    expect("make check", make("check"), 0, "")?;
    expect("hook", hook(), 0, "")?;
    expect("build", npm("build"), 0, "built")?;
    let contract = folder.join("contracts/news.json");
    let changed = std::fs::read_to_string(&contract)?.replace("topics", "themes");
    std::fs::write(&contract, changed)?;
    expect("check of a drift", npm("contracts:check"), 1, "-  topics")?;
    expect("npm", npm("contracts"), 0, "")?;
    expect("check after", npm("contracts:check"), 0, "")?;
    let file = folder.join("generated/news.ts");
    let now = env!("CARGO_PKG_VERSION");
    let other = std::fs::read_to_string(&file)?.replacen(now, "0.0.9", 1);
    std::fs::write(&file, other)?;
    expect("version", run(folder, "skillgen", &["emit", "--check"]), 1, "version only")?;
    let ignoring = ["emit", "--check", "--ignore-version"];
    expect("version ignored", run(folder, "skillgen", &ignoring), 0, "version only")?;
    std::fs::rename(&file, folder.join("generated/old.ts"))?;
    expect("orphan", run(folder, "skillgen", &["emit", "--check"]), 1, "old.ts: generated")
}

fn build_rs() -> Result<(), Failed> {
    let scratch = tempfile::tempdir()?;
    let folder = scratch.path();
    write_files(folder)?;
    let manifest = std::fs::read_to_string(folder.join("Cargo.toml"))?;
    let local = format!("path = {:?}", root().join("crates/build"));
    let manifest = manifest.replace("git = \"https://example.org/skillgen\"", &local);
    std::fs::write(
        folder.join("Cargo.toml"),
        manifest + "[workspace]\n[profile.dev]\ndebug = 0\n",
    )?;
    std::fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock"))?;
    let cargo = || {
        let mut command = Command::new("cargo");
        command.args(["run", "--offline", "--quiet"]).current_dir(folder);
        command.env("RUSTFLAGS", "-D warnings");
        command.env("CARGO_TARGET_DIR", root().join("target/emitted"));
        let (code, out, err) = text(&run_with(command, b""));
        (code, out + &err)
    };
    expect("first", cargo(), 0, "1 topic(s)")?;
    // A file that the contract refers to is watched, too.
    let topic = r#"{ "type": "string", "minLength": 3 }"#;
    std::fs::write(folder.join("contracts/topic.json"), topic)?;
    expect("changed reference", cargo(), 0, "minLength")?;
    std::fs::write(folder.join("contracts/topic.json"), r#"{ "type": "string", "pattern": "(" }"#)?;
    expect("refused", cargo(), 101, "ECMA-262")
}

fn go_generate() -> Result<(), Failed> {
    let scratch = tempfile::tempdir()?;
    let folder = scratch.path();
    write_files(folder)?;
    let bin = Path::new(env!("CARGO_BIN_EXE_skillgen")).parent().unwrap().to_owned();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths([bin].into_iter().chain(std::env::split_paths(&path)))?;
    crate::emitted::run(
        crate::golang::command(folder).args(["generate", "./..."]).env("PATH", path),
    )?;
    crate::golang::critics(folder)?;
    let said = crate::golang::go(folder, &["run", "."])?;
    match said.as_str() {
        "1 topic(s)\n/topics type\ntrue wrap-in-array\n" => Ok(()),
        other => Err(other.into()),
    }
}
