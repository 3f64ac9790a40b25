//! `check --format sarif`.

use std::path::Path;

use contract::text::safe;
use contract::{Level, Lines};
use lint::{Fix, Report, ReportedFinding};
use serde_json::{Value, json};

use super::baseline::fingerprint;
use super::counted::{infos_left_out, with_advice};
use crate::input;
use crate::render::sarif::{log, place};

/// The log of a report; infos only if they were asked for.
pub(super) fn render(report: &Report, all: bool) -> Value {
    // Code scanning shows each result beside the lines of a change.
    let shown = |found: &&ReportedFinding| all || found.finding.level != Level::Info;
    let found = || report.found.iter().filter(shown);
    let mut used: Vec<&str> = found().map(|f| f.finding.rule.as_str()).collect();
    used.sort_unstable();
    used.dedup();
    let rules: Vec<Value> = used
        .iter()
        .filter_map(|id| lint::rule(id))
        .map(|doc| {
            json!({
                "id": doc.id,
                "shortDescription": {"text": doc.title},
                "fullDescription": {"text": doc.why},
                "help": {"text": help(doc), "markdown": help(doc)},
            })
        })
        .collect();
    // Suppressed findings are marked, not dropped, so that a viewer can distinguish them from fixed
    // ones.
    let results: Vec<Value> = found().map(sarif_result).collect();
    let mut log = log(rules, results);
    if let Some(left_out) = infos_left_out(report, all) {
        log["runs"][0]["invocations"] = json!([{
            "executionSuccessful": true,
            "toolExecutionNotifications": [{"level": "note", "message": {"text": left_out}}],
        }]);
    }
    log
}

/// The rule's page without its example: the reason, and what to do instead.
fn help(doc: &contract::rule_doc::RuleDoc) -> String {
    let instead = doc.sections.get("Instead").map(|text| format!("\n\nInstead: {text}"));
    format!("{}{}", doc.why, instead.unwrap_or_default())
}

fn sarif_result(found: &ReportedFinding) -> Value {
    let finding = &found.finding;
    let level = match finding.level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Info => "note",
    };
    let at = finding.position;
    let mut location = json!({"physicalLocation": place(&finding.path, at.line, at.column)});
    let pointer = finding.pointer.as_str();
    if !pointer.is_empty() {
        location["logicalLocations"] = json!([{"fullyQualifiedName": safe(pointer)}]);
    }
    let mut result = json!({
        "ruleId": finding.rule,
        "level": level,
        "message": {"text": safe(&with_advice(finding))},
        "locations": [location],
        "partialFingerprints": {"skillgen/v1": fingerprint(found, &finding.path)},
    });
    let related = finding.also.iter().enumerate().map(|(index, at)| {
        let location = place(&finding.path, at.line, at.column);
        json!({"id": index + 1, "physicalLocation": location, "message": {"text": "also here"}})
    });
    let related: Vec<Value> = related.collect();
    if !related.is_empty() {
        result["relatedLocations"] = Value::from(related);
    }
    if let Some(fix) = found.fix.as_ref().and_then(|fix| sarif_fix(&finding.path, fix)) {
        result["fixes"] = json!([fix]);
    }
    if let Some(answer) = &found.suppressed {
        let kind = if answer.in_source { "inSource" } else { "external" };
        result["suppressions"] = json!([{"kind": kind, "justification": safe(&answer.reason)}]);
    }
    result
}

/// The edits of a fix as regions of its file. None for a file in an archive, and for one with a byte order mark, after which some
/// places are counted.
fn sarif_fix(path: &str, fix: &Fix) -> Option<Value> {
    let text = String::from_utf8(input::file(Path::new(path), input::MAX_CONTRACT).ok()?).ok()?;
    let is_sound = |at: usize| text.is_char_boundary(at);
    if text.starts_with('\u{feff}')
        || !fix.edits.iter().all(|edit| is_sound(edit.start) && is_sound(edit.end))
    {
        return None;
    }
    let lines = Lines::default();
    let replacements = fix.edits.iter().map(|edit| {
        let (start, end) = (lines.position(&text, edit.start), lines.position(&text, edit.end));
        json!({
            "deletedRegion": {
                "startLine": start.line,
                "startColumn": start.column,
                "endLine": end.line,
                "endColumn": end.column,
            },
            "insertedContent": {"text": edit.text},
        })
    });
    let location = place(path, 1, 1);
    Some(json!({
        "description": {"text": safe(&fix.words)},
        "artifactChanges": [{
            "artifactLocation": location["artifactLocation"],
            "replacements": replacements.collect::<Vec<_>>(),
        }],
    }))
}
