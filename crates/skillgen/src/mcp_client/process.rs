//! The server as a process: its own process group, one message a line on stdin and stdout, the end of
//! its stderr kept. It is stopped when this value is dropped.

use std::io::{BufRead as _, BufReader, Read, Write as _};
use std::process::{Child, ChildStderr, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};

use super::command_line::CommandLine;
use crate::child::{self, EndingSignals, Waited};

/// The maximum size of a message.
const MAX_MESSAGE: u64 = 32 << 20;
/// The maximum size of all messages.
const MAX_TOTAL: usize = 128 << 20;
/// The size of the kept end of stderr.
const MAX_KEPT: usize = 8 << 10;
/// The interval of checks for signals.
const PAUSE: Duration = Duration::from_millis(50);

/// The output of the server.
enum Incoming {
    Line(Vec<u8>),
    TooLong,
    Closed,
}

/// A started server.
pub(super) struct ServerProcess {
    child: Child,
    /// Lines for its stdin; `None` when it should end.
    outgoing: Option<Sender<Vec<u8>>>,
    incoming: Receiver<Incoming>,
    received: usize,
    kept: Arc<Mutex<Vec<u8>>>,
    asked: EndingSignals,
    timeout: Duration,
    end: Instant,
    /// Whether it answered everything, so that it may end by itself.
    is_done: bool,
}

impl ServerProcess {
    /// Starts the server. `shows_stderr` prints the lines of its stderr; their end is kept for messages.
    pub(super) fn start(
        line: &CommandLine,
        timeout: Duration,
        shows_stderr: bool,
    ) -> anyhow::Result<ServerProcess> {
        let mut command = Command::new(&line.program);
        command.args(&line.arguments).envs(line.environment.iter().map(|(k, v)| (k, v)));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        {
            use std::os::unix::process::CommandExt as _;
            command.process_group(0);
        }
        child::adopt();
        let asked = EndingSignals::listen().context("signals can't be handled")?;
        let mut child = command.spawn().map_err(|e| {
            let program = contract::text::safe(&line.program);
            anyhow::anyhow!("--server: `{program}` can't be started: {e}; check its name and PATH")
        })?;
        let mut stdin = child.stdin.take().context("invariant: stdin is piped")?;
        let (outgoing, lines) = mpsc::channel::<Vec<u8>>();
        // A server that doesn't read must not block this thread; one that has ended is detected by the
        // timeout.
        std::thread::spawn(move || {
            for line in lines {
                if stdin.write_all(&line).and_then(|()| stdin.flush()).is_err() {
                    return;
                }
            }
        });
        let incoming = read_lines(child.stdout.take().context("invariant: stdout is piped")?);
        let kept = Arc::new(Mutex::new(Vec::new()));
        if let Some(stderr) = child.stderr.take() {
            keep_end(stderr, Arc::clone(&kept), shows_stderr);
        }
        let end = Instant::now() + timeout;
        let outgoing = Some(outgoing);
        Ok(ServerProcess {
            child,
            outgoing,
            incoming,
            received: 0,
            kept,
            asked,
            timeout,
            end,
            is_done: false,
        })
    }

    /// Sends one message.
    pub(super) fn send(&self, message: &serde_json::Value) {
        if let Some(outgoing) = &self.outgoing {
            let _ = outgoing.send(format!("{message}\n").into_bytes());
        }
    }

    /// The next line; `method` is the pending request.
    pub(super) fn line(&mut self, method: &str) -> anyhow::Result<Vec<u8>> {
        loop {
            if let Some(name) = self.asked.name() {
                bail!("--server: ended by {name}, and the server with it");
            }
            let left = self.end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                bail!(
                    "--server: no answer to `{method}` within {} s{}; allow more with --server-timeout",
                    self.timeout.as_secs_f64(),
                    self.said()
                );
            }
            match self.incoming.recv_timeout(left.min(PAUSE)) {
                Ok(Incoming::Line(line)) => {
                    self.received += line.len();
                    if self.received > MAX_TOTAL {
                        bail!("--server: its answers have more than {} MiB", MAX_TOTAL >> 20);
                    }
                    return Ok(line);
                }
                Ok(Incoming::TooLong) => {
                    bail!("--server: a message has more than {} MiB", MAX_MESSAGE >> 20)
                }
                Ok(Incoming::Closed) | Err(RecvTimeoutError::Disconnected) => {
                    let how = self.how_it_ended();
                    bail!(
                        "--server: the server {how} before it answered `{method}`{}",
                        self.said()
                    );
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    fn how_it_ended(&mut self) -> String {
        let deaf = EndingSignals::nothing();
        match child::wait(&mut self.child, Duration::from_millis(500), &deaf) {
            Ok(Waited::Ended(status)) => match status.code() {
                Some(code) => format!("ended with exit code {code}"),
                None => "was ended by a signal".to_owned(),
            },
            _ => "closed its stdout".to_owned(),
        }
    }

    /// The last line of its stderr.
    pub(super) fn said(&self) -> String {
        let kept = self.kept.lock().map(|kept| kept.clone()).unwrap_or_default();
        let text = String::from_utf8_lossy(&kept).into_owned();
        let last = text.lines().rev().map(str::trim).find(|line| !line.is_empty());
        let Some(last) = last else { return String::new() };
        let shown: String = contract::text::safe(last).chars().take(300).collect();
        format!("; the last line of its stderr: {shown} (--verbose shows all)")
    }

    /// It answered everything.
    pub(super) fn done(&mut self) {
        self.is_done = true;
    }

    /// Closes its stdin, as the protocol requires, and waits if it answered; then ends what still runs.
    fn stop(&mut self) {
        self.outgoing = None;
        let deaf = EndingSignals::nothing();
        let patience = if self.is_done { child::GRACE } else { Duration::ZERO };
        match child::wait(&mut self.child, patience, &deaf) {
            Ok(Waited::Ended(_)) => {
                child::kill_group(&self.child, true);
                child::end_all();
            }
            _ => child::end(&mut self.child),
        }
        self.asked.release();
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        self.stop();
    }
}

fn read_lines(stdout: ChildStdout) -> Receiver<Incoming> {
    // Unread output must not fill the memory.
    let (send, lines) = mpsc::sync_channel(8);
    std::thread::spawn(move || {
        let mut stdout = BufReader::new(stdout);
        loop {
            let mut line = Vec::new();
            let next = match (&mut stdout).take(MAX_MESSAGE + 1).read_until(b'\n', &mut line) {
                Ok(0) | Err(_) => Incoming::Closed,
                Ok(_) if line.len() as u64 > MAX_MESSAGE => Incoming::TooLong,
                Ok(_) => Incoming::Line(line),
            };
            let is_last = !matches!(next, Incoming::Line(_));
            if send.send(next).is_err() || is_last {
                return;
            }
        }
    });
    lines
}

fn keep_end(mut stderr: ChildStderr, kept: Arc<Mutex<Vec<u8>>>, shows: bool) {
    std::thread::spawn(move || {
        let mut piece = [0; 4096];
        let mut line = Vec::new();
        while let Ok(count) = stderr.read(&mut piece) {
            if shows {
                show_lines(&piece[..count], &mut line);
            }
            let Ok(mut kept) = kept.lock() else { return };
            if count == 0 {
                return;
            }
            kept.extend_from_slice(&piece[..count]);
            let surplus = kept.len().saturating_sub(MAX_KEPT);
            kept.drain(..surplus);
        }
    });
}

/// Prints each complete line, and the rest at the end: with a name before it, and without terminal control
/// characters.
fn show_lines(piece: &[u8], line: &mut Vec<u8>) {
    let show = |line: &mut Vec<u8>| {
        if !line.is_empty() {
            let text = contract::text::line(&String::from_utf8_lossy(line));
            // If stderr is closed, nobody reads it.
            let _ = writeln!(std::io::stderr(), "server: {text}");
            line.clear();
        }
    };
    for byte in piece {
        match byte {
            b'\n' => show(line),
            byte => line.push(*byte),
        }
        if line.len() >= MAX_KEPT {
            show(line);
        }
    }
    if piece.is_empty() {
        show(line);
    }
}
