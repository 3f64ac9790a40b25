//! The prover: a set of formulas that one instance must satisfy (or must not) either has an instance,
//! which is built, or has none, which is proved. `A ⊆ B` is the question whether A and not B has one.
//!
//! Only "none" carries a proof, so every shortcut in here may miss instances only by answering
//! "unknown". Instances that are found are candidates: they are confirmed elsewhere, by a validator.
//!
//! Recursion: an instance is finite, so a set of formulas that asks for an instance of the same set
//! inside itself asks in vain; "none" that rests on such a return is kept only once the circle is closed.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use contract::Pointer;
use serde_json::Value;

use crate::budget::Budget;
use crate::form::{Arena, Form, Id, Kind};
use crate::words::Automata;

/// A formula, and whether it must hold or must not.
pub(crate) type Literal = (Id, bool);
/// The requirements for one instance.
pub(crate) type Goal = BTreeSet<Literal>;

/// The maximum depth of instances during the search.
const MAX_NESTING: usize = 120;
/// The maximum number of remembered goals, which limits memory.
const MAX_GOALS: usize = 60_000;

/// The size of a document that costs a step.
const BYTES_A_STEP: usize = 1024;

/// Whether there is an instance.
#[derive(Debug, Clone)]
pub(crate) enum Answer {
    /// This one, as far as the solver can decide.
    Found(Value),
    /// Proved: no.
    None,
    /// Not known; perhaps this one.
    Unknown(Option<Value>),
}

/// Why an answer is unknown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Why {
    pub(crate) reason: String,
    pub(crate) keyword: String,
    pub(crate) path: Pointer,
}

/// Answers questions about the formulas of one arena.
pub(crate) struct Solver {
    pub(crate) arena: Arena,
    pub(crate) automata: Automata,
    pub(crate) budget: Budget,
    names: BTreeMap<String, usize>,
    memo: BTreeMap<Goal, Answer>,
    /// What could not be decided within the present budget.
    doubts: BTreeMap<Goal, Answer>,
    open: BTreeMap<Goal, usize>,
    /// Of connectives, their parts: see `cover.rs`.
    pub(crate) parts: BTreeMap<Id, Rc<BTreeSet<Id>>>,
    /// The outermost open goal that the current answer depends on.
    low: usize,
    pub(crate) why: Option<Why>,
}

impl Solver {
    pub(crate) fn new(arena: Arena) -> Self {
        Solver {
            arena,
            automata: Automata::default(),
            budget: Budget::new(0),
            names: BTreeMap::new(),
            memo: BTreeMap::new(),
            doubts: BTreeMap::new(),
            open: BTreeMap::new(),
            parts: BTreeMap::new(),
            low: usize::MAX,
            why: None,
        }
    }

    /// Begins a new question. Proofs and instances are kept; open answers are asked again.
    pub(crate) fn begin(&mut self, budget: &Budget) {
        self.budget = budget.clone();
        self.doubts.clear();
        self.open.clear();
        self.low = usize::MAX;
        self.why = None;
    }

    /// The index of a member's name.
    pub(crate) fn name(&mut self, name: &str) -> usize {
        if let Some(number) = self.names.get(name) {
            return *number;
        }
        let number = self.names.len();
        self.names.insert(name.to_owned(), number);
        number
    }

    /// Records the first reason for an unknown answer.
    pub(crate) fn unsure(&mut self, reason: impl Into<String>, culprit: Option<Id>) -> Answer {
        if self.why.is_none() {
            let origin = culprit.and_then(|id| self.arena.origin(id));
            self.why = Some(Why {
                reason: reason.into(),
                keyword: origin.map_or("", |origin| origin.keyword).to_owned(),
                path: origin.map_or_else(Pointer::root, |origin| origin.path.clone()),
            });
        }
        Answer::Unknown(None)
    }

    /// Records that the budget is exhausted.
    pub(crate) fn exhausted(&mut self, culprit: Option<Id>) -> Answer {
        self.unsure(self.budget.reason(), culprit)
    }

    /// Searches an instance of all formulas in the goal.
    pub(crate) fn solve(&mut self, goal: &Goal) -> Answer {
        let Some(goal) = self.tidy(goal) else { return Answer::None };
        if goal.is_empty() {
            return Answer::Found(Value::Null);
        }
        if let Some(known) = self.memo.get(&goal).or_else(|| self.doubts.get(&goal)) {
            return known.clone();
        }
        if let Some(depth) = self.open.get(&goal) {
            self.low = self.low.min(*depth);
            return Answer::None;
        }
        let depth = self.open.len();
        let culprit = goal.iter().next().map(|(id, _)| *id);
        if !self.budget.spend(1 + goal.len() as u64 / 16) {
            return self.exhausted(culprit);
        }
        if depth >= MAX_NESTING {
            return self.unsure("instances nest too deep", culprit);
        }
        self.open.insert(goal.clone(), depth);
        let outer = std::mem::replace(&mut self.low, usize::MAX);
        let answer = self.decide(&goal);
        self.open.remove(&goal);
        let closed = self.low >= depth;
        if let Answer::Found(document) | Answer::Unknown(Some(document)) = &answer {
            // Remembered documents take memory, so the budget pays for them.
            self.budget.spend((contract::value::size(document) / BYTES_A_STEP) as u64);
        }
        let keep = closed || matches!(answer, Answer::Found(_));
        let memo = match answer {
            Answer::Unknown(_) => &mut self.doubts,
            _ => &mut self.memo,
        };
        if keep && memo.len() < MAX_GOALS {
            memo.insert(goal, answer.clone());
        }
        self.low = if closed { outer } else { outer.min(self.low) };
        answer
    }

    /// Whether this goal is being searched.
    pub(crate) fn is_open(&self, goal: &Goal) -> bool {
        self.tidy(goal).is_some_and(|goal| self.open.contains_key(&goal))
    }

    /// Unfolds what needs no choice; `None` if the goal obviously contradicts itself.
    fn tidy(&self, goal: &Goal) -> Option<Goal> {
        let mut todo: Vec<Literal> = goal.iter().copied().collect();
        let mut seen = BTreeSet::new();
        let mut out = Goal::new();
        while let Some((id, wanted)) = todo.pop() {
            let id = self.arena.find(id);
            if seen.contains(&(id, !wanted)) {
                return None;
            }
            if !seen.insert((id, wanted)) {
                continue;
            }
            match (self.arena.get(id), wanted) {
                (Form::True, true) | (Form::False, false) => {}
                (Form::True, false) | (Form::False, true) => return None,
                (Form::All(parts), true) | (Form::Any(parts), false) => {
                    todo.extend(parts.iter().map(|part| (*part, wanted)));
                }
                (Form::Not(part), _) => todo.push((*part, !wanted)),
                _ => {
                    out.insert((id, wanted));
                }
            }
        }
        Some(out)
    }

    fn decide(&mut self, goal: &Goal) -> Answer {
        let mut allowed = 0b11_1111u8;
        let mut constants = None;
        for (id, wanted) in goal {
            match (self.arena.get(*id), wanted) {
                (Form::Types(bits), true) => allowed &= bits,
                (Form::Types(bits), false) => allowed &= !bits,
                (Form::Values(values), true) => constants = Some(values.clone()),
                _ => {}
            }
        }
        if let Some(values) = constants {
            return self.first_of(values.iter().map(|constant| &constant.value), goal);
        }
        let mut result = Answer::None;
        for kind in Kind::ALL {
            if allowed & kind.bit() == 0 {
                continue;
            }
            result = better(result, self.of_kind(kind, goal));
            if matches!(result, Answer::Found(_)) {
                break;
            }
        }
        result
    }

    /// The first of the values that satisfies the goal.
    pub(crate) fn first_of<'v>(
        &mut self,
        values: impl Iterator<Item = &'v Value>,
        goal: &Goal,
    ) -> Answer {
        let mut result = Answer::None;
        for value in values {
            if !self.budget.spend(1 + goal.len() as u64 / 4) {
                return better(result, self.exhausted(None));
            }
            let mut verdict = Some(true);
            for (id, wanted) in goal {
                match self.eval(*id, value) {
                    Some(holds) if holds == *wanted => {}
                    Some(_) => {
                        verdict = Some(false);
                        break;
                    }
                    None => {
                        self.unsure("a value can't be judged", Some(*id));
                        verdict = None;
                    }
                }
            }
            match verdict {
                Some(true) => return Answer::Found(value.clone()),
                Some(false) => {}
                None => result = better(result, Answer::Unknown(Some(value.clone()))),
            }
        }
        result
    }
}

/// The more informative of two answers about alternatives.
pub(crate) fn better(a: Answer, b: Answer) -> Answer {
    match (a, b) {
        (Answer::Found(value), _) | (_, Answer::Found(value)) => Answer::Found(value),
        (Answer::Unknown(Some(value)), _) | (_, Answer::Unknown(Some(value))) => {
            Answer::Unknown(Some(value))
        }
        (Answer::Unknown(None), _) | (_, Answer::Unknown(None)) => Answer::Unknown(None),
        (Answer::None, Answer::None) => Answer::None,
    }
}
