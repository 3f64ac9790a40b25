//! Compares the contracts of two sides, and collects what became of each.

use std::collections::BTreeMap;

use contract::Contract;
use rayon::prelude::*;
use schema_diff::{FaultAge, IgnoreUse, Policy, RuleId, Settings};

use super::origins::undecided_in_words;
use super::sorting::{Job, Sorted, Texts};
use super::{Repository, State, whole_files};
use crate::command::diff::pair::{self, Pair};
use crate::command::diff::uncompared::Uncompared;
use crate::context::Ctx;
use crate::input::{Opened, OpenedFiles, References};

/// The sources of a contract's two versions.
pub(super) trait Sides: Sync {
    /// The new version's name for the user.
    fn shown(&self, path: &str) -> String;
    /// The old version, as a source.
    fn old_source(&self, path: &str) -> String;
    /// The roots of references of the old and the new version.
    fn references(&self) -> [&References; 2];
    /// Fails if a link leads the new version out of the compared folder.
    fn is_inside(&self, path: &str) -> anyhow::Result<()>;
    /// The same for an old version that is read from files.
    fn old_is_inside(&self, _path: &str) -> anyhow::Result<()> {
        Ok(())
    }
    /// The files of the new version, and where their texts are.
    fn new_files(&self) -> (Vec<String>, &dyn Texts);
    /// Whether these files of the new version are known to be unchanged, without reading the old version.
    fn are_unchanged(&self, opened: &[Opened]) -> bool;
}

/// The result for one contract.
enum Outcome {
    Pair(Box<Pair>),
    /// It is unchanged.
    Same,
    /// It exists on one side only.
    Alone,
    /// It has no schema for the requested role.
    OtherRole,
    /// With the use of each ignore by each reason.
    Uncompared(Vec<Uncompared>, Vec<Vec<IgnoreUse>>),
}

impl Outcome {
    /// A contract that was not compared. What only the old version has can't be mended any more, and what both versions
    /// have is not new: an ignore may accept it.
    fn uncompared(
        contract: &str,
        (old, new): (Vec<Uncompared>, Vec<Uncompared>),
        by_reference: bool,
        policy: &Policy,
    ) -> Outcome {
        let has = |reasons: &[Uncompared], wanted: &Uncompared| {
            reasons.iter().any(|one| one.is_same_fault(wanted))
        };
        let age = |one: &Uncompared| match has(&old, one) {
            true => FaultAge::Lasting,
            false => FaultAge::Fresh,
        };
        let mut reasons: Vec<(Uncompared, FaultAge)> =
            new.iter().map(|one| (one.clone(), age(one))).collect();
        // Both versions have the same text, so the reasons are told once.
        let of_old = old.iter().filter(|one| !by_reference || !has(&new, one));
        reasons.extend(of_old.map(|one| (one.clone(), FaultAge::Lasting)));
        let judged = reasons.into_iter().map(|(mut one, age)| {
            let uses = one.apply_ignores(contract, age, policy);
            (one, uses)
        });
        let (reasons, uses) = judged.unzip();
        Outcome::Uncompared(reasons, uses)
    }
}

/// Compares the sorted files of two sides.
pub(super) fn compare_sides(
    sides: &dyn Sides,
    name: &str,
    Sorted { jobs, mut left_out, gone }: Sorted,
    settings: &Settings,
    ctx: &Ctx,
) -> Repository {
    let progress = ctx.shows_progress().then(|| indicatif::ProgressBar::new(jobs.len() as u64));
    let outcomes: Vec<Outcome> = jobs
        .par_iter()
        .map(|job| {
            let outcome = one_with_deep_stack(sides, job, settings);
            if let Some(bar) = &progress {
                bar.inc(1);
            }
            outcome
        })
        .collect();
    if let Some(bar) = progress {
        bar.finish_and_clear();
    }
    for one in &mut left_out {
        one.path = sides.shown(&one.path);
        one.part_of = one.part_of.as_deref().map(|whole| sides.shown(whole));
    }
    let gone: Vec<String> = gone.iter().map(|path| sides.old_source(path)).collect();
    let mut repository = Repository {
        revision: name.to_owned(),
        pairs: Vec::new(),
        states: BTreeMap::new(),
        changes: Vec::new(),
        ignores: Vec::new(),
        partial: false,
        uncompared: Vec::new(),
        unknown: 0,
        accepted: 0,
        other_role: 0,
        left_out,
        limit: None,
        failures: Vec::new(),
    };
    for (Job { path, mut state, .. }, outcome) in jobs.into_iter().zip(outcomes) {
        let shown = sides.shown(&path);
        let mut number = None;
        match outcome {
            Outcome::Pair(pair) => {
                number = Some(repository.pairs.len());
                repository.pairs.push(*pair);
            }
            Outcome::Same => state = State::Same,
            Outcome::Alone => {}
            Outcome::OtherRole => {
                repository.other_role += 1;
                continue;
            }
            Outcome::Uncompared(reasons, uses) => {
                match reasons.iter().any(Uncompared::is_open) {
                    true => repository.unknown += 1,
                    false => repository.accepted += 1,
                }
                if matches!(state, State::Undecided(_)) && !reasons.iter().any(Uncompared::is_open)
                {
                    state = State::Added;
                }
                repository.uncompared.extend(reasons);
                repository.ignores.extend(uses);
                if !state.is_news() {
                    continue;
                }
            }
        }
        let pair = number.map(|number: usize| &repository.pairs[number]);
        if let Some((mut change, uses)) = whole_files::change(&state, &shown, pair, settings) {
            if state == State::Added && !gone.is_empty() {
                change.message.push_str(&whole_files::gone_in_words(&gone, &shown));
            }
            // The new name in the text of a renamed skill is the same change.
            if let Some(number) = number.filter(|_| change.rule == RuleId::SkillRenamed) {
                let changes = &mut repository.pairs[number].report.changes;
                changes.retain(|change| change.rule != RuleId::NameChanged);
            }
            repository.changes.push((shown.clone(), change));
            repository.ignores.push(uses);
        }
        repository.states.insert(shown, (state, number));
    }
    repository
}

/// Documents may nest deeper than a worker's stack.
fn one_with_deep_stack(sides: &dyn Sides, job: &Job, settings: &Settings) -> Outcome {
    match contract::deep_stack(|| one(sides, job, settings)) {
        Ok(Ok(outcome)) => outcome,
        Ok(Err(panic)) => std::panic::resume_unwind(panic),
        Err(error) => {
            let reason = format!("no thread can be started: {error}");
            let shown = sides.shown(&job.path);
            let reason = Uncompared::of_file(&shown, &reason, &settings.policy);
            Outcome::Uncompared(vec![reason], Vec::new())
        }
    }
}

fn one(sides: &dyn Sides, job: &Job, settings: &Settings) -> Outcome {
    let shown = sides.shown(&job.path);
    let (opened_now, opened_then) = (OpenedFiles::default(), OpenedFiles::default());
    let read_now = || -> anyhow::Result<Contract> {
        sides.is_inside(&job.path)?;
        crate::input::contract_and_log(&shown, sides.references()[1], &opened_now)
    };
    let unread = |error: anyhow::Error, label: &str| {
        Uncompared::of_error(&error, Some(&shown), label, &settings.policy)
    };
    let by_reference = job.by_reference;
    let uncompared = |old: Vec<Uncompared>, new: Vec<Uncompared>| {
        Outcome::uncompared(&shown, (old, new), by_reference, &settings.policy)
    };
    let fresh = |new: Vec<Uncompared>| uncompared(Vec::new(), new);
    let from = match &job.state {
        State::Changed => &job.path,
        State::Renamed(from) | State::Copied(from) => from,
        State::Same | State::Removed => return Outcome::Alone,
        // An unreadable file is not an addition.
        State::Added => {
            return match read_now() {
                Ok(_) => Outcome::Alone,
                Err(error) => fresh(unread(error, &shown)),
            };
        }
        State::Undecided(files) => {
            return match read_now() {
                Ok(_) => uncompared(vec![undecided(sides, &shown, files, settings)], Vec::new()),
                Err(error) => fresh(unread(error, &shown)),
            };
        }
    };
    let new = match read_now() {
        Ok(_) if job.by_reference && sides.are_unchanged(&opened_now.all()) => {
            return Outcome::Same;
        }
        new => new,
    };
    let spec = sides.old_source(from);
    let old = sides
        .old_is_inside(from)
        .and_then(|()| crate::input::contract_and_log(&spec, sides.references()[0], &opened_then));
    let (old, new) = match (old, new) {
        (Ok(old), Ok(new)) => (old, new),
        (old, new) => {
            let of_old = old.err().map(|error| unread(error, &spec)).unwrap_or_default();
            let of_new = new.err().map(|error| unread(error, &shown)).unwrap_or_default();
            return uncompared(of_old, of_new);
        }
    };
    if job.by_reference && has_same_bytes(&opened_then.all(), &opened_now.all()) {
        return Outcome::Same;
    }
    if settings.only.is_some_and(|role| !pair::has(&old, role) && !pair::has(&new, role)) {
        return Outcome::OtherRole;
    }
    match Pair::compare(old, new, settings) {
        Ok(pair) => Outcome::Pair(Box::new(pair)),
        Err(error) => fresh(unread(error, &shown)),
    }
}

/// The finding about an added contract whose former text may be in one of these files, which can't be read.
fn undecided(sides: &dyn Sides, shown: &str, files: &[String], settings: &Settings) -> Uncompared {
    let sources: Vec<String> = files.iter().map(|path| sides.old_source(path)).collect();
    let message = undecided_in_words(&sources, sides.references()[0]);
    Uncompared::of_file(shown, &message, &settings.policy)
}

/// Whether two readings of one text opened the same files: then their results are equal.
fn has_same_bytes(old: &[Opened], new: &[Opened]) -> bool {
    old.len() == new.len() && old.iter().zip(new).all(|(old, new)| old.bytes() == new.bytes())
}
