//! What the parsers read in a line of text: files of the Rust parser, so that a line of a script is read as `skillgen parse` reads it.

use std::borrow::Cow;

#[path = "../../../templates/rust/parse/legacy/claims.rs"]
#[allow(dead_code, reason = "the parsers use all of it, this crate a part")]
mod claims;
#[path = "../../../templates/rust/parse/legacy/faults.rs"]
#[allow(dead_code, reason = "the parsers use all of it, this crate a part")]
mod faults;
#[path = "../../../templates/rust/parse/legacy/harmless.rs"]
#[allow(dead_code, reason = "the parsers use all of it, this crate a part")]
mod harmless;
#[path = "../../../templates/rust/parse/legacy/hedge.rs"]
#[allow(dead_code, reason = "the parsers use all of it, this crate a part")]
mod hedge;
#[path = "../../../templates/rust/parse/legacy/line.rs"]
#[allow(dead_code, reason = "the parsers use all of it, this crate a part")]
mod line;
#[path = "../../../templates/rust/parse/legacy/settled.rs"]
#[allow(dead_code, reason = "the parsers use all of it, this crate a part")]
mod settled;
#[path = "../../../templates/rust/parse/legacy/tools.rs"]
#[allow(dead_code, reason = "the parsers use all of it, this crate a part")]
mod tools;
#[path = "../../../templates/rust/parse/legacy/verdict.rs"]
#[allow(dead_code, reason = "the parsers use all of it, this crate a part")]
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

/// Whether a line denies its success: `success is false`, `unsuccessful`.
pub(crate) fn denies_success(line: &str) -> bool {
    let line = line::judged_start(line);
    claims::is_denied(&harmless::overwrite(line))
}
