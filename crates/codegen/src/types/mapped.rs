//! The user's types: in place of strings with a format, and from `x-rust-type`.

use contract::{Keywords, NodeId, Schema, Type as JsonType};
use serde_json::Value;

use super::{Body, Mapped, Type, Types};
use crate::ir::Refusal;
use crate::rust_path;
use crate::{MappedType, TypeMap};

/// The keyword by which a schema requests a Rust type, in typify's form.
const KEYWORD: &str = "x-rust-type";

/// The maximum depth of types.
const DEEPEST: usize = 64;

/// The request of a schema.
pub(super) struct Asked {
    /// The path of the type.
    pub(super) path: String,
    /// The schemas of its parameters.
    pub(super) parameters: Vec<Parameter>,
}

/// A parameter of a type.
pub(super) enum Parameter {
    /// A JSON type.
    Kind(JsonType),
    /// A definition of the schema.
    Definition(NodeId, String),
}

/// Strings, or the type for the schema's format.
pub(super) fn text(schema: &Schema, id: NodeId, k: &Keywords, map: &TypeMap) -> Type {
    let Some((_, ty)) = k.format.as_deref().and_then(|format| map.of_format(format)) else {
        return Type::String;
    };
    let pointer = schema.node(id).pointer.clone();
    Type::Mapped(Box::new(Mapped {
        inner: Type::String,
        parameters: Vec::new(),
        ty: ty.clone(),
        pointer,
    }))
}

/// The Rust type that a schema requests, if the project has its crate.
///
/// # Errors
/// The keyword is invalid.
pub(super) fn asked(schema: &Schema, id: NodeId, map: &TypeMap) -> Result<Option<Asked>, Refusal> {
    let pointer = &schema.node(id).pointer;
    let value = schema.document(id).value().pointer(&pointer.to_string());
    let Some(given) = value.and_then(|value| value.get(KEYWORD)).filter(|_| map.has_crates())
    else {
        return Ok(None);
    };
    let refused =
        |reason: &str| Refusal { pointer: pointer.push(KEYWORD), reason: reason.to_owned() };
    let text = |key: &str| given.get(key).and_then(Value::as_str);
    let (Some(name), Some(version), Some(path)) = (text("crate"), text("version"), text("path"))
    else {
        return Err(refused("needs the strings `crate`, `version` and `path`"));
    };
    let version = version.parse::<semver::VersionReq>().map_err(|_| {
        refused("has a `version` that is no requirement of Cargo; write it like `1.2`")
    })?;
    let begins = path.split_once("::").is_some_and(|(first, _)| first == name.replace('-', "_"));
    if !begins {
        return Err(refused(
            "has a `path` that does not begin with its crate; write it like `crate::Type`",
        ));
    }
    let path = rust_path::type_path(path).ok_or_else(|| {
        refused(
            "has a `path` that is more than names, `::` and such paths as parameters; write it like `crate::Type`",
        )
    })?;
    if !map.has_crate(name, &version) {
        return Ok(None);
    }
    let parameters = match given.get("parameters") {
        None => Vec::new(),
        Some(list) => list
            .as_array()
            .and_then(|all| all.iter().map(|one| parameter(schema, one)).collect::<Option<Vec<_>>>())
            .ok_or_else(|| {
                refused("has `parameters` that are no list of `{\"type\": …}` and `{\"$ref\": \"#/$defs/…\"}`")
            })?,
    };
    Ok(Some(Asked { path: format!("::{path}"), parameters }))
}

fn parameter(schema: &Schema, value: &Value) -> Option<Parameter> {
    if let Some(target) = value.get("$ref").and_then(Value::as_str) {
        let definitions = &schema.node(schema.root()).keywords()?.definitions;
        let is_named = |id: NodeId| format!("#{}", schema.node(id).pointer) == target;
        let (name, id) = definitions.iter().find(|(_, id)| is_named(**id))?;
        return Some(Parameter::Definition(*id, name.clone()));
    }
    let word = value.get("type").and_then(Value::as_str)?;
    let kinds = [JsonType::Boolean, JsonType::Integer, JsonType::Number, JsonType::String];
    kinds.into_iter().find(|kind| kind.as_str() == word).map(Parameter::Kind)
}

/// The JSON type in place of a requested type.
pub(super) fn kind(schema: &Schema, id: NodeId) -> Type {
    let types = schema.node(id).keywords().and_then(|k| k.types);
    let all: Vec<JsonType> =
        types.into_iter().flat_map(|types| types.iter().collect::<Vec<_>>()).collect();
    match all.as_slice() {
        [one] => of_kind(*one),
        _ => Type::Any,
    }
}

/// All values of a JSON type.
pub(super) fn of_kind(kind: JsonType) -> Type {
    match kind {
        JsonType::Null => Type::Null,
        JsonType::Boolean => Type::Boolean,
        JsonType::Integer => Type::Integer(None, None),
        JsonType::Number => Type::Number,
        JsonType::String => Type::String,
        JsonType::Array => Type::List(Box::new(Type::Any)),
        JsonType::Object => Type::Map(Box::new(Type::Any)),
    }
}

impl Types {
    /// The user's types, at each of their places.
    pub(crate) fn mapped(&self) -> Vec<&Mapped> {
        let mut found = Vec::new();
        for decl in &self.decls {
            match &decl.body {
                Body::Object(object) => {
                    object.fields.iter().for_each(|field| gather(&field.ty, &mut found));
                    object.rest.iter().for_each(|rest| gather(rest, &mut found));
                }
                Body::Alias(ty) => gather(ty, &mut found),
                Body::Union(union) => {
                    union.variants.iter().for_each(|variant| gather(&variant.ty, &mut found));
                }
                Body::Tuple(items) => items.iter().for_each(|ty| gather(ty, &mut found)),
                Body::Strings(_) => {}
            }
        }
        found
    }

    /// The user's type of a type, through its aliases.
    pub(crate) fn as_mapped<'t>(&'t self, ty: &'t Type) -> Option<&'t Mapped> {
        let mut ty = ty;
        for _ in 0..DEEPEST {
            match ty {
                Type::Mapped(mapped) => return Some(mapped),
                Type::Named(id) => match &self.decls[*id].body {
                    Body::Alias(inner) => ty = inner,
                    _ => return None,
                },
                _ => return None,
            }
        }
        None
    }
}

/// The user's types in a type, except behind names.
pub(crate) fn gather<'t>(ty: &'t Type, found: &mut Vec<&'t Mapped>) {
    match ty {
        Type::Mapped(mapped) => found.push(mapped),
        Type::List(inner) | Type::Map(inner) => gather(inner, found),
        Type::Tuple(prefix, rest, _) => {
            prefix.iter().chain(rest.as_deref()).for_each(|ty| gather(ty, found));
        }
        Type::Union(all) | Type::Both(all) => all.iter().for_each(|ty| gather(ty, found)),
        _ => {}
    }
}

/// A type of a crate, with its parameters.
pub(super) fn of_crate(schema: &Schema, id: NodeId, name: String, parameters: Vec<Type>) -> Type {
    let ty = MappedType { name, ..MappedType::default() };
    let pointer = schema.node(id).pointer.clone();
    Type::Mapped(Box::new(Mapped { inner: kind(schema, id), parameters, ty, pointer }))
}
