//! `--verify`: the original and the migrated script run in a sandbox, side by side: exit code, files, text and the envelope.
//!
//! bubblewrap gives each run a read-only root, no network, a scratch copy of the skill and a home of its own; time, memory
//! and file sizes are limited. Only scripts whose every command is harmless are run, or those that the user named.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use migrate::Outcome;
use serde_json::Value;

use super::work::{FilePlan, Plan};

/// The longest that a run may take.
const TIME: Duration = Duration::from_secs(20);
/// The largest skill folder that is copied for a run.
const LARGEST: u64 = 32 << 20;

/// What the runs of a file showed.
#[derive(Debug, Clone, Default)]
pub(super) struct Verified {
    /// Pairs of runs.
    pub(super) runs: usize,
    /// Pairs without a difference.
    pub(super) identical: usize,
    /// What differed, a line each.
    pub(super) differences: Vec<String>,
    /// Why it was not run, where it was only checked statically.
    pub(super) skipped: Option<String>,
}

/// Arguments and input of a run.
#[derive(Debug, Clone, Default)]
struct Input {
    args: Vec<String>,
    stdin: String,
    env: BTreeMap<String, String>,
    /// The longest that a run may take, where that is less than [`TIME`].
    time: Option<Duration>,
    /// What the original has to end with: a run that fails before it comes to anything shows nothing.
    exit: Option<i32>,
}

impl Input {
    fn time(&self) -> Duration {
        self.time.map_or(TIME, |time| time.min(TIME))
    }
}

/// Is the sandbox there, and does it work on this machine?
pub(super) fn available() -> bool {
    let probe = Command::new("bwrap")
        .args(["--ro-bind", "/", "/", "--unshare-all", "true"])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    probe.is_ok_and(|status| status.success())
}

/// Runs what may be run. A file that differs is not migrated.
pub(super) fn all(plan: &mut Plan, named: &[PathBuf]) -> anyhow::Result<()> {
    for file in plan.files.iter_mut().filter(|f| f.outcome == Outcome::Migrated) {
        let asked = named.iter().any(|n| n.is_file() && same(n, &file.path));
        let inputs = inputs(&file.path)?;
        let harmful = migrate::harmful(&file.before);
        if let Some((line, what)) = harmful.filter(|_| !asked && inputs.is_empty()) {
            let reason = format!(
                "line {line}: `{what}` is not on the list of harmless commands; name the script, or give it a verify.toml"
            );
            file.verified = Some(Verified { skipped: Some(reason), ..Verified::default() });
            continue;
        }
        let inputs = if inputs.is_empty() { vec![Input::default()] } else { inputs };
        let mut verified = Verified::default();
        for input in &inputs {
            pair(file, input, &mut verified)?;
        }
        if !verified.differences.is_empty() {
            let differ =
                |d: &String| migrate::Refusal { line: 1, reason: format!("runs differ: {d}") };
            file.refuse(verified.differences.iter().map(differ).collect());
        }
        file.verified = Some(verified);
    }
    Ok(())
}

fn same(a: &Path, b: &Path) -> bool {
    fs::canonicalize(a).ok() == fs::canonicalize(b).ok()
}

/// `verify.toml` beside the script: `[[run]]` with `script`, `args`, `stdin`, `env`, `timeout` (seconds) and `exit`.
fn inputs(script: &Path) -> anyhow::Result<Vec<Input>> {
    let path = script.with_file_name("verify.toml");
    let Ok(text) = fs::read_to_string(&path) else { return Ok(Vec::new()) };
    let table: toml::Table =
        text.parse().with_context(|| format!("{}: not TOML", path.display()))?;
    let name = script.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let runs = table.get("run").and_then(toml::Value::as_array).cloned().unwrap_or_default();
    let text = |v: &toml::Value| v.as_str().map(str::to_owned);
    let number = |run: &toml::Value, key| run.get(key).and_then(toml::Value::as_integer);
    Ok(runs
        .iter()
        .filter(|run| run.get("script").and_then(toml::Value::as_str).is_none_or(|s| s == name))
        .map(|run| Input {
            args: run
                .get("args")
                .and_then(toml::Value::as_array)
                .into_iter()
                .flatten()
                .filter_map(text)
                .collect(),
            stdin: run.get("stdin").and_then(text).unwrap_or_default(),
            env: run
                .get("env")
                .and_then(toml::Value::as_table)
                .into_iter()
                .flatten()
                .filter_map(|(k, v)| Some((k.clone(), text(v)?)))
                .collect(),
            time: number(run, "timeout")
                .and_then(|n| u64::try_from(n).ok())
                .map(Duration::from_secs),
            exit: number(run, "exit").and_then(|n| i32::try_from(n).ok()),
        })
        .collect())
}

/// What a run left.
#[derive(PartialEq, Eq)]
struct Run {
    code: Option<i32>,
    out: Vec<u8>,
    err: Vec<u8>,
    files: BTreeMap<PathBuf, Vec<u8>>,
}

fn pair(file: &FilePlan, input: &Input, verified: &mut Verified) -> anyhow::Result<()> {
    let after = file.after();
    let mut runs = Vec::new();
    for (text, merged) in [(&file.before, true), (&file.before, true), (&after, false)] {
        let Some(run) = run(file, text, input, merged)? else {
            let seconds = input.time().as_secs();
            verified.skipped = Some(format!("a run took more than {seconds} s"));
            return Ok(());
        };
        runs.push(run);
    }
    let [first, second, after] = runs.as_slice() else { return Ok(()) };
    verified.runs += 1;
    let before = verified.differences.len();
    let tell = |what: String, verified: &mut Verified| verified.differences.push(what);
    if let Some(exit) = input.exit.filter(|exit| first.code != Some(*exit)) {
        let code = first.code.map_or("a signal".to_owned(), |code| code.to_string());
        tell(format!("the original ends with {code}, and verify.toml says {exit}"), verified);
    }
    if first.code == second.code && first.code != after.code {
        tell(format!("exit code {:?} became {:?}", first.code, after.code), verified);
    }
    if first.files == second.files && first.files != after.files {
        let changed: Vec<String> = first
            .files
            .keys()
            .chain(after.files.keys())
            .filter(|name| first.files.get(*name) != after.files.get(*name))
            .map(|name| name.display().to_string())
            .take(3)
            .collect();
        tell(format!("files: {}", changed.join(", ")), verified);
    }
    if first.out == second.out && first.out != after.err {
        tell("the text on stderr is not the former output".to_owned(), verified);
    }
    let text = String::from_utf8_lossy(&after.out);
    let envelope: Result<Value, _> = serde_json::from_str(&text);
    let success = envelope.as_ref().ok().and_then(|v| v.get("success")?.as_bool());
    match (envelope, success) {
        (Ok(_), Some(success)) if text.matches('\n').count() == 1 => {
            if success && after.code != Some(0) {
                tell("success is true, but the exit code is not 0".to_owned(), verified);
            }
        }
        _ => tell("stdout is not one line with an envelope".to_owned(), verified),
    }
    if verified.differences.len() == before {
        verified.identical += 1;
    }
    Ok(())
}

/// One run in the sandbox; `None` if it took too long.
fn run(file: &FilePlan, script: &[u8], input: &Input, merged: bool) -> anyhow::Result<Option<Run>> {
    let temporary = tempfile::Builder::new().prefix("skillgen-verify-").tempdir()?;
    let base = temporary.path();
    let (work, home, scratch) = (base.join("work"), base.join("home"), base.join("tmp"));
    for folder in [&work, &home, &scratch] {
        fs::create_dir(folder)?;
    }
    let skill = skill_folder(&file.path);
    let inside = file.path.strip_prefix(&skill).unwrap_or(Path::new("script.sh")).to_owned();
    copy(&skill, &work, &mut LARGEST.clone())?;
    let target = work.join(&inside);
    fs::create_dir_all(target.parent().unwrap_or(&work))?;
    fs::write(&target, script)?;
    let mode = fs::metadata(&file.path).map(|m| m.permissions());
    if let Ok(mode) = mode {
        fs::set_permissions(&target, mode)?;
    }
    let place = Path::new("/mnt/work").join(inside.parent().unwrap_or(Path::new("")));
    let (out, err) = (base.join("out"), base.join("err"));
    let out_file = File::create(&out)?;
    let err_file = if merged { out_file.try_clone()? } else { File::create(&err)? };
    let mut command = Command::new("bwrap");
    command
        .args([
            "--ro-bind",
            "/",
            "/",
            "--dev",
            "/dev",
            "--proc",
            "/proc",
            "--tmpfs",
            "/tmp",
            "--bind",
        ])
        .arg(base)
        .args(["/mnt", "--unshare-all", "--die-with-parent", "--new-session", "--clearenv"])
        .args(["--setenv", "PATH", "/usr/local/bin:/usr/bin:/bin", "--setenv", "HOME", "/mnt/home"])
        .args(["--setenv", "TMPDIR", "/mnt/tmp", "--setenv", "LC_ALL", "C.UTF-8", "--chdir"])
        .arg(&place);
    for (name, value) in &input.env {
        command.args(["--setenv", name, value]);
    }
    let limits = "ulimit -v 2097152 -t 20 -f 262144 -u 512 2>/dev/null; exec bash \"$@\"";
    let name = Path::new(".").join(inside.file_name().unwrap_or_default());
    command.args(["bash", "-c", limits, "verify"]).arg(name).args(&input.args);
    command.stdin(Stdio::piped()).stdout(out_file).stderr(err_file);
    let mut child = command.spawn().context("bwrap: can't be started")?;
    if let Some(mut stdin) = child.stdin.take() {
        // A script may leave its input unread.
        let _ = stdin.write_all(input.stdin.as_bytes());
    }
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if start.elapsed() > input.time() {
            // Killing bwrap ends all in its process namespace.
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        std::thread::sleep(Duration::from_millis(10));
    };
    let mut files = BTreeMap::new();
    collect(&work, &work, &mut files)?;
    files.remove(&inside);
    let err = if merged { Vec::new() } else { fs::read(&err)? };
    Ok(Some(Run { code: status.code(), out: fs::read(&out)?, err, files }))
}

/// The folder that a script belongs to: the nearest one upwards with a SKILL.md, else its own.
fn skill_folder(script: &Path) -> PathBuf {
    let own = script.parent().unwrap_or(Path::new("")).to_owned();
    let folders = own.ancestors().take(4).find(|f| f.join("SKILL.md").is_file());
    folders.map_or(own.clone(), Path::to_owned)
}

fn copy(from: &Path, to: &Path, left: &mut u64) -> anyhow::Result<()> {
    let from = if from.as_os_str().is_empty() { Path::new(".") } else { from };
    for entry in fs::read_dir(from)?.flatten() {
        let name = entry.file_name();
        let kind = entry.file_type()?;
        if name.to_string_lossy() == ".git" || name.to_string_lossy().starts_with(".skillgen") {
            continue;
        }
        if kind.is_dir() {
            fs::create_dir_all(to.join(&name))?;
            copy(&entry.path(), &to.join(&name), left)?;
        } else if kind.is_file() {
            let size = entry.metadata()?.len();
            if size > *left {
                continue;
            }
            *left -= size;
            fs::copy(entry.path(), to.join(&name))?;
        }
    }
    Ok(())
}

fn collect(
    root: &Path,
    folder: &Path,
    files: &mut BTreeMap<PathBuf, Vec<u8>>,
) -> anyhow::Result<()> {
    for entry in fs::read_dir(folder)?.flatten() {
        let path = entry.path();
        let name = path.strip_prefix(root).unwrap_or(&path).to_owned();
        if entry.file_type()?.is_dir() {
            files.insert(name.join(""), Vec::new());
            collect(root, &path, files)?;
        } else {
            files.insert(name, fs::read(&path).unwrap_or_default());
        }
    }
    Ok(())
}
