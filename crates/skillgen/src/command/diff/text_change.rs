//! A word diff of a description: removed and added words, with some words around them.

use contract::text::safe;
use schema_diff::Change;
use similar::{ChangeTag, TextDiff};

/// The number of unchanged words shown beside a change.
const WORDS_AROUND: usize = 5;
/// The maximum length of a text, in characters.
const MAX_TEXT: usize = 400;
/// Texts with less in common are shown separately.
const MIN_SHARED: f32 = 0.35;

/// The kind of an edit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::command) enum Tag {
    Kept,
    Removed,
    Added,
}

/// A run of words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::command) struct Piece {
    pub(in crate::command) tag: Tag,
    pub(in crate::command) text: String,
}

/// The difference of two texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::command) struct TextChange {
    pub(in crate::command) pieces: Vec<Piece>,
}

impl TextChange {
    /// The texts of a change that only people read.
    pub(in crate::command) fn of(change: &Change) -> Option<TextChange> {
        let rule = change.rule.rule();
        // If a policy sets the level, the message already contains both values.
        if rule.effect != schema_diff::Effect::Neither || rule.policy.is_some() {
            return None;
        }
        let text = |value: &Option<serde_json::Value>| -> Option<Option<String>> {
            match value {
                None => Some(None),
                Some(value) => value.as_str().map(|text| Some(text.to_owned())),
            }
        };
        match (text(&change.old)?, text(&change.new)?) {
            (Some(old), Some(new)) => Some(TextChange::between(&old, &new)),
            (Some(old), None) => Some(TextChange { pieces: vec![whole(Tag::Removed, &old)] }),
            (None, Some(new)) => Some(TextChange { pieces: vec![whole(Tag::Added, &new)] }),
            (None, None) => None,
        }
    }

    fn between(old: &str, new: &str) -> TextChange {
        let words = |text: &str| -> Vec<String> {
            safe(text).split_whitespace().map(str::to_owned).collect()
        };
        let (a, b) = (words(old), words(new));
        let (a, b): (Vec<&str>, Vec<&str>) =
            (a.iter().map(String::as_str).collect(), b.iter().map(String::as_str).collect());
        let diff = TextDiff::from_slices(&a, &b);
        if diff.ratio() < MIN_SHARED {
            return TextChange { pieces: vec![whole(Tag::Removed, old), whole(Tag::Added, new)] };
        }
        let mut runs: Vec<(Tag, Vec<&str>)> = Vec::new();
        for change in diff.iter_all_changes() {
            let tag = match change.tag() {
                ChangeTag::Equal => Tag::Kept,
                ChangeTag::Delete => Tag::Removed,
                ChangeTag::Insert => Tag::Added,
            };
            match runs.last_mut() {
                Some((last, words)) if *last == tag => words.push(change.value()),
                _ => runs.push((tag, vec![change.value()])),
            }
        }
        let last = runs.len().saturating_sub(1);
        let piece = |(at, (tag, words)): (usize, (Tag, Vec<&str>))| {
            let text = match tag {
                Tag::Kept => kept(&words, at == 0, at == last),
                Tag::Removed | Tag::Added => cut(&words.join(" ")),
            };
            Piece { tag, text }
        };
        TextChange { pieces: runs.into_iter().enumerate().map(piece).collect() }
    }

    /// The whole diff; `write` formats each part.
    pub(in crate::command) fn written(&self, write: impl Fn(Tag, &str) -> String) -> String {
        let pieces = self.pieces.iter().map(|piece| write(piece.tag, &piece.text));
        pieces.collect::<Vec<_>>().join(" ")
    }
}

/// In the form of `git diff --word-diff`: `[-old-]{+new+}`.
pub(in crate::command) fn word_diff(tag: Tag, text: &str) -> String {
    match tag {
        Tag::Kept => text.to_owned(),
        Tag::Removed => format!("[-{text}-]"),
        Tag::Added => format!("{{+{text}+}}"),
    }
}

fn whole(tag: Tag, text: &str) -> Piece {
    let words: Vec<String> = safe(text).split_whitespace().map(str::to_owned).collect();
    Piece { tag, text: cut(&words.join(" ")) }
}

/// The words beside a change; more distant ones are omitted.
fn kept(words: &[&str], first: bool, last: bool) -> String {
    let (before, after) =
        (if last { 0 } else { WORDS_AROUND }, if first { 0 } else { WORDS_AROUND });
    if words.len() <= before + after + 1 {
        return words.join(" ");
    }
    let head = words[..after].join(" ");
    let tail = words[words.len() - before..].join(" ");
    [head.as_str(), "…", tail.as_str()]
        .iter()
        .filter(|t| !t.is_empty())
        .copied()
        .collect::<Vec<_>>()
        .join(" ")
}

fn cut(text: &str) -> String {
    if text.chars().count() <= MAX_TEXT {
        return text.to_owned();
    }
    let head: String = text.chars().take(MAX_TEXT - 1).collect();
    format!("{head}…")
}

#[cfg(test)]
mod tests {
    use super::{TextChange, word_diff};

    #[test]
    fn words_that_changed_stand_in_their_sentence() {
        let found = TextChange::between(
            "One two three four five six seven topics to research in the news of today, all of it.",
            "One two three four five six seven questions to research in the news of today, all of it.",
        );
        assert_eq!(
            found.written(word_diff),
            "… three four five six seven [-topics-] {+questions+} to research in the news …"
        );
    }

    #[test]
    fn texts_with_nothing_in_common_are_shown_one_after_the_other() {
        let found = TextChange::between("How far back to look.", "Unused");
        assert_eq!(found.written(word_diff), "[-How far back to look.-] {+Unused+}");
    }
}
