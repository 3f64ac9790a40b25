//! A child process that leads a group of its own: waiting for it, and ending it with all that it started, by
//! the clock, by a signal, or because it failed.

mod descendants;

use std::io::ErrorKind;
use std::process::{Child, ExitStatus};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context as _;

use crate::signals::{self, ENDING};

pub(crate) use descendants::{adopt, end_all};

/// How long a process may take to end after it was asked to.
pub(crate) const GRACE: Duration = Duration::from_secs(2);

/// Signals that end skillgen and what it started. One that was ignored when skillgen started (nohup) stays ignored.
pub(crate) struct EndingSignals {
    signal: Arc<AtomicUsize>,
    is_over: Arc<AtomicBool>,
}

impl EndingSignals {
    /// Takes note of such signals from now on.
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

    /// Listens to nothing.
    pub(crate) fn nothing() -> EndingSignals {
        EndingSignals {
            signal: Arc::new(AtomicUsize::new(0)),
            is_over: Arc::new(AtomicBool::new(true)),
        }
    }

    /// From now on such a signal ends skillgen itself, at once.
    pub(crate) fn release(&self) {
        self.is_over.store(true, Ordering::Relaxed);
    }

    /// The signal that came, if one did.
    pub(crate) fn name(&self) -> Option<&'static str> {
        let value = self.signal.load(Ordering::Relaxed);
        ENDING.iter().find(|(n, _)| usize::try_from(*n).ok() == Some(value)).map(|(_, name)| *name)
    }
}

/// What a wait came to.
pub(crate) enum Waited {
    /// The process ended.
    Ended(ExitStatus),
    /// It did not in the time that it had.
    TimeUp,
    /// A signal of this name asks for the end.
    Signalled(&'static str),
}

/// Waits until the process ends, the time is up, or a signal asks for the end.
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

/// Asks the group to end, and makes it end where it does not.
pub(crate) fn end(child: &mut Child) {
    kill_group(child, false);
    let deaf = EndingSignals::nothing();
    let ended = matches!(wait(child, GRACE, &deaf), Ok(Waited::Ended(_)));
    // What the process started may be there still.
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
        // It may have gone by itself.
        let _ = kill_process_group(group, signal);
    }
}

#[cfg(not(unix))]
pub(crate) fn kill_group(_: &Child, _: bool) {}
