//! One run of a script under bubblewrap: a read-only root without the sockets of the machine's services, no network, a scratch
//! copy of the skill; time, memory, processes and the size of files are limited.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::Context as _;

use super::super::journal::digest;
use super::super::state;
use super::super::work::FilePlan;
use super::input::Input;

/// The largest skill folder that is copied for a run.
const LARGEST: u64 = 32 << 20;
/// The most that the files of a run may take from the disk.
const DISK: u64 = 1 << 30;
/// The most processes that there may be more than at the beginning. `ulimit -u` does not count those of root.
const PROCESSES: usize = 1000;
/// What each process may use: memory and file sizes in KiB, seconds.
const LIMITS: &str = "ulimit -v 2097152 -t 20 -f 65536 -u 512 2>/dev/null; exec \"$0\" \"$@\"";
/// What every run is given, between the root and the folders of its own.
const WALLS: [&str; 8] =
    ["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--unshare-all"];

/// Is there a sandbox?
pub(crate) enum Sandbox {
    /// It works here.
    Works,
    /// bubblewrap is not installed.
    Missing,
    /// bubblewrap is there and says why it can't.
    Refused(String),
}

/// Is the sandbox there, and does it work on this machine?
pub(crate) fn available() -> Sandbox {
    let output = Command::new("bwrap").args(WALLS).arg("true").stdin(Stdio::null()).output();
    match output {
        Ok(output) if output.status.success() => Sandbox::Works,
        Ok(output) => {
            let said = String::from_utf8_lossy(&output.stderr);
            Sandbox::Refused(said.lines().next().unwrap_or("no reason given").to_owned())
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Sandbox::Missing,
        Err(error) => Sandbox::Refused(error.to_string()),
    }
}

/// What a run left.
#[derive(PartialEq, Eq)]
pub(super) struct Run {
    pub(super) code: Option<i32>,
    pub(super) out: Vec<u8>,
    pub(super) err: Vec<u8>,
    /// By their digests, or what they are.
    pub(super) files: BTreeMap<PathBuf, String>,
}

/// One run in the sandbox, or why it was stopped.
pub(super) fn run(
    file: &FilePlan,
    script: &[u8],
    input: &Input,
    merged: bool,
) -> anyhow::Result<Result<Run, String>> {
    let temporary = tempfile::Builder::new().prefix("skillgen-verify-").tempdir()?;
    let base = temporary.path();
    let work = base.join("work");
    for folder in ["work", "home", "tmp", "slash-tmp"] {
        fs::create_dir(base.join(folder))?;
    }
    let skill = skill_folder(&file.path);
    let inside = file.path.strip_prefix(&skill).unwrap_or(Path::new("script.sh")).to_owned();
    copy(&skill, &skill, &work, &mut LARGEST.clone())?;
    let target = work.join(&inside);
    fs::create_dir_all(target.parent().unwrap_or(&work))?;
    fs::write(&target, script)?;
    if let Ok(mode) = fs::metadata(&file.path).map(|m| m.permissions()) {
        fs::set_permissions(&target, mode)?;
    }
    let (out, err) = (base.join("out"), base.join("err"));
    let out_file = File::create(&out)?;
    let err_file = if merged { out_file.try_clone()? } else { File::create(&err)? };
    // A file, and no pipe: of a pipe a script has to read, or whoever writes into it waits.
    fs::write(base.join("in"), &input.stdin)?;
    let mut command = Command::new("bwrap");
    command.args(WALLS).args(["--die-with-parent", "--new-session", "--clearenv"]);
    // Services of the machine listen there, and a read-only socket can be spoken to.
    if Path::new("/run").is_dir() {
        command.args(["--tmpfs", "/run"]);
    }
    command.arg("--bind").arg(base.join("slash-tmp")).arg("/tmp");
    command.arg("--bind").arg(base).arg("/mnt");
    let place = Path::new("/mnt/work").join(inside.parent().unwrap_or(Path::new("")));
    command.args(["--setenv", "PATH", "/usr/local/bin:/usr/bin:/bin", "--setenv", "HOME"]);
    command.args(["/mnt/home", "--setenv", "TMPDIR", "/mnt/tmp", "--setenv", "LC_ALL", "C.UTF-8"]);
    command.arg("--chdir").arg(&place);
    for (name, value) in &input.env {
        command.args(["--setenv", name, value]);
    }
    let name = Path::new(".").join(inside.file_name().unwrap_or_default());
    let shell = if is_sh(&file.before) { "sh" } else { "bash" };
    command.args(["bash", "-c", LIMITS, shell]).arg(name).args(&input.args);
    command.stdin(File::open(base.join("in"))?).stdout(out_file).stderr(err_file);
    let code = match watched(command, base, input.time())? {
        Ok(code) => code,
        Err(why) => return Ok(Err(why)),
    };
    let mut files = BTreeMap::new();
    collect(&work, &work, &mut files)?;
    files.remove(&inside);
    let err = if merged { Vec::new() } else { fs::read(&err)? };
    Ok(Ok(Run { code, out: fs::read(&out)?, err, files }))
}

/// Does the first line ask for sh?
fn is_sh(script: &[u8]) -> bool {
    let first = script.split(|b| *b == b'\n').next().unwrap_or_default();
    let first = String::from_utf8_lossy(first);
    let command = first.strip_prefix("#!").unwrap_or_default();
    let mut words = command.split_whitespace().map(|w| w.rsplit('/').next().unwrap_or(w));
    words.find(|w| *w != "env" && !w.starts_with('-')).is_some_and(|w| matches!(w, "sh" | "dash"))
}

/// Waits for the end of a run, within its limits.
fn watched(
    mut command: Command,
    base: &Path,
    time: Duration,
) -> anyhow::Result<Result<Option<i32>, String>> {
    let free =
        || rustix::fs::statvfs(base).map_or(u64::MAX, |s| s.f_bavail.saturating_mul(s.f_frsize));
    let processes = || fs::read_dir("/proc").map_or(0, Iterator::count);
    let (room, many) = (free(), processes());
    let mut child = command.spawn().context("bwrap: can't be started")?;
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Ok(status.code()));
        }
        let why = if start.elapsed() > time {
            format!("a run took more than {} s", time.as_secs())
        } else if room.saturating_sub(free()) > DISK {
            "a run wrote more than 1 GiB".to_owned()
        } else if processes() > many + PROCESSES {
            format!("a run started more than {PROCESSES} processes")
        } else {
            std::thread::sleep(Duration::from_millis(10));
            continue;
        };
        stop(&mut child)?;
        return Ok(Err(why));
    }
}

/// Ends all processes of a run. bwrap itself is left to see the first of them end: that comes when the others are gone.
fn stop(child: &mut Child) -> anyhow::Result<()> {
    let id = child.id();
    let inner = fs::read_to_string(format!("/proc/{id}/task/{id}/children")).unwrap_or_default();
    let inner = inner.split_whitespace().filter_map(|id| id.parse().ok());
    for id in inner.filter_map(rustix::process::Pid::from_raw) {
        // It may have ended by now.
        let _ = rustix::process::kill_process(id, rustix::process::Signal::KILL);
    }
    for _ in 0..500 {
        if child.try_wait()?.is_some() {
            return Ok(());
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    child.kill()?;
    child.wait()?;
    Ok(())
}

/// The folder that a script belongs to: the nearest one upwards with a SKILL.md, else its own.
fn skill_folder(script: &Path) -> PathBuf {
    let own = script.parent().unwrap_or(Path::new("")).to_owned();
    let folders = own.ancestors().take(4).find(|f| f.join("SKILL.md").is_file());
    folders.map_or(own.clone(), Path::to_owned)
}

/// Copies a folder of a skill. What can't be read is not there in the run, for the original as for the migrated script.
fn copy(skill: &Path, from: &Path, to: &Path, left: &mut u64) -> anyhow::Result<()> {
    let from = if from.as_os_str().is_empty() { Path::new(".") } else { from };
    let Ok(entries) = fs::read_dir(from) else { return Ok(()) };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let kind = entry.file_type()?;
        if name.to_string_lossy() == ".git" || name.to_string_lossy().starts_with(".skillgen") {
            continue;
        }
        if kind.is_dir() {
            fs::create_dir_all(to.join(&name))?;
            copy(skill, &entry.path(), &to.join(&name), left)?;
        } else if kind.is_symlink() {
            link(skill, &entry.path(), &to.join(&name), left);
        } else if kind.is_file() {
            content(&entry.path(), &to.join(&name), left);
        }
    }
    Ok(())
}

fn content(from: &Path, to: &Path, left: &mut u64) {
    let size = fs::metadata(from).map_or(u64::MAX, |m| m.len());
    if size <= *left && fs::copy(from, to).is_ok() {
        *left -= size;
    }
}

/// A link inside of the skill stays as it is. Of a file that one leads out to there is a copy; a folder is led to.
fn link(skill: &Path, from: &Path, to: &Path, left: &mut u64) {
    let (target, skill) = (fs::canonicalize(from), state::absolute(skill));
    let made = match target {
        Ok(target) if !target.starts_with(&skill) && target.is_file() => {
            return content(&target, to, left);
        }
        Ok(target) if !target.starts_with(&skill) => symlink(target, to),
        _ => fs::read_link(from).and_then(|written| symlink(written, to)),
    };
    // As with what can't be read.
    let _ = made;
}

fn collect(
    root: &Path,
    folder: &Path,
    files: &mut BTreeMap<PathBuf, String>,
) -> anyhow::Result<()> {
    let Ok(entries) = fs::read_dir(folder) else { return Ok(()) };
    for entry in entries.flatten() {
        let path = entry.path();
        let name = path.strip_prefix(root).unwrap_or(&path).to_owned();
        let kind = entry.file_type()?;
        if kind.is_dir() {
            files.insert(name.join(""), String::new());
            collect(root, &path, files)?;
        } else if kind.is_file() {
            files.insert(name, fs::read(&path).map_or_else(|e| e.to_string(), |b| digest(&b)));
        } else {
            // A FIFO would be waited for.
            let target = fs::read_link(&path).unwrap_or_default();
            files.insert(name, format!("{kind:?} {}", target.display()));
        }
    }
    Ok(())
}
