//! Builds complete documents around a value: everything on the path to its place is as small as the
//! schema allows.

use std::cell::Cell;

use containment::view::View;
use containment::{Side, Way};
use contract::{NodeId, Pointer, Schema, Type, TypeSet};
use serde_json::{Map, Value};

use crate::place::PathStep;
use crate::sample::{first_of, sample, samples, spare_names};
use crate::text;

/// The required value at the place.
pub(crate) enum Leaf<'a> {
    /// This value.
    Value(&'a Value),
    /// An object without this property, derived from the given one if there is one.
    Lacks(&'a str, Option<&'a Value>),
}

/// A document, and the path of the value in it.
pub(crate) struct Built {
    pub(crate) document: Value,
    pub(crate) path: Pointer,
    /// What the rejecting side requires at the place.
    pub(crate) refusing_nodes: Vec<NodeId>,
    /// Some levels of the path have no object of the wanted variant; they have the last one.
    pub(crate) is_mixed: bool,
}

struct Builder<'a> {
    /// The side that must accept the document.
    schema: &'a Schema,
    /// The side that must reject it, for this reason only.
    other: &'a Schema,
    side: Side,
    variant: usize,
    /// Whether to satisfy the other requirements of the rejecting side.
    complete: bool,
    path: Pointer,
    refusing: Vec<NodeId>,
    is_mixed: Cell<bool>,
}

/// Documents with the leaf at the place, the most complete one first. One that has more members than `most` is not built:
/// among thousands of required names, each takes the time of all names.
pub(crate) fn build(
    schema: &Schema,
    other: &Schema,
    side: Side,
    steps: &[PathStep],
    leaf: &Leaf<'_>,
    most: usize,
) -> Vec<Built> {
    let mut found: Vec<Built> = Vec::new();
    let is_small = |complete| required_members(schema, other, side, steps, leaf, complete) <= most;
    let small: Vec<bool> =
        [true, false].into_iter().filter(|complete| is_small(*complete)).collect();
    let of_variant = |variant| small.iter().map(move |complete| (*complete, variant));
    for (complete, variant) in of_variant(0).chain(of_variant(1)) {
        let mut builder = Builder::new(schema, other, side, (complete, variant));
        let made = builder.at(vec![schema.root()], vec![other.root()], steps, leaf);
        if let Some(document) = made
            && !found.iter().any(|b| b.document == document)
        {
            found.push(Built {
                document,
                path: builder.path,
                refusing_nodes: builder.refusing,
                is_mixed: builder.is_mixed.get(),
            });
        }
    }
    found
}

/// The number of members that each document with the leaf at the place has at least, as far as the path names them: a
/// complete one also has those that the other side requires. It costs no more than following the path, so thousands of
/// edits of one object can ask for it.
fn required_members(
    schema: &Schema,
    other: &Schema,
    side: Side,
    steps: &[PathStep],
    leaf: &Leaf<'_>,
    complete: bool,
) -> usize {
    let builder = Builder::new(schema, other, side, (complete, 0));
    let (mut nodes, mut others) = (vec![schema.root()], vec![other.root()]);
    let required = |nodes: &[NodeId], others: &[NodeId]| {
        let theirs = if complete { View::of(other, others).required.len() } else { 0 };
        View::of(schema, nodes).required.len().max(theirs)
    };
    let mut count = 0;
    for step in steps {
        match step {
            PathStep::Branch(old, new) | PathStep::Having(_, old, new) => {
                builder.join(&mut nodes, &mut others, *old, *new);
            }
            PathStep::Index(index) | PathStep::Rest(index) => {
                nodes = View::of(schema, &nodes).item(schema, *index);
                others = View::of(other, &others).item(other, *index);
            }
            PathStep::Property(name) => {
                count += required(&nodes, &others);
                nodes = View::of(schema, &nodes).property(schema, name);
                others = View::of(other, &others).property(other, name);
            }
            PathStep::Pattern(_) | PathStep::Additional => {
                return count + required(&nodes, &others);
            }
        }
    }
    match leaf {
        Leaf::Lacks(_, None) => count + required(&nodes, &others).saturating_sub(1),
        Leaf::Lacks(_, Some(_)) | Leaf::Value(_) => count,
    }
}

/// The path to the place, for questions to the prover.
pub(crate) struct Traced {
    pub(crate) way: Vec<Way>,
    /// What the rejecting side requires at the place.
    pub(crate) refusing_nodes: Vec<NodeId>,
    /// No step is a placeholder (any other name, any later item).
    pub(crate) exact: bool,
}

/// Follows the path without building anything.
pub(crate) fn trace(
    schema: &Schema,
    other: &Schema,
    side: Side,
    steps: &[PathStep],
) -> Option<Traced> {
    let builder = Builder::new(schema, other, side, (false, 0));
    let (mut nodes, mut others) = (vec![schema.root()], vec![other.root()]);
    let mut traced = Traced { way: Vec::new(), refusing_nodes: Vec::new(), exact: true };
    for step in steps {
        let name = match step {
            PathStep::Property(name) => name.to_string(),
            PathStep::Pattern(pattern) => text::examples(pattern, 0).first()?.clone(),
            PathStep::Additional => builder.free_name(&nodes, &others)?,
            PathStep::Index(index) | PathStep::Rest(index) => {
                traced.way.push(Way::Item(*index as u64));
                traced.exact &= matches!(step, PathStep::Index(_));
                nodes = View::of(schema, &nodes).item(schema, *index);
                others = View::of(other, &others).item(other, *index);
                continue;
            }
            PathStep::Branch(old, new) | PathStep::Having(_, old, new) => {
                let before = nodes.len();
                builder.join(&mut nodes, &mut others, *old, *new);
                traced.way.push(Way::Where(nodes[before..].to_vec()));
                if let PathStep::Having(name, ..) = step {
                    traced.way.push(Way::With(name.to_string()));
                }
                continue;
            }
        };
        traced.exact &= matches!(step, PathStep::Property(_));
        let views = (View::of(schema, &nodes), View::of(other, &others));
        traced.exact &= views.0.knows(&name) && views.1.knows(&name);
        nodes = views.0.property(schema, &name);
        others = views.1.property(other, &name);
        traced.way.push(Way::Member(name));
    }
    traced.refusing_nodes = others;
    Some(traced)
}

impl<'a> Builder<'a> {
    fn new(
        schema: &'a Schema,
        other: &'a Schema,
        side: Side,
        (complete, variant): (bool, usize),
    ) -> Self {
        Builder {
            schema,
            other,
            side,
            variant,
            complete,
            path: Pointer::root(),
            refusing: Vec::new(),
            is_mixed: Cell::new(false),
        }
    }

    fn at(
        &mut self,
        mut nodes: Vec<NodeId>,
        mut others: Vec<NodeId>,
        steps: &[PathStep],
        leaf: &Leaf<'_>,
    ) -> Option<Value> {
        let Some((step, rest)) = steps.split_first() else {
            self.refusing = others;
            return self.leaf(&nodes, leaf);
        };
        match step {
            PathStep::Branch(old, new) => {
                self.join(&mut nodes, &mut others, *old, *new);
                self.at(nodes, others, rest, leaf)
            }
            PathStep::Having(name, old, new) => {
                self.join(&mut nodes, &mut others, *old, *new);
                let value = View::of(self.schema, &nodes).property(self.schema, name);
                let value = sample(self.schema, &value).unwrap_or_default();
                let mut document = self.at(nodes, others, rest, leaf)?;
                document.as_object_mut()?.entry(name.to_string()).or_insert(value);
                Some(document)
            }
            PathStep::Property(name) => {
                self.property(&nodes, &others, name.to_string(), rest, leaf)
            }
            PathStep::Pattern(pattern) => {
                let name = text::examples(pattern, 0).get(self.variant)?.clone();
                self.property(&nodes, &others, name, rest, leaf)
            }
            PathStep::Additional => {
                let name = self.free_name(&nodes, &others)?;
                self.property(&nodes, &others, name, rest, leaf)
            }
            PathStep::Index(index) | PathStep::Rest(index) => {
                self.item(&nodes, &others, *index, rest, leaf)
            }
        }
    }

    fn join(
        &self,
        nodes: &mut Vec<NodeId>,
        others: &mut Vec<NodeId>,
        old: Option<NodeId>,
        new: Option<NodeId>,
    ) {
        let (mine, theirs) = if self.side == Side::Old { (old, new) } else { (new, old) };
        nodes.extend(mine);
        others.extend(theirs);
    }

    fn leaf(&mut self, nodes: &[NodeId], leaf: &Leaf<'_>) -> Option<Value> {
        match leaf {
            Leaf::Value(value) => Some((*value).clone()),
            Leaf::Lacks(name, from) => {
                let mut object = match from {
                    Some(value) => value.as_object()?.clone(),
                    None => self.object(nodes, None)?,
                };
                if self.complete {
                    let others = self.refusing.clone();
                    self.complete(&mut object, &others, Some(name));
                }
                object.shift_remove(*name);
                Some(Value::Object(object))
            }
        }
    }

    /// A small object of this side; with `name` required if given.
    fn object(&self, nodes: &[NodeId], name: Option<&str>) -> Option<Map<String, Value>> {
        let mut view = (*View::of(self.schema, nodes)).clone();
        view.values = None;
        if let Some(name) = name {
            view.require(name, Pointer::default);
        }
        view.only(TypeSet::default().with(Type::Object));
        let found = first_of(self.schema, &view, self.variant + 1);
        let objects = found.into_iter().filter_map(|v| match v {
            Value::Object(o) => Some(o),
            _ => None,
        });
        // The other variant matters at one level of the path; most levels have a single one.
        let objects: Vec<_> = objects.take(self.variant + 1).collect();
        self.is_mixed.set(self.is_mixed.get() || objects.len() <= self.variant);
        objects.into_iter().last()
    }

    /// Adds what the other side requires, if this side allows it.
    fn complete(&self, object: &mut Map<String, Value>, others: &[NodeId], but: Option<&str>) {
        let view = View::of(self.other, others);
        for name in view.required.keys() {
            if object.contains_key(name) || but == Some(name.as_str()) {
                continue;
            }
            let nodes = view.property(self.other, name);
            let value = sample(self.other, &nodes).unwrap_or_default();
            object.insert(name.clone(), value);
        }
    }

    fn property(
        &mut self,
        nodes: &[NodeId],
        others: &[NodeId],
        name: String,
        rest: &[PathStep],
        leaf: &Leaf<'_>,
    ) -> Option<Value> {
        let mut object = self
            .object(nodes, Some(&name))
            .or_else(|| self.object(nodes, None))
            .or_else(|| (self.variant == 0).then(Map::new))?;
        if self.complete {
            self.complete(&mut object, others, None);
        }
        let inner = View::of(self.schema, nodes).property(self.schema, &name);
        let outer = View::of(self.other, others).property(self.other, &name);
        self.path = self.path.push(&name);
        let value = self.at(inner, outer, rest, leaf)?;
        object.insert(name, value);
        Some(Value::Object(object))
    }

    fn item(
        &mut self,
        nodes: &[NodeId],
        others: &[NodeId],
        index: usize,
        rest: &[PathStep],
        leaf: &Leaf<'_>,
    ) -> Option<Value> {
        let view = View::of(self.schema, nodes);
        let mut lists = (*view).clone();
        lists.values = None;
        lists.only(TypeSet::default().with(Type::Array));
        let mut array = match first_of(self.schema, &lists, 1).pop()? {
            Value::Array(array) => array,
            _ => return None,
        };
        if index > 1_000 {
            return None;
        }
        while array.len() <= index {
            let item = sample(self.schema, &view.item(self.schema, array.len()));
            array.push(item.unwrap_or_default());
        }
        let outer = View::of(self.other, others).item(self.other, index);
        self.path = self.path.push_index(index);
        let value = self.at(view.item(self.schema, index), outer, rest, leaf)?;
        array[index] = value;
        Some(Value::Array(array))
    }

    /// A name that neither side declares.
    fn free_name(&self, nodes: &[NodeId], others: &[NodeId]) -> Option<String> {
        let (mine, theirs) = (View::of(self.schema, nodes), View::of(self.other, others));
        let mut wishes: Vec<String> = Vec::new();
        for names in &mine.property_names {
            let samples = samples(self.schema, &[*names]);
            wishes.extend(samples.iter().filter_map(Value::as_str).map(str::to_owned));
        }
        let free = |name: &String| !mine.declares(name) && !theirs.declares(name);
        wishes.into_iter().chain(spare_names(&mine)).filter(free).nth(self.variant)
    }
}

/// Values that a side accepts under a name.
pub(crate) fn values_for(schema: &Schema, nodes: &[NodeId], name: &str) -> Vec<Value> {
    samples(schema, &View::of(schema, nodes).property(schema, name))
}

/// The document with the value at `path` (or under `name` there) replaced or removed.
pub(crate) fn with(
    document: &Value,
    path: &Pointer,
    name: Option<&str>,
    value: Option<Value>,
) -> Option<Value> {
    let mut copy = document.clone();
    let path = name.map_or_else(|| path.clone(), |n| path.push(n));
    let Some(parent) = path.parent() else {
        return value;
    };
    let last = path.last()?;
    match (copy.pointer_mut(parent.as_str())?, value) {
        (Value::Object(object), Some(value)) => {
            object.insert(last, value);
        }
        (Value::Object(object), None) => {
            object.shift_remove(&last)?;
        }
        (Value::Array(array), Some(value)) => *array.get_mut(last.parse::<usize>().ok()?)? = value,
        (Value::Array(array), None) => {
            let index = last.parse::<usize>().ok()?;
            if index < array.len() {
                array.truncate(index);
            }
        }
        _ => return None,
    }
    Some(copy)
}
