//! Arrays with many counted schemas (`contains`): one item for each count. Which items satisfy several of the schemas
//! is not searched, so only instances are found, never a proof.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{Arrays, MAX_ITEMS};
use crate::form::Constant;
use crate::size::{Room, TOO_LARGE};
use crate::solve::{Answer, Goal, Solver};

impl Solver {
    /// An array with an item for each counted schema; unknown if none is found.
    pub(super) fn one_item_each(&mut self, arrays: &Arrays) -> Answer {
        let culprit = arrays.counted.first().map(|counted| counted.id);
        let unknown = "too many places or counted schemas to tell apart";
        if !arrays.items.is_empty() || !arrays.demands.is_empty() || arrays.repeated {
            return self.unsure(unknown, culprit);
        }
        // An item that none of the schemas may have.
        let mut base = Goal::new();
        base.extend(arrays.counted.iter().filter(|c| c.most == Some(0)).map(|c| (c.id, false)));
        let mut wanted: Vec<Goal> = Vec::new();
        for counted in arrays.counted.iter().filter(|counted| counted.least > 0) {
            if counted.least.saturating_add(wanted.len() as u64) > MAX_ITEMS {
                return self.unsure(unknown, culprit);
            }
            let mut goal = base.clone();
            goal.insert((counted.id, true));
            wanted.extend((0..counted.least).map(|_| goal.clone()));
        }
        if arrays.min > MAX_ITEMS {
            return self.unsure(unknown, culprit);
        }
        while (wanted.len() as u64) < arrays.min {
            wanted.push(base.clone());
        }
        if arrays.max.is_some_and(|max| wanted.len() as u64 > max) {
            return self.unsure(unknown, culprit);
        }
        let (mut items, mut room) = (Vec::with_capacity(wanted.len()), Room::new());
        for (at, goal) in wanted.iter_mut().enumerate() {
            let rest = arrays.rest.iter().filter(|(from, _)| *from <= at as u64);
            goal.extend(rest.map(|(_, id)| (*id, true)));
            let Answer::Found(item) = self.solve(goal) else {
                return self.unsure(unknown, culprit);
            };
            if !room.takes(&item, 1) {
                return self.unsure(TOO_LARGE, culprit);
            }
            items.push(item);
        }
        for counted in &arrays.counted {
            let Some(most) = counted.most else { continue };
            let mut count = 0;
            for item in &items {
                match self.eval(counted.id, item) {
                    Some(holds) => count += u64::from(holds),
                    None => return self.unsure(unknown, culprit),
                }
            }
            if count > most {
                return self.unsure(unknown, culprit);
            }
        }
        if arrays.unique {
            let different: BTreeSet<Constant> = items.iter().map(Constant::new).collect();
            if different.len() < items.len() {
                return self.unsure(unknown, culprit);
            }
        }
        Answer::Found(Value::Array(items))
    }
}
