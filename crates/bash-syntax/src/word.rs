//! Words and their quotes.

use super::reader::{Read, Reader};
use super::tree::{Kind, flag};

/// The meaning of a byte in a word.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    /// Itself.
    Plain,
    /// The end of the word, except for brackets of substitutions and patterns.
    End,
    /// A pattern.
    Glob,
    /// Quotes and expansions.
    Special,
}

/// The class of each byte.
static CLASSES: [Class; 256] = {
    let mut classes = [Class::Plain; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            b' ' | b'\t' | b'\n' | b'|' | b'&' | b';' | b'(' | b')' | b'<' | b'>' => Class::End,
            b'*' | b'?' | b'[' => Class::Glob,
            b'\\' | b'\'' | b'"' | b'$' | b'`' => Class::Special,
            _ => Class::Plain,
        };
        byte += 1;
    }
    classes
};

impl Reader<'_> {
    /// A word, with a node.
    pub(super) fn word(&mut self) -> Read {
        let node = self.open(Kind::Word);
        let start = self.at;
        let flags = self.scan_word()?;
        if self.at == start {
            return self.bad("a word is missing");
        }
        self.nodes[node].flag = flags;
        let mut end = self.at;
        // A continued line after the word is not part of it.
        while self.text[end - 1] == b'\n' && end > start + 2 && self.text[end - 2] == b'\\' {
            end -= 2;
        }
        self.close_at(node, end);
        Ok(())
    }

    /// Skips a word; returns its flags.
    pub(super) fn scan_word(&mut self) -> Read<u8> {
        let mut flags = 0;
        loop {
            let rest = &self.text[self.at..self.end];
            let plain = rest.iter().position(|b| CLASSES[usize::from(*b)] != Class::Plain);
            self.at += plain.unwrap_or(rest.len());
            if self.ended() {
                return Ok(flags);
            }
            match CLASSES[usize::from(self.peek())] {
                Class::Special => flags |= self.special()?,
                Class::Glob => {
                    flags |= flag::GLOB;
                    self.at += 1;
                }
                _ if self.extended_pattern() => {
                    flags |= flag::GLOB;
                    self.deeper(|reader| reader.matched(b'(', b')'))?;
                }
                _ if matches!(self.peek(), b'<' | b'>') && self.ahead(1) == b'(' => {
                    flags |= flag::EXPANDS;
                    self.process()?;
                }
                _ => return Ok(flags),
            }
        }
    }

    /// Whether the bracket of `@(…)` or a similar pattern follows.
    fn extended_pattern(&mut self) -> bool {
        self.peek() == b'('
            && self.at > 0
            && matches!(self.text[self.at - 1], b'@' | b'?' | b'*' | b'+' | b'!')
            && self.extended()
    }

    /// Skips one quoted text or expansion; returns its flag.
    pub(super) fn special(&mut self) -> Read<u8> {
        match self.peek() {
            b'\'' => self.single_quoted()?,
            b'"' => self.double_quoted()?,
            b'`' => {
                self.backticks(false)?;
                return Ok(flag::EXPANDS);
            }
            b'$' => match self.ahead(1) {
                b'\'' => self.ansi_quoted()?,
                b'"' => {
                    self.at += 1;
                    self.double_quoted()?;
                }
                _ => {
                    self.dollar()?;
                    return Ok(flag::EXPANDS);
                }
            },
            // A backslash; at the very end of the text it is literal.
            _ => self.at = (self.at + 2).min(self.end),
        }
        Ok(flag::QUOTED)
    }

    pub(super) fn single_quoted(&mut self) -> Read {
        let rest = &self.text[self.at + 1..self.end];
        let Some(length) = rest.iter().position(|b| *b == b'\'') else {
            return self.bad("a `'` without its closing one");
        };
        self.at += length + 2;
        Ok(())
    }

    /// `$'…'`
    pub(super) fn ansi_quoted(&mut self) -> Read {
        let start = self.at;
        self.at += 2;
        loop {
            let rest = &self.text[self.at.min(self.end)..self.end];
            let Some(length) = rest.iter().position(|b| matches!(b, b'\'' | b'\\')) else {
                return self.bad_at(start, "a `$'` without its closing `'`");
            };
            self.at += length;
            if self.peek() == b'\'' {
                self.at += 1;
                return Ok(());
            }
            self.at += 2;
        }
    }

    pub(super) fn double_quoted(&mut self) -> Read {
        let start = self.at;
        self.at += 1;
        loop {
            let rest = &self.text[self.at.min(self.end)..self.end];
            let next = rest.iter().position(|b| matches!(b, b'"' | b'\\' | b'$' | b'`'));
            let Some(length) = next else {
                return self.bad_at(start, "a `\"` without its closing one");
            };
            self.at += length;
            match self.peek() {
                b'"' => {
                    self.at += 1;
                    return Ok(());
                }
                b'\\' => self.at += 2,
                b'$' => self.dollar()?,
                _ => self.backticks(true)?,
            }
        }
    }
}
