//! Bounds of numbers: exact decimals of any size.

use std::cmp::Ordering;

use contract::number::Exact;
use serde_json::Number;

use super::ValidateError;
use crate::json::decimal::Decimal;

fn decimal(number: &Number) -> Decimal {
    Decimal::read(number.as_str().as_bytes())
}

/// Exact comparison.
pub(super) fn compare(a: &Number, b: &Number) -> Ordering {
    match (a.as_i64(), b.as_i64()) {
        (Some(a), Some(b)) => a.cmp(&b),
        _ => decimal(a).cmp(&decimal(b)),
    }
}

/// Whether the number is whole, such as `1.0` and `1e400`.
pub(super) fn is_integer(number: &Number) -> bool {
    number.as_i64().is_some() || decimal(number).is_integer()
}

/// Whether a number is an exact multiple of another.
pub(super) fn is_multiple(number: &Number, of: &Number) -> Result<bool, ValidateError> {
    if let (Some(a), Some(b)) = (number.as_i64(), of.as_i64()) {
        return Ok(b != 0 && a.checked_rem(b).is_none_or(|rest| rest == 0));
    }
    if decimal(number).is_zero() {
        return Ok(true);
    }
    if let (Some(number), Some(of)) = (Exact::new(number), Exact::new(of)) {
        return Ok(number.is_multiple_of(&of));
    }
    contract::number::is_multiple(number.as_str(), of.as_str())
        .ok_or_else(|| ValidateError::Number(super::brief(&number.clone().into())))
}
