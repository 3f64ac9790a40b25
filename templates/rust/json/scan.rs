//! A pushdown machine that is fed one JSON object in pieces and says where it ends or breaks.
//!
//! It keeps one byte a level and never looks back, so any input costs linear time. While it runs it
//! notes which of the wanted keys stand at the object's root.

/// What became of the bytes that were fed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// All bytes were taken; the object goes on.
    More,
    /// The object is complete; this many bytes of the piece belong to it.
    Done(usize),
    /// The byte at this place of the piece can't stand there. It was not taken.
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

/// Where in a number the machine stands.
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

/// Longest root key that is remembered: longer ones are none of the wanted ones.
const KEY_LIMIT: usize = 96;

/// The machine. `wanted` are the root keys that it reports in [`Machine::seen`].
#[derive(Debug)]
pub struct Machine {
    wanted: &'static [&'static str],
    open: Vec<u8>,
    state: State,
    key: Vec<u8>,
    seen: u32,
}

impl Machine {
    /// A machine that waits for the `{` of an object.
    #[must_use]
    pub fn new(wanted: &'static [&'static str]) -> Machine {
        Machine { wanted, open: Vec::new(), state: State::Start, key: Vec::new(), seen: 0 }
    }

    /// Bit `i` is set when `wanted[i]` stood as a key of the root, up to now.
    #[must_use]
    pub fn seen(&self) -> u32 {
        self.seen
    }

    /// True when the machine stands inside a root key which may still become a wanted one, or behind a
    /// root key that is wanted.
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

    /// True when the last byte taken closed a string, and something else must follow.
    #[must_use]
    pub fn behind_text(&self) -> bool {
        matches!(self.state, State::Colon | State::AfterValue)
    }

    /// Feeds a piece. After [`Outcome::Done`] or [`Outcome::Broken`] the machine is spent.
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
    /// The state changed; the same byte is looked at again.
    Again,
    Broken,
}

/// How many bytes from the start are plain text of a string.
fn plain_run(bytes: &[u8]) -> usize {
    bytes.iter().position(|b| matches!(b, b'"' | b'\\' | 0..=0x1f)).unwrap_or(bytes.len())
}
