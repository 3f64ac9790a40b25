//! The script as a process: a group of its own, the input on stdin and in SKILL_INPUT, stdout captured
//! within a limit, stderr passed through, and an end by the clock for the whole group.

use std::ffi::OsString;
use std::io::{ErrorKind, Read, Write};
use std::path::Path;
use std::process::{Child, ExitStatus, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use serde_json::Value;

use super::outcome::{Code, Failure};
use super::script;

/// What a script may print; the rest is dropped, and told.
const MAX_OUTPUT: u64 = 256 << 20;
/// Linux takes no longer environment value.
const MAX_ENVIRONMENT: usize = 100_000;
/// How long a script may take to end after it was asked to.
const GRACE: Duration = Duration::from_secs(2);
/// How long its descendants may hold stdout open after it has ended.
const TAIL: Duration = Duration::from_millis(500);

/// How a script ended.
pub(super) struct Ended {
    /// Its exit code, if no signal ended it.
    pub(super) code: Option<i32>,
    /// What it printed.
    pub(super) stdout: Vec<u8>,
}

/// Runs a script. The inner error is the skill's: it could not be started, or took too long.
pub(super) fn run(
    script: &Path,
    args: &[OsString],
    input: &Value,
    timeout: Duration,
) -> anyhow::Result<Result<Ended, Failure>> {
    let input = input.to_string();
    let mut command = script::command(script);
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit());
    if input.len() <= MAX_ENVIRONMENT {
        command.env("SKILL_INPUT", &input);
    } else {
        command.env_remove("SKILL_INPUT");
    }
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt as _;
        command.process_group(0);
    }
    let mut child = match command.spawn() {
        Ok(child) => child,
        Err(e) => {
            let why = format!("{}: {e}", script.display());
            return Ok(Err(Failure::new(
                Code::ToolNotAvailable,
                "The script can't be started",
                vec![why],
            )));
        }
    };
    let mut stdin = child.stdin.take().context("invariant: stdin is piped")?;
    // A script may end without reading its input; that is its affair.
    std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let stdout = child.stdout.take().context("invariant: stdout is piped")?;
    let (send, receive) = mpsc::channel();
    std::thread::spawn(move || {
        let mut text = Vec::new();
        let mut bounded = stdout.take(MAX_OUTPUT);
        let _ = bounded.read_to_end(&mut text);
        // The pipe is drained, so that a script that prints on is not stopped by a full pipe.
        let _ = std::io::copy(&mut bounded.into_inner(), &mut std::io::sink());
        let _ = send.send(text);
    });
    let Some(status) = wait(&mut child, timeout)? else {
        end(&mut child);
        let seconds = timeout.as_secs_f64();
        let message = format!("Operation timed out after {seconds}s");
        return Ok(Err(Failure::new(Code::ToolTimeout, &message, Vec::new())));
    };
    let stdout = receive.recv_timeout(TAIL).or_else(|_| {
        // Somebody it started still holds its stdout.
        kill_group(&child, true);
        receive.recv_timeout(GRACE)
    });
    Ok(Ok(Ended { code: status.code(), stdout: stdout.unwrap_or_default() }))
}

/// Waits until the process ends; nothing where the time was up first.
fn wait(child: &mut Child, timeout: Duration) -> anyhow::Result<Option<ExitStatus>> {
    let start = Instant::now();
    let mut pause = Duration::from_millis(1);
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Ok(Some(status)),
            Ok(None) => {}
            Err(e) if e.kind() == ErrorKind::Interrupted => {}
            Err(e) => return Err(e).context("the script can't be waited for"),
        }
        let left = timeout.saturating_sub(start.elapsed());
        if left.is_zero() {
            return Ok(None);
        }
        std::thread::sleep(pause.min(left));
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}

/// Asks the group to end, and makes it end where it does not.
fn end(child: &mut Child) {
    kill_group(child, false);
    let ended = matches!(wait(child, GRACE), Ok(Some(_)));
    // What the script started may be there still.
    kill_group(child, true);
    if !ended {
        let _ = child.kill();
        let _ = child.wait();
    }
}

#[cfg(unix)]
fn kill_group(child: &Child, hard: bool) {
    use rustix::process::{Pid, Signal, kill_process_group};
    let signal = if hard { Signal::KILL } else { Signal::TERM };
    if let Some(group) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        // It may have gone by itself.
        let _ = kill_process_group(group, signal);
    }
}

#[cfg(not(unix))]
fn kill_group(_: &Child, _: bool) {}
