//! Samples of strings and numbers, and whether an author's example may be valid.

use containment::pattern_match::matches;
use containment::view::{Bound, Sited, View, type_of};
use contract::number::Exact;
use num_rational::BigRational;
use num_traits::{One, Zero};
use serde_json::{Number, Value};

use super::{EXAMPLE, MAX_LENGTH, MAX_SAMPLES};
use crate::text;

/// Whether an example may be valid: authors write some that are not, which would make the document
/// invalid.
pub(super) fn is_plausible(view: &View, value: &Value) -> bool {
    let count = |word: &str, otherwise: u64| view.counts.get(word).map_or(otherwise, |c| c.value);
    let fits = match value {
        Value::String(text) => {
            let length = text.chars().count() as u64;
            (count("minLength", 0)..=count("maxLength", u64::MAX)).contains(&length)
                && view.patterns.iter().all(|p| matches(&p.value, text))
        }
        Value::Number(number) => {
            Exact::new(number).is_some_and(|n| fits_bounds(view, n.rational()))
        }
        _ => true,
    };
    fits && view.types.as_ref().is_none_or(|t| t.value.takes(type_of(value)))
}

/// Whether a number satisfies the view's bounds and `multipleOf`.
fn fits_bounds(view: &View, number: &BigRational) -> bool {
    let above = |bound: &Sited<Bound>| {
        let limit = bound.value.exact.rational();
        if bound.value.exclusive { number > limit } else { number >= limit }
    };
    let below = |bound: &Sited<Bound>| {
        let limit = bound.value.exact.rational();
        if bound.value.exclusive { number < limit } else { number <= limit }
    };
    let steps = |multiple: &Sited<Number>| {
        Exact::new(&multiple.value)
            .is_none_or(|m| m.is_positive() && (number / m.rational()).is_integer())
    };
    view.lower.as_ref().is_none_or(above)
        && view.upper.as_ref().is_none_or(below)
        && view.multiples.iter().all(steps)
}

pub(super) fn strings(view: &View) -> Vec<Value> {
    let least = view.counts.get("minLength").map_or(0, |c| c.value);
    if least > MAX_LENGTH {
        return Vec::new();
    }
    let least = least as usize;
    let most = view.counts.get("maxLength").map_or(usize::MAX, |c| c.value as usize);
    let mut found: Vec<String> = Vec::new();
    for pattern in &view.patterns {
        found.extend(text::examples(&pattern.value, least).iter().cloned());
    }
    let patterns = &view.patterns;
    found.retain(|s| patterns.iter().all(|p| matches(&p.value, s)));
    if patterns.is_empty() {
        found.extend(
            view.formats.iter().filter_map(|f| text::of_format(&f.value)).map(str::to_owned),
        );
        if view.formats.is_empty() {
            let length = EXAMPLE.len().clamp(least, most.max(least));
            found.push(EXAMPLE.chars().chain("-text".chars().cycle()).take(length).collect());
            // The empty string is the simplest one; some branches only accept it.
            found.push("a".repeat(least));
            found.dedup();
        }
    }
    found.retain(|s| (least..=most).contains(&s.chars().count()));
    found.into_iter().map(Value::String).collect()
}

pub(super) fn numbers(view: &View, integer: bool) -> Vec<Value> {
    let lower = view.lower.as_ref().map(|b| b.value.exact.rational());
    let upper = view.upper.as_ref().map(|b| b.value.exact.rational());
    let step = view.multiples.iter().filter_map(|m| Exact::new(&m.value)).next();
    let mut wishes = vec![BigRational::zero(), BigRational::one()];
    for bound in lower.iter().chain(&upper) {
        let one = BigRational::one();
        let half = BigRational::new(1.into(), 2.into());
        for shift in [BigRational::zero(), one.clone(), -one, half.clone(), -half] {
            wishes.push(*bound + &shift);
        }
        wishes.push(bound.floor());
        wishes.push(bound.ceil());
    }
    if let (Some(a), Some(b)) = (lower, upper) {
        wishes.push((a + b) / BigRational::from_integer(2.into()));
    }
    if let Some(step) = &step {
        let snap = |n: &BigRational| {
            [
                (n / step.rational()).ceil() * step.rational(),
                (n / step.rational()).floor() * step.rational(),
            ]
        };
        let snapped: Vec<BigRational> = wishes.iter().flat_map(snap).collect();
        wishes.extend(snapped);
        wishes.push(step.rational().clone());
    }
    if !integer {
        wishes.push(BigRational::new(1.into(), 2.into()));
    }
    let mut found: Vec<Number> = Vec::new();
    for wish in wishes.iter().filter(|n| (!integer || n.is_integer()) && fits_bounds(view, n)) {
        let number = rational_number(wish);
        if let Some(number) = number.filter(|n| !found.contains(n)) {
            found.push(number);
        }
    }
    found.into_iter().take(MAX_SAMPLES).map(Value::Number).collect()
}

/// The JSON number of a rational, if it has a finite decimal form.
fn rational_number(value: &BigRational) -> Option<Number> {
    Exact::from(value.clone()).to_number()
}
