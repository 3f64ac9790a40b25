//! Alternatives that one of the forbidden ones covers. `anyOf` against `anyOf` is what most large schemas come
//! down to, and most branches of the one stand in the other with a change inside: asking for an instance of
//! the branch that its counterpart refuses settles it, where telling all forbidden branches apart at once
//! costs the product of what each of them asks.

use std::collections::BTreeSet;
use std::rc::Rc;

use crate::form::{Form, Id};
use crate::solve::{Answer, Goal, Literal, Solver};
use crate::state::State;

/// The minimum number of parts; with fewer, asking the parts themselves is as fast.
const LEAST_PARTS: usize = 2;

impl Solver {
    /// Whether an alternative has no instance, because the most similar one of the forbidden formulas
    /// accepts all of its instances. "No" proves nothing.
    pub(crate) fn is_covered(&mut self, state: &State, alternative: &[Literal]) -> bool {
        let [(id, true)] = alternative else { return false };
        let id = self.arena.find(*id);
        let mine = self.parts(id);
        if mine.len() < LEAST_PARTS {
            return false;
        }
        let forbidden: Vec<Id> =
            state.literals.iter().filter(|(_, wanted)| !wanted).map(|(id, _)| *id).collect();
        let mut best: Option<(usize, Id)> = None;
        for other in forbidden {
            let theirs = self.parts(other);
            let common = theirs.iter().filter(|part| mine.contains(part)).count();
            if theirs.len() >= LEAST_PARTS && best.is_none_or(|(most, _)| common > most) {
                best = Some((common, other));
            }
        }
        let Some((1.., likest)) = best else { return false };
        let goal = Goal::from([(id, true), (likest, false)]);
        // Asking for the same instance again proves nothing: only parts of an instance are smaller.
        !self.is_open(&goal) && matches!(self.solve(&goal), Answer::None)
    }

    /// The parts of a conjunction or disjunction.
    pub(crate) fn parts(&mut self, id: Id) -> Rc<BTreeSet<Id>> {
        if let Some(known) = self.parts.get(&id) {
            return Rc::clone(known);
        }
        let (mut parts, mut seen) = (BTreeSet::new(), BTreeSet::new());
        let mut todo = vec![id];
        while let Some(at) = todo.pop() {
            if !seen.insert(at) {
                continue;
            }
            match self.arena.get(at) {
                Form::All(inner) => todo.extend(inner),
                Form::Any(inner) | Form::One(inner) if at == id => todo.extend(inner),
                _ => {
                    parts.insert(self.arena.find(at));
                }
            }
        }
        let parts = Rc::new(parts);
        self.parts.insert(id, Rc::clone(&parts));
        parts
    }
}
