//! Finds the envelope in a stream: the last complete top-level object with all five fields.
//!
//! A `{` starts an attempt. Where an attempt breaks, the search goes on at the byte that broke it: all
//! objects that were open there would break at the same byte, so nothing is read twice and `{{{{…`
//! costs what any text costs. One case needs care: in `{"note {"success":…` the second `{` stands
//! inside what the first attempt took for a string. An object that hides there has its first quote
//! where that string seemed to end, so looking back over that string's last few blanks is enough.

use super::json::scan::{Machine, Outcome};

/// The fields of an envelope, in the contract's order.
pub(super) const FIELDS: [&str; 5] = ["success", "confidence", "deliverables", "metrics", "errors"];
const ALL: u32 = 0b1_1111;

/// A larger object is no output of a skill: it is not kept, and what it holds is not judged.
pub(super) const LARGEST: usize = 64 << 20;

/// An object that has no end, and where it begins (line, from 1).
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Unfinished {
    pub(super) line: u64,
    pub(super) why: Why,
}

/// Why an object has no end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Why {
    Broken,
    CutOff,
    TooLarge,
}

/// What the stream held.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// The text of the last complete object with all five fields.
    pub(super) envelope: Option<Vec<u8>>,
    /// The text of the last complete object with some of them.
    pub(super) partial: Option<Vec<u8>>,
    /// An object that began as an envelope, or ran into the end of the text.
    pub(super) unfinished: Option<Unfinished>,
    /// The text of the last complete object of any kind, where it is asked for.
    pub(super) last: Option<Vec<u8>>,
    /// The only thing in the text is one complete object without any of the fields.
    pub(super) lone: Option<Vec<u8>>,
}

/// The search; feed it pieces, then [`Finder::finish`].
#[derive(Debug)]
pub(super) struct Finder {
    found: Found,
    attempt: Option<Attempt>,
    line: u64,
    /// Objects without any field, and whether anything but them, blanks and code fences was there.
    others: u64,
    noise: bool,
    outside: Vec<u8>,
    /// Keep the last object of any kind.
    any: bool,
    /// An object was too large, in whose middle the search would go on: nothing behind counts.
    spent: bool,
}

#[derive(Debug)]
struct Attempt {
    machine: Machine,
    text: Vec<u8>,
    line: u64,
}

impl Attempt {
    fn new(line: u64) -> Attempt {
        Attempt { machine: Machine::new(&FIELDS), text: Vec::new(), line }
    }
}

/// More of a line than this is never a code fence.
const OUTSIDE_LIMIT: usize = 64;

impl Finder {
    pub(super) fn new() -> Finder {
        Finder {
            found: Found::default(),
            attempt: None,
            line: 1,
            others: 0,
            noise: false,
            outside: Vec::new(),
            any: false,
            spent: false,
        }
    }

    /// A search for the last complete object of any kind.
    pub(super) fn of_any() -> Finder {
        Finder { any: true, ..Finder::new() }
    }

    /// True when the text outside of objects can't count any more: an envelope is there, or was too large.
    pub(super) fn has_envelope(&self) -> bool {
        self.found.envelope.is_some() || self.spent
    }

    pub(super) fn push(&mut self, mut piece: &[u8]) {
        while !piece.is_empty() && !self.spent {
            piece = match self.attempt.take() {
                None => self.search(piece),
                Some(attempt) => self.go_on(attempt, piece),
            };
        }
    }

    /// Skips to the next `{` and starts an attempt there.
    fn search<'a>(&mut self, piece: &'a [u8]) -> &'a [u8] {
        let end = piece.iter().position(|b| *b == b'{').unwrap_or(piece.len());
        self.pass_over(&piece[..end]);
        if end < piece.len() {
            self.judge_outside();
            self.attempt = Some(Attempt::new(self.line));
        }
        &piece[end..]
    }

    fn pass_over(&mut self, text: &[u8]) {
        self.line += count_lines(text);
        if self.noise {
            return;
        }
        for byte in text {
            if *byte == b'\n' {
                self.judge_outside();
            } else if self.outside.len() < OUTSIDE_LIMIT {
                self.outside.push(*byte);
            }
        }
    }

    /// Decides whether the text outside of objects, up to here, is more than blanks and fences.
    fn judge_outside(&mut self) {
        let line = std::mem::take(&mut self.outside);
        let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&line);
        let blank = |b: &u8| b.is_ascii_whitespace() || *b == 0;
        let start = line.iter().position(|b| !blank(b)).unwrap_or(line.len());
        let line = &line[start..];
        if !(line.is_empty() || line.starts_with(b"```") || line.starts_with(b"~~~")) {
            self.noise = true;
        }
    }

    fn go_on<'a>(&mut self, mut attempt: Attempt, piece: &'a [u8]) -> &'a [u8] {
        match attempt.machine.feed(piece) {
            Outcome::More => {
                self.keep(attempt, piece, |finder, attempt| finder.attempt = Some(attempt))
            }
            Outcome::Done(end) => {
                self.keep(attempt, &piece[..end], |finder, attempt| {
                    finder.line = attempt.line + count_lines(&attempt.text);
                    finder.complete(attempt);
                });
                return &piece[end..];
            }
            Outcome::Broken(at) => {
                self.keep(attempt, &piece[..at], Finder::broken);
                return &piece[at..];
            }
        }
        &[]
    }

    /// Goes on with an attempt that took `piece`, unless it became too large.
    fn keep(
        &mut self,
        mut attempt: Attempt,
        piece: &[u8],
        then: impl FnOnce(&mut Finder, Attempt),
    ) {
        attempt.text.extend_from_slice(piece);
        if attempt.text.len() > LARGEST {
            self.give_up(attempt.line);
        } else {
            then(self, attempt);
        }
    }

    /// The last envelope is the one that counts: with an object that could be it and can't be kept, none does.
    fn give_up(&mut self, line: u64) {
        let unfinished = Some(Unfinished { line, why: Why::TooLarge });
        self.found = Found { unfinished, ..Found::default() };
        self.spent = true;
    }

    fn complete(&mut self, attempt: Attempt) {
        if self.any {
            self.found.last = Some(attempt.text);
            return;
        }
        match attempt.machine.seen() {
            ALL => {
                // What began and broke before the last envelope is of no account any more.
                self.found = Found { envelope: Some(attempt.text), ..Found::default() };
            }
            0 => {
                self.others += 1;
                if self.others == 1 && !self.noise {
                    self.found.lone = Some(attempt.text);
                }
            }
            _ if self.found.envelope.is_none() => self.found.partial = Some(attempt.text),
            _ => {}
        }
    }

    fn broken(&mut self, attempt: Attempt) {
        self.noise = true;
        self.line = attempt.line + count_lines(&attempt.text);
        if attempt.machine.begins_wanted() {
            self.found.unfinished = Some(Unfinished { line: attempt.line, why: Why::Broken });
        }
        if attempt.machine.behind_text() && attempt.text.last() == Some(&b'"') {
            let inner = &attempt.text[..attempt.text.len() - 1];
            let blanks = inner
                .iter()
                .rev()
                .take_while(|b| matches!(b, b' ' | b'\t' | b'\r' | b'\n'))
                .count();
            let start = inner.len() - blanks;
            if start > 1 && inner[start - 1] == b'{' {
                let mut again = Attempt::new(self.line);
                again.text.extend_from_slice(&attempt.text[start - 1..]);
                // `{`, blanks, `"`: the machine takes all of it.
                again.machine.feed(&again.text);
                self.attempt = Some(again);
            }
        }
    }

    /// Ends the stream. An object that is still open was cut off.
    pub(super) fn finish(mut self) -> Found {
        if let Some(attempt) = self.attempt.take() {
            self.noise = true;
            self.found.unfinished = Some(Unfinished { line: attempt.line, why: Why::CutOff });
        }
        self.judge_outside();
        if self.noise || self.others != 1 {
            self.found.lone = None;
        }
        self.found
    }
}

fn count_lines(text: &[u8]) -> u64 {
    text.iter().map(|b| u64::from(*b == b'\n')).sum()
}
