//! Expansions: `$( )`, `${ }`, `$(( ))`, backticks, `<( )`.

use super::TOO_DEEP;
use super::reader::{DEEPEST, Read, Reader};
use super::tree::{Kind, flag};

impl Reader<'_> {
    /// Reads what `$` begins. `$'…'` and `$"…"` are handled as quotes elsewhere.
    pub(super) fn dollar(&mut self) -> Read {
        match self.ahead(1) {
            b'(' if self.ahead(2) == b'(' && self.arithmetic(3)? => Ok(()),
            b'(' => self.deeper(Self::substitution),
            b'{' => self.deeper(Self::parameter),
            b'[' => {
                self.at += 1;
                self.deeper(|reader| reader.matched(b'[', b']'))
            }
            _ => {
                self.at += 1;
                Ok(())
            }
        }
    }

    /// `$( )`
    fn substitution(&mut self) -> Read {
        let start = self.at;
        let node = self.open(Kind::Command);
        self.at += 2;
        self.enclosed(start, "a `$(` without its `)`")?;
        self.close(node);
        Ok(())
    }

    /// `<( )` and `>( )`
    pub(super) fn process(&mut self) -> Read {
        self.deeper(|reader| {
            let start = reader.at;
            let node = reader.open(Kind::Process);
            reader.nodes[node].flag = if reader.peek() == b'>' { flag::WRITES } else { 0 };
            reader.at += 2;
            reader.enclosed(start, "a `<(` without its `)`")?;
            reader.close(node);
            Ok(())
        })
    }

    /// A list that `)` closes, with its own here-documents.
    fn enclosed(&mut self, start: usize, what: &'static str) -> Read {
        let outer = std::mem::take(&mut self.pending);
        self.list(true)?;
        if self.peek() != b')' {
            return if self.ended() {
                self.bad_at(start, what)
            } else {
                self.bad("something is closed that was not opened")
            };
        }
        if let Some(left) = self.pending.first() {
            return self.bad_at(left.word.start, crate::HERE_DOCUMENT_OPEN);
        }
        self.pending = outer;
        self.at += 1;
        Ok(())
    }

    /// Reads from two opening brackets (`skip` bytes) to two closing ones; false, with nothing consumed, if they are
    /// not arithmetic.
    pub(super) fn arithmetic(&mut self, skip: usize) -> Read<bool> {
        if self.tried.contains(&self.at) {
            return Ok(false);
        }
        let mark = self.mark();
        let start = self.at;
        self.at += skip;
        match self.deeper(Self::formula) {
            Ok(true) => return Ok(true),
            Err(bad) if bad.what == TOO_DEEP => return Err(bad),
            _ => {}
        }
        self.back(mark);
        self.tried.insert(start);
        Ok(false)
    }

    /// Reads to `))`; false if the first bracket closes alone.
    fn formula(&mut self) -> Read<bool> {
        let node = self.open(Kind::Formula);
        self.until_closed(b'(', b')')?;
        self.close(node);
        if self.ahead(1) != b')' {
            return Ok(false);
        }
        self.at += 2;
        Ok(true)
    }

    /// Reads from an opening bracket past the closing one.
    pub(super) fn matched(&mut self, open: u8, close: u8) -> Read {
        self.at += 1;
        self.until_closed(open, close)?;
        self.at += 1;
        Ok(())
    }

    /// `[…]` of an array.
    pub(super) fn index(&mut self) -> Read {
        self.matched(b'[', b']')
    }

    /// Reads to the closing bracket, across quotes and expansions.
    fn until_closed(&mut self, open: u8, close: u8) -> Read {
        let start = self.at.saturating_sub(1);
        let mut deep = 0;
        loop {
            let byte = self.peek();
            match byte {
                0 if self.ended() => {
                    return self.bad_at(start, "a bracket without its closing one");
                }
                _ if byte == open => {
                    deep += 1;
                    if deep > DEEPEST {
                        return self.bad(TOO_DEEP);
                    }
                }
                _ if byte == close && deep == 0 => return Ok(()),
                _ if byte == close => deep -= 1,
                b'\'' | b'"' | b'`' | b'$' | b'\\' => {
                    self.special()?;
                    continue;
                }
                _ => {}
            }
            self.at += 1;
        }
    }

    /// `${…}`; before a space or `|` it is a command (bash 5.3).
    fn parameter(&mut self) -> Read {
        let start = self.at;
        if matches!(self.ahead(2), b' ' | b'\t' | b'\n' | b'|') {
            return self.in_braces(start);
        }
        self.at += 2;
        loop {
            let rest = &self.text[self.at.min(self.end)..self.end];
            let next =
                rest.iter().position(|b| matches!(b, b'}' | b'\\' | b'\'' | b'"' | b'$' | b'`'));
            let Some(length) = next else {
                return self.bad_at(start, "a `${` without its `}`");
            };
            self.at += length;
            match self.peek() {
                b'}' => {
                    self.at += 1;
                    return Ok(());
                }
                // Bash pairs quotes here, also inside of double quotes.
                _ => {
                    self.special()?;
                }
            }
        }
    }

    /// `${ command; }`
    fn in_braces(&mut self, start: usize) -> Read {
        let node = self.open(Kind::Command);
        self.at += 3;
        let outer = std::mem::take(&mut self.pending);
        self.list(true)?;
        if self.peek() != b'}' || !self.pending.is_empty() {
            return self.bad_at(start, "a `${` without its `}`");
        }
        self.pending = outer;
        self.at += 1;
        self.close(node);
        Ok(())
    }

    /// Backticks. Their text is read where it stands, unless backslashes are taken out of it first.
    pub(super) fn backticks(&mut self, in_quotes: bool) -> Read {
        let start = self.at;
        let mut at = start + 1;
        let mut escaped = false;
        loop {
            match self.text[..self.end].get(at) {
                None => return self.bad_at(start, "a backtick without its closing one"),
                Some(b'`') => break,
                Some(b'\\') => {
                    let next = self.text[..self.end].get(at + 1);
                    escaped |= matches!(next, Some(b'`' | b'$' | b'\\'))
                        || (in_quotes && next == Some(&b'"'));
                    at += 2;
                }
                Some(_) => at += 1,
            }
        }
        let node = self.open(Kind::Backtick);
        let quotes = if in_quotes { flag::IN_QUOTES } else { 0 };
        self.nodes[node].flag = quotes | if escaped { flag::ESCAPED } else { 0 };
        if !escaped {
            self.inside(start + 1, at)?;
        }
        self.at = at + 1;
        self.close(node);
        Ok(())
    }

    /// Reads a list between two places. Bash looks at it only when it runs the line, so what is none is left alone.
    fn inside(&mut self, start: usize, end: usize) -> Read {
        self.at = start;
        let mark = self.mark();
        self.pending.clear();
        self.end = end;
        let read = self.deeper(|reader| reader.list(true));
        let whole = self.ended() && self.pending.is_empty();
        match read {
            Ok(()) if whole => {
                self.end = mark.end;
                self.pending = mark.pending;
                Ok(())
            }
            Err(bad) if bad.what == TOO_DEEP => Err(bad),
            _ => {
                self.back(mark);
                Ok(())
            }
        }
    }
}
