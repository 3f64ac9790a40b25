//! The shared state of all questions about one pair of schemas: both as formulas of one arena, with
//! equal ones merged, and one solver whose memory serves every direction, layer and part.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use contract::{NodeId, Schema};

use crate::budget::Budget;
use crate::confirm::CompiledSchema;
use crate::form::{Arena, Form, Id};
use crate::lower::{Lowered, TooBig, lower};
use crate::merge::merge;
use crate::side::Side;
use crate::solve::{Answer, Goal, Solver};
use crate::verdict::{Relation, Verdict};

/// Two versions of a schema, with known results.
pub struct Pair<'v> {
    /// The old one.
    pub old: &'v CompiledSchema<'v>,
    /// The new one.
    pub new: &'v CompiledSchema<'v>,
    /// Whether the solver found an instance that the validator does not confirm.
    pub(crate) is_disputed: Cell<bool>,
    ground: RefCell<Option<Result<Ground, TooBig>>>,
}

impl<'v> Pair<'v> {
    /// Nothing is computed yet.
    #[must_use]
    pub fn new(old: &'v CompiledSchema<'v>, new: &'v CompiledSchema<'v>) -> Self {
        Pair { old, new, is_disputed: Cell::new(false), ground: RefCell::default() }
    }

    /// The question whether all instances of the old version are valid under the new one.
    #[must_use]
    pub fn backward(&self) -> Ask<'_> {
        Ask { pair: self, side: Side::Old }
    }

    /// The question whether all instances of the new version were valid under the old one.
    #[must_use]
    pub fn forward(&self) -> Ask<'_> {
        Ask { pair: self, side: Side::New }
    }

    /// The relation of two separate parts, by the solver only: its instances are unconfirmed
    /// candidates. `None` if a part was never reached.
    pub fn relate(&self, old: NodeId, new: NodeId, budget: &Budget) -> Option<Relation> {
        let ask = |side: Side, budget: &Budget| {
            self.with(budget, |solver, ground| {
                let place = |of: Side| {
                    let node = if of == Side::Old { old } else { new };
                    ground.side(of).places.get(&node).copied()
                };
                let goal = Goal::from([(place(side)?, true), (place(side.other())?, false)]);
                Some(match solver.solve(&goal) {
                    Answer::None => Verdict::Holds,
                    Answer::Found(candidate) => Verdict::Refuted(candidate),
                    Answer::Unknown(_) => crate::verdict::pass("undecided"),
                })
            })?
        };
        Some(Relation {
            backward: ask(Side::Old, &budget.share(1, 2))?,
            forward: ask(Side::New, budget)?,
        })
    }

    /// Whether it is proved that no value satisfies both parts.
    pub fn is_disjoint(&self, old: NodeId, new: NodeId, budget: &Budget) -> bool {
        let answer = self.with(budget, |solver, ground| {
            let (a, b) = (ground.old.places.get(&old)?, ground.new.places.get(&new)?);
            Some(solver.solve(&Goal::from([(*a, true), (*b, true)])))
        });
        matches!(answer.flatten(), Some(Answer::None))
    }

    /// Whether it is proved that no value satisfies all of `these` and violates each of the `others`, which
    /// are conjunctions of the other side.
    pub fn is_covered(
        &self,
        side: Side,
        these: &[NodeId],
        others: &[&[NodeId]],
        budget: &Budget,
    ) -> bool {
        let answer = self.with(budget, |solver, ground| {
            let mine = ground.side(side).all(these)?;
            let mut goal: Goal = mine.into_iter().map(|id| (id, true)).collect();
            for conjunction in others {
                let all = ground.side(side.other()).all(conjunction)?;
                goal.insert((solver.arena.add(Form::All(all)), false));
            }
            Some(solver.solve(&goal))
        });
        matches!(answer.flatten(), Some(Answer::None))
    }

    /// Whether the conjunctions of these nodes are one formula, as far as an earlier question found out. A
    /// formula does not include what it evaluates, so with `unevaluated*` there is no answer.
    pub fn is_equal(&self, old: &[NodeId], new: &[NodeId]) -> bool {
        let slot = self.ground.borrow();
        let Some(Ok(Ground { solver: Some(solver), old: a, new: b })) = &*slot else {
            return false;
        };
        let ids = |side: &Lowered, nodes: &[NodeId]| -> Option<BTreeSet<Id>> {
            nodes.iter().map(|n| Some(solver.arena.find(*side.places.get(n)?))).collect()
        };
        let known = ids(a, old);
        solver.arena.tracks.is_empty() && known.is_some() && known == ids(b, new)
    }

    /// Runs `work` with the solver, for a question with this budget; `None` if a schema is too
    /// large.
    pub(crate) fn with<T>(
        &self,
        budget: &Budget,
        work: impl FnOnce(&mut Solver, &Ground) -> T,
    ) -> Option<T> {
        let mut slot = self.ground.borrow_mut();
        let made = slot.get_or_insert_with(|| Ground::new(self.old, self.new));
        let ground = made.as_mut().ok()?;
        let mut solver = ground.solver.take()?;
        solver.begin(budget);
        let answer = work(&mut solver, ground);
        ground.solver = Some(solver);
        Some(answer)
    }
}

/// One direction of a pair: whether `b` accepts all that `a` accepts.
#[derive(Clone, Copy)]
pub struct Ask<'p> {
    pub(crate) pair: &'p Pair<'p>,
    /// The side of `a`.
    pub(crate) side: Side,
}

impl<'p> Ask<'p> {
    /// The version whose instances are examined.
    #[must_use]
    pub fn a(&self) -> &'p CompiledSchema<'p> {
        if self.side == Side::Old { self.pair.old } else { self.pair.new }
    }

    /// The version that must accept them.
    #[must_use]
    pub fn b(&self) -> &'p CompiledSchema<'p> {
        if self.side == Side::Old { self.pair.new } else { self.pair.old }
    }
}

/// The formulas of a pair.
pub(crate) struct Ground {
    /// Taken while a question runs.
    solver: Option<Solver>,
    old: Lowered,
    new: Lowered,
}

impl Ground {
    fn new(old: &CompiledSchema<'_>, new: &CompiledSchema<'_>) -> Result<Ground, TooBig> {
        let mut arena = Arena::default();
        let mut read =
            |version: &CompiledSchema<'_>| lower(version.schema, version.formats, &mut arena);
        let (old, new) = (read(old)?, read(new)?);
        merge(&mut arena);
        Ok(Ground { solver: Some(Solver::new(arena)), old, new })
    }

    /// One version's formulas.
    pub(crate) fn side(&self, side: Side) -> &Lowered {
        if side == Side::Old { &self.old } else { &self.new }
    }
}

/// Reads a schema without formulas into the existing arena.
pub(crate) fn lower_part(
    solver: &mut Solver,
    schema: &Schema,
    like: &CompiledSchema<'_>,
) -> Option<Id> {
    lower(schema, like.formats, &mut solver.arena).ok().map(|lowered| lowered.root)
}
