//! Numbers of a schema for jq, which only has doubles: exact if 15 digits are enough, else marked
//! strings, as templates/bash/check.jq represents such numbers of a document.

use serde_json::Number;

/// A decimal: sign, digits without leading and trailing zeros, and the position of the point.
struct Decimal {
    negative: bool,
    digits: String,
    point: i64,
}

fn decimal(number: &Number) -> Decimal {
    let text = number.to_string();
    let (negative, text) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.as_str()),
    };
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let all = format!("{whole}{fraction}");
    let cut = all.trim_start_matches('0');
    let digits = cut.trim_end_matches('0').to_owned();
    let exponent = match exponent.parse::<i64>() {
        Ok(exponent) => exponent,
        Err(_) if exponent.starts_with('-') => i64::MIN / 4,
        Err(_) => i64::MAX / 4,
    };
    let size = |text: &str| i64::try_from(text.len()).unwrap_or(i64::MAX / 8);
    let point = size(whole) - (size(&all) - size(cut)) + exponent;
    if digits.is_empty() {
        return Decimal { negative: false, digits, point: 0 };
    }
    Decimal { negative, digits, point }
}

/// The marked string of a number that a double may not represent; `None` for others.
pub(super) fn marked(number: &Number) -> Option<String> {
    let Decimal { negative, digits, point } = decimal(number);
    if digits.is_empty() || (digits.len() <= 15 && point > -290 && point < 300) {
        return None;
    }
    let sign = if negative { "-" } else { "" };
    Some(format!("\u{fdd0}{sign}{digits}e{point}"))
}

/// A divisor as digits and a power of ten; `None` if it has more digits than jq can compute with.
pub(super) fn divisor(number: &Number) -> Option<(u64, i64)> {
    let Decimal { digits, point, .. } = decimal(number);
    if digits.len() > 15 {
        return None;
    }
    let power = point - i64::try_from(digits.len()).ok()?;
    Some((digits.parse().ok()?, power))
}
