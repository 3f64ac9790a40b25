//! A child process that leads its own process group. Waits for it, and ends it with all its children on a
//! timeout, a signal or a failure.

mod descendants;

use std::io::ErrorKind;
use std::process::{Child, ExitStatus};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context as _;

use crate::signals::{self, ENDING};

pub(crate) use descendants::{adopt, end_all};

/// The time that a process gets to end after a signal.
pub(crate) const GRACE: Duration = Duration::from_secs(2);

/// Signals that end skillgen and its children. A signal that was ignored at the start (nohup) stays ignored.
pub(crate) struct EndingSignals {
    signal: Arc<AtomicUsize>,
    is_over: Arc<AtomicBool>,
}

impl EndingSignals {
    /// Starts to record such signals.
    #[cfg(unix)]
    pub(crate) fn listen() -> std::io::Result<EndingSignals> {
        let signal = Arc::new(AtomicUsize::new(0));
        let is_over = Arc::new(AtomicBool::new(false));
        let ignored = signals::ignored();
        for (number, _) in ENDING {
            if ignored >> (number - 1) & 1 == 0 {
                let value = usize::try_from(number).unwrap_or_default();
                let status = 128 + number;
                signal_hook::flag::register_conditional_shutdown(
                    number,
                    status,
                    Arc::clone(&is_over),
                )?;
                signal_hook::flag::register_usize(number, Arc::clone(&signal), value)?;
            }
        }
        Ok(EndingSignals { signal, is_over })
    }

    #[cfg(not(unix))]
    pub(crate) fn listen() -> std::io::Result<EndingSignals> {
        Ok(EndingSignals::nothing())
    }

    /// Records no signals.
    pub(crate) fn nothing() -> EndingSignals {
        EndingSignals {
            signal: Arc::new(AtomicUsize::new(0)),
            is_over: Arc::new(AtomicBool::new(true)),
        }
    }

    /// From now on, such a signal ends skillgen at once.
    pub(crate) fn release(&self) {
        self.is_over.store(true, Ordering::Relaxed);
    }

    /// The recorded signal, if any.
    pub(crate) fn name(&self) -> Option<&'static str> {
        let value = self.signal.load(Ordering::Relaxed);
        ENDING.iter().find(|(n, _)| usize::try_from(*n).ok() == Some(value)).map(|(_, name)| *name)
    }
}

/// The result of a wait.
pub(crate) enum Waited {
    /// The process ended.
    Ended(ExitStatus),
    /// The time limit passed.
    TimeUp,
    /// A signal of this name requested the end.
    Signalled(&'static str),
}

/// Waits until the process ends, the time limit passes, or a signal requests the end.
pub(crate) fn wait(
    child: &mut Child,
    timeout: Duration,
    asked: &EndingSignals,
) -> anyhow::Result<Waited> {
    let start = Instant::now();
    let mut pause = Duration::from_millis(1);
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Ok(Waited::Ended(status)),
            Ok(None) => {}
            Err(e) if e.kind() == ErrorKind::Interrupted => {}
            Err(e) => return Err(e).context("the process can't be waited for"),
        }
        if let Some(name) = asked.name() {
            return Ok(Waited::Signalled(name));
        }
        let left = timeout.saturating_sub(start.elapsed());
        if left.is_zero() {
            return Ok(Waited::TimeUp);
        }
        std::thread::sleep(pause.min(left));
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}

/// Asks the group to end, and kills it if it does not.
pub(crate) fn end(child: &mut Child) {
    kill_group(child, false);
    let deaf = EndingSignals::nothing();
    let ended = matches!(wait(child, GRACE, &deaf), Ok(Waited::Ended(_)));
    // Child processes may still run.
    kill_group(child, true);
    if !ended {
        let _ = child.kill();
        let _ = child.wait();
    }
    descendants::end_all();
}

/// Sends a signal to the group that the process leads.
#[cfg(unix)]
pub(crate) fn kill_group(child: &Child, hard: bool) {
    use rustix::process::{Pid, Signal, kill_process_group};
    let signal = if hard { Signal::KILL } else { Signal::TERM };
    if let Some(group) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        // It may have ended already.
        let _ = kill_process_group(group, signal);
    }
}

#[cfg(not(unix))]
pub(crate) fn kill_group(_: &Child, _: bool) {}
