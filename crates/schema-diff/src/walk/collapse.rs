//! A schema with alternatives beside other keywords that became the schema of one of them, or the other way round:
//! `{"type": "object", "anyOf": [A, B]}` and A. Keyword by keyword, every property of A would be reported as new, and the
//! alternatives as lost.

use containment::Side;
use containment::view::View;
use contract::NodeId;

use super::compose::{Combination, rivals};
use super::widening::Alternatives;
use super::{Aim, Both, SchemaWalk};
use crate::place::PathStep;

/// The limits of compared places for finding such alternatives, in total and for one alternative.
pub(super) const MAX_PLACES: usize = 20_000;
const MAX_COUNTED: usize = 100;
/// The maximum number of alternatives.
const MAX_TRIED: usize = 24;

impl SchemaWalk<'_> {
    /// Compares the alternative that equals the other side's schema, and reports the others; false if there is
    /// none.
    pub(super) fn collapsed(&mut self, both: &Both<'_>, old: &[NodeId], new: &[NodeId]) -> bool {
        let side = match (has_alternatives(both.old), has_alternatives(both.new)) {
            (true, false) => Side::Old,
            (false, true) => Side::New,
            _ => return false,
        };
        let (with, schema) = match side {
            Side::Old => (both.old, self.context.old),
            Side::New => (both.new, self.context.new),
        };
        if both.old.has_unevaluated() || both.new.has_unevaluated() || self.context.scoped {
            return false;
        }
        let (group, kind) = match (with.any_of.as_slice(), with.one_of.as_slice()) {
            ([group], []) => (group.clone(), Combination::AnyOf),
            ([], [group]) => (group.clone(), Combination::OneOf),
            _ => return false,
        };
        let found = Alternatives { group, kind };
        let kept = match found.group.1.as_slice() {
            [only] => Some(*only),
            _ if self.explains() => self.nearest_alternative(both, &found, side),
            _ => None,
        };
        let Some(kept) = kept else { return false };
        let whole = without_alternatives(with).with(schema, &[kept]);
        if whole.never.is_some() {
            return false;
        }
        let rivals = rivals(schema, found.kind, &found.group);
        for branch in found.group.1.iter().copied().filter(|branch| *branch != kept) {
            self.alternative(both, &found, (side, branch), rivals);
        }
        let (pair, step) = match side {
            Side::Old => ((vec![kept], new.to_vec()), PathStep::Branch(Some(kept), None)),
            Side::New => ((old.to_vec(), vec![kept]), PathStep::Branch(None, Some(kept))),
        };
        let place = both.place.then(step);
        let parent = self.begin_visit(pair, &place);
        let compare = |walk: &mut Self| match side {
            Side::Old => walk.keywords(&Both {
                old: &whole,
                new: both.new,
                place: &place,
                shared: walk.shared_types(&whole, both.new),
            }),
            Side::New => walk.keywords(&Both {
                old: both.old,
                new: &whole,
                place: &place,
                shared: walk.shared_types(both.old, &whole),
            }),
        };
        if rivals.is_none() {
            compare(self);
        } else {
            self.fragile(compare);
        }
        self.at = parent;
        true
    }

    /// The alternative with the fewest edits to the other side, if the rest alone has more.
    fn nearest_alternative(
        &self,
        both: &Both<'_>,
        found: &Alternatives,
        side: Side,
    ) -> Option<NodeId> {
        let (with, other, schema) = match side {
            Side::Old => (both.old, both.new, self.context.old),
            Side::New => (both.new, both.old, self.context.new),
        };
        let rest = without_alternatives(with);
        let mut least = self.count_edits_of_views(&rest, other, both, side)?;
        let mut nearest = None;
        for branch in found.group.1.iter().take(MAX_TRIED) {
            let whole = rest.with(schema, &[*branch]);
            // One edit leads from any type to any other one: alternatives of another type are no neighbours.
            let (a, b) = if side == Side::Old { (&whole, other) } else { (other, &whole) };
            if self.shared_types(a, b).is_empty() {
                continue;
            }
            let edits = self.count_edits_of_views(&whole, other, both, side)?;
            if whole.never.is_none() && edits < least {
                (least, nearest) = (edits, Some(*branch));
            }
        }
        nearest
    }

    /// The number of edits between two views; `None` if the limit is reached.
    fn count_edits_of_views(
        &self,
        of_side: &View,
        other: &View,
        both: &Both<'_>,
        side: Side,
    ) -> Option<usize> {
        let (old, new) = if side == Side::Old { (of_side, other) } else { (other, of_side) };
        let most = self.context.collapses.get().min(MAX_COUNTED);
        let mut walk = SchemaWalk::new(self.context, Aim::Count { left: most });
        let shared = walk.shared_types(old, new);
        walk.keywords(&Both { old, new, place: both.place, shared });
        let Aim::Count { left } = walk.aim else { return None };
        let rest = self.context.collapses.get().saturating_sub(most - left + 1);
        self.context.collapses.set(rest);
        (rest > 0).then_some(walk.edits.len())
    }
}

fn has_alternatives(view: &View) -> bool {
    !view.any_of.is_empty() || !view.one_of.is_empty()
}

fn without_alternatives(view: &View) -> View {
    let mut view = view.clone();
    view.any_of.clear();
    view.one_of.clear();
    view
}
