//! `format`: a constraint of strings where some validator asserts it, and an annotation everywhere else. Formats of numbers,
//! such as OpenAPI's `int32`, are read by code generators.

use containment::view::{Sited, View};
use containment::{Formats, is_asserted};
use contract::Type;
use serde_json::{Value, json};

use super::annotated::{AnnotationValue, Annotations, differences};
use super::annotation::{Called, one_of};
use super::scalar::{Texts, change_in_words, only};
use super::{Both, SchemaWalk};
use crate::edit::{Edit, Shows};
use crate::rules::RuleId;

/// The rules for an added, a removed and a changed format.
const RULES: [RuleId; 3] = [RuleId::FormatAdded, RuleId::FormatRemoved, RuleId::FormatChanged];

impl SchemaWalk<'_> {
    /// Formats that are asserted: they change what is accepted.
    pub(super) fn asserted_formats(&mut self, both: &Both<'_>) {
        if !self.are_formats_asserted(both.old, both.new) {
            return;
        }
        let (gone, come) = only(&both.old.formats, &both.new.formats);
        let (from, to) = (gone.first(), come.first());
        if from.is_none() && to.is_none() {
            return;
        }
        let rule = one_of(RULES, &from, &to);
        let in_words = |f: Option<&&Sited<String>>| f.map(|f| format!("`{}`", f.value));
        let message = change_in_words("the format", both.place, in_words(from), in_words(to));
        let part = |list: &Texts<'_>| {
            let all: Vec<Value> = list.iter().map(|f| json!({"format": f.value})).collect();
            match all.as_slice() {
                [] => json!(true),
                [one] => one.clone(),
                _ => json!({ "allOf": all }),
            }
        };
        let mut edit = Edit::new(rule, both.place, message)
            .shows(Shows::Parts(part(&gone), part(&come)))
            .hints(self.samples_of(self.context.old, both.old))
            .hints(self.samples_of(self.context.new, both.new))
            .hints(["", "x"].map(Value::from));
        edit.old = from.map(|f| json!(f.value));
        edit.new = to.map(|f| json!(f.value));
        self.sites(&mut edit, both, from.map(|f| &f.at), to.map(|f| &f.at));
        self.push(edit);
    }

    /// Formats that no validator asserts for the values of both versions.
    pub(super) fn annotation_formats(&mut self, old: &View, new: &View, called: Called<'_>) {
        let shared = self.shared_types(old, new);
        let takes_strings = shared.takes(Type::String);
        if shared.is_empty() || (takes_strings && self.are_formats_asserted(old, new)) {
            return;
        }
        let is_number = shared.takes(Type::Integer) && !takes_strings;
        let all = |view: &View| -> Annotations {
            view.formats.iter().map(|f| (f.at.clone(), json!(f.value))).collect()
        };
        for (a, b) in differences(&all(old), &all(new)) {
            let rule = match is_number {
                true => RuleId::NumberFormatChanged,
                false => one_of(RULES, &a, &b),
            };
            let place = self.name_for(called, (&a, &b), (old, new));
            let in_words = |side: &AnnotationValue| {
                let text = side.as_ref().and_then(|(_, value)| value.as_str());
                text.map(|text| format!("`{text}`"))
            };
            let message = change_in_words("the format", place, in_words(&a), in_words(&b));
            self.silent(rule, message, place, (a, b), (old, new));
        }
    }

    /// Whether the setting and one of the differing formats make validators reject strings.
    fn are_formats_asserted(&self, old: &View, new: &View) -> bool {
        let (gone, come) = only(&old.formats, &new.formats);
        self.context.options.formats == Formats::Assert
            && gone.iter().chain(&come).any(|format| is_asserted(&format.value))
    }
}
