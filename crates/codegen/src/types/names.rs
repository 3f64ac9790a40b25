//! Names of types: the schema's words in PascalCase, made unique by a number.

use crate::unique::UniqueNames;

/// The letters of scripts besides ASCII that names in all languages may have: each is an identifier's letter in Rust,
/// TypeScript, Python and Go. Marks that combine with letters are none.
const LETTERS: &[(char, char)] = &[
    ('\u{c0}', '\u{24f}'),
    ('\u{386}', '\u{3ce}'),
    ('\u{400}', '\u{481}'),
    ('\u{48a}', '\u{52f}'),
    ('\u{531}', '\u{556}'),
    ('\u{561}', '\u{586}'),
    ('\u{5d0}', '\u{5ea}'),
    ('\u{620}', '\u{64a}'),
    ('\u{905}', '\u{939}'),
    ('\u{e01}', '\u{e30}'),
    ('\u{10d0}', '\u{10fa}'),
    ('\u{1e00}', '\u{1eff}'),
    ('\u{3041}', '\u{3096}'),
    ('\u{30a1}', '\u{30fa}'),
    ('\u{3400}', '\u{4dbf}'),
    ('\u{4e00}', '\u{9fff}'),
    ('\u{ac00}', '\u{d7a3}'),
];

/// Whether a name may have a character.
pub(crate) fn is_word(c: char) -> bool {
    let is_letter = || LETTERS.iter().any(|(first, last)| (*first..=*last).contains(&c));
    c.is_ascii_alphanumeric() || (c.is_alphabetic() && is_letter())
}

/// Writes a letter as the first of a word: `ß` as `Ss`.
fn capital(c: char, out: &mut String) {
    let mut capitals = c.to_uppercase();
    out.extend(capitals.next());
    out.extend(capitals.flat_map(char::to_lowercase));
}

/// `skill-output` → `SkillOutput`, `0.0.1` → `V0_0_1`; characters that no language accepts are dropped. Digits stay apart:
/// 1.12 is not 11.2.
pub(crate) fn pascal(text: &str) -> String {
    let mut out = String::new();
    let mut start = true;
    for character in text.chars() {
        if is_word(character) {
            let is_digit = |c: char| c.is_ascii_digit();
            if start && is_digit(character) && out.ends_with(is_digit) {
                out.push('_');
            }
            if start {
                capital(character, &mut out);
            } else {
                out.push(character);
            }
            start = false;
        } else {
            start = true;
        }
    }
    if out.is_empty() || out.starts_with(|first: char| first.is_ascii_digit()) {
        let is_version = !out.is_empty() && !out.contains(char::is_alphabetic);
        out.insert(0, if is_version { 'V' } else { 'T' });
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

#[cfg(test)]
mod tests {
    use super::pascal;

    #[test]
    fn names_keep_letters_of_all_scripts_and_digits_apart() {
        for (text, wanted) in [
            ("skill-output", "SkillOutput"),
            ("0.0.1", "V0_0_1"),
            ("2024-11-05", "V2024_11_05"),
            ("v1.2", "V1_2"),
            ("3d model", "T3dModel"),
            ("日本", "日本"),
            ("größe in-cm", "GrößeInCm"),
            ("éclair", "Éclair"),
            ("ß", "Ss"),
            ("имя", "Имя"),
            ("e\u{301}", "E"),
            ("\u{24d0}\u{aa}", "T"),
            ("+1", "V1"),
            ("", "T"),
        ] {
            assert_eq!(pascal(text), wanted, "{text}");
        }
    }
}
