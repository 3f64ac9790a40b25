//! `--baseline`: counts known lines of prose, and fails for new ones. The file lists the lines by script, so that a
//! review shows what is removed.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context as _, bail};
use migrate::Outcome;
use serde::{Deserialize, Serialize};

use super::Args;
use super::file_plan::FilePlan;
use super::tree_plan::TreePlan;
use crate::context::Ctx;

/// The file.
#[derive(Serialize, Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct Baseline {
    /// The version of this format.
    version: u8,
    /// The recognized lines of each script.
    scripts: BTreeMap<String, Vec<String>>,
}

const VERSION: u8 = 1;

/// Writes the baseline, or compares with it; returns whether the check fails.
pub(super) fn judge(path: &Path, plan: &TreePlan, args: &Args, ctx: &Ctx) -> anyhow::Result<bool> {
    let scripts: BTreeMap<String, Vec<String>> = plan
        .files
        .iter()
        .filter(|file| file.outcome == Outcome::Migrated)
        .map(|file| (file.shown.clone(), lines(file)))
        .collect();
    if args.update_baseline {
        // Only a baseline file is replaced.
        if path.symlink_metadata().is_ok() {
            read(path).context("it is not replaced; remove it, or name another file")?;
        }
        let count: usize = scripts.values().map(Vec::len).sum();
        let text = serde_json::to_string_pretty(&Baseline { version: VERSION, scripts })?;
        crate::output::replace(path, format!("{text}\n").as_bytes())?;
        ctx.note(&format!("{}: holds {count} lines now", path.display()));
        return Ok(false);
    }
    let known = read(path)?;
    let (mut old, mut new) = (0, Vec::new());
    for (script, lines) in &scripts {
        let mut left = known.scripts.get(script).cloned().unwrap_or_default();
        for line in lines {
            match left.iter().position(|one| one == line) {
                Some(index) => {
                    left.swap_remove(index);
                    old += 1;
                }
                None => new.push(format!("{script}: not in the baseline: {line}")),
            }
        }
    }
    new.iter().for_each(|line| ctx.note(&contract::text::safe(line)));
    let gone = known.scripts.keys().filter(|script| !scripts.contains_key(*script)).count();
    ctx.note(&format!(
        "{}: {old} lines are known, {} are new; {gone} of its scripts have nothing left to migrate",
        path.display(),
        new.len()
    ));
    Ok(!new.is_empty())
}

fn read(path: &Path) -> anyhow::Result<Baseline> {
    let text = crate::regular::text(path).with_context(|| {
        format!("{}: the baseline can't be read; --update-baseline writes it", path.display())
    })?;
    let read: Result<Baseline, _> = serde_json::from_str(&text);
    let baseline =
        read.with_context(|| format!("{}: is not a baseline of migrate", path.display()))?;
    if baseline.version != VERSION {
        bail!("{}: version {} of a baseline is not known", path.display(), baseline.version);
    }
    Ok(baseline)
}

/// The recognized lines of a script, as written.
fn lines(file: &FilePlan) -> Vec<String> {
    let text = String::from_utf8_lossy(file.first());
    let all: Vec<&str> = text.lines().collect();
    let is_recognized = |edit: &&migrate::Edit| {
        edit.pattern.split(',').any(|id| migrate::PATTERNS.iter().any(|p| p.id == id))
    };
    let numbers = file.edits.iter().filter(is_recognized).map(|edit| edit.line);
    numbers.filter_map(|line| all.get(line - 1)).map(|line| line.trim().to_owned()).collect()
}
