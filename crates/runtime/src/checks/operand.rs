//! What a word stands for in a comparison, if it names no value.

use contract::types::SkillType;
use serde_json::{Number, Value};

use super::syntax::{Operator, Word};

pub(super) fn is_numeric(kind: SkillType) -> bool {
    matches!(kind, SkillType::Number | SkillType::Integer)
}

/// Why a word that names no value can't be compared, if so: `n > limit` is about something else than `n` if there is no
/// `limit`. A number equals and is ordered by numbers; a text may equal any word, and be ordered by one that is no name, such
/// as a date.
pub(super) fn no_operand(operator: Operator, word: &Word, is_number: bool) -> Option<String> {
    let Value::String(text) = &word.value else { return None };
    let is_ordering = !matches!(operator, Operator::Equal | Operator::NotEqual);
    let is_out_of_place = match is_number {
        true => (word.bare.is_some() || is_ordering) && text.parse::<Number>().is_err(),
        false => is_ordering && word.path().is_some(),
    };
    is_out_of_place
        .then(|| format!("`{text}` is neither a number nor an input or output of the skill"))
}
