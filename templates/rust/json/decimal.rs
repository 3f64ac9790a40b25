//! Compares JSON numbers as decimals: exact for any exponent, without big integers.

use std::cmp::Ordering;

/// The parts of a JSON number: digits without leading and trailing zeros, and the number of digits
/// before the point.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decimal {
    negative: bool,
    digits: Vec<u8>,
    before_point: i64,
}

impl Decimal {
    /// Reads the text of a valid JSON number.
    #[must_use]
    pub fn read(text: &[u8]) -> Decimal {
        let (negative, text) = match text.strip_prefix(b"-") {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let end = text.iter().position(|b| matches!(b, b'e' | b'E')).unwrap_or(text.len());
        let exponent = exponent(text.get(end + 1..).unwrap_or_default());
        let mantissa = &text[..end];
        let whole = mantissa.iter().position(|b| *b == b'.').unwrap_or(mantissa.len());
        let mut digits: Vec<u8> = mantissa.iter().copied().filter(u8::is_ascii_digit).collect();
        let zeros = digits.iter().take_while(|d| **d == b'0').count();
        digits.drain(..zeros);
        while digits.last() == Some(&b'0') {
            digits.pop();
        }
        if digits.is_empty() {
            return Decimal { negative: false, digits, before_point: 0 };
        }
        let size = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
        let before_point = exponent.saturating_add(size(whole)).saturating_sub(size(zeros));
        Decimal { negative, digits, before_point }
    }

    /// Zero in any spelling.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.digits.is_empty()
    }

    /// Below 0.
    #[must_use]
    pub fn is_negative(&self) -> bool {
        self.negative
    }

    /// Whether it is a whole number, such as `1.0` or `1e3`.
    #[must_use]
    pub fn is_integer(&self) -> bool {
        self.before_point >= i64::try_from(self.digits.len()).unwrap_or(i64::MAX)
    }

    /// A canonical spelling, for use as a key.
    pub fn key(&self, out: &mut Vec<u8>) {
        out.push(if self.negative { b'-' } else { b'+' });
        out.extend_from_slice(&self.digits);
        out.extend_from_slice(format!("e{}", self.before_point).as_bytes());
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Decimal) -> Ordering {
        let sign = |d: &Decimal| i8::from(!d.is_zero()) * if d.negative { -1 } else { 1 };
        let size = || {
            self.before_point.cmp(&other.before_point).then_with(|| self.digits.cmp(&other.digits))
        };
        sign(self).cmp(&sign(other)).then_with(|| match sign(self) {
            0 => Ordering::Equal,
            -1 => size().reverse(),
            _ => size(),
        })
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Decimal) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

fn exponent(text: &[u8]) -> i64 {
    let (sign, digits) = match text.first() {
        Some(b'-') => (-1, &text[1..]),
        Some(b'+') => (1, &text[1..]),
        _ => (1, text),
    };
    let size = digits.iter().fold(0i64, |sum, d| {
        sum.saturating_mul(10).saturating_add(i64::from(d.wrapping_sub(b'0')))
    });
    // Far below the limits of i64, so that sums with lengths don't overflow.
    sign * size.min(i64::MAX / 4)
}
