//! `KEY=VALUE`: a result for the next step, which only the helper envelope has a slot for.

use super::Pattern;
use crate::template::Line;
use crate::word::HOLE;

pub(super) static PATTERN: Pattern = Pattern {
    id: "value",
    slot: "values",
    what: "`BATCH_ID=abc`: an upper-case name, `=`, and a value",
    why: "with `--envelope helper`, the value is added to `values`; skill-output-v1 has no field for strings, and the report says so",
    refuses: "lower-case names, names with spaces",
    takes,
    stderr: false,
};

fn takes(line: &Line) -> bool {
    let Some((name, value)) = line.body.split_once('=') else { return false };
    name.len() > 1
        && name.starts_with(|c: char| c.is_ascii_uppercase())
        && name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
        && !value.starts_with('=')
        && (value.contains(HOLE) || !value.is_empty())
}
