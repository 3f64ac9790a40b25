/// The schema version of this file's envelopes, unless the caller gives another.
pub const SCHEMA_VERSION: &str = "1.0.0";

/// The environment variables that identify an agent, in order; the default is `claude`.
pub const AGENTS: [(&str, HelperEnvelopeAgent); 2] = [
    ("CODEX_PROFILE", HelperEnvelopeAgent::Codex),
    ("GEMINI_PROFILE", HelperEnvelopeAgent::Gemini),
];

/// The agent that runs this process, from its environment.
pub fn detect_agent() -> HelperEnvelopeAgent {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let known = AGENTS.iter().find(|(name, _)| set(name));
    known.map_or(HelperEnvelopeAgent::Claude, |(_, agent)| *agent)
}

/// Reads an envelope of one major version, with any minor version. The version is checked first.
///
/// # Errors
/// Returns all issues if the text is not an envelope, or one at `/schema_version` for another major
/// version.
pub fn accept(major: &str, text: &str) -> Result<HelperEnvelope, runtime::Error> {
    let stated = serde_json::from_str::<Value>(text).ok();
    let version = stated
        .as_ref()
        .and_then(|value| value.get("schema_version")?.as_str());
    let other = version
        .and_then(|version| version.split_once('.'))
        .is_some_and(|(stated, _)| {
            stated != major && stated.bytes().all(|byte| byte.is_ascii_digit())
        });
    let Some(got) = version.filter(|_| other).map(Value::from) else {
        return parse(text);
    };
    Err(runtime::Error {
        issues: vec![runtime::Issue {
            path: "/schema_version".to_owned(),
            keyword: "accept".to_owned(),
            expected: Value::from(major),
            message: format!(
                "expected major version {major}, got {}",
                runtime::brief(&got)
            ),
            got,
        }],
    })
}

/// The fields of an envelope beside the payload; fields that are not given are derived.
#[derive(Clone, Debug, Default)]
pub struct EnvelopeOptions {
    /// The status; `ok`, if not given.
    pub status: Option<HelperEnvelopeStatus>,
    /// Code and message of the error.
    pub error: Option<(String, String)>,
    /// The schema version; [`SCHEMA_VERSION`], if not given.
    pub schema_version: Option<String>,
    /// The time of the run; now, or `SOURCE_DATE_EPOCH`, if not given.
    pub ts: Option<String>,
}

/// An envelope around a payload, with keys in the contract's order.
///
/// # Errors
/// Returns all issues if the envelope is invalid, such as a status other than `ok` without an
/// error.
pub fn envelope(
    payload: serde_json::Map<String, Value>,
    options: EnvelopeOptions,
) -> Result<HelperEnvelope, runtime::Error> {
    let error = options.error.map(|(code, message)| {
        let pair = [
            ("code".to_owned(), code.into()),
            ("message".to_owned(), message.into()),
        ];
        Value::Object(pair.into_iter().collect())
    });
    let fixed = [
        (
            "schema_version",
            options
                .schema_version
                .map_or(SCHEMA_VERSION.into(), Value::from),
        ),
        (
            "status",
            runtime::untyped(&options.status.unwrap_or(HelperEnvelopeStatus::Ok))?,
        ),
        ("error", error.unwrap_or(Value::Null)),
        ("agent", runtime::untyped(&detect_agent())?),
        ("ts", options.ts.unwrap_or_else(now).into()),
    ];
    let mut value: serde_json::Map<String, Value> = fixed
        .into_iter()
        .map(|(key, value)| (key.to_owned(), value))
        .collect();
    for (key, part) in payload {
        value.entry(key).or_insert(part);
    }
    from_value(Value::Object(value))
}

/// The envelope of a failed helper. A missing tool has a status of its own.
///
/// # Errors
/// Returns issues only if this file has a fault.
pub fn failure(
    error: &(dyn std::error::Error + 'static),
    timeout: Option<f64>,
) -> Result<HelperEnvelope, runtime::Error> {
    let told = runtime::handle_skill_error(error, timeout)
        .errors
        .into_iter()
        .next();
    let (code, message) = told.map_or((runtime::ErrorCode::InternalError, String::new()), |told| {
        (told.code, told.message)
    });
    let status = match code {
        runtime::ErrorCode::ToolNotAvailable => HelperEnvelopeStatus::ToolMissing,
        _ => HelperEnvelopeStatus::Error,
    };
    let error = Some((code.as_str().to_owned(), message));
    envelope(
        serde_json::Map::new(),
        EnvelopeOptions {
            status: Some(status),
            error,
            ..EnvelopeOptions::default()
        },
    )
}

/// What a consumer does in each of the four states.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum State<'e> {
    /// Use the payload.
    Ok,
    /// Use the payload and report what was skipped.
    Partial(&'e [Value]),
    /// Fall back to something else.
    Error {
        /// The error code.
        code: &'e str,
        /// What happened.
        message: &'e str,
    },
    /// Ask the user to install a tool; the helper itself did not fail.
    ToolMissing {
        /// The error code.
        code: &'e str,
        /// The missing tool.
        message: &'e str,
    },
}

/// The state of an envelope.
pub fn dispatch(value: &HelperEnvelope) -> State<'_> {
    let error = value.error.as_ref();
    let (code, message) = error.map_or(("UNKNOWN", ""), |it| {
        (it.code.as_str(), it.message.as_str())
    });
    let skipped = value.skipped_sources.as_deref().unwrap_or_default();
    match value.status {
        HelperEnvelopeStatus::Ok => State::Ok,
        HelperEnvelopeStatus::Partial => State::Partial(skipped),
        HelperEnvelopeStatus::Error => State::Error { code, message },
        HelperEnvelopeStatus::ToolMissing => State::ToolMissing { code, message },
    }
}

/// The time now, or of `SOURCE_DATE_EPOCH`, in UTC.
fn now() -> String {
    let set = std::env::var("SOURCE_DATE_EPOCH")
        .ok()
        .and_then(|text| text.parse::<u64>().ok());
    let clock = || {
        let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        since.map_or(0, |since| since.as_secs())
    };
    let seconds = set.unwrap_or_else(clock).min(253_402_300_799);
    // Days to year, month and day: eras of 400 years that begin on 1 March.
    let days = seconds / 86_400 + 719_468;
    let of_era = days % 146_097;
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 {
        shifted + 3
    } else {
        shifted - 9
    };
    let year = days / 146_097 * 400 + year_of_era + u64::from(month < 3);
    let (hour, minute, second) = (seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}
