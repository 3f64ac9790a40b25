//! `manifest-max-attempt-unused`: only interactive runs have attempts, so the key has no effect in a
//! package without that mode.

use contract::Pointer;
use serde_json::Value;

use crate::report::Report;
use crate::source::{Source, quote};

/// Whether the attempts of a package are counted: it has interactive runs, or doesn't say which runs it has.
pub(super) fn counts(source: &Source) -> bool {
    let modes = source.value().get("execution_modes").and_then(Value::as_array);
    modes.is_none_or(|modes| modes.iter().any(|mode| mode == "interactive"))
}

pub(crate) fn check(source: &Source, report: &mut Report) {
    let modes = source.value().get("execution_modes").and_then(Value::as_array);
    if let (Some(given), Some(modes), false) =
        (source.value().get("max_attempt"), modes, counts(source))
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
