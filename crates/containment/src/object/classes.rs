//! The kinds of names that no leaf mentions, by the patterns that match them. Few patterns have all their kinds
//! listed. Of many, only the kinds that a demand can use are searched: a kind with fewer matching patterns demands
//! less of the value, so it comes first.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::Objects;
use crate::form::{Constant, Form, Id, Kind};
use crate::solve::{Answer, Goal, Solver};

/// The maximum number of patterns over names of which all kinds are listed: there are 2^n.
const MAX_LISTED: usize = 7;
/// The maximum number of patterns of which kinds are searched.
const MAX_SEARCHED: usize = 4_000;
/// The maximum number of kinds, and of those that are looked at.
const MAX_CLASSES: usize = 1 << MAX_LISTED;
const MAX_VISITS: usize = 4 * MAX_CLASSES;
/// The number of visits for each pattern: most patterns of a large map are settled by one value or one name.
const VISITS_A_PATTERN: usize = 4;
/// The number of patterns that are tried alone for members that no demand asks for.
const MAX_ALONE: usize = 8;
/// The number of kinds that are tried for each demand because one more pattern matches their names.
const MAX_BESIDE: usize = 4;
/// The number of patterns that cost a step when kinds are looked at.
const PATTERNS_A_STEP: u64 = 16;

/// Unmentioned names, by the patterns that match them.
#[derive(Debug, Clone)]
pub(super) struct Class {
    pub(super) signs: BTreeMap<Id, bool>,
    pub(super) name: Goal,
    pub(super) value: Goal,
}

/// The kinds of names, and whether members of other kinds make no difference.
#[derive(Debug, Default)]
pub(super) struct Classes {
    pub(super) list: Vec<Class>,
    pub(super) is_complete: bool,
}

/// How thoroughly kinds are searched.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Effort {
    /// Those whose names match no pattern needlessly.
    Simplest,
    /// Also those whose names match one pattern more: a closed map accepts no other names.
    OneMore,
    All,
}

/// What a class is made from.
struct Names {
    patterns: Vec<Id>,
    /// Required of each name.
    base: Goal,
    visits: usize,
    classes: Classes,
}

/// Signs of patterns that are given, and what the value must satisfy beside its class.
struct Wanted<'w> {
    signs: BTreeMap<Id, bool>,
    value: &'w Goal,
}

impl Solver {
    /// The kinds of unmentioned names.
    pub(super) fn classes(&mut self, objects: &Objects, effort: Effort) -> Classes {
        let mut names = self.unmentioned(objects);
        let count = names.patterns.len();
        names.classes.is_complete = true;
        let nothing = Goal::new();
        if count <= MAX_LISTED {
            let wanted = Wanted { signs: BTreeMap::new(), value: &nothing };
            self.list_classes(objects, &mut names, &wanted, count, &mut BTreeMap::new());
            return names.classes;
        }
        if count > MAX_SEARCHED {
            names.classes.is_complete = false;
            return names.classes;
        }
        for demand in &objects.demands {
            let mut signs = BTreeMap::new();
            let is_possible =
                demand.name.iter().all(|(id, sign)| *signs.entry(*id).or_insert(*sign) == *sign);
            if is_possible {
                let wanted = Wanted { signs, value: &demand.value };
                self.search_classes(objects, &mut names, &wanted, effort);
            }
        }
        // Only a minimum count asks for members that nothing demands.
        if objects.min > objects.required.len() as u64 {
            let alone = if effort == Effort::All { 0 } else { MAX_ALONE };
            let ids: Vec<Id> = names.patterns.iter().take(alone).copied().collect();
            for id in ids {
                let wanted = Wanted { signs: BTreeMap::from([(id, true)]), value: &nothing };
                self.search_classes(objects, &mut names, &wanted, effort);
            }
            let wanted = Wanted { signs: BTreeMap::new(), value: &nothing };
            self.search_classes(objects, &mut names, &wanted, effort);
        }
        names.classes.is_complete &= effort == Effort::All;
        names.classes
    }

    fn unmentioned(&mut self, objects: &Objects) -> Names {
        let mut patterns: BTreeSet<Id> = BTreeSet::new();
        patterns.extend(objects.matching.iter().map(|(names, _)| *names));
        patterns.extend(objects.additional.iter().flat_map(|(known, _)| known.patterns.iter()));
        patterns.extend(objects.demands.iter().flat_map(|demand| demand.name.iter().map(|l| l.0)));
        let mentioned: BTreeSet<Constant> = objects
            .mentioned()
            .iter()
            .map(|name| Constant::new(&Value::from(name.as_str())))
            .collect();
        let mentioned = self.arena.add(Form::Values(mentioned));
        let text = self.arena.add(Form::Types(Kind::String.bit()));
        let mut base: Goal = objects.names.iter().map(|id| (*id, true)).collect();
        base.extend([(mentioned, false), (text, true)]);
        let patterns = patterns.into_iter().collect();
        Names { patterns, base, visits: 0, classes: Classes::default() }
    }

    fn search_classes(
        &mut self,
        objects: &Objects,
        names: &mut Names,
        wanted: &Wanted<'_>,
        effort: Effort,
    ) {
        if effort == Effort::All {
            let mut signs = wanted.signs.clone();
            return self.list_classes(objects, names, wanted, names.patterns.len(), &mut signs);
        }
        let mut signs: BTreeMap<Id, bool> = names.patterns.iter().map(|id| (*id, false)).collect();
        signs.extend(wanted.signs.iter().map(|(id, sign)| (*id, *sign)));
        self.add_class(objects, names, wanted, &signs);
        if effort == Effort::OneMore {
            self.add_with_one_more(objects, names, wanted, &mut signs);
        }
    }

    /// Adds the kinds whose names match one more pattern than asked for.
    fn add_with_one_more(
        &mut self,
        objects: &Objects,
        names: &mut Names,
        wanted: &Wanted<'_>,
        signs: &mut BTreeMap<Id, bool>,
    ) {
        let enough = names.classes.list.len() + MAX_BESIDE;
        for id in names.patterns.clone() {
            if names.classes.list.len() >= enough || !self.budget.spend(self.price(names)) {
                return;
            }
            if wanted.signs.contains_key(&id) {
                continue;
            }
            signs.insert(id, true);
            self.add_class(objects, names, wanted, signs);
            signs.insert(id, false);
        }
    }

    /// The steps for a look at one kind.
    fn price(&self, names: &Names) -> u64 {
        1 + names.patterns.len() as u64 / PATTERNS_A_STEP
    }

    /// Gives a sign to each of the first `left` patterns, "does not match" first.
    fn list_classes(
        &mut self,
        objects: &Objects,
        names: &mut Names,
        wanted: &Wanted<'_>,
        left: usize,
        signs: &mut BTreeMap<Id, bool>,
    ) {
        let is_large = names.patterns.len() > MAX_LISTED;
        if is_large {
            names.visits += 1;
            let most = MAX_VISITS + VISITS_A_PATTERN * names.patterns.len();
            if names.visits > most || !self.budget.spend(self.price(names)) {
                names.classes.is_complete = false;
                return;
            }
        }
        let Some(last) = left.checked_sub(1) else {
            return self.add_class(objects, names, wanted, signs);
        };
        let id = names.patterns[last];
        if wanted.signs.contains_key(&id) {
            return self.list_classes(objects, names, wanted, last, signs);
        }
        for sign in [false, true] {
            signs.insert(id, sign);
            // "Does not match" asks nothing of a value, and nearly every name can do it.
            if !is_large || !sign || self.may_have_members(objects, names, wanted, signs) {
                self.list_classes(objects, names, wanted, last, signs);
            }
        }
        signs.remove(&id);
    }

    /// Whether names with these signs exist, and may have a value.
    fn may_have_members(
        &mut self,
        objects: &Objects,
        names: &Names,
        wanted: &Wanted<'_>,
        signs: &BTreeMap<Id, bool>,
    ) -> bool {
        let value = value_goal(objects, signs).union(wanted.value).copied().collect();
        if matches!(self.solve(&value), Answer::None) {
            return false;
        }
        // Patterns that match no common name are a smaller question than all patterns at once.
        let matching = signs.iter().filter(|(_, sign)| **sign).map(|(id, _)| (*id, true));
        let in_common: Goal = matching.chain(names.base.iter().copied()).collect();
        !matches!(self.solve(&in_common), Answer::None)
            && !matches!(self.solve(&name_goal(names, signs)), Answer::None)
    }

    fn add_class(
        &mut self,
        objects: &Objects,
        names: &mut Names,
        wanted: &Wanted<'_>,
        signs: &BTreeMap<Id, bool>,
    ) {
        let is_large = names.patterns.len() > MAX_LISTED;
        if is_large && names.classes.list.iter().any(|class| class.signs == *signs) {
            return;
        }
        let has_members = if is_large {
            self.may_have_members(objects, names, wanted, signs)
        } else {
            !matches!(self.solve(&name_goal(names, signs)), Answer::None)
        };
        if !has_members {
            return;
        }
        if names.classes.list.len() >= MAX_CLASSES {
            names.classes.is_complete = false;
            return;
        }
        names.classes.list.push(Class {
            signs: signs.clone(),
            name: name_goal(names, signs),
            value: value_goal(objects, signs),
        });
    }
}

fn name_goal(names: &Names, signs: &BTreeMap<Id, bool>) -> Goal {
    let mut goal: Goal = signs.iter().map(|(id, sign)| (*id, *sign)).collect();
    goal.extend(names.base.iter().copied());
    goal
}

/// What a value must satisfy because of its name. Without the signs of all patterns, it must satisfy at least this.
fn value_goal(objects: &Objects, signs: &BTreeMap<Id, bool>) -> Goal {
    let mut value = Goal::new();
    for (names, id) in &objects.matching {
        if signs.get(names) == Some(&true) {
            value.insert((*id, true));
        }
    }
    for (known, id) in &objects.additional {
        if known.patterns.iter().all(|pattern| signs.get(pattern) == Some(&false)) {
            value.insert((*id, true));
        }
    }
    value
}
