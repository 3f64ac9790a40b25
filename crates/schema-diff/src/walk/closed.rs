//! Places that accept no value in one of the versions.

use containment::view::View;
use contract::Pointer;
use serde_json::Value;

use super::SchemaWalk;
use crate::edit::{Edit, Shows};
use crate::place::DocumentPath;
use crate::rules::RuleId;

impl SchemaWalk<'_> {
    pub(super) fn closed(&mut self, old: &View, at: &Pointer, place: &DocumentPath) {
        let from = self.old_pointer(&old.nodes);
        let edit =
            Edit::new(RuleId::SchemaClosed, place, format!("{place} no longer accepts any value"))
                .old(&from.unwrap_or_default(), true)
                .new_side(at, false)
                .shows(Shows::Parts(Value::Bool(true), Value::Bool(false)))
                .hints(self.samples_of(self.context.old, old))
                .hints(crate::sample::one_of_each());
        self.push(edit);
    }

    pub(super) fn opened(&mut self, at: &Pointer, new: &View, place: &DocumentPath) {
        let to = self.new_pointer(&new.nodes);
        let edit = Edit::new(
            RuleId::SchemaOpened,
            place,
            format!("{place} accepts values now; it accepted none"),
        )
        .old(at, false)
        .new_side(&to.unwrap_or_default(), true)
        .shows(Shows::Parts(Value::Bool(false), Value::Bool(true)))
        .hints(self.samples_of(self.context.new, new))
        .hints(crate::sample::one_of_each());
        self.push(edit);
    }
}
