//! The reader: position, skipping between words, and the nodes.

use std::collections::BTreeSet;

use super::tree::{Kind, Node, Tree};
use super::{SyntaxError, TOO_DEEP};

/// The maximum depth of compound commands and substitutions; real scripts have less than a tenth of
/// it.
pub(super) const DEEPEST: u16 = 150;

/// The position of a delimiter.
#[derive(Debug, Clone, Copy)]
pub(super) struct Delimiter {
    pub(super) start: usize,
    pub(super) end: usize,
}

/// A here-document whose body follows the next line end.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pending {
    /// Index of the redirection.
    pub(super) redirect: u32,
    /// The delimiter as written.
    pub(super) word: Delimiter,
    /// `<<-`: leading tabs are removed.
    pub(super) tabs: bool,
}

/// The result of reading.
pub(super) type Read<T = ()> = Result<T, SyntaxError>;

/// The state of the reader.
#[derive(Debug)]
pub(super) struct Reader<'a> {
    pub(super) text: &'a [u8],
    pub(super) at: usize,
    /// The end of the text, or of the backticks or body that is being read.
    pub(super) end: usize,
    pub(super) nodes: Vec<Node>,
    pub(super) comments: Vec<u32>,
    pub(super) bodies: Vec<(u32, u32)>,
    pub(super) pending: Vec<Pending>,
    pub(super) depth: u16,
    /// Whether the script may enable extended patterns; computed on demand.
    pub(super) extglob: Option<bool>,
    /// Positions where an attempt failed: `((` that is not arithmetic, `name[` that is not an index. A second attempt
    /// at each level would double the time with each level.
    pub(super) tried: BTreeSet<usize>,
}

/// A state to return to.
#[derive(Debug)]
pub(super) struct Mark {
    at: usize,
    pub(super) end: usize,
    nodes: usize,
    comments: usize,
    bodies: usize,
    /// Seldom any.
    pub(super) pending: Vec<Pending>,
    depth: u16,
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a [u8]) -> Self {
        Self {
            text,
            at: 0,
            end: text.len(),
            nodes: Vec::with_capacity(text.len() / 4 + 16),
            comments: Vec::new(),
            bodies: Vec::new(),
            pending: Vec::new(),
            depth: 0,
            extglob: None,
            tried: BTreeSet::new(),
        }
    }

    pub(super) fn finish(mut self) -> Tree {
        self.bodies.sort_unstable();
        Tree { nodes: self.nodes, comments: self.comments, bodies: self.bodies }
    }

    /// The byte here, 0 at the end. A NUL byte is no part of a script (the caller refuses it).
    pub(super) fn peek(&self) -> u8 {
        self.ahead(0)
    }

    /// The byte at an offset from here.
    pub(super) fn ahead(&self, count: usize) -> u8 {
        let at = self.at + count;
        if at < self.end { self.text[at] } else { 0 }
    }

    pub(super) fn ended(&self) -> bool {
        self.at >= self.end
    }

    /// Whether a pattern like `@(…)` is enabled here.
    pub(super) fn extended(&mut self) -> bool {
        let text = self.text;
        *self.extglob.get_or_insert_with(|| text.windows(7).any(|word| word == b"extglob"))
    }

    /// Whether these bytes follow.
    pub(super) fn comes(&self, bytes: &[u8]) -> bool {
        self.text[self.at.min(self.end)..self.end].starts_with(bytes)
    }

    /// Whether this complete word follows.
    pub(super) fn comes_word(&self, word: &[u8]) -> bool {
        self.comes(word) && ends_word(self.ahead(word.len()))
    }

    /// Consumes a required word.
    pub(super) fn want(&mut self, word: &[u8], what: &'static str) -> Read {
        if !self.comes_word(word) {
            return self.bad(what);
        }
        self.at += word.len();
        Ok(())
    }

    pub(super) fn bad<T>(&self, what: &'static str) -> Read<T> {
        Err(SyntaxError { at: self.at.min(self.text.len()), what })
    }

    pub(super) fn bad_at<T>(&self, at: usize, what: &'static str) -> Read<T> {
        Err(SyntaxError { at, what })
    }

    /// Goes one level deeper while `read` runs.
    pub(super) fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        if self.depth >= DEEPEST {
            return self.bad(TOO_DEEP);
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// Begins a node here.
    pub(super) fn open(&mut self, kind: Kind) -> usize {
        let start = offset(self.at);
        self.nodes.push(Node { start, end: start, next: 0, kind, flag: 0 });
        self.nodes.len() - 1
    }

    /// Ends a node here.
    pub(super) fn close(&mut self, node: usize) {
        self.close_at(node, self.at);
    }

    /// Ends a node at the end of its last part.
    pub(super) fn close_at(&mut self, node: usize, end: usize) {
        let next = offset(self.nodes.len());
        self.nodes[node].next = next;
        self.nodes[node].end = offset(end);
    }

    pub(super) fn mark(&self) -> Mark {
        Mark {
            at: self.at,
            end: self.end,
            nodes: self.nodes.len(),
            comments: self.comments.len(),
            bodies: self.bodies.len(),
            pending: self.pending.clone(),
            depth: self.depth,
        }
    }

    /// Returns to an earlier state.
    pub(super) fn back(&mut self, mark: Mark) {
        self.at = mark.at;
        self.end = mark.end;
        self.nodes.truncate(mark.nodes);
        self.comments.truncate(mark.comments);
        self.bodies.truncate(mark.bodies);
        self.pending = mark.pending;
        self.depth = mark.depth;
    }

    /// Skips spaces, continued lines and a comment, up to the line end.
    pub(super) fn blanks(&mut self) {
        loop {
            match self.peek() {
                b' ' | b'\t' => self.at += 1,
                b'\\' if self.ahead(1) == b'\n' => self.at += 2,
                b'#' => {
                    self.comments.push(offset(self.at));
                    let rest = &self.text[self.at..self.end];
                    let line = rest.iter().position(|b| *b == b'\n');
                    self.at = line.map_or(self.end, |length| self.at + length);
                    return;
                }
                _ => return,
            }
        }
    }

    /// Skips spaces, comments and line ends, with their here-documents.
    pub(super) fn newlines(&mut self) -> Read {
        loop {
            self.blanks();
            if self.peek() != b'\n' {
                return Ok(());
            }
            self.at += 1;
            if !self.pending.is_empty() {
                self.heredocs()?;
            }
        }
    }
}

/// A place or a count as nodes keep it; [`super::parse`] takes no text that is too long for it.
pub(super) fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// Whether a word ends at this byte.
pub(super) fn ends_word(byte: u8) -> bool {
    matches!(byte, 0 | b' ' | b'\t' | b'\n' | b'|' | b'&' | b';' | b'(' | b')' | b'<' | b'>')
}
