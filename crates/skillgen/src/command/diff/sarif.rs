//! `--format sarif`: SARIF 2.1.0 with relative URIs; ignored findings are suppressions.

use std::collections::BTreeSet;

use contract::Bump;
use schema_diff::Change;
use serde_json::{Value, json};

use super::Results;
use super::pair::Pair;

pub(super) fn render(results: &Results) -> Value {
    let mut found: Vec<Value> = Vec::new();
    let mut ids: BTreeSet<String> = BTreeSet::new();
    for pair in results.pairs() {
        for change in &pair.report.changes {
            ids.insert(change.rule.clone());
            let (file, at, pointer) = pair.site(change);
            found.push(result(change, &file, (at.line, at.column), pointer.as_str(), Some(pair)));
        }
    }
    if let Results::Many(repository) = results {
        for (path, change) in &repository.changes {
            ids.insert(change.rule.clone());
            found.push(result(change, path, (1, 1), "", None));
        }
    }
    let rules: Vec<Value> = ids.iter().filter_map(|id| descriptor(id)).collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": "skillgen",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            }},
            "columnKind": "unicodeCodePoints",
            "results": found,
        }],
    })
}

fn descriptor(id: &str) -> Option<Value> {
    let rule = schema_diff::rule(id)?;
    Some(json!({
        "id": id,
        "shortDescription": {"text": rule.doc.title},
        "fullDescription": {"text": rule.doc.why},
        "help": {"text": rule.instead()},
    }))
}

fn result(
    change: &Change,
    file: &str,
    at: (u32, u32),
    pointer: &str,
    pair: Option<&Pair>,
) -> Value {
    let level = match change.level {
        Bump::Major => "error",
        Bump::Minor => "warning",
        _ => "note",
    };
    let mut location = json!({
        "physicalLocation": {
            "artifactLocation": {"uri": uri(file)},
            "region": {"startLine": at.0.max(1), "startColumn": at.1.max(1)},
        },
    });
    if !pointer.is_empty() {
        location["logicalLocations"] = json!([{"fullyQualifiedName": pointer}]);
    }
    let mut result = json!({
        "ruleId": change.rule,
        "level": level,
        "message": {"text": change.message},
        "locations": [location],
        "properties": {
            "bump": change.level.as_str(),
            "role": change.role,
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
            "physicalLocation": {
                "artifactLocation": {"uri": uri(&file)},
                "region": {"startLine": at.line.max(1), "startColumn": at.column.max(1)},
            },
        }]);
    }
    if let Some(reason) = &change.ignored {
        result["suppressions"] = json!([{"kind": "external", "justification": reason}]);
    }
    result
}

/// A relative URI reference: forward slashes, everything odd escaped.
fn uri(path: &str) -> String {
    let path = path.strip_prefix("./").unwrap_or(path).trim_start_matches('/');
    let mut out = String::new();
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'.' | b'_' | b'~' => {
                out.push(char::from(byte));
            }
            other => out.push_str(&format!("%{other:02X}")),
        }
    }
    out
}
