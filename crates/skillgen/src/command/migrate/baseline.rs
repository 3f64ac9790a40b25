//! `--baseline`: counts known lines of prose, and fails for new ones. The file lists the lines by script, so that a
//! review shows what is removed.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context as _, bail};
use migrate::Outcome;
use serde::{Deserialize, Serialize};

use super::file_plan::FilePlan;
use super::tree_plan::TreePlan;
use crate::context::Ctx;
use crate::wire::migrate::BaselineCounts;

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

/// The lines that are left to migrate, beside those of a baseline.
pub(super) struct Comparison {
    pub(super) counts: BaselineCounts,
    /// The lines that the baseline does not list, with their scripts.
    new: Vec<String>,
}

impl Comparison {
    /// Prints it, and returns whether the check fails.
    pub(super) fn judge(&self, path: &Path, ctx: &Ctx) -> bool {
        self.new.iter().for_each(|line| ctx.note(&contract::text::safe(line)));
        let BaselineCounts { known, new, done } = self.counts;
        ctx.note(&format!(
            "{}: {known} lines are known, {new} are new; {done} of its scripts have nothing left to migrate",
            path.display(),
        ));
        new > 0
    }
}

/// The recognized lines of each script that is left to migrate.
fn scripts(plan: &TreePlan) -> BTreeMap<String, Vec<String>> {
    let left = plan.files.iter().filter(|file| file.outcome == Outcome::Migrated);
    left.map(|file| (file.shown.clone(), lines(file))).collect()
}

/// Writes the baseline.
pub(super) fn write(path: &Path, plan: &TreePlan, ctx: &Ctx) -> anyhow::Result<()> {
    // Only a baseline file is replaced.
    if path.symlink_metadata().is_ok() {
        read(path).context("it is not replaced; remove it, or name another file")?;
    }
    let scripts = scripts(plan);
    let count: usize = scripts.values().map(Vec::len).sum();
    let text = serde_json::to_string_pretty(&Baseline { version: VERSION, scripts })?;
    crate::output::replace(path, format!("{text}\n").as_bytes())?;
    ctx.note(&format!("{}: holds {count} lines now", path.display()));
    Ok(())
}

/// Compares the lines that are left with a baseline.
pub(super) fn compare(path: &Path, plan: &TreePlan) -> anyhow::Result<Comparison> {
    let known = read(path)?;
    let scripts = scripts(plan);
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
    let done = known.scripts.keys().filter(|script| !scripts.contains_key(*script)).count();
    let counts = BaselineCounts { known: old, new: new.len(), done };
    Ok(Comparison { counts, new })
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
