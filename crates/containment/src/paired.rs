//! `oneOf` of one version against that of the other, by pairs of similar branches. If both branches of each pair agree
//! about an instance and it has none of the branches without a partner, both `oneOf` agree, too. So an instance about
//! which they disagree shows a pair that differs: these are as many cases as there are edited branches.

use std::collections::BTreeMap;

use crate::form::{Form, Id};
use crate::solve::{Answer, Goal, Literal, Solver, better};
use crate::state::State;

/// With more branches on a side, looking at all of them in each case takes more steps than the cases save, so only the
/// first cases with an instance of their own are searched in the whole.
const MANY_BRANCHES: usize = 128;
const MAX_SEARCHED: usize = 8;
/// A part that more branches share tells nothing about partners.
const MAX_SHARING: usize = 8;
/// The number of branches that cost a step.
const BRANCHES_A_STEP: u64 = 16;

impl Solver {
    /// Searches an instance where one `oneOf` holds and the other does not; `None` unless there is one of
    /// each.
    pub(crate) fn by_pairs(&mut self, state: &State, exclusive: &[Literal]) -> Option<Answer> {
        let branches = |solver: &Self, wanted: bool| {
            let mut found = exclusive.iter().filter(|(_, is_held)| *is_held == wanted);
            let (id, _) = found.next()?;
            let Form::One(parts) = &*solver.arena.shared(*id) else { return None };
            let parts: Vec<Id> = parts.iter().map(|part| solver.arena.find(*part)).collect();
            found.next().is_none().then_some(parts)
        };
        let (held, refused) = (branches(self, true)?, branches(self, false)?);
        let is_many = held.len().max(refused.len()) > MANY_BRANCHES;
        let mut searched = if is_many { MAX_SEARCHED } else { usize::MAX };
        let count = (held.len() + refused.len()) as u64;
        if !self.budget.spend(1 + count / BRANCHES_A_STEP) {
            return Some(self.exhausted(None));
        }
        let mut result = Answer::None;
        for case in self.differences(&held, &refused) {
            if !self.budget.spend(1 + count / BRANCHES_A_STEP) {
                return Some(better(result, self.exhausted(None)));
            }
            let goal: Goal = case.iter().copied().collect();
            // As in `cover.rs`: the same question about the same instance proves nothing.
            if !self.is_open(&goal) && matches!(self.solve(&goal), Answer::None) {
                continue;
            }
            if searched == 0 {
                return Some(better(result, Answer::Unknown(None)));
            }
            searched -= 1;
            let mut next = state.clone();
            if !self.assert(&mut next, case) || !self.propagate(&mut next) {
                continue;
            }
            let found = if next.values.is_some() {
                self.search(next)
            } else {
                self.case_by_case(next, exclusive.to_vec())
            };
            result = better(result, found);
            if matches!(result, Answer::Found(_)) {
                break;
            }
        }
        Some(result)
    }

    /// The ways in which a pair of branches differs, and the branches without a partner.
    fn differences(&mut self, held: &[Id], refused: &[Id]) -> Vec<Vec<Literal>> {
        let mut cases = Vec::new();
        for (a, b) in self.partners(held, refused) {
            match (a, b) {
                (Some(a), Some(b)) if a == b => {}
                (Some(a), Some(b)) => {
                    cases.push(vec![(a, true), (b, false)]);
                    cases.push(vec![(a, false), (b, true)]);
                }
                (a, b) => cases.extend(a.or(b).map(|lone| vec![(lone, true)])),
            }
        }
        cases
    }

    /// Each branch once: equal ones are partners, then those with the most rare parts in common, then the rest in order.
    fn partners(&mut self, held: &[Id], refused: &[Id]) -> Vec<(Option<Id>, Option<Id>)> {
        let mut by_part: BTreeMap<Id, Vec<usize>> = BTreeMap::new();
        let mut by_id: BTreeMap<Id, Vec<usize>> = BTreeMap::new();
        for (at, id) in refused.iter().enumerate() {
            by_id.entry(*id).or_default().push(at);
            for part in self.parts(*id).iter() {
                by_part.entry(*part).or_default().push(at);
            }
        }
        let mut is_free = vec![true; refused.len()];
        let mut partner: Vec<Option<usize>> = vec![None; held.len()];
        for (at, id) in held.iter().enumerate() {
            let equal = by_id.get(id).into_iter().flatten().copied().find(|other| is_free[*other]);
            if let Some(other) = equal {
                is_free[other] = false;
                partner[at] = Some(other);
            }
        }
        for (at, id) in
            held.iter().enumerate().filter(|(at, _)| partner[*at].is_none()).collect::<Vec<_>>()
        {
            let mut common: BTreeMap<usize, usize> = BTreeMap::new();
            for part in self.parts(*id).iter() {
                let sharing = by_part.get(part).filter(|sharing| sharing.len() <= MAX_SHARING);
                for other in sharing.into_iter().flatten().filter(|other| is_free[**other]) {
                    *common.entry(*other).or_default() += 1;
                }
            }
            if let Some((other, _)) = common.into_iter().rev().max_by_key(|(_, count)| *count) {
                is_free[other] = false;
                partner[at] = Some(other);
            }
        }
        let mut free = (0..refused.len()).filter(|at| is_free[*at]).collect::<Vec<_>>().into_iter();
        let mut pairs: Vec<_> = held
            .iter()
            .zip(partner)
            .map(|(id, other)| (Some(*id), other.or_else(|| free.next()).map(|at| refused[at])))
            .collect();
        pairs.extend(free.map(|at| (None, Some(refused[at]))));
        pairs
    }
}
