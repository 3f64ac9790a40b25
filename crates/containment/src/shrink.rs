//! A witness is read by people: parts that don't matter are taken away as long as it still refutes.

use serde_json::{Map, Value};

use crate::confirm::ValidatorPair;

/// Attempts in all, so that a big witness costs little.
const MAX_ATTEMPTS: usize = 300;

/// A smaller instance that still refutes.
pub(crate) fn shrink(witness: &Value, validators: &ValidatorPair<'_>) -> Value {
    let mut best = witness.clone();
    let mut attempts = 0;
    let mut again = true;
    while again {
        again = false;
        for candidate in smaller(&best) {
            attempts += 1;
            if attempts > MAX_ATTEMPTS {
                return best;
            }
            if validators.refutes(&candidate) {
                best = candidate;
                again = true;
                break;
            }
        }
    }
    best
}

/// Instances one step smaller, the boldest steps first.
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
