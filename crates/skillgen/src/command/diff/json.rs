//! `--format json`: the payload of schemas/diff.schema.json.

use std::collections::BTreeMap;

use contract::Bump;
use schema_diff::{Action, Change, Entry, Migration, Proof, RoleRow, Side, Verdict};
use serde_json::{Map, Value, json};

use super::Results;
use super::against::{LeftOut, State};
use super::pair::Pair;
use super::uncompared::Uncompared;

/// The payload: of a pair, or of the repository with a list of its contracts.
pub(super) fn payload(results: &Results) -> Map<String, Value> {
    let mut payload = comparison(results);
    payload.insert("gate".to_owned(), json!(results.gate_verdict().id()));
    payload
}

fn comparison(results: &Results) -> Map<String, Value> {
    match results {
        Results::One(pair) => {
            let mut payload = of_pair(pair);
            payload.insert("compared".to_owned(), json!(results.compared()));
            payload
        }
        Results::Nothing(unread) => {
            let changes: Vec<Value> = unread.reasons.iter().map(uncompared).collect();
            let failures: Vec<&str> =
                unread.reasons.iter().map(|one| one.change.message.as_str()).collect();
            let payload = json!({
                "required_bump": Bump::Major.as_str(),
                "declared": null,
                "compared": 0,
                "roles": [],
                "changes": changes,
                "failures": failures,
            });
            payload.as_object().cloned().unwrap_or_default()
        }
        Results::Many(repository) => {
            let mut payload = Map::new();
            let bump = repository.required_bump();
            payload.insert("required_bump".to_owned(), json!(bump.as_str()));
            payload.insert("declared".to_owned(), Value::Null);
            payload.insert("against".to_owned(), json!(repository.revision));
            payload.insert("compared".to_owned(), json!(results.compared()));
            payload.insert("unchanged".to_owned(), json!(repository.unchanged()));
            payload
                .insert("left_out".to_owned(), repository.left_out.iter().map(left_out).collect());
            let contracts = repository.contracts().into_iter().map(|(path, state, pair)| {
                let mut entry = Map::new();
                entry.insert("path".to_owned(), json!(path));
                entry.insert("state".to_owned(), json!(state.word()));
                if let State::Renamed(from) = state {
                    entry.insert("renamed_from".to_owned(), json!(from));
                }
                entry.extend(pair.map(of_pair).unwrap_or_default());
                Value::Object(entry)
            });
            payload.insert("contracts".to_owned(), contracts.collect());
            let mut changes: Vec<Value> = repository.uncompared.iter().map(uncompared).collect();
            for (path, own) in &repository.changes {
                changes.push(with_file(change(own), path));
            }
            for pair in &repository.pairs {
                for (index, one) in pair.report.changes.iter().enumerate() {
                    let mut value = with_file(change(one), pair.new_label());
                    match pair.shared.get(&index) {
                        Some(_) if pair.is_told_elsewhere(index) => continue,
                        Some(shared) => value["used_by"] = json!(shared.users),
                        None => {}
                    }
                    changes.push(value);
                }
            }
            payload.insert("roles".to_owned(), json!([]));
            payload.insert("changes".to_owned(), Value::Array(changes));
            payload.insert("failures".to_owned(), json!(repository.all_failures()));
            if !repository.uncompared.is_empty() {
                let skipped = repository
                    .uncompared
                    .iter()
                    .map(|one| json!({"path": one.file, "reason": one.change.message}));
                payload.insert("skipped_sources".to_owned(), skipped.collect());
            }
            payload
        }
    }
}

/// A file that is not a contract of its own.
fn left_out(one: &LeftOut) -> Value {
    let mut value = json!({"path": one.path, "kind": one.kind.word(), "reason": one.reason});
    if let Some(whole) = &one.part_of {
        value["part_of"] = json!(whole);
    }
    value
}

/// A finding about an uncompared part, with its file and place.
fn uncompared(one: &Uncompared) -> Value {
    let mut value = change(&one.change);
    if let Some(file) = &one.file {
        value["file"] = json!(file);
    }
    if let Some(position) = one.position {
        value["line"] = json!(position.line);
        value["column"] = json!(position.column);
    }
    value["new_path"] = json!(one.pointer.as_str());
    value
}

fn with_file(mut change: Value, file: &str) -> Value {
    change["file"] = json!(file);
    change
}

fn of_pair(pair: &Pair) -> Map<String, Value> {
    let mut payload = Map::new();
    let report = &pair.report;
    payload.insert("required_bump".to_owned(), json!(report.required_bump().as_str()));
    let declared = pair.declared.as_ref().map(|d| {
        let mut declared = json!({
            "old": d.old,
            "new": d.new,
            "bump": d.bump.map(contract::Bump::as_str),
            "sufficient": d.sufficient,
            "next_version": d.next_version,
        });
        if let Some(note) = &d.note {
            declared["note"] = json!(note);
        }
        declared
    });
    payload.insert("declared".to_owned(), declared.unwrap_or(Value::Null));
    payload.insert("roles".to_owned(), report.roles.iter().map(role).collect());
    let changes = report.changes.iter().enumerate().map(|(at, one)| {
        let mut value = change(one);
        let group = pair.digest.entries.iter().position(|e| e.findings.contains(&at));
        if let Some(group) = group {
            value["group"] = json!(group);
        }
        value
    });
    payload.insert("changes".to_owned(), changes.collect());
    payload.insert("summary".to_owned(), summary(pair));
    payload
        .insert("groups".to_owned(), pair.digest.entries.iter().map(|e| group(pair, e)).collect());
    payload.insert("failures".to_owned(), json!(pair.failures));
    payload.insert("policy".to_owned(), json!(pair.policy));
    payload.insert("formats".to_owned(), json!(pair.formats));
    if let Some(plan) = &report.migration {
        payload.insert("migration".to_owned(), migration(plan));
    }
    if !report.tool_migrations.is_empty() {
        let plans = report.tool_migrations.iter().map(|(tool, plan)| {
            let mut value = migration(plan);
            value["scope"] = json!(tool);
            value
        });
        payload.insert("tool_migrations".to_owned(), plans.collect());
    }
    if !report.hints.is_empty() {
        payload.insert("hints".to_owned(), json!(report.hints));
    }
    payload
}

/// The summary at the top of a report for people.
fn summary(pair: &Pair) -> Value {
    let digest = &pair.digest;
    let levels = |counts: &BTreeMap<Bump, usize>| -> Value {
        let of = |level: &Bump| (level.as_str().to_owned(), json!(counts.get(level).unwrap_or(&0)));
        Value::Object([Bump::Major, Bump::Minor, Bump::Patch].iter().map(of).collect())
    };
    let counts: Map<String, Value> =
        digest.counts.iter().map(|(role, counts)| (role.to_string(), levels(counts))).collect();
    json!({
        "verdict": super::words::verdict(pair),
        "changes": digest.entries.len(),
        "findings": pair.report.changes.iter().filter(|c| c.ignored.is_none()).count(),
        "ignored": pair.report.changes.iter().filter(|c| c.ignored.is_some()).count(),
        "by_role": counts,
        "undecided": pair.undecided(),
    })
}

/// One change with all its findings.
fn group(pair: &Pair, entry: &Entry) -> Value {
    let levels = entry.levels.iter().map(|(role, level)| (role.to_string(), json!(level.as_str())));
    json!({
        "level": entry.level().as_str(),
        "levels": Value::Object(levels.collect()),
        "rule": pair.report.changes[entry.main].rule.as_str(),
        "message": pair.report.changes[entry.main].message,
        "main": entry.main,
        "findings": entry.findings,
        "places": entry.places,
    })
}

fn migration(plan: &Migration) -> Value {
    let steps = plan.steps.iter().map(|step| {
        let mut value = json!({"kind": step.word(), "path": step.pointer()});
        match &step.action {
            Action::Rename(to) => value["to"] = json!(to),
            Action::Default(default) => value["value"] = default.clone(),
            _ => {}
        }
        value
    });
    let mut value = Map::new();
    value.insert("steps".to_owned(), steps.collect());
    value.insert("complete".to_owned(), json!(plan.fails.is_none()));
    let proof = if plan.fails.is_none() { Proof::Witness } else { Proof::Unproven };
    value.insert("proof".to_owned(), json!(proof.as_str()));
    value.insert("tried".to_owned(), json!(plan.tried));
    if let Some(document) = &plan.fails {
        value.insert("fails".to_owned(), document.clone());
    }
    if let Some((before, after)) = &plan.example {
        value.insert("before".to_owned(), before.clone());
        value.insert("after".to_owned(), after.clone());
    }
    Value::Object(value)
}

fn role(row: &RoleRow) -> Value {
    let mut value = Map::new();
    value.insert("role".to_owned(), json!(row.role.as_str()));
    if let Some(scope) = &row.scope {
        value.insert("scope".to_owned(), json!(scope));
    }
    value.insert("relation".to_owned(), json!(row.word()));
    value.insert("backward".to_owned(), verdict(&row.relation.backward));
    value.insert("forward".to_owned(), verdict(&row.relation.forward));
    Value::Object(value)
}

fn verdict(verdict: &Verdict) -> Value {
    match verdict {
        Verdict::Holds => json!({"verdict": "holds"}),
        Verdict::Refuted(witness) => json!({"verdict": "refuted", "witness": witness}),
        Verdict::Unknown { reason, keyword, path } => {
            json!({"verdict": "unknown", "reason": reason, "keyword": keyword, "path": path.as_str()})
        }
    }
}

/// A change. Missing values are omitted, except for the keys that every change has.
pub(super) fn change(change: &Change) -> Value {
    let mut value = Map::new();
    let mut put = |key: &str, v: Value| {
        value.insert(key.to_owned(), v);
    };
    put("rule", json!(change.rule.as_str()));
    put("level", json!(change.level.as_str()));
    put("role", json!(change.role.as_str()));
    if let Some(scope) = &change.scope {
        put("scope", json!(scope));
    }
    put("proof", json!(change.proof.as_str()));
    put("old_path", json!(change.old_path.as_ref().map(contract::Pointer::as_str)));
    put("new_path", json!(change.new_path.as_ref().map(contract::Pointer::as_str)));
    for (key, file) in [("old_file", &change.old_file), ("new_file", &change.new_file)] {
        if let Some(file) = file {
            put(key, json!(file));
        }
    }
    put("old", change.old.clone().unwrap_or(Value::Null));
    put("new", change.new.clone().unwrap_or(Value::Null));
    put("message", json!(change.message));
    if let Some(witness) = &change.witness {
        put("witness", witness.document.clone());
        put("accepted_by", json!(witness.accepted_by.as_str()));
        let other = if witness.accepted_by == Side::Old { Side::New } else { Side::Old };
        put("refused_by", json!(other.as_str()));
    }
    if let Some(note) = &change.note {
        put("note", json!(note));
    }
    put("instead", json!(change.instead));
    if let Some(reason) = &change.ignored {
        put("ignored", json!(reason));
    }
    Value::Object(value)
}
