//! `--format sarif` of `diff`: one result a change; what the gate refuses is an error, and suppressed findings are
//! suppressions.

use schema_diff::RuleId;
use std::collections::BTreeSet;

use contract::Bump;
use serde_json::{Value, json};

use super::Results;
use super::pair::Pair;
use super::selection::{ListedChange, Selection};
use super::uncompared::FaultPlace;
use crate::render::sarif::{log, place};

pub(super) fn render(results: &Results, selection: &Selection) -> Value {
    let mut found: Vec<Value> = Vec::new();
    let mut ids: BTreeSet<RuleId> = BTreeSet::new();
    for pair in results.pairs() {
        for listed in selection.listed(pair).into_iter().chain(selection.accepted(pair)) {
            let change = listed.change;
            ids.insert(change.rule);
            let (file, at, pointer) = pair.site(change);
            let at = (at.line, at.column);
            let mut value = result(&listed, &file, at, pointer.as_str(), Some(pair));
            if let Some(shared) = pair.shared.get(&listed.finding) {
                value["properties"]["usedBy"] = json!(shared.users);
            }
            found.push(value);
        }
    }
    if let Results::Many(repository) = results {
        for (path, listed) in selection.listed_files(repository) {
            ids.insert(listed.change.rule);
            found.push(result(&listed, path, listed.line_and_column(), "", None));
        }
    }
    for one in results.uncompared() {
        ids.insert(one.change.rule);
        let file = one.file.clone().unwrap_or_default();
        let at = one.line_and_column();
        let listed = ListedChange::single(0, &one.change, one.is_open());
        let mut value = result(&listed, &file, at, one.pointer.as_str(), None);
        if one.file.is_none() {
            value["locations"] = json!([]);
        }
        if !one.also.is_empty() {
            value["relatedLocations"] = one.also.iter().map(other_place).collect();
        }
        found.push(value);
    }
    let rules: Vec<Value> = ids.iter().map(|id| descriptor(*id)).collect();
    let mut log = log(rules, found);
    let run = &mut log["runs"][0];
    run["invocations"] = json!([{"executionSuccessful": results.is_whole()}]);
    if let Some(left) = selection.left_out_of_lists(results) {
        run["invocations"][0]["toolExecutionNotifications"] =
            json!([{"level": "note", "message": {"text": left}}]);
    }
    run["properties"] = json!({"compared": results.compared(), "verdict": results.in_short()});
    log
}

/// Another place of a fault.
fn other_place(fault: &FaultPlace) -> Value {
    let at = fault.line_and_column();
    json!({
        "message": {"text": "the same fault"},
        "physicalLocation": place(&fault.file, at.0, at.1),
        "logicalLocations": [{"fullyQualifiedName": fault.pointer.as_str()}],
    })
}

fn descriptor(id: RuleId) -> Value {
    let rule = id.rule();
    json!({
        "id": id.as_str(),
        "shortDescription": {"text": rule.doc.title},
        "fullDescription": {"text": rule.doc.why},
        "help": {"text": rule.instead()},
    })
}

fn result(
    listed: &ListedChange<'_>,
    file: &str,
    at: (u32, u32),
    pointer: &str,
    pair: Option<&Pair>,
) -> Value {
    let change = listed.change;
    let level = match change.level {
        _ if listed.fails => "error",
        Bump::Major | Bump::Minor => "warning",
        _ => "note",
    };
    let mut location = json!({
        "physicalLocation": place(file, at.0, at.1),
    });
    if !pointer.is_empty() {
        location["logicalLocations"] = json!([{"fullyQualifiedName": pointer}]);
    }
    let mut result = json!({
        "ruleId": change.rule.as_str(),
        "level": level,
        "message": {"text": listed.message()},
        "locations": [location],
        "properties": {
            "bump": change.level.as_str(),
            "role": change.role.as_str(),
            "proof": change.proof.as_str(),
        },
    });
    if let Some(witness) = &change.witness {
        result["properties"]["witness"] = witness.document.clone();
        result["properties"]["acceptedBy"] = json!(witness.accepted_by.as_str());
    }
    let old = pair.and_then(|p| p.old_site(change));
    if let Some((file, at, _)) = old {
        result["relatedLocations"] = json!([{
            "message": {"text": "the old version"},
            "physicalLocation": place(&file, at.line, at.column),
        }]);
    }
    if let Some(reason) = &change.ignored {
        result["suppressions"] = json!([{"kind": "external", "justification": reason}]);
    }
    result
}
