//! `design-examples-missing`: an example explains a free string better than its description.

use contract::Type;

use super::SchemaPosition;
use crate::report::Report;

pub(super) fn check(place: &SchemaPosition<'_>, report: &mut Report) {
    let Some(name) = place.property.filter(|_| place.is_filled_in()) else { return };
    let keywords = place.keywords;
    let said = place.is_listed()
        || !keywords.examples.is_empty()
        || keywords.default.is_some()
        || keywords.format.is_some();
    let in_words = keywords
        .description
        .as_deref()
        .is_some_and(|text| ["xample", "e.g", "such as"].iter().any(|word| text.contains(word)));
    if place.is(Type::String) && !said && !in_words {
        let message = format!("{name}: expected examples of the text, found none");
        report
            .value("design-examples-missing", place.source, place.pointer, message)
            .advise("add \"examples\": [\"…\"]");
    }
}
