//! `--format json`: a comparison as schemas/diff.schema.json describes it.

use std::collections::BTreeMap;

use contract::schema::Type;
use contract::{Bump, Pointer};
use schema_diff::version::Declared;
use schema_diff::{Action, Change, ChangeRole, Entry, Migration, RoleRow, Side, Verdict};
use serde_json::Value;

use super::Results;
use super::against::{LeftOut, Repository, State};
use super::pair::Pair;
use super::uncompared::Uncompared;
use crate::wire::diff::{
    self as wire, Comparison, CountsByRole, DeclaredVersions, DiffReport, Group, LevelCounts,
    LevelsByRole, MigrationProof, PairReport, RepositoryReport, RoleResult, Step, StepKind,
    Summary, UncomparedSource,
};

/// The report: of a pair, or of the repository with a list of its contracts.
pub(super) fn report(results: &Results) -> DiffReport {
    let (gate, compared) = (results.gate_verdict(), results.compared());
    match results {
        Results::One(pair) => {
            DiffReport::PairReport(PairReport { comparison: comparison(pair), compared, gate })
        }
        Results::Nothing(unread) => DiffReport::RepositoryReport(RepositoryReport {
            required_bump: wire::Bump::Major,
            declared: (),
            against: None,
            compared: 0,
            unchanged: None,
            left_out: None,
            contracts: None,
            roles: Vec::new(),
            changes: unread.reasons.iter().map(uncompared).collect(),
            failures: unread.reasons.iter().map(|one| one.change.message.clone()).collect(),
            skipped_sources: None,
            gate,
        }),
        Results::Many(repository) => DiffReport::RepositoryReport(RepositoryReport {
            required_bump: repository.required_bump().into(),
            declared: (),
            against: Some(repository.revision.clone()),
            compared,
            unchanged: Some(repository.unchanged()),
            left_out: Some(repository.left_out.iter().map(left_out).collect()),
            contracts: Some(repository.contracts().into_iter().map(contract).collect()),
            roles: Vec::new(),
            changes: changes(repository),
            failures: repository.all_failures(),
            skipped_sources: (!repository.uncompared.is_empty())
                .then(|| repository.uncompared.iter().map(skipped_source).collect()),
            gate,
        }),
    }
}

/// The findings of all contracts of a repository; one that several contracts share is listed once.
fn changes(repository: &Repository) -> Vec<wire::Change> {
    let mut changes: Vec<wire::Change> = repository.uncompared.iter().map(uncompared).collect();
    for (path, own) in &repository.changes {
        changes.push(wire::Change { file: Some(path.clone()), ..change(own) });
    }
    for pair in &repository.pairs {
        let own = pair.report.changes.iter().enumerate();
        changes.extend(own.filter(|(at, _)| !pair.is_told_elsewhere(*at)).map(|(at, one)| {
            wire::Change {
                file: Some(pair.new_label().to_owned()),
                used_by: pair.shared.get(&at).map(|shared| shared.users.clone()),
                ..change(one)
            }
        }));
    }
    changes
}

fn contract((path, state, pair): (&str, &State, Option<&Pair>)) -> wire::Contract {
    wire::Contract {
        path: path.to_owned(),
        state: state.kind(),
        renamed_from: match state {
            State::Renamed(from) => Some(from.clone()),
            _ => None,
        },
        copied_from: match state {
            State::Copied(from) => Some(from.clone()),
            _ => None,
        },
        comparison: pair.map(comparison),
    }
}

/// A file that is not a contract of its own.
fn left_out(one: &LeftOut) -> wire::LeftOut {
    wire::LeftOut {
        path: one.path.clone(),
        kind: one.kind,
        reason: one.reason.clone(),
        part_of: one.part_of.clone(),
    }
}

fn skipped_source(one: &Uncompared) -> UncomparedSource {
    UncomparedSource { path: one.file.clone(), reason: one.change.message.clone() }
}

/// A finding about an uncompared part, with its file and place.
fn uncompared(one: &Uncompared) -> wire::Change {
    wire::Change {
        new_path: Some(one.pointer.as_str().to_owned()),
        file: one.file.clone(),
        line: one.position.map(|at| at.line as usize),
        column: one.position.map(|at| at.column as usize),
        also: Some(one.also.iter().map(ToString::to_string).collect())
            .filter(|also: &Vec<String>| !also.is_empty()),
        ..change(&one.change)
    }
}

fn comparison(pair: &Pair) -> Comparison {
    let report = &pair.report;
    let declared = |own: &Declared| DeclaredVersions {
        old: own.old.clone(),
        new: own.new.clone(),
        bump: own.bump.map(Into::into),
        sufficient: own.sufficient,
        next_version: own.next_version.clone(),
        note: own.note.clone(),
    };
    let changes = report.changes.iter().enumerate().map(|(at, one)| wire::Change {
        group: pair.digest.entries.iter().position(|e| e.findings.contains(&at)),
        ..change(one)
    });
    let tools = report.tool_migrations.iter();
    let tools =
        tools.map(|(tool, plan)| wire::Migration { scope: Some(tool.clone()), ..migration(plan) });
    Comparison {
        required_bump: report.required_bump().into(),
        declared: pair.declared.as_ref().map(declared),
        roles: report.roles.iter().map(role).collect(),
        changes: changes.collect(),
        summary: summary(pair),
        groups: pair.digest.entries.iter().map(|e| group(pair, e)).collect(),
        failures: pair.failures.clone(),
        policy: pair.policy.into(),
        formats: pair.formats.into(),
        migration: report.migration.as_ref().map(migration),
        tool_migrations: Some(tools.collect()).filter(|all: &Vec<_>| !all.is_empty()),
        hints: Some(report.hints.clone()).filter(|all| !all.is_empty()),
    }
}

/// The summary at the top of a report for people.
fn summary(pair: &Pair) -> Summary {
    let digest = &pair.digest;
    let count = |counts: &BTreeMap<Bump, usize>, level| counts.get(&level).copied().unwrap_or(0);
    let counts = |role: ChangeRole| {
        digest.counts.get(&role).map(|counts| LevelCounts {
            major: count(counts, Bump::Major),
            minor: count(counts, Bump::Minor),
            patch: count(counts, Bump::Patch),
        })
    };
    Summary {
        verdict: super::words::verdict(pair),
        changes: digest.entries.len(),
        findings: pair.report.changes.iter().filter(|c| c.ignored.is_none()).count(),
        ignored: pair.report.changes.iter().filter(|c| c.ignored.is_some()).count(),
        by_role: CountsByRole {
            both: counts(ChangeRole::Both),
            contract: counts(ChangeRole::Contract),
            input: counts(ChangeRole::Input),
            output: counts(ChangeRole::Output),
            parameter: counts(ChangeRole::Parameter),
        },
        undecided: pair.undecided(),
    }
}

/// One change with all its findings.
fn group(pair: &Pair, entry: &Entry) -> Group {
    let level = |role: ChangeRole| entry.levels.get(&role).map(|level| (*level).into());
    let main = &pair.report.changes[entry.main];
    Group {
        level: entry.level().into(),
        levels: LevelsByRole {
            both: level(ChangeRole::Both),
            contract: level(ChangeRole::Contract),
            input: level(ChangeRole::Input),
            output: level(ChangeRole::Output),
            parameter: level(ChangeRole::Parameter),
        },
        rule: main.rule.as_str().to_owned(),
        message: main.message.clone(),
        main: entry.main,
        findings: entry.findings.clone(),
        places: entry.places.clone(),
    }
}

fn migration(plan: &Migration) -> wire::Migration {
    let step = |step: &contract::migration::MigrationStep| {
        let (kind, to, value) = match &step.action {
            Action::Wrap => (StepKind::Wrap, None, None),
            Action::Rename(to) => (StepKind::Rename, Some(to.clone()), None),
            Action::Default(value) => (StepKind::Default, None, Some(value.clone())),
            Action::Convert(Type::Integer) => (StepKind::ToInteger, None, None),
            Action::Convert(Type::Number) => (StepKind::ToNumber, None, None),
            Action::Convert(Type::Boolean) => (StepKind::ToBoolean, None, None),
            Action::Convert(_) => (StepKind::ToString, None, None),
            Action::Drop => (StepKind::Drop, None, None),
        };
        Step { kind, path: step.pointer(), to, value }
    };
    let (before, after) = plan.example.clone().unzip();
    wire::Migration {
        steps: plan.steps.iter().map(step).collect(),
        complete: plan.fails.is_none(),
        proof: match plan.fails {
            None => MigrationProof::Witness,
            Some(_) => MigrationProof::Unproven,
        },
        tried: plan.tried,
        fails: plan.fails.clone(),
        before,
        after,
        scope: None,
    }
}

fn role(row: &RoleRow) -> RoleResult {
    RoleResult {
        role: row.role.into(),
        scope: row.scope.clone(),
        relation: row.kind().into(),
        backward: verdict(&row.relation.backward),
        forward: verdict(&row.relation.forward),
    }
}

fn verdict(verdict: &Verdict) -> wire::Verdict {
    match verdict {
        Verdict::Holds => wire::Verdict::Holds,
        Verdict::Refuted(witness) => wire::Verdict::Refuted { witness: witness.clone() },
        Verdict::Unknown { reason, keyword, path } => wire::Verdict::Unknown {
            reason: reason.clone(),
            keyword: keyword.clone(),
            path: path.as_str().to_owned(),
        },
    }
}

/// A change, without what only its place in a report says.
fn change(change: &Change) -> wire::Change {
    let pointer = |path: &Option<Pointer>| path.as_ref().map(|path| path.as_str().to_owned());
    let witness = change.witness.as_ref();
    let rejecting = |accepting| match accepting {
        Side::Old => wire::Side::New,
        Side::New => wire::Side::Old,
    };
    wire::Change {
        rule: change.rule.as_str().to_owned(),
        level: change.level.into(),
        role: change.role.into(),
        scope: change.scope.clone(),
        proof: change.proof.into(),
        old_path: pointer(&change.old_path),
        new_path: pointer(&change.new_path),
        old_file: change.old_file.clone(),
        new_file: change.new_file.clone(),
        old: change.old.clone().unwrap_or(Value::Null),
        new: change.new.clone().unwrap_or(Value::Null),
        message: change.message.clone(),
        witness: witness.map(|own| own.document.clone()),
        accepted_by: witness.map(|own| own.accepted_by.into()),
        refused_by: witness.map(|own| rejecting(own.accepted_by)),
        note: change.note.clone(),
        instead: change.instead.clone(),
        ignored: change.ignored.clone(),
        file: None,
        used_by: None,
        line: None,
        column: None,
        also: None,
        group: None,
    }
}
