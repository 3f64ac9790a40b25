//! The words in front of a failing exit: why the script ended.

use super::Pattern;

pub(super) static PATTERN: Pattern = Pattern {
    id: "reason",
    slot: "errors",
    what: "the message directly before `exit N` or `return N` in the same branch or function, also if `usage` or `log` prints it; the number of failures (`Tests failed: $n`) where no other words stand there; in sh scripts before `exit N` only",
    why: "if the script fails there and has reported no error, the message and (in bash) its line are added to `errors`",
    refuses: "advice (`To fix this:`), examples, and lines in a box, unless nothing else is said; messages with other commands between them and the exit, except for words of a failure in a branch that ends in `exit`; a variable alone or one word in lower case on stdout, which is a value for programs; branches that already report an error; subshells",
    // By its place, not by its words.
    takes: |_| false,
    stderr: true,
};
