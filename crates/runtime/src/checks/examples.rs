//! Values that satisfy the conditions on a name, for suggestions. A wrong guess is harmless, because the check runs
//! again.

use contract::regex::{example, parse_lenient};
use serde_json::Value;

use super::syntax::{Condition, Operator, Path, PathSegment};

/// The maximum number of visited nodes of a pattern.
const MOST_NODES: usize = 2_000;

impl Condition {
    /// Adds the values that this condition requires for `name`.
    pub(super) fn examples(&self, name: &str, found: &mut Vec<Value>) {
        match self {
            Condition::All(list) | Condition::Any(list) => {
                list.iter().for_each(|one| one.examples(name, found));
            }
            Condition::If { then, .. } => then.examples(name, found),
            Condition::Matches { path, pattern, .. } if is(path, name) => {
                found.extend([(1, 1), (0, 1), (0, 0)].into_iter().filter_map(
                    |(variant, repeats)| {
                        let parsed = parse_lenient(pattern).ok()?;
                        let (mut text, mut room) = (String::new(), MOST_NODES);
                        example::write(&parsed.root, variant, repeats, &mut text, &mut room)?;
                        Some(Value::String(text))
                    },
                ));
            }
            Condition::In { path, list } if is(path, name) => {
                found.extend(list.iter().map(|word| word.value.clone()));
            }
            Condition::Is { path, value } if is(path, name) => found.push(value.clone()),
            Condition::Contains { path, word }
            | Condition::Starts { path, word }
            | Condition::Ends { path, word }
                if is(path, name) =>
            {
                found.push(word.value.clone());
            }
            Condition::Compare { path, length: false, operator, word } if is(path, name) => {
                if matches!(
                    operator,
                    Operator::Equal | Operator::LessOrEqual | Operator::GreaterOrEqual
                ) {
                    found.push(word.value.clone());
                }
            }
            _ => {}
        }
    }
}

fn is(path: &Path, name: &str) -> bool {
    matches!(path.as_slice(), [PathSegment::Name(one)] if one == name)
}
