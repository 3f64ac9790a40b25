//! `design-description-thin`: models fill in a property by its description.

use contract::Type;

use super::SchemaPosition;
use crate::report::Report;

/// The minimum number of words of a description that says more than the name.
const FEWEST: usize = 3;

pub(super) fn check(place: &SchemaPosition<'_>, report: &mut Report) {
    let Some(name) = place.property.filter(|_| place.is_filled_in()) else { return };
    // An enumeration and a boolean explain themselves; a reference is described elsewhere.
    if place.is_listed() || place.is(Type::Boolean) || place.keywords.reference.is_some() {
        return;
    }
    let text = place.keywords.description.as_deref().unwrap_or_default();
    let words = text.split_whitespace().count();
    let ascii = text.is_ascii();
    let thin = if ascii { words < FEWEST } else { text.chars().count() < FEWEST * 2 };
    if thin {
        let stood = if text.is_empty() { "none".to_owned() } else { format!("{text:?}") };
        let message = format!(
            "{name}: expected a description with format, limits and an example, found {stood}"
        );
        report.value("design-description-thin", place.source, place.pointer, message);
    }
}
