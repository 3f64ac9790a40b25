//! What a line says about success. A text succeeded if a line says so and no line says otherwise. Words are
//! runs of ASCII letters, digits and `_`.

use super::claims;

/// What a line says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    Nothing,
    Success,
    /// A failure that may be another program's: `[INFO] BUILD FAILURE`, `failure=2`.
    Failing,
    /// A program crashed: `Traceback`, `fatal:`, `command not found` and the like.
    Crash,
    /// The script reports its own failure: `FAILURE: …`, `Result: FAIL`, `success: false`, `unsuccessful`.
    Failure,
}

/// Texts that programs print when they crash, anywhere in a line.
const CRASHES: [&str; 7] = [
    "Traceback (most recent call last)",
    "Segmentation fault",
    "command not found",
    "Command not found",
    "npm ERR!",
    "core dumped",
    "panicked at ",
];
/// The same at the start of a line.
const CRASH_HEADS: [&str; 4] = ["fatal:", "Fatal:", "FATAL:", "panic:"];
/// Before a colon and a word of success or failure, they state the result: `Status: OK`, `Conclusion: failure`.
const OUTCOMES: [&str; 6] = ["status", "result", "conclusion", "outcome", "verdict", "state"];
/// Before `failures: 3`, they make it a limit, or the count of another run.
const LIMITS: [&str; 8] =
    ["max", "maximum", "min", "allowed", "expected", "previous", "last", "target"];
/// Values that negate the word of success before them: `SUCCESS: never`, `success -> false`.
const REFUSALS: [&str; 10] =
    ["false", "no", "none", "null", "nil", "undefined", "nope", "n", "never", "not"];

/// Whether a line says that a program crashed.
pub(super) fn is_crash(line: &str) -> bool {
    CRASHES.iter().any(|crash| line.contains(crash))
        || CRASH_HEADS.iter().any(|head| line.starts_with(head))
}

/// Reads a line.
pub(super) fn of(line: &str) -> Verdict {
    if is_crash(line) {
        return Verdict::Crash;
    }
    if says_failed(line) || says_failed(super::line::body(line)) || claims::is_denied(line) {
        return Verdict::Failure;
    }
    let (mut open_claims, mut open_failures) = (None, None);
    let is_of_other = super::hedge::is_of_other(line);
    if !is_of_other && stated_outcome(line) == Verdict::Failure {
        return Verdict::Failure;
    }
    let mut succeeds =
        line.starts_with(['✓', '✔', '✅']) || !is_of_other && claims::is_affirmed(line);
    let mut fails = !is_of_other && is_failed_test(line);
    let closed = claims::without_open(line);
    let line = closed.as_ref();
    succeeds |= !is_of_other && stated_outcome(line) == Verdict::Success;
    let (mut before, mut end) = ("", 0);
    let bytes = line.as_bytes();
    while let Some(start) = bytes[end..].iter().position(is_sign).map(|offset| end + offset) {
        let gap = &line[end..start];
        let length = bytes[start..].iter().position(|byte| !is_sign(byte));
        let stop = length.map_or(bytes.len(), |length| start + length);
        let word = Place {
            line,
            text: &line[start..stop],
            rest: &line[stop..],
            before: if is_blank(gap) { before } else { "" },
            is_first: before.is_empty(),
            gap,
            goes_on: line[..end - before.len()].ends_with(['.', '/', '=', ':']),
        };
        match word.verdict() {
            Verdict::Nothing => {}
            Verdict::Success => {
                let open = open_claims.get_or_insert_with(|| super::hedge::open_claims(line));
                succeeds |= !is_of_other && open.binary_search(&start).is_err();
            }
            Verdict::Failing => {
                let open = open_failures.get_or_insert_with(|| super::hedge::open_failures(line));
                fails |= !is_of_other && open.binary_search(&start).is_err();
            }
            verdict => return verdict,
        }
        (before, end) = (word.text, stop);
    }
    match succeeds {
        _ if fails => Verdict::Failing,
        true => Verdict::Success,
        false => Verdict::Nothing,
    }
}

/// Whether a line begins with `FAILED`, unless it counts.
fn says_failed(line: &str) -> bool {
    let text = line.trim_start_matches(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
    let end = text.bytes().position(|byte| !is_sign(&byte)).unwrap_or(text.len());
    let (word, rest) = text.split_at(end);
    matches!(word, "FAILED" | "FAILURE" | "FAIL")
        && !(rest.starts_with('-') || is_zero(rest) || super::line::is_count(rest))
}

/// A line of the Test Anything Protocol: `not ok 2 - name`, unless it is marked as `# TODO` or `# SKIP`.
fn is_failed_test(line: &str) -> bool {
    let is = |text: &str, word: &str| {
        text.get(..word.len()).is_some_and(|head| head.eq_ignore_ascii_case(word))
    };
    let marked = |rest: &str| {
        rest.split('#').skip(1).any(|mark| {
            let mark = mark.trim_start_matches([' ', '\t']);
            is(mark, "todo") || is(mark, "skip")
        })
    };
    line.strip_prefix("not ok").is_some_and(|rest| {
        !rest.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_') && !marked(rest)
    })
}

/// What the label at the start of a line says: `failure: disk full`, `Build status: FAILED`, `Result:
/// ok`.
fn stated_outcome(line: &str) -> Verdict {
    let body = super::line::body(line)
        .trim_start_matches(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
    let Some(colon) = body.find([':', '=']) else { return Verdict::Nothing };
    let label = body[..colon].trim_end_matches(SOFT);
    let mut words = label.split([' ', '\t']).filter(|word| !word.is_empty());
    let is_plain = |word: &str| word.bytes().all(|byte| byte.is_ascii_alphabetic());
    let rest = &body[label.len()..];
    let Some((value, after)) = labelled(rest).filter(|_| words.clone().all(is_plain)) else {
        return Verdict::Nothing;
    };
    let is = |list: &[&str], word: &str| list.iter().any(|one| one.eq_ignore_ascii_case(word));
    if is(&["failure", "fail"], label) {
        let count = super::line::is_count(rest) || value == "0" && !after.starts_with(['.', '%']);
        let number = value.bytes().all(|byte| byte.is_ascii_digit()) && !value.is_empty();
        let open = count || (number || is(&REFUSALS, value)) && ends_value(after);
        return if open { Verdict::Nothing } else { Verdict::Failure };
    }
    let count = words.clone().count();
    if count > 3 || !words.next_back().is_some_and(|last| is(&OUTCOMES, last)) {
        return Verdict::Nothing;
    }
    let good = [
        "ok",
        "success",
        "successful",
        "succeeded",
        "pass",
        "passed",
        "complete",
        "completed",
        "done",
    ];
    let ends = after.trim_start_matches(SOFT);
    let ends = ends.is_empty() || ends.starts_with(['.', ',', ';', '!', '|', '(', ')', ']', '}']);
    match value {
        _ if is(&["failed", "failure", "fail"], value) && !after.starts_with(['=', '-']) => {
            Verdict::Failure
        }
        _ if is(&good, value) && ends && !after.starts_with('-') => Verdict::Success,
        _ => Verdict::Nothing,
    }
}

/// Whether a value ends with this word.
fn ends_value(after: &str) -> bool {
    let after = after.strip_prefix(['.', '!']).unwrap_or(after).trim_start_matches(SOFT);
    after.is_empty() || after.starts_with([',', ';', '|', '}', ')', ']'])
}

/// Whether `failed` or `error` counts zero: `0 failed`, `without error`, `failed: 0`, `error count: 0`.
pub(super) fn counts_nothing(before: &str, rest: &str) -> bool {
    let head = |count: &str| {
        let cut = before.len().checked_sub(count.len() + 1)?;
        let word = before.get(cut..)?.strip_suffix([' ', '\t'])?;
        let outer = before[..cut].bytes().next_back();
        let is_alone = outer.is_none_or(|c| !matches!(c, b'.' | b'=' | b':') && !is_sign(&c));
        Some(word.eq_ignore_ascii_case(count) && is_alone)
    };
    let free = ["0", "no", "zero", "without", "fixed"];
    free.iter().any(|count| head(count) == Some(true)) || is_zero(rest) || is_zero_count(rest)
}

/// ` count: 0`, ` rate = 0.0%`.
fn is_zero_count(rest: &str) -> bool {
    let word = rest.trim_start_matches([' ', '\t']);
    let end = word.bytes().position(|byte| !is_sign(&byte)).unwrap_or(word.len());
    let is_noun =
        ["count", "rate", "total"].iter().any(|noun| noun.eq_ignore_ascii_case(&word[..end]));
    let value = word[end..].trim_start_matches(SOFT).strip_prefix([':', '=']);
    let Some(value) = value.filter(|_| is_noun && word.len() < rest.len()) else { return false };
    let value = value.trim_start_matches(SOFT);
    let stop = value.bytes().position(|b| !is_sign(&b) && !matches!(b, b'.' | b'%'));
    let number = &value[..stop.unwrap_or(value.len())];
    let number = number.strip_suffix('.').unwrap_or(number);
    let number = number.strip_suffix('%').unwrap_or(number);
    let (whole, fraction) = number.split_once('.').unwrap_or((number, "0"));
    let zeros = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte == b'0');
    zeros(whole) && zeros(fraction)
}

/// A word in its line.
struct Place<'l> {
    line: &'l str,
    text: &'l str,
    rest: &'l str,
    /// The word before it, if there are only spaces between.
    before: &'l str,
    is_first: bool,
    /// The text between it and the word before.
    gap: &'l str,
    /// The word before it is the end of a decimal or a path.
    goes_on: bool,
}

impl Place<'_> {
    fn is(&self, words: &[&str]) -> bool {
        words.iter().any(|word| self.text.eq_ignore_ascii_case(word))
    }

    fn follows(&self, words: &[&str]) -> bool {
        words.iter().any(|word| self.before.eq_ignore_ascii_case(word))
    }

    fn verdict(&self) -> Verdict {
        // The lengths of the words in the lists.
        if !(2..=14).contains(&self.text.len()) {
            return Verdict::Nothing;
        }
        if self.is(&["failure", "failures", "fail", "failing", "errors"]) {
            return if self.is_failing() { Verdict::Failing } else { Verdict::Nothing };
        }
        if matches!(self.text, "PASS" | "PASSED") && self.is_first {
            let counts = self.rest.trim_start_matches([' ', '\t', ':', '=']);
            let open =
                self.rest.starts_with('-') || counts.starts_with(|c: char| c.is_ascii_digit());
            return if open || self.gap.contains('?') {
                Verdict::Nothing
            } else {
                Verdict::Success
            };
        }
        if self.is(&["passing"]) {
            let counts = self.counts() && !self.is_part_of_whole();
            return if counts { Verdict::Success } else { Verdict::Nothing };
        }
        let stem = self.is(&["success", "successful", "successfully", "succeeded"]);
        if !stem && !self.is(&["done", "complete", "completed", "ok", "passed"]) {
            return Verdict::Nothing;
        }
        // `SUCCESSFUL: 0`
        if stem && !self.is(&["success"]) && is_zero(self.rest) {
            return Verdict::Nothing;
        }
        if self.is(&["success"])
            && labelled(self.rest)
                .is_some_and(|(value, after)| value == "1" && !after.starts_with('.'))
        {
            return Verdict::Success;
        }
        if self.is(&["passed"]) && self.counts() && !self.is_part_of_whole() {
            return Verdict::Success;
        }
        let capital = stem && self.text.bytes().all(|byte| byte.is_ascii_uppercase());
        let is_verb = self.is(&["passed", "succeeded", "completed"]);
        if capital
            || self.is(&["succeeded", "successfully"])
            || self.is_head()
            || self.is_tail()
            || self.ends_sentence()
            || self.takes_time()
            || is_verb && super::hedge::is_of_all(self.line_before())
        {
            return Verdict::Success;
        }
        Verdict::Nothing
    }

    /// A word of failure at the end, in capitals, or with a count: `BUILD FAILURE`, `2 failures`.
    fn is_failing(&self) -> bool {
        let counted = labelled(self.rest)
            .is_some_and(|(value, _)| value.starts_with(|c: char| ('1'..='9').contains(&c)));
        if self.is(&["failure", "failures", "errors"]) && counted && !self.follows(&LIMITS)
            || !self.is(&["fail", "errors"]) && self.counts()
        {
            return true;
        }
        // `3 errors` of a linter, and `ERRORS!`, are read with what programs print.
        if self.is(&["errors"]) {
            return false;
        }
        if self.is(&["failures", "failing"]) {
            // `FAILURES!` of phpunit
            return self.text == "FAILURES"
                && self.rest.trim_start_matches([' ', '\t']).starts_with('!');
        }
        let digit = labelled(self.rest)
            .is_some_and(|(value, _)| value.starts_with(|c: char| c.is_ascii_digit()));
        let anywhere = self.text == "FAILURE" && !self.rest.starts_with('-') && !digit;
        let named = self.text == "FAIL"
            || !self.is(&["fail"])
            || self.gap.trim_end_matches(SOFT).ends_with([':', '=']);
        anywhere || named && self.is_tail()
    }

    /// A number from 1 on precedes it.
    fn counts(&self) -> bool {
        self.before.bytes().all(|byte| byte.is_ascii_digit())
            && self.before.starts_with(|c: char| ('1'..='9').contains(&c))
            && !self.goes_on
    }

    /// ` out of 5`, ` of 5`
    fn is_part_of_whole(&self) -> bool {
        let behind = self.rest.trim_start_matches([' ', '\t']);
        let end = behind.bytes().position(|byte| !is_sign(&byte)).unwrap_or(behind.len());
        ["of", "out"].iter().any(|word| word.eq_ignore_ascii_case(&behind[..end]))
            && behind.len() < self.rest.len()
    }

    /// The first word, at the end or before punctuation.
    fn is_head(&self) -> bool {
        let closed = self.rest.is_empty()
            || self.rest.starts_with([':', '.', '!', ',', '*'])
            || self.rest.trim_start_matches([' ', '\t']).starts_with([')', ']'])
            || self.rest.starts_with(" -")
            || self.rest.starts_with("\t-");
        let known = self.is(&["success", "successful", "done", "complete", "completed", "ok"]);
        let goes_on = self.is(&["done", "completed", "ok"]) && self.is_counted_head();
        let tabbed = self.rest.trim_start_matches(' ').starts_with('\t');
        let is_ok = self.is(&["ok"])
            && (tabbed || self.rest.starts_with(" (") || self.rest.starts_with("\t("));
        let is_passed = self.is(&["passed"])
            && (self.rest.starts_with('!')
                || self.rest.trim_start_matches([' ', '\t']).starts_with(']'));
        let is_head = known && closed || goes_on || is_ok || is_passed;
        self.is_first && is_head && !self.gap.contains('?')
    }

    /// ` in 4.2s`, ` 5 files`, ` 1 - name`, but not ` 50 %`.
    fn is_counted_head(&self) -> bool {
        let next = self.rest.trim_start_matches([' ', '\t']);
        if next.len() == self.rest.len() {
            return false;
        }
        let is_in = next.get(..2).is_some_and(|word| word.eq_ignore_ascii_case("in"));
        if is_in && next[2..].starts_with([' ', '\t']) {
            return true;
        }
        let behind = next.trim_start_matches(|c: char| c.is_ascii_digit());
        let item = behind.trim_start_matches([' ', '\t']);
        next.starts_with(|c: char| ('1'..='9').contains(&c))
            && (behind.is_empty()
                || item.len() < behind.len()
                    && item.starts_with(|c: char| c.is_ascii_alphabetic() || "#_-".contains(c)))
    }

    /// The last word of a sentence that is followed by another.
    fn ends_sentence(&self) -> bool {
        let behind = self.rest.strip_prefix(['.', '!']);
        behind.is_some_and(|behind| behind.starts_with([' ', '\t']))
    }

    /// `success in 23ms`
    fn takes_time(&self) -> bool {
        let next = self.rest.trim_start_matches([' ', '\t']);
        let time = next.get(..2).filter(|word| word.eq_ignore_ascii_case("in"));
        let time = time.map(|_| &next[2..]).filter(|_| next.len() < self.rest.len());
        self.is(&["success", "complete", "completed", "done"])
            && time.is_some_and(|time| {
                let number = time.trim_start_matches([' ', '\t']);
                number.len() < time.len() && number.starts_with(|c: char| c.is_ascii_digit())
            })
    }

    fn line_before(&self) -> &str {
        &self.line[..self.line.len() - self.rest.len() - self.text.len()]
    }

    /// The last word.
    fn is_tail(&self) -> bool {
        let last = self.rest.bytes().take_while(|byte| !is_sign(byte) && *byte != b'?').count();
        last == self.rest.len()
    }
}

fn is_blank(gap: &str) -> bool {
    gap.bytes().all(|byte| matches!(byte, b' ' | b'\t'))
}

fn is_sign(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || *byte == b'_'
}

const SOFT: [char; 6] = ['"', '\'', '*', '`', ' ', '\t'];

/// The word after a label, and what follows it.
fn labelled(rest: &str) -> Option<(&str, &str)> {
    let value = rest.trim_start_matches(SOFT).strip_prefix([':', '='])?.trim_start_matches(SOFT);
    let end = value.bytes().position(|byte| !is_sign(&byte)).unwrap_or(value.len());
    Some(value.split_at(end))
}

/// `: 0`, not part of a larger number.
pub(super) fn is_zero(rest: &str) -> bool {
    labelled(rest).is_some_and(|(value, after)| value == "0" && !after.starts_with(['.', '%']))
}
