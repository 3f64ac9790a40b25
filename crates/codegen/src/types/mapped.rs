//! Types of users: in the place of strings with a format, and of what `x-rust-type` names.

use contract::{Keywords, NodeId, Schema, Type as JsonType};
use serde_json::Value;

use super::{Body, Mapped, Type, Types};
use crate::ir::Refusal;
use crate::rust_path;
use crate::{MappedType, TypeMap};

/// The keyword by which a schema asks for a type of Rust, as typify reads it.
const KEYWORD: &str = "x-rust-type";

/// How deep types are followed.
const DEEPEST: usize = 64;

/// What a schema asks for.
pub(super) struct Asked {
    /// The path of the type.
    pub(super) path: String,
    /// The schemas of its parameters.
    pub(super) parameters: Vec<Parameter>,
}

/// A parameter of a type.
pub(super) enum Parameter {
    /// A type of JSON.
    Kind(JsonType),
    /// A definition of the schema.
    Definition(NodeId, String),
}

/// Strings, or the type that stands for those of the schema's format.
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

/// The type of Rust that a schema asks for, if the project has its crate.
///
/// # Errors
/// The keyword can't be read.
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

/// What JSON has in the place of a type that a schema asks for.
pub(super) fn kind(schema: &Schema, id: NodeId) -> Type {
    let types = schema.node(id).keywords().and_then(|k| k.types);
    let all: Vec<JsonType> =
        types.into_iter().flat_map(|types| types.iter().collect::<Vec<_>>()).collect();
    match all.as_slice() {
        [one] => of_kind(*one),
        _ => Type::Any,
    }
}

/// All values of a kind.
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
    /// The types of users, at each place where they stand.
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

    /// The type of users that a type is, through the names that it has.
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

/// The types of users in a type, but for those that names hide.
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
