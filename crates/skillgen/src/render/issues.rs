//! Issues of documents, and changes by coercion, in the form of the reports of `validate`, `run` and `chain run`.

use contract::{Issue, Role};
use runtime::coerce::Change;
use runtime::protocol::Subject;
use serde::Serialize;

use crate::wire::run as wire;

/// The standard error response of a skill (docs/seed-coverage.md, 31.3 and 31.4).
#[derive(Serialize)]
pub(crate) struct ErrorResponse {
    status: &'static str,
    errors: Vec<wire::SkillError>,
}

impl ErrorResponse {
    /// A failure, with its reasons.
    pub(crate) fn failed(errors: Vec<wire::SkillError>) -> ErrorResponse {
        ErrorResponse { status: "failed", errors }
    }

    /// A success.
    pub(crate) fn success() -> ErrorResponse {
        ErrorResponse { status: "success", errors: Vec::new() }
    }
}

/// An issue.
pub(crate) fn issue(issue: &Issue) -> wire::Issue {
    wire::Issue {
        path: issue.path.as_str().to_owned(),
        keyword: issue.keyword.clone(),
        expected: issue.expected.clone(),
        got: issue.got.clone(),
        message: issue.message.clone(),
    }
}

/// A change by coercion.
pub(crate) fn coercion(change: &Change) -> wire::Coercion {
    wire::Coercion {
        path: change.path.as_str().to_owned(),
        from: change.from.clone().unwrap_or_default(),
        to: change.to.clone(),
        rule: change.rule.into(),
    }
}

/// The record that the protocol requires for each failure of a skill.
pub(crate) fn failure(subject: &Subject<'_>, failure: &[String; 4]) -> wire::ValidationFailure {
    let [check, expected, actual, suggestion] = failure.clone();
    let phase = match subject.role {
        Role::Output => wire::ProtocolPhase::PostExecution,
        Role::Input | Role::Parameter => wire::ProtocolPhase::PreExecution,
    };
    let skill = subject.contract.name.clone();
    wire::ValidationFailure { skill, phase, check, expected, actual, suggestion }
}
