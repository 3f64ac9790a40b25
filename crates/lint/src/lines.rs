//! Lines of a text.

/// The maximum number of bytes of a line before a place, because a file may be one line.
const LONGEST: usize = 2_000;

/// The part of a line before the byte `at`; of a very long line the last [`LONGEST`] bytes.
pub(crate) fn before(text: &str, at: usize) -> &str {
    let near = &text[text.floor_char_boundary(at.saturating_sub(LONGEST))..at];
    near.rsplit('\n').next().unwrap_or_default()
}

/// The lines of a text, with their offsets.
pub(crate) fn each_line(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split('\n').map(move |line| (line.as_ptr() as usize - text.as_ptr() as usize, line))
}

#[cfg(test)]
mod tests {
    use super::before;
    use contract::Lines;

    #[test]
    fn places_are_those_that_counting_gives() {
        let text = "ä\nbc\n\nd";
        let lines = Lines::default();
        for (at, _) in text.char_indices().chain([(text.len(), ' ')]) {
            assert_eq!(lines.position(text, at), crate::source::end_of(&text[..at]), "{at}");
        }
        assert_eq!(before("a\nbc", 3), "b");
    }
}
