//! `design-object-open`: an input that accepts misspelt names silently ignores them.

use contract::Type;
use serde_json::Value;

use super::SchemaPosition;
use crate::report::Report;

pub(super) fn check(place: &SchemaPosition<'_>, report: &mut Report) {
    let keywords = place.keywords;
    if !place.is_filled_in() || keywords.properties.is_empty() || !place.is(Type::Object) {
        return;
    }
    let said = keywords.additional_properties.is_some()
        || keywords.unevaluated_properties.is_some()
        || !keywords.pattern_properties.is_empty();
    let passes = keywords.extra.get("x-passthrough") == Some(&Value::Bool(true));
    // An explicit `true` is a decision; the seed's word for it is x-passthrough.
    if said || passes {
        return;
    }
    let message = format!(
        "{}: expected \"additionalProperties\": false, found none: a misspelled name is accepted",
        place.name()
    );
    let found = report.value("design-object-open", place.source, place.pointer, message);
    found.advise(
        "add \"additionalProperties\": false, or \"x-passthrough\": true where it is meant",
    );
    let words = "refuse undeclared properties";
    if let Some(fix) = place.adding(words, "\"additionalProperties\": false") {
        found.mend(fix);
    }
}
