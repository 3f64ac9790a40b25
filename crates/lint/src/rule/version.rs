//! `manifest-version-invalid`: a package's version must be valid for Python's packaging (PEP 440).

use std::str::FromStr;

use contract::Pointer;
use serde_json::Value;

use crate::report::Report;
use crate::source::Source;

pub(crate) fn check(source: &Source, report: &mut Report) {
    let Some(version) = source.value().get("version").and_then(Value::as_str) else { return };
    let trimmed = version.trim();
    // The manifest's schema reports the empty string.
    if version.is_empty() || pep440_rs::Version::from_str(trimmed).is_ok() {
        return;
    }
    let message = format!("expected a PEP 440 version such as 1.2.0, found {version:?}");
    report
        .value("manifest-version-invalid", source, &Pointer::root().push("version"), message)
        .advise("write numbers joined by dots, with a, b, rc, .post or .dev where needed");
}
