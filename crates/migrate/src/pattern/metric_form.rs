//! Metrics whose number stands among other words: `Coverage: 85%`, `Skipped: 3 skills (already there)`, `Found 12 files in src`.
//!
//! The migrated line states the number by a variable. The number can't be read from the printed line, so a line whose number is
//! not an expansion of its own has none of these forms.

use super::metric_name::{is_run_time, name as metric_name};
use super::word_list::{PARTS_OF_ALL, is_in, is_plural};
use crate::template;
use crate::word::HOLE;

/// Verbs at the start of a line that counts things.
const VERBS: &str = "added analysed analyzed applied archived captured checked cleaned collected converted copied counted created deleted \
    detected downloaded enhanced exported extracted fetched fixed found generated imported indexed installed loaded merged migrated \
    modified moved processed published removed renamed resolved restored reviewed scanned skipped staged synced tested updated uploaded \
    validated verified";

/// Words that end the name of the counted things.
const AFTER: &str =
    "across and as at by for from in into of on out over that to under using via were which with";

/// Labels of a sentence, of a setting, or of something that goes on.
const NO_LABELS: &str = "complete completed done error example expected fail failure info max maximum min minimum note ok pass required \
    result state status success summary target time tip usage warning";

/// The last words of labels that a number follows, whatever stands before them: `Pass rate`, `Response time`.
const MEASURES: &str = "count latency percent percentage rate ratio score time usage";

/// Labels of the ends of a range, which are settings as often as results.
const BOUNDS: &str = "max maximum min minimum";

/// Participles that begin a line about what is wanted, and not about what was counted.
const WANTED: &str = "allowed configured desired estimated expected limited needed planned requested required scheduled supported";

/// Counted things that a sentence about the run ends with: `Completed with 2 warnings`.
const FAULTS: &str = "errors failures issues problems skips violations warnings";

/// The last words of labels whose number stands before the largest one: `Score: 85/100`.
const SCORES: &str = "grade points rating score";

/// What some of the named things are: `refs: 3 broken references`.
const SOME: &str = "broken dead duplicate failing invalid missing outdated stale unknown unused";

/// Units that a number has behind it, with the end of the metric's name.
const UNITS: [(&str, &str); 12] = [
    ("ms", "ms"),
    ("milliseconds", "ms"),
    ("s", "seconds"),
    ("sec", "seconds"),
    ("secs", "seconds"),
    ("seconds", "seconds"),
    ("KB", "kb"),
    ("KiB", "kib"),
    ("MB", "mb"),
    ("MiB", "mib"),
    ("GB", "gb"),
    ("GiB", "gib"),
];

/// The name of a metric that a line states, and the expansion with its number.
pub(crate) fn stated(line: &str) -> Option<(String, &str)> {
    let body = template::body(line).trim_end().trim_end_matches(['.', '!', '*', ' ']);
    behind_label(body)
        .or_else(|| behind_verb(body))
        .or_else(|| alone(body))
        .or_else(|| share(body))
        .or_else(|| faults(body))
        .or_else(|| behind_name(body))
}

/// Whether the number at this place of a line is followed by a unit, so that nothing but a number can stand there.
pub(crate) fn has_unit(line: &str, at: usize) -> bool {
    let behind = line[at..].strip_prefix(HOLE).unwrap_or_default();
    let behind = behind.strip_prefix(' ').unwrap_or(behind);
    behind.starts_with('%') || unit(behind).is_some()
}

/// The unit at the start of a text, as the end of a metric's name, and the text behind it.
fn unit(text: &str) -> Option<(&'static str, &str)> {
    let end = text.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (word, after) = text.split_at(end);
    let (_, name) = UNITS.iter().find(|(unit, _)| *unit == word)?;
    Some((name, after))
}

/// `Duplication 4% is excellent`
fn share(body: &str) -> Option<(String, &str)> {
    let (label, rest) = body.split_once(HOLE)?;
    let label = label.strip_suffix(' ')?;
    let after = rest.strip_prefix('%')?;
    let goes_on = after.is_empty()
        || [" is ", " meets ", " exceeds ", " below ", " above ", " ("]
            .iter()
            .any(|word| after.starts_with(word));
    let plain = label.split(' ').count() <= 3
        && label.chars().all(|c| c.is_ascii_alphabetic() || c == ' ')
        && label.starts_with(|c: char| c.is_ascii_uppercase())
        && !label.split(' ').any(|word| is_in(word, NO_LABELS) || is_in(word, AFTER));
    let name = metric_name(label).filter(|_| plain && goes_on)?;
    Some((format!("{name}_percent"), &body[label.len() + 1..][..HOLE.len_utf8()]))
}

/// `snapshot: 12 files captured in src`, behind the name of the program.
fn behind_name(body: &str) -> Option<(String, &str)> {
    let (name, rest) = body.split_once(": ")?;
    let is_name =
        !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase() || "-_.".contains(c));
    alone(rest).or_else(|| behind_verb(rest)).filter(|_| is_name)
}

/// `Completed with 2 warnings. See above`
fn faults(body: &str) -> Option<(String, &str)> {
    let mut places = body.match_indices(" with ").map(|(at, with)| &body[at + with.len()..]);
    places.find_map(|rest| {
        let unit = rest.strip_prefix(HOLE)?.strip_prefix(' ')?;
        let (things, _) = things(unit)?;
        let last = things.rsplit(' ').next().unwrap_or_default();
        let name = metric_name(&things).filter(|_| is_in(last, FAULTS))?;
        Some((name, &rest[..HOLE.len_utf8()]))
    })
}

/// `Coverage: 85%`, `Skipped: 3 skills (already there)`.
fn behind_label(body: &str) -> Option<(String, &str)> {
    let (label, rest) = body.split_once(':')?;
    let label = label.trim_end_matches(['*', ' ']);
    let rest = rest.trim_start_matches([' ', '\t', '*']);
    let unit = rest.strip_prefix(HOLE)?;
    let value = &rest[..HOLE.len_utf8()];
    if label.contains(HOLE) {
        return None;
    }
    let mut words = label.split(['-', ' ']).filter(|word| !word.is_empty());
    let is_measure = words.clone().count() > 1
        && words.clone().next_back().is_some_and(|last| is_in(last, MEASURES))
        && !words.clone().any(|word| is_in(word, WANTED) || is_in(word, "target"));
    let has_unit = self::unit(unit.strip_prefix(' ').unwrap_or(unit)).is_some();
    let is_bound = |word: &str| has_unit && is_in(word, BOUNDS);
    if !is_measure && words.any(|word| is_in(word, NO_LABELS) && !is_bound(word)) {
        return None;
    }
    let name = metric_name(label)?;
    if is_run_time(&name) {
        return None;
    }
    if let Some(after) = behind_share(unit) {
        // `Score: 85/100`, `Tests passed: 3/5`
        let last = label.rsplit(' ').next().unwrap_or_default();
        let counts = is_in(last, SCORES) && after.1 || is_in(last, PARTS_OF_ALL);
        let whole = is_aside(after.0)
            || things(after.0.trim_start()).is_some_and(|(_, rest)| is_aside(rest));
        return (counts && whole).then_some((name, value));
    }
    if let Some(after) = unit.strip_prefix('%') {
        let known = ["percent", "percentage", "pct"].iter().any(|word| name.contains(word));
        let name = if known { name } else { format!("{name}_percent") };
        return is_aside(after).then_some((name, value));
    }
    if let Some((end, after)) = self::unit(unit.strip_prefix(' ').unwrap_or(unit)) {
        let known = name.ends_with(&format!("_{end}"));
        let name = if known { name } else { format!("{name}_{end}") };
        return is_aside(after).then_some((name, value));
    }
    let unit = unit.strip_prefix(' ')?;
    if is_aside(unit) {
        return (!unit.is_empty()).then_some((name, value));
    }
    let (things, after) = things(unit)?;
    let counts = metric_name(&things)?;
    if !is_aside(after.trim_start()) && !after.trim_start().starts_with("in ") {
        return None;
    }
    // `Modified: 3 files`
    let of_files = metric_name(&format!("files {label}")).filter(|name| is_file_count(name));
    if let Some(name) = of_files.filter(|_| counts == "files") {
        return Some((name, value));
    }
    let last = label.rsplit(' ').next().unwrap_or_default().to_ascii_lowercase();
    // `refs: 3 broken references` counts some of them.
    let of_some = counts.split('_').any(|word| is_in(word, SOME));
    // `Validation failed: 3 missing skills` counts the skills.
    if of_some && matches!(&*last, "failed" | "failure" | "failures") {
        return Some((counts, value));
    }
    let whole = !of_some
        && (last.ends_with('s') || last.ends_with("ed") || matches!(&*last, "total" | "found"));
    Some((if whole { name } else { format!("{name}_{counts}") }, value))
}

/// What follows the whole behind a part (`/100`, `/$total`), and whether the whole is a literal number.
fn behind_share(text: &str) -> Option<(&str, bool)> {
    let of = text.strip_prefix('/')?;
    if let Some(after) = of.strip_prefix(HOLE) {
        return Some((after, false));
    }
    let after = of.trim_start_matches(|c: char| c.is_ascii_digit());
    (after.len() < of.len()).then_some((after, true))
}

/// Whether a label names the end of a range (`Max: 5 MB`): only a number that the script measured is a result.
pub(crate) fn is_bound(name: &str) -> bool {
    name.split('_').any(|word| is_in(word, BOUNDS))
}

/// Whether a metric counts files that were made, changed or deleted: `parse` reads such a number from the line, too.
pub(crate) fn is_file_count(name: &str) -> bool {
    matches!(name, "files_created" | "files_modified" | "files_deleted")
}

/// `Found 12 files in src`.
fn behind_verb(body: &str) -> Option<(String, &str)> {
    let (verb, rest) = body.split_once(' ')?;
    let unit = rest.strip_prefix(HOLE)?.strip_prefix(' ')?;
    if !is_in(verb, VERBS) && !is_participle(verb) {
        return None;
    }
    // `Processed 3 of 5 files`
    let of_all = unit.strip_prefix("of ").and_then(|all| all.strip_prefix(HOLE)?.strip_prefix(' '));
    let unit = of_all.unwrap_or(unit);
    let (things, _) = things(unit)?;
    let name = metric_name(&format!("{things} {verb}"))?;
    Some((name, &rest[..HOLE.len_utf8()]))
}

/// `Symlinked`, but not `Expected`.
fn is_participle(verb: &str) -> bool {
    verb.len() > 5 && verb.ends_with("ed") && !is_in(verb, WANTED)
}

/// `3 warning(s)` as a whole line.
fn alone(body: &str) -> Option<(String, &str)> {
    let behind = body.strip_prefix(HOLE)?;
    // `3/5 checks passed`
    let share = behind_share(behind).map(|(after, _)| after);
    let unit = share.unwrap_or(behind).strip_prefix(' ')?;
    // `3 skills found`, `3 agent files captured in src`
    let words: Vec<&str> = unit.split(' ').collect();
    let verb = words.iter().position(|word| {
        let word = word.trim_end_matches(['.', ':', ',']);
        // `3 checks failed` before an exit is the reason of a failure, and no result.
        let counts = is_in(word, VERBS) || is_participle(word) || is_in(word, PARTS_OF_ALL);
        if share.is_some() { is_in(word, PARTS_OF_ALL) } else { counts && word != "failed" }
    });
    if share.is_some() && verb.is_none() {
        return None;
    }
    let (counted, after) = match verb.filter(|at| (1..5).contains(at)) {
        Some(at) => {
            let verb = words[at].trim_end_matches(['.', ':', ',']);
            let counted = words[..at].join(" ");
            let (things, rest) = things(&counted)?;
            (rest.is_empty().then(|| format!("{things} {verb}"))?, "")
        }
        None => things(unit)?,
    };
    let name = metric_name(&counted).filter(|_| is_aside(after))?;
    Some((name, &body[..HOLE.len_utf8()]))
}

/// The name of counted things, at most four words of which the last is a plural, and the text behind them.
fn things(text: &str) -> Option<(String, &str)> {
    let mut words: Vec<String> = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let end = rest.find(' ').unwrap_or(rest.len());
        let word = &rest[..end];
        let bare = word.trim_end_matches([',', '.', ';', ':', '!']);
        let singular = bare.strip_suffix("(s)").or_else(|| bare.strip_suffix("(es)"));
        let plain = singular.unwrap_or(bare).trim_matches('`');
        let plain = plain.strip_suffix("()").unwrap_or(plain);
        let is_word = |c: char| c.is_ascii_alphanumeric() || "-_./".contains(c);
        if is_in(word, AFTER) || plain.is_empty() || !plain.chars().all(is_word) {
            break;
        }
        let plural = if bare.ends_with("(es)") { "es" } else { "s" };
        words.push(format!("{plain}{}", if singular.is_some() { plural } else { "" }));
        at += end.min(rest.len());
        if bare.len() < word.len() {
            break;
        }
        if text[at..].starts_with(' ') && !text[at + 1..].starts_with([' ', '(', '-', '\u{2014}']) {
            at += 1;
        } else {
            break;
        }
    }
    let last = words.last()?.to_ascii_lowercase();
    let plural = is_plural(&last);
    let fits =
        words.len() <= 4 && plural && words[0].starts_with(|c: char| c.is_ascii_alphabetic());
    fits.then(|| (words.join(" "), &text[at.min(text.len())..]))
}

/// Whether a text is empty, or words in parentheses that hold no value.
fn is_aside(text: &str) -> bool {
    let text = text.trim();
    text.is_empty() || text.starts_with('(') && text.ends_with(')') && !text.contains('/')
}

#[cfg(test)]
mod tests {
    use super::stated;

    #[test]
    fn numbers_among_words() {
        for (line, name) in [
            ("Coverage: \u{FFFC}%", "coverage_percent"),
            ("  Lines:     \u{FFFC}%", "lines_percent"),
            ("Skipped: \u{FFFC} skills (already there)", "skipped"),
            ("  \u{2022} Skills: \u{FFFC} entries in ~/.x", "skills"),
            ("Critical: \u{FFFC} (fix soon)", "critical"),
            ("Content: \u{FFFC} lines", "content_lines"),
            ("Installed: \u{FFFC}/\u{FFFC}", "installed"),
            ("Found \u{FFFC} debug statements", "debug_statements_found"),
            ("Found \u{FFFC} SKILL.md files", "skill_md_files_found"),
            ("\u{1f50d} Found \u{FFFC} migration(s) in \u{FFFC}", "migrations_found"),
            ("\u{26a0} \u{FFFC} warning(s)", "warnings"),
            ("\u{FFFC} skills found", "skills_found"),
            ("\u{FFFC} agent files captured in \u{FFFC}", "agent_files_captured"),
            ("Staged \u{FFFC} file(s)", "files_staged"),
            ("Removed \u{FFFC} symlink(s). (\u{FFFC} is left)", "symlinks_removed"),
            ("Created \u{FFFC} files", "files_created"),
            ("\u{2713} Symlinked \u{FFFC} skill(s) to the shared file", "skills_symlinked"),
            ("  Latency:   \u{FFFC}ms", "latency_ms"),
            ("Size: \u{FFFC} MB (unpacked)", "size_mb"),
            ("[PASS] Duplication \u{FFFC}% is excellent (<\u{FFFC}%)", "duplication_percent"),
            ("Completed with \u{FFFC} warning(s). Warnings are no failures.", "warnings"),
            ("snapshot: \u{FFFC} agent files captured in \u{FFFC}", "agent_files_captured"),
            ("Found \u{FFFC} unsafe db_query() calls", "unsafe_db_query_calls_found"),
            ("Modified: \u{FFFC} file(s)", "files_modified"),
            ("skill-refs: \u{FFFC} broken reference(s)", "skill_refs_broken_references"),
            ("Response time: \u{FFFC}s", "response_time_seconds"),
            ("Min: \u{FFFC}ms", "min_ms"),
            ("Memory usage: \u{FFFC}MB", "memory_usage_mb"),
            ("Pass rate: \u{FFFC}%", "pass_rate_percent"),
            ("Score: \u{FFFC}/100 (good)", "score"),
            ("Tests passed: \u{FFFC}/\u{FFFC}", "tests_passed"),
            ("Passed: \u{FFFC}/\u{FFFC} checks", "passed"),
            ("\u{FFFC}/\u{FFFC} checks passed", "checks_passed"),
            ("Processed \u{FFFC} of \u{FFFC} files", "files_processed"),
            ("  \u{2713} \u{FFFC} files formatted", "files_formatted"),
            ("Removed \u{FFFC} files.", "files_deleted"),
        ] {
            assert_eq!(stated(line).map(|(name, _)| name).as_deref(), Some(name), "{line}");
        }
        for line in [
            "Target: \u{FFFC}%",
            "Status: \u{FFFC} checks passed",
            "Tokens: \u{FFFC} in + \u{FFFC} out",
            "Step: \u{FFFC} of 5",
            "\u{FFFC} checks failed",
            "Progress: \u{FFFC}/\u{FFFC}",
            "Score: \u{FFFC}/\u{FFFC}",
            "Target rate: \u{FFFC}%",
            "Max: \u{FFFC}",
            "\u{FFFC}/\u{FFFC} checks",
            "Time: \u{FFFC}s",
            "Found \u{FFFC} in src",
            "Installed \u{FFFC} successfully",
            "Deleting \u{FFFC} objects",
            "success: \u{FFFC} (see the log)",
            "Port: \u{FFFC} (default)",
            "\u{FFFC} was found",
            "\u{FFFC} checks are left",
            "Expected \u{FFFC} files",
            "Timeout: \u{FFFC}s",
            "Up to \u{FFFC}% is free",
            "Started with \u{FFFC} workers",
            "Elapsed: \u{FFFC}s",
        ] {
            assert_eq!(stated(line), None, "{line}");
        }
    }
}
