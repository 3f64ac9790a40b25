//! `design-range-empty`: a lower bound above the upper one, which no value satisfies.

use contract::number::Exact;
use serde_json::Number;

use super::SchemaPosition;
use crate::report::Report;

pub(super) fn check(place: &SchemaPosition<'_>, report: &mut Report) {
    let keywords = place.keywords;
    let counts = [
        ("minLength", keywords.min_length, "maxLength", keywords.max_length),
        ("minItems", keywords.min_items, "maxItems", keywords.max_items),
        ("minProperties", keywords.min_properties, "maxProperties", keywords.max_properties),
    ];
    for (low_key, low, high_key, high) in counts {
        if let (Some(low), Some(high)) = (low, high)
            && low > high
        {
            tell(place, (low_key, &low.to_string()), (high_key, &high.to_string()), report);
        }
    }
    let lows = [("minimum", &keywords.minimum), ("exclusiveMinimum", &keywords.exclusive_minimum)];
    let highs = [("maximum", &keywords.maximum), ("exclusiveMaximum", &keywords.exclusive_maximum)];
    for (low_key, low) in lows {
        for (high_key, high) in highs {
            let (Some(low), Some(high)) = (low, high) else { continue };
            // Equal bounds allow one value, unless one of them is exclusive.
            let is_open = low_key == "exclusiveMinimum" || high_key == "exclusiveMaximum";
            if is_above(low, high, is_open) {
                tell(place, (low_key, &low.to_string()), (high_key, &high.to_string()), report);
            }
        }
    }
}

fn is_above(low: &Number, high: &Number, or_equal: bool) -> bool {
    let (Some(low), Some(high)) = (Exact::new(low), Exact::new(high)) else { return false };
    low.rational() > high.rational() || or_equal && low.rational() == high.rational()
}

fn tell(
    place: &SchemaPosition<'_>,
    low: (&'static str, &str),
    high: (&str, &str),
    report: &mut Report,
) {
    let message = format!(
        "{}: no value is in the range: `{}` is {} and `{}` is {}",
        place.name(),
        low.0,
        low.1,
        high.0,
        high.1
    );
    report
        .value("design-range-empty", place.source, &place.pointer.push(low.0), message)
        .advise("exchange the two, or mend one");
}
