//! `Confidence: 0.92`: the skill's own estimate of its result.

use super::Pattern;
use crate::word::HOLE;

pub(super) static PATTERN: Pattern = Pattern {
    id: "confidence",
    slot: "confidence",
    what: "lines such as `Confidence: 0.92`, `.92` or `92%`, with a number, a variable or a substitution; also `Confidence score` and `Confidence level`",
    why: "the last printed value of 0 to 1 is written to `confidence`; without any, the default is written",
    refuses: "thresholds, minima and targets; the confidence of a checkpoint or of an earlier run, named in the line or in the heading above it; lines with the word but without a value",
    takes: |line| {
        let Some(end) = super::has_word(&line.body, "confidence") else { return false };
        if is_of_another(&line.body[..end]) {
            return false;
        }
        let rest = line.body[end..].trim_start_matches(is_mark);
        let rest = ["score", "level", "value"]
            .iter()
            .find_map(|word| {
                rest.get(..word.len())
                    .filter(|w| w.eq_ignore_ascii_case(word))
                    .map(|w| rest[w.len()..].trim_start_matches(is_mark))
            })
            .unwrap_or(rest);
        let value = rest.strip_prefix([':', '=']).unwrap_or(rest).trim_start_matches(is_mark);
        value.starts_with([HOLE, '.']) || value.starts_with(|c: char| c.is_ascii_digit())
    },
    stderr: false,
};

/// Blanks, quotes, and the stars of Markdown.
fn is_mark(c: char) -> bool {
    c.is_whitespace() || "*\"'`".contains(c)
}

/// Whether a text is about another result than that of this run.
pub(crate) fn is_of_another(text: &str) -> bool {
    const WORDS: [&str; 8] =
        ["checkpoint", "previous", "before", "baseline", "example", "expected", "earlier", "last"];
    WORDS.iter().any(|word| super::has_word(text, word).is_some())
}
