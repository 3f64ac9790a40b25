//! An incremental scanner that finds where one JSON object ends or becomes invalid.
//!
//! It keeps one byte for each level and never looks back, so it takes linear time. It also records
//! which of the wanted keys occur at the object's root.

/// The result of scanning a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// All bytes were consumed; the object is not complete.
    More,
    /// The object is complete; this many bytes of the piece belong to it.
    Done(usize),
    /// The byte at this offset of the piece is invalid. It was not consumed.
    Broken(usize),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Start,
    KeyOrEnd,
    Key,
    Colon,
    Value,
    ValueOrEnd,
    AfterValue,
    Text { key: bool },
    Escape { key: bool },
    Unicode { key: bool, left: u8 },
    Number(Digits),
    Literal { rest: &'static [u8] },
    Complete,
}

/// The position inside of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Digits {
    Minus,
    Zero,
    Integer,
    Point,
    Fraction,
    Exponent,
    Sign,
    Power,
}

/// The longest root key that is recorded; the wanted keys are shorter.
const KEY_LIMIT: usize = 96;

/// The scanner. `wanted` are the root keys that it reports in [`Machine::seen`].
#[derive(Debug)]
pub struct Machine {
    wanted: &'static [&'static str],
    open: Vec<u8>,
    state: State,
    key: Vec<u8>,
    seen: u32,
}

impl Machine {
    /// A scanner that expects the `{` of an object.
    #[must_use]
    pub fn new(wanted: &'static [&'static str]) -> Machine {
        Machine { wanted, open: Vec::new(), state: State::Start, key: Vec::new(), seen: 0 }
    }

    /// Bit `i` is set if `wanted[i]` has occurred as a key of the root.
    #[must_use]
    pub fn seen(&self) -> u32 {
        self.seen
    }

    /// True inside of a root key that may still become a wanted one, or after a wanted root key.
    #[must_use]
    pub fn begins_wanted(&self) -> bool {
        if self.seen != 0 {
            return true;
        }
        let inside = matches!(self.state, State::Text { key: true }) && self.open.len() == 1;
        inside
            && self.key.len() > 1
            && self.wanted.iter().any(|w| w.as_bytes().starts_with(&self.key))
    }

    /// True if the last byte closed a string.
    #[must_use]
    pub fn behind_text(&self) -> bool {
        matches!(self.state, State::Colon | State::AfterValue)
    }

    /// Scans a piece. Don't call it again after [`Outcome::Done`] or [`Outcome::Broken`].
    pub fn feed(&mut self, piece: &[u8]) -> Outcome {
        let mut at = 0;
        while let Some(&byte) = piece.get(at) {
            if let State::Text { key } = self.state {
                let run = plain_run(&piece[at..]);
                if run > 0 {
                    if key {
                        self.remember(&piece[at..at + run]);
                    }
                    at += run;
                    continue;
                }
            }
            match self.step(byte) {
                Step::Taken => at += 1,
                Step::Again => {}
                Step::Broken => return Outcome::Broken(at),
            }
            if self.state == State::Complete {
                return Outcome::Done(at);
            }
        }
        Outcome::More
    }

    fn remember(&mut self, bytes: &[u8]) {
        if self.open.len() == 1 && self.key.len() <= KEY_LIMIT {
            let room = (KEY_LIMIT + 1).saturating_sub(self.key.len()).min(bytes.len());
            self.key.extend_from_slice(&bytes[..room]);
        }
    }

    fn step(&mut self, byte: u8) -> Step {
        match self.state {
            State::Start => {
                if byte == b'{' {
                    self.enter(b'{');
                    Step::Taken
                } else {
                    Step::Broken
                }
            }
            State::Complete => Step::Broken,
            State::Text { key } => self.in_text(byte, key),
            State::Escape { key } => self.in_escape(byte, key),
            State::Unicode { key, left } => self.in_unicode(byte, key, left),
            State::Number(place) => self.in_number(byte, place),
            State::Literal { rest } => match rest.split_first() {
                Some((first, rest)) if *first == byte => {
                    self.state =
                        if rest.is_empty() { State::AfterValue } else { State::Literal { rest } };
                    Step::Taken
                }
                _ => Step::Broken,
            },
            _ if matches!(byte, b' ' | b'\t' | b'\n' | b'\r') => Step::Taken,
            State::KeyOrEnd if byte == b'}' => self.leave(),
            State::KeyOrEnd | State::Key => {
                if byte != b'"' {
                    return Step::Broken;
                }
                self.key.clear();
                self.state = State::Text { key: true };
                Step::Taken
            }
            State::Colon => {
                if byte != b':' {
                    return Step::Broken;
                }
                self.state = State::Value;
                Step::Taken
            }
            State::ValueOrEnd if byte == b']' => self.leave(),
            State::Value | State::ValueOrEnd => self.value(byte),
            State::AfterValue => self.after_value(byte),
        }
    }

    fn enter(&mut self, opener: u8) {
        self.open.push(opener);
        self.state = if opener == b'{' { State::KeyOrEnd } else { State::ValueOrEnd };
    }

    fn leave(&mut self) -> Step {
        self.open.pop();
        self.state = if self.open.is_empty() { State::Complete } else { State::AfterValue };
        Step::Taken
    }

    fn value(&mut self, byte: u8) -> Step {
        self.state = match byte {
            b'{' | b'[' => {
                self.enter(byte);
                return Step::Taken;
            }
            b'"' => State::Text { key: false },
            b't' => State::Literal { rest: b"rue" },
            b'f' => State::Literal { rest: b"alse" },
            b'n' => State::Literal { rest: b"ull" },
            b'-' => State::Number(Digits::Minus),
            b'0' => State::Number(Digits::Zero),
            b'1'..=b'9' => State::Number(Digits::Integer),
            _ => return Step::Broken,
        };
        Step::Taken
    }

    fn after_value(&mut self, byte: u8) -> Step {
        let in_object = self.open.last() == Some(&b'{');
        match byte {
            b',' => {
                self.state = if in_object { State::Key } else { State::Value };
                Step::Taken
            }
            b'}' if in_object => self.leave(),
            b']' if !in_object => self.leave(),
            _ => Step::Broken,
        }
    }

    fn in_text(&mut self, byte: u8, key: bool) -> Step {
        match byte {
            b'"' => {
                if key && self.open.len() == 1 {
                    self.note_key();
                }
                self.state = if key { State::Colon } else { State::AfterValue };
            }
            b'\\' => {
                if key {
                    self.remember(b"\\");
                }
                self.state = State::Escape { key };
            }
            0..=0x1f => return Step::Broken,
            _ => {}
        }
        Step::Taken
    }

    fn in_escape(&mut self, byte: u8, key: bool) -> Step {
        self.state = match byte {
            b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => State::Text { key },
            b'u' => State::Unicode { key, left: 4 },
            _ => return Step::Broken,
        };
        if key {
            self.remember(&[byte]);
        }
        Step::Taken
    }

    fn in_unicode(&mut self, byte: u8, key: bool, left: u8) -> Step {
        if !byte.is_ascii_hexdigit() {
            return Step::Broken;
        }
        if key {
            self.remember(&[byte]);
        }
        self.state =
            if left == 1 { State::Text { key } } else { State::Unicode { key, left: left - 1 } };
        Step::Taken
    }

    fn in_number(&mut self, byte: u8, place: Digits) -> Step {
        use Digits::{Exponent, Fraction, Integer, Minus, Point, Power, Sign, Zero};
        let next = match (place, byte) {
            (Minus, b'0') => Zero,
            (Minus | Integer, b'0'..=b'9') => Integer,
            (Zero | Integer, b'.') => Point,
            (Point | Fraction, b'0'..=b'9') => Fraction,
            (Zero | Integer | Fraction, b'e' | b'E') => Exponent,
            (Exponent, b'+' | b'-') => Sign,
            (Exponent | Sign | Power, b'0'..=b'9') => Power,
            (Zero | Integer | Fraction | Power, _) => {
                self.state = State::AfterValue;
                return Step::Again;
            }
            _ => return Step::Broken,
        };
        self.state = State::Number(next);
        Step::Taken
    }

    fn note_key(&mut self) {
        if self.key.len() > KEY_LIMIT {
            return;
        }
        let key = super::string::decode(&self.key);
        if let Some(place) = self.wanted.iter().position(|w| *w == key) {
            self.seen |= 1 << place;
        }
    }
}

enum Step {
    Taken,
    /// The state changed; the same byte is scanned again.
    Again,
    Broken,
}

/// The number of leading bytes that are plain text of a string.
fn plain_run(bytes: &[u8]) -> usize {
    bytes.iter().position(|b| matches!(b, b'"' | b'\\' | 0..=0x1f)).unwrap_or(bytes.len())
}
