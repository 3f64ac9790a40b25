//! A removed and an added property may be one renamed property. It is reported as such if the schemas
//! are equal, or nearly equal and the names similar.

use std::collections::{BTreeMap, BTreeSet};

use containment::view::View;
use contract::{NodeId, is_annotation};
use serde_json::json;

use super::object::Moved;
use super::{Both, SchemaWalk};
use crate::edit::{Edit, Extent, Shows};
use crate::place::PathStep;
use crate::rules::RuleId;
use crate::sample;

/// The minimum similarity of two names.
const ALIKE: f64 = 0.45;

/// The maximum number of pairs of names that are compared with each other.
const MAX_CANDIDATES: usize = 2_500;

impl SchemaWalk<'_> {
    /// Reports the renamed ones, and returns the removed and added ones.
    pub(super) fn renamed(&mut self, both: &Both<'_>, moved: Moved) -> Moved {
        // If edits are not listed, a new name counts as one.
        if !self.explains() {
            return moved;
        }
        let mut pairs: Vec<(f64, usize, usize)> = Vec::new();
        for (i, j) in candidates(&moved) {
            if let Some(score) = self.likeness(both, &moved.removed[i], &moved.added[j], &moved) {
                pairs.push((score, i, j));
            }
        }
        pairs.sort_by(|a, b| b.0.total_cmp(&a.0).then((a.1, a.2).cmp(&(b.1, b.2))));
        let (mut gone, mut come) = (BTreeSet::new(), BTreeSet::new());
        for (_, i, j) in pairs {
            if gone.contains(&i) || come.contains(&j) {
                continue;
            }
            gone.insert(i);
            come.insert(j);
            self.rename(both, &moved.removed[i], &moved.added[j]);
        }
        let rest = |names: Vec<String>, taken: &BTreeSet<usize>| -> Vec<String> {
            let kept = names.into_iter().enumerate().filter(|(i, _)| !taken.contains(i));
            kept.map(|(_, name)| name).collect()
        };
        Moved { removed: rest(moved.removed, &gone), added: rest(moved.added, &come) }
    }

    /// The certainty that `old` was renamed to `new`; `None` if it is not reported.
    fn likeness(&self, both: &Both<'_>, old: &str, new: &str, moved: &Moved) -> Option<f64> {
        let a = both.old.properties.get(old)?;
        let b = both.new.properties.get(new)?;
        let names = self.context.likeness(old, new);
        let required = |view: &View, name: &str| view.required.contains_key(name);
        let both_required = required(both.old, old) == required(both.new, new);
        if self.context.same(a, b) {
            // Equal schemas are evidence only if they are more than "a string", or if there is no
            // other candidate.
            let is_telling = || self.telling(a) || self.same_description(a, b);
            let is_only = || both_required && self.is_only_pair(both, (old, new), (a, b), moved);
            return (names >= ALIKE || is_telling() || is_only()).then_some(2.0 + names);
        }
        let (x, y) = (View::of(self.context.old, a), View::of(self.context.new, b));
        let types = |v: &View| v.types.as_ref().map(|t| t.value);
        let near = types(&x).is_some() && types(&x) == types(&y);
        (near && names >= 0.6 || names >= 0.9 || self.same_description(a, b)).then_some(names)
    }

    /// Whether no other name is possible: only these have this schema among the required, or among the
    /// optional ones; or they are the only ones.
    fn is_only_pair(
        &self,
        both: &Both<'_>,
        (old, new): (&str, &str),
        (a, b): (&[NodeId], &[NodeId]),
        moved: &Moved,
    ) -> bool {
        if moved.removed.len() == 1 && moved.added.len() == 1 {
            return true;
        }
        // Other changes are no reason for doubt if their schemas differ.
        let required = both.old.required.contains_key(old);
        let rival_old = |name: &String| {
            let nodes = both.old.properties.get(name);
            name != old
                && both.old.required.contains_key(name) == required
                && nodes.is_some_and(|n| self.context.same(n, b))
        };
        let rival_new = |name: &String| {
            let nodes = both.new.properties.get(name);
            name != new
                && both.new.required.contains_key(name) == required
                && nodes.is_some_and(|n| self.context.same(a, n))
        };
        let typed = View::of(self.context.old, a).types.is_some();
        (required || typed)
            && !moved.removed.iter().any(rival_old)
            && !moved.added.iter().any(rival_new)
    }

    fn same_description(&self, a: &[NodeId], b: &[NodeId]) -> bool {
        let text = |schema: &contract::Schema, nodes: &[NodeId]| {
            let first = nodes.first().and_then(|id| schema.node(*id).keywords());
            first.and_then(|k| k.description.clone()).filter(|d| d.len() > 8)
        };
        let old = text(self.context.old, a);
        old.is_some() && old == text(self.context.new, b)
    }

    /// Whether a schema is more than a type.
    fn telling(&self, nodes: &[NodeId]) -> bool {
        let words = |id: &NodeId| {
            let keywords = self.context.old.node(*id).keywords();
            keywords.map_or(0, |k| k.order.iter().filter(|w| !is_annotation(w)).count())
        };
        nodes.iter().map(words).sum::<usize>() > 1
    }

    fn rename(&mut self, both: &Both<'_>, old: &str, new: &str) {
        let required = both.old.required.contains_key(old) || both.new.required.contains_key(new);
        let (rule, word) = if required {
            (RuleId::RequiredPropertyRenamed, "required")
        } else {
            (RuleId::OptionalPropertyRenamed, "optional")
        };
        let a = both.old.properties.get(old).cloned().unwrap_or_default();
        let b = both.new.properties.get(new).cloned().unwrap_or_default();
        let also = if self.context.same(&a, &b) { "" } else { ", and its schema changed" };
        let message =
            format!("the {word} property `{old}` of {} was renamed to `{new}`{also}", both.place);
        let mut edit = Edit::new(rule, both.place, message)
            .shows(Shows::Below(PathStep::Property(old.into())))
            .hints(self.samples(self.context.old, &a))
            .hints(self.samples(self.context.new, &b))
            .hints(sample::one_of_each())
            .extent(Extent::Renamed(old.to_owned(), new.to_owned()))
            .declared();
        edit.old_path = self.old_pointer(&a);
        edit.new_path = self.new_pointer(&b);
        (edit.old, edit.new) = (Some(json!(old)), Some(json!(new)));
        edit.renamed = Some((old.to_owned(), new.to_owned()));
        self.push(edit);
    }
}

/// The pairs of names to examine: all of a few, and of many those with the same words (`maxItems` and
/// `max_items`). So many at once are another object, not some new names.
fn candidates(moved: &Moved) -> Vec<(usize, usize)> {
    let (removed, added) = (0..moved.removed.len(), 0..moved.added.len());
    if moved.removed.len() * moved.added.len() <= MAX_CANDIDATES {
        return removed.flat_map(|i| added.clone().map(move |j| (i, j))).collect();
    }
    let spelling = |name: &String| words(name).concat();
    let mut by_spelling: BTreeMap<String, usize> = BTreeMap::new();
    for j in added {
        by_spelling.entry(spelling(&moved.added[j])).or_insert(j);
    }
    removed.filter_map(|i| Some((i, *by_spelling.get(&spelling(&moved.removed[i]))?))).collect()
}

/// 1 for the same words, 0 for nothing in common.
pub(super) fn name_likeness(a: &str, b: &str) -> f64 {
    let (x, y) = (words(a), words(b));
    if x.concat() == y.concat() {
        return 1.0;
    }
    let stem = |w: &String| w.trim_end_matches('s').to_owned();
    let shared = x.iter().filter(|w| y.iter().any(|v| stem(v) == stem(w))).count();
    let by_words = 2.0 * shared as f64 / (x.len() + y.len()).max(1) as f64;
    let (a, b) = (x.concat(), y.concat());
    let longest = a.chars().count().max(b.chars().count()).max(1);
    let by_letters = 1.0 - distance(&a, &b) as f64 / longest as f64;
    let contained = if a.len() >= 3 && b.len() >= 3 && (a.starts_with(&b) || b.starts_with(&a)) {
        0.7
    } else {
        0.0
    };
    by_words.max(by_letters).max(contained)
}

/// `maxArticles`, `max_articles` and `max-articles` are the same words.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut lower = false;
    for c in name.chars() {
        if !c.is_alphanumeric() || (c.is_uppercase() && lower) {
            words.push(String::new());
        }
        lower = c.is_lowercase();
        if c.is_alphanumeric()
            && let Some(last) = words.last_mut()
        {
            last.extend(c.to_lowercase());
        }
    }
    words.retain(|w| !w.is_empty());
    words
}

/// The edit distance; names are short, and long ones are compared by their beginnings.
pub(crate) fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().take(64).collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, c) in a.chars().take(64).enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, d) in b.iter().enumerate() {
            let kept = diagonal + usize::from(c != *d);
            diagonal = row[j + 1];
            row[j + 1] = kept.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}
