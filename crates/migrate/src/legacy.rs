//! What the parsers read in a line of text: files of the Rust parser, so that a line of a script is read as `skillgen parse` reads it.

#![allow(dead_code, reason = "the parsers use all of these files, this crate a part")]

use std::borrow::Cow;

#[path = "../../../templates/rust/parse/legacy/claims.rs"]
mod claims;
#[path = "../../../templates/rust/parse/legacy/faults.rs"]
mod faults;
#[path = "../../../templates/rust/parse/legacy/forms.rs"]
mod forms;
#[path = "../../../templates/rust/parse/legacy/harmless.rs"]
mod harmless;
#[path = "../../../templates/rust/parse/legacy/hedge.rs"]
mod hedge;
#[path = "../../../templates/rust/parse/legacy/line.rs"]
mod line;
#[path = "../../../templates/rust/parse/legacy/matcher.rs"]
mod matcher;
#[path = "../../../templates/rust/parse/legacy/settled.rs"]
mod settled;
#[path = "../../../templates/rust/parse/legacy/tools.rs"]
mod tools;
#[path = "../../../templates/rust/parse/legacy/verdict.rs"]
mod verdict;

/// The line with `_` for words of failure that report none: `FAILED: none`, `❌ 0 errors`.
pub(crate) fn without_harmless(line: &str) -> Cow<'_, str> {
    harmless::overwrite(line)
}

/// Whether a line reports the failure of the script, whatever its exit status.
pub(crate) fn reports_failure(line: &str) -> bool {
    let line = line::judged_start(line);
    tools::verdict(line, &harmless::overwrite(line)) == verdict::Verdict::Failure
}

/// Whether a text counts what failed: `failed: 3`, `Missing files: 2`. `Port already in use: 8080` names one failure.
pub(crate) fn is_summary(text: &str) -> bool {
    line::is_summary(text)
}

/// Whether a line denies its success: `success is false`, `unsuccessful`.
pub(crate) fn denies_success(line: &str) -> bool {
    let line = line::judged_start(line);
    claims::is_denied(&harmless::overwrite(line))
}
