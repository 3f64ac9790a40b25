//! Finds an envelope that was cut off although it is no JSON: `{success: true, errors: [`. It begins as an object with the
//! name of one of the fields, without double quotes, and its brackets are still open at the end of the text.

use super::super::finder::FIELDS;

/// The state between two bytes.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum State {
    /// Before an object.
    #[default]
    Outside,
    /// After a `{`.
    Open,
    /// In the first name.
    Name { quoted: bool },
    /// After the first name.
    Named,
    /// In an object; its brackets are counted.
    Inside,
    /// In a text in quotes; `escaped` after a backslash.
    Text { quote: u8, escaped: bool },
    /// After a quote, which ends the text only before punctuation or a space.
    Closing { quote: u8 },
}

/// Reads the text byte by byte, in constant space.
#[derive(Debug, Default)]
pub(super) struct Tracker {
    state: State,
    name: Vec<u8>,
    depth: usize,
    line: u64,
    /// The line of the object.
    start: u64,
    last: u8,
}

impl Tracker {
    pub(super) fn feed(&mut self, piece: &[u8]) {
        let mut rest = piece;
        while let Some((&byte, behind)) = rest.split_first() {
            if self.state == State::Outside {
                // Most text is outside of objects.
                let end = rest.iter().position(|byte| *byte == b'{').unwrap_or(rest.len());
                self.line += rest[..end].iter().map(|byte| u64::from(*byte == b'\n')).sum::<u64>();
                rest = &rest[end..];
                if let Some(behind) = rest.split_first().map(|(_, behind)| behind) {
                    self.begin();
                    rest = behind;
                }
                continue;
            }
            self.line += u64::from(byte == b'\n');
            self.state = self.next(byte);
            self.last = byte;
            rest = behind;
        }
    }

    /// The first line of the object that is open at the end.
    pub(super) fn cut_off(&self) -> Option<u64> {
        self.depth.checked_sub(1).map(|_| self.start + 1)
    }

    fn begin(&mut self) {
        self.state = State::Open;
        self.start = self.line;
        self.name.clear();
    }

    fn next(&mut self, byte: u8) -> State {
        match (self.state, byte) {
            (State::Open, b' ' | b'\t' | b'\r' | b'\n')
            | (State::Named, b' ' | b'\t' | b'\r' | b'\n') => self.state,
            (State::Open, b'\'') => State::Name { quoted: true },
            (State::Open, _) if byte.is_ascii_alphabetic() => {
                self.name.push(byte);
                State::Name { quoted: false }
            }
            (State::Name { .. }, _) if byte.is_ascii_alphabetic() && self.name.len() < 16 => {
                self.name.push(byte);
                self.state
            }
            (State::Name { quoted: true }, b'\'')
            | (State::Name { quoted: false }, b' ' | b'\t' | b'\r' | b'\n') => State::Named,
            (State::Name { quoted: false } | State::Named, b':') if self.is_field() => {
                self.depth = 1;
                State::Inside
            }
            (State::Open | State::Name { .. } | State::Named, b'{') => {
                self.begin();
                State::Open
            }
            (State::Outside | State::Open | State::Name { .. } | State::Named, _) => State::Outside,
            (State::Text { quote, escaped: true }, _) => State::Text { quote, escaped: false },
            (State::Text { .. }, b'\n') => State::Inside,
            (State::Text { quote, .. }, b'\\') => State::Text { quote, escaped: true },
            (State::Text { quote, .. }, _) if byte == quote => State::Closing { quote },
            (State::Text { .. }, _) => self.state,
            (State::Closing { .. }, b',' | b'}' | b']' | b':' | b' ' | b'\t' | b'\r' | b'\n')
            | (State::Inside, _) => self.inside(byte),
            (State::Closing { quote }, _) if byte == quote => self.state,
            (State::Closing { quote }, _) => State::Text { quote, escaped: byte == b'\\' },
        }
    }

    fn inside(&mut self, byte: u8) -> State {
        match byte {
            b'{' | b'[' => self.depth += 1,
            b'}' | b']' => self.depth -= 1,
            b'\'' | b'"' if b"{[(,:= \t\r\n".contains(&self.last) => {
                return State::Text { quote: byte, escaped: false };
            }
            _ => {}
        }
        if self.depth == 0 { State::Outside } else { State::Inside }
    }

    fn is_field(&self) -> bool {
        FIELDS.iter().any(|field| field.as_bytes() == self.name)
    }
}
