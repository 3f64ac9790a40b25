//! Schemas as formulas over one instance: each keyword is a leaf, each applicator a connective, equal
//! formulas have the same [`Id`]. The solver works on sets of these and is independent of drafts.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use contract::Pointer;
use contract::number::Exact;
use serde_json::Value;

/// A formula in an [`Arena`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Id(pub(crate) u32);

/// A JSON value that is compared in the sense of JSON Schema: by a canonical text.
#[derive(Debug, Clone)]
pub struct Constant {
    key: String,
    pub(crate) value: Value,
}

impl Constant {
    /// The value with its key.
    #[must_use]
    pub fn new(value: &Value) -> Self {
        let mut key = String::new();
        write_key(value, &mut key);
        Constant { key, value: value.clone() }
    }
}

impl PartialEq for Constant {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}
impl Eq for Constant {}
impl PartialOrd for Constant {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Constant {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.key.cmp(&other.key)
    }
}

fn write_key(value: &Value, out: &mut String) {
    match value {
        Value::Number(number) => match Exact::new(number) {
            Some(exact) => out.push_str(&exact.rational().to_string()),
            None => out.push_str(&number.to_string()),
        },
        Value::Array(items) => {
            out.push('[');
            for item in items {
                write_key(item, out);
                out.push(',');
            }
            out.push(']');
        }
        Value::Object(members) => {
            out.push('{');
            let sorted: BTreeMap<&String, &Value> = members.iter().collect();
            for (name, member) in sorted {
                out.push_str(&Value::from(name.as_str()).to_string());
                out.push(':');
                write_key(member, out);
                out.push(',');
            }
            out.push('}');
        }
        other => out.push_str(&other.to_string()),
    }
}

/// The types of an instance; integers are numbers with [`Form::Integral`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    Null,
    Boolean,
    Number,
    String,
    Array,
    Object,
}

impl Kind {
    pub(crate) const ALL: [Kind; 6] =
        [Kind::Null, Kind::Boolean, Kind::Number, Kind::String, Kind::Array, Kind::Object];

    pub(crate) fn bit(self) -> u8 {
        1 << self as u8
    }

    pub(crate) fn of(value: &Value) -> Kind {
        match value {
            Value::Null => Kind::Null,
            Value::Bool(_) => Kind::Boolean,
            Value::Number(_) => Kind::Number,
            Value::String(_) => Kind::String,
            Value::Array(_) => Kind::Array,
            Value::Object(_) => Kind::Object,
        }
    }
}

/// Names without another match: those of `additionalProperties` and `unevaluatedProperties`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) struct MatchedNames {
    pub(crate) names: BTreeSet<String>,
    /// Formulas over the name.
    pub(crate) patterns: BTreeSet<Id>,
}

impl MatchedNames {
    pub(crate) fn map(&mut self, find: &dyn Fn(Id) -> Id) {
        self.patterns = self.patterns.iter().map(|id| find(*id)).collect();
    }
}

/// A formula. Leaves about one type hold for instances of all others.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Form {
    True,
    False,
    All(Vec<Id>),
    Any(Vec<Id>),
    One(Vec<Id>),
    Not(Id),
    If(Id, Id, Id),
    /// The instance has one of these types (bits of [`Kind`]).
    Types(u8),
    /// The instance equals one of these.
    Values(BTreeSet<Constant>),
    /// A number is integral. In draft 4 (`written`) the text counts: `1.0` is not.
    Integral {
        written: bool,
    },
    Minimum(Exact, bool),
    Maximum(Exact, bool),
    MultipleOf(Exact),
    MinLength(u64),
    MaxLength(u64),
    /// A pattern that matches the string, in the syntax of the `regex` crate.
    Pattern(String),
    Format(String),
    /// The item at this index, if there is one.
    Item(u64, Id),
    /// All items from this index on.
    Rest(u64, Id),
    AtLeast(Id, u64),
    AtMost(Id, u64),
    MinItems(u64),
    MaxItems(u64),
    Unique,
    Property(String, Id),
    /// Members whose name satisfies the first formula satisfy the second.
    Matching(Id, Id),
    Additional(MatchedNames, Id),
    Names(Id),
    Present(String),
    Absent(String),
    MinProperties(u64),
    MaxProperties(u64),
    /// Something with `unevaluated*`: see `scope.rs`.
    Scope(Id, Box<Scope>),
    /// An unsupported requirement for instances of one type; no verdict may depend on it.
    Opaque(Kind, String),
}

/// A schema with `unevaluatedProperties` or `unevaluatedItems` beside its other keywords, which are
/// the first part of [`Form::Scope`].
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Scope {
    pub(crate) properties: Option<Id>,
    pub(crate) items: Option<Id>,
    /// What the other keywords evaluate; an index into [`Arena::tracks`].
    pub(crate) track: usize,
}

/// What a schema evaluates if it accepts the instance.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) struct Track {
    pub(crate) known: MatchedNames,
    pub(crate) all_properties: bool,
    /// Items below this index are evaluated.
    pub(crate) prefix: u64,
    pub(crate) all_items: bool,
    /// Items that match this are evaluated (`contains` of 2020-12).
    pub(crate) contains: Vec<Id>,
    /// Subschemas of the same instance that evaluate more if they accept it: formula and track.
    pub(crate) inner: Vec<(Guard, usize)>,
}

/// When a subschema counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Guard {
    /// Always: the whole requires it (allOf, $ref).
    Always,
    /// If this formula holds.
    When(Id),
    /// If this formula does not hold (`else`).
    Unless(Id),
}

/// The origin of a formula, for answers.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Origin {
    pub(crate) keyword: &'static str,
    pub(crate) path: Pointer,
}

/// All formulas of one question.
#[derive(Debug, Default)]
pub(crate) struct Arena {
    forms: Vec<Rc<Form>>,
    index: BTreeMap<Rc<Form>, Id>,
    origins: BTreeMap<Id, Origin>,
    pub(crate) tracks: Vec<Track>,
    /// Formulas that represent an equal one, found by [`crate::merge`].
    same: BTreeMap<Id, Id>,
}

impl Arena {
    /// Interns a formula.
    pub(crate) fn add(&mut self, form: Form) -> Id {
        let form = simplify(self, form);
        if let Form::All(parts) | Form::Any(parts) = &form
            && let [only] = parts.as_slice()
        {
            return *only;
        }
        if let Some(id) = self.index.get(&form) {
            return *id;
        }
        let (id, form) = (self.reserve(), Rc::new(form));
        self.forms[id.0 as usize] = Rc::clone(&form);
        self.index.insert(form, id);
        id
    }

    /// Interns a formula with its place; the first place counts.
    pub(crate) fn add_at(&mut self, form: Form, keyword: &'static str, path: &Pointer) -> Id {
        let id = self.add(form);
        self.origins.entry(id).or_insert_with(|| Origin { keyword, path: path.clone() });
        id
    }

    /// Reserves a place for a recursive formula.
    pub(crate) fn reserve(&mut self) -> Id {
        let id = Id(u32::try_from(self.forms.len()).expect("invariant: capped far below 2^32"));
        self.forms.push(Rc::new(Form::True));
        id
    }

    /// Fills a reserved place; such formulas are not interned, [`crate::merge`] finds the equal ones.
    pub(crate) fn fill(&mut self, id: Id, form: Form) {
        self.forms[id.0 as usize] = Rc::new(form);
    }

    pub(crate) fn get(&self, id: Id) -> &Form {
        &self.forms[id.0 as usize]
    }

    /// The formula, independent of the arena.
    pub(crate) fn shared(&self, id: Id) -> Rc<Form> {
        Rc::clone(&self.forms[id.0 as usize])
    }

    /// The formula, if it is in the arena.
    pub(crate) fn lookup(&self, form: &Form) -> Option<Id> {
        self.index.get(form).copied()
    }

    pub(crate) fn len(&self) -> usize {
        self.forms.len()
    }

    pub(crate) fn ids(&self) -> impl Iterator<Item = Id> + use<> {
        (0..u32::try_from(self.forms.len()).expect("invariant: capped far below 2^32")).map(Id)
    }

    pub(crate) fn origin(&self, id: Id) -> Option<&Origin> {
        self.origins.get(&id)
    }

    /// The representative of an equal formula.
    pub(crate) fn find(&self, id: Id) -> Id {
        self.same.get(&id).copied().unwrap_or(id)
    }

    pub(crate) fn any_value(&mut self) -> Id {
        self.add(Form::True)
    }

    /// Replaces every formula by the representative of its class.
    pub(crate) fn unify(&mut self, same: BTreeMap<Id, Id>) {
        let find = |id: Id| same.get(&id).copied().unwrap_or(id);
        // Nobody else holds the formulas then, so they are changed in place.
        self.index.clear();
        for form in &mut self.forms {
            Rc::make_mut(form).map_children(&find);
        }
        for track in &mut self.tracks {
            track.known.map(&find);
            for id in &mut track.contains {
                *id = find(*id);
            }
            for (guard, _) in &mut track.inner {
                if let Guard::When(id) | Guard::Unless(id) = guard {
                    *id = find(*id);
                }
            }
        }
        self.index = (0..self.forms.len())
            .rev()
            .map(|at| (Rc::clone(&self.forms[at]), find(Id(at as u32))))
            .collect();
        self.same = same;
    }
}

/// Simplifies connectives of none and of one, which keeps the arena small and equal formulas equal.
fn simplify(arena: &Arena, form: Form) -> Form {
    let truth = |id: &Id| match arena.get(*id) {
        // A reserved place is True until it is filled: only interned truths may be dropped.
        Form::True if arena.index.get(&Form::True) == Some(id) => Some(true),
        Form::False => Some(false),
        _ => None,
    };
    match form {
        Form::All(parts) => {
            let mut kept: Vec<Id> =
                parts.into_iter().filter(|id| truth(id) != Some(true)).collect();
            kept.sort_unstable();
            kept.dedup();
            match kept.as_slice() {
                [] => Form::True,
                _ if kept.iter().any(|id| truth(id) == Some(false)) => Form::False,
                _ => Form::All(kept),
            }
        }
        Form::Any(parts) => {
            let mut kept: Vec<Id> =
                parts.into_iter().filter(|id| truth(id) != Some(false)).collect();
            kept.sort_unstable();
            kept.dedup();
            match kept.as_slice() {
                [] => Form::False,
                _ if kept.iter().any(|id| truth(id) == Some(true)) => Form::True,
                _ => Form::Any(kept),
            }
        }
        Form::Not(part) => match truth(&part) {
            Some(true) => Form::False,
            Some(false) => Form::True,
            None => Form::Not(part),
        },
        Form::Property(_, id)
        | Form::Matching(_, id)
        | Form::Additional(_, id)
        | Form::Names(id)
        | Form::Item(_, id)
        | Form::Rest(_, id)
            if truth(&id) == Some(true) =>
        {
            Form::True
        }
        Form::AtLeast(_, 0)
        | Form::MinItems(0)
        | Form::MinLength(0)
        | Form::MinProperties(0)
        | Form::Types(0b11_1111) => Form::True,
        Form::Types(0) => Form::False,
        Form::Values(values) if values.is_empty() => Form::False,
        other => other,
    }
}

impl Form {
    /// The type of instances of a leaf; `None` for connectives and leaves about all types.
    pub(crate) fn about(&self) -> Option<Kind> {
        match self {
            Form::Integral { .. } | Form::Minimum(..) | Form::Maximum(..) | Form::MultipleOf(_) => {
                Some(Kind::Number)
            }
            Form::MinLength(_) | Form::MaxLength(_) | Form::Pattern(_) | Form::Format(_) => {
                Some(Kind::String)
            }
            Form::Item(..)
            | Form::Rest(..)
            | Form::AtLeast(..)
            | Form::AtMost(..)
            | Form::MinItems(_)
            | Form::MaxItems(_)
            | Form::Unique => Some(Kind::Array),
            Form::Property(..)
            | Form::Matching(..)
            | Form::Additional(..)
            | Form::Names(_)
            | Form::Present(_)
            | Form::Absent(_)
            | Form::MinProperties(_)
            | Form::MaxProperties(_) => Some(Kind::Object),
            Form::Opaque(kind, _) => Some(*kind),
            _ => None,
        }
    }

    pub(crate) fn map_children(&mut self, find: &dyn Fn(Id) -> Id) {
        match self {
            Form::All(ids) | Form::Any(ids) => {
                ids.iter_mut().for_each(|id| *id = find(*id));
                ids.sort_unstable();
                ids.dedup();
            }
            // Two equal branches of oneOf count twice: they are not merged.
            Form::One(ids) => ids.iter_mut().for_each(|id| *id = find(*id)),
            Form::If(a, b, c) => {
                for id in [a, b, c] {
                    *id = find(*id);
                }
            }
            Form::Not(id)
            | Form::Item(_, id)
            | Form::Rest(_, id)
            | Form::AtLeast(id, _)
            | Form::AtMost(id, _)
            | Form::Property(_, id)
            | Form::Names(id) => *id = find(*id),
            Form::Matching(names, id) => {
                *names = find(*names);
                *id = find(*id);
            }
            Form::Additional(known, id) => {
                known.map(find);
                *id = find(*id);
            }
            Form::Scope(id, scope) => {
                *id = find(*id);
                scope.properties = scope.properties.map(find);
                scope.items = scope.items.map(find);
            }
            _ => {}
        }
    }
}
