//! Minimizes a witness for people: irrelevant parts are removed as long as it still refutes.

use serde_json::{Map, Value};

use crate::confirm::ValidatorPair;

/// The maximum number of attempts, so that a large witness costs little.
const MAX_ATTEMPTS: usize = 300;
/// A text or a name where nothing gives a better one.
pub const EXAMPLE: &str = "example";
/// Texts and names without a content that are filled in.
const MAX_FILLED: usize = 24;

/// A smaller instance that still refutes. Texts without a content become one that looks like data where that refutes, too.
pub(crate) fn shrink(witness: &Value, validators: &ValidatorPair<'_>) -> Value {
    let refutes = |candidate: &Value| validators.refutes(candidate);
    fill(improve(witness.clone(), smaller, MAX_ATTEMPTS, refutes), refutes)
}

/// The document with a content for its empty texts and names, as far as it still holds what it has to.
pub fn fill(document: Value, holds: impl Fn(&Value) -> bool) -> Value {
    improve(document, filled, MAX_FILLED, holds)
}

/// Takes the first candidate that holds, until none does or the attempts are used up.
fn improve(
    mut best: Value,
    candidates: fn(&Value) -> Vec<Value>,
    most: usize,
    holds: impl Fn(&Value) -> bool,
) -> Value {
    let mut attempts = 0;
    let mut again = true;
    while again {
        again = false;
        for candidate in candidates(&best) {
            attempts += 1;
            if attempts > most {
                return best;
            }
            if holds(&candidate) {
                best = candidate;
                again = true;
                break;
            }
        }
    }
    best
}

/// Instances in which one empty name or text has a content; one of the letters that searches begin with has none, either.
fn filled(value: &Value) -> Vec<Value> {
    match value {
        Value::String(text) if text.chars().all(|c| matches!(c, 'a' | 'x')) => {
            vec![Value::from(EXAMPLE)]
        }
        Value::Object(members) => {
            let mut out = Vec::new();
            for (name, member) in members {
                let renamed = (name.is_empty() && !members.contains_key(EXAMPLE)).then_some(member);
                let changed = filled(member).into_iter().map(|member| (name.as_str(), member));
                for (to, member) in renamed.map(|m| (EXAMPLE, m.clone())).into_iter().chain(changed)
                {
                    let replaced = |(n, m): (&String, &Value)| match n == name {
                        true => (to.to_owned(), member.clone()),
                        false => (n.clone(), m.clone()),
                    };
                    out.push(Value::Object(members.iter().map(replaced).collect()));
                }
            }
            out
        }
        Value::Array(items) => {
            let at = |at: usize| {
                let changed = filled(&items[at]).into_iter();
                changed.map(move |item| {
                    let mut items = items.clone();
                    items[at] = item;
                    Value::Array(items)
                })
            };
            (0..items.len().min(40)).flat_map(at).collect()
        }
        _ => Vec::new(),
    }
}

/// Instances one step smaller, the largest reductions first.
fn smaller(value: &Value) -> Vec<Value> {
    let mut out = Vec::new();
    match value {
        Value::Object(members) => {
            for name in members.keys() {
                let mut fewer = members.clone();
                fewer.shift_remove(name);
                out.push(Value::Object(fewer));
            }
            for (name, member) in members {
                for candidate in smaller(member) {
                    let mut changed: Map<String, Value> = members.clone();
                    changed.insert(name.clone(), candidate);
                    out.push(Value::Object(changed));
                }
            }
        }
        Value::Array(items) => {
            if items.len() > 8 {
                out.push(Value::Array(items[..items.len() / 2].to_vec()));
            }
            for at in 0..items.len().min(40) {
                let mut fewer = items.clone();
                fewer.remove(at);
                out.push(Value::Array(fewer));
            }
            for (at, item) in items.iter().enumerate().take(40) {
                for candidate in smaller(item) {
                    let mut changed = items.clone();
                    changed[at] = candidate;
                    out.push(Value::Array(changed));
                }
            }
        }
        Value::String(text) if !text.is_empty() => {
            let chars: Vec<char> = text.chars().collect();
            out.push(Value::from(""));
            out.push(chars[..chars.len() / 2].iter().collect::<String>().into());
            out.push(chars[..chars.len() - 1].iter().collect::<String>().into());
        }
        Value::Number(number) if number.as_i64() != Some(0) => out.push(Value::from(0)),
        _ => {}
    }
    out
}
