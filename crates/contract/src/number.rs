//! Exact numbers. JSON numbers are decimal texts; bounds and multipleOf are decided on rationals, so
//! that 0.3 is a multiple of 0.1 and 9007199254740993 is not 9007199254740992.

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use serde_json::Number;

/// Larger powers of ten are rejected: `1e1000000000` must not take a gigabyte.
const MAX_EXPONENT: i64 = 20_000;
const MAX_DIGITS: usize = 20_000;

/// Whether the number has neither a point nor an exponent: `1`, but not `1.0` or `1e3`.
#[must_use]
pub fn is_written_as_integer(number: &Number) -> bool {
    !number.as_str().contains(['.', 'e', 'E'])
}

/// Whether a number is a multiple of another, for exponents of any size: no power of ten is computed. `None` if the
/// divisor has more than 20,000 digits, or an exponent is beyond 64 bits.
#[must_use]
pub fn is_multiple(number: &str, divisor: &str) -> Option<bool> {
    let ((digits, exponent), (of, of_exponent)) = (scaled(number)?, scaled(divisor)?);
    if digits.is_empty() || of.is_empty() {
        return Some(digits.is_empty() && !of.is_empty());
    }
    // The digits end with no zero, so they have no factor of ten that could cancel the divisor's.
    let shift = exponent.checked_sub(of_exponent)?;
    if shift < 0 {
        return Some(false);
    }
    if of.len() > MAX_DIGITS {
        return None;
    }
    let of: BigUint = of.parse().ok()?;
    let mut rest = BigUint::zero();
    for piece in digits.as_bytes().chunks(18) {
        let piece = std::str::from_utf8(piece).ok()?;
        rest = (rest * 10_u64.pow(u32::try_from(piece.len()).ok()?) + piece.parse::<u64>().ok()?)
            % &of;
    }
    // The divisor has fewer factors of two and of five than bits; further factors of ten change nothing.
    let shift = of.bits().min(shift.unsigned_abs());
    Some((rest * BigUint::from(10_u8).modpow(&shift.into(), &of) % of).is_zero())
}

/// The digits of a JSON number without zeros around them, and the power of ten of the last one.
fn scaled(text: &str) -> Option<(String, i64)> {
    let (mantissa, exponent) = match text.find(['e', 'E']) {
        Some(at) => (&text[..at], text[at + 1..].parse::<i64>().ok()?),
        None => (text, 0),
    };
    let mantissa = mantissa.strip_prefix('-').unwrap_or(mantissa);
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let all = format!("{whole}{fraction}");
    let digits = all.trim_end_matches('0');
    let zeros = i64::try_from(all.len() - digits.len()).ok()?;
    let exponent = exponent.checked_sub(i64::try_from(fraction.len()).ok()?)?.checked_add(zeros)?;
    Some((digits.trim_start_matches('0').to_owned(), exponent))
}

/// The exact value of a JSON number.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Exact(BigRational);

impl Exact {
    /// The exact value; `None` for an exponent of more than 20,000 digits.
    #[must_use]
    pub fn new(number: &Number) -> Option<Exact> {
        if let Some(small) = number.as_i64() {
            return Some(Exact(BigRational::from_integer(small.into())));
        }
        Self::parse(&number.to_string())
    }

    /// Reads the text of a JSON number. `None` if it is not a number, or has an exponent of more
    /// than 20,000 digits.
    #[must_use]
    pub fn parse(text: &str) -> Option<Exact> {
        let (mantissa, exponent) = match text.find(['e', 'E']) {
            Some(at) => (&text[..at], text[at + 1..].parse::<i64>().ok()?),
            None => (text, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        // Reading decimal digits takes quadratic time.
        if whole.len() + fraction.len() > MAX_DIGITS {
            return None;
        }
        let digits: BigInt = format!("{whole}{fraction}").parse().ok()?;
        if digits.is_zero() {
            return Some(Exact(BigRational::zero()));
        }
        let shift = exponent.checked_sub(i64::try_from(fraction.len()).ok()?)?;
        if shift.abs() > MAX_EXPONENT {
            return None;
        }
        let power = num_traits::pow(BigInt::from(10), usize::try_from(shift.unsigned_abs()).ok()?);
        Some(Exact(if shift >= 0 {
            BigRational::from_integer(digits * power)
        } else {
            BigRational::new(digits, power)
        }))
    }

    /// The rational inside.
    #[must_use]
    pub fn rational(&self) -> &BigRational {
        &self.0
    }

    /// Whether it is a whole number.
    #[must_use]
    pub fn is_integer(&self) -> bool {
        self.0.is_integer()
    }

    /// Whether it is a multiple of `divisor`; nothing is a multiple of zero.
    #[must_use]
    pub fn is_multiple_of(&self, divisor: &Exact) -> bool {
        // A quotient in lowest terms would cost the square of the number of digits.
        let (whole, parts) =
            (self.0.numer() * divisor.0.denom(), self.0.denom() * divisor.0.numer());
        !parts.is_zero() && (whole % parts).is_zero()
    }

    /// Whether it is positive.
    #[must_use]
    pub fn is_positive(&self) -> bool {
        self.0.is_positive()
    }

    /// The JSON number of this value; `None` if it has no finite decimal form.
    #[must_use]
    pub fn to_number(&self) -> Option<Number> {
        let mut denominator = self.0.denom().clone();
        let mut places = 0usize;
        let mut numerator = self.0.numer().clone();
        for factor in [2u8, 5] {
            while (&denominator % factor).is_zero() {
                denominator /= factor;
                // Each factor of 2 (or 5) in the denominator becomes 10 by a factor of 5 (or 2) in
                // the numerator.
                numerator *= 10 / factor;
                places += 1;
            }
        }
        if !denominator.is_one() {
            return None;
        }
        let negative = numerator.is_negative();
        let mut digits = numerator.abs().to_string();
        if places > 0 {
            if digits.len() <= places {
                digits = format!("{}{digits}", "0".repeat(places + 1 - digits.len()));
            }
            digits.insert(digits.len() - places, '.');
            digits.truncate(digits.trim_end_matches('0').trim_end_matches('.').len());
        }
        format!("{}{digits}", if negative { "-" } else { "" }).parse().ok()
    }
}

impl From<i64> for Exact {
    fn from(value: i64) -> Self {
        Exact(BigRational::from_integer(value.into()))
    }
}

impl From<BigRational> for Exact {
    fn from(value: BigRational) -> Self {
        Exact(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exact(text: &str) -> Exact {
        Exact::parse(text).expect("a number")
    }

    #[test]
    fn decimals_are_exact() {
        assert!(exact("0.3").is_multiple_of(&exact("0.1")));
        assert!(!exact("0.35").is_multiple_of(&exact("0.1")));
        assert!(exact("1e2").is_integer());
        assert!(exact("1.0").is_integer());
        assert!(exact("9007199254740993") > exact("9007199254740992"));
        assert_eq!(exact("-0.0"), exact("0"));
        assert!(Exact::parse("1e999999999").is_none());
        assert_eq!(exact("0e999999999"), exact("0"));
    }

    #[test]
    fn multiples_of_any_exponent_are_exact() {
        let cases = [
            ("1e-999999999", "0.1", Some(false)),
            ("1e999999999", "0.1", Some(true)),
            ("1e999999999", "3", Some(false)),
            ("-3.0e999999999999", "1e-7", Some(true)),
            ("1e999999999", "1e999999998", Some(true)),
            ("1e999999998", "1e999999999", Some(false)),
            ("0e999999999", "7", Some(true)),
            ("1024", "1e0", Some(true)),
            ("1", "0", Some(false)),
            ("1e99999999999999999999", "2", None),
        ];
        for (number, divisor, expected) in cases {
            assert_eq!(is_multiple(number, divisor), expected, "{number} {divisor}");
        }
        // As with powers that are computed.
        for number in ["1", "12", "0.75", "1e3", "2.5e-3", "144e1", "-360"] {
            for divisor in ["1", "0.25", "12", "5e-4", "16", "1e2", "0.9"] {
                let expected = exact(number).is_multiple_of(&exact(divisor));
                assert_eq!(is_multiple(number, divisor), Some(expected), "{number} {divisor}");
            }
        }
        let long = "9".repeat(100_000);
        assert_eq!(is_multiple(&long, "9"), Some(true));
        assert_eq!(is_multiple(&long, "2"), Some(false));
    }

    #[test]
    fn back_to_text() {
        for (from, to) in
            [("0.125", "0.125"), ("1.50", "1.5"), ("-0.05", "-0.05"), ("1e3", "1000"), ("7", "7")]
        {
            assert_eq!(exact(from).to_number().expect("finite").to_string(), to);
        }
    }
}
