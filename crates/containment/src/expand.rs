//! Connectives: a goal for one type of instance is unfolded into leaves, alternative by alternative.
//! What the parts of the instance exclude (or imply) is used before a choice is made: a
//! discriminator in oneOf then costs nothing.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::exclusive;
use crate::form::{Constant, Form, Id, Kind, MatchedNames};
use crate::greedy;
use crate::solve::{Answer, Goal, Literal, Solver, better};
use crate::state::{LOOK, State};

/// The maximum number of parts of a formula that are evaluated one by one.
const MAX_PARTS: usize = 16;

impl Solver {
    /// Searches an instance of one type.
    pub(crate) fn of_kind(&mut self, kind: Kind, goal: &Goal) -> Answer {
        let mut state = State::of_kind(kind);
        if !self.assert(&mut state, goal.iter().copied().collect()) {
            return Answer::None;
        }
        self.search(state)
    }

    pub(crate) fn search(&mut self, mut state: State) -> Answer {
        let listed = state.values.as_ref().map_or(0, BTreeSet::len);
        if !self.budget.spend(1 + (state.literals.len() + listed) as u64 / 16) {
            let culprit = state.leaves.first().map(|(id, _)| *id);
            return self.exhausted(culprit);
        }
        if state.values.is_none() && !self.propagate(&mut state) {
            return Answer::None;
        }
        if let Some(values) = &state.values {
            let goal = state.literals.clone();
            let values: Vec<Value> = values
                .iter()
                .map(|constant| constant.value.clone())
                .filter(|value| Kind::of(value) == state.kind)
                .collect();
            return self.first_of(values.iter(), &goal);
        }
        if !state.exclusive.is_empty() {
            return self.exclusive(state);
        }
        if state.choices.len() >= greedy::MANY_CHOICES
            && let Some(found) = self.greedy(&state)
        {
            return found;
        }
        let smallest = (0..state.choices.len()).min_by_key(|at| state.choices[*at].len());
        let Some(at) = smallest else { return self.leaves(&state) };
        let choice = state.choices.swap_remove(at);
        let mut result = Answer::None;
        for alternative in choice {
            let mut next = state.clone();
            if !self.assert(&mut next, alternative) {
                continue;
            }
            result = better(result, self.search(next));
            if matches!(result, Answer::Found(_)) || !self.budget.spend(0) {
                break;
            }
        }
        if !self.budget.spend(0) && matches!(result, Answer::None) {
            return self.exhausted(None);
        }
        result
    }

    pub(crate) fn leaves(&mut self, state: &State) -> Answer {
        match state.kind {
            Kind::Null => self.first_of([Value::Null].iter(), &state.literals),
            Kind::Boolean => {
                self.first_of([Value::Bool(false), Value::Bool(true)].iter(), &state.literals)
            }
            Kind::Number => self.number(&state.leaves),
            Kind::String => self.string(&state.leaves),
            Kind::Array => self.array(&state.leaves),
            Kind::Object => self.object(&state.leaves),
        }
    }

    /// Adds literals and their consequences; false if they contradict.
    pub(crate) fn assert(&mut self, state: &mut State, mut todo: Vec<Literal>) -> bool {
        while let Some((id, wanted)) = todo.pop() {
            let id = self.arena.find(id);
            if state.literals.contains(&(id, !wanted)) {
                return false;
            }
            if !state.literals.insert((id, wanted)) {
                continue;
            }
            let form = self.arena.shared(id);
            if let Some(about) = form.about() {
                if about == state.kind {
                    if let Form::Property(name, part) = &*form {
                        let name = self.name(name);
                        state.members.insert((name, (*part, wanted)));
                    }
                    state.leaves.push((id, wanted));
                } else if !wanted {
                    return false;
                }
                continue;
            }
            match (&*form, wanted) {
                (Form::True, true) | (Form::False, false) => {}
                (Form::True, false) | (Form::False, true) => return false,
                (Form::All(parts), true) => todo.extend(parts.iter().map(|part| (*part, true))),
                (Form::Any(parts), false) => todo.extend(parts.iter().map(|part| (*part, false))),
                (Form::All(parts), false) => {
                    state.choices.push(parts.iter().map(|part| vec![(*part, false)]).collect());
                }
                (Form::Any(parts), true) => {
                    state.choices.push(parts.iter().map(|part| vec![(*part, true)]).collect());
                }
                (Form::Not(part), _) => todo.push((*part, !wanted)),
                (Form::One(parts), _) if parts.len() < exclusive::MANY => {
                    state.choices.push(exclusive::cases(parts, wanted));
                }
                (Form::One(_), _) => state.exclusive.push((id, wanted)),
                (Form::If(condition, then, otherwise), _) => state.choices.push(vec![
                    vec![(*condition, true), (*then, wanted)],
                    vec![(*condition, false), (*otherwise, wanted)],
                ]),
                (Form::Types(bits), _) => {
                    if (bits & state.kind.bit() != 0) != wanted {
                        return false;
                    }
                }
                (Form::Values(values), true) => {
                    state.values = Some(match state.values.take() {
                        None => values.clone(),
                        Some(others) => others.intersection(values).cloned().collect(),
                    });
                }
                (Form::Values(values), false) => self.differ(state, id, values),
                (Form::Scope(body, scope), _) => {
                    if matches!(state.kind, Kind::Array | Kind::Object) {
                        let choice = self.scope_cases(*body, scope, state.kind, wanted);
                        state.choices.push(choice);
                    } else {
                        todo.push((*body, wanted));
                    }
                }
                (leaf, _) => unreachable!("invariant: {leaf:?} is a connective"),
            }
        }
        true
    }

    /// The instance is none of these: for arrays and objects, in terms of their parts.
    fn differ(&mut self, state: &mut State, id: Id, values: &BTreeSet<Constant>) {
        if matches!(state.kind, Kind::Number | Kind::String) {
            state.leaves.push((id, false));
        }
        for constant in values.iter().filter(|constant| Kind::of(&constant.value) == state.kind) {
            let mut same = Vec::new();
            match &constant.value {
                Value::Array(items) => {
                    same.push(Form::MinItems(items.len() as u64));
                    same.push(Form::MaxItems(items.len() as u64));
                    for (at, item) in items.iter().enumerate() {
                        same.push(Form::Item(at as u64, self.constant(item)));
                    }
                }
                Value::Object(members) => {
                    let never = self.arena.add(Form::False);
                    let names = members.keys().cloned().collect();
                    let known = MatchedNames { names, patterns: BTreeSet::new() };
                    same.push(Form::Additional(known, never));
                    for (name, member) in members {
                        same.push(Form::Present(name.clone()));
                        same.push(Form::Property(name.clone(), self.constant(member)));
                    }
                }
                _ => continue,
            }
            let choice = same.into_iter().map(|form| vec![(self.arena.add(form), false)]).collect();
            state.choices.push(choice);
        }
    }

    fn constant(&mut self, value: &Value) -> Id {
        self.arena.add(Form::Values(BTreeSet::from([Constant::new(value)])))
    }

    /// Removes impossible alternatives and decided choices; false on contradiction.
    pub(crate) fn propagate(&mut self, state: &mut State) -> bool {
        let mut again = true;
        while again {
            again = false;
            let mut at = 0;
            while at < state.choices.len() {
                if !self.budget.spend(1) {
                    return true;
                }
                let choice = std::mem::take(&mut state.choices[at]);
                let before = choice.len();
                let mut left = Vec::with_capacity(before);
                let mut met = false;
                for alternative in choice {
                    match self.outlook(state, &alternative) {
                        Some(true) => met = true,
                        Some(false) => {}
                        None if self.is_covered(state, &alternative) => {}
                        None => left.push(alternative),
                    }
                    if met {
                        break;
                    }
                }
                if met {
                    state.choices.swap_remove(at);
                    continue;
                }
                match left.len() {
                    0 => return false,
                    1 => {
                        state.choices.swap_remove(at);
                        again = true;
                        let only = left.remove(0);
                        if !self.assert(state, only) {
                            return false;
                        }
                        if state.values.is_some() {
                            return true;
                        }
                    }
                    _ => {
                        state.choices[at] = left;
                        at += 1;
                    }
                }
            }
        }
        true
    }

    /// Whether an alternative holds by the settled facts, or contradicts them.
    pub(crate) fn outlook(&mut self, state: &State, alternative: &[Literal]) -> Option<bool> {
        let mut certain = true;
        for (id, wanted) in alternative {
            match self.truth(state, *id, LOOK).map(|holds| holds == *wanted) {
                Some(true) => {}
                Some(false) => return Some(false),
                None => match self.follows(state, *id, *wanted, LOOK) {
                    Some(false) => return Some(false),
                    Some(true) => {}
                    None => certain = false,
                },
            }
        }
        certain.then_some(true)
    }

    /// The value of a formula by the settled literals, without examining parts of the instance.
    pub(crate) fn truth(&mut self, state: &State, id: Id, depth: usize) -> Option<bool> {
        let id = self.arena.find(id);
        if state.literals.contains(&(id, true)) {
            return Some(true);
        }
        if state.literals.contains(&(id, false)) {
            return Some(false);
        }
        let form = self.arena.get(id);
        if form.about().is_some_and(|kind| kind != state.kind) {
            return Some(true);
        }
        match form {
            Form::True => Some(true),
            Form::False => Some(false),
            Form::Types(bits) => Some(bits & state.kind.bit() != 0),
            Form::Values(values) if values.iter().all(|c| Kind::of(&c.value) != state.kind) => {
                Some(false)
            }
            Form::Present(name) => self.settled(state, &Form::Absent(name.clone())).map(|is| !is),
            Form::Absent(name) => self.settled(state, &Form::Present(name.clone())).map(|is| !is),
            Form::Not(part) if depth > 0 => {
                let part = *part;
                self.truth(state, part, depth - 1).map(|holds| !holds)
            }
            Form::All(parts) if depth > 0 => {
                let parts = parts.clone();
                self.combined(state, &parts, depth - 1, true)
            }
            Form::Any(parts) if depth > 0 => {
                let parts = parts.clone();
                self.combined(state, &parts, depth - 1, false)
            }
            _ => None,
        }
    }

    fn settled(&self, state: &State, form: &Form) -> Option<bool> {
        let id = self.arena.find(self.arena.lookup(form)?);
        if state.literals.contains(&(id, true)) {
            return Some(true);
        }
        state.literals.contains(&(id, false)).then_some(false)
    }

    /// All (`neutral` true) or any (`neutral` false) of the parts.
    fn combined(
        &mut self,
        state: &State,
        parts: &[Id],
        depth: usize,
        neutral: bool,
    ) -> Option<bool> {
        let mut known = true;
        for part in parts {
            match self.truth(state, *part, depth) {
                Some(holds) if holds != neutral => return Some(!neutral),
                Some(_) => {}
                None => known = false,
            }
        }
        known.then_some(neutral)
    }

    /// Like [`Solver::forced`], also for a formula that its parts decide: a condition with a constant is decided if
    /// the constant is settled.
    fn follows(&mut self, state: &State, id: Id, wanted: bool, depth: usize) -> Option<bool> {
        let id = self.arena.find(id);
        let form = self.arena.shared(id);
        let (parts, neutral) = match &*form {
            Form::All(parts) => (parts, true),
            Form::Any(parts) => (parts, false),
            Form::Not(part) if depth > 0 => return self.follows(state, *part, !wanted, depth - 1),
            _ => return self.forced(state, id, wanted),
        };
        if depth == 0 || parts.len() > MAX_PARTS {
            return None;
        }
        let mut is_known = true;
        for part in parts {
            let holds = match self.truth(state, *part, depth - 1) {
                None => self.follows(state, *part, true, depth - 1),
                known => known,
            };
            match holds {
                Some(holds) if holds != neutral => return Some(wanted != neutral),
                Some(_) => {}
                None => is_known = false,
            }
        }
        is_known.then_some(wanted == neutral)
    }

    /// Whether the literal contradicts (`false`) or follows from (`true`) the settled leaves, by the one
    /// part of the instance, or the scalar, that it is about.
    fn forced(&mut self, state: &State, id: Id, wanted: bool) -> Option<bool> {
        let id = self.arena.find(id);
        match (&*self.arena.shared(id), state.kind) {
            (Form::Property(name, child), Kind::Object) => {
                let present = self.settled(state, &Form::Present(name.clone())) == Some(true)
                    || self.settled(state, &Form::Absent(name.clone())) == Some(false);
                let absent = self.settled(state, &Form::Present(name.clone())) == Some(false)
                    || self.settled(state, &Form::Absent(name.clone())) == Some(true);
                if absent {
                    return Some(wanted);
                }
                let name = self.name(name);
                let first = (name, (Id(0), false));
                let said = state.members.range(first..).take_while(|(other, _)| *other == name);
                let goal = said.map(|(_, literal)| *literal).collect();
                self.part(goal, *child, wanted, present)
            }
            (Form::Item(index, child), Kind::Array) => {
                let mut goal = Goal::new();
                let mut present = false;
                for (leaf, holds) in &state.leaves {
                    match (self.arena.get(*leaf), *holds) {
                        (Form::Item(other, part), _) if other == index => {
                            goal.insert((*part, *holds));
                            present |= !holds;
                        }
                        (Form::Rest(from, part), true) if from <= index => {
                            goal.insert((*part, true));
                        }
                        (Form::MinItems(min), true) => present |= min > index,
                        _ => {}
                    }
                }
                self.part(goal, *child, wanted, present)
            }
            (form, Kind::Number) if form.about().is_some() || matches!(form, Form::Values(_)) => {
                self.scalar(state, id, wanted, |solver, leaves| solver.number(leaves))
            }
            (form, Kind::String) if form.about().is_some() || matches!(form, Form::Values(_)) => {
                self.scalar(state, id, wanted, |solver, leaves| solver.string(leaves))
            }
            (Form::Values(_), Kind::Boolean) => {
                let mut goal: Goal = state.literals.clone();
                goal.insert((id, wanted));
                let values = [Value::Bool(false), Value::Bool(true)];
                match self.first_of(values.iter(), &goal) {
                    Answer::None => Some(false),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn part(&mut self, goal: Goal, child: Id, wanted: bool, present: bool) -> Option<bool> {
        let with = |sign: bool| goal.iter().copied().chain([(child, sign)]).collect::<Goal>();
        // Negated means: present, with an invalid value.
        if !wanted && matches!(self.solve(&with(false)), Answer::None) {
            return Some(false);
        }
        if !wanted && present && matches!(self.solve(&with(true)), Answer::None) {
            return Some(true);
        }
        if wanted && matches!(self.solve(&with(false)), Answer::None) {
            return Some(true);
        }
        if wanted && present && matches!(self.solve(&with(true)), Answer::None) {
            return Some(false);
        }
        None
    }

    fn scalar(
        &mut self,
        state: &State,
        id: Id,
        wanted: bool,
        theory: fn(&mut Self, &[Literal]) -> Answer,
    ) -> Option<bool> {
        // A wanted set of values is not a leaf: its members are examined one by one.
        if let (Form::Values(values), true) = (self.arena.get(id), wanted) {
            let values: Vec<Value> = values.iter().map(|c| c.value.clone()).collect();
            let goal: Goal = state.leaves.iter().copied().chain([(id, true)]).collect();
            return match self.first_of(values.iter(), &goal) {
                Answer::None => Some(false),
                _ => None,
            };
        }
        let mut leaves = state.leaves.clone();
        leaves.push((id, wanted));
        if matches!(theory(self, &leaves), Answer::None) {
            return Some(false);
        }
        if matches!(self.arena.get(id), Form::Values(_)) {
            return None;
        }
        if let Some(last) = leaves.last_mut() {
            last.1 = !wanted;
        }
        matches!(theory(self, &leaves), Answer::None).then_some(true)
    }
}
