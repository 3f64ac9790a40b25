//! Patterns in messages. Long ones are lists of words, of which a release adds a few: the message names these, because
//! nobody finds them in two lines of 500 letters.

use std::collections::BTreeMap;

/// The longest pattern that is shown whole.
const MAX_PATTERN: usize = 80;
/// The longest part of a pattern that is shown.
const MAX_PART: usize = 160;
/// The number of letters around a difference.
const AROUND: usize = 12;
/// The maximum number of named words.
const MAX_WORDS: usize = 12;

/// How a pattern changed, after "the pattern of x".
pub(super) fn pattern_change(old: &str, new: &str) -> String {
    if old.chars().count().max(new.chars().count()) <= MAX_PATTERN {
        return format!("changed from `{old}` to `{new}`");
    }
    if let Some(change) = changed_alternatives(old, new) {
        return change;
    }
    let (from, to) = differing_parts(old, new);
    format!("changed from `{from}` to `{to}`")
}

/// A pattern, cut if it is long.
pub(super) fn shortened(pattern: &str) -> String {
    if pattern.chars().count() <= MAX_PART {
        return pattern.to_owned();
    }
    let head: String = pattern.chars().take(MAX_PART - 1).collect();
    format!("{head}…")
}

/// The added and removed alternatives, if the patterns are equal without them.
fn changed_alternatives(old: &str, new: &str) -> Option<String> {
    let (a, b) = (parts(old), parts(new));
    let (removed, added) = (lacking(&a, &b), lacking(&b, &a));
    // A bar or parenthesis in a class, or after a backslash, separates nothing.
    let is_word = |part: &Part<'_>| {
        let text = part.text;
        part.is_alternative
            && !text.is_empty()
            && text.matches('[').count() == text.matches(']').count()
            && !text.ends_with('\\')
    };
    let is_list = removed.iter().chain(&added).all(|(_, part)| is_word(part));
    let rest = |all: &[Part<'_>], gone: &[(usize, Part<'_>)]| -> Vec<String> {
        let is_kept = |at: &usize| !gone.iter().any(|(index, _)| index == at);
        let mut kept: Vec<String> =
            (0..all.len()).filter(is_kept).map(|at| all[at].text.to_owned()).collect();
        // Their order says nothing.
        kept.sort_unstable();
        kept
    };
    let is_named = removed.len() + added.len() > 0 && removed.len() + added.len() <= MAX_WORDS;
    if !is_list || !is_named || rest(&a, &removed) != rest(&b, &added) {
        return None;
    }
    let named = |words: &[(usize, Part<'_>)]| -> String {
        words.iter().map(|(_, word)| format!("`{}`", word.text)).collect::<Vec<_>>().join(", ")
    };
    let plural = |words: &[(usize, Part<'_>)]| if words.len() == 1 { "" } else { "s" };
    Some(match (added.is_empty(), removed.is_empty()) {
        (false, true) => format!("has the new alternative{} {}", plural(&added), named(&added)),
        (true, false) => {
            format!("no longer has the alternative{} {}", plural(&removed), named(&removed))
        }
        _ => format!(
            "has the new alternative{} {}, and no longer {}",
            plural(&added),
            named(&added),
            named(&removed)
        ),
    })
}

/// A text between the bars and parentheses of a pattern.
#[derive(Clone, Copy)]
struct Part<'p> {
    text: &'p str,
    /// There is a bar beside it.
    is_alternative: bool,
}

fn parts(pattern: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let (mut from, mut is_after_bar) = (0, false);
    for (at, separator) in pattern.match_indices(['|', '(', ')']) {
        let is_alternative = is_after_bar || separator == "|";
        parts.push(Part { text: &pattern[from..at], is_alternative });
        (from, is_after_bar) = (at + 1, separator == "|");
    }
    parts.push(Part { text: &pattern[from..], is_alternative: is_after_bar });
    parts
}

/// The texts that the other list has fewer times, and their indices.
fn lacking<'p>(list: &[Part<'p>], other: &[Part<'_>]) -> Vec<(usize, Part<'p>)> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for part in other {
        *counts.entry(part.text).or_default() += 1;
    }
    let mut missing = Vec::new();
    for (at, part) in list.iter().enumerate() {
        match counts.get_mut(part.text) {
            Some(count) if *count > 0 => *count -= 1,
            _ => missing.push((at, *part)),
        }
    }
    missing
}

/// What is between the common beginning and end of two patterns, with some letters around it.
fn differing_parts(old: &str, new: &str) -> (String, String) {
    let (a, b): (Vec<char>, Vec<char>) = (old.chars().collect(), new.chars().collect());
    let head = a.iter().zip(&b).take_while(|(x, y)| x == y).count();
    let most = a.len().min(b.len()) - head;
    let tail = a.iter().rev().zip(b.iter().rev()).take(most).take_while(|(x, y)| x == y).count();
    let part = |all: &[char]| -> String {
        let from = head.saturating_sub(AROUND);
        let to = (all.len() - tail + AROUND).min(all.len());
        let text: String = all[from..to].iter().collect();
        let before = if from > 0 { "…" } else { "" };
        let text = shortened(&text);
        let after = if to < all.len() && !text.ends_with('…') { "…" } else { "" };
        format!("{before}{text}{after}")
    };
    (part(&a), part(&b))
}

#[cfg(test)]
mod tests {
    use super::pattern_change;

    const WORDS: &str =
        "ALSA|ALBA|ALEA|BIT|CURL|CVE|DSA|DLA|DTSA|GHSA|GO|GSD|HSEC|LBSEC|MAL|OSV|PHSA|PSF";

    #[test]
    fn short_patterns_are_shown_whole() {
        assert_eq!(pattern_change("^a$", "^b$"), "changed from `^a$` to `^b$`");
    }

    #[test]
    fn words_of_a_long_list_are_named() {
        let old = format!("^({WORDS}|USN)-");
        let with = |words: &str, last: &str| format!("^({words}|{last})-");
        let new = with(&WORDS.replace("|DTSA|", "|ELA|DTSA|"), "USN|SUSE-SU");
        assert_eq!(pattern_change(&old, &new), "has the new alternatives `ELA`, `SUSE-SU`");
        assert_eq!(pattern_change(&new, &old), "no longer has the alternatives `ELA`, `SUSE-SU`");
        let new = with(&WORDS.replace("|GO|", "|GO[A-Z]|"), "USN");
        assert_eq!(
            pattern_change(&old, &new),
            "has the new alternative `GO[A-Z]`, and no longer `GO`"
        );
    }

    #[test]
    fn other_differences_are_shown_with_their_surroundings() {
        let old = format!("^({WORDS}|USN)-[0-9]+$");
        // The bar in a class is no end of an alternative.
        let with_class = format!("^({WORDS}|USN)-[0-9|]+$");
        assert!(pattern_change(&old, &with_class).starts_with("changed from"));
        let new = format!("^({WORDS}|USN)-[0-9]{{2,}}$");
        assert_eq!(
            pattern_change(&old, &new),
            "changed from `…F|USN)-[0-9]+$` to `…F|USN)-[0-9]{2,}$`"
        );
    }
}
