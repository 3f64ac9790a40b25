//! Types, `enum` and `const`: the possible values.

use std::collections::BTreeSet;

use containment::Constant;
use containment::view::{Sited, View, intersect, type_of, within};
use contract::{Pointer, Schema, Type, TypeSet, is_annotation};
use serde_json::{Value, json};

use super::choice::Removal;
use super::{Both, SchemaWalk};
use crate::edit::{Edit, Extent, Shows, Site};
use crate::rules::RuleId;
use crate::sample;

type Values = Sited<(Vec<Value>, bool)>;

impl SchemaWalk<'_> {
    /// Compares types and values. True if the two sides have no common value, so that nothing else
    /// can be compared here.
    pub(super) fn values(&mut self, both: &Both<'_>) -> bool {
        let (old, new) = (both.old, both.new);
        match (&old.values, &new.values) {
            (Some(a), Some(b)) => {
                self.value_lists(both, a, b);
                self.types_of_shared_values(both, a, b);
                return false;
            }
            (None, Some(values)) if !both.shared.is_empty() => {
                self.values_added(both, values);
                return false;
            }
            (Some(values), None) if !both.shared.is_empty() => {
                self.values_removed(both, values);
                return false;
            }
            _ => {}
        }
        if both.shared.is_empty() {
            // The alternatives count if nothing else is in common.
            let (a, b) =
                (old.possible_types(self.context.old), new.possible_types(self.context.new));
            self.types(both, a, b);
            return true;
        }
        self.types(both, old.effective_types(), new.effective_types());
        false
    }

    fn values_added(&mut self, both: &Both<'_>, values: &Values) {
        let rule = if values.value.1 { RuleId::ConstAdded } else { RuleId::EnumAdded };
        let message = format!(
            "{} accepted {}; it accepts only {} now",
            both.place,
            without_list(both.old),
            list_in_words(&values.value.0)
        );
        let mut edit = Edit::new(rule, both.place, message)
            .new_side(&values.at, list(&values.value))
            .shows(Shows::Parts(json!(true), json!({"enum": values.value.0})))
            .hints(self.samples_of(self.context.old, both.old))
            .hints(sample::one_of_each());
        edit.old_path = self.old_pointer(&both.old.nodes);
        self.push(edit);
    }

    fn values_removed(&mut self, both: &Both<'_>, values: &Values) {
        let rule = if values.value.1 { RuleId::ConstRemoved } else { RuleId::EnumRemoved };
        let message = format!(
            "{} accepted only {}; it accepts {} now",
            both.place,
            list_in_words(&values.value.0),
            without_list(both.new)
        );
        let mut edit = Edit::new(rule, both.place, message)
            .old(&values.at, list(&values.value))
            .shows(Shows::Parts(json!({"enum": values.value.0}), json!(true)))
            .hints(self.samples_of(self.context.new, both.new))
            .hints(sample::one_of_each());
        edit.new_path = self.new_pointer(&both.new.nodes);
        self.push(edit);
    }

    fn types(&mut self, both: &Both<'_>, a: TypeSet, b: TypeSet) {
        let (lost, gained) = (!within(a, b), !within(b, a));
        let property = both.place.property().is_some();
        let rule = match (lost, gained, property) {
            (false, false, _) => return,
            (true, true, true) => RuleId::PropertyTypeChanged,
            (true, true, false) => RuleId::TypeChanged,
            (true, false, true) => RuleId::PropertyTypeNarrowed,
            (true, false, false) => RuleId::TypeNarrowed,
            (false, true, true) => RuleId::PropertyTypeWidened,
            (false, true, false) => RuleId::TypeWidened,
        };
        let (from, to) = (spoken_of(a, both.old), spoken_of(b, both.new));
        let message = format!("the type of {} changed from {from} to {to}", both.place);
        let at = |view: &View| {
            let sited = view.types.as_ref().map(|t| t.at.clone());
            sited.or_else(|| view.values.as_ref().map(|v| v.at.clone()))
        };
        let site = |view: &View, owner: Option<Pointer>| match at(view) {
            Some(at) => Site::At(at),
            None => Site::AbsentFrom(owner.unwrap_or_default()),
        };
        let mut edit = Edit::new(rule, both.place, message)
            .at_sites(
                site(both.old, self.old_pointer(&both.old.nodes)),
                site(both.new, self.new_pointer(&both.new.nodes)),
            )
            .shows(Shows::Parts(json!({"type": names(a)}), json!({"type": names(b)})))
            .hints(self.samples_of(self.context.old, both.old))
            .hints(self.samples_of(self.context.new, both.new))
            .hints(sample::one_of_each());
        (edit.old, edit.new) = (declared(both.old), declared(both.new));
        if lost && gained && edit.old.is_some() && edit.new.is_some() {
            edit.both_types = union(a, b);
        }
        if both.shared.is_empty() && self.explains() {
            let (old, new) = (self.context.old, self.context.new);
            edit.uncompared = Some(said(old, both.old) + &said(new, both.new));
        }
        self.sites(&mut edit, both, at(both.old).as_ref(), at(both.new).as_ref());
        self.push(edit);
    }

    /// A value in both lists may be rejected by its type alone.
    fn types_of_shared_values(&mut self, both: &Both<'_>, a: &Values, b: &Values) {
        let known: BTreeSet<Constant> = b.value.0.iter().map(Constant::new).collect();
        let shared = a.value.0.iter().filter(|value| known.contains(&Constant::new(value)));
        let types: TypeSet = shared.map(type_of).collect();
        let taken = |view: &View| intersect(types, view.effective_types());
        self.types(both, taken(both.old), taken(both.new));
    }

    fn value_lists(&mut self, both: &Both<'_>, a: &Values, b: &Values) {
        let minus = |x: &[Value], y: &[Value]| -> Vec<Value> {
            // Lists of thousands are common, and searching one for each value would take quadratic
            // time.
            let known: BTreeSet<Constant> = y.iter().map(Constant::new).collect();
            x.iter().filter(|v| !known.contains(&Constant::new(v))).cloned().collect()
        };
        let (old, new) = (&a.value.0, &b.value.0);
        let (removed, added) = (minus(old, new), minus(new, old));
        let push = |walk: &mut Self, rule, message: String, hints: Vec<Value>| {
            let values = match rule {
                RuleId::ConstChanged => Extent::Site,
                RuleId::EnumValueAdded => {
                    Extent::Values { removed: Vec::new(), added: hints.clone() }
                }
                _ => Extent::Values { removed: hints.clone(), added: Vec::new() },
            };
            let edit = Edit::new(rule, both.place, message)
                .extent(values)
                .old(&a.at, list(&a.value))
                .new_side(&b.at, list(&b.value))
                .shows(Shows::Parts(json!({"enum": old}), json!({"enum": new})))
                .hints(hints);
            walk.push(edit);
        };
        if a.value.1 && b.value.1 && !removed.is_empty() {
            let message = format!(
                "the constant of {} changed from {} to {}",
                both.place,
                list_in_words(old),
                list_in_words(new)
            );
            let hints = removed.into_iter().chain(added).collect();
            return push(self, RuleId::ConstChanged, message, hints);
        }
        for Removal { rule, remark, values } in self.removals(both.old, removed) {
            let words = list_in_words(&values);
            let message = format!("{} no longer accepts {words}{remark}", both.place);
            push(self, rule, message, values);
        }
        if !added.is_empty() {
            let message = format!("{} also accepts {}", both.place, list_in_words(&added));
            push(self, RuleId::EnumValueAdded, message, added);
        }
    }
}

/// The content of a view's schemas, without annotations.
fn said(schema: &Schema, view: &View) -> String {
    let mut all = Vec::new();
    for id in &view.nodes {
        let mut source = schema.source_at(*id).clone();
        if let Some(members) = source.as_object_mut() {
            members.retain(|keyword, _| !is_annotation(keyword));
        }
        all.push(source);
    }
    Value::Array(all).to_string()
}

/// In the spelling of `type`.
fn declared(view: &View) -> Option<Value> {
    let types = view.types.as_ref()?.value;
    Some(match names(types).as_slice() {
        [one] => json!(one),
        many => json!(many),
    })
}

/// The types of both: an integer is a number.
fn union(a: TypeSet, b: TypeSet) -> Vec<&'static str> {
    let has_numbers = a.contains(Type::Number) || b.contains(Type::Number);
    let added = b.iter().filter(|one| !a.contains(*one));
    let all = a.iter().chain(added).filter(|one| *one != Type::Integer || !has_numbers);
    all.map(Type::as_str).collect()
}

fn names(types: TypeSet) -> Vec<&'static str> {
    types.iter().map(Type::as_str).collect()
}

/// If alternatives determine the types, `any` would be wrong.
fn spoken_of(types: TypeSet, view: &View) -> String {
    let has_alternatives = !view.any_of.is_empty() || !view.one_of.is_empty();
    if types == containment::view::all_types() && has_alternatives {
        return "one of several alternatives".to_owned();
    }
    spoken(types)
}

/// What a schema without a list of values accepts, beside a list: any value of its types, or other ones where more limits
/// them.
fn without_list(view: &View) -> String {
    let what = match view.types.as_ref().map(|types| types.value) {
        Some(types) if !types.is_empty() && types != containment::view::all_types() => {
            spoken(types)
        }
        _ => "value".to_owned(),
    };
    match has_other_limits(view) {
        false => format!("any {what}"),
        true if what.contains(' ') || what == "value" => "other values".to_owned(),
        true => format!("other {what}s"),
    }
}

/// Whether more than types and values limits what a schema accepts.
fn has_other_limits(view: &View) -> bool {
    let of_numbers = view.lower.is_some() || view.upper.is_some() || !view.multiples.is_empty();
    let of_texts = !view.patterns.is_empty() || !view.formats.is_empty() || !view.counts.is_empty();
    let of_objects = !view.required.is_empty()
        || !view.properties.is_empty()
        || !view.pattern_properties.is_empty()
        || !view.additional.is_empty();
    let of_lists = !view.items.is_empty() || !view.contains.is_empty() || view.unique.is_some();
    let combined = !view.any_of.is_empty()
        || !view.one_of.is_empty()
        || !view.not.is_empty()
        || !view.conditions.is_empty();
    of_numbers || of_texts || of_objects || of_lists || combined
}

fn spoken(types: TypeSet) -> String {
    if types == containment::view::all_types() {
        return "any".to_owned();
    }
    if types.is_empty() { "none".to_owned() } else { names(types).join(" or ") }
}

fn list(values: &(Vec<Value>, bool)) -> Value {
    match values {
        (list, true) => list.first().cloned().unwrap_or(Value::Null),
        (list, false) => Value::Array(list.clone()),
    }
}

/// A list of values in a message; long ones are shortened.
pub(super) fn list_in_words(values: &[Value]) -> String {
    let shown: Vec<String> = values.iter().take(5).map(|v| crate::report::short(v, 40)).collect();
    match values.len().saturating_sub(5) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}
