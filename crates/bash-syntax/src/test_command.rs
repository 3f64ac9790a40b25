//! `[[ ]]`.

use super::reader::{Read, Reader, ends_word};
use super::tree::{Kind, flag};

/// Operators between two words.
const BINARY: [&[u8]; 13] = [
    b"==", b"=", b"!=", b"=~", b"-eq", b"-ne", b"-lt", b"-le", b"-gt", b"-ge", b"-nt", b"-ot",
    b"-ef",
];

/// Letters of unary operators.
const UNARY: &[u8] = b"abcdefghknoprstuvwxzGLNORS";

impl Reader<'_> {
    pub(super) fn test(&mut self) -> Read {
        self.at += 2;
        self.alternatives()?;
        self.want(b"]]", "a `[[` without its `]]`")
    }

    /// Tests joined by `&&` and `||`.
    fn alternatives(&mut self) -> Read {
        loop {
            self.newlines()?;
            self.one_test()?;
            self.newlines()?;
            if !self.comes(b"&&") && !self.comes(b"||") {
                return Ok(());
            }
            self.at += 2;
        }
    }

    fn one_test(&mut self) -> Read {
        while self.comes_word(b"!") {
            self.at += 1;
            self.newlines()?;
        }
        if self.peek() == b'(' {
            self.at += 1;
            self.deeper(Self::alternatives)?;
            if self.peek() != b')' {
                return self.bad("a bracket in `[[ ]]` without its closing one");
            }
            self.at += 1;
            return Ok(());
        }
        if self.peek() == b'-' && UNARY.contains(&self.ahead(1)) && ends_word(self.ahead(2)) {
            self.at += 2;
            self.blanks();
            return self.operand();
        }
        self.operand()?;
        self.blanks();
        if self.peek() == b'\n' || self.comes(b"||") || self.comes(b"&&") || self.peek() == b')' {
            return Ok(());
        }
        self.comparison()
    }

    /// The operator and the next word, if present.
    fn comparison(&mut self) -> Read {
        if matches!(self.peek(), b'<' | b'>') {
            self.at += 1;
            self.blanks();
            return self.operand();
        }
        if self.comes_word(b"]]") {
            return Ok(());
        }
        let Some(operator) = BINARY.iter().find(|operator| self.comes_word(operator)) else {
            return self.bad("a test in `[[ ]]` that bash does not know");
        };
        self.at += operator.len();
        self.blanks();
        match *operator {
            b"=~" => self.regex(),
            b"==" | b"=" | b"!=" => {
                let outer = self.extglob.replace(true);
                let read = self.operand();
                self.extglob = outer;
                read
            }
            _ => self.operand(),
        }
    }

    fn operand(&mut self) -> Read {
        if self.comes_word(b"]]") {
            return self.bad("a word is missing in `[[ ]]`");
        }
        self.word()
    }

    /// A regular expression: brackets keep spaces together, and `|` is part of it.
    fn regex(&mut self) -> Read {
        let node = self.open(Kind::Word);
        let start = self.at;
        loop {
            let flags = self.scan_word()?;
            self.nodes[node].flag |= flags;
            match self.peek() {
                b'(' => self.deeper(|reader| reader.matched(b'(', b')'))?,
                b'|' => self.at += 1,
                _ => break,
            }
            self.nodes[node].flag |= flag::GLOB;
        }
        if self.at == start {
            return self.bad("a word is missing in `[[ ]]`");
        }
        self.close(node);
        Ok(())
    }
}
