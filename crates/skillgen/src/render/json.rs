//! `--format json`: the helper envelope (schemas/helper-envelope-v1.schema.json) around a command's payload, which is a
//! type of crates/skillgen/src/wire/.

use serde::Serialize;

use crate::clock;
use crate::wire::Report;
pub(crate) use crate::wire::helper_envelope_v1::HelperEnvelopeStatus as Status;
use crate::wire::helper_envelope_v1::{HelperEnvelope, HelperEnvelopeAgent, HelperEnvelopeError};

/// The version of the envelope and the payloads in it.
pub(crate) const SCHEMA_VERSION: &str = "1.0.0";

/// The envelope without a payload. `error` is (code, message); in the seed it is null exactly if the status is ok, so
/// other states get a general one by default.
pub(crate) fn envelope(status: Status, error: Option<(&str, &str)>) -> HelperEnvelope {
    let general = match status {
        Status::Ok => None,
        Status::Partial => Some(("PARTIAL", "some sources could not be read")),
        Status::Error => Some(("ERROR", "the job could not be done")),
        Status::ToolMissing => Some(("TOOL_MISSING", "a tool that this needs is not installed")),
    };
    HelperEnvelope {
        schema_version: SCHEMA_VERSION.to_owned(),
        status,
        error: error.or(general).map(|(code, message)| HelperEnvelopeError {
            code: code.to_owned(),
            message: message.to_owned(),
        }),
        agent: agent(),
        ts: runtime::cache::rfc3339(clock::now()),
        // The payload has its own.
        skipped_sources: None,
    }
}

/// The printed document: the envelope with `payload` at its top level.
pub(crate) fn report<P: Report>(
    status: Status,
    error: Option<(&str, &str)>,
    payload: &P,
) -> String {
    #[derive(Serialize)]
    struct Document<'p, P> {
        #[serde(flatten)]
        envelope: HelperEnvelope,
        #[serde(flatten)]
        payload: &'p P,
    }
    text(&Document { envelope: envelope(status, error), payload })
}

/// A document as it is printed: two-space indent, keys in order, a final newline.
pub(crate) fn text<T: Serialize>(value: &T) -> String {
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
fn agent() -> HelperEnvelopeAgent {
    let set = |name: &str| std::env::var_os(name).is_some_and(|v| !v.is_empty());
    if set("CODEX_PROFILE") {
        HelperEnvelopeAgent::Codex
    } else if set("GEMINI_PROFILE") {
        HelperEnvelopeAgent::Gemini
    } else {
        HelperEnvelopeAgent::Claude
    }
}
