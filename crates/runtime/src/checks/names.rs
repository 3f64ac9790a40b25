//! The values that a condition is about, and whether these can decide it.

use std::collections::BTreeMap;

use contract::types::SkillType;

use super::operand::{is_numeric, no_operand};
use super::syntax::{Condition, Path, PathSegment};

/// Names of all inputs or outputs together.
const WHOLE: [&str; 5] = ["input", "inputs", "output", "outputs", "result"];

impl Condition {
    /// Adds the names of the values that the condition is about, each once.
    pub(super) fn names(&self, found: &mut Vec<String>) {
        let path = match self {
            Condition::All(list) | Condition::Any(list) => {
                return list.iter().for_each(|one| one.names(found));
            }
            Condition::Not(inner) => return inner.names(found),
            Condition::If { test, then } => {
                test.names(found);
                return then.names(found);
            }
            atom => atom.path(),
        };
        let Some(name) = path.map(name_of).filter(|name| !name.is_empty()) else { return };
        if !found.iter().any(|other| other == name) {
            found.push(name.to_owned());
        }
    }

    /// The value that a condition without parts is about; none for prose.
    fn path(&self) -> Option<&Path> {
        match self {
            Condition::Matches { path, .. }
            | Condition::In { path, .. }
            | Condition::Empty(path)
            | Condition::Provided(path)
            | Condition::Exists(path)
            | Condition::Is { path, .. }
            | Condition::Contains { path, .. }
            | Condition::Starts { path, .. }
            | Condition::Ends { path, .. }
            | Condition::Compare { path, .. } => Some(path),
            _ => None,
        }
    }

    /// Why no values of these names and types decide the condition, if so.
    pub(super) fn undecidable(
        &self,
        declared: &BTreeMap<&str, Option<SkillType>>,
    ) -> Option<String> {
        // `x exists` and `x is ready` may be sentences about something else.
        let path = match self {
            Condition::Matches { path, .. }
            | Condition::In { path, .. }
            | Condition::Empty(path)
            | Condition::Compare { path, .. } => name_of(path),
            _ => "",
        };
        if !path.is_empty() && !declared.contains_key(path) {
            return Some(format!("the skill declares no `{path}`"));
        }
        match self {
            Condition::All(list) | Condition::Any(list) => {
                list.iter().find_map(|one| one.undecidable(declared))
            }
            Condition::Not(inner) => inner.undecidable(declared),
            Condition::If { test, then } => {
                test.undecidable(declared).or_else(|| then.undecidable(declared))
            }
            Condition::Compare { path, length, operator, word } => {
                let kind = *declared.get(name_of(path))?;
                let is_named =
                    word.path().is_some_and(|path| declared.contains_key(name_of(&path)));
                // What is in an object or list may be text.
                let is_number = *length || path.len() == 1 && kind.is_some_and(is_numeric);
                no_operand(*operator, word, is_number).filter(|_| !is_named)
            }
            _ => None,
        }
    }
}

/// The name of the value that a path leads into: `topic` of `input.topic[0]`; empty if it begins with a number.
pub(super) fn name_of(path: &Path) -> &str {
    match path.as_slice() {
        [PathSegment::Name(whole), PathSegment::Name(name), ..] if WHOLE.contains(&&**whole) => {
            name
        }
        [PathSegment::Name(name), ..] => name,
        _ => "",
    }
}
