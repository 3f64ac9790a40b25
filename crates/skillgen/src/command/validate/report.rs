//! The results as JSON, as text, and as the error response of a skill.

use std::fmt::Write as _;

use contract::{Level, Pointer, Role};
use runtime::checks::Outcome as CheckOutcome;
use runtime::protocol::{CheckResult, JudgedIssue, Judgement, Subject};

use super::Judged;
use crate::context::Ctx;
use crate::render::issues::{self, ErrorResponse};
use crate::render::json::{Status, text as json_text};
use crate::render::style::{BAD, GOOD, WARN, paint};
use crate::wire::run::{ErrorCode, SkillError};
use crate::wire::validate::{
    self as wire, CheckLevel, DocumentResult, IssueLevel, ResultRow, SeveralResults, ValidateReport,
};

/// One document of `--format json`.
pub(super) fn json(judged: &[Judged], subject: &Subject<'_>, ctx: &Ctx) -> anyhow::Result<()> {
    let row = |one: &Judged| ResultRow {
        path: one.document.label().to_owned(),
        document_result: result(one, subject),
    };
    let report = match judged {
        [one] => ValidateReport::DocumentResult(result(one, subject)),
        several => ValidateReport::SeveralResults(SeveralResults {
            valid: several.iter().all(Judged::is_valid),
            results: several.iter().map(row).collect(),
        }),
    };
    ctx.print_json(Status::Ok, &report)
}

fn result(one: &Judged, subject: &Subject<'_>) -> DocumentResult {
    let issues = |list: &[JudgedIssue]| list.iter().map(|own| issue(own, subject)).collect();
    let Judgement { errors, warnings, checks, passed } = &one.judgement;
    let coerced = one.coerced.as_ref();
    DocumentResult {
        valid: one.is_valid(),
        role: subject.role.into(),
        issues: issues(errors),
        warnings: issues(warnings),
        checks: (!checks.is_empty()).then(|| checks.iter().map(check).collect()),
        passthrough: (!passed.is_empty())
            .then(|| passed.iter().map(|at| at.as_str().to_owned()).collect()),
        document: coerced.map(|coerced| coerced.document.clone()),
        changes: coerced.map(|coerced| coerced.changes.iter().map(issues::coercion).collect()),
    }
}

fn issue(judged: &JudgedIssue, subject: &Subject<'_>) -> wire::JudgedIssue {
    wire::JudgedIssue {
        issue: issues::issue(&judged.issue),
        level: match judged.level {
            Level::Error => IssueLevel::Error,
            Level::Warning | Level::Info => IssueLevel::Warning,
        },
        validation_error: judged.failure.as_ref().map(|own| issues::failure(subject, own)),
    }
}

fn check(check: &CheckResult) -> wire::CheckResult {
    let (outcome, level, message) = match &check.outcome {
        CheckOutcome::Passed => {
            (wire::CheckOutcome::Passed, CheckLevel::Info, "the condition holds".to_owned())
        }
        CheckOutcome::Failed => (
            wire::CheckOutcome::Failed,
            CheckLevel::Error,
            "the condition does not hold".to_owned(),
        ),
        CheckOutcome::Unknown(why) => {
            (wire::CheckOutcome::Unknown, CheckLevel::Info, format!("not decided: {why}"))
        }
    };
    wire::CheckResult {
        description: check.description.clone(),
        validation: check.validation.clone(),
        outcome,
        level,
        message,
    }
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
                let record = issues::failure(subject, failure);
                for (key, value) in [
                    ("skill", record.skill),
                    ("phase", record.phase.to_string()),
                    ("check", record.check),
                    ("expected", record.expected),
                    ("actual", record.actual),
                    ("suggestion", record.suggestion),
                ] {
                    let value = contract::text::safe(&value).replace('\n', " ");
                    line(format!("    {key}: {value}"));
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
            let text = format!(
                "{label}: {}: {from} → {to} ({})",
                change.path.as_str(),
                change.rule.as_str()
            );
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
    let is_only = judged.len() == 1;
    let error = |one: &Judged| {
        let mut message = format!("{} validation failed", capital(subject.role.as_str()));
        if !is_only {
            message = format!("{message}: {}", one.document.label());
        }
        let (code, action) = code(one, subject);
        let errors = one.judgement.errors.iter();
        SkillError {
            code,
            message,
            recoverable: action.is_some(),
            suggested_action: action.map(str::to_owned),
            details: Some(errors.map(|own| detail(&own.issue.path, own)).collect()),
            validation_error: first_failure(one).map(|own| issues::failure(subject, own)),
        }
    };
    let errors: Vec<SkillError> = judged.iter().filter(|one| !one.is_valid()).map(error).collect();
    let response = match errors.is_empty() {
        true => ErrorResponse::success(),
        false => ErrorResponse::failed(errors),
    };
    ctx.print_raw(json_text(&response).as_bytes())
}

/// The code of the first failed step of the protocol, and what the caller can do. A schema has only one step. The caller can't
/// mend the output of a skill.
fn code(one: &Judged, subject: &Subject<'_>) -> (ErrorCode, Option<&'static str>) {
    if subject.role == Role::Output {
        return (ErrorCode::InternalError, None);
    }
    let by_steps = subject.contract.parameters.contains_key(&subject.role);
    let first = one.judgement.errors.first();
    match first.filter(|judged| by_steps && judged.issue.keyword == "required") {
        Some(_) => (ErrorCode::MissingRequiredParam, Some("Add the missing parameters")),
        None => (ErrorCode::InvalidInput, Some("Check parameter types and values")),
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
