/// The version of the payload's shape that this file's envelopes carry, unless another is given.
pub const SCHEMA_VERSION: &str = "1.0.0";

/// The environment variables by which an agent is known, in order; without any it is `claude`.
pub const AGENTS: [(&str, HelperEnvelopeAgent); 2] = [
    ("CODEX_PROFILE", HelperEnvelopeAgent::Codex),
    ("GEMINI_PROFILE", HelperEnvelopeAgent::Gemini),
];

/// The agent under which a process runs, by its environment.
pub fn detect_agent() -> HelperEnvelopeAgent {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let known = AGENTS.iter().find(|(name, _)| set(name));
    known.map_or(HelperEnvelopeAgent::Claude, |(_, agent)| *agent)
}

/// Reads an envelope of one major version and any minor of it.
///
/// # Errors
/// All issues, if the text is no envelope; one at `/schema_version`, if it is of another major.
pub fn accept(major: &str, text: &str) -> Result<HelperEnvelope, Error> {
    let value = parse(text)?;
    if value.schema_version.split('.').next() == Some(major) {
        return Ok(value);
    }
    let got = Value::from(value.schema_version);
    Err(Error {
        issues: vec![Issue {
            path: "/schema_version".to_owned(),
            keyword: "accept".to_owned(),
            expected: Value::from(major),
            message: format!("expected major version {major}, got {}", brief(&got)),
            got,
        }],
    })
}
