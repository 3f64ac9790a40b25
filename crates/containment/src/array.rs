//! Arrays: the items that the leaves mention individually, and all later items alike. An array that
//! satisfies the leaves still does so without a later item that nothing requires, so only lengths up
//! to the requirements have to be tried.

mod counted;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::form::{Constant, Form, Id};
use crate::size::{Room, TOO_LARGE};
use crate::solve::{Answer, Goal, Literal, Solver, better};

/// The maximum number of distinguished items, and of listed items.
const MAX_PLACES: u64 = 48;
/// The maximum number of items of an array.
const MAX_ITEMS: u64 = 100_000;
/// The maximum number of counted schemas (`contains`): there are 2^n kinds of items.
const MAX_COUNTED: usize = 4;

/// The leaves about arrays, by kind.
#[derive(Debug, Default)]
struct Arrays {
    items: Vec<(u64, Literal)>,
    rest: Vec<(u64, Id)>,
    /// An item that does not satisfy this, at some index from this one on.
    demands: Vec<(u64, Id)>,
    counted: Vec<Counted>,
    min: u64,
    max: Option<u64>,
    unique: bool,
    repeated: bool,
    opaque: Option<Id>,
}

/// The number of items that satisfy a formula.
#[derive(Debug, Clone)]
struct Counted {
    id: Id,
    least: u64,
    most: Option<u64>,
}

/// One item and its requirements; those of the tail are alike except for demands.
#[derive(Debug, Clone)]
struct Slot {
    goal: Goal,
    /// Whether an equal item is here, too.
    twice: Option<usize>,
    tail: bool,
}

impl Solver {
    /// An array that satisfies the leaves.
    pub(crate) fn array(&mut self, leaves: &[Literal]) -> Answer {
        let Some(arrays) = self.sort_array(leaves) else { return Answer::None };
        let culprit = leaves.first().map(|(id, _)| *id);
        if let Some(id) = arrays.opaque {
            return self.unsure("not understood", Some(id));
        }
        if (arrays.unique && arrays.repeated)
            || arrays.max.is_some_and(|max| max < arrays.min)
            || arrays.counted.iter().any(|c| c.most.is_some_and(|most| most < c.least))
        {
            return Answer::None;
        }
        let places = arrays
            .items
            .iter()
            .map(|(at, _)| at + 1)
            .chain(arrays.rest.iter().map(|(from, _)| *from))
            .chain(arrays.demands.iter().map(|(from, _)| *from))
            .max()
            .unwrap_or(0);
        if places <= MAX_PLACES && arrays.counted.len() > MAX_COUNTED {
            return self.one_item_each(&arrays);
        }
        if places > MAX_PLACES {
            return self.unsure("too many places or counted schemas to tell apart", culprit);
        }
        let asked = arrays
            .counted
            .iter()
            .map(|counted| counted.least)
            .fold(arrays.demands.len() as u64, u64::saturating_add)
            .saturating_add(if arrays.repeated { 2 } else { 0 });
        let mut highest = arrays.min.max(places.saturating_add(asked));
        if let Some(max) = arrays.max {
            highest = highest.min(max);
        }
        let mut result = Answer::None;
        let mut length = arrays.min;
        while length <= highest {
            if !self.budget.spend(1) {
                return better(result, self.exhausted(culprit));
            }
            if length > MAX_ITEMS || length - arrays.min > MAX_PLACES * 2 {
                return better(result, self.unsure("more items than are spelled out", culprit));
            }
            result = better(result, self.of_length(&arrays, length, places, asked, culprit));
            if matches!(result, Answer::Found(_)) {
                return result;
            }
            length += 1;
        }
        result
    }

    fn sort_array(&mut self, leaves: &[Literal]) -> Option<Arrays> {
        let mut all = Arrays::default();
        for (id, wanted) in leaves {
            match (self.arena.get(*id), *wanted) {
                (Form::Item(at, id), true) => all.items.push((*at, (*id, true))),
                (Form::Item(at, id), false) => {
                    all.items.push((*at, (*id, false)));
                    all.min = all.min.max(at + 1);
                }
                (Form::Rest(from, id), true) => all.rest.push((*from, *id)),
                (Form::Rest(from, id), false) => {
                    all.demands.push((*from, *id));
                    all.min = all.min.max(from + 1);
                }
                (Form::AtLeast(id, count), true) => all.count(*id, *count, None),
                (Form::AtLeast(id, count), false) => {
                    all.count(*id, 0, Some(count.checked_sub(1)?));
                }
                (Form::AtMost(id, count), true) => all.count(*id, 0, Some(*count)),
                (Form::AtMost(id, count), false) => all.count(*id, count.saturating_add(1), None),
                (Form::MinItems(min), true) => all.min = all.min.max(*min),
                (Form::MinItems(min), false) => all.at_most(min.checked_sub(1)?),
                (Form::MaxItems(max), true) => all.at_most(*max),
                (Form::MaxItems(max), false) => all.min = all.min.max(max.saturating_add(1)),
                (Form::Unique, true) => all.unique = true,
                (Form::Unique, false) => {
                    all.repeated = true;
                    all.min = all.min.max(2);
                }
                _ => all.opaque = Some(*id),
            }
        }
        Some(all)
    }

    /// An array of exactly this length.
    fn of_length(
        &mut self,
        arrays: &Arrays,
        length: u64,
        places: u64,
        asked: u64,
        culprit: Option<Id>,
    ) -> Answer {
        // Items without requirements are filled with any item of the tail.
        let spelled = if arrays.unique { length } else { length.min(places + asked.max(1)) };
        if spelled > MAX_PLACES * 2 {
            return self.unsure("more items than are distinguished", culprit);
        }
        let mut slots = Vec::new();
        for at in 0..spelled {
            let mut goal = Goal::new();
            for (index, literal) in &arrays.items {
                if *index == at {
                    goal.insert(*literal);
                }
            }
            for (from, id) in &arrays.rest {
                if *from <= at {
                    goal.insert((*id, true));
                }
            }
            if matches!(self.solve(&goal), Answer::None) {
                return Answer::None;
            }
            slots.push(Slot { goal, twice: None, tail: at >= places });
        }
        let bulk = length - spelled;
        self.demand(arrays, &arrays.demands.clone(), slots, bulk)
    }

    /// Assigns an index to each demand, then to the pair of equal items, if one is required.
    fn demand(
        &mut self,
        arrays: &Arrays,
        demands: &[(u64, Id)],
        slots: Vec<Slot>,
        bulk: u64,
    ) -> Answer {
        let Some(((from, id), others)) = demands.split_first() else {
            return if arrays.repeated {
                self.pair(arrays, &slots, bulk)
            } else {
                let mut counts = vec![0; arrays.counted.len()];
                self.count_items(arrays, &slots, bulk, 0, &mut Vec::new(), &mut counts)
            };
        };
        let mut result = Answer::None;
        let mut seen: BTreeSet<Goal> = BTreeSet::new();
        for at in 0..slots.len() {
            if (at as u64) < *from {
                continue;
            }
            let mut next = slots.clone();
            // Tail items with the same requirements are interchangeable.
            if next[at].tail && !seen.insert(next[at].goal.clone()) {
                continue;
            }
            next[at].goal.insert((*id, false));
            if matches!(self.solve(&next[at].goal), Answer::None) {
                continue;
            }
            result = better(result, self.demand(arrays, others, next, bulk));
            if matches!(result, Answer::Found(_)) || !self.budget.spend(1) {
                break;
            }
        }
        self.in_time(result)
    }

    fn in_time(&mut self, result: Answer) -> Answer {
        if matches!(result, Answer::None) && !self.budget.spend(0) {
            return self.exhausted(None);
        }
        result
    }

    fn pair(&mut self, arrays: &Arrays, slots: &[Slot], bulk: u64) -> Answer {
        let mut result = Answer::None;
        let mut seen: BTreeSet<(Goal, Goal)> = BTreeSet::new();
        for first in 0..slots.len() {
            for second in first + 1..slots.len() {
                let pair = (slots[first].goal.clone(), slots[second].goal.clone());
                let alike = slots[second].tail && slots[first].tail && !seen.insert(pair);
                if alike {
                    continue;
                }
                let mut next = slots.to_vec();
                let other = next.remove(second);
                next[first].goal.extend(other.goal);
                next[first].twice = Some(second);
                if matches!(self.solve(&next[first].goal), Answer::None) {
                    continue;
                }
                let mut counts = vec![0; arrays.counted.len()];
                let found = self.count_items(arrays, &next, bulk, 0, &mut Vec::new(), &mut counts);
                result = better(result, found);
                if matches!(result, Answer::Found(_)) || !self.budget.spend(1) {
                    return self.in_time(result);
                }
            }
        }
        result
    }

    /// Decides for each item which of the counted schemas it satisfies.
    fn count_items(
        &mut self,
        arrays: &Arrays,
        slots: &[Slot],
        bulk: u64,
        at: usize,
        goals: &mut Vec<Goal>,
        counts: &mut Vec<u64>,
    ) -> Answer {
        if !self.budget.spend(1) {
            return self.exhausted(arrays.counted.first().map(|c| c.id));
        }
        let left: u64 =
            slots[at..].iter().map(|slot| if slot.twice.is_some() { 2 } else { 1 }).sum::<u64>()
                + bulk;
        for (counted, count) in arrays.counted.iter().zip(counts.iter()) {
            if counted.most.is_some_and(|most| *count > most) || count + left < counted.least {
                return Answer::None;
            }
        }
        let Some(slot) = slots.get(at) else {
            return self.spell_items(arrays, slots, bulk, goals, counts);
        };
        let mut result = Answer::None;
        for bits in 0..1u32 << arrays.counted.len() {
            let mut goal = slot.goal.clone();
            for (number, counted) in arrays.counted.iter().enumerate() {
                goal.insert((counted.id, bits >> number & 1 == 1));
            }
            // The order of items with the same requirements doesn't matter: only the sorted one is
            // tried.
            if let (Some(before), Some(last)) = (at.checked_sub(1).map(|i| &slots[i]), goals.last())
                && before.tail
                && slot.tail
                && before.twice.is_none()
                && slot.twice.is_none()
                && before.goal == slot.goal
                && goal < *last
            {
                continue;
            }
            if matches!(self.solve(&goal), Answer::None) {
                continue;
            }
            let weight = if slot.twice.is_some() { 2 } else { 1 };
            for (number, count) in counts.iter_mut().enumerate() {
                *count += if bits >> number & 1 == 1 { weight } else { 0 };
            }
            goals.push(goal);
            result = better(result, self.count_items(arrays, slots, bulk, at + 1, goals, counts));
            goals.pop();
            for (number, count) in counts.iter_mut().enumerate() {
                *count -= if bits >> number & 1 == 1 { weight } else { 0 };
            }
            if matches!(result, Answer::Found(_)) {
                break;
            }
        }
        result
    }

    /// Finds the items, all distinct if required.
    fn spell_items(
        &mut self,
        arrays: &Arrays,
        slots: &[Slot],
        bulk: u64,
        goals: &[Goal],
        counts: &[u64],
    ) -> Answer {
        let (mut sure, mut room) = (true, Room::new());
        let mut items = Vec::new();
        if arrays.unique && goals.len() > 1 {
            match self.distinct(goals) {
                Ok(found) => items = found,
                Err(answer) => return answer,
            }
        } else {
            for goal in goals {
                let item = match self.solve(goal) {
                    Answer::None => return Answer::None,
                    Answer::Found(item) => item,
                    Answer::Unknown(item) => {
                        sure = false;
                        item.unwrap_or(Value::Null)
                    }
                };
                if !room.takes(&item, 1) {
                    return self.unsure(TOO_LARGE, goal.iter().next().map(|(id, _)| *id));
                }
                items.push(item);
            }
            for (at, slot) in slots.iter().enumerate() {
                if let Some(second) = slot.twice {
                    items.insert(second, items[at].clone());
                }
            }
        }
        if bulk > 0 {
            match self.bulk(arrays, counts, bulk) {
                Ok((item, known)) => {
                    sure &= known;
                    if !room.takes(&item, bulk) {
                        return self.unsure(TOO_LARGE, arrays.rest.first().map(|(_, id)| *id));
                    }
                    items.extend((0..bulk).map(|_| item.clone()));
                }
                Err(answer) => return answer,
            }
        }
        let value = Value::Array(items);
        if sure { Answer::Found(value) } else { Answer::Unknown(Some(value)) }
    }

    /// An item for filling, and whether it certainly fits.
    fn bulk(
        &mut self,
        arrays: &Arrays,
        counts: &[u64],
        bulk: u64,
    ) -> Result<(Value, bool), Answer> {
        let mut base = Goal::new();
        for (_, id) in &arrays.rest {
            base.insert((*id, true));
        }
        let mut result = Answer::None;
        for bits in 0..1u32 << arrays.counted.len() {
            let mut goal = base.clone();
            let mut fits = true;
            for (number, counted) in arrays.counted.iter().enumerate() {
                let sign = bits >> number & 1 == 1;
                goal.insert((counted.id, sign));
                let total = counts[number] + if sign { bulk } else { 0 };
                fits &= total >= counted.least && counted.most.is_none_or(|most| total <= most);
            }
            if !fits {
                continue;
            }
            match self.solve(&goal) {
                Answer::Found(item) => return Ok((item, true)),
                other => result = better(result, other),
            }
        }
        match result {
            Answer::Unknown(Some(item)) => Ok((item, false)),
            // Mixed fillings are not tried, so "none" proves nothing if schemas are counted.
            Answer::None if arrays.counted.is_empty() => Err(Answer::None),
            _ => Err(self.unsure(
                "counted items beyond those distinguished",
                arrays.counted.first().map(|c| c.id),
            )),
        }
    }

    /// Distinct items: a matching of positions and values. A position with as many values as there
    /// are positions always gets one, so no more than that many are searched.
    fn distinct(&mut self, goals: &[Goal]) -> Result<Vec<Value>, Answer> {
        let wanted = goals.len();
        let mut options: Vec<Vec<Constant>> = Vec::with_capacity(wanted);
        let mut sure = true;
        for (at, goal) in goals.iter().enumerate() {
            if let Some(same) = goals[..at].iter().position(|other| other == goal) {
                options.push(options[same].clone());
                continue;
            }
            let mut found: BTreeSet<Constant> = BTreeSet::new();
            let mut list = Vec::new();
            while list.len() < wanted {
                let mut next = goal.clone();
                if !found.is_empty() {
                    next.insert((self.arena.add(Form::Values(found.clone())), false));
                }
                match self.solve(&next) {
                    Answer::None => break,
                    Answer::Found(value) => {
                        let constant = Constant::new(&value);
                        if !found.insert(constant.clone()) {
                            sure = false;
                            break;
                        }
                        list.push(constant);
                    }
                    Answer::Unknown(_) => {
                        sure = false;
                        break;
                    }
                }
            }
            options.push(list);
        }
        let mut taken: BTreeMap<Constant, usize> = BTreeMap::new();
        for at in 0..wanted {
            if !augment(at, &options, &mut taken, &mut BTreeSet::new()) {
                return Err(if sure { Answer::None } else { Answer::Unknown(None) });
            }
        }
        let mut items = vec![Value::Null; wanted];
        for (constant, at) in taken {
            items[at] = constant.value;
        }
        Ok(items)
    }
}

/// Kuhn's step: finds a value for the position, moving others if necessary.
fn augment(
    at: usize,
    options: &[Vec<Constant>],
    taken: &mut BTreeMap<Constant, usize>,
    seen: &mut BTreeSet<Constant>,
) -> bool {
    for value in &options[at] {
        if !seen.insert(value.clone()) {
            continue;
        }
        let holder = taken.get(value).copied();
        if holder.is_none_or(|holder| augment(holder, options, taken, seen)) {
            taken.insert(value.clone(), at);
            return true;
        }
    }
    false
}

impl Arrays {
    fn at_most(&mut self, most: u64) {
        self.max = Some(self.max.map_or(most, |max| max.min(most)));
    }

    fn count(&mut self, id: Id, least: u64, most: Option<u64>) {
        match self.counted.iter_mut().find(|counted| counted.id == id) {
            Some(counted) => {
                counted.least = counted.least.max(least);
                counted.most = match (counted.most, most) {
                    (Some(a), Some(b)) => Some(a.min(b)),
                    (a, b) => a.or(b),
                };
            }
            None => self.counted.push(Counted { id, least, most }),
        }
    }
}
