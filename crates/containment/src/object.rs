//! Objects: the names that the leaves mention, and all other names by the patterns that match them;
//! each name's value is a separate goal, then names are counted.

mod classes;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::form::{Constant, Form, Id, MatchedNames};
use crate::size::{Members, TOO_LARGE};
use crate::solve::{Answer, Goal, Literal, Solver, better};
use classes::{Class, Effort};

/// The maximum number of listed members.
const MAX_MEMBERS: usize = 1_200;
/// From so many names of one kind on, the next one is the first with a number: searching each again would cost the
/// square of them.
const MANY_NAMES: usize = 8;

/// The leaves about objects, by kind.
#[derive(Debug, Default, Clone)]
struct Objects {
    required: BTreeSet<String>,
    absent: BTreeSet<String>,
    properties: BTreeMap<String, Vec<Id>>,
    matching: Vec<(Id, Id)>,
    additional: Vec<(MatchedNames, Id)>,
    names: Vec<Id>,
    /// Literals for the value under a name beyond the general ones.
    extra: BTreeMap<String, Goal>,
    demands: Vec<Demand>,
    min: u64,
    max: Option<u64>,
    opaque: Option<Id>,
}

/// There must be a member with such a name, and a value that satisfies this.
#[derive(Debug, Clone)]
struct Demand {
    not_named: BTreeSet<String>,
    name: Vec<Literal>,
    value: Goal,
}

/// A member without a name so far.
#[derive(Debug, Clone)]
struct Fresh {
    class: usize,
    value: Goal,
}

impl Solver {
    /// An object that satisfies the leaves.
    pub(crate) fn object(&mut self, leaves: &[Literal]) -> Answer {
        let Some(mut objects) = self.sort_object(leaves) else { return Answer::None };
        let mut unsure = objects.opaque.is_some();
        if unsure {
            self.unsure("not understood", objects.opaque);
        }
        let all_required = objects.required.clone();
        for name in &all_required {
            if objects.absent.contains(name) {
                return Answer::None;
            }
        }
        if objects.max.is_some_and(|max| max < objects.min.max(all_required.len() as u64)) {
            return Answer::None;
        }
        // The required members first: most contradictions are there, and each is a small question.
        for name in &all_required {
            match self.member(&objects, name) {
                Answer::None => return Answer::None,
                Answer::Unknown(_) => unsure = true,
                Answer::Found(_) => {}
            }
        }
        objects.demands.sort_by_key(|demand| demand.name.len());
        let mut answer = Answer::None;
        for effort in [Effort::Simplest, Effort::OneMore, Effort::All] {
            let classes = self.classes(&objects, effort);
            let reason = self.why.clone();
            answer = self.assign(&objects, &classes.list, 0, &mut Vec::new());
            if classes.is_complete || matches!(answer, Answer::Found(_)) {
                break;
            }
            self.why = reason;
            if effort == Effort::All {
                let culprit = leaves.iter().map(|(id, _)| *id).find(|id| {
                    matches!(self.arena.get(*id), Form::Matching(..) | Form::Additional(..))
                });
                let unknown = if self.budget.left() == 0 {
                    self.exhausted(culprit)
                } else {
                    self.unsure("too many patterns over names to tell apart", culprit)
                };
                answer = better(answer, unknown);
            }
        }
        match answer {
            Answer::Found(value) if unsure => Answer::Unknown(Some(value)),
            other => other,
        }
    }

    fn sort_object(&mut self, leaves: &[Literal]) -> Option<Objects> {
        let mut all = Objects::default();
        for (id, wanted) in leaves {
            match (self.arena.get(*id).clone(), *wanted) {
                (Form::Property(name, id), true) => {
                    all.properties.entry(name).or_default().push(id)
                }
                (Form::Property(name, id), false) => {
                    all.required.insert(name.clone());
                    all.extra.entry(name).or_default().insert((id, false));
                }
                (Form::Matching(names, id), true) => all.matching.push((names, id)),
                (Form::Matching(names, id), false) => all.demands.push(Demand {
                    not_named: BTreeSet::new(),
                    name: vec![(names, true)],
                    value: Goal::from([(id, false)]),
                }),
                (Form::Additional(known, id), true) => all.additional.push((known, id)),
                (Form::Additional(known, id), false) => all.demands.push(Demand {
                    not_named: known.names,
                    name: known.patterns.iter().map(|pattern| (*pattern, false)).collect(),
                    value: Goal::from([(id, false)]),
                }),
                (Form::Names(id), true) => all.names.push(id),
                (Form::Names(id), false) => all.demands.push(Demand {
                    not_named: BTreeSet::new(),
                    name: vec![(id, false)],
                    value: Goal::new(),
                }),
                (Form::Present(name), true) | (Form::Absent(name), false) => {
                    all.required.insert(name);
                }
                (Form::Present(name), false) | (Form::Absent(name), true) => {
                    all.absent.insert(name);
                }
                (Form::MinProperties(min), true) => all.min = all.min.max(min),
                (Form::MinProperties(min), false) => all.at_most(min.checked_sub(1)?),
                (Form::MaxProperties(max), true) => all.at_most(max),
                (Form::MaxProperties(max), false) => {
                    all.min = all.min.max(max.saturating_add(1));
                }
                _ => all.opaque = Some(*id),
            }
        }
        Some(all)
    }

    /// The requirements for the value under a name; `None` if the name can't be evaluated, `Some(None)`
    /// if it is forbidden.
    fn value_goal(&mut self, objects: &Objects, name: &str) -> Option<Option<Goal>> {
        let text = Value::from(name);
        for id in &objects.names {
            if !self.eval(*id, &text)? {
                return Some(None);
            }
        }
        let mut goal = objects.extra.get(name).cloned().unwrap_or_default();
        goal.extend(objects.properties.get(name).into_iter().flatten().map(|id| (*id, true)));
        for (names, id) in &objects.matching {
            if self.eval(*names, &text)? {
                goal.insert((*id, true));
            }
        }
        for (known, id) in &objects.additional {
            if !self.knows(known, name, 0)? {
                goal.insert((*id, true));
            }
        }
        Some(Some(goal))
    }

    /// A value for a named member.
    fn member(&mut self, objects: &Objects, name: &str) -> Answer {
        self.member_with(objects, name, &Goal::new())
    }

    /// A value for a named member that satisfies more.
    fn member_with(&mut self, objects: &Objects, name: &str, more: &Goal) -> Answer {
        match self.value_goal(objects, name) {
            None => self.unsure("a name can't be judged by a pattern", None),
            Some(None) => Answer::None,
            Some(Some(mut goal)) => {
                goal.extend(more.iter().copied());
                self.solve(&goal)
            }
        }
    }

    /// Assigns a member to each demand: one of the mentioned names, or a new one.
    fn assign(
        &mut self,
        objects: &Objects,
        classes: &[Class],
        at: usize,
        fresh: &mut Vec<Fresh>,
    ) -> Answer {
        if !self.budget.spend(1) {
            return self.exhausted(None);
        }
        let Some(demand) = objects.demands.get(at).cloned() else {
            return self.fill(objects, classes, fresh);
        };
        let mut result = Answer::None;
        for (number, class) in classes.iter().enumerate() {
            if !demand.name.iter().all(|(id, sign)| class.signs.get(id) == Some(sign)) {
                continue;
            }
            let value: Goal = class.value.union(&demand.value).copied().collect();
            match self.solve(&value) {
                Answer::None => {}
                Answer::Found(_) => {
                    fresh.push(Fresh { class: number, value });
                    result = better(result, self.assign(objects, classes, at + 1, fresh));
                    fresh.pop();
                }
                Answer::Unknown(_) => {
                    fresh.push(Fresh { class: number, value });
                    let found = self.assign(objects, classes, at + 1, fresh);
                    fresh.pop();
                    result = better(result, doubtful(found));
                }
            }
            if matches!(result, Answer::Found(_)) {
                return result;
            }
            // One member may satisfy two demands: it must if members or names are few.
            for shared in 0..fresh.len() {
                if fresh[shared].class != number {
                    continue;
                }
                let before = fresh[shared].value.clone();
                fresh[shared].value.extend(demand.value.iter().copied());
                if !matches!(self.solve(&fresh[shared].value.clone()), Answer::None) {
                    result = better(result, self.assign(objects, classes, at + 1, fresh));
                }
                fresh[shared].value = before;
                if matches!(result, Answer::Found(_)) {
                    return result;
                }
            }
        }
        for name in objects.mentioned() {
            if objects.absent.contains(&name) || demand.not_named.contains(&name) {
                continue;
            }
            let text = Value::from(name.as_str());
            let mut fits = Some(true);
            for (id, sign) in &demand.name {
                match self.eval(*id, &text) {
                    Some(holds) if holds == *sign => {}
                    Some(_) => fits = Some(false),
                    None if fits == Some(true) => fits = None,
                    None => {}
                }
            }
            if fits == Some(false) {
                continue;
            }
            let member = self.member_with(objects, &name, &demand.value);
            if matches!(member, Answer::None) {
                continue;
            }
            // Only now, because most names fail, and each copy takes the time of all names.
            let mut next = objects.clone();
            next.required.insert(name.clone());
            next.extra.entry(name.clone()).or_default().extend(demand.value.iter().copied());
            let found = match member {
                Answer::Found(_) if fits.is_some() => self.assign(&next, classes, at + 1, fresh),
                _ => {
                    let found = self.assign(&next, classes, at + 1, fresh);
                    self.unsure(
                        "a name can't be judged by a pattern",
                        demand.name.first().map(|l| l.0),
                    );
                    doubtful(found)
                }
            };
            result = better(result, found);
            if matches!(result, Answer::Found(_)) {
                return result;
            }
        }
        result
    }

    /// All demands have a member: finds values and names, and adds members up to the minimum.
    fn fill(&mut self, objects: &Objects, classes: &[Class], fresh: &[Fresh]) -> Answer {
        let count = (objects.required.len() + fresh.len()) as u64;
        if objects.max.is_some_and(|max| count > max) {
            return Answer::None;
        }
        if objects.min.max(count) > MAX_MEMBERS as u64 {
            return self.unsure("more members than are spelled out", None);
        }
        let (mut sure, mut members) = (true, Members::new());
        for name in &objects.required {
            let value = match self.member(objects, name) {
                Answer::None => return Answer::None,
                Answer::Found(value) => value,
                Answer::Unknown(value) => {
                    sure = false;
                    value.unwrap_or(Value::Null)
                }
            };
            if !members.insert(name.clone(), value) {
                return self.unsure(TOO_LARGE, None);
            }
        }
        let mut taken: BTreeMap<usize, BTreeSet<Constant>> = BTreeMap::new();
        for slot in fresh {
            let value = match self.solve(&slot.value) {
                Answer::None => return Answer::None,
                Answer::Found(value) => value,
                Answer::Unknown(value) => {
                    sure = false;
                    value.unwrap_or(Value::Null)
                }
            };
            match self.fresh_name(&classes[slot.class], taken.entry(slot.class).or_default()) {
                Answer::None => return Answer::None,
                Answer::Found(Value::String(name)) => {
                    if !members.insert(name, value) {
                        return self.unsure(TOO_LARGE, None);
                    }
                }
                _ => return Answer::Unknown(None),
            }
        }
        for name in objects.mentioned() {
            if members.len() >= objects.min {
                break;
            }
            if members.contains(&name) || objects.absent.contains(&name) {
                continue;
            }
            match self.member(objects, &name) {
                Answer::Found(value) => {
                    if !members.insert(name, value) {
                        return self.unsure(TOO_LARGE, None);
                    }
                }
                Answer::None => {}
                Answer::Unknown(_) => sure = false,
            }
        }
        for (number, class) in classes.iter().enumerate() {
            if members.len() >= objects.min {
                break;
            }
            let value = match self.solve(&class.value) {
                Answer::Found(value) => value,
                Answer::None => continue,
                Answer::Unknown(_) => {
                    sure = false;
                    continue;
                }
            };
            while members.len() < objects.min {
                match self.fresh_name(class, taken.entry(number).or_default()) {
                    Answer::Found(Value::String(name)) => {
                        if !members.insert(name, value.clone()) {
                            return self.unsure(TOO_LARGE, None);
                        }
                    }
                    Answer::None => break,
                    _ => {
                        sure = false;
                        break;
                    }
                }
            }
        }
        if members.len() < objects.min {
            return if sure { Answer::None } else { Answer::Unknown(None) };
        }
        let value = members.into_value();
        if sure { Answer::Found(value) } else { Answer::Unknown(Some(value)) }
    }

    /// An unused name of the class.
    fn fresh_name(&mut self, class: &Class, taken: &mut BTreeSet<Constant>) -> Answer {
        let mut goal = class.name.clone();
        if taken.len() >= MANY_NAMES
            && let Some(first) = taken.first().and_then(|constant| constant.value.as_str())
        {
            let numbered = Value::from(format!("{first}{}", taken.len()));
            if !taken.contains(&Constant::new(&numbered))
                && let Answer::Found(name) = self.first_of([numbered].iter(), &goal)
            {
                taken.insert(Constant::new(&name));
                return Answer::Found(name);
            }
        }
        if !taken.is_empty() {
            let used = self.arena.add(Form::Values(taken.clone()));
            goal.insert((used, false));
        }
        let answer = self.solve(&goal);
        if let Answer::Found(name) = &answer {
            taken.insert(Constant::new(name));
        }
        answer
    }
}

impl Objects {
    fn at_most(&mut self, most: u64) {
        self.max = Some(self.max.map_or(most, |max| max.min(most)));
    }

    /// Every name in the leaves.
    fn mentioned(&self) -> BTreeSet<String> {
        let mut all = self.required.clone();
        all.extend(self.absent.iter().cloned());
        all.extend(self.properties.keys().cloned());
        all.extend(self.additional.iter().flat_map(|(known, _)| known.names.iter().cloned()));
        all.extend(self.demands.iter().flat_map(|demand| demand.not_named.iter().cloned()));
        all.extend(self.extra.keys().cloned());
        all
    }
}

/// An instance that depends on something unknown is only a candidate.
fn doubtful(answer: Answer) -> Answer {
    match answer {
        Answer::Found(value) => Answer::Unknown(Some(value)),
        other => other,
    }
}
