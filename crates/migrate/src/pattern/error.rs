//! `ERROR: text`: what went wrong, in the script's own words.

use super::Pattern;

pub(super) static PATTERN: Pattern = Pattern {
    id: "error",
    what: "`ERROR: text`, `[ERROR] text`, and lines that begin with a cross; on stderr too",
    why: "each becomes an entry of `errors` with its text as the message",
    refuses: "summaries that count errors; the word inside a sentence",
    takes: |line| {
        let cross = line.line.starts_with(['\u{274C}', '\u{2717}', '\u{2718}', '\u{2716}']);
        let tag = line.line.get(..7).is_some_and(|tag| tag.eq_ignore_ascii_case("[error]"));
        let word = line.body.get(..6).is_some_and(|word| word.eq_ignore_ascii_case("error:"));
        cross || tag || word
    },
    stderr: true,
    shell: include_str!("../shell/see_error.sh"),
    gather: "",
};
