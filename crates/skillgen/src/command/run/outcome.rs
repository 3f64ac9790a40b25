//! The result of a run and its printed form: the output, or the standard error response with one of
//! the seven codes (docs/seed-coverage.md, 31.4).

use contract::text::safe;
use contract::{Level, Role};
use runtime::checks::Outcome as CheckOutcome;
use runtime::coerce::Change;
use runtime::protocol::{JudgedIssue, Judgement, Subject};
use runtime::validate::brief;
use serde_json::Value;

use super::{Skill, subject};
use crate::args::Format;
use crate::context::Ctx;
use crate::render::issues::{self, ErrorResponse};
use crate::render::json::{Status, text as json_text};
use crate::wire::run::{
    ErrorCode, ParseMethod, RunIssue, RunReport, SkillError, ValidationFailure,
};

/// The end of a script.
pub(super) struct Ended {
    /// Its exit code, if no signal ended it.
    pub(super) code: Option<i32>,
    /// Its output.
    pub(super) stdout: Vec<u8>,
}

/// Whether the caller can fix an error, by another input or by waiting, and how.
fn advice(code: ErrorCode) -> Option<&'static str> {
    match code {
        ErrorCode::InvalidInput => Some("Check parameter types and values"),
        ErrorCode::MissingRequiredParam => Some("Add the missing parameters"),
        ErrorCode::ToolNotAvailable => None,
        ErrorCode::ToolTimeout => Some("Try again, or give it less to do"),
        ErrorCode::SearchApiError => Some("Try again later"),
        ErrorCode::RateLimitExceeded => Some("Wait before retrying"),
        ErrorCode::InternalError => None,
    }
}

/// The standard code for a code of a script's own, by words of it: `RESEARCH_FAILED` is no error of a search.
fn nearest(own: &str) -> ErrorCode {
    let own = format!("_{}", own.to_ascii_uppercase());
    let has = |part: &str| own.contains(&format!("_{part}"));
    if has("RATE_LIMIT") || has("TOO_MANY_REQUESTS") {
        ErrorCode::RateLimitExceeded
    } else if has("TIMEOUT") || has("TIMED_OUT") {
        ErrorCode::ToolTimeout
    } else if has("SEARCH") {
        ErrorCode::SearchApiError
    } else if has("MISSING_REQUIRED") || has("MISSING_PARAM") {
        ErrorCode::MissingRequiredParam
    } else if has("INVALID_INPUT") || has("INVALID_PARAM") {
        ErrorCode::InvalidInput
    } else if has("TOOL_NOT") || has("NOT_AVAILABLE") || has("COMMAND_NOT_FOUND") {
        ErrorCode::ToolNotAvailable
    } else {
        ErrorCode::InternalError
    }
}

/// The error that a skill reports in its output: in the standard error response (`"status": "failed"` with `errors`), in
/// skill-output-v1 (`"success": false`), or in the helper envelope (`"status": "error"` or `"tool-missing"` with `error`).
#[derive(Default)]
struct OwnError<'o> {
    code: Option<&'o str>,
    message: Option<&'o str>,
    recoverable: Option<bool>,
    suggested_action: Option<&'o str>,
}

impl<'o> OwnError<'o> {
    /// The first error of an output that says that the skill failed. `success` decides where it is stated. A `status` alone
    /// says nothing, because it may be the status of what the skill looked at; an error beside it does.
    fn of(output: &'o Value) -> Option<OwnError<'o>> {
        let error = OwnError::first(output);
        let is_failed = match (output.get("success"), output.get("status").and_then(Value::as_str))
        {
            (Some(Value::Bool(succeeded)), _) => !succeeded,
            (_, Some("failed" | "error" | "tool-missing")) => error.is_some(),
            _ => false,
        };
        is_failed.then(|| error.unwrap_or_default())
    }

    /// The first error of an output, whatever the output says of success.
    fn first(output: &'o Value) -> Option<OwnError<'o>> {
        let listed = output.get("errors").and_then(Value::as_array).into_iter().flatten();
        listed.chain(output.get("error")).find_map(OwnError::read)
    }

    /// An error with a code or a message, or a text, which is its message. Other objects are data: the findings of a linter.
    fn read(error: &'o Value) -> Option<OwnError<'o>> {
        let plain = |value: &'o Value| value.as_str().filter(|text| !text.trim().is_empty());
        let text = |key: &str| error.get(key).and_then(plain);
        let own = OwnError {
            code: text("code"),
            message: text("message").or_else(|| plain(error)),
            recoverable: error.get("recoverable").and_then(Value::as_bool),
            suggested_action: text("suggested_action"),
        };
        (own.code.is_some() || own.message.is_some()).then_some(own)
    }
}

/// Whether the caller can do something about an error, and what, as the skill states it.
#[derive(Default)]
struct Stated {
    recoverable: Option<bool>,
    suggested_action: Option<String>,
}

/// Why a run failed.
pub(super) struct Failure {
    pub(super) code: ErrorCode,
    message: String,
    stated: Stated,
    details: Vec<String>,
    /// The protocol's record of the first failed step.
    record: Option<ValidationFailure>,
}

impl Failure {
    pub(super) fn new(code: ErrorCode, message: &str, details: Vec<String>) -> Failure {
        let stated = Stated::default();
        Failure { code, message: message.to_owned(), stated, details, record: None }
    }

    /// The skill's own error, where it states one, and else the given message; `details` follow.
    fn own(code: ErrorCode, own: &OwnError<'_>, message: &str, details: Vec<String>) -> Failure {
        let stated = Stated {
            recoverable: own.recoverable,
            suggested_action: own.suggested_action.map(str::to_owned),
        };
        let (message, mut all) = match own.message {
            Some(stated) => (stated, vec![message.to_owned()]),
            None => (message, Vec::new()),
        };
        all.extend(details);
        Failure { stated, ..Failure::new(code, message, all) }
    }

    /// A skill that ended with exit code 0, and whose output says that it failed; `None` if the output doesn't say so.
    pub(super) fn reported(output: &Value) -> Option<Failure> {
        let own = OwnError::of(output)?;
        let code = own.code.map_or(ErrorCode::InternalError, nearest);
        Some(Failure::own(code, &own, "The output of the script says that it failed", Vec::new()))
    }

    /// Adds how the output of a failed run violates the contract.
    pub(super) fn with_violations(mut self, judgement: &Judgement) -> Failure {
        self.details.extend(details(judgement));
        self
    }

    /// The inputs were rejected: the first failed step of the protocol decides the code.
    pub(super) fn input(subject: &Subject<'_>, judgement: &Judgement) -> Failure {
        let by_name = |judged: &&JudgedIssue| {
            judged.issue.keyword == "required" && judged.issue.path.is_root()
        };
        let code = match judgement.errors.iter().find(by_name) {
            Some(_) => ErrorCode::MissingRequiredParam,
            None => ErrorCode::InvalidInput,
        };
        let failure = Failure::new(code, "Input parameters are invalid", details(judgement));
        Failure { record: record(subject, judgement), ..failure }
    }

    /// The output violates the contract.
    pub(super) fn output(subject: &Subject<'_>, judgement: &Judgement) -> Failure {
        let message = "The output violates the contract";
        let failure = Failure::new(ErrorCode::InternalError, message, details(judgement));
        Failure { record: record(subject, judgement), ..failure }
    }

    /// The script ended with a code other than 0.
    pub(super) fn exit(ended: &Ended, output: Option<&Value>) -> Failure {
        let own = output.and_then(OwnError::first).unwrap_or_default();
        let code = match (ended.code, own.code) {
            (Some(126 | 127), _) => ErrorCode::ToolNotAvailable,
            (_, Some(own)) => nearest(own),
            (Some(124), None) => ErrorCode::ToolTimeout,
            (_, None) => ErrorCode::InternalError,
        };
        let how = match ended.code {
            Some(code) => format!("The script ended with exit code {code}"),
            None => "A signal ended the script".to_owned(),
        };
        Failure::own(code, &own, &how, Vec::new())
    }

    fn error(&self) -> SkillError {
        let stated = self.stated.suggested_action.as_deref();
        let is_recoverable = self.stated.recoverable;
        // Advice for what can't be mended contradicts the skill.
        let usual = advice(self.code).filter(|_| is_recoverable != Some(false));
        SkillError {
            code: self.code,
            message: self.message.clone(),
            recoverable: is_recoverable.unwrap_or(usual.is_some()),
            suggested_action: stated.or(usual).map(str::to_owned),
            details: (!self.details.is_empty()).then(|| self.details.clone()),
            validation_error: self.record.clone(),
        }
    }
}

/// The protocol's record of the first failure with one.
fn record(subject: &Subject<'_>, judgement: &Judgement) -> Option<ValidationFailure> {
    let failure = judgement.errors.iter().find_map(|judged| judged.failure.as_ref())?;
    Some(issues::failure(subject, failure))
}

fn details(judgement: &Judgement) -> Vec<String> {
    let line = |judged: &JudgedIssue| {
        let steps = judged.issue.path.tokens();
        match steps.is_empty() {
            true => judged.issue.message.clone(),
            false => format!("[{}] {}", steps.join(" -> "), judged.issue.message),
        }
    };
    judgement.errors.iter().map(line).collect()
}

/// A completed run.
#[derive(Default)]
pub(crate) struct Done {
    pub(super) output: Option<Value>,
    pub(super) failure: Option<Failure>,
    pub(super) cached: bool,
    pub(super) exit_code: Option<i32>,
    pub(super) parse_method: Option<ParseMethod>,
    pub(super) changes: Vec<Change>,
    issues: Vec<RunIssue>,
    warnings: Vec<RunIssue>,
    notes: Vec<String>,
}

impl Done {
    /// Adds a validation result to the report.
    pub(super) fn add_judgement(&mut self, skill: &Skill, role: Role, judgement: Judgement) {
        let subject = subject(skill, role, None);
        let row = |judged: &JudgedIssue| RunIssue {
            issue: issues::issue(&judged.issue),
            role: judged.failure.is_some().then(|| role.into()),
            validation_error: judged.failure.as_ref().map(|own| issues::failure(&subject, own)),
        };
        self.issues.extend(judgement.errors.iter().map(row));
        self.warnings.extend(judgement.warnings.iter().map(row));
        for judged in judgement.warnings.iter().filter(|judged| judged.level == Level::Warning) {
            self.notes.push(judged.issue.message.clone());
        }
        for check in &judgement.checks {
            if let CheckOutcome::Unknown(why) = &check.outcome {
                self.notes.push(format!("check not decided: {}: {why}", check.description));
            }
        }
    }

    /// The skill's own verdict: false only if its output says so.
    fn skill_succeeded(&self) -> bool {
        self.output.as_ref().is_none_or(|output| OwnError::of(output).is_none())
    }

    /// Whether it completed, and the skill did not report a failure.
    pub(crate) fn is_success(&self) -> bool {
        self.failure.is_none() && self.skill_succeeded()
    }

    /// The skill's output.
    pub(crate) fn output(&self) -> Option<&Value> {
        self.output.as_ref()
    }

    /// Whether the output comes from the cache.
    pub(crate) fn is_cached(&self) -> bool {
        self.cached
    }

    /// Writes notes to stderr: each change of the inputs, warnings, undecided checks.
    pub(crate) fn note(&self, ctx: &Ctx) {
        for change in self.changes.iter().filter(|_| ctx.global.format != Format::Json) {
            let from = change.from.as_ref().map_or("nothing".to_owned(), brief);
            let (path, to) = (change.path.as_str(), brief(&change.to));
            ctx.note(&safe(&format!("{path}: {from} → {to} ({})", change.rule.as_str())));
        }
        for note in &self.notes {
            ctx.note(note);
        }
    }

    /// The standard error response, or the skill's output, as text.
    pub(crate) fn response(&self) -> String {
        match (&self.failure, &self.output) {
            (None, Some(output)) => json_text(output),
            _ => json_text(&ErrorResponse::failed(self.errors())),
        }
    }

    fn errors(&self) -> Vec<SkillError> {
        self.failure.iter().map(Failure::error).collect()
    }

    /// The reached phase, for the envelope.
    pub(crate) fn status(&self) -> Status {
        let missing = self.failure.as_ref().is_some_and(|f| f.code == ErrorCode::ToolNotAvailable);
        if missing { Status::ToolMissing } else { Status::Ok }
    }

    /// The report for `--format json`.
    pub(crate) fn report(&self) -> RunReport {
        RunReport {
            success: self.is_success(),
            cached: self.cached,
            exit_code: self.exit_code.map(i64::from),
            parse_method: self.parse_method,
            output: self.output.clone().unwrap_or_default(),
            errors: self.errors(),
            issues: self.issues.clone(),
            warnings: self.warnings.clone(),
            notes: self.notes.clone(),
            changes: self.changes.iter().map(issues::coercion).collect(),
        }
    }

    /// Prints the output or the error response; notes go to stderr.
    pub(super) fn print(&self, ctx: &Ctx) -> anyhow::Result<()> {
        self.note(ctx);
        if ctx.global.format != Format::Json {
            return ctx.print_raw(self.response().as_bytes());
        }
        ctx.print_json(self.status(), &self.report())
    }
}
