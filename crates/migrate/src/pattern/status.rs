//! `FAILED`: a script that ends with status 0 and says that it failed.

use super::Pattern;
use crate::legacy;
use crate::reports_none::LETTERS;
use crate::word::HOLE;

pub(super) static PATTERN: Pattern = Pattern {
    id: "status",
    slot: "success",
    what: "a line that begins with FAILED, FAILURE or FAIL, with `failure:` or a label such as `Result: fail` in any case, with the tag `[FAIL]` (also on stderr), or that denies its success in any case (`success: false`, `success is false`, `unsuccessful`, `not successful`), by the rules of the parsers; SUCCESS, COMPLETE, DONE and OK need no edit",
    why: "`success` follows the exit status; such a line can only set it to false; each one with more than the word FAILED is added to `errors`",
    refuses: "counts (`FAILED: 0`, `FAILED tests: 3`, `FAIL=$n`), `FAIL-SAFE`, and the word inside a sentence or in lower case",
    takes: |line| {
        // JSON in a variable is the result of the script, not a line about it.
        if line.line.starts_with("{\"") {
            return false;
        }
        if !line.line.contains(HOLE) {
            return legacy::reports_failure(&line.line);
        }
        if denial(&line.line) != Denial::No {
            return true;
        }
        let word: String = line.body.chars().take_while(char::is_ascii_alphabetic).collect();
        // `FAIL-SAFE`, and the keys `FAIL=$n` and `FAIL_COUNT=0`.
        let is_part = line.body[word.len()..].starts_with(['-', '=', '_']);
        (matches!(word.as_str(), "FAILED" | "FAILURE" | "FAIL")
            && !is_part
            && !is_count(&line.body[word.len()..]))
            || has_tag(&line.line)
            || reports_failure(&line.body)
    },
    stderr: false,
};

/// At the head of a line they say that it failed.
const TAGS: [&str; 5] = ["[FAIL]", "[FAILED]", "[FAILURE]", "[ FAIL ]", "[ FAILED ]"];

/// Whether a line has such a tag: also on standard error, it says that something failed.
pub(super) fn has_tag(line: &str) -> bool {
    TAGS.iter().any(|tag| line.starts_with(tag))
}

/// Whether a line is marked as a warning.
pub(super) fn is_warning(line: &str) -> bool {
    const MARKS: [&str; 3] = ["[WARN]", "[WARNING]", "\u{26A0}"];
    MARKS.iter().any(|mark| line.starts_with(mark))
}

/// Whether a count follows `FAILED`: `: 3`, ` tests: 3`, ` tests: $n`.
fn is_count(rest: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let rest = rest.trim_end();
    if is_number(rest.trim_start_matches([':', ' '])) {
        return true;
    }
    let Some((label, count)) = rest.split_once(':') else { return false };
    let Some(label) = label.strip_prefix(' ') else { return false };
    let mut words = label.trim_end().split(' ');
    let is_word = |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_alphabetic());
    let count = count.trim_start();
    words.clone().count() <= 2
        && words.all(is_word)
        && (is_number(count) || count == HOLE.to_string())
}

/// Words in a line that negate its success. `parse` reads them in the same way.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Denial {
    No,
    /// `success: false`, `unsuccessful`, `not successful`
    Stated,
    /// `success: $ok`
    ToldLater,
}

/// Before a colon and a word of failure, they state the result of the run.
const OUTCOMES: [&str; 6] = ["status", "result", "conclusion", "outcome", "verdict", "state"];
/// After one of them, the label is not about this run.
const OTHERS: [&str; 15] = [
    "expect",
    "expects",
    "expected",
    "want",
    "wants",
    "wanted",
    "previous",
    "previously",
    "prior",
    "earlier",
    "usage",
    "todo",
    "fixme",
    "example",
    "default",
];
/// Values without a failure.
const NONE: [&str; 10] =
    ["false", "no", "none", "null", "nil", "undefined", "nope", "n", "never", "not"];

/// Whether a line says `failure: text` or `Build result: FAIL`. A value that is only in a variable is left to the exit
/// status: `Status: $state` may be about anything.
fn reports_failure(body: &str) -> bool {
    let is = |list: &[&str], word: &str| list.iter().any(|one| one.eq_ignore_ascii_case(word));
    let body = body.trim_start_matches(|c: char| !bash_syntax::is_name_char(c));
    let Some(colon) = body.find([':', '=']) else { return false };
    let label = body[..colon].trim_end_matches(SOFT);
    let words: Vec<&str> = label.split([' ', '\t']).filter(|word| !word.is_empty()).collect();
    let value = body[colon + 1..].trim_start_matches(SOFT);
    let end = value.find(|c: char| !bash_syntax::is_name_char(c)).unwrap_or(value.len());
    let (word, after) = value.split_at(end);
    let ends = after.strip_prefix(['.', '!']).unwrap_or(after).trim_start_matches(SOFT);
    let ends = ends.is_empty() || ends.starts_with([',', ';', '|', '}', ')', ']']);
    if is(&["failure", "fail"], label) {
        let is_number = !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
        let is_zero = word == "0" && !after.starts_with(['.', '%']);
        let is_none = is_zero || (is_number || is(&NONE, word)) && ends;
        return !is_none && !value.starts_with(HOLE) && !is_count(&body[label.len()..]);
    }
    words.len() <= 3
        && words.iter().all(|word| word.bytes().all(|b| b.is_ascii_alphabetic()))
        && words.last().is_some_and(|last| is(&OUTCOMES, last))
        && !(words.len() > 1 && (is(&OTHERS, words[0]) || is(&["last"], words[0])))
        && is(&["failed", "failure", "fail"], word)
        && !after.starts_with(['=', '-'])
}

const SOFT: [char; 6] = ['"', '\'', '*', '`', ' ', '\t'];

fn denial(line: &str) -> Denial {
    if legacy::denies_success(&line.replace(HOLE, LETTERS)) {
        return Denial::Stated;
    }
    let is_sign = bash_syntax::is_name_char;
    let mut end = 0;
    while let Some(start) = line[end..].find(is_sign).map(|offset| end + offset) {
        let length = line[start..].find(|c| !is_sign(c));
        end = length.map_or(line.len(), |length| start + length);
        let is_success = line[start..end].eq_ignore_ascii_case("success");
        let value = is_success.then(|| stated_value(&line[end..])).flatten();
        if value.is_some_and(|value| value.starts_with(HOLE)) {
            return Denial::ToldLater;
        }
    }
    Denial::No
}

/// The value after `success:`.
fn stated_value(rest: &str) -> Option<&str> {
    let value = rest.trim_start_matches(SOFT).strip_prefix([':', '='])?;
    Some(value.trim_start_matches(SOFT))
}

/// Whether the value of `success: VALUE` is only known when it is printed.
pub(crate) fn is_told_later(line: &str) -> bool {
    denial(line) == Denial::ToldLater
}

#[cfg(test)]
mod tests {
    use crate::{Choice, Options, plan};

    #[test]
    fn keys_and_headings_are_no_verdict() {
        let patterns = |line: &str| -> Vec<String> {
            let script = format!("#!/usr/bin/env bash\nfail=$(grep -c a b)\n{line}\n");
            let options =
                Options { gainless: Choice::Leave, answers: Choice::Leave, ..Options::default() };
            let plan = plan(script.as_bytes(), &options);
            let edits = plan.edits.iter().filter(|edit| edit.line == 3);
            edits.map(|edit| edit.pattern.to_string()).collect()
        };
        for line in [
            "echo \"FAIL=$fail\"",
            "echo \"FAIL_COUNT=${fail}\"",
            "echo \"=== ERROR: manifest and build ===\"",
            "echo \"error: 0\"",
            "echo \"**Current State:** Specification Created\"",
            "echo \"Max iterations: $fail\"",
            "echo \"Last seen: $(stat -c %y b)\"",
        ] {
            assert_eq!(patterns(line), Vec::<String>::new(), "{line}");
        }
        for (line, id) in [
            ("echo \"FAIL: no b\"", "status"),
            ("echo \"Result: FAIL\"", "status"),
            ("echo \"=== ERROR: no manifest\"", "error"),
            ("echo \"Bytes: $(stat -c %s b)\"", "metric"),
        ] {
            assert_eq!(patterns(line), [id], "{line}");
        }
    }
}
