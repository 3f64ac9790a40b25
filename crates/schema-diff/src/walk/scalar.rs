//! Strings, their patterns and formats, and the size limits of strings, arrays and objects, which
//! are similar.

use containment::Verdict;
use containment::view::{COUNTS, Sited, View};
use contract::{Pointer, Type};
use serde_json::{Value, json};

use super::{Both, SchemaWalk, is_equivalent, pattern_words};
use crate::edit::{Edit, Shows};
use crate::place::DocumentPath;
use crate::rules::RuleId;

impl SchemaWalk<'_> {
    pub(super) fn scalars(&mut self, both: &Both<'_>) {
        if both.shared.takes(Type::Integer) {
            self.bound(both, true);
            self.bound(both, false);
            self.steps(both);
        }
        for (keyword, least, kind) in COUNTS {
            if both.shared.takes(kind) {
                self.count(both, keyword, least);
            }
        }
        if both.shared.takes(Type::String) {
            self.patterns(both);
            self.asserted_formats(both);
        }
    }

    fn count(&mut self, both: &Both<'_>, keyword: &'static str, least: bool) {
        let none = if least { 0 } else { u64::MAX };
        let value = |v: &View| v.counts.get(keyword).map_or(none, |c| c.value);
        let (a, b) = (value(both.old), value(both.new));
        if a == b {
            return;
        }
        let in_words = |n: u64| (n != none).then(|| n.to_string());
        let what = format!("`{keyword}`");
        let message = change_in_words(&what, both.place, in_words(a), in_words(b));
        let part = |n: u64| if n == none { json!(true) } else { json!({ keyword: n }) };
        let tighter = (b > a) == least;
        let (wide, schema) =
            if tighter { (both.old, self.context.old) } else { (both.new, self.context.new) };
        let mut view = wide.clone();
        // Only what the tighter side rejects: the complement of its bound.
        let tight = if tighter { b } else { a };
        let beyond = if least { tight.checked_sub(1) } else { tight.checked_add(1) };
        if let Some(count) = beyond {
            let sited = Sited { value: count, at: Pointer::root() };
            let slot = view.counts.entry(opposite(keyword)).or_insert(sited);
            slot.value = if least { slot.value.min(count) } else { slot.value.max(count) };
        }
        let mut edit = Edit::new(count_rule(keyword, b > a), both.place, message)
            .shows(Shows::Parts(part(a), part(b)))
            .hints(self.samples_of(schema, &view))
            .hints(self.samples_of(schema, wide));
        let shown = |n: u64| (n != none).then(|| json!(n));
        (edit.old, edit.new) = (shown(a), shown(b));
        let at = |v: &View| v.counts.get(keyword).map(|c| c.at.clone());
        self.sites(&mut edit, both, at(both.old).as_ref(), at(both.new).as_ref());
        self.push(edit);
    }

    fn patterns(&mut self, both: &Both<'_>) {
        let (gone, come) = only(&both.old.patterns, &both.new.patterns);
        let mut rule = match (gone.is_empty(), come.is_empty()) {
            (true, true) => return,
            (true, false) => RuleId::PatternAdded,
            (false, true) => RuleId::PatternRemoved,
            (false, false) => RuleId::PatternChanged,
        };
        let conjunction = |list: &[&Sited<String>]| -> Value {
            let all = list.iter().map(|p| json!({"pattern": p.value}));
            let all: Vec<Value> = std::iter::once(json!(true)).chain(all).collect();
            json!({ "type": "string", "allOf": all })
        };
        let (a, b) = (conjunction(&gone), conjunction(&come));
        let mut hints = Vec::new();
        if let Some(relation) = self.context.relate_values(&a, &b) {
            if is_equivalent(&relation) {
                let from = gone.first().map(|p| p.at.clone());
                let to = come.first().map(|p| p.at.clone());
                return self.push(super::rewrite(both.place, from, to));
            }
            if rule == RuleId::PatternChanged {
                rule = match (&relation.backward, &relation.forward) {
                    (Verdict::Holds, _) => RuleId::PatternWidened,
                    (_, Verdict::Holds) => RuleId::PatternNarrowed,
                    _ => rule,
                };
            }
            for verdict in [relation.backward, relation.forward] {
                if let Verdict::Refuted(witness) = verdict {
                    hints.push(witness);
                }
            }
        }
        let in_words = |list: &[&Sited<String>]| -> Option<String> {
            let all = list.iter().map(|p| format!("`{}`", pattern_words::shortened(&p.value)));
            let all: Vec<String> = all.collect();
            (!all.is_empty()).then(|| all.join(" and "))
        };
        let message = match (gone.as_slice(), come.as_slice()) {
            ([from], [to]) => {
                let change = pattern_words::pattern_change(&from.value, &to.value);
                format!("the pattern of {} {change}", both.place)
            }
            _ => change_in_words("the pattern", both.place, in_words(&gone), in_words(&come)),
        };
        let mut edit = Edit::new(rule, both.place, message)
            .shows(Shows::Parts(a, b))
            .hints(hints)
            .hints(self.samples_of(self.context.old, both.old))
            .hints(self.samples_of(self.context.new, both.new))
            .hints(["", "a", "A", "0", " ", "-"].map(Value::from));
        edit.old = gone.first().map(|p| json!(p.value));
        edit.new = come.first().map(|p| json!(p.value));
        self.sites(&mut edit, both, gone.first().map(|p| &p.at), come.first().map(|p| &p.at));
        self.push(edit);
    }

    /// Sets both places: of the keyword, or of the schema without it.
    pub(super) fn sites(
        &self,
        edit: &mut Edit,
        both: &Both<'_>,
        old: Option<&Pointer>,
        new: Option<&Pointer>,
    ) {
        edit.old_path = old.cloned().or_else(|| self.old_pointer(&both.old.nodes));
        edit.new_path = new.cloned().or_else(|| self.new_pointer(&both.new.nodes));
    }
}

/// `the pattern of x was added: a`, `… was removed; it was a`, or `… changed from a to b`.
pub(super) fn change_in_words(
    what: &str,
    place: &DocumentPath,
    from: Option<String>,
    to: Option<String>,
) -> String {
    match (from, to) {
        (None, Some(to)) => format!("{what} of {place} was added: {to}"),
        (Some(from), None) => format!("{what} of {place} was removed; it was {from}"),
        (from, to) => {
            let [from, to] = [from, to].map(|side| side.unwrap_or_else(|| "none".to_owned()));
            format!("{what} of {place} changed from {from} to {to}")
        }
    }
}

pub(super) type Texts<'v> = Vec<&'v Sited<String>>;

/// The texts of one side that the other doesn't have.
pub(super) fn only<'v>(
    old: &'v [Sited<String>],
    new: &'v [Sited<String>],
) -> (Texts<'v>, Texts<'v>) {
    let lacks =
        |list: &[Sited<String>], s: &&Sited<String>| !list.iter().any(|o| o.value == s.value);
    (old.iter().filter(|s| lacks(new, s)).collect(), new.iter().filter(|s| lacks(old, s)).collect())
}

fn opposite(keyword: &str) -> &'static str {
    match keyword {
        "minLength" => "maxLength",
        "maxLength" => "minLength",
        "minItems" => "maxItems",
        "maxItems" => "minItems",
        "minProperties" => "maxProperties",
        _ => "minProperties",
    }
}

fn count_rule(keyword: &str, raised: bool) -> RuleId {
    match (keyword, raised) {
        ("minLength", true) => RuleId::MinLengthRaised,
        ("minLength", false) => RuleId::MinLengthLowered,
        ("maxLength", true) => RuleId::MaxLengthRaised,
        ("maxLength", false) => RuleId::MaxLengthLowered,
        ("minItems", true) => RuleId::MinItemsRaised,
        ("minItems", false) => RuleId::MinItemsLowered,
        ("maxItems", true) => RuleId::MaxItemsRaised,
        ("maxItems", false) => RuleId::MaxItemsLowered,
        ("minProperties", true) => RuleId::MinPropertiesRaised,
        ("minProperties", false) => RuleId::MinPropertiesLowered,
        (_, true) => RuleId::MaxPropertiesRaised,
        (_, false) => RuleId::MaxPropertiesLowered,
    }
}
