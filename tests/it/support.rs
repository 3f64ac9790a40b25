//! What the areas share: where things are, running the command, and temporary folders.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use sha2::{Digest as _, Sha256};

/// The project's root.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// The built command.
pub(crate) fn skillgen() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_skillgen"));
    command.env("NO_COLOR", "1").env("SOURCE_DATE_EPOCH", "1777636800");
    command.env("XDG_STATE_HOME", state_home());
    for name in ["CODEX_PROFILE", "GEMINI_PROFILE", "RUST_BACKTRACE"] {
        command.env_remove(name);
    }
    command
}

/// Where the runs of these tests keep their state; [`crate::main`] removes it.
pub(crate) fn state_home() -> PathBuf {
    std::env::temp_dir().join(format!("skillgen-tests-{}", std::process::id()))
}

/// The folder in which skillgen keeps the state of a tree.
pub(crate) fn state_of(tree: &Path) -> PathBuf {
    use std::os::unix::ffi::OsStrExt as _;
    let tree = tree.canonicalize().unwrap();
    let name: String =
        Sha256::digest(tree.as_os_str().as_bytes()).iter().map(|b| format!("{b:02x}")).collect();
    state_home().join("skillgen/migrate").join(name)
}

/// Runs a command with `stdin` and waits for it.
pub(crate) fn run_with(mut command: Command, stdin: &[u8]) -> Output {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut pipe = child.stdin.take().unwrap();
    let bytes = stdin.to_vec();
    // A command may stop reading early; that is its affair.
    let writer = std::thread::spawn(move || {
        let _ = pipe.write_all(&bytes);
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

/// Runs skillgen with arguments in a folder.
pub(crate) fn run_in(folder: &Path, args: &[&str]) -> Output {
    let mut command = skillgen();
    command.args(args).current_dir(folder);
    run_with(command, b"")
}

/// Writes a file of a tree, and the folders that it stands in.
pub(crate) fn put(root: &Path, name: impl AsRef<Path>, content: impl AsRef<[u8]>) -> PathBuf {
    let path = root.join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(&path, content).unwrap();
    path
}

/// The output as text: (exit code, stdout, stderr).
pub(crate) fn text(output: &Output) -> (i32, String, String) {
    (
        status(output),
        String::from_utf8_lossy(&output.stdout).into_owned(),
        String::from_utf8_lossy(&output.stderr).into_owned(),
    )
}

/// The status as a shell has it: 128 and the number of the signal that ended the process.
pub(crate) fn status(output: &Output) -> i32 {
    use std::os::unix::process::ExitStatusExt as _;
    let signal = output.status.signal().map(|number| 128 + number);
    output.status.code().or(signal).unwrap_or(-1)
}

/// The folders below `tests/AREA`, sorted: one case each.
pub(crate) fn case_folders(area: &str) -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> = std::fs::read_dir(root().join("tests").join(area))
        .map(|entries| entries.map(|e| e.unwrap().path()).filter(|p| p.is_dir()).collect())
        .unwrap_or_default();
    folders.sort();
    folders
}

/// The official JSON-Schema-Test-Suite, which `cargo xtask tools` puts there.
pub(crate) fn suite() -> PathBuf {
    root().join("tests/.tools/suite")
}

/// The Python that `cargo xtask tools` sets up, with jsonschema and packaging.
pub(crate) fn python() -> PathBuf {
    root().join("tests/.tools/venv/bin/python")
}
