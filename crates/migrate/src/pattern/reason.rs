//! The words in front of a failing exit: why the script ended.

use super::Pattern;

pub(super) static PATTERN: Pattern = Pattern {
    id: "reason",
    slot: "errors",
    what: "the message right before `exit N` or `return N` of the same branch or function, also one that `usage` or `log` prints; in bash scripts",
    why: "where the script then fails and told no error, it is the message of the error, with its line",
    refuses: "messages with other commands between them and the exit; branches in which an error is told already; subshells",
    // By where it stands, and not by its words.
    takes: |_| false,
    stderr: true,
};
