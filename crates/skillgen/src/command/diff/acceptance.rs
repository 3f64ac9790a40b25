//! Suppressed findings: the use of each `[[ignore]]`, and `--baseline`.

use std::path::Path;

use contract::Pointer;
use schema_diff::{
    Change, ChangeRole, FilePlace, IgnoreUse, Policy, RuleId, Until, change_for_rule,
};
use serde_json::Value;

use super::Results;
use crate::baseline::{self, Baseline, Entry};

const REASON: &str = "in the baseline";

/// Adds a finding for each ignore that matches nothing, or no longer.
pub(super) fn judge_ignores(results: &mut Results, policy: &Policy) {
    let partial = matches!(&*results, Results::Many(repository) if repository.partial);
    // The whole repository was compared, so an unused ignore has no other use.
    let whole = matches!(&*results, Results::Many(_)) && !partial;
    let none = if whole { IgnoreUse::Unused } else { IgnoreUse::Elsewhere };
    let mut uses = vec![none; policy.ignores.len()];
    let pairs = results.pairs().into_iter().map(|pair| &pair.ignores);
    let of_files = match &*results {
        Results::One(_) | Results::Nothing(_) => [].iter(),
        Results::Many(repository) => repository.ignores.iter(),
    };
    for of_one in pairs.chain(of_files) {
        for (all, one) in uses.iter_mut().zip(of_one) {
            *all = (*all).max(*one);
        }
    }
    let judged = policy.ignores.iter().zip(uses).filter_map(|(ignore, used)| {
        let what = ignore.describe();
        let place = ignore.place.as_ref();
        let file = place.map(|FilePlace { file, at }| format!("{file}:{at}")).unwrap_or_default();
        let (id, message) = match (used, &ignore.until) {
            (IgnoreUse::Expired, Some(Until::Date(day))) => {
                (RuleId::IgnoreExpired, format!("{file}: the ignore of {what} expired after {day}"))
            }
            (IgnoreUse::Expired, Some(Until::Version(version))) => (
                RuleId::IgnoreExpired,
                format!("{file}: the ignore of {what} expired with {version}"),
            ),
            // The ignore may match in another path.
            (IgnoreUse::Unused, _) if !partial => {
                (RuleId::IgnoreUnused, format!("{file}: the ignore of {what} meets no finding"))
            }
            _ => return None,
        };
        let (role, nothing) = (ChangeRole::Contract, (None, None));
        let mut change =
            change_for_rule(policy, id, role, None, nothing.clone(), (None, None), message);
        change.setting = ignore.place.clone();
        Some(change)
    });
    let judged: Vec<Change> = judged.collect();
    match results {
        Results::One(pair) => pair.report.changes.extend(judged),
        Results::Many(repository) => {
            let file = |change: &Change| {
                change.setting.as_ref().map(|place| place.file.clone()).unwrap_or_default()
            };
            repository.changes.extend(judged.into_iter().map(|change| (file(&change), change)));
        }
        Results::Nothing(_) => {}
    }
}

/// Writes all counting findings to the baseline; returns their number.
pub(super) fn write(path: &Path, results: &mut Results) -> anyhow::Result<usize> {
    let mut open: Vec<(String, &Change)> = Vec::new();
    for (file, change) in findings(results) {
        if change.ignored.is_none() {
            open.push((file, change));
        }
    }
    let entries = open.iter().map(|(file, change)| Entry {
        count: 1,
        rule: change.rule.as_str(),
        path: file,
        fingerprint: fingerprint(file, change),
    });
    baseline::write(path, entries)
}

/// Marks the findings that the baseline lists.
pub(super) fn mark(path: &Path, results: &mut Results) -> anyhow::Result<()> {
    let mut baseline = Baseline::read(path, "--write-baseline")?;
    for (file, change) in findings(results) {
        if change.ignored.is_none() && baseline.accepts(&fingerprint(&file, change)) {
            change.ignored = Some(REASON.to_owned());
        }
    }
    Ok(())
}

/// All findings that can be suppressed, with their files; what was not compared can't.
fn findings(results: &mut Results) -> Vec<(String, &mut Change)> {
    let mut found = Vec::new();
    let (pairs, of_files) = match results {
        Results::One(pair) => (std::slice::from_mut(&mut **pair), [].iter_mut()),
        Results::Many(repository) => (&mut repository.pairs[..], repository.changes.iter_mut()),
        Results::Nothing(_) => (&mut [][..], [].iter_mut()),
    };
    for pair in pairs {
        let file = pair.new_label().to_owned();
        found.extend(pair.report.changes.iter_mut().map(|change| (file.clone(), change)));
    }
    found.extend(of_files.map(|(file, change)| (file.clone(), change)));
    found
}

/// The key of a finding: rule, role, tool, file, places, message, and the old and new values, because most messages
/// don't contain values: another edit at that place is another finding. Lines are not part of it.
fn fingerprint(file: &str, change: &Change) -> String {
    let place = |path: &Option<Pointer>| {
        path.as_ref().map(|path| path.as_str().to_owned()).unwrap_or_default()
    };
    let text = |value: &Option<Value>| value.as_ref().map(Value::to_string).unwrap_or_default();
    let (old, new) = (text(&change.old), text(&change.new));
    let (old_place, new_place) = (place(&change.old_path), place(&change.new_path));
    let mut parts = vec![
        change.rule.as_str(),
        change.role.as_str(),
        change.scope.as_deref().unwrap_or_default(),
        file,
        &old_place,
        &new_place,
        &change.message,
        &old,
        &new,
    ];
    parts.extend(change.uncompared.as_deref());
    baseline::fingerprint(&parts)
}
