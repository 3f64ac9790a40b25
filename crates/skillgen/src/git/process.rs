//! Git as a process: no pager, no prompt, no network, no program from a configuration; with limits of time and output.

use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};

/// The maximum size of a short response (an id, a type, a few settings).
pub(super) const SHORT: u64 = 1 << 20;
/// The maximum size of a list of paths: two million of them. A few objects of git can name a hundred million files.
pub(super) const LIST: u64 = 128 << 20;
/// The time limits of long and short responses, because a FIFO in a folder would block git.
pub(super) const LONG_TIME: Duration = Duration::from_secs(120);
const SHORT_TIME: Duration = Duration::from_secs(10);

/// Settings that are disabled in every call, although the isolated configuration has none of them.
const SETTINGS: [&str; 9] = [
    "safe.bareRepository=explicit",
    "core.fsmonitor=false",
    "core.hooksPath=/dev/null",
    "core.pager=cat",
    "core.sshCommand=false",
    "core.attributesFile=/dev/null",
    "protocol.allow=never",
    // Larger files are passed on in pieces, not held in memory.
    "core.bigFileThreshold=32m",
    "submodule.recurse=false",
];

/// Git on an isolated git directory.
pub(super) fn command(git_dir: &Path) -> Command {
    let mut command = Command::new(program());
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("GIT_") {
            command.env_remove(name);
        }
    }
    command
        .env("GIT_DIR", git_dir)
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("GIT_CONFIG_SYSTEM", "/dev/null")
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_ATTR_NOSYSTEM", "1")
        .env("GIT_NO_LAZY_FETCH", "1")
        // A replacement object would be compared instead of the named one.
        .env("GIT_NO_REPLACE_OBJECTS", "1")
        .env("GIT_TERMINAL_PROMPT", "0")
        .env("GIT_OPTIONAL_LOCKS", "0")
        .env("GIT_ALLOW_PROTOCOL", "none")
        // Git reads `.gitignore` and `info/exclude` into memory, whatever their size.
        .env("GIT_ALLOC_LIMIT", "1g")
        .env("LC_ALL", "C");
    command.args(["--no-pager", "--literal-pathspecs"]);
    for setting in SETTINGS {
        command.args(["-c", setting]);
    }
    command
}

/// Git from an absolute folder of PATH: `.` in PATH would run one of the repository.
fn program() -> PathBuf {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).filter(|folder| folder.is_absolute());
    let mut programs = folders.map(|folder| folder.join("git"));
    programs.find(|program| program.is_file()).unwrap_or_else(|| PathBuf::from("/usr/bin/git"))
}

/// Runs a command and returns its stdout; the first line of its stderr is the error.
pub(super) fn output(mut command: Command, limit: u64) -> anyhow::Result<Vec<u8>> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().context("git can't be started")?;
    limit_memory(&child);
    let stdout = child.stdout.take().context("invariant: stdout is piped")?;
    let mut stderr = child.stderr.take().context("invariant: stderr is piped")?;
    let (send, all) = mpsc::channel();
    std::thread::spawn(move || send.send(bounded(stdout, limit)));
    let (send, said) = mpsc::channel();
    std::thread::spawn(move || {
        let text = bounded(&mut stderr, SHORT);
        let _ = std::io::copy(&mut stderr, &mut std::io::sink());
        send.send(text)
    });
    let time = if limit <= SHORT { SHORT_TIME } else { LONG_TIME };
    let bytes = match wait(&all, &child, time) {
        Ok(bytes) => bytes,
        Err(reason) => {
            end(&mut child);
            bail!("{reason}");
        }
    };
    let bytes = bytes.context("git's output can't be read")?;
    if bytes.len() as u64 > limit {
        end(&mut child);
        bail!(
            "git: its answer has more than {} MB; name fewer paths, or a folder of the repository",
            limit >> 20
        );
    }
    let status = child.wait().context("git can't be waited for")?;
    if status.success() {
        return Ok(bytes);
    }
    let text = said.recv_timeout(SHORT_TIME).ok().and_then(Result::ok).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let line = text.lines().next().unwrap_or("git failed");
    if line.contains("over limit") || line.contains("Out of memory") {
        bail!("git needs more memory than it gets; is a .gitignore or .git/info/exclude huge?");
    }
    bail!("{}", line.trim_start_matches("fatal: ").trim_start_matches("error: "))
}

/// The total memory limit of git. Mapped files, such as packs, don't count.
#[cfg(target_os = "linux")]
fn limit_memory(child: &Child) {
    use rustix::process::{Pid, Resource, Rlimit, prlimit};
    const MOST: u64 = 2 << 30;
    let most = Rlimit { current: Some(MOST), maximum: Some(MOST) };
    let pid = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    // A lower limit can't be raised, and need not be.
    let _ = prlimit(pid, Resource::Data, most);
}

#[cfg(not(target_os = "linux"))]
fn limit_memory(_: &Child) {}

/// The interval of checks whether git is active, and the number of inactive ones in a row that end
/// it.
const LOOK: Duration = Duration::from_millis(500);
const IDLE_LOOKS: u32 = 8;

/// Git's output, or why it was ended: its time limit passed, or it was blocked. Git reads `.gitattributes` and
/// `.gitignore` of the working tree, and opening a FIFO with such a name blocks.
fn wait<T>(answer: &mpsc::Receiver<T>, child: &Child, time: Duration) -> Result<T, String> {
    let start = Instant::now();
    let (mut before, mut idle) = (None, 0);
    while start.elapsed() < time {
        if let Ok(answer) = answer.recv_timeout(LOOK.min(time)) {
            return Ok(answer);
        }
        let now = sleeping_since(child.id());
        idle = if now.is_some() && now == before { idle + 1 } else { 0 };
        before = now;
        if idle >= IDLE_LOOKS {
            return Err("git waits for a file that nobody writes; is there a FIFO named .gitattributes or .gitignore? \
                        `find . -type p` lists them"
                .to_owned());
        }
    }
    Err(format!("git took more than {} s", time.as_secs()))
}

/// The processor time of a sleeping process, in ticks; `None` if it runs, waits for a disk, or can't be examined.
fn sleeping_since(process: u32) -> Option<(u64, u64)> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name may contain anything, also parentheses.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |at: usize| fields.get(at)?.parse::<u64>().ok();
    (*fields.first()? == "S").then_some((ticks(11)?, ticks(12)?))
}

/// At most `limit` + 1 bytes.
fn bounded(reader: impl Read, limit: u64) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    match reader.take(limit + 1).read_to_end(&mut bytes) {
        Err(e) if e.kind() != ErrorKind::Interrupted => Err(e),
        _ => Ok(bytes),
    }
}

/// Ends a process and waits for it.
pub(super) fn end(child: &mut Child) {
    let _ = child.kill();
    let _ = child.wait();
}
