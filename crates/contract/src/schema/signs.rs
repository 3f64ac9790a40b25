//! Rules out branches of `anyOf` or `oneOf` by the type of a value and the constants of its properties. If a single
//! branch is left, its failure is reported.

use serde_json::Value;

use super::{Keywords, NodeId, Schema, Type, TypeSet};

/// The maximum number of references to follow.
const DEEPEST: usize = 8;

/// The types and constants that a branch requires.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Signs {
    /// The accepted types, if given; `number` includes `integer`.
    pub types: Option<TypeSet>,
    /// Properties with a constant string or boolean, if they are present.
    pub constants: Vec<(String, Value)>,
}

impl Signs {
    /// The signature of a schema.
    #[must_use]
    pub fn of(schema: &Schema, id: NodeId) -> Signs {
        let mut signs = Signs::default();
        signs.learn(schema, id, 0);
        signs
    }

    /// Whether the signature is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.types.is_none() && self.constants.is_empty()
    }

    /// Whether a value may belong to the branch.
    #[must_use]
    pub fn allow(&self, value: &Value) -> bool {
        self.types.is_none_or(|types| types.contains(kind(value)))
            && self.constants.iter().all(|(name, constant)| {
                value
                    .as_object()
                    .and_then(|object| object.get(name))
                    .is_none_or(|it| it == constant)
            })
    }

    fn learn(&mut self, schema: &Schema, id: NodeId, depth: usize) {
        let k = match &schema.node(id).body {
            super::Body::Bool(true) => return,
            super::Body::Bool(false) => {
                self.types = Some(TypeSet::default());
                return;
            }
            super::Body::Object(keywords) => keywords,
        };
        if let Some(types) = types(k) {
            let left = self.types.map_or(types, |known| {
                known
                    .iter()
                    .filter(|one| types.contains(*one))
                    .fold(TypeSet::default(), TypeSet::with)
            });
            self.types = Some(left);
        }
        for (name, id) in &k.properties {
            let constant = schema.node(*id).keywords().and_then(constant);
            self.constants.extend(constant.map(|constant| (name.clone(), constant.clone())));
        }
        if depth < DEEPEST {
            let target = k.reference.as_ref().map(|reference| reference.target);
            target.iter().chain(&k.all_of).for_each(|id| self.learn(schema, *id, depth + 1));
        }
    }
}

/// The only branch that is not ruled out.
#[must_use]
pub fn nearest(schema: &Schema, branches: &[NodeId], value: &Value) -> Option<NodeId> {
    let mut left = branches.iter().filter(|id| Signs::of(schema, **id).allow(value));
    let first = left.next()?;
    left.next().is_none().then_some(*first)
}

/// The type of a value; numbers are one type.
fn kind(value: &Value) -> Type {
    match value {
        Value::Null => Type::Null,
        Value::Bool(_) => Type::Boolean,
        Value::Number(_) => Type::Number,
        Value::String(_) => Type::String,
        Value::Array(_) => Type::Array,
        Value::Object(_) => Type::Object,
    }
}

/// The types that a schema accepts by `type`, `const` and `enum`.
fn types(k: &Keywords) -> Option<TypeSet> {
    let all = |values: &[Value]| values.iter().map(kind).fold(TypeSet::default(), TypeSet::with);
    match (&k.constant, &k.enumeration, k.types) {
        (Some(constant), _, _) => Some(all(std::slice::from_ref(constant))),
        (None, Some(values), _) => Some(all(values)),
        (None, None, Some(types)) => Some(types.iter().fold(TypeSet::default(), |set, one| {
            set.with(if one == Type::Integer { Type::Number } else { one })
        })),
        (None, None, None) => None,
    }
}

/// The only string or boolean that a schema accepts.
fn constant(k: &Keywords) -> Option<&Value> {
    k.single_value().filter(|value| value.is_string() || value.is_boolean())
}
