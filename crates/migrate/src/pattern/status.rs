//! `FAILED`: a script that ends with status 0 and says that it failed.

use super::Pattern;

pub(super) static PATTERN: Pattern = Pattern {
    id: "status",
    slot: "success",
    what: "a line that begins with FAILED, FAILURE or FAIL, or with the tag `[FAIL]`; SUCCESS, COMPLETE, DONE and OK need no edit",
    why: "`success` follows the exit status; such a line can only set it to false",
    refuses: "counts (`FAILED: 0`), `FAIL-SAFE`, and the word inside a sentence or in lower case",
    takes: |line| {
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
