//! `--verify`: the original and the migrated script run in a sandbox, side by side: exit code, files, text and the envelope.
//!
//! bubblewrap gives each run a read-only root, no network, a scratch copy of the skill and a home of its own; time, memory
//! and file sizes are limited. Only scripts whose every command is harmless are run, or those that the user named.

mod input;
mod sandbox;

use std::path::PathBuf;

use migrate::Outcome;
use serde_json::Value;

use super::work::{FilePlan, Plan};
use crate::paths;
use input::Input;
use sandbox::Run;

pub(crate) use sandbox::{Sandbox, available};

/// What the runs of a file showed.
#[derive(Debug, Clone, Default)]
pub(super) struct Verified {
    /// Pairs of runs.
    pub(super) runs: usize,
    /// Pairs without a difference.
    pub(super) identical: usize,
    /// What differed, a line each.
    pub(super) differences: Vec<String>,
    /// What differed between two runs of the original, so that it could not be compared.
    pub(super) varies: Vec<&'static str>,
    /// Why it was not run (to the end), where it was only checked statically.
    pub(super) skipped: Option<String>,
}

impl Verified {
    /// Shown by a run, and not only looked at.
    pub(super) fn proved(&self) -> bool {
        self.skipped.is_none() && self.runs > 0 && self.identical == self.runs
    }

    /// What was proved, in words.
    pub(super) fn told(&self) -> String {
        if let Some(why) = &self.skipped {
            return format!("{why}; checked statically only");
        }
        let varies = match self.varies.as_slice() {
            [] => String::new(),
            all => format!("; not compared, since it differs from run to run: {}", all.join(", ")),
        };
        format!("{} of {} runs identical{varies}", self.identical, self.runs)
    }
}

/// Runs what may be run. A file that differs is not migrated.
pub(super) fn all(plan: &mut Plan, named: &[PathBuf]) -> anyhow::Result<()> {
    for file in plan.files.iter_mut().filter(|f| f.outcome == Outcome::Migrated) {
        let asked = named.iter().any(|n| n.is_file() && paths::same(n, &file.path));
        let inputs = input::of(&file.path)?;
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

fn pair(file: &FilePlan, input: &Input, verified: &mut Verified) -> anyhow::Result<()> {
    let after = file.after();
    let mut runs = Vec::new();
    for (text, merged) in [(&file.before, true), (&file.before, true), (&after, false)] {
        match sandbox::run(file, text, input, merged)? {
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

/// Notes what the original does differently each time.
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
