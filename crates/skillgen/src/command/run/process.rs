//! The script as a process: its own process group, the input on stdin and in SKILL_INPUT, stdout
//! captured within a limit, stderr passed through, and a timeout or signal that ends the whole group.

use std::ffi::OsString;
use std::io::{ErrorKind, Read, Write};
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

use anyhow::Context as _;
use serde_json::Value;

use super::outcome::{Ended, Failure};
use super::script;
use crate::child::{self, EndingSignals, Waited};
use crate::wire::run::ErrorCode;

/// The maximum output of a script; more is a failure. Lines that report errors take a hundred times their length in memory
/// until the envelope is printed.
const MAX_OUTPUT: usize = 16 << 20;
/// Linux allows no longer environment value.
const MAX_ENVIRONMENT: usize = 100_000;
/// How long its descendants may keep stdout open after its end.
const TAIL: Duration = Duration::from_millis(500);

/// Runs a script. The inner error is the skill's: it could not be started, took too long, printed too
/// much, or was ended from outside.
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
    let adopted = child::adopt();
    let asked = EndingSignals::listen().context("signals can't be handled")?;
    let mut child = match command.spawn() {
        Ok(child) => child,
        Err(e) => {
            let why = format!("{}: {}", script.display(), script::why_not_started(script, &e));
            return Ok(Err(Failure::new(
                ErrorCode::ToolNotAvailable,
                "The script can't be started",
                vec![why],
            )));
        }
    };
    let mut stdin = child.stdin.take().context("invariant: stdin is piped")?;
    // A script need not read its input.
    std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let printed = Printed::collect(child.stdout.take().context("invariant: stdout is piped")?);
    let failure = match child::wait(&mut child, timeout, &asked)? {
        Waited::Ended(status) => match printed.finish(&child) {
            Some(stdout) => {
                // What follows is the work of skillgen alone, which a signal may end.
                asked.release();
                return Ok(Ok(Ended { code: status.code(), stdout }));
            }
            None => Failure::new(
                ErrorCode::InternalError,
                &format!("The script printed more than {} MiB", MAX_OUTPUT >> 20),
                Vec::new(),
            ),
        },
        Waited::TimeUp => {
            child::end(&mut child);
            let message = format!("Operation timed out after {}s", timeout.as_secs_f64());
            let left = "processes that left the script's group are not ended on this system";
            let details = if adopted { Vec::new() } else { vec![left.to_owned()] };
            Failure::new(ErrorCode::ToolTimeout, &message, details)
        }
        Waited::Signalled(name) => {
            child::end(&mut child);
            let message = format!("The run was ended by {name}, and the script with it");
            Failure::new(ErrorCode::InternalError, &message, Vec::new())
        }
    };
    Ok(Err(failure))
}

/// The output of a script so far, shared by two threads, because a descendant that left the process
/// group may keep the pipe open.
struct Printed {
    text: Arc<Mutex<(Vec<u8>, bool)>>,
    done: mpsc::Receiver<()>,
}

impl Printed {
    fn collect(mut stdout: impl Read + Send + 'static) -> Printed {
        let text = Arc::new(Mutex::new((Vec::new(), false)));
        let (send, done) = mpsc::channel();
        let shared = Arc::clone(&text);
        std::thread::spawn(move || {
            let mut piece = vec![0; 1 << 16];
            loop {
                let count = match stdout.read(&mut piece) {
                    Ok(0) => break,
                    Ok(count) => count,
                    Err(e) if e.kind() == ErrorKind::Interrupted => continue,
                    Err(_) => break,
                };
                // The pipe is always drained, so that a script that prints more is not blocked.
                if let Ok(mut kept) = shared.lock() {
                    let room = MAX_OUTPUT - kept.0.len();
                    kept.0.extend_from_slice(&piece[..count.min(room)]);
                    kept.1 |= count > room;
                }
            }
            let _ = send.send(());
        });
        Printed { text, done }
    }

    /// The whole output; `None` if there was too much.
    fn finish(self, child: &Child) -> Option<Vec<u8>> {
        if self.done.recv_timeout(TAIL).is_err() {
            // A descendant still keeps its stdout open.
            child::kill_group(child, true);
            let _ = self.done.recv_timeout(TAIL);
        }
        let mut kept = self.text.lock().ok()?;
        (!kept.1).then(|| std::mem::take(&mut kept.0))
    }
}
