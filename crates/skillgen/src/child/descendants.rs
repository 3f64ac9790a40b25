//! Ends what a child left behind. A process in a new session leaves the child's group; on Linux, skillgen becomes its
//! parent when the child ends, and so finds and ends it.

/// Makes skillgen the parent of the child's orphans. False if the system can't.
pub(crate) fn adopt() -> bool {
    #[cfg(target_os = "linux")]
    let adopted = rustix::process::set_child_subreaper(Some(rustix::process::getpid())).is_ok();
    #[cfg(not(target_os = "linux"))]
    let adopted = false;
    adopted
}

/// Ends all descendant processes, also those started meanwhile.
#[cfg(target_os = "linux")]
pub(crate) fn end_all() {
    use rustix::process::{Pid, Signal, WaitOptions, kill_process, wait};
    // Stopped first, because a process may start others faster than they are ended.
    for _ in 0..ROUNDS {
        let below = below(std::process::id());
        if below.is_empty() {
            return;
        }
        for signal in [Signal::STOP, Signal::KILL] {
            for pid in below.iter().filter_map(|pid| Pid::from_raw(i32::try_from(*pid).ok()?)) {
                let _ = kill_process(pid, signal);
            }
        }
        while matches!(wait(WaitOptions::NOHANG), Ok(Some(_))) {}
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn end_all() {}

/// The maximum number of searches for processes started meanwhile.
#[cfg(target_os = "linux")]
const ROUNDS: usize = 200;

/// The descendants of a process, in any session or group.
#[cfg(target_os = "linux")]
fn below(root: u32) -> Vec<u32> {
    let Ok(entries) = std::fs::read_dir("/proc") else { return Vec::new() };
    let parents: Vec<(u32, u32)> = entries
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .filter_map(|pid: u32| Some((pid, parent(pid)?)))
        .collect();
    let mut found = vec![root];
    let mut next = 0;
    while next < found.len() {
        let above = found[next];
        found.extend(parents.iter().filter(|(_, parent)| *parent == above).map(|(pid, _)| *pid));
        next += 1;
    }
    found.split_off(1)
}

/// The parent of a process. The name before it may contain spaces and brackets.
#[cfg(target_os = "linux")]
fn parent(pid: u32) -> Option<u32> {
    let stat = std::fs::read(format!("/proc/{pid}/stat")).ok()?;
    let stat = String::from_utf8_lossy(&stat);
    stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()
}
