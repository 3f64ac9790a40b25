//! What one line says of success. Nothing said is no success: a text succeeded where a line says so, and no
//! line says otherwise. Words are runs of ASCII letters, digits and `_`.

/// What a line says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    Nothing,
    Success,
    /// A program ended early: `Traceback`, `fatal:`, `command not found` and the like.
    Crash,
    /// The script itself says that it failed: `FAILURE: …`, `success: false`, `unsuccessful`.
    Failure,
}

/// What programs print when they end early, wherever it stands in a line.
const CRASHES: [&str; 7] = [
    "Traceback (most recent call last)",
    "Segmentation fault",
    "command not found",
    "Command not found",
    "npm ERR!",
    "core dumped",
    "panicked at ",
];
/// The same at the head of a line.
const CRASH_HEADS: [&str; 4] = ["fatal:", "Fatal:", "FATAL:", "panic:"];
/// In front of a word of success they take it back.
const DENIALS: [&str; 4] = ["not", "no", "never", "without"];
/// Reads a line.
pub(super) fn of(line: &str) -> Verdict {
    if CRASHES.iter().any(|crash| line.contains(crash))
        || CRASH_HEADS.iter().any(|head| line.starts_with(head))
    {
        return Verdict::Crash;
    }
    let mut open_claims = None;
    let mut succeeds = line.starts_with(['✓', '✔', '✅']);
    let (mut before, mut end) = ("", 0);
    let bytes = line.as_bytes();
    while let Some(start) = bytes[end..].iter().position(is_sign).map(|offset| end + offset) {
        let gap = &line[end..start];
        let length = bytes[start..].iter().position(|byte| !is_sign(byte));
        let stop = length.map_or(bytes.len(), |length| start + length);
        let word = Place {
            text: &line[start..stop],
            rest: &line[stop..],
            before: if is_blank(gap) { before } else { "" },
            is_first: before.is_empty(),
            gap,
        };
        match word.verdict() {
            Verdict::Nothing => {}
            Verdict::Success => {
                let open = open_claims.get_or_insert_with(|| super::hedge::open_claims(line));
                succeeds |= open.binary_search(&start).is_err();
            }
            failure => return failure,
        }
        (before, end) = (word.text, stop);
    }
    if succeeds { Verdict::Success } else { Verdict::Nothing }
}

/// Whether `failed` counts nothing: `0 failed`, `no failed`, `failed: 0`.
pub(super) fn counts_nothing(before: &str, rest: &str) -> bool {
    let head = |count: &str| {
        let cut = before.len().checked_sub(count.len() + 1)?;
        let word = before.get(cut..)?.strip_suffix([' ', '\t'])?;
        let outer = before[..cut].bytes().next_back();
        Some(word.eq_ignore_ascii_case(count) && outer.is_none_or(|c| c != b'.' && !is_sign(&c)))
    };
    head("0") == Some(true) || head("no") == Some(true) || is_zero(rest)
}

/// A word in its line.
struct Place<'l> {
    text: &'l str,
    rest: &'l str,
    /// The word before it, where only blanks stand between them.
    before: &'l str,
    is_first: bool,
    /// What stands between it and the word before.
    gap: &'l str,
}

impl Place<'_> {
    fn is(&self, words: &[&str]) -> bool {
        words.iter().any(|word| self.text.eq_ignore_ascii_case(word))
    }

    fn follows(&self, words: &[&str]) -> bool {
        words.iter().any(|word| self.before.eq_ignore_ascii_case(word))
    }

    fn verdict(&self) -> Verdict {
        // No word of the lists is shorter or longer.
        if !(2..=14).contains(&self.text.len()) {
            return Verdict::Nothing;
        }
        if self.is_first && matches!(self.text, "FAILED" | "FAILURE" | "FAIL") {
            let open = self.rest.starts_with('-')
                || is_zero(self.rest)
                || super::line::is_count(self.rest);
            return if open { Verdict::Nothing } else { Verdict::Failure };
        }
        if self.is(&["unsuccessful", "unsuccessfully"]) {
            return Verdict::Failure;
        }
        let stem = self.is(&["success", "successful", "successfully", "succeeded"]);
        if !stem && !self.is(&["done", "complete", "completed", "ok", "passed"]) {
            return Verdict::Nothing;
        }
        if stem && self.follows(&DENIALS) {
            return Verdict::Failure;
        }
        // `SUCCESSFUL: 0`
        if stem && !self.is(&["success"]) && is_zero(self.rest) {
            return Verdict::Nothing;
        }
        let is_success = self.is(&["success"]);
        let labelled = labelled(self.rest);
        let takes_back =
            |(value, after): &(&str, &str)| (is_success || *value != "0") && is_false(value, after);
        if labelled.filter(takes_back).is_some() {
            return if is_success { Verdict::Failure } else { Verdict::Nothing };
        }
        if let Some((value, after)) = labelled.filter(|_| is_success) {
            let yes = ["true", "yes", "1"].iter().any(|yes| value.eq_ignore_ascii_case(yes));
            if yes && !after.starts_with('.') {
                return Verdict::Success;
            }
        }
        let capital = stem && self.text.bytes().all(|byte| byte.is_ascii_uppercase());
        if capital || self.is(&["succeeded", "successfully"]) || self.is_head() || self.is_tail() {
            return Verdict::Success;
        }
        Verdict::Nothing
    }

    /// The first word, with a sign of punctuation or nothing behind it.
    fn is_head(&self) -> bool {
        let closed = self.rest.is_empty()
            || self.rest.starts_with([':', '.', '!', ',', ')', ']', '*'])
            || self.rest.starts_with(" -")
            || self.rest.starts_with("\t-");
        let known = self.is(&["success", "successful", "done", "complete", "completed", "ok"]);
        self.is_first && known && closed && !self.gap.contains('?')
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

/// The word behind a label, and what follows it.
fn labelled(rest: &str) -> Option<(&str, &str)> {
    let value = rest.trim_start_matches(SOFT).strip_prefix([':', '='])?.trim_start_matches(SOFT);
    let end = value.bytes().position(|byte| !is_sign(&byte)).unwrap_or(value.len());
    Some(value.split_at(end))
}

/// `: 0`, which is no part of a larger number.
fn is_zero(rest: &str) -> bool {
    labelled(rest).is_some_and(|(value, after)| value == "0" && !after.starts_with(['.', '%']))
}

/// `false`, `no`, `none` or `0` as a whole value: `Success: 0 errors` is none.
fn is_false(value: &str, after: &str) -> bool {
    let word = ["false", "no", "none"].iter().any(|no| value.eq_ignore_ascii_case(no));
    let after = if word { after.strip_prefix(['.', '!']).unwrap_or(after) } else { after };
    let after = after.trim_start_matches(SOFT);
    (word || value == "0")
        && (after.is_empty() || after.starts_with([',', ';', '|', '}', ')', ']']))
}
