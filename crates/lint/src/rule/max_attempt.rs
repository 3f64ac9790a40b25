//! `manifest-max-attempt-unused`: only interactive runs have attempts, so the key has no effect in a
//! package without that mode, and an invalid value is a warning there.

use contract::{Level, Pointer};
use serde_json::Value;

use crate::report::Report;
use crate::source::{Source, quote};

pub(crate) fn check(source: &Source, report: &mut Report) {
    let modes = source.value().get("execution_modes").and_then(Value::as_array);
    let interactive = modes.is_some_and(|modes| modes.iter().any(|mode| mode == "interactive"));
    if let (Some(given), Some(modes), false) =
        (source.value().get("max_attempt"), modes, interactive)
    {
        let place = Pointer::root().push("max_attempt");
        let is_valid = given.as_f64().is_some_and(|number| number >= 1.0 && number.fract() == 0.0);
        let rule = "manifest-max-attempt-invalid";
        // A schema may refuse the value in each mode.
        let is_refused = || report.found.iter().any(|found| found.finding.rule == rule);
        if !is_valid && !is_refused() {
            let message =
                format!("max_attempt: expected a positive integer, found {}", quote(given));
            report.value(rule, source, &place, message).at_level(Level::Warning);
            return;
        }
        let modes = quote(&Value::Array(modes.clone()));
        let message = format!(
            "max_attempt {} has no effect outside of interactive mode, found execution_modes {modes}",
            quote(given)
        );
        report
            .key("manifest-max-attempt-unused", source, &place, message)
            .advise("remove max_attempt, or add \"interactive\" to execution_modes");
    }
}
