//! `FAILED`: a script that ends with status 0 and says that it failed.

use super::Pattern;
use crate::word::HOLE;

pub(super) static PATTERN: Pattern = Pattern {
    id: "status",
    slot: "success",
    what: "a line that begins with FAILED, FAILURE or FAIL, with the tag `[FAIL]`, or with `success: false` or `unsuccessful` in any case; SUCCESS, COMPLETE, DONE and OK need no edit",
    why: "`success` follows the exit status; such a line can only set it to false",
    refuses: "counts (`FAILED: 0`), `FAIL-SAFE`, and the word inside a sentence or in lower case",
    takes: |line| {
        if denies_success(&line.body) {
            return true;
        }
        let word: String = line.body.chars().take_while(char::is_ascii_alphabetic).collect();
        let is_part = line.body[word.len()..].starts_with('-');
        let rest = line.body[word.len()..].trim_start_matches([':', ' ']).trim_end();
        let counts = !rest.is_empty() && rest.chars().all(|c| c.is_ascii_digit() || c == ' ');
        (matches!(word.as_str(), "FAILED" | "FAILURE" | "FAIL") && !is_part && !counts)
            || line.line.starts_with("[FAIL]")
            || line.line.starts_with("[FAILED]")
    },
    stderr: false,
};

/// `success: false`, also where a variable holds the value, and `unsuccessful`.
fn denies_success(body: &str) -> bool {
    let lower = body.to_ascii_lowercase();
    stated_success(&lower)
        .is_some_and(|value| value.starts_with("false") || value.starts_with(HOLE))
        || lower.starts_with("unsuccessful")
}

/// The value of `success: VALUE`.
fn stated_success(lower: &str) -> Option<&str> {
    let value = lower.strip_prefix("success")?.trim_start_matches(['*', ' ']);
    Some(value.strip_prefix([':', '='])?.trim_start_matches(['*', ' ']))
}

/// Is the value of `success: VALUE` seen only when it is printed?
pub(crate) fn is_told_later(body: &str) -> bool {
    stated_success(&body.to_ascii_lowercase()).is_some_and(|value| value.starts_with(HOLE))
}
