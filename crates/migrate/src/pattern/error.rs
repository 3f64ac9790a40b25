//! `ERROR: text`: what went wrong, in the script's own words.

use super::Pattern;
use crate::legacy;
use crate::template::Line;
use crate::word::HOLE;

pub(super) static PATTERN: Pattern = Pattern {
    id: "error",
    slot: "errors",
    what: "`ERROR: text`, `Build error: text` with at most two words in front, `x.sh: error: text`, `fatal: text`, `[ERROR] text`, `ERROR text` in capitals, and a cross at the start of a line or in a tag (`[\u{2717}] text`), also after tags in brackets; what a function such as `log_err` or `print_error` prints, also one of a sourced file, whose words may also say that it is an error (`echo \"[ERROR] $1\"`); a message beside which the script counts a failure that it exits with (`echo \"no a.yml\" >&2; fails=$((fails + 1))`); also on stderr",
    why: "each line is added to `errors`, with its text as the message",
    refuses: "summaries that count what failed (`✗ failed: 3`, `❌ Missing files: $n`), which are metrics; `error: 0`; headings (`=== ERROR: text ===`); the word inside a sentence",
    takes: |line| {
        let Some(head) = unmarked(&line.line) else { return !is_summary(line) };
        // `=== ERROR: text ===` heads a section.
        let is_heading = ["==", "--", "##"]
            .iter()
            .any(|rule| head.starts_with(rule) && head.trim_end().ends_with(rule));
        !is_heading && is_named(&line.body)
    },
    stderr: true,
};

/// Whether a mark says that the line reports a failure: a cross or `[ERROR]` at its start, perhaps behind other tags.
pub(super) fn is_marked(line: &str) -> bool {
    unmarked(line).is_none()
}

/// Whether the number at the end of a line counts what failed: `✗ failed: $n`. That of `✗ Port already in use: $n` does not.
pub(super) fn is_summary(line: &Line) -> bool {
    legacy::is_summary(&line.body.replace(HOLE, "0"))
}

/// The line without its tags, unless a mark of failure stands there.
fn unmarked(line: &str) -> Option<&str> {
    // After its tags: `[12:00:00] [ERROR] text`, `[INFO] ✗ text`.
    let mut head = line;
    while let Some((tag, rest)) = head.strip_prefix('[').and_then(|head| head.split_once("] ")) {
        if tag.eq_ignore_ascii_case("error") {
            break;
        }
        // `[✗] text`
        if CROSSES.iter().any(|cross| tag.starts_with(*cross)) {
            return None;
        }
        head = rest;
    }
    // A lone cross ends a line of progress.
    let has_text = head.contains(|c: char| c.is_alphanumeric() || c == HOLE);
    let cross = head.starts_with(CROSSES) && has_text;
    let tag = head.get(..7).is_some_and(|tag| tag.eq_ignore_ascii_case("[error]"));
    (!cross && !tag).then_some(head)
}

const CROSSES: [char; 4] = ['\u{274C}', '\u{2717}', '\u{2718}', '\u{2716}'];

/// Does a line begin with `error:`, at most two words or a text with a colon (`x.sh: `) in front of it, or with `fatal:`?
fn is_named(body: &str) -> bool {
    // `ERROR  text`; `ERROR 3` and `ERROR COUNT` are headings.
    let capital = ["ERROR ", "FATAL "].iter().find_map(|word| body.strip_prefix(word));
    if capital.is_some_and(|text| {
        let text = text.trim();
        text.contains(' ') && text.contains(|c: char| c.is_lowercase())
    }) {
        return true;
    }
    let Some((head, told)) = body.split_once(':') else { return false };
    if told.trim() == "0" {
        return false;
    }
    if matches!(head, "fatal" | "Fatal" | "FATAL") {
        return true;
    }
    // What a variable puts in front could bring such words itself.
    let behind_colon = body.to_ascii_lowercase().find(": error:");
    if behind_colon.is_some_and(|at| !body[..at].contains(HOLE)) {
        return true;
    }
    let words: Vec<String> = head.split(' ').map(str::to_ascii_lowercase).collect();
    let Some((error, before)) = words.split_last() else { return false };
    let plain = |word: &String| !word.is_empty() && word.chars().all(|c| c.is_ascii_alphabetic());
    let counts_none = before
        .last()
        .is_some_and(|word| matches!(word.as_str(), "no" | "zero" | "without" | "fixed"));
    error == "error" && before.len() <= 2 && before.iter().all(plain) && !counts_none
}
