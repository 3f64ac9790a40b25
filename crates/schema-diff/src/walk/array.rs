//! Arrays: tuple items, the items after them, `contains`, uniqueness.

use containment::Side;
use containment::view::{Contains, View};
use contract::{NodeId, Pointer, Type, is_annotation};
use serde_json::{Value, json};

use super::scalar::change_in_words;
use super::{Both, SchemaWalk, source};
use crate::edit::{Directions, Edit, Shows, Site};
use crate::place::PathStep;
use crate::rules::RuleId;
use crate::sample;

/// The schema of undeclared parts.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Rest {
    Open,
    Closed,
    Shaped,
}

impl SchemaWalk<'_> {
    pub(super) fn arrays(&mut self, both: &Both<'_>) {
        if !both.shared.takes(Type::Array) {
            return;
        }
        self.unique(both);
        let length = both.old.prefix.max(both.new.prefix).min(1_000);
        for index in 0..length {
            self.position(both, index);
        }
        let old = both.old.item(self.context.old, both.old.prefix.max(length));
        let new = both.new.item(self.context.new, both.new.prefix.max(length));
        let rules =
            [RuleId::ItemsAdded, RuleId::ItemsRemoved, RuleId::ItemsClosed, RuleId::ItemsOpened];
        let before = self.edits.len();
        self.rest(both, &old, &new, "items", PathStep::Rest(length), rules);
        // Parts that moved into alternatives are reported there: "any item" would be wrong.
        let verb = if new.is_empty() && self.is_said_in_branches(both.old, both.new, Side::New) {
            Some("are described by its alternatives now")
        } else if old.is_empty() && self.is_said_in_branches(both.new, both.old, Side::Old) {
            Some("are no longer described by its alternatives alone")
        } else {
            None
        };
        if let Some(verb) = verb {
            for edit in &mut self.edits[before..] {
                edit.message = format!("the items of {} {verb}", both.place);
            }
        }
        let (old, new) = (&both.old.unevaluated_items, &both.new.unevaluated_items);
        let rules = [
            RuleId::UnevaluatedItemsClosed,
            RuleId::UnevaluatedItemsOpened,
            RuleId::UnevaluatedItemsClosed,
            RuleId::UnevaluatedItemsOpened,
        ];
        self.unevaluated(
            both,
            old,
            new,
            (RuleId::UnevaluatedItemsChanged, "unevaluated items"),
            PathStep::Rest(length),
            rules,
        );
        self.contains(both);
    }

    /// Whether one side has no alternatives, and those of the other, which is `side`, apply to items.
    fn is_said_in_branches(&self, plain: &View, other: &View, side: Side) -> bool {
        let schema = if side == Side::Old { self.context.old } else { self.context.new };
        let speaks = |id: &NodeId| {
            let view = View::of(schema, &[*id]);
            !view.item(schema, view.prefix).is_empty()
        };
        let groups = || other.any_of.iter().chain(&other.one_of);
        plain.any_of.is_empty()
            && plain.one_of.is_empty()
            && groups().any(|(_, branches)| branches.iter().any(speaks))
    }

    fn unique(&mut self, both: &Both<'_>) {
        let (old, new) = (&both.old.unique, &both.new.unique);
        let (rule, message) = match (old, new) {
            (None, Some(_)) => (RuleId::UniqueItemsAdded, "the items of {} must be unique now"),
            (Some(_), None) => {
                (RuleId::UniqueItemsRemoved, "the items of {} need not be unique any more")
            }
            _ => return,
        };
        let part = |u: &Option<Pointer>| json!({"uniqueItems": u.is_some()});
        let (wide, schema) =
            if old.is_none() { (both.old, self.context.old) } else { (both.new, self.context.new) };
        let items = wide.item(schema, 0);
        let mut item = self.samples(schema, &items);
        item.extend([Value::Null]);
        let least = wide.counts.get("minItems").map_or(2, |c| c.value.clamp(2, 100)) as usize;
        let hints: Vec<Value> = item.into_iter().map(|i| Value::Array(vec![i; least])).collect();
        let mut edit = Edit::new(rule, both.place, message.replace("{}", &both.place.to_string()))
            .shows(Shows::Parts(part(old), part(new)))
            .hints(hints);
        let site = |at: &Option<Pointer>, owner: Option<Pointer>| match at {
            Some(at) => Site::At(at.clone()),
            None => Site::AbsentFrom(owner.unwrap_or_default()),
        };
        edit = edit.at_sites(
            site(old, self.old_pointer(&both.old.nodes)),
            site(new, self.new_pointer(&both.new.nodes)),
        );
        (edit.old, edit.new) = (Some(json!(old.is_some())), Some(json!(new.is_some())));
        self.sites(&mut edit, both, old.as_ref(), new.as_ref());
        self.push(edit);
    }

    fn position(&mut self, both: &Both<'_>, index: usize) {
        let old = both.old.item(self.context.old, index);
        let new = both.new.item(self.context.new, index);
        let rule = match (index < both.old.prefix, index < both.new.prefix) {
            (true, true) => {
                return self.child(&old, &new, both.place, PathStep::Index(index));
            }
            (false, _) => RuleId::PrefixItemAdded,
            (true, false) => RuleId::PrefixItemRemoved,
        };
        if self.context.same(&old, &new) {
            return;
        }
        let verb = if rule == RuleId::PrefixItemAdded { "has" } else { "no longer has" };
        let message = format!("item {index} of {} {verb} its own schema", both.place);
        self.below(both, rule, message, PathStep::Index(index), &old, &new);
    }

    /// An edit that shows in a member or item.
    pub(super) fn below(
        &mut self,
        both: &Both<'_>,
        rule: RuleId,
        message: String,
        step: PathStep,
        old: &[NodeId],
        new: &[NodeId],
    ) {
        let (separating, excluded) = self.parts(old, new);
        let mut edit = Edit::new(rule, both.place, message)
            .shows(Shows::Below(step))
            .hints(separating)
            .hints(self.samples(self.context.old, old))
            .hints(self.samples(self.context.new, new))
            .hints(sample::one_of_each());
        edit.excluded = excluded;
        let (from, to) = (source(self.context.old, old), source(self.context.new, new));
        edit.old_path = from.as_ref().map(|f| f.0.clone());
        edit.new_path = to.as_ref().map(|t| t.0.clone());
        (edit.old, edit.new) = (from.map(|f| f.1), to.map(|t| t.1));
        let (a, b) = (edit.old_path.take(), edit.new_path.take());
        self.sites(&mut edit, both, a.as_ref(), b.as_ref());
        // The schema that replaces a missing part on one side is elsewhere, and stays there.
        let is_lone = |side: &View, nodes: &[NodeId]| match &edit.shows {
            Shows::Below(PathStep::Index(index)) => *index >= side.prefix,
            Shows::Below(PathStep::Pattern(pattern)) => {
                !side.pattern_properties.contains_key(&**pattern)
            }
            _ => nodes.is_empty(),
        };
        let site = |lacks: bool, at: Option<Pointer>, owner: Option<Pointer>| match at {
            Some(at) if !lacks => Site::At(at),
            _ => Site::AbsentFrom(owner.unwrap_or_default()),
        };
        let old_site = site(is_lone(both.old, old), a, self.old_pointer(&both.old.nodes));
        let new_site = site(is_lone(both.new, new), b, self.new_pointer(&both.new.nodes));
        self.push(edit.at_sites(old_site, new_site));
    }

    /// Values that only one of two parts accepts, by the prover.
    pub(super) fn separating(&self, old: &[NodeId], new: &[NodeId]) -> Vec<Value> {
        self.parts(old, new).0
    }

    /// Values that only one of two parts accepts, and the directions in which they don't differ: the
    /// new one rejects nothing more, the old one rejected nothing more.
    pub(super) fn parts(&self, old: &[NodeId], new: &[NodeId]) -> (Vec<Value>, Directions) {
        let (a, b) = (self.rest_of(old, true), self.rest_of(new, false));
        let mut excluded = Directions {
            narrowing: a == Rest::Closed || b == Rest::Open,
            widening: b == Rest::Closed || a == Rest::Open,
        };
        if !self.explains() || a != Rest::Shaped || b != Rest::Shaped {
            return (Vec::new(), excluded);
        }
        let mut witnesses = Vec::new();
        if let Some(relation) = self.context.relate(old, new) {
            use containment::Verdict::{Holds, Refuted};
            excluded = Directions {
                narrowing: relation.backward == Holds,
                widening: relation.forward == Holds,
            };
            for verdict in [relation.backward, relation.forward] {
                witnesses.extend(match verdict {
                    Refuted(witness) => Some(witness),
                    _ => None,
                });
            }
        }
        (witnesses, excluded)
    }

    /// Compares the schemas of undeclared parts. `rules` are: schema added, schema removed, closed,
    /// opened.
    pub(super) fn rest(
        &mut self,
        both: &Both<'_>,
        old: &[NodeId],
        new: &[NodeId],
        what: &str,
        step: PathStep,
        rules: [RuleId; 4],
    ) {
        let has_alternatives = |view: &View| !view.any_of.is_empty() || !view.one_of.is_empty();
        let (had, has) = (has_alternatives(both.old), has_alternatives(both.new));
        let (rule, verb) = match (self.rest_of(old, true), self.rest_of(new, false)) {
            (a, b) if a == b && a != Rest::Shaped => return,
            (Rest::Shaped, Rest::Shaped) => return self.child(old, new, both.place, step),
            (Rest::Open, Rest::Shaped) if had => {
                (rules[0], "are no longer left to its alternatives")
            }
            (Rest::Open, Rest::Shaped) => (rules[0], "must match a schema now"),
            (_, Rest::Closed) => (rules[2], "are rejected now"),
            (Rest::Shaped, Rest::Open) if has => (rules[1], "are left to its alternatives now"),
            (Rest::Shaped, Rest::Open) => (rules[1], "may be any value now"),
            (_, _) if has => (rules[3], "are left to its alternatives now"),
            (_, _) => (rules[3], "are accepted now"),
        };
        let message = format!("{what} of {} {verb}", both.place);
        self.below(both, rule, message, step, old, new);
    }

    pub(super) fn unevaluated(
        &mut self,
        both: &Both<'_>,
        old: &[NodeId],
        new: &[NodeId],
        (changed, what): (RuleId, &str),
        step: PathStep,
        rules: [RuleId; 4],
    ) {
        let shaped =
            |walk: &Self, nodes: &[NodeId], is_old| walk.rest_of(nodes, is_old) == Rest::Shaped;
        let before = self.edits.len();
        if !(shaped(self, old, true) && shaped(self, new, false)) {
            self.fragile(|walk| walk.rest(both, old, new, what, step, rules));
        } else if !self.context.same(old, new) {
            let message = format!("the schema of the {what} of {} changed", both.place);
            self.fragile(|walk| walk.below(both, changed, message, step, old, new));
        }
        for edit in &mut self.edits[before..] {
            edit.unevaluated = Some((old.to_vec(), new.to_vec()));
        }
    }

    pub(super) fn rest_of(&self, nodes: &[NodeId], old: bool) -> Rest {
        let schema = if old { self.context.old } else { self.context.new };
        let view = View::of(schema, nodes);
        let says_nothing = |id: &NodeId| match schema.node(*id).keywords() {
            None => true,
            Some(k) => k.order.iter().all(|word| is_annotation(word)),
        };
        match view.never {
            Some(_) => Rest::Closed,
            None if view.nodes.iter().all(says_nothing) => Rest::Open,
            None => Rest::Shaped,
        }
    }

    fn contains(&mut self, both: &Both<'_>) {
        let mut added: Vec<&Contains> = both.new.contains.iter().collect();
        let mut removed: Vec<&Contains> = Vec::new();
        for a in &both.old.contains {
            let same = |b: &&&Contains| self.context.same(&[a.item], &[b.item]);
            let with_counts = |b: &&&Contains| same(b) && (a.min, a.max) == (b.min, b.max);
            let partner = added.iter().find(with_counts).or_else(|| added.iter().find(same));
            let Some(b) = partner.copied() else {
                removed.push(a);
                continue;
            };
            added.retain(|other| !std::ptr::eq(*other, b));
            self.contains_counts(both, a, b);
        }
        for at in 0..removed.len().max(added.len()) {
            match (removed.get(at).copied(), added.get(at).copied()) {
                (None, new) => self.contains_edit(both, RuleId::ContainsAdded, None, new),
                (old, None) => self.contains_edit(both, RuleId::ContainsRemoved, old, None),
                (old, new) => {
                    self.fragile(|w| w.contains_edit(both, RuleId::ContainsChanged, old, new));
                }
            }
        }
    }

    fn contains_edit(
        &mut self,
        both: &Both<'_>,
        rule: RuleId,
        old: Option<&Contains>,
        new: Option<&Contains>,
    ) {
        let verb = match rule {
            RuleId::ContainsAdded => "must contain an item that matches `contains` now",
            RuleId::ContainsRemoved => "no longer has to contain a certain item",
            _ => "must contain another kind of item now",
        };
        let mut hints = vec![json!([])];
        for (contains, schema) in [(old, self.context.old), (new, self.context.new)] {
            let items = contains.map(|c| self.samples(schema, &[c.item])).unwrap_or_default();
            hints.extend(items.into_iter().map(|i| json!([i])));
        }
        if let (Some(a), Some(b)) = (old, new) {
            hints.extend(self.separating(&[a.item], &[b.item]).into_iter().map(|i| json!([i])));
        }
        hints.extend(self.samples_of(self.context.old, both.old));
        hints.extend(self.samples_of(self.context.new, both.new));
        let mut edit = Edit::new(rule, both.place, format!("{} {verb}", both.place)).hints(hints);
        let site =
            |c: Option<&Contains>, s: &contract::Schema| c.and_then(|c| source(s, &[c.item]));
        let (from, to) = (site(old, self.context.old), site(new, self.context.new));
        let (a, b) = (from.as_ref().map(|f| f.0.clone()), to.as_ref().map(|t| t.0.clone()));
        (edit.old, edit.new) = (from.map(|f| f.1), to.map(|t| t.1));
        self.sites(&mut edit, both, a.as_ref(), b.as_ref());
        self.push(edit);
    }

    fn contains_counts(&mut self, both: &Both<'_>, a: &Contains, b: &Contains) {
        for (keyword, old, new) in [
            ("minContains", a.min.unwrap_or(1), b.min.unwrap_or(1)),
            ("maxContains", a.max.unwrap_or(u64::MAX), b.max.unwrap_or(u64::MAX)),
        ] {
            let rule = match (keyword, new.cmp(&old)) {
                (_, std::cmp::Ordering::Equal) => continue,
                ("minContains", std::cmp::Ordering::Greater) => RuleId::MinContainsRaised,
                ("minContains", _) => RuleId::MinContainsLowered,
                (_, std::cmp::Ordering::Greater) => RuleId::MaxContainsRaised,
                _ => RuleId::MaxContainsLowered,
            };
            let in_words = |n: u64| (n != u64::MAX).then(|| n.to_string());
            let what = format!("`{keyword}`");
            let message = change_in_words(&what, both.place, in_words(old), in_words(new));
            let item = sample::sample(self.context.old, &[a.item]);
            // The counts around both bounds; one of them is between the bounds.
            let around = [old.min(new), old.min(new).saturating_add(1), old.max(new).min(1_000)];
            let hints = item.into_iter().flat_map(|i| {
                around
                    .into_iter()
                    .filter(|n| *n <= 1_000)
                    .map(move |n| Value::Array(vec![i.clone(); n as usize]))
            });
            let mut edit = Edit::new(rule, both.place, message).hints(hints.collect::<Vec<_>>());
            let shown = |n: u64| (n != u64::MAX).then(|| json!(n));
            (edit.old, edit.new) = (shown(old), shown(new));
            let at = |schema: &contract::Schema, c: &Contains| {
                schema.node(c.owner).pointer.push(keyword)
            };
            let (from, to) = (at(self.context.old, a), at(self.context.new, b));
            edit = edit.at_sites(Site::At(from.clone()), Site::At(to.clone()));
            self.sites(&mut edit, both, Some(&from), Some(&to));
            self.push(edit);
        }
    }
}
