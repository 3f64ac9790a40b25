//! `manifest-max-attempt-unused`: only interactive runs have attempts, so the key has no effect in a
//! package without that mode.

use contract::Pointer;
use serde_json::Value;

use crate::report::Report;
use crate::source::{Source, quote};

pub(crate) fn check(source: &Source, report: &mut Report) {
    let modes = source.value().get("execution_modes").and_then(Value::as_array);
    let interactive = modes.is_some_and(|modes| modes.iter().any(|mode| mode == "interactive"));
    if let (Some(given), Some(modes), false) =
        (source.value().get("max_attempt"), modes, interactive)
    {
        let modes = quote(&Value::Array(modes.clone()));
        let message = format!(
            "max_attempt {} has no effect outside of interactive mode, found execution_modes {modes}",
            quote(given)
        );
        report
            .key(
                "manifest-max-attempt-unused",
                source,
                &Pointer::root().push("max_attempt"),
                message,
            )
            .advise("remove max_attempt, or add \"interactive\" to execution_modes");
    }
}
