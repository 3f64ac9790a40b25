//! Git as a process: no pager, no prompt, no network, no program from a configuration; with limits of time and output.

use std::io::{ErrorKind, Read};
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow, bail};

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
    fail_if_exhausted()?;
    let mut child = command.spawn().context("git can't be started")?;
    limit_work(&child);
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
    let status = reap(&mut child).context("git can't be waited for")?;
    if status.success() {
        return Ok(bytes);
    }
    fail_if_exhausted()?;
    let text = said.recv_timeout(SHORT_TIME).ok().and_then(Result::ok).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let line = text.lines().next().unwrap_or("git failed");
    if line.contains("over limit") || line.contains("Out of memory") {
        bail!("git needs more memory than it gets; is a .gitignore or .git/info/exclude huge?");
    }
    bail!("{}", line.trim_start_matches("fatal: ").trim_start_matches("error: "))
}

/// The processor time of all git processes of a command, in seconds. Git needs a few seconds for the largest
/// repositories, but a small pack can hold objects that take hours to unpack.
const PROCESSOR_TIME: u64 = 40;

/// The error of each call after the limit of processor time.
const EXHAUSTED: &str = "git: the objects of this repository take too long to unpack; name fewer paths, or pack them anew with \
     `git repack -adf`";

/// The ticks of processor time that ended processes took.
static SPENT: AtomicU64 = AtomicU64::new(0);
static IS_EXHAUSTED: AtomicBool = AtomicBool::new(false);
static IS_LEFT_OUT: AtomicBool = AtomicBool::new(false);

/// Starts no more git in this command: what it has to unpack takes too long.
pub(super) fn exhaust() {
    IS_EXHAUSTED.store(true, Ordering::Relaxed);
    leave_out();
}

/// Notes that an object was not read because of what git would have to unpack for it.
pub(super) fn leave_out() {
    IS_LEFT_OUT.store(true, Ordering::Relaxed);
}

/// Fails if a part of a repository was not read, because git's work has limits.
pub(super) fn fail_if_left_out() -> anyhow::Result<()> {
    if IS_LEFT_OUT.load(Ordering::Relaxed) { Err(anyhow!("{EXHAUSTED}")) } else { Ok(()) }
}

/// Fails if git is not started any more.
pub(super) fn fail_if_exhausted() -> anyhow::Result<()> {
    if IS_EXHAUSTED.load(Ordering::Relaxed) { Err(anyhow!("{EXHAUSTED}")) } else { Ok(()) }
}

/// The limits of git's memory and processor time. Mapped files, such as packs, don't count.
#[cfg(target_os = "linux")]
pub(super) fn limit_work(child: &Child) {
    use rustix::process::{Pid, Resource, Rlimit, prlimit};
    const MOST: u64 = 2 << 30;
    let pid = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    let spent = SPENT.load(Ordering::Relaxed) / rustix::param::clock_ticks_per_second();
    let left = PROCESSOR_TIME.saturating_sub(spent).max(1);
    for (resource, most) in [(Resource::Data, MOST), (Resource::Cpu, left)] {
        // A lower limit can't be raised, and need not be.
        let _ = prlimit(pid, resource, Rlimit { current: Some(most), maximum: Some(most) });
    }
}

#[cfg(not(target_os = "linux"))]
pub(super) fn limit_work(_: &Child) {}

/// Waits for a process and counts its processor time.
fn reap(child: &mut Child) -> std::io::Result<ExitStatus> {
    let ticks = Stat::of(child.id()).map_or(0, |stat| stat.user_ticks + stat.system_ticks);
    let spent = SPENT.fetch_add(ticks, Ordering::Relaxed) + ticks;
    let status = child.wait()?;
    let is_over = status.signal() == Some(rustix::process::Signal::XCPU.as_raw());
    if is_over || spent / rustix::param::clock_ticks_per_second() >= PROCESSOR_TIME {
        exhaust();
    }
    Ok(status)
}

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
    exhaust();
    Err(format!("git took more than {} s", time.as_secs()))
}

/// The processor time of a sleeping process, in ticks; `None` if it runs, waits for a disk, or can't be examined.
fn sleeping_since(process: u32) -> Option<(u64, u64)> {
    let stat = Stat::of(process)?;
    stat.is_sleeping.then_some((stat.user_ticks, stat.system_ticks))
}

/// What Linux reports of a process, also of one that ended and wasn't waited for.
struct Stat {
    is_sleeping: bool,
    user_ticks: u64,
    system_ticks: u64,
}

impl Stat {
    fn of(process: u32) -> Option<Stat> {
        let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
        // The name may contain anything, also parentheses.
        let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        let ticks = |at: usize| fields.get(at)?.parse::<u64>().ok();
        Some(Stat {
            is_sleeping: *fields.first()? == "S",
            user_ticks: ticks(11)?,
            system_ticks: ticks(12)?,
        })
    }
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
    let _ = reap(child);
}
