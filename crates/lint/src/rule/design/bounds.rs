//! `design-integer-unbounded`: a number without limits accepts minus one and a billion.

use contract::Type;

use super::SchemaPosition;
use crate::report::Report;

pub(super) fn check(place: &SchemaPosition<'_>, report: &mut Report) {
    let keywords = place.keywords;
    let what = match (place.is(Type::Integer), place.is(Type::Number)) {
        (true, _) => "an integer",
        (_, true) => "a number",
        _ => return,
    };
    if !place.is_filled_in() || place.is_listed() {
        return;
    }
    let low = keywords.minimum.is_some() || keywords.exclusive_minimum.is_some();
    let high = keywords.maximum.is_some() || keywords.exclusive_maximum.is_some();
    let missing = match (low, high) {
        (true, true) => return,
        (true, false) => "maximum",
        (false, true) => "minimum",
        (false, false) => "minimum and maximum",
    };
    let message = format!("{}: expected {what} with bounds, found no {missing}", place.name());
    report
        .value("design-integer-unbounded", place.source, place.pointer, message)
        .advise(format!("add {missing}"));
}
