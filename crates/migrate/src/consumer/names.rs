//! Searches for the names of a tree's scripts in all of its texts: one pass over the bytes of a text, for any number of
//! names.

use std::collections::{BTreeMap, BTreeSet};

/// The searched names.
#[derive(Debug)]
pub struct Names {
    all: BTreeSet<String>,
    /// Names of several words, which need a search each.
    odd: Vec<String>,
    /// The lengths, first and last bytes of names, which rule out most words of a text.
    shapes: Vec<bool>,
}

const SHAPES: usize = 1 << 14;

/// Bytes of names; one beyond ASCII may belong to a letter or to a character that ends the word.
const PARTS: [bool; 256] = {
    let mut parts = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        let ascii = byte as u8;
        parts[byte] =
            ascii.is_ascii_alphanumeric() || matches!(ascii, b'_' | b'-' | b'.') || byte >= 128;
        byte += 1;
    }
    parts
};

fn shape(word: &[u8]) -> usize {
    let (first, last) = (word.first().copied(), word.last().copied());
    let mix = word.len() * 31 + usize::from(first.unwrap_or(0)) * 131;
    (mix + usize::from(last.unwrap_or(0)) * 7919) % SHAPES
}

/// An ordinary character of a name.
fn part(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-' | '.')
}

impl Names {
    /// Takes the names of files, without folders.
    #[must_use]
    pub fn new(names: impl IntoIterator<Item = String>) -> Self {
        let (all, odd): (BTreeSet<String>, BTreeSet<String>) =
            names.into_iter().filter(|n| !n.is_empty()).partition(|n| n.chars().all(part));
        let mut shapes = vec![false; SHAPES];
        for name in all.iter().chain(&odd) {
            shapes[shape(name.as_bytes())] = true;
        }
        Self { all, odd: odd.into_iter().collect(), shapes }
    }

    /// The names that occur in a text as words, without duplicates, in order.
    #[must_use]
    pub fn within(&self, text: &str) -> Vec<&str> {
        let mut found = BTreeSet::new();
        self.each(text, |name, _| {
            found.insert(name);
        });
        found.into_iter().collect()
    }

    /// The positions of each name that occurs in a text as a word.
    #[must_use]
    pub fn positions(&self, text: &str) -> BTreeMap<&str, Vec<usize>> {
        let mut found = BTreeMap::<&str, Vec<usize>>::new();
        self.each(text, |name, at| found.entry(name).or_default().push(at));
        found
    }

    fn each<'n>(&'n self, text: &str, mut found: impl FnMut(&'n str, usize)) {
        for (from, run) in words(text) {
            if run.is_ascii() {
                self.found(text, run, from, &mut found);
                continue;
            }
            let mut at = from;
            for word in run.split_inclusive(|c: char| !part(c)) {
                let bare = word.trim_end_matches(|c: char| !part(c));
                self.found(text, bare, at, &mut found);
                at += word.len();
            }
        }
        for name in &self.odd {
            text.match_indices(name.as_str()).for_each(|(at, _)| found(name, at));
        }
    }

    /// All names.
    pub(super) fn all(&self) -> impl Iterator<Item = &str> {
        self.all.iter().chain(&self.odd).map(String::as_str)
    }

    /// The names that match a pattern with `*`.
    pub(super) fn matching<'n>(&'n self, pattern: &str) -> impl Iterator<Item = &'n str> {
        self.all()
            .filter(move |name| super::loops::matches(pattern, name))
            .collect::<Vec<_>>()
            .into_iter()
    }

    /// Whether a text without a script's name could lead to one, by a loop over a folder or by a
    /// constructed name.
    #[must_use]
    pub fn may_lead(text: &str) -> bool {
        super::code::builds_names(text)
            || text.contains('$') && super::built::names(text).next().is_some()
            || (text.contains("*.sh") || text.contains("*.bash"))
                && super::loops::patterns(text).next().is_some()
    }

    fn found<'n>(
        &'n self,
        text: &str,
        word: &str,
        at: usize,
        found: &mut impl FnMut(&'n str, usize),
    ) {
        let word = word.trim_end_matches('.');
        if let Some(name) = self.exact(word) {
            found(name, at);
        } else if let Some(default) = word.strip_prefix('-')
            && text[..at].ends_with(':')
            && let Some(name) = self.exact(default)
        {
            // `${1:-x.sh}`
            found(name, at + 1);
        }
    }

    /// The name with this text, if there is one.
    pub(super) fn exact(&self, name: &str) -> Option<&str> {
        let is_likely = self.shapes[shape(name.as_bytes())];
        let known = || self.all.get(name).or_else(|| self.odd.iter().find(|odd| *odd == name));
        if is_likely { known().map(String::as_str) } else { None }
    }
}

/// The words of a text that may hold names, with their positions.
pub(super) fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        let from = at + bytes[at..].iter().position(|b| PARTS[usize::from(*b)])?;
        let length = bytes[from..].iter().position(|b| !PARTS[usize::from(*b)]);
        at = length.map_or(bytes.len(), |length| from + length);
        Some((from, &text[from..at]))
    })
}

#[cfg(test)]
mod tests {
    use super::Names;

    #[test]
    fn finds_words_and_nothing_in_words() {
        let names = Names::new(["a.sh", "b c.sh", "\u{fc}b.sh", "x.sh", "run"].map(str::to_owned));
        let within = |text| names.within(text);
        assert_eq!(within("./a.sh; aa.sh x.shell run-it"), ["a.sh"]);
        assert_eq!(within("run. (x.sh)... \u{201c}a.sh\u{201d}"), ["a.sh", "run", "x.sh"]);
        assert_eq!(
            within("bash 'b c.sh' /\u{fc}b.sh \u{2713}run"),
            ["b c.sh", "run", "\u{fc}b.sh"]
        );
    }
}
