//! The user's types in Rust files: read and written by serde, through the module of `with` if they have no suitable
//! implementation.

use crate::ir::Refusal;
use crate::mapping::{MapError, MappedType, only};
use crate::rust_path;
use crate::types::{Body, Field, Mapped, Type, Types, nullable};

/// A type in rustfmt's layout.
///
/// # Errors
/// It is not a Rust type, or `with` is not a module.
pub(super) fn checked(ty: MappedType) -> Result<MappedType, MapError> {
    only("rust", &ty, &["with"])?;
    let refused =
        |name: &str, what, like| MapError::Name { name: name.to_owned(), what, lang: "rust", like };
    if let Some(with) = ty.with.as_ref().filter(|with| !rust_path::is_module(with)) {
        return Err(refused(with, "module", "time::serde::rfc3339"));
    }
    let name = rust_path::type_path(&ty.name)
        .ok_or_else(|| refused(&ty.name, "type", "chrono::DateTime<chrono::Utc>"))?;
    Ok(MappedType { name, ..ty })
}

/// The module for serde of a field, if it needs one.
pub(super) fn with(types: &Types, field: &Field) -> Option<String> {
    if let Some(module) = types.as_mapped(&field.ty).and_then(|mapped| mapped.ty.with.as_ref()) {
        return Some(if field.required { module.clone() } else { format!("{module}::option") });
    }
    let module = optional(types, &field.ty)?.ty.with.as_ref()?;
    Some(format!("{module}::option"))
}

/// The user's type of a nullable type.
fn optional<'t>(types: &'t Types, ty: &'t Type) -> Option<&'t Mapped> {
    match ty {
        Type::Union(all) => {
            nullable(all)?;
            all.iter().find_map(|ty| types.as_mapped(ty))
        }
        _ => None,
    }
}

/// Rejects types that need `with` where serde does not support it.
///
/// # Errors
/// The place in the schema.
pub(super) fn placed(types: &Types) -> Result<(), Refusal> {
    let mut wrong: Vec<&Mapped> = Vec::new();
    for (id, decl) in types.decls.iter().enumerate() {
        match &decl.body {
            Body::Object(object) => {
                for field in &object.fields {
                    let is_field = types.as_mapped(&field.ty).is_some()
                        || field.required && optional(types, &field.ty).is_some();
                    if !is_field {
                        hidden(types, &field.ty, &mut wrong);
                    }
                }
                object.rest.iter().for_each(|rest| hidden(types, rest, &mut wrong));
            }
            // A type alias is resolved where it is used.
            Body::Alias(Type::Mapped(_)) if id != 0 => {}
            Body::Alias(ty) => hidden(types, ty, &mut wrong),
            Body::Union(union) => {
                union.variants.iter().for_each(|variant| hidden(types, &variant.ty, &mut wrong));
            }
            Body::Tuple(items) => items.iter().for_each(|ty| hidden(types, ty, &mut wrong)),
            Body::Strings(_) => {}
        }
    }
    let Some(mapped) = wrong.first() else { return Ok(()) };
    let reason = format!(
        "has the type `{}` with `with`, which serde takes for a property that is required or not null, not for items, \
         values and alternatives; map it to a type that implements Serialize and Deserialize",
        mapped.ty.name
    );
    Err(Refusal { pointer: mapped.pointer.clone(), reason })
}

/// The types that need `with` somewhere in a type.
fn hidden<'t>(types: &'t Types, ty: &'t Type, found: &mut Vec<&'t Mapped>) {
    if let Some(mapped) = types.as_mapped(ty) {
        found.extend(Some(mapped).filter(|mapped| mapped.ty.with.is_some()));
        return;
    }
    match ty {
        Type::List(inner) | Type::Map(inner) => hidden(types, inner, found),
        Type::Tuple(prefix, rest, _) => {
            prefix.iter().chain(rest.as_deref()).for_each(|ty| hidden(types, ty, found));
        }
        Type::Union(all) | Type::Both(all) => all.iter().for_each(|ty| hidden(types, ty, found)),
        _ => {}
    }
}
