//! Starts a process in the sandbox, reads its output, and ends it with all its descendants when it is done or exceeds a
//! limit.
//!
//! Limits of the kernel apply to each process; the total of all processes is measured from outside, repeatedly.

use std::fs;
use std::io::{PipeReader, Read as _, Write as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use serde_json::Value;

use super::usage::{Process, Usage};

/// The maximum output on each of stdout and standard error.
const PRINTED: usize = 16 << 20;
/// The interval of checks whether a run has ended, and what it uses.
const TICK: Duration = Duration::from_millis(5);
const TICKS: u32 = 10;
/// The time that killed processes may take to end.
const GONE: Duration = Duration::from_secs(10);

/// The target of a run's standard error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stderr {
    /// Together with stdout, in the order of writing.
    WithStdout,
    Apart,
}

/// The end of a run.
pub(super) struct Ended {
    /// The exit code of the command; `None` if the sandbox could not be created.
    pub(super) code: Option<i32>,
    pub(super) out: Vec<u8>,
    pub(super) err: Vec<u8>,
}

/// Reads a pipe up to [`PRINTED`]; more output ends the run.
fn reader(mut pipe: PipeReader, flood: &Arc<AtomicBool>) -> Receiver<Vec<u8>> {
    let (sender, receiver) = channel();
    let flood = Arc::clone(flood);
    std::thread::spawn(move || {
        let (mut all, mut buffer) = (Vec::new(), vec![0; 64 << 10]);
        while let Ok(read) = pipe.read(&mut buffer) {
            if read == 0 {
                break;
            }
            all.extend_from_slice(&buffer[..read]);
            if all.len() > PRINTED {
                flood.store(true, Ordering::Relaxed);
                break;
            }
        }
        // Nothing waits any more if the run could not be ended.
        let _ = sender.send(all);
    });
    receiver
}

/// Runs a command to its end, or until it exceeds a limit: then returns the reason.
///
/// `status` is the file in which bubblewrap writes the process ID of the first process inside, and its exit
/// code.
pub(super) fn run(
    mut command: Command,
    status: &Path,
    stdin: &[u8],
    stderr: Stderr,
    time: Duration,
) -> anyhow::Result<Result<Ended, String>> {
    let flood = Arc::new(AtomicBool::new(false));
    let (out, out_end) = std::io::pipe()?;
    let mut pipes = vec![out];
    if stderr == Stderr::Apart {
        let (err, err_end) = std::io::pipe()?;
        command.stderr(err_end);
        pipes.push(err);
    } else {
        command.stderr(out_end.try_clone()?);
    }
    let mut usage = Usage::before(status.parent().unwrap_or(status));
    let mut child = command.stdin(Stdio::piped()).stdout(out_end).spawn()?;
    // The command holds the other ends of the pipes.
    drop(command);
    if let Some(mut pipe) = child.stdin.take() {
        let text = stdin.to_vec();
        // A script may not read its input.
        std::thread::spawn(move || pipe.write_all(&text));
    }
    let readers: Vec<_> = pipes.into_iter().map(|pipe| reader(pipe, &flood)).collect();
    let why = watch(&mut child, &mut usage, &flood, time)?;
    end(&mut child, status)?;
    let mut texts = Vec::new();
    for reader in readers {
        let text = reader.recv_timeout(GONE);
        texts.push(text.context("a process of the run holds its output and can't be ended")?);
    }
    let why = why.or_else(|| flood.load(Ordering::Relaxed).then(flooded));
    if let Some(why) = why {
        return Ok(Err(why));
    }
    let mut texts = texts.into_iter();
    let (out, err) = (texts.next().unwrap_or_default(), texts.next().unwrap_or_default());
    Ok(Ok(Ended {
        code: status_number(status, "exit-code").and_then(|n| n.try_into().ok()),
        out,
        err,
    }))
}

fn flooded() -> String {
    format!("a run printed more than {} MiB", PRINTED >> 20)
}

/// Waits for the end of a run; returns the limit that it exceeded, if any.
fn watch(
    child: &mut Child,
    usage: &mut Usage,
    flood: &AtomicBool,
    time: Duration,
) -> anyhow::Result<Option<String>> {
    let start = Instant::now();
    let mut tick = 0;
    loop {
        if child.try_wait()?.is_some() {
            return Ok(None);
        }
        if start.elapsed() > time {
            return Ok(Some(format!("a run took more than {} s", time.as_secs())));
        }
        if flood.load(Ordering::Relaxed) {
            return Ok(Some(flooded()));
        }
        if tick % TICKS == 0
            && let Some(why) = usage.excess(child.id())
        {
            return Ok(Some(why));
        }
        tick += 1;
        std::thread::sleep(TICK);
    }
}

/// Ends the remaining processes of a run. When bubblewrap ends, the kernel ends the first process inside, and with it
/// all others.
fn end(child: &mut Child, status: &Path) -> anyhow::Result<()> {
    // It may have ended already.
    let _ = child.kill();
    child.wait()?;
    let Some(first) = status_number(status, "child-pid") else { return Ok(()) };
    let start = Instant::now();
    while Process::read(first).is_some_and(|p| !p.ended) {
        if start.elapsed() > GONE {
            anyhow::bail!("the processes of a run can't be ended; the first of them is {first}");
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    Ok(())
}

/// bubblewrap's report about a run.
fn status_number(status: &Path, key: &str) -> Option<u64> {
    let text = fs::read_to_string(status).ok()?;
    let all = serde_json::Deserializer::from_str(&text).into_iter::<Value>();
    all.map_while(Result::ok).find_map(|value| value.get(key)?.as_u64())
}
