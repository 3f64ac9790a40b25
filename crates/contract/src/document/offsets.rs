//! Converts lines and columns to byte offsets. Marks at short distances avoid reading a long line, such as
//! minified JSON, again for each query.

use super::Position;

/// The distance of two marks in bytes.
const DISTANCE: usize = 1024;

/// Places of a text with their byte offsets, in order.
#[derive(Debug)]
pub(super) struct Offsets(Vec<(Position, usize)>);

impl Offsets {
    pub(super) fn of(text: &str) -> Offsets {
        // A byte order mark has no column.
        let start = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        let mut marks = vec![(Position::START, start)];
        let mut last = start;
        for (place, at) in places(&text[start..], Position::START, start) {
            if at >= last + DISTANCE {
                marks.push((place, at));
                last = at;
            }
        }
        Offsets(marks)
    }

    /// The byte offset of a place; `None` after the end of a line.
    pub(super) fn byte(&self, text: &str, wanted: Position) -> Option<usize> {
        let next = self.0.partition_point(|(place, _)| *place <= wanted);
        let (place, at) = *self.0.get(next.checked_sub(1)?)?;
        let mut from_mark = places(&text[at..], place, at);
        from_mark
            .find_map(|(place, at)| (place >= wanted).then_some((place, at)))
            .and_then(|(place, at)| (place == wanted).then_some(at))
    }
}

/// The place and byte offset of each character, and of the end.
fn places(text: &str, start: Position, at: usize) -> impl Iterator<Item = (Position, usize)> {
    let mut place = start;
    let mut characters = text.char_indices().map(move |(byte, c)| {
        let here = (place, at + byte);
        if c == '\n' {
            place = Position { line: place.line + 1, column: 1 };
        } else {
            place.column += 1;
        }
        (here, place)
    });
    // The end has the place after the last character.
    let length = at + text.len();
    let mut end = Some((start, at));
    std::iter::from_fn(move || {
        let Some((here, next)) = characters.next() else { return end.take() };
        end = Some((next, length));
        Some(here)
    })
}

#[cfg(test)]
mod tests {
    use super::{DISTANCE, Offsets};
    use crate::Position;

    #[test]
    fn each_character_is_found_again() {
        let text = format!("aä\n{}\n\nend", "ö{x}".repeat(DISTANCE));
        let offsets = Offsets::of(&text);
        let (mut line, mut column) = (1, 1);
        for (at, c) in text.char_indices() {
            assert_eq!(offsets.byte(&text, Position { line, column }), Some(at));
            (line, column) = if c == '\n' { (line + 1, 1) } else { (line, column + 1) };
        }
        assert_eq!(offsets.byte(&text, Position { line, column }), Some(text.len()));
        assert_eq!(offsets.byte(&text, Position { line: 1, column: 9 }), None);
        assert_eq!(offsets.byte(&text, Position { line: 9, column: 1 }), None);
        let marked = "\u{feff}{}";
        assert_eq!(Offsets::of(marked).byte(marked, Position::START), Some(3));
    }
}
