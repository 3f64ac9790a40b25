//! The types of a schema, for typed languages: named declarations in the schema's order, with
//! documentation. Every valid value belongs to the type; the checks verify what a type can't express.

mod build;
mod combine;
mod constants;
mod defaults;
mod docs;
mod hints;
mod intersect;
mod literals;
mod mapped;
mod names;
mod prune;
mod relations;
mod required;
mod small_constants;
mod unions;
mod variants;
mod weights;

use contract::Pointer;
use serde_json::Value;

use crate::MappedType;

pub(crate) use build::build;
pub(crate) use combine::union;
pub(crate) use constants::name_constants;
pub(crate) use names::{is_start, is_word, pascal, without_marks};
pub(crate) use relations::nullable;
pub(crate) use unions::{name_intersections, name_unions, name_unions_and_tuples};
pub(crate) use weights::Edge;

/// The index of a declaration.
pub(crate) type DeclId = usize;

/// All declarations of one schema.
#[derive(Clone, Debug)]
pub(crate) struct Types {
    /// In order of first use; the root is the first.
    pub(crate) decls: Vec<Decl>,
    /// The root and the schema's definitions: these stay, even if nothing uses them.
    pub(crate) roots: Vec<DeclId>,
}

/// A named type.
#[derive(Clone, Debug)]
pub(crate) struct Decl {
    /// PascalCase, unique.
    pub(crate) name: String,
    /// The beginning of the names of types that only its properties have: its name, or that of the whole of which it is
    /// a part.
    pub(crate) stem: String,
    /// Title and description.
    pub(crate) doc: Option<String>,
    /// `deprecated: true`
    pub(crate) deprecated: bool,
    /// The default of the schema.
    pub(crate) default: Option<Value>,
    /// Its description.
    pub(crate) body: Body,
}

impl Decl {
    /// A declaration about which its schema says nothing else.
    pub(crate) fn of(name: String, body: Body) -> Decl {
        Decl { stem: name.clone(), name, doc: None, deprecated: false, default: None, body }
    }
}

/// The kind of a declaration.
#[derive(Clone, Debug)]
pub(crate) enum Body {
    /// An object with known properties.
    Object(Object),
    /// One of these strings.
    Strings(Vec<String>),
    /// An alias of a type.
    Alias(Type),
    /// One of several types of known kinds; created by [`name_unions`].
    Union(Union),
    /// An array of these in order; created by [`name_unions_and_tuples`].
    Tuple(Vec<Type>),
}

/// One of several types.
#[derive(Clone, Debug)]
pub(crate) struct Union {
    /// The discriminator of its objects. If there are several objects without one, they are tried in turn.
    pub(crate) tag: Option<String>,
    /// In the schema's order; tried ones by the number of requirements, most first.
    pub(crate) variants: Vec<Variant>,
}

impl Union {
    /// The union as a type.
    pub(crate) fn plain(&self) -> Type {
        Type::Union(self.variants.iter().map(|variant| variant.ty.clone()).collect())
    }
}

/// A variant of a union.
#[derive(Clone, Debug)]
pub(crate) struct Variant {
    /// PascalCase, unique in the union.
    pub(crate) name: String,
    /// Its type.
    pub(crate) ty: Type,
    /// The kind of its values; numbers are one kind.
    pub(crate) kind: contract::Type,
    /// The value of the tag.
    pub(crate) texts: Vec<String>,
    /// What is checked before an object is tried.
    pub(crate) facts: Facts,
}

/// The visible properties of every valid object of a type.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Facts {
    /// Required properties, and the constants that they may have; empty means any value.
    pub(crate) required: Vec<(String, Vec<Value>)>,
    /// All allowed properties, if others are forbidden.
    pub(crate) only: Option<Vec<String>>,
}

impl Facts {
    /// The number of requirements: constants before properties before closed objects.
    fn weight(&self) -> (usize, usize, bool) {
        let fixed = self.required.iter().filter(|(_, values)| !values.is_empty()).count();
        (fixed, self.required.len(), self.only.is_some())
    }
}

/// An object with known properties.
#[derive(Clone, Debug, Default)]
pub(crate) struct Object {
    /// In the schema's order.
    pub(crate) fields: Vec<Field>,
    /// The type of other properties; `None` if they are forbidden.
    pub(crate) rest: Option<Type>,
}

/// A property.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    /// The key.
    pub(crate) name: String,
    /// Its type.
    pub(crate) ty: Type,
    /// Whether it is required.
    pub(crate) required: bool,
    /// Title, description, bounds, default and examples.
    pub(crate) doc: Option<String>,
    /// `deprecated: true`
    pub(crate) deprecated: bool,
    /// The default of the schema.
    pub(crate) default: Option<Value>,
    /// Whether adding defaults certainly adds it, if it is optional.
    pub(crate) is_added: bool,
}

/// A type that is never narrower than the schema.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Type {
    /// Any JSON value.
    Any,
    /// No value.
    Never,
    /// `null`
    Null,
    /// `true` or `false`
    Boolean,
    /// A whole number with the bounds of the schema, if they are machine integers.
    Integer(Option<i128>, Option<i128>),
    /// A number.
    Number,
    /// A string.
    String,
    /// One of these constants.
    Literals(Vec<Value>),
    /// An array.
    List(Box<Type>),
    /// An array that begins with these items; the type of further items, if allowed; the minimum
    /// number of items.
    Tuple(Vec<Type>, Option<Box<Type>>, usize),
    /// An object without known properties.
    Map(Box<Type>),
    /// A declaration.
    Named(DeclId),
    /// One of these.
    Union(Vec<Type>),
    /// All of these at once.
    Both(Vec<Type>),
    /// Any value; an object has these properties. Only beside others in [`Type::Both`].
    Required(Vec<String>),
    /// A user's type in place of one of these.
    Mapped(Box<Mapped>),
}

impl Type {
    /// Whether it is an array of a fixed number of items, all of which are required.
    pub(crate) fn is_whole_tuple(&self) -> bool {
        matches!(self, Type::Tuple(prefix, None, least) if *least == prefix.len())
    }
}

/// A user's type, with the type that it replaces.
#[derive(Clone, Debug)]
pub(crate) struct Mapped {
    /// The JSON type in its place.
    pub(crate) inner: Type,
    /// Its type parameters.
    pub(crate) parameters: Vec<Type>,
    /// The type.
    pub(crate) ty: MappedType,
    /// The place in the schema.
    pub(crate) pointer: Pointer,
}

impl PartialEq for Mapped {
    /// Two places may have the same type.
    fn eq(&self, other: &Mapped) -> bool {
        self.inner == other.inner && self.ty == other.ty && self.parameters == other.parameters
    }
}
