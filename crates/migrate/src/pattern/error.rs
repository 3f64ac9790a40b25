//! `ERROR: text`: what went wrong, in the script's own words.

use super::Pattern;

pub(super) static PATTERN: Pattern = Pattern {
    id: "error",
    slot: "errors",
    what: "`ERROR: text`, `[ERROR] text`, and a cross at the start of a line, also after tags in brackets; also on stderr",
    why: "each line is added to `errors`, with its text as the message",
    refuses: "summaries that count errors; the word inside a sentence",
    takes: |line| {
        // Behind its tags: `[12:00:00] [ERROR] text`, `[INFO] ✗ text`.
        let mut head = line.line.as_str();
        while let Some((tag, rest)) = head.strip_prefix('[').and_then(|head| head.split_once("] "))
        {
            if tag.eq_ignore_ascii_case("error") {
                break;
            }
            head = rest;
        }
        let cross = head.starts_with(['\u{274C}', '\u{2717}', '\u{2718}', '\u{2716}']);
        let tag = head.get(..7).is_some_and(|tag| tag.eq_ignore_ascii_case("[error]"));
        let word = line.body.get(..6).is_some_and(|word| word.eq_ignore_ascii_case("error:"));
        cross || tag || word
    },
    stderr: true,
};
