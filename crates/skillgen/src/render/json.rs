//! `--format json`: the helper envelope (schemas/helper-envelope-v1.schema.json) around a command's payload.

use serde_json::{Map, Value, json};

use crate::clock;

/// The version of the envelope and the payloads in it.
pub(crate) const SCHEMA_VERSION: &str = "1.0.0";

/// The `status` of an envelope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// All done.
    Ok,
    /// Some sources are unreadable: the payload has `skipped_sources`.
    Partial,
    /// The command failed.
    Error,
    /// A required tool is not installed.
    ToolMissing,
}

impl Status {
    fn as_str(self) -> &'static str {
        match self {
            Status::Ok => "ok",
            Status::Partial => "partial",
            Status::Error => "error",
            Status::ToolMissing => "tool-missing",
        }
    }
}

/// The envelope with `payload` at its top level. `error` is (code, message); in the seed it is null
/// exactly if the status is ok, so other states get a general one by default.
pub(crate) fn envelope(
    status: Status,
    error: Option<(&str, &str)>,
    payload: Map<String, Value>,
) -> Value {
    let general = match status {
        Status::Ok => None,
        Status::Partial => Some(("PARTIAL", "some sources could not be read")),
        Status::Error => Some(("ERROR", "the job could not be done")),
        Status::ToolMissing => Some(("TOOL_MISSING", "a tool that this needs is not installed")),
    };
    let error = match error.or(general) {
        Some((code, message)) => json!({"code": code, "message": message}),
        None => Value::Null,
    };
    let mut envelope = Map::new();
    envelope.insert("schema_version".to_owned(), json!(SCHEMA_VERSION));
    envelope.insert("status".to_owned(), json!(status.as_str()));
    envelope.insert("error".to_owned(), error);
    envelope.insert("agent".to_owned(), json!(agent()));
    envelope.insert("ts".to_owned(), json!(runtime::cache::rfc3339(clock::now())));
    envelope.extend(payload);
    Value::Object(envelope)
}

/// The printed document: two-space indent, keys in order, a final newline.
pub(crate) fn text(value: &Value) -> String {
    let printed = serde_json::to_string_pretty(value).unwrap_or_else(|_| "null".to_owned());
    escaped(&printed) + "\n"
}

/// JSON in which characters that control a terminal, that some programs take for the end of a line, or that nobody sees are
/// written as `\u` escapes, which mean the same.
pub(crate) fn escaped(json: &str) -> String {
    let mut text = String::with_capacity(json.len());
    for c in json.chars() {
        // Outside of strings, only newlines of the layout are control characters.
        if c != '\n' && (contract::text::steers(c) || contract::text::is_unseen(c)) {
            for unit in c.encode_utf16(&mut [0; 2]) {
                text.push_str(&format!("\\u{unit:04x}"));
            }
        } else {
            text.push(c);
        }
    }
    text
}

/// The agent that runs the helper, detected as in the seed.
fn agent() -> &'static str {
    let set = |name: &str| std::env::var_os(name).is_some_and(|v| !v.is_empty());
    if set("CODEX_PROFILE") {
        "codex"
    } else if set("GEMINI_PROFILE") {
        "gemini"
    } else {
        "claude"
    }
}
