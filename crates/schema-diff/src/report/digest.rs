//! A report for people: each change once, with all its places, under its tool or definition; and the
//! counts. The findings themselves are kept.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use contract::{Bump, Pointer};
use serde_json::Value;

use super::{Change, Proof, Report};
use crate::definitions::{enclosing, is_definitions};
use crate::place::DocumentPath;
use crate::report::ChangeRole;
use crate::rules::RuleId;

/// A bound or a format at so many places is one change.
const COMMON: usize = 3;

/// One change with all its places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The finding that describes it best, as an index into [`Report::changes`].
    pub main: usize,
    /// All findings of it, including `main`.
    pub findings: Vec<usize>,
    /// Its places: its tool or definition first. A second place in one of them is named by its path.
    pub places: Vec<String>,
    /// The names of the other properties, if it is a bound or a format that several have in common.
    pub names: Vec<String>,
    /// Its level for each role, the highest of several places.
    pub levels: BTreeMap<ChangeRole, Bump>,
}

impl Entry {
    /// The highest level, in any role.
    #[must_use]
    pub fn level(&self) -> Bump {
        self.levels.values().copied().max().unwrap_or_default()
    }
}

/// The changes of one tool or definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The name of the tool or definition.
    pub title: String,
    /// Its changes as indices into [`Digest::entries`], most severe first.
    pub entries: Vec<usize>,
}

/// The summary of a report.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Digest {
    /// The counting changes, the most important first.
    pub entries: Vec<Entry>,
    /// The same by tool or definition, the most severe first.
    pub groups: Vec<Group>,
    /// Changes by role and level.
    pub counts: BTreeMap<ChangeRole, BTreeMap<Bump, usize>>,
    /// Changes without proof and witness.
    pub undecided: Vec<usize>,
}

impl Digest {
    /// The number of changes of a level.
    #[must_use]
    pub fn of_level(&self, level: Bump) -> usize {
        self.entries.iter().filter(|entry| entry.level() == level).count()
    }
}

/// Groups the counting findings.
#[must_use]
pub fn digest(report: &Report) -> Digest {
    let entries = sorted(report, entries(report));
    let mut digest = Digest { groups: groups(&entries), ..Digest::default() };
    for (at, entry) in entries.iter().enumerate() {
        for (role, level) in &entry.levels {
            *digest.counts.entry(*role).or_default().entry(*level).or_default() += 1;
        }
        // A witness at one place decides the level of the change.
        let level = entry.level();
        let at_level = |f: &&usize| report.changes[**f].level == level;
        let mut heaviest = entry.findings.iter().filter(at_level);
        if heaviest.all(|f| report.changes[*f].proof == Proof::Unproven) {
            digest.undecided.push(at);
        }
    }
    digest.entries = entries;
    digest
}

/// The findings, joined if they are one change.
fn entries(report: &Report) -> Vec<Entry> {
    let mut slots: BTreeMap<Key, usize> = BTreeMap::new();
    let mut found: Vec<Vec<usize>> = Vec::new();
    for (at, change) in report.changes.iter().enumerate().filter(|(_, c)| c.ignored.is_none()) {
        let keys = keys(change);
        let known: Vec<usize> = keys.iter().filter_map(|key| slots.get(key).copied()).collect();
        let slot = known.first().copied().unwrap_or(found.len());
        if slot == found.len() {
            found.push(Vec::new());
        }
        // A finding with two identities joins two changes.
        for other in known.iter().copied().filter(|other| *other != slot) {
            let moved = std::mem::take(&mut found[other]);
            found[slot].extend(moved);
            slots.values_mut().filter(|s| **s == other).for_each(|s| *s = slot);
        }
        slots.extend(keys.into_iter().map(|key| (key, slot)));
        found[slot].push(at);
    }
    join_common_bounds(report, &mut found);
    found.into_iter().filter(|all| !all.is_empty()).map(|all| entry(report, all)).collect()
}

/// Joins changes that add or remove one bound or format at several places, whatever the properties are called.
fn join_common_bounds(report: &Report, found: &mut [Vec<usize>]) {
    let mut common: BTreeMap<(RuleId, ChangeRole, String), Vec<usize>> = BTreeMap::new();
    for (slot, findings) in found.iter().enumerate() {
        let Some(change) = findings.first().map(|at| &report.changes[*at]) else { continue };
        let bound = match (&change.old, &change.new) {
            (Some(bound), None) | (None, Some(bound)) if change.rule.may_be_common() => bound,
            _ => continue,
        };
        common.entry((change.rule, change.role, bound.to_string())).or_default().push(slot);
    }
    for slots in common.into_values().filter(|slots| slots.len() >= COMMON) {
        for other in &slots[1..] {
            let moved = std::mem::take(&mut found[*other]);
            found[slots[0]].extend(moved);
        }
    }
}

/// The identity of a change, by which findings are joined.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    /// The same part of the document, reached by several paths or in several roles.
    Part(String, Option<Pointer>, Option<String>, Option<String>),
    /// The same edit of properties with one name, for one role.
    Name(String, ChangeRole, String, Option<String>, Option<String>),
    /// The same rewrite of several definitions or tools, by what differs.
    Rewrite(ChangeRole, String),
    /// The same statement about several tools; a message that names its tool is about one.
    Tools(String, ChangeRole, String, Option<String>, Option<String>),
}

/// Whether a change concerns a tool as a whole: a hint, its dialect, a schema that came or went.
fn is_about_tool(change: &Change) -> bool {
    let is_schema = matches!(change.rule, RuleId::RoleSchemaAdded | RuleId::RoleSchemaRemoved);
    change.scope.is_some() && (change.role == ChangeRole::Contract || is_schema)
}

fn keys(change: &Change) -> Vec<Key> {
    if let Some(how) = &change.rewritten {
        return vec![Key::Rewrite(change.role, how.clone())];
    }
    let text = |value: &Option<Value>| value.as_ref().map(Value::to_string);
    let (old, new) = (text(&change.old), text(&change.new));
    // The place of the text itself; the other side names its surroundings.
    let at = match (&change.old, &change.new) {
        (Some(_), None) => &change.old_path,
        _ => &change.new_path,
    };
    // Two files may have the same places.
    let file = change.new_file.as_ref().or(change.old_file.as_ref());
    let rule = match file {
        Some(file) => format!("{} {file}", change.rule),
        None => change.rule.to_string(),
    };
    if change.role == ChangeRole::Contract || (old.is_none() && new.is_none()) {
        let scope = Some(format!("{:?} {:?}", change.scope, change.old_path));
        let message = change.message.clone();
        let part = Key::Part(rule.clone(), at.clone(), scope, Some(message.clone()));
        let of_tools =
            is_about_tool(change).then_some(Key::Tools(rule, change.role, message, old, new));
        return std::iter::once(part).chain(of_tools).collect();
    }
    // Only a top-level definition, or another file, serves several roles; the schemas of roles may be
    // separate files.
    let shared = file.is_some()
        || at.as_ref().is_some_and(|at| at.tokens().first().is_some_and(|t| is_definitions(t)));
    let whose = if shared { rule.clone() } else { format!("{rule} {}", change.role) };
    let part = Key::Part(whose, at.clone(), old.clone(), new.clone());
    let name = at.as_ref().and_then(property);
    let named = name.map(|name| Key::Name(rule, change.role, name, old, new));
    std::iter::once(part).chain(named).collect()
}

/// The name of the property of a pointer, or around it.
fn property(at: &Pointer) -> Option<String> {
    let tokens = at.tokens();
    let last = tokens.iter().rposition(|token| token == "properties")?;
    tokens.get(last + 1).cloned()
}

fn entry(report: &Report, mut findings: Vec<usize>) -> Entry {
    let change = |at: &usize| &report.changes[*at];
    // A sort key: findings at the place of the text, with the shortest path, and with a witness
    // come first.
    findings.sort_by_key(|at| {
        let change = change(at);
        let away = change.scope.is_some() && change.scope.as_deref() != Some(&home(change));
        (Reverse(change.level), change.witness.is_none(), away, change.message.len(), *at)
    });
    let mut levels: BTreeMap<ChangeRole, Bump> = BTreeMap::new();
    for at in &findings {
        let level = levels.entry(change(at).role).or_default();
        *level = (*level).max(change(at).level);
    }
    let places = places(findings.iter().map(change));
    let names = if change(&findings[0]).rule.may_be_common() {
        let at = |change: &Change| property(change.new_path.as_ref().or(change.old_path.as_ref())?);
        let names: BTreeSet<String> = findings.iter().filter_map(|f| at(change(f))).collect();
        let own = at(change(&findings[0]));
        names.into_iter().filter(|name| Some(name) != own.as_ref()).collect()
    } else {
        Vec::new()
    };
    Entry { main: findings[0], findings, places, names, levels }
}

/// The homes of findings of one change; a finding with a known home at another place is named by its path from there,
/// so that equal edits of two objects are two places.
fn places<'c>(findings: impl Iterator<Item = &'c Change>) -> Vec<String> {
    let mut places: Vec<String> = Vec::new();
    let (mut olds, mut news) = (BTreeSet::new(), BTreeSet::new());
    for change in findings {
        let own = home(change);
        // Of what came or went, the other side names what is around it: each way to a definition another place.
        let old = change.old_path.as_ref().filter(|_| change.old.is_some() || change.new.is_none());
        let new = change.new_path.as_ref().filter(|_| change.new.is_some() || change.old.is_none());
        let is_new_place = new.is_some_and(|at| news.insert((scope_of_place(change, at), at)));
        let is_old_place = old.is_some_and(|at| olds.insert((scope_of_place(change, at), at)));
        let place = match (is_new_place, is_old_place) {
            _ if !places.contains(&own) => own,
            (true, true) => route(stands_at(change), change),
            // One version has a definition for what the other repeats.
            (true, false) => route(new, change),
            (false, true) => route(old, change),
            (false, false) => continue,
        };
        if !places.contains(&place) {
            places.push(place);
        }
    }
    places
}

/// What tells places of one pointer apart: a definition at the top is one place, whoever refers to it.
fn scope_of_place<'c>(change: &'c Change, at: &Pointer) -> Option<&'c String> {
    let is_shared = at.tokens().first().is_some_and(|token| is_definitions(token));
    change.scope.as_ref().filter(|_| !is_shared)
}

/// The path to a place in messages: `SearchResult.items[].title`.
fn route(at: Option<&Pointer>, change: &Change) -> String {
    let Some(at) = at else { return String::new() };
    let tokens = at.tokens();
    let (home, start) = home_at(&tokens, change);
    let is_role = change.scope.is_none() && start == 0;
    let path = DocumentPath::of_tokens(&tokens[start..]);
    if path.steps().is_empty() {
        return at.as_str().to_owned();
    }
    path.words(if is_role { "" } else { &home })
}

/// The place of a change: in the new version, or for a removed part in the old one.
fn stands_at(change: &Change) -> Option<&Pointer> {
    let added = change.old.is_none() && change.new_path.is_some();
    let at = if added || change.new.is_some() { &change.new_path } else { &change.old_path };
    at.as_ref().or(change.new_path.as_ref())
}

/// The place by which readers of the old version know a change.
fn known_at(change: &Change) -> Option<&Pointer> {
    let before = change.old_path.as_ref().filter(|_| change.is_factored_out);
    before.or_else(|| stands_at(change))
}

/// The tool or definition of a change: the nearest name, from where readers know it.
#[must_use]
pub fn home(change: &Change) -> String {
    home_at(&known_at(change).map(Pointer::tokens).unwrap_or_default(), change).0
}

/// The home of a place, and the number of its pointer's tokens that lead there.
fn home_at(tokens: &[String], change: &Change) -> (String, usize) {
    let definition = enclosing(tokens).map(|(index, name)| (index, name.to_owned()));
    let length = |index: usize| (index + 2).min(tokens.len());
    match (&change.scope, definition) {
        // A definition in a group has the group's name before its own.
        (Some(scope), Some((index, _))) if is_path_start(scope, &tokens[index + 1..]) => {
            (scope.clone(), length(index))
        }
        // A top-level definition is shared; one inside of a tool is the tool's.
        (_, Some((0, name))) => (name, length(0)),
        (Some(scope), Some((index, name))) if change.role != ChangeRole::Contract => {
            (format!("{scope}: {name}"), length(index))
        }
        (Some(scope), _) => (scope.clone(), 0),
        (None, Some((index, name))) => (name, length(index)),
        (None, None) if change.role == ChangeRole::Both => (String::new(), 0),
        (None, None) => (change.role.to_string(), 0),
    }
}

/// Whether the joined names begin a path.
fn is_path_start(names: &str, path: &[String]) -> bool {
    let count = names.split('/').count();
    count <= path.len() && names.split('/').eq(path[..count].iter().map(String::as_str))
}

/// A sort key of importance: breaking changes with a witness first, then those with the most
/// places.
fn sorted(report: &Report, mut entries: Vec<Entry>) -> Vec<Entry> {
    entries.sort_by_key(|entry| {
        let change = &report.changes[entry.main];
        let behind = match change.proof {
            Proof::Witness => 0,
            Proof::Unproven => 1,
            Proof::Policy | Proof::Proved => 2,
        };
        (Reverse(entry.level()), Reverse(entry.places.len()), behind, entry.main)
    });
    entries
}

fn groups(entries: &[Entry]) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for (at, entry) in entries.iter().enumerate() {
        let title = entry.places.first().cloned().unwrap_or_default();
        match groups.iter_mut().find(|group| group.title == title) {
            Some(group) => group.entries.push(at),
            None => groups.push(Group { title, entries: vec![at] }),
        }
    }
    groups
}

#[cfg(test)]
mod tests;
