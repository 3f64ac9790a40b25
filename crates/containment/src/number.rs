//! Numbers: exact intervals, least common multiples, and excluded values, all in rationals.

use std::collections::BTreeSet;

use contract::number::Exact;
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use serde_json::Value;

use crate::budget::Budget;
use crate::form::{Form, Kind};
use crate::solve::{Answer, Literal, Solver};

/// The number of multiples that are tried one by one before counting arguments apply.
const MAX_TRIES: u32 = 4_000;
/// The maximum number of bits of a generated number.
const MAX_BITS: u64 = 200_000;
/// The number of products of two 64-bit words that cost a step.
const PRODUCTS_A_STEP: u64 = 1024;

/// One end of an interval; `true` if it is exclusive.
type End = Option<(BigRational, bool)>;

#[derive(Debug, Default)]
struct Numbers {
    low: End,
    high: End,
    /// The number must be a multiple of each of these.
    steps: Vec<BigRational>,
    /// It must not be a multiple of any of these.
    not: Vec<BigRational>,
    excluded: Vec<BigRational>,
    /// Draft 4: must not be written as an integer, for any value.
    unwritten: bool,
}

impl Numbers {
    fn at_least(&mut self, bound: BigRational, open: bool) {
        let tighter = match &self.low {
            None => true,
            Some((old, old_open)) => bound > *old || (bound == *old && open && !old_open),
        };
        if tighter {
            self.low = Some((bound, open));
        }
    }

    fn at_most(&mut self, bound: BigRational, open: bool) {
        let tighter = match &self.high {
            None => true,
            Some((old, old_open)) => bound < *old || (bound == *old && open && !old_open),
        };
        if tighter {
            self.high = Some((bound, open));
        }
    }

    fn takes(&self, number: &BigRational) -> bool {
        let low =
            self.low.as_ref().is_none_or(|(end, open)| number > end || (!open && number == end));
        let high =
            self.high.as_ref().is_none_or(|(end, open)| number < end || (!open && number == end));
        low && high
            && self.steps.iter().all(|step| is_multiple(number, step))
            && !self.not.iter().any(|divisor| is_multiple(number, divisor))
            && !self.excluded.contains(number)
    }
}

impl Solver {
    /// A number that satisfies the leaves.
    pub(crate) fn number(&mut self, leaves: &[Literal]) -> Answer {
        let mut numbers = Numbers::default();
        let mut opaque = None;
        for (id, wanted) in leaves {
            match (self.arena.get(*id), wanted) {
                (Form::Minimum(bound, open), true) => {
                    numbers.at_least(bound.rational().clone(), *open);
                }
                (Form::Minimum(bound, open), false) => {
                    numbers.at_most(bound.rational().clone(), !open);
                }
                (Form::Maximum(bound, open), true) => {
                    numbers.at_most(bound.rational().clone(), *open);
                }
                (Form::Maximum(bound, open), false) => {
                    numbers.at_least(bound.rational().clone(), !open);
                }
                (Form::MultipleOf(divisor), wanted) if !divisor.rational().is_zero() => {
                    let divisor = divisor.rational().abs();
                    if *wanted { numbers.steps.push(divisor) } else { numbers.not.push(divisor) }
                }
                (Form::Integral { .. }, true) => numbers.steps.push(BigRational::one()),
                (Form::Integral { written: false }, false) => numbers.not.push(BigRational::one()),
                (Form::Integral { written: true }, false) => numbers.unwritten = true,
                (Form::Values(values), false) => {
                    for constant in values.iter().filter(|c| Kind::of(&c.value) == Kind::Number) {
                        match constant.value.as_number().and_then(Exact::new) {
                            Some(exact) => numbers.excluded.push(exact.rational().clone()),
                            None => opaque = Some(*id),
                        }
                    }
                }
                _ => opaque = Some(*id),
            }
        }
        let budget = self.budget.clone();
        let answer =
            if numbers.unwritten { unwritten(numbers, &budget) } else { numbers.find(&budget) };
        match (answer, opaque) {
            (Some(Some(number)), None) => Answer::Found(number),
            (Some(Some(number)), Some(id)) => {
                self.unsure("a number that can't be compared", Some(id));
                Answer::Unknown(Some(number))
            }
            (Some(None), _) => Answer::None,
            (None, _) if budget.left() == 0 => self.exhausted(leaves.first().map(|(id, _)| *id)),
            (None, _) => {
                self.unsure("too many multiples to look through", leaves.first().map(|(id, _)| *id))
            }
        }
    }
}

/// Draft 4's "not an integer": a fraction certainly is not; for a whole number written as `1.0`,
/// validators differ, so it is offered without certainty.
fn unwritten(mut numbers: Numbers, budget: &Budget) -> Option<Option<Value>> {
    numbers.not.push(BigRational::one());
    match numbers.find(budget) {
        Some(None) => {
            numbers.not.pop();
            match numbers.find(budget) {
                Some(None) => Some(None),
                _ => None,
            }
        }
        other => other,
    }
}

impl Numbers {
    /// What the number must be a multiple of: the least common multiple. `None` if the budget is exhausted.
    fn step(&self, budget: &Budget) -> Option<Option<BigRational>> {
        let mut common: Option<BigRational> = None;
        for step in &self.steps {
            let so_far = common.take();
            common = Some(match so_far {
                None => step.clone(),
                Some(so_far) => {
                    if !budget.spend(products(&so_far, step)) {
                        return None;
                    }
                    lcm(&so_far, step)
                }
            });
        }
        Some(common)
    }

    /// `Some(None)`: there is none. `None`: not known.
    fn find(&self, budget: &Budget) -> Option<Option<Value>> {
        if let (Some((low, low_open)), Some((high, high_open))) = (&self.low, &self.high)
            && (low > high || (low == high && (*low_open || *high_open)))
        {
            return Some(None);
        }
        let found = match self.step(budget)? {
            Some(step) => self.multiple(&step, budget)?,
            None => self.any()?,
        };
        match found {
            None => Some(None),
            Some(number) if number.numer().bits() + number.denom().bits() > MAX_BITS => None,
            Some(number) => Exact::from(number).to_number().map(|n| Some(Value::Number(n))),
        }
    }

    /// A multiple of `step`. The factors of `step` are counted instead of the numbers themselves, which may have
    /// thousands of digits.
    fn multiple(&self, step: &BigRational, budget: &Budget) -> Option<Option<BigRational>> {
        let lowest = self.low.as_ref().map(|(end, open)| {
            let (down, rest) = quotient(end, step);
            if rest.is_zero() && !open { down } else { down + 1 }
        });
        let highest = self.high.as_ref().map(|(end, open)| {
            let (down, rest) = quotient(end, step);
            if rest.is_zero() && *open { down - 1 } else { down }
        });
        let (from, up) = match (&lowest, &highest) {
            (Some(low), Some(high)) if low > high => return Some(None),
            (low, high) => {
                let inside = |n: &BigInt| {
                    low.as_ref().is_none_or(|low| n >= low)
                        && high.as_ref().is_none_or(|high| n <= high)
                };
                if inside(&BigInt::zero()) && (low.is_none() || high.is_none()) {
                    // Small numbers are the most readable; zero is inside of the interval, so the
                    // search moves away from it.
                    (BigInt::zero(), high.is_none())
                } else if let Some(low) = low {
                    (low.clone(), true)
                } else {
                    (high.clone()?, false)
                }
            }
        };
        // Multiples of the step that are multiples of a forbidden number are periodic.
        let mut forbidden = Vec::new();
        let mut period = BigInt::one();
        for divisor in &self.not {
            if !budget.spend(products(step, divisor)) {
                return None;
            }
            let every = period_of(step, divisor);
            if every.is_one() {
                return Some(None);
            }
            if !budget.spend(words(&period).saturating_mul(words(&every)) / PRODUCTS_A_STEP) {
                return None;
            }
            period = integer_lcm(&period, &every);
            forbidden.push(every);
        }
        let mut excluded = BTreeSet::new();
        for number in &self.excluded {
            if !budget.spend(products(number, step)) {
                return None;
            }
            let (factor, rest) = quotient(number, step);
            if rest.is_zero() {
                excluded.insert(factor);
            }
        }
        let is_inside = |at: &BigInt| {
            lowest.as_ref().is_none_or(|low| at >= low)
                && highest.as_ref().is_none_or(|high| at <= high)
        };
        let takes = |at: &BigInt| {
            !excluded.contains(at) && !forbidden.iter().any(|every| at.is_multiple_of(every))
        };
        let mut at = from.clone();
        for _ in 0..MAX_TRIES {
            if !is_inside(&at) {
                return Some(None);
            }
            let price: u64 = forbidden.iter().map(|every| words(every) * words(&at)).sum();
            if price >= PRODUCTS_A_STEP && !budget.spend(price / PRODUCTS_A_STEP) {
                return None;
            }
            if takes(&at) {
                return Some(Some(multiply(step, &at)));
            }
            at += if up { 1 } else { -1 };
        }
        // 1 modulo the period is a multiple of nothing forbidden: the search continues there, beyond
        // all excluded values.
        let start: BigInt = &from - from.mod_floor(&period) + 1;
        let mut at = if up { start } else { start - &period };
        for _ in 0..excluded.len() + 3 {
            if is_inside(&at) && takes(&at) {
                return Some(Some(multiply(step, &at)));
            }
            at += if up { period.clone() } else { -period.clone() };
        }
        None
    }

    /// Any number; an interval with more than one point contains fractions that are multiples of
    /// nothing.
    fn any(&self) -> Option<Option<BigRational>> {
        if let (Some((low, _)), Some((high, _))) = (&self.low, &self.high)
            && low == high
        {
            return Some(self.takes(low).then(|| low.clone()));
        }
        let one = BigRational::one();
        let mut candidates = vec![BigRational::zero(), one.clone(), -one.clone()];
        if let Some((low, _)) = &self.low {
            candidates.extend([
                low.clone(),
                low.ceil(),
                low.floor() + &one,
                low.floor() + &one + &one,
            ]);
        }
        if let Some((high, _)) = &self.high {
            candidates.extend([
                high.clone(),
                high.floor(),
                high.ceil() - &one,
                high.ceil() - &one - &one,
            ]);
        }
        if let Some(found) = candidates.iter().find(|number| self.takes(number)) {
            return Some(Some(found.clone()));
        }
        let half = BigRational::new(1.into(), 2.into());
        let middle = match (&self.low, &self.high) {
            (Some((low, _)), Some((high, _))) => (low + high) * &half,
            (Some((low, _)), None) => low + &half,
            (None, Some((high, _))) => high - &half,
            (None, None) => half,
        };
        // Increasingly precise decimals around the middle.
        let ten = BigInt::from(10);
        let mut scale = BigInt::one();
        for _ in 0..60 {
            let scaled = (&middle * BigRational::from_integer(scale.clone())).floor().to_integer();
            for offset in [0i32, 1, -1, 2, 3, -2, 7] {
                let number = BigRational::new(&scaled + offset, scale.clone());
                if self.takes(&number) {
                    return Some(Some(number));
                }
            }
            scale *= &ten;
        }
        None
    }
}

/// The number of 64-bit words.
fn words(number: &BigInt) -> u64 {
    number.bits() / 64 + 1
}

/// The steps that an operation with both numbers costs.
fn products(a: &BigRational, b: &BigRational) -> u64 {
    let size = |number: &BigRational| words(number.numer()) + words(number.denom());
    size(a).saturating_mul(size(b)) / PRODUCTS_A_STEP
}

/// The greatest common divisor. One division first makes the numbers equally long: without it, the cost grows with
/// the square of the longer one.
fn gcd(a: &BigInt, b: &BigInt) -> BigInt {
    let (long, short) = if a.bits() >= b.bits() { (a, b) } else { (b, a) };
    if short.is_zero() { long.abs() } else { short.gcd(&(long % short)) }
}

fn integer_lcm(a: &BigInt, b: &BigInt) -> BigInt {
    a * (b / gcd(a, b))
}

/// The least common multiple of two positive rationals. Both are in lowest terms, so it is, too.
fn lcm(a: &BigRational, b: &BigRational) -> BigRational {
    BigRational::new_raw(integer_lcm(a.numer(), b.numer()), gcd(a.denom(), b.denom()))
}

/// Which multiples of a positive step are multiples of a positive divisor: each with this factor.
fn period_of(step: &BigRational, divisor: &BigRational) -> BigInt {
    let numerators = divisor.numer() / gcd(step.numer(), divisor.numer());
    numerators * (step.denom() / gcd(step.denom(), divisor.denom()))
}

/// How often a positive step goes into a number, rounded down, and what is left (in an arbitrary unit).
fn quotient(number: &BigRational, step: &BigRational) -> (BigInt, BigInt) {
    (number.numer() * step.denom()).div_mod_floor(&(number.denom() * step.numer()))
}

/// Whether a number is a multiple of a positive step.
fn is_multiple(number: &BigRational, step: &BigRational) -> bool {
    quotient(number, step).1.is_zero()
}

/// A step with a whole factor, in lowest terms.
fn multiply(step: &BigRational, factor: &BigInt) -> BigRational {
    let common = gcd(step.denom(), factor);
    BigRational::new_raw(step.numer() * (factor / &common), step.denom() / &common)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rational(numerator: i64, denominator: i64) -> BigRational {
        BigRational::new(numerator.into(), denominator.into())
    }

    #[test]
    fn fractions_have_common_multiples() {
        let (a, b) = (rational(3, 4), rational(5, 6));
        assert_eq!(lcm(&a, &b), rational(15, 2));
        // 15/2 is ten times 3/4.
        assert_eq!(period_of(&a, &b), 10.into());
        assert_eq!(multiply(&a, &(-6).into()), rational(-9, 2));
        assert_eq!(multiply(&a, &BigInt::zero()), rational(0, 1));
        assert_eq!(quotient(&rational(-1, 1), &a).0, (-2).into());
        assert!(is_multiple(&rational(-9, 2), &a) && !is_multiple(&rational(1, 1), &a));
    }

    #[test]
    fn long_multiples_cost_steps() {
        let primes = [3u32, 5, 7, 11, 13, 17, 19, 23, 29, 31];
        let steps = primes.map(|prime| BigRational::from_integer(BigInt::from(prime).pow(600)));
        let numbers =
            Numbers { steps: steps.to_vec(), not: vec![rational(2, 1)], ..Numbers::default() };
        let enough = Budget::new(1_000_000);
        assert!(matches!(numbers.find(&enough), Some(Some(_))));
        assert!(enough.left() < 1_000_000);
        assert_eq!(numbers.find(&Budget::new(2)), None);
    }
}
