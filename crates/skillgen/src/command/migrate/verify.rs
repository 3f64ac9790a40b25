//! `--verify`: runs the original and the migrated script in a sandbox and compares exit code, files, text and the
//! envelope.
//!
//! bubblewrap gives each run the system's programs, a copy of the skill and nothing else of the machine. The sandbox is
//! the protection. The rule that only harmless scripts run, or those that the user named or trusted, is a convenience.

mod filter;
mod input;
mod remains;
mod sandbox;
mod scratch;
mod usage;
mod walls;
mod watch;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use migrate::Outcome;
use serde_json::Value;

use super::file_plan::FilePlan;
use super::tree_plan::TreePlan;
use super::verified::Verified;
use super::words;
use crate::paths;
use input::Input;
use sandbox::Run;
use watch::Stderr;

pub(crate) use sandbox::{Jail, Sandbox, available};

/// The message about a `verify.toml` without `--trust`.
const UNUSED: &str = "verify.toml was not used; pass --trust to use it";

/// The time for all runs together, after which only named scripts are run.
const ALL: Duration = Duration::from_mins(10);

/// Whether the `verify.toml` files of the tree may decide what runs. They are code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trust {
    Asked,
    Given,
}

/// Runs the scripts that may be run. A file with differences is not migrated.
pub(super) fn all(
    plan: &mut TreePlan,
    named: &[PathBuf],
    jail: &Jail,
    trust: Trust,
) -> anyhow::Result<()> {
    let start = Instant::now();
    for file in plan.files.iter_mut().filter(|f| f.outcome == Outcome::Migrated) {
        let asked = named.iter().any(|n| n.is_file() && paths::same(n, &file.path));
        let (inputs, unused) = match trust {
            Trust::Given => (input::of(&file.path)?, None),
            Trust::Asked => (Vec::new(), input::there(&file.path).then_some(UNUSED)),
        };
        let harmful = migrate::harmful(file.first());
        if let Some((line, what)) = harmful.filter(|_| !asked && inputs.is_empty()) {
            let skipped = Some(format!(
                "line {line}: `{what}` is not on the list of harmless commands; name the script, or give it a verify.toml and pass --trust"
            ));
            file.verified = Some(Verified { skipped, unused, ..Verified::default() });
            continue;
        }
        if !asked && start.elapsed() > ALL {
            let minutes = ALL.as_secs() / 60;
            let skipped =
                Some(format!("the runs before took {minutes} minutes together; name the script"));
            file.verified = Some(Verified { skipped, unused, ..Verified::default() });
            continue;
        }
        let inputs = if inputs.is_empty() { vec![Input::default()] } else { inputs };
        let mut verified = Verified { unused, ..Verified::default() };
        let helpers: Vec<(PathBuf, Vec<u8>)> = file
            .new_helper()
            .into_iter()
            .map(|path| (path.clone(), plan.helpers.text(&path).as_bytes().to_vec()))
            .collect();
        for input in &inputs {
            pair(jail, file, &helpers, input, &mut verified)?;
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

fn pair(
    jail: &Jail,
    file: &FilePlan,
    helpers: &[(PathBuf, Vec<u8>)],
    input: &Input,
    verified: &mut Verified,
) -> anyhow::Result<()> {
    let (before, after) = (migrate::numbered(file.first(), &file.edits), file.after());
    let mut runs = Vec::new();
    let (with, apart) = (Stderr::WithStdout, Stderr::Apart);
    // The originals also run beside the helper file, so that a listing of the folder is the same.
    for (text, stderr) in [(&*before, with), (&*before, with), (&*after, apart)] {
        match sandbox::run(jail, file, text, helpers, input, stderr)? {
            Ok(run) => runs.push(run),
            Err(why) => {
                verified.skipped = Some(why);
                return Ok(());
            }
        }
    }
    let [first, second, after] = runs.as_slice() else { return Ok(()) };
    verified.runs += 1;
    vary(first, second, verified);
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
            .map(|name| words::name(&name.to_string_lossy()))
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
        (Ok(_), Some(success)) if text.ends_with('\n') => {
            if success && after.code != Some(0) {
                tell("success is true, but the exit code is not 0".to_owned(), verified);
            }
        }
        _ => tell("stdout is not one envelope".to_owned(), verified),
    }
    if verified.differences.len() == before {
        verified.identical += 1;
    }
    Ok(())
}

/// Records how two runs of the original differ.
fn vary(first: &Run, second: &Run, verified: &mut Verified) {
    let all = [
        ("exit code", first.code != second.code),
        ("files", first.files != second.files),
        ("text", first.out != second.out),
    ];
    for (what, _) in all.into_iter().filter(|(_, differs)| *differs) {
        if !verified.varies.contains(&what) {
            verified.varies.push(what);
        }
    }
}
