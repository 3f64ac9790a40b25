//! Numbers of a sentence that have no things behind them: `Broken links (3):`, `Agents: 3/5 complete — see below`, `3 copied`.
//!
//! As in the other sentences, they count only for variables that the script measures.

use super::metric_name::name as metric_name;
use super::word_list::{NO_THINGS, PARTS_OF_ALL, is_in, is_plural};
use crate::word::HOLE;

/// Words of a label that is a sentence of its own, or says how far the run is.
const NO_LABEL: &str = "are attempt can do exit has have if iteration loop max maximum page pass phase progress round run see \
    step target try usage version was were when with";

/// What happened to the things that a number counts, where the line doesn't name them: `3 copied`.
const HAPPENED: &str = "added archived changed checked cleaned converted copied created deleted downloaded failed fixed found generated \
    imported indexed installed linked matched merged migrated modified moved passed processed pruned pushed removed renamed restored \
    scanned skipped synced updated uploaded validated verified written";

/// The name of a number, by the text before it and behind it.
pub(super) fn name(before: &str, behind: &str) -> Option<String> {
    distance(before, behind)
        .or_else(|| in_parentheses(before, behind))
        .or_else(|| behind_colon(before, behind))
        .or_else(|| before_participle(before, behind))
        .or_else(|| behind_participle(before, behind))
}

/// The side of something else on which the things of a number are: `ahead by 3 commits`.
pub(super) fn direction(before: &str, things: &str) -> Option<String> {
    metric_name(&format!("{things} {}", side(before)?))
}

/// `ahead by 3 and behind by 2`
fn distance(before: &str, behind: &str) -> Option<String> {
    let rest = behind.trim_start_matches([' ', ',', '.', ';', ')']);
    let goes_on = rest.is_empty() || rest.starts_with("and ") || side(rest).is_some();
    let is_whole = !behind.starts_with(|c: char| c.is_alphanumeric() || c == HOLE);
    let begins = behind.starts_with([',', ';', ')']);
    side(before).filter(|_| is_whole && (goes_on || begins)).and_then(metric_name)
}

/// `ahead` or `behind`, directly in front of a number.
fn side(before: &str) -> Option<&'static str> {
    let text = before.trim_end().trim_end_matches(" by").trim_end_matches([':', ' ']);
    ["ahead", "behind"].into_iter().find(|side| {
        text.strip_suffix(side).is_some_and(|head| !head.ends_with(char::is_alphanumeric))
    })
}

/// `Broken links (3):`, `1. Broken links (3)`
fn in_parentheses(before: &str, behind: &str) -> Option<String> {
    let rest = behind.strip_prefix(')')?.trim_end();
    let label = plural_label(before.strip_suffix('(')?)?;
    matches!(rest, "" | ":" | ".").then(|| metric_name(label))?
}

/// The label of things in parentheses that repeats what they are: `Python files (3 files)`.
pub(super) fn repeated(before: &str, things: &str) -> Option<String> {
    let label = plural_label(before.strip_suffix('(')?)?;
    let same = label.rsplit(' ').next()?.eq_ignore_ascii_case(things);
    same.then(|| metric_name(label))?
}

/// `Agents: 3/5 complete — …`, `PENDING_REPORTS: 3 are waiting`
fn behind_colon(before: &str, behind: &str) -> Option<String> {
    let label = plural_label(before.strip_suffix(": ")?)?;
    if let Some(whole) = behind.strip_prefix('/') {
        return part_of_all(label, whole);
    }
    let word = behind.strip_prefix(' ')?.split(' ').next()?;
    let goes_on = word.starts_with(char::is_alphabetic) && !is_in(word, NO_THINGS);
    goes_on.then(|| metric_name(label))?
}

/// `Agents: 3/5 complete` counts the complete ones: `agents_complete`.
fn part_of_all(label: &str, whole: &str) -> Option<String> {
    let rest = whole.trim_start_matches(|c: char| c.is_ascii_digit() || c == HOLE);
    let word = rest.strip_prefix(' ').filter(|_| rest.len() < whole.len())?;
    let word = word.split(|c: char| !c.is_ascii_alphabetic()).next()?;
    is_in(word, PARTS_OF_ALL).then(|| metric_name(&format!("{label} {word}")))?
}

/// `checks: 3 passed, all clean`, `Done (3 copied)`
fn before_participle(before: &str, behind: &str) -> Option<String> {
    let word = behind.strip_prefix(' ')?;
    let end = word.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(word.len());
    let (word, rest) = word.split_at(end);
    let ends = rest.is_empty() || rest.starts_with([',', ';', ')', '.', ']']);
    let begins = before.trim_end().is_empty()
        || [": ", "(", ", ", "; ", "\u{2014} ", "| ", "\u{b7} "]
            .iter()
            .any(|start| before.ends_with(start))
        || before.trim_end().chars().all(|c| !c.is_alphanumeric() && c != HOLE);
    (ends && begins && is_in(word, HAPPENED)).then(|| metric_name(word))?
}

/// `, skipped 3`
fn behind_participle(before: &str, behind: &str) -> Option<String> {
    let is_end = behind.is_empty() || behind.starts_with([',', ';', ')', '.']);
    let verb = participle(before).filter(|_| is_end)?;
    metric_name(&verb.to_ascii_lowercase())
}

/// The things with the participle in front of their number, as in `updated 3 hooks`: `hooks updated`.
pub(super) fn happened(before: &str, things: &str) -> Option<String> {
    let verb = participle(before)?;
    metric_name(&format!("{things} {verb}"))
}

/// The participle directly in front of a number, at the start of a part of the line.
fn participle(before: &str) -> Option<&str> {
    let head = before.strip_suffix(' ')?;
    let (rest, verb) =
        head.split_at(head.trim_end_matches(|c: char| c.is_ascii_alphabetic()).len());
    let rest = rest.trim_end();
    let begins = rest.is_empty()
        || rest.ends_with([',', ';', ':', '(', ']', '\u{2014}'])
        || !rest.is_ascii();
    let marks = rest.chars().all(|c| c.is_ascii() || !c.is_alphanumeric()) && !rest.ends_with(HOLE);
    (begins && marks && is_in(verb, HAPPENED)).then_some(verb)
}

/// A label of at most four words that ends in a plural, or in a name such as `REPORTS_PENDING`, at the end of a text; marks, tags
/// and the number of a list may stand in front.
fn plural_label(text: &str) -> Option<&str> {
    let text = text.trim_end();
    let text = text.rsplit(['|', ';', ')', ']', '\u{b7}', '\u{2014}', HOLE]).next()?;
    let text = text.trim_start_matches(|c: char| !c.is_alphabetic());
    let plain = |c: char| c.is_ascii_alphanumeric() || " -_/".contains(c);
    let words: Vec<&str> = text.split(' ').collect();
    let last = words.last()?.to_ascii_lowercase();
    let is_key = words.len() == 1 && last.split('_').any(is_plural) && last.contains('_');
    let names_things = is_plural(&last) && !is_in(&last, NO_THINGS) || is_key;
    let fits = words.len() <= 4
        && text.chars().all(plain)
        && names_things
        && !words.iter().any(|word| is_in(word, NO_LABEL) || word.ends_with("ing"));
    fits.then_some(text)
}
