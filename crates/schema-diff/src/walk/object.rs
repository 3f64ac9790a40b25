//! Objects: declared, required and undeclared properties.

use std::collections::BTreeSet;

use containment::Side;
use containment::view::View;
use contract::{Keywords, NodeId, Schema, Type, is_annotation};
use indexmap::IndexSet;
use serde_json::{Value, json};

use super::array::Rest;
use super::{Both, SchemaWalk, source};
use crate::edit::{Directions, Edit, Extent, Shows};
use crate::place::PathStep;
use crate::rules::RuleId;
use crate::sample;

/// The properties that only one side declares.
#[derive(Default)]
pub(super) struct Moved {
    pub(super) removed: Vec<String>,
    pub(super) added: Vec<String>,
}

/// The schema of a property on the side that doesn't declare it.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Declared {
    /// Nothing.
    Nowhere,
    /// Some of its alternatives or conditions declare it, so it may only have moved.
    InBranches,
}

/// A property that only one side declares.
struct Property<'n> {
    name: &'n str,
    /// The declaring side.
    side: Side,
    /// Whether this side requires it, and nothing of the other side applies to it.
    is_required: bool,
    /// Whether the other side requires it.
    is_required_still: bool,
    /// The other schemas of the other side.
    elsewhere: Declared,
}

impl SchemaWalk<'_> {
    pub(super) fn objects(&mut self, both: &Both<'_>) {
        if !both.shared.takes(Type::Object) {
            return;
        }
        let moved = self.declared(both);
        let moved = self.renamed(both, moved);
        for name in &moved.removed {
            self.removed(both, name, Declared::Nowhere);
        }
        for name in &moved.added {
            self.added(both, name, Declared::Nowhere);
        }
        self.required(both);
        self.pattern_properties(both);
        let step = PathStep::Additional;
        let rules = [
            RuleId::AdditionalPropertiesNarrowed,
            RuleId::AdditionalPropertiesWidened,
            RuleId::AdditionalPropertiesClosed,
            RuleId::AdditionalPropertiesOpened,
        ];
        let before = self.edits.len();
        let (old, new) = (&both.old.additional, &both.new.additional);
        self.rest(both, old, new, "undeclared properties", step.clone(), rules);
        let (old, new) = (&both.old.unevaluated_properties, &both.new.unevaluated_properties);
        let rules = [
            RuleId::UnevaluatedPropertiesClosed,
            RuleId::UnevaluatedPropertiesOpened,
            RuleId::UnevaluatedPropertiesClosed,
            RuleId::UnevaluatedPropertiesOpened,
        ];
        let changed = (RuleId::UnevaluatedPropertiesChanged, "unevaluated properties");
        self.unevaluated(both, old, new, changed, step, rules);
        self.mark_maps(both, before);
        self.property_names(both);
        self.dependents(both);
    }

    /// Marks edits to the undeclared names of a map, from this one on: the names of an object that declares none are
    /// its content.
    fn mark_maps(&mut self, both: &Both<'_>, from: usize) {
        if self.edits[from..].iter().all(|edit| edit.visit != self.at) {
            return;
        }
        let declares = |k: &Keywords| !k.properties.is_empty() || !k.pattern_properties.is_empty();
        let is_map = |schema: &Schema, view: &View| {
            !in_branches(schema, view, Branches::Declaring, declares)
        };
        let (was_map, is_map) =
            (is_map(self.context.old, both.old), is_map(self.context.new, both.new));
        for edit in self.edits[from..].iter_mut().filter(|edit| edit.visit == self.at) {
            edit.is_map = match edit.rule {
                RuleId::AdditionalPropertiesOpened | RuleId::UnevaluatedPropertiesOpened => is_map,
                _ => was_map,
            };
        }
    }

    /// Compares the common declarations, and returns the names that only one side declares.
    fn declared(&mut self, both: &Both<'_>) -> Moved {
        let mut moved = Moved::default();
        let names: IndexSet<&String> =
            both.old.properties.keys().chain(both.new.properties.keys()).collect();
        for name in names {
            let old = both.old.property(self.context.old, name);
            let new = both.new.property(self.context.new, name);
            // A name that both require is a property of both, even without a schema.
            let required = |view: &View| view.required.contains_key(name);
            let is_in_both = required(both.old) && required(both.new);
            let known = |view: &View| is_in_both || view.declares(name);
            let refused = |schema, nodes: &[NodeId]| View::of(schema, nodes).never.is_some();
            match (known(both.old), known(both.new)) {
                (true, false) if !refused(self.context.old, &old) => {
                    if mentions(self.context.new, both.new, name) {
                        self.removed(both, name, Declared::InBranches);
                    } else {
                        moved.removed.push(name.clone());
                    }
                }
                (false, true) if !refused(self.context.new, &new) => {
                    if mentions(self.context.old, both.old, name) {
                        self.added(both, name, Declared::InBranches);
                    } else {
                        moved.added.push(name.clone());
                    }
                }
                _ => self.child(&old, &new, both.place, PathStep::Property(name.as_str().into())),
            }
        }
        moved
    }

    fn removed(&mut self, both: &Both<'_>, name: &str, elsewhere: Declared) {
        let is_required = both.old.required.contains_key(name) && elsewhere == Declared::Nowhere;
        let place = both.place;
        let (rule, message) = match (elsewhere, is_required) {
            (Declared::InBranches, _) => (
                RuleId::PropertyDeclarationMoved,
                format!("only alternatives or conditions of {place} declare `{name}` now"),
            ),
            (Declared::Nowhere, true) => (
                RuleId::RequiredPropertyRemoved,
                format!("the required property `{name}` of {place} was removed"),
            ),
            (Declared::Nowhere, false) => (
                RuleId::OptionalPropertyRemoved,
                format!("the optional property `{name}` of {place} was removed"),
            ),
        };
        let old = both.old.properties.get(name).cloned().unwrap_or_default();
        let new = both.new.property(self.context.new, name);
        let mut edit = Edit::new(rule, place, message);
        let from = source(self.context.old, &old);
        edit.old_path = from.as_ref().map(|f| f.0.clone());
        edit.old = from.map(|f| f.1);
        edit.new_path = self.new_pointer(&both.new.nodes);
        let is_required_still = both.new.required.contains_key(name);
        let property =
            Property { name, side: Side::Old, is_required, is_required_still, elsewhere };
        self.property_edit(edit, both, &property, (&old, &new));
    }

    fn added(&mut self, both: &Both<'_>, name: &str, elsewhere: Declared) {
        let is_required = both.new.required.contains_key(name) && elsewhere == Declared::Nowhere;
        let place = both.place;
        let (rule, message) = match (elsewhere, is_required) {
            (Declared::InBranches, _) => (
                RuleId::PropertyDeclarationMoved,
                format!(
                    "{place} itself declares `{name}` now, not only alternatives or conditions"
                ),
            ),
            (Declared::Nowhere, true) => (
                RuleId::RequiredPropertyAdded,
                format!("the required property `{name}` of {place} was added"),
            ),
            (Declared::Nowhere, false) => (
                RuleId::OptionalPropertyAdded,
                format!("the optional property `{name}` of {place} was added"),
            ),
        };
        let new = both.new.properties.get(name).cloned().unwrap_or_default();
        let old = both.old.property(self.context.old, name);
        let mut edit = Edit::new(rule, place, message);
        let to = source(self.context.new, &new);
        edit.new_path = to.as_ref().map(|t| t.0.clone());
        edit.new = to.map(|t| t.1);
        edit.old_path = self.old_pointer(&both.old.nodes);
        let is_required_still = both.old.required.contains_key(name);
        let property =
            Property { name, side: Side::New, is_required, is_required_still, elsewhere };
        self.property_edit(edit, both, &property, (&old, &new));
    }

    fn property_edit(
        &mut self,
        edit: Edit,
        both: &Both<'_>,
        property: &Property<'_>,
        (old, new): (&[NodeId], &[NodeId]),
    ) {
        if self.differs() {
            return;
        }
        let name = property.name;
        let shows = match (property.side, property.is_required) {
            (Side::New, true) => Shows::Lacks(name.to_owned()),
            _ => Shows::Below(PathStep::Property(name.into())),
        };
        // Whether it is required is reported separately if the other version requires it without
        // declaring it.
        let is_whole = property.elsewhere == Declared::Nowhere && !property.is_required_still;
        let (separating, excluded) = self.parts(old, new);
        let mut edit = edit
            .shows(shows)
            .hints(separating)
            .hints(self.samples(self.context.old, old))
            .hints(self.samples(self.context.new, new))
            .hints(sample::one_of_each())
            .extent(if is_whole { Extent::Property(name.to_owned()) } else { Extent::Site });
        match property.elsewhere {
            Declared::Nowhere => edit.declared = true,
            Declared::InBranches => edit.only_if_shown = true,
        }
        edit.is_restricted = match property.side {
            Side::Old => speaks_of(self.context.new, both.new, name),
            Side::New => speaks_of(self.context.old, both.old, name),
        };
        let declaring = if property.side == Side::Old { both.old } else { both.new };
        edit.sole_declaration = declaring.has_only_declared_properties().then_some(property.side);
        // A name that is no longer declared may be subject to `unevaluatedProperties`.
        let scoped = both.old.has_unevaluated() || both.new.has_unevaluated();
        edit.excluded = match (scoped, property.is_required, property.side) {
            (true, ..) => Directions::default(),
            (false, false, _) => excluded,
            (false, true, Side::New) => Directions { narrowing: false, ..excluded },
            (false, true, Side::Old) => Directions { widening: false, ..excluded },
        };
        self.push(edit);
    }

    /// Names that are required on one side only, if both or none declare the property (otherwise it is
    /// reported as added or removed).
    fn required(&mut self, both: &Both<'_>) {
        let is_reported = |edits: &[Edit], name: &str, side: Side| {
            let known = |e: &Edit| {
                let named = match (&e.extent, side) {
                    (Extent::Property(property), _) => property == name,
                    (Extent::Renamed(old, _), Side::Old) => old == name,
                    (Extent::Renamed(_, new), Side::New) => new == name,
                    _ => false,
                };
                named && e.place == *both.place
            };
            edits.iter().any(known)
        };
        for (name, at) in both.new.required.iter() {
            if both.old.required.contains_key(name) || is_reported(&self.edits, name, Side::New) {
                continue;
            }
            let message = format!("`{name}` of {} is required now", both.place);
            let mut edit = Edit::new(RuleId::PropertyBecameRequired, both.place, message)
                .shows(Shows::Lacks(name.clone()))
                .extent(Extent::Required(name.clone()));
            edit.new = Some(json!(name));
            self.sites(&mut edit, both, None, Some(at));
            self.push(edit);
        }
        for (name, at) in both.old.required.iter() {
            if both.new.required.contains_key(name) || is_reported(&self.edits, name, Side::Old) {
                continue;
            }
            let message = format!("`{name}` of {} is optional now", both.place);
            let mut edit = Edit::new(RuleId::PropertyBecameOptional, both.place, message)
                .shows(Shows::Lacks(name.clone()))
                .extent(Extent::Required(name.clone()));
            edit.old = Some(json!(name));
            self.sites(&mut edit, both, Some(at), None);
            self.push(edit);
        }
    }

    fn pattern_properties(&mut self, both: &Both<'_>) {
        let patterns: IndexSet<&String> =
            both.old.pattern_properties.keys().chain(both.new.pattern_properties.keys()).collect();
        for pattern in patterns {
            let step = PathStep::Pattern(pattern.as_str().into());
            let get = |view: &View| view.pattern_properties.get(pattern).cloned();
            let is_closed = |nodes: &[NodeId], is_old| self.rest_of(nodes, is_old) == Rest::Closed;
            let (rule, verb) = match (get(both.old), get(both.new)) {
                (Some(old), Some(new)) => {
                    self.child(&old, &new, both.place, step);
                    continue;
                }
                (None, _) if is_closed(&both.old.additional, true) => {
                    (RuleId::PatternPropertyAdded, "are accepted now")
                }
                (None, _) => (RuleId::PatternPropertyAdded, "have their own schema"),
                (Some(_), None) if is_closed(&both.new.additional, false) => {
                    (RuleId::PatternPropertyRemoved, "are rejected now")
                }
                (Some(_), None) => {
                    (RuleId::PatternPropertyRemoved, "no longer have their own schema")
                }
            };
            let message = format!("names that match `{pattern}` in {} {verb}", both.place);
            let nodes = |view: &View| {
                view.pattern_properties
                    .get(pattern)
                    .cloned()
                    .unwrap_or_else(|| view.additional.clone())
            };
            self.below(both, rule, message, step, &nodes(both.old), &nodes(both.new));
        }
    }

    fn dependents(&mut self, both: &Both<'_>) {
        for ((name, other), at) in both.new.dependent_required.iter() {
            if !both.old.dependent_required.contains_key(&(name.clone(), other.clone())) {
                let message = format!("`{name}` of {} requires `{other}` now", both.place);
                let edit = Edit::new(RuleId::DependentRequiredAdded, both.place, message)
                    .shows(Shows::Lacks(other.clone()))
                    .hints(self.with_name(both, name, true));
                self.push_at(edit, both, None, Some(at), other);
            }
        }
        for ((name, other), at) in both.old.dependent_required.iter() {
            if !both.new.dependent_required.contains_key(&(name.clone(), other.clone())) {
                let message = format!("`{name}` of {} no longer requires `{other}`", both.place);
                let edit = Edit::new(RuleId::DependentRequiredRemoved, both.place, message)
                    .shows(Shows::Lacks(other.clone()))
                    .hints(self.with_name(both, name, false));
                self.push_at(edit, both, Some(at), None, other);
            }
        }
        let names: IndexSet<&String> =
            both.old.dependent_schemas.keys().chain(both.new.dependent_schemas.keys()).collect();
        for name in names {
            let get = |view: &View| view.dependent_schemas.get(name).cloned();
            let rule = match (get(both.old), get(both.new)) {
                (Some(old), Some(new)) => {
                    let step = PathStep::Having(
                        name.as_str().into(),
                        old.first().copied(),
                        new.first().copied(),
                    );
                    self.child(&old, &new, both.place, step);
                    continue;
                }
                (None, _) => RuleId::DependentSchemaAdded,
                (Some(_), None) => RuleId::DependentSchemaRemoved,
            };
            let (old, new) = (get(both.old).unwrap_or_default(), get(both.new).unwrap_or_default());
            let (from, to) = (source(self.context.old, &old), source(self.context.new, &new));
            let schema = to.as_ref().or(from.as_ref()).map_or(&Value::Null, |(_, schema)| schema);
            let words = super::dependent_words::in_words(schema, name, to.is_some());
            let mut edit = Edit::new(rule, both.place, format!("{} {words}", both.place))
                .hints(self.with_name(both, name, true))
                .hints(self.with_name(both, name, false));
            let (a, b) = (from.as_ref().map(|f| f.0.clone()), to.as_ref().map(|t| t.0.clone()));
            (edit.old, edit.new) = (from.map(|f| f.1), to.map(|t| t.1));
            self.sites(&mut edit, both, a.as_ref(), b.as_ref());
            self.push(edit);
        }
    }

    fn push_at(
        &mut self,
        mut edit: Edit,
        both: &Both<'_>,
        old: Option<&contract::Pointer>,
        new: Option<&contract::Pointer>,
        name: &str,
    ) {
        edit.old = old.map(|_| json!(name));
        edit.new = new.map(|_| json!(name));
        self.sites(&mut edit, both, old, new);
        self.push(edit);
    }

    /// Objects of one side with a property of this name.
    fn with_name(&self, both: &Both<'_>, name: &str, old: bool) -> Vec<Value> {
        let (view, schema) =
            if old { (both.old, self.context.old) } else { (both.new, self.context.new) };
        let values = self.samples(schema, &view.property(schema, name));
        let value = values.into_iter().next().unwrap_or(Value::Null);
        let mut found = Vec::new();
        for sample in self.samples_of(schema, view) {
            if let Value::Object(mut object) = sample {
                object.insert(name.to_owned(), value.clone());
                found.push(Value::Object(object));
            }
        }
        found.push(json!({ name: value }));
        found
    }
}

/// Whether a branch of the view (`anyOf`, `oneOf`, `if` …) declares the name. `dependentSchemas` declares
/// nothing.
fn mentions(schema: &Schema, view: &View, name: &str) -> bool {
    let declares = |k: &Keywords| k.properties.contains_key(name);
    in_branches(schema, view, Branches::Declaring, declares)
}

/// Whether the view without a declaration of the name allows or requires it, or has a schema for undeclared
/// properties.
fn speaks_of(schema: &Schema, view: &View, name: &str) -> bool {
    let says_something = |id: NodeId| {
        let node = schema.node(id);
        node.keywords().is_some_and(|k| k.order.iter().any(|word| !is_annotation(word)))
    };
    let is_listed = |id: NodeId| {
        let Some(k) = schema.node(id).keywords() else { return false };
        let listed = k.enumeration.iter().flatten().chain(&k.constant);
        listed.into_iter().any(|value| value == name)
    };
    let speaks = |k: &Keywords| {
        let requires = |(one, others): (&String, &Vec<String>)| {
            one == name || others.iter().any(|other| other == name)
        };
        k.properties.contains_key(name)
            || k.required.iter().any(|required| required == name)
            || k.dependent_required.iter().any(requires)
            || k.dependent_schemas.contains_key(name)
            || k.additional_properties.is_some_and(says_something)
            || k.unevaluated_properties.is_some_and(says_something)
            || k.property_names.is_some_and(is_listed)
    };
    in_branches(schema, view, Branches::All, speaks)
}

/// The branches to examine.
#[derive(PartialEq)]
enum Branches {
    /// Those whose declarations apply.
    Declaring,
    /// Also conditions, `not` and `dependentSchemas`.
    All,
}

/// Whether a schema of the view, or one of its branches, has it.
fn in_branches(
    schema: &Schema,
    view: &View,
    branches: Branches,
    has: impl Fn(&Keywords) -> bool,
) -> bool {
    let mut queue: Vec<NodeId> = view.nodes.clone();
    let mut seen: BTreeSet<NodeId> = BTreeSet::new();
    while let Some(id) = queue.pop() {
        if seen.len() > 500 || !seen.insert(id) {
            continue;
        }
        let Some(k) = schema.node(id).keywords() else { continue };
        if has(k) {
            return true;
        }
        queue.extend(k.all_of.iter().chain(&k.any_of).chain(&k.one_of));
        queue.extend([k.then_, k.else_].into_iter().flatten());
        queue.extend(k.reference.iter().map(|r| r.target));
        if branches == Branches::All {
            queue.extend([k.if_, k.not].into_iter().flatten());
            queue.extend(k.dependent_schemas.values());
        }
    }
    false
}
