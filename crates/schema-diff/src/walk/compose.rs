//! Alternatives, prohibitions and conditions. Branches are paired with their likes before they are
//! compared, so that a branch that moved is no news.

use contract::{NodeId, Schema};
use serde_json::{Value, json};

use super::{Both, Walk, source};
use crate::edit::{Edit, Shows};
use crate::place::Step;
use crate::report::Side;
use crate::sample;
use crate::view::View;

type Group = (NodeId, Vec<NodeId>);

impl Walk<'_> {
    pub(super) fn compositions(&mut self, both: &Both<'_>) {
        let (a, b) = (both.old, both.new);
        let swapped = a.any_of.len() != b.any_of.len()
            && a.any_of.len() + a.one_of.len() == b.any_of.len() + b.one_of.len();
        if swapped {
            self.swapped(both);
        } else {
            if a.has_unevaluated() || b.has_unevaluated() {
                // Which branch holds decides what counts as evaluated.
                self.fragile(|walk| walk.groups(both, &a.any_of, &b.any_of, false));
            } else {
                self.groups(both, &a.any_of, &b.any_of, false);
            }
            self.fragile(|walk| walk.groups(both, &a.one_of, &b.one_of, true));
        }
        self.prohibitions(both);
        self.conditions(both);
        self.dynamic(both);
    }

    fn swapped(&mut self, both: &Both<'_>) {
        let word = |view: &View| if view.any_of.is_empty() { "oneOf" } else { "anyOf" };
        let (from, to) = (word(both.old), word(both.new));
        let message = format!(
            "the alternatives of {} were put together by `{from}`, are by `{to}` now",
            both.place
        );
        let group = |view: &View| view.any_of.iter().chain(&view.one_of).next().cloned();
        let mut hints = self.overlaps(both);
        hints.extend(self.samples_of(self.context.old, both.old));
        hints.extend(self.samples_of(self.context.new, both.new));
        let mut edit = Edit::new("composition-changed", both.place, message).hints(hints);
        let at = |schema: &Schema, group: Option<Group>, word: &str| {
            group.map(|(owner, _)| schema.node(owner).pointer.push(word))
        };
        let a = at(self.context.old, group(both.old), from);
        let b = at(self.context.new, group(both.new), to);
        (edit.old, edit.new) = (Some(json!(from)), Some(json!(to)));
        self.sites(&mut edit, both, a.as_ref(), b.as_ref());
        self.fragile(|walk| walk.push(edit));
    }

    /// Values that fit two branches at once: what tells `anyOf` from `oneOf`.
    fn overlaps(&self, both: &Both<'_>) -> Vec<Value> {
        let mut found = Vec::new();
        for (view, schema) in [(both.old, self.context.old), (both.new, self.context.new)] {
            for (_, branches) in view.any_of.iter().chain(&view.one_of) {
                for (i, a) in branches.iter().enumerate().take(12) {
                    for b in branches.iter().skip(i + 1).take(12) {
                        found.extend(self.samples(schema, &[*a, *b]));
                    }
                }
            }
        }
        found
    }

    fn groups(&mut self, both: &Both<'_>, old: &[Group], new: &[Group], exactly: bool) {
        let [added, removed] = if exactly {
            ["one-of-added", "one-of-removed"]
        } else {
            ["any-of-added", "any-of-removed"]
        };
        for index in 0..old.len().max(new.len()) {
            let (rule, schema, group, verb) = match (old.get(index), new.get(index)) {
                (Some(a), Some(b)) => {
                    self.branches(both, a, b, exactly);
                    continue;
                }
                (None, Some(group)) => {
                    (added, self.context.new, group, "must be one of several shapes now")
                }
                (Some(group), None) => {
                    (removed, self.context.old, group, "may have other shapes now")
                }
                (None, None) => continue,
            };
            if self.differs() {
                return;
            }
            let mut hints = self.samples_of(self.context.old, both.old);
            hints.extend(self.samples_of(self.context.new, both.new));
            if exactly {
                hints.extend(self.overlaps(both));
            }
            hints.extend(sample::one_of_each());
            let word = if exactly { "oneOf" } else { "anyOf" };
            let node = schema.node(group.0);
            let at = node.pointer.push(word);
            let value = schema.source_at(group.0).get(word).cloned().unwrap_or_default();
            let mut edit =
                Edit::new(rule, both.place, format!("{} {verb}", both.place)).hints(hints);
            let branches: Vec<&[NodeId]> = group.1.iter().map(std::slice::from_ref).collect();
            let met = |side, view: &View| {
                !exactly && self.context.is_covered(side, &view.nodes, &branches)
            };
            edit.excluded = if rule == added {
                (met(Side::Old, both.old), false)
            } else {
                (false, met(Side::New, both.new))
            };
            if rule == added {
                edit.new = Some(value);
                self.sites(&mut edit, both, None, Some(&at));
            } else {
                edit.old = Some(value);
                self.sites(&mut edit, both, Some(&at), None);
            }
            self.push(edit);
        }
    }

    fn branches(&mut self, both: &Both<'_>, old: &Group, new: &Group, exactly: bool) {
        let (pairs, removed, added) = self.pair_up(&old.1, &new.1);
        for (a, b) in pairs {
            self.child(&[a], &[b], both.place, Step::Branch(Some(a), Some(b)));
        }
        let [more, less] = if exactly {
            ["one-of-branch-added", "one-of-branch-removed"]
        } else {
            ["any-of-branch-added", "any-of-branch-removed"]
        };
        if !(removed.is_empty() && added.is_empty()) && self.differs() {
            return;
        }
        // Only where one branch has to hold alone does it matter which values fit two of them.
        let overlaps = if exactly { self.overlaps(both) } else { Vec::new() };
        for branch in removed {
            let message = format!("one of the shapes of {} is gone", both.place);
            let edit = Edit::new(less, both.place, message)
                .hints(self.branch_hints(both, branch, true))
                .hints(overlaps.clone());
            let (at, value) = source(self.context.old, &[branch]).unwrap_or_default();
            let mut edit = edit.old(&at, value);
            edit.excluded.0 = !exactly && self.is_spare(Side::Old, branch, both);
            edit.shows = Shows::Branch(Side::Old, branch);
            self.sites(&mut edit, both, Some(&at), None);
            self.push(edit);
        }
        for branch in added {
            let message = format!("{} may have a further shape", both.place);
            let edit = Edit::new(more, both.place, message)
                .hints(self.branch_hints(both, branch, false))
                .hints(overlaps.clone());
            let (at, value) = source(self.context.new, &[branch]).unwrap_or_default();
            let mut edit = edit.new_side(&at, value);
            edit.excluded.1 = !exactly && self.is_spare(Side::New, branch, both);
            edit.shows = Shows::Branch(Side::New, branch);
            self.sites(&mut edit, both, None, Some(&at));
            self.push(edit);
        }
    }

    /// Whether what one side takes by this alternative the other takes all the same.
    fn is_spare(&self, side: Side, branch: NodeId, both: &Both<'_>) -> bool {
        let (mine, theirs) =
            if side == Side::Old { (both.old, both.new) } else { (both.new, both.old) };
        let these: Vec<NodeId> = mine.nodes.iter().copied().chain([branch]).collect();
        self.context.is_covered(side, &these, &[&theirs.nodes])
    }

    fn branch_hints(&self, both: &Both<'_>, branch: NodeId, old: bool) -> Vec<Value> {
        let (view, schema) =
            if old { (both.old, self.context.old) } else { (both.new, self.context.new) };
        let mut nodes = view.nodes.clone();
        nodes.push(branch);
        let mut hints = self.samples(schema, &nodes);
        hints.extend(self.samples(schema, &[branch]));
        hints
    }

    /// Pairs branches: the same first, then those of one discriminator, then of one set of types; what
    /// is left in equal numbers is paired in order.
    fn pair_up(
        &self,
        old: &[NodeId],
        new: &[NodeId],
    ) -> (Vec<(NodeId, NodeId)>, Vec<NodeId>, Vec<NodeId>) {
        let (mut left, mut right) = (old.to_vec(), new.to_vec());
        let mut pairs = Vec::new();
        let mut by = |likes: &dyn Fn(NodeId, NodeId) -> bool| {
            left.retain(|a| match right.iter().position(|b| likes(*a, *b)) {
                Some(at) => {
                    pairs.push((*a, right.remove(at)));
                    false
                }
                None => true,
            });
        };
        by(&|a, b| self.context.same(&[a], &[b]));
        let tag = |schema: &Schema, id| discriminator(schema, id);
        by(&|a, b| {
            let tag_of_old = tag(self.context.old, a);
            tag_of_old.is_some() && tag_of_old == tag(self.context.new, b)
        });
        let target = |schema: &Schema, id: NodeId| {
            let k = schema.node(id).keywords()?;
            Some(k.reference.as_ref()?.text.rsplit('/').next()?.to_owned())
        };
        by(&|a, b| {
            let named = target(self.context.old, a);
            named.is_some() && named == target(self.context.new, b)
        });
        let types = |schema: &Schema, id| View::of(schema, &[id]).types.as_ref().map(|t| t.value);
        let tagged =
            |a, b| tag(self.context.old, a).is_some() && tag(self.context.new, b).is_some();
        by(&|a, b| {
            let kinds = types(self.context.old, a);
            !tagged(a, b) && kinds.is_some() && kinds == types(self.context.new, b)
        });
        if left.len() == right.len() && left.len() == 1 && !tagged(left[0], right[0]) {
            pairs.extend(left.drain(..).zip(right.drain(..)));
        }
        (pairs, left, right)
    }

    fn prohibitions(&mut self, both: &Both<'_>) {
        let (old, new) = (&both.old.not, &both.new.not);
        let gone: Vec<_> = old
            .iter()
            .filter(|(_, a)| !new.iter().any(|(_, b)| self.context.same(&[*a], &[*b])))
            .collect();
        let come: Vec<_> = new
            .iter()
            .filter(|(_, b)| !old.iter().any(|(_, a)| self.context.same(&[*a], &[*b])))
            .collect();
        for index in 0..gone.len().max(come.len()) {
            let (a, b) = (gone.get(index).map(|g| g.1), come.get(index).map(|c| c.1));
            let (rule, verb) = match (a, b) {
                (Some(_), Some(_)) => ("not-changed", "something else is forbidden in"),
                (Some(_), None) => ("not-removed", "a shape is no longer forbidden in"),
                _ => ("not-added", "a shape is forbidden in"),
            };
            let mut hints = Vec::new();
            for (id, schema, view) in
                [(a, self.context.old, both.old), (b, self.context.new, both.new)]
            {
                let Some(id) = id else { continue };
                let mut nodes = view.nodes.clone();
                nodes.push(id);
                hints.extend(self.samples(schema, &nodes));
                hints.extend(self.samples(schema, &[id]));
            }
            if let (Some(a), Some(b)) = (a, b) {
                hints.extend(self.separating(&[a], &[b]));
            }
            self.part(both, rule, format!("{verb} {}", both.place), hints, (a, b));
        }
    }

    fn conditions(&mut self, both: &Both<'_>) {
        let (old, new) = (&both.old.conditions, &both.new.conditions);
        for index in 0..old.len().max(new.len()) {
            let (rule, verb) = match (old.get(index), new.get(index)) {
                (Some(a), Some(b)) => {
                    self.condition(both, *a, *b);
                    continue;
                }
                (Some(_), None) => ("conditional-removed", "a condition is gone from"),
                _ => ("conditional-added", "a condition was added to"),
            };
            let message = format!("{verb} {}", both.place);
            let hints = self.condition_hints(both);
            self.part(
                both,
                rule,
                message,
                hints,
                (old.get(index).copied(), new.get(index).copied()),
            );
        }
    }

    fn condition(&mut self, both: &Both<'_>, a: NodeId, b: NodeId) {
        let parts = |schema: &Schema, id| {
            let k = schema.node(id).keywords();
            let list = |n: Option<NodeId>| n.into_iter().collect::<Vec<_>>();
            k.map_or_else(Default::default, |k| [list(k.if_), list(k.then_), list(k.else_)])
        };
        let (old, new) = (parts(self.context.old, a), parts(self.context.new, b));
        let same = |i: usize| self.context.same(&old[i], &new[i]);
        if same(0) && same(1) && same(2) {
            return;
        }
        let hints = self.condition_hints(both);
        let message = format!("a condition of {} reads differently", both.place);
        self.fragile(|walk| {
            walk.part(both, "conditional-changed", message, hints, (Some(a), Some(b)))
        });
    }

    fn condition_hints(&self, both: &Both<'_>) -> Vec<Value> {
        let mut hints = Vec::new();
        for (view, schema) in [(both.old, self.context.old), (both.new, self.context.new)] {
            for owner in &view.conditions {
                let Some(k) = schema.node(*owner).keywords() else { continue };
                let met: Vec<NodeId> = k.if_.into_iter().collect();
                let obeyed: Vec<NodeId> = k.if_.into_iter().chain(k.then_).collect();
                let otherwise: Vec<NodeId> = k.else_.into_iter().collect();
                for extra in [met, obeyed, otherwise] {
                    let nodes: Vec<NodeId> = view.nodes.iter().chain(&extra).copied().collect();
                    hints.extend(self.samples(schema, &nodes));
                    hints.extend(self.samples(schema, &extra));
                }
            }
            hints.extend(self.samples_of(schema, view));
        }
        hints
    }

    fn dynamic(&mut self, both: &Both<'_>) {
        let texts = |schema: &Schema, view: &View| -> Vec<(NodeId, String)> {
            let of = |id: &NodeId| {
                let k = schema.node(*id).keywords()?;
                let reference = k.dynamic_reference.as_ref()?;
                reference.anchor.as_ref().map(|_| (*id, reference.text.clone()))
            };
            view.nodes.iter().filter_map(of).collect()
        };
        let (old, new) = (texts(self.context.old, both.old), texts(self.context.new, both.new));
        if old.iter().map(|t| &t.1).eq(new.iter().map(|t| &t.1)) {
            return;
        }
        let message = format!("a dynamic reference in {} reads differently", both.place);
        let hints = sample::one_of_each();
        let pair = (old.first().map(|t| t.0), new.first().map(|t| t.0));
        self.fragile(|walk| walk.part(both, "dynamic-reference-changed", message, hints, pair));
    }

    /// An edit about a part that stands at `nodes`.
    fn part(
        &mut self,
        both: &Both<'_>,
        rule: &'static str,
        message: String,
        hints: Vec<Value>,
        nodes: (Option<NodeId>, Option<NodeId>),
    ) {
        let mut edit = Edit::new(rule, both.place, message).hints(hints);
        let from = nodes.0.and_then(|id| source(self.context.old, &[id]));
        let to = nodes.1.and_then(|id| source(self.context.new, &[id]));
        let (a, b) = (from.as_ref().map(|f| f.0.clone()), to.as_ref().map(|t| t.0.clone()));
        (edit.old, edit.new) = (from.map(|f| f.1), to.map(|t| t.1));
        self.sites(&mut edit, both, a.as_ref(), b.as_ref());
        self.push(edit);
    }
}

/// The property that is fixed to one value in a branch, and the value.
fn discriminator(schema: &Schema, branch: NodeId) -> Option<(String, String)> {
    let view = View::of(schema, &[branch]);
    view.properties.iter().find_map(|(name, nodes)| {
        let values = View::of(schema, nodes).values.clone()?;
        match values.value.0.as_slice() {
            [one] => Some((name.clone(), one.to_string())),
            _ => None,
        }
    })
}
