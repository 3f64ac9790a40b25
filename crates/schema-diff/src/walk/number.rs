//! Numbers: bounds and `multipleOf`, compared as exact rationals.

use std::collections::BTreeSet;

use containment::view::{Bound, Sited, View, is_tighter};
use contract::Pointer;
use contract::number::Exact;
use serde_json::{Value, json};

use super::scalar::change_in_words;
use super::{Both, SchemaWalk};
use crate::edit::{Edit, Extent, Shows, Site};
use crate::rules::RuleId;

const LOWER: [&str; 2] = ["minimum", "exclusiveMinimum"];
const UPPER: [&str; 2] = ["maximum", "exclusiveMaximum"];

type Limit = Option<Sited<Bound>>;

impl SchemaWalk<'_> {
    pub(super) fn bound(&mut self, both: &Both<'_>, lower: bool) {
        let side = |v: &View| if lower { v.lower.clone() } else { v.upper.clone() };
        let (old, new): (Limit, Limit) = (side(both.old), side(both.new));
        let tighter = match (&old, &new) {
            (None, Some(_)) => true,
            (Some(_), None) => false,
            (Some(a), Some(b)) if is_tighter(&b.value, &a.value, lower) => true,
            (Some(a), Some(b)) if is_tighter(&a.value, &b.value, lower) => false,
            _ => return,
        };
        // The rule is named after the present bound, or else the former one.
        let exclusive = new.as_ref().or(old.as_ref()).is_some_and(|b| b.value.exclusive);
        let in_words = |b: &Limit| {
            let bound = b.as_ref()?;
            Some(format!("{} {}", sign(lower, bound.value.exclusive), bound.value.number))
        };
        let what = if lower { "the lower bound" } else { "the upper bound" };
        let message = change_in_words(what, both.place, in_words(&old), in_words(&new));
        let part = |b: &Limit| match b {
            Some(b) => json!({ keyword(lower, b.value.exclusive): b.value.number }),
            None => json!(true),
        };
        let site = |bound: &Limit, owner: Option<Pointer>| {
            let keyword = bound.as_ref().and_then(|bound| bound.at.parent());
            keyword.map_or_else(|| Site::AbsentFrom(owner.unwrap_or_default()), Site::At)
        };
        let keywords: &[&str] = if lower { &LOWER } else { &UPPER };
        let mut edit = Edit::new(bound_rule(exclusive, lower, tighter), both.place, message)
            .extent(Extent::Keywords(keywords))
            .at_sites(
                site(&old, self.old_pointer(&both.old.nodes)),
                site(&new, self.new_pointer(&both.new.nodes)),
            )
            .shows(Shows::Parts(part(&old), part(&new)))
            .hints(self.between(both, if tighter { &new } else { &old }, lower, tighter));
        let number = |b: &Limit| b.as_ref().map(|b| Value::Number(b.value.number.clone()));
        (edit.old, edit.new) = (number(&old), number(&new));
        self.sites(&mut edit, both, old.map(|b| b.at).as_ref(), new.map(|b| b.at).as_ref());
        self.push(edit);
    }

    /// Numbers that only the wider side accepts: beyond the other side's bound.
    fn between(&self, both: &Both<'_>, tight: &Limit, lower: bool, tighter: bool) -> Vec<Value> {
        let (wide, schema) =
            if tighter { (both.old, self.context.old) } else { (both.new, self.context.new) };
        let mut view = wide.clone();
        if let Some(tight) = tight {
            let mut bound = tight.clone();
            bound.value.exclusive = !bound.value.exclusive;
            let slot = if lower { &mut view.upper } else { &mut view.lower };
            if slot.as_ref().is_none_or(|s| is_tighter(&bound.value, &s.value, !lower)) {
                *slot = Some(bound);
            }
        }
        let mut hints = self.samples_of(schema, &view);
        hints.retain(Value::is_number);
        hints
    }

    pub(super) fn steps(&mut self, both: &Both<'_>) {
        let exact = |v: &View| -> BTreeSet<Exact> {
            v.multiples.iter().filter_map(|m| Exact::new(&m.value)).collect()
        };
        let (a, b) = (exact(both.old), exact(both.new));
        // What both versions list implies itself: long lists mostly differ in a few numbers.
        let is_implied = |by: &BTreeSet<Exact>, step: &Exact| {
            by.contains(step) || by.iter().any(|m| m.is_multiple_of(step))
        };
        let rule = match (
            b.iter().any(|step| !is_implied(&a, step)),
            a.iter().any(|step| !is_implied(&b, step)),
        ) {
            (false, false) => return,
            (true, false) => RuleId::MultipleOfNarrowed,
            (false, true) => RuleId::MultipleOfWidened,
            (true, true) => RuleId::MultipleOfChanged,
        };
        let part = |v: &View| -> Value {
            let steps = v.multiples.iter().map(|m| json!({"multipleOf": m.value}));
            json!({ "allOf": std::iter::once(json!(true)).chain(steps).collect::<Vec<_>>() })
        };
        let message = format!(
            "{} must be {} now; it was {}",
            both.place,
            stepped(both.new),
            stepped(both.old)
        );
        let mut edit = Edit::new(rule, both.place, message)
            .shows(Shows::Parts(part(both.old), part(both.new)))
            .hints(self.samples_of(self.context.old, both.old))
            .hints(self.samples_of(self.context.new, both.new))
            .hints([json!(1), json!(0.5), json!(0.1), json!(7)]);
        let first = |v: &View| v.multiples.first().map(|m| Value::Number(m.value.clone()));
        (edit.old, edit.new) = (first(both.old), first(both.new));
        let at = |v: &View| v.multiples.first().map(|m| m.at.clone());
        self.sites(&mut edit, both, at(both.old).as_ref(), at(both.new).as_ref());
        self.push(edit);
    }
}

fn stepped(view: &View) -> String {
    let steps: Vec<String> = view.multiples.iter().map(|m| m.value.to_string()).collect();
    if steps.is_empty() {
        "any number".to_owned()
    } else {
        format!("a multiple of {}", steps.join(" and "))
    }
}

fn bound_rule(exclusive: bool, lower: bool, tighter: bool) -> RuleId {
    match (exclusive, lower, tighter) {
        (false, true, true) => RuleId::MinimumRaised,
        (false, true, false) => RuleId::MinimumLowered,
        (false, false, true) => RuleId::MaximumLowered,
        (false, false, false) => RuleId::MaximumRaised,
        (true, true, true) => RuleId::ExclusiveMinimumRaised,
        (true, true, false) => RuleId::ExclusiveMinimumLowered,
        (true, false, true) => RuleId::ExclusiveMaximumLowered,
        (true, false, false) => RuleId::ExclusiveMaximumRaised,
    }
}

fn keyword(lower: bool, exclusive: bool) -> &'static str {
    match (lower, exclusive) {
        (true, false) => "minimum",
        (true, true) => "exclusiveMinimum",
        (false, false) => "maximum",
        (false, true) => "exclusiveMaximum",
    }
}

fn sign(lower: bool, exclusive: bool) -> &'static str {
    match (lower, exclusive) {
        (true, false) => "≥",
        (true, true) => ">",
        (false, false) => "≤",
        (false, true) => "<",
    }
}
