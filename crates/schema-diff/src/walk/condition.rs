//! Conditions: `if` with `then` and `else`. Those that say or ask the same are compared with each other, wherever
//! they stand.

use contract::{NodeId, Schema};
use serde_json::Value;

use super::pairing::{Pairing, text_of};
use super::{Both, SchemaWalk};
use crate::rules::RuleId;

impl SchemaWalk<'_> {
    pub(super) fn conditions(&mut self, both: &Both<'_>) {
        for (old, new) in self.condition_partners(&both.old.conditions, &both.new.conditions) {
            let (rule, verb) = match (old, new) {
                (Some(a), Some(b)) => {
                    self.condition(both, a, b);
                    continue;
                }
                (Some(_), None) => (RuleId::ConditionalRemoved, "a condition was removed from"),
                _ => (RuleId::ConditionalAdded, "a condition was added to"),
            };
            let message = format!("{verb} {}", both.place);
            let hints = self.condition_hints(both, (old, new));
            self.part(both, rule, message, hints, (old, new));
        }
    }

    fn condition(&mut self, both: &Both<'_>, a: NodeId, b: NodeId) {
        let (old, new) =
            (condition_parts(self.context.old, a), condition_parts(self.context.new, b));
        let same = |i: usize| self.context.same(&old[i], &new[i]);
        if same(0) && same(1) && same(2) {
            return;
        }
        let hints = self.condition_hints(both, (Some(a), Some(b)));
        let message = format!("a condition of {} changed", both.place);
        self.fragile(|walk| {
            walk.part(both, RuleId::ConditionalChanged, message, hints, (Some(a), Some(b)))
        });
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
        if pairing.is_large() {
            pairing.pair_by_key(
                |id| Some(text_of(before, &condition_parts(before, id)[0])),
                |id| Some(text_of(now, &condition_parts(now, id)[0])),
                |a, b| is_same(a, b, &[0]),
            );
        }
        if pairing.is_large() {
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

    /// Values that meet one of these conditions and obey it or not, alone and beside what else is said of the value.
    fn condition_hints(
        &self,
        both: &Both<'_>,
        (old, new): (Option<NodeId>, Option<NodeId>),
    ) -> Vec<Value> {
        let mut hints = Vec::new();
        for (view, schema, condition) in
            [(both.old, self.context.old, old), (both.new, self.context.new, new)]
        {
            if let Some([met, then, otherwise]) = condition.map(|id| condition_parts(schema, id)) {
                let obeyed = [met.clone(), then].concat();
                for extra in [met, obeyed, otherwise] {
                    let nodes = [view.nodes.clone(), extra.clone()].concat();
                    hints.extend(self.samples(schema, &nodes));
                    hints.extend(self.samples(schema, &extra));
                }
            }
            hints.extend(self.samples_of(schema, view));
        }
        hints
    }
}

/// `if`, `then` and `else` of the node that holds them.
fn condition_parts(schema: &Schema, id: NodeId) -> [Vec<NodeId>; 3] {
    let list = |part: Option<NodeId>| part.into_iter().collect::<Vec<_>>();
    let keywords = schema.node(id).keywords();
    keywords.map_or_else(Default::default, |k| [list(k.if_), list(k.then_), list(k.else_)])
}
