//! Conditions: `if` with `then` and `else`. Those with the same condition or consequence are compared with each
//! other, at any place.

use containment::view::View;
use contract::{NodeId, Schema, is_annotation};
use serde_json::Value;

use super::pairing::{Pairing, text_of};
use super::partner::constants;
use super::{Both, SchemaWalk, source};
use crate::edit::Edit;
use crate::rules::RuleId;
use crate::sample;

impl<'a> SchemaWalk<'a> {
    pub(super) fn conditions(&mut self, both: &Both<'_>) {
        let mut samples = None;
        for (old, new) in self.condition_partners(&both.old.conditions, &both.new.conditions) {
            let (rule, verb) = match (old, new) {
                (Some(a), Some(b)) => {
                    self.condition(both, &mut samples, (a, b));
                    continue;
                }
                (Some(_), None) => (RuleId::ConditionalRemoved, "a condition was removed from"),
                _ => (RuleId::ConditionalAdded, "a condition was added to"),
            };
            let asked = self.asked(old, new, "for");
            let message = format!("{verb} {}{asked}", both.place);
            let hints = self.condition_hints(both, &mut samples, (old, new));
            let edit = Edit::new(rule, both.place, message).hints(hints);
            self.part(both, edit, (old, new));
        }
    }

    /// The parts of a condition that changed, each as an edit of its own: they can have different levels, and a document
    /// that shows one of them.
    fn condition(
        &mut self,
        both: &Both<'_>,
        samples: &mut Option<ConditionSamples<'a>>,
        (a, b): (NodeId, NodeId),
    ) {
        let (old, new) =
            (condition_parts(self.context.old, a), condition_parts(self.context.new, b));
        let is_changed = |part: &usize| !self.context.same(&old[*part], &new[*part]);
        let changed: Vec<usize> = (0..PARTS.len()).filter(is_changed).collect();
        if changed.is_empty() {
            return;
        }
        let hints = self.condition_hints(both, samples, (Some(a), Some(b)));
        for part in changed {
            let verb = match (old[part].is_empty(), new[part].is_empty()) {
                (true, _) => "was added",
                (_, true) => "was removed",
                _ => "changed",
            };
            let asked = match PARTS[part] {
                "if" => self.asked_before_and_now(a, b),
                "then" => self.asked(Some(a), Some(b), "for"),
                _ => self.asked(Some(a), Some(b), "unless"),
            };
            let message =
                format!("the `{}` of a condition of {} {verb}{asked}", PARTS[part], both.place);
            let mut edit = Edit::new(RuleId::ConditionalChanged, both.place, message);
            edit.hints.clone_from(&hints);
            edit.fragile = true;
            self.part_of_condition(edit, (a, b), (&old[part], &new[part]));
        }
    }

    /// Adds an edit of one keyword of a condition. A version without the keyword has the condition itself as its place.
    fn part_of_condition(
        &mut self,
        mut edit: Edit,
        (a, b): (NodeId, NodeId),
        (old, new): (&[NodeId], &[NodeId]),
    ) {
        let from = source(self.context.old, old);
        let to = source(self.context.new, new);
        edit.old_path = from.as_ref().map(|part| part.0.clone()).or(self.old_pointer(&[a]));
        edit.new_path = to.as_ref().map(|part| part.0.clone()).or(self.new_pointer(&[b]));
        (edit.old, edit.new) = (from.map(|part| part.1), to.map(|part| part.1));
        self.push(edit);
    }

    /// The constant that a condition asks for, in words: conditions of one schema mostly differ by it.
    fn asked(&self, old: Option<NodeId>, new: Option<NodeId>, preposition: &str) -> String {
        let of_new = new.and_then(|id| asked_constant(self.context.new, id));
        let asked = of_new.or_else(|| old.and_then(|id| asked_constant(self.context.old, id)));
        asked.map(|asked| format!(", {preposition} {asked}")).unwrap_or_default()
    }

    /// The constants that a changed `if` asked for and asks for now, if both are known.
    fn asked_before_and_now(&self, old: NodeId, new: NodeId) -> String {
        let asked = (asked_constant(self.context.old, old), asked_constant(self.context.new, new));
        match asked {
            (Some(before), Some(now)) if before != now => format!(" from {before} to {now}"),
            (_, Some(now)) => format!(", for {now}"),
            _ => String::new(),
        }
    }

    /// Conditions that say the same are partners, then those that ask the same, then what is left in order.
    fn condition_partners(
        &self,
        old: &[NodeId],
        new: &[NodeId],
    ) -> Vec<(Option<NodeId>, Option<NodeId>)> {
        let (before, now) = (self.context.old, self.context.new);
        let is_same = |a: NodeId, b: NodeId, parts: &[usize]| {
            let (x, y) = (condition_parts(before, a), condition_parts(now, b));
            parts.iter().all(|at| self.context.same(&x[*at], &y[*at]))
        };
        let mut pairing = Pairing::new(old, new);
        pairing.pair_by_key(
            |id| Some(text_of(before, &condition_parts(before, id).concat())),
            |id| Some(text_of(now, &condition_parts(now, id).concat())),
            |a, b| is_same(a, b, &[0, 1, 2]),
        );
        if !pairing.is_short() {
            pairing.pair_by_key(
                |id| Some(text_of(before, &condition_parts(before, id)[0])),
                |id| Some(text_of(now, &condition_parts(now, id)[0])),
                |a, b| is_same(a, b, &[0]),
            );
        }
        if !pairing.is_short() {
            pairing.pair_in_order();
        } else {
            pairing.pair_by_cost(|a, b| {
                Some(match (is_same(a, b, &[0]), is_same(a, b, &[1, 2])) {
                    (true, true) => 0,
                    (true, false) => 1,
                    (false, true) => 2,
                    (false, false) => 3,
                })
            });
        }
        pairing.with_lone()
    }

    /// Values that meet one of these conditions and obey it or not, then values of the place.
    fn condition_hints(
        &self,
        both: &Both<'_>,
        samples: &mut Option<ConditionSamples<'a>>,
        (old, new): (Option<NodeId>, Option<NodeId>),
    ) -> Vec<Value> {
        let mut hints = Vec::new();
        if !self.explains() {
            return hints;
        }
        let samples = samples.get_or_insert_with(|| ConditionSamples::new(self, both));
        for (side, condition) in [(&mut samples.old, old), (&mut samples.new, new)] {
            hints.extend(condition.map(|id| side.of_condition(id)).unwrap_or_default());
        }
        hints.extend(samples.of_place.iter().cloned());
        hints
    }
}

/// What values of a place with conditions are made from.
struct ConditionSamples<'a> {
    old: SideSamples<'a>,
    new: SideSamples<'a>,
    /// Values of the place, whatever condition they meet.
    of_place: Vec<Value>,
}

impl<'a> ConditionSamples<'a> {
    fn new(walk: &SchemaWalk<'a>, both: &Both<'_>) -> Self {
        let sides = [(walk.context.old, both.old), (walk.context.new, both.new)];
        let of_side = |(schema, view)| walk.samples_of(schema, view);
        let of_place = sides.into_iter().flat_map(of_side).collect();
        let [old, new] = sides.map(|(schema, view)| SideSamples::new(schema, view));
        ConditionSamples { old, new, of_place }
    }
}

/// Those of one side.
struct SideSamples<'a> {
    schema: &'a Schema,
    /// What is said of the value beside its conditions.
    plain: View,
    /// All its schemas.
    whole: View,
    /// The maximum number of views for values of other conditions, for all conditions together, because each pair
    /// of conditions has its own.
    budget: usize,
}

impl<'a> SideSamples<'a> {
    fn new(schema: &'a Schema, view: &View) -> Self {
        let mut plain = view.clone();
        plain.conditions.clear();
        plain.nodes.retain(|id| !is_condition(schema, *id));
        SideSamples { schema, plain, whole: view.clone(), budget: sample::MAX_VIEWS }
    }

    fn of_condition(&mut self, id: NodeId) -> Vec<Value> {
        let [met, then, otherwise] = condition_parts(self.schema, id);
        let obeyed = [met.clone(), then].concat();
        let mut found = Vec::new();
        for extra in [met, obeyed, otherwise] {
            if self.budget > 0 {
                let view = self.whole.with(self.schema, &extra);
                found.extend(sample::samples_within(self.schema, &view, &mut self.budget));
            }
            found.extend(sample::samples_of(self.schema, &self.plain.with(self.schema, &extra)));
            found.extend(sample::samples(self.schema, &extra));
        }
        found
    }
}

/// The constant that a condition asks for, in words.
fn asked_constant(schema: &Schema, condition: NodeId) -> Option<String> {
    let [asked] = condition_parts(schema, condition)[0][..] else { return None };
    let (name, value) = constants(schema, asked).pop_first()?;
    Some(format!("`{name}` = {value}"))
}

/// Whether a conjunct is only a condition.
fn is_condition(schema: &Schema, id: NodeId) -> bool {
    let is_part =
        |word: &String| matches!(word.as_str(), "if" | "then" | "else") || is_annotation(word);
    schema.node(id).keywords().is_some_and(|k| k.if_.is_some() && k.order.iter().all(is_part))
}

/// The keywords of a condition's parts.
const PARTS: [&str; 3] = ["if", "then", "else"];

/// `if`, `then` and `else` of their node, in the order of [`PARTS`].
fn condition_parts(schema: &Schema, id: NodeId) -> [Vec<NodeId>; 3] {
    let list = |part: Option<NodeId>| part.into_iter().collect::<Vec<_>>();
    let keywords = schema.node(id).keywords();
    keywords.map_or_else(Default::default, |k| [list(k.if_), list(k.then_), list(k.else_)])
}
