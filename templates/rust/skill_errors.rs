// What became of a failure, in the codes that a caller branches on.

//= skill_errors: error
/// The codes by which failures of a skill are told.
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
    /// The code as it stands in an answer.
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
    /// What a caller branches on.
    pub code: ErrorCode,
    /// What happened, for a person.
    pub message: String,
    /// Whether trying again, or otherwise, may help.
    pub recoverable: bool,
    /// What to try.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suggested_action: Option<String>,
    /// What is wrong in particular, a place each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub details: Vec<String>,
}

/// What a skill answers that has failed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ErrorResponse {
    /// `failed`
    pub status: &'static str,
    /// Why.
    pub errors: Vec<SkillError>,
}

/// Failures that have a code of their own.
#[derive(Clone, Debug, PartialEq)]
pub enum Failure {
    /// An operation took longer than so many seconds.
    Timeout(Option<f64>),
    /// A service wants to be asked again later: after so many seconds, if it said when.
    RateLimited(Option<f64>),
    /// A program or service that the skill needs is not there.
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

/// Any error as the standard answer, by the first cause of it that has a code: an [`Error`] of this
/// file, a [`Failure`], an input or output that timed out. `timeout` is the limit that was set, in
/// seconds.
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
        // What it holds is not what it names as its source.
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
