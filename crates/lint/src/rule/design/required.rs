//! `design-too-many-required`, `design-required-default`: callers must give what is truly needed, and no more.

use contract::Pointer;

use super::Place;
use crate::report::Report;

/// The seed calls six too many.
const MOST: usize = 5;

pub(super) fn check(place: &Place<'_>, report: &mut Report) {
    if !place.is_filled_in() {
        return;
    }
    let required = &place.keywords.required;
    let pointer = place.pointer.push("required");
    if place.is_root && required.len() > MOST {
        let message = format!(
            "expected at most {MOST} required properties, found {}: {}",
            required.len(),
            required.join(", ")
        );
        report
            .key("design-too-many-required", place.source, &pointer, message)
            .advise("require what is truly needed, and give the others a default");
    }
    for (at, name) in required.iter().enumerate() {
        let Some(id) = place.keywords.properties.get(name) else { continue };
        let default = place.schema.node(*id).keywords().and_then(|k| k.default.as_ref());
        let Some(default) = default else { continue };
        let message = format!(
            "{name} is required, so its default is never used: {}",
            crate::source::quote(default)
        );
        // The list may stand in a reference's target; its place is the object's own.
        let item: Pointer = pointer.push_index(at);
        report
            .value("design-required-default", place.source, &item, message)
            .advise(format!("remove {name} from required, or remove its default"));
    }
}
