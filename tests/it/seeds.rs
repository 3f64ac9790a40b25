//! The words and samples of the documents that the project began from, fed to the built command: each tests/seeds/NAME.case
//! holds files (`--- file PATH`), a bash script (`--- sh`) that finds `skillgen` and `tsc` in its PATH, and what it prints
//! (`--- out`), its standard error among it. `SKILLGEN_BLESS=1` writes the last part.

use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

use libtest_mimic::{Failed, Trial};

use crate::support::{root, run_with, skillgen};

pub(crate) fn cases() -> Vec<Trial> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(root().join("tests/seeds"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "case"))
        .collect();
    files.sort();
    let trial = |file: PathBuf| {
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        Trial::test(format!("seeds::{name}"), move || run(&file))
    };
    files.into_iter().map(trial).collect()
}

fn run(file: &Path) -> Result<(), Failed> {
    let case = std::fs::read_to_string(file)?;
    let (given, expected) = case.split_once("--- out\n").ok_or("no `--- out`")?;
    let (files, script) = given.split_once("--- sh\n").ok_or("no `--- sh`")?;
    let folder = tempfile::tempdir()?;
    let work = folder.path().join("work");
    std::fs::create_dir(&work)?;
    for file in files.split("--- file ").skip(1) {
        write(&work, file)?;
    }
    let printed = printed(folder.path(), &work, script)?;
    if std::env::var_os("SKILLGEN_BLESS").is_some() {
        std::fs::write(file, format!("{given}--- out\n{printed}"))?;
        return Ok(());
    }
    if printed == expected {
        return Ok(());
    }
    Err(format!("expected:\n{expected}\nprinted:\n{printed}").into())
}

/// Writes one file of a case: its path on the first line, then its text. Scripts may be executed.
fn write(work: &Path, file: &str) -> Result<(), Failed> {
    let (path, text) = file.split_once('\n').ok_or("a file without text")?;
    let path = work.join(path);
    std::fs::create_dir_all(path.parent().unwrap_or(work))?;
    std::fs::write(&path, text)?;
    if text.starts_with("#!") {
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755))?;
    }
    Ok(())
}

/// What the script prints in the folder of its files.
fn printed(folder: &Path, work: &Path, script: &str) -> Result<String, Failed> {
    let bin = folder.join("bin");
    std::fs::create_dir(&bin)?;
    let command = skillgen();
    symlink(command.get_program(), bin.join("skillgen"))?;
    symlink(root().join("tests/node_modules/.bin/tsc"), bin.join("tsc"))?;
    let path = std::env::var("PATH").unwrap_or_default();
    let mut shell = Command::new("bash");
    shell.args(["-c", &format!("exec 2>&1\n{script}")]).current_dir(work);
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => shell.env(name, value),
            None => shell.env_remove(name),
        };
    }
    shell.env("PATH", format!("{}:{path}", bin.display()));
    let output = run_with(shell, b"");
    Ok(String::from_utf8_lossy(&output.stdout).replace(&work.display().to_string(), "WORK"))
}
