//! Lists, `&&` and `||`, pipelines.

use super::reader::{Read, Reader, ends_word};
use super::tree::{Kind, flag};

impl Reader<'_> {
    /// The whole text.
    pub(super) fn script(&mut self) -> Read {
        self.list(true)?;
        if !self.ended() {
            return self.bad("something is closed that was not opened");
        }
        if let Some(left) = self.pending.first() {
            return self.bad_at(left.word.start, crate::HERE_DOCUMENT_OPEN);
        }
        Ok(())
    }

    /// Reads commands up to a closing token, which is not consumed.
    pub(super) fn list(&mut self, may_be_empty: bool) -> Read {
        let node = self.open(Kind::List);
        self.newlines()?;
        let mut end = self.at;
        let mut empty = true;
        while !self.closes() {
            end = self.item()?;
            empty = false;
            self.blanks();
            match self.peek() {
                b'\n' => {}
                b';' if !matches!(self.ahead(1), b';' | b'&') => self.at += 1,
                b'&' => self.at += 1,
                _ if self.closes() => break,
                _ => return self.bad("a command that has ended goes on"),
            }
            self.newlines()?;
        }
        if empty && !may_be_empty {
            return self.bad("a command is missing");
        }
        self.close_at(node, end);
        if empty {
            let start = self.nodes[node].start;
            self.nodes[node].end = start;
        }
        Ok(())
    }

    /// Whether a token follows that can only close a list.
    fn closes(&self) -> bool {
        match self.peek() {
            0 => self.ended(),
            b')' => true,
            b';' => matches!(self.ahead(1), b';' | b'&'),
            b'}' => ends_word(self.ahead(1)),
            b'd' => self.comes_word(b"done") || self.comes_word(b"do"),
            b'e' => {
                self.comes_word(b"else") || self.comes_word(b"elif") || self.comes_word(b"esac")
            }
            b'f' => self.comes_word(b"fi"),
            b't' => self.comes_word(b"then"),
            _ => false,
        }
    }

    /// Pipelines joined by `&&` and `||`; gives the end of the last one. The `&` behind it stays.
    fn item(&mut self) -> Read<usize> {
        let node = self.open(Kind::Item);
        let mut join = 0;
        let end = loop {
            let end = self.pipeline(join)?;
            self.blanks();
            join = match (self.peek(), self.ahead(1)) {
                (b'&', b'&') => flag::AND,
                (b'|', b'|') => flag::OR,
                _ => break end,
            };
            self.at += 2;
            self.newlines()?;
        };
        if self.peek() == b'&' {
            self.nodes[node].flag = flag::BACKGROUND;
        }
        self.close_at(node, end);
        Ok(end)
    }

    fn pipeline(&mut self, join: u8) -> Read<usize> {
        let node = self.open(Kind::Pipeline);
        self.nodes[node].flag = join;
        let mut end = self.at;
        let prefixed = self.prefixes(node, &mut end);
        let nothing = matches!(self.peek(), 0 | b'\n' | b';' | b')' | b'&')
            && !(self.peek() == b'&' && self.ahead(1) == b'>');
        if prefixed && nothing {
            self.close_at(node, end);
            return Ok(end);
        }
        loop {
            end = self.command()?;
            self.blanks();
            if self.peek() != b'|' || self.ahead(1) == b'|' {
                break;
            }
            self.at += if self.ahead(1) == b'&' { 2 } else { 1 };
            self.newlines()?;
        }
        self.close_at(node, end);
        Ok(end)
    }

    /// `!` and `time`, any number of them.
    fn prefixes(&mut self, node: usize, end: &mut usize) -> bool {
        let mut any = false;
        loop {
            if self.peek() == b'!' && ends_word(self.ahead(1)) && !self.opens_pattern() {
                self.nodes[node].flag ^= flag::BANG;
                self.at += 1;
            } else if self.peek() == b't' && self.comes_word(b"time") {
                self.nodes[node].flag |= flag::TIMED;
                self.at += 4;
                for option in [b"-p", b"--"] {
                    *end = self.at;
                    self.blanks();
                    if self.comes_word(option) {
                        self.at += 2;
                    }
                }
            } else {
                return any;
            }
            any = true;
            *end = self.at;
            self.blanks();
        }
    }

    /// `!(` if it begins an extended pattern.
    fn opens_pattern(&mut self) -> bool {
        self.ahead(1) == b'(' && self.extended()
    }
}
