//! Whether a value satisfies a formula: three-valued, for constants, for names, and to test the solver.

use std::collections::BTreeSet;

use contract::number::{Exact, is_written_as_integer};
use serde_json::Value;

use crate::form::{Constant, Form, Guard, Id, Kind, MatchedNames, Scope};
use crate::solve::Solver;

/// The maximum depth of formulas over one instance.
const MAX_DEPTH: usize = 150;

/// The evaluated parts of an instance.
#[derive(Default)]
struct Marks {
    names: BTreeSet<String>,
    all_names: bool,
    items: BTreeSet<usize>,
}

impl Solver {
    /// `None`: not known.
    pub(crate) fn eval(&mut self, id: Id, value: &Value) -> Option<bool> {
        self.eval_at(id, value, 0)
    }

    fn eval_at(&mut self, id: Id, value: &Value, depth: usize) -> Option<bool> {
        // A formula that contains itself twice doubles with each level.
        if depth > MAX_DEPTH || !self.budget.tick() {
            return None;
        }
        let form = self.arena.shared(id);
        if form.about().is_some_and(|kind| kind != Kind::of(value)) {
            return Some(true);
        }
        match &*form {
            Form::True => Some(true),
            Form::False => Some(false),
            Form::All(ids) => self.every(ids, value, depth, true),
            Form::Any(ids) => self.every(ids, value, depth, false).map(|none| !none),
            Form::One(ids) => {
                let mut count = 0;
                for id in ids {
                    count += usize::from(self.eval_at(*id, value, depth + 1)?);
                }
                Some(count == 1)
            }
            Form::Not(id) => self.eval_at(*id, value, depth + 1).map(|holds| !holds),
            Form::If(condition, then, otherwise) => {
                let branch =
                    if self.eval_at(*condition, value, depth + 1)? { then } else { otherwise };
                self.eval_at(*branch, value, depth + 1)
            }
            Form::Types(bits) => Some(bits & Kind::of(value).bit() != 0),
            Form::Values(values) => Some(values.contains(&Constant::new(value))),
            Form::Scope(body, scope) => self.eval_scope(*body, scope, value, depth),
            leaf => match value {
                Value::Number(number) => eval_number(leaf, &Exact::new(number)?, number),
                Value::String(text) => self.eval_string(leaf, text),
                Value::Array(items) => self.eval_array(leaf, items, depth),
                Value::Object(_) => self.eval_object(leaf, value, depth),
                _ => Some(true),
            },
        }
    }

    /// Whether all of the formulas are `wanted`; one that isn't decides even beside unknown ones.
    fn every(&mut self, ids: &[Id], value: &Value, depth: usize, wanted: bool) -> Option<bool> {
        let mut known = true;
        for id in ids {
            match self.eval_at(*id, value, depth + 1) {
                Some(holds) if holds != wanted => return Some(false),
                Some(_) => {}
                None => known = false,
            }
        }
        known.then_some(true)
    }

    /// Whether a text has a format that no validator supports.
    fn has_format(&mut self, format: &str, text: &str) -> Option<bool> {
        let bounds = crate::format::bounds(format)?;
        if self.automata.is_match(bounds.outer, text, &self.budget) == Some(false) {
            return Some(false);
        }
        (self.automata.is_match(bounds.inner, text, &self.budget) == Some(true)).then_some(true)
    }

    fn eval_string(&mut self, leaf: &Form, text: &str) -> Option<bool> {
        let length = || text.chars().count() as u64;
        match leaf {
            Form::MinLength(min) => Some(length() >= *min),
            Form::MaxLength(max) => Some(length() <= *max),
            Form::Pattern(pattern) => self.automata.is_match(pattern, text, &self.budget),
            Form::Format(name) => self.has_format(name, text),
            _ => None,
        }
    }

    fn eval_array(&mut self, leaf: &Form, items: &[Value], depth: usize) -> Option<bool> {
        match leaf {
            Form::Item(index, id) => match items.get(usize::try_from(*index).ok()?) {
                Some(item) => self.eval_at(*id, item, depth + 1),
                None => Some(true),
            },
            Form::Rest(from, id) => {
                let from = usize::try_from(*from).ok()?;
                let rest = items.iter().skip(from);
                self.all_of(rest.map(|item| (*id, item)), depth)
            }
            Form::AtLeast(id, count) => {
                let (least, most) = self.count(*id, items, depth);
                between(least >= *count, most >= *count)
            }
            Form::AtMost(id, count) => {
                let (least, most) = self.count(*id, items, depth);
                between(most <= *count, least <= *count)
            }
            Form::MinItems(min) => Some(items.len() as u64 >= *min),
            Form::MaxItems(max) => Some(items.len() as u64 <= *max),
            Form::Unique => {
                let distinct: BTreeSet<Constant> = items.iter().map(Constant::new).collect();
                Some(distinct.len() == items.len())
            }
            _ => None,
        }
    }

    /// The minimum and maximum number of matching items.
    fn count(&mut self, id: Id, items: &[Value], depth: usize) -> (u64, u64) {
        let mut bounds = (0, 0);
        for item in items {
            match self.eval_at(id, item, depth + 1) {
                Some(true) => bounds = (bounds.0 + 1, bounds.1 + 1),
                Some(false) => {}
                None => bounds.1 += 1,
            }
        }
        bounds
    }

    fn eval_object(&mut self, leaf: &Form, value: &Value, depth: usize) -> Option<bool> {
        let members = value.as_object()?;
        match leaf {
            Form::Property(name, id) => match members.get(name) {
                Some(member) => self.eval_at(*id, member, depth + 1),
                None => Some(true),
            },
            Form::Matching(names, id) => {
                let mut known = true;
                for (name, member) in members {
                    let matches = self.eval_at(*names, &Value::from(name.as_str()), depth + 1);
                    if matches == Some(false) {
                        continue;
                    }
                    match (matches, self.eval_at(*id, member, depth + 1)) {
                        (_, Some(true)) => {}
                        (Some(true), Some(false)) => return Some(false),
                        _ => known = false,
                    }
                }
                known.then_some(true)
            }
            Form::Additional(known, id) => {
                let mut all = Vec::new();
                for (name, member) in members {
                    if !self.knows(known, name, depth)? {
                        all.push((*id, member));
                    }
                }
                self.all_of(all.into_iter(), depth)
            }
            Form::Names(id) => {
                let names: Vec<Value> =
                    members.keys().map(|name| Value::from(name.as_str())).collect();
                self.all_of(names.iter().map(|name| (*id, name)), depth)
            }
            Form::Present(name) => Some(members.contains_key(name)),
            Form::Absent(name) => Some(!members.contains_key(name)),
            Form::MinProperties(min) => Some(members.len() as u64 >= *min),
            Form::MaxProperties(max) => Some(members.len() as u64 <= *max),
            _ => None,
        }
    }

    fn all_of<'v>(
        &mut self,
        pairs: impl Iterator<Item = (Id, &'v Value)>,
        depth: usize,
    ) -> Option<bool> {
        let mut known = true;
        for (id, value) in pairs {
            match self.eval_at(id, value, depth + 1) {
                Some(true) => {}
                Some(false) => return Some(false),
                None => known = false,
            }
        }
        known.then_some(true)
    }

    /// Whether the name is listed or matches a pattern.
    pub(crate) fn knows(&mut self, known: &MatchedNames, name: &str, depth: usize) -> Option<bool> {
        if known.names.contains(name) {
            return Some(true);
        }
        let text = Value::from(name);
        for pattern in &known.patterns {
            if self.eval_at(*pattern, &text, depth + 1)? {
                return Some(true);
            }
        }
        Some(false)
    }

    fn eval_scope(&mut self, body: Id, scope: &Scope, value: &Value, depth: usize) -> Option<bool> {
        if !self.eval_at(body, value, depth + 1)? {
            return Some(false);
        }
        let mut marks = Marks::default();
        match (value, scope.properties, scope.items) {
            (Value::Object(members), Some(rest), _) => {
                self.mark(scope.track, value, &mut marks, depth)?;
                let left = members
                    .iter()
                    .filter(|(name, _)| !marks.all_names && !marks.names.contains(*name));
                self.all_of(left.map(|(_, member)| (rest, member)), depth)
            }
            (Value::Array(items), _, Some(rest)) => {
                self.mark(scope.track, value, &mut marks, depth)?;
                let left = items.iter().enumerate().filter(|(at, _)| !marks.items.contains(at));
                self.all_of(left.map(|(_, item)| (rest, item)), depth)
            }
            _ => Some(true),
        }
    }

    fn mark(&mut self, track: usize, value: &Value, marks: &mut Marks, depth: usize) -> Option<()> {
        if depth > MAX_DEPTH {
            return None;
        }
        let track = self.arena.tracks.get(track)?.clone();
        if let Value::Object(members) = value {
            marks.all_names |= track.all_properties;
            for name in members.keys() {
                if self.knows(&track.known, name, depth)? {
                    marks.names.insert(name.clone());
                }
            }
        }
        if let Value::Array(items) = value {
            for (at, item) in items.iter().enumerate() {
                let mut marked = track.all_items || (at as u64) < track.prefix;
                for contains in &track.contains {
                    marked = marked || self.eval_at(*contains, item, depth + 1)?;
                }
                if marked {
                    marks.items.insert(at);
                }
            }
        }
        for (guard, inner) in &track.inner {
            let counts = match guard {
                Guard::Always => true,
                Guard::When(id) => self.eval_at(*id, value, depth + 1)?,
                Guard::Unless(id) => !self.eval_at(*id, value, depth + 1)?,
            };
            if counts {
                self.mark(*inner, value, marks, depth + 1)?;
            }
        }
        Some(())
    }
}

fn between(surely: bool, perhaps: bool) -> Option<bool> {
    match (surely, perhaps) {
        (true, _) => Some(true),
        (false, false) => Some(false),
        _ => None,
    }
}

fn eval_number(leaf: &Form, exact: &Exact, written: &serde_json::Number) -> Option<bool> {
    match leaf {
        Form::Minimum(min, false) => Some(exact >= min),
        Form::Minimum(min, true) => Some(exact > min),
        Form::Maximum(max, false) => Some(exact <= max),
        Form::Maximum(max, true) => Some(exact < max),
        Form::MultipleOf(divisor) => Some(exact.is_multiple_of(divisor)),
        Form::Integral { written: false } => Some(exact.is_integer()),
        // In draft 4, `1.0` is not an integer; validators differ, so it is undecided.
        Form::Integral { written: true } => match exact.is_integer() {
            false => Some(false),
            true if !is_written_as_integer(written) => None,
            true => Some(true),
        },
        _ => None,
    }
}
