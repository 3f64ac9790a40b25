//! Equal formulas become one, also across recursion: the coarsest partition in which two formulas of a
//! class have the same shape over the same classes. A refactor through `$ref` or a new `title` is then
//! no difference at all, and what the two versions share is never compared.

use std::collections::{BTreeMap, BTreeSet};

use crate::form::{Arena, Form, Guard, Id, Track};
use crate::partition::Graph;

/// Finds equal formulas and replaces each by one representative.
pub(crate) fn merge(arena: &mut Arena) {
    let alias = aliases(arena);
    arena.unify(alias.clone());
    let classes = crate::partition::coarsest(&Forms::new(arena));
    let mut first: BTreeMap<u32, Id> = BTreeMap::new();
    let mut same = BTreeMap::new();
    for id in arena.ids() {
        let target = alias.get(&id).copied().unwrap_or(id);
        let leader = *first.entry(classes[target.0 as usize]).or_insert(target);
        same.insert(id, leader);
    }
    arena.unify(same.clone());
    settle(arena, same);
}

/// The formulas of an arena as a graph, followed by its tracks.
struct Forms<'a> {
    arena: &'a Arena,
    skeletons: Vec<u32>,
}

impl Forms<'_> {
    fn new(arena: &Arena) -> Forms<'_> {
        let mut skeletons = skeletons(arena);
        let fresh = skeletons.iter().max().map_or(0, |most| most + 1);
        let mut known: BTreeMap<Track, u32> = BTreeMap::new();
        for track in &arena.tracks {
            let mut bare = track.clone();
            bare.known.patterns.clear();
            bare.contains.clear();
            bare.inner.clear();
            let next = fresh + number(known.len());
            skeletons.push(*known.entry(bare).or_insert(next));
        }
        Forms { arena, skeletons }
    }

    fn track(&self, node: usize) -> Option<&Track> {
        self.arena.tracks.get(node.checked_sub(self.arena.len())?)
    }
}

impl Graph for Forms<'_> {
    fn skeletons(&self) -> &[u32] {
        &self.skeletons
    }

    fn signature(&self, node: usize, class: &dyn Fn(usize) -> u32) -> Vec<u32> {
        let of_form = |id: &Id| class(id.0 as usize);
        let of_track = |track: usize| class(self.arena.len() + track);
        match self.track(node) {
            None => children(self.arena.get(Id(number(node))), &of_form, &of_track),
            Some(track) => children_of_track(track, &of_form, &of_track),
        }
    }
}

/// A number of formulas, which is limited far below 2^32.
fn number(count: usize) -> u32 {
    u32::try_from(count).expect("invariant: no more classes than forms and tracks")
}

/// The content of each formula apart from its children, as a number: texts and values are compared once,
/// and not in every round.
fn skeletons(arena: &Arena) -> Vec<u32> {
    let mut known: BTreeMap<Form, u32> = BTreeMap::new();
    let skeleton = |id| {
        let mut form = arena.get(id).clone();
        form.map_children(&|_| Id(0));
        if let Form::Scope(_, scope) = &mut form {
            scope.track = 0;
        }
        let fresh = number(known.len());
        *known.entry(form).or_insert(fresh)
    };
    arena.ids().map(skeleton).collect()
}

/// The classes of a track's references.
fn children_of_track(
    track: &Track,
    class: &dyn Fn(&Id) -> u32,
    of_track: &dyn Fn(usize) -> u32,
) -> Vec<u32> {
    let mut patterns: Vec<u32> = track.known.patterns.iter().map(class).collect();
    patterns.sort_unstable();
    patterns.dedup();
    let mut inner: Vec<[u32; 3]> = Vec::with_capacity(track.inner.len());
    for (guard, within) in &track.inner {
        let within = of_track(*within);
        inner.push(match guard {
            Guard::Always => [0, 0, within],
            Guard::When(id) => [1, class(id), within],
            Guard::Unless(id) => [2, class(id), within],
        });
    }
    inner.sort_unstable();
    // The lengths separate the lists.
    let mut all = vec![number(patterns.len()), number(track.contains.len())];
    all.extend(patterns);
    all.extend(track.contains.iter().map(class));
    all.extend(inner.into_iter().flatten());
    all
}

/// The classes of a formula's children, in a canonical order.
fn children(form: &Form, class: &dyn Fn(&Id) -> u32, of_track: &dyn Fn(usize) -> u32) -> Vec<u32> {
    let sorted = |ids: &mut dyn Iterator<Item = &Id>| -> Vec<u32> {
        let mut all: Vec<u32> = ids.map(class).collect();
        all.sort_unstable();
        all
    };
    match form {
        Form::All(ids) | Form::Any(ids) => {
            let mut all = sorted(&mut ids.iter());
            all.dedup();
            all
        }
        // In oneOf the order doesn't matter, but the number does.
        Form::One(ids) => sorted(&mut ids.iter()),
        Form::If(a, b, c) => vec![class(a), class(b), class(c)],
        Form::Not(id)
        | Form::Item(_, id)
        | Form::Rest(_, id)
        | Form::AtLeast(id, _)
        | Form::AtMost(id, _)
        | Form::Property(_, id)
        | Form::Names(id) => vec![class(id)],
        Form::Matching(names, id) => vec![class(names), class(id)],
        Form::Additional(known, id) => {
            let mut all = sorted(&mut known.patterns.iter());
            all.dedup();
            all.push(class(id));
            all
        }
        Form::Scope(id, scope) => {
            let parts = [Some(*id), scope.properties, scope.items];
            let mut all: Vec<u32> = parts.iter().flatten().map(class).collect();
            all.push(of_track(scope.track));
            all
        }
        _ => Vec::new(),
    }
}

/// Formulas that are true (or false) for every instance become the single True (or False): keywords with
/// empty schemas, such as `additionalProperties: {}`, are then no choices to examine.
fn settle(arena: &mut Arena, mut same: BTreeMap<Id, Id>) {
    let (yes, no) = (arena.any_value(), arena.add(Form::False));
    let ids: Vec<Id> = arena.ids().collect();
    let mut again = true;
    while again {
        again = false;
        // Parts usually follow the formulas that contain them, so one round finds nearly all.
        for id in ids.iter().rev() {
            let is = |id: &Id, wanted: Id| same.get(id).copied().unwrap_or(*id) == wanted;
            let settled = match arena.get(*id) {
                Form::True => Some(true),
                Form::False => Some(false),
                Form::All(parts) if parts.iter().all(|part| is(part, yes)) => Some(true),
                Form::All(parts) if parts.iter().any(|part| is(part, no)) => Some(false),
                Form::Any(parts) if parts.iter().any(|part| is(part, yes)) => Some(true),
                Form::Any(parts) if parts.iter().all(|part| is(part, no)) => Some(false),
                Form::Not(part) if is(part, yes) => Some(false),
                Form::Not(part) if is(part, no) => Some(true),
                Form::Property(_, part)
                | Form::Matching(_, part)
                | Form::Additional(_, part)
                | Form::Names(part)
                | Form::Item(_, part)
                | Form::Rest(_, part)
                    if is(part, yes) =>
                {
                    Some(true)
                }
                _ => None,
            };
            let target = match settled {
                Some(true) => yes,
                Some(false) => no,
                None => continue,
            };
            if !is(id, target) {
                same.insert(*id, target);
                again = true;
            }
        }
    }
    arena.unify(same);
}

/// Formulas that only refer to another one; a circular reference asserts nothing.
fn aliases(arena: &mut Arena) -> BTreeMap<Id, Id> {
    let mut same: BTreeMap<Id, Id> = BTreeMap::new();
    let any = arena.any_value();
    for start in arena.ids() {
        let mut path = BTreeSet::new();
        let mut at = start;
        let end = loop {
            if let Some(end) = same.get(&at) {
                break *end;
            }
            let next = match arena.get(at) {
                Form::True => break any,
                Form::All(parts) => match parts.as_slice() {
                    [] => break any,
                    [only] => *only,
                    _ => break at,
                },
                _ => break at,
            };
            if !path.insert(at) {
                break any;
            }
            at = next;
        };
        same.insert(start, end);
        same.extend(path.into_iter().map(|passed| (passed, end)));
    }
    same
}
