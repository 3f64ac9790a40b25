//! The printed part of a report: `--level`, `--max` and `--summary`. The verdict and the exit code always
//! count everything; JSON keeps every finding.

use std::cmp::Reverse;

use contract::Bump;
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
    /// The number of places of its change.
    pub(super) places: usize,
    /// The finding that describes it, or the first of several.
    pub(super) main: usize,
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

    /// Those that matter most, for the list on top: where some need a step, no texts for people.
    pub(super) fn top(&self, pair: &Pair) -> Vec<usize> {
        let shown = self.of(pair);
        let level = |at: &usize| pair.digest.entries[*at].level();
        let least = shown.first().map(level).unwrap_or_default().min(Bump::Minor);
        shown.into_iter().filter(|at| level(at) >= least).take(TOP).collect()
    }

    /// The lines of the list on top. Removed definitions or tools are one line: each alone has one place, so that a removed
    /// protocol would stand below a property that was added in two places.
    pub(super) fn top_lines(&self, pair: &Pair) -> Vec<TopLine> {
        let shown = self.of(pair);
        let entry = |at: usize| &pair.digest.entries[at];
        let rule = |at: usize| pair.report.changes[entry(at).main].rule;
        let least = shown.first().map(|at| entry(*at).level()).unwrap_or_default().min(Bump::Minor);
        let mut lines: Vec<(usize, TopLine)> = Vec::new();
        let mut joined: Vec<(RuleId, Bump)> = Vec::new();
        for at in shown.iter().copied().filter(|at| entry(*at).level() >= least) {
            let (kind, level) = (rule(at), entry(at).level());
            if joined.contains(&(kind, level)) {
                continue;
            }
            let same: Vec<&Entry> = match kind {
                RuleId::DefinitionRemoved | RuleId::ToolRemoved => {
                    let same = shown.iter().copied();
                    let same = same.filter(|at| rule(*at) == kind && entry(*at).level() == level);
                    same.map(entry).collect()
                }
                _ => Vec::new(),
            };
            let places = entry(at).places.len();
            if same.len() < LEAST_JOINED {
                let text = ChangeText::new(pair, entry(at)).with_home(entry(at));
                let line = TopLine { level, text, places, main: entry(at).main };
                lines.push((places, line));
                continue;
            }
            joined.push((kind, level));
            let noun = if kind == RuleId::ToolRemoved { "tools" } else { "definitions" };
            let text = words::removed_parts(noun, &same);
            let line = TopLine { level, text, places: 1, main: entry(at).main };
            lines.push((same.len(), line));
        }
        lines.sort_by_key(|(weight, line)| (Reverse(line.level), Reverse(*weight)));
        lines.into_iter().map(|(_, line)| line).take(TOP).collect()
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

    /// The message, with the other places of the change, and its former place.
    pub(super) fn message(&self) -> String {
        let mut text = self.change.message.clone();
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
