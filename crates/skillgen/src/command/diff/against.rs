//! `--against REV`: every contract of the work tree and its state at a git revision. Git says which
//! files differ and which were renamed; what is the same is not compared again.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, bail};
use contract::{Bump, Document};
use rayon::prelude::*;
use schema_diff::{Change, IgnoreUse, Settings};
use serde_json::Value;

use super::pair::{Gate, Pair};
use crate::context::Ctx;
use crate::git::{DifferenceKind, Revision, WorkingTree};

/// What became of a contract.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum State {
    Same,
    Changed,
    Added,
    Removed,
    /// From this path.
    Renamed(String),
}

impl State {
    pub(super) fn word(&self) -> &'static str {
        match self {
            State::Same => "unchanged",
            State::Changed => "changed",
            State::Added => "added",
            State::Removed => "removed",
            State::Renamed(_) => "renamed",
        }
    }

    /// Whether it is told even where nothing in the contract changed.
    pub(super) fn is_news(&self) -> bool {
        !matches!(self, State::Same | State::Changed)
    }

    pub(super) fn told(&self) -> String {
        match self {
            State::Renamed(from) => format!("renamed from {}", contract::text::safe(from)),
            other => other.word().to_owned(),
        }
    }
}

/// The whole comparison.
pub(super) struct Repository {
    pub(super) revision: String,
    /// What was compared, in order of the new paths.
    pub(super) pairs: Vec<Pair>,
    /// All contracts by path.
    states: BTreeMap<String, State>,
    /// Findings about the files themselves.
    pub(super) changes: Vec<(String, Change)>,
    /// What became of each ignore, by those.
    pub(super) ignores: Vec<Vec<IgnoreUse>>,
    /// Whether only some paths of the repository were asked about.
    pub(super) partial: bool,
    /// Contracts that can't be read, with the reason.
    pub(super) skipped: Vec<(String, String)>,
    /// Why the gate is shut, beyond what the pairs say.
    pub(super) failures: Vec<String>,
}

impl Repository {
    /// Path, state and comparison of each contract.
    pub(super) fn contracts(&self) -> Vec<(&str, &State, Option<&Pair>)> {
        let pair = |path: &str| self.pairs.iter().find(|p| p.new_label() == path);
        self.states.iter().map(|(path, state)| (path.as_str(), state, pair(path))).collect()
    }

    pub(super) fn required_bump(&self) -> Bump {
        let pairs = self.pairs.iter().map(|p| p.report.required_bump());
        let own = self.changes.iter().filter(|(_, c)| c.ignored.is_none()).map(|(_, c)| c.level);
        pairs.chain(own).max().unwrap_or_default()
    }

    /// Judges what is not accepted, pair by pair, and what became of whole files.
    pub(super) fn judge(&mut self, gate: &Gate) -> anyhow::Result<()> {
        // A repository holds contracts without versions: those have no gate.
        let gate = Gate { versions_needed: false, ..gate.clone() };
        for pair in &mut self.pairs {
            pair.judge(&gate)?;
        }
        // What became of whole files is in no pair, and no version declares it.
        let counted = self.changes.iter().filter(|(_, c)| c.ignored.is_none());
        let own = counted.map(|(_, c)| c.level).max().unwrap_or_default();
        if let Some(limit) = gate.limit(false).filter(|l| own >= l.level)
            && self.pairs.iter().all(|p| p.failures.is_empty())
        {
            self.failures.push(limit.failure(own));
        }
        Ok(())
    }

    pub(super) fn all_failures(&self) -> Vec<String> {
        let of_pairs = self
            .pairs
            .iter()
            .flat_map(|p| p.failures.iter().map(|f| format!("{}: {f}", p.new_label())));
        of_pairs.chain(self.failures.iter().cloned()).collect()
    }
}

/// What one path came to.
enum Outcome {
    Pair(Box<Pair>),
    Nothing,
    Unreadable(String),
}

/// Compares all contracts below `paths` (the whole repository without any).
pub(super) fn compare(
    revision: &str,
    paths: &[String],
    settings: &Settings,
    ctx: &Ctx,
) -> anyhow::Result<Repository> {
    let tree = Tree::open(revision, paths)?;
    let jobs = tree.jobs()?;
    let progress = ctx.shows_progress().then(|| indicatif::ProgressBar::new(jobs.len() as u64));
    let outcomes: Vec<Outcome> = jobs
        .par_iter()
        .map(|(path, state)| {
            let outcome = one(&tree, path, state, settings);
            if let Some(bar) = &progress {
                bar.inc(1);
            }
            outcome
        })
        .collect();
    if let Some(bar) = progress {
        bar.finish_and_clear();
    }
    let mut repository = Repository {
        revision: revision.to_owned(),
        pairs: Vec::new(),
        states: BTreeMap::new(),
        changes: Vec::new(),
        ignores: Vec::new(),
        partial: !paths.is_empty(),
        skipped: Vec::new(),
        failures: Vec::new(),
    };
    for ((path, state), outcome) in jobs.into_iter().zip(outcomes) {
        let shown = tree.shown(&path);
        match outcome {
            Outcome::Pair(pair) => repository.pairs.push(*pair),
            Outcome::Nothing => {}
            Outcome::Unreadable(reason) => {
                repository.skipped.push((shown, reason));
                continue;
            }
        }
        if let Some((change, uses)) = file_change(&state, &shown, settings) {
            repository.changes.push((shown.clone(), change));
            repository.ignores.push(uses);
        }
        repository.states.insert(shown, state);
    }
    Ok(repository)
}

fn one(tree: &Tree, path: &str, state: &State, settings: &Settings) -> Outcome {
    let from = match state {
        State::Changed => path,
        State::Renamed(from) => from,
        State::Same | State::Added | State::Removed => return Outcome::Nothing,
    };
    let spec = format!("{}:{from}", tree.name);
    let read = || -> anyhow::Result<Pair> {
        let old = crate::input::contract(&spec)?;
        tree.git.file(path)?;
        let new = crate::input::contract(&tree.shown(path))?;
        Pair::compare(old, new, settings)
    };
    match read() {
        Ok(pair) => Outcome::Pair(Box::new(pair)),
        Err(error) => Outcome::Unreadable(format!("{error:#}")),
    }
}

fn file_change(state: &State, path: &str, settings: &Settings) -> Option<(Change, Vec<IgnoreUse>)> {
    let (rule, message) = match state {
        State::Added => ("contract-added", format!("{path} was added")),
        State::Removed => ("contract-removed", format!("{path} was removed")),
        State::Renamed(from) => ("contract-renamed", format!("{from} is {path} now")),
        State::Same | State::Changed => return None,
    };
    let policy = &settings.policy;
    let change =
        schema_diff::told(policy, rule, "contract", None, (None, None), (None, None), message);
    let mut report = schema_diff::Report { changes: vec![change], ..Default::default() };
    let uses = policy.apply_ignores(&mut report, path, None);
    Some((report.changes.pop()?, uses))
}

/// The repository, seen from the folder that the command runs in.
struct Tree {
    git: Arc<WorkingTree>,
    /// The revision as it was named, and as it was found.
    name: String,
    revision: Revision,
    top: PathBuf,
    /// From the top down to the current folder, with a final slash; empty at the top.
    prefix: String,
    /// As they were given, and from the top.
    paths: Vec<String>,
    below: Vec<String>,
}

impl Tree {
    fn open(name: &str, paths: &[String]) -> anyhow::Result<Tree> {
        let git = WorkingTree::current().context("--against needs a git repository")?;
        let revision = git
            .revision(name)
            .map_err(|_| anyhow::anyhow!("--against {name}: no such revision"))?;
        let mut below = Vec::new();
        for path in paths {
            let from_top = git.below_top(path);
            let in_tree = std::fs::symlink_metadata(path).is_ok();
            let in_revision = || from_top.as_ref().is_some_and(|p| git.kind(&revision, p).is_ok());
            if !in_tree && !in_revision() {
                bail!("{path}: neither in the work tree nor at {name}");
            }
            match from_top {
                // The top itself: everything.
                Some(path) if path.is_empty() => below.push(".".to_owned()),
                Some(path) => below.push(path),
                None => bail!("{path}: outside of the repository"),
            }
        }
        let (top, prefix) = (git.top().to_owned(), git.prefix());
        Ok(Tree { git, name: name.to_owned(), revision, top, prefix, paths: paths.to_vec(), below })
    }

    /// A path of the repository as the user would name it.
    fn shown(&self, path: &str) -> String {
        match path.strip_prefix(&self.prefix) {
            Some(below) => below.to_owned(),
            None => self.top.join(path).to_string_lossy().into_owned(),
        }
    }

    /// What is to be looked at, in order of paths.
    fn jobs(&self) -> anyhow::Result<Vec<(String, State)>> {
        let mut files = self.changed()?;
        let others = self.git.untracked(&self.below)?;
        let renamed = self.renamed(&files, &others);
        for path in others {
            let from = renamed.get(&path);
            let state = from.map_or(State::Added, |from| State::Renamed(from.clone()));
            if let Some(from) = from {
                files.remove(from);
            }
            files.insert(path, state);
        }
        let changed: BTreeSet<String> = files.keys().cloned().collect();
        let before: BTreeSet<&String> = renamed.values().collect();
        for path in self.git.tracked(&self.below)?.into_iter().filter(|path| !before.contains(path))
        {
            files.entry(path).or_insert(State::Same);
        }
        let packages = packages(&files);
        let mut jobs: BTreeMap<String, State> = BTreeMap::new();
        for (path, state) in files {
            match packages.iter().find(|(folder, _)| path.starts_with(&format!("{folder}/"))) {
                // A package is one contract: what is in it is compared with it.
                Some((folder, whole)) => {
                    let slot = jobs.entry(folder.clone()).or_insert_with(|| whole.clone());
                    if *slot == State::Same && state != State::Same {
                        *slot = State::Changed;
                    }
                }
                None => {
                    let state = match state {
                        State::Same if !changed.is_empty() && self.refers(&path) => State::Changed,
                        other => other,
                    };
                    if self.is_contract(&path, &state) {
                        jobs.insert(path, state);
                    }
                }
            }
        }
        Ok(jobs.into_iter().collect())
    }

    /// Files that differ from the revision, with renames found.
    fn changed(&self) -> anyhow::Result<BTreeMap<String, State>> {
        let differences = self.git.differences(&self.revision, &self.below)?;
        let state = |kind| match kind {
            DifferenceKind::Added => State::Added,
            DifferenceKind::Removed => State::Removed,
            DifferenceKind::Renamed(from) => State::Renamed(from),
            DifferenceKind::Modified => State::Changed,
        };
        Ok(differences.into_iter().map(|one| (one.path, state(one.kind))).collect())
    }

    /// New files that git does not track yet, with the one each was before: git finds renames among tracked
    /// files only. Of equal texts, each is taken once, in the order of paths.
    fn renamed(
        &self,
        files: &BTreeMap<String, State>,
        others: &[String],
    ) -> BTreeMap<String, String> {
        let removed = files.iter().filter(|(_, state)| **state == State::Removed);
        let named = removed.filter(|(path, _)| self.may_be_contract(path));
        let mut gone: BTreeMap<Vec<u8>, Vec<&String>> = BTreeMap::new();
        for (path, state) in named.rev() {
            if let Some(text) = self.read(path, state).filter(|text| !text.is_empty()) {
                gone.entry(text).or_default().push(path);
            }
        }
        let mut renamed = BTreeMap::new();
        if gone.is_empty() {
            return renamed;
        }
        for path in others.iter().filter(|path| self.may_be_contract(path)) {
            let text = self.read(path, &State::Added);
            if let Some(from) = text.and_then(|text| gone.get_mut(&text)?.pop()) {
                renamed.insert(path.clone(), from.clone());
            }
        }
        renamed
    }

    fn may_be_contract(&self, path: &str) -> bool {
        self.is_schema_name(path) || path.ends_with("SKILL.md")
    }

    /// Whether an unchanged schema points at other files, which may have changed.
    fn refers(&self, path: &str) -> bool {
        let text = self.is_schema_name(path).then(|| self.read(path, &State::Same)).flatten();
        text.is_some_and(|t| {
            let text = String::from_utf8_lossy(&t);
            text.split("\"$ref\"").skip(1).any(|rest| {
                let target = rest.trim_start().trim_start_matches(':').trim_start();
                target.strip_prefix('"').is_some_and(|t| !t.starts_with('#'))
            })
        })
    }

    fn is_schema_name(&self, path: &str) -> bool {
        let ending = Path::new(path).extension().and_then(OsStr::to_str).unwrap_or_default();
        matches!(ending, "json" | "yaml" | "yml")
    }

    fn read(&self, path: &str, state: &State) -> Option<Vec<u8>> {
        if *state == State::Removed {
            return self.git.blob(&self.revision, path, crate::input::MAX_CONTRACT).ok();
        }
        crate::input::file(&self.git.file(path).ok()?, crate::input::MAX_CONTRACT).ok()
    }

    /// Whether a file holds a contract, by its name and by what is in it.
    fn is_contract(&self, path: &str, state: &State) -> bool {
        if self.paths.iter().any(|p| self.shown(path) == *p.trim_start_matches("./")) {
            return true;
        }
        let name = path.rsplit('/').next().unwrap_or_default();
        if name == "SKILL.md" {
            return self.read(path, state).is_some_and(|t| t.starts_with(b"---"));
        }
        if !self.is_schema_name(path) || self.shown(path).starts_with(".git/") {
            return false;
        }
        if name.contains(".schema.") {
            return true;
        }
        let Some(bytes) = self.read(path, state) else { return false };
        // Looking for the words first spares reading every JSON file of the repository.
        let text = String::from_utf8_lossy(&bytes);
        if !["$schema", "inputSchema", "input"].iter().any(|word| text.contains(word)) {
            return false;
        }
        Document::guess(path, &bytes).is_ok_and(|d| holds_contract(d.value()))
    }
}

fn holds_contract(value: &Value) -> bool {
    let dialect = value.get("$schema").and_then(Value::as_str);
    let schema = dialect.is_some_and(|d| d.contains("json-schema.org/"));
    let api = value.get("version").is_some()
        && (value.get("input").is_some() || value.get("output").is_some());
    let list = value.get("tools").or_else(|| value.pointer("/result/tools"));
    let tools = list
        .and_then(Value::as_array)
        .is_some_and(|t| t.iter().any(|t| t.get("inputSchema").is_some()));
    schema || api || tools || value.get("inputSchema").is_some()
}

/// Folders with a runner manifest, and what became of the manifest.
fn packages(files: &BTreeMap<String, State>) -> BTreeMap<String, State> {
    let folder = |path: &str| path.strip_suffix("/assets/runner.json").map(str::to_owned);
    let found = files.iter().filter_map(|(path, state)| {
        let state = match state {
            State::Renamed(from) => State::Renamed(folder(from)?),
            other => other.clone(),
        };
        Some((folder(path)?, state))
    });
    found.collect()
}
