//! `--against REV`: compares every contract of the working tree with its state at a git revision.
//! Git lists different and renamed files; equal files are not compared again.

mod comparison;
mod excluded;
mod folder;
mod folders;
mod likeness;
mod linked_folders;
mod marks;
mod moved_maps;
mod origins;
mod renames;
mod root_form;
mod sorting;
mod tree;
mod unopened;
mod whole_files;

use std::collections::{BTreeMap, BTreeSet};

use contract::Bump;
use schema_diff::{Change, IgnoreUse, Settings};

use self::comparison::{Sides, compare_sides};
pub(super) use self::excluded::Excludes;
pub(super) use self::folders::Folders;
pub(super) use self::moved_maps::of_pair as moved_maps_of_pair;
use self::moved_maps::{Former, MovedMap};
pub(super) use self::sorting::LeftOut;
use self::sorting::Texts;
use self::tree::Tree;
pub(super) use self::unopened::join_of_pair;
use super::pair::{Gate, Limit, NeededVersions, Pair};
use super::relation_words::plural;
use super::uncompared::Uncompared;
use crate::context::Ctx;
use crate::input::{Opened, References};
use crate::wire::diff::ContractState;

/// The state of a contract.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum State {
    Same,
    Changed,
    Added,
    Removed,
    /// Renamed from this path.
    Renamed(String),
    /// Added, with the former text of this path, which is another file's or another file is there now.
    Copied(String),
    /// Added; each of these files may hold its former text, but can't be read.
    Undecided(Vec<String>),
}

impl State {
    /// The state as it is reported.
    pub(super) fn kind(&self) -> ContractState {
        match self {
            State::Same => ContractState::Unchanged,
            State::Changed => ContractState::Changed,
            State::Added | State::Copied(_) | State::Undecided(_) => ContractState::Added,
            State::Removed => ContractState::Removed,
            State::Renamed(_) => ContractState::Renamed,
        }
    }

    /// Whether it is reported even if the contract did not change.
    pub(super) fn is_news(&self) -> bool {
        !matches!(self, State::Same | State::Changed)
    }
}

/// The whole comparison.
pub(super) struct Repository {
    pub(super) revision: String,
    /// The pairs, in order of the new paths.
    pub(super) pairs: Vec<Pair>,
    /// All contracts by path, with the index of the pair.
    states: BTreeMap<String, (State, Option<usize>)>,
    /// Findings about the files themselves.
    pub(super) changes: Vec<(String, Change)>,
    /// The use of each ignore by these findings.
    pub(super) ignores: Vec<Vec<IgnoreUse>>,
    /// Whether only some paths of the repository were requested.
    pub(super) partial: bool,
    /// What was not compared, with the reason.
    pub(super) uncompared: Vec<Uncompared>,
    /// The number of affected contracts.
    unknown: usize,
    /// The number of contracts that were not compared, which ignores accept.
    accepted: usize,
    /// The number of contracts without a schema for the requested role.
    other_role: usize,
    /// The other files that may contain contracts.
    pub(super) left_out: Vec<LeftOut>,
    /// The level from which on a change of a file fails.
    limit: Option<Limit>,
    /// Why the gate refuses, beyond the pairs.
    pub(super) failures: Vec<String>,
}

impl Repository {
    /// Path, state and comparison of each contract.
    pub(super) fn contracts(&self) -> Vec<(&str, &State, Option<&Pair>)> {
        let pair = |at: &Option<usize>| at.map(|at| &self.pairs[at]);
        let contracts = self.states.iter();
        contracts.map(|(path, (state, at))| (path.as_str(), state, pair(at))).collect()
    }

    pub(super) fn required_bump(&self) -> Bump {
        let open = self.uncompared.iter().filter(|one| one.is_open());
        let unknown = open.map(|one| one.change.level);
        unknown.max().unwrap_or_default().max(self.bump_of_compared())
    }

    /// Tells each URL that is not opened once.
    fn join_unopened(&mut self, sides: &dyn Sides) {
        self.uncompared = unopened::join(std::mem::take(&mut self.uncompared), sides);
    }

    /// Adds the findings about prefixes of URLs that had another folder.
    fn add_moved_maps(&mut self, all: Vec<MovedMap>) {
        for moved in all {
            self.unknown += usize::from(moved.finding.is_open());
            self.uncompared.push(moved.finding);
            self.ignores.push(moved.uses);
        }
    }

    /// The step that the compared contracts need.
    pub(super) fn bump_of_compared(&self) -> Bump {
        let pairs = self.pairs.iter().map(|p| p.report.required_bump());
        let own = self.changes.iter().filter(|(_, c)| c.ignored.is_none()).map(|(_, c)| c.level);
        pairs.chain(own).max().unwrap_or_default()
    }

    /// The number of contracts that differ from their state at the revision.
    pub(super) fn compared(&self) -> usize {
        let is_compared = |(state, pair): &&(State, Option<usize>)| {
            pair.is_some() || matches!(state, State::Renamed(_) | State::Copied(_))
        };
        self.states.values().filter(is_compared).count()
    }

    /// The number of unchanged contracts, with all their references.
    pub(super) fn unchanged(&self) -> usize {
        self.states.values().filter(|(state, _)| *state == State::Same).count()
    }

    /// `3 contracts compared with HEAD, 2 unchanged, 1 added, 1 not compared`.
    pub(super) fn counts(&self) -> String {
        let of = |wanted: &State| self.states.values().filter(|(state, _)| state == wanted).count();
        let mut text = format!(
            "{} compared with {}",
            plural(self.compared(), "contract"),
            contract::text::safe(&self.revision)
        );
        let others = [
            (self.unchanged(), "unchanged"),
            (of(&State::Added), "added"),
            (of(&State::Removed), "removed"),
            (self.unknown, "not compared"),
            (self.accepted, "not compared (accepted)"),
            (self.other_role, "without a schema for the role"),
        ];
        for (count, what) in others.into_iter().filter(|(count, _)| *count > 0) {
            text.push_str(&format!(", {count} {what}"));
        }
        text
    }

    /// The number of omitted files.
    pub(super) fn left_out_in_short(&self) -> Option<String> {
        sorting::left_out_in_short(&self.left_out)
    }

    /// The step for the whole; without a comparison, nothing is said of changes.
    pub(super) fn verdict(&self) -> String {
        match self.required_bump() {
            Bump::None if self.compared() + self.unchanged() == 0 => {
                "nothing was compared".to_owned()
            }
            Bump::None => super::words::nothing_needed(self.ignored()),
            required => super::words::needs(required),
        }
    }

    /// The number of suppressed findings.
    fn ignored(&self) -> usize {
        let of_files = self.changes.iter().filter(|(_, change)| change.ignored.is_some()).count();
        self.pairs.iter().map(Pair::ignored).sum::<usize>() + of_files
    }

    /// Evaluates the unsuppressed findings of each pair, and the changes of whole files.
    pub(super) fn judge(&mut self, gate: &Gate) -> anyhow::Result<()> {
        let mut gate = gate.clone();
        if gate.needed_versions == NeededVersions::Both {
            gate.needed_versions = NeededVersions::Kept;
        }
        super::shared::leave_to_users(&mut self.pairs);
        for pair in &mut self.pairs {
            pair.judge(&gate)?;
        }
        super::shared::mark(&mut self.pairs);
        // Changes of whole files are in no pair, and no version declares them.
        let counted = self.changes.iter().filter(|(_, c)| c.ignored.is_none());
        let own = counted.map(|(_, c)| c.level).max().unwrap_or_default();
        self.limit = gate.limit(false);
        if let Some(limit) = self.limit.filter(|l| own >= l.level)
            && self.pairs.iter().all(|p| p.failures.is_empty())
        {
            self.failures.push(limit.failure(own));
        }
        self.failures.extend(self.not_compared());
        Ok(())
    }

    /// Whether the gate refuses the release because of a changed file.
    pub(super) fn fails(&self, change: &Change) -> bool {
        change.ignored.is_none() && self.limit.is_some_and(|limit| limit.refuses(change))
    }

    /// `1 contract could not be compared`, if there is one.
    pub(super) fn not_compared(&self) -> Option<String> {
        (self.unknown > 0)
            .then(|| format!("{} could not be compared", plural(self.unknown, "contract")))
    }

    /// Why the gate passes, each reason once, if something needs a step.
    pub(super) fn passed(&self) -> Vec<String> {
        if !self.all_failures().is_empty() || self.required_bump() == Bump::None {
            return Vec::new();
        }
        let is_told = |p: &&Pair| p.report.required_bump() > Bump::None || p.open_findings() > 0;
        let mut reasons: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        for pair in self.pairs.iter().filter(is_told) {
            reasons.entry(pair.passed()).or_default().push(pair.new_label());
        }
        if reasons.is_empty() {
            return self.limit.map(Limit::passed).into_iter().collect();
        }
        let several = reasons.len() > 1;
        let one = |(reason, paths): (String, Vec<&str>)| match paths.as_slice() {
            [path] if several => format!("{path}: {reason}"),
            paths if several => format!("{}: {reason}", plural(paths.len(), "contract")),
            _ => reason,
        };
        reasons.into_iter().map(one).collect()
    }

    /// The finding about a contract's whole file.
    pub(super) fn file_change(&self, path: &str) -> Option<&Change> {
        self.changes.iter().find(|(file, _)| file == path).map(|(_, change)| change)
    }

    /// Why the gate refuses, each reason once with its contracts.
    pub(super) fn failures_by_reason(&self) -> Vec<String> {
        let of_pair = |p: &'_ Pair| -> Vec<(String, String)> {
            p.failures.iter().map(|f| (p.new_label().to_owned(), f.clone())).collect()
        };
        let all: Vec<(String, String)> = self.pairs.iter().flat_map(of_pair).collect();
        let all: Vec<(&str, String)> =
            all.iter().map(|(path, reason)| (path.as_str(), reason.clone())).collect();
        let mut lines = by_reason(&all);
        lines.extend(self.failures.iter().cloned());
        lines
    }

    pub(super) fn all_failures(&self) -> Vec<String> {
        let of_pairs = self
            .pairs
            .iter()
            .flat_map(|p| p.failures.iter().map(|f| format!("{}: {f}", p.new_label())));
        of_pairs.chain(self.failures.iter().cloned()).collect()
    }
}

/// Reasons with their contracts, each reason once: a folder with one cause has one line.
fn by_reason(reasons: &[(&str, String)]) -> Vec<String> {
    let mut grouped: Vec<(&str, Vec<&str>)> = Vec::new();
    for (path, reason) in reasons {
        match grouped.iter_mut().find(|(known, _)| known == reason) {
            Some((_, paths)) => paths.push(path),
            None => grouped.push((reason, vec![path])),
        }
    }
    let line = |(reason, paths): (&str, Vec<&str>)| match paths.as_slice() {
        [path] => format!("{path}: {reason}"),
        [first, rest @ ..] => format!("{first} and {} more: {reason}", rest.len()),
        [] => reason.to_owned(),
    };
    grouped.into_iter().map(line).collect()
}

/// Compares all contracts below `paths` (the whole repository without any).
pub(super) fn compare(
    revision: &str,
    paths: &[String],
    (settings, references, excludes): (&Settings, &References, &Excludes),
    ctx: &Ctx,
) -> anyhow::Result<Repository> {
    let tree = Tree::open(revision, paths)?;
    let sorted = tree.sorted(excludes)?;
    let mut without: Vec<&str> =
        tree.without_contract(&sorted.jobs).into_iter().map(String::as_str).collect();
    if paths.is_empty() && sorted.jobs.is_empty() {
        without.push(".");
    }
    let sides = Revisions { tree: &tree, references, unchanged: tree.unchanged()? };
    let mut repository = compare_sides(&sides, revision, sorted, settings, ctx);
    repository.join_unopened(&sides);
    repository.partial = !paths.is_empty();
    let former = Former { git: &tree.git, revision: &tree.revision, name: &tree.name };
    repository.add_moved_maps(moved_maps::moved_maps(&former, &settings.policy, ctx));
    for path in without {
        let reason = format!(
            "no contract found, neither now nor at {revision}; name files with other endings one by one"
        );
        repository.uncompared.push(Uncompared::of_file(path, &reason, &settings.policy));
        repository.unknown += 1;
    }
    Ok(repository)
}

/// The path of a file at a revision, from the top, if it had another one there.
pub(in crate::command) fn former_path(
    revision: &str,
    path: &str,
) -> anyhow::Result<Option<String>> {
    Tree::open(revision, &[path.to_owned()])?.former_path()
}

/// Compares the contracts of two folders, path by path.
pub(super) fn compare_folders(
    folders: &Folders,
    name: &str,
    (settings, references, excludes): (&Settings, &References, &Excludes),
    ctx: &Ctx,
) -> anyhow::Result<Repository> {
    let sides = folders.sides(references)?;
    let mut repository = compare_sides(&sides, name, folders.sorted(excludes)?, settings, ctx);
    repository.join_unopened(&sides);
    let moved = moved_maps::of_sources(&folders.labels(), &settings.policy, ctx);
    repository.add_moved_maps(moved);
    Ok(repository)
}

/// The working tree and a revision of it.
struct Revisions<'t> {
    tree: &'t Tree,
    references: &'t References,
    /// The tracked files that are equal on both sides, from the top.
    unchanged: BTreeSet<String>,
}

impl Sides for Revisions<'_> {
    fn shown(&self, path: &str) -> String {
        self.tree.shown(path)
    }

    fn old_source(&self, path: &str) -> String {
        format!("{}:{path}", self.tree.name)
    }

    fn references(&self) -> [&References; 2] {
        [self.references, self.references]
    }

    fn is_inside(&self, path: &str) -> anyhow::Result<()> {
        self.tree.git.file(path).map(|_| ())
    }

    fn new_files(&self) -> (Vec<String>, &dyn Texts) {
        (self.tree.git.tracked(&[]).unwrap_or_default(), self.tree)
    }

    fn are_unchanged(&self, opened: &[Opened]) -> bool {
        let root = self.references.below(self.tree.git.top());
        let is_same = |one: &Opened| match one {
            Opened::File(path, Some(_)) => {
                root.as_ref().is_some_and(|root| self.unchanged.contains(&format!("{root}{path}")))
            }
            // It may have existed.
            Opened::File(_, None) | Opened::Url => false,
        };
        opened.iter().all(is_same)
    }
}
