//! Decides conditions in three values: a comparison with a missing value is undecided, not false, so that
//! a check on an optional input does not make it required.

use std::cmp::Ordering;

use contract::types::SkillType;
use contract::value::{char_len, compare_numbers, equal};
use serde_json::{Map, Number, Value};

use super::Values;
use super::names::name_of;
use super::operand::{is_numeric, no_operand};
use super::syntax::{Condition, Operator, Path, PathSegment, Word};
use crate::validate::Matcher;

/// The result, or the reason why there is none.
type Decided = Result<bool, String>;

pub(super) fn decide(condition: &Condition, values: &Values<'_>) -> Decided {
    match condition {
        Condition::All(list) => fold(list, values, false),
        Condition::Any(list) => fold(list, values, true),
        Condition::Not(inner) => decide(inner, values).map(|holds| !holds),
        Condition::If { test, then } => match decide(test, values)? {
            true => decide(then, values),
            false => Ok(true),
        },
        Condition::Prose(text) => Err(format!("`{text}` is an instruction for a person")),
        Condition::Provided(path) => Ok(declared(path, values)?.is_some()),
        Condition::Exists(path) => match declared(path, values)? {
            Some(Value::String(_)) => Err(format!(
                "`{}` is given; whether it exists is for a person (`is provided` asks whether it is given)",
                shown(path)
            )),
            given => Ok(given.is_some()),
        },
        Condition::Empty(path) => Ok(declared(path, values)?.is_none_or(is_empty)),
        Condition::Matches { path, pattern, dotted } => {
            let value = known(path, values)?;
            let holds = matches(value, pattern)?;
            match dotted {
                Some(dotted) if matches(value, dotted).is_ok_and(|other| other != holds) => {
                    Err(format!(
                        "the full stop may be a part of the pattern `{dotted}`; quote the pattern"
                    ))
                }
                _ => Ok(holds),
            }
        }
        Condition::In { path, list } => {
            let value = known(path, values)?;
            Ok(list.iter().any(|word| is(value, word)))
        }
        Condition::Is { path, value } => Ok(equal(known(path, values)?, value)),
        Condition::Contains { path, word } => match known(path, values)? {
            Value::Array(items) => Ok(items.iter().any(|item| is(item, word))),
            Value::Object(members) => Ok(members.contains_key(&text_of(&word.value))),
            other => Ok(text_of(other).contains(&text_of(&word.value))),
        },
        Condition::Starts { path, word } => {
            Ok(text_of(known(path, values)?).starts_with(&text_of(&word.value)))
        }
        Condition::Ends { path, word } => {
            Ok(text_of(known(path, values)?).ends_with(&text_of(&word.value)))
        }
        Condition::Compare { path, length, operator, word } => {
            let value = known(path, values)?;
            let size = length.then(|| size(value)).transpose()?;
            let kind = declared_kind(path, values);
            let is_number = *length || kind.map_or(value.is_number(), is_numeric);
            let value = size.as_ref().unwrap_or(value);
            let named = named(word, values)?;
            match no_operand(*operator, word, is_number).filter(|_| named.is_none()) {
                Some(why) => Err(why),
                None => Ok(compare(value, *operator, word, named)),
            }
        }
    }
}

/// `or` if `any`, else `and`; a decided operand beats undecided ones.
fn fold(list: &[Condition], values: &Values<'_>, any: bool) -> Decided {
    let mut open = None;
    for condition in list {
        match decide(condition, values) {
            Ok(holds) if holds == any => return Ok(any),
            Ok(_) => {}
            Err(why) => open = open.or(Some(why)),
        }
    }
    open.map_or(Ok(!any), Err)
}

fn known<'v>(path: &Path, values: &Values<'v>) -> Result<&'v Value, String> {
    find(path, values).ok_or_else(|| format!("`{}` is not given", shown(path)))
}

/// The value, or none if it is not given; an error if the contract declares no value of this name.
fn declared<'v>(path: &Path, values: &Values<'v>) -> Result<Option<&'v Value>, String> {
    let found = find(path, values);
    match (values.declared, path.as_slice()) {
        (Some(names), [PathSegment::Name(first), ..])
            if found.is_none()
                && !names.contains_key(first.as_str())
                && !names.contains_key(name_of(path)) =>
        {
            Err(format!("`{}` is no input or output of the skill", name_of(path)))
        }
        _ => Ok(found),
    }
}

fn find<'v>(path: &Path, values: &Values<'v>) -> Option<&'v Value> {
    let [PathSegment::Name(first), rest @ ..] = path.as_slice() else { return None };
    let in_both = [values.output, values.input];
    let named = in_both.into_iter().flatten().find_map(|members| members.get(first));
    if let Some(value) = named {
        return walk(value, rest);
    }
    let whole = match first.as_str() {
        "input" | "inputs" => values.input,
        "output" | "outputs" | "result" => values.output,
        _ => None,
    };
    let [PathSegment::Name(name), rest @ ..] = rest else { return None };
    walk(whole.and_then(|members: &Map<String, Value>| members.get(name))?, rest)
}

fn walk<'v>(value: &'v Value, steps: &[PathSegment]) -> Option<&'v Value> {
    steps.iter().try_fold(value, |value, step| match step {
        PathSegment::Name(name) => value.get(name),
        PathSegment::Index(index) => value.get(index),
    })
}

fn shown(path: &Path) -> String {
    let mut text = String::new();
    for step in path {
        match step {
            PathSegment::Name(name) if text.is_empty() => text.push_str(name),
            PathSegment::Name(name) => text.push_str(&format!(".{name}")),
            PathSegment::Index(index) => text.push_str(&format!("[{index}]")),
        }
    }
    text
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.trim().is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(members) => members.is_empty(),
        Value::Bool(_) | Value::Number(_) => false,
    }
}

fn matches(value: &Value, pattern: &str) -> Decided {
    let matcher = Matcher::new(pattern).map_err(|why| format!("the pattern `{pattern}` {why}"))?;
    match value {
        Value::Array(items) => {
            for item in items {
                if !matcher.find(&text_of(item))? {
                    return Ok(false);
                }
            }
            Ok(true)
        }
        Value::Object(_) | Value::Null => Ok(false),
        scalar => matcher.find(&text_of(scalar)),
    }
}

fn text_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// Whether a value equals a word; a word without quotes may mean the text or the value.
fn is(value: &Value, word: &Word) -> bool {
    equal(value, &word.value)
        || matches!((value, &word.bare), (Value::String(text), Some(bare)) if text == bare)
}

fn size(value: &Value) -> Result<Value, String> {
    match value {
        Value::String(text) => Ok(Value::from(char_len(text))),
        Value::Array(items) => Ok(Value::from(items.len())),
        Value::Object(members) => Ok(Value::from(members.len())),
        _ => Err("only texts, lists and objects have a length".to_owned()),
    }
}

/// The declared type of a whole input or output.
fn declared_kind(path: &Path, values: &Values<'_>) -> Option<SkillType> {
    let [PathSegment::Name(name)] = path.as_slice() else { return None };
    *values.declared?.get(name.as_str())?
}

/// Compares a value with the one that a word names, or with the word.
fn compare(value: &Value, operator: Operator, word: &Word, named: Option<&Value>) -> bool {
    let same = match named {
        Some(other) => equal(value, other),
        None => is(value, word),
    };
    let order = || order(value, named.unwrap_or(&word.value));
    match operator {
        Operator::Equal => same,
        Operator::NotEqual => !same,
        Operator::Less => order() == Some(Ordering::Less),
        Operator::LessOrEqual => matches!(order(), Some(Ordering::Less | Ordering::Equal)),
        Operator::Greater => order() == Some(Ordering::Greater),
        Operator::GreaterOrEqual => matches!(order(), Some(Ordering::Greater | Ordering::Equal)),
    }
}

/// The value that a word without quotes names: `a < b` compares two values if b is the name of one. An error if the contract
/// declares the name and no value is given.
fn named<'v>(word: &Word, values: &Values<'v>) -> Result<Option<&'v Value>, String> {
    let Some(path) = word.path() else { return Ok(None) };
    let found = find(&path, values);
    let is_declared = values.declared.is_some_and(|names| names.contains_key(name_of(&path)));
    match found {
        None if is_declared => Err(format!("`{}` is not given", shown(&path))),
        found => Ok(found),
    }
}

fn order(a: &Value, b: &Value) -> Option<Ordering> {
    let number = |v: &Value| -> Option<Number> {
        match v {
            Value::Number(number) => Some(number.clone()),
            Value::String(text) => text.parse().ok(),
            _ => None,
        }
    };
    match (number(a), number(b), a, b) {
        (Some(a), Some(b), _, _) => compare_numbers(&a, &b),
        (_, _, Value::String(a), Value::String(b)) => Some(a.cmp(b)),
        _ => None,
    }
}
