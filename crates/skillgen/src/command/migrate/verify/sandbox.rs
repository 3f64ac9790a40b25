//! One run of a script under bubblewrap, and a test of the sandbox on this machine.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::Context as _;

use super::super::file_plan::FilePlan;
use super::super::state;
use super::filter::{self, Machine};
use super::input::Input;
use super::remains::Files;
use super::scratch::{Account, Copied, Scratch};
use super::walls;
use super::watch::{self, Ended, Stderr};

/// The user of runs that root starts: root in a sandbox would be root for the machine. No files belong
/// to this user.
const NOBODY: Account = Account { uid: 65534, gid: 65534 };
/// The time limit of the sandbox test.
const PROBE: Duration = Duration::from_secs(10);
/// Prints the facts that show whether the sandbox holds.
const SHOW_WALLS: &str = "cat /proc/self/status /proc/net/dev";

/// The state of the sandbox.
pub(crate) enum Sandbox {
    /// It works.
    Works(Jail),
    /// bubblewrap is not installed.
    Missing,
    /// bubblewrap is installed and reports why it fails, or a protection is missing.
    Refused(String),
}

/// A tested sandbox.
pub(crate) struct Jail {
    bwrap: PathBuf,
    account: Option<Account>,
    machine: Option<Machine>,
}

/// The results of a run.
pub(super) struct Run {
    pub(super) code: Option<i32>,
    pub(super) out: Vec<u8>,
    pub(super) err: Vec<u8>,
    pub(super) files: Files,
}

/// Tests whether the sandbox works on this machine, with all its protections.
pub(crate) fn available() -> Sandbox {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let places = std::env::split_paths(&path).map(|folder| folder.join("bwrap"));
    let Some(bwrap) = places.into_iter().find(|place| place.is_file()) else {
        return Sandbox::Missing;
    };
    let root = rustix::process::geteuid().is_root();
    let jail = Jail { bwrap, account: root.then_some(NOBODY), machine: Machine::here() };
    match jail.probe() {
        Ok(None) => Sandbox::Works(jail),
        Ok(Some(why)) => Sandbox::Refused(why),
        Err(error) => Sandbox::Refused(format!("{error:#}")),
    }
}

impl Jail {
    /// The protections that are weaker here.
    pub(crate) fn weakness(&self) -> Option<String> {
        self.machine.is_none().then(|| {
            let machine = std::env::consts::ARCH;
            format!(
                "--verify: no filter of system calls on {machine}; the sandbox has its other limits"
            )
        })
    }

    /// Runs a command that shows the protections; returns the missing one.
    fn probe(&self) -> anyhow::Result<Option<String>> {
        let scratch = Scratch::new(self.account)?;
        let ended = self.inside(
            &scratch,
            Path::new(walls::WORK),
            &["bash", "-c", SHOW_WALLS],
            &[],
            Stderr::Apart,
            PROBE,
        );
        scratch.remove()?;
        let ended = match ended? {
            Ok(ended) => ended,
            Err(why) => return Ok(Some(why)),
        };
        if ended.code != Some(0) {
            let said = String::from_utf8_lossy(&ended.err).into_owned();
            let said = said.lines().next().unwrap_or("no reason given");
            let old = if said.contains("nknown option") { "bubblewrap 0.8 or newer: " } else { "" };
            return Ok(Some(format!("{old}{said}")));
        }
        Ok(self.lacking(&String::from_utf8_lossy(&ended.out)))
    }

    /// The missing protection, from what a process inside reports.
    fn lacking(&self, text: &str) -> Option<String> {
        let capabilities = ["CapInh:", "CapPrm:", "CapEff:", "CapBnd:", "CapAmb:"];
        let (status, devices) = text.split_once("Inter-|").unwrap_or((text, ""));
        // Two header lines precede the devices.
        let mut devices = devices.lines().skip(2).map(str::trim_start);
        let value = |key: &str| {
            let line = status.lines().find_map(|line| line.trim_start().strip_prefix(key))?;
            Some(line.split_whitespace().next().unwrap_or_default().to_owned())
        };
        let free = |key: &&str| value(key).is_none_or(|set| set.contains(|c| c != '0'));
        let found = [
            ("the process keeps capabilities", capabilities.iter().any(free)),
            ("the process may gain privileges", value("NoNewPrivs:").as_deref() != Some("1")),
            (
                "system calls are not filtered",
                self.machine.is_some() && value("Seccomp:").as_deref() != Some("2"),
            ),
            ("the user is not changed", value("Uid:") != Some(walls::USER.to_string())),
            ("the machine's network is there", devices.any(|device| !device.starts_with("lo:"))),
        ];
        found.into_iter().find(|(_, missing)| *missing).map(|(what, _)| what.to_owned())
    }

    /// Runs a command in the sandbox, in a folder of the sandbox.
    fn inside(
        &self,
        scratch: &Scratch,
        folder: &Path,
        command: &[impl AsRef<OsStr>],
        stdin: &[u8],
        stderr: Stderr,
        time: Duration,
    ) -> anyhow::Result<Result<Ended, String>> {
        let base = scratch.base();
        for (name, text) in walls::WRITTEN {
            scratch.put(name, text.as_bytes())?;
        }
        if let Some(machine) = self.machine {
            scratch.put("filter", &filter::program(machine))?;
        }
        let options = walls::options(base, &scratch.work(), folder, self.machine.is_some());
        scratch.put("walls", &options)?;
        scratch.put("status", b"")?;
        let status = base.join("status");
        scratch.give(&status);
        scratch.hand_over()?;
        let mut launcher = Command::new(shell());
        // bubblewrap's environment is readable inside, so it is empty.
        launcher.env_clear().current_dir(base);
        launcher.args(["-c", walls::LAUNCH, "skillgen"]).arg(base).arg(&self.bwrap);
        launcher.args(["bash", "-c", walls::INSIDE, "skillgen"]).args(command);
        if let Some(Account { uid, gid }) = self.account {
            launcher.uid(uid).gid(gid);
        }
        watch::run(launcher, &status, stdin, stderr, time).context("the sandbox can't be started")
    }
}

/// The shell that starts bubblewrap: the system's, because another account may not reach a user's own.
fn shell() -> &'static str {
    ["/bin/bash", "/usr/bin/bash"].into_iter().find(|p| Path::new(p).exists()).unwrap_or("bash")
}

/// One run in the sandbox, or why it was stopped. `beside` are files that the script needs, with their texts.
pub(super) fn run(
    jail: &Jail,
    file: &FilePlan,
    script: &[u8],
    beside: &[(PathBuf, Vec<u8>)],
    input: &Input,
    stderr: Stderr,
) -> anyhow::Result<Result<Run, String>> {
    let scratch = Scratch::new(jail.account)?;
    let Copied { skill, inside } = scratch.copy(&file.path)?;
    let mode = fs::metadata(&file.path).map(|m| m.permissions()).ok();
    scratch.write(&inside, script, mode)?;
    for (path, text) in beside {
        if let Ok(inside) = state::absolute(path).strip_prefix(&skill) {
            scratch.write(inside, text, None)?;
        }
    }
    let above = inside.parent().filter(|above| !above.as_os_str().is_empty());
    let folder =
        above.map_or(PathBuf::from(walls::WORK), |above| Path::new(walls::WORK).join(above));
    let name = Path::new(".").join(inside.file_name().unwrap_or_default());
    let shell = if is_sh(&file.before) { "sh" } else { "bash" };
    let variables = input.env.iter().map(|(name, value)| format!("{name}={value}").into());
    let mut command: Vec<std::ffi::OsString> = variables.collect();
    command.extend([shell.into(), name.into()]);
    command.extend(input.args.iter().map(Into::into));
    let ended =
        jail.inside(&scratch, &folder, &command, input.stdin.as_bytes(), stderr, input.time())?;
    let run = match ended {
        Err(why) => Err(why),
        Ok(Ended { code: None, out, err }) => {
            let said =
                String::from_utf8_lossy(if err.is_empty() { &out } else { &err }).into_owned();
            let said = said.lines().next().unwrap_or("no reason given");
            Err(format!("the sandbox could not be made: {said}"))
        }
        Ok(Ended { code, out, err }) => {
            scratch.left(&inside)?.map(|files| Run { code, out, err, files })
        }
    };
    scratch.remove()?;
    Ok(run)
}

/// Whether the first line names sh.
fn is_sh(script: &[u8]) -> bool {
    let first = script.split(|b| *b == b'\n').next().unwrap_or_default();
    let first = String::from_utf8_lossy(first);
    let command = first.strip_prefix("#!").unwrap_or_default();
    let mut words = command.split_whitespace().map(|w| w.rsplit('/').next().unwrap_or(w));
    words.find(|w| *w != "env" && !w.starts_with('-')).is_some_and(|w| matches!(w, "sh" | "dash"))
}
