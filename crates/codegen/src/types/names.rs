//! Names of types: the schema's words in PascalCase, made unique by a number.

use crate::unique::UniqueNames;

/// `skill-output` → `SkillOutput`; characters that no language accepts are dropped.
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

/// The used names of types.
pub(super) struct Names(UniqueNames);

impl Names {
    /// Names that are reserved at the start.
    pub(super) fn new(reserved: &[&str]) -> Names {
        Names(reserved.iter().map(|name| (*name).to_owned()).collect())
    }

    /// The name in PascalCase, with a number if it is in use.
    pub(super) fn take(&mut self, text: &str) -> String {
        self.0.take(&pascal(text), "")
    }
}
