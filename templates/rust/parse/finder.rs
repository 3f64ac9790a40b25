//! Finds the envelope in a stream: the last complete top-level object with all five fields.
//!
//! A `{` starts an attempt. If an attempt fails, the search continues at the invalid byte: all objects
//! that were open there would fail at the same byte, so nothing is read twice, and `{{{{…` takes
//! linear time. One case needs care: in `{"note {"success":…` the second `{` is inside of what the
//! first attempt read as a string. Such an object has its first quote where that string seemed to end,
//! so looking back over the string's last spaces is enough.

use super::json::scan::{Machine, Outcome};

/// The fields of an envelope, in the contract's order.
pub(super) const FIELDS: [&str; 5] = ["success", "confidence", "deliverables", "metrics", "errors"];
const ALL: u32 = 0b1_1111;

/// A larger object is not a skill's output: it is neither kept nor read.
pub(super) const LARGEST: usize = 64 << 20;

/// An incomplete object, and its first line (from 1).
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Unfinished {
    pub(super) line: u64,
    pub(super) why: Why,
}

/// Why an object is incomplete.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Why {
    Broken,
    CutOff,
    TooLarge,
}

/// The objects in the stream.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// The text of the last complete object with all five fields.
    pub(super) envelope: Option<Vec<u8>>,
    /// The text of the last complete object with some of them.
    pub(super) partial: Option<Vec<u8>>,
    /// An object that began as an envelope, or reached the end of the text.
    pub(super) unfinished: Option<Unfinished>,
    /// The text of the last complete object of any kind, if requested.
    pub(super) last: Option<Vec<u8>>,
    /// The only thing in the text is one complete object without any of the fields.
    pub(super) lone: Option<Vec<u8>>,
}

/// The search. Call `feed` for each piece, then [`Finder::finish`].
#[derive(Debug)]
pub(super) struct Finder {
    found: Found,
    attempt: Option<Attempt>,
    line: u64,
    /// Objects without any field, and whether there was other text than these, white space and code
    /// fences.
    others: u64,
    noise: bool,
    outside: Vec<u8>,
    /// Keep the last object of any kind.
    any: bool,
    /// An object was too large. The search would continue inside of it, so nothing after it counts.
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

/// A code fence is shorter than this.
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

    /// True if the text outside of objects no longer matters: there is an envelope, or one was too large.
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

    /// Decides whether the text outside of objects, up to here, is more than white space and code
    /// fences.
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

    /// Continues an attempt with `piece`, unless it becomes too large.
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

    /// The last envelope counts. If an object that could be one is too large to keep, there is none.
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
                // Incomplete objects before the last envelope don't matter.
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
                // `{`, spaces, `"`: the scanner consumes all of it.
                again.machine.feed(&again.text);
                self.attempt = Some(again);
            }
        }
    }

    /// Ends the stream. An open object was cut off.
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
