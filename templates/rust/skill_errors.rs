// Failures of a skill as standard error responses.

//= skill_errors: error
/// The error codes of skills.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ErrorCode {
    /// `INVALID_INPUT`
    InvalidInput,
    /// `MISSING_REQUIRED_PARAM`
    MissingRequiredParam,
    /// `TOOL_NOT_AVAILABLE`
    ToolNotAvailable,
    /// `TOOL_TIMEOUT`
    ToolTimeout,
    /// `SEARCH_API_ERROR`
    SearchApiError,
    /// `RATE_LIMIT_EXCEEDED`
    RateLimitExceeded,
    /// `INTERNAL_ERROR`
    InternalError,
}

impl ErrorCode {
    /// The code as text in a response.
    pub fn as_str(self) -> &'static str {
        match self {
            ErrorCode::InvalidInput => "INVALID_INPUT",
            ErrorCode::MissingRequiredParam => "MISSING_REQUIRED_PARAM",
            ErrorCode::ToolNotAvailable => "TOOL_NOT_AVAILABLE",
            ErrorCode::ToolTimeout => "TOOL_TIMEOUT",
            ErrorCode::SearchApiError => "SEARCH_API_ERROR",
            ErrorCode::RateLimitExceeded => "RATE_LIMIT_EXCEEDED",
            ErrorCode::InternalError => "INTERNAL_ERROR",
        }
    }
}

/// One failure of a skill.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SkillError {
    /// The error code.
    pub code: ErrorCode,
    /// A message for people.
    pub message: String,
    /// Whether a retry, or a changed input, may succeed.
    pub recoverable: bool,
    /// The suggested action.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suggested_action: Option<String>,
    /// Details, one for each invalid value.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub details: Vec<String>,
}

/// The response of a failed skill.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ErrorResponse {
    /// `failed`
    pub status: &'static str,
    /// Why.
    pub errors: Vec<SkillError>,
}

/// Failures with a code of their own.
#[derive(Clone, Debug, PartialEq)]
pub enum Failure {
    /// An operation exceeded this many seconds.
    Timeout(Option<f64>),
    /// A rate limit; retry after this many seconds, if the service says so.
    RateLimited(Option<f64>),
    /// A program or service that the skill needs is not available.
    ToolMissing(String),
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Failure::Timeout(Some(seconds)) => write!(f, "Operation timed out after {seconds}s"),
            Failure::Timeout(None) => f.write_str("Operation timed out after ?s"),
            Failure::RateLimited(_) => f.write_str("Search API rate limit exceeded"),
            Failure::ToolMissing(tool) => write!(f, "{tool} is not available"),
        }
    }
}

impl std::error::Error for Failure {}

/// Converts any error to the standard response, by its first cause with a code: an [`Error`] of
/// this file, a [`Failure`], or an I/O timeout. `timeout` is the limit in seconds.
pub fn handle_skill_error(
    error: &(dyn std::error::Error + 'static),
    timeout: Option<f64>,
) -> ErrorResponse {
    let mut cause = Some(error);
    while let Some(at) = cause {
        if let Some(told) = answer(at, timeout) {
            return ErrorResponse { status: "failed", errors: vec![told] };
        }
        cause = at.source();
    }
    let told = SkillError {
        code: ErrorCode::InternalError,
        message: "An unexpected error occurred".to_owned(),
        recoverable: false,
        suggested_action: None,
        details: Vec::new(),
    };
    ErrorResponse { status: "failed", errors: vec![told] }
}

fn answer(error: &(dyn std::error::Error + 'static), timeout: Option<f64>) -> Option<SkillError> {
    let one = |code, message: String, action: String| SkillError {
        code,
        message,
        recoverable: true,
        suggested_action: Some(action),
        details: Vec::new(),
    };
    if let Some(error) = error.downcast_ref::<Error>() {
        let message = "Input parameters are invalid".to_owned();
        let action = "Check parameter types and values".to_owned();
        let mut told = one(ErrorCode::InvalidInput, message, action);
        told.details = error.issues.iter().map(detail).collect();
        return Some(told);
    }
    let timed_out = |seconds: Option<f64>| {
        let message = Failure::Timeout(seconds.or(timeout)).to_string();
        one(ErrorCode::ToolTimeout, message, "Try again, or ask for less at once".to_owned())
    };
    if let Some(failure) = error.downcast_ref::<Failure>() {
        let message = failure.to_string();
        return Some(match failure {
            Failure::Timeout(seconds) => timed_out(*seconds),
            Failure::RateLimited(seconds) => {
                let action = format!("Wait {}s before retrying", seconds.unwrap_or(60.0));
                one(ErrorCode::RateLimitExceeded, message, action)
            }
            Failure::ToolMissing(tool) => {
                one(ErrorCode::ToolNotAvailable, message, format!("Install or enable {tool}"))
            }
        });
    }
    let io = error.downcast_ref::<std::io::Error>()?;
    match io.get_ref() {
        // `source` skips the wrapped error itself.
        Some(inner) => answer(inner, timeout),
        None => (io.kind() == std::io::ErrorKind::TimedOut).then(|| timed_out(None)),
    }
}

fn detail(issue: &Issue) -> String {
    let steps: Vec<String> =
        issue.path.split('/').skip(1).map(|step| step.replace("~1", "/").replace("~0", "~")).collect();
    if steps.is_empty() {
        return issue.message.clone();
    }
    format!("[{}] {}", steps.join(" -> "), issue.message)
}
