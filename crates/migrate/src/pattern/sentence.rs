//! Numbers in a sentence: `Plan is valid with 2 warnings`, `PASS: notes (120 words, 9 lines)`, `Copied 3 of 5 files`.
//!
//! The words alone don't say that such a number is a result. So these forms count only for variables that the script measures.

use super::metric_name::name as metric_name;
use super::sentence_label;
use super::word_list::{NO_THINGS, is_in, is_plural};
use crate::word::HOLE;

/// Words directly before a number that is a limit, a place in a list, or an amount of something else.
const BEFORE: &str = "above after another at below every exceed exceeded exceeding exceeds expected first last least limit max maximum min \
    minimum most next of over past per than top under until upto within";

/// Words of a line whose numbers are wanted, assumed, or not there yet.
const NO_RESULTS: &str = "aim allowed attempt cannot default dry-run estimated exceed exceeds expected limit maximum minimum must need needed needs \
    please recommend recommended required retry retrying should target threshold timeout usage waiting will would";

/// Words that end in `s` and are no plurals; after them, something else is said.
const NO_PLURALS: &str = "across always analysis as basis canvas does has is its minus perhaps plus status this thus unless versus was yes";

/// Words that follow the name of what was counted.
const BEHIND: &str = "across and are as at but by for from have in into is of on or out over per so that to under using via were with without";

/// The largest number of values in a line that is read as a sentence.
const MOST_NUMBERS: usize = 40;

/// The names of the counted things of a line, each with the place of its number.
pub(crate) fn counts(line: &str) -> Vec<(String, &str)> {
    let is_wanted = |word: &str| {
        let word = word.trim_matches(|c: char| !c.is_ascii_alphanumeric());
        is_in(word, NO_RESULTS)
    };
    // The text around each number is read, so the cost of a line is the product.
    if line.matches(HOLE).count() > MOST_NUMBERS {
        return Vec::new();
    }
    // Something that begins: `Loading 3 files...`
    if line.trim_end().ends_with(['\u{2026}']) || line.trim_end().ends_with("...") {
        return Vec::new();
    }
    let mut found: Vec<(String, &str)> = Vec::new();
    for (at, hole) in line.match_indices(HOLE) {
        let from = line[..at].rfind(". ").map_or(0, |end| end + 2);
        let to = line[at..].find(". ").map_or(line.len(), |end| at + end);
        if line[from..to].split_whitespace().any(is_wanted) {
            continue;
        }
        let end = at + hole.len();
        let name = match thing(&line[end..]).filter(|_| counts_from_here(&line[..at])) {
            Some(name) => sentence_label::direction(&line[..at], &name)
                .or_else(|| sentence_label::repeated(&line[..at], &name))
                .or_else(|| sentence_label::happened(&line[..at], &name))
                .or_else(|| metric_name(&name)),
            None => labelled(&line[..at], &line[end..])
                .or_else(|| sentence_label::name(&line[..at], &line[end..])),
        };
        let Some(name) = name else { continue };
        found.push((name, &line[at..end]));
    }
    // Two numbers of the same things: which of them is the result is not known.
    let names: Vec<String> = found.iter().map(|(name, _)| name.clone()).collect();
    found.retain(|(name, _)| names.iter().filter(|other| *other == name).count() == 1);
    found
}

/// The name of a number in one of several parts of a line: `branch: main | open files: 3 | …`, `tool: latency: 3s`.
fn labelled(before: &str, behind: &str) -> Option<String> {
    const ENDS: [&str; 7] = [" |", ", ", ",", "; ", " \u{b7}", ")", " \u{2014}"];
    const UNITS: [(&str, &str); 3] = [("%", "percent"), ("ms", "ms"), ("s", "seconds")];
    let unit = UNITS.iter().find(|(unit, _)| {
        behind.strip_prefix(unit).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
    });
    let rest = unit.map_or(behind, |(unit, _)| &behind[unit.len()..]);
    let is_whole = rest.is_empty() || ENDS.iter().any(|end| rest.starts_with(end));
    let part = before.rsplit(['|', ',', ';', '(', '\u{b7}', '\u{2014}']).next()?;
    let label = part.trim().strip_suffix([':', '='])?;
    // The name of the program may stand in front.
    let (head, label) = label.rsplit_once(": ").unwrap_or(("", label));
    let is_label = label.split(' ').count() < 4
        && label.chars().all(|c| c.is_ascii_alphanumeric() || " -_".contains(c));
    // `Max rounds: 5` is a setting.
    let is_bound =
        unit.is_none() && label.split(' ').any(|word| is_in(word, "max maximum min minimum"));
    let is_label = is_label && !is_bound;
    let is_only = head.is_empty() && part.len() == before.len() && behind.is_empty();
    let name = metric_name(label).filter(|_| is_whole && is_label && !is_only)?;
    Some(unit.map_or_else(|| name.clone(), |(_, end)| format!("{name}_{end}")))
}

/// Whether the text before a number lets it be a number of its own.
fn counts_from_here(before: &str) -> bool {
    if before.trim_end().ends_with("up to") {
        return false;
    }
    let parts_word = before.is_empty() || before.ends_with([' ', '(', '[', '\t', '*', '`']);
    let last = before.split_whitespace().next_back().unwrap_or_default();
    let last = last
        .trim_matches(|c: char| !c.is_ascii_alphanumeric() && !"<>=~\u{2264}\u{2265}#".contains(c));
    parts_word
        && !is_in(last, BEFORE)
        && !last.ends_with(['<', '>', '=', '~', '\u{2264}', '\u{2265}', '#'])
}

/// The things that a number counts, by the text behind it.
fn thing(behind: &str) -> Option<String> {
    let behind = of_all(behind).unwrap_or(behind).strip_prefix(' ')?;
    let mut name: Vec<String> = Vec::new();
    let mut words = behind.split(' ');
    while let Some(word) = words.next() {
        let bare = word.trim_end_matches([',', '.', ';', ':', '!', ')', ']', '*', '`']);
        let ends = bare.len() < word.len();
        // `file(s)`, `entry(ies)` lose their end to the trimming above.
        let singular = ["(s", "(es"].iter().find_map(|end| bare.strip_suffix(end).filter(|_| ends));
        let plain = singular.unwrap_or(bare);
        let is_word = |c: char| c.is_ascii_alphanumeric() || "-_./".contains(c);
        if plain.is_empty()
            || !plain.starts_with(|c: char| c.is_ascii_alphabetic())
            || !plain.chars().all(is_word)
            || is_in(plain, BEHIND)
            || is_in(plain, NO_PLURALS)
        {
            return None;
        }
        let end = if bare.ends_with("(es") { "es" } else { "s" };
        let things = if singular.is_some() { format!("{plain}{end}") } else { plain.to_owned() };
        let lower = things.to_ascii_lowercase();
        name.push(things);
        if is_plural(&lower) {
            let ends = match singular {
                // `file(s),`
                Some(_) => {
                    word.trim_end_matches(')').ends_with([',', '.', ';', ':', '!'])
                        || word.ends_with(')') && word.matches(')').count() > 1
                }
                None => ends,
            };
            if is_in(&lower, NO_THINGS) {
                return None;
            }
            return if ends { Some(name.join(" ")) } else { with_verb(name.join(" "), &mut words) };
        }
        if ends || name.len() == 4 {
            return None;
        }
    }
    None
}

/// The things with the participle behind them, if one follows: `3 files changed`. `None` if they go on as a sentence of its own, in
/// which the number is one of a condition: `3 lines exceed 72 characters`.
fn with_verb<'w>(things: String, words: &mut impl Iterator<Item = &'w str>) -> Option<String> {
    const WANTING: &str = "differ exceed fail failed failing lack left match missing need needed pending remain remaining";
    let Some(mut next) = words.next() else { return Some(things) };
    if next.ends_with("ly") {
        next = words.next().unwrap_or_default();
    }
    let bare = next.trim_end_matches([',', '.', ';', ':', '!', ')', ']', '*', '`']);
    let begins = bare.starts_with(|c: char| c.is_ascii_alphanumeric());
    if bare.is_empty() || is_in(bare, BEHIND) || !begins {
        return Some(things);
    }
    let happened =
        bare.len() > 4 && bare.ends_with("ed") || matches!(bare, "found" | "written" | "total");
    // `OK (3 mirrors match)`
    let agrees = bare == "match" && next.ends_with(')');
    if is_in(bare, WANTING) && !agrees {
        return None;
    }
    // `3 scripts OK`, `3 files older than …`
    let ends = bare.len() < next.len() || words.next().is_none();
    match happened {
        true => Some(format!("{things} {bare}")),
        false => (ends || bare.len() > 4 && bare.ends_with("er")).then_some(things),
    }
}

/// What follows the whole behind a part: `3/5 files`, `3 of 5 files`.
fn of_all(behind: &str) -> Option<&str> {
    let whole = behind.strip_prefix('/').or_else(|| behind.strip_prefix(" of "))?;
    let rest = whole.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = if rest.len() < whole.len() { rest } else { whole.strip_prefix(HOLE)? };
    Some(rest)
}

#[cfg(test)]
mod tests {
    use super::counts;

    fn names(line: &str) -> String {
        counts(line).into_iter().map(|(name, _)| name).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn numbers_in_sentences() {
        for (line, wanted) in [
            ("\u{2713} Plan structure is valid with \u{FFFC} warning(s)", "warnings"),
            ("\u{2713} Task dependencies found (\u{FFFC} tasks)", "tasks"),
            ("DESIGN.md has \u{FFFC} sections", "sections"),
            ("Found approximately \u{FFFC} phases", "phases"),
            ("Found: \u{FFFC} additional context file(s)", "additional_context_files"),
            ("PASS: NOTES.md (v\u{FFFC}, \u{FFFC} words, \u{FFFC} lines)", "words lines"),
            (
                "Self-containment: \u{FFFC}/\u{FFFC} tasks fully specified (\u{FFFC}%)",
                "tasks_specified",
            ),
            ("Synced: \u{FFFC} file(s), \u{FFFC} folder(s).", "files folders"),
            ("scrub: \u{FFFC} of \u{FFFC} pages changed", "pages_changed"),
            ("Plan has \u{FFFC} error(s) and \u{FFFC} warning(s)", "errors warnings"),
            ("\u{FFFC}: wall-clock latency: \u{FFFC}s", "wall_clock_latency_seconds"),
            ("\u{FFFC} hit(s). Expected false positives are known", "hits"),
            ("cleaned up \u{FFFC} temp file(s) from \u{FFFC}", "temp_files"),
            ("- \u{FFFC} stash(es) saved", "stashes_saved"),
            ("shellcheck: \u{FFFC} scripts OK", "scripts"),
            ("removed \u{FFFC} old file(s) older than \u{FFFC}d", "old_files_removed"),
            ("Done. \u{FFFC} agents installed to \u{FFFC}", "agents_installed"),
            ("1. Line length violations (\u{FFFC}):", "line_length_violations"),
            (
                "\u{1f4dd} JavaScript/TypeScript files (\u{FFFC} files)",
                "javascript_typescript_files",
            ),
            ("Agents: \u{FFFC}/\u{FFFC} complete \u{2014} Max rounds: \u{FFFC}", "agents_complete"),
            ("phases: \u{FFFC}/3 complete", "phases_complete"),
            ("Branch is ahead by \u{FFFC} commits", "commits_ahead"),
            ("ahead by \u{FFFC} and behind by \u{FFFC}", "ahead behind"),
            ("main: behind \u{FFFC}, ahead \u{FFFC}", "behind ahead"),
            ("REPORTS_STALE: \u{FFFC} rapor IN_PROGRESS", "reports_stale"),
            ("  - Agent configs: \u{FFFC}/\u{FFFC} valid", "agent_configs_valid"),
            ("check_references: OK (\u{FFFC} mapped mirrors match)", "mapped_mirrors"),
            ("lint: \u{FFFC} checked, all clean.", "checked"),
            ("Installed \u{FFFC}, updated \u{FFFC} hook(s) in \u{FFFC}", "installed hooks_updated"),
            ("  migrated \u{FFFC} file(s), skipped \u{FFFC}", "files_migrated skipped"),
            ("GAP: \u{FFFC} source files but only \u{FFFC} docs", "source_files docs"),
            ("Done (\u{FFFC} copied; \u{FFFC} skipped)", "copied skipped"),
        ] {
            assert_eq!(names(line), wanted, "{line}");
        }
        for line in [
            "Waiting for \u{FFFC} items",
            "Sleeping \u{FFFC} seconds",
            "\u{FFFC} line(s) exceed 72 characters",
            "Only the last \u{FFFC} lines are shown",
            "more than \u{FFFC} files",
            "up to \u{FFFC} files",
            "Loading from \u{FFFC} files...",
            "\u{FFFC} tasks lack criteria",
            "\u{FFFC} items left",
            "Step \u{FFFC} of \u{FFFC}",
            "Expected \u{FFFC} files",
            "took \u{FFFC} attempts",
            "from \u{FFFC} files to \u{FFFC} files",
            "\u{FFFC} is done",
            "v\u{FFFC} files",
            "\u{FFFC} checks failed",
            "line \u{FFFC} has errors",
            "Retries (\u{FFFC}) are allowed",
            "Iterations: \u{FFFC} of 5",
            "Agent a done. Progress: \u{FFFC}/\u{FFFC}",
            "Agents: \u{FFFC}/\u{FFFC}. Continuing in 2s",
            "Agents: \u{FFFC}/\u{FFFC} waiting",
            "ahead of \u{FFFC}",
            "\u{FFFC} would be copied",
            "Checking links (\u{FFFC})",
            "Rows: \u{FFFC} \u{2192} \u{FFFC}",
            "Comments: \u{FFFC}",
        ] {
            assert_eq!(names(line), "", "{line}");
        }
        let many = |count: usize| "a \u{FFFC} files, ".repeat(count);
        assert_eq!(names(&format!("{}\u{FFFC} checked", many(super::MOST_NUMBERS))), "");
        assert_eq!(names(&format!("{}\u{FFFC} checked", many(2))), "checked");
    }
}
