//! Numbers: exact intervals, least common multiples, and excluded values, all in rationals.

use contract::number::Exact;
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use serde_json::Value;

use crate::form::{Form, Kind};
use crate::solve::{Answer, Literal, Solver};

/// The number of multiples that are tried one by one before counting arguments apply.
const MAX_TRIES: u32 = 4_000;
/// The maximum number of digits of a generated number.
const MAX_BITS: u64 = 40_000;

/// One end of an interval; `true` if it is exclusive.
type End = Option<(BigRational, bool)>;

#[derive(Debug, Default)]
struct Numbers {
    low: End,
    high: End,
    /// The number must be a multiple of this.
    step: Option<BigRational>,
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
            && self.step.as_ref().is_none_or(|step| (number / step).is_integer())
            && !self.not.iter().any(|divisor| (number / divisor).is_integer())
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
                    if *wanted { numbers.step(&divisor) } else { numbers.not.push(divisor) }
                }
                (Form::Integral { .. }, true) => numbers.step(&BigRational::one()),
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
        let answer = if numbers.unwritten { self.unwritten(numbers) } else { numbers.find() };
        match (answer, opaque) {
            (Some(Some(number)), None) => Answer::Found(number),
            (Some(Some(number)), Some(id)) => {
                self.unsure("a number that can't be compared", Some(id));
                Answer::Unknown(Some(number))
            }
            (Some(None), _) => Answer::None,
            (None, _) => {
                self.unsure("too many multiples to look through", leaves.first().map(|(id, _)| *id))
            }
        }
    }

    /// Draft 4's "not an integer": a fraction certainly is not; for a whole number written as `1.0`,
    /// validators differ, so it is offered without certainty.
    fn unwritten(&mut self, mut numbers: Numbers) -> Option<Option<Value>> {
        numbers.not.push(BigRational::one());
        match numbers.find() {
            Some(None) => {
                numbers.not.pop();
                match numbers.find() {
                    Some(None) => Some(None),
                    _ => None,
                }
            }
            other => other,
        }
    }
}

impl Numbers {
    fn step(&mut self, divisor: &BigRational) {
        self.step = Some(match self.step.take() {
            None => divisor.clone(),
            Some(step) => lcm(&step, divisor),
        });
    }

    /// `Some(None)`: there is none. `None`: not known.
    fn find(&self) -> Option<Option<Value>> {
        if let (Some((low, low_open)), Some((high, high_open))) = (&self.low, &self.high)
            && (low > high || (low == high && (*low_open || *high_open)))
        {
            return Some(None);
        }
        let found = match &self.step {
            Some(step) => self.multiple(step)?,
            None => self.any()?,
        };
        match found {
            None => Some(None),
            Some(number) if number.numer().bits() + number.denom().bits() > MAX_BITS => None,
            Some(number) => Exact::from(number).to_number().map(|n| Some(Value::Number(n))),
        }
    }

    /// A multiple of `step`.
    fn multiple(&self, step: &BigRational) -> Option<Option<BigRational>> {
        let lowest = self.low.as_ref().map(|(end, open)| {
            let quotient = end / step;
            let up = quotient.ceil().to_integer();
            if *open && quotient.is_integer() { up + 1 } else { up }
        });
        let highest = self.high.as_ref().map(|(end, open)| {
            let quotient = end / step;
            let down = quotient.floor().to_integer();
            if *open && quotient.is_integer() { down - 1 } else { down }
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
        let mut period = BigInt::one();
        for divisor in &self.not {
            let every = (lcm(step, divisor) / step).to_integer();
            if every.is_one() {
                return Some(None);
            }
            period = period.lcm(&every);
        }
        let mut at = from.clone();
        for _ in 0..MAX_TRIES {
            let out = if up {
                highest.as_ref().is_some_and(|high| at > *high)
            } else {
                lowest.as_ref().is_some_and(|low| at < *low)
            };
            if out {
                return Some(None);
            }
            let number = step * BigRational::from_integer(at.clone());
            if self.takes(&number) {
                return Some(Some(number));
            }
            at += if up { 1 } else { -1 };
        }
        // 1 modulo the period is a multiple of nothing forbidden: the search continues there, beyond
        // all excluded values.
        let start: BigInt = &from - from.mod_floor(&period) + 1;
        let mut at = if up { start } else { start - &period };
        for _ in 0..self.excluded.len() + 3 {
            let number = step * BigRational::from_integer(at.clone());
            if self.takes(&number) {
                return Some(Some(number));
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

/// The least common multiple of two positive rationals.
fn lcm(a: &BigRational, b: &BigRational) -> BigRational {
    BigRational::new(a.numer().lcm(b.numer()), a.denom().gcd(b.denom()))
}
