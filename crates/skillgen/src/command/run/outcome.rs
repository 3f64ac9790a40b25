//! The result of a run and its printed form: the output, or the standard error response with one of
//! the seven codes (docs/seed-coverage.md, 31.4).

use contract::text::safe;
use contract::{Level, Role};
use runtime::checks::Outcome as CheckOutcome;
use runtime::coerce::Change;
use runtime::protocol::{JudgedIssue, Judgement, Subject, validation_error};
use runtime::validate::brief;
use serde_json::{Map, Value, json};

use super::{Skill, subject};
use crate::args::Format;
use crate::context::Ctx;
use crate::render::json::{Status, text as json_text};

/// The end of a script.
pub(super) struct Ended {
    /// Its exit code, if no signal ended it.
    pub(super) code: Option<i32>,
    /// Its output.
    pub(super) stdout: Vec<u8>,
}

/// The codes of the standard error response.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Code {
    InvalidInput,
    MissingRequiredParam,
    ToolNotAvailable,
    ToolTimeout,
    SearchApi,
    RateLimit,
    Internal,
}

impl Code {
    fn as_str(self) -> &'static str {
        match self {
            Code::InvalidInput => "INVALID_INPUT",
            Code::MissingRequiredParam => "MISSING_REQUIRED_PARAM",
            Code::ToolNotAvailable => "TOOL_NOT_AVAILABLE",
            Code::ToolTimeout => "TOOL_TIMEOUT",
            Code::SearchApi => "SEARCH_API_ERROR",
            Code::RateLimit => "RATE_LIMIT_EXCEEDED",
            Code::Internal => "INTERNAL_ERROR",
        }
    }

    /// Whether the caller can fix it, by another input or by waiting, and how.
    fn advice(self) -> Option<&'static str> {
        match self {
            Code::InvalidInput => Some("Check parameter types and values"),
            Code::MissingRequiredParam => Some("Add the missing parameters"),
            Code::ToolNotAvailable => None,
            Code::ToolTimeout => Some("Try again, or give it less to do"),
            Code::SearchApi => Some("Try again later"),
            Code::RateLimit => Some("Wait before retrying"),
            Code::Internal => None,
        }
    }

    /// The standard code for a code of a script's own.
    fn nearest(own: &str) -> Code {
        let has = |part: &str| own.to_ascii_uppercase().contains(part);
        if has("RATE_LIMIT") || has("TOO_MANY_REQUESTS") {
            Code::RateLimit
        } else if has("TIMEOUT") || has("TIMED_OUT") {
            Code::ToolTimeout
        } else if has("SEARCH") {
            Code::SearchApi
        } else if has("MISSING_REQUIRED") || has("MISSING_PARAM") {
            Code::MissingRequiredParam
        } else if has("INVALID_INPUT") || has("INVALID_PARAM") {
            Code::InvalidInput
        } else if has("TOOL_NOT") || has("NOT_AVAILABLE") || has("COMMAND_NOT_FOUND") {
            Code::ToolNotAvailable
        } else {
            Code::Internal
        }
    }
}

/// Why a run failed.
pub(super) struct Failure {
    pub(super) code: Code,
    message: String,
    details: Vec<String>,
    /// The protocol's record of the first failed step.
    record: Option<Value>,
}

impl Failure {
    pub(super) fn new(code: Code, message: &str, details: Vec<String>) -> Failure {
        Failure { code, message: message.to_owned(), details, record: None }
    }

    /// The inputs were rejected: the first failed step of the protocol decides the code.
    pub(super) fn input(subject: &Subject<'_>, judgement: &Judgement) -> Failure {
        let by_name = |judged: &&JudgedIssue| {
            judged.issue.keyword == "required" && judged.issue.path.is_root()
        };
        let code = match judgement.errors.iter().find(by_name) {
            Some(_) => Code::MissingRequiredParam,
            None => Code::InvalidInput,
        };
        let failure = Failure::new(code, "Input parameters are invalid", details(judgement));
        Failure { record: record(subject, judgement), ..failure }
    }

    /// The output violates the contract.
    pub(super) fn output(subject: &Subject<'_>, judgement: &Judgement) -> Failure {
        let message = "The output violates the contract";
        let failure = Failure::new(Code::Internal, message, details(judgement));
        Failure { record: record(subject, judgement), ..failure }
    }

    /// The script ended with a code other than 0.
    pub(super) fn exit(ended: &Ended, output: Option<&Value>) -> Failure {
        let own = output.and_then(|o| o.get("errors")).and_then(Value::as_array);
        let first = own.and_then(|errors| errors.first());
        let text = |key: &str| first.and_then(|e| e.get(key)).and_then(Value::as_str);
        let code = match (ended.code, text("code")) {
            (Some(126 | 127), _) => Code::ToolNotAvailable,
            (_, Some(own)) => Code::nearest(own),
            (Some(124), None) => Code::ToolTimeout,
            (_, None) => Code::Internal,
        };
        let how = match ended.code {
            Some(code) => format!("The script ended with exit code {code}"),
            None => "A signal ended the script".to_owned(),
        };
        Failure::new(code, &how, text("message").map(str::to_owned).into_iter().collect())
    }

    fn to_json(&self) -> Value {
        let mut error = Map::new();
        error.insert("code".to_owned(), json!(self.code.as_str()));
        error.insert("message".to_owned(), json!(self.message));
        error.insert("recoverable".to_owned(), json!(self.code.advice().is_some()));
        if let Some(advice) = self.code.advice() {
            error.insert("suggested_action".to_owned(), json!(advice));
        }
        if !self.details.is_empty() {
            error.insert("details".to_owned(), json!(self.details));
        }
        if let Some(record) = &self.record {
            error.insert("validation_error".to_owned(), record.clone());
        }
        Value::Object(error)
    }
}

/// The protocol's record of the first failure with one.
fn record(subject: &Subject<'_>, judgement: &Judgement) -> Option<Value> {
    let failure = judgement.errors.iter().find_map(|judged| judged.failure.as_ref())?;
    Some(validation_error(subject, failure))
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
    pub(super) parse_method: Option<&'static str>,
    pub(super) changes: Vec<Change>,
    issues: Vec<Value>,
    warnings: Vec<Value>,
    notes: Vec<String>,
}

impl Done {
    /// Adds a validation result to the report.
    pub(super) fn add_judgement(&mut self, skill: &Skill, role: Role, judgement: Judgement) {
        let subject = subject(skill, role, None);
        let row = |judged: &JudgedIssue| {
            let mut issue = judged.issue.to_json();
            if let (Value::Object(members), Some(failure)) = (&mut issue, &judged.failure) {
                members.insert("role".to_owned(), json!(role.as_str()));
                members.insert("validation_error".to_owned(), validation_error(&subject, failure));
            }
            issue
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
    pub(super) fn skill_succeeded(&self) -> bool {
        self.output.as_ref().and_then(|o| o.get("success")) != Some(&Value::Bool(false))
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
            ctx.note(&safe(&format!("{path}: {from} → {to} ({})", change.rule)));
        }
        for note in &self.notes {
            ctx.note(note);
        }
    }

    /// The standard error response, or the skill's output.
    pub(crate) fn response(&self) -> Value {
        match (&self.failure, &self.output) {
            (None, Some(output)) => output.clone(),
            _ => json!({"status": "failed", "errors": self.errors()}),
        }
    }

    fn errors(&self) -> Vec<Value> {
        self.failure.iter().map(Failure::to_json).collect()
    }

    /// The reached phase, for the envelope.
    pub(crate) fn status(&self) -> Status {
        let missing = self.failure.as_ref().is_some_and(|f| f.code == Code::ToolNotAvailable);
        if missing { Status::ToolMissing } else { Status::Ok }
    }

    /// The report as JSON.
    pub(crate) fn payload(&self) -> Map<String, Value> {
        let mut payload = Map::new();
        let mut put = |key: &str, value: Value| payload.insert(key.to_owned(), value);
        put("success", json!(self.is_success()));
        put("cached", json!(self.cached));
        put("exit_code", json!(self.exit_code));
        if let Some(method) = self.parse_method {
            put("parse_method", json!(method));
        }
        put("output", self.output.clone().unwrap_or(Value::Null));
        put("errors", Value::Array(self.errors()));
        put("issues", Value::Array(self.issues.clone()));
        put("warnings", Value::Array(self.warnings.clone()));
        put("notes", json!(self.notes));
        put("changes", self.changes.iter().map(Change::to_json).collect());
        payload
    }

    /// Prints the output or the error response; notes go to stderr.
    pub(super) fn print(&self, ctx: &Ctx) -> anyhow::Result<()> {
        self.note(ctx);
        if ctx.global.format != Format::Json {
            return ctx.print_raw(json_text(&self.response()).as_bytes());
        }
        ctx.print_json(self.status(), self.payload())
    }
}
