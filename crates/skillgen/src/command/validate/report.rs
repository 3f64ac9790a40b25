//! The results as JSON, as text, and as the error response of a skill.

use std::fmt::Write as _;

use contract::{Level, Pointer};
use runtime::checks::Outcome as CheckOutcome;
use runtime::protocol::{CheckResult, JudgedIssue, Subject, validation_error};
use serde_json::{Map, Value, json};

use super::Judged;
use crate::context::Ctx;
use crate::render::json::{Status, text as json_text};
use crate::render::style::{BAD, GOOD, WARN, paint};

/// One document of `--format json`.
pub(super) fn json(judged: &[Judged], subject: &Subject<'_>, ctx: &Ctx) -> anyhow::Result<()> {
    let payload = match judged {
        [one] => payload(one, subject),
        several => {
            let rows: Vec<Value> = several
                .iter()
                .map(|one| {
                    let mut row = Map::new();
                    row.insert("path".to_owned(), json!(one.document.label()));
                    row.extend(payload(one, subject));
                    Value::Object(row)
                })
                .collect();
            let mut payload = Map::new();
            payload.insert("valid".to_owned(), json!(several.iter().all(Judged::is_valid)));
            payload.insert("results".to_owned(), Value::Array(rows));
            payload
        }
    };
    ctx.print_json(Status::Ok, payload)
}

fn payload(one: &Judged, subject: &Subject<'_>) -> Map<String, Value> {
    let issues =
        |list: &[JudgedIssue]| list.iter().map(|t| issue_json(t, subject)).collect::<Vec<_>>();
    let mut payload = Map::new();
    let mut put = |key: &str, value: Value| payload.insert(key.to_owned(), value);
    put("valid", json!(one.is_valid()));
    put("role", json!(subject.role.as_str()));
    put("issues", Value::Array(issues(&one.judgement.errors)));
    put("warnings", Value::Array(issues(&one.judgement.warnings)));
    if !one.judgement.checks.is_empty() {
        put("checks", one.judgement.checks.iter().map(check_json).collect());
    }
    if !one.judgement.passed.is_empty() {
        put("passthrough", one.judgement.passed.iter().map(|p| json!(p.as_str())).collect());
    }
    if let Some(coerced) = &one.coerced {
        put("document", coerced.document.clone());
        put("changes", coerced.changes.iter().map(|c| c.to_json()).collect());
    }
    payload
}

fn issue_json(judged: &JudgedIssue, subject: &Subject<'_>) -> Value {
    let mut issue = judged.issue.to_json();
    if let Value::Object(members) = &mut issue {
        let level = if judged.level == Level::Error { "error" } else { "warning" };
        members.insert("level".to_owned(), json!(level));
        if let Some(failure) = &judged.failure {
            members.insert("validation_error".to_owned(), validation_error(subject, failure));
        }
    }
    issue
}

fn check_json(check: &CheckResult) -> Value {
    let (outcome, level, message) = match &check.outcome {
        CheckOutcome::Passed => ("passed", "info", "the condition holds".to_owned()),
        CheckOutcome::Failed => ("failed", "error", "the condition does not hold".to_owned()),
        CheckOutcome::Unknown(why) => ("unknown", "info", format!("not decided: {why}")),
    };
    json!({
        "description": check.description,
        "validation": check.validation,
        "outcome": outcome,
        "level": level,
        "message": message,
    })
}

/// One line an issue, with its place in the file.
pub(super) fn text(judged: &[Judged], subject: &Subject<'_>, ctx: &Ctx) -> anyhow::Result<()> {
    let mut out = String::new();
    for one in judged {
        document_text(one, subject, &mut out);
    }
    ctx.print(&out)
}

fn document_text(one: &Judged, subject: &Subject<'_>, out: &mut String) {
    let label = contract::text::line(one.document.label());
    let mut line = |text: String| {
        // Writing to a string can't fail.
        let _ = writeln!(out, "{text}");
    };
    for (list, style, word) in
        [(&one.judgement.errors, BAD, "error"), (&one.judgement.warnings, WARN, "warning")]
    {
        for judged in list {
            let place = one.document.locate(&judged.issue.path);
            let path = contract::text::line(judged.issue.path.as_str());
            let message = contract::text::safe(&judged.issue.message).replace('\n', " ");
            let separator = if path.is_empty() { "" } else { ": " };
            line(format!("{label}:{place}: {}: {path}{separator}{message}", paint(style, word)));
            if let (Some(failure), Level::Error) = (&judged.failure, judged.level) {
                line("  validation_error:".to_owned());
                for (key, value) in
                    validation_error(subject, failure).as_object().into_iter().flatten()
                {
                    let value = contract::text::safe(value.as_str().unwrap_or_default());
                    line(format!("    {key}: {}", value.replace('\n', " ")));
                }
            }
        }
    }
    for check in &one.judgement.checks {
        if let CheckOutcome::Unknown(why) = &check.outcome {
            let text = format!("{label}: check not decided: {}: {why}", check.description);
            line(contract::text::safe(&text).replace('\n', " "));
        }
    }
    if let Some(coerced) = &one.coerced {
        for change in &coerced.changes {
            let from = change.from.as_ref().map_or("nothing".to_owned(), runtime::validate::brief);
            let to = runtime::validate::brief(&change.to);
            let text =
                format!("{label}: {}: {from} → {to} ({})", change.path.as_str(), change.rule);
            line(contract::text::safe(&text).replace('\n', " "));
        }
        line(json_text(&coerced.document).trim_end().to_owned());
    }
    let verdict = if one.is_valid() { paint(GOOD, "valid") } else { paint(BAD, "invalid") };
    let name = contract::text::line(&subject.contract.name);
    line(format!("{label}: {verdict} as {} of {name}", subject.role));
}

/// The standard error response (docs/seed-coverage.md, 31.3 and 31.4).
pub(super) fn error_response(
    judged: &[Judged],
    subject: &Subject<'_>,
    ctx: &Ctx,
) -> anyhow::Result<()> {
    let errors: Vec<Value> = judged
        .iter()
        .filter(|one| !one.is_valid())
        .map(|one| {
            let details: Vec<String> = one
                .judgement
                .errors
                .iter()
                .map(|judged| detail(&judged.issue.path, judged))
                .collect();
            let mut message = format!("{} validation failed", capital(subject.role.as_str()));
            if judged.len() > 1 {
                message = format!("{message}: {}", one.document.label());
            }
            let (code, action) = code(one, subject);
            let mut error = json!({
                "code": code,
                "message": message,
                "recoverable": true,
                "suggested_action": action,
                "details": details,
            });
            if let Some(failure) = first_failure(one) {
                error["validation_error"] = validation_error(subject, failure);
            }
            error
        })
        .collect();
    let status = if errors.is_empty() { "success" } else { "failed" };
    ctx.print_raw(json_text(&json!({"status": status, "errors": errors})).as_bytes())
}

/// The code of the first failed step of the protocol, and what to do. A schema has only one step.
fn code(one: &Judged, subject: &Subject<'_>) -> (&'static str, &'static str) {
    let by_steps = subject.contract.parameters.contains_key(&subject.role);
    let first = one.judgement.errors.first();
    match first.filter(|judged| by_steps && judged.issue.keyword == "required") {
        Some(_) => ("MISSING_REQUIRED_PARAM", "Add the missing parameters"),
        None => ("INVALID_INPUT", "Check parameter types and values"),
    }
}

fn first_failure(one: &Judged) -> Option<&[String; 4]> {
    one.judgement.errors.iter().find_map(|judged| judged.failure.as_ref())
}

fn detail(path: &Pointer, judged: &JudgedIssue) -> String {
    let steps: Vec<String> = path.tokens();
    let place = if steps.is_empty() { String::new() } else { format!("[{}] ", steps.join(" -> ")) };
    format!("{place}{}", judged.issue.message)
}

fn capital(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or_else(String::new, |c| c.to_uppercase().chain(chars).collect())
}
