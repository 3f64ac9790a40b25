//! Names of types: PascalCase of the words that the schema uses, made unique by a number.

use crate::unique::UniqueNames;

/// `skill-output` → `SkillOutput`; characters that no language takes are dropped.
pub(crate) fn pascal(text: &str) -> String {
    let mut out = String::new();
    let mut start = true;
    for character in text.chars() {
        if character.is_ascii_alphanumeric() {
            out.push(if start { character.to_ascii_uppercase() } else { character });
            start = false;
        } else {
            start = true;
        }
    }
    if out.is_empty() || out.starts_with(|first: char| first.is_ascii_digit()) {
        out.insert(0, 'T');
    }
    out
}

/// Names of types given out so far.
pub(super) struct Names(UniqueNames);

impl Names {
    /// Names that are taken from the start.
    pub(super) fn new(reserved: &[&str]) -> Names {
        Names(reserved.iter().map(|name| (*name).to_owned()).collect())
    }

    /// The name in PascalCase, with a number where it is taken.
    pub(super) fn take(&mut self, text: &str) -> String {
        self.0.take(&pascal(text), "")
    }
}
