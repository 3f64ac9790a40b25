//! The printed part of a report: `--level`, `--max` and `--summary`. The verdict and the exit code always
//! count everything; JSON keeps every finding.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use contract::{Bump, Pointer};
use schema_diff::{Change, Entry, Group, RuleId};

use super::Results;
use super::against::Repository;
use super::pair::Pair;
use super::relation_words;
use super::words::{self, ChangeText};

/// Fewer removed parts have a line each.
const LEAST_JOINED: usize = 3;

/// A line of the list on top.
pub(super) struct TopLine {
    pub(super) level: Bump,
    pub(super) text: String,
    /// The contract, in a list about several.
    pub(super) contract: Option<String>,
    /// The number of places of its change.
    pub(super) places: usize,
    /// The finding that describes it, or the first of several.
    pub(super) main: usize,
}

/// The first lines; the first addition is among them.
fn cut(mut lines: Vec<TopLine>) -> Vec<TopLine> {
    let rest = lines.split_off(lines.len().min(TOP));
    let is_addition = |line: &TopLine| line.level == Bump::Minor;
    if !lines.iter().any(is_addition) {
        lines.extend(rest.into_iter().find(is_addition));
    }
    lines
}

/// What the changes of one line have in common.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum JoinKey {
    /// Definitions or tools that came or went.
    Parts(RuleId, Bump),
    /// Properties of one object that came or went.
    Properties(RuleId, Bump, Pointer),
}

impl JoinKey {
    fn of(pair: &Pair, entry: &Entry) -> Option<JoinKey> {
        let change = &pair.report.changes[entry.main];
        let (rule, level) = (change.rule, entry.level());
        match rule {
            // A renamed definition is not gone, and its line says which name it has now.
            RuleId::DefinitionRemoved if change.new_path.is_some() => None,
            RuleId::DefinitionRemoved
            | RuleId::ToolRemoved
            | RuleId::DefinitionAdded
            | RuleId::ToolAdded => Some(JoinKey::Parts(rule, level)),
            RuleId::OptionalPropertyAdded
            | RuleId::RequiredPropertyAdded
            | RuleId::OptionalPropertyRemoved
            | RuleId::RequiredPropertyRemoved => {
                let object = property_path(change)?.parent()?.parent()?;
                Some(JoinKey::Properties(rule, level, object))
            }
            _ => None,
        }
    }

    /// Fewer changes have a line each.
    fn least(&self) -> usize {
        match self {
            JoinKey::Parts(..) => LEAST_JOINED,
            JoinKey::Properties(..) => 2,
        }
    }

    fn text(&self, pair: &Pair, entries: &[&Entry]) -> String {
        match self {
            JoinKey::Parts(rule, _) => {
                let (noun, verb) = match rule {
                    RuleId::ToolRemoved => ("tools", "removed"),
                    RuleId::ToolAdded => ("tools", "added"),
                    RuleId::DefinitionAdded => ("definitions", "added"),
                    _ => ("definitions", "removed"),
                };
                let names = entries.iter().filter_map(|entry| entry.places.first());
                words::parts(noun, verb, &names.map(String::as_str).collect::<Vec<_>>())
            }
            JoinKey::Properties(..) => {
                let name = |entry: &&&Entry| {
                    property_path(&pair.report.changes[entry.main])?.tokens().pop()
                };
                let others: Vec<String> = entries[1..].iter().filter_map(|e| name(&e)).collect();
                let first = ChangeText::new(pair, entries[0]).with_home(entries[0]);
                format!("{first}; the same for {}", words::named_and_more(&others))
            }
        }
    }
}

/// The place of an added or removed property.
fn property_path(change: &Change) -> Option<&Pointer> {
    let path = if change.new.is_some() { &change.new_path } else { &change.old_path };
    path.as_ref().or(change.new_path.as_ref())
}

/// With more changes than this, the most important ones are listed first.
pub(super) const TOP: usize = 10;

/// The printed part.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Selection {
    /// Changes of this level and above.
    pub(super) level: Bump,
    /// At most this many, the most important ones.
    pub(super) max: Option<usize>,
    /// Only the summary.
    pub(super) summary: bool,
    /// The files that are not contracts, by name.
    pub(super) names_left_out: bool,
}

impl Selection {
    /// The printed changes, the most important first.
    pub(super) fn of(&self, pair: &Pair) -> Vec<usize> {
        let digest = &pair.digest;
        let fits = |at: &usize| {
            let entry = &digest.entries[*at];
            entry.level() >= self.level && !pair.is_told_elsewhere(entry.main)
        };
        (0..digest.entries.len()).filter(fits).take(self.max.unwrap_or(usize::MAX)).collect()
    }

    /// The lines of the list on top: where some changes need a step, no texts for people. Parts of one kind that came or
    /// went, and properties of one object, are one line: each alone has one place, so that a removed protocol would stand
    /// below a property that was added in two places.
    pub(super) fn top_lines(&self, pair: &Pair) -> Vec<TopLine> {
        cut(self.all_top_lines(pair))
    }

    fn all_top_lines(&self, pair: &Pair) -> Vec<TopLine> {
        let shown = self.of(pair);
        let entry = |at: usize| &pair.digest.entries[at];
        let least = shown.first().map(|at| entry(*at).level()).unwrap_or_default().min(Bump::Minor);
        let mut joined: Vec<(Option<JoinKey>, Vec<&Entry>)> = Vec::new();
        let mut slots: BTreeMap<JoinKey, usize> = BTreeMap::new();
        for at in shown.into_iter().filter(|at| entry(*at).level() >= least) {
            let key = JoinKey::of(pair, entry(at));
            let slot = key.clone().map(|key| *slots.entry(key).or_insert(joined.len()));
            match slot.and_then(|slot| joined.get_mut(slot)) {
                Some((_, entries)) => entries.push(entry(at)),
                None => joined.push((key, vec![entry(at)])),
            }
        }
        let mut lines = Vec::new();
        for (key, entries) in joined {
            match key.filter(|key| entries.len() >= key.least()) {
                Some(key) => {
                    let (level, main) = (entries[0].level(), entries[0].main);
                    let text = key.text(pair, &entries);
                    lines.push((
                        entries.len(),
                        TopLine { level, text, contract: None, places: 1, main },
                    ));
                }
                None => lines.extend(entries.into_iter().map(|entry| {
                    let text = ChangeText::new(pair, entry).with_home(entry);
                    let (level, places) = (entry.level(), entry.places.len());
                    (places, TopLine { level, text, contract: None, places, main: entry.main })
                })),
            }
        }
        lines.sort_by_key(|(weight, line)| (Reverse(line.level), Reverse(*weight)));
        lines.into_iter().map(|(_, line)| line).collect()
    }

    /// The changes of whole files that need a step.
    pub(super) fn top_files<'r>(
        &self,
        repository: &'r Repository,
    ) -> impl Iterator<Item = (&'r str, &'r Change)> {
        let least = self.level.max(Bump::Minor);
        let all = repository.changes.iter().map(|(path, change)| (path.as_str(), change));
        all.filter(move |(_, change)| change.ignored.is_none() && change.level >= least)
    }

    /// The same over all contracts, and what became of whole files. A line about a contract has its name.
    pub(super) fn top_lines_of_all(&self, repository: &Repository) -> Vec<TopLine> {
        let mut lines: Vec<TopLine> = Vec::new();
        let mut came: Vec<&str> = Vec::new();
        let mut went: Vec<&str> = Vec::new();
        for (path, change) in self.top_files(repository) {
            match change.rule {
                RuleId::ContractAdded => came.push(path),
                RuleId::ContractRemoved => went.push(path),
                _ => {}
            }
        }
        for (path, change) in self.top_files(repository) {
            let (verb, paths) = match change.rule {
                RuleId::ContractAdded => ("added", came.as_slice()),
                RuleId::ContractRemoved => ("removed", went.as_slice()),
                _ => ("", [].as_slice()),
            };
            let is_joined = paths.len() >= LEAST_JOINED;
            if is_joined && paths[0] != path {
                continue;
            }
            let text = match is_joined {
                true => words::parts("contracts", verb, paths),
                false => contract::text::line(&change.message),
            };
            lines.push(TopLine { level: change.level, text, contract: None, places: 1, main: 0 });
        }
        for pair in &repository.pairs {
            let contract = Some(contract::text::line(pair.new_label()));
            let with_name = |line: TopLine| TopLine { contract: contract.clone(), ..line };
            lines.extend(self.all_top_lines(pair).into_iter().map(with_name));
        }
        // The order within a level is kept.
        lines.sort_by_key(|line| Reverse(line.level));
        if lines.iter().any(|line| line.level >= Bump::Minor) {
            lines.retain(|line| line.level >= Bump::Minor);
        }
        cut(lines)
    }

    /// The groups with their printed changes.
    pub(super) fn groups<'p>(&self, pair: &'p Pair) -> Vec<(&'p Group, Vec<usize>)> {
        let shown = self.of(pair);
        let of = |group: &'p Group| {
            let entries: Vec<usize> =
                group.entries.iter().copied().filter(|at| shown.contains(at)).collect();
            (!entries.is_empty()).then_some((group, entries))
        };
        pair.digest.groups.iter().filter_map(of).collect()
    }

    /// What is omitted and by which option, if anything is.
    pub(super) fn left_out(&self, pair: &Pair) -> Option<String> {
        let entries = &pair.digest.entries;
        let own = entries.iter().filter(|entry| !pair.is_told_elsewhere(entry.main)).count();
        let left = own - self.of(pair).len();
        (left > 0).then(|| self.not_shown(left))
    }
}

/// A change as SARIF, JUnit and GitHub annotations list it.
pub(super) struct ListedChange<'p> {
    /// The finding that reports it, as an index into the report.
    pub(super) finding: usize,
    pub(super) change: &'p Change,
    /// Whether the gate refuses the release because of it.
    pub(super) fails: bool,
    /// Its other places.
    pub(super) also_in: Option<String>,
    /// The file, line and column of a removed part.
    pub(super) stood_at: Option<String>,
}

impl ListedChange<'_> {
    /// A finding with a single place.
    pub(super) fn single(finding: usize, change: &Change, fails: bool) -> ListedChange<'_> {
        ListedChange { finding, change, fails, also_in: None, stood_at: None }
    }

    /// The message with the tool, the other places of the change, and its former place: each stands alone in a list.
    pub(super) fn message(&self) -> String {
        let message = &self.change.message;
        let tool =
            self.change.scope.as_deref().map(|tool| format!("`{}`", contract::text::safe(tool)));
        let mut text = match tool.filter(|tool| !message.contains(tool.as_str())) {
            Some(tool) => format!("{tool}: {message}"),
            None => message.clone(),
        };
        if let Some(places) = &self.also_in {
            text.push_str(&format!("; also in {places}"));
        }
        if let Some(place) = &self.stood_at {
            text.push_str(&format!("; it stood at {place}"));
        }
        text
    }

    /// The place of a finding about a whole file; a finding about a setting is at its line.
    pub(super) fn line_and_column(&self) -> (u32, u32) {
        self.change.setting.as_ref().map_or((1, 1), |place| (place.at.line, place.at.column))
    }
}

impl Selection {
    /// The changes of a pair, each once, the most important first.
    pub(super) fn listed<'p>(&self, pair: &'p Pair) -> Vec<ListedChange<'p>> {
        let most = if self.summary { TOP } else { usize::MAX };
        let one = |at: usize| {
            let entry = &pair.digest.entries[at];
            let change = &pair.report.changes[entry.main];
            ListedChange {
                finding: entry.main,
                change,
                fails: pair.fails(change)
                    || pair.shared.get(&entry.main).is_some_and(|shared| shared.is_refused),
                also_in: words::also_in(entry),
                stood_at: pair.stood_at(change),
            }
        };
        self.of(pair).into_iter().take(most).map(one).collect()
    }

    /// The number of changes that SARIF, JUnit and GitHub annotations omit and the option, if there are any.
    pub(super) fn left_out_of_lists(&self, results: &Results) -> Option<String> {
        let of_pair = |pair: &&Pair| {
            let entries = pair.digest.entries.iter();
            let own = entries.filter(|entry| !pair.is_told_elsewhere(entry.main)).count();
            own - self.listed(pair).len()
        };
        let pairs: usize = results.pairs().iter().map(of_pair).sum();
        let files = match results {
            Results::Many(repository) => {
                repository.changes.len() - self.listed_files(repository).len()
            }
            Results::One(_) | Results::Nothing(_) => 0,
        };
        (pairs + files > 0).then(|| self.not_shown(pairs + files))
    }

    fn not_shown(&self, left: usize) -> String {
        let options = [
            (self.level > Bump::None).then(|| format!("--level {}", self.level)),
            self.max.map(|max| format!("--max {max}")),
            self.summary.then(|| "--summary".to_owned()),
        ];
        let options: Vec<String> = options.into_iter().flatten().collect();
        format!("{} not shown ({})", relation_words::plural(left, "more change"), options.join(" "))
    }

    /// The suppressed findings of a pair.
    pub(super) fn accepted<'p>(&self, pair: &'p Pair) -> Vec<ListedChange<'p>> {
        let changes = pair.report.changes.iter().enumerate();
        let fits = |(at, change): &(usize, &Change)| {
            change.ignored.is_some() && change.level >= self.level && !pair.is_told_elsewhere(*at)
        };
        let one = |(finding, change)| ListedChange::single(finding, change, false);
        changes.filter(fits).map(one).collect()
    }

    /// Changes of whole files, with their paths.
    pub(super) fn listed_files<'r>(
        &self,
        repository: &'r Repository,
    ) -> Vec<(&'r str, ListedChange<'r>)> {
        let changes = repository.changes.iter().enumerate();
        let fits = |(_, (_, change)): &(usize, &(String, Change))| change.level >= self.level;
        let one = |(finding, (path, change)): (usize, &'r (String, Change))| {
            let fails = repository.fails(change);
            (path.as_str(), ListedChange::single(finding, change, fails))
        };
        changes.filter(fits).map(one).collect()
    }
}
