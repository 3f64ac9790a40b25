//! Minimizes a witness for people: irrelevant parts are removed as long as it still refutes.

use serde_json::{Map, Value};

use crate::confirm::ValidatorPair;

/// The maximum number of attempts, so that a large witness costs little.
const MAX_ATTEMPTS: usize = 300;
/// The maximum size of all attempts together, as [`size`] counts it: attempts on a large witness are few.
const MAX_SIZE: usize = 200_000_000;
/// The maximum number of items of one list that are tried.
const MAX_ITEMS: usize = 40;
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

/// Calls a function with one candidate after the other until it returns true; returns whether it did. A candidate may be
/// as large as the document, so only one of them exists at a time.
type Candidates = fn(&Value, &mut dyn FnMut(Value) -> bool) -> bool;

/// Takes the first candidate that holds, until none does or the attempts are used up.
fn improve(
    mut best: Value,
    candidates: Candidates,
    most: usize,
    holds: impl Fn(&Value) -> bool,
) -> Value {
    let (mut attempts, mut room) = (0, MAX_SIZE);
    let mut spend = |candidate: &Value| {
        attempts += 1;
        let left = room.checked_sub(contract::value::size(candidate));
        room = left.unwrap_or(0);
        attempts <= most && left.is_some()
    };
    loop {
        let mut better = None;
        candidates(&best, &mut |candidate| {
            let may = spend(&candidate);
            if may && holds(&candidate) {
                better = Some(candidate);
            }
            !may || better.is_some()
        });
        match better {
            Some(found) => best = found,
            None => return best,
        }
    }
}

/// An object with another value for a member.
fn with_member(members: &Map<String, Value>, name: &str, member: Value) -> Value {
    let mut changed = members.clone();
    changed.insert(name.to_owned(), member);
    Value::Object(changed)
}

/// An object with another name for a member, at its place.
fn with_name(members: &Map<String, Value>, name: &str, to: &str) -> Value {
    let renamed = |(n, m): (&String, &Value)| {
        let name = if n == name { to } else { n };
        (name.to_owned(), m.clone())
    };
    Value::Object(members.iter().map(renamed).collect())
}

/// A list with another item.
fn with_item(items: &[Value], at: usize, item: Value) -> Value {
    let mut changed = items.to_vec();
    changed[at] = item;
    Value::Array(changed)
}

/// Instances in which one empty name or text has a content; one of the letters that searches begin with has none, either.
fn filled(value: &Value, found: &mut dyn FnMut(Value) -> bool) -> bool {
    match value {
        Value::String(text) => {
            text.chars().all(|c| matches!(c, 'a' | 'x')) && found(Value::from(EXAMPLE))
        }
        Value::Object(members) => members.iter().any(|(name, member)| {
            let renames = name.is_empty() && !members.contains_key(EXAMPLE);
            renames && found(with_name(members, name, EXAMPLE))
                || filled(member, &mut |member| found(with_member(members, name, member)))
        }),
        Value::Array(items) => items
            .iter()
            .enumerate()
            .take(MAX_ITEMS)
            .any(|(at, item)| filled(item, &mut |item| found(with_item(items, at, item)))),
        _ => false,
    }
}

/// Instances one step smaller, the largest reductions first.
fn smaller(value: &Value, found: &mut dyn FnMut(Value) -> bool) -> bool {
    match value {
        Value::Object(members) => {
            let without = |name: &String| {
                let mut fewer = members.clone();
                fewer.shift_remove(name);
                Value::Object(fewer)
            };
            members.keys().any(|name| found(without(name)))
                || members.iter().any(|(name, member)| {
                    smaller(member, &mut |member| found(with_member(members, name, member)))
                })
        }
        Value::Array(items) => {
            let without = |at: usize| {
                let mut fewer = items.clone();
                fewer.remove(at);
                Value::Array(fewer)
            };
            items.len() > 8 && found(Value::Array(items[..items.len() / 2].to_vec()))
                || (0..items.len().min(MAX_ITEMS)).any(|at| found(without(at)))
                || items
                    .iter()
                    .enumerate()
                    .take(MAX_ITEMS)
                    .any(|(at, item)| smaller(item, &mut |item| found(with_item(items, at, item))))
        }
        Value::String(text) if !text.is_empty() => {
            let chars: Vec<char> = text.chars().collect();
            let first = |count: usize| Value::from(chars[..count].iter().collect::<String>());
            [0, chars.len() / 2, chars.len() - 1].into_iter().any(|count| found(first(count)))
        }
        Value::Number(number) if number.as_i64() != Some(0) => found(Value::from(0)),
        _ => false,
    }
}
