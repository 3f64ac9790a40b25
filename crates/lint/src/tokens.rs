//! The number of tokens of a text, counted with o200k_base, the public tokenizer of OpenAI's models. Those of other
//! providers are not public; their counts differ by a few per cent in English, and by more in other languages.

/// The tokenizer by its public name.
pub const TOKENIZER: &str = "o200k_base";

/// The tokens of a text.
#[must_use]
pub fn count(text: &str) -> usize {
    tiktoken_rs::o200k_base_singleton().count_ordinary(text)
}

/// The tokens of a skill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkillCost {
    /// The SKILL.md in findings.
    pub path: String,
    /// The description, which every session reads.
    pub description: usize,
    /// The body, which is read when the skill is used.
    pub body: usize,
    /// The linked pages, by their path in findings.
    pub pages: Vec<(String, usize)>,
}

#[cfg(test)]
mod tests {
    #[test]
    fn words_are_counted_as_the_tokenizer_does() {
        assert_eq!(super::count("Hello, world!"), 4);
        assert_eq!(super::count(""), 0);
    }
}
