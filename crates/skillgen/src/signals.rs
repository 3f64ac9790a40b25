//! The signals that end skillgen.

/// The signals by which a person or a supervisor ends a program.
pub(crate) const ENDING: [(i32, &str); 3] = [(1, "SIGHUP"), (2, "SIGINT"), (15, "SIGTERM")];

/// The mask of the signals that were ignored when skillgen started (nohup), if the system reports it. They stay
/// ignored.
pub(crate) fn ignored() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or_default()
}
