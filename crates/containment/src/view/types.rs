//! Sets of types for views.

use contract::{Type, TypeSet};
use serde_json::Value;

/// All types; `number` includes `integer`.
pub fn all_types() -> TypeSet {
    Type::ALL.into_iter().filter(|t| *t != Type::Integer).collect()
}

/// The type of a value; a whole number is an integer in any notation.
pub fn type_of(value: &Value) -> Type {
    match value {
        Value::Null => Type::Null,
        Value::Bool(_) => Type::Boolean,
        Value::Number(_) if contract::value::is_integer(value) => Type::Integer,
        Value::Number(_) => Type::Number,
        Value::String(_) => Type::String,
        Value::Array(_) => Type::Array,
        Value::Object(_) => Type::Object,
    }
}

/// The types in both sets; the intersection of `number` and `integer` is `integer`.
pub fn intersect(a: TypeSet, b: TypeSet) -> TypeSet {
    Type::ALL
        .into_iter()
        .filter(|t| a.takes(*t) && b.takes(*t))
        .filter(|t| *t != Type::Integer || !(a.contains(Type::Number) && b.contains(Type::Number)))
        .collect()
}

/// Whether `b` includes every type of `a`.
pub fn within(a: TypeSet, b: TypeSet) -> bool {
    a.iter().all(|t| b.takes(t))
}
