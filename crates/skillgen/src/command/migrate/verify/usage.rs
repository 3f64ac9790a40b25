//! The resources of a run while it goes on: disk, files, threads and memory of all its processes.
//!
//! The loss of free disk space is cheap to measure. Other programs write at the same time, so if that is too much, the
//! run's own files are counted before it is stopped.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::CStr;
use std::fs;
use std::os::fd::{AsFd as _, OwnedFd};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, Dir, FileType, Mode};
use rustix::io::Errno;

use super::remains::{DEPTH, folder_flags, too_deep};

/// The limits of a run's files on the disk: bytes and files.
const DISK: u64 = 1 << 30;
const INODES: u64 = 200_000;
/// The limits of a run's threads and total memory.
const THREADS: u64 = 400;
const MEMORY: u64 = 2 << 30;
/// The limit of a run's sockets: the buffers of a pair hold about 450 kB that are charged to no process.
const SOCKETS: u64 = 1_000;
/// How often the run's own files are counted regardless of the free space, because other programs may free space
/// that the run takes.
const COUNTED: u32 = 20;

/// A process, from `/proc/ID/stat`.
pub(super) struct Process {
    parent: u64,
    threads: u64,
    /// In pages.
    memory: u64,
    /// Ended, but its exit code has not been read.
    pub(super) ended: bool,
}

impl Process {
    pub(super) fn read(id: u64) -> Option<Self> {
        let text = fs::read(format!("/proc/{id}/stat")).ok()?;
        // The name may contain anything.
        let end = text.iter().rposition(|b| *b == b')')?;
        let text = String::from_utf8_lossy(&text[end + 1..]).into_owned();
        let fields: Vec<&str> = text.split_whitespace().collect();
        let number = |at: usize| fields.get(at)?.parse().ok();
        Some(Self {
            parent: number(1)?,
            threads: number(17)?,
            memory: number(21)?,
            ended: matches!(*fields.first()?, "Z" | "X"),
        })
    }

    fn all() -> BTreeMap<u64, Self> {
        let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
        let ids = entries.filter_map(|e| e.file_name().to_str()?.parse().ok());
        ids.filter_map(|id| Some((id, Self::read(id)?))).collect()
    }
}

/// The free disk space.
#[derive(Clone, Copy)]
struct Room {
    bytes: u64,
    inodes: u64,
}

impl Room {
    /// `None` if the machine doesn't report it.
    fn of(folder: &Path) -> Option<Self> {
        let disk = rustix::fs::statvfs(folder).ok()?;
        Some(Self { bytes: disk.f_bavail.saturating_mul(disk.f_frsize), inodes: disk.f_favail })
    }
}

/// The space of a run's files.
#[derive(Default)]
struct Taken {
    bytes: u64,
    /// Each file once, under any number of names.
    files: BTreeSet<u64>,
    /// Whether folders nest deeper than they are counted.
    is_deep: bool,
}

impl Taken {
    /// Of a folder, and of unnamed files that processes hold open. `None` if it can't be counted.
    fn count(folder: &Path, processes: &[u64]) -> Option<Self> {
        let mut taken = Self::default();
        let top = rustix::fs::open(folder, folder_flags(), Mode::empty()).ok()?;
        let device = rustix::fs::fstat(&top).ok()?.st_dev;
        taken.folder(top, 0)?;
        for process in processes {
            // A process that has ended holds nothing.
            for open in fs::read_dir(format!("/proc/{process}/fd")).into_iter().flatten().flatten()
            {
                if let Ok(meta) = fs::metadata(open.path())
                    && meta.nlink() == 0
                    && meta.dev() == device
                {
                    taken.file(meta.ino(), meta.blocks());
                }
            }
        }
        Some(taken)
    }

    fn file(&mut self, inode: u64, blocks: u64) {
        if self.files.insert(inode) {
            // Blocks in `stat` have 512 bytes, whatever the disk uses.
            self.bytes += blocks.saturating_mul(512);
        }
    }

    fn folder(&mut self, folder: OwnedFd, depth: usize) -> Option<()> {
        let mut folder = Dir::new(folder).ok()?;
        while let Some(entry) = folder.read() {
            let entry = entry.ok()?;
            let name = entry.file_name();
            if matches!(name.to_bytes(), b"." | b"..") {
                continue;
            }
            if !self.excess() {
                self.entry(folder.fd().ok()?, name, depth)?;
            }
        }
        Some(())
    }

    /// A file that is gone takes no space.
    fn entry(&mut self, at: std::os::fd::BorrowedFd<'_>, name: &CStr, depth: usize) -> Option<()> {
        let stat = match rustix::fs::statat(at, name, AtFlags::SYMLINK_NOFOLLOW) {
            Ok(stat) => stat,
            Err(Errno::NOENT) => return Some(()),
            Err(_) => return None,
        };
        self.file(stat.st_ino, u64::try_from(stat.st_blocks).ok()?);
        if FileType::from_raw_mode(stat.st_mode) != FileType::Directory {
            return Some(());
        }
        if depth == DEPTH {
            self.is_deep = true;
            return Some(());
        }
        match rustix::fs::openat(at.as_fd(), name, folder_flags(), Mode::empty()) {
            Ok(inner) => self.folder(inner, depth + 1),
            Err(Errno::NOENT | Errno::NOTDIR | Errno::LOOP) => Some(()),
            Err(_) => None,
        }
    }

    fn excess(&self) -> bool {
        self.bytes > DISK || self.files.len() as u64 > INODES
    }
}

/// The machine's state before a run, and the number of checks.
pub(super) struct Usage {
    folder: PathBuf,
    before: Option<Room>,
    looks: u32,
}

impl Usage {
    /// `folder` contains all files of the run on a disk.
    pub(super) fn before(folder: &Path) -> Self {
        Self { folder: folder.to_owned(), before: Room::of(folder), looks: 0 }
    }

    /// The limit that a run exceeds, by its main process.
    pub(super) fn excess(&mut self, child: u32) -> Option<String> {
        let all = Process::all();
        let kin = |process: &Process| {
            let mut parent = process.parent;
            // The chain ends at the machine's first process, and is at most as long as the number of
            // processes.
            for _ in 0..all.len() {
                if parent == u64::from(child) {
                    return true;
                }
                let Some(next) = all.get(&parent) else { return false };
                parent = next.parent;
            }
            false
        };
        let (ids, own): (Vec<u64>, Vec<&Process>) =
            all.iter().filter(|(_, process)| kin(process)).unzip();
        if let Some(why) = self.disk(&ids) {
            return Some(why);
        }
        if own.iter().map(|p| p.threads).sum::<u64>() > THREADS {
            return Some(format!("a run had more than {THREADS} threads"));
        }
        let page = rustix::param::page_size() as u64;
        if own.iter().map(|p| p.memory).sum::<u64>().saturating_mul(page) > MEMORY {
            return Some(format!("a run used more than {} GiB of memory", MEMORY >> 30));
        }
        if sockets(&ids) > SOCKETS {
            return Some(format!("a run had more than {SOCKETS} sockets"));
        }
        scarce().then(|| "the machine ran out of memory during a run".to_owned())
    }

    /// Too much disk space. Files that can't be counted are estimated by the loss of free space; if they can, the rest
    /// may belong to other programs, and counts only if it is half of the former free space.
    fn disk(&mut self, processes: &[u64]) -> Option<String> {
        self.looks += 1;
        let (before, now) = (self.before?, Room::of(&self.folder)?);
        let bytes = before.bytes.saturating_sub(now.bytes);
        let inodes = before.inodes.saturating_sub(now.inodes);
        let most = bytes > DISK || inodes > INODES;
        if !most && !self.looks.is_multiple_of(COUNTED) {
            return None;
        }
        let taken = Taken::count(&self.folder, processes);
        // What is below is not counted, and what the disk has lost may be another program's.
        if taken.as_ref().is_some_and(|taken| taken.is_deep) {
            return Some(too_deep());
        }
        let (own_bytes, own_files) =
            taken.map_or((bytes, inodes), |taken| (taken.bytes, taken.files.len() as u64));
        if own_bytes > DISK {
            return Some(format!("a run wrote more than {} GiB", DISK >> 30));
        }
        if own_files > INODES {
            return Some(format!("a run made more than {INODES} files"));
        }
        let low = (bytes > DISK && bytes > before.bytes / 2)
            || (inodes > INODES && inodes > before.inodes / 2);
        low.then(|| "the disk ran low during a run".to_owned())
    }
}

/// The open sockets of the sandbox's network, which is not skillgen's.
fn sockets(processes: &[u64]) -> u64 {
    let network = |id: &str| fs::read_link(format!("/proc/{id}/ns/net")).ok();
    let own = network("self");
    let is_inside = |id: &&u64| {
        let other = network(&id.to_string());
        other.is_some() && other != own
    };
    let text = processes
        .iter()
        .find(is_inside)
        .and_then(|id| fs::read_to_string(format!("/proc/{id}/net/sockstat")).ok());
    let text = text.unwrap_or_default();
    let used = text.lines().find_map(|line| line.strip_prefix("sockets: used "));
    used.and_then(|number| number.trim().parse().ok()).unwrap_or(0)
}

/// Whether less than a thirtieth of the machine's memory is free. Pipes and sockets use memory that is charged to no
/// process.
fn scarce() -> bool {
    let text = fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let value = |key: &str| -> Option<u64> {
        text.lines().find_map(|l| l.strip_prefix(key)?.split_whitespace().next()?.parse().ok())
    };
    match (value("MemTotal:"), value("MemAvailable:")) {
        (Some(total), Some(left)) => left < total / 30,
        _ => false,
    }
}
