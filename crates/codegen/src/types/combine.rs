//! Types of several types: one of them, or all at once.

use super::Type;

/// A union: flat, without duplicates; any value absorbs all others.
pub(crate) fn union(types: Vec<Type>) -> Type {
    let mut flat: Vec<Type> = Vec::new();
    for ty in types {
        let more = match ty {
            Type::Union(inner) => inner,
            Type::Never => continue,
            other => vec![other],
        };
        for ty in more {
            if ty == Type::Any {
                return Type::Any;
            }
            if !flat.contains(&ty) {
                flat.push(ty);
            }
        }
    }
    match flat.len() {
        0 => Type::Never,
        1 => flat.remove(0),
        _ => Type::Union(flat),
    }
}

pub(super) fn both(types: Vec<Type>) -> Type {
    let mut kept: Vec<Type> = Vec::new();
    for ty in types {
        match ty {
            Type::Any => {}
            Type::Required(names) if names.is_empty() => {}
            Type::Never => return Type::Never,
            other if kept.contains(&other) => {}
            other => kept.push(other),
        }
    }
    // Without another type, nothing says that the value is an object.
    if kept.iter().all(|ty| matches!(ty, Type::Required(_))) {
        return Type::Any;
    }
    match kept.len() {
        1 => kept.remove(0),
        _ => Type::Both(kept),
    }
}
