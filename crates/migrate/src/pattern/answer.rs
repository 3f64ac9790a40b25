//! A command whose text is the answer of the script: only the helper envelope has a slot for it.

use super::Pattern;

pub(super) static PATTERN: Pattern = Pattern {
    id: "answer",
    slot: "text",
    what: "with `--envelope helper`, the commands whose output is the script's result and fills no other field: a program (`gh api …`, `python3 - <<'PY'`, `… | tail -1`, `exec cli \"$@\"`), the text of a file, a value alone",
    why: "what they print is added to `text`, in order; where all of it is one JSON object or list, it is `data` instead",
    refuses: "programs that are run for their work; output before other words for people; commands in background jobs; text beyond 65,536 bytes (`truncated`)",
    // By what the script prints besides, and not by its words.
    takes: |_| false,
    stderr: false,
};
