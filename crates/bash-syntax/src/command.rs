//! Commands: which kind begins here, and simple commands.

use super::TOO_DEEP;
use super::reader::{Read, Reader, ends_word};
use super::tree::{Kind, flag};

/// Builtins whose arguments may be assignments of arrays.
const DECLARES: [&[u8]; 9] = [
    b"alias",
    b"declare",
    b"eval",
    b"export",
    b"let",
    b"local",
    b"readonly",
    b"typeset",
    b"unalias",
];

impl Reader<'_> {
    /// Reads one command with its redirections; returns its end.
    pub(super) fn command(&mut self) -> Read<usize> {
        match self.compound_kind() {
            Some(kind) => self.deeper(|reader| reader.compound(kind)),
            None if self.comes_word(b"in") => self.bad("`in` where a command begins"),
            None => self.simple(),
        }
    }

    /// Reads the compound command that begins here.
    pub(super) fn compound_kind(&self) -> Option<Kind> {
        let (word, kind): (&[u8], Kind) = match (self.peek(), self.ahead(1)) {
            (b'(', _) => return Some(Kind::Subshell),
            (b'{', next) if ends_word(next) => return Some(Kind::Brace),
            (b'[', b'[') => (b"[[", Kind::Test),
            (b'i', b'f') => (b"if", Kind::If),
            (b'w', b'h') => (b"while", Kind::While),
            (b'u', b'n') => (b"until", Kind::Until),
            (b'f', b'o') => (b"for", Kind::For),
            (b'f', b'u') => (b"function", Kind::Function),
            (b's', b'e') => (b"select", Kind::Select),
            (b'c', b'a') => (b"case", Kind::Case),
            (b'c', b'o') => (b"coproc", Kind::Coprocess),
            _ => return None,
        };
        self.comes_word(word).then_some(kind)
    }

    fn simple(&mut self) -> Read<usize> {
        let node = self.open(Kind::Simple);
        let mut end = self.at;
        let mut words = 0;
        let mut declares = false;
        let mut only_a_word = true;
        loop {
            match self.peek() {
                0 | b'\n' | b';' | b'|' | b')' => break,
                b'&' if self.ahead(1) != b'>' => break,
                b'(' => {
                    if words == 1 && only_a_word {
                        return self.function_behind(node);
                    }
                    return self.bad("a bracket that no command has a place for");
                }
                _ if self.redirect()? => only_a_word = false,
                _ if words == 0 && self.assignment(Kind::Assign)? => only_a_word = false,
                _ => {
                    let start = self.at;
                    self.word_of_command(declares)?;
                    words += 1;
                    only_a_word &= words == 1;
                    if words == 1 {
                        declares = DECLARES.contains(&&self.text[start..self.at]);
                    }
                }
            }
            end = self.at;
            self.blanks();
        }
        if end == self.nodes[node].start as usize {
            return self.bad("a command is missing");
        }
        self.close_at(node, end);
        Ok(end)
    }

    /// `NAME()`: the first word of a command is the name of a function.
    fn function_behind(&mut self, node: usize) -> Read<usize> {
        self.at += 1;
        self.blanks();
        if self.peek() != b')' {
            return self.bad("a bracket that no command has a place for");
        }
        self.at += 1;
        self.nodes[node].kind = Kind::Function;
        let name = node + 1;
        // A function's name contains no code.
        self.nodes.truncate(name + 1);
        self.nodes[name].kind = Kind::Name;
        self.nodes[name].next = super::reader::offset(name + 1);
        self.newlines()?;
        let end = self.deeper(Self::body)?;
        self.close_at(node, end);
        Ok(end)
    }

    /// The body of a function: a compound command.
    pub(super) fn body(&mut self) -> Read<usize> {
        match self.compound_kind() {
            Some(Kind::Function | Kind::Coprocess) | None => {
                self.bad("the body of a function is missing")
            }
            Some(kind) => self.compound(kind),
        }
    }

    /// A word of a command; after a declaring builtin it may be an array assignment.
    fn word_of_command(&mut self, declares: bool) -> Read {
        if declares && self.assignment(Kind::Word)? {
            return Ok(());
        }
        self.word()
    }

    /// Reads `NAME=`, `NAME+=` or one with an index, and its value.
    fn assignment(&mut self, kind: Kind) -> Read<bool> {
        let name = |b: u8| crate::is_name_char(char::from(b));
        if !name(self.peek()) || self.peek().is_ascii_digit() {
            return Ok(false);
        }
        let start = self.at;
        let mut at = start;
        while at < self.end && name(self.text[at]) {
            at += 1;
        }
        let follows = if at < self.end { self.text[at] } else { 0 };
        if !matches!(follows, b'=' | b'+' | b'[') || self.tried.contains(&start) {
            return Ok(false);
        }
        let mark = self.mark();
        let node = self.open(kind);
        self.at = at;
        let indexed = match follows {
            b'[' => self.deeper(Self::index),
            _ => Ok(()),
        };
        let indexed = match indexed {
            Err(bad) if bad.what == TOO_DEEP || kind == Kind::Assign => return Err(bad),
            read => read.is_ok(),
        };
        let equals = match (self.peek(), self.ahead(1)) {
            _ if !indexed => 0,
            (b'=', _) => 1,
            (b'+', b'=') => 2,
            _ => 0,
        };
        if equals == 0 {
            self.back(mark);
            self.tried.insert(start);
            return Ok(false);
        }
        self.at += equals;
        self.nodes[node].flag = self.value()?;
        self.close(node);
        Ok(true)
    }

    /// The value of an assignment: a word, nothing, or a list in brackets.
    fn value(&mut self) -> Read<u8> {
        if self.peek() == b'(' {
            self.deeper(Self::array)?;
            // Text directly after an array belongs to the word.
            return Ok(self.scan_word()? | flag::EXPANDS);
        }
        self.scan_word()
    }

    /// `( … )` after `NAME=`: words, comments and line ends. A word may begin with an index.
    fn array(&mut self) -> Read {
        let start = self.at;
        self.at += 1;
        loop {
            self.newlines()?;
            match self.peek() {
                b')' => {
                    self.at += 1;
                    return Ok(());
                }
                0 if self.ended() => return self.bad_at(start, "an array without its `)`"),
                b'[' => {
                    self.index()?;
                    self.scan_word()?;
                }
                _ => {
                    let before = self.at;
                    self.scan_word()?;
                    if self.at == before {
                        return self.bad("an operator in an array");
                    }
                }
            }
        }
    }
}
