//! Names of types: the schema's words in PascalCase, made unique by a number.

use unicode_ident::{is_xid_continue, is_xid_start};
use unicode_normalization::UnicodeNormalization as _;

use crate::unique::UniqueNames;

/// The scripts besides ASCII that names may have: those that Unicode recommends for identifiers (UAX 31), because
/// compilers warn of the others.
const SCRIPTS: &[(char, char)] = &[
    // Latin
    ('\u{c0}', '\u{24f}'),
    // Marks that combine with letters
    ('\u{300}', '\u{36f}'),
    // Greek
    ('\u{386}', '\u{3ce}'),
    // Cyrillic
    ('\u{400}', '\u{52f}'),
    // Armenian
    ('\u{531}', '\u{587}'),
    // Hebrew
    ('\u{591}', '\u{5f2}'),
    // Arabic
    ('\u{620}', '\u{6d3}'),
    // Thaana
    ('\u{780}', '\u{7b1}'),
    // Devanagari, Bengali, Gurmukhi, Gujarati, Oriya, Tamil, Telugu, Kannada, Malayalam, Sinhala
    ('\u{900}', '\u{df3}'),
    // Thai, Lao, Tibetan, Myanmar
    ('\u{e01}', '\u{109f}'),
    // Georgian
    ('\u{10d0}', '\u{10fa}'),
    // Ethiopic
    ('\u{1200}', '\u{135f}'),
    // Khmer
    ('\u{1780}', '\u{17e9}'),
    // Latin and Greek with several marks
    ('\u{1e00}', '\u{1fff}'),
    // Hiragana, Katakana, Bopomofo
    ('\u{3041}', '\u{312f}'),
    // Han
    ('\u{3400}', '\u{4dbf}'),
    ('\u{4e00}', '\u{9fff}'),
    // Hangul
    ('\u{ac00}', '\u{d7a3}'),
];

/// Whether a name may have a character in Rust, TypeScript and Python, at least behind its first one.
pub(crate) fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || (!c.is_ascii() && is_xid_continue(c) && has_script(c))
}

/// Whether a name may begin with a character, in all languages.
pub(crate) fn is_start(c: char) -> bool {
    c.is_ascii_alphabetic() || (is_word(c) && is_xid_start(c))
}

fn has_script(c: char) -> bool {
    // The dots of Katakana and Greek are punctuation, which newer versions of Unicode allow.
    let is_dot = matches!(c, '\u{387}' | '\u{30fb}');
    !is_dot && SCRIPTS.iter().any(|(first, last)| (*first..=*last).contains(&c))
}

/// A name without the marks that combine with letters, which Go's names can't have.
pub(crate) fn without_marks(name: &str) -> String {
    name.chars().filter(|c| c.is_ascii() || is_start(*c) || c.is_numeric()).collect()
}

/// Writes a letter as the first of a word: `ß` as `Ss`.
fn capital(c: char, out: &mut String) {
    let mut capitals = c.to_uppercase();
    out.extend(capitals.next());
    out.extend(capitals.flat_map(char::to_lowercase));
}

/// `skill-output` → `SkillOutput`, `0.0.1` → `V0_0_1`; characters that no language accepts are dropped. Digits stay apart:
/// 1.12 is not 11.2. Characters are in their usual form (NFKC), because Python reads names in it, and Rust in a similar one.
pub(crate) fn pascal(text: &str) -> String {
    let mut out = String::new();
    let mut start = true;
    for character in text.nfkc() {
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
    if !out.starts_with(is_start) {
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
    use super::{pascal, without_marks};

    #[test]
    fn names_of_go_have_letters_and_digits() {
        assert_eq!(without_marks("हिन्दी2"), "हनद2");
        assert_eq!(without_marks("Éa_1"), "Éa_1");
    }

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
            ("e\u{301}", "É"),
            ("हिन्दी", "हिन्दी"),
            ("\u{e04}\u{e33}", "\u{e04}\u{e4d}\u{e32}"),
            ("\u{93f}", "T\u{93f}"),
            ("\u{24d0}\u{aa}", "Aa"),
            ("\u{2603}", "T"),
            ("+1", "V1"),
            ("", "T"),
        ] {
            assert_eq!(pascal(text), wanted, "{text}");
        }
    }
}
