//! A word of many patterns without their product, whose size may be the product of all their sizes: the shortest
//! words of the single patterns, joined. It is a guess, which is checked.

use super::{Automata, Language, Product, Word};
use crate::budget::Budget;

/// The number of patterns from which a guess is made first.
const MANY: usize = 8;
/// What joins the words.
const SEPARATORS: [&str; 3] = ["", " ", "\n"];

impl Automata {
    /// A word of the language, if it has many patterns and joined words have them all.
    pub(super) fn joined(&mut self, language: &Language, budget: &Budget) -> Option<String> {
        if language.with.len() + language.without.len() < MANY {
            return None;
        }
        let mut parts = Vec::new();
        for pattern in &language.with {
            let alone = Language { with: [pattern.clone()].into(), ..Language::default() };
            if !budget.spend(1) {
                return None;
            }
            let dfa = self.get(pattern, budget)?;
            match Product::new(&alone, vec![dfa]).search(budget) {
                Word::Found(word) => parts.push(word),
                Word::None | Word::Unknown(_) => return None,
            }
        }
        SEPARATORS
            .iter()
            .take(parts.len().max(1))
            .map(|separator| parts.join(separator))
            .find(|word| self.has(language, word, budget))
    }

    /// Whether the word is certainly in the language.
    fn has(&mut self, language: &Language, word: &str, budget: &Budget) -> bool {
        let length = word.chars().count() as u64;
        let mut matches = |pattern: &String, wanted: bool| {
            budget.tick() && self.is_match(pattern, word, budget) == Some(wanted)
        };
        length >= language.min
            && language.max.is_none_or(|max| length <= max)
            && !language.excluded.contains(word)
            && language.with.iter().all(|pattern| matches(pattern, true))
            && language.without.iter().all(|pattern| matches(pattern, false))
    }
}
