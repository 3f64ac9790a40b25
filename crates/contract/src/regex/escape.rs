//! Escapes for a character or a set of characters, inside of a class or outside.

use super::ast::ClassItem;
use super::parse::{Atom, Parser, PatternError};
use super::property;

impl Parser<'_> {
    /// Reads an escape for a character or a set, from the backslash on, inside of a class or outside.
    pub(super) fn character_escape(&mut self, in_class: bool) -> Result<Atom, PatternError> {
        let start = self.at;
        self.bump();
        let Some(c) = self.bump() else {
            self.at = start;
            return self.fail(r"\ at the end of the pattern");
        };
        let code = match c {
            'd' | 'D' => return Ok(Atom::Set(ClassItem::Digit { negated: c == 'D' })),
            'w' | 'W' => return Ok(Atom::Set(ClassItem::Word { negated: c == 'W' })),
            's' | 'S' => return Ok(Atom::Set(ClassItem::Space { negated: c == 'S' })),
            'p' | 'P' => return self.unicode_property(start, c == 'P'),
            't' => 0x09,
            'n' => 0x0a,
            'v' => 0x0b,
            'f' => 0x0c,
            'r' => 0x0d,
            'b' if in_class => 0x08,
            '0' if !self.peek().is_some_and(|next| next.is_ascii_digit()) => 0,
            'c' => match self.bump() {
                Some(letter) if letter.is_ascii_alphabetic() => u32::from(letter) % 32,
                _ => return self.bad_escape(start),
            },
            'x' => match self.hex(2) {
                Some(code) => code,
                None => return self.bad_escape(start),
            },
            'u' => match self.unicode_escape() {
                Some(code) => code,
                None => return self.bad_escape(start),
            },
            '^' | '$' | '\\' | '.' | '*' | '+' | '?' | '(' | ')' | '[' | ']' | '{' | '}' | '|'
            | '/' => u32::from(c),
            '-' if in_class => u32::from(c),
            _ if self.lenient && !c.is_alphanumeric() => u32::from(c),
            _ => return self.bad_escape(start),
        };
        Ok(Atom::Char(code))
    }

    fn bad_escape(&mut self, start: usize) -> Result<Atom, PatternError> {
        let shown: String = self.text[start..].chars().take(2).collect();
        self.at = start;
        self.fail(format!("{shown} is no escape of ECMA-262"))
    }

    fn hex(&mut self, digits: usize) -> Option<u32> {
        let text = self.text.get(self.at..self.at + digits)?;
        if !text.bytes().all(|b| b.is_ascii_hexdigit()) {
            return None;
        }
        self.at += digits;
        u32::from_str_radix(text, 16).ok()
    }

    /// After `\u`: `{…}`, four digits, or a surrogate pair in two escapes.
    fn unicode_escape(&mut self) -> Option<u32> {
        if self.eat("{") {
            let rest = &self.text[self.at..];
            let digits = &rest[..rest.find('}')?];
            let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_hexdigit());
            let significant = digits.trim_start_matches('0');
            if !plain || significant.len() > 6 {
                return None;
            }
            let code = if significant.is_empty() {
                0
            } else {
                u32::from_str_radix(significant, 16).ok()?
            };
            self.at += digits.len() + 1;
            return (code <= 0x10_ffff).then_some(code);
        }
        let high = self.hex(4)?;
        if (0xd800..0xdc00).contains(&high) {
            let before = self.at;
            if self.eat("\\u")
                && let Some(low) = self.hex(4)
                && (0xdc00..0xe000).contains(&low)
            {
                return Some(0x1_0000 + ((high - 0xd800) << 10) + (low - 0xdc00));
            }
            self.at = before;
        }
        Some(high)
    }

    fn unicode_property(&mut self, start: usize, negated: bool) -> Result<Atom, PatternError> {
        if !self.eat("{") {
            return self.bad_escape(start);
        }
        let rest = &self.text[self.at..];
        let Some(end) = rest.find('}') else {
            return self.bad_escape(start);
        };
        let inside = &rest[..end];
        let (name, value) = match inside.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (inside, None),
        };
        if !property::known(name, value) {
            return self.fail(format!("ECMA-262 knows no property {inside}"));
        }
        self.at += end + 1;
        Ok(Atom::Set(ClassItem::Property {
            negated,
            name: name.to_owned(),
            value: value.map(str::to_owned),
        }))
    }
}
