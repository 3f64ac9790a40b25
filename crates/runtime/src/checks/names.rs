//! The values that a condition is about.

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
            Condition::Prose(_) => return,
            Condition::Matches { path, .. }
            | Condition::In { path, .. }
            | Condition::Empty(path)
            | Condition::Provided(path)
            | Condition::Is { path, .. }
            | Condition::Contains { path, .. }
            | Condition::Starts { path, .. }
            | Condition::Ends { path, .. }
            | Condition::Compare { path, .. } => path,
        };
        let name = name_of(path).to_owned();
        if !name.is_empty() && !found.contains(&name) {
            found.push(name);
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
