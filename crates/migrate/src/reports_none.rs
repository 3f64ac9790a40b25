//! Lines whose words of failure report none: `FAILED: none`, `Error: none`, `❌ 0 errors`. The rules are those of the parsers.

use crate::legacy;
use crate::template::{Line, body};
use crate::word::{HOLE, HOLE_TEXT};

/// What a hole is while the rules read the line: letters, since a value may be any text.
pub(crate) const LETTERS: &str = "xxx";

/// The line without its words of failure that report none; `None` if it has no such words.
pub(crate) fn without(line: &Line) -> Option<Line> {
    let text = line.line.replace(HOLE, LETTERS);
    let cleared = legacy::without_harmless(&text);
    if cleared == text {
        return None;
    }
    // Both have the same length, so that each place stays.
    let mut out = cleared.into_owned();
    for (at, _) in line.line.match_indices(HOLE) {
        if out.get(at..at + LETTERS.len()) == Some(LETTERS) {
            out.replace_range(at..at + LETTERS.len(), HOLE_TEXT);
        }
    }
    Some(Line { body: body(&out).to_owned(), line: out, number: line.number })
}

#[cfg(test)]
mod tests {
    use super::{HOLE_TEXT, LETTERS};
    use crate::{Choice, Options, plan};

    fn patterns(line: &str) -> Vec<String> {
        let script = format!("#!/usr/bin/env bash\nn=$(grep -c a b)\n{line}\n");
        let options =
            Options { gainless: Choice::Leave, answers: Choice::Leave, ..Options::default() };
        let plan = plan(script.as_bytes(), &options);
        let edits = plan.edits.iter().filter(|edit| edit.line == 3);
        edits.map(|edit| edit.pattern.to_string()).collect()
    }

    #[test]
    fn letters_have_the_length_of_a_hole() {
        assert_eq!(LETTERS.len(), HOLE_TEXT.len());
    }

    #[test]
    fn lines_that_report_no_failure() {
        for line in [
            "FAILED: none",
            "FAILED (0)",
            "FAILED tests: none",
            "Error: none",
            "error: null",
            "\u{274c} 0 errors",
            "\u{2717} No tests failed",
        ] {
            let found = patterns(&format!("echo \"{line}\""));
            assert!(
                !found.iter().any(|id| id.contains("error") || id.contains("status")),
                "{line}: {found:?}"
            );
        }
    }

    #[test]
    fn lines_that_report_a_failure() {
        for line in [
            "FAILED: none of $n files exist",
            "Error: no $n found",
            "Error: none of them",
            "\u{274c} No config",
            "ERROR: 0 bytes written",
        ] {
            assert_ne!(patterns(&format!("echo \"{line}\"")), Vec::<String>::new(), "{line}");
        }
    }
}
