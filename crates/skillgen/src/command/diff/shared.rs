//! Changes in a file that several contracts refer to: each is reported once, under one of them, with the
//! number of affected contracts.

use std::collections::{BTreeMap, BTreeSet};

use contract::Bump;
use schema_diff::{Change, ReleasedWith};

use super::pair::Pair;
use super::relation_words::plural;
use super::shared_change::SharedChange;

/// The same change of the same place, through any contract.
type Key = (String, String, String, String);

/// Assigns the changes of a shared file to the contracts that refer to it. A schema without a version and a role
/// serves in their roles and is released with them: a change that one of them shows has the level that it has there,
/// and their versions cover it. A change that none of them shows is evaluated under the file itself.
pub(super) fn leave_to_users(pairs: &mut [Pair]) {
    let opened: Vec<BTreeSet<String>> = pairs.iter().map(opened_files).collect();
    let is_shared = |at: usize| {
        let pair = &pairs[at];
        let is_used = |(other, files): (usize, &BTreeSet<String>)| {
            other != at && files.contains(pair.new_label())
        };
        pair.has_no_version_or_role() && opened.iter().enumerate().any(is_used)
    };
    let shared: Vec<bool> = (0..pairs.len()).map(is_shared).collect();
    let mut levels: BTreeMap<Key, Bump> = BTreeMap::new();
    for (pair, _) in pairs.iter().zip(&shared).filter(|(_, is_shared)| !**is_shared) {
        for change in pair.report.changes.iter().filter(|change| change.ignored.is_none()) {
            let level = levels.entry(key(pair, change).0).or_default();
            *level = change.level.max(*level);
        }
    }
    for (pair, _) in pairs.iter_mut().zip(&shared).filter(|(_, is_shared)| **is_shared) {
        let found: Vec<(usize, Bump)> = (0..pair.report.changes.len())
            .filter_map(|at| Some((at, *levels.get(&key(pair, &pair.report.changes[at]).0)?)))
            .collect();
        for (at, level) in found {
            let change = &mut pair.report.changes[at];
            change.released_with = match level == change.level {
                true => ReleasedWith::Users,
                false => ReleasedWith::UsersAtTheirLevel,
            };
            change.level = level;
        }
    }
}

/// The files of the contract's new version.
fn opened_files(pair: &Pair) -> BTreeSet<String> {
    let contract = &pair.new;
    let of_tools = contract.tools.values().flat_map(|tool| tool.schemas.values());
    let schemas = contract.schemas.values().chain(&contract.plain).chain(of_tools);
    let documents = schemas.flat_map(|schema| schema.documents());
    documents.map(|document| document.label().to_owned()).collect()
}

/// Finds the changes that several pairs share, and marks them in each.
pub(super) fn mark(pairs: &mut [Pair]) {
    let mut owners: BTreeMap<Key, ((Bump, bool), usize)> = BTreeMap::new();
    let mut users: BTreeMap<Key, Vec<String>> = BTreeMap::new();
    let mut refused: BTreeSet<Key> = BTreeSet::new();
    for (at, pair) in pairs.iter().enumerate() {
        for change in pair.report.changes.iter().filter(|change| change.ignored.is_none()) {
            let (key, _) = key(pair, change);
            // The contract with the highest level reports it; among equals, the file's own.
            let is_own = change.new_file.is_none()
                && change.old_file.is_none()
                && change.released_with != ReleasedWith::UsersAtTheirLevel;
            let weight = (change.level, is_own);
            let owner = owners.entry(key.clone()).or_insert((weight, at));
            if weight > owner.0 {
                *owner = (weight, at);
            }
            refused.extend(pair.fails(change).then(|| key.clone()));
            let users = users.entry(key).or_default();
            if users.last().is_none_or(|last| last != pair.new_label()) {
                users.push(pair.new_label().to_owned());
            }
        }
    }
    let labels: Vec<String> = pairs.iter().map(|pair| pair.new_label().to_owned()).collect();
    for pair in pairs {
        let found = pair.report.changes.iter().enumerate().filter_map(|(at, change)| {
            let (key, file) = key(pair, change);
            let users = users.get(&key).filter(|users| users.len() > 1)?;
            let is_counted = change.ignored.is_none();
            let users: Vec<String> =
                users.iter().filter(|user| is_counted && **user != file).cloned().collect();
            if users.is_empty() {
                return None;
            }
            let told_under = labels[owners.get(&key)?.1].clone();
            let is_refused = refused.contains(&key);
            Some((at, SharedChange { file, users, told_under, is_refused }))
        });
        pair.shared = found.collect();
    }
}

/// A change, identified by its kind, its place and its file.
fn key(pair: &Pair, change: &Change) -> (Key, String) {
    let (file, _, place) = pair.origin(change);
    let values = format!("{:?} {:?}", change.old, change.new);
    // The same text is a type in its own file and a property's type where it is used.
    let rule = if change.old.is_none() && change.new.is_none() { change.rule.as_str() } else { "" };
    // Users know the file by its new name, also for removed parts.
    ((rule.to_owned(), file, place.as_str().to_owned(), values), pair.site(change).0)
}

impl Pair {
    /// Whether another contract reports a finding.
    pub(in crate::command) fn is_told_elsewhere(&self, finding: usize) -> bool {
        self.shared.get(&finding).is_some_and(|shared| shared.told_under != self.new_label())
    }

    /// `in shared/x.json, used by 14 contracts`.
    pub(in crate::command) fn used_by(&self, finding: usize) -> Option<String> {
        let shared = self.shared.get(&finding)?;
        let count = plural(shared.users.len(), "contract");
        Some(format!("in {}, used by {count}", shared.file))
    }

    /// Whether other contracts show all findings of this one.
    pub(in crate::command) fn is_shown_elsewhere(&self) -> bool {
        let entries = &self.digest.entries;
        !entries.is_empty()
            && self.ignored() == 0
            && entries.iter().all(|entry| self.is_told_elsewhere(entry.main))
    }

    /// `2 of them are in shared/x.json and shown under a.json`, for the changes that are omitted here.
    pub(in crate::command) fn told_elsewhere(&self) -> Vec<String> {
        let mut counts: BTreeMap<(&str, &str), usize> = BTreeMap::new();
        let mains = self.digest.entries.iter().map(|entry| entry.main);
        for main in mains.filter(|main| self.is_told_elsewhere(*main)) {
            let shared = &self.shared[&main];
            *counts.entry((&shared.file, &shared.told_under)).or_default() += 1;
        }
        let all = self.digest.entries.len();
        let line = |((file, under), count): ((&str, &str), usize)| {
            let which = match (count == all, count) {
                (true, 1) => "it is".to_owned(),
                (true, _) => "all are".to_owned(),
                (false, 1) => "1 of them is".to_owned(),
                (false, _) => format!("{count} of them are"),
            };
            let under = if under == file { "there".to_owned() } else { format!("under {under}") };
            contract::text::line(&format!("{which} in {file} and shown {under}"))
        };
        counts.into_iter().map(line).collect()
    }
}
