//! The signals that end skillgen.

use signal_hook::consts::signal;

/// The signals by which a person, a supervisor or a limit ends a program, unless it handles them. SIGKILL can't be
/// handled, and the signals of a fault are not.
pub(crate) const ENDING: [(i32, &str); 9] = [
    (signal::SIGHUP, "SIGHUP"),
    (signal::SIGINT, "SIGINT"),
    (signal::SIGQUIT, "SIGQUIT"),
    (signal::SIGUSR1, "SIGUSR1"),
    (signal::SIGUSR2, "SIGUSR2"),
    (signal::SIGALRM, "SIGALRM"),
    (signal::SIGTERM, "SIGTERM"),
    (signal::SIGXCPU, "SIGXCPU"),
    (signal::SIGXFSZ, "SIGXFSZ"),
];

/// The mask of the signals that were ignored when skillgen started (nohup), if the system reports it. They stay
/// ignored.
pub(crate) fn ignored() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or_default()
}
