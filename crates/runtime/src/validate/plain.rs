//! Keywords without subschemas.

use std::cmp::Ordering;

use contract::schema::{Type, TypeSet};
use contract::value::{char_len, equal};
use serde_json::{Map, Number, Value};

use super::plan::Keyword as K;
use super::run::{At, Run, Verdict};
use super::wanted::Wanted;
use super::{Formats, formats, number, tell, unique};

/// The values of an `enum` that an issue lists. Without a limit, ten thousand invalid items would list ten
/// thousand values each. Emitted files have the same limit.
const MOST_TOLD: usize = 100;

impl<'v, 'i> Run<'v, 'i> {
    pub(super) fn plain(&mut self, check: K, at: &At<'v, 'i>) -> Verdict {
        let k = at.keywords;
        match (check, at.value) {
            (K::Type, value) => Ok(self.types(at, value)),
            (K::Enum, value) => {
                let list = k.enumeration.as_deref().unwrap_or_default();
                let holds = self.is_one_of(list, value);
                if !holds {
                    let told = &list[..list.len().min(MOST_TOLD)];
                    self.fail_wanted(at.keyword, Wanted::OneOf(told), value);
                }
                Ok(holds)
            }
            (K::Const, value) => {
                let Some(wanted) = &k.constant else { return Ok(true) };
                let holds = equal(wanted, value);
                if !holds {
                    self.fail_wanted(at.keyword, Wanted::One(wanted), value);
                }
                Ok(holds)
            }
            (_, Value::Number(value)) => self.number(check, at, value),
            (_, Value::String(text)) => self.text(check, at, text),
            (_, Value::Array(items)) => Ok(self.array(check, at, items)),
            (_, Value::Object(members)) => Ok(self.object(check, at, members)),
            _ => Ok(true),
        }
    }

    fn types(&mut self, at: &At<'v, 'i>, value: &Value) -> bool {
        let Some(types) = at.keywords.types else { return true };
        let holds = takes(types, value);
        if !holds {
            let names: Vec<Value> = types.iter().map(|t| Value::from(t.as_str())).collect();
            let expected = match names.as_slice() {
                [one] => one.clone(),
                _ => Value::Array(names),
            };
            self.fail(at.keyword, expected, tell::kind_of(value));
        }
        holds
    }

    fn number(&mut self, check: K, at: &At<'v, 'i>, value: &Number) -> Verdict {
        let k = at.keywords;
        let compared = |bound: &Number| number::compare(value, bound);
        let (bound, holds) = match check {
            K::MultipleOf => match &k.multiple_of {
                Some(of) => (of, number::is_multiple(value, of)?),
                None => return Ok(true),
            },
            K::Minimum => match &k.minimum {
                Some(bound) => (bound, compared(bound) != Ordering::Less),
                None => return Ok(true),
            },
            K::ExclusiveMinimum => match &k.exclusive_minimum {
                Some(bound) => (bound, compared(bound) == Ordering::Greater),
                None => return Ok(true),
            },
            K::Maximum => match &k.maximum {
                Some(bound) => (bound, compared(bound) != Ordering::Greater),
                None => return Ok(true),
            },
            K::ExclusiveMaximum => match &k.exclusive_maximum {
                Some(bound) => (bound, compared(bound) == Ordering::Less),
                None => return Ok(true),
            },
            _ => return Ok(true),
        };
        if !holds {
            self.fail_value(at.keyword, Value::Number(bound.clone()), at.value);
        }
        Ok(holds)
    }

    fn text(&mut self, check: K, at: &At<'v, 'i>, text: &str) -> Verdict {
        let k = at.keywords;
        match check {
            K::MinLength => Ok(self.least(at, k.min_length, char_len(text))),
            K::MaxLength => Ok(self.most(at, k.max_length, char_len(text))),
            K::Pattern => {
                let Some(pattern) = &k.pattern else { return Ok(true) };
                // The issue is that of `maxLength`.
                if k.max_length.is_some_and(|most| char_len(text) as u64 > most) {
                    return Ok(true);
                }
                let holds = self.matches(at, pattern, text)?;
                if !holds {
                    self.fail_value(at.keyword, Value::from(pattern.as_str()), at.value);
                }
                Ok(holds)
            }
            K::Format if self.validator.formats == Formats::Assert => {
                let Some(name) = &k.format else { return Ok(true) };
                let holds = of_format(name, text);
                if !holds {
                    self.fail_value(at.keyword, Value::from(name.as_str()), at.value);
                }
                Ok(holds)
            }
            _ => Ok(true),
        }
    }

    fn array(&mut self, check: K, at: &At<'v, 'i>, items: &[Value]) -> bool {
        let k = at.keywords;
        match check {
            K::MinItems => self.least(at, k.min_items, items.len()),
            K::MaxItems => self.most(at, k.max_items, items.len()),
            K::UniqueItems => {
                let holds = unique::all_differ(items);
                if !holds {
                    self.fail_value(at.keyword, Value::Bool(true), at.value);
                }
                holds
            }
            _ => true,
        }
    }

    fn object(&mut self, check: K, at: &At<'v, 'i>, members: &Map<String, Value>) -> bool {
        let k = at.keywords;
        match check {
            K::MinProperties => self.least(at, k.min_properties, members.len()),
            K::MaxProperties => self.most(at, k.max_properties, members.len()),
            K::Required => self.present(at, &k.required, members),
            K::DependentRequired => {
                let mut all = true;
                for (name, needed) in &k.dependent_required {
                    all &= !members.contains_key(name) || self.present(at, needed, members);
                }
                all
            }
            _ => true,
        }
    }

    fn present(&mut self, at: &At<'v, 'i>, names: &[String], members: &Map<String, Value>) -> bool {
        let mut all = true;
        for name in names {
            if !members.contains_key(name) {
                self.fail(at.keyword, Value::from(name.as_str()), Value::Null);
                all = false;
            }
        }
        all
    }

    fn least(&mut self, at: &At<'v, 'i>, least: Option<u64>, size: usize) -> bool {
        let holds = least.is_none_or(|least| size as u64 >= least);
        if !holds {
            self.fail(at.keyword, Value::from(least), Value::from(size));
        }
        holds
    }

    fn most(&mut self, at: &At<'v, 'i>, most: Option<u64>, size: usize) -> bool {
        let holds = most.is_none_or(|most| size as u64 <= most);
        if !holds {
            self.fail(at.keyword, Value::from(most), Value::from(size));
        }
        holds
    }
}

/// Whether a value is of one of the types.
pub(crate) fn takes(types: TypeSet, value: &Value) -> bool {
    types.takes(match value {
        Value::Null => Type::Null,
        Value::Bool(_) => Type::Boolean,
        Value::Number(n) if types.contains(Type::Number) || number::is_integer(n) => Type::Integer,
        Value::Number(_) => Type::Number,
        Value::String(_) => Type::String,
        Value::Array(_) => Type::Array,
        Value::Object(_) => Type::Object,
    })
}

/// Whether a text has a format. Unknown formats accept every text.
fn of_format(name: &str, text: &str) -> bool {
    match name {
        "date-time" => formats::date_time(text),
        "date" => formats::date(text),
        "time" => formats::time(text),
        "duration" => formats::duration(text),
        "email" => formats::email(text),
        "hostname" => formats::hostname(text),
        "ipv4" => formats::ipv4(text),
        "ipv6" => formats::ipv6(text),
        "uri" => formats::uri(text),
        "uri-reference" => formats::uri_reference(text),
        "uuid" => formats::uuid(text),
        "json-pointer" => formats::json_pointer(text),
        "regex" => contract::regex::parse(text).is_ok(),
        _ => true,
    }
}
