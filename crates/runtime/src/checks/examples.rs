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
            Condition::Compare { path, length, operator, word } if is(path, name) => {
                let value = compared(*operator, &word.value);
                found.extend(if *length { value.and_then(|n| of_length(&n)) } else { value });
            }
            _ => {}
        }
    }
}

/// A value that a comparison with another one accepts.
fn compared(operator: Operator, value: &Value) -> Option<Value> {
    let by =
        |step: i64| value.as_i64().and_then(|number| number.checked_add(step)).map(Value::from);
    match operator {
        Operator::Equal | Operator::LessOrEqual | Operator::GreaterOrEqual => Some(value.clone()),
        Operator::Greater => by(1),
        Operator::Less => by(-1),
        Operator::NotEqual => match value {
            Value::String(text) => Some(Value::String(format!("other-{text}"))),
            Value::Bool(is_true) => Some(Value::Bool(!is_true)),
            _ => by(1),
        },
    }
}

/// A text of so many letters.
fn of_length(length: &Value) -> Option<Value> {
    /// A longer text is no suggestion that anyone reads.
    const LONGEST: usize = 100;
    let length = usize::try_from(length.as_u64()?).ok().filter(|length| *length <= LONGEST)?;
    Some(Value::String("text".chars().cycle().take(length).collect()))
}

fn is(path: &Path, name: &str) -> bool {
    matches!(path.as_slice(), [PathSegment::Name(one)] if one == name)
}
