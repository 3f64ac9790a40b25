//! The start of a group with modifiers: `(?i-s:`.

use super::modifiers::Modifiers;
use super::parse::{Parser, PatternError};

impl Parser<'_> {
    /// The modifiers of a group, up to its `:`; `None` if it has none.
    pub(super) fn modifiers(&mut self) -> Result<Option<Modifiers>, PatternError> {
        let Some(rest) = self.text[self.at..].strip_prefix("(?") else { return Ok(None) };
        let Some(end) = rest.find(|c: char| !matches!(c, 'i' | 'm' | 's' | '-')) else {
            return Ok(None);
        };
        let written = &rest[..end];
        if written.is_empty() || !rest[end..].starts_with(':') {
            return Ok(None);
        }
        let (on, off) = written.split_once('-').unwrap_or((written, ""));
        let letters: Vec<char> = on.chars().chain(off.chars()).collect();
        let is_repeated = letters.iter().enumerate().any(|(at, c)| letters[..at].contains(c));
        if letters.is_empty() || off.contains('-') || is_repeated {
            return self.fail(format!("(?{written}: does not name each modifier once"));
        }
        let mut modifiers = self.modifiers;
        for (letters, is_on) in [(on, true), (off, false)] {
            for letter in letters.chars() {
                if let Some(flag) = modifiers.flag(letter) {
                    *flag = is_on;
                }
            }
        }
        self.at += "(?".len() + end + 1;
        Ok(Some(modifiers))
    }
}
