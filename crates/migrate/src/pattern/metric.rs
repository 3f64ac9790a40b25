//! `Files scanned: 12`: a number with a label.

use super::{Pattern, error, status};
use crate::template::Line;
use crate::word::HOLE;

pub(super) static PATTERN: Pattern = Pattern {
    id: "metric",
    slot: "metrics",
    what: "`Label: NUMBER`, `Execution time: N ms`, `took N s`, `Modified N files`; also a variable in `Coverage: $n%` and `Duplication $n% is low` (`coverage_percent`), with a unit (`Latency: ${n}ms`: `latency_ms`; s, KB, MB, GB), in `Skipped: $n skills (already there)`, `Found $n files in src` (`files_found`; any participle) `Score: $n/100`, `Tests passed: $p/$n`, `Processed $n of $m files` and `Completed with $n warnings`; several on a line, such as `Passed: $p, Failed: $f`, `Results: $p passed, $f failed` and `seeded=$s present=$p`, where each part holds its number, by echo or printf, also on stderr; `rows=$n`, `file_count=$n`; in any other sentence, a variable that the script counts or computes before a plural (`Plan is valid ($n tasks, $m lines)`: `tasks`, `lines`), in a part with a label (`branch: main | open files: $n`), behind a plural (`Broken links ($n):`, `Agents: $n/$m complete`), or before what happened (`$n checked, all clean`)",
    why: "the number is added to `metrics`, with the label in snake_case as its key; times and file counts use their standard keys; `--with time` measures the run",
    refuses: "versions, dates, ids (`PR: 45`, `Node: 18`), exit codes, errors (`KeyError: 1`), expected and actual values, limits, step numbers, `12,345`, targets and thresholds, `Max: $n` without a measured number, and words; labels with punctuation or more than 60 characters; variables that contain a path, a name, a list, an argument of the caller (`COUNT=${1:-10}`), or a constant of the script (`N=5`); in sentences, limits and wishes (`more than $n files`, `$n lines exceed 72 characters`), and lines about one item of a loop; labels with letters beyond ASCII, which make no key; a number behind a value that may be several words, or in a word with other letters, where only the printed line holds it",
    takes: |line| {
        let body = line.body.trim_end();
        if belongs_to_fault(line) {
            return false;
        }
        let verb = |word: &str| {
            matches!(
                word.to_ascii_lowercase().as_str(),
                "created" | "modified" | "updated" | "deleted" | "removed" | "changed"
            )
        };
        if let Some((label, value)) = body.split_once(':') {
            let (label, value) =
                (label.trim_end_matches('*'), value.trim_matches([' ', '\t', '*']));
            let named = label.starts_with(|c: char| c.is_ascii_alphabetic() || c == HOLE)
                && label.chars().count() <= 60
                && label
                    .chars()
                    .all(|c| c.is_ascii_alphanumeric() || " _./()#&+-".contains(c) || c == HOLE);
            let time = ["time", "duration", "took", "elapsed"]
                .iter()
                .any(|word| super::has_word(label, word).is_some());
            let number = number(value)
                || (time && value.starts_with(|c: char| c == HOLE || c.is_ascii_digit()));
            // `Updated at 12:30`
            let digit = |c: char| c.is_ascii_digit();
            let clock = label.ends_with(digit) && body[label.len() + 1..].starts_with(digit);
            // `Listening on localhost:8080`
            let is_address = label.contains(' ')
                && body[label.len() + 1..].starts_with(|c| digit(c) || c == HOLE);
            if named && number && !clock && !is_address {
                return true;
            }
            // `Modified: 3 files`
            let count = value.strip_suffix("files").or_else(|| value.strip_suffix("file"));
            if verb(label) && count.is_some_and(|count| self::number(count.trim())) {
                return true;
            }
        }
        let mut words = body.split_whitespace().peekable();
        words.next_if(|word| word.eq_ignore_ascii_case("successfully"));
        let (first, second, third) =
            (words.next().unwrap_or(""), words.next().unwrap_or(""), words.next().unwrap_or(""));
        let counted = |word: &str| word.starts_with(|c: char| c == HOLE || c.is_ascii_digit());
        (verb(first) && counted(second) && third.starts_with("file"))
            || (counted(first) && second.starts_with("file") && verb(third))
            || (is_one_of(first, &["duration", "elapsed"]) && counted(second))
            || behind_took(body).is_some_and(counted)
            || (is_one_of(first, &["execution", "elapsed", "total"])
                && second.eq_ignore_ascii_case("time")
                && counted(third))
            || super::stated_metric(&line.line).is_some()
    },
    stderr: false,
};

/// Whether a line says that something went wrong, and its number belongs to that: `✗ Port already in use: $port`, `[WARN] Many files: $n`.
fn belongs_to_fault(line: &Line) -> bool {
    let body = line.body.trim_end();
    let ends_in_number = body.rsplit_once(':').is_some_and(|(_, value)| number(value.trim()));
    let is_marked = || {
        error::is_marked(&line.line)
            || status::has_tag(&line.line)
            || status::is_warning(&line.line)
    };
    ends_in_number && is_marked() && !error::is_summary(line)
}

fn is_one_of(word: &str, list: &[&str]) -> bool {
    list.iter().any(|one| one.eq_ignore_ascii_case(word))
}

/// What follows the word `took`.
fn behind_took(body: &str) -> Option<&str> {
    super::has_word(body, "took").map(|end| body[end..].trim_start())
}

/// The end of the words by which a line is a metric: a value before them, or in the label, could state another one.
pub(super) fn label_end(line: &Line) -> usize {
    let start = line.line.len() - line.body.len();
    if line.body.starts_with(HOLE) {
        return start + HOLE.len_utf8();
    }
    let counted = |word: &str| word.starts_with(HOLE);
    let mut words = line.body.split_whitespace();
    let (first, second) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
    let is_count = |rest: &&str| rest.starts_with(|c: char| c == HOLE || c.is_ascii_digit());
    if let Some(count) = behind_took(&line.body).filter(is_count) {
        return line.line.len() - count.len();
    }
    match line.body.split_once(':') {
        _ if counted(second) && !first.ends_with(':') => start + first.len(),
        Some((label, _)) => start + label.len(),
        None => start,
    }
}

fn number(value: &str) -> bool {
    if value == HOLE.to_string() {
        return true;
    }
    let digits = value.strip_prefix('-').unwrap_or(value);
    // `4.3.6` is a version.
    let points = digits.matches('.').count();
    !digits.is_empty()
        && points < 2
        && digits.chars().all(|c| c.is_ascii_digit() || c == '.' || c == HOLE)
}
