//! How many tokens a text costs: counted with o200k_base, the tokenizer of OpenAI's models, which is public. Those of the
//! other providers are not; their counts differ by a few per cent in English, and by more elsewhere.

/// The tokenizer by its public name.
pub const TOKENIZER: &str = "o200k_base";

/// The tokens of a text.
#[must_use]
pub fn count(text: &str) -> usize {
    tiktoken_rs::o200k_base_singleton().count_ordinary(text)
}

/// What a skill costs an agent, in tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkillCost {
    /// The SKILL.md, as findings show it.
    pub path: String,
    /// The description, which each session reads.
    pub description: usize,
    /// The body, which is read when the skill is used.
    pub body: usize,
    /// The pages that the body leads to, as findings show them.
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
