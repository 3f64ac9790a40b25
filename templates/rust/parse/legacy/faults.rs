//! Words of failure, and the words and numbers of a line around them.

use super::hedge::is_in;

/// Words of failure.
pub(super) const FAULTS: &str = "failed|failure|failures|fail|fails|failing|error|errors|abort|aborted|unsuccessful|unsuccessfully";
pub(super) const CROSSES: [char; 4] = ['✗', '❌', '✘', '✖'];
pub(super) const BLANKS: [char; 2] = [' ', '\t'];

/// Runs of ASCII letters, digits and `_`.
pub(super) fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + text[at..].find(is_sign)?;
        at = start + word(&text[start..]).len();
        Some((start, &text[start..at]))
    })
}

pub(super) fn is_sign(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// The word at the start of a text; it may be empty.
pub(super) fn word(text: &str) -> &str {
    &text[..text.find(|c| !is_sign(c)).unwrap_or(text.len())]
}

/// The text behind spaces, of which there is one at least.
pub(super) fn behind_blanks(text: &str) -> Option<&str> {
    let rest = text.trim_start_matches(BLANKS);
    (rest.len() < text.len()).then_some(rest)
}

/// The text behind a number.
pub(super) fn behind_number(text: &str) -> Option<&str> {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    (rest.len() < text.len()).then_some(rest)
}

/// The text behind spaces and a word of a list.
pub(super) fn behind_word<'t>(text: &'t str, list: &str) -> Option<&'t str> {
    let rest = behind_blanks(text)?;
    let word = word(rest);
    is_in(list, word).then(|| &rest[word.len()..])
}

pub(super) fn places<'t>(words: impl Iterator<Item = (usize, &'t str)>) -> Vec<(usize, usize)> {
    words.map(|(start, word)| (start, start + word.len())).collect()
}

pub(super) fn begins_with(text: &str, head: &str) -> bool {
    text.get(..head.len()).is_some_and(|text| text.eq_ignore_ascii_case(head))
}
