//! docs/build-scripts.md: its files are written into a folder and used as described. A block whose
//! info string names a file is that file.

use std::path::Path;
use std::process::Command;

use libtest_mimic::{Failed, Trial};

use crate::support::{root, run_with, text};

pub(crate) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("build_scripts::npm_make_and_hook", from_skillgen_toml),
        Trial::test("build_scripts::build_rs", build_rs),
        Trial::test("build_scripts::build_rs_options", build_rs_options),
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

/// Replaces the crate of the page by the one in this repository.
fn local_crate(folder: &Path) -> Result<(), Failed> {
    write_files(folder)?;
    let manifest = std::fs::read_to_string(folder.join("Cargo.toml"))?;
    let local = format!("path = {:?}", root().join("crates/build"));
    let manifest = manifest.replace("git = \"https://example.org/skillgen\"", &local);
    std::fs::write(
        folder.join("Cargo.toml"),
        manifest + "[workspace]\n[profile.dev]\ndebug = 0\n",
    )?;
    std::fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock"))?;
    Ok(())
}

/// `cargo run`: exit code, and all that it printed.
fn cargo_run(folder: &Path) -> (i32, String) {
    let mut command = Command::new("cargo");
    command.args(["run", "--offline", "--quiet"]).current_dir(folder);
    command.env("RUSTFLAGS", "-D warnings");
    command.env("CARGO_TARGET_DIR", root().join("target/emitted"));
    let (code, out, err) = text(&run_with(command, b""));
    (code, out + &err)
}

/// The builder writes the same file as an entry of skillgen.toml.
fn build_rs_options() -> Result<(), Failed> {
    let scratch = tempfile::tempdir()?;
    let folder = scratch.path();
    local_crate(folder)?;
    // Crates with one name would share cargo's artifacts.
    let manifest = std::fs::read_to_string(folder.join("Cargo.toml"))?;
    std::fs::write(folder.join("Cargo.toml"), manifest.replace("uses-a-contract", "has-options"))?;
    std::fs::write(
        folder.join("contracts/news.json"),
        r##"{"title": "news", "type": "object", "required": ["at"], "properties": {
            "at": {"type": "string", "format": "date-time"}, "by": {"$ref": "#/$defs/Person"}},
            "$defs": {"Person": {"type": "object", "properties": {"name": {"type": "string"}}}}}"##,
    )?;
    let templates = folder.join("templates/rust");
    std::fs::create_dir_all(&templates)?;
    std::fs::write(templates.join("header.hbs"), "// {{header}}\n// Owner: news desk.\n")?;
    std::fs::write(
        folder.join("build.rs"),
        r#"fn main() -> Result<(), skillgen_codegen::Error> {
    use skillgen_codegen::Part;
    let builder = skillgen_codegen::Builder::new().contract("contracts/news.json");
    let builder = builder.templates("templates").prefix("Daily").rename("Person", "Writer");
    let builder = builder.with([Part::Parse, Part::Check]).definitions(true);
    builder.type_map("date-time", "crate::When").emit()
}
"#,
    )?;
    std::fs::write(
        folder.join("src/main.rs"),
        r##"mod news {
    #![allow(dead_code, reason = "a program needs a part")]
    include!(concat!(env!("OUT_DIR"), "/news.rs"));
}

mod person {
    #![allow(dead_code, reason = "a program needs a part")]
    include!(concat!(env!("OUT_DIR"), "/person.rs"));
}

#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct When(String);

fn main() {
    let read = news::parse(r#"{"at": "2026-11-24T00:00:00Z", "by": {"name": "Ada"}}"#);
    let read: Result<news::DailyNews, _> = read;
    let by: Option<news::Writer> = read.as_ref().ok().and_then(|news| news.by.clone());
    let name = person::parse(r#"{"name": "Bo"}"#).ok().and_then(|person| person.name);
    println!("{:?} {:?} {name:?}", read.map(|news| news.at.0).ok(), by.and_then(|by| by.name));
    println!("{}", include_str!(concat!(env!("OUT_DIR"), "/news.rs")));
}
"##,
    )?;
    let (code, said) = cargo_run(folder);
    let (head, file) = said.split_once('\n').unwrap_or((&said, ""));
    let wanted = "Some(\"2026-11-24T00:00:00Z\") Some(\"Ada\") Some(\"Bo\")";
    if code != 0 || head != wanted || file.contains("\npub fn coerce") {
        return Err(format!("{code}: {said}").into());
    }
    std::fs::write(
        folder.join("skillgen.toml"),
        r#"[[emit]]
lang = "rust"
contract = "contracts/news.json"
out = "made"
templates = "templates"
prefix = "Daily"
rename = { Person = "Writer" }
with = ["parse", "check"]
type-map = { rust = { date-time = "crate::When" } }
"#,
    )?;
    expect("emit", run(folder, "skillgen", &["emit"]), 0, "")?;
    let made = std::fs::read_to_string(folder.join("made/news.rs"))?;
    if made.trim() != file.trim() {
        return Err(format!("{file}\nis not\n{made}").into());
    }
    // Unsupported options are reported, as by the command.
    let script = std::fs::read_to_string(folder.join("build.rs"))?;
    for (old, new, wanted) in [
        ("\"Person\"", "\"Nobody\"", "no type is called `Nobody` in rust"),
        ("\"Daily\"", "\"daily\"", "expected letters and digits, the first a capital"),
        (
            "Part::Parse, ",
            "Part::Parse]).defaults(skillgen_codegen::Defaults::Added).formats(skillgen_codegen::Formats::Annotate).with([",
            "a type can't hold what is not checked",
        ),
        ("crate::When", "1", "`1` is no type of rust"),
        ("\"date-time\"", "\"when\"", "`when` is no format that is checked"),
    ] {
        std::fs::write(folder.join("build.rs"), script.replace(old, new))?;
        expect(new, cargo_run(folder), 101, wanted)?;
    }
    Ok(())
}

fn build_rs() -> Result<(), Failed> {
    let scratch = tempfile::tempdir()?;
    let folder = scratch.path();
    local_crate(folder)?;
    let cargo = || cargo_run(folder);
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
