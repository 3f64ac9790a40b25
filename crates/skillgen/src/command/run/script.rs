//! Finds the script of a skill, and the command that starts it.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::bail;

/// The usual names of a skill's script, best first.
const NAMES: [&str; 12] = [
    "execute.sh",
    "scripts/execute.sh",
    "run.sh",
    "scripts/run.sh",
    "main.sh",
    "scripts/main.sh",
    "execute.py",
    "scripts/execute.py",
    "run.py",
    "scripts/run.py",
    "main.py",
    "scripts/main.py",
];

/// The folder of the skill with a script in `parent`.
pub(super) fn folder_of(parent: &Path) -> &Path {
    let above = parent.parent().filter(|_| parent.ends_with("scripts"));
    match above {
        Some(above) if !parent.join("SKILL.md").is_file() => {
            if above.as_os_str().is_empty() {
                Path::new(".")
            } else {
                above
            }
        }
        _ => parent,
    }
}

/// The script of a skill: one with a usual name, or the only one.
pub(crate) fn find(folder: &Path) -> anyhow::Result<PathBuf> {
    if let Some(found) = NAMES.iter().map(|name| folder.join(name)).find(|path| path.is_file()) {
        return inside(folder, found);
    }
    let mut scripts: Vec<PathBuf> = [folder.to_owned(), folder.join("scripts")]
        .iter()
        .filter_map(|place| std::fs::read_dir(place).ok())
        .flat_map(|entries| entries.filter_map(|entry| Some(entry.ok()?.path())))
        .filter(|path| path.is_file() && interpreter(path).is_some())
        .collect();
    scripts.sort();
    match scripts.as_slice() {
        [one] => inside(folder, one.clone()),
        [] => bail!("{}: no script found; name one with --script", folder.display()),
        many => bail!("{}: {} scripts; choose one with --script", folder.display(), many.len()),
    }
}

/// A script that the user did not name must be in its skill: a link out of it could run anything.
fn inside(folder: &Path, script: PathBuf) -> anyhow::Result<PathBuf> {
    let real = |path: &Path| std::fs::canonicalize(path);
    let (Ok(top), Ok(file)) = (real(folder), real(&script)) else { return Ok(script) };
    if !file.starts_with(top) {
        bail!(
            "{}: leads out of the skill, to {}; name that file with --script if it is meant",
            script.display(),
            file.display()
        );
    }
    Ok(script)
}

fn interpreter(script: &Path) -> Option<&'static str> {
    match script.extension()?.to_str()? {
        "sh" | "bash" => Some("bash"),
        "py" => Some("python3"),
        "js" | "mjs" | "cjs" => Some("node"),
        _ => None,
    }
}

/// The command that starts a script: the script itself if it is executable and has a `#!` line, else the
/// interpreter for its name. A shell also runs an executable script without a `#!` line.
pub(super) fn command(script: &Path) -> Command {
    // A bare name would be looked up in PATH.
    let script = match script.components().count() {
        1 => Path::new(".").join(script),
        _ => script.to_owned(),
    };
    match interpreter(&script) {
        Some(interpreter) if !starts_itself(&script) => {
            let mut command = Command::new(interpreter);
            command.arg(script);
            command
        }
        _ => Command::new(script),
    }
}

/// Why an existing script could not be started; the system only reports the error.
pub(super) fn why_not_started(script: &Path, error: &std::io::Error) -> String {
    let missing = match interpreter(script) {
        Some(name) if !starts_itself(script) => Some(name.to_owned()),
        _ => shebang(script),
    };
    if missing.as_ref().is_some_and(|name| name.ends_with('\r')) {
        return "its first line ends with CR LF, so that no interpreter of that name is there: save it \
                with LF"
            .to_owned();
    }
    match (error.kind(), missing) {
        (std::io::ErrorKind::NotFound, Some(name)) => {
            format!("its interpreter {name} is not installed")
        }
        (std::io::ErrorKind::PermissionDenied, _) => {
            format!("{error}: make it executable, or name it .sh, .py or .js")
        }
        _ => error.to_string(),
    }
}

/// The interpreter in the first line of a script.
fn shebang(script: &Path) -> Option<String> {
    use std::io::Read as _;
    let mut head = Vec::new();
    std::fs::File::open(script).ok()?.take(256).read_to_end(&mut head).ok()?;
    let head = String::from_utf8_lossy(&head).into_owned();
    // If the line ends with CR LF, the system includes the CR in the name.
    let line = head.split('\n').next()?.strip_prefix("#!")?;
    line.split([' ', '\t']).find(|word| !word.is_empty()).map(str::to_owned)
}

fn starts_itself(script: &Path) -> bool {
    is_executable(script) && shebang(script).is_some()
}

#[cfg(unix)]
fn is_executable(script: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::metadata(script).is_ok_and(|meta| meta.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(_: &Path) -> bool {
    false
}
