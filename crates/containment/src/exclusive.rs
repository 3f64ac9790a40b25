//! `oneOf` with many branches. Its cases are as many as the branches, or the pairs of them, so they are listed only where
//! the rest of the goal has an instance. Where both versions share branches, the shared ones are one case.

use std::collections::BTreeSet;

use crate::form::{Form, Id};
use crate::solve::{Answer, Literal, Solver, better};
use crate::state::State;

/// Fewer branches are listed at once.
pub(crate) const MANY: usize = 16;
/// So many branches have too many cases for a list, which grows with the square of them.
const TOO_MANY: usize = 48;

/// The branches of one version and of the other: those that are shared, and the rest of each.
struct Shared {
    both: Vec<Id>,
    held: Vec<Id>,
    refused: Vec<Id>,
}

impl Solver {
    /// Searches an instance where `oneOf` of many branches holds, or does not.
    pub(crate) fn exclusive(&mut self, mut state: State) -> Answer {
        let mut exclusive = std::mem::take(&mut state.exclusive);
        // A contradiction of the rest needs no case.
        let whole = self.budget.clone();
        self.budget = whole.share(1, 4);
        let rest = self.search(state.clone());
        self.budget = whole;
        if matches!(rest, Answer::None) {
            return Answer::None;
        }
        let Some((held, refused, shared)) = self.most_alike(&exclusive) else {
            let whole = self.budget.clone();
            self.budget = whole.share(1, 2);
            let answer = self.by_pairs(&state, &exclusive);
            self.budget = whole;
            return match answer {
                Some(decided @ (Answer::Found(_) | Answer::None)) => decided,
                _ => self.case_by_case(state, exclusive),
            };
        };
        exclusive.retain(|literal| *literal != held && *literal != refused);
        state.exclusive = exclusive;
        let none = |parts: &[Id]| parts.iter().map(|id| (*id, false)).collect::<Vec<_>>();
        // A shared branch holds, so that another one of the refused `oneOf` holds, too.
        let mut shares = none(&shared.held);
        shares.push((self.arena.add(Form::Any(shared.refused.clone())), true));
        shares.push((self.one_of(&shared.both), true));
        // No shared branch holds, so that they make no difference.
        let mut differs = none(&shared.both);
        differs.push((self.one_of(&shared.held), true));
        differs.push((self.one_of(&shared.refused), false));
        let mut result = Answer::None;
        for literals in [shares, differs] {
            let mut next = state.clone();
            if self.assert(&mut next, literals) {
                result = better(result, self.search(next));
            }
            if matches!(result, Answer::Found(_)) {
                break;
            }
        }
        result
    }

    /// Tries the cases of one `oneOf` after the other; small ones become choices like all others.
    pub(crate) fn case_by_case(&mut self, mut state: State, exclusive: Vec<Literal>) -> Answer {
        for literal in exclusive {
            match &*self.arena.shared(literal.0) {
                Form::One(parts) if parts.len() < TOO_MANY => {
                    state.choices.push(cases(parts, literal.1));
                }
                _ => state.exclusive.push(literal),
            }
        }
        // One that holds has fewer cases than one that does not.
        state.exclusive.sort_by_key(|(_, wanted)| *wanted);
        let Some((id, wanted)) = state.exclusive.pop() else { return self.search(state) };
        let form = self.arena.shared(id);
        let Form::One(parts) = &*form else {
            unreachable!("invariant: only `oneOf` has exclusive cases")
        };
        // A branch that the settled facts exclude, as a discriminator does, needs no case.
        let mut possible = Vec::new();
        let mut certain = None;
        for (at, part) in parts.iter().enumerate() {
            if !self.budget.spend(1) {
                return self.exhausted(Some(id));
            }
            match self.outlook(&state, &[(*part, true)]) {
                Some(false) => {}
                settled => {
                    possible.push(at);
                    certain = certain.or(settled.map(|_| at));
                }
            }
        }
        // A branch that holds for certain is the one, or the first of two.
        if let Some(at) = certain {
            possible.retain(|other| *other != at);
            possible.insert(0, at);
        }
        let cases = if certain.is_some() { 1 } else { possible.len() };
        let mut result = Answer::None;
        if !wanted && certain.is_none() {
            let none = parts.iter().map(|part| (*part, false)).collect();
            result = self.in_case(&state, none, &[]);
        }
        for (number, at) in possible.iter().enumerate().take(cases) {
            if matches!(result, Answer::Found(_)) || !self.budget.spend(1 + parts.len() as u64 / 16)
            {
                break;
            }
            let others = &possible[number + 1..];
            let found = if wanted {
                let only = parts.iter().enumerate().map(|(i, part)| (*part, i == *at)).collect();
                self.in_case(&state, only, &[])
            } else if others.is_empty() {
                break;
            } else {
                let second: Vec<_> = others.iter().map(|at| vec![(parts[*at], true)]).collect();
                self.in_case(&state, vec![(parts[*at], true)], &[second])
            };
            result = better(result, found);
        }
        if !self.budget.spend(0) && matches!(result, Answer::None) {
            return self.exhausted(Some(id));
        }
        result
    }

    /// Searches an instance with these literals, and one alternative of each of these choices.
    fn in_case(
        &mut self,
        state: &State,
        literals: Vec<Literal>,
        choices: &[Vec<Vec<Literal>>],
    ) -> Answer {
        let mut next = state.clone();
        next.choices.extend_from_slice(choices);
        if !self.assert(&mut next, literals) {
            return Answer::None;
        }
        self.search(next)
    }

    /// The `oneOf` that holds and the one that does not with the most shared branches.
    fn most_alike(&mut self, exclusive: &[Literal]) -> Option<(Literal, Literal, Shared)> {
        let mut sets = Vec::new();
        for literal in exclusive {
            let Form::One(parts) = &*self.arena.shared(literal.0) else { continue };
            let set: BTreeSet<Id> = parts.iter().map(|id| self.arena.find(*id)).collect();
            // A branch that stands twice is no exclusive one.
            if set.len() == parts.len() {
                sets.push((*literal, set));
            }
        }
        let mut best: Option<(usize, usize, usize)> = None;
        for (at, ((_, is_held), held)) in sets.iter().enumerate() {
            for (other, ((_, is_other_held), refused)) in sets.iter().enumerate() {
                if !is_held || *is_other_held {
                    continue;
                }
                let common = held.intersection(refused).count();
                if common > 1 && best.is_none_or(|(most, ..)| common > most) {
                    best = Some((common, at, other));
                }
            }
        }
        let (_, at, other) = best?;
        let ((held, mine), (refused, theirs)) = (&sets[at], &sets[other]);
        let shared = Shared {
            both: mine.intersection(theirs).copied().collect(),
            held: mine.difference(theirs).copied().collect(),
            refused: theirs.difference(mine).copied().collect(),
        };
        Some((*held, *refused, shared))
    }

    /// `oneOf` of these.
    fn one_of(&mut self, parts: &[Id]) -> Id {
        match parts {
            [] => self.arena.add(Form::False),
            [only] => *only,
            _ => self.arena.add(Form::One(parts.to_vec())),
        }
    }
}

/// The cases of oneOf: one holds and the others don't; or none holds, or two do.
pub(crate) fn cases(parts: &[Id], wanted: bool) -> Vec<Vec<Literal>> {
    let mut cases = Vec::new();
    if wanted {
        for at in 0..parts.len() {
            cases.push(parts.iter().enumerate().map(|(i, id)| (*id, i == at)).collect());
        }
        return cases;
    }
    cases.push(parts.iter().map(|id| (*id, false)).collect());
    for (at, first) in parts.iter().enumerate() {
        for second in &parts[at + 1..] {
            cases.push(vec![(*first, true), (*second, true)]);
        }
    }
    cases
}
