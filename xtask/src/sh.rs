//! Starting other programs from the project's root, and saying what is done.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, bail};

/// The project's root.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().unwrap_or_else(|_| ".".into())
}

/// A command that starts in the root.
pub(crate) fn command(program: &str, args: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(args).current_dir(root());
    command
}

/// Runs a step and shows its output; fails where it does.
pub(crate) fn step(program: &str, args: &[&str]) -> anyhow::Result<()> {
    run(&mut command(program, args))
}

/// Runs a prepared command as a step.
pub(crate) fn run(command: &mut Command) -> anyhow::Result<()> {
    let line = shown(command);
    println!("── {line}");
    let status = command.status().with_context(|| format!("can't start {line}"))?;
    if !status.success() {
        bail!("failed: {line} ({status})");
    }
    Ok(())
}

/// Runs a command and gives its stdout.
pub(crate) fn read(program: &str, args: &[&str]) -> anyhow::Result<String> {
    let mut command = command(program, args);
    let line = shown(&command);
    let output =
        command.stderr(Stdio::inherit()).output().with_context(|| format!("can't start {line}"))?;
    if !output.status.success() {
        bail!("failed: {line} ({})", output.status);
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Builds the command, and gives its path.
pub(crate) fn skillgen() -> anyhow::Result<String> {
    step("cargo", &["build", "--quiet", "-p", "skillgen"])?;
    Ok(target().join("debug/skillgen").to_string_lossy().into_owned())
}

/// Builds the command with all tests, and gives its path. The tests' libraries switch on features of those that the command uses:
/// if the command was built alone before, nearly all crates would be built a second time.
pub(crate) fn skillgen_of_tests() -> anyhow::Result<String> {
    step("cargo", &["test", "--quiet", "--workspace", "--no-run"])?;
    Ok(target().join("debug/skillgen").to_string_lossy().into_owned())
}

/// Builds the command as it is shipped, and gives its path.
pub(crate) fn skillgen_release() -> anyhow::Result<String> {
    step("cargo", &["build", "--release", "--quiet", "-p", "skillgen"])?;
    Ok(target().join("release/skillgen").to_string_lossy().into_owned())
}

/// cargo's target folder.
pub(crate) fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// Whether a program is on the PATH.
pub(crate) fn has(program: &str) -> bool {
    let found = |dir: PathBuf| dir.join(program).is_file();
    std::env::var_os("PATH").is_some_and(|path| std::env::split_paths(&path).any(found))
}

fn shown(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|w| w.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
}

/// The files that git tracks or would track.
pub(crate) fn tracked() -> anyhow::Result<Vec<PathBuf>> {
    let list = read("git", &["ls-files", "--cached", "--others", "--exclude-standard"])?;
    Ok(list.lines().map(PathBuf::from).filter(|p| root().join(p).is_file()).collect())
}

/// Stems of the files of a folder with an ending, sorted.
pub(crate) fn stems(folder: &str, ending: &str) -> anyhow::Result<Vec<String>> {
    let mut stems = Vec::new();
    for entry in std::fs::read_dir(root().join(folder))? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        stems.extend(name.strip_suffix(ending).map(str::to_owned));
    }
    stems.sort();
    Ok(stems)
}
