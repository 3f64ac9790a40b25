//! Equal formulas become one, also across recursion: the coarsest partition in which two formulas of a
//! class have the same shape over the same classes. A refactor through `$ref` or a new `title` is then
//! no difference at all, and what the two versions share is never compared.

use std::collections::BTreeMap;

use super::form::{Arena, Form, Guard, Id, Track};

/// Finds equal formulas and replaces each by one representative.
pub(crate) fn merge(arena: &mut Arena) {
    let alias = aliases(arena);
    arena.unify(alias.clone());
    let skeletons = skeletons(arena);
    let mut classes = vec![0u32; arena.len()];
    let mut tracks = vec![0u32; arena.tracks.len()];
    let mut count = 0;
    loop {
        let mut shapes: BTreeMap<(u32, Vec<u32>), u32> = BTreeMap::new();
        let mut next = Vec::with_capacity(classes.len());
        for (id, skeleton) in arena.ids().zip(&skeletons) {
            let shape = (*skeleton, children(arena.get(id), &classes, &tracks));
            let fresh = u32::try_from(shapes.len()).expect("invariant: no more classes than forms");
            next.push(*shapes.entry(shape).or_insert(fresh));
        }
        let mut marks: BTreeMap<Track, u32> = BTreeMap::new();
        let mut next_tracks = Vec::with_capacity(tracks.len());
        for track in &arena.tracks {
            let mut shape = track.clone();
            let class = |id: Id| Id(classes[id.0 as usize]);
            shape.known.map(&class);
            shape.contains.iter_mut().for_each(|id| *id = class(*id));
            for (guard, inner) in &mut shape.inner {
                match guard {
                    Guard::Always => {}
                    Guard::When(id) | Guard::Unless(id) => *id = class(*id),
                }
                *inner = tracks[*inner] as usize;
            }
            shape.inner.sort_unstable();
            let fresh = u32::try_from(marks.len()).expect("invariant: no more classes than tracks");
            next_tracks.push(*marks.entry(shape).or_insert(fresh));
        }
        let found = shapes.len() + marks.len();
        classes = next;
        tracks = next_tracks;
        if found == count {
            break;
        }
        count = found;
    }
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

/// What each formula says apart from its children, as a number: texts and values are compared once, and not
/// again in every round.
fn skeletons(arena: &Arena) -> Vec<u32> {
    let mut known: BTreeMap<Form, u32> = BTreeMap::new();
    let skeleton = |id| {
        let mut form = arena.get(id).clone();
        form.map_children(&|_| Id(0));
        if let Form::Scope(_, scope) = &mut form {
            scope.track = 0;
        }
        let fresh = u32::try_from(known.len()).expect("invariant: no more skeletons than forms");
        *known.entry(form).or_insert(fresh)
    };
    arena.ids().map(skeleton).collect()
}

/// The classes of a formula's children, in an order that says what the skeleton leaves open.
fn children(form: &Form, classes: &[u32], tracks: &[u32]) -> Vec<u32> {
    let class = |id: &Id| classes[id.0 as usize];
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
        // In oneOf the order says nothing, the number does.
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
            all.push(tracks[scope.track]);
            all
        }
        _ => Vec::new(),
    }
}

/// Formulas that are true (or false) whatever the instance become the one True (or False): keywords with
/// empty schemas, as in `additionalProperties: {}`, are then no choice that anybody has to look into.
fn settle(arena: &mut Arena, mut same: BTreeMap<Id, Id>) {
    let (yes, no) = (arena.any_value(), arena.add(Form::False));
    loop {
        let is = |id: &Id, wanted: Id| same.get(id).copied().unwrap_or(*id) == wanted;
        let mut found = Vec::new();
        for id in arena.ids() {
            let settled = match arena.get(id) {
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
            if let Some(truth) = settled {
                let target = if truth { yes } else { no };
                if !is(&id, target) {
                    found.push((id, target));
                }
            }
        }
        if found.is_empty() {
            break;
        }
        same.extend(found);
    }
    arena.unify(same);
}

/// Formulas that only refer to another one; a reference that leads back to itself asserts nothing.
fn aliases(arena: &mut Arena) -> BTreeMap<Id, Id> {
    let mut same = BTreeMap::new();
    let any = arena.any_value();
    for start in arena.ids() {
        let mut at = start;
        let mut steps = 0;
        loop {
            match arena.get(at) {
                Form::All(parts) => match parts.as_slice() {
                    [] => at = any,
                    [only] if steps <= arena.len() => {
                        at = *only;
                        steps += 1;
                        continue;
                    }
                    [_] => at = any,
                    _ => {}
                },
                Form::True => at = any,
                _ => {}
            }
            break;
        }
        same.insert(start, at);
    }
    same
}
