//! Characters and sets of patterns, for languages whose patterns are printed from the syntax tree: a set
//! as ranges, so that the language's tables don't matter. Each language spells character codes
//! differently.

use contract::regex::Class;

/// A language's spelling of characters in patterns.
pub(super) struct Spelling {
    /// A pattern that matches nothing.
    pub(super) never: &'static str,
    /// Literal punctuation.
    pub(super) plain: &'static str,
    /// Punctuation that must not be escaped.
    pub(super) bare: &'static str,
    /// A character by its code.
    pub(super) code: fn(char) -> String,
}

impl Spelling {
    /// A set of characters, or why it is not known.
    pub(super) fn class(&self, class: &Class) -> Result<String, String> {
        let ranges = class.ranges().map_err(|error| error.to_string())?;
        let mut out = String::new();
        match ranges.as_slice() {
            [] => out.push_str(self.never),
            [(one, last)] if one == last => out = self.character(*one),
            many => {
                out.push('[');
                for (first, last) in many {
                    out.push_str(&self.member(*first));
                    if last > first {
                        out.push('-');
                        out.push_str(&self.member(*last));
                    }
                }
                out.push(']');
            }
        }
        Ok(out)
    }

    fn member(&self, one: char) -> String {
        if one.is_ascii_alphanumeric() { one.to_string() } else { (self.code)(one) }
    }

    /// A literal character.
    pub(super) fn character(&self, one: char) -> String {
        if one.is_ascii_alphanumeric() || self.plain.contains(one) {
            one.to_string()
        } else if one.is_ascii_punctuation() && !self.bare.contains(one) {
            format!("\\{one}")
        } else {
            (self.code)(one)
        }
    }
}

/// A pattern that only differs in the anchors, which runtimes derive.
pub(super) fn with_marks(source: &str, start: &str, end: &str) -> String {
    let (mut out, mut class, mut escape) = (String::new(), false, false);
    for character in source.chars() {
        match character {
            '^' if !class && !escape => out.push_str(start),
            '$' if !class && !escape => out.push_str(end),
            other => out.push(other),
        }
        match character {
            '[' if !escape => class = true,
            ']' if !escape => class = false,
            _ => {}
        }
        escape = character == '\\' && !escape;
    }
    out
}
