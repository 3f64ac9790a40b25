//! Lines of a text.

/// The maximum number of bytes of a line before or after a place, because a file may be one line.
const LONGEST: usize = 2_000;

/// The part of a line before the byte `at`; of a very long line the last [`LONGEST`] bytes.
pub(crate) fn before(text: &str, at: usize) -> &str {
    let near = &text[text.floor_char_boundary(at.saturating_sub(LONGEST))..at];
    near.rsplit('\n').next().unwrap_or_default()
}

/// The part of a line from the byte `at` on; of a very long line the first [`LONGEST`] bytes.
pub(crate) fn behind(text: &str, at: usize) -> &str {
    let near = &text[at..text.floor_char_boundary((at + LONGEST).min(text.len()))];
    near.split('\n').next().unwrap_or_default()
}

/// The line around the byte `at`; of a very long line the part near it.
pub(crate) fn around(text: &str, at: usize) -> &str {
    &text[at - before(text, at).len()..at + behind(text, at).len()]
}

/// The lines of a text, with their offsets.
pub(crate) fn each_line(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split('\n').map(move |line| (line.as_ptr() as usize - text.as_ptr() as usize, line))
}

#[cfg(test)]
mod tests {
    use super::{around, before};
    use contract::Lines;

    #[test]
    fn places_are_those_that_counting_gives() {
        let text = "ä\nbc\n\nd";
        let lines = Lines::default();
        for (at, _) in text.char_indices().chain([(text.len(), ' ')]) {
            assert_eq!(lines.position(text, at), crate::source::end_of(&text[..at]), "{at}");
        }
        assert_eq!(before("a\nbc", 3), "b");
        assert_eq!(around("a\nbc\n", 3), "bc");
        let long = "ä".repeat(10_000);
        assert_eq!(around(&long, 10_000).len(), 4_000);
    }
}
